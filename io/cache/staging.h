/* SPDX-License-Identifier: MIT
   Files that appear together or not at all. They are written into a folder beside the target, named like it with
   ".part" added, and moved to their places when everything is complete, the first announced last: it should be the one
   that refers to the others. The folder outlives an interrupted run, so that it can be resumed. */
#pragma once

#include <stdbool.h>

#include "pliant/status.h"

typedef struct pl_staging pl_staging;

/* Makes the folder, or with resume expects it there. A folder left by a run that died is emptied first, of what its
   journal says that we made, and nothing else; one without a journal of ours is refused, and so is one that a living
   process writes to. */
pl_status pl_staging_open(const char *target, bool resume, pl_staging **out);

const char *pl_staging_target(const pl_staging *staging);
const char *pl_staging_stem(const pl_staging *staging); /* the target's name without folder and extension */

/* Announces a file by its name beside the target, which may be in a folder of its own ("bar/bar_0000.vtp"). Write it to
   *path (valid as long as the staging). */
pl_status pl_staging_add(pl_staging *staging, const char *name, const char **path);

/* A path in the folder for something that is needed only while writing. Release with pl_release. */
char *pl_staging_scratch(const pl_staging *staging, const char *name);

/* Where the announced files will be. */
size_t pl_staging_count(const pl_staging *staging);
const char *pl_staging_final(const pl_staging *staging, size_t i);

/* Moves the announced files to their places, removes the folder and frees. On failure nothing of it is left. */
pl_status pl_staging_commit(pl_staging *staging);
void pl_staging_suspend(pl_staging *staging); /* frees, leaves the folder */
void pl_staging_abandon(pl_staging *staging); /* removes the folder with everything in it, frees; NULL is fine */
