/* SPDX-License-Identifier: MIT
   Names of files, put together. All results are released with pl_release. */
#pragma once

#include "base/status.h"

/* printf to memory that just fits; NULL when there is none. */
char *pl_text(const char *format, ...) PL_PRINTF(1, 2);

const char *pl_path_name(const char *path);      /* after the last slash */
const char *pl_path_extension(const char *path); /* from the last dot of the name, or "" */
char *pl_path_stem(const char *path);            /* the name without folder and extension */
char *pl_path_folder(const char *path);          /* up to and with the last slash, or "" */

/* A body's name as a part of a file name: anything but letters, digits, '-' and '.' becomes '_'. */
char *pl_file_word(const char *name);
