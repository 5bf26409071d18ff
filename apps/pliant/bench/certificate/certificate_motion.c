/* SPDX-License-Identifier: MIT
   Bodies in motion: swings in time, spins that stay, what lies still, what is as soft as nothing. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "bench/certificate/certificate.h"
#include "math/vec3.h"

static double mean_height(const pl_body *body)
{
  const double *x = pl_body_positions(body);
  size_t n = pl_body_particle_count(body);
  double sum = 0;
  for (size_t i = 0; i < n; i++) sum += x[3 * i + 1];
  return sum / (double)n;
}

/* When a bar that is let go turns, by a parabola through three frames, s; 0: not in a second. */
static pl_status turn_of(const cert_bar *bar, double frame, double *out, double *most)
{
  cert_subject s;
  pl_world_def world = cert_world(frame);
  PL_TRY(cert_make_bar(&world, bar, true, 0, &s));
  double y[3] = {0, 0, mean_height(s.body)}, time = 0;
  pl_status status = PL_OK;
  *out = 0;
  *most = cert_most_modulus(s.body, false);
  for (int k = 1; status == PL_OK && *out == 0 && time < 1; k++) {
    status = pl_world_step(s.world);
    time = pl_world_time(s.world);
    y[0] = y[1];
    y[1] = y[2];
    y[2] = mean_height(s.body);
    if (k > 2 && y[2] > y[1]) *out = time - frame - 0.5 * frame * (y[2] - y[0]) / (y[0] - 2 * y[1] + y[2]);
  }
  cert_free(&s);
  return status;
}

void cert_swings(certificate *c)
{
  static const struct {
    double part;
    const char *name;
  } steps[] = {{1, "1/60 s"}, {0.25, "1/240 s"}, {0.5, "1/120 s"}, {2, "1/30 s"}, {4, "1/15 s"}};
  const char *what = "bar let go, turns after";
  for (int kind = 0; kind < CERT_KINDS; kind++)
    for (size_t k = 0; k < (c->quick ? 1 : 5); k++) {
      cert_bar bar = {(cert_kind)kind, cert_cells((cert_kind)kind), 0.8, 0.2, 2e6, 1000, 1};
      const char *who = cert_name(bar.kind);
      double most;
      if (!cert_wants(c, what, who)) continue;
      cert_row row = {.what = what, .who = who, .theory = cert_bar_half_period(&bar), .unit = "s"};
      if (turn_of(&bar, steps[k].part / 60, &row.found, &most) != PL_OK) {
        cert_failed(c, what, who);
        continue;
      }
      snprintf(row.how, sizeof row.how, "%s", steps[k].name);
      row.own = cert_own_half_period(&bar, most);
      row.own_name = cert_own_name(bar.kind, most < INFINITY);
      cert_within(&row, 0.1);
      cert_print(c, &row);
    }
}

/* ---- momenta ---- */

static void momenta_row(certificate *c, cert_kind kind, double seconds)
{
  const char *what = "free spin, angular momentum lost", *who = cert_name(kind);
  if (!cert_wants(c, what, who)) return;
  cert_bar bar = {kind, 2, 0.8, 0.2, 1e5, 1000, 1};
  pl_world_def world = cert_world(1.0 / 60);
  memset(world.gravity, 0, sizeof world.gravity);
  cert_subject s;
  pl_status status = cert_make_bar(&world, &bar, false, 0, &s);
  if (status != PL_OK) {
    cert_failed(c, what, who);
    return;
  }
  size_t n = pl_body_particle_count(s.body);
  const double *x = pl_body_rest(s.body).positions;
  double *v = PL_NEW(double, 3 * n), spin[3] = {0.3, 2, 1}, centre[3] = {0, 0, 0};
  for (size_t i = 0; i < n; i++) pl_vec3_add_scaled(centre, 1.0 / (double)n, x + 3 * i, centre);
  for (size_t i = 0; v && i < n; i++) {
    double arm[3];
    pl_vec3_sub(x + 3 * i, centre, arm);
    pl_vec3_cross(spin, arm, v + 3 * i);
  }
  status = v ? pl_body_set_velocities(s.body, v) : PL_ERROR_MEMORY;
  pl_body_signals first, last;
  if (status == PL_OK) status = pl_world_step(s.world); /* with its stretch by the spin yet to come */
  if (status == PL_OK) status = pl_body_measure(s.body, &first);
  for (int k = 0; status == PL_OK && k < (int)lround(60 * seconds); k++) status = pl_world_step(s.world);
  if (status == PL_OK) status = pl_body_measure(s.body, &last);
  if (status == PL_OK) {
    double lost[3];
    pl_vec3_sub(last.angular_momentum, first.angular_momentum, lost);
    cert_row row = {.what = what,
                    .who = who,
                    .found = pl_vec3_length(lost) / pl_vec3_length(first.angular_momentum),
                    .high = 1e-6,
                    .unit = ""};
    snprintf(row.how, sizeof row.how, "%g s", seconds);
    cert_print(c, &row);
  } else {
    cert_failed(c, what, who);
  }
  pl_release(v);
  cert_free(&s);
}

/* Dropped by 1 cm on a level floor, with one of its vertices below or turned: how far it wanders sideways until it is
   asleep (undamped balls of some models bounce for up to ten seconds), and, where
   nothing rubs, how much momentum it gets sideways, of that with which it came down. */
typedef struct drop {
  bool turned, smooth;
  double seconds;
} drop;

static void place_floor(const drop *how, pl_world_def *world, pl_obstacle_def *floor)
{
  const double up[2][3] = {{0, 1, 0}, {1, 2, 3}};
  double length = pl_vec3_length(up[how->turned]);
  *floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  pl_vec3_scale(up[how->turned], 1 / length, floor->normal);
  pl_vec3_scale(floor->normal, -0.26, floor->point);
  pl_vec3_scale(floor->normal, -9.81, world->gravity);
  if (how->smooth) floor->friction = 0;
}

static double across(const double v[3], const double up[3])
{
  double part[3];
  pl_vec3_add_scaled(v, -pl_vec3_dot(v, up), up, part);
  return pl_vec3_length(part);
}

static void drift_row(certificate *c, cert_kind kind, const drop *how)
{
  const char *what = how->smooth ? "ball on a smooth floor, goes off" : "ball on a level floor, wanders";
  const char *who = cert_name(kind);
  if (!cert_wants(c, what, who)) return;
  pl_world_def world = cert_world(1.0 / 60);
  pl_body_def def = pl_default_body_def(cert_model(kind));
  pl_obstacle_def floor;
  pl_obstacle_id id;
  cert_subject s;
  pl_body_signals signals = {0};
  double most = 0, centre[3] = {0, 0, 0};
  int frames = 0;
  place_floor(how, &world, &floor);
  pl_status status = cert_make_ball(&world, kind, 0.25, &def, &s);
  if (status == PL_OK) status = pl_obstacle_create(s.world, &floor, &id);
  for (; status == PL_OK && frames < (int)lround(60 * how->seconds) && !pl_body_is_asleep(s.body); frames++) {
    status = pl_world_step(s.world);
    if (status == PL_OK) status = pl_body_measure(s.body, &signals);
    most = fmax(most, across(signals.momentum, floor.normal));
  }
  if (status == PL_OK) {
    size_t n = pl_body_particle_count(s.body);
    double mass = 0;
    for (size_t i = 0; i < n; i++) {
      pl_vec3_add_scaled(centre, 1.0 / (double)n, pl_body_positions(s.body) + 3 * i, centre);
      mass += pl_body_masses(s.body)[i];
    }
    cert_row row = {.what = what, .who = who, .unit = how->smooth ? "" : "m", .high = how->smooth ? 1e-6 : 1e-3};
    row.found = how->smooth ? most / (mass * sqrt(2 * 9.81 * 0.01)) : across(centre, floor.normal);
    bool awake = !how->smooth && !pl_body_is_asleep(s.body);
    if (!how->smooth)
      row.note = row.found > row.high ? "bounces turn its facets, which lean more than its rolling friction holds"
                                      : "it is not asleep";
    if (awake) row.low = INFINITY; /* it has to lie still, too */
    snprintf(row.how, sizeof row.how, "%.1f s%s%s", frames / 60.0, how->turned ? ", turned" : "",
             how->smooth ? ""
             : awake     ? ", awake"
                         : ", asleep");
    cert_print(c, &row);
  } else {
    cert_failed(c, what, who);
  }
  cert_free(&s);
}

void cert_momenta(certificate *c)
{
  double seconds = c->quick ? 2 : 10;
  for (int kind = 0; kind < CERT_KINDS; kind++) momenta_row(c, (cert_kind)kind, seconds);
  for (int kind = 0; kind < CERT_HYBRID; kind++) {
    drift_row(c, (cert_kind)kind, &(drop){.smooth = true, .turned = true, .seconds = 2});
    if (c->quick) continue;
    drift_row(c, (cert_kind)kind, &(drop){.seconds = 20});
    drift_row(c, (cert_kind)kind, &(drop){.turned = true, .seconds = 20});
  }
}

/* ---- as soft as nothing ---- */

static pl_status energy_of(const pl_body *body, double *out)
{
  pl_body_signals signals;
  PL_TRY(pl_body_measure(body, &signals));
  *out = signals.kinetic + signals.elastic + signals.gravitational;
  return PL_OK;
}

/* A ball of 1 Pa falls 1 m: the most energy that it ever has, of what it had above the floor. */
static void soft_row(certificate *c, cert_kind kind)
{
  const char *what = "ball of 1 Pa dropped, energy", *who = cert_name(kind);
  if (!cert_wants(c, what, who)) return;
  pl_world_def world = cert_world(1.0 / 60);
  pl_body_def def = pl_default_body_def(cert_model(kind));
  cert_set_modulus(&def, 1, 0.3);
  cert_subject s;
  pl_status status = cert_make_ball(&world, kind, 0.25, &def, &s);
  if (status != PL_OK) {
    cert_failed(c, what, who);
    return;
  }
  pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  pl_obstacle_id id;
  floor.point[1] = -0.75;
  double start = 0, most = -INFINITY, now, mass = 0;
  for (size_t i = 0; i < pl_body_particle_count(s.body); i++) mass += pl_body_masses(s.body)[i];
  status = pl_obstacle_create(s.world, &floor, &id);
  if (status == PL_OK) status = energy_of(s.body, &start);
  for (int k = 0; status == PL_OK && k < (c->quick ? 60 : 120); k++) {
    status = pl_world_step(s.world);
    if (status == PL_OK) status = energy_of(s.body, &now);
    if (status == PL_OK) most = fmax(most, now);
  }
  if (status == PL_OK) {
    double ground = -0.75 * mass * 9.81;
    cert_row row = {.what = what,
                    .who = who,
                    .how = "of before",
                    .found = (most - ground) / (start - ground),
                    .high = 1.001,
                    .unit = ""};
    cert_print(c, &row);
  } else {
    cert_failed(c, what, who);
  }
  cert_free(&s);
}

/* All particles in one place: how far from its shape the ball is after a while, of its radius. */
static void point_row(certificate *c, cert_kind kind)
{
  const char *what = "ball started as a point, off", *who = cert_name(kind);
  if (!cert_wants(c, what, who)) return;
  pl_world_def world = cert_world(1.0 / 60);
  memset(world.gravity, 0, sizeof world.gravity);
  pl_body_def def = pl_default_body_def(cert_model(kind));
  def.drag = 5;
  cert_subject s;
  pl_status status = cert_make_ball(&world, kind, 0.25, &def, &s);
  double *zero = status == PL_OK ? PL_NEW(double, 3 * pl_body_particle_count(s.body)) : NULL;
  if (status == PL_OK) status = zero ? pl_body_set_positions(s.body, zero) : PL_ERROR_MEMORY;
  for (int k = 0; status == PL_OK && k < 120; k++) status = pl_world_step(s.world);
  if (status == PL_OK) {
    size_t n = pl_body_particle_count(s.body);
    const double *x = pl_body_positions(s.body), *rest = pl_body_rest(s.body).positions;
    double centre[3] = {0, 0, 0}, worst = 0;
    for (size_t i = 0; i < n; i++) pl_vec3_add_scaled(centre, 1.0 / (double)n, x + 3 * i, centre);
    for (size_t i = 0; i < n; i++)
      worst = fmax(worst, fabs(pl_vec3_distance(x + 3 * i, centre) - pl_vec3_length(rest + 3 * i)));
    cert_row row = {.what = what, .who = who, .how = "2 s", .found = worst / 0.25, .high = 0.02, .unit = ""};
    cert_print(c, &row);
  } else {
    cert_failed(c, what, who);
  }
  pl_release(zero);
  cert_free(&s);
}

void cert_soft(certificate *c)
{
  for (int kind = 0; kind < CERT_HYBRID; kind++) soft_row(c, (cert_kind)kind);
  for (int kind = 0; kind < CERT_HYBRID; kind++) point_row(c, (cert_kind)kind);
}
