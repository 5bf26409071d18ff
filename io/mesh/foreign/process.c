/* SPDX-License-Identifier: MIT */
#include "mesh/foreign/process.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/timer.h"

enum { NAME = 4096, SECONDS = 60, MEGABYTES = 4096 };
#define ANSWER_LIMIT ((size_t)MEGABYTES << 20)

static const char program[] = "pliant-mesh-reader";

/* ---- where it is ---- */

static bool find_near(const char *file, char path[NAME])
{
  static const char *const places[] = {"", "../", "../libexec/", "../../libexec/"};
  const char *slash = strrchr(file, '/');
  int folder = slash ? (int)(slash + 1 - file) : 0;
  for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
    int length = snprintf(path, NAME, "%.*s%s%s", folder, file, places[k], program);
    if (length < NAME && access(path, X_OK) == 0) return true;
  }
  return false;
}

/* Named by the environment, or near the running program, or near the library. */
static bool find_program(char path[NAME])
{
  const char *named = secure_getenv("PLIANT_MESH_READER");
  if (named && named[0]) return snprintf(path, NAME, "%s", named) < NAME;
  char self[NAME];
  ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  if (length > 0) {
    self[length] = 0;
    if (find_near(self, path)) return true;
  }
  Dl_info about;
  return dladdr(program, &about) && about.dli_fname && strchr(about.dli_fname, '/') && find_near(about.dli_fname, path);
}

static long limit_from(const char *name, long usual)
{
  const char *text = secure_getenv(name);
  char *end = NULL;
  long value = text ? strtol(text, &end, 10) : 0;
  return text && end != text && !*end && value > 0 && value < 1000000 ? value : usual;
}

/* ---- run ---- */

extern char **environ; /* NOLINT(readability-redundant-declaration): POSIX has no header for it */

/* `from` reads its output; its messages go to /dev/null, since the library prints nothing. */
static pl_status start(const char *path, long seconds, pid_t *process, int *from)
{
  char reader[NAME], time[32], memory[32];
  if (!find_program(reader))
    return pl_fail(
        PL_ERROR_FILE,
        "%s: other formats than .obj, .ply and .stl are read by the program %s, which was found neither near "
        "the program nor near the library; name it in PLIANT_MESH_READER",
        path, program);
  snprintf(time, sizeof time, "%ld", seconds);
  snprintf(memory, sizeof memory, "%ld", limit_from("PLIANT_MESH_MEGABYTES", MEGABYTES));
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return pl_fail(PL_ERROR_FILE, "%s: cannot be read: %s", path, strerror(errno));
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&files, ends[1], 1);
  posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
  char name[sizeof program];
  memcpy(name, program, sizeof name);
  char *file = strdup(path), *arguments[] = {name, file, time, memory, NULL};
  int failed = file ? posix_spawn(process, reader, &files, NULL, arguments, environ) : ENOMEM;
  free(file);
  posix_spawn_file_actions_destroy(&files);
  close(ends[1]);
  if (failed) {
    close(ends[0]);
    return pl_fail(PL_ERROR_FILE, "%s: %s cannot be started: %s", path, reader, strerror(failed));
  }
  *from = ends[0];
  return PL_OK;
}

/* Until it closes its end or its time is up. */
static pl_status collect(const char *path, int from, long seconds, char **data, size_t *size)
{
  double until = pl_seconds() + (double)seconds;
  size_t capacity = 0;
  for (;;) {
    double left = until - pl_seconds();
    struct pollfd ready = {.fd = from, .events = POLLIN};
    int came = left > 0 ? poll(&ready, 1, (int)(1000 * left) + 1) : 0;
    if (came < 0 && errno == EINTR) continue;
    if (came <= 0)
      return pl_fail(PL_ERROR_FORMAT,
                     "%s: was not read within %ld seconds and is given up; PLIANT_MESH_SECONDS allows it more", path,
                     seconds);
    PL_TRY(pl_grow((void **)data, &capacity, *size + 65536, 1));
    ssize_t got = read(from, *data + *size, capacity - *size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return pl_fail(PL_ERROR_FILE, "%s: cannot be read: %s", path, strerror(errno));
    if (got == 0) return PL_OK;
    *size += (size_t)got;
    if (*size > ANSWER_LIMIT)
      return pl_fail(PL_ERROR_FORMAT, "%s: is larger than %d MB in memory, the most that is read", path, MEGABYTES);
  }
}

pl_status pl_foreign_run(const char *path, char **data, size_t *size)
{
  *data = NULL;
  *size = 0;
  pid_t process = 0;
  int from = -1;
  long seconds = limit_from("PLIANT_MESH_SECONDS", SECONDS);
  PL_TRY(start(path, seconds, &process, &from));
  pl_status status = collect(path, from, seconds, data, size);
  close(from);
  kill(process, SIGKILL); /* no effect if it has ended */
  while (waitpid(process, NULL, 0) < 0 && errno == EINTR) {}
  if (status == PL_OK) return PL_OK;
  pl_release(*data);
  *data = NULL;
  return status;
}
