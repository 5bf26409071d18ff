/* SPDX-License-Identifier: MIT
   The mouse in the world: which point of which surface a ray meets, a spring from there to the plane of the screen, and
   pins. */
#include <math.h>
#include <string.h>

#include "base/status.h"
#include "pliant/fracture.h"
#include "session.h"

static const double pi = 3.14159265358979323846;
/* of the distance: so far beside the ray a vertex still counts, for curves and fingers */
static const double near_miss = 0.02;
static const double pull_frequency = 3; /* Hz, of the whole body on the spring */
static const double pull_push = 150;    /* m/s^2, most that the spring gives to the matter near the point */
static const double near_part = 0.25;   /* of the body's size: what is near the point */

static double dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static void cross(const double a[3], const double b[3], double out[3])
{
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

static void subtract(const double a[3], const double b[3], double out[3])
{
  for (int c = 0; c < 3; c++) out[c] = a[c] - b[c];
}

/* --- picking --- */

/* Both sides count. u, v: weights of the second and third corner; t: along the ray. */
static bool meets(const double origin[3], const double direction[3], const double *x[3], double *t, double *u,
                  double *v)
{
  double e1[3], e2[3], p[3], q[3], s[3];
  subtract(x[1], x[0], e1);
  subtract(x[2], x[0], e2);
  cross(direction, e2, p);
  double det = dot(e1, p);
  if (fabs(det) < 1e-300) return false;
  subtract(origin, x[0], s);
  *u = dot(s, p) / det;
  if (*u < 0 || *u > 1) return false;
  cross(s, e1, q);
  *v = dot(direction, q) / det;
  if (*v < 0 || *u + *v > 1) return false;
  *t = dot(e2, q) / det;
  return *t > 0;
}

static void pick_triangles(pl_body *body, uint32_t index, const double origin[3], const double direction[3],
                           surface_point *best)
{
  pl_mesh_data rest = pl_body_skin(body);
  const double *x = pl_body_positions(body);
  for (size_t f = 0; x && f < rest.triangle_count; f++) {
    const uint32_t *k = rest.triangles + 3 * f;
    const double *corners[3] = {x + 3 * (size_t)k[0], x + 3 * (size_t)k[1], x + 3 * (size_t)k[2]};
    double t, u, v;
    if (!meets(origin, direction, corners, &t, &u, &v) || t >= best->distance) continue;
    *best = (surface_point){.body = body,
                            .body_index = index,
                            .particles = {k[0], k[1], k[2]},
                            .weights = {1 - u - v, u, v},
                            .distance = t};
  }
}

/* Where no triangle is met: the vertex that the ray comes nearest to, seen from its origin. */
static void pick_vertices(pl_body *body, uint32_t index, const double origin[3], const double direction[3],
                          double *least, surface_point *best)
{
  const double *x = pl_body_positions(body);
  for (size_t i = 0; x && i < pl_body_particle_count(body); i++) {
    double s[3];
    subtract(x + 3 * i, origin, s);
    double along = dot(s, direction);
    if (along <= 0) continue;
    double beside = sqrt(fmax(dot(s, s) - along * along, 0)) / along;
    if (beside >= *least) continue;
    *least = beside;
    uint32_t k = (uint32_t)i;
    *best = (surface_point){
        .body = body, .body_index = index, .particles = {k, k, k}, .weights = {1, 0, 0}, .distance = along};
  }
}

pl_status engine_pick(const engine *e, const double origin[3], const double direction[3], surface_point *out)
{
  *out = (surface_point){.distance = INFINITY};
  double length = sqrt(dot(direction, direction)), d[3];
  if (!(length > 0)) return pl_fail(PL_ERROR_ARGUMENT, "a ray needs a direction");
  for (int c = 0; c < 3; c++) d[c] = direction[c] / length;
  size_t count = pl_world_body_count(e->world);
  for (size_t b = 0; b < count; b++) pick_triangles(pl_world_body_at(e->world, b), (uint32_t)b, origin, d, out);
  double least = near_miss;
  for (size_t b = 0; b < count && !out->body; b++) {
    surface_point near = {0};
    pick_vertices(pl_world_body_at(e->world, b), (uint32_t)b, origin, d, &least, &near);
    if (near.body) *out = near;
  }
  for (int c = 0; out->body && c < 3; c++) out->position[c] = origin[c] + out->distance * d[c];
  return PL_OK;
}

/* --- pulling --- */

/* Of values with three numbers per particle, over particles [first, first + count) of what is held. */
static void mean_of(const patch *p, size_t first, size_t count, const double *values, double out[3])
{
  double sum = 0;
  out[0] = out[1] = out[2] = 0;
  for (size_t k = first; values && k < first + count; k++) {
    sum += p->weights[k];
    for (size_t c = 0; c < 3; c++) out[c] += p->weights[k] * values[3 * (size_t)p->particles[k] + c];
  }
  for (size_t c = 0; sum > 0 && c < 3; c++) out[c] /= sum;
}

static void anchor_of(const surface_point *at, double out[3])
{
  const double *x = pl_body_positions(at->body);
  for (size_t c = 0; c < 3; c++) {
    out[c] = 0;
    for (int i = 0; x && i < 3; i++) out[c] += at->weights[i] * x[3 * (size_t)at->particles[i] + c];
  }
}

/* Mass of the body, and of what is near the point. */
static void weigh(const surface_point *at, double *whole, double *near)
{
  const double *x = pl_body_positions(at->body), *masses = pl_body_masses(at->body);
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, anchor[3];
  size_t count = pl_body_particle_count(at->body);
  anchor_of(at, anchor);
  for (size_t i = 0; i < 3 * count; i++) {
    low[i % 3] = fmin(low[i % 3], x[i]);
    high[i % 3] = fmax(high[i % 3], x[i]);
  }
  double size[3];
  subtract(high, low, size);
  double radius = near_part * sqrt(dot(size, size));
  *whole = *near = 0;
  for (size_t i = 0; i < count; i++) {
    double d[3];
    subtract(x + 3 * i, anchor, d);
    double far = sqrt(dot(d, d)) / radius;
    *whole += masses[i];
    if (far < 1) *near += masses[i] * (1 - far * far);
  }
}

static uint32_t heaviest(const surface_point *at)
{
  int best = 0;
  for (int i = 1; i < 3; i++)
    if (at->weights[i] > at->weights[best]) best = i;
  return at->particles[best];
}

/* The library's grabs hold few particles each: several make one, of which each has its part of the spring. */
enum { PER_GRAB = MOST_PATCH_PARTICLES / MOST_PULL_GRABS };

static size_t particles_of(const patch *held, size_t grab)
{
  size_t first = grab * PER_GRAB;
  return held->count - first < PER_GRAB ? held->count - first : PER_GRAB;
}

static pl_status create_grabs(engine *e)
{
  pull *p = &e->pull;
  for (size_t g = 0; g * PER_GRAB < p->held.count; g++) {
    double part = 0;
    pl_grab_def def = pl_default_grab_def();
    def.particles = p->held.particles + g * PER_GRAB;
    def.weights = p->held.weights + g * PER_GRAB;
    def.count = particles_of(&p->held, g);
    for (size_t k = 0; k < def.count; k++) part += def.weights[k];
    def.stiffness = part * p->stiffness;
    def.damping = part * p->damping;
    memcpy(def.target, p->target, sizeof def.target);
    PL_TRY(pl_grab_create(p->at.body, &def, &e->held.grabs[g]));
    e->held.grab_count = g + 1;
    e->held.grabbed = p->at.body;
  }
  return PL_OK;
}

static pl_status take_hold(engine *e, const surface_point *at)
{
  engine_drop(e);
  pull *p = &e->pull;
  p->at = *at;
  PL_TRY(engine_take_patch(e, at, &p->held));
  double whole, near, w = 2 * pi * pull_frequency;
  weigh(at, &whole, &near);
  p->stiffness = whole * w * w;
  /* Critical for a mass between those: what is near the point soon follows, and the body swings a little. */
  p->damping = 2 * w * sqrt(whole * near);
  p->most = 2 * 9.81 * whole + pull_push * near;
  anchor_of(at, p->target);
  mean_of(&p->held, 0, p->held.count, pl_body_positions(at->body), p->aim);
  subtract(p->aim, p->target, p->beside);
  pl_status status = create_grabs(e);
  if (status != PL_OK) {
    engine_drop(e);
    return status;
  }
  e->looked_body = at->body_index;
  e->looked_particle = heaviest(at);
  e->touched = true;
  e->change++;
  return PL_OK;
}

pl_status engine_grab(engine *e, const double origin[3], const double direction[3], const double normal[3])
{
  surface_point at;
  PL_TRY(engine_pick(e, origin, direction, &at));
  if (!at.body) return PL_OK; /* beside everything */
  PL_TRY(take_hold(e, &at));
  memcpy(e->pull.plane, e->pull.target, sizeof e->pull.plane); /* a curve was met beside its vertex */
  memcpy(e->pull.normal, normal, sizeof e->pull.normal);
  struct {
    double target[3], weights[3];
    uint32_t body, particles[3];
  } reported = {.body = at.body_index};
  memcpy(reported.target, e->pull.target, sizeof reported.target);
  memcpy(reported.weights, at.weights, sizeof reported.weights);
  memcpy(reported.particles, at.particles, sizeof reported.particles);
  engine_note(e, BLOCK_TAG('h', 'e', 'l', 'd'), &reported, sizeof reported);
  return PL_OK;
}

pl_status engine_hold(engine *e, const surface_point *at, const double target[3])
{
  PL_TRY(take_hold(e, at));
  engine_pull(e, target);
  return PL_OK;
}

void engine_pull(engine *e, const double target[3])
{
  if (!e->held.grabbed) return;
  memcpy(e->pull.target, target, sizeof e->pull.target);
  e->change++;
}

void engine_move(engine *e, const double origin[3], const double direction[3])
{
  pull *p = &e->pull;
  double slope = dot(direction, p->normal), to[3], target[3];
  if (!e->held.grabbed || fabs(slope) < 1e-9) return;
  subtract(p->plane, origin, to);
  double t = dot(to, p->normal) / slope;
  if (!(t > 0 && t < 1e9)) return;
  for (int c = 0; c < 3; c++) target[c] = origin[c] + t * direction[c];
  engine_pull(e, target);
}

/* k (aim - x) - c v, of the mean of what is held, where it is now. */
static void force_to(const pull *p, const double aim[3], double out[3])
{
  double x[3], v[3];
  mean_of(&p->held, 0, p->held.count, pl_body_positions(p->at.body), x);
  mean_of(&p->held, 0, p->held.count, pl_body_velocities(p->at.body), v);
  for (int c = 0; c < 3; c++) out[c] = p->stiffness * (aim[c] - x[c]) - p->damping * v[c];
}

/* Before every step: spring and damper together push no harder than that. The library's grabs have no limit of their
   own, so their targets go where the force is the limited one: all equally far, so that what is held may turn. */
void engine_limit_pull(engine *e)
{
  pull *p = &e->pull;
  if (!e->held.grabbed) return;
  const double *x = pl_body_positions(p->at.body);
  double force[3], wanted[3], mean[3];
  for (int c = 0; c < 3; c++) wanted[c] = p->target[c] + p->beside[c];
  force_to(p, wanted, force);
  double size = sqrt(dot(force, force)), part = size > p->most ? p->most / size : 1;
  for (int c = 0; c < 3; c++) p->aim[c] = wanted[c] - (1 - part) * force[c] / p->stiffness;
  mean_of(&p->held, 0, p->held.count, x, mean);
  for (size_t g = 0; g < e->held.grab_count; g++) {
    double to[3];
    mean_of(&p->held, g * PER_GRAB, particles_of(&p->held, g), x, to);
    for (int c = 0; c < 3; c++) to[c] += p->aim[c] - mean[c];
    pl_grab_move(e->held.grabbed, e->held.grabs[g], to);
  }
}

/* In the last step, which is implicit: as it is at its end. */
double engine_pull_force(const engine *e)
{
  double force[3];
  if (!e->held.grabbed) return 0;
  force_to(&e->pull, e->pull.aim, force);
  return sqrt(dot(force, force));
}

void engine_let_grabs_go(held *h)
{
  for (size_t g = 0; g < h->grab_count; g++) pl_grab_remove(h->grabbed, h->grabs[g]);
  h->grab_count = 0;
  h->grabbed = NULL;
}

void engine_drop(engine *e)
{
  engine_let_grabs_go(&e->held);
  e->pull = (pull){0};
  e->change++;
}

/* --- pins --- */

/* A pin that is there already goes. */
static bool pull_out(engine *e, pl_body *body, uint32_t particle)
{
  for (size_t i = 0; i < e->held.pin_count; i++) {
    held_pin *pin = &e->held.pins[i];
    if (pin->body != body || pin->particle != particle) continue;
    pl_pin_remove(body, pin->id);
    *pin = e->held.pins[--e->held.pin_count];
    return true;
  }
  return false;
}

pl_status engine_pin(engine *e, const double origin[3], const double direction[3])
{
  surface_point at;
  PL_TRY(engine_pick(e, origin, direction, &at));
  if (!at.body) return PL_OK;
  uint32_t particle = heaviest(&at);
  e->touched = true;
  e->change++;
  if (pull_out(e, at.body, particle)) return PL_OK;
  if (e->held.pin_count == MOST_PINS)
    return pl_fail(PL_ERROR_LIMIT, "there are %d pins already; take some out", MOST_PINS);
  held_pin pin = {at.body, at.body_index, particle, {0}};
  pl_pin_def def = pl_default_pin_def();
  def.particles = &particle;
  def.count = 1;
  PL_TRY(pl_pin_create(at.body, &def, &pin.id));
  e->held.pins[e->held.pin_count++] = pin;
  return PL_OK;
}

void engine_unpin(engine *e)
{
  for (size_t i = 0; i < e->held.pin_count; i++) pl_pin_remove(e->held.pins[i].body, e->held.pins[i].id);
  e->held.pin_count = 0;
  e->change++;
}
