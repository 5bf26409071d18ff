/* SPDX-License-Identifier: MIT
   pliant explain: what a scene really says. */
#include <getopt.h>
#include <stdio.h>

#include "command.h"
#include "pliant/io.h"

static const char help[] =
    "Prints every effective value of a scene, its unit and where it came from: the file and line, a default, or "
    "derived\n"
    "from others. Also a check: a scene with a mistake is refused with the place of the mistake.\n"
    "\n"
    "  pliant explain scenes/bar.json\n"
    "\n"
    "Usage: pliant explain SCENE\n"
    "  -h, --help\n";

static int explain(const char *path)
{
  pl_scene *scene = NULL;
  char *text = NULL;
  pl_status status = pl_scene_load(path, &scene);
  if (status == PL_OK) status = pl_scene_explain(scene, &text);
  if (status == PL_OK) {
    fputs(text, stdout);
    for (size_t i = 0; i < pl_scene_warning_count(scene); i++)
      fprintf(stderr, "pliant explain: warning: %s\n", pl_scene_warning(scene, i));
  } else {
    fprintf(stderr, "pliant explain: %s\n", pl_last_error());
  }
  pl_free(text);
  pl_scene_destroy(scene);
  if (status == PL_OK && fflush(stdout) != 0) status = PL_ERROR_FILE;
  return status == PL_OK ? EXIT_OK : EXIT_FAILED;
}

int command_explain(int argc, char **argv)
{
  static const struct option options[] = {{"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};
  for (int c; (c = getopt_long(argc, argv, "h", options, NULL)) != -1;) {
    if (c != 'h') {
      fprintf(stderr, "`pliant explain --help` shows how\n");
      return EXIT_USAGE;
    }
    fputs(help, stdout);
    return EXIT_OK;
  }
  if (argc - optind != 1) {
    fprintf(stderr, "pliant explain: name one scene; `pliant explain --help` shows how\n");
    return EXIT_USAGE;
  }
  return explain(argv[optind]);
}
