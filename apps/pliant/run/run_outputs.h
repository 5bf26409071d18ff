/* SPDX-License-Identifier: MIT
   Everything a run writes, opened, kept, suspended and finished together. */
#pragma once

#include "file.h"
#include "pliant/io.h"
#include "progress.h"
#include "run/run_checkpoint.h"
#include "run/run_options.h"

typedef struct run_outputs {
  const run_options *options;
  pl_sink **sinks;             /* NULL where it is done */
  pl_camera camera;            /* the scene's, if it has one */
  pl_render_options *pictures; /* per sink, for those that draw */
  progress *progress;          /* of drawing */
  const char *drawing;         /* which file */
  pl_frame_buffer *buffer;
  pl_file *signals, *contacts, *states;
  uint64_t frame_count, state_count; /* written */
  bool completed;                    /* all but what is drawn */
  size_t drawn;                      /* then: so many of those */
} run_outputs;

/* from: where to continue, or NULL. */
pl_status run_outputs_open(const run_options *options, const pl_scene *scene, const pl_world *world,
                           const run_checkpoint *from, run_outputs *out);

/* No output may be a file that the scene is made of, nor another output. Before they are opened; and once more when the
   first frame was written and all files are known that come with them. */
pl_status run_outputs_check(const run_options *options, const pl_scene *scene);
pl_status run_outputs_check_files(const run_outputs *outputs, const pl_scene *scene);

pl_status run_outputs_frame(run_outputs *outputs, const pl_world *world); /* the next frame, to all sinks */
pl_status run_outputs_step(run_outputs *outputs, const pl_world *world);  /* signals, wanted states */

/* Afterwards a checkpoint can be written; *checkpoint gets counts and sizes. */
pl_status run_outputs_keep(run_outputs *outputs, run_checkpoint *checkpoint);
pl_status run_outputs_suspend(run_outputs *outputs, run_checkpoint *checkpoint); /* keeps and frees */
/* Completes everything that is not drawn, and says what was made. */
pl_status run_outputs_complete(run_outputs *outputs, progress *progress);
/* Then one picture or video after the other: false, there is none left. After PL_ERROR_INTERRUPTED the rest can be
   suspended. */
bool run_outputs_to_draw(const run_outputs *outputs);
pl_status run_outputs_draw(run_outputs *outputs);
void run_outputs_abandon(run_outputs *outputs); /* removes what is not complete, frees */
