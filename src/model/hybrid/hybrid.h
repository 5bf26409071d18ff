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
   infinite w is zero: a rigid body.

   With a damping ratio forces are K (e + beta e.), e. the change of e over the step, each e in the frame of its time,
   so that rigid motion costs nothing. Then M + h (h + beta) K is the matrix, and (1 + beta/h) e' - beta/h e takes the
   place of e' = e - h P u_before.

   A body in pieces (links.c) is all of that once per piece: each has c, R, r about its own centre, and its own 6 × 6
   matrix. K has no entry between pieces, so that one factor is that of all of them. */
#pragma once

#include "linalg/cholesky/cholesky.h"
#include "linalg/grid/stencil.h"
#include "linalg/iterative/solver.h"
#include "model/common/pieces.h"
#include "model/model.h"

enum { PL_HYBRID_MOST_HELD = PL_MOST_HELD };

/* What laws of matter see of a body: fibres.c. Nodes come first, then links, then bendings, of a body that may crease:
   a node and those before and behind it along a direction of the grid. All NULL where nothing flows or breaks. */
typedef struct pl_hybrid_fibre_arrays {
  uint32_t *ends, *link;
  double *length, *first; /* 1 and 3 each; of nodes zeros, of links what they are in the reference shape */
  double *rest;           /* the same with what flowed; NULL: nothing does */
  double *factor;         /* on the modulus, where it is not the same everywhere; or NULL */
  double *link_length;
  uint8_t *mode;  /* pl_fibre_mode; NULL: there are no bendings, and so are these: */
  uint32_t *span; /* of a bending: its two links first */
  size_t bend_count;
} pl_hybrid_fibre_arrays;

/* What sound links hold together. */
typedef struct pl_hybrid_piece {
  double mass, inverse_inertia[9];
  double coupling[36]; /* factor of B^T M Z */
  double xi[6];        /* its rigid motion in the answer that is looked for */
} pl_hybrid_piece;

typedef struct pl_hybrid_nodes {
  const uint32_t *node;
  size_t count;
} pl_hybrid_nodes;

typedef struct pl_hybrid {
  size_t count;
  pl_grid grid;         /* no directions: edges of the mesh */
  double *shape;        /* m, 3 per node: the reference shape about its centre of mass, */
  double *r;            /* and about that of the piece of each node */
  double spacing[3];    /* m, of its grid: the mean along each direction */
  double *mass;         /* kg */
  double *volume;       /* m^3 of each node */
  double *given[3];     /* values per node of the definition */
  double *factor;       /* on all weights; NULL: 1 */
  uint32_t *edges;      /* without a grid */
  double *edge_weights; /* V / length^2, to be multiplied by the stretch */
  size_t edge_count;
  pl_hybrid_def def; /* without pointers */

  /* ---- links: steps of the grid to the next node along each direction, or edges ---- */
  size_t link_count;
  uint32_t *link_ends;
  uint32_t *link_at; /* 3 per node of a grid, by direction; PL_NO_LINK: none */
  uint8_t *broken;   /* per link: its pl_link_state in the matrix; NULL: links of this body do not change */
  pl_pieces pieces;
  pl_hybrid_piece *piece; /* room for one per node where links may break */

  /* ---- the matrix ---- */
  double h;                           /* s, of the matrix */
  double beta;                        /* s: rates of e count like beta times as much e */
  uint64_t made;                      /* how often it was */
  double *terms[2][PL_STENCIL_TERMS]; /* weights of M + h (h + beta) K and of K on a grid */
  pl_grid_operator operators[2];
  pl_stencil stencil;  /* of K */
  double *planes[2];   /* its vectors */
  pl_sparse matrix[2]; /* without a grid, the same pattern */
  size_t *edge_at;     /* place of each edge in it */
  pl_solver *solver;
  double *zeta; /* 4 per node: (M + h^2 K)^-1 of m, m r_x, m r_y, m r_z */

  /* ---- state ---- */
  /* R of a piece at its first node, 9 each, registered: where the next search starts. One alone where links do not
     change. */
  double *rotation;
  pl_hybrid_fibre_arrays fibres;
  bool own_links;   /* with links */
  double thickness; /* m, of what bends; 0: nothing creases by load */

  double *right, *answer, *e, *u, *pushed; /* 3 per node */

  /* ---- of rows of holds (holds.c): all of it follows from matrix and rows ---- */
  double *hold_answer; /* a number per pair of rows */
  double *hold_matrix; /* factor of three equations for each */
  double *hold_right;
  size_t hold_rows; /* that these are of; 0: none */
  uint64_t hold_key;
  bool hold_turns; /* with the frames */
} pl_hybrid;

static inline pl_hybrid_nodes pl_hybrid_nodes_of(const pl_hybrid *b, size_t piece)
{
  uint32_t first = b->pieces.first[piece];
  return (pl_hybrid_nodes){b->pieces.particle + first, b->pieces.first[piece + 1] - first};
}

static inline double *pl_hybrid_rotation(const pl_hybrid *b, size_t piece)
{
  return b->rotation + 9 * (size_t)b->pieces.particle[b->pieces.first[piece]];
}

/* links.c */
pl_status pl_hybrid_number_links(pl_hybrid *b);
/* What is left of a term of this order across these links: 1 or 0. */
double pl_hybrid_hold_of(const pl_hybrid *b, const uint32_t *links, size_t count, bool smooth);
pl_status pl_hybrid_allow_links(pl_hybrid *b, const pl_model_body *body);
/* The pieces that links hold together now; split: after a cut, so that new ones take over frames and what flowed. */
void pl_hybrid_find_pieces(pl_hybrid *b, const pl_model_body *body, bool split);
pl_status pl_hybrid_follow_links(pl_model_body *body, bool split, const pl_model_context *context);

/* matrix.c */
pl_status pl_hybrid_weigh(pl_hybrid *b, const pl_mesh_data *rest); /* edges of a mesh without a grid */
pl_status pl_hybrid_factorise(pl_hybrid *b, double h, pl_pool *pool);
void pl_hybrid_free_matrix(pl_hybrid *b);
/* y = K x and x := (M + h (h + beta) K)^-1 b, 3 per node, in the axes of the body */
void pl_hybrid_multiply(pl_hybrid *b, const double *x, double *y, pl_pool *pool);
pl_status pl_hybrid_solve(pl_hybrid *b, const double *right, double *x, pl_pool *pool);

/* frame.c: of one piece, and its nodes alone */
void pl_hybrid_frame(const pl_hybrid *b, size_t piece, const double *x, double centre[3], double rotation[9]);
/* e = R^T (x - c) - r - what flowed, in the axes of the body */
void pl_hybrid_deformation(const pl_hybrid *b, size_t piece, const double *x, const double centre[3],
                           const double rotation[9], double *e);
/* out = B^T f (force and torque about the centre, axes of the body, arms r), and f += scale B xi or f += scale M B
   xi */
void pl_hybrid_gather(const pl_hybrid *b, size_t piece, const double *f, bool times_mass, double out[6]);
void pl_hybrid_add_rigid(const pl_hybrid *b, size_t piece, const double xi[6], double scale, bool times_mass,
                         double *f);
/* xi = (B^T M B)^-1 b */
void pl_hybrid_rigid_answer(const pl_hybrid *b, size_t piece, const double in[6], double xi[6]);
/* Of all pieces: f without the part that would move them rigidly. */
void pl_hybrid_remove_rigid(const pl_hybrid *b, bool times_mass, double *f);
/* out = R (A^-1 g without its rigid part + B xi), with the xi of pieces; g, 3 per node in the axes of the body, may be
   out. */
pl_status pl_hybrid_answer(pl_hybrid *b, const double *g, double *out, pl_pool *pool);

/* fibres.c */
pl_status pl_hybrid_make_fibres(pl_hybrid *b, const pl_model_body *body);
void pl_hybrid_free_fibres(pl_hybrid *b);
void pl_hybrid_measure_links(pl_hybrid *b); /* reference shape or flow are others */
double pl_hybrid_reach(const pl_hybrid *b); /* m, from the centre to the farthest node */
void pl_hybrid_fibres(const pl_model_body *body, pl_fibres *out);
pl_status pl_hybrid_deformations(const pl_model_body *body, const pl_model_context *context, double *out);
pl_status pl_hybrid_refit(pl_model_body *body, unsigned what, const pl_model_context *context);

/* advance.c */
pl_status pl_hybrid_advance(pl_model_body *const *bodies, size_t count, const pl_model_context *context);
pl_status pl_hybrid_stable_step(pl_model_body *body, const pl_model_context *context);
size_t pl_hybrid_step_scratch(const pl_model_body *body);

/* statics.c */
pl_status pl_hybrid_solve_statics(pl_model_body *body, const pl_statics_task *task, const pl_model_context *context,
                                  pl_statics_result *result);

/* printed.c: (46) to (52), corrected */
pl_status pl_hybrid_printed(pl_model_body *body, const pl_model_context *context);

/* response.c */
/* u += H j, or += H j in so far as holds and fixed particles (velocities wanted: goals) let it: world axes. */
pl_status pl_hybrid_impulses_to_unknowns(pl_model_body *body, const double *impulse, const pl_model_context *context,
                                         double *dv);
pl_status pl_hybrid_apply_impulses(pl_model_body *body, const pl_impulse *impulses, size_t count,
                                   const pl_model_context *context);
pl_status pl_hybrid_impulse_response(pl_model_body *body, const double *impulse, const pl_model_context *context,
                                     double *dv);
pl_status pl_hybrid_compliance(pl_model_body *body, const uint32_t *particles, size_t count,
                               const pl_model_context *context, double *out);

/* holds.c */
size_t pl_hybrid_rows(const pl_model_body *body);
/* Corrects u so that holds and fixed particles have their velocities. */
pl_status pl_hybrid_hold(pl_model_body *body, const pl_model_context *context, double *u);
/* The same after it, for an answer to impulses; goals: have their velocities, else rest. */
pl_status pl_hybrid_enforce_holds(pl_model_body *body, const pl_model_context *context, bool goals, double *u);
pl_status pl_hybrid_free_compliance(pl_model_body *body, const uint32_t *particles, size_t count,
                                    const pl_model_context *context, double *out);

/* model.c: elastic, with the force on every node where one is wanted */
pl_status pl_hybrid_energy(const pl_model_body *body, const double *x, const pl_model_context *context, double *energy,
                           double *force);
const pl_model *pl_hybrid_model(void);
