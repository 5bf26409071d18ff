/* SPDX-License-Identifier: MIT
   Frames on disk, exactly as they came, for formats whose files cannot be continued after an interruption: on resume
   the frames are read back and written again. */
#pragma once

#include "cache/staging.h"
#include "pliant/io_cache.h"

typedef struct pl_spool pl_spool;

pl_status pl_spool_create(const pl_staging *staging, pl_spool **out);
pl_status pl_spool_write(pl_spool *spool, const pl_frame *frame);
pl_status pl_spool_keep(pl_spool *spool);
void pl_spool_close(pl_spool *spool); /* leaves the file; NULL is fine */

typedef pl_status (*pl_spool_visit)(void *context, const pl_frame *frame, size_t index);

/* Visits the first count frames of a kept spool and continues after them. Bodies, topology and fields are those of
   like. */
pl_status pl_spool_resume(const pl_staging *staging, const pl_frame *like, size_t count, pl_spool_visit visit,
                          void *context, pl_spool **out);
