/* SPDX-License-Identifier: MIT
   What a format of frames has to offer; sink.c has the table of all of them and does the rest. A format announces its
   files with pl_staging_add and writes them where that says, with pl_file or otherwise; they get their final names
   together, after complete. It never removes files. */
#pragma once

#include "cache/staging.h"
#include "pliant/io_cache.h"

typedef struct pl_sink_format {
  const char *extension; /* with its dot, lower case */
  bool one_topology;     /* all frames have the same triangles: bodies that tear come as pl_torn draws them */

  /* Called with the first frame, which write gets, too; later frames have the same bodies and topology (checked). With
     options->resume_frames > 0 formats that have keep continue what lies in the staging folder. */
  pl_status (*open)(pl_staging *staging, const pl_sink_options *options, const pl_frame *first, void **state);
  pl_status (*write)(void *state, const pl_frame *frame, size_t index);

  /* All announced files are complete afterwards. frame_count frames were written, at least one. */
  pl_status (*complete)(void *state, size_t frame_count);

  /* Frees; always the last call. Files may stay half written in the staging folder. */
  void (*close)(void *state);

  /* What the user should know so far, or "". NULL: never anything. */
  const char *(*notes)(const void *state);

  /* Brings what was written to the disk so that frames up to now can be resumed from, even after a crash. NULL: the
     format cannot continue a half-written file. Then sink.c stores the frames and writes them again on resume. */
  pl_status (*keep)(void *state);
} pl_sink_format;

extern const pl_sink_format pl_format_pc2, pl_format_glb, pl_format_pvd, pl_format_obj, pl_format_ply, pl_format_png,
    pl_format_mp4;
