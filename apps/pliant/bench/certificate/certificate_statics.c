/* SPDX-License-Identifier: MIT
   Bars and sheets at rest: how far they stretch and sag. */
#include <math.h>
#include <stdio.h>

#include "base/memory.h"
#include "base/status.h"
#include "bench/certificate/certificate.h"
#include "pliant/make.h"

static const cert_bar usual = {CERT_LATTICE, 4, 0.8, 0.2, 2e6, 1000, 1};

static pl_status sag_of(cert_bar bar, double frame, double *out)
{
  cert_subject s;
  pl_world_def world = cert_world(frame);
  double half = cert_bar_half_period(&bar);
  PL_TRY(cert_make_bar(&world, &bar, true, 6.2832 / half, &s)); /* critical: it does not swing */
  pl_status status = cert_settle(&s, 2 * half);
  *out = -cert_end_height(&s);
  cert_free(&s);
  return status;
}

static void sag_row(certificate *c, const char *what, cert_bar bar, double frame, double tolerance, const char *how,
                    const char *reason)
{
  const char *who = cert_name(bar.kind);
  if (!cert_wants(c, what, who)) return;
  double theory = cert_bar_sag(&bar), found;
  if (sag_of(bar, frame, &found) != PL_OK) {
    cert_failed(c, what, who);
    return;
  }
  cert_row row = {.what = what,
                  .who = who,
                  .found = found / bar.scale,
                  .theory = theory / bar.scale,
                  .unit = "m",
                  .reason = reason};
  snprintf(row.how, sizeof row.how, "%s", how);
  row.low = (1 - tolerance) * row.theory;
  row.high = (1 + tolerance) * row.theory;
  cert_print(c, &row);
}

/* Hung up by one end: its weight stretches it by rho g L^2 / 2 E. */
static void stretch_row(certificate *c, cert_kind kind, double tolerance, const char *reason)
{
  const char *what = "hung bar, stretch", *who = cert_name(kind);
  if (!cert_wants(c, what, who)) return;
  cert_bar bar = usual;
  bar.kind = kind;
  bar.youngs_modulus = 2e5;
  pl_world_def world = cert_world(1.0 / 60);
  world.gravity[0] = 9.81;
  world.gravity[1] = 0;
  double speed = sqrt(bar.youngs_modulus / bar.density), quarter = bar.length / speed;
  cert_subject s;
  pl_status status = cert_make_bar(&world, &bar, true, 3 / quarter, &s);
  if (status == PL_OK) status = cert_settle(&s, 4 * quarter);
  if (status != PL_OK) {
    cert_failed(c, what, who);
    return;
  }
  cert_row row = {
      .what = what, .who = who, .how = "4 cells", .found = cert_end_along(&s), .unit = "m", .reason = reason};
  row.theory = bar.density * 9.81 * bar.length * bar.length / (2 * bar.youngs_modulus);
  row.low = (1 - tolerance) * row.theory;
  row.high = (1 + tolerance) * row.theory;
  cert_print(c, &row);
  cert_free(&s);
}

static const char *bar_reason(cert_kind kind, uint32_t cells)
{
  switch (kind) {
  case CERT_SURFACE: return "a skin bends as a tube does, and its regions hold no more at this step: `run` says so";
  case CERT_CAGE: return cells <= 4 ? "so few vertices cannot bend: `explain` says so" : NULL;
  case CERT_CONTINUUM: return "metric tensors of a cell see no bending in it: coarse lattices are too stiff";
  case CERT_HYBRID: return "a frame with splines gives way at its root, not along its length";
  default: return NULL;
  }
}

/* A surface's matter is in its skin: what it does must not depend on the mesh, whatever theory says of solids. */
static void resolution_rows(certificate *c)
{
  static const uint32_t cells[] = {4, 8, 16};
  const char *what = "clamped bar, any resolution", *who = cert_name(CERT_SURFACE);
  double sag[3], mean = 0;
  if (!cert_wants(c, what, who)) return;
  for (int k = 0; k < 3; k++) {
    cert_bar bar = usual;
    bar.kind = CERT_SURFACE;
    bar.cells = cells[k];
    bar.youngs_modulus = 5e5; /* what regions can hold at this step */
    if (sag_of(bar, 1.0 / 60, &sag[k]) != PL_OK) {
      cert_failed(c, what, who);
      return;
    }
    mean += sag[k] / 3;
  }
  for (int k = 0; k < 3; k++) {
    cert_row row = {.what = what, .who = who, .found = sag[k], .theory = mean, .unit = "m"};
    snprintf(row.how, sizeof row.how, "%u cells, beside the mean", cells[k]);
    row.low = 0.9 * mean;
    row.high = 1.1 * mean;
    cert_print(c, &row);
  }
}

void cert_statics(certificate *c)
{
  static const struct {
    double part;
    const char *name;
  } steps[] = {{0.25, "1/240 s"}, {1, "1/60 s"}, {4, "1/15 s"}};
  static const uint32_t cells[] = {2, 4, 8};
  for (int kind = 0; kind < CERT_KINDS; kind++)
    stretch_row(c, (cert_kind)kind, 0.1,
                kind == CERT_CAGE      ? "so few vertices are stiff at the clamp"
                : kind == CERT_SURFACE ? "regions at the clamp are held as a whole"
                                       : NULL);
  for (int kind = 0; kind < CERT_KINDS; kind++)
    for (size_t k = 0; k < (c->quick ? 2 : 3); k++) {
      char how[32];
      cert_bar bar = usual;
      bar.kind = (cert_kind)kind;
      bar.cells = cells[k];
      snprintf(how, sizeof how, "%u cells", cells[k]);
      sag_row(c, "clamped bar, sag", bar, 1.0 / 60, k == 0 ? 0.25 : 0.1, how, bar_reason(bar.kind, bar.cells));
    }
  resolution_rows(c);
  for (int kind = 0; kind < CERT_KINDS && !c->quick; kind++)
    for (size_t k = 0; k < 3; k++) {
      cert_bar bar = usual;
      bar.kind = (cert_kind)kind;
      sag_row(c, "clamped bar, step", bar, steps[k].part / 60, 0.1, steps[k].name, bar_reason(bar.kind, bar.cells));
    }
  static const double scales[] = {1e-3, 1, 1e3};
  for (int kind = 0; kind < CERT_KINDS; kind++)
    for (size_t k = 0; k < 3; k++) {
      char how[32];
      cert_bar bar = usual;
      bar.kind = (cert_kind)kind;
      bar.scale = scales[k];
      snprintf(how, sizeof how, "size x %g", scales[k]);
      sag_row(c, "clamped bar, scale", bar, sqrt(bar.scale) / 60, 0.1, how, bar_reason(bar.kind, bar.cells));
    }
}

/* ---- sheets ---- */

static const double free_length = 0.5, sheet_width = 0.25, sheet_density = 1000;

static pl_status make_sheet(uint32_t cells, pl_model_kind model, double youngs_modulus, double thickness,
                            const pl_world_def *world, double drag, cert_subject *s)
{
  double spacing = free_length / cells, length = free_length + spacing;
  uint32_t nz = (uint32_t)lround(sheet_width / spacing) + 1;
  PL_TRY(pl_make_sheet(length, sheet_width, cells + 2, nz, &s->mesh));
  uint32_t held[256];
  s->end = PL_NEW(uint32_t, nz);
  if (!s->end) return PL_ERROR_MEMORY;
  pl_pin_def pin = pl_default_pin_def();
  pin.particles = held;
  for (uint32_t k = 0; k < 2 * nz; k++) held[pin.count++] = k;
  for (uint32_t k = 0; k < nz; k++) s->end[s->end_count++] = (cells + 1) * nz + k;
  pl_body_def def = pl_default_body_def(model);
  def.mesh = s->mesh;
  def.density = sheet_density;
  def.thickness = thickness;
  def.pins = &pin;
  def.pin_count = 1;
  def.sleep = false;
  def.drag = drag;
  cert_set_modulus(&def, youngs_modulus, 0);
  PL_TRY(pl_world_create(world, &s->world));
  return pl_body_create(s->world, &def, &s->body);
}

/* Two rows of vertices are held; how far the end of a sheet hangs of which 0.5 m are free. */
static void sheet_row(certificate *c, pl_model_kind model, uint32_t cells, double youngs_modulus, double thickness)
{
  const char *what = "clamped sheet, sag", *who = model == PL_MODEL_GRAPH     ? "graph"
                                                  : model == PL_MODEL_SURFACE ? "surface"
                                                                              : "continuum";
  if (!cert_wants(c, what, who)) return;
  double bending = youngs_modulus * pow(thickness, 3) / 12, weight = sheet_density * 9.81 * thickness;
  double rate = 3.516 / (free_length * free_length) * sqrt(bending / (sheet_density * thickness));
  pl_world_def world = cert_world(1.0 / 60);
  cert_subject s = {0};
  pl_status status = make_sheet(cells, model, youngs_modulus, thickness, &world, 2 * rate, &s);
  if (status == PL_OK) status = cert_settle(&s, 6.2832 / rate);
  if (status == PL_OK) {
    cert_row row = {.what = what, .who = who, .found = -cert_end_height(&s), .unit = "m"};
    row.theory = cert_elastica(free_length, bending, weight);
    snprintf(row.how, sizeof row.how, "%g mm, E %g, %u cells", 1e3 * thickness, youngs_modulus, cells);
    double tolerance = cells == 8 ? 0.3 : 0.1; /* theory from the second resolution on */
    row.low = (1 - tolerance) * row.theory;
    row.high = (1 + tolerance) * row.theory;
    if (model == PL_MODEL_CONTINUUM)
      row.reason = "the clamp's curvature is taken half a spacing away: it is so much longer";
    if (model == PL_MODEL_SURFACE)
      row.reason = "so stiff that regions are a third of it: they hold the clamp's end stiffly, or cannot pull as hard";
    cert_print(c, &row);
  } else {
    cert_failed(c, what, who);
  }
  cert_free(&s);
}

/* The same material in three thicknesses, and a stiff one of a millimetre. */
void cert_sheets(certificate *c)
{
  static const struct {
    double youngs_modulus, thickness;
  } sheets[] = {{1e8, 0.005}, {1e8, 0.01}, {2e9, 0.002}};
  static const pl_model_kind models[] = {PL_MODEL_GRAPH, PL_MODEL_SURFACE, PL_MODEL_CONTINUUM};
  for (size_t m = 0; m < 3; m++)
    for (size_t k = 0; k < 3; k++)
      for (uint32_t cells = 8; cells <= (c->quick ? 8 : 32); cells *= 2)
        sheet_row(c, models[m], cells, sheets[k].youngs_modulus, sheets[k].thickness);
}
