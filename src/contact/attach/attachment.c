/* SPDX-License-Identifier: MIT */
#include "contact/attach/attachment.h"

#include <math.h>
#include <stdlib.h>

#include "contact/narrow/find.h"
#include "math/vec3.h"

/* Rigidly attached points that are apart approach at no more than the size of the smaller body per this many
   seconds. */
static const double recovery_time = 0.5;

/* ---- equality rows ---- */

static bool can_move(const pl_attached *attached, const pl_contact_body *bodies)
{
  for (uint32_t e = 0; e < attached->particle_count; e++)
    if (!pl_model_body_is_pinned(bodies[attached->particles[e].body].body, attached->particles[e].particle))
      return true;
  return false;
}

void pl_equalities_start(const pl_attached_list *attached, const pl_contact_body *bodies, double h,
                         pl_equality *equalities)
{
  for (size_t k = 0; k < attached->count; k++) {
    const pl_attached *a = &attached->items[k];
    pl_equality *equality = &equalities[k];
    *equality = (pl_equality){.most = a->strength > 0 ? h * a->strength : INFINITY};
    if (a->stiffness == 0 && !can_move(a, bodies)) continue;
    equality->particle_count = a->particle_count;
    if (a->stiffness > 0) equality->softness = 1 / (h * (a->stiffness * h + a->damping));
    pl_vec3_scale(a->force, h, equality->impulse);
    pl_equality_project(equality, equality->impulse, equality->impulse); /* the step may have changed */
  }
}

static double smallest_size(const pl_attached *attached, const pl_contact_body *bodies)
{
  double size = INFINITY;
  for (uint32_t e = 0; e < attached->particle_count; e++) size = fmin(size, bodies[attached->particles[e].body].size);
  return size;
}

/* With c the vector from the place to the sum, m the velocity of the place and u that of the sum, c = c0 + h (u - m) at
   the end of the step. A spring's impulse there is p = -h (k c + d (u - m)); solved for u this is u + p / (h (k h + d))
   = m - k c0 / (k h + d). Rigid means c = 0.

     u + p / (h (k h + d)) = m - k c0 / (k h + d).

   Rigid means c = 0. */
void pl_equality_set_goal(const pl_attached *attached, const pl_contact_body *bodies, double h, pl_equality *equality)
{
  double apart[3], back[3];
  pl_vec3_scale(attached->before, -1, apart);
  for (uint32_t e = 0; e < attached->particle_count; e++) {
    const pl_attached_particle *point = &attached->particles[e];
    const pl_model_body *body = bodies[point->body].body;
    size_t at = 3 * (size_t)point->particle;
    double start[3];
    pl_vec3_add_scaled(body->x + at, -h, body->v + at, start); /* models move x by h v */
    pl_vec3_add_scaled(apart, point->weight, start, apart);
  }
  if (attached->stiffness > 0) {
    pl_vec3_scale(apart, -1 / (h + attached->damping / attached->stiffness), back);
  } else {
    double speed = pl_vec3_length(apart) / h, most = smallest_size(attached, bodies) / recovery_time;
    pl_vec3_scale(apart, -fmin(1, speed > 0 ? most / speed : 1) / h, back);
  }
  for (int c = 0; c < 3; c++) equality->goal[c] = (attached->now[c] - attached->before[c]) / h + back[c];
}

void pl_equalities_store(const pl_attached_list *attached, const pl_equality *equalities, double h)
{
  for (size_t k = 0; k < attached->count; k++) {
    const pl_attached *a = &attached->items[k];
    pl_vec3_scale(equalities[k].impulse, 1 / h, a->force);
    /* the solver lets no more through than it bears */
    *a->broken = pl_vec3_length(equalities[k].impulse) >= equalities[k].most * (1 - 1e-12);
  }
}

/* ---- contact ---- */

struct pl_attached_place {
  uint32_t body, particle;
  uint32_t attached; /* which */
  uint32_t side;     /* 0: of its first point */
};

static int in_order(const void *a, const void *b)
{
  const struct pl_attached_place *p = a, *q = b;
  const uint32_t left[4] = {p->body, p->particle, p->attached, p->side};
  const uint32_t right[4] = {q->body, q->particle, q->attached, q->side};
  for (int k = 0; k < 4; k++)
    if (left[k] != right[k]) return left[k] < right[k] ? -1 : 1;
  return 0;
}

pl_status pl_attached_sort(const pl_attached_list *attached, const pl_model_context *context, pl_attached_index *out)
{
  size_t count = 0;
  for (size_t k = 0; k < attached->count; k++) count += attached->items[k].particle_count;
  *out = (pl_attached_index){.points = PL_TAKE(context->scratch, struct pl_attached_place, count)};
  if (!out->points) return PL_ERROR_MEMORY;
  for (uint32_t k = 0; k < attached->count; k++) {
    const pl_attached *a = &attached->items[k];
    for (uint32_t e = 0; e < a->particle_count; e++)
      out->points[out->count++] =
          (struct pl_attached_place){a->particles[e].body, a->particles[e].particle, k, e >= a->first_count};
  }
  if (count) qsort(out->points, count, sizeof *out->points, in_order);
  return PL_OK;
}

static size_t first_place(const pl_attached_index *index, uint32_t body, uint32_t particle)
{
  const struct pl_attached_place key = {.body = body, .particle = particle};
  size_t low = 0, high = index->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (in_order(&index->points[middle], &key) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* The body at the other end; UINT32_MAX: none. */
static uint32_t partner_of(const pl_attached *a, uint32_t side)
{
  if (side) return a->particles[0].body;
  return a->first_count < a->particle_count ? a->particles[a->first_count].body : UINT32_MAX;
}

/* Is one of these particles of a contact held by an attachment to the other's body, or to the obstacle? */
static bool holds(const pl_attached_list *attached, const pl_attached_index *index, const pl_contact *contact,
                  uint32_t begin, uint32_t end, uint32_t other)
{
  for (uint32_t k = begin; k < end; k++) {
    uint32_t body = contact->owners[k], particle = contact->particles[k];
    for (size_t i = first_place(index, body, particle); i < index->count; i++) {
      const struct pl_attached_place *point = &index->points[i];
      if (point->body != body || point->particle != particle) break;
      const pl_attached *a = &attached->items[point->attached];
      if (contact->obstacle != PL_NO_OBSTACLE ? a->obstacle == contact->obstacle : partner_of(a, point->side) == other)
        return true;
    }
  }
  return false;
}

/* Contacts between features that are both attached to the other's body would act against the attachment. */
static bool is_attached(const pl_attached_list *attached, const pl_attached_index *index, const pl_contact *contact)
{
  if (contact->obstacle != PL_NO_OBSTACLE)
    return holds(attached, index, contact, 0, pl_contact_particle_count(contact), UINT32_MAX);
  uint32_t split = contact->candidate.kind != PL_EDGES ? 1 : 2;
  return holds(attached, index, contact, 0, split, contact->owners[3]) &&
         holds(attached, index, contact, split, 4, contact->owners[0]);
}

void pl_attached_exclude(const pl_attached_list *attached, const pl_attached_index *index, pl_contacts *contacts)
{
  if (index->count == 0) return;
  size_t kept = 0;
  for (size_t k = 0; k < contacts->count; k++)
    if (!is_attached(attached, index, &contacts->items[k])) contacts->items[kept++] = contacts->items[k];
  contacts->count = kept;
}

size_t pl_attached_scratch(size_t count)
{
  enum { PIECES = 8, ROUNDING = 128 };
  if (count == 0) return 0;
  return count * (sizeof(pl_attached) + sizeof(pl_equality) + sizeof(pl_equality *) +
                  PL_MAX_EQUALITY_PARTICLES * sizeof(struct pl_attached_place)) +
         PIECES * ROUNDING;
}
