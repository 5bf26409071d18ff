/* SPDX-License-Identifier: MIT */
#include "world/step/quiet.h"

#include <math.h>
#include <string.h>

#include "math/vec3.h"

/* In a heap elasticity and contact move single particles to and fro, faster than the sleep speed. These count as still
   while their displacement stays below this part of what the sleep speed gives in the time to fall asleep. */
static const double quiver_part = 0.1;

static size_t count_of(const pl_body *body, const pl_particles *particles)
{
  return particles->count ? particles->count : body->count;
}

static size_t particle(const pl_particles *particles, size_t k) { return particles->count ? particles->list[k] : k; }

/* Where particles of a body were before the step; bytes, because nothing aligns them. */
static const unsigned char *positions_before(const pl_body *body)
{
  return pl_step_start(body->world) + body->positions_at;
}

/* Displacement of a particle over the step, m/s. Its velocity may differ: elasticity adds one in every step that volume
   or obstacle corrections undo. */
static void real_velocity(const pl_body *body, const unsigned char *before, size_t i, double out[3])
{
  double start[3];
  memcpy(start, before + i * sizeof start, sizeof start);
  pl_vec3_sub(body->view.x + 3 * i, start, out);
  pl_vec3_scale(out, 1 / body->world->step, out);
}

double pl_body_real_speed(const pl_body *body)
{
  const unsigned char *before = positions_before(body);
  double most = 0;
  for (size_t i = 0; i < body->count; i++) {
    double velocity[3];
    real_velocity(body, before, i, velocity);
    most = fmax(most, pl_vec3_dot(velocity, velocity));
  }
  return sqrt(most);
}

/* Speed of their rigid motion, m/s: the larger of the mean velocity and of the root mean square speed by rotation. */
static double speed_as_a_whole(const pl_body *body, const pl_particles *particles)
{
  const pl_model_body *view = &body->view;
  const unsigned char *before = positions_before(body);
  size_t count = count_of(body, particles);
  double mass = 0, centre[3] = {0, 0, 0}, mean[3] = {0, 0, 0}, turning[3] = {0, 0, 0}, inertia = 0, velocity[3];
  for (size_t k = 0; k < count; k++) {
    size_t i = particle(particles, k);
    real_velocity(body, before, i, velocity);
    mass += view->mass[i];
    pl_vec3_add_scaled(centre, view->mass[i], view->x + 3 * i, centre);
    pl_vec3_add_scaled(mean, view->mass[i], velocity, mean);
  }
  pl_vec3_scale(centre, 1 / mass, centre);
  for (size_t k = 0; k < count; k++) {
    size_t i = particle(particles, k);
    double arm[3], moment[3];
    real_velocity(body, before, i, velocity);
    pl_vec3_sub(view->x + 3 * i, centre, arm);
    pl_vec3_cross(arm, velocity, moment);
    pl_vec3_add_scaled(turning, view->mass[i], moment, turning);
    inertia += view->mass[i] * pl_vec3_dot(arm, arm);
  }
  double turns = inertia > 0 ? pl_vec3_length(turning) / sqrt(mass * inertia) : 0;
  return fmax(pl_vec3_length(mean) / mass, turns);
}

/* Is every particle slower than `speed`, or its net displacement since they became quiet small? That displacement
   decays over the time to fall asleep, so that creeping bodies may vibrate, too. The root mean square speed must be
   below `speed` as well: a ringing body is not still. */
static bool stay(const pl_body *body, const pl_particles *particles, double quiet, double speed)
{
  const pl_world *world = body->world;
  const unsigned char *before = positions_before(body);
  static const double nowhere = 1e-30; /* m: some machines have floats below 1e-38, others have not */
  float *quiet_displacement = world->blocks.quiet_displacement + 3 * body->first;
  double time = world->clock.sleep.time, most = quiver_part * speed * time, squares = 0;
  double known = quiet > 0 ? fmax(0, 1 - world->step / time) : 0;
  size_t count = count_of(body, particles);
  bool all = true;
  for (size_t k = 0; k < count; k++) {
    size_t i = particle(particles, k);
    double velocity[3], away[3];
    real_velocity(body, before, i, velocity);
    for (size_t c = 0; c < 3; c++) {
      away[c] = known * (double)quiet_displacement[3 * i + c] + world->step * velocity[c];
      quiet_displacement[3 * i + c] = fabs(away[c]) < nowhere ? 0 : (float)away[c];
    }
    squares += pl_vec3_dot(velocity, velocity);
    all = all && (pl_vec3_length(velocity) <= speed || pl_vec3_length(away) <= most);
  }
  return all && squares <= (double)count * speed * speed;
}

bool pl_particles_are_quiet(const pl_body *body, const pl_particles *particles, double quiet)
{
  double speed = body->world->clock.sleep.speed * body->size; /* m/s */
  return speed_as_a_whole(body, particles) <= PL_STEADY_PART * speed && stay(body, particles, quiet, speed);
}
