/* SPDX-License-Identifier: MIT
   The hybrid model. [T] Terzopoulos, Fleischer, "Deformable models", sect. 2.2, A.4.

   [T] has unknowns v, omega, e and their coupled equations (15). Here particles stay the state, and the frame is what
   follows from them: c the centre of mass, R the rotation closest to sum m x r^T. Then sum m e = 0 and sum m r × e = 0
   by construction, the couplings of (15a, b) with e vanish, and in inertial axes all inertial terms of (15c) are those
   of x itself: implicit Euler of x has every one of them. With B the six rigid motions of R r and P = I - B (B^T M
   B)^-1 B^T M what is left of a motion without them, de = R^T P dx, so that a step to u = B xi + w with B^T M w = 0
   falls apart:

     B^T M B xi = B^T (M v + h f),      (M + h^2 K) w = M v + h f - h K (e - h P u_before) + M B lambda,

   lambda such that w has no rigid part. M + h^2 K is one n × n matrix for x, y and z, constant, factorised once; in the
   axes of the body B is constant too, and so are Z = (M + h^2 K)^-1 M B and the 6 × 6 matrix B^T M Z. Where K is
   infinite w is zero: a rigid body. */
#pragma once

#include "linalg/cholesky/cholesky.h"
#include "linalg/iterative/solver.h"
#include "linalg/iterative/stencil.h"
#include "model/model.h"

enum { PL_HYBRID_MOST_HELD = PL_MOST_HELD };

/* What laws of matter see of a body: fibres.c. All NULL where nothing flows. */
typedef struct pl_hybrid_lent {
  uint32_t *ends;
  double *length, *first; /* per node, and 3 per node: zeros */
  double *flowed;         /* 3 per node, registered: how far the reference shape is from r, axes of the body */
} pl_hybrid_lent;

typedef struct pl_hybrid {
  size_t count;
  pl_grid grid;         /* no directions: edges of the mesh */
  double *r;            /* m, 3 per node: the reference shape about its centre of mass */
  double *mass;         /* kg */
  double *volume;       /* m^3 of each node */
  double *given[3];     /* values per node of the definition */
  double *factor;       /* on all weights; NULL: 1 */
  uint32_t *edges;      /* without a grid */
  double *edge_weights; /* V / length^2, to be multiplied by the stretch */
  size_t edge_count;
  double total_mass, inertia[9], inverse_inertia[9];
  pl_hybrid_def def; /* without pointers */

  /* ---- the matrix ---- */
  double h;                           /* s, of the matrix */
  double *terms[2][PL_STENCIL_TERMS]; /* weights of M + h^2 K and of K on a grid */
  pl_grid_operator operators[2];
  pl_stencil stencil;  /* of K */
  double *planes[2];   /* its vectors */
  pl_sparse matrix[2]; /* without a grid, the same pattern */
  pl_solver *solver;
  double *zeta;        /* 4 per node: (M + h^2 K)^-1 of m, m r_x, m r_y, m r_z */
  double coupling[36]; /* factor of B^T M Z */

  /* ---- state ---- */
  double *rotation; /* 9: R, registered; it is where the next search starts */
  pl_hybrid_lent lent;

  double *right, *answer, *e, *u, *pushed; /* 3 per node */
  double *hold_matrix;                     /* of rows of holds, when there are any */
  double *hold_right;
} pl_hybrid;

/* matrix.c */
pl_status pl_hybrid_weigh(pl_hybrid *b, const pl_mesh_data *rest); /* edges of a mesh without a grid */
pl_status pl_hybrid_factorise(pl_hybrid *b, double h, pl_pool *pool);
void pl_hybrid_free_matrix(pl_hybrid *b);
/* y = K x and x := (M + h^2 K)^-1 b, 3 per node, in the axes of the body */
void pl_hybrid_multiply(pl_hybrid *b, const double *x, double *y, pl_pool *pool);
pl_status pl_hybrid_solve(pl_hybrid *b, const double *right, double *x, pl_pool *pool);

/* frame.c */
void pl_hybrid_frame(const pl_hybrid *b, const double *x, double centre[3], double rotation[9]);
/* e = R^T (x - c) - r - what flowed, in the axes of the body */
void pl_hybrid_deformation(const pl_hybrid *b, const double *x, const double centre[3], const double rotation[9],
                           double *e);
/* out = B^T f (force and torque about the centre, axes of the body, arms r), and f += scale B xi or f += scale M B
   xi */
void pl_hybrid_gather(const pl_hybrid *b, const double *f, bool times_mass, double out[6]);
void pl_hybrid_add_rigid(const pl_hybrid *b, const double xi[6], double scale, bool times_mass, double *f);
/* xi = (B^T M B)^-1 b */
void pl_hybrid_rigid_answer(const pl_hybrid *b, const double in[6], double xi[6]);
/* w := A^-1 g without rigid part; g (3 per node, axes of the body) stays. */
pl_status pl_hybrid_answer_deformation(pl_hybrid *b, const double *g, double *w, pl_pool *pool);

/* fibres.c */
pl_status pl_hybrid_lend(pl_hybrid *b, const pl_model_body *body);
void pl_hybrid_free_lent(pl_hybrid *b);
void pl_hybrid_fibres(const pl_model_body *body, pl_fibres *out);
pl_status pl_hybrid_deformations(const pl_model_body *body, const pl_model_context *context, double *out);
pl_status pl_hybrid_refit(pl_model_body *body, unsigned what, const pl_model_context *context);

/* advance.c */
pl_status pl_hybrid_advance(pl_model_body *const *bodies, size_t count, const pl_model_context *context);
pl_status pl_hybrid_stable_step(pl_model_body *body, const pl_model_context *context);

/* statics.c */
pl_status pl_hybrid_solve_statics(pl_model_body *body, const pl_settle_task *task, const pl_model_context *context,
                                  pl_settle_answer *answer);

/* printed.c: (46) to (52), corrected */
pl_status pl_hybrid_printed(pl_model_body *body, const pl_model_context *context);

/* response.c */
/* u += H j, or += H j in so far as holds and fixed particles (velocities wanted: goals) let it: world axes. */
pl_status pl_hybrid_impulses_to_unknowns(pl_model_body *body, const double *impulse, const pl_model_context *context,
                                         double *dv);
/* Corrects u so that holds and fixed particles have their velocities. */
pl_status pl_hybrid_hold(pl_model_body *body, const pl_model_context *context, double *u);
pl_status pl_hybrid_apply_impulses(pl_model_body *body, const pl_impulse *impulses, size_t count,
                                   const pl_model_context *context);
pl_status pl_hybrid_impulse_response(pl_model_body *body, const double *impulse, const pl_model_context *context,
                                     double *dv);
pl_status pl_hybrid_compliance(pl_model_body *body, const uint32_t *particles, size_t count,
                               const pl_model_context *context, double *out);

/* model.c: elastic, with the force on every node where one is wanted */
pl_status pl_hybrid_energy(const pl_model_body *body, const double *x, const pl_model_context *context, double *energy,
                           double *force);
const pl_model *pl_hybrid_model(void);
