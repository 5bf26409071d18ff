/* SPDX-License-Identifier: MIT */
#include "cache/staging.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/status.h"
#include "cache/formats/text.h"
#include "file.h"

typedef struct entry {
  char *part;      /* where it is written */
  char *final;     /* where it belongs */
  bool own_folder; /* it belongs into a folder that may have to be made */
} entry;

struct pl_staging {
  char *target;
  char *stem;
  char *part;  /* the folder */
  int journal; /* open, locked; -1: not */
  entry *entries;
  size_t count, capacity;
};

static void release(pl_staging *staging)
{
  if (!staging) return;
  if (staging->journal >= 0) close(staging->journal);
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

/* The journal in the folder says whose it is and what we put there: a first line, then "@PROCESS" for everyone who
   wrote, and a name per line, noted before the file is made. Held locked while the staging lives. */
static const char journal_name[] = ".pliant-files", journal_head[] = "pliant staging 1\n";
enum { LINE = 1024 };

static void note(const pl_staging *staging, const char *mark, const char *name)
{
  char line[LINE];
  int length = snprintf(line, sizeof line, "%s%s\n", mark, name);
  if (length > 0 && (size_t)length < sizeof line && write(staging->journal, line, (size_t)length) < length) errno = 0;
}

/* Line by line, without memory of ours: this must work when there is none. false: the end. */
static bool next_line(int journal, off_t *at, char line[LINE])
{
  ssize_t got = pread(journal, line, LINE - 1, *at);
  if (got <= 0) return false;
  line[got] = 0;
  char *end = strchr(line, '\n');
  if (!end) return false; /* cut off while it was written: that file was never made */
  *end = 0;
  *at += end - line + 1;
  return true;
}

static void remove_plain(int folder, const char *name)
{
  struct stat about;
  if (fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(about.st_mode)) unlinkat(folder, name, 0);
}

/* Under its name, and under those that it had while it was written (file.c). */
static void remove_noted(int folder, int journal, const char *name)
{
  char part[2 * LINE + 64], line[LINE];
  off_t at = (off_t)strlen(journal_head);
  remove_plain(folder, name);
  snprintf(part, sizeof part, "%s.part", name);
  remove_plain(folder, part);
  while (next_line(journal, &at, line))
    for (int i = 0; line[0] == '@' && i < 2; i++) {
      snprintf(part, sizeof part, "%s.%s-%d.part", name, line + 1, i);
      remove_plain(folder, part);
    }
}

/* Anything else in the folder stays, and makes the rmdir of the caller fail, which is what it should. */
static void empty_folder(const pl_staging *staging)
{
  int folder = open(staging->part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0) return;
  char line[LINE];
  off_t at = (off_t)strlen(journal_head);
  while (next_line(staging->journal, &at, line))
    if (line[0] != '@' && !strchr(line, '/')) remove_noted(folder, staging->journal, line);
  close(folder);
}

static char *journal_path(const pl_staging *staging) { return pl_text("%s/%s", staging->part, journal_name); }

static pl_status not_ours(const pl_staging *staging)
{
  return pl_fail(PL_ERROR_FILE,
                 "%s: is in the way: a folder of that name is needed while writing %s, and this one was not made by "
                 "pliant; move it away or choose another output",
                 staging->part, staging->target);
}

static pl_status hold_journal(const pl_staging *staging)
{
  if (flock(staging->journal, LOCK_EX | LOCK_NB) == 0) return PL_OK;
  char line[LINE], who[LINE] = "@?";
  off_t at = (off_t)strlen(journal_head);
  while (next_line(staging->journal, &at, line))
    if (line[0] == '@') memcpy(who, line, sizeof who);
  return pl_fail(PL_ERROR_FILE,
                 "%s: is being written by another process, %s, in %s; wait for it or choose another output",
                 staging->target, who + 1, staging->part);
}

static pl_status open_journal(pl_staging *staging, bool there)
{
  char *path = journal_path(staging), begin[sizeof journal_head] = {0};
  if (!path) return PL_ERROR_MEMORY;
  int flags = O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | (there ? 0 : O_CREAT | O_EXCL);
  staging->journal = open(path, flags, 0666);
  pl_release(path);
  struct stat about;
  if (there && (staging->journal < 0 || fstat(staging->journal, &about) != 0 || !S_ISREG(about.st_mode) ||
                pread(staging->journal, begin, sizeof begin - 1, 0) != (ssize_t)sizeof begin - 1 ||
                strcmp(begin, journal_head) != 0))
    return not_ours(staging);
  if (staging->journal < 0)
    return pl_fail(PL_ERROR_FILE, "%s: cannot be written: %s", staging->target, strerror(errno));
  return hold_journal(staging);
}

static pl_status open_folder(pl_staging *staging, bool resume)
{
  struct stat about;
  if (stat(staging->target, &about) == 0 && S_ISDIR(about.st_mode))
    return pl_fail(PL_ERROR_FILE, "%s: cannot be written: a folder has that name", staging->target);
  if (strchr(staging->target, '\n'))
    return pl_fail(PL_ERROR_ARGUMENT, "%s: a name for outputs must not hold the end of a line", staging->target);
  bool there = lstat(staging->part, &about) == 0;
  if (there && !S_ISDIR(about.st_mode)) return not_ours(staging);
  if (resume && !there)
    return pl_fail(PL_ERROR_FILE, "%s: cannot be resumed: %s is not there", staging->target, staging->part);
  if (!there && mkdir(staging->part, 0777) != 0) {
    const char *advice = errno == ENOENT ? "; does the folder exist?" : "";
    return pl_fail(PL_ERROR_FILE, "%s: cannot be written: %s%s", staging->target, strerror(errno), advice);
  }
  pl_status status = open_journal(staging, there);
  if (status == PL_OK && there && !resume) {
    empty_folder(staging);
    if (ftruncate(staging->journal, (off_t)strlen(journal_head)) != 0) status = not_ours(staging);
  }
  if (status == PL_OK && !there) note(staging, "", "pliant staging 1");
  char process[32];
  snprintf(process, sizeof process, "%ld", (long)getpid());
  if (status == PL_OK) note(staging, "@", process);
  if (status != PL_OK && !there) rmdir(staging->part);
  return status;
}

pl_status pl_staging_open(const char *target, bool resume, pl_staging **out)
{
  *out = NULL;
  pl_staging *staging = PL_NEW(pl_staging, 1);
  if (!staging) return PL_ERROR_MEMORY;
  staging->journal = -1;
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

char *pl_staging_scratch(const pl_staging *staging, const char *name)
{
  note(staging, "", name);
  return pl_text("%s/%s", staging->part, name);
}

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
  return pl_file_place(moved->part, moved->final);
}

/* Takes back the files from first on, that were moved already, and the folder made for them. */
static void undo(const pl_staging *staging, size_t first, bool made_folder)
{
  struct stat about;
  for (size_t i = first; i < staging->count; i++)
    if (lstat(staging->entries[i].final, &about) == 0 && S_ISREG(about.st_mode)) unlink(staging->entries[i].final);
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
  empty_folder(staging);
  int folder = open(staging->part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder >= 0) {
    remove_plain(folder, journal_name);
    close(folder);
  }
  rmdir(staging->part);
  release(staging);
}
