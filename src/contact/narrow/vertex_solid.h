/* SPDX-License-Identifier: MIT
   A vertex against a closed body: the nearest point of the whole surface tells inside from outside, so that one contact
   per vertex and body is enough, and who got in comes out again. */
#pragma once

#include "contact/narrow/swept_contact.h"

/* The candidates of one vertex with all triangles of the other body that are near: list[begin] to list[end - 1]. */
typedef struct pl_vertex_group {
  const pl_pair *pair;
  size_t begin, end;
  /* the vertex is of a region, which tells the way out: nobody need find out what it is in, which takes long */
  bool in_tangle;
} pl_vertex_group;

/* Can the candidate be told so? A vertex, and the triangle of another body that is closed. */
bool pl_is_against_closed(const pl_pair *pair, const pl_candidate *candidate, const pl_contact_body *bodies);

/* Where the group ends that a candidate of a vertex begins. */
static inline size_t pl_vertex_group_end(const pl_pair *pair, size_t begin)
{
  const pl_candidate *list = pair->list;
  size_t end = begin + 1;
  while (end < pair->count && list[end].kind == list[begin].kind && list[end].a == list[begin].a) end++;
  return end;
}

/* Which candidate of the group, if any, is the contact of the vertex; SIZE_MAX: none. Here and below
   pl_candidates_bound_distance has looked at them as far as pair->deepest. */
size_t pl_swept_contact_of_vertex(const pl_vertex_group *group, const pl_contact_body *bodies, double h,
                                  pl_swept_contact *swept);

/* In a hollow a vertex is over a second face as well: which one is nearer may change with every step, and both have to
   keep it out. */
size_t pl_swept_contact_beside(const pl_vertex_group *group, const pl_contact_body *bodies, double h, size_t first,
                               pl_swept_contact *swept);

/* When bodies have been pushed: a vertex that slid along the face that it was over may have come into another. That
   they have been looked at as far as half of the distance to be kept is enough. */
size_t pl_swept_contact_after_impulses(const pl_vertex_group *group, const pl_contact_body *bodies, double h,
                                       pl_swept_contact *swept);
