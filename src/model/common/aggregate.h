/* SPDX-License-Identifier: MIT
   A body as a whole: where its mass is, and its motion taken apart into the rigid one that carries its momentum and
   angular momentum, and the rest. By mass the two are square to each other, so that their kinetic energies add up. */
#pragma once

#include "model/model.h"

typedef struct pl_rigid_motion {
  double drift[3]; /* m/s, of the centre of mass */
  double spin[3];  /* rad/s, about it */
} pl_rigid_motion;

struct pl_aggregate {
  double mass, centre[3], inertia[9]; /* kg, m, kg m^2 about the centre */
  double momentum[3], moment[3];      /* kg m/s, and kg m^2/s about the centre */
  pl_rigid_motion motion;
  double kinetic; /* J, of all of its motion */
};

/* J, of the rigid motion alone */
double pl_aggregate_rigid_energy(const pl_aggregate *aggregate);

/* Of a body that nothing holds. */
pl_status pl_aggregate_of(const pl_model *model, const pl_model_body *body, const pl_model_context *context,
                          pl_aggregate *out);

/* Gives a body the rigid motion `to`, and of all other motion that part. aggregate: as it is now. */
pl_status pl_aggregate_set_motion(const pl_model *model, pl_model_body *body, const pl_aggregate *aggregate,
                                  const pl_rigid_motion *to, double part, const pl_model_context *context);

/* Several bodies as if they were one; `motion` and `kinetic` are those of the rigid motion that has the momenta of all
   of them. */
void pl_aggregate_join(const pl_aggregate *const *parts, size_t count, pl_aggregate *out);

/* How a part of it would move with it. */
void pl_aggregate_carry(const pl_aggregate *whole, const double centre[3], pl_rigid_motion *out);
