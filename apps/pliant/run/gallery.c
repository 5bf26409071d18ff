/* SPDX-License-Identifier: MIT */
#include "run/gallery.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool is_folder(const char *path)
{
  DIR *folder = opendir(path);
  if (folder) closedir(folder);
  return folder != NULL;
}

bool find_gallery(char path[GALLERY_PATH_SIZE])
{
  snprintf(path, GALLERY_PATH_SIZE, "scenes");
  if (is_folder(path)) return true;
  char program[GALLERY_PATH_SIZE - 64];
  ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  if (length <= 0) return false;
  program[length] = '\0';
  char *slash = strrchr(program, '/');
  if (slash) *slash = '\0';
  static const char *const places[] = {"../scenes", "../share/pliant/scenes"};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    snprintf(path, GALLERY_PATH_SIZE, "%s/%s", program, places[i]);
    if (is_folder(path)) return true;
  }
  return false;
}
