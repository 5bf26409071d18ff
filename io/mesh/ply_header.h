/* SPDX-License-Identifier: MIT
   What a PLY file says about itself before its data begins. */
#pragma once

#include "mesh/text.h"

typedef enum pl_ply_format { PL_PLY_ASCII, PL_PLY_LITTLE, PL_PLY_BIG } pl_ply_format;

typedef struct pl_ply_type {
  const char *name, *other_name;
  int size;  /* bytes */
  char kind; /* 'i' signed, 'u' unsigned, 'f' floating */
} pl_ply_type;

/* What we make of a property. */
typedef enum pl_ply_meaning {
  PL_PLY_SKIP,
  PL_PLY_X,
  PL_PLY_Y,
  PL_PLY_Z,
  PL_PLY_CORNERS,
  PL_PLY_FROM,
  PL_PLY_TO
} pl_ply_meaning;

typedef struct pl_ply_property {
  pl_ply_meaning meaning;
  const pl_ply_type *type;       /* of the value, or of the items of a list */
  const pl_ply_type *count_type; /* of the length of a list; NULL: not a list */
} pl_ply_property;

typedef enum pl_ply_kind { PL_PLY_OTHER, PL_PLY_VERTEX, PL_PLY_FACE, PL_PLY_EDGE } pl_ply_kind;

enum { PL_PLY_ELEMENTS = 32, PL_PLY_PROPERTIES = 256 };

typedef struct pl_ply_element {
  pl_ply_kind kind;
  char name[32];
  uint64_t count;
  size_t first, property_count; /* in properties */
} pl_ply_element;

typedef struct pl_ply_header {
  pl_ply_format format;
  pl_ply_element elements[PL_PLY_ELEMENTS];
  size_t element_count;
  pl_ply_property properties[PL_PLY_PROPERTIES];
  size_t property_count;
} pl_ply_header;

/* Leaves the text at the first byte after the header. */
pl_status pl_ply_read_header(pl_text *text, pl_ply_header *header);
