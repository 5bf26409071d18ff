/* SPDX-License-Identifier: MIT
   Files in and out. A file is written beside its target and takes the target's name only when it is complete, so a full
   disk or an interruption never leaves half a file under a good name. */
#pragma once

#include "base/status.h"
#include "pliant/status.h"

typedef struct pl_file pl_file;

/* Opens a temporary file in the target's folder (its name ends in ".part"). */
PL_API pl_status pl_file_create(const char *path, pl_file **out);

/* The first failure sticks: later calls do nothing and return it, so a writer may check only pl_file_commit. */
PL_API pl_status pl_file_write(pl_file *file, const void *data, size_t size);
PL_API pl_status pl_file_printf(pl_file *file, const char *format, ...)
    PL_PRINTF(2, 3); /* numbers as in the C locale */

/* Writes over what is there already, such as a count in a header; the next pl_file_write continues at the end. */
PL_API pl_status pl_file_write_at(pl_file *file, uint64_t offset, const void *data, size_t size);
PL_API uint64_t pl_file_size(const pl_file *file);         /* bytes written so far */
PL_API const char *pl_file_path(const pl_file *file);      /* the target */
PL_API const char *pl_file_part_path(const pl_file *file); /* the temporary file */

/* Flushes, closes and renames, or removes the temporary file and says why not. Frees the file either way. */
PL_API pl_status pl_file_commit(pl_file *file);
/* Gives a complete file its name: what was there of a plain file is replaced, links are followed to where they lead,
   and into anything special (a pipe, a device) the content is written. The file `part` is gone afterwards, if it
   worked. */
PL_API pl_status pl_file_place(const char *part, const char *target);
PL_API void pl_file_abandon(pl_file *file); /* removes what was written and frees; NULL is fine */

/* For work that can be interrupted and continued, even after a crash. Keeping brings what was written to the disk and
   gives the temporary file its lasting name, the target's with ".part" added; suspending keeps, closes and frees
   (or, failing, removes).   Resuming opens that file again and drops everything after its first size bytes. */
PL_API pl_status pl_file_keep(pl_file *file);
PL_API pl_status pl_file_suspend(pl_file *file);
PL_API pl_status pl_file_resume(const char *path, uint64_t size, pl_file **out);

/* Reads a whole file (or pipe). The data ends with an extra zero byte that size does not count; release with
   pl_release. */
PL_API pl_status pl_file_read(const char *path, char **data, size_t *size);
