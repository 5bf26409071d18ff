/* SPDX-License-Identifier: MIT
   pliant mesh deform: a mesh carried along by its cage. */
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "command.h"
#include "mesh/mesh_cage_files.h"
#include "mesh/mesh_commands.h"
#include "own_files.h"

static const char help[] =
    "Carries a mesh along with its cage by Green Coordinates: features keep their shape.\n"
    "\n"
    "  pliant mesh deform --cage cage.obj --to bent.obj duck.obj -o bent_duck.obj\n"
    "\n"
    "Usage: pliant mesh deform --cage FILE --to FILE MESH -o FILE\n"
    "      --cage FILE          the cage at rest, closed, around the mesh; `pliant mesh cage` makes one\n"
    "      --to FILE            the same cage with its vertices moved: same number, same faces\n"
    "  -o, --output FILE        .obj or .ply\n"
    "  -h, --help\n";

typedef struct request {
  const char *cage, *to, *input, *output;
} request;

/* Returns -1 to go on, or an exit code. */
static int read_arguments(int argc, char **argv, request *r)
{
  static const struct option options[] = {{"cage", required_argument, NULL, 'c'},
                                          {"to", required_argument, NULL, 't'},
                                          {"output", required_argument, NULL, 'o'},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
  optind = 1;
  opterr = 0;
  for (int c; (c = getopt_long(argc, argv, ":o:h", options, NULL)) != -1;) {
    switch (c) {
    case 'c': r->cage = optarg; break;
    case 't': r->to = optarg; break;
    case 'o': r->output = optarg; break;
    case 'h': fputs(help, stdout); return EXIT_OK;
    case ':': return mesh_usage_error("deform", "'%s' needs a value", argv[optind - 1]);
    default: return mesh_usage_error("deform", "unknown option '%s'", argv[optind - 1]);
    }
  }
  if (argc - optind != 1) return mesh_usage_error("deform", argc == optind ? "which mesh?" : "one mesh at a time");
  if (!r->cage) return mesh_usage_error("deform", "which cage? (--cage FILE)");
  if (!r->to) return mesh_usage_error("deform", "where is the cage now? (--to FILE)");
  if (!r->output) return mesh_usage_error("deform", "where to? (-o FILE)");
  r->input = argv[optind];
  const char *inputs[] = {r->input, r->cage, r->to};
  for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++)
    if (would_replace("mesh deform", r->output, inputs[i])) return EXIT_FAILED;
  return -1;
}

static pl_status check_same(const request *r, const pl_green *green, const pl_mesh_data *to)
{
  if (to->vertex_count != green->vertex_count)
    return pl_fail(PL_ERROR_MESH, "%s has %zu vertices, but the cage %s has %zu: it must be the same cage, moved",
                   r->to, to->vertex_count, r->cage, green->vertex_count);
  if (to->triangle_count != green->face_count ||
      memcmp(to->triangles, green->triangles, 3 * green->face_count * sizeof *to->triangles) != 0)
    return pl_fail(PL_ERROR_MESH, "the faces of %s are not those of the cage %s: it must be the same cage, moved",
                   r->to, r->cage);
  return PL_OK;
}

typedef struct carrying {
  const pl_green *green;
  const double *x, *normals;
  pl_pool *pool;
  double *out;
} carrying;

static pl_status carry(void *context, size_t first, size_t count, const pl_green_values *values)
{
  const carrying *c = context;
  pl_green_deform(c->green, values->phi, values->psi, count, c->x, c->normals, c->pool, c->out + 3 * first);
  return PL_OK;
}

/* out: 3 per vertex of the mesh; normals: 3 per face of the cage. */
static pl_status deform(const request *r, const pl_green *green, const pl_mesh_data *to, const pl_mesh_data *mesh,
                        double *normals, double *out)
{
  pl_pool *pool = NULL;
  pl_mesh *moved = NULL;
  PL_TRY(pl_pool_create(0, NULL, NULL, &pool));
  memcpy(normals, green->normals, 3 * green->face_count * sizeof *normals);
  pl_green_normals(green, to->positions, normals, NULL);
  carrying c = {green, to->positions, normals, pool, out};
  pl_status status = pl_green_visit(green, mesh->positions, mesh->vertex_count, false, pool, carry, &c);
  pl_pool_destroy(pool);
  if (status != PL_OK) return pl_fail_in(status, "%s in %s: ", r->input, r->cage);
  pl_mesh_data data = *mesh;
  data.positions = out;
  PL_TRY(pl_mesh_create(&data, &moved));
  status = pl_mesh_save(r->output, moved);
  pl_mesh_destroy(moved);
  if (status == PL_OK) printf("%s: %zu vertices, %zu triangles\n", r->output, data.vertex_count, data.triangle_count);
  return status;
}

static pl_status work(const request *r, const pl_green *green, const pl_mesh *to, const pl_mesh *mesh)
{
  pl_mesh_data moved = pl_mesh_view(to), data = pl_mesh_view(mesh);
  PL_TRY(check_same(r, green, &moved));
  double *normals = PL_NEW(double, 3 * green->face_count), *out = PL_NEW(double, 3 * data.vertex_count);
  pl_status status = normals && out ? deform(r, green, &moved, &data, normals, out) : PL_ERROR_MEMORY;
  pl_release(normals);
  pl_release(out);
  return status;
}

int mesh_deform(int argc, char **argv)
{
  request r = {0};
  int code = read_arguments(argc, argv, &r);
  if (code >= 0) return code;
  pl_mesh *cage = NULL, *to = NULL, *mesh = NULL;
  pl_green *green = NULL;
  pl_status status = mesh_load_cage(r.cage, &cage, &green);
  if (status == PL_OK) status = pl_mesh_load(r.to, &to, NULL);
  if (status == PL_OK) status = pl_mesh_load(r.input, &mesh, NULL);
  if (status == PL_OK) status = work(&r, green, to, mesh);
  pl_green_destroy(green);
  pl_mesh_destroy(cage);
  pl_mesh_destroy(to);
  pl_mesh_destroy(mesh);
  return status == PL_OK ? EXIT_OK : mesh_failed();
}
