/* SPDX-License-Identifier: MIT */
#include "view/view_export.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/status.h"
#include "cache/formats/text.h"
#include "file.h"
#include "pliant/io_cache.h"

typedef struct export_frames {
  pl_sink *sink;
  pl_frame_buffer *buffer;
} export_frames;

static pl_status write_moment(const pl_world *world, void *user)
{
  const export_frames *to = user;
  pl_frame frame;
  PL_TRY(pl_world_frame(world, to->buffer, &frame));
  return pl_sink_write(to->sink, &frame);
}

static const char *base_name(const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* --- several files as one: a tar archive (POSIX ustar), blocks of 512 bytes --- */

enum { TAR_BLOCK = 512 };

static void add_to_archive(pl_bytes *archive, const char *name, const char *data, size_t size)
{
  static const char zeros[2 * TAR_BLOCK] = {0};
  unsigned char head[TAR_BLOCK] = {0};
  snprintf((char *)head, 100, "%s", name);
  snprintf((char *)head + 100, 8, "%07o", 0644U);
  snprintf((char *)head + 108, 8, "%07o", 0U);
  snprintf((char *)head + 116, 8, "%07o", 0U);
  snprintf((char *)head + 124, 12, "%011llo", (unsigned long long)size);
  snprintf((char *)head + 136, 12, "%011o", 0U); /* the time is left out: the same motion is the same file */
  head[156] = '0';
  static const char kind[8] = {'u', 's', 't', 'a', 'r', 0, '0', '0'};
  memcpy(head + 257, kind, sizeof kind);
  memset(head + 148, ' ', 8);
  unsigned sum = 0;
  for (size_t i = 0; i < sizeof head; i++) sum += head[i];
  snprintf((char *)head + 148, 8, "%06o", sum);
  pl_bytes_put(archive, head, sizeof head);
  pl_bytes_put(archive, data, size);
  pl_bytes_put(archive, zeros, (TAR_BLOCK - size % TAR_BLOCK) % TAR_BLOCK);
}

/* --- telling the page --- */

static pl_status add_file(pl_bytes *out, const char *path, bool archived)
{
  char *data = NULL;
  size_t size = 0;
  PL_TRY(pl_file_read(path, &data, &size));
  if (archived)
    add_to_archive(out, base_name(path), data, size);
  else
    pl_bytes_put(out, data, size);
  pl_release(data);
  return out->status;
}

static pl_status report_export(engine *e, const char *const *paths, size_t count, const char *format)
{
  static const char end[2 * TAR_BLOCK] = {0};
  pl_bytes out = {0};
  pl_status status = PL_OK;
  for (size_t i = 0; i < count && status == PL_OK; i++) status = add_file(&out, paths[i], count > 1);
  if (count > 1) pl_bytes_put(&out, end, sizeof end);
  char name[64];
  snprintf(name, sizeof name, "pliant.%s%s", format, count > 1 ? ".tar" : "");
  if (status == PL_OK) status = out.status;
  if (status == PL_OK) engine_write_file(e, name, out.data, out.size);
  pl_bytes_free(&out);
  return status;
}

/* --- making it --- */

static pl_status make(engine *e, const char *path, const char *format, pl_frame_buffer *buffer)
{
  pl_sink_options options = pl_default_sink_options();
  options.fps = engine_moments_per_second(e);
  export_frames to = {.buffer = buffer};
  PL_TRY(pl_sink_open(path, &options, &to.sink));
  pl_status status = engine_each_moment(e, write_moment, &to);
  if (status != PL_OK) {
    pl_sink_abandon(to.sink);
    return status;
  }
  /* The names belong to the sink, which finishing frees. */
  size_t count = pl_sink_file_count(to.sink);
  char **paths = PL_NEW(char *, count + 1);
  for (size_t i = 0; paths && i < count; i++) paths[i] = pl_text("%s", pl_sink_file(to.sink, i));
  status = pl_sink_finish(to.sink);
  if (status == PL_OK && !paths) status = PL_ERROR_MEMORY;
  for (size_t i = 0; status == PL_OK && i < count; i++)
    if (!paths[i]) status = PL_ERROR_MEMORY;
  if (status == PL_OK) status = report_export(e, (const char *const *)paths, count, format);
  for (size_t i = 0; paths && i < count; i++) {
    if (paths[i]) unlink(paths[i]);
    pl_release(paths[i]);
  }
  pl_release(paths);
  return status;
}

pl_status view_export(engine *e, const char *format)
{
  if (strcmp(format, "glb") != 0 && strcmp(format, "pc2") != 0)
    return pl_fail(PL_ERROR_ARGUMENT, "what was played is exported as glb or pc2, not '%s'", format);
  const char *temporary = getenv("TMPDIR");
  char *folder = pl_text("%s/pliant-XXXXXX", temporary && temporary[0] ? temporary : "/tmp");
  if (!folder) return PL_ERROR_MEMORY;
  if (!mkdtemp(folder)) {
    pl_status failed = pl_fail(PL_ERROR_FILE, "%s: no folder can be made there", folder);
    pl_release(folder);
    return failed;
  }
  char *path = pl_text("%s/pliant.%s", folder, format);
  pl_frame_buffer *buffer = NULL;
  pl_status status = path ? pl_frame_buffer_create(&buffer) : PL_ERROR_MEMORY;
  if (status == PL_OK) status = make(e, path, format, buffer);
  pl_frame_buffer_destroy(buffer);
  rmdir(folder);
  pl_release(path);
  pl_release(folder);
  return status;
}
