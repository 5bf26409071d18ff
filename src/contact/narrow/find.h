/* SPDX-License-Identifier: MIT
   What touches during a step: particles and obstacles, features of bodies. */
#pragma once

#include "contact/narrow/swept_contact.h"
#include "contact/obstacle/feature_contacts.h"
#include "contact/solve/response.h"
#include "contact/solve/rows.h"

/* One contact: what the row is about, beside what the solver needs. */
typedef struct pl_contact {
  uint32_t obstacle;      /* in the setup's list; PL_NO_OBSTACLE: two features of bodies */
  uint32_t bodies[2];     /* whose particle, or first and second of the pair */
  pl_candidate candidate; /* of bodies; of an obstacle, kind: pl_obstacle_feature, a: which one */
  uint32_t particles[4], owners[4];
  /* of bodies: 0, or more where the same features were seen another way before in the step, and pushed */
  uint32_t view;
  pl_swept_contact swept;     /* as seen last */
  bool hit;                   /* began in this step, and fast */
  double least;               /* m, the gap that is as good as none is minus this */
  double forgiven;            /* m, by which it may be wrong */
  double level;               /* m: of an edge or triangle at an obstacle, where the obstacle ends along the normal */
  double surface_velocity[3]; /* m/s: how fast the obstacle moves there */
} pl_contact;

/* How a particle meets an obstacle. */
typedef struct pl_gap_sample {
  double gap, normal[3], surface_velocity[3];
} pl_gap_sample;

typedef struct pl_contacts {
  pl_contact *items;
  size_t count;
} pl_contacts;

/* Particles nearer to obstacles than they may come in two steps, and edges and triangles that are nearer to them
   between their corners, by body, kind, feature and obstacle, as they are now. max_speed: per body, m/s, how fast it
   may become before there may be others. */
pl_status pl_contacts_with_obstacles(const pl_contact_setup *setup, const pl_model_context *context, double *max_speed,
                                     pl_contacts *out);

/* Has a body become faster than that? */
bool pl_obstacles_exceed_margin(const pl_contact_setup *setup, const double *max_speed);

typedef enum pl_detection {
  PL_DETECT_FREE_MOTION, /* at free motion */
  /* bodies have been pushed in this step, and may have come into what they were not near to */
  PL_DETECT_AFTER_IMPULSES,
  PL_DETECT_AFTER_CORRECTION /* only at that */
} pl_detection;

/* Those, and behind them the features of bodies that touch now, by pair, kind and features. moved_bodies: per body,
   only pairs with one that is; NULL: all. */
pl_status pl_contacts_with_bodies(const pl_contact_setup *setup, const pl_contacts *obstacles,
                                  const pl_model_context *context, pl_detection look, const uint8_t *moved_bodies,
                                  pl_contacts *out);

/* Of the same features of bodies, seen in two ways: */
typedef enum pl_merge {
  PL_MERGE_VIEWS, /* both stay: who has pushed one way cannot take it back another */
  PL_MERGE_LAST   /* what stands in the second list counts */
} pl_merge;

/* Two lists as one, in order. Of the same at obstacles what stands in the first counts. */
pl_status pl_contacts_merge(const pl_contacts *first, const pl_contacts *second, pl_merge how,
                            const pl_model_context *context, pl_contacts *out);

/* When bodies have been pushed: the same contacts, and where vertices of some of them, marked as slid, have come into
   other faces since. None at all: they have not. */
pl_status pl_contacts_after_sliding(const pl_contact_setup *setup, const pl_contacts *now, const uint8_t *slid,
                                    const pl_model_context *context, pl_contacts *out);

/* Gap and normal of a contact with an obstacle, and the velocity of the obstacle there, as they are now. Edges and
   triangles keep the normal that they were found with, and the place that touches: convex obstacles are all behind it,
   wherever it slides. */
void pl_contact_look_at_obstacle(const pl_contact_setup *setup, pl_contact *contact, double h);

/* Was the particle of a contact so deep in its obstacle when the step began that it must have been put there? Contact
   lets nobody in; edges and triangles may seem deep in what they hang through. */
bool pl_contact_started_inside(const pl_contact_setup *setup, const pl_contact *contact);

/* Height of a contact's particles along its normal, m: the first feature over the second, or over the origin. */
double pl_contact_height(const pl_contact_setup *setup, const pl_contact *contact);

static inline uint32_t pl_contact_particle_count(const pl_contact *contact)
{
  return contact->obstacle == PL_NO_OBSTACLE ? 4 : contact->candidate.kind + 1;
}

/* Is it an edge or a triangle that an obstacle touches between its particles? */
static inline bool pl_contact_is_between_particles(const pl_contact *contact)
{
  return contact->obstacle != PL_NO_OBSTACLE && contact->candidate.kind != PL_CORNER_AT_OBSTACLE;
}

/* Order of contacts: by features, then by views of them. */
int pl_contact_compare(const pl_contact *a, const pl_contact *b);
