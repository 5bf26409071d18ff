/* SPDX-License-Identifier: MIT
   Bars at rest: how far they stretch and sag. */
#include <math.h>
#include <stdio.h>

#include "base/status.h"
#include "bench/certificate/certificate.h"

static const cert_bar usual = {CERT_LATTICE, 4, 0.8, 0.2, 2e6, 1000, 1};

static pl_status sag_of(cert_bar bar, double frame, double *out, double *most)
{
  cert_subject s;
  pl_world_def world = cert_world(frame);
  double half = cert_bar_half_period(&bar);
  PL_TRY(cert_make_bar(&world, &bar, true, 6.2832 / half, &s)); /* critical: it does not swing */
  pl_status status = cert_settle(&s, 2 * half);
  *out = -cert_end_height(&s);
  *most = cert_most_modulus(s.body, false);
  cert_free(&s);
  return status;
}

/* The row of a clamped bar, not printed yet. */
static pl_status measure_sag(const char *what, cert_bar bar, double frame, double tolerance, const char *how,
                             cert_row *row)
{
  double most;
  *row = (cert_row){.what = what, .who = cert_name(bar.kind), .theory = cert_bar_sag(&bar) / bar.scale, .unit = "m"};
  PL_TRY(sag_of(bar, frame, &row->found, &most));
  row->found /= bar.scale;
  row->own = cert_own_sag(&bar, most) / bar.scale;
  row->own_name = cert_own_name(bar.kind, most < INFINITY);
  snprintf(row->how, sizeof row->how, "%s", how);
  cert_within(row, tolerance);
  return PL_OK;
}

static void sag_row(certificate *c, const char *what, cert_bar bar, double frame, const char *how)
{
  cert_row row;
  if (!cert_wants(c, what, cert_name(bar.kind))) return;
  if (measure_sag(what, bar, frame, 0.1, how, &row) == PL_OK)
    cert_print(c, &row);
  else
    cert_failed(c, what, cert_name(bar.kind));
}

/* What is seen of the blocks that stand too low, ring by ring of their top face: without a proof. */
static const char *note_of_block(cert_kind kind)
{
  if (kind == CERT_FILLED) return "soft at its clamp, and in the middle of its top";
  return kind == CERT_CAGE ? "its rim is low, and what is inside of it is not" : NULL;
}

/* By its weight a bar that hangs becomes longer by rho g L^2 / 2 E, and a block that stands as much shorter. */
static pl_status measure_weight(const char *what, cert_bar bar, double sign, cert_row *row)
{
  bar.youngs_modulus = 2e5;
  pl_world_def world = cert_world(1.0 / 60);
  world.gravity[0] = sign * 9.81;
  world.gravity[1] = 0;
  double speed = sqrt(bar.youngs_modulus / bar.density), quarter = bar.length / speed;
  cert_subject s;
  PL_TRY(cert_make_bar(&world, &bar, true, 3 / quarter, &s));
  pl_status status = cert_settle(&s, 4 * quarter);
  *row = (cert_row){.what = what, .who = cert_name(bar.kind), .found = sign * cert_end_along(&s), .unit = "m"};
  snprintf(row->how, sizeof row->how, "%u cells", bar.cells);
  row->theory = bar.density * 9.81 * bar.length * bar.length / (2 * bar.youngs_modulus);
  cert_within(row, 0.1);
  double most = cert_most_modulus(s.body, false);
  if (most < bar.youngs_modulus) row->own = row->theory * bar.youngs_modulus / most;
  row->own_name = "matter of the modulus that `run` tells";
  if (sign < 0) row->note = note_of_block(bar.kind);
  cert_free(&s);
  return status;
}

static void weight_rows(certificate *c, const char *what, cert_kind kind, double length, double sign,
                        const uint32_t *cells, size_t count)
{
  cert_row rows[3];
  pl_status status = PL_OK;
  if (!cert_wants(c, what, cert_name(kind))) return;
  for (size_t k = 0; k < count && status == PL_OK; k++) {
    cert_bar bar = usual;
    bar.kind = kind;
    bar.length = length;
    bar.cells = cells[k];
    status = measure_weight(what, bar, sign, &rows[k]);
  }
  if (status == PL_OK)
    cert_print_series(c, rows, count);
  else
    cert_failed(c, what, cert_name(kind));
}

/* Coarse to fine: 10 % from the second mesh on. Cages of 16 cells would be those of 8, and the three others take
   minutes. */
static void sag_rows(certificate *c, cert_kind kind)
{
  static const uint32_t cells[] = {2, 4, 8, 16};
  const char *what = "clamped bar, sag", *who = cert_name(kind);
  cert_row rows[4];
  size_t count = c->quick ? 1 : kind <= CERT_SURFACE || (c->fine && kind != CERT_CAGE) ? 4 : 3;
  if (!cert_wants(c, what, who)) return;
  for (size_t k = 0; k < count; k++) {
    char how[32];
    cert_bar bar = usual;
    bar.kind = kind;
    bar.cells = c->quick ? cert_cells(kind) : cells[k];
    snprintf(how, sizeof how, "%u cells", bar.cells);
    if (measure_sag(what, bar, 1.0 / 60, bar.cells == 2 ? 0.25 : 0.1, how, &rows[k]) != PL_OK) {
      cert_failed(c, what, who);
      return;
    }
  }
  cert_print_series(c, rows, count);
}

/* A surface's matter is in its skin: of a modulus that its regions can hold, it bends as a tube on any mesh. */
static void resolution_rows(certificate *c)
{
  static const uint32_t cells[] = {2, 4, 8, 16};
  const char *what = "clamped bar, any resolution", *who = cert_name(CERT_SURFACE);
  cert_row rows[4];
  if (!cert_wants(c, what, who)) return;
  for (int k = 0; k < 4; k++) {
    cert_bar bar = usual;
    char how[32];
    bar.kind = CERT_SURFACE;
    bar.cells = cells[k];
    bar.youngs_modulus = 5e5;
    snprintf(how, sizeof how, "%u cells, as a tube", cells[k]);
    if (measure_sag(what, bar, 1.0 / 60, 0.1, how, &rows[k]) != PL_OK) {
      cert_failed(c, what, who);
      return;
    }
    rows[k].theory = rows[k].own;
    rows[k].own = 0;
    cert_within(&rows[k], 0.1);
  }
  cert_print_series(c, rows, 4);
}

void cert_statics(certificate *c)
{
  static const struct {
    double part;
    const char *name;
  } steps[] = {{0.25, "1/240 s"}, {1, "1/60 s"}, {4, "1/15 s"}};
  static const double scales[] = {1e-3, 1, 1e3};
  static const uint32_t block_cells[] = {4, 8, 16};
  for (int kind = 0; kind < CERT_KINDS; kind++)
    weight_rows(c, "hung bar, stretch", (cert_kind)kind, usual.length, 1,
                kind == CERT_CAGE ? &block_cells[1] : block_cells, 1);
  /* cages of 16 cells are those of 8, and hybrid bodies are held at 256 particles at most */
  for (int kind = 0; kind < CERT_KINDS && !c->quick; kind++)
    weight_rows(c, "standing block, squashed", (cert_kind)kind, usual.width, -1, block_cells,
                kind == CERT_CAGE || kind == CERT_HYBRID ? 2 : 3);
  for (int kind = 0; kind < CERT_KINDS; kind++) sag_rows(c, (cert_kind)kind);
  resolution_rows(c);
  for (int kind = 0; kind < CERT_KINDS && !c->quick; kind++)
    for (size_t k = 0; k < 3; k++) {
      cert_bar bar = usual;
      bar.kind = (cert_kind)kind;
      bar.cells = cert_cells(bar.kind);
      sag_row(c, "clamped bar, step", bar, steps[k].part / 60, steps[k].name);
    }
  for (int kind = 0; kind < CERT_KINDS && !c->quick; kind++)
    for (size_t k = 0; k < 3; k++) {
      char how[32];
      cert_bar bar = usual;
      bar.kind = (cert_kind)kind;
      bar.cells = cert_cells(bar.kind);
      bar.scale = scales[k];
      snprintf(how, sizeof how, "size x %g", scales[k]);
      sag_row(c, "clamped bar, scale", bar, sqrt(bar.scale) / 60, how);
    }
}
