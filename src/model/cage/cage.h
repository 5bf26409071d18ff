/* SPDX-License-Identifier: MIT
   The cage model: Martin, Huber, Kaufmann, Gross, "Shape-Preserving Animation of Deformable Objects". The unknowns are
   the vertices of a cage; Green Coordinates carry everything inside, normals included,
     x = sum phi_i x_i + sum psi_j s_j n_j.
   Vertices and faces together are called carriers here: carrier a stands at e_a (a vertex, or a scaled normal s_j n_j)
   and has the coordinate c_a (phi or psi). A change u of the vertices changes the carriers by B u, where B is the
   identity at vertices and the derivative D of s_j n_j at faces. The paper takes D for zero in each step (`frozen`);
   with it (`full`) forces are the exact derivative of the energy, and spin is kept. */
#pragma once

#include "mesh/cage/carry.h"
#include "mesh/cage/green.h"
#include "model/cage/cage_kernel.h"
#include "model/embedded/embedded.h"

enum {
  PL_CAGE_FACE_NUMBERS = 9, /* of its corners */
  PL_CAGE_AXES = 64         /* springs along an axis that go into the matrix at once */
};

/* How much of its shape a face has lost: s^2 / r beyond what is free, and what both do when corners move. */
typedef struct pl_cage_face {
  double lost, square, ratio;
  double slope[PL_CAGE_FACE_NUMBERS], of_square[PL_CAGE_FACE_NUMBERS], of_ratio[PL_CAGE_FACE_NUMBERS];
  double uu, uw, ww; /* products of its rest edges over 4 area^2 */
} pl_cage_face;

typedef struct pl_cage {
  pl_embedded nodes;
  pl_green *green;
  bool full;
  size_t vertices, faces, carriers;     /* carriers = vertices + faces */
  size_t across;                        /* carriers, rounded up to 8: numbers in a row of what follows */
  pl_cage_shape shape;                  /* for the kernels */
  uint32_t *shape_starts, *shape_sides; /* corners of faces (3 face + corner) at each vertex */

  double *phi, *psi;     /* of the particles, row by row */
  pl_carry carry;        /* the same for all of them at once, in float */
  double *ahead_normals; /* those at ahead_y */

  /* quadrature */
  size_t point_count, block_count; /* points, and blocks of eight; the last is filled up with points of weight 0 */
  double *points;                  /* m, 3 per point, at rest; for display */
  double *weight;                  /* m^3, padded */
  double *root;                    /* of the weights */
  double *gradient;                /* blocks [carrier][axis][lane] */

  /* sums over points, symmetric, carriers × across: of density × weight × c c^T, and of weight × gradient . gradient */
  double *mass_sums, *inner_sums;
  double *first_sums; /* of density × weight × c, kg */

  double *normals;         /* state: s_j n_j, 3 per face */
  double *normal_velocity; /* state: how fast they move, 3 per face */
  double *rotation;        /* state: blocks */
  double *turning;         /* 27 per face: D */
  double *e;               /* carriers, 3 each */

  double thickness;     /* m: volume of matter over area of the cage */
  double face_strength; /* of faces that lose their shape, J/m^2 */
  pl_cage_face *shapes; /* as last looked at */

  double *face_force; /* elastic force on each scaled normal, J, 3 per face, as last found */
  double own_mass;    /* of a vertex where it moves against the others, kg */
  /* unknowns × 8: an orthonormal basis of the rigid motions of the vertices, and zeros */
  double *rigid;

  double *F, *P;        /* blocks */
  double *sums;         /* of the forces kernel */
  double *change;       /* B u, 3 per carrier */
  double *turned;       /* of one block */
  double *trace, *skew; /* rows of the matrix: unknowns × 8 blocks, and three times that */
  double *combined;     /* carriers × across: what multiplies the identity in space */
  double *through;      /* of the projection */
  double *held;         /* coordinates of what springs hold: carriers × padded count */
  size_t held_capacity;
  double *matrix; /* unknowns × stride */
  size_t stride;  /* unknowns, rounded up to 8 */
} pl_cage;

/* setup.c */
pl_status pl_cage_make(pl_embedded *nodes, const pl_model_setup *setup);
void pl_cage_empty(pl_embedded *nodes);

/* carriers.c */
size_t pl_cage_moving(const pl_cage *cage); /* carriers that move with the unknowns: all, or the vertices */
void pl_cage_nodes_changed(pl_embedded *nodes);
/* out += mass × (1 - rigid rigid^T) u: what vertices weigh by themselves */
void pl_cage_add_own(const pl_cage *cage, const double *u, double *out);
void pl_cage_extend(const pl_cage *cage, const double *u, double *e);      /* e = B u */
void pl_cage_collect(const pl_cage *cage, const double *force, double *f); /* f += B^T force */
void pl_cage_positions(pl_embedded *nodes, pl_pool *pool, double *x);
void pl_cage_position_one(const pl_embedded *nodes, uint32_t particle, double out[3]);
void pl_cage_spread(pl_embedded *nodes, const double *u, pl_pool *pool, double *out);
void pl_cage_spread_some(const pl_embedded *nodes, const double *u, const uint32_t *particles, size_t count,
                         double *out);
void pl_cage_gather(const pl_embedded *nodes, const double *force, double *f);
void pl_cage_gather_some(const pl_embedded *nodes, const pl_impulse *forces, size_t count, double *f);
void pl_cage_gather_one(const pl_embedded *nodes, uint32_t particle, const double force[3], double *f);
void pl_cage_record_carriers(pl_embedded *nodes);
void pl_cage_add_velocity(pl_embedded *nodes, const double *dw);
void pl_cage_turn(pl_embedded *nodes, const double rotation[9]);
void pl_cage_velocity_of(const pl_cage *cage, uint32_t particle, double out[3]);
void pl_cage_velocity_one(const pl_embedded *nodes, uint32_t particle, double out[3]);
void pl_cage_velocities(pl_embedded *nodes, pl_pool *pool, double *v);
void pl_cage_positions_and_velocities(pl_embedded *nodes, pl_pool *pool, double *v, double *x);
void pl_cage_momentum(const pl_embedded *nodes, double *out);
double pl_cage_kinetic(const pl_embedded *nodes);
void pl_cage_mass(const pl_embedded *nodes, const double *u, double *out);
void pl_cage_add_weight(const pl_embedded *nodes, const double gravity[3], double *f);
void pl_cage_centre(const pl_embedded *nodes, double out[3]);

/* elasticity.c */
pl_status pl_cage_elastic(pl_embedded *nodes, const pl_model_context *context, double *energy, double *f);
pl_status pl_cage_stiffness(pl_embedded *nodes, const double *u, const pl_model_context *context, double *out);

/* faces.c */
void pl_cage_update_faces(pl_cage *cage);
double pl_cage_faces_energy(const pl_cage *cage, double *f);                     /* J; f += force (NULL: not wanted) */
void pl_cage_faces_stiffness(const pl_cage *cage, const double *u, double *out); /* out += K u */
void pl_cage_faces_assemble(pl_cage *cage, double factor);                       /* matrix += factor × K */

/* matrix.c */
pl_status pl_cage_factorise(pl_embedded *nodes, double mass, double stiffness, const pl_spring *springs, size_t count,
                            const pl_model_context *context);
/* Only the rank-k update with the rotations of now, for benchmarks: returns n^2 k of it. */
double pl_cage_assemble(pl_cage *cage, double mass, double stiffness, const pl_model_context *context);
pl_status pl_cage_solve(pl_embedded *nodes, double *x, const pl_model_context *context);
pl_status pl_cage_compliance(pl_embedded *nodes, const uint32_t *particles, size_t count,
                             const pl_model_context *context, double *out);

/* model.c */
const pl_model *pl_cage_model(void);
