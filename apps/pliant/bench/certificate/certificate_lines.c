/* SPDX-License-Identifier: MIT
   What was asked of physics, a line each: which rows of the certificate tell of it, and how the worst one stands. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/certificate/certificate.h"

static const struct {
  const char *what; /* of the rows */
  const char *asked, *wanted;
} asked[CERT_LINES] = {
    {"clamped sheet, sag", "a clamped sheet bends by its thickness", "plate theory, 10 % over three meshes"},
    {"clamped bar, sag", "a clamped bar sags", "theory, 10 % from the second mesh on"},
    {"bar let go, turns after", "a bar let go turns in time", "theory, 10 % at 1/60 s, every model"},
    {"clamped bar, any resolution", "a bar with surface defaults", "10 % over three meshes"},
    {"ball on the floor, height", "a ball stands on the floor at 1/60 s", "as at 1/200 s"},
    {"ball squeezed to half, volume lost", "a ball squeezed to half keeps its volume", "0.5 %, every model"},
    {"ball dropped 1 m, volume", "a ball dropped by 1 m keeps it", "0.1 / 0.01 % at 1/200 s, 0.2 / 0.05 at 1/60 s"},
    {"free spin, angular momentum lost", "a free spin stays for 10 s", "1e-6, any default"},
    {"ball on a level floor, wanders", "a ball on a level floor stays", "1 mm, asleep"},
    {"ball of 1 Pa dropped, energy", "a ball of 1 Pa", "gains no energy"},
    {"ball started as a point, off", "a ball started as a point", "recovers"},
};

static int line_of(const char *what)
{
  for (int k = 0; k < CERT_LINES; k++)
    if (strcmp(what, asked[k].what) == 0) return k;
  return -1;
}

bool cert_is_asked_for(const char *what) { return line_of(what) >= 0; }

/* How far outside of its range, relative to its edge; NAN (it failed): endlessly. */
static double off_by(const cert_row *row)
{
  if (isnan(row->found)) return INFINITY;
  double above = row->high > 0 ? row->found / row->high - 1 : 0, below = row->low > 0 ? 1 - row->found / row->low : -1;
  return fmax(above, below);
}

void cert_count_line(certificate *c, const cert_row *row, bool known)
{
  int k = line_of(row->what);
  if (k < 0) return;
  cert_line *line = &c->lines[k];
  bool holds = cert_holds(row);
  double off = off_by(row) + (holds || known ? 0 : 1e3); /* what is short comes first */
  line->rows++;
  line->held += holds;
  line->known += !holds && known;
  if (line->rows > 1 && off <= line->off) return;
  line->off = off;
  snprintf(line->worst, sizeof line->worst, "%s, %s: %.4g %s", row->who, row->how, row->found, row->unit);
  if (holds)
    line->why[0] = 0;
  else if (row->proof[0])
    snprintf(line->why, sizeof line->why, "%s", row->proof);
  else if (row->own > 0)
    snprintf(line->why, sizeof line->why, "%s has %.3g", row->own_name, row->own);
  else
    snprintf(line->why, sizeof line->why, "%s", row->note ? row->note : "");
}

void cert_print_lines(const certificate *c)
{
  printf(c->markdown
             ? "\n## What was asked for\n\nOf the rows above; the worst one is told, with the reason where it is "
               "outside of its range.\n\n| asked | wanted | rows | hold | known | short | worst |\n"
               "|---|---|---|---|---|---|---|\n"
             : "\n%-42s %-47s %4s %4s %5s %5s  %s\n",
         "asked", "wanted", "rows", "hold", "known", "short", "worst");
  for (int k = 0; k < CERT_LINES; k++) {
    const cert_line *line = &c->lines[k];
    int missing = line->rows - line->held - line->known;
    if (line->rows == 0) continue; /* not in the short form */
    printf(c->markdown ? "| %s | %s | %d | %d | %d | %d | %s%s%s |\n" : "%-42s %-47s %4d %4d %5d %5d  %s%s%s\n",
           asked[k].asked, asked[k].wanted, line->rows, line->held, line->known, missing, line->worst,
           line->why[0] ? ": " : "", line->why);
  }
}
