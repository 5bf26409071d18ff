/* SPDX-License-Identifier: MIT
   The stages of pl_make_volume_graph, in their order; each fills its part of the structure. Everything is done in a
   frame where the surface's bounding box is about the origin and its longest side 1. */
#pragma once

#include "mesh/core/edges.h"
#include "mesh/query/inside.h"
#include "mesh/query/point_grid.h"
#include "pliant/volume_graph.h"

enum { PL_LATTICE_MOST = 16000000 };
#define PL_NO_NODE UINT32_MAX
#define PL_DROPPED (UINT32_MAX - 1) /* a lattice point that is not wanted */

typedef struct pl_fill_build {
  const pl_volume_graph_def *def;
  pl_mesh_data from;
  pl_volume_graph_report report;

  /* surface */
  double centre[3], scale; /* p = centre + scale local */
  double *surface;         /* 3 per vertex, local */
  size_t surface_count;
  uint32_t *first;       /* the first vertex at the same place */
  bool *used;            /* first of its place, and used by a triangle that counts */
  uint32_t *shown;       /* the caller's triangles, facing outwards */
  uint32_t *triangles;   /* the ones that count, between first vertices */
  size_t triangle_count; /* of those */
  uint32_t *mesh_edges;  /* their edges */
  size_t mesh_edge_count;
  double *normals;
  double *areas;    /* a third of the triangles around */
  double edge_mean; /* local */
  pl_inside body;

  /* shell */
  double *depth;        /* of the shell beneath each vertex; 0: none */
  double *inner;        /* 3 per vertex: where its shell node is, or itself if it has none */
  uint32_t *inner_node; /* number of that node */
  pl_inside core;       /* what is inside the shell */
  pl_point_grid inner_grid;

  /* lattice */
  double cell;             /* local */
  int32_t *lattice;        /* 3 per lattice point inside the core: place in half cells */
  size_t point_count;      /* of those */
  uint32_t *point_node;    /* node of each: its own, the inner node into which it collapsed, or PL_DROPPED */
  double *point_clearance; /* distance to the nearest inner vertex, if below twice the collapse distance */

  /* all nodes */
  double *nodes; /* 3 per node, local */
  size_t node_count;
  pl_edge_record *edges;
  size_t edge_count, edge_capacity;
  double *volumes; /* m^3 */
  double *weights; /* 2 per edge */
} pl_fill_build;

pl_status pl_fill_surface(pl_fill_build *b);
pl_status pl_fill_shell(pl_fill_build *b);
pl_status pl_fill_lattice(pl_fill_build *b);
pl_status pl_fill_connect(pl_fill_build *b);
pl_status pl_fill_smooth(pl_fill_build *b);
pl_status pl_fill_mend(pl_fill_build *b);
pl_status pl_fill_shares(pl_fill_build *b);

/* Adds an edge, unless its ends are the same; repeated ones go in pl_fill_sort_edges. */
pl_status pl_fill_edge(pl_fill_build *b, uint32_t i, uint32_t j);
pl_status pl_fill_sort_edges(pl_fill_build *b);

/* Neighbours of each node, as pl_mesh_adjacency gives them. */
pl_status pl_fill_adjacency(const pl_fill_build *b, uint32_t **starts, uint32_t **neighbours);
