/* SPDX-License-Identifier: MIT
   What many tests need: bars, worlds, bodies in them, random motions. Every maker fails the test if it cannot. */
#pragma once

#include "testing.h"

#include "pliant/pliant.h"

/* A lattice of nx × ny × nz nodes; neighbours 6 or 26. */
pl_mesh *make_bar(uint32_t nx, uint32_t ny, uint32_t nz, double spacing, int neighbours);

/* Any graph from arrays; volumes may be NULL. */
pl_mesh *make_graph(const double *positions, size_t vertices, const uint32_t *edges, size_t edge_count);

/* No gravity, one thread, and every step is one of this length. */
pl_world_def quiet_world(double step);
pl_world *make_world(const pl_world_def *def);
pl_body *make_body(pl_world *world, const pl_body_def *def);

/* Double precision, one iteration, given stiffness in N/m; the mesh must outlive the call that makes the body only. */
pl_body_def stiff_body(const pl_mesh *mesh, double stiffness);

void step_times(pl_world *world, int steps);

/* Rotation by a random axis and angle up to `most` radians, row-major. */
void random_rotation(uint64_t *seed, double most, double out[9]);
/* x -> R x + t for n points. */
void move_points(const double *from, size_t n, const double R[9], const double t[3], double *to);

double total_energy(const pl_body *body);
pl_body_signals signals_of(const pl_body *body);

/* Elastic energy at positions in storage order, and the forces there, if not NULL. */
double elastic_energy(const pl_body *body, const double *x, double *force);
/* Forces are the negative gradient of the elastic energy, by central differences of width eps in every stride-th
   coordinate; to a part of the largest force. x is left as it was. */
void assert_forces_are_gradient(const pl_body *body, double *x, size_t stride, double eps, double tolerance);
double mass_of(const pl_body *body);

/* Of all bodies. */
double world_energy(const pl_world *world);
void world_momentum(const pl_world *world, double linear[3], double angular[3]);

double fastest(const pl_body *body);
double largest_difference(const double *a, const double *b, size_t count);
double largest_of(const double *a, size_t count);

/* Indices of the particles whose coordinate `axis` is within 1e-9 of `value` in the rest shape; returns their
   number. */
size_t select_particles(const pl_mesh *mesh, int axis, double value, uint32_t *out);

/* The call fails with this status, and its message holds this text. */
void assert_refused(pl_status got, pl_status wanted, const char *text);
