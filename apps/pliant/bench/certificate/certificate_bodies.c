/* SPDX-License-Identifier: MIT
   The bodies of the certificate: whatever is not said is as it is by default. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "bench/certificate/certificate.h"
#include "pliant/make.h"

const char *cert_name(cert_kind kind)
{
  static const char *const names[] = {"graph", "graph, filled", "surface", "cage", "hex", "hybrid", "continuum"};
  return names[kind];
}

pl_model_kind cert_model(cert_kind kind)
{
  static const pl_model_kind models[] = {PL_MODEL_GRAPH, PL_MODEL_GRAPH,  PL_MODEL_SURFACE,  PL_MODEL_CAGE,
                                         PL_MODEL_HEX,   PL_MODEL_HYBRID, PL_MODEL_CONTINUUM};
  return models[kind];
}

uint32_t cert_cells(cert_kind kind)
{
  static const uint32_t cells[] = {4, 4, 16, 8, 4, 8, 8};
  return cells[kind];
}

double cert_most_modulus(const pl_body *body, bool bent)
{
  const char *told = bent ? "no more stiffly than with " : "no stiffer than ";
  char text[1024];
  double most = INFINITY;
  pl_body_limits(body, text, sizeof text);
  const char *at = strstr(text, told);
  if (at && sscanf(at + strlen(told), "%lg Pa", &most) != 1) most = INFINITY;
  return most;
}

pl_world_def cert_world(double frame)
{
  pl_world_def def = pl_default_world_def();
  def.step = frame;
  def.threads = 1;
  return def;
}

void cert_set_modulus(pl_body_def *def, double youngs_modulus, double poisson_ratio)
{
  def->graph.youngs_modulus = def->cage.youngs_modulus = def->hex.youngs_modulus = def->surface.youngs_modulus =
      youngs_modulus;
  def->continuum.youngs_modulus = youngs_modulus;
  def->hybrid.stretch.value = youngs_modulus;
  def->cage.poisson_ratio = def->hex.poisson_ratio = poisson_ratio;
}

static bool on_lattice(cert_kind kind) { return kind == CERT_LATTICE || kind == CERT_HYBRID || kind == CERT_CONTINUUM; }

static pl_status fill_with_nodes(pl_mesh **mesh)
{
  pl_volume_graph_def def = pl_default_volume_graph_def();
  def.surface = *mesh;
  pl_mesh *filled = NULL;
  PL_TRY(pl_make_volume_graph(&def, &filled, NULL));
  pl_mesh_destroy(*mesh);
  *mesh = filled;
  return PL_OK;
}

static pl_status bar_mesh(const cert_bar *bar, pl_mesh **out)
{
  double spacing = bar->scale * bar->width / bar->cells;
  uint32_t along = (uint32_t)lround(bar->length / bar->width * bar->cells) + 1;
  uint32_t counts[3] = {along, bar->cells + 1, bar->cells + 1};
  if (!on_lattice(bar->kind)) {
    PL_TRY(pl_make_box(counts, spacing, out));
    return bar->kind == CERT_FILLED ? fill_with_nodes(out) : PL_OK;
  }
  pl_lattice_def lattice = pl_default_lattice_def();
  for (int c = 0; c < 3; c++) lattice.counts[c] = counts[c];
  lattice.spacing = spacing;
  return pl_make_lattice(&lattice, out);
}

/* Particles whose x is the least (sign 1) or the most (sign -1); NULL: no memory. */
static uint32_t *particles_at(const pl_mesh *mesh, double sign, size_t *count)
{
  pl_mesh_data data = pl_mesh_view(mesh);
  double low = INFINITY, size = 0;
  for (size_t i = 0; i < data.vertex_count; i++) {
    low = fmin(low, sign * data.positions[3 * i]);
    size = fmax(size, fabs(data.positions[3 * i]));
  }
  uint32_t *list = PL_NEW(uint32_t, data.vertex_count);
  *count = 0;
  for (uint32_t i = 0; list && i < data.vertex_count; i++)
    if (sign * data.positions[3 * (size_t)i] < low + 1e-9 * size) list[(*count)++] = i;
  return list;
}

static pl_status make_body(const pl_world_def *world, const pl_body_def *def, cert_subject *s)
{
  PL_TRY(pl_world_create(world, &s->world));
  return pl_body_create(s->world, def, &s->body);
}

static pl_status fill_bar(const pl_world_def *world, const cert_bar *bar, bool clamped, double drag, cert_subject *s)
{
  PL_TRY(bar_mesh(bar, &s->mesh));
  pl_pin_def pin = pl_default_pin_def();
  uint32_t *held = particles_at(s->mesh, 1, &pin.count);
  s->end = particles_at(s->mesh, -1, &s->end_count);
  pl_body_def def = pl_default_body_def(cert_model(bar->kind));
  def.mesh = s->mesh;
  def.density = bar->density;
  def.drag = drag;
  def.pins = clamped ? &pin : NULL;
  def.pin_count = clamped;
  def.sleep = false;
  pin.particles = held;
  cert_set_modulus(&def, bar->scale * bar->youngs_modulus, 0); /* theory knows no Poisson's ratio */
  def.hex.spacing = bar->scale * bar->width / bar->cells;
  if (bar->kind == CERT_CAGE) def.cage.vertices = bar->cells <= 2 ? 56 : bar->cells <= 4 ? 120 : 200;
  pl_status status = held && s->end ? make_body(world, &def, s) : PL_ERROR_MEMORY;
  pl_release(held);
  return status;
}

pl_status cert_make_bar(const pl_world_def *world, const cert_bar *bar, bool clamped, double drag, cert_subject *out)
{
  *out = (cert_subject){0};
  pl_status status = fill_bar(world, bar, clamped, drag, out);
  if (status != PL_OK) cert_free(out);
  return status;
}

static pl_status fill_ball(const pl_world_def *world, cert_kind kind, double radius, const pl_body_def *like,
                           cert_subject *s)
{
  pl_body_def def = *like;
  PL_TRY(pl_make_icosphere(radius, 6, &s->mesh));
  if (kind == CERT_FILLED) PL_TRY(fill_with_nodes(&s->mesh));
  def.mesh = s->mesh;
  return make_body(world, &def, s);
}

pl_status cert_make_ball(const pl_world_def *world, cert_kind kind, double radius, const pl_body_def *like,
                         cert_subject *out)
{
  *out = (cert_subject){0};
  pl_status status = fill_ball(world, kind, radius, like, out);
  if (status != PL_OK) cert_free(out);
  return status;
}

void cert_free(cert_subject *s)
{
  pl_world_destroy(s->world);
  pl_mesh_destroy(s->mesh);
  pl_release(s->end);
  *s = (cert_subject){0};
}

static double end_mean(const cert_subject *s, size_t axis)
{
  const double *x = pl_body_positions(s->body), *rest = pl_body_rest(s->body).positions;
  double sum = 0;
  for (size_t k = 0; k < s->end_count; k++) sum += x[3 * (size_t)s->end[k] + axis] - rest[3 * (size_t)s->end[k] + axis];
  return sum / (double)s->end_count;
}

double cert_end_height(const cert_subject *s) { return end_mean(s, 1); }
double cert_end_along(const cert_subject *s) { return end_mean(s, 0); }

double cert_height(const pl_body *body)
{
  const double *x = pl_body_positions(body);
  double low = INFINITY, high = -INFINITY;
  for (size_t i = 0; i < pl_body_particle_count(body); i++) {
    low = fmin(low, x[3 * i + 1]);
    high = fmax(high, x[3 * i + 1]);
  }
  return high - low;
}

pl_status cert_settle(cert_subject *s, double time)
{
  double before = INFINITY;
  int frames = (int)fmax(1, ceil(time / pl_world_step_size(s->world)));
  for (int round = 0; round < 20; round++) {
    for (int k = 0; k < frames; k++) PL_TRY(pl_world_step(s->world));
    double now = cert_end_height(s) + cert_end_along(s);
    if (fabs(now - before) < 1e-3 * fabs(now)) break;
    before = now;
  }
  return PL_OK;
}
