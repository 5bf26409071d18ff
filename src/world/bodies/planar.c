/* SPDX-License-Identifier: MIT
   Bodies that stay in a plane. A body that lies in a plane is its own mirror image: elasticity pushes none of its
   particles out of it, so that it is enough to let no force do so, and to take back what rounding and contact did.

   What a closed curve encloses is kept by one multiplier: with a = 1/2 sum n . (x_i × x_i+1) and its gradient g,
   velocities change by lambda W g, W how the body answers impulses, until a is what it is at rest. */
#include <math.h>
#include <stdint.h>

#include "base/floats.h"
#include "base/limits.h"
#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"
#include "model/common/momentum.h"
#include "world/world.h"

struct pl_planar {
  double normal[3], offset; /* unit; m: the plane is at normal . x = offset */
  uint32_t *before, *after; /* per particle of a closed curve, storage order: its neighbours, as it runs; else NULL */
  double rest_area;         /* m^2 */
  bool keep_area;
};

pl_status pl_planar_check(const pl_planar_def *def)
{
  for (size_t c = 0; c < 3; c++)
    if (!isfinite(def->normal[c]))
      return pl_fail(PL_ERROR_ARGUMENT, "planar.normal must be finite, got %g", def->normal[c]);
  if (def->keep_area && pl_vec3_length(def->normal) == 0)
    return pl_fail(PL_ERROR_ARGUMENT, "planar.keep_area needs a plane: planar.normal is of length zero");
  return PL_OK;
}

void pl_planar_free(struct pl_planar *planar)
{
  if (!planar) return;
  pl_release(planar->before);
  pl_release(planar->after);
  pl_release(planar);
}

const double *pl_body_plane(const pl_body *body) { return body->planar ? body->planar->normal : NULL; }

static double area_of(const struct pl_planar *p, const double *x, size_t count)
{
  double twice = 0, cross[3], from[3], to[3];
  for (size_t i = 0; i < count; i++) { /* from the first particle: far from the origin digits would be lost */
    pl_vec3_sub(x + 3 * i, x, from);
    pl_vec3_sub(x + 3 * (size_t)p->after[i], x, to);
    pl_vec3_cross(from, to, cross);
    twice += pl_vec3_dot(p->normal, cross);
  }
  return 0.5 * twice;
}

double pl_body_area(const pl_body *body)
{
  PL_OWN_FLOATS;
  return body && body->planar && body->planar->after ? area_of(body->planar, body->view.x, body->count) : 0;
}

/* One closed curve, all of the body: the neighbours of each particle along it. False: it is none. */
static bool walk(const pl_body *body, struct pl_planar *p)
{
  pl_mesh_data rest = pl_mesh_view(body->rest);
  size_t n = body->count, walked = 0;
  if (!body->is_curve || rest.edge_count != n) return false;
  for (size_t i = 0; i < n; i++) p->before[i] = p->after[i] = UINT32_MAX;
  for (size_t e = 0; e < n; e++)
    for (size_t k = 0; k < 2; k++) {
      uint32_t from = body->place[rest.edges[2 * e + k]], to = body->place[rest.edges[2 * e + 1 - k]];
      *(p->after[from] == UINT32_MAX ? &p->after[from] : &p->before[from]) = to;
    }
  uint32_t at = 0, last = p->before[0];
  do { /* edges may run either way */
    if (at == UINT32_MAX || p->before[at] == UINT32_MAX) return false;
    if (p->before[at] != last) {
      p->after[at] = p->before[at];
      p->before[at] = last;
    }
    last = at;
    at = p->after[at];
  } while (++walked < n && at != 0);
  return walked == n && at == 0;
}

static pl_status find_area(const pl_body *body, const pl_planar_def *def, struct pl_planar *p)
{
  p->before = PL_NEW(uint32_t, body->count);
  p->after = PL_NEW(uint32_t, body->count);
  double *rest = PL_NEW(double, 3 * body->count);
  if (!p->before || !p->after || !rest) {
    pl_release(rest);
    return PL_ERROR_MEMORY;
  }
  bool closed = walk(body, p);
  for (size_t i = 0; i < body->count; i++)
    pl_vec3_copy(pl_mesh_view(body->rest).positions + 3 * (size_t)body->order[i], rest + 3 * i);
  if (closed) p->rest_area = area_of(p, rest, body->count);
  pl_release(rest);
  if (!closed) {
    pl_release(p->before);
    pl_release(p->after);
    p->before = p->after = NULL;
  }
  p->keep_area = def->keep_area;
  return closed || !def->keep_area
             ? PL_OK
             : pl_fail(PL_ERROR_MESH, "planar.keep_area needs a mesh that is one closed curve, such as {\"curve\": "
                                      "{\"closed\": true}}");
}

/* The start must lie in the plane, but for rounding, which is taken back. */
static pl_status flatten_start(pl_body *body, struct pl_planar *p)
{
  static const double flat = 1e-6; /* of the body's size */
  for (size_t i = 0; i < body->count; i++)
    p->offset += pl_vec3_dot(p->normal, body->start_x + 3 * i) / (double)body->count;
  for (size_t i = 0; i < body->count; i++) {
    double *x = body->start_x + 3 * i, *v = body->start_v + 3 * i;
    double off = pl_vec3_dot(p->normal, x) - p->offset, across = pl_vec3_dot(p->normal, v);
    if (fabs(off) > flat * body->size)
      return pl_fail(PL_ERROR_ARGUMENT,
                     "planar: the body must start in a plane with this normal, but vertex %u is %g m off it",
                     body->order[i], off);
    if (fabs(across) > flat * (1 + pl_vec3_length(v)))
      return pl_fail(PL_ERROR_ARGUMENT, "planar: the body must move in its plane, but vertex %u leaves it at %g m/s",
                     body->order[i], across);
    pl_vec3_add_scaled(x, -off, p->normal, x);
    pl_vec3_add_scaled(v, -across, p->normal, v);
  }
  return PL_OK;
}

pl_status pl_body_set_up_planar(pl_body *body, const pl_planar_def *def)
{
  double length = pl_vec3_length(def->normal);
  if (!(length > 0)) return PL_OK;
  if (body->view.traits.carried)
    return pl_fail(PL_ERROR_UNSUPPORTED,
                   "planar: bodies of the model '%s' have unknowns all around them; take graph, "
                   "surface, continuum or hybrid",
                   body->model->name);
  struct pl_planar *p = body->planar = PL_NEW(struct pl_planar, 1);
  if (!p) return PL_ERROR_MEMORY;
  pl_vec3_scale(def->normal, 1 / length, p->normal);
  PL_TRY(flatten_start(body, p));
  return find_area(body, def, p);
}

static bool is_active(const pl_body *body) { return body->planar && !pl_body_is_asleep(body); }

void pl_planars_turn_forces(pl_world *world)
{
  for (size_t b = 0; b < world->body_count; b++) {
    const pl_body *body = world->bodies[b];
    double *force = world->blocks.force + 3 * body->first;
    for (size_t i = 0; is_active(body) && i < body->count; i++)
      pl_vec3_add_scaled(force + 3 * i, -pl_vec3_dot(body->planar->normal, force + 3 * i), body->planar->normal,
                         force + 3 * i);
  }
}

void pl_planars_flatten(pl_world *world)
{
  for (size_t b = 0; b < world->body_count; b++) {
    const pl_body *body = world->bodies[b];
    const struct pl_planar *p = body->planar;
    for (size_t i = 0; is_active(body) && i < body->count; i++) {
      double *x = body->view.x + 3 * i, *v = body->view.v + 3 * i;
      pl_vec3_add_scaled(x, p->offset - pl_vec3_dot(p->normal, x), p->normal, x);
      pl_vec3_add_scaled(v, -pl_vec3_dot(p->normal, v), p->normal, v);
    }
  }
}

static pl_status keep_area(pl_body *body, const pl_model_context *context)
{
  enum { ROUNDS = 3 }; /* of Newton's method: area is of second order in the step */
  static const double enough = 1e-9;
  const struct pl_planar *p = body->planar;
  pl_model_body *view = &body->view;
  pl_arena_mark mark = pl_arena_here(context->scratch);
  double *gradient = PL_TAKE(context->scratch, double, 3 * body->count);
  double *answer = PL_TAKE(context->scratch, double, 3 * body->count);
  double *start = PL_TAKE(context->scratch, double, 3 * body->count);
  if (!gradient || !answer || !start) return PL_ERROR_MEMORY;
  for (size_t k = 0; k < 3 * body->count; k++) start[k] = view->x[k] - context->h * view->v[k];
  pl_status status = PL_OK;
  for (int round = 0; round < ROUNDS && status == PL_OK; round++) {
    double missing = p->rest_area - area_of(p, view->x, body->count), given = 0;
    if (fabs(missing) <= enough * fabs(p->rest_area)) break;
    for (size_t i = 0; i < body->count; i++) { /* along from before to after, turned by a right angle */
      double along[3];
      pl_vec3_sub(view->x + 3 * (size_t)p->after[i], view->x + 3 * (size_t)p->before[i], along);
      pl_vec3_cross(along, p->normal, gradient + 3 * i);
      pl_vec3_scale(gradient + 3 * i, 0.5, gradient + 3 * i);
    }
    if (body->model->impulse_response)
      status = body->model->impulse_response(view, gradient, context, answer);
    else
      for (size_t i = 0; i < body->count; i++) pl_vec3_scale(gradient + 3 * i, 1 / view->mass[i], answer + 3 * i);
    /* since x' = x + h v', momenta of (x', v') are those of (x, v') */
    if (view->fixed_count + view->hold_count == 0) pl_remove_rigid_motion(body->count, view->mass, start, answer);
    for (size_t k = 0; k < 3 * body->count; k++) given += gradient[k] * answer[k];
    if (status != PL_OK || !(given > 0)) break;
    double push = missing / (context->h * given);
    for (size_t k = 0; k < 3 * body->count; k++) {
      view->v[k] += push * answer[k];
      view->x[k] += context->h * push * answer[k];
    }
    if (body->model->particles_moved) status = body->model->particles_moved(view, context);
  }
  pl_arena_back_to(context->scratch, mark);
  return status;
}

pl_status pl_planars_keep_areas(pl_world *world)
{
  pl_model_context context = pl_world_context(world);
  for (size_t b = 0; b < world->body_count; b++)
    if (is_active(world->bodies[b]) && world->bodies[b]->planar->keep_area)
      PL_TRY(keep_area(world->bodies[b], &context));
  return PL_OK;
}
