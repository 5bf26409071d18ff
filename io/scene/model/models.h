/* SPDX-License-Identifier: MIT
   The models that a scene can name. Each has a file in this folder with its keys and what is made of them; the list of
   them is here and in models.c. */
#pragma once

#include "pliant/body.h"
#include "scene/read/values.h"

typedef struct pl_scene_plasticity {
  const pl_json *at;
  pl_plasticity value;
} pl_scene_plasticity;

typedef struct pl_scene_rotations {
  const pl_json *at;
  pl_rotations_def value; /* seeds are filled in by the resolver */
  pl_scene_indices seeds;
} pl_scene_rotations;

typedef struct pl_scene_graph {
  const pl_json *at;
  pl_graph_def def;
  pl_scene_plasticity plasticity;
  pl_scene_rotations rotations;
} pl_scene_graph;

typedef struct pl_scene_surface {
  const pl_json *at;
  pl_surface_def def;
} pl_scene_surface;

typedef struct pl_scene_cage {
  const pl_json *at;
  pl_cage_model_def def; /* what it points to is filled in by the resolver */
  pl_scene_mesh mesh;
  pl_scene_numbers quadrature_points, quadrature_weights;
} pl_scene_cage;

typedef struct pl_scene_hex {
  const pl_json *at;
  pl_hex_def def;
} pl_scene_hex;

typedef struct pl_scene_continuum {
  const pl_json *at;
  pl_continuum_def def; /* what it points to is filled in by the resolver */
  int material;         /* 0: none; else one more than pl_continuum_material */
  pl_scene_numbers stretch[3], shear[3], bend[3], twist, damping, damping_matrix, metric, curvature, continuity;
} pl_scene_continuum;

typedef struct pl_scene_hybrid {
  const pl_json *at;
  pl_hybrid_def def; /* what it points to is filled in by the resolver */
  pl_scene_numbers magnitude, stretch, bend;
} pl_scene_hybrid;

/* The list of models in a scene: exactly one of them is there. */
typedef struct pl_scene_model {
  const pl_json *at;
  pl_scene_graph graph;
  pl_scene_surface surface;
  pl_scene_cage cage;
  pl_scene_hex hex;
  pl_scene_continuum continuum;
  pl_scene_hybrid hybrid;
} pl_scene_model;

struct pl_scene;
struct pl_scene_body;

/* What the reader has to know about a model besides its keys. */
typedef struct pl_scene_model_entry {
  pl_model_kind kind;
  /* Fills the model's part of body->def, which holds the defaults. */
  pl_status (*resolve)(struct pl_scene *scene, struct pl_scene_body *body);
  /* Does the material that was asked for need volumes of vertices? NULL: no. */
  bool (*needs_volumes)(const pl_body_def *def);
  /* Adds to the fingerprint of the scene what stands in arrays and meshes. NULL: nothing does. */
  uint64_t (*hash)(uint64_t hash, const pl_body_def *def);
  bool shell; /* a closed surface with a thickness is hollow */
} pl_scene_model_entry;

extern const pl_scene_object pl_scene_graph_object;
extern const pl_scene_object pl_scene_surface_object;
extern const pl_scene_object pl_scene_cage_object;
extern const pl_scene_object pl_scene_hex_object;
extern const pl_scene_object pl_scene_continuum_object;
extern const pl_scene_object pl_scene_hybrid_object;
extern const pl_scene_model_entry pl_scene_graph_entry;
extern const pl_scene_model_entry pl_scene_surface_entry;
extern const pl_scene_model_entry pl_scene_cage_entry;
extern const pl_scene_model_entry pl_scene_hex_entry;
extern const pl_scene_model_entry pl_scene_continuum_entry;
extern const pl_scene_model_entry pl_scene_hybrid_entry;

/* A fingerprint with the items of an array. */
uint64_t pl_scene_hash_array(uint64_t hash, const void *data, size_t count, size_t size);

/* The one that is there. */
const pl_scene_model_entry *pl_scene_model_find(const pl_scene_model *model);
