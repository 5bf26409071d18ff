/* SPDX-License-Identifier: MIT */
#include "cache/staging.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/status.h"
#include "cache/text.h"

typedef struct entry {
  char *part;      /* where it is written */
  char *final;     /* where it belongs */
  bool own_folder; /* it belongs into a folder that may have to be made */
} entry;

struct pl_staging {
  char *target;
  char *stem;
  char *part; /* the folder */
  entry *entries;
  size_t count, capacity;
};

static void release(pl_staging *staging)
{
  if (!staging) return;
  for (size_t i = 0; i < staging->count; i++) {
    pl_release(staging->entries[i].part);
    pl_release(staging->entries[i].final);
  }
  pl_release(staging->entries);
  pl_release(staging->target);
  pl_release(staging->stem);
  pl_release(staging->part);
  pl_release(staging);
}

/* Removes the plain files in the folder. Only files of ours are ever there; anything else makes the rmdir of the caller
   fail, which is what it should. Names are put together on the stack: this must work when memory is out. */
static void empty_folder(const char *folder)
{
  DIR *listing = opendir(folder);
  if (!listing) return;
  char path[4096];
  for (struct dirent *item = readdir(listing); item; item = readdir(listing)) {
    struct stat about;
    int length = snprintf(path, sizeof path, "%s/%s", folder, item->d_name);
    if (length > 0 && (size_t)length < sizeof path && lstat(path, &about) == 0 && S_ISREG(about.st_mode)) unlink(path);
  }
  closedir(listing);
}

static pl_status open_folder(const pl_staging *staging, bool resume)
{
  struct stat about;
  if (stat(staging->target, &about) == 0 && S_ISDIR(about.st_mode))
    return pl_fail(PL_ERROR_FILE, "%s: cannot be written: a folder has that name", staging->target);
  bool there = stat(staging->part, &about) == 0;
  if (there && !S_ISDIR(about.st_mode))
    return pl_fail(PL_ERROR_FILE, "%s: is in the way: a folder of that name is needed while writing", staging->part);
  if (resume)
    return there ? PL_OK
                 : pl_fail(PL_ERROR_FILE, "%s: cannot be resumed: %s is not there", staging->target, staging->part);
  if (there) empty_folder(staging->part);
  if (there || mkdir(staging->part, 0777) == 0) return PL_OK;
  const char *advice = errno == ENOENT ? "; does the folder exist?" : "";
  return pl_fail(PL_ERROR_FILE, "%s: cannot be written: %s%s", staging->target, strerror(errno), advice);
}

pl_status pl_staging_open(const char *target, bool resume, pl_staging **out)
{
  *out = NULL;
  pl_staging *staging = PL_NEW(pl_staging, 1);
  if (!staging) return PL_ERROR_MEMORY;
  staging->target = pl_text("%s", target);
  staging->stem = pl_path_stem(target);
  staging->part = pl_text("%s.part", target);
  pl_status status = staging->target && staging->stem && staging->part ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK) status = open_folder(staging, resume);
  if (status != PL_OK) {
    release(staging);
    return status;
  }
  *out = staging;
  return PL_OK;
}

const char *pl_staging_target(const pl_staging *staging) { return staging->target; }
const char *pl_staging_stem(const pl_staging *staging) { return staging->stem; }
size_t pl_staging_count(const pl_staging *staging) { return staging->count; }
const char *pl_staging_final(const pl_staging *staging, size_t i) { return staging->entries[i].final; }

char *pl_staging_scratch(const pl_staging *staging, const char *name) { return pl_text("%s/%s", staging->part, name); }

pl_status pl_staging_add(pl_staging *staging, const char *name, const char **path)
{
  PL_TRY(pl_grow((void **)&staging->entries, &staging->capacity, staging->count + 1, sizeof *staging->entries));
  char *folder = pl_path_folder(staging->target);
  entry added = {.part = pl_staging_scratch(staging, pl_path_name(name)),
                 .final = folder ? pl_text("%s%s", folder, name) : NULL,
                 .own_folder = pl_path_name(name) != name};
  pl_release(folder);
  if (!added.part || !added.final) {
    pl_release(added.part);
    pl_release(added.final);
    return PL_ERROR_MEMORY;
  }
  staging->entries[staging->count++] = added;
  *path = added.part;
  return PL_OK;
}

static void folder_of(const char *path, char *folder, size_t size)
{
  snprintf(folder, size, "%.*s", (int)(pl_path_name(path) - path - 1), path);
}

static pl_status move_into_place(const entry *moved, bool *made_folder)
{
  if (moved->own_folder) {
    char folder[4096];
    folder_of(moved->final, folder, sizeof folder);
    if (mkdir(folder, 0777) == 0)
      *made_folder = true;
    else if (errno != EEXIST)
      return pl_fail(PL_ERROR_FILE, "%s: cannot make the folder: %s", folder, strerror(errno));
  }
  if (rename(moved->part, moved->final) == 0) return PL_OK;
  return pl_fail(PL_ERROR_FILE, "%s: cannot be moved to its place: %s", moved->final, strerror(errno));
}

/* Takes back the files from first on, that were moved already, and the folder made for them. */
static void undo(const pl_staging *staging, size_t first, bool made_folder)
{
  for (size_t i = first; i < staging->count; i++) unlink(staging->entries[i].final);
  char folder[4096];
  for (size_t i = 0; i < staging->count && made_folder; i++) {
    const entry *moved = &staging->entries[i];
    if (!moved->own_folder) continue;
    folder_of(moved->final, folder, sizeof folder);
    rmdir(folder);
    return;
  }
}

pl_status pl_staging_commit(pl_staging *staging)
{
  pl_status status = PL_OK;
  bool made_folder = false;
  for (size_t i = staging->count; i > 0 && status == PL_OK; i--) {
    status = move_into_place(&staging->entries[i - 1], &made_folder);
    if (status != PL_OK) undo(staging, i, made_folder);
  }
  pl_staging_abandon(staging);
  return status;
}

void pl_staging_suspend(pl_staging *staging) { release(staging); }

void pl_staging_abandon(pl_staging *staging)
{
  if (!staging) return;
  empty_folder(staging->part);
  rmdir(staging->part);
  release(staging);
}
