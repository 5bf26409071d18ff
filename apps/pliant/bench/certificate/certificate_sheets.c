/* SPDX-License-Identifier: MIT
   Sheets at rest, clamped at one side, and plates that are clamped all round. */
#include <math.h>
#include <stdio.h>

#include "base/memory.h"
#include "base/status.h"
#include "bench/certificate/certificate.h"
#include "pliant/make.h"

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

static const cert_kind sheet_kinds[] = {CERT_LATTICE, CERT_SURFACE, CERT_CONTINUUM};
enum { SHEET_KINDS = 3 };

typedef struct sheet {
  double youngs_modulus, thickness;
} sheet;

static double bending_of(const sheet *of) { return of->youngs_modulus * pow(of->thickness, 3) / 12; }

/* Two rows of vertices are held; how far the end of a sheet hangs of which 0.5 m are free. */
static pl_status measure_sheet(cert_kind kind, const sheet *of, uint32_t cells, cert_row *row)
{
  double bending = bending_of(of), weight = sheet_density * 9.81 * of->thickness;
  double rate = 3.516 / (free_length * free_length) * sqrt(bending / (sheet_density * of->thickness));
  pl_world_def world = cert_world(1.0 / 60);
  cert_subject s = {0};
  pl_status status = make_sheet(cells, cert_model(kind), of->youngs_modulus, of->thickness, &world, 2 * rate, &s);
  if (status == PL_OK) status = cert_settle(&s, 6.2832 / rate);
  if (status == PL_OK) {
    *row = (cert_row){.what = "clamped sheet, sag", .who = cert_name(kind), .found = -cert_end_height(&s), .unit = "m"};
    row->theory = cert_elastica(free_length, bending, weight);
    snprintf(row->how, sizeof row->how, "%g mm, E %g, %u cells", 1e3 * of->thickness, of->youngs_modulus, cells);
    cert_within(row, 0.1);
    double most = cert_most_modulus(s.body, true);
    sheet held = {fmin(of->youngs_modulus, most), of->thickness};
    if (most < of->youngs_modulus) row->own = cert_elastica(free_length, bending_of(&held), weight);
    row->own_name = "a sheet of the modulus that `run` tells";
  }
  cert_free(&s);
  return status;
}

/* The same material in three thicknesses, and a stiff one of a millimetre. */
void cert_sheets(certificate *c)
{
  static const sheet sheets[] = {{1e8, 0.005}, {1e8, 0.01}, {2e9, 0.002}};
  const char *what = "clamped sheet, sag";
  for (size_t m = 0; m < (c->quick ? 1 : SHEET_KINDS); m++)
    for (size_t k = 0; k < 3; k++) {
      cert_row rows[3];
      size_t count = 0, wanted = c->quick ? 1 : 3;
      pl_status status = PL_OK;
      if (!cert_wants(c, what, cert_name(sheet_kinds[m]))) continue;
      for (; status == PL_OK && count < wanted; count++)
        status = measure_sheet(sheet_kinds[m], &sheets[k], (c->quick ? 16U : 8U) << count, &rows[count]);
      if (status == PL_OK)
        cert_print_series(c, rows, count);
      else
        cert_failed(c, what, cert_name(sheet_kinds[m]));
    }
}

/* ---- plates ---- */

/* A square of so many free cells, its rim of two rows of vertices held. */
static pl_status make_plate(uint32_t cells, cert_kind kind, const sheet *of, const pl_world_def *world, double drag,
                            cert_subject *s)
{
  uint32_t side = cells + 3;
  double length = free_length * (cells + 2) / cells;
  PL_TRY(pl_make_sheet(length, length, side, side, &s->mesh));
  uint32_t *held = PL_NEW(uint32_t, (size_t)side * side);
  s->end = PL_NEW(uint32_t, 1);
  if (!held || !s->end) {
    pl_release(held);
    return PL_ERROR_MEMORY;
  }
  pl_pin_def pin = pl_default_pin_def();
  pin.particles = held;
  for (uint32_t i = 0; i < side; i++)
    for (uint32_t k = 0; k < side; k++)
      if (i < 2 || k < 2 || i + 2 >= side || k + 2 >= side) held[pin.count++] = i * side + k;
  s->end[s->end_count++] = (side * side) / 2;
  pl_body_def def = pl_default_body_def(cert_model(kind));
  def.mesh = s->mesh;
  def.density = sheet_density;
  def.thickness = of->thickness;
  def.pins = &pin;
  def.pin_count = 1;
  def.sleep = false;
  def.drag = drag;
  cert_set_modulus(&def, of->youngs_modulus, 0);
  pl_status status = pl_world_create(world, &s->world);
  if (status == PL_OK) status = pl_body_create(s->world, &def, &s->body);
  pl_release(held);
  return status;
}

/* Diagonals of sheets alternate, so that every other particle of a graph has edges along the sides alone, which do not
   see twist; the others, with 2/3 of the area, do (test_graph_bending.c finds 0.6667). Of D/2 (kxx^2 + kyy^2 + 4/3
   kxy^2) the middle hangs by 0.0013734 q a^4 / D, where a plate, with 2 kxy^2, has 0.0012653: both by Ritz's method, to
   the digits here. */
static const double less_twisted = 0.0013734 / 0.0012653;

/* Its middle hangs by 0.00126 q a^4 / D (Timoshenko); the first of its frequencies is 35.99 / a^2 sqrt(D / rho t). Less
   than a tenth of the thickness: what it stretches is nothing. */
static pl_status measure_plate(cert_kind kind, const sheet *of, uint32_t cells, cert_row *row)
{
  double bending = bending_of(of), square = free_length * free_length;
  double rate = 35.99 / square * sqrt(bending / (sheet_density * of->thickness));
  pl_world_def world = cert_world(1.0 / 60);
  cert_subject s = {0};
  pl_status status = make_plate(cells, kind, of, &world, rate, &s);
  if (status == PL_OK) status = cert_settle(&s, 6.2832 / rate);
  if (status == PL_OK) {
    *row = (cert_row){.what = "clamped plate, sag", .who = cert_name(kind), .found = -cert_end_height(&s), .unit = "m"};
    double most = cert_most_modulus(s.body, true);
    row->theory = 0.00126 * sheet_density * 9.81 * of->thickness * square * square / bending;
    row->own_name = kind == CERT_LATTICE ? "a plate with 2/3 of the stiffness against twist"
                                         : "a plate of the modulus that `run` tells";
    if (kind == CERT_LATTICE) row->own = less_twisted * row->theory;
    if (most < of->youngs_modulus) row->own = (row->own > 0 ? row->own : row->theory) * of->youngs_modulus / most;
    snprintf(row->how, sizeof row->how, "%g mm, %u cells", 1e3 * of->thickness, cells);
    cert_within(row, 0.1);
  }
  cert_free(&s);
  return status;
}

/* Curvature of the continuum model's grid is at its nodes: that of the last held one counts over a whole cell, of which
   half is behind the clamp, so that a plate is as soft as one that is a cell wider, which goes with 1/n and needs a
   fourth mesh. */
void cert_plates(certificate *c)
{
  static const sheet plate = {1e8, 0.01};
  const char *what = "clamped plate, sag";
  for (size_t m = 0; m < SHEET_KINDS && !c->quick; m++) {
    cert_row rows[4];
    size_t count = 0, wanted = c->fine || sheet_kinds[m] == CERT_CONTINUUM ? 4 : 3;
    pl_status status = PL_OK;
    if (!cert_wants(c, what, cert_name(sheet_kinds[m]))) continue;
    for (; status == PL_OK && count < wanted; count++)
      status = measure_plate(sheet_kinds[m], &plate, 8U << count, &rows[count]);
    if (status == PL_OK)
      cert_print_series(c, rows, count);
    else
      cert_failed(c, what, cert_name(sheet_kinds[m]));
  }
}
