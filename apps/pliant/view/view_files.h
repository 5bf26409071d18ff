/* SPDX-License-Identifier: MIT
   The files of the built page, in memory: what is not in the list cannot be asked for. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "pliant/status.h"

enum { VIEW_PATH_SIZE = 1024 };

typedef struct view_file {
  char *path; /* as in an address: "/index.html" */
  char *data;
  size_t size;
} view_file;

typedef struct view_files {
  view_file *files;
  size_t count, capacity;
} view_files;

pl_status view_files_load(const char *folder, view_files *out);
void view_files_free(view_files *files);
const view_file *view_files_find(const view_files *files, const char *path); /* NULL: none. "/" is "/index.html" */
const char *view_file_type(const char *path);                                /* text/html; charset=utf-8 … */

/* The folder of the page that came with the program, or was built beside it. */
bool view_find_page(char path[VIEW_PATH_SIZE]);
