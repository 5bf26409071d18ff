/* SPDX-License-Identifier: MIT */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "command.h"
#include "file.h"
#include "mesh/mesh_commands.h"
#include "own_files.h"

enum { TEXT_SIZE = 8192 };

static const char help[] =
    "Mends a mesh and says what was done and what is left.\n"
    "\n"
    "  pliant mesh repair scan.stl -o scan.obj --weld\n"
    "\n"
    "Usage: pliant mesh repair FILE -o FILE [options]\n"
    "  -o, --output FILE        .obj or .ply\n"
    "      --weld               join vertices at the same place (indices change)\n"
    "      --weld-distance M    join those within M metres; default: a millionth of the mesh's size\n"
    "      --drop-unused        remove vertices that nothing uses (indices change)\n"
    "      --keep-degenerate    do not drop triangles without area\n"
    "      --keep-duplicates    do not drop triangles that are there twice\n"
    "      --keep-winding       do not turn triangles\n"
    "      --map FILE           write the new index of each old vertex, one per line from 0 on, -1 if it is gone\n"
    "  -h, --help\n";

typedef struct request {
  const char *input, *output, *map;
  pl_repair_options options;
} request;

/* Returns -1 to go on, or an exit code. */
static int read_arguments(int argc, char **argv, request *r)
{
  static const struct option options[] = {{"output", required_argument, NULL, 'o'},
                                          {"weld", no_argument, NULL, 'w'},
                                          {"weld-distance", required_argument, NULL, 'd'},
                                          {"drop-unused", no_argument, NULL, 'u'},
                                          {"keep-degenerate", no_argument, NULL, 'g'},
                                          {"keep-duplicates", no_argument, NULL, 'p'},
                                          {"keep-winding", no_argument, NULL, 'k'},
                                          {"map", required_argument, NULL, 'm'},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
  optind = 1;
  opterr = 0;
  for (int c; (c = getopt_long(argc, argv, ":o:h", options, NULL)) != -1;) {
    switch (c) {
    case 'o': r->output = optarg; break;
    case 'm': r->map = optarg; break;
    case 'w': r->options.weld = true; break;
    case 'u': r->options.unused = true; break;
    case 'g': r->options.degenerate = false; break;
    case 'p': r->options.duplicate = false; break;
    case 'k': r->options.winding = false; break;
    case 'd':
      r->options.weld = true;
      if (!mesh_read_length(optarg, &r->options.weld_distance))
        return mesh_usage_error("repair", "--weld-distance must be a positive number of metres, got '%s'", optarg);
      break;
    case 'h': fputs(help, stdout); return EXIT_OK;
    case ':': return mesh_usage_error("repair", "'%s' needs a value", argv[optind - 1]);
    default: return mesh_usage_error("repair", "unknown option '%s'", argv[optind - 1]);
    }
  }
  if (argc - optind != 1) return mesh_usage_error("repair", argc == optind ? "which file?" : "one file at a time");
  if (!r->output) return mesh_usage_error("repair", "where to? (-o FILE)");
  r->input = argv[optind];
  if (would_replace("mesh repair", r->output, r->input) || would_replace("mesh repair", r->map, r->input))
    return EXIT_FAILED;
  return -1;
}

static pl_status write_map(const char *path, const uint32_t *map, size_t count)
{
  pl_file *file = NULL;
  pl_status status = pl_file_create(path, &file);
  if (status != PL_OK) return status;
  for (size_t v = 0; v < count; v++) pl_file_printf(file, "%ld\n", map[v] == UINT32_MAX ? -1L : (long)map[v]);
  return pl_file_commit(file);
}

static pl_status mend(const request *r, const pl_mesh *mesh, uint32_t *map)
{
  pl_mesh *mended = NULL;
  pl_repair_report report;
  pl_status status = pl_mesh_repair(mesh, &r->options, &mended, map, &report);
  if (status == PL_OK) status = pl_mesh_save(r->output, mended);
  if (status == PL_OK && r->map) status = write_map(r->map, map, pl_mesh_view(mesh).vertex_count);
  if (status == PL_OK) {
    char text[TEXT_SIZE];
    pl_repair_describe(&report, text, sizeof text);
    fputs(text, stdout);
    mesh_print_made(r->output, &report.after);
  }
  pl_mesh_destroy(mended);
  return status;
}

int mesh_repair(int argc, char **argv)
{
  request r = {.options = pl_default_repair_options()};
  int code = read_arguments(argc, argv, &r);
  if (code >= 0) return code;
  pl_mesh *mesh = NULL;
  pl_mesh_notes notes;
  if (pl_mesh_load(r.input, &mesh, &notes) != PL_OK) return mesh_failed();
  fputs(notes.text, stdout);
  uint32_t *map = PL_NEW(uint32_t, pl_mesh_view(mesh).vertex_count);
  pl_status status = map ? mend(&r, mesh, map) : PL_ERROR_MEMORY;
  pl_release(map);
  pl_mesh_destroy(mesh);
  return status == PL_OK ? EXIT_OK : mesh_failed();
}
