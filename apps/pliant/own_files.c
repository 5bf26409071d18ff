/* SPDX-License-Identifier: MIT */
#include "own_files.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

bool is_same_file(const char *a, const char *b)
{
  struct stat first, second;
  if (stat(a, &first) != 0 || stat(b, &second) != 0) return strcmp(a, b) == 0;
  return S_ISREG(first.st_mode) && first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

bool would_replace(const char *command, const char *output, const char *input)
{
  if (!input || !output || !is_same_file(output, input)) return false;
  fprintf(stderr, "pliant %s: the output %s would replace the input %s; choose another name\n", command, output, input);
  return true;
}

bool would_replace_scene(const char *command, const char *output, const pl_scene *scene, const char *made)
{
  for (size_t i = 0; i < pl_scene_input_count(scene); i++) {
    const char *input = pl_scene_input_at(scene, i);
    if (made && is_same_file(input, made)) continue;
    if (would_replace(command, output, input)) return true;
  }
  return false;
}
