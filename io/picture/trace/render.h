/* SPDX-License-Identifier: MIT */
#pragma once

#include "base/pool.h"
#include "pliant/io_picture.h"

/* pl_render_frame with threads that serve many frames. */
pl_status pl_render_with_pool(const pl_frame *frame, const pl_camera *camera, const pl_render_options *options,
                              pl_pool *pool, pl_image *out);
