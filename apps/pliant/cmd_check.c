/* SPDX-License-Identifier: MIT
   pliant check: does a scene read, and does anything start inside something else? */
#include <getopt.h>
#include <stdio.h>

#include "command.h"
#include "limits.h"
#include "mesh/tangles.h"
#include "pliant/io.h"

static const char help[] =
    "Reads a scene, makes its bodies and lists all that start inside each other or through themselves, with the "
    "numbers of\n"
    "their triangles (as in the mesh, from 0). Only bodies whose \"contact\" is on are looked at. Such a scene can be "
    "run: what is\n"
    "tangled is pushed apart over the first steps. Materials that a step, a mesh or a model cannot represent are told, "
    "too.\n"
    "\n"
    "  pliant check scenes/contact/tangled.json\n"
    "\n"
    "Usage: pliant check [options] SCENE\n"
    "      --json   for machines\n"
    "  -h, --help\n"
    "\n"
    "The exit code is 0 when nothing is tangled, 1 when something is or the scene has a mistake.\n";

static void print_quoted(const char *text)
{
  putchar('"');
  for (const char *c = text; *c; c++) {
    if (*c == '"' || *c == '\\') putchar('\\');
    if ((unsigned char)*c < 0x20)
      printf("\\u%04x", (unsigned)(unsigned char)*c);
    else
      putchar(*c);
  }
  putchar('"');
}

static void print_numbers(const char *name, const uint32_t *numbers, size_t count)
{
  printf(", \"%s\": [", name);
  for (size_t k = 0; k < count; k++) printf("%s%u", k ? ", " : "", numbers[k]);
  printf("]");
}

static void print_json(const pl_world *world)
{
  printf("{ \"tangles\": [");
  for (size_t k = 0; k < pl_world_tangle_count(world); k++) {
    pl_tangle t = pl_world_tangle_at(world, k);
    printf("%s\n  { \"a\": ", k ? "," : "");
    print_quoted(pl_body_name(t.a));
    printf(", \"b\": ");
    print_quoted(pl_body_name(t.b));
    printf(", \"crossings\": %zu, \"inside\": %s, \"depth\": %.9g, \"position\": [%.9g, %.9g, %.9g]", t.crossing_count,
           t.crossing_count ? "false" : "true", t.depth, t.position[0], t.position[1], t.position[2]);
    print_numbers("a_triangles", t.a_triangles, t.a_triangle_count);
    print_numbers("b_triangles", t.b_triangles, t.b_triangle_count);
    printf(" }");
  }
  printf("\n] }\n");
}

static void print_text(const pl_world *world)
{
  for (size_t k = 0; k < pl_world_tangle_count(world); k++) {
    pl_tangle tangle = pl_world_tangle_at(world, k);
    tangle_tell(stdout, &tangle, 0);
    printf("\n");
  }
  if (pl_world_tangle_count(world) == 0)
    printf("%zu %s, nothing is tangled\n", pl_world_body_count(world),
           pl_world_body_count(world) == 1 ? "body" : "bodies");
}

static int check(const char *path, bool json)
{
  pl_scene *scene = NULL;
  pl_world *world = NULL;
  pl_status status = pl_scene_load(path, &scene);
  if (status == PL_OK) status = pl_scene_world(scene, &world);
  if (status == PL_OK) status = pl_world_find_tangles(world);
  if (status == PL_OK) {
    for (size_t i = 0; i < pl_scene_warning_count(scene); i++)
      fprintf(stderr, "pliant check: warning: %s\n", pl_scene_warning(scene, i));
    limits_warn(world, "pliant check: warning: ");
    if (json)
      print_json(world);
    else
      print_text(world);
  } else {
    fprintf(stderr, "pliant check: %s\n", pl_last_error());
  }
  bool good = status == PL_OK && pl_world_tangle_count(world) == 0 && fflush(stdout) == 0;
  pl_world_destroy(world);
  pl_scene_destroy(scene);
  return good ? EXIT_OK : EXIT_FAILED;
}

int command_check(int argc, char **argv)
{
  static const struct option options[] = {
      {"help", no_argument, NULL, 'h'}, {"json", no_argument, NULL, 'j'}, {NULL, 0, NULL, 0}};
  bool json = false;
  for (int c; (c = getopt_long(argc, argv, "h", options, NULL)) != -1;) {
    if (c == 'j') {
      json = true;
      continue;
    }
    if (c != 'h') {
      fprintf(stderr, "`pliant check --help` shows how\n");
      return EXIT_USAGE;
    }
    fputs(help, stdout);
    return EXIT_OK;
  }
  if (argc - optind != 1) {
    fprintf(stderr, "pliant check: name one scene; `pliant check --help` shows how\n");
    return EXIT_USAGE;
  }
  return check(argv[optind], json);
}
