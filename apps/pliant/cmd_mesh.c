/* SPDX-License-Identifier: MIT
   pliant mesh: look at meshes, mend them, make them, fill them, put them into cages. */
#include <getopt.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "mesh/mesh_commands.h"
#include "number.h"

enum { TEXT_SIZE = 8192 };

static const char help[] = "Looks at meshes, mends them, makes them, fills them, puts them into cages.\n"
                           "\n"
                           "  pliant mesh info bunny.obj\n"
                           "  pliant mesh make duck -o duck.obj\n"
                           "  pliant mesh repair scan.stl -o scan.obj --weld\n"
                           "  pliant mesh graph duck.obj -o graph.obj --nodes 5000\n"
                           "  pliant mesh cage duck.obj -o cage.obj --vertices 56\n"
                           "\n"
                           "Usage: pliant mesh info FILE...            what it is, what is wrong with it, what to do\n"
                           "       pliant mesh make KIND -o FILE       a box lattice, a sphere, a duck, ...\n"
                           "       pliant mesh repair FILE -o FILE     weld, drop bad triangles, turn them outwards\n"
                           "       pliant mesh graph FILE -o FILE      nodes and edges inside a surface\n"
                           "       pliant mesh cage FILE -o FILE       a coarse surface around it, or a check of one\n"
                           "       pliant mesh coords ... -o FILE      Green Coordinates of points in a cage\n"
                           "       pliant mesh deform ... -o FILE      a mesh carried along by its cage\n"
                           "\n"
                           "Each shows its options with --help.\n";

static const char info_help[] = "Says what a mesh is like and what is wrong with it.\n"
                                "\n"
                                "  pliant mesh info bunny.obj\n"
                                "\n"
                                "Usage: pliant mesh info FILE... [options]\n"
                                "      --strict   exit with 1 unless each is closed, manifold and faces outwards\n"
                                "  -h, --help\n";

int mesh_usage_error(const char *part, const char *format, ...)
{
  char what[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(what, sizeof what, format, arguments);
  va_end(arguments);
  fprintf(stderr, "pliant mesh %s: %s; `pliant mesh %s --help` shows how\n", part, what, part);
  return EXIT_USAGE;
}

bool mesh_read_length(const char *text, double *out)
{
  const char *end = pl_number_read(text, text + strlen(text), out);
  return end && !*end && *out > 0 && isfinite(*out);
}

int mesh_failed(void)
{
  fprintf(stderr, "%s\n", pl_last_error());
  return EXIT_FAILED;
}

void mesh_print_made(const char *path, const pl_mesh_info *info)
{
  printf("%s: %zu vertices", path, info->vertex_count);
  if (info->triangle_count) printf(", %zu triangles", info->triangle_count);
  if (info->graph_edge_count) printf(", %zu edges", info->graph_edge_count);
  if (info->closed && info->oriented)
    printf(", closed, %.4g m^3", info->volume);
  else if (info->triangle_count)
    printf(", open, %.4g m^2", info->area);
  printf("\n");
}

static int print_info(const char *path, bool strict)
{
  pl_mesh *mesh = NULL;
  pl_mesh_notes notes;
  pl_mesh_info info;
  if (pl_mesh_load(path, &mesh, &notes) != PL_OK) return mesh_failed();
  pl_status status = pl_mesh_inspect(mesh, &info);
  pl_mesh_destroy(mesh);
  if (status != PL_OK) return mesh_failed();
  char text[TEXT_SIZE];
  pl_mesh_describe(&info, text, sizeof text);
  printf("%s\n%s%s", path, text, notes.text);
  bool good = info.closed && info.manifold && info.oriented && info.volume > 0;
  return strict && !good ? EXIT_FAILED : EXIT_OK;
}

int mesh_info(int argc, char **argv)
{
  static const struct option options[] = {
      {"strict", no_argument, NULL, 's'}, {"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};
  bool strict = false;
  optind = 1;
  opterr = 0;
  for (int c = getopt_long(argc, argv, ":h", options, NULL); c != -1;
       c = getopt_long(argc, argv, ":h", options, NULL)) {
    if (c == 'h') {
      fputs(info_help, stdout);
      return EXIT_OK;
    }
    if (c != 's') return mesh_usage_error("info", "unknown option '%s'", argv[optind - 1]);
    strict = true;
  }
  if (optind == argc) return mesh_usage_error("info", "which file?");
  int worst = EXIT_OK;
  for (int i = optind; i < argc; i++) {
    if (i > optind) printf("\n");
    int code = print_info(argv[i], strict);
    if (code > worst) worst = code;
  }
  return worst;
}

int command_mesh(int argc, char **argv)
{
  static const command parts[] = {{"info", NULL, mesh_info},     {"make", NULL, mesh_make},
                                  {"repair", NULL, mesh_repair}, {"graph", NULL, mesh_graph},
                                  {"cage", NULL, mesh_cage},     {"coords", NULL, mesh_coords},
                                  {"deform", NULL, mesh_deform}, {NULL, NULL, NULL}};
  if (argc < 2 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
    fputs(help, argc < 2 ? stderr : stdout);
    return argc < 2 ? EXIT_USAGE : EXIT_OK;
  }
  for (const command *part = parts; part->name; part++)
    if (strcmp(argv[1], part->name) == 0) return part->run(argc - 1, argv + 1);
  fprintf(stderr,
          "pliant mesh: '%s' is not one of info, make, repair, graph, cage, coords, deform; `pliant mesh --help` shows "
          "how\n",
          argv[1]);
  return EXIT_USAGE;
}
