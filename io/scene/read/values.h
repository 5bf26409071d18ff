/* SPDX-License-Identifier: MIT
   What the tables fill that stands in several places of a scene: numbers over time, arrays, selections, meshes. */
#pragma once

#include "pliant/keyframes.h"
#include "pliant/make.h"
#include "pliant/mesh_info.h"
#include "pliant/volume.h"
#include "pliant/volume_graph.h"
#include "scene/schema/schema.h"

/* A vector that may change over time. */
typedef struct pl_scene_key_data {
  const pl_json *at;
  pl_key key;
} pl_scene_key_data;

typedef struct pl_scene_track {
  const pl_json *at;
  double value[3];    /* without keys */
  pl_scene_list keys; /* of pl_scene_key_data */
} pl_scene_track;

/* A number that may change over time. */
typedef struct pl_scene_number_key {
  const pl_json *at;
  pl_number_key key;
} pl_scene_number_key;

typedef struct pl_scene_number_track {
  const pl_json *at;  /* NULL: not said */
  double value;       /* without keys */
  pl_scene_list keys; /* of pl_scene_number_key */
} pl_scene_number_track;

typedef struct pl_scene_pose_data {
  const pl_json *at;
  pl_pose_key key;
} pl_scene_pose_data;

typedef struct pl_scene_motion {
  const pl_json *at;
  pl_scene_list keys; /* of pl_scene_pose_data */
  double pivot[3];
} pl_scene_motion;

typedef struct pl_scene_numbers {
  const pl_json *at;
  double *values;
  size_t count;           /* of values */
  bool constant;          /* one row for all */
  uint32_t width, height; /* of an image, whose pixels the values are, rows from the top; 0: none */
} pl_scene_numbers;

typedef struct pl_scene_indices {
  const pl_json *at;
  uint32_t *values;
  size_t count;
} pl_scene_indices;

typedef struct pl_scene_selection pl_scene_selection;
struct pl_scene_selection {
  const pl_json *at;
  const char *name; /* of a named selection, or "all"; then nothing else is set */
  struct {
    const pl_json *at;
    double low[3], high[3];
  } box;
  struct {
    const pl_json *at;
    double center[3];
    double radius;
  } sphere;
  struct {
    const pl_json *at;
    double point[3], normal[3];
  } plane;
  struct {
    const pl_json *at;
    uint32_t first, last, stride;
  } range;
  pl_scene_indices indices;
  pl_scene_list any; /* of pl_scene_selection: "union" */
  pl_scene_list every;
  pl_scene_selection *complement;
};

typedef struct pl_scene_named_selection {
  const pl_json *at;
  const char *name;
  pl_scene_selection *particles;
} pl_scene_named_selection;

typedef struct pl_scene_arrays {
  const pl_json *at;
  pl_scene_numbers positions;
  pl_scene_indices triangles;
  pl_scene_indices edges;
  uint32_t grid[3], closed[3];
  pl_scene_numbers vertex_volumes;
  pl_scene_numbers edge_shares;
  pl_scene_numbers edge_weights;
} pl_scene_arrays;

typedef struct pl_scene_lattice {
  const pl_json *at;
  pl_lattice_def def;
} pl_scene_lattice;

/* What the generators other than the lattice ask for; each uses a few of these. at->key is the generator's name. */
typedef struct pl_scene_shape {
  const pl_json *at;
  double radius, tube, length, outer, inner, width, depth, pitch, turns;
  double height;
  double spacing;
  uint32_t counts[3];
  uint32_t n, cuts, around, across, along, nx, nz, count, vertices, leaves, rows;
  int which;
  double from[3], to[3];
  pl_scene_numbers points;
  bool closed;
} pl_scene_shape;

typedef struct pl_scene_repair {
  const pl_json *at;
  pl_repair_options options;
} pl_scene_repair;

typedef struct pl_scene_fill {
  const pl_json *at;
  uint32_t nodes;
  double spacing;
  pl_volume_weights weights;
} pl_scene_fill;

typedef struct pl_scene_mesh {
  const pl_json *at;
  const char *file;
  pl_scene_shape shape;
  pl_scene_lattice lattice;
  pl_scene_arrays arrays;
  double scale[3];
  double rotate[3];
  double translate[3];
  bool net;
  pl_scene_repair repair;
  pl_scene_fill fill;
} pl_scene_mesh;
