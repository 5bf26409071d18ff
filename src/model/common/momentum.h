/* SPDX-License-Identifier: MIT
   Angular momentum of a body that nothing holds. Implicit Euler brakes rotation; a rigid correction of the new
   velocities, before positions move, takes that back: since x' = x + h v', the angular momentum of (x', v') is that of
   (x, v'). */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "pliant/status.h"

/* About the centre of mass, kg m^2/s. */
void pl_angular_momentum(size_t count, const double *mass, const double *x, const double *v, double out[3]);

/* Sum of (x - centre of mass) × force, N m. */
void pl_torque(size_t count, const double *mass, const double *x, const double *force, double out[3]);

/* The spin (rad/s) that adds `missing` to the angular momentum of a body with this inertia (kg m^2, row-major) that
   shall have `wanted`, scaled by pl_spin_correction_part. */
void pl_missing_spin(const double inertia[9], const double wanted[3], const double missing[3], double h,
                     double spin[3]);

/* From 1 down to 0 for a body that turns by more than 0.2 rad in a step of h seconds; spin in rad/s. */
double pl_spin_correction_part(double spin, double h);

/* Adds the rigid rotation to v that gives the body the angular momentum wanted, as far as pl_missing_spin goes. */
void pl_set_angular_momentum(size_t count, const double *mass, const double *x, const double wanted[3], double h,
                             double *v);

typedef struct pl_momenta {
  double mass, centre[3];
  double linear[3], angular[3]; /* kg m/s; kg m^2/s about the centre of mass */
} pl_momenta;

/* What forces that act for h s leave a body with. */
void pl_momenta_after(size_t count, const double *mass, const double *x, const double *v, const double *force, double h,
                      pl_momenta *out);

/* Adds the rigid motion to v that gives the body, where it is now, these momenta; the angular one, if it is wanted, as
   far as pl_missing_spin goes. */
void pl_set_momenta(size_t count, const double *mass, const double *x, const pl_momenta *wanted, bool angular, double h,
                    double *v);

/* Takes the rigid motion out of a field of displacements or velocities (3 per particle) that carries its momentum and
   angular momentum. */
void pl_remove_rigid_motion(size_t count, const double *mass, const double *x, double *field);

/* A b = c for the symmetric matrix of inertia. A body on a line cannot turn about it; a trace of inertia keeps that
   axis still. */
void pl_solve_inertia(const double matrix[9], const double c[3], double b[3]);

/* The same for quantities given as coordinates of functions that are orthonormal by mass: r, v and f (3 per function)
   are arms from the centre of mass, velocities and forces. */
void pl_angular_momentum_of_coordinates(size_t count, const double *r, const double *v, double out[3]);
void pl_set_angular_momentum_of_coordinates(size_t count, const double *r, const double wanted[3], double h, double *v);
