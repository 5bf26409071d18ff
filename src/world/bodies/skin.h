/* SPDX-License-Identifier: MIT
   What is seen and touched of a body whose links may break, in room that was reserved for all that may come to light.

   A triangle is dead where one of its edges is a broken link. Of a solid with a grid all faces of all cells have a
   place among the triangles that are shown: a cell is whole as long as its links are, and the faces of whole cells
   beside ones that are not are those of the solid's inside. Dead triangles are three times the same vertex, so that
   their number stays. */
#pragma once

#include "world/world.h"

typedef struct pl_skin {
  uint32_t *touch;   /* per triangle of the mesh 3, per edge of it then 1: its links, or PL_NO_LINK */
  uint8_t *removed;  /* per triangle of the mesh */
  bool closed;       /* the contact surface was, when it was made */
  uint32_t *edges;   /* 2 per edge of the contact surface, storage order: as they were made */
  size_t cell_count; /* of a solid with a grid */
  uint32_t *corner;  /* 8 per cell, the caller's order; corner 4 a + 2 b + c at (a, b, c) */
  uint32_t *link;    /* 12 per cell */
  uint32_t *beside;  /* 6 per cell: the cell behind the face, or PL_NO_LINK */
  uint8_t *torn;     /* per cell */

  uint32_t *shown; /* 3 per triangle that is shown, the caller's order */
  size_t shown_count;
  uint32_t *lines; /* 2 per edge of the mesh */
  uint64_t revision;
  uint64_t links_at; /* the revision of the links that it was found for */
} pl_skin;

pl_status pl_body_make_skin(pl_body *body); /* none for a body that cannot break */
void pl_skin_free(pl_skin *skin);           /* NULL is fine */
void pl_body_find_skin(pl_body *body);      /* from its links, if they have changed. Needs no memory */
