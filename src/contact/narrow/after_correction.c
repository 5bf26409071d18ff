/* SPDX-License-Identifier: MIT
   Volume corrections after contact move particles into bodies and obstacles that they did not touch before: soft balls
   under a heap lose a tenth of their volume in a step and regain it where there is room. This finds those contacts. */
#include <string.h>

#include "base/status.h"
#include "base/timer.h"
#include "contact/solve/solver.h"
#include "math/vec3.h"

/* A body is tested again after moving by this part of the distance that bodies keep: features without a contact cannot
   penetrate by less. */
static const double unseen_part = 0.25;

/* Has some particle moved farther than that since the last detection? */
static bool is_far(const pl_contact_state *state, size_t b)
{
  const pl_contact_body *body = &state->setup.bodies[b];
  const double *x = body->body->x, *from = state->queried_positions + 3 * state->solver.first[b];
  double most = unseen_part * pl_pair_apart(body, body);
  if (!body->reshaped || body->asleep) return false;
  for (size_t i = 0; i < body->body->count; i++) {
    double way[3];
    pl_vec3_sub(x + 3 * i, from + 3 * i, way);
    if (pl_vec3_dot(way, way) > most * most) return true;
  }
  return false;
}

/* Marks such bodies: only these are tested. */
static bool mark_far(const pl_contact_state *state, uint8_t *far)
{
  bool any = false;
  for (size_t b = 0; b < state->setup.body_count; b++) {
    const pl_model_body *body = state->solver.bodies[b].body;
    far[b] = is_far(state, b);
    any = any || far[b];
    if (far[b])
      memcpy(state->queried_positions + 3 * state->solver.first[b], body->x, 3 * body->count * sizeof(double));
  }
  return any;
}

/* Memory for the apparent bodies, once for all detections of a step. */
static pl_status reserve_apparent(pl_contact_state *state)
{
  size_t count = state->setup.body_count;
  pl_contact_body *bodies = state->apparent = PL_TAKE(state->context.scratch, pl_contact_body, count);
  pl_model_body *views = PL_TAKE(state->context.scratch, pl_model_body, count);
  if (!bodies || !views) return PL_ERROR_MEMORY;
  memcpy(bodies, state->setup.bodies, count * sizeof *bodies);
  for (size_t b = 0; b < count; b++) {
    views[b] = *bodies[b].body;
    views[b].v = PL_TAKE(state->context.scratch, double, 3 * views[b].count);
    if (!views[b].v) return PL_ERROR_MEMORY;
    bodies[b].body = &views[b];
  }
  return PL_OK;
}

/* The bodies as if they had moved straight from the start of the step to where they are. Their velocities differ from
   that after a bounce. */
static pl_status make_apparent(pl_contact_state *state)
{
  if (!state->apparent) PL_TRY(reserve_apparent(state));
  for (size_t b = 0; b < state->setup.body_count; b++) {
    const pl_contact_body *body = &state->setup.bodies[b];
    const double *x = body->body->x;
    double *v = state->apparent[b].body->v;
    for (size_t k = 0; k < 3 * body->body->count; k++) {
      double start;
      memcpy(&start, body->start_position + k * sizeof start, sizeof start);
      v[k] = (x[k] - start) / state->context.h;
    }
  }
  return PL_OK;
}

/* Detects obstacles again if something is faster than the speed that the margin of the last detection allowed. */
static pl_status find_obstacles(const pl_contact_state *state, const pl_contact_setup *apparent, pl_contacts *out)
{
  double start = pl_seconds(), *max_speed = PL_TAKE(state->context.scratch, double, apparent->body_count);
  *out = (pl_contacts){0};
  if (!max_speed) return PL_ERROR_MEMORY;
  if (apparent->obstacle_count && pl_obstacles_exceed_margin(apparent, state->solver.max_speed))
    PL_TRY(pl_contacts_with_obstacles(apparent, &state->context, max_speed, out));
  for (size_t k = 0; k < out->count; k++) out->items[k].swept.gap = 0; /* penetrations are resolved */
  state->context.stats->finding += pl_seconds() - start;
  return PL_OK;
}

pl_status pl_contact_detect_after_correction(pl_contact_state *state)
{
  if (!state->settled_positions || pl_work_is_exhausted(state->context.work)) return PL_OK;
  uint8_t *far = PL_TAKE(state->context.scratch, uint8_t, state->setup.body_count);
  if (!far) return PL_ERROR_MEMORY;
  if (!mark_far(state, far)) return PL_OK;
  pl_contact_setup apparent = state->setup;
  pl_contacts obstacles, found_later;
  PL_TRY(make_apparent(state));
  apparent.bodies = state->apparent;
  PL_TRY(find_obstacles(state, &apparent, &obstacles));
  state->obstacles_after_correction = state->obstacles_after_correction || obstacles.count > 0;
  PL_TRY(pl_contact_find(&state->solver, &apparent, &obstacles, PL_DETECT_AFTER_CORRECTION, far, &found_later));
  if (found_later.count == 0) return PL_OK;
  pl_contacts known = state->settled;
  PL_TRY(pl_contacts_merge(&known, &found_later, PL_MERGE_LAST, &state->context, &state->settled));
  return pl_contact_gather(&state->solver, &state->settled);
}
