/* SPDX-License-Identifier: MIT */
#pragma once

#include "base/bytes.h"
#include "base/limits.h"
#include "base/record.h"
#include "pliant/keyframes.h"
#include "pliant/status.h"

/* Values of that quantity within their limits, times strictly rising; `what` begins the message. */
pl_status pl_keys_check(const char *what, pl_quantity quantity, const pl_key *keys, size_t count);
PL_API pl_status pl_motion_check(const char *what, const pl_motion *motion);

void pl_keys_at(const pl_key *keys, size_t count, double time, double out[3]);

/* x -> R x + t. */
typedef struct pl_pose {
  double rotation[9];
  double translation[3];
} pl_pose;

PL_API pl_pose pl_motion_at(const pl_motion *motion, double time); /* no keys: identity */
void pl_pose_apply(const pl_pose *pose, const double x[3], double out[3]);
PL_API void pl_pose_apply_inverse(const pl_pose *pose, const double x[3], double out[3]);

/* A motion whose keys it owns; pl_motion_free releases them. */
pl_status pl_motion_copy(const pl_motion *from, pl_motion *to);
void pl_motion_free(pl_motion *motion);
void pl_motion_put(pl_bytes *bytes, const pl_motion *motion);
pl_status pl_motion_get(pl_reader *reader, pl_motion *out);
