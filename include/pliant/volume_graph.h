/* SPDX-License-Identifier: MIT
   Volumetric graphs: a surface filled with nodes and edges, so that a model on a graph has a solid. After K. Zhou et
   al., "Large mesh deformation using the volumetric graph Laplacian", 2005: the surface, a shell beneath it, a
   body-centred cubic lattice inside, and edges between them. Works for any surface and reports its defects. */
#pragma once

#include <stdbool.h>

#include "pliant/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum pl_volume_weights {
  PL_VOLUME_WEIGHTS_UNIFORM, /* 1 / (number of neighbours): none are stored */
  PL_VOLUME_WEIGHTS_QP       /* per node the quadratic program of Zhou et al.: Laplacian coordinates nearly vanish */
} pl_volume_weights;

typedef struct pl_volume_graph_def {
  uint32_t mark;          /* set by pl_default_volume_graph_def */
  const pl_mesh *surface; /* with triangles; its edges, volumes and weights, if any, are not used */
  size_t nodes;           /* wanted number of nodes, surface vertices included; 0 (default): by spacing */
  double spacing;         /* side of a lattice cell, m; 0 (default): the mean edge of the surface. Not with `nodes` */
  pl_volume_weights weights; /* default uniform */
} pl_volume_graph_def;

PL_API pl_volume_graph_def pl_default_volume_graph_def(void);

/* What was made of what. */
typedef struct pl_volume_graph_report {
  size_t surface_count; /* nodes 0 … surface_count - 1 are the surface's vertices in their order */
  size_t shell_count;   /* then come the nodes of the inner shell, in the order of the vertices above them */
  size_t lattice_count; /* then those of the lattice */
  size_t edge_count;
  size_t degree_least, degree_most; /* neighbours of a node */
  double average_edge;              /* of the surface, m */
  double spacing;                   /* side of a lattice cell, m; 0: there is no lattice */
  double volume;                    /* enclosed, m^3; 0: none */

  size_t turned;             /* triangles turned round, so that all face outwards */
  size_t degenerate;         /* triangles that were left out of account: without area, or like an earlier one */
  size_t joined;             /* vertices where an earlier one lies, tied to the nodes beneath it */
  size_t unused;             /* vertices that no triangle uses, tied to the nearest nodes */
  size_t hole_count;         /* borders closed by fans to tell inside from outside */
  size_t crowded_edges;      /* edges with more than two triangles */
  size_t shortened;          /* shell nodes nearer to the surface than a mean edge */
  size_t without_shell;      /* vertices with no room for a shell node beneath them */
  bool shell_left_out;       /* because `nodes` leaves no room for it */
  size_t collapsed;          /* lattice nodes merged into the shell */
  size_t tied_to_other_wall; /* nodes without a lattice beneath, tied to the opposite wall */
  size_t rescued;            /* nodes given further edges because their own lay in a plane */
  size_t flat;               /* nodes whose edges lie in a plane in spite of that: thin sheets */
  size_t parts;              /* connected parts of the graph */
  size_t surface_parts;      /* connected parts of the surface */
  size_t wanted;             /* `nodes` of the definition */
} pl_volume_graph_report;

/* Makes the graph: triangles are the surface's (turned outwards where they were not), edges come once each, sorted,
   smaller node first. vertex_volumes add up to the enclosed volume: half of the layer between surface and shell goes to
   either, by prism; the inside of the shell goes to the nearest node, sampled 32 times per lattice node; no node gets
   less than a hundredth of the mean. They are NULL for a surface that encloses nothing. edge_shares are NULL,
   edge_weights as `weights` says. With `nodes` that number is met exactly wherever the body has room for lattice nodes.
   The same bits on every run. report may be NULL. Fails with PL_ERROR_MESH for a mesh without triangles or extent,
   PL_ERROR_ARGUMENT if `nodes` is below the number of vertices, PL_ERROR_LIMIT above 16 million lattice nodes. */
PL_API pl_status pl_make_volume_graph(const pl_volume_graph_def *def, pl_mesh **out, pl_volume_graph_report *report);

/* All of it in sentences, each on a line. Like snprintf: writes at most `size` bytes and returns the whole length. */
PL_API size_t pl_volume_graph_describe(const pl_volume_graph_report *report, char *text, size_t size);

#ifdef __cplusplus
}
#endif
