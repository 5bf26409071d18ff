/* SPDX-License-Identifier: MIT
   pliant mesh cage: a coarse surface around a mesh, made or checked. */
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "base/status.h"
#include "command.h"
#include "mesh/mesh_commands.h"
#include "number.h"
#include "own_files.h"

enum { TEXT_SIZE = 4096 };

static const char help[] =
    "Makes a cage: a coarse closed surface around a mesh that can carry it along. Or checks one.\n"
    "\n"
    "  pliant mesh cage duck.obj --vertices 56 -o cage.obj\n"
    "  pliant mesh cage duck.obj --check cage.obj\n"
    "\n"
    "Usage: pliant mesh cage FILE -o FILE [options]\n"
    "       pliant mesh cage FILE --check CAGE [--margin M]\n"
    "  -o, --output FILE        .obj or .ply\n"
    "      --vertices N         of the cage, from 8 on; default 56\n"
    "      --margin M           least distance between cage and mesh in metres; default: 1 % of the mesh's diagonal\n"
    "                           (with --check: a millionth of the cage's)\n"
    "      --offset M           mean distance to begin with; default: 5 % of the diagonal, more if the number needs "
    "it\n"
    "      --check CAGE         is this cage closed, oriented, free of crossings, and around the mesh? exits with 1 if "
    "not\n"
    "  -h, --help\n"
    "\n"
    "Any mesh will do: open, in several parts, with faults. A made cage is always valid; if the number of vertices "
    "cannot be\n"
    "reached, the nearest is taken, and said.\n";

typedef struct request {
  const char *input, *output, *check;
  pl_cage_def def;
} request;

static bool read_count(const char *text, size_t *out)
{
  int64_t value;
  const char *end = pl_integer_read(text, text + strlen(text), &value);
  if (!end || *end || value < 8) return false;
  *out = (size_t)value;
  return true;
}

/* Returns -1 to go on, or an exit code. */
static int read_arguments(int argc, char **argv, request *r)
{
  static const struct option options[] = {{"output", required_argument, NULL, 'o'},
                                          {"vertices", required_argument, NULL, 'n'},
                                          {"margin", required_argument, NULL, 'm'},
                                          {"offset", required_argument, NULL, 'd'},
                                          {"check", required_argument, NULL, 'c'},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
  optind = 1;
  opterr = 0;
  for (int c; (c = getopt_long(argc, argv, ":o:h", options, NULL)) != -1;) {
    switch (c) {
    case 'o': r->output = optarg; break;
    case 'c': r->check = optarg; break;
    case 'n':
      if (!read_count(optarg, &r->def.vertices))
        return mesh_usage_error("cage", "--vertices must be a whole number from 8 on, got '%s'", optarg);
      break;
    case 'm':
      if (!mesh_read_length(optarg, &r->def.margin))
        return mesh_usage_error("cage", "--margin must be a positive number of metres, got '%s'", optarg);
      break;
    case 'd':
      if (!mesh_read_length(optarg, &r->def.offset))
        return mesh_usage_error("cage", "--offset must be a positive number of metres, got '%s'", optarg);
      break;
    case 'h': fputs(help, stdout); return EXIT_OK;
    case ':': return mesh_usage_error("cage", "'%s' needs a value", argv[optind - 1]);
    default: return mesh_usage_error("cage", "unknown option '%s'", argv[optind - 1]);
    }
  }
  if (argc - optind != 1) return mesh_usage_error("cage", argc == optind ? "which file?" : "one file at a time");
  if (!r->output == !r->check) return mesh_usage_error("cage", "-o FILE to make one, or --check CAGE to look at one");
  r->input = argv[optind];
  if (would_replace("mesh cage", r->output, r->input)) return EXIT_FAILED;
  return -1;
}

static void print_report(const pl_cage_report *report)
{
  char text[TEXT_SIZE];
  pl_cage_describe(report, text, sizeof text);
  fputs(text, stdout);
}

static pl_status make(const request *r)
{
  pl_mesh *cage = NULL;
  pl_cage_report report;
  pl_status status = pl_make_cage(&r->def, &cage, &report);
  if (status != PL_OK) return pl_fail_in(status, "%s: ", r->input);
  print_report(&report);
  status = pl_mesh_save(r->output, cage);
  if (status == PL_OK)
    printf("%s: %zu vertices, %zu triangles\n", r->output, report.vertex_count, report.triangle_count);
  pl_mesh_destroy(cage);
  return status;
}

static pl_status check(const request *r, bool *good)
{
  pl_mesh *cage = NULL;
  pl_cage_report report;
  PL_TRY(pl_mesh_load(r->check, &cage, NULL));
  pl_status status = pl_cage_check(cage, r->def.mesh, r->def.margin, &report);
  pl_mesh_destroy(cage);
  if (status != PL_OK) return pl_fail_in(status, "%s: ", r->check);
  printf("%s\n", r->check);
  print_report(&report);
  *good = report.good;
  return PL_OK;
}

int mesh_cage(int argc, char **argv)
{
  request r = {.def = pl_default_cage_def()};
  int code = read_arguments(argc, argv, &r);
  if (code >= 0) return code;
  pl_mesh *mesh = NULL;
  pl_mesh_notes notes;
  if (pl_mesh_load(r.input, &mesh, &notes) != PL_OK) return mesh_failed();
  fputs(notes.text, stdout);
  r.def.mesh = mesh;
  bool good = true;
  pl_status status = r.check ? check(&r, &good) : make(&r);
  pl_mesh_destroy(mesh);
  if (status != PL_OK) return mesh_failed();
  return good ? EXIT_OK : EXIT_FAILED;
}
