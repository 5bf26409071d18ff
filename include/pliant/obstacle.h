/* SPDX-License-Identifier: MIT
   Obstacles: fixed or keyframed shapes given by a signed distance, that bodies rest on and slide along. */
#pragma once

#include "pliant/keyframes.h"
#include "pliant/mesh.h"
#include "pliant/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pl_world pl_world;

typedef enum pl_obstacle_shape {
  PL_OBSTACLE_PLANE = 1, /* everything below point, seen against normal */
  PL_OBSTACLE_SPHERE,    /* center, radius */
  PL_OBSTACLE_BOX,       /* center, half_size along its own axes */
  PL_OBSTACLE_CAPSULE,   /* segment from point_a to point_b, radius */
  PL_OBSTACLE_CYLINDER,  /* axis from point_a to point_b with flat ends, radius */
  PL_OBSTACLE_BOWL,      /* hollow half sphere open towards normal: center, inner radius, wall of thickness */
  PL_OBSTACLE_GLASS,     /* hollow cylinder: inner bottom at point_a, opening at point_b, inner radius, thickness */
  PL_OBSTACLE_MESH       /* any mesh, through a grid of signed distances: mesh, thickness, spacing */
} pl_obstacle_shape;

typedef struct pl_obstacle_def {
  uint32_t mark; /* set by pl_default_obstacle_def */
  const char *name;
  pl_obstacle_shape shape;
  double point[3];     /* plane: a point on it, m; default origin */
  double normal[3];    /* plane: outward, any length; bowl: where it opens; default +y */
  double center[3];    /* sphere, box, bowl; m */
  double half_size[3]; /* box, m; default 0.5 */
  double point_a[3];   /* capsule, cylinder, glass; m; default origin */
  double point_b[3];   /* the same; default 1 m above */
  double radius;       /* of all that are round; m; default 0.5 */
  /* bowl, glass: of the wall, outwards; m; default 0.05. Mesh: 0 (default): what it encloses is solid; triangles may
     face either way, corners at one place count as one, holes up to a twentieth of the surface are closed. Above 0: a
     shell of this thickness about its triangles, open or not */
  double thickness;
  const pl_mesh *mesh; /* mesh: its triangles, m, copied; default none */
  /* mesh: of the grid, m; a wall or an edge that the grid cannot resolve uses exact distances, at some cost; */
  double spacing;
  double friction;         /* Coulomb coefficient, >= 0; default 0.5 */
  double rolling_friction; /* adds to that of the body, >= 0; default 0 */
  double restitution;      /* part of the approach speed given back, [0, 1]; default 0 */
  double temperature;      /* K, >= 0: it warms or cools what lies on it; default 0: it lets no heat through */
  pl_motion motion;        /* keyframed rigid motion of the shape; default none */
} pl_obstacle_def;

typedef struct pl_obstacle_id {
  uint32_t index;
  uint32_t generation; /* 0: no obstacle */
} pl_obstacle_id;

PL_API pl_obstacle_def pl_default_obstacle_def(pl_obstacle_shape shape);

/* Acts from the next step on. Copies all it needs. Like creating a body, this is not part of a recording. */
PL_API pl_status pl_obstacle_create(pl_world *world, const pl_obstacle_def *def, pl_obstacle_id *out);
PL_API pl_status pl_obstacle_remove(pl_world *world, pl_obstacle_id id);

/* The i-th obstacle of the world at the world's time: def in world coordinates without motion (a box keeps
   its center and half_size; center of a mesh is where the origin of its coordinates is); axes (9, row-major, may be
   NULL): columns are the directions of its own axes. Strings and meshes live as long as the obstacle. */
PL_API pl_status pl_world_obstacle_at(const pl_world *world, size_t i, pl_obstacle_def *def, double axes[9]);
PL_API size_t pl_world_obstacle_count(const pl_world *world);

/* Signed distance (m, negative inside) and outward unit normal at a point, at the world's time. normal may be NULL. */
PL_API pl_status pl_obstacle_distance(const pl_world *world, pl_obstacle_id id, const double point[3], double *distance,
                                      double normal[3]);

#ifdef __cplusplus
}
#endif
