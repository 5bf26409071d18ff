/* SPDX-License-Identifier: MIT
   All contacts of a step: particles at obstacles, features of bodies. */
#pragma once

#include "contact/narrow/swept_contact.h"
#include "contact/obstacle/feature_contacts.h"
#include "contact/solve/response.h"
#include "contact/solve/rows.h"

/* One contact. */
typedef struct pl_contact {
  uint32_t obstacle;      /* in the setup's list; PL_NO_OBSTACLE: two features of bodies */
  uint32_t bodies[2];     /* whose particle, or first and second of the pair */
  pl_candidate candidate; /* of bodies; of an obstacle, kind: pl_obstacle_feature, a: which one */
  uint32_t particles[4], owners[4];
  /* of bodies: numbers contacts of the same features with other weights or normals, found in earlier passes */
  uint32_t view;
  pl_swept_contact swept;     /* as of the last detection */
  bool hit;                   /* began in this step, and fast */
  double least;               /* m: penetrations below this are allowed */
  double tolerance;           /* m: of the distance */
  double level;               /* m: of an edge or triangle at an obstacle, where the obstacle ends along the normal */
  double surface_velocity[3]; /* m/s: how fast the obstacle moves there */
} pl_contact;

/* Distance of a particle to an obstacle. */
typedef struct pl_gap_sample {
  double gap, normal[3], surface_velocity[3];
} pl_gap_sample;

typedef struct pl_contacts {
  pl_contact *items;
  size_t count;
} pl_contacts;

/* Contacts with obstacles as they are now: particles within twice the motion of a step, and edges and triangles nearer
   between their corners, by body, kind, feature and obstacle. max_speed: per body, m/s, above which there may be
   others. */
pl_status pl_contacts_with_obstacles(const pl_contact_setup *setup, const pl_model_context *context, double *max_speed,
                                     pl_contacts *out);

/* Has a body become faster than that? */
bool pl_obstacles_exceed_margin(const pl_contact_setup *setup, const double *max_speed);

typedef enum pl_detection {
  PL_DETECT_FREE_MOTION, /* along the free motion */
  /* the same after impulses, and what bodies were pushed into */
  PL_DETECT_AFTER_IMPULSES,
  PL_DETECT_AFTER_CORRECTION /* only what corrections moved bodies into */
} pl_detection;

/* Those, and behind them the features of bodies that touch now, by pair, kind and features. moved_bodies: per body,
   only pairs with one that is; NULL: all. */
pl_status pl_contacts_with_bodies(const pl_contact_setup *setup, const pl_contacts *obstacles,
                                  const pl_model_context *context, pl_detection detection, const uint8_t *moved_bodies,
                                  pl_contacts *out);

/* For two contacts of the same features: */
typedef enum pl_merge {
  PL_MERGE_VIEWS, /* both stay, as different views: an impulse is undone by the contact that applied it */
  PL_MERGE_LAST   /* the second list's counts */
} pl_merge;

/* Two lists as one, in order. At obstacles the first list's counts. */
pl_status pl_contacts_merge(const pl_contacts *first, const pl_contacts *second, pl_merge how,
                            const pl_model_context *context, pl_contacts *out);

/* After impulses: the same contacts, and new ones of vertices marked as `slid` at other faces. Empty: nothing new. */
pl_status pl_contacts_after_sliding(const pl_contact_setup *setup, const pl_contacts *now, const uint8_t *slid,
                                    const pl_model_context *context, pl_contacts *out);

/* Gap and normal of a contact with an obstacle, and the velocity of the obstacle there, as they are now. Edges and
   triangles keep the normal that they were found with, and the place that touches: convex obstacles are all behind it,
   wherever it slides. */
void pl_contact_update_obstacle_gap(const pl_contact_setup *setup, pl_contact *contact, double h);

/* Was the particle so deep in the obstacle when the step began that it was placed there? Edges and triangles do not
   count: they may span an obstacle. */
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

/* Order of contacts: by features, then by view. */
int pl_contact_compare(const pl_contact *a, const pl_contact *b);
