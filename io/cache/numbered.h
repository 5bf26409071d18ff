/* SPDX-License-Identifier: MIT
   Names of numbered files. */
#pragma once

#include "cache/staging.h"
#include "pliant/io_cache.h"

/* Digits that all frames get: four, or more where the announced number of frames needs it. */
int pl_frame_digits(const pl_sink_options *options);

/* Announces prefix + number + extension and gives its path. */
pl_status pl_add_numbered(pl_staging *staging, const char *prefix, int digits, size_t number, const char *extension,
                          const char **path);

/* On resume: announces it and expects it to be there. */
pl_status pl_adopt_numbered(pl_staging *staging, const char *prefix, int digits, size_t number, const char *extension);
