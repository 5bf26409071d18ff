/* SPDX-License-Identifier: MIT */
#include "run/run_checkpoint.h"

#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "base/status.h"
#include "file.h"

/* The file: this head, the request, the snapshot, and a fingerprint of all of them. */
typedef struct head {
  char magic[24];
  uint64_t version;
  run_checkpoint checkpoint;
  uint64_t request_size, snapshot_size;
} head;

static const char magic[24] = "pliant checkpoint\n";
enum { VERSION = 3 };

pl_status run_checkpoint_write(const char *path, const run_checkpoint *checkpoint, const char *request, pl_world *world)
{
  void *snapshot = NULL;
  size_t size = 0;
  PL_TRY(pl_world_save(world, &snapshot, &size));
  head h = {.version = VERSION, .checkpoint = *checkpoint, .request_size = strlen(request), .snapshot_size = size};
  memcpy(h.magic, magic, sizeof magic);
  uint64_t hash = pl_hash_bytes(PL_HASH_START, &h, sizeof h);
  hash = pl_hash_bytes(hash, request, h.request_size);
  hash = pl_hash_bytes(hash, snapshot, size);
  pl_file *file = NULL;
  pl_status status = pl_file_create(path, &file);
  if (status == PL_OK) {
    pl_file_write(file, &h, sizeof h);
    pl_file_write(file, request, h.request_size);
    pl_file_write(file, snapshot, size);
    pl_file_write(file, &hash, sizeof hash);
    status = pl_file_commit(file);
  }
  pl_free(snapshot);
  return status;
}

static pl_status check(const char *path, const char *data, size_t size, head *h)
{
  uint64_t hash = 0;
  if (size < sizeof *h + sizeof hash || memcmp(data, magic, sizeof magic) != 0)
    return pl_fail(PL_ERROR_FORMAT, "%s: is not a checkpoint of pliant", path);
  memcpy(h, data, sizeof *h);
  if (h->version != VERSION)
    return pl_fail(PL_ERROR_FORMAT, "%s: has version %llu; this program reads version %d", path,
                   (unsigned long long)h->version, VERSION);
  size_t rest = size - sizeof *h - sizeof hash;
  memcpy(&hash, data + size - sizeof hash, sizeof hash);
  if (h->request_size > rest || h->snapshot_size != rest - h->request_size ||
      pl_hash_bytes(PL_HASH_START, data, size - sizeof hash) != hash)
    return pl_fail(PL_ERROR_FORMAT, "%s: is damaged; the run has to start again", path);
  return PL_OK;
}

static pl_status compare(const char *path, const head *h, const char *before, uint64_t scene_hash, const char *request)
{
  if (h->checkpoint.scene_hash != scene_hash)
    return pl_fail(PL_ERROR_MISMATCH,
                   "%s: belongs to another scene, or the scene has changed since; start again without --resume", path);
  if (h->request_size != strlen(request) || memcmp(before, request, h->request_size) != 0)
    return pl_fail(PL_ERROR_MISMATCH, "%s: belongs to a run with other options; before:%.*s; now:%s", path,
                   (int)h->request_size, before, request);
  return PL_OK;
}

pl_status run_checkpoint_read(const char *path, uint64_t scene_hash, const char *request, pl_world *world,
                              run_checkpoint *out)
{
  char *data = NULL;
  size_t size = 0;
  if (pl_file_read(path, &data, &size) != PL_OK) return pl_fail_in(PL_ERROR_FILE, "there is nothing to resume: ");
  head h = {0};
  pl_status status = check(path, data, size, &h);
  const char *before = data + sizeof h;
  if (status == PL_OK) status = compare(path, &h, before, scene_hash, request);
  if (status == PL_OK) status = pl_world_restore(world, before + h.request_size, h.snapshot_size);
  if (status == PL_OK && (h.checkpoint.step != pl_world_step_count(world) || h.checkpoint.completed > 1))
    status = pl_fail(PL_ERROR_FORMAT, "%s: contradicts itself; the run has to start again", path);
  if (status == PL_OK) *out = h.checkpoint;
  pl_release(data);
  return status;
}

bool run_checkpoint_exists(const char *path)
{
  char begin[sizeof magic];
  FILE *stream = fopen(path, "rb");
  if (!stream) return false;
  bool alike = fread(begin, sizeof begin, 1, stream) == 1 && memcmp(begin, magic, sizeof magic) == 0;
  fclose(stream);
  return alike;
}
