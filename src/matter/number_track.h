/* SPDX-License-Identifier: MIT
   A number over time: linear between its keys, constant outside them. */
#pragma once

#include "pliant/volume.h"

static inline double pl_number_track_at(const pl_number_track *track, double time, double otherwise)
{
  const pl_number_key *keys = track->keys;
  if (track->count == 0) return otherwise;
  if (time <= keys[0].time) return keys[0].value;
  for (size_t k = 1; k < track->count; k++)
    if (time < keys[k].time) {
      double part = (time - keys[k - 1].time) / (keys[k].time - keys[k - 1].time);
      return keys[k - 1].value + part * (keys[k].value - keys[k - 1].value);
    }
  return keys[track->count - 1].value;
}
