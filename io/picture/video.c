/* SPDX-License-Identifier: MIT */
#include "picture/video.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/status.h"

extern char **environ;

struct pl_video {
  int socket; /* to ffmpeg; a socket because writing to one can fail without a signal, which a pipe cannot */
  pid_t process;
  char log_path[1024];
  char path[1024];
};

static pl_status missing(void)
{
  return pl_fail(PL_ERROR_UNSUPPORTED,
                 "videos need the program ffmpeg, which was not found on PATH; install the package "
                 "'ffmpeg' (apt-get install ffmpeg) or write pictures (.png) instead");
}

pl_status pl_video_available(void)
{
  const char *path = getenv("PATH");
  char candidate[1024];
  while (path && *path) {
    size_t length = strcspn(path, ":");
    int size = snprintf(candidate, sizeof candidate, "%.*s/ffmpeg", (int)length, path);
    if (size > 0 && (size_t)size < sizeof candidate && access(candidate, X_OK) == 0) return PL_OK;
    path += length + (path[length] == ':');
  }
  return missing();
}

/* Standard input from the socket, messages to the log, in a process group of its own: an interrupt at the terminal is
   for us, we end ffmpeg ourselves. */
static int spawn(pl_video *video, int input, char *const arguments[])
{
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawn_file_actions_adddup2(&actions, input, 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 2, video->log_path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  int error = posix_spawnp(&video->process, "ffmpeg", &actions, &attributes, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return error;
}

static pl_status start(pl_video *video, int width, int height, double fps)
{
  char size[32], rate[32], target[1100];
  snprintf(size, sizeof size, "%dx%d", width, height);
  snprintf(rate, sizeof rate, "%d/1000", (int)(1000 * fps + 0.5));
  snprintf(target, sizeof target, "file:%s", video->path);
  /* clang-format off */
  char *arguments[] = {"ffmpeg", "-nostdin", "-y", "-loglevel", "error",
                       "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", size, "-r", rate, "-i", "pipe:0",
                       "-an", "-vf", "scale=out_color_matrix=bt709:out_range=tv", "-colorspace", "bt709",
                       "-color_primaries", "bt709", "-color_trc", "bt709", "-c:v", "libx264", "-preset", "veryfast",
                       /* more bits for the flat gradients of the background, where blocks would show */
                       "-crf", "16", "-x264-params", "aq-mode=3", "-pix_fmt", "yuv420p",
                       "-movflags", "+faststart", "-f", "mp4", target, NULL};
  /* clang-format on */
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
    return pl_fail(PL_ERROR_FILE, "cannot talk to ffmpeg: %s", strerror(errno));
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  int error = spawn(video, ends[1], arguments);
  close(ends[1]);
  if (error == 0) {
    video->socket = ends[0];
    return PL_OK;
  }
  close(ends[0]);
  return error == ENOENT ? missing() : pl_fail(PL_ERROR_FILE, "cannot start ffmpeg: %s", strerror(error));
}

pl_status pl_video_open(const char *path, const char *log_path, int width, int height, double fps, pl_video **out)
{
  *out = NULL;
  if (width % 2 || height % 2)
    return pl_fail(PL_ERROR_ARGUMENT, "a video must have an even number of pixels each way, got %d x %d", width,
                   height);
  pl_video *video = PL_NEW(pl_video, 1);
  if (!video) return PL_ERROR_MEMORY;
  pl_status status = PL_OK;
  if (strlen(path) >= sizeof video->path || strlen(log_path) >= sizeof video->log_path)
    status = pl_fail(PL_ERROR_LIMIT, "%s: the path is too long for a video", path);
  if (status == PL_OK) {
    strcpy(video->path, path);
    strcpy(video->log_path, log_path);
    status = start(video, width, height, fps);
  }
  if (status != PL_OK) {
    pl_release(video);
    return status;
  }
  *out = video;
  return PL_OK;
}

/* What ffmpeg said last; at most one line of it. */
static pl_status complain(const pl_video *video)
{
  char line[256] = "", last[256] = "it gave no reason";
  FILE *log = fopen(video->log_path, "r");
  while (log && fgets(line, sizeof line, log))
    if (line[strspn(line, " \r\n")]) memcpy(last, line, sizeof last);
  if (log) fclose(log);
  last[strcspn(last, "\r\n")] = 0;
  return pl_fail(PL_ERROR_FILE, "%s: ffmpeg failed: %s", video->path, last);
}

pl_status pl_video_write(pl_video *video, const pl_image *image)
{
  size_t left = 3 * (size_t)image->width * (size_t)image->height;
  const uint8_t *data = image->pixels;
  while (left > 0) {
    ssize_t sent = send(video->socket, data, left, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return complain(video);
    data += sent;
    left -= (size_t)sent;
  }
  return PL_OK;
}

static int wait_for(pid_t process)
{
  int result = 0;
  while (waitpid(process, &result, 0) < 0 && errno == EINTR) continue;
  return result;
}

pl_status pl_video_finish(pl_video *video)
{
  close(video->socket);
  int result = wait_for(video->process);
  pl_status status = WIFEXITED(result) && WEXITSTATUS(result) == 0 ? PL_OK : complain(video);
  pl_release(video);
  return status;
}

void pl_video_abandon(pl_video *video)
{
  if (!video) return;
  kill(video->process, SIGKILL);
  close(video->socket);
  wait_for(video->process);
  pl_release(video);
}
