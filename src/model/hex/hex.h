/* SPDX-License-Identifier: MIT
   Hexahedral finite elements in the voxels of a surface: trilinear, 2 × 2 × 2 Gauss points each with a rotation of its
   own, the surface embedded. What Martin et al. compare their cages with (figs. 1 and 5), and a model in its own right.
   */
#pragma once

#include "linalg/cholesky/cholesky.h"
#include "linalg/sparse/sparse.h"
#include "math/rotation.h"
#include "model/common/touched_nodes.h"
#include "model/embedded/embedded.h"

enum {
  PL_HEX_CORNERS = 8,                                           /* corner 4 a + 2 b + c at (a, b, c) of the element */
  PL_HEX_POINTS = 8,                                            /* Gauss points, numbered alike */
  PL_HEX_UNKNOWNS = 3 * PL_HEX_CORNERS,                         /* of an element */
  PL_HEX_FIBRES = 3 * PL_HEX_POINTS,                            /* of an element: three edges per Gauss point */
  PL_HEX_ENTRIES = PL_HEX_UNKNOWNS * (PL_HEX_UNKNOWNS + 1) / 2, /* of its matrix, lower triangle */
};

/* Voxels that hold a surface. */
typedef struct pl_voxels {
  double origin[3], spacing[3]; /* m */
  uint32_t counts[3];
  size_t node_count;
  double *nodes; /* 3 per node */
  size_t element_count;
  uint32_t *corners; /* 8 per element */
  /* part of each element that is inside, (0, 1] as a rule: scaled so that the volume is that of the surface */
  double *fill;
  uint32_t *host; /* of each vertex of the surface: its element */
  double *weight; /* 8 per vertex: of the corners of its element */
} pl_voxels;

/* What laws of matter see of a body: fibres.c. */
typedef struct pl_hex_fibre_arrays {
  uint32_t *link;         /* per fibre: its element */
  double *length, *first; /* per fibre, and 3 per fibre */
  double *rest;           /* 3 per fibre; registered; NULL: nothing flows */
  double *gradient;       /* 3 per corner, Gauss point and element: of shape functions over the flowed shape */
  double *factor;         /* per fibre */
  double *link_length;    /* m, per element: the mean of its sides */
  uint8_t *crumbled;      /* per element: it is broken */
  uint32_t *carried;      /* per piece of nodes: the first particle on it, or UINT32_MAX */
  const pl_links *links;  /* the body's: an element each; NULL: none is soft or broken */
} pl_hex_fibre_arrays;

typedef struct pl_hex {
  pl_embedded nodes;
  pl_voxels voxels;
  double density;                                    /* kg/m^3 */
  double weight;                                     /* of a Gauss point, m^3 */
  double gradient[PL_HEX_POINTS][PL_HEX_CORNERS][3]; /* of the shape functions, 1/m */
  double mass[PL_HEX_CORNERS][PL_HEX_CORNERS];       /* of a full element, kg */
  double crumbs[PL_HEX_CORNERS][PL_HEX_CORNERS];     /* of a broken one: the same masses, at its corners */
  double inner[PL_HEX_CORNERS][PL_HEX_CORNERS];      /* sum of weight × gradient . gradient, m */
  double modulus, poisson;                           /* Pa, - */
  double *node_mass;                                 /* sums of rows of the mass matrix, kg */
  double *rotation;                                  /* state: a block of 8 (math/rotation.h) per element */
  double *F;                                         /* a block of 8 per element: deformation gradients */
  double *element;                                   /* PL_HEX_ENTRIES per element: matrices, or forces on corners */
  size_t *position;                                  /* of those entries in the sparse matrix */
  pl_sparse matrix;
  pl_cholesky *factor;
  double *right; /* 3 per row: right-hand sides */
  pl_touched_nodes touched;
  pl_hex_fibre_arrays fibres;
} pl_hex;

/* Of the shape functions at a Gauss point, 3 per corner, 1/m. */
static inline const double *pl_hex_gradient(const pl_hex *hex, size_t element, size_t point)
{
  if (!hex->fibres.gradient) return hex->gradient[point][0];
  return hex->fibres.gradient + PL_HEX_UNKNOWNS * (PL_HEX_POINTS * element + point);
}

/* How much of an element is there to resist: what is filled, and less where it is soft. */
static inline double pl_hex_strength(const pl_hex *hex, size_t element)
{
  const pl_links *links = hex->fibres.links;
  if (!links) return hex->voxels.fill[element];
  return links->state[element] == PL_LINK_BROKEN ? 0 : hex->voxels.fill[element] * links->weight[element];
}

static inline const double *pl_hex_element_mass(const pl_hex *hex, size_t element)
{
  return hex->fibres.crumbled && hex->fibres.crumbled[element] ? hex->crumbs[0] : hex->mass[0];
}

/* voxels.c */
pl_status pl_voxels_make(const pl_mesh_data *surface, const pl_hex_def *def,
                         pl_voxels *out); /* free also after a failure */
void pl_voxels_free(pl_voxels *voxels);

/* elements.c */
void pl_hex_tabulate(pl_hex *hex);
void pl_hex_gradients(const pl_hex *hex, const double *u, pl_pool *pool, double *F);
pl_status pl_hex_elastic(pl_embedded *nodes, const pl_model_context *context, double *energy, double *f);
pl_status pl_hex_stiffness(pl_embedded *nodes, const double *u, const pl_model_context *context, double *out);
void pl_hex_mass(const pl_embedded *nodes, const double *u, double *out);

/* fibres.c */
pl_status pl_hex_make_fibres(pl_hex *hex, const pl_model_body *body, pl_pool *pool);
void pl_hex_free_fibres(pl_hex *hex);
void pl_hex_forget_flow(pl_hex *hex, pl_pool *pool);
void pl_hex_find_pieces(const pl_model_body *body, pl_pieces *pieces);
void pl_hex_put_back(pl_model_body *body, const uint8_t *asleep);
void pl_hex_take_links(pl_hex *hex, const pl_links *links); /* as they are; NULL: there are none */
void pl_hex_fibres(const pl_model_body *body, pl_fibres *out);
pl_status pl_hex_deformations(const pl_model_body *body, const pl_model_context *context, double *out);
pl_status pl_hex_refit(pl_model_body *body, unsigned what, const pl_model_context *context);

/* matrix.c */
pl_status pl_hex_analyse(pl_hex *hex);
pl_status pl_hex_factorise(pl_embedded *nodes, double mass, double stiffness, const pl_spring *springs, size_t count,
                           const pl_model_context *context);
pl_status pl_hex_solve(pl_embedded *nodes, double *x, const pl_model_context *context);
pl_status pl_hex_compliance(pl_embedded *nodes, const uint32_t *particles, size_t count,
                            const pl_model_context *context, double *out);

/* compliance.c */
pl_status pl_hex_touch_reserve(pl_embedded *nodes, size_t springs);
/* As pl_hex_compliance; column: room for 9 numbers per node. False: there are too many nodes. */
bool pl_hex_touch_compliance(pl_hex *hex, const uint32_t *particles, size_t count, double *column, double *out);

/* model.c */
void pl_hex_spread_one(const pl_embedded *nodes, uint32_t particle, const double *u, double out[3]);
const pl_model *pl_hex_model(void);
