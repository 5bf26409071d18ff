/* SPDX-License-Identifier: MIT
   What byte_calls.h keeps of a sequence of calls, and numbers and definitions from its bytes. */
#pragma once

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "pliant/pliant.h"

enum { CALL_BODIES = 3, CALL_STEPS = 20, CALL_CALLS = 80, CALL_PARTICLES = 64 };
static const double call_seconds = 4; /* no new step after so many */

typedef struct calls {
  const uint8_t *data;
  size_t size, at;
  pl_world *world;
  pl_body *bodies[CALL_BODIES];
  pl_pin_id pins[CALL_BODIES];
  pl_grab_id grabs[CALL_BODIES];
  pl_force_id force;
  pl_obstacle_id obstacle;
  pl_attachment_id attachment;
  void *snapshot;
  size_t snapshot_size;
  uint64_t snapshot_hash;
  bool same_bodies; /* as when it was saved */
  int steps;
  clock_t begun;
  const char *broken; /* what did not hold */
} calls;

/* ---- numbers ---- */

static inline uint32_t call_byte(calls *c) { return c->at < c->size ? c->data[c->at++] : 0; }

static inline double call_number(calls *c)
{
  static const double extremes[] = {0,    1e-320, 1e-300, 1e-30, 1e-12, 1e-9,    1e-6,    1e-4, 1e-3,
                                    0.01, 0.1,    1,      10,    100,   1e3,     1e4,     1e5,  1e6,
                                    1e7,  1e8,    1e9,    1e10,  1e12,  1e15,    1e18,    1e20, 1e24,
                                    1e30, 1e38,   1e60,   1e160, 1e300, DBL_MAX, INFINITY};
  uint32_t how = call_byte(c);
  if (how < 34) return extremes[how];
  if (how < 68) return -extremes[how - 34];
  if (how == 68) return NAN;
  return (how - 128.0) / 128.0;
}

static inline void call_numbers(calls *c, double *out, size_t count)
{
  for (size_t k = 0; k < count; k++) out[k] = call_number(c);
}

static inline int call_count(calls *c)
{
  static const int counts[] = {0, 1, 2, 3, 4, 8, 12, 27, 64, 100, 101, 1000, -1, INT32_MAX, INT32_MIN, 5};
  return counts[call_byte(c) % 16];
}

/* ---- definitions: members by their places ---- */

#define CALL_MEMBER(member) offsetof(pl_body_def, member)

static inline void call_change_number(calls *c, pl_body_def *def)
{
  static const size_t places[] = {
      CALL_MEMBER(density),
      CALL_MEMBER(thickness),
      CALL_MEMBER(drag),
      CALL_MEMBER(contact.friction),
      CALL_MEMBER(contact.rolling_friction),
      CALL_MEMBER(contact.restitution),
      CALL_MEMBER(contact.skin),
      CALL_MEMBER(volume.alpha),
      CALL_MEMBER(volume.beta),
      CALL_MEMBER(volume.s_min),
      CALL_MEMBER(volume.peak),
      CALL_MEMBER(volume.tolerance),
      CALL_MEMBER(volume.gas),
      CALL_MEMBER(volume.ambient),
      CALL_MEMBER(volume.target.keys[0].value),
      CALL_MEMBER(volume.target.keys[1].time),
      CALL_MEMBER(volume.target.keys[1].value),
      CALL_MEMBER(volume.pressure.keys[0].value),
      CALL_MEMBER(inelastic.relaxation_time),
      CALL_MEMBER(inelastic.exponent),
      CALL_MEMBER(inelastic.reference),
      CALL_MEMBER(inelastic.delayed),
      CALL_MEMBER(inelastic.delay),
      CALL_MEMBER(inelastic.yield),
      CALL_MEMBER(inelastic.hardening),
      CALL_MEMBER(inelastic.tangent),
      CALL_MEMBER(inelastic.yield_time),
      CALL_MEMBER(inelastic.maximum),
      CALL_MEMBER(heat.temperature.value),
      CALL_MEMBER(heat.conductivity.value),
      CALL_MEMBER(heat.capacity),
      CALL_MEMBER(heat.contact),
      CALL_MEMBER(heat.convection),
      CALL_MEMBER(heat.ambient),
      CALL_MEMBER(heat.softening_begin),
      CALL_MEMBER(heat.softening_end),
      CALL_MEMBER(heat.soft_stiffness),
      CALL_MEMBER(heat.melting_point),
      CALL_MEMBER(heat.conductivity_matrix[1]),
      CALL_MEMBER(planar.normal[1]),
      CALL_MEMBER(graph.youngs_modulus),
      CALL_MEMBER(graph.stiffness),
      CALL_MEMBER(graph.edge),
      CALL_MEMBER(graph.laplacian),
      CALL_MEMBER(graph.damping_mass),
      CALL_MEMBER(graph.damping_stiffness),
      CALL_MEMBER(graph.anisotropy[0]),
      CALL_MEMBER(graph.anisotropy_axes[1]),
      CALL_MEMBER(graph.plasticity.yield),
      CALL_MEMBER(graph.plasticity.creep),
      CALL_MEMBER(graph.plasticity.maximum),
      CALL_MEMBER(graph.rotations.threshold),
      CALL_MEMBER(surface.radius),
      CALL_MEMBER(surface.stiffness),
      CALL_MEMBER(surface.pull),
      CALL_MEMBER(surface.damping),
      CALL_MEMBER(surface.damping_part),
      CALL_MEMBER(cage.youngs_modulus),
      CALL_MEMBER(cage.poisson_ratio),
      CALL_MEMBER(cage.spacing),
      CALL_MEMBER(cage.penalty),
      CALL_MEMBER(cage.plane_penalty),
      CALL_MEMBER(cage.own_mass),
      CALL_MEMBER(cage.own_stiffness),
      CALL_MEMBER(hex.youngs_modulus),
      CALL_MEMBER(hex.poisson_ratio),
      CALL_MEMBER(hex.spacing),
      CALL_MEMBER(hex.penalty),
      CALL_MEMBER(hex.plane_penalty),
      CALL_MEMBER(continuum.youngs_modulus),
      CALL_MEMBER(continuum.stretch[0].value),
      CALL_MEMBER(continuum.stretch[1].value),
      CALL_MEMBER(continuum.shear[0].value),
      CALL_MEMBER(continuum.bend[0].value),
      CALL_MEMBER(continuum.bend[2].value),
      CALL_MEMBER(continuum.twist.value),
      CALL_MEMBER(continuum.lengths[0]),
      CALL_MEMBER(continuum.damping.value),
      CALL_MEMBER(continuum.damping_matrix[4]),
      CALL_MEMBER(continuum.tolerance),
      CALL_MEMBER(continuum.solver_tolerance),
      CALL_MEMBER(hybrid.magnitude.value),
      CALL_MEMBER(hybrid.stretch.value),
      CALL_MEMBER(hybrid.bend.value),
      CALL_MEMBER(hybrid.tolerance),
  };
  double number, *value;
  size_t place = places[call_byte(c) % (sizeof places / sizeof *places)];
  number = call_number(c);
  value = (double *)(void *)((unsigned char *)def + place);
  *value = number;
}

/* Enumerations, counts and numbers of passes: all of them are ints or as wide. */
static inline void call_change_count(calls *c, pl_body_def *def)
{
  static const size_t places[] = {
      CALL_MEMBER(volume.mode),
      CALL_MEMBER(volume.smoothing),
      CALL_MEMBER(volume.passes),
      CALL_MEMBER(volume.velocities),
      CALL_MEMBER(volume.momentum),
      CALL_MEMBER(contact.group),
      CALL_MEMBER(contact.ignores),
      CALL_MEMBER(graph.laplacian_weights),
      CALL_MEMBER(graph.weights),
      CALL_MEMBER(graph.bending),
      CALL_MEMBER(graph.covariance),
      CALL_MEMBER(graph.damping),
      CALL_MEMBER(graph.precision),
      CALL_MEMBER(graph.plasticity.rule),
      CALL_MEMBER(graph.rotations.mode),
      CALL_MEMBER(graph.rotations.criterion),
      CALL_MEMBER(graph.rotations.reuse),
      CALL_MEMBER(graph.rotations.seeds[0]),
      CALL_MEMBER(graph.angular_momentum),
      CALL_MEMBER(graph.iterations),
      CALL_MEMBER(surface.region),
      CALL_MEMBER(surface.weights),
      CALL_MEMBER(surface.sums),
      CALL_MEMBER(surface.momentum),
      CALL_MEMBER(surface.passes),
      CALL_MEMBER(cage.vertices),
      CALL_MEMBER(cage.points),
      CALL_MEMBER(cage.normals),
      CALL_MEMBER(cage.angular_momentum),
      CALL_MEMBER(hex.nodes),
      CALL_MEMBER(hex.cells[0]),
      CALL_MEMBER(hex.angular_momentum),
      CALL_MEMBER(continuum.natural),
      CALL_MEMBER(continuum.energy),
      CALL_MEMBER(continuum.step),
      CALL_MEMBER(continuum.iterations),
      CALL_MEMBER(continuum.solver),
      CALL_MEMBER(hybrid.solver),
      CALL_MEMBER(hybrid.iterations),
      CALL_MEMBER(hybrid.angular_momentum),
  };
  size_t place = places[call_byte(c) % (sizeof places / sizeof *places)];
  int count = call_count(c);
  memcpy((unsigned char *)def + place, &count, sizeof count);
}

static inline void call_change_def(calls *c, pl_body_def *def)
{
  for (uint32_t n = call_byte(c) % 5; n > 0; n--) {
    uint32_t how = call_byte(c) % 8;
    if (how < 4)
      call_change_number(c, def);
    else if (how < 6)
      call_change_count(c, def);
    else {
      uint32_t flags = call_byte(c);
      def->contact.self = flags & 1;
      def->contact.bodies = !(flags & 2);
      def->heat.conducts = flags & 4;
      def->planar.keep_area = flags & 8;
      def->planar.normal[2] = flags & 16 ? 1 : 0;
      def->surface.normal_point = flags & 32;
      def->volume.mode = flags & 64 ? PL_VOLUME_KEEP : flags & 128 ? PL_VOLUME_PRESSURE : PL_VOLUME_FREE;
      def->volume.pressure.count = flags & 128 ? 1 : 0;
      def->volume.target.count = flags & 1 ? 2 : 0;
    }
  }
}
