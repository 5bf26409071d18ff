/* SPDX-License-Identifier: MIT
   Heat in bodies of any model (Terzopoulos & Fleischer, "Deformable models", note added in proof): conduction through
   matter that may differ from place to place and with direction, across contact with other bodies and with hot or cold
   obstacles, to the air, and from sources. Every step is implicit, so that no step is too long for it; what flows out
   of one node flows into another, and no temperature leaves the range of those around it. Matter may soften where it is
   hot, and melt. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pliant/node_field.h"
#include "pliant/status.h"
#include "pliant/volume.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Particles that are kept at a temperature, or heated. Indices are the caller's vertex indices. */
typedef struct pl_heat_source_def {
  const uint32_t *particles;
  size_t count;
  pl_number_track temperature; /* K, > 0, over time: they are held at it; no keys (default): they are not */
  pl_number_track power;       /* W into all of them together, by their share of the mass; below 0: out; default 0 */
} pl_heat_source_def;

typedef struct pl_heat_def {
  bool conducts;              /* default false: the body has no temperature and exchanges no heat */
  pl_node_field temperature;  /* K, > 0, at the start; default 293.15 */
  pl_node_field conductivity; /* W/(m K), >= 0; default 0.2; between two nodes their harmonic mean counts */
  /* Of the directions of the rest shape: conductivity times this symmetric positive definite matrix; default the
     identity. Others need a grid (pl_grid) of a surface or a solid, triangles, or hexahedra. */
  double conductivity_matrix[9];
  double capacity;   /* J/(kg K), > 0; default 1500 */
  double contact;    /* W/(m^2 K), >= 0: of this body's side of what touches; default 500. Of two bodies both sides are
                        in the way, of an obstacle this one alone */
  double convection; /* W/(m^2 K), >= 0: to the air around its surface, of an open one on both sides; default 0 */
  double ambient;    /* K, > 0: of that air; default 293.15 */
  /* From `softening_begin` to `softening_end` (K) stiffness falls to this part of what it is in the cold, in (0, 1],
     default 0.01. What cools again keeps its stress, and so the shape that it has then. Ends at 0 (default): heat does
     not soften it. Models that lend links (model/fibres.h). */
  double softening_begin, softening_end, soft_stiffness;
  double melting_point; /* K: links of the matter that are hotter break, for good; 0 (default): none does */
  /* Particles that no link holds any more attract one another from a distance and repel one another from nearby, also
     those of other bodies: by up to this, m/s^2, >= 0; default 0: they are grains */
  double cohesion;
  double droplet; /* m, >= 0: the distance at which they do neither; default 0: the mean length of links */
  const pl_heat_source_def *sources; /* copied; NULL: none */
  size_t source_count;
} pl_heat_def;

PL_API pl_heat_def pl_default_heat_def(void);

typedef struct pl_body pl_body;

/* K, one per particle in the caller's order, until the next step or change; NULL: it has none. */
PL_API const double *pl_body_temperatures(const pl_body *body);
/* Queued for the start of the next step; K, > 0, one per particle. What moves no particles but nodes that carry them
   takes that of the nearest particle. */
PL_API pl_status pl_body_set_temperatures(pl_body *body, const double *temperatures);

/* Heat in J, counted from 0 K, temperatures in K; and what came in during the last small step, W: from what it touches,
   from the air, from sources. Over a small step of length h, heat grows by h times their sum. */
typedef struct pl_heat_signals {
  double heat, capacity; /* J, J/K */
  double mean, least, most;
  double from_obstacles, from_bodies, from_air, from_sources;
} pl_heat_signals;
/* All zero for a body without temperature. */
PL_API pl_status pl_body_measure_heat(const pl_body *body, pl_heat_signals *out);

#ifdef __cplusplus
}
#endif
