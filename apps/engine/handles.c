/* SPDX-License-Identifier: MIT
   Handles: particles that an outline on the screen encloses, held together by their mean. While the world plays they
   pull; while it is posed, bodies that know static shapes take the one of least energy. */
#include <math.h>
#include <string.h>

#include "base/status.h"
#include "session.h"

static const double pi = 3.14159265358979323846;
static const double handle_frequency = 6;  /* Hz, of the whole body on the spring */
static const int solves_at_once = 12;      /* while a handle is dragged */
static const double pose_tolerance = 1e-4; /* of the body's size */

/* --- what an outline encloses --- */

/* Where a point is seen, from -1 to 1; view is column-major, as the page's camera has it. */
static bool see(const double view[16], const double x[3], float out[2])
{
  double clip[4];
  for (int r = 0; r < 4; r++) clip[r] = view[r] * x[0] + view[4 + r] * x[1] + view[8 + r] * x[2] + view[12 + r];
  if (!(clip[3] > 0)) return false;
  for (int c = 0; c < 2; c++) out[c] = (float)(clip[c] / clip[3]);
  return true;
}

/* Even and odd crossings of a ray to the right. */
static bool encloses(const float *outline, size_t count, const float at[2])
{
  bool inside = false;
  for (size_t i = 0, j = count - 1; i < count; j = i++) {
    const float *a = outline + 2 * i, *b = outline + 2 * j;
    if ((a[1] > at[1]) != (b[1] > at[1]) && at[0] < (b[0] - a[0]) * (at[1] - a[1]) / (b[1] - a[1]) + a[0])
      inside = !inside;
  }
  return inside;
}

static double distance2(const double a[3], const double b[3])
{
  double sum = 0;
  for (int c = 0; c < 3; c++) sum += (a[c] - b[c]) * (a[c] - b[c]);
  return sum;
}

/* Of all that is enclosed a few that are far from each other: first any, then always the one farthest from those that
   were taken. */
static void choose(const double *x, size_t count, const double view[16], const float *outline, size_t corners,
                   held_handle *h)
{
  while (h->count < HANDLE_PARTICLES) {
    double farthest = 0;
    uint32_t best = 0;
    for (size_t i = 0; i < count; i++) {
      float at[2];
      double least = INFINITY;
      for (uint32_t k = 0; k < h->count; k++)
        least = fmin(least, distance2(x + 3 * i, x + 3 * (size_t)h->particles[k]));
      if (least <= farthest || !see(view, x + 3 * i, at) || !encloses(outline, corners, at)) continue;
      farthest = least;
      best = (uint32_t)i;
    }
    if (!(farthest > 0)) return;
    h->particles[h->count++] = best;
  }
}

static void mean_of(const held_handle *h, double out[3])
{
  const double *x = pl_body_positions(h->body);
  for (int c = 0; c < 3; c++) {
    out[c] = 0;
    for (uint32_t k = 0; x && k < h->count; k++) out[c] += x[3 * (size_t)h->particles[k] + (size_t)c] / h->count;
  }
}

static pl_status hold(engine *e, held_handle *h)
{
  double weights[HANDLE_PARTICLES], mass = 0, w = 2 * pi * handle_frequency;
  const double *masses = pl_body_masses(h->body), *x = pl_body_positions(h->body);
  for (size_t i = 0; i < pl_body_particle_count(h->body); i++) mass += masses[i];
  mean_of(h, h->target);
  for (uint32_t k = 0; k < h->count; k++) {
    weights[k] = 1;
    for (size_t c = 0; c < 3; c++) h->offsets[k][c] = (float)(x[3 * (size_t)h->particles[k] + c] - h->target[c]);
  }
  pl_grab_def def = pl_default_grab_def();
  def.particles = h->particles;
  def.weights = weights;
  def.count = h->count;
  def.stiffness = mass * w * w;
  memcpy(def.target, h->target, sizeof def.target);
  PL_TRY(pl_grab_create(h->body, &def, &h->grab));
  e->held.handles[e->held.handle_count++] = *h;
  return PL_OK;
}

pl_status engine_lasso(engine *e, const double view[16], const float *outline, size_t count)
{
  if (count < 3) return PL_OK;
  for (size_t k = 0; k < 2 * count; k++)
    if (!isfinite(outline[k])) return pl_fail(PL_ERROR_FORMAT, "the outline has a corner that is not finite");
  for (size_t b = 0; b < pl_world_body_count(e->world); b++) {
    held_handle h = {.body = pl_world_body_at(e->world, b), .body_index = (uint32_t)b};
    const double *x = pl_body_positions(h.body);
    if (x) choose(x, pl_body_particle_count(h.body), view, outline, count, &h);
    if (h.count == 0) continue;
    if (e->held.handle_count == MOST_HANDLES)
      return pl_fail(PL_ERROR_LIMIT, "there are %d handles already; take some away", MOST_HANDLES);
    PL_TRY(hold(e, &h));
    e->touched = true;
    e->change++;
  }
  return PL_OK;
}

pl_status engine_move_handle(engine *e, uint32_t handle, const double target[3])
{
  if (handle >= e->held.handle_count) return pl_fail(PL_ERROR_ARGUMENT, "there is no handle %u", handle);
  held_handle *h = &e->held.handles[handle];
  memcpy(h->target, target, sizeof h->target);
  e->change++;
  PL_TRY(pl_grab_move(h->body, h->grab, target));
  return engine_settle(e);
}

void engine_remove_handles(engine *e)
{
  for (size_t i = 0; i < e->held.handle_count; i++) pl_grab_remove(e->held.handles[i].body, e->held.handles[i].grab);
  e->held.handle_count = 0;
  e->change++;
}

/* --- posing --- */

/* Everything that holds this body: handles, and the mouse by the particle nearest to it. */
static size_t collect(const engine *e, const pl_body *body, pl_handle *out)
{
  size_t count = 0;
  for (size_t i = 0; i < e->held.handle_count; i++) {
    const held_handle *h = &e->held.handles[i];
    for (uint32_t k = 0; h->body == body && k < h->count; k++, count++) {
      out[count].particle = h->particles[k];
      for (int c = 0; c < 3; c++) out[count].target[c] = h->target[c] + (double)h->offsets[k][c];
    }
  }
  if (e->held.grabbed != body) return count;
  out[count].particle = e->looked_particle;
  memcpy(out[count].target, e->pull.target, sizeof out[count].target);
  return count + 1;
}

static bool is_held(const engine *e, const pl_body *body)
{
  bool held = e->held.grabbed == body;
  for (size_t i = 0; i < e->held.handle_count; i++) held = held || e->held.handles[i].body == body;
  return held;
}

pl_status engine_settle(engine *e)
{
  if (!e->posing) return PL_OK;
  pl_handle handles[MOST_HANDLES * HANDLE_PARTICLES + 1];
  for (size_t b = 0; b < pl_world_body_count(e->world); b++) {
    pl_body *body = pl_world_body_at(e->world, b);
    if (!is_held(e, body)) continue;
    pl_statics_def def = pl_default_statics_def();
    def.handles = handles;
    def.handle_count = collect(e, body, handles);
    def.iterations = solves_at_once;
    def.tolerance = pose_tolerance;
    PL_TRY(pl_body_settle(body, &def, NULL));
  }
  e->touched = true;
  e->change++;
  PL_TRY(engine_begin_report(e));
  return tape_record(&e->tape, e->world, &e->held);
}

pl_status engine_set_posing(engine *e, bool on)
{
  e->posing = on;
  if (on) e->playing = false;
  e->change++;
  return engine_settle(e);
}

/* --- sent to the page --- */

void engine_write_handles(const engine *e, block_writer *to)
{
  block_begin(to, BLOCK_TAG('h', 'd', 'l', 's'));
  for (size_t i = 0; i < e->held.handle_count; i++) {
    const held_handle *h = &e->held.handles[i];
    double of[8] = {[6] = (double)h->body_index, [7] = h->count};
    mean_of(h, of);
    memcpy(of + 3, h->target, sizeof h->target);
    block_put(to, of, sizeof of);
  }
  block_end(to);
}
