/* SPDX-License-Identifier: MIT
   Two features of surfaces as four points: a vertex and the corners of a triangle, or the ends of two edges. Their
   separation is a weighted sum of the four, so that the same row serves both. */
#pragma once

#include <stdbool.h>

typedef enum pl_feature_pair { PL_VERTEX_TRIANGLE, PL_EDGE_EDGE } pl_feature_pair;

typedef struct pl_points {
  double at[4][3]; /* m */
} pl_points;

typedef struct pl_closest_points {
  double weights[4];    /* of the points: their sum is the vector from the second feature to the first */
  double separation[3]; /* m */
  double distance;      /* m */
  bool inner;           /* the nearest points are inside the triangle, or inside both edges */
} pl_closest_points;

/* Any points: degenerate triangles end at their edges, edges without length are points. */
pl_closest_points pl_nearest(pl_feature_pair kind, const pl_points *points);

/* Of a vertex and a triangle. */
void pl_nearest_on_triangle(const pl_points *points, pl_closest_points *near);

/* Would the nearest point of a triangle be inside of it? As pl_nearest has it, for less. */
bool pl_is_over_triangle(const pl_points *points);

/* How far the weighted sum of the points reaches along a direction, m. */
double pl_height_along(const pl_points *points, const double weights[4], const double direction[3]);

/* Points move straight from `before` to `after`. No farther than this does the distance change. */
double pl_relative_motion(pl_feature_pair kind, const pl_points *before, const pl_points *after);

/* The first moment, in [0, 1), when the features are no more than `least` apart, with the nearness then; 1: never.
   Never later than the truth. */
double pl_first_meeting(pl_feature_pair kind, const pl_points *before, const pl_points *after, double least,
                        pl_closest_points *then);
