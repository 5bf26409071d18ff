/* SPDX-License-Identifier: MIT
   pliant mesh graph: a surface filled with nodes and edges. */
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "file.h"
#include "mesh/mesh_commands.h"
#include "number.h"
#include "own_files.h"

enum { TEXT_SIZE = 8192, PATH_SIZE = 4096 };

static const char help[] =
    "Fills a surface with nodes and edges, for models that live on a graph, and says what was done.\n"
    "\n"
    "  pliant mesh graph duck.obj -o graph.obj --nodes 5000\n"
    "\n"
    "Usage: pliant mesh graph FILE -o FILE [options]\n"
    "  -o, --output FILE        .obj (v, f and l lines) or .ply; the surface's vertices come first, in their order\n"
    "      --nodes N            as many nodes in all\n"
    "      --spacing M          side of a lattice cell in metres; default: the mean edge of the surface\n"
    "      --weights KIND       uniform (default) or qp: Laplacian weights that keep the shape best\n"
    "  -h, --help\n"
    "\n"
    "What mesh files cannot hold goes beside the output: graph.volumes.txt has the volume of each node in m^3, one "
    "per\n"
    "line, and graph.weights.txt (qp) the two weights of each edge. A scene takes them as\n"
    "  \"mesh\": { \"arrays\": { \"positions\": \"graph.obj\", \"triangles\": \"graph.obj\", \"edges\": "
    "\"graph.obj\",\n"
    "              \"vertex_volumes\": \"graph.volumes.txt\", \"edge_weights\": \"graph.weights.txt\" } }\n";

typedef struct request {
  const char *input, *output;
  pl_volume_graph_def def;
} request;

static bool read_count(const char *text, size_t *out)
{
  int64_t value;
  const char *end = pl_integer_read(text, text + strlen(text), &value);
  if (!end || *end || value < 1) return false;
  *out = (size_t)value;
  return true;
}

static bool read_weights(const char *text, pl_volume_weights *out)
{
  bool qp = strcmp(text, "qp") == 0;
  *out = qp ? PL_VOLUME_WEIGHTS_QP : PL_VOLUME_WEIGHTS_UNIFORM;
  return qp || strcmp(text, "uniform") == 0;
}

/* Returns -1 to go on, or an exit code. */
static int read_arguments(int argc, char **argv, request *r)
{
  static const struct option options[] = {
      {"output", required_argument, NULL, 'o'},  {"nodes", required_argument, NULL, 'n'},
      {"spacing", required_argument, NULL, 's'}, {"weights", required_argument, NULL, 'w'},
      {"help", no_argument, NULL, 'h'},          {NULL, 0, NULL, 0}};
  optind = 1;
  opterr = 0;
  for (int c; (c = getopt_long(argc, argv, ":o:h", options, NULL)) != -1;) {
    switch (c) {
    case 'o': r->output = optarg; break;
    case 'n':
      if (!read_count(optarg, &r->def.nodes))
        return mesh_usage_error("graph", "--nodes must be a whole number above 0, got '%s'", optarg);
      break;
    case 's':
      if (!mesh_read_length(optarg, &r->def.spacing))
        return mesh_usage_error("graph", "--spacing must be a positive number of metres, got '%s'", optarg);
      break;
    case 'w':
      if (!read_weights(optarg, &r->def.weights))
        return mesh_usage_error("graph", "--weights must be uniform or qp, got '%s'", optarg);
      break;
    case 'h': fputs(help, stdout); return EXIT_OK;
    case ':': return mesh_usage_error("graph", "'%s' needs a value", argv[optind - 1]);
    default: return mesh_usage_error("graph", "unknown option '%s'", argv[optind - 1]);
    }
  }
  if (argc - optind != 1) return mesh_usage_error("graph", argc == optind ? "which file?" : "one file at a time");
  if (!r->output) return mesh_usage_error("graph", "where to? (-o FILE)");
  if (r->def.nodes && r->def.spacing > 0) return mesh_usage_error("graph", "--nodes or --spacing, not both");
  r->input = argv[optind];
  if (would_replace("mesh graph", r->output, r->input)) return EXIT_FAILED;
  return -1;
}

/* "graph.obj" and "volumes" make "graph.volumes.txt". */
static pl_status side_path(const char *output, const char *what, char path[PATH_SIZE])
{
  const char *dot = strrchr(output, '.'), *slash = strrchr(output, '/');
  size_t stem = dot && (!slash || dot > slash) ? (size_t)(dot - output) : strlen(output);
  int length = snprintf(path, PATH_SIZE, "%.*s.%s.txt", (int)stem, output, what);
  if (stem > PATH_SIZE || length < 0 || length >= PATH_SIZE)
    return pl_fail(PL_ERROR_ARGUMENT, "%s: the name is too long", output);
  return PL_OK;
}

/* One row of `columns` numbers per line, 17 digits; nothing if there are none. */
static pl_status write_numbers(const char *output, const char *what, const double *numbers, size_t rows, size_t columns)
{
  char path[PATH_SIZE];
  pl_file *file = NULL;
  if (!numbers) return PL_OK;
  PL_TRY(side_path(output, what, path));
  PL_TRY(pl_file_create(path, &file));
  for (size_t i = 0; i < rows * columns; i++)
    pl_file_printf(file, "%.17g%c", numbers[i], i % columns + 1 == columns ? '\n' : ' ');
  PL_TRY(pl_file_commit(file));
  printf("%s: %zu rows\n", path, rows);
  return PL_OK;
}

static pl_status fill(const request *r)
{
  pl_mesh *graph = NULL;
  pl_volume_graph_report report;
  pl_status status = pl_make_volume_graph(&r->def, &graph, &report);
  if (status != PL_OK) return pl_fail_in(status, "%s: ", r->input);
  char text[TEXT_SIZE];
  pl_volume_graph_describe(&report, text, sizeof text);
  fputs(text, stdout);
  pl_mesh_data data = pl_mesh_view(graph);
  status = pl_mesh_save(r->output, graph);
  if (status == PL_OK)
    printf("%s: %zu vertices, %zu triangles, %zu edges\n", r->output, data.vertex_count, data.triangle_count,
           data.edge_count);
  if (status == PL_OK) status = write_numbers(r->output, "volumes", data.vertex_volumes, data.vertex_count, 1);
  if (status == PL_OK) status = write_numbers(r->output, "weights", data.edge_weights, data.edge_count, 2);
  pl_mesh_destroy(graph);
  return status;
}

int mesh_graph(int argc, char **argv)
{
  request r = {.def = pl_default_volume_graph_def()};
  int code = read_arguments(argc, argv, &r);
  if (code >= 0 || !r.input || !r.output) return code;
  pl_mesh *mesh = NULL;
  pl_mesh_notes notes;
  if (pl_mesh_load(r.input, &mesh, &notes) != PL_OK) return mesh_failed();
  fputs(notes.text, stdout);
  r.def.surface = mesh;
  pl_status status = fill(&r);
  pl_mesh_destroy(mesh);
  return status == PL_OK ? EXIT_OK : mesh_failed();
}
