/* SPDX-License-Identifier: MIT
   The container: a table of accessors, each with a stretch of the binary chunk of its own, and the JSON that says what
   they are. */
#pragma once

#include "cache/formats/glb_morph.h"
#include "file.h"

typedef struct pl_glb_accessor {
  uint64_t offset; /* in the binary chunk; a multiple of 4 */
  uint64_t bytes;
  int stride;         /* 0: tightly packed, not a vertex attribute */
  int target;         /* 34962 vertices, 34963 indices, 0 neither */
  int component_type; /* 5120 byte, 5121 unsigned byte, 5122 short, 5125 unsigned int, 5126 float */
  bool normalized;
  const char *type; /* "SCALAR", "VEC3" */
  size_t count;     /* elements */
  int bound_count;  /* numbers in low and high that are to be written */
  double low[3], high[3];
} pl_glb_accessor;

typedef struct pl_glb_table {
  pl_glb_accessor *accessors;
  size_t count, capacity;
  uint64_t bytes; /* of the binary chunk so far */
} pl_glb_table;

/* Appends, setting offset; bytes are rounded up to a multiple of 4 in the chunk. */
pl_status pl_glb_add(pl_glb_table *table, pl_glb_accessor accessor);

typedef struct pl_glb_body {
  const char *name;
  const pl_shown *shown;
  double translation[3];
  double scale;
  int indices, points, normals; /* accessors; -1: none */
} pl_glb_body;

typedef struct pl_glb_scene {
  const pl_glb_table *table;
  const pl_glb_body *bodies;
  size_t body_count;
  size_t target_count;  /* morph targets of every body */
  const size_t *frames; /* number of the frame of each target */
  const int *targets;   /* 2 per target and body, target after target: accessors of points and normals (-1: none) */
  int times, weights;   /* accessors; -1 without targets */
} pl_glb_scene;

/* Both headers and the JSON. Write the binary chunk, table->bytes, after it, padding every stretch with zeros. */
pl_status pl_glb_write_head(pl_file *file, const pl_glb_scene *scene);
