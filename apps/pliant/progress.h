/* SPDX-License-Identifier: MIT
   How far a long command is, on stderr: a bar on a terminal, now and then a line elsewhere. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct progress {
  bool quiet, terminal;
  uint64_t first, total; /* steps */
  double started;        /* s, monotonic */
  double shown;          /* when something was shown last */
  int shown_tenth;       /* tenths of the way that a line was written for */
  bool line_open;        /* the bar stands on the current line */
} progress;

progress progress_start(bool quiet, uint64_t first, uint64_t total);
void progress_show(progress *p, uint64_t done, double time);    /* after `done` of all steps; time: s of simulation */
void progress_part(progress *p, const char *what, double part); /* of some other work; only on a terminal */
void progress_clear(progress *p);                               /* before anything else is written to stderr */
