/* SPDX-License-Identifier: MIT
   Obstacles that reach a surface between its particles: edges and triangles whose deepest point is none of their
   corners. */
#pragma once

#include "contact/broad/pairs.h"
#include "contact/obstacle/deepest_point.h"

/* Features of bodies that touch obstacles; so many particles, and one, make each. */
typedef enum pl_obstacle_feature {
  PL_CORNER_AT_OBSTACLE,
  PL_EDGE_AT_OBSTACLE,
  PL_TRIANGLE_AT_OBSTACLE
} pl_obstacle_feature;

typedef struct pl_feature_contact {
  uint32_t feature;           /* edge or triangle */
  uint32_t obstacle;          /* in the list of them */
  double dip;                 /* m: differences of distance below this are none */
  pl_deepest deepest;         /* the normal as it stands in the world */
  double surface_velocity[3]; /* velocity of the obstacle there, m/s */
  bool found;
} pl_feature_contact;

/* By edge and obstacle, then by triangle and obstacle. */
typedef struct pl_feature_contacts {
  pl_feature_contact *items;
  size_t count, edge_count;
} pl_feature_contacts;

typedef struct pl_feature_contact_search {
  const pl_contact_body *body;
  const pl_moving_obstacle *obstacles;
  const uint32_t *poking_obstacles; /* obstacles to be tested */
  size_t poking_count;
  const double *gaps; /* per poking obstacle and particle of the body: no more than its distance to the obstacle, m */
  double margin;      /* m: features nearer than this make contacts */
  double h;
} pl_feature_contact_search;

/* Could an obstacle be nearer to a point of a surface than to its corners? Never a plane; nor a box above whose face,
   or a bowl in whose hollow, all of the body is: it is in the ball of `radius` about `centre`, and so is `particle`. */
bool pl_may_touch_between_particles(const pl_moving_obstacle *obstacle, const double centre[3], double radius,
                                    const double particle[3]);

pl_status pl_feature_contacts_find(const pl_feature_contact_search *search, const pl_model_context *context,
                                   pl_feature_contacts *out);

/* Bytes that finding takes from the arena for one poking obstacle, nearly always: few features of a body are near it.
   */
size_t pl_feature_contacts_scratch(const pl_contact_body *body);
