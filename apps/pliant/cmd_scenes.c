/* SPDX-License-Identifier: MIT
   pliant scenes: the gallery, and what a scene may say. */
#include <dirent.h>
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "pliant/io.h"
#include "run/gallery.h"

static const char help[] = "Lists scenes with a line each, or prints what scene files may say.\n"
                           "\n"
                           "  pliant scenes\n"
                           "  pliant run scenes/bar.json -o bar.glb\n"
                           "\n"
                           "Usage: pliant scenes [FOLDER]      lists the scenes there and in folders below\n"
                           "                                   (default: those that came with the program)\n"
                           "       pliant scenes --schema      prints the JSON Schema of scene files, for editors\n"
                           "       pliant scenes --reference   prints all keys of scene files as Markdown\n"
                           "  -h, --help\n";

static int is_scene(const struct dirent *entry)
{
  size_t length = strlen(entry->d_name);
  return entry->d_name[0] != '.' && length > 5 && strcmp(entry->d_name + length - 5, ".json") == 0;
}

/* Says why a scene cannot be listed, and goes on. */
static bool print_scene(const char *folder, const char *name)
{
  char path[GALLERY_PATH_SIZE + 256];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  pl_scene *scene = NULL;
  if (pl_scene_outline(path, &scene) != PL_OK) {
    fprintf(stderr, "pliant scenes: %s\n", pl_last_error());
    return false;
  }
  printf("%-36s %5.4g s  %s\n", path, pl_scene_duration(scene), pl_scene_title(scene));
  pl_scene_destroy(scene);
  return true;
}

static int is_subfolder(const struct dirent *entry) { return entry->d_name[0] != '.' && !strchr(entry->d_name, '.'); }

/* The scenes of a folder, then those of the folders in it. */
static bool list_folder(const char *folder)
{
  struct dirent **entries = NULL;
  bool all = true;
  int count = scandir(folder, &entries, is_scene, alphasort);
  for (int i = 0; i < count; i++) {
    all = print_scene(folder, entries[i]->d_name) && all;
    free(entries[i]);
  }
  free(entries);
  entries = NULL;
  count = scandir(folder, &entries, is_subfolder, alphasort);
  for (int i = 0; i < count; i++) {
    char path[GALLERY_PATH_SIZE];
    int length = snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
    if (length < GALLERY_PATH_SIZE && is_folder(path)) all = list_folder(path) && all;
    free(entries[i]);
  }
  free(entries);
  return all;
}

static int list(const char *wanted)
{
  char folder[GALLERY_PATH_SIZE];
  if (wanted)
    snprintf(folder, sizeof folder, "%s", wanted);
  else if (!find_gallery(folder)) {
    fprintf(stderr, "pliant scenes: there is no folder \"scenes\" here; name the folder to list\n");
    return EXIT_FAILED;
  }
  if (!is_folder(folder)) {
    fprintf(stderr, "pliant scenes: %s: cannot be opened\n", folder);
    return EXIT_FAILED;
  }
  return list_folder(folder) ? EXIT_OK : EXIT_FAILED;
}

static int print_text(pl_status (*make)(char **text))
{
  char *text = NULL;
  if (make(&text) != PL_OK) {
    fprintf(stderr, "pliant scenes: %s\n", pl_last_error());
    return EXIT_FAILED;
  }
  fputs(text, stdout);
  pl_free(text);
  return fflush(stdout) == 0 ? EXIT_OK : EXIT_FAILED;
}

int command_scenes(int argc, char **argv)
{
  static const struct option options[] = {{"help", no_argument, NULL, 'h'},
                                          {"schema", no_argument, NULL, 's'},
                                          {"reference", no_argument, NULL, 'r'},
                                          {NULL, 0, NULL, 0}};
  switch (getopt_long(argc, argv, "h", options, NULL)) {
  case 'h': fputs(help, stdout); return EXIT_OK;
  case 's': return print_text(pl_scene_schema);
  case 'r': return print_text(pl_scene_reference);
  case -1: break;
  default: fprintf(stderr, "`pliant scenes --help` shows how\n"); return EXIT_USAGE;
  }
  if (argc - optind > 1) {
    fprintf(stderr, "pliant scenes: name one folder; `pliant scenes --help` shows how\n");
    return EXIT_USAGE;
  }
  return list(optind < argc ? argv[optind] : NULL);
}
