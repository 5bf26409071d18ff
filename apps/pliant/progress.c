/* SPDX-License-Identifier: MIT */
#include "progress.h"

#include <stdio.h>
#include <unistd.h>

#include "base/timer.h"

enum { BAR_WIDTH = 30 };

progress progress_start(bool quiet, uint64_t first, uint64_t total)
{
  double now = pl_seconds();
  return (progress){.quiet = quiet,
                    .terminal = isatty(STDERR_FILENO) != 0,
                    .first = first,
                    .total = total,
                    .started = now,
                    .shown = now,
                    .shown_tenth = total ? (int)(10 * first / total) : 0};
}

/* "12 s", "3 min 20 s", "2 h 5 min" */
static void write_duration(double seconds, char *text, size_t size)
{
  long s = (long)(seconds + 0.5);
  if (s < 60)
    snprintf(text, size, "%ld s", s);
  else if (s < 3600)
    snprintf(text, size, "%ld min %ld s", s / 60, s % 60);
  else
    snprintf(text, size, "%ld h %ld min", s / 3600, s / 60 % 60);
}

static void draw_bar(double part)
{
  int filled = (int)(part * BAR_WIDTH);
  fputs("\r[", stderr);
  for (int i = 0; i < BAR_WIDTH; i++) fputc(i < filled ? '#' : '.', stderr);
  fputs("] ", stderr);
}

void progress_show(progress *p, uint64_t done, double time)
{
  if (p->quiet || p->total == 0 || done <= p->first) return;
  double now = pl_seconds(), part = (double)done / (double)p->total;
  int tenth = (int)(10 * done / p->total);
  bool due = p->terminal ? now - p->shown >= 0.1 || done == p->total : tenth > p->shown_tenth || now - p->shown >= 30;
  if (!due) return;
  p->shown = now;
  p->shown_tenth = tenth;
  double per_step = (now - p->started) / (double)(done - p->first);
  char left[32];
  write_duration(per_step * (double)(p->total - done), left, sizeof left);
  if (p->terminal) draw_bar(part);
  fprintf(stderr, "%3.0f %%  %.3f s simulated  %.2f ms/step  %s left%s", 100 * part, time, 1e3 * per_step, left,
          p->terminal ? "\x1b[K" : "\n");
  p->line_open = p->terminal;
  fflush(stderr);
}

void progress_part(progress *p, const char *what, double part)
{
  double now = pl_seconds();
  if (p->quiet || !p->terminal || now - p->shown < 0.1) return;
  p->shown = now;
  draw_bar(part);
  fprintf(stderr, "%3.0f %%  %s\x1b[K", 100 * part, what);
  p->line_open = true;
  fflush(stderr);
}

void progress_clear(progress *p)
{
  if (p->line_open) fputs("\r\x1b[K", stderr);
  p->line_open = false;
}
