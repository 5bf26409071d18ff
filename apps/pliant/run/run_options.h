/* SPDX-License-Identifier: MIT
   The command line of `pliant run`. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pliant/io_picture.h"

typedef struct run_options {
  const char *scene;
  const char **outputs;
  size_t output_count;
  uint64_t *states; /* steps, rising */
  size_t state_count;
  char *state_file;          /* NULL without states */
  const char *signals;       /* NULL: none */
  const char *contacts;      /* NULL: none */
  char *checkpoint_file;     /* NULL: nothing to resume */
  uint64_t checkpoint_every; /* steps; 0: by the clock */
  bool restart;              /* a checkpoint that is there is dropped */
  bool overwrite_input;      /* an output may be a file that the scene is made of */
  bool resume, hash, angles, quiet, verbose;
  bool no_detail; /* frames of bodies by their own meshes */
  bool has_steps, has_duration, has_fps, has_threads, has_substeps;
  uint64_t steps;
  double duration, fps;
  int threads, substeps;
  int width, height, tiles; /* of pictures; 0: default */
  pl_quality quality;       /* of pictures; 0: the format's */
} run_options;

/* EXIT_OK: go on. Else the reason was printed (or, with -1, the help was). Free in either case. */
int run_options_parse(int argc, char **argv, run_options *out);
void run_options_free(run_options *options);
