/* SPDX-License-Identifier: MIT
   Candidate pairs: lists of feature pairs for every two bodies that are near each other, and for every body with
   itself. A list holds all that could touch while nothing moves farther than a margin, and is used until something
   does: superfluous candidates cost time, and never change the result. */
#pragma once

#include "contact/broad/blocks.h"
#include "contact/broad/surface.h"
#include "contact/narrow/closest_points.h"
#include "math/vec3.h"
#include "model/model.h"
#include "pliant/contact.h"

/* A body in the contact stage. */
typedef struct pl_contact_body {
  const pl_model *model;
  pl_model_body *body;
  pl_contact_surface *surface;
  const pl_contact_def *def;
  const uint32_t *particles; /* that can touch obstacles: vertices of the surface, as it has them, then others */
  size_t particle_count;
  double size;                          /* m */
  uint32_t serial;                      /* names the body for as long as the world lives */
  const struct pl_volume_setup *volume; /* kept while contact is solved; NULL: none, or corrected afterwards */
  double around;                        /* m, which obstacles leave free: half the thickness of curves and sheets */
  const double *plane;                  /* unit normal of the plane that it stays in; NULL: it may go anywhere */
  bool asleep;                          /* tested only against bodies that are awake or move */
  bool reshaped;                        /* its volume is corrected after contact */
  bool no_energy_left;                  /* the last step would have gained energy: contact may not add any */

  const unsigned char *start_position,
      *start_velocity; /* 3 doubles per particle, m and m/s, not aligned: when the step began */

  /* of the last step, registered: where the iteration starts */
  double *obstacle_impulse;   /* 3 per particle, N s */
  uint32_t *obstacle_partner; /* per particle: index + 1 of the obstacle, 0: none */
  double *body_impulse;       /* 3 per particle, N s */
  uint32_t *body_partner;     /* per particle: serial + 1 of the body it lay on */

  float *contact_force, *friction_force; /* N, 3 per particle: output only */
} pl_contact_body;

/* The gap between a particle and an obstacle, as the body has it: from its outside, and on its plane, where it can only
   be pushed along that. Obstacles that lie so flat on the plane that they end nowhere in it are left as they are. */
static inline double pl_contact_own_gap(const pl_contact_body *body, double gap, double normal[3])
{
  static const double upright = 0.1;
  double along[3];
  if (body->plane) {
    pl_vec3_add_scaled(normal, -pl_vec3_dot(body->plane, normal), body->plane, along);
    double length = pl_vec3_length(along);
    if (length > upright) {
      pl_vec3_scale(along, 1 / length, normal);
      gap /= length;
    }
  }
  return gap - body->around;
}

typedef enum pl_candidate_kind {
  PL_FIRST_ON_SECOND, /* vertex of the first body, triangle of the second */
  PL_SECOND_ON_FIRST, /* vertex of the second body, triangle of the first */
  PL_EDGES            /* edge of the first, edge of the second */
} pl_candidate_kind;

/* Features are no nearer than this at the start and at the end of the present step, m; in between they are no nearer
   than at one of them. */
typedef struct pl_distance_bound {
  float start, end;
} pl_distance_bound;

typedef struct pl_candidate {
  uint32_t kind;
  uint32_t a, b;           /* vertex and triangle, or edges */
  float apart;             /* m, to be kept between them */
  float axis[3];           /* from b to a when the list was made, no longer than 1 */
  float bound;             /* m: least distance along it, while motion is within the list's margin */
  pl_distance_bound least; /* of vertices, as pl_candidates_bound_distance saw them last */
} pl_candidate;

typedef struct pl_pair {
  uint32_t first, second; /* bodies; equal: the body with itself */
  uint32_t references[2]; /* of their surfaces, that the list was made for */
  uint64_t epochs[2];     /* of these then */
  uint32_t serials[2];
  double margin; /* m of motion that the list allows for */
  bool near;     /* the bodies' boxes meet */
  /* m: the list allows for differences of the bodies' mean displacements between 0 and this, besides the margin */
  double allowed[3];
  double h;       /* s: of the present step */
  double beyond;  /* m: so much nearer than the list allows for they may be in the present step, at most the margin */
  double motion;  /* m: no two features come nearer than this in the step */
  double reach;   /* m: closed surfaces nearer than this make rows */
  double deepest; /* m: surfaces through each other by no more than this are surely in the list */
  pl_candidate *list; /* sorted by kind, a, b */
  size_t count, capacity;
  size_t most;     /* more candidates than that are not listed */
  bool crowded;    /* there were more: the list is made anew in each detection, from the present poses alone */
  uint32_t stride; /* and only every so many features of a body are tested; 1: all */
  size_t kept; /* of these, until the list is made anew; what follows, convex edges of closed bodies, is of one step */
  bool pushed; /* in the present step: edges that are convex when it ends count, too */
  pl_candidate *convex_edges; /* of the present step, those for detection after corrections */
  size_t edge_count, edge_capacity;
  bool edges_known; /* they were listed in this step */
} pl_pair;

enum { PL_LIST_CHUNKS = 16 }; /* of lists that are made side by side */

typedef struct pl_pairs {
  pl_pair *items; /* sorted by first, second */
  size_t count, capacity;
  pl_near_features others[PL_LIST_CHUNKS]; /* scratch */
  size_t rebuilt;                          /* lists made anew, since the world began */
} pl_pairs;

void pl_pairs_free(pl_pairs *pairs);

/* What lists are to be used for. */
typedef enum pl_list_scope {
  PL_LIST_ALL,
  /* convex edges of closed bodies: those listed before in the step that come near */
  PL_LIST_KNOWN_EDGES,
  PL_LIST_VERTICES /* they are not in them */
} pl_list_scope;

/* Brings lists up to date for bodies that move from x - h v to x. wanted: per body, only pairs with one that is count
   as near; NULL: all. */
pl_status pl_pairs_update(pl_pairs *pairs, const pl_contact_body *bodies, size_t count, const pl_model_context *context,
                          pl_list_scope listed, const uint8_t *wanted);

/* first, second: rising. NULL: they were never near each other, or it is forgotten. */
const pl_pair *pl_pairs_find(const pl_pairs *pairs, uint32_t first, uint32_t second);

/* candidates.c: builds the list of a pair from its reference poses. False: too little room; `count` is what is
   needed. Building ends early with more than `most`; of a crowded pair the stride is doubled until there are fewer. */
pl_status pl_candidates_reserve(pl_pair *pair, const pl_contact_body *bodies, pl_near_features *others);
bool pl_candidates_find(pl_pair *pair, const pl_contact_body *bodies, pl_near_features *others);

/* Two closed bodies: marks the clusters of their edges that are near each other. */
void pl_candidates_mark_edges(pl_pair *pair, const pl_contact_body *bodies);

/* And, when these are folded (edge_edge.h): puts the convex edges that may touch in the present step behind the list.
   */
bool pl_candidates_find_edges(pl_pair *pair, const pl_contact_body *bodies, pl_near_features *others);

/* Lower bound test without the bodies' positions: farther than `reach` during the whole step? */
static inline bool pl_candidate_is_beyond(const pl_pair *pair, const pl_candidate *candidate, double reach)
{
  return (double)candidate->bound - pair->beyond > reach;
}

/* Bounds the distances of some vertex candidates of one kind from the bodies' present motion; INFINITY where surely
   farther than `reach`. */
void pl_candidates_bound_distance(const pl_pair *pair, size_t begin, size_t end, double reach,
                                  const pl_contact_body *bodies);

/* The penetration of closed bodies up to which contact resolves it, m. */
double pl_pair_deepest(const pl_contact_body *a, const pl_contact_body *b);

/* Are contacts of these two wanted? Of a body with itself: the same pointer twice. */
bool pl_may_touch(const pl_contact_body *a, const pl_contact_body *b);

/* The four particles of a candidate, and which body each belongs to (index in the world's list). */
void pl_candidate_particles(const pl_pair *pair, const pl_candidate *candidate, const pl_contact_body *bodies,
                            uint32_t particles[4], uint32_t owners[4]);

/* Are its features neighbours on one body, which contact does not keep apart? */
bool pl_candidate_is_of_neighbours(const pl_pair *pair, const pl_candidate *candidate, const pl_contact_body *bodies);

/* Lower bound of the distance of a candidate's features from the bodies' present motion. */
pl_distance_bound pl_candidate_bound_distance(const pl_pair *pair, const pl_candidate *candidate,
                                              const pl_contact_body *bodies);

/* Lower bound over the whole step. */
static inline double pl_least_distance(pl_distance_bound least)
{
  return (double)(least.start < least.end ? least.start : least.end);
}

static inline pl_feature_pair pl_candidate_features(const pl_candidate *candidate)
{
  return candidate->kind == PL_EDGES ? PL_EDGE_EDGE : PL_VERTEX_TRIANGLE;
}

/* Two bodies, both closed? */
static inline bool pl_pair_is_closed(const pl_pair *pair, const pl_contact_body *bodies)
{
  return pair->first != pair->second && bodies[pair->first].surface->closed && bodies[pair->second].surface->closed;
}

/* Where a particle is so many seconds before the end of the step, m. */
static inline void pl_particle_place(const pl_contact_body *body, uint32_t particle, double back, double out[3])
{
  size_t at = 3 * (size_t)particle;
  pl_vec3_add_scaled(body->body->x + at, -back, body->body->v + at, out);
}

/* Distance that two bodies keep between their surfaces, m. */
static inline double pl_pair_apart(const pl_contact_body *a, const pl_contact_body *b)
{
  return a->surface->skin + b->surface->skin;
}
