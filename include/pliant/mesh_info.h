/* SPDX-License-Identifier: MIT
   Properties and defects of a mesh, and repair. Every change is reported. */
#pragma once

#include <stdbool.h>

#include "pliant/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { PL_MESH_HOLES_TOLD = 8 };

/* A border: edges with a triangle on one side only. */
typedef struct pl_mesh_hole {
  size_t edge_count;
  double length; /* m */
  double centre[3];
  bool closed; /* false where the border runs into an edge with more than two triangles */
} pl_mesh_hole;

/* `first_…` is an example, meaningful if its count is not 0. */
typedef struct pl_mesh_info {
  size_t vertex_count;
  size_t triangle_count;
  size_t graph_edge_count; /* edges that the mesh itself has, apart from its triangles */
  double low[3], high[3];  /* bounding box, m */

  bool closed;       /* every edge of the triangles has two of them */
  bool manifold;     /* no edge has more than two, and triangles around each vertex form one fan */
  bool oriented;     /* neighbours agree which side is outside */
  bool orientable;   /* they could be made to */
  bool has_genus;    /* manifold and orientable */
  size_t genus;      /* handles, all components together */
  long euler;        /* vertices of the triangles - edges + triangles */
  size_t components; /* parts connected through triangles and edges */

  size_t edge_count; /* unique edges of the triangles */
  size_t border_edge_count;
  size_t hole_count;
  pl_mesh_hole holes[PL_MESH_HOLES_TOLD]; /* the first of them */
  size_t crowded_edge_count;              /* with more than two triangles */
  uint32_t first_crowded_edge[2];
  size_t pinched_vertex_count; /* triangles around it form more than one fan */
  uint32_t first_pinched_vertex;
  size_t misoriented_edge_count; /* neighbours disagree across it */
  uint32_t first_misoriented_edge[2];

  size_t degenerate_count; /* triangles without area: a vertex used twice, or three on a line */
  size_t first_degenerate;
  size_t duplicate_count; /* triangles with the same three vertices as an earlier one */
  size_t first_duplicate;
  size_t double_vertex_count; /* at the same place as an earlier vertex, within weld_distance */
  uint32_t first_double_vertex;
  double weld_distance;       /* m: a millionth of the bounding box's diagonal */
  size_t unused_vertex_count; /* in no triangle and no edge */
  uint32_t first_unused_vertex;

  double area;   /* m^2 */
  double volume; /* enclosed, m^3, negative if it faces inwards; 0 if not closed and oriented */
  double edge_shortest, edge_mean, edge_longest; /* of the triangles, or else of the graph, m */
  double angle_smallest;                         /* of all triangles, degrees */
} pl_mesh_info;

PL_API pl_status pl_mesh_inspect(const pl_mesh *mesh, pl_mesh_info *out);

/* All of it in sentences, each on a line, with advice. Like snprintf: writes at most `size` bytes and returns the
   length that the whole text has. */
PL_API size_t pl_mesh_describe(const pl_mesh_info *info, char *text, size_t size);

typedef struct pl_repair_options {
  uint32_t mark;        /* set by pl_default_repair_options */
  bool weld;            /* join vertices at the same place; default false: indices of vertices survive */
  double weld_distance; /* m; 0 (default): a millionth of the bounding box's diagonal */
  bool degenerate;      /* drop triangles without area; default true */
  bool duplicate;       /* drop all but one of triangles with the same vertices; default true */
  bool winding;         /* make neighbours agree, and closed parts face outwards; default true */
  bool unused;          /* drop vertices that nothing uses; default false */
} pl_repair_options;

PL_API pl_repair_options pl_default_repair_options(void);

typedef struct pl_repair_report {
  size_t welded;     /* vertices that were joined with an earlier one */
  size_t degenerate; /* triangles dropped */
  size_t duplicate;  /* triangles dropped */
  size_t turned;     /* triangles turned round */
  size_t unused;     /* vertices dropped */
  size_t edges;      /* edges of the graph dropped because their ends were joined or they became double */
  size_t nested;     /* closed parts inside another that face inwards (cavities) or outwards: left as they are */
  bool order_kept;   /* vertex i is still vertex i */
  pl_mesh_info before, after;
} pl_repair_report;

/* Makes a mended copy. map, if not NULL, has room for a number per vertex of `mesh` and gets its new index, UINT32_MAX
   for a dropped one. Vertex volumes are added up where vertices join. report may be NULL. */
PL_API pl_status pl_mesh_repair(const pl_mesh *mesh, const pl_repair_options *options, pl_mesh **out, uint32_t *map,
                                pl_repair_report *report);

/* What was done, and what is left, in sentences. Like pl_mesh_describe. */
PL_API size_t pl_repair_describe(const pl_repair_report *report, char *text, size_t size);

#ifdef __cplusplus
}
#endif
