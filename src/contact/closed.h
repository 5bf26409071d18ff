/* SPDX-License-Identifier: MIT
   A vertex against a closed body: the nearest point of the whole surface tells inside from outside, so that one contact per vertex
   and body is enough, and who got in comes out again. */
#pragma once

#include "contact/touch.h"

/* The candidates of one vertex with all triangles of the other body that are near: list[begin] to list[end - 1]. */
typedef struct pl_vertex_group {
  const pl_pair *pair;
  size_t begin, end;
} pl_vertex_group;

/* Can the candidate be told so? A vertex, and the triangle of another body that is closed. */
bool pl_is_against_closed(const pl_pair *pair, const pl_candidate *candidate, const pl_contact_body *bodies);

/* The group that a candidate of a vertex begins. */
pl_vertex_group pl_vertex_group_at(const pl_pair *pair, size_t begin);

/* A contact of the vertex with one of its candidates. */
typedef struct pl_vertex_touch {
  size_t candidate; /* in the pair's list */
  pl_touch touch;
} pl_vertex_touch;

/* How many contacts the vertex has, in the order of their candidates: the one that the nearest point makes, and when all had been
   pushed already, another where the vertex has come to since. */
int pl_touch_closed(const pl_vertex_group *group, const pl_contact_body *bodies, double h, bool pushed,
                    pl_vertex_touch out[2]);
