/* SPDX-License-Identifier: MIT */
#include "math/keyframes.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/mat3.h"

/* of a vector at key k */
static pl_status check_vector(const char *what, size_t k, pl_quantity quantity, const double v[3])
{
  size_t c;
  if (pl_are_within(quantity, v, 3, &c)) return PL_OK;
  if (!isfinite(v[c])) return pl_fail(PL_ERROR_ARGUMENT, "%s: key %zu is not finite", what, k);
  pl_limit limit = pl_limit_of(quantity);
  return pl_fail(PL_ERROR_ARGUMENT, "%s: key %zu holds %g %s; this library computes with at most %g %s", what, k, v[c],
                 limit.unit, limit.most, limit.unit);
}

static pl_status check_time(const char *what, size_t k, double time)
{
  return check_vector(what, k, PL_QUANTITY_TIME, (const double[3]){time, 0, 0});
}

pl_status pl_keys_check(const char *what, pl_quantity quantity, const pl_key *keys, size_t count)
{
  if (count && !keys) return pl_fail(PL_ERROR_ARGUMENT, "%s: the keys are NULL but their count is %zu", what, count);
  for (size_t k = 0; k < count; k++) {
    PL_TRY(check_time(what, k, keys[k].time));
    PL_TRY(check_vector(what, k, quantity, keys[k].value));
    if (k && !(keys[k].time > keys[k - 1].time))
      return pl_fail(PL_ERROR_ARGUMENT, "%s: the time of key %zu (%g s) must be after that of key %zu (%g s)", what, k,
                     keys[k].time, k - 1, keys[k - 1].time);
  }
  return PL_OK;
}

pl_status pl_motion_check(const char *what, const pl_motion *motion)
{
  if (motion->count && !motion->keys)
    return pl_fail(PL_ERROR_ARGUMENT, "%s: the keys are NULL but their count is %zu", what, motion->count);
  size_t c;
  if (!pl_are_within(PL_QUANTITY_LENGTH, motion->pivot, 3, &c))
    return pl_fail(PL_ERROR_ARGUMENT, "%s: the pivot must be finite and at most %g m from 0, got %g", what,
                   pl_limit_of(PL_QUANTITY_LENGTH).most, motion->pivot[c]);
  for (size_t k = 0; k < motion->count; k++) {
    const pl_pose_key *key = &motion->keys[k];
    PL_TRY(check_time(what, k, key->time));
    PL_TRY(check_vector(what, k, PL_QUANTITY_LENGTH, key->translate));
    PL_TRY(check_vector(what, k, PL_QUANTITY_ANGLE, key->rotate));
    if (k && !(key->time > key[-1].time))
      return pl_fail(PL_ERROR_ARGUMENT, "%s: the time of key %zu (%g s) must be after that of key %zu (%g s)", what, k,
                     key->time, k - 1, key[-1].time);
  }
  return PL_OK;
}

/* How far `time` is on the way from a to b, [0, 1]. */
static double fraction(double time, double a, double b)
{
  double t = (time - a) / (b - a);
  return t < 0 ? 0 : t > 1 ? 1 : t;
}

static void mix(const double a[3], const double b[3], double t, double out[3])
{
  for (int c = 0; c < 3; c++) out[c] = (1 - t) * a[c] + t * b[c];
}

void pl_keys_at(const pl_key *keys, size_t count, double time, double out[3])
{
  size_t k = 0;
  while (k + 2 < count && time >= keys[k + 1].time) k++;
  if (count == 1)
    pl_vec3_copy(keys[0].value, out);
  else
    mix(keys[k].value, keys[k + 1].value, fraction(time, keys[k].time, keys[k + 1].time), out);
}

pl_pose pl_motion_at(const pl_motion *motion, double time)
{
  pl_pose pose = {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 0}};
  if (motion->count == 0) return pose;
  const pl_pose_key *keys = motion->keys;
  double rotate[3], translate[3], pivot[3];
  if (motion->count == 1) {
    pl_vec3_copy(keys[0].rotate, rotate);
    pl_vec3_copy(keys[0].translate, translate);
  } else {
    size_t k = 0;
    while (k + 2 < motion->count && time >= keys[k + 1].time) k++;
    double t = fraction(time, keys[k].time, keys[k + 1].time);
    mix(keys[k].rotate, keys[k + 1].rotate, t, rotate);
    mix(keys[k].translate, keys[k + 1].translate, t, translate);
  }
  pl_mat3_from_rotation_vector(rotate, pose.rotation);
  pl_mat3_apply(pose.rotation, motion->pivot, pivot);
  for (int c = 0; c < 3; c++) pose.translation[c] = motion->pivot[c] - pivot[c] + translate[c];
  return pose;
}

void pl_pose_apply(const pl_pose *pose, const double x[3], double out[3])
{
  double turned[3];
  pl_mat3_apply(pose->rotation, x, turned);
  pl_vec3_add(turned, pose->translation, out);
}

void pl_pose_apply_inverse(const pl_pose *pose, const double x[3], double out[3])
{
  double moved[3];
  pl_vec3_sub(x, pose->translation, moved);
  pl_mat3_apply_transpose(pose->rotation, moved, out);
}

pl_status pl_motion_copy(const pl_motion *from, pl_motion *to)
{
  *to = *from;
  to->keys = NULL;
  if (from->count == 0) return PL_OK;
  pl_pose_key *keys = PL_NEW(pl_pose_key, from->count);
  if (!keys) {
    to->count = 0;
    return PL_ERROR_MEMORY;
  }
  memcpy(keys, from->keys, from->count * sizeof *keys);
  to->keys = keys;
  return PL_OK;
}

void pl_motion_free(pl_motion *motion)
{
  pl_release((void *)motion->keys);
  *motion = (pl_motion){0};
}

void pl_motion_put(pl_bytes *bytes, const pl_motion *motion)
{
  pl_size_put(bytes, motion->count);
  PL_PUT(bytes, motion->pivot);
  pl_bytes_put(bytes, motion->keys, motion->count * sizeof *motion->keys);
}

pl_status pl_motion_get(pl_reader *reader, pl_motion *out)
{
  *out = (pl_motion){0};
  pl_motion motion = {0};
  motion.count = pl_size_get(reader);
  PL_GET(reader, motion.pivot);
  const void *keys = pl_reader_take(reader, motion.count, sizeof *motion.keys);
  if (!keys || motion.count == 0) return PL_OK; /* the reader remembers what was missing */
  pl_pose_key *copy = PL_NEW(pl_pose_key, motion.count);
  if (!copy) return PL_ERROR_MEMORY;
  memcpy(copy, keys, motion.count * sizeof *copy);
  *out = motion;
  out->keys = copy;
  return PL_OK;
}
