/* SPDX-License-Identifier: MIT
   The graph model: geometric potential energy of a node graph.

   [H] Huang, Shi, Liu, Zhou, Guo, Bao, "Geometrically-Based Potential Energy for Simulating Deformable Objects". The
   change of differential coordinates under local rotations gives an energy whose stiffness matrix is constant:

     edge energy, eq. (4):       le/2 sum_i sum_j w_ij^2 |(x_j - x_i) - R_i e_ij|^2,   e_ij = r_j - r_i
     Laplacian energy, eq. (3):  ll/2 sum_i |L_i x - R_i d_i|^2,   L_i x = sum_j l_ij (x_j - x_i),   d_i = L_i r

   Their x, r, R, m, h, D = alpha M + beta K keep their letters here only in comments; K = le De^T De + ll L^T L is n
   × n and serves x, y and z alike. Rotations are taken at the predicted positions x + h v: only then do -h K v and
   the turning of the rest shape cancel for a spinning body. */
#pragma once

#include "linalg/cholesky/cholesky.h"
#include "linalg/dense/tall.h"
#include "model/graph/subspace/condensed.h"
#include "model/model.h"

/* Particles whose mutual compliance is known: see compliance_cache.c. */
typedef struct pl_graph_touched {
  uint32_t *slot;      /* per particle: its row in `compliance`, or PL_GRAPH_UNTOUCHED */
  uint32_t *particles; /* per slot, in the order they came; registered */
  uint32_t count;      /* registered */
  size_t capacity;     /* fixed by the body's size */
  /* capacity × capacity: (A^-1)_ab, 1/kg; NAN: not multiplied yet. NULL until something can touch */
  double *compliance;
  uint32_t *row; /* per slot: its row of the matrix, or PL_GRAPH_UNTOUCHED */
  double *half;  /* capacity × longest: L^-1 of unit impulses */
  size_t longest;
} pl_graph_touched;

enum { PL_GRAPH_MOST_PATTERNS = 6, PL_MOST_REUSE = 1000 };

/* What edges hold against bending, put right: bending/curvature.c. */
typedef struct pl_graph_curvature {
  int dimensions; /* of the body: 1 a curve, 2 a sheet, 3 a solid */
  size_t per;     /* patterns of a particle; 0: edges bend as they do */
  double bending; /* of a sheet E t^3 / 12, N m; of a curve E I, N m^2 */
  /* of a solid: how much more edges hold than a beam, bent along its longest axis across its shortest */
  double stiffer;
  double left;     /* and how much more they hold with gains, on average over its axes */
  double *pattern; /* per directed edge: w_ij^2 psi_a(e_ij) */
  double *gain;    /* per particle and pattern */
  double *axis;    /* 3 per particle: normal of a sheet, tangent of a curve; NULL for solids */
  double *rest;    /* 3 per particle and pattern: amplitudes of the rest shape, m; likewise */
} pl_graph_curvature;

#define PL_GRAPH_UNTOUCHED UINT32_MAX
#define PL_GRAPH_NO_EDGE UINT32_MAX

/* The constant matrix on the free particles, factorised: matrix.c. */
typedef struct pl_graph_matrix {
  pl_cholesky *factor;
  uint32_t *row_particle; /* per row of the matrix: its particle */
  pl_sparse values;       /* where links break, else empty: its pattern, for values that come anew */
  size_t *place; /* per directed edge from i: where its entry is, or SIZE_MAX; then per particle, the diagonal */
  size_t row_count;
  pl_precision precision; /* float or double, what the factor is in */
  int refinements;        /* per solve, found out when the factor was made; 0 in double */
  double kappa;           /* h^2 lambda_max / m: how far from the mass matrix */
} pl_graph_matrix;

/* The matrix seen from a subspace, factorised: subspace/reduced.c. Empty without one. */
typedef struct pl_graph_reduced {
  pl_tall basis;          /* Phi: a row per particle, zero at fixed ones */
  double *factor;         /* of Phi^T A Phi: basis.columns^2 */
  bool translates;        /* the subspace holds every translation */
  bool rotates;           /* and every rotation */
  pl_condensed condensed; /* empty: steps go over all particles */
} pl_graph_reduced;

/* What one length of the step needs. */
typedef struct pl_graph_factors {
  double h; /* s; 0: nothing */
  pl_graph_matrix matrix;
  pl_graph_reduced reduced;
} pl_graph_factors;

/* Besides those in use: a world's steps are halved up to four times. */
enum { PL_GRAPH_SPARE_FACTORS = 4 };

/* Where a body in a subspace is, and how it moves: the state that x and v follow while steps are condensed. */
typedef struct pl_graph_coordinates {
  size_t columns;
  double *z, *rate; /* 3 per function; registered, as one array */
  /* R_i, PL_CONDENSED_ROTATIONS per block, element after element; registered, in place of the graph's */
  float *rotation;
} pl_graph_coordinates;

/* What propagated rotations need: rotation_propagation.c. All NULL otherwise. */
typedef struct pl_graph_propagation {
  uint32_t *neighbour;       /* as in the graph, but in the caller's order */
  uint32_t *place;           /* place[caller's index] = particle */
  double *scale;             /* per particle: |B|^2 */
  uint32_t *active_rotation; /* per particle: 1 if its rotation was decomposed in the last step, 0 if taken over */
  uint32_t *rotation_source; /* per particle: whose rotation it has */
  /* steps that this choice is still kept for, and how many it was to be (condensed steps,
     subspace/active_rotations.c) */
  uint32_t steps_left[2];
  uint32_t *queue, *flood_queue;
} pl_graph_propagation;

/* Fibres for the laws of matter: fibres.c. All NULL where there are none. */
typedef struct pl_graph_fibre_arrays {
  uint32_t *ends;      /* 2 per directed edge */
  uint32_t *link;      /* per directed edge: its edge, numbered as the directed ones that rise */
  uint32_t *link_ends; /* 2 per edge */
  double *first;       /* 3 per directed edge: rest edges of the rest shape */
  double *length;      /* per directed edge */
  double *link_length; /* per edge */

  /* where links weaken or break, else NULL */
  double *weight, *covariance_weight; /* per directed edge, as if all links were sound */
  double *factor;                     /* per directed edge: what its link makes of that */
  double *factored;                   /* the factors that the matrix was made with */
} pl_graph_fibre_arrays;

typedef struct pl_graph {
  size_t count; /* particles */

  /* rest, storage order, constant */
  double *rest;        /* 3 per particle, m; and one double of padding: see graph_kernel.c */
  uint32_t *order;     /* order[particle] = the caller's index */
  uint32_t *first;     /* count + 1: where the neighbours of a particle begin */
  uint32_t *neighbour; /* rising within a particle */
  uint32_t *back;      /* per directed edge from i to j: the one from j to i */
  double *share;       /* per directed edge, from the mesh */
  double *cotangent;   /* per directed edge; NULL without triangles: cotangent.c */
  double *given;       /* per directed edge: Laplacian weights of the mesh; NULL without */
  double *stiffness;   /* per particle: factor on the stiffness */
  double volume;       /* of the solid, m^3; 0: unknown */
  int dimensions;      /* of the body: 1 with the diameter of a curve, 2 with the thickness of a sheet, 3 otherwise */
  uint32_t *triangles; /* of a sheet */
  size_t triangle_count;

  /* material: weights.c */
  double edge_stiffness;      /* le, N/m */
  double laplacian_stiffness; /* ll, N/m */
  double modulus;             /* Pa; 0: given in N/m */
  double alpha;               /* 1/s */
  double beta;                /* s */
  bool corotated;
  pl_plasticity plasticity;
  pl_rotations_def rotations;
  pl_momentum angular_momentum;
  int asked;                 /* rounds of rotations and solve in a step; 0: as many as it takes */
  int iterations;            /* and how many that is at this length of the step: rotation_lag.c */
  double lag;                /* how much heavier the longest wave would seem in one round; 0: not computed */
  double *weight;            /* per directed edge: w_ij^2 */
  double *covariance_weight; /* per directed edge */
  double *laplacian_weight;  /* per directed edge from i to j: l_ij */
  double *laplacian_back;    /* per directed edge from i to j: l_ji */
  double *laplacian_sum;     /* per particle: sum of l_ij */
  double *rest_laplacian;    /* 3 per particle: d_i, m */

  pl_graph_curvature curvature;

  /* state, registered */
  /* rest edges that may flow, 3 per directed edge and one double of padding; NULL: those of `rest` */
  double *rest_edge;
  /* R_i at the last predicted positions, 9 per particle, column after column, and one double of padding */
  double *rotation;

  pl_graph_fibre_arrays fibres;
  pl_graph_propagation propagation;
  double h; /* s: `matrix` and `reduced` are for steps of this length; 0: none yet */
  pl_graph_matrix matrix;
  pl_graph_reduced reduced;
  pl_graph_factors spare[PL_GRAPH_SPARE_FACTORS]; /* for other lengths, the latest one first */
  pl_graph_coordinates coordinates;               /* of the size of the basis */
  bool ordered_for_laplacian; /* the storage order was found for a matrix that couples neighbours of neighbours */
  double total_mass;          /* kg */

  pl_graph_touched touched;
  double *hold_matrix; /* the factor of the holds' Schur complement in this step, hold_count^2 */
} pl_graph;

/* cotangent.c; triangles in the caller's order, place[caller's index] = particle */
void pl_graph_cotangents(pl_graph *graph, const uint32_t *triangles, size_t triangle_count, const uint32_t *place);

/* weights.c */
uint32_t pl_graph_edge_between(const pl_graph *graph, uint32_t from, uint32_t to); /* or PL_GRAPH_NO_EDGE */
pl_status pl_graph_set_material(pl_graph *graph, const pl_model_body *body, const pl_body_def *def);

/* rotations.c: R_i nearest to the covariance of the edges at x; `rotation` holds the previous ones (a warm start and
   the answer where a neighbourhood has collapsed) and receives the new ones. */
void pl_graph_rotations(const pl_graph *graph, const double *x, pl_pool *pool, double *rotation);

/* rotation_propagation.c: the same, but taken over from neighbours where the criterion allows it. */
pl_status pl_graph_allow_propagation(pl_graph *graph); /* after the material was set */
void pl_graph_drop_propagation(pl_graph *graph);       /* what no material uses any more */
void pl_graph_propagation_free(pl_graph_propagation *propagation);
pl_status pl_graph_propagate(const pl_graph *graph, const double *x, const pl_model_context *context, double *rotation);

/* forces.c: f = -(K y - B(S)), the force of the energies on positions y when the rest shape at i is turned by S_i
   (any 3×3 matrix, column after column, with one double of padding after the last). Linear in (y, S) together. */
pl_status pl_graph_forces(const pl_graph *graph, const double *y, const double *turn, const pl_model_context *context,
                          double *force);
double pl_graph_energy(const pl_graph *graph, const double *x, const double *rotation);

/* bending/patterns.c */
pl_status pl_graph_find_curvature(pl_graph *graph, const pl_model_body *body, const pl_body_def *def);
void pl_graph_curvature_free(pl_graph_curvature *curvature);
/* bending/beam.c: gains of a solid, whose patterns are there */
pl_status pl_graph_compare_with_beam(pl_graph *graph, const pl_model_body *body, const pl_graph_def *def);
/* bending/curvature.c */
void pl_graph_amplitudes(const pl_graph *graph, const double *x, size_t i, double out[][3]); /* of particle i at x */
/* force += what the patterns take away at y; turn: of the neighbourhoods there */
pl_status pl_graph_add_curvature(const pl_graph *graph, const double *y, const double *turn,
                                 const pl_model_context *context, double *force);
double pl_graph_curvature_energy(const pl_graph *graph, const double *x, const double *rotation);

/* fibres.c */
bool pl_graph_flows(const pl_graph *graph, const pl_model_body *body); /* by whatever law */
/* Rest edges become state, if the material flows, and fibres are there, */
pl_status pl_graph_allow_flow(pl_graph *graph, const pl_model_body *body, pl_pool *pool);
void pl_graph_drop_flow(pl_graph *graph, const pl_model_body *body); /* and is freed where nothing needs it */
void pl_graph_free_flow(pl_graph *graph);
void pl_graph_forget_flow(pl_graph *graph, pl_pool *pool);   /* back to the first rest shape */
void pl_graph_edges_changed(pl_graph *graph, pl_pool *pool); /* after the edges were set */
void pl_graph_fibres(const pl_model_body *body, pl_fibres *out);
pl_status pl_graph_deformations(const pl_model_body *body, const pl_model_context *context, double *out);

/* links.c: links that weaken or break. */
pl_status pl_graph_allow_links(pl_graph *graph, const pl_model_body *body);
void pl_graph_free_links(pl_graph_fibre_arrays *fibres);
/* Weights of the material become those that links leave of it; after the material was set. */
void pl_graph_weigh_links(pl_graph *graph, const pl_links *links);
/* Links were changed: the matrix and all that hangs on it. The pattern stays, so that this needs no memory. */
pl_status pl_graph_follow_links(pl_graph *graph, const pl_model_body *body, const pl_model_context *context);

/* matrix.c */
/* The values of a matrix whose pattern is kept, for the weights of now. */
void pl_graph_fill_values(const pl_graph *graph, const double *mass, double h, pl_graph_matrix *matrix);
/* The order in which the factor fills in least: free particles first, fixed ones (fixed[i] = 1) last. */
pl_status pl_graph_order(const pl_graph *graph, const uint8_t *fixed, uint32_t *order);
/* Makes a new factor; if that fails, the old one stays. keep: only the length of the step is new, and the old one
   may be used again. */
pl_status pl_graph_factorise(pl_graph *graph, const pl_model_body *body, const pl_body_def *def, bool keep,
                             const pl_model_context *context);
/* Uses the factor for the length of the step of now; makes it if there is none yet, or none any more. */
pl_status pl_graph_use_length(pl_graph *graph, const pl_model_body *body, const pl_body_def *def,
                              const pl_model_context *context);
void pl_graph_forget_lengths(pl_graph *graph); /* the spare ones */
void pl_graph_matrix_free(pl_graph_matrix *matrix);
/* Solves A y = b for every free particle; y and b: 3 per particle, storage order; fixed particles get 0. */
pl_status pl_graph_solve(const pl_graph *graph, const double *b, const pl_model_context *context, double *y);

/* subspace/reduced.c: instead of A^-1, Phi (Phi^T A Phi)^-1 Phi^T. */
pl_status pl_graph_reduce(const pl_graph *graph, const pl_model_body *body, const pl_graph_matrix *matrix,
                          const pl_model_context *context, pl_graph_reduced *out);
void pl_graph_reduced_free(pl_graph_reduced *reduced);
bool pl_graph_is_reduced(const pl_graph *graph);
pl_status pl_graph_solve_reduced(const pl_graph *graph, const double *b, const pl_model_context *context, double *y);
/* (Phi^T A Phi)^-1 Phi^T b; z: 3 per function */
void pl_graph_solve_coordinates(const pl_graph *graph, const double *b, pl_pool *pool, double *z);

/* subspace/condense.c: the constant operators of a step in a subspace. */
bool pl_graph_is_condensed(const pl_graph *graph);
pl_status pl_graph_condense(const pl_graph *graph, const pl_model_body *body, const pl_graph_matrix *matrix,
                            const pl_model_context *context, pl_graph_reduced *reduced);
void pl_condensed_free(pl_condensed *condensed);
/* Fixed particles may have been put elsewhere: what depends on where they are. */
pl_status pl_graph_condense_base(const pl_graph *graph, const pl_model_body *body, const pl_model_context *context,
                                 pl_graph_reduced *reduced);

/* subspace/coordinates.c: the state of a body in a subspace. */
/* Puts `reduced` in place of what was there, and brings the state along. If there is no memory, all stays and it is
   freed. */
pl_status pl_graph_adopt(pl_graph *graph, const pl_model_body *body, pl_graph_reduced *reduced,
                         const pl_model_context *context);
void pl_graph_coordinates_free(pl_graph_coordinates *coordinates);
/* After x and v were set from outside. */
pl_status pl_graph_find_coordinates(const pl_model_body *body, const pl_model_context *context);
/* x from the coordinates; v = keep v + what x changed by over h, which saves reading the basis for the rates */
void pl_graph_place(pl_model_body *body, double h, double keep, pl_pool *pool);
/* The rotations of the last step, wherever they are kept: 9 per particle, column after column. */
void pl_graph_last_rotations(const pl_graph *graph, double *rotation);
void pl_graph_set_rotations(pl_graph *graph);           /* those in graph->rotation become the last ones */
size_t pl_graph_rotation_floats(const pl_graph *graph); /* in coordinates.rotation */

/* subspace/active_rotations.c: only the rotations of active particles, chosen every so many steps. */
bool pl_graph_keeps_active(const pl_graph *graph);
void pl_graph_forget_active(pl_graph *graph); /* every particle has its own rotation; the next step chooses */
pl_status pl_graph_choose_active(pl_graph *graph, const double *x, const pl_model_context *context);
pl_status pl_graph_restore_active(pl_graph *graph); /* after a choice was put back */
void pl_graph_settle_active(pl_graph *graph);       /* particles that took over a rotation get the current one */
void pl_graph_take_active(const pl_graph *graph, const float *all, float *some);
void pl_graph_give_active(const pl_graph *graph, const float *some, float *all);

/* rotation_lag.c: how many rounds of rotations and solve a step takes, and where two of them lead. */
typedef struct pl_graph_rounds {
  size_t numbers;
  double *from;   /* the change of velocity that a round starts from; NULL: rounds are left as they are */
  double *change; /* what the last one changed of it */
  double *result; /* and what it gave */
  double most;    /* limit of extrapolation, times the last change */
} pl_graph_rounds;
void pl_graph_find_lag(pl_graph *graph, const double *mass, double h);
bool pl_graph_take_rounds(const pl_graph *graph, size_t numbers, pl_arena *scratch, pl_graph_rounds *rounds);
void pl_graph_end_round(pl_graph_rounds *rounds, int round, double *result);

/* subspace/condensed.c */
pl_status pl_graph_advance_condensed(pl_model_body *body, const pl_model_context *context);
/* 3 per function: the sum over particles of (R - I + lead (R - before)) p, with R at z; the new rotations stay in
   `rotation`. before NULL: no lead. */
void pl_graph_condensed_pulls(const pl_graph *graph, const float *z, double lead, const float *before, float *rotation,
                              pl_pool *pool, double *out);

/* subspace/modes.c */
pl_status pl_graph_modes(const pl_model_body *body, const pl_body_def *def, size_t count,
                         const pl_model_context *context, double *modes, double *eigenvalues);

/* compliance_cache.c */
void pl_graph_touch_forget(pl_graph *graph);
void pl_graph_touched_free(pl_graph_touched *touch);
pl_status pl_graph_touch_reserve(pl_graph *graph);
pl_status pl_graph_touch_restore(pl_model_body *body, const pl_model_context *context);
/* Makes sure that every listed particle has its slot. */
pl_status pl_graph_touch_all(pl_graph *graph, const uint32_t *particles, size_t count, const pl_model_context *context);
/* The same for these and the holds' particles, which together must fit; rows that are no longer used are dropped. */
pl_status pl_graph_touch_with_holds(const pl_model_body *body, const uint32_t *particles, size_t count,
                                    const pl_model_context *context);
/* (A^-1)_ab of particles that have slots, 1/kg */
double pl_graph_touch_between(const pl_graph *graph, uint32_t a, uint32_t b);

/* response.c */
pl_status pl_graph_reserve(pl_model_body *body);
size_t pl_graph_scratch(const pl_model_body *body);
pl_status pl_graph_hold(pl_model_body *body, const pl_model_context *context, double *dv);
pl_status pl_graph_impulse_response(pl_model_body *body, const double *impulse, const pl_model_context *context,
                                    double *dv);
bool pl_graph_has_rigid_motions(const pl_model_body *body);
/* What the holds push with (3 per particle), if velocities changed by dv without them. */
pl_status pl_graph_hold_impulses(pl_model_body *body, const pl_model_context *context, const double *dv,
                                 double *impulse);
pl_status pl_graph_apply_impulses(pl_model_body *body, const pl_impulse *impulses, size_t count,
                                  const pl_model_context *context);
pl_status pl_graph_compliance(pl_model_body *body, const uint32_t *particles, size_t count,
                              const pl_model_context *context, double *out);

/* model.c */
const pl_model *pl_graph_model(void);

/* advance.c */
pl_status pl_graph_advance(pl_model_body *const *bodies, size_t count, const pl_model_context *context);
