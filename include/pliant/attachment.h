/* SPDX-License-Identifier: MIT
   Attachments: a point of a body holds on to a point of another body (of any model), of the same body, of an obstacle
   or of the world. They are solved together with contact, through the bodies' own elasticity; they can be springs, and
   they can break. */
#pragma once

#include <stdbool.h>

#include "pliant/body.h"
#include "pliant/obstacle.h"
#include "pliant/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum pl_attachment_kind {
  PL_ATTACH_PARTICLE = 1, /* body, particle */
  PL_ATTACH_POINT,        /* body, triangle, weights: a point of its surface */
  PL_ATTACH_OBSTACLE,     /* obstacle, place: a point that moves with it */
  PL_ATTACH_PLACE         /* place: a fixed point in space */
} pl_attachment_kind;

typedef struct pl_attachment_end {
  pl_attachment_kind kind;
  pl_body *body;
  uint32_t particle; /* the caller's vertex index */
  uint32_t triangle; /* of pl_body_rest */
  double weights[3]; /* of its corners, >= 0, sum 1 */
  pl_obstacle_id obstacle;
  double place[3]; /* m, in the world as it is when attached */
} pl_attachment_end;

enum { PL_MOST_ATTACHMENT_NAME = 31 };

typedef struct pl_attachment_def {
  uint32_t mark;          /* set by pl_default_attachment_def */
  const char *name;       /* at most 31 bytes; several may have the same, and are then counted together in signals;
                             default "attachment N" */
  pl_attachment_end a, b; /* a: of a body; b: of a body, an obstacle or the world */
  /* N/m, >= 0; default 0: rigid. Points that are apart when they are attached rigidly come together at no more than
     twice the size of the smaller body per second */
  double stiffness;
  double damping; /* N s/m, >= 0, of a spring; default 0: what implicit Euler damps by itself */
  double breaks;  /* N, >= 0: bears no more, and breaks for good when it would have to; default 0: never */
  /* what is apart stays apart, in the present relative position: b becomes the point of its body (which must have
     triangles and not be flat), its obstacle or the world where a is now; default false */
  bool keep_gap;
} pl_attachment_def;

typedef struct pl_attachment_id {
  uint32_t index;
  uint32_t generation; /* 0: no attachment */
} pl_attachment_id;

PL_API pl_attachment_def pl_default_attachment_def(void);

/* Holds from the next step on. Points are those of bodies as they are now: positions that are set and not yet taken
   over do not count. What touches right at an attachment is not taken as contact of the two. It ends with the body or
   the obstacle it holds on to. */
PL_API pl_status pl_world_attach(pl_world *world, const pl_attachment_def *def, pl_attachment_id *out);

/* Every particle of def->a.body that is nearer than radius (m, > 0) to def->b, in the caller's order: to the surface of
   its body, to its obstacle or to its place (triangle, weights and particles of def are not read), each to the nearest
   point there. ids: room for `capacity` of them, may be NULL; *count (may be NULL): how many there are. None is no
   error. `breaks` is for each of them. */
PL_API pl_status pl_world_attach_near(pl_world *world, const pl_attachment_def *def, double radius,
                                      pl_attachment_id *ids, size_t capacity, size_t *count);

/* Takes effect at the start of the next step. Broken ones stay valid for queries until they are released. */
PL_API pl_status pl_attachment_release(pl_world *world, pl_attachment_id id);

typedef struct pl_attachment_state {
  double force[3]; /* N, on a, in the last step */
  double apart;    /* m, between the points now */
  bool broken;
} pl_attachment_state;
PL_API pl_status pl_attachment_measure(const pl_world *world, pl_attachment_id id, pl_attachment_state *out);

/* Lives until the next change of the world; "": there is none of that id. */
PL_API const char *pl_attachment_name(const pl_world *world, pl_attachment_id id);

PL_API size_t pl_world_attachment_count(const pl_world *world);                      /* with broken ones */
PL_API size_t pl_world_broken_count(const pl_world *world);                          /* of these */
PL_API pl_attachment_id pl_world_attachment_at(const pl_world *world, size_t index); /* generation 0: none */

/* The particle, or the point of the surface, that is nearest to a place (m) now. distance (m) may be NULL. */
PL_API pl_status pl_body_nearest_particle(const pl_body *body, const double place[3], uint32_t *particle,
                                          double *distance);
PL_API pl_status pl_body_nearest_point(const pl_body *body, const double place[3], uint32_t *triangle,
                                       double weights[3], double *distance);

#ifdef __cplusplus
}
#endif
