/* SPDX-License-Identifier: MIT
   Bodies: a mesh, a material, a model that gives it its shape, and what holds it. */
#pragma once

#include <stdbool.h>

#include "pliant/contact.h"
#include "pliant/keyframes.h"
#include "pliant/mesh.h"
#include "pliant/status.h"
#include "pliant/volume.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pl_world pl_world;
typedef struct pl_body pl_body;

typedef enum pl_model_kind {
  PL_MODEL_GRAPH = 1,   /* geometric potential energy on a node graph (Huang et al.) */
  PL_MODEL_SURFACE = 2, /* shape matching of overlapping regions of a surface mesh (Diziol et al.) */
  PL_MODEL_CAGE = 3,    /* Green Coordinates of a cage as a basis of elasticity (Martin et al.) */
  PL_MODEL_HEX = 4      /* hexahedral finite elements in the voxels of a surface */
} pl_model_kind;

typedef enum pl_precision {
  PL_PRECISION_AUTO,  /* float with refinement where the time step allows it, else double */
  PL_PRECISION_FLOAT, /* float factor, refined to float_residual */
  PL_PRECISION_DOUBLE
} pl_precision;

typedef enum pl_graph_weights {
  PL_WEIGHTS_SHARE,    /* edges weigh by the part of their cells that exists (pl_mesh_data.edge_shares) */
  PL_WEIGHTS_UNIFORM,  /* every edge weighs 1 */
  PL_WEIGHTS_COTANGENT /* half the sum of the cotangents of the angles opposite an edge in the rest triangles */
} pl_graph_weights;

typedef enum pl_laplacian_weights {
  PL_LAPLACIAN_EDGES,     /* like the edges, divided by their sum at each vertex */
  PL_LAPLACIAN_UNIFORM,   /* 1 over the number of neighbours */
  PL_LAPLACIAN_COTANGENT, /* as PL_WEIGHTS_COTANGENT, not divided by anything */
  PL_LAPLACIAN_GIVEN      /* pl_mesh_data.edge_weights */
} pl_laplacian_weights;

typedef enum pl_covariance {
  PL_COVARIANCE_ENERGY, /* neighbours weigh as in the edge energy: forces are its exact gradient */
  PL_COVARIANCE_MASS    /* neighbours weigh by mass squared, as the paper prints it */
} pl_covariance;

typedef enum pl_damping {
  PL_DAMPING_COROTATED, /* stiffness damping acts on deformation only; rigid rotation is not damped */
  PL_DAMPING_LITERAL    /* D = alpha M + beta K as the paper prints it; also brakes rigid rotation */
} pl_damping;

typedef enum pl_plastic_rule {
  PL_PLASTIC_NONE,
  PL_PLASTIC_RATE, /* flow per second: the time step does not change the result */
  PL_PLASTIC_STEP  /* flow per step, as the paper prints it */
} pl_plastic_rule;

/* Edges that are deformed beyond the yield take a part of their deformation over as their new rest shape. */
typedef struct pl_plasticity {
  pl_plastic_rule rule; /* default none: the rest shape of the mesh, whatever flowed before */
  double yield;         /* deformation of an edge relative to its rest length that it bears, >= 0; default 0.05 */
  double creep;   /* part of the deformation taken over per unit of excess, and per second or per step; default 10 */
  double maximum; /* most that a rest edge may differ from the first one, relative to it; default 0: no limit */
} pl_plasticity;

typedef enum pl_rotation_mode {
  PL_ROTATIONS_FULL,      /* every neighbourhood its own: default */
  PL_ROTATIONS_PROPAGATED /* taken over from neighbours while a criterion allows it; for comparison: errors are large */
} pl_rotation_mode;

typedef enum pl_rotation_criterion {
  PL_CRITERION_SYMMETRY,   /* eq. (8): what is left after turning back must be symmetric */
  PL_CRITERION_COVARIANCE, /* difference of covariances; naive */
  PL_CRITERION_TRANSFORM   /* difference of best linear maps; naive */
} pl_rotation_criterion;

enum { PL_MOST_SEEDS = 8 };

typedef struct pl_rotations_def {
  pl_rotation_mode mode;
  pl_rotation_criterion criterion; /* default symmetry */
  double threshold;                /* relative, > 0; default 1e-3 */
  uint32_t seeds[PL_MOST_SEEDS];   /* vertices where propagation starts; default: vertex 0 */
  size_t seed_count;
  uint32_t
      reuse; /* in a subspace: most steps that a choice of active neighbourhoods is kept for, in which no other is looked
                     at, up to 1000; default 0: chosen anew in every step */
} pl_rotations_def;

typedef enum pl_momentum {
  PL_MOMENTUM_KEEP, /* a body that nothing holds keeps spinning: default */
  PL_MOMENTUM_FREE  /* let implicit Euler brake rotation, as the paper does */
} pl_momentum;

/* Material and options of the graph model. */
typedef struct pl_graph_def {
  double youngs_modulus; /* Pa, > 0; default 1e5 (soft rubber). The stiffness of the edges is chosen so that a uniform
                            stretch costs what this modulus says, for any resolution; needs vertex volumes */
  double stiffness;      /* N/m per unit weight; > 0 overrides youngs_modulus; default 0: from youngs_modulus */
  double edge;           /* part of the stiffness that the edge energy (eq. 4) gets, >= 0; default 1 */
  double laplacian;      /* part of the stiffness that the Laplacian energy (eq. 3) gets, >= 0; default 0 */
  pl_laplacian_weights laplacian_weights; /* default: like the edges */
  pl_graph_weights weights;               /* default share */
  pl_covariance covariance;               /* default energy */
  pl_damping damping;                     /* default corotated */
  double damping_mass;                    /* alpha, 1/s, >= 0: drag on all motion; default 0 */
  double damping_stiffness;  /* beta, s, >= 0: drag on deformation; default 0 (implicit Euler damps by itself) */
  pl_precision precision;    /* default auto */
  double anisotropy[3];      /* factors on the energy of edges along three axes, > 0; default 1, 1, 1 */
  double anisotropy_axes[3]; /* how those axes are turned against x, y, z: a rotation vector, rad; default 0 */
  pl_plasticity plasticity;
  pl_rotations_def rotations;
  pl_momentum angular_momentum; /* default keep */
  int iterations; /* of rotations and solve in a step, 1 to 100; default 1, as the paper. More cost as much again each and keep stiff
                     bodies lively at large steps: watch a stiff bar sag at h and at 4 h */
} pl_graph_def;

typedef enum pl_cage_normals {
  PL_NORMALS_FULL,  /* the cage's normals move with its vertices in every derivative: forces are exact, spin is kept */
  PL_NORMALS_FROZEN /* they stand still during a step and follow after it, as in the paper; faster, brakes rotation */
} pl_cage_normals;

/* Material and options of the cage model: a few vertices of a cage around the surface carry it and keep its small features in
   shape. */
typedef struct pl_cage_model_def {
  const pl_mesh *mesh;   /* the cage: closed, facing outwards, around the body's mesh; NULL: made automatically */
  uint32_t vertices;     /* of a cage that is made, >= 8; default 56. Three unknowns each */
  double youngs_modulus; /* Pa, > 0; default 1e5 */
  double poisson_ratio;  /* [0, 0.5); default 0.3 */
  uint32_t
      points; /* quadrature points wanted inside the surface; at least as many as the cage has vertices; default 200 */
  double spacing;                   /* side of the voxels with 8 points each instead, m, > 0; default 0: from points */
  const double *quadrature_points;  /* given points instead, 3 each, inside the cage, m; NULL: voxels */
  const double *quadrature_weights; /* and the volume that each stands for, m^3, > 0 */
  size_t quadrature_count;
  pl_cage_normals normals; /* default full */
  double penalty; /* beta, N/m, > 0: stiffness of a pinned vertex; default 0: 100 E times the size of the body */
  double
      plane_penalty; /* N/m, >= 0: particles behind planes are pulled back by springs of this stiffness inside the implicit step, as in
                           the paper, without friction; contact then leaves planes alone. Default 0: contact, as for all models */
  double
      own_mass; /* part of the body's mass, [0, 1], that the cage's vertices have of their own where they move against each
                      other, never in rigid motion; default 0.05. Without it contact sets vertices in motion that hardly move matter */
  double
      own_stiffness; /* part of the body's stiffness, [0, 1], that faces of the cage have of their own once they are stretched more
                           than 1.6 times as much one way as the other; default 0.03. Without it faces collapse under hard contact,
                           their normals turn over, and energy grows. Frozen normals have none */
  pl_momentum angular_momentum; /* default keep; frozen normals cannot */
} pl_cage_model_def;

/* Material and options of the hexahedral model: voxels about the surface, trilinear and corotational, carry its vertices. */
typedef struct pl_hex_def {
  double youngs_modulus; /* Pa, > 0; default 1e5 */
  double poisson_ratio;  /* [0, 0.5); default 0.3 */
  uint32_t cells[3];     /* voxels along x, y, z of the box around the surface; default 0, 0, 0: cubes, from spacing */
  double spacing;        /* side of a voxel, m, > 0; default 0: from nodes */
  uint32_t nodes; /* corners of voxels wanted, met as nearly as whole voxels allow; three unknowns each; default 500 */
  double penalty; /* beta, N/m, > 0: stiffness of a pinned vertex; default 0: 100 E times the size of the body */
  double
      plane_penalty; /* N/m, >= 0: particles behind planes are pulled back by springs of this stiffness inside the implicit step, as in
                           the paper, without friction; contact then leaves planes alone. Default 0: contact, as for all models */
  pl_momentum angular_momentum; /* default keep */
} pl_hex_def;

typedef enum pl_region_weights {
  PL_REGION_SHARE, /* a particle's mass is shared out evenly among the regions it is in: momentum is conserved */
  PL_REGION_MASS   /* its whole mass counts in each of them, as the paper prints it */
} pl_region_weights;

typedef enum pl_summation {
  PL_SUMMATION_AUTO,  /* whichever takes less work for this mesh and region */
  PL_SUMMATION_PATHS, /* from prefix sums along paths through the mesh: the cost grows as the region's width */
  PL_SUMMATION_DIRECT /* particle by particle: the cost grows as the region's area */
} pl_summation;

/* Material and options of the surface model. Every particle has a region of the mesh about it; every step the regions' rest
   shapes are laid rigidly over where their particles have gone, and each particle is pulled to the mean of the places that
   its regions have for it. Nothing is factorised, no step is too long, and any state finds back to its shape. */
typedef struct pl_surface_def {
  int region;          /* how many edges a region reaches from its particle, 1 to 64; default 3 */
  double radius;       /* m, along edges; > 0 overrides region: resolution does not change behaviour; default 0 */
  double stiffness;    /* k, 1/s^2, > 0: the pull is the part s = min(1, k h^2) of the way; default 36000. Above 1/h^2
                                the body cannot become stiffer at this step: pl_body_describe tells */
  double pull;         /* s itself, (0, 1], whatever the step, as in the paper; default 0: from stiffness */
  double damping;      /* 1/s, >= 0: how fast motion within regions fades, rigid motion does not; default 0 */
  double damping_part; /* the part of it that fades in a step, (0, 1], as in the paper; default 0: from damping */
  pl_region_weights weights; /* default share */
  pl_summation sums;         /* default auto */
  pl_momentum
      momentum; /* keep: what rounding, `mass` and normal points do to the momentum of a body that nothing holds, and how
                                a step brakes its spin, is undone; free: as in the paper; default keep */
  int passes;   /* of matching and pulling in a step, 1 to 100; default 1 */
  bool normal_point; /* a point above the particle along its normal takes part in the matching of its region, as in
                                the paper; costs a little angular momentum. Only at particles of triangles; default false */
} pl_surface_def;

/* What holds particles. Indices are the caller's vertex indices. */
typedef struct pl_pin_def {
  uint32_t mark; /* set by pl_default_pin_def */
  const uint32_t *particles;
  size_t count;
  pl_motion motion; /* moves the particles from where they are at time 0 of the motion; default: they stay */
} pl_pin_def;

typedef struct pl_grab_def {
  uint32_t mark;             /* set by pl_default_grab_def */
  const uint32_t *particles; /* the grabbed point is the weighted mean of these, at most 16 */
  const double *weights;     /* positive; NULL: equal */
  size_t count;
  double target[3]; /* m */
  double stiffness; /* N/m, > 0; default 0: strong enough to carry the body (its mass times (2 pi 4 Hz)^2) */
  double damping;   /* N s/m, >= 0; default -1: critical for the body's mass */
} pl_grab_def;

typedef struct pl_pin_id {
  uint32_t index;
  uint32_t generation; /* 0: no pin */
} pl_pin_id;

typedef struct pl_grab_id {
  uint32_t index;
  uint32_t generation; /* 0: no grab */
} pl_grab_id;

typedef struct pl_body_def {
  uint32_t mark;    /* set by pl_default_body_def */
  const char *name; /* default "body N" */
  pl_model_kind model;
  const pl_mesh *mesh;     /* rest shape; its vertices are the particles. Without edges the triangles' edges are used */
  double density;          /* kg/m^3, > 0; default 1000. Masses are density times the volume of a vertex */
  double thickness;        /* m, > 0: of an open surface, or the diameter of a curve; default 0: the mesh has a volume
                               of its own (vertex_volumes, or a closed surface) */
  const double *masses;    /* one per vertex, kg, > 0; NULL: from density and volume */
  const double *stiffness; /* one per vertex, > 0: factors on the stiffness there; NULL: 1 */
  const double *positions; /* start, 3 per vertex, m; NULL: the rest shape */
  const double *velocities; /* start, 3 per vertex, m/s; NULL: at rest */
  const pl_pin_def *pins;   /* pins known now cost nothing in a step and as many particles as wanted */
  size_t pin_count;
  double drag; /* 1/s, >= 0: of still air, on all particles alike: alone, it lets every velocity fade as exp(-drag t);
                       default 0 */
  pl_contact_def contact;
  bool sleep; /* it may fall asleep, see pl_sleep_def; default true */
  pl_graph_def graph;
  pl_volume_def volume; /* of a body with a closed surface */
  pl_cage_model_def cage;
  pl_hex_def hex;
  pl_surface_def surface;
} pl_body_def;

PL_API pl_body_def pl_default_body_def(pl_model_kind model);
PL_API pl_pin_def pl_default_pin_def(void);
PL_API pl_grab_def pl_default_grab_def(void);

/* Copies all it needs from def. The slow part (ordering, factorisation) happens here, not in a step. */
PL_API pl_status pl_body_create(pl_world *world, const pl_body_def *def, pl_body **out);
/* The body leaves at the start of the next step; the pointer must not be used any more. */
PL_API pl_status pl_body_remove(pl_body *body);

PL_API const char *pl_body_name(const pl_body *body);
PL_API pl_body *pl_world_body(const pl_world *world, const char *name); /* NULL: none of that name */
PL_API size_t pl_body_particle_count(const pl_body *body);
PL_API pl_mesh_data pl_body_rest(const pl_body *body); /* rest shape and topology, the caller's order */
/* What the model made of the material: lines "name = value unit". Writes at most size bytes, ends with a zero. */
PL_API void pl_body_describe(const pl_body *body, char *text, size_t size);
PL_API const double *pl_body_masses(const pl_body *body); /* kg, the caller's order */

/* Positions (m) and velocities (m/s), 3 per particle, in the caller's vertex order. A copy made on demand once per step,
   valid until the next step or change. */
PL_API const double *pl_body_positions(const pl_body *body);
PL_API const double *pl_body_velocities(const pl_body *body);

/* Queued for the start of the next step. Values must be finite. */
PL_API pl_status pl_body_set_positions(pl_body *body, const double *positions);
PL_API pl_status pl_body_set_velocities(pl_body *body, const double *velocities);
PL_API pl_status pl_body_set_graph(pl_body *body, const pl_graph_def *graph); /* costs a factorisation */
PL_API pl_status pl_body_set_surface(pl_body *body,
                                     const pl_surface_def *surface); /* other regions cost finding them */
/* Young's modulus, Poisson's ratio, penalty, own mass and angular momentum, at no cost. The cage, its quadrature and normals stay
   (the pointers are not read); other numbers for them are refused, and so are other voxels. */
PL_API pl_status pl_body_set_cage(pl_body *body, const pl_cage_model_def *cage);
PL_API pl_status pl_body_set_hex(pl_body *body, const pl_hex_def *hex);
PL_API pl_status pl_body_set_volume(pl_body *body, const pl_volume_def *volume);
/* Relative to what is wanted (the rest volume, or the target); of several parts the worst. 0 without a closed surface. */
PL_API double pl_body_volume_error(const pl_body *body);
PL_API pl_volume_def pl_body_volume(const pl_body *body); /* as it is now, without changes that wait */
/* Waking and falling asleep, also while it moves, go for all that it touches; anything else that is said to a body wakes it, too. A body
   that may not sleep keeps what it touches awake. */
PL_API bool pl_body_is_asleep(const pl_body *body);
PL_API pl_status pl_body_wake(pl_body *body);
PL_API pl_status pl_body_sleep(pl_body *body);
PL_API pl_status pl_body_set_sleep(pl_body *body, bool allowed);
PL_API pl_status pl_body_reset(pl_body *body); /* back to the start positions and velocities */
/* Rest edges of a body with plasticity: 6 per edge of pl_body_rest, the edge as its first vertex sees it (towards the second),
   then as its second vertex sees it (towards the first), m. Setting them is queued; the rest shape of the mesh comes back
   with pl_body_reset_plasticity. */
PL_API pl_status pl_body_rest_edges(const pl_body *body, double *edges);
PL_API pl_status pl_body_set_rest_edges(pl_body *body, const double *edges);
PL_API pl_status pl_body_reset_plasticity(pl_body *body);
/* A force in N on the listed particles (each gets all of it) for the next step only. */
PL_API pl_status pl_body_apply_force(pl_body *body, const uint32_t *particles, size_t count, const double force[3]);

/* Pins and grabs that come and go without a factorisation, from the start of the next step; up to 256 particles per
   body at a time (pins of the definition do not count). Removing a pin of the definition costs a factorisation. */
PL_API pl_status pl_pin_create(pl_body *body, const pl_pin_def *def, pl_pin_id *out);
PL_API pl_status pl_pin_remove(pl_body *body, pl_pin_id id);
PL_API pl_pin_id pl_body_pin(const pl_body *body, size_t i); /* the i-th pin of the definition */
PL_API pl_status pl_grab_create(pl_body *body, const pl_grab_def *def, pl_grab_id *out);
PL_API pl_status pl_grab_move(pl_body *body, pl_grab_id id, const double target[3]);
PL_API pl_status pl_grab_remove(pl_body *body, pl_grab_id id);

#ifdef __cplusplus
}
#endif
