/* SPDX-License-Identifier: MIT
   A vertex against a closed body: the nearest point of the whole surface decides inside or outside, so that one contact
   per vertex and body is enough, and penetrations are resolved. */
#pragma once

#include "contact/narrow/swept_contact.h"

/* The candidates of one vertex with all triangles of the other body that are near: list[begin] to list[end - 1]. */
typedef struct pl_vertex_group {
  const pl_pair *pair;
  size_t begin, end;
  /* the vertex belongs to a tangle region, whose direction is used: no test for inside is needed */
  bool in_tangle;
} pl_vertex_group;

/* Is the candidate a vertex and a triangle of another, closed body? */
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
   pl_candidates_bound_distance has been called with pair->deepest. */
size_t pl_swept_contact_of_vertex(const pl_vertex_group *group, const pl_contact_body *bodies, double h,
                                  pl_swept_contact *swept);

/* In a concave corner a vertex is over a second face as well: which one is nearer may change with every step, so both
   get a contact. */
size_t pl_swept_contact_beside(const pl_vertex_group *group, const pl_contact_body *bodies, double h, size_t first,
                               pl_swept_contact *swept);

/* After impulses: a vertex that slid along one face may have come into another. A bound of half of the distance to be
   kept is enough. */
size_t pl_swept_contact_after_impulses(const pl_vertex_group *group, const pl_contact_body *bodies, double h,
                                       pl_swept_contact *swept);
