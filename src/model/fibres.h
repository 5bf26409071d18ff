/* SPDX-License-Identifier: MIT
   Fibres of a model, for the laws of matter (src/matter).

   A link is what holds two particles together: an edge of a graph or of a grid. It may weaken, crease or break.
   A fibre is one deformation that has a rest value: an edge as one of its ends sees it, an entry of a fundamental
   tensor at a term of the energy. Laws move rest values of fibres; the model computes how far each is deformed, and
   what its energy makes of that. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pliant/fracture.h"
#include "pliant/inelastic.h"

/* Pieces of a body that broken links have parted. */
typedef struct pl_pieces {
  size_t count;
  uint32_t *first;    /* per piece: where its particles begin in `particle`; count + 1 */
  uint32_t *particle; /* rising within a piece */
  uint32_t *of;       /* per particle: its piece; pieces are numbered by their first particle */
} pl_pieces;

/* Of a body whose links change (matter/matter.h), and registered there. A model multiplies the stiffness of a link
   by its weight, and leaves out what is broken. */
typedef struct pl_links {
  size_t count;
  uint8_t *state;    /* pl_link_state */
  double *weight;    /* >= 0, factor on the stiffness: 1, or less where it is hot or damaged */
  uint64_t revision; /* rises with every change */
  pl_pieces pieces;  /* of particles, found from them */
} pl_links;

#define PL_NO_LINK UINT32_MAX

enum { PL_SPAN_LINKS = 4 }; /* of a fibre that spans several, at most */

/* What a fibre of one component measures of its links. */
typedef enum pl_fibre_mode { PL_FIBRE_OPENS, PL_FIBRE_SHEARS, PL_FIBRE_BENDS } pl_fibre_mode;

typedef struct pl_fibres {
  size_t link_count;
  bool weighted;             /* the model multiplies stiffness by the weights of links, */
  bool breaks;               /* and leaves out what is broken */
  bool cells;                /* links are the cells of the body */
  const double *link_length; /* m, per link, at rest */
  const uint32_t *link_ends; /* 2 particles per link, storage order; NULL: links are the cells of the body */
  size_t count;              /* fibres */
  size_t still;              /* of these the last: no law moves them, they only load their links */
  size_t components;         /* numbers per fibre, 1 or 3 */
  const uint32_t *ends; /* 2 particles per fibre; three components: rising, first by the first, then by the second */
  const uint32_t *link; /* per fibre: the link that it is of, or PL_NO_LINK: it spans several */
  const double *length; /* per fibre: its strain is deformation over length; 0: it takes no part */
  const double *first;  /* rest values before anything flowed, components per fibre */
  double *rest;         /* and now: registered by the model; NULL: nothing flows */
  const double *factor; /* per fibre: what its links make of its stiffness, 1 or less; NULL: links change nothing */
  const uint8_t
      *mode; /* per fibre: pl_fibre_mode; NULL: of three components, they open along themselves and shear across */
  /* PL_SPAN_LINKS per fibre with a mode: its links, those that a crack parts first; or PL_NO_LINK */
  const uint32_t *span;
  bool lines;     /* fibres are strained along themselves alone, as rods */
  bool tensors;   /* three fibres one after the other are (U - 1) g_c of the rest edges g_c of a point, U its stretch */
  double modulus; /* Pa; 0: unknown */
  double poisson; /* of those points */
  const pl_plasticity *plasticity; /* a rule that the model's own definition holds; NULL: none */
} pl_fibres;

typedef enum pl_refit {
  PL_REFIT_REST = 1, /* rest values are others */
  PL_REFIT_LINKS = 2 /* states or weights of links are */
} pl_refit;

/* What the laws of a body's matter need. */
typedef enum pl_matter_need {
  PL_NEEDS_REST = 1,    /* rest values that move, also without a law */
  PL_NEEDS_WEIGHTS = 2, /* links that weaken */
  PL_NEEDS_LINKS = 4    /* links that break */
} pl_matter_need;

static inline bool pl_inelastic_is_on(const pl_inelastic_def *def)
{
  return def->relaxation_time != 0 || def->delayed > 0 || def->yield > 0;
}
