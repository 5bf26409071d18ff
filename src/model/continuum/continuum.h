/* SPDX-License-Identifier: MIT
   The continuum model, primal form.

   [T] Terzopoulos, Fleischer, "Deformable models", sect. 2.1, A.1 to A.3. The energy is a sum over the grid of small
   terms, each of a few nodes. With differences A = sum a_i x_i, B = sum b_i x_i, C = sum k_i x_i of the nodes of a
   term,

     metric   q w/4 (A.B - G0)^2                      edges (A = B), and mean differences of cells for i != j
     bending  q w/2 (n.C - B0)^2,  n = A x B / |A x B|   at nodes, and in cells for i != j
     stretch  q w/2 (|A| - s0)^2                      edges of a curve
     arc      q w/2 (|kappa| - kappa0)^2              pairs of them; kappa = 2 e x f / (|e||f| + e.f) / mean length;
                                                     in a plane n.kappa instead of |kappa|
     torsion  q w/2 (tau - tau0)^2                    triples
     linear   q w/2 |A|^2                             splines

   where q is the quadrature weight. A damping ratio adds beta/h times the same squares, of how far the measure is from
   that at the start of the step: nothing for any rigid motion.

   [T] prints forward differences, which favour a diagonal; edges and cell means do not, and are exact to second order
   with the shares of nodes at borders. */
#pragma once

#include "linalg/iterative/solver.h"
#include "linalg/sparse/sparse.h"
#include "model/common/touched_nodes.h"
#include "model/model.h"

enum {
  PL_TERM_NODES = 5, /* at most */
  PL_TERM_ROWS = 3,  /* of the positive part of its second derivative, at most: one but of arcs */
  PL_TERM_GRAIN = 256,
  PL_TERM_LINKS = 4,
  PL_MOST_PATTERNS = 64
};

typedef enum pl_term_kind {
  PL_TERM_METRIC,
  PL_TERM_BEND,
  PL_TERM_STRETCH,
  PL_TERM_ARC,
  PL_TERM_TORSION,
  PL_TERM_LINEAR
} pl_term_kind;

/* Coefficients of the differences, in 1/m and 1/m^2. */
typedef struct pl_term_pattern {
  double a[PL_TERM_NODES], b[PL_TERM_NODES], k[PL_TERM_NODES];
} pl_term_pattern;

typedef struct pl_term {
  uint32_t node[PL_TERM_NODES];
  uint8_t count, kind, pattern;
  uint8_t whole[3];             /* patterns: with all links, without the third, without the fourth (links.c) */
  uint32_t link[PL_TERM_LINKS]; /* of the grid that it spans: those along it, then those across, or PL_NO_LINK */
  double measure;               /* q: m, m^2 or m^3 of material */
  double weight;
  double stiffness; /* the weight now: less where links are weak, 0 where one is broken */
  double rest;      /* G0, B0, s0, kappa0, tau0 */
} pl_term;

/* What a term is at some positions: its energy, derivative, and the second derivative's positive part
     H_ij = sum over rows c row_i row_j^T + g shape_i shape_j I. */
typedef struct pl_term_value {
  double energy;
  double gradient[3 * PL_TERM_NODES];
  double c[PL_TERM_ROWS];
  double row[PL_TERM_ROWS][3 * PL_TERM_NODES];
  double g;
  double shape[PL_TERM_NODES];
} pl_term_value;

/* The terms of a body and where they go in the matrix. */
typedef struct pl_terms {
  pl_term *term;
  size_t count, capacity;
  pl_term_pattern pattern[PL_MOST_PATTERNS];
  size_t pattern_count;
  size_t rows;      /* of terms: 1, with arcs 3 */
  bool planar;      /* arcs stay in a plane: their curvature has a sign, */
  double normal[3]; /* positive where they turn about this */
} pl_terms;

/* The lower triangle of a matrix of 3 × 3 blocks, one row of blocks per node. */
typedef struct pl_block_matrix {
  uint32_t *first;     /* per node: its blocks in `neighbour`, rising; the first is its own */
  uint32_t *neighbour; /* nodes below the diagonal */
  uint32_t *used;      /* per node: where its list in `use` starts */
  uint32_t *use;       /* 8 × term + place of the node in it */
  /* per entry of `use`, PL_TERM_NODES each: which block of the node's column its nodes have, 255: above the diagonal */
  uint8_t *block;
  pl_sparse sparse; /* 3 rows per node */
  pl_solver *solver;
  pl_touched_nodes touched; /* where the solver is a factor */
} pl_block_matrix;

/* What laws of matter see of a body (fibres.c): a fibre is a term, a link an edge of the grid. */
typedef struct pl_continuum_fibre_arrays {
  uint32_t *ends, *link;  /* per fibre */
  uint32_t *span;         /* PL_SPAN_LINKS per fibre */
  uint8_t *mode;          /* pl_fibre_mode per fibre */
  double *length, *first; /* per fibre */
  double *factor;         /* per fibre: of its stiffness, by its links */
  double *link_length;    /* m, per link */
  double *rest;           /* per fibre, registered; NULL: nothing flows */
} pl_continuum_fibre_arrays;

typedef struct pl_continuum {
  size_t count, dimension;
  pl_grid grid;
  double spacing[3]; /* m of material, between nodes */
  double normal[3];  /* of the plane that a curve stays in; 0, 0, 0: none */
  double *rest;      /* 3 per node */
  double *damping;   /* gamma q per node, kg/s; zeros where there is none */
  bool damped;
  double beta; /* s, of the damping ratio */
  double part; /* beta / h while a step or its matrix is made, else 0 */
  double thickness, density, total_mass;
  pl_continuum_def def; /* without pointers */
  /* values per node it pointed to: stretch 3, shear 3, bend 3, twist, metric, curvature, continuity, damping */
  double *given[14];
  double *factor;      /* on all weights; NULL: 1 */
  uint32_t *link_at;   /* per place of the grid and direction: the link that begins there, or PL_NO_LINK */
  uint32_t *link_ends; /* 2 per link */
  size_t link_count;
  pl_continuum_fibre_arrays fibres;
  pl_terms terms;
  pl_block_matrix matrix;
  pl_term_value *value; /* per term */
  double *before;       /* per term: what it measured at the start of the step; NULL: beta was never above 0 */
  double *block_energy; /* sums over PL_TERM_GRAIN terms */
  uint8_t *held;        /* per node: its motion is prescribed */

  /* The matrix as last factorised: 4 per node, where it was linearised (3) and kg/s^2 of springs at the node, -1: held.
     Registered, so that pushing a body that sleeps does the same after a snapshot. */
  double *linearised_at;
  double *factored; /* a copy of what the factor was made for */
  double h;         /* s, of its mass; 0: there is none, or its terms have changed since */
  bool outer;       /* what acted from outside was in it */

  double *x, *trial, *gradient, *step, *target; /* 3 per node: what Newton's method works with */
  double *diagonal;                             /* 9 per node */
  double *right, *answer;                       /* 9 per node: three right-hand sides */
  pl_rest_spring *springs;                      /* room for holds */
  int iterations_made;
} pl_continuum;

/* build.c: the spacing of the grid, and the terms of a definition */
void pl_continuum_measure_grid(pl_continuum *c, const pl_continuum_def *def);
pl_status pl_continuum_build(const pl_continuum *c, const pl_continuum_def *def, pl_terms *out);

/* links.c */
pl_status pl_continuum_number_links(pl_continuum *c);
/* The link that begins at a place of the grid; at: may be one place beyond it. */
uint32_t pl_continuum_link(const pl_continuum *c, const int64_t at[3], size_t direction);
/* Stiffness and patterns of terms for the states and weights of links; NULL: all are sound. */
void pl_continuum_apply_links(pl_terms *terms, const pl_links *links);

/* fibres.c */
/* Room for the fibres, and their values for the terms as they are. */
pl_status pl_continuum_make_fibres(pl_continuum *c, const pl_model_body *body);
void pl_continuum_free_fibres(pl_continuum_fibre_arrays *fibres);
void pl_continuum_forget_flow(pl_continuum *c);
void pl_continuum_fibres(const pl_model_body *body, pl_fibres *out);
pl_status pl_continuum_deformations(const pl_model_body *body, const pl_model_context *context, double *out);
pl_status pl_continuum_refit(pl_model_body *body, unsigned what, const pl_model_context *context);

/* terms.c */
/* What a term measures: G, B, s, kappa, tau. */
double pl_term_measure(const pl_terms *terms, const pl_term *term, const double *x);
void pl_term_evaluate(const pl_terms *terms, const pl_term *term, const double *x, bool printed, pl_term_value *out);

/* energy.c: what terms measure at x, for their rates */
void pl_continuum_note_start(pl_continuum *c, const double *x, pl_pool *pool);
/* Of all terms, with their rates where c->part is above 0; `value` is filled, gradient (3 per node) may be NULL. */
double pl_continuum_evaluate(pl_continuum *c, const double *x, bool printed, pl_pool *pool, double *gradient);
/* The gradient of the terms as last evaluated. */
void pl_continuum_gather(pl_continuum *c, pl_pool *pool, double *gradient);

/* matrix.c */
pl_status pl_block_matrix_make(const pl_continuum *c, pl_block_matrix *m);
void pl_block_matrix_free(pl_block_matrix *m);
/* Sums the second derivatives that the last evaluation left, plus c->diagonal (9 per node, symmetric), of which
   inertia (1/s^2) × mass is a part, and has the solver take it; where rounding leaves no factor, with more mass. */
pl_status pl_continuum_factorise(pl_continuum *c, const double *mass, double inertia, pl_pool *pool);
/* x := H^-1 x, 3 per node; held nodes: 0 */
pl_status pl_continuum_solve(pl_continuum *c, double *x, pl_pool *pool);
/* The same for c->right, three right-hand sides side by side, whose numbers at held nodes are 0; the answer is in
   c->answer. Its work is counted. */
pl_status pl_continuum_solve_three(pl_continuum *c, const pl_model_context *context);

/* newton.c: the least of
     1/2 sum inertia |x - target|^2 + gamma/(2 h) sum (x - start)^T G (x - start) + E(x) - force.x + springs + outer(x)
   over the nodes that are not held, from c->x on, where it ends. */
typedef struct pl_objective {
  const double *mass;    /* kg per node */
  double inertia;        /* 1/s^2: times the mass */
  const double *target;  /* 3 per node */
  const double *start;   /* 3 per node; damping acts on the way from there */
  double damping;        /* 1/s: 1/h, 0: none */
  const double *force;   /* 3 per node, N; NULL: none */
  double gravity[3];     /* m/s^2, besides */
  const pl_outer *outer; /* NULL: none */
  const pl_rest_spring *springs;
  size_t spring_count;
} pl_objective;

/* Linearises at c->x and factorises. The terms must have been evaluated there. */
pl_status pl_continuum_linearise(pl_continuum *c, const pl_objective *o, pl_pool *pool);
/* At c->x without inertia: the objective, and in N the forces that the springs and what acts from outside have on all
   nodes, and what is left of them beside those of the terms. */
double pl_objective_forces(pl_continuum *c, const pl_objective *o, pl_pool *pool, double *load, double *unbalanced);
/* The objective at x, whose terms are evaluated. */
double pl_objective_at(pl_continuum *c, const pl_objective *o, const double *x, pl_pool *pool);
/* At most so many solves, until the last moved no node by more than `tolerance` m; *moved: by how much it did. *value:
   the objective at c->x, where the terms have been evaluated, before and after. */
pl_status pl_continuum_minimise(pl_continuum *c, const pl_objective *o, int most, double tolerance, pl_pool *pool,
                                double *value, double *moved);

/* advance.c */
/* The matrix for where the body is, or for the linearisation as registered, if it is not that already. */
pl_status pl_continuum_refactor(pl_model_body *body, bool here, const pl_model_context *context);
pl_status pl_continuum_advance(pl_model_body *const *bodies, size_t count, const pl_model_context *context);
size_t pl_continuum_scratch(const pl_model_body *body);

/* response.c */
pl_status pl_continuum_apply_impulses(pl_model_body *body, const pl_impulse *impulses, size_t count,
                                      const pl_model_context *context);
pl_status pl_continuum_impulse_response(pl_model_body *body, const double *impulse, const pl_model_context *context,
                                        double *dv);
pl_status pl_continuum_compliance(pl_model_body *body, const uint32_t *particles, size_t count,
                                  const pl_model_context *context, double *out);

/* statics.c */
pl_status pl_continuum_solve_statics(pl_model_body *body, const pl_statics_task *task, const pl_model_context *context,
                                     pl_statics_result *result);

const pl_model *pl_continuum_model(void);
