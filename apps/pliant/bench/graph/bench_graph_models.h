/* SPDX-License-Identifier: MIT
   The models of Huang et al., Table 2, as far as the generators reach: same number of nodes, same kind. */
#pragma once

#include "pliant/body.h"

typedef enum paper_model {
  PAPER_BAR,      /* lattice */
  PAPER_TWEETY,   /* surface mesh */
  PAPER_GARGOYLE, /* volumetric graph */
  PAPER_TORUS,    /* volumetric graph */
  PAPER_PLANT,    /* non-manifold surface mesh */
  PAPER_SANTA,    /* volumetric graph */
  PAPER_MODEL_COUNT
} paper_model;

typedef struct paper_body {
  pl_mesh *mesh;
  uint32_t *held;
  pl_pin_def pin;
  pl_body_def def; /* points into this struct */
} paper_body;

const char *paper_model_name(paper_model which); /* theirs, and what stands for it */
size_t paper_model_nodes(paper_model which);     /* in the paper */

/* The body held where it stands or is clamped, soft enough to move visibly under its weight. `out` must stay where it
   is. */
pl_status paper_body_make(paper_model which, paper_body *out);
void paper_body_free(paper_body *body);
