/* SPDX-License-Identifier: MIT
   A scene as read: the structs that the tables fill, and what is made of them. */
#pragma once

#include "base/status.h"
#include "pliant/force.h"
#include "pliant/io_scene.h"
#include "scene/model/models.h"
#include "scene/schema/schema.h"

typedef struct pl_scene_start {
  const pl_json *at;
  double scale[3], scatter, rotate[3], translate[3], velocity[3], spin[3];
} pl_scene_start;

#define PL_SCENE_NEVER 1e9 /* s */

typedef struct pl_scene_span {
  double begin, end; /* s */
} pl_scene_span;

typedef struct pl_scene_pin {
  const pl_json *at;
  pl_scene_selection *particles;
  pl_scene_motion motion;
  pl_scene_span span;
  pl_pin_def def; /* made by the resolver */
} pl_scene_pin;

typedef struct pl_scene_grab {
  const pl_json *at;
  pl_scene_selection *particles;
  pl_scene_numbers weights;
  pl_scene_track target, attitude;
  pl_scene_span span;
  pl_grab_def def;
} pl_scene_grab;

typedef struct pl_scene_sample {
  const pl_json *at;
  const char *file;
  double gravity[3]; /* without a file */
  double seconds;
} pl_scene_sample;

typedef struct pl_scene_subspace {
  const pl_json *at;
  uint32_t modes, size;
  pl_scene_list samples; /* of pl_scene_sample */
  const char *file;
  bool rotations;
  const double *positions; /* from here on made by the resolver: of the samples in files, 3 per vertex; of others 0 */
  const double *basis;     /* from the file */
  const char *path;        /* that file, as seen from here */
  size_t basis_size;
} pl_scene_subspace;

typedef struct pl_scene_volume {
  const pl_json *at;
  pl_volume_def def; /* tracks are filled in by the resolver */
  pl_scene_number_track target, pressure;
} pl_scene_volume;

typedef struct pl_scene_inelastic {
  const pl_json *at;
  pl_inelastic_def value;
} pl_scene_inelastic;

typedef struct pl_scene_fracture {
  const pl_json *at;
  pl_fracture_def value;
} pl_scene_fracture;

/* What a body is made of from some time on. */
typedef struct pl_scene_change {
  const pl_json *at;
  double time;
  pl_scene_model model;
  pl_scene_inelastic inelastic;
  pl_scene_volume volume;
  pl_body_def def; /* made by the resolver */
} pl_scene_change;

typedef struct pl_scene_heat_region {
  const pl_json *at;
  pl_scene_selection *particles;
  double temperature, conductivity; /* 0 and -1: as elsewhere */
} pl_scene_heat_region;

typedef struct pl_scene_heat_source {
  const pl_json *at;
  pl_scene_selection *particles;
  pl_scene_number_track temperature, power;
} pl_scene_heat_source;

typedef struct pl_scene_heat {
  const pl_json *at;
  pl_heat_def def; /* arrays are made by the resolver */
  pl_scene_numbers temperature, conductivity, matrix;
  pl_scene_list regions; /* of pl_scene_heat_region */
  pl_scene_list sources; /* of pl_scene_heat_source */
} pl_scene_heat;

typedef struct pl_scene_blobby {
  const pl_json *at;
  pl_blobby_def def;
} pl_scene_blobby;

typedef struct pl_scene_planar {
  const pl_json *at;
  pl_planar_def def;
} pl_scene_planar;

typedef struct pl_scene_contact {
  const pl_json *at;
  bool bodies, self;
  double friction, rolling_friction, restitution, skin;
  uint32_t group;
  pl_scene_indices ignores;
} pl_scene_contact;

typedef struct pl_scene_body pl_scene_body;
struct pl_scene_body {
  const pl_json *at;
  const char *name;
  pl_scene_mesh mesh;
  double density;
  double thickness;
  double drag;
  pl_scene_numbers masses, stiffness, positions, velocities;
  pl_scene_start start;
  pl_scene_model model;
  pl_scene_list selections; /* of pl_scene_named_selection */
  pl_scene_list pins;       /* of pl_scene_pin */
  pl_scene_list grabs;      /* of pl_scene_grab */
  pl_scene_list changes;    /* of pl_scene_change */
  pl_scene_contact contact;
  bool sleep;
  pl_scene_subspace subspace;
  pl_scene_volume volume;
  pl_scene_inelastic inelastic;
  pl_scene_fracture fracture;
  pl_scene_heat heat;
  pl_scene_blobby blobby;
  pl_scene_planar planar;
  pl_scene_mesh detail;
  pl_mesh *built_detail; /* NULL: none */
  pl_mesh *built_cage;   /* of the cage model, where one is given */
  pl_mesh *built;        /* from here on made by the resolver */
  const double *volumes; /* one per vertex, m^3; NULL if neither masses nor stiffness need them */
  pl_body_def def;
};

typedef struct pl_scene_obstacle {
  const pl_json *at;
  pl_obstacle_def def;
  struct {
    const pl_json *at;
    double point[3], normal[3];
  } plane;
  struct {
    const pl_json *at;
    double center[3];
    double radius;
  } sphere;
  struct {
    const pl_json *at;
    double center[3], half_size[3];
  } box;
  struct {
    const pl_json *at;
    double point_a[3], point_b[3];
    double radius;
  } capsule, cylinder;
  struct {
    const pl_json *at;
    double center[3], normal[3];
    double radius, thickness;
  } bowl;
  struct {
    const pl_json *at;
    double point_a[3], point_b[3];
    double radius, thickness;
  } glass;
  pl_scene_mesh mesh;
  double thickness, spacing; /* of a mesh */
  pl_mesh *built;            /* made by the resolver; NULL: another shape */
  pl_scene_motion motion;
} pl_scene_obstacle;

/* Where an attachment takes hold; which of the keys are there says how. */
typedef struct pl_scene_attachment_end {
  const pl_json *at;
  const char *body, *obstacle;
  uint32_t particle;
  double nearest[3], point[3], place[3];
} pl_scene_attachment_end;

typedef struct pl_scene_attachment {
  const pl_json *at;
  const char *name;
  pl_scene_attachment_end a, b;
  double radius;
  pl_scene_span span;
  pl_attachment_def def;
} pl_scene_attachment;

typedef struct pl_scene_vortex {
  const pl_json *at;
  double circulation, center[3], axis[3], core;
} pl_scene_vortex;

typedef struct pl_scene_fluid {
  const pl_json *at;
  pl_scene_track velocity;
  double gust, period, resistance;
  pl_scene_vortex vortex;
} pl_scene_fluid;

typedef struct pl_scene_repulsion {
  const pl_json *at;
  const char *obstacle;
  double strength, range;
} pl_scene_repulsion;

typedef struct pl_scene_thrust {
  const pl_json *at;
  pl_scene_track vector;
  bool turns;
  pl_scene_selection *particles;
} pl_scene_thrust;

typedef struct pl_scene_gyro {
  const pl_json *at;
  pl_scene_track vector;
  bool turns;
  double attitude[3], stiffness, damping;
} pl_scene_gyro;

typedef struct pl_scene_force {
  const pl_json *at;
  const char *name, *body;
  pl_scene_fluid fluid;
  pl_scene_repulsion repulsion;
  pl_scene_thrust thrust;
  pl_scene_gyro gyro;
  pl_scene_span span;
  pl_force_def def; /* made by the resolver, but for bodies and obstacles */
} pl_scene_force;

typedef struct pl_scene_time {
  const pl_json *at;
  double step, duration, fps;
  int substeps;
} pl_scene_time;

typedef struct pl_scene_sleep {
  const pl_json *at;
  pl_sleep_def def;
} pl_scene_sleep;

typedef struct pl_scene_view {
  const pl_json *at;
  pl_camera camera;
} pl_scene_view;

typedef struct pl_scene_from {
  const pl_json *at;
  const char *file;
  int step; /* -1: the last */
} pl_scene_from;

typedef struct pl_scene_data {
  const pl_json *at;
  int version;
  const char *schema;
  const char *title;
  const char *description;
  pl_scene_time time;
  pl_scene_track gravity;
  pl_scene_sleep sleep;
  int threads;
  pl_scene_list bodies;      /* of pl_scene_body */
  pl_scene_list obstacles;   /* of pl_scene_obstacle */
  pl_scene_list attachments; /* of pl_scene_attachment */
  pl_scene_list forces;      /* of pl_scene_force */
  pl_scene_view camera;
  pl_scene_from from;
} pl_scene_data;

typedef struct pl_scene_memory pl_scene_memory; /* a block that lives as long as the scene */

struct pl_scene {
  pl_json_document document;
  char *folder; /* that paths are relative to; "" or ends with a slash */
  pl_scene_memory *memory;
  pl_scene_data data;
  uint64_t hash;              /* of everything but the length of the step */
  const pl_key *gravity_keys; /* NULL: constant */
  size_t gravity_key_count;
  const char *from_path; /* of the state that it starts from; NULL: none */
  char **warnings;
  size_t warning_count, warning_capacity;
  struct pl_scene_input *inputs;                                   /* files that it names, the last first */
  bool outline;                                                    /* its text alone was read: no meshes, no files */
  bool confined;                                                   /* names no files but those below its folder */
  bool step_set, substeps_set, duration_set, fps_set, threads_set; /* by the caller, over the file */
};

/* A file that the scene names, kept with it. */
typedef struct pl_scene_input {
  const char *path;
  struct pl_scene_input *before;
} pl_scene_input;

/* Zeroed memory that is released with the scene; NULL with the message set. */
void *pl_scene_keep(pl_scene *scene, size_t count, size_t size);
#define PL_KEEP(scene, type, count) ((type *)pl_scene_keep((scene), (count), sizeof(type)))

/* "file:line:column: path …" with PL_ERROR_FORMAT; at a member's key or at the value. */
pl_status pl_scene_fail(const pl_scene *scene, const pl_json *at, const char *format, ...) PL_PRINTF(3, 4);
pl_status pl_scene_fail_key(const pl_scene *scene, const pl_json *at, const char *format, ...) PL_PRINTF(3, 4);
/* Adds where the failure of another function came from; successes and lack of memory pass. */
pl_status pl_scene_wrap(const pl_scene *scene, const pl_json *at, pl_status status);
pl_status pl_scene_warn(pl_scene *scene, const pl_json *at, const char *format, ...) PL_PRINTF(3, 4);

void pl_scene_release_memory(pl_scene *scene);

/* A file named in the scene at `at`, seen from here; kept with the scene. Of a confined scene it must be below the
   scene's folder. */
pl_status pl_scene_path(pl_scene *scene, const pl_json *at, const char *file, const char **path);

/* The stages of loading. */
pl_status pl_scene_read_object(pl_scene *scene, const pl_json *at, const pl_scene_object *object, void *out);
pl_status pl_scene_read_numbers(pl_scene *scene, const pl_json *at, const pl_scene_key *key, pl_scene_numbers *out);
/* Numbers as well, or an image. */
pl_status pl_scene_read_field(pl_scene *scene, const pl_json *at, const pl_scene_key *key, pl_scene_numbers *out);
pl_status pl_scene_read_indices(pl_scene *scene, const pl_json *at, const pl_scene_key *key, pl_scene_indices *out);
/* One value per element ("vertex") out of an array that may be one number for all; NULL if it is missing. */
pl_status pl_scene_spread(pl_scene *scene, const pl_scene_numbers *numbers, size_t count, const char *of,
                          const double **out);
/* The same of a field, on the vertices of a mesh: images are sampled. */
pl_status pl_scene_spread_field(pl_scene *scene, const pl_scene_numbers *numbers, const pl_mesh *mesh,
                                const double **out);
/* Nothing where nothing was said; a number stays one. */
pl_status pl_scene_resolve_field(pl_scene *scene, const pl_scene_numbers *numbers, const pl_mesh *mesh,
                                 pl_node_field *out);
pl_status pl_scene_build_mesh(pl_scene *scene, pl_scene_body *body);
pl_status pl_scene_build_cage(pl_scene *scene, pl_scene_body *body);
pl_status pl_scene_build_obstacle(pl_scene *scene, pl_scene_obstacle *obstacle);
pl_status pl_scene_build_detail(pl_scene *scene, pl_scene_body *body); /* if it has one */
/* names: how many of the body's named selections may be used. At least one particle is found, or it fails. */
pl_status pl_scene_select(pl_scene *scene, const pl_scene_body *body, const pl_scene_selection *selection, size_t names,
                          uint32_t **particles, size_t *count);
