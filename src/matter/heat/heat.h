/* SPDX-License-Identifier: MIT
   Heat of one body, and one implicit step of all bodies together:

     (C + h (L + diag(loss))) (T' - T) = h (gain - loss T - L T)

   C: heat capacities, J/K; L: the graph Laplacian of the links, W/K; loss and gain: obstacles, air and sources. The
   matrix is symmetric, positive definite, with no positive number off its diagonal. */
#pragma once

#include "base/arena.h"
#include "linalg/iterative/krylov.h"
#include "matter/heat/heat_links.h"
#include "matter/heat/soften.h"
#include "model/model.h"
#include "pliant/heat.h"

/* Nodes to which a source belongs, with their parts of its power. */
typedef struct pl_heat_source {
  uint32_t *nodes;
  double *parts; /* sum 1 */
  size_t count;
  pl_number_track temperature, power;
} pl_heat_source;

/* Heat received in the last substep, W. Registered, so that snapshots contain it. */
typedef struct pl_heat_flows {
  double obstacles, bodies, air, sources;
} pl_heat_flows;

typedef struct pl_heat {
  size_t count;        /* nodes: the particles, storage order, or those that carry them */
  double *temperature; /* state, K */
  pl_heat_flows flows; /* state */
  double *start;       /* K, temperatures at the start */
  double *capacity;    /* J/K */
  double *air;         /* W/K, through the surface to the air */
  size_t link_count;
  uint32_t *ends;      /* 2 per link */
  double *conductance; /* W/K per link: of those that are open */
  double *whole;       /* W/K per link, of sound matter */
  size_t *starts;      /* of each node's neighbours */
  uint32_t *others;    /* neighbours, link_count in each direction */
  uint32_t *through;   /* the link to each */
  double contact, ambient;
  pl_softening softening;
  pl_heat_source *sources;
  size_t source_count;
  size_t particle_count;
  double *area;          /* m^2 of the surface, per particle, at rest */
  size_t *corner_starts; /* of each particle's triangles */
  uint32_t *corners;     /* of each of them the other two corners, as it runs round */
  bool open;             /* the surface has two sides */
  uint32_t *place;       /* per particle: the node that represents it; NULL: the particle itself */
  /* where nodes carry particles: whose temperature a node takes when temperatures are set; a particle has the mean of
     `host_count` nodes (the model's own arrays) */
  uint32_t *nearest;
  pl_model_cells cells;
} pl_heat;

pl_status pl_heat_check(const pl_heat_def *def);

/* rest: with volumes; mass and order, place: as the body has them. PL_ERROR_UNSUPPORTED where the matter conducts no
   heat. */
typedef struct pl_heat_setup {
  const pl_heat_def *def;
  const pl_mesh_data *rest;
  const double *mass; /* the caller's order */
  const uint32_t *order, *place;
  bool open;            /* its surface has two sides */
  pl_model_cells cells; /* count 0: particles are the nodes */
} pl_heat_setup;
pl_status pl_heat_make(const pl_heat_setup *setup, pl_heat **out);
void pl_heat_free(pl_heat *heat);
void pl_heat_reset(pl_heat *heat);

/* K, of a particle, storage order; and back, per particle, a node taking that of its particle or of the nearest one. */
double pl_heat_at(const pl_heat *heat, uint32_t particle);
void pl_heat_write(pl_heat *heat, const double *particles);
static inline uint32_t pl_heat_place(const pl_heat *heat, uint32_t particle)
{
  return heat->place ? heat->place[particle] : particle;
}

/* The area around a particle that faces against the normal, as particles are now, m^2; x: 3 per particle. */
double pl_heat_facing(const pl_heat *heat, const double *x, uint32_t particle, const double normal[3]);

/* K, of a link of the matter. */
double pl_heat_of_link(const pl_heat *heat, const pl_fibres *fibres, size_t link);

/* No heat goes through broken links of the matter. */
void pl_heat_close_broken(pl_heat *heat, const pl_fibres *fibres, const pl_links *links);

/* ---- a step ---- */

/* A link across a contact, for this step alone: between nodes of two bodies, or of one. */
typedef struct pl_heat_bridge {
  uint32_t bodies[2], nodes[2];
  double conductance; /* W/K */
} pl_heat_bridge;

/* Heat exchange of a node with an obstacle of another temperature. */
typedef struct pl_heat_leak {
  uint32_t body, node;
  double conductance, temperature; /* W/K, K */
} pl_heat_leak;

typedef struct pl_heat_step {
  pl_heat **bodies; /* those that take part */
  size_t count;
  const pl_heat_bridge *bridges;
  size_t bridge_count;
  const pl_heat_leak *leaks; /* to obstacles */
  size_t leak_count;
  double h, time; /* s; time: at the end */
} pl_heat_step;

/* Room for vectors of so many nodes in all. */
pl_status pl_heat_reserve(pl_krylov *krylov, size_t nodes);
size_t pl_heat_scratch(size_t nodes, size_t bodies);
/* Adds to not_converged of the context's stats. */
pl_status pl_heat_advance(const pl_heat_step *step, pl_krylov *krylov, const pl_model_context *context);
