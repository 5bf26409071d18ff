/* SPDX-License-Identifier: MIT */
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/status.h"

enum { PART_TRIES = 100, MESSAGE_SIZE = 512 };
#define READ_LIMIT ((size_t)1 << 33) /* 8 GiB: more is surely not a scene or a mesh */

struct pl_file {
  char *path;
  char *part_path;
  FILE *stream;
  locale_t c_locale; /* a host may have set a locale whose numbers have a comma */
  uint64_t size;
  pl_status status;           /* the first failure, or PL_OK */
  char message[MESSAGE_SIZE]; /* of that failure; others may come before the commit */
};

static void release_file(pl_file *file)
{
  if (file->stream) fclose(file->stream);
  if (file->c_locale) freelocale(file->c_locale);
  pl_release(file->path);
  pl_release(file->part_path);
  pl_release(file);
}

static pl_status fail(pl_file *file, pl_status status)
{
  file->status = status;
  snprintf(file->message, sizeof file->message, "%s", pl_last_error());
  return status;
}

static pl_status fail_to_write(pl_file *file)
{
  int reason = errno;
  const char *advice = reason == ENOSPC || reason == EDQUOT ? "; free some space and try again" : "";
  return fail(file, pl_fail(PL_ERROR_FILE, "%s: writing failed after %llu bytes: %s%s", file->path,
                            (unsigned long long)file->size, strerror(reason), advice));
}

/* Neither a plain file nor a link to one: it is written into, never replaced. */
static bool is_special(const char *path)
{
  struct stat about;
  return stat(path, &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode);
}

/* An unused name beside the target; for a device or a pipe, whose folder is no place for files,
   elsewhere. */
static void name_part(const pl_file *file, int i, char *name, size_t size)
{
  if (is_special(file->path))
    snprintf(name, size, "/tmp/pliant-%ld-%d.part", (long)getpid(), i);
  else
    snprintf(name, size, "%s.%ld-%d.part", file->path, (long)getpid(), i);
}

static pl_status open_part(pl_file *file, size_t part_size)
{
  int descriptor = -1;
  for (int i = 0; i < PART_TRIES && descriptor < 0; i++) {
    name_part(file, i, file->part_path, part_size);
    descriptor = open(file->part_path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (descriptor < 0 && errno != EEXIST) break;
  }
  if (descriptor < 0) {
    const char *advice = errno == ENOENT ? "; does the folder exist?" : "";
    return pl_fail(PL_ERROR_FILE, "%s: cannot create it: %s%s", file->path, strerror(errno), advice);
  }
  file->stream = fdopen(descriptor, "wb+");
  if (file->stream) return PL_OK;
  close(descriptor);
  unlink(file->part_path);
  return pl_fail(PL_ERROR_MEMORY, "%s: cannot create it: %s", file->path, strerror(errno));
}

static pl_status open_kept(pl_file *file, size_t part_size)
{
  snprintf(file->part_path, part_size, "%s.part", file->path);
  int descriptor = open(file->part_path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  struct stat about;
  if (descriptor >= 0 && (fstat(descriptor, &about) != 0 || !S_ISREG(about.st_mode))) {
    close(descriptor);
    return pl_fail(PL_ERROR_FILE, "%s: cannot be continued: it is no plain file", file->part_path);
  }
  if (descriptor >= 0 && fstat(descriptor, &about) == 0 && (uint64_t)about.st_size < file->size) {
    close(descriptor);
    return pl_fail(PL_ERROR_FILE, "%s: cannot be continued: it has %lld bytes where %llu were written before",
                   file->part_path, (long long)about.st_size, (unsigned long long)file->size);
  }
  if (descriptor >= 0 && ftruncate(descriptor, (off_t)file->size) == 0) file->stream = fdopen(descriptor, "rb+");
  if (file->stream && fseeko(file->stream, 0, SEEK_END) == 0) return PL_OK;
  pl_status status = pl_fail(PL_ERROR_FILE, "%s: cannot be continued: %s", file->part_path, strerror(errno));
  if (descriptor >= 0 && !file->stream) close(descriptor);
  return status;
}

static pl_status open_file(const char *path, uint64_t size, pl_status (*open_stream)(pl_file *, size_t), pl_file **out)
{
  size_t length = strlen(path), part_size = length + 96;
  pl_file *file = PL_NEW(pl_file, 1);
  if (!file) return PL_ERROR_MEMORY;
  file->path = PL_NEW(char, length + 1);
  file->part_path = file->path ? PL_NEW(char, part_size) : NULL;
  if (!file->part_path) {
    release_file(file);
    return PL_ERROR_MEMORY;
  }
  memcpy(file->path, path, length + 1);
  file->size = size;
  file->c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  pl_status status = file->c_locale ? open_stream(file, part_size)
                                    : pl_fail(PL_ERROR_MEMORY, "%s: cannot be opened: out of memory", path);
  if (status != PL_OK) {
    release_file(file);
    return status;
  }
  *out = file;
  return PL_OK;
}

pl_status pl_file_create(const char *path, pl_file **out)
{
  *out = NULL;
  if (!path || !path[0]) return pl_fail(PL_ERROR_ARGUMENT, "a file to write needs a name");
  struct stat there;
  if (stat(path, &there) == 0 && S_ISDIR(there.st_mode))
    return pl_fail(PL_ERROR_FILE, "%s: cannot create it: a folder has that name", path);
  return open_file(path, 0, open_part, out);
}

pl_status pl_file_resume(const char *path, uint64_t size, pl_file **out)
{
  *out = NULL;
  if (!path || !path[0]) return pl_fail(PL_ERROR_ARGUMENT, "a file to continue needs a name");
  return open_file(path, size, open_kept, out);
}

pl_status pl_file_write(pl_file *file, const void *data, size_t size)
{
  if (file->status != PL_OK || size == 0) return file->status;
  size_t written = fwrite(data, 1, size, file->stream);
  file->size += written;
  return written == size ? PL_OK : fail_to_write(file);
}

pl_status pl_file_printf(pl_file *file, const char *format, ...)
{
  if (file->status != PL_OK) return file->status;
  locale_t before = uselocale(file->c_locale);
  va_list arguments;
  va_start(arguments, format);
  int written = vfprintf(file->stream, format, arguments);
  va_end(arguments);
  uselocale(before);
  if (written < 0) return fail_to_write(file);
  file->size += (uint64_t)written;
  return PL_OK;
}

pl_status pl_file_write_at(pl_file *file, uint64_t offset, const void *data, size_t size)
{
  if (file->status != PL_OK) return file->status;
  if (offset > file->size || size > file->size - offset)
    return fail(file, pl_fail(PL_ERROR_ARGUMENT, "%s: bytes %llu to %llu were not written yet", file->path,
                              (unsigned long long)offset, (unsigned long long)offset + size));
  bool written = fseeko(file->stream, (off_t)offset, SEEK_SET) == 0 && fwrite(data, 1, size, file->stream) == size &&
                 fseeko(file->stream, 0, SEEK_END) == 0;
  return written ? PL_OK : fail_to_write(file);
}

uint64_t pl_file_size(const pl_file *file) { return file->size; }
const char *pl_file_path(const pl_file *file) { return file->path; }
const char *pl_file_part_path(const pl_file *file) { return file->part_path; }

static bool copy_bytes(int from, int to)
{
  char buffer[65536];
  for (;;) {
    ssize_t got = read(from, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return got == 0;
    for (ssize_t done = 0; done < got;) {
      ssize_t put = write(to, buffer + done, (size_t)(got - done));
      if (put < 0 && errno == EINTR) continue;
      if (put < 0) return false;
      done += put;
    }
  }
}

/* Into what is there, by its content. */
static bool pour(const char *part, const char *target)
{
  int from = open(part, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  int to = from < 0 ? -1 : open(target, O_WRONLY | O_CREAT | O_TRUNC | O_NOCTTY | O_CLOEXEC, 0666);
  bool fine = to >= 0 && copy_bytes(from, to);
  int reason = errno;
  if (to >= 0 && close(to) != 0) fine = false;
  if (from >= 0) close(from);
  if (fine) unlink(part);
  if (!fine && reason) errno = reason;
  return fine;
}

pl_status pl_file_place(const char *part, const char *target)
{
  struct stat about;
  bool fine;
  if (lstat(target, &about) != 0 || S_ISREG(about.st_mode)) {
    fine = rename(part, target) == 0;
  } else if (S_ISLNK(about.st_mode) && !is_special(target)) {
    char *led = realpath(target, NULL); /* NULL: leads to what is not there yet, and is made by writing through it */
    fine = led && rename(part, led) == 0;
    if (!fine && (!led || errno == EXDEV)) fine = pour(part, target);
    free(led);
  } else {
    fine = pour(part, target);
  }
  return fine ? PL_OK : pl_fail(PL_ERROR_FILE, "%s: cannot be written: %s", target, strerror(errno));
}

pl_status pl_file_commit(pl_file *file)
{
  if (file->status == PL_OK && fflush(file->stream) != 0) fail_to_write(file);
  /* Network disks report a lack of space only here. */
  if (fclose(file->stream) != 0 && file->status == PL_OK) fail_to_write(file);
  file->stream = NULL;
  if (file->status == PL_OK && pl_file_place(file->part_path, file->path) != PL_OK) fail(file, PL_ERROR_FILE);
  pl_status status = file->status;
  if (status != PL_OK) {
    unlink(file->part_path);
    pl_fail(status, "%s", file->message);
  }
  release_file(file);
  return status;
}

void pl_file_abandon(pl_file *file)
{
  if (!file) return;
  unlink(file->part_path);
  release_file(file);
}

pl_status pl_file_keep(pl_file *file)
{
  if (file->status != PL_OK) return pl_fail(file->status, "%s", file->message);
  if (fflush(file->stream) != 0 || fsync(fileno(file->stream)) != 0) return fail_to_write(file);
  char lasting[4096];
  if ((size_t)snprintf(lasting, sizeof lasting, "%s.part", file->path) >= sizeof lasting)
    return fail(file, pl_fail(PL_ERROR_FILE, "%s: the name is too long", file->path));
  if (strcmp(lasting, file->part_path) == 0) return PL_OK;
  struct stat about;
  if (lstat(lasting, &about) == 0 && !S_ISREG(about.st_mode))
    return fail(file, pl_fail(PL_ERROR_FILE, "%s: is in the way, and no plain file: move it away", lasting));
  if (rename(file->part_path, lasting) != 0)
    return fail(file, pl_fail(PL_ERROR_FILE, "%s: cannot be kept: %s", file->path, strerror(errno)));
  snprintf(file->part_path, strlen(file->path) + 96, "%s", lasting);
  return PL_OK;
}

pl_status pl_file_suspend(pl_file *file)
{
  pl_status status = pl_file_keep(file);
  if (status != PL_OK) unlink(file->part_path);
  release_file(file);
  return status;
}

static pl_status read_all(const char *path, int descriptor, size_t expected, char **data, size_t *size)
{
  size_t capacity = 0, used = 0;
  pl_status status = pl_grow((void **)data, &capacity, expected + 2, 1);
  while (status == PL_OK) {
    ssize_t got = read(descriptor, *data + used, capacity - used - 1);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return pl_fail(PL_ERROR_FILE, "%s: cannot be read: %s", path, strerror(errno));
    if (got == 0) break;
    used += (size_t)got;
    if (used > READ_LIMIT) return pl_fail(PL_ERROR_FILE, "%s: is larger than 8 GiB, the most that is read", path);
    if (used + 1 == capacity) status = pl_grow((void **)data, &capacity, capacity + 1, 1);
  }
  if (status == PL_OK) (*data)[used] = '\0';
  *size = used;
  return status;
}

pl_status pl_file_read(const char *path, char **data, size_t *size)
{
  *data = NULL;
  *size = 0;
  if (!path || !path[0]) return pl_fail(PL_ERROR_ARGUMENT, "a file to read needs a name");
  int descriptor = open(path, O_RDONLY | O_NOCTTY | O_CLOEXEC);
  if (descriptor < 0) {
    if (errno == ENOENT) return pl_fail(PL_ERROR_FILE, "%s: there is no such file", path);
    return pl_fail(PL_ERROR_FILE, "%s: cannot be opened: %s", path, strerror(errno));
  }
  struct stat about;
  pl_status status = PL_OK;
  if (fstat(descriptor, &about) != 0)
    status = pl_fail(PL_ERROR_FILE, "%s: cannot be read: %s", path, strerror(errno));
  else if (S_ISDIR(about.st_mode))
    status = pl_fail(PL_ERROR_FILE, "%s: is a folder, not a file", path);
  else if (!S_ISREG(about.st_mode) && !S_ISFIFO(about.st_mode) && !S_ISSOCK(about.st_mode))
    status = pl_fail(PL_ERROR_FILE, "%s: is a device, not a file; copy what it holds to a file first", path);
  else if (S_ISREG(about.st_mode) && (uint64_t)about.st_size > READ_LIMIT)
    status = pl_fail(PL_ERROR_FILE, "%s: is larger than 8 GiB, the most that is read", path);
  else
    status = read_all(path, descriptor, S_ISREG(about.st_mode) ? (size_t)about.st_size : 65536, data, size);
  close(descriptor);
  if (status != PL_OK) {
    pl_release(*data);
    *data = NULL;
    *size = 0;
  }
  return status;
}
