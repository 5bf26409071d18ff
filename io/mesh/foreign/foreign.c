/* SPDX-License-Identifier: MIT
   Everything that is not OBJ, PLY or STL, through Assimp, where this build has it: in a process of its own, whose
   answer is taken for hostile like any file. Vertices come one per corner of each face; Assimp's own joining uses an
   absolute distance (a mesh of micrometres would collapse), so corners at exactly equal places are joined here. What
   cannot be kept is the file's own order of vertices, and the notes say so. */
#include "mesh/foreign/foreign.h"

#include "base/status.h"

#if PLIANT_ASSIMP

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "mesh/foreign/message.h"
#include "mesh/foreign/process.h"
#include "mesh/repair/weld.h"
#include "mesh/soup.h"

/* ---- the answer ---- */

typedef struct foreign_message {
  foreign_head head;
  const char *text, *positions, *corners, *polygons, *edges;
} foreign_message;

static const char *part(const char **at, size_t *left, uint64_t count, size_t size)
{
  if (!*at || count > *left / size) return *at = NULL;
  const char *begin = *at;
  *at += count * size;
  *left -= count * size;
  return begin;
}

/* false: cut off, as by a crash. */
static bool take_apart(const char *data, size_t size, foreign_message *m)
{
  const char *at = data;
  size_t left = size;
  const char *head = part(&at, &left, 1, sizeof m->head);
  if (!head) return false;
  memcpy(&m->head, head, sizeof m->head);
  m->text = part(&at, &left, m->head.text, 1);
  m->positions = part(&at, &left, m->head.vertices, 3 * sizeof(double));
  m->corners = part(&at, &left, m->head.corners, sizeof(uint32_t));
  m->polygons = part(&at, &left, m->head.polygons, sizeof(uint32_t));
  m->edges = part(&at, &left, m->head.edges, 2 * sizeof(uint32_t));
  return at && left == FOREIGN_MARK && memcmp(at, FOREIGN_END, FOREIGN_MARK) == 0 &&
         memcmp(m->head.begin, FOREIGN_BEGIN, FOREIGN_MARK) == 0 && m->head.vertices < UINT32_MAX;
}

static uint32_t number(const char *array, uint64_t k)
{
  uint32_t value;
  memcpy(&value, array + k * sizeof value, sizeof value);
  return value;
}

/* ---- into a soup ---- */

static pl_status add_positions(pl_soup *soup, const foreign_message *m)
{
  for (uint64_t v = 0; v < m->head.vertices && soup->builder.status == PL_OK; v++) {
    double p[3];
    memcpy(p, m->positions + v * sizeof p, sizeof p);
    if (!isfinite(p[0] + p[1] + p[2]))
      return pl_fail(PL_ERROR_FORMAT, "the position of corner %llu is not a finite number", (unsigned long long)v);
    pl_builder_vertex(&soup->builder, p[0], p[1], p[2]);
  }
  return soup->builder.status;
}

static pl_status add_faces(pl_soup *soup, const foreign_message *m)
{
  uint64_t used = 0;
  for (uint64_t i = 0; i < m->head.polygons; i++) {
    uint32_t corners = number(m->polygons, i);
    if (corners < 3 || corners > m->head.corners - used)
      return pl_fail(PL_ERROR_FORMAT, "face %llu has corners that are not there", (unsigned long long)i);
    for (uint32_t k = 0; k < corners; k++, used++) {
      uint32_t vertex = number(m->corners, used);
      if (vertex >= m->head.vertices) return pl_fail(PL_ERROR_FORMAT, "a face uses a vertex that is not there");
      PL_TRY(pl_soup_corner(soup, vertex));
    }
    PL_TRY(pl_soup_polygon(soup, corners));
  }
  for (uint64_t i = 0; i < m->head.edges; i++) {
    uint32_t a = number(m->edges, 2 * i), b = number(m->edges, 2 * i + 1);
    if (a >= m->head.vertices || b >= m->head.vertices)
      return pl_fail(PL_ERROR_FORMAT, "an edge uses a vertex that is not there");
    if (a != b) pl_builder_edge(&soup->builder, a, b);
  }
  return soup->builder.status;
}

/* Vertices at exactly equal places become the first of them. */
static pl_status join(pl_soup *soup)
{
  pl_mesh_builder *b = &soup->builder;
  uint32_t *first = PL_NEW(uint32_t, b->vertex_count);
  if (!first) return PL_ERROR_MEMORY;
  pl_status status = pl_weld(b->positions, b->vertex_count, 0, first);
  size_t kept = 0;
  for (size_t v = 0; status == PL_OK && v < b->vertex_count; v++) {
    if (first[v] != v) {
      first[v] = first[first[v]];
      continue;
    }
    memmove(b->positions + 3 * kept, b->positions + 3 * v, 3 * sizeof(double));
    first[v] = (uint32_t)kept++;
  }
  if (status == PL_OK) {
    for (size_t i = 0; i < soup->corner_count; i++) soup->corners[i] = first[soup->corners[i]];
    for (size_t i = 0; i < 2 * b->edge_count; i++) b->edges[i] = first[b->edges[i]];
    b->vertex_count = kept;
  }
  pl_release(first);
  return status;
}

static pl_status add_message(pl_soup *soup, const foreign_message *m, pl_mesh_notes *notes)
{
  PL_TRY(add_positions(soup, m));
  PL_TRY(add_faces(soup, m));
  size_t corners = soup->builder.vertex_count;
  if (corners == 0) return pl_fail(PL_ERROR_FORMAT, "the file has no vertices");
  PL_TRY(join(soup));
  pl_notes_add(notes,
               "Read by Assimp %u.%u: %u %s, %zu corners at exactly equal places became %zu vertices. "
               "The order of "
               "vertices is not the file's, and vertices without a face are gone.",
               m->head.major, m->head.minor, m->head.meshes, m->head.meshes == 1 ? "mesh" : "meshes, now one", corners,
               soup->builder.vertex_count);
  return PL_OK;
}

static pl_status parse_message(const char *path, const char *data, size_t size, pl_mesh **out, pl_mesh_notes *notes)
{
  foreign_message m;
  if (!take_apart(data, size, &m))
    return pl_fail(PL_ERROR_FORMAT,
                   "%s: reading it through Assimp broke off: the file is damaged, or needs more memory or time than it "
                   "may have; convert it to .obj or .ply elsewhere",
                   path);
  if (m.head.answer == FOREIGN_UNKNOWN)
    return pl_fail(PL_ERROR_UNSUPPORTED,
                   "%s: meshes are read from .obj, .ply, .stl and what Assimp knows (.glb, .fbx, .dae, "
                   ".3ds, .off, ...)",
                   path);
  if (m.head.answer != FOREIGN_READ)
    return pl_fail(PL_ERROR_FORMAT, "%s: %.*s", path, (int)(m.head.text < 200 ? m.head.text : 200), m.text);
  pl_soup soup = {0};
  pl_status status = add_message(&soup, &m, notes);
  if (status == PL_OK) status = pl_soup_finish(&soup, out, notes);
  pl_soup_free(&soup);
  return status == PL_OK || status == PL_ERROR_MEMORY ? status : pl_fail_in(status, "%s: ", path);
}

/* ---- the file ---- */

static pl_status check_file(const char *path)
{
  int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (file < 0 && errno == ENOENT) return pl_fail(PL_ERROR_FILE, "%s: there is no such file", path);
  if (file < 0) return pl_fail(PL_ERROR_FILE, "%s: cannot be opened: %s", path, strerror(errno));
  struct stat about;
  bool plain = fstat(file, &about) == 0 && S_ISREG(about.st_mode);
  close(file);
  return plain ? PL_OK : pl_fail(PL_ERROR_FILE, "%s: is no plain file", path);
}

pl_status pl_foreign_load(const char *path, pl_mesh **out, pl_mesh_notes *notes)
{
  *out = NULL;
  char *data = NULL;
  size_t size = 0;
  PL_TRY(check_file(path));
  PL_TRY(pl_foreign_run(path, &data, &size));
  pl_status status = parse_message(path, data, size, out, notes);
  pl_release(data);
  return status;
}

#else

pl_status pl_foreign_load(const char *path, pl_mesh **out, pl_mesh_notes *notes)
{
  (void)notes;
  *out = NULL;
  return pl_fail(PL_ERROR_UNSUPPORTED,
                 "%s: meshes are read from .obj, .ply and .stl; for other formats build with Assimp (libassimp-dev)",
                 path);
}

#endif
