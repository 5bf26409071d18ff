/* SPDX-License-Identifier: MIT
   pliant mesh coords: Green Coordinates of points in a cage, for other tools. */
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "base/status.h"
#include "command.h"
#include "file.h"
#include "mesh/mesh_cage_files.h"
#include "mesh/mesh_commands.h"
#include "own_files.h"

static const char help[] =
    "Writes the Green Coordinates of points in a cage, and their gradients, for other tools.\n"
    "\n"
    "  pliant mesh coords --cage cage.obj --points duck.obj -o coords.json\n"
    "\n"
    "Usage: pliant mesh coords --cage FILE --points FILE -o FILE [options]\n"
    "      --cage FILE          closed, counter-clockwise from outside; `pliant mesh cage` makes one\n"
    "      --points FILE        a mesh, whose vertices are the points; all strictly inside the cage\n"
    "  -o, --output FILE        .json or .bin\n"
    "      --gradients          also dphi and dpsi\n"
    "  -h, --help\n"
    "\n"
    "A point is x = sum phi_i v_i + sum psi_j s_j n_j with the cage's vertices v_i, its unit outward normals n_j and "
    "scaling\n"
    "factors s_j, which are 1 at rest. When the cage has moved, take its new vertices and normals, and with two edges "
    "u, w of\n"
    "face j at rest and U, W where they are now\n"
    "  s_j = sqrt(|U|^2 |w|^2 - 2 (U.W)(u.w) + |u|^2 |W|^2) / (sqrt(8) area_j), area_j at rest.\n"
    "\n"
    "JSON: {\"cage_vertices\": n, \"cage_faces\": m, \"points\": [{\"phi\": [n], \"psi\": [m], \"dphi\": [n x [3]],\n"
    "\"dpsi\": [m x [3]]}, ...]}, numbers with 17 digits. Binary, little endian: the text PLGREEN1, four 64-bit "
    "integers\n"
    "(points, n, m, 1 with gradients or else 0), then per point n doubles phi, m psi, and with gradients 3 n dphi and "
    "3 m "
    "dpsi.\n";

pl_status mesh_load_cage(const char *path, pl_mesh **mesh, pl_green **green)
{
  PL_TRY(pl_mesh_load(path, mesh, NULL));
  pl_mesh_data data = pl_mesh_view(*mesh);
  pl_status status = pl_green_create(data.positions, data.vertex_count, data.triangles, data.triangle_count, green);
  return status == PL_OK ? PL_OK : pl_fail_in(status, "%s: ", path);
}

typedef struct request {
  const char *cage, *points, *output;
  bool gradients, binary;
} request;

/* Returns -1 to go on, or an exit code. */
static int read_arguments(int argc, char **argv, request *r)
{
  static const struct option options[] = {
      {"cage", required_argument, NULL, 'c'},   {"points", required_argument, NULL, 'p'},
      {"output", required_argument, NULL, 'o'}, {"gradients", no_argument, NULL, 'g'},
      {"help", no_argument, NULL, 'h'},         {NULL, 0, NULL, 0}};
  optind = 1;
  opterr = 0;
  for (int c; (c = getopt_long(argc, argv, ":o:h", options, NULL)) != -1;) {
    switch (c) {
    case 'c': r->cage = optarg; break;
    case 'p': r->points = optarg; break;
    case 'o': r->output = optarg; break;
    case 'g': r->gradients = true; break;
    case 'h': fputs(help, stdout); return EXIT_OK;
    case ':': return mesh_usage_error("coords", "'%s' needs a value", argv[optind - 1]);
    default: return mesh_usage_error("coords", "unknown option '%s'", argv[optind - 1]);
    }
  }
  if (optind != argc) return mesh_usage_error("coords", "what is '%s'?", argv[optind]);
  if (!r->cage) return mesh_usage_error("coords", "which cage? (--cage FILE)");
  if (!r->points) return mesh_usage_error("coords", "which points? (--points FILE)");
  if (!r->output) return mesh_usage_error("coords", "where to? (-o FILE)");
  const char *dot = strrchr(r->output, '.');
  r->binary = dot && strcmp(dot, ".bin") == 0;
  if (!r->binary && !(dot && strcmp(dot, ".json") == 0))
    return mesh_usage_error("coords", "the output must end in .json or .bin, got '%s'", r->output);
  if (would_replace("mesh coords", r->output, r->cage) || would_replace("mesh coords", r->output, r->points))
    return EXIT_FAILED;
  return -1;
}

typedef struct writer {
  pl_file *file;
  size_t n, m, count; /* vertices, faces, points */
} writer;

static void write_numbers(pl_file *file, const char *name, const double *numbers, size_t count)
{
  pl_file_printf(file, "\"%s\": [", name);
  for (size_t i = 0; i < count; i++) pl_file_printf(file, i ? ", %.17g" : "%.17g", numbers[i]);
  pl_file_printf(file, "]");
}

static void write_vectors(pl_file *file, const char *name, const double *vectors, size_t count)
{
  pl_file_printf(file, ", \"%s\": [", name);
  for (size_t i = 0; i < count; i++)
    pl_file_printf(file, "%s[%.17g, %.17g, %.17g]", i ? ", " : "", vectors[3 * i], vectors[3 * i + 1],
                   vectors[3 * i + 2]);
  pl_file_printf(file, "]");
}

static pl_status write_text(void *context, size_t first, size_t count, const pl_green_values *values)
{
  const writer *w = context;
  pl_status status = PL_OK;
  for (size_t p = 0; p < count && status == PL_OK; p++) {
    pl_file_printf(w->file, "{");
    write_numbers(w->file, "phi", values->phi + p * w->n, w->n);
    pl_file_printf(w->file, ", ");
    write_numbers(w->file, "psi", values->psi + p * w->m, w->m);
    if (values->dphi) {
      write_vectors(w->file, "dphi", values->dphi + 3 * p * w->n, w->n);
      write_vectors(w->file, "dpsi", values->dpsi + 3 * p * w->m, w->m);
    }
    status = pl_file_printf(w->file, first + p + 1 < w->count ? "},\n" : "}\n");
  }
  return status;
}

/* Numbers are written as they are in memory: every machine that Pliant is built for is little endian. */
static pl_status write_binary(void *context, size_t first, size_t count, const pl_green_values *values)
{
  const writer *w = context;
  pl_status status = PL_OK;
  (void)first;
  for (size_t p = 0; p < count && status == PL_OK; p++) {
    pl_file_write(w->file, values->phi + p * w->n, w->n * sizeof(double));
    status = pl_file_write(w->file, values->psi + p * w->m, w->m * sizeof(double));
    if (!values->dphi) continue;
    pl_file_write(w->file, values->dphi + 3 * p * w->n, 3 * w->n * sizeof(double));
    status = pl_file_write(w->file, values->dpsi + 3 * p * w->m, 3 * w->m * sizeof(double));
  }
  return status;
}

static pl_status write_all(const request *r, const pl_green *green, const pl_mesh_data *points, pl_pool *pool)
{
  writer w = {.n = green->vertex_count, .m = green->face_count, .count = points->vertex_count};
  PL_TRY(pl_file_create(r->output, &w.file));
  if (r->binary) {
    const uint64_t header[4] = {w.count, w.n, w.m, r->gradients};
    pl_file_write(w.file, "PLGREEN1", 8);
    pl_file_write(w.file, header, sizeof header);
  } else {
    pl_file_printf(w.file, "{\"cage_vertices\": %zu, \"cage_faces\": %zu, \"points\": [\n", w.n, w.m);
  }
  pl_status status =
      pl_green_visit(green, points->positions, w.count, r->gradients, pool, r->binary ? write_binary : write_text, &w);
  if (status != PL_OK) {
    pl_file_abandon(w.file);
    return pl_fail_in(status, "%s in %s: ", r->points, r->cage);
  }
  if (!r->binary) pl_file_printf(w.file, "]}\n");
  PL_TRY(pl_file_commit(w.file));
  printf("%s: %zu points, %zu vertices and %zu faces of the cage\n", r->output, w.count, w.n, w.m);
  return PL_OK;
}

int mesh_coords(int argc, char **argv)
{
  request r = {0};
  int code = read_arguments(argc, argv, &r);
  if (code >= 0) return code;
  pl_mesh *cage = NULL, *points = NULL;
  pl_green *green = NULL;
  pl_pool *pool = NULL;
  pl_status status = mesh_load_cage(r.cage, &cage, &green);
  if (status == PL_OK) status = pl_mesh_load(r.points, &points, NULL);
  if (status == PL_OK) status = pl_pool_create(0, NULL, NULL, &pool);
  if (status == PL_OK) {
    pl_mesh_data data = pl_mesh_view(points);
    status = write_all(&r, green, &data, pool);
  }
  pl_pool_destroy(pool);
  pl_green_destroy(green);
  pl_mesh_destroy(cage);
  pl_mesh_destroy(points);
  return status == PL_OK ? EXIT_OK : mesh_failed();
}
