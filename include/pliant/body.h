/* SPDX-License-Identifier: MIT
   Bodies: a mesh, a material, a model that gives it its shape, and what holds it. Each model has a header of its own,
   pliant/model_NAME.h; this one lists them. */
#pragma once

#include <stdbool.h>

#include "pliant/contact.h"
#include "pliant/fracture.h"
#include "pliant/heat.h"
#include "pliant/inelastic.h"
#include "pliant/keyframes.h"
#include "pliant/mesh.h"
#include "pliant/model.h"
#include "pliant/model_cage.h"
#include "pliant/model_continuum.h"
#include "pliant/model_graph.h"
#include "pliant/model_hex.h"
#include "pliant/model_hybrid.h"
#include "pliant/model_surface.h"
#include "pliant/planar.h"
#include "pliant/status.h"
#include "pliant/volume.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pl_world pl_world;

typedef enum pl_model_kind {
  PL_MODEL_GRAPH = 1,   /* geometric potential energy on a node graph (Huang et al.) */
  PL_MODEL_SURFACE = 2, /* shape matching of overlapping regions of a surface mesh (Diziol et al.) */
  PL_MODEL_CAGE = 3,    /* Green Coordinates of a cage as a basis of elasticity (Martin et al.) */
  PL_MODEL_HEX = 4,     /* hexahedral finite elements in the voxels of a surface */
  PL_MODEL_CONTINUUM =
      5,              /* energies of the fundamental tensors of curves, surfaces and solids (Terzopoulos, Fleischer) */
  PL_MODEL_HYBRID = 6 /* a rigid frame and splines of the deformation from it (the same) */
} pl_model_kind;

/* What holds particles. Indices are the caller's vertex indices. */
typedef struct pl_pin_def {
  uint32_t mark; /* set by pl_default_pin_def */
  const uint32_t *particles;
  size_t count;
  pl_motion motion; /* moves the particles from where they are at time 0 of the motion; default: they stay */
} pl_pin_def;

enum { PL_MOST_GRAB_KEYS = 32 };

typedef struct pl_grab_def {
  uint32_t mark;             /* set by pl_default_grab_def */
  const uint32_t *particles; /* the grabbed point is the weighted mean of these, at most 16 */
  const double *weights;     /* positive; NULL: equal */
  size_t count;
  double target[3];   /* m */
  const pl_key *keys; /* the same over the world's time, instead; NULL: constant. At most PL_MOST_GRAB_KEYS */
  size_t key_count;
  double stiffness; /* N/m, > 0; default 0: strong enough to carry the body (its mass times (2 pi 4 Hz)^2) */
  double damping;   /* N s/m, >= 0; default -1: critical for the body's mass */

  /* A grab that turns what it holds, too: three or more particles, not all on a line, are held like a handle by a
     torsional spring. It also keeps the handle's own shape, as far as it is stiff. */
  bool turns;         /* default false */
  double attitude[3]; /* rotation vector, rad, from how the particles stood when the grab began */
  const pl_key *attitude_keys;
  size_t attitude_key_count;
  double turn_stiffness; /* N m/rad, > 0; default 0: strong enough to turn the body (its inertia times (2 pi 4 Hz)^2) */
  double turn_damping;   /* N m s/rad, >= 0; default -1: critical for the body's inertia */
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
  bool sleep;                 /* it may fall asleep, see pl_sleep_def; default true */
  pl_volume_def volume;       /* of a body with a closed surface */
  pl_inelastic_def inelastic; /* how its matter creeps and yields; of models that have links */
  pl_fracture_def fracture;   /* when it breaks; for good when the body is made */
  pl_heat_def heat;           /* what it conducts, and how warm it is */
  pl_planar_def planar;       /* whether it stays in a plane */
  /* for each model the part that it alone reads */
  pl_graph_def graph;
  pl_surface_def surface;
  pl_cage_model_def cage;
  pl_hex_def hex;
  pl_continuum_def continuum;
  pl_hybrid_def hybrid;
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
/* What this step, mesh or model cannot represent of the material, and what helps: a line each, as text of at most size
   bytes that ends with a zero. Returns how many there are; 0: the material applies as defined. */
PL_API size_t pl_body_limits(const pl_body *body, char *text, size_t size);
PL_API double pl_body_thickness(const pl_body *body);     /* m, as in the definition */
PL_API const double *pl_body_masses(const pl_body *body); /* kg, the caller's order */

/* Positions (m) and velocities (m/s), 3 per particle, in the caller's vertex order. A copy made on demand once per
   step, valid until the next step or change. */
PL_API const double *pl_body_positions(const pl_body *body);
PL_API const double *pl_body_velocities(const pl_body *body);

/* Queued for the start of the next step. Values must be finite. */
PL_API pl_status pl_body_set_positions(pl_body *body, const double *positions);
PL_API pl_status pl_body_set_velocities(pl_body *body, const double *velocities);
/* Another material, from the part of the definition that the body's model reads; nothing else of it is looked at.
   What the model settles when a body is created cannot become another (the header of each model says what that is),
   and pointers are not read. Each model has a function of its own for this, too: pl_body_set_graph,
   pl_body_set_surface and so on. */
PL_API pl_status pl_body_set_material(pl_body *body, const pl_body_def *def);
PL_API pl_status pl_body_set_volume(pl_body *body, const pl_volume_def *volume);
/* Relative to what is wanted (the rest volume, or the target); of several parts the worst. 0 without a closed
   surface. */
PL_API double pl_body_volume_error(const pl_body *body);
/* m^2, that a closed curve of a planar body encloses, counter-clockwise about the normal; 0: of any other body. */
PL_API double pl_body_area(const pl_body *body);
PL_API pl_volume_def pl_body_volume(const pl_body *body); /* as it is now, without changes that wait */
/* Waking and falling asleep, also while it moves, go for all that it touches; anything else that is said to a body
   wakes it, too. A body that may not sleep keeps what it touches awake. */
PL_API bool pl_body_is_asleep(const pl_body *body);
PL_API pl_status pl_body_wake(pl_body *body);
PL_API pl_status pl_body_sleep(pl_body *body);
PL_API pl_status pl_body_set_sleep(pl_body *body, bool allowed);
PL_API pl_status pl_body_reset(pl_body *body); /* back to the start positions and velocities */
/* Another law of creep and yield, queued for the start of the next step: what has flowed stays, so that a shape may
   be made while the body flows and kept when it does not any more. */
PL_API pl_status pl_body_set_inelastic(pl_body *body, const pl_inelastic_def *inelastic);
PL_API pl_inelastic_def pl_body_inelastic(const pl_body *body); /* as it is now, without changes that wait */
/* Rest edges of a body with plasticity: 6 per edge of pl_body_rest, the edge from its first vertex to its second, with
   the rotation of the first, then from the second to the first, with that of the second, m. Setting them is queued; the
   rest shape of the mesh comes back with pl_body_reset_plasticity. */
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
PL_API pl_status pl_grab_move(pl_body *body, pl_grab_id id, const double target[3]);   /* no more by keys */
PL_API pl_status pl_grab_turn(pl_body *body, pl_grab_id id, const double attitude[3]); /* of a grab that turns */
PL_API pl_status pl_grab_remove(pl_body *body, pl_grab_id id);
/* The springs of the grabs that hold a body now: the point that each holds and the place that it is pulled to, 6
   numbers each, m. Writes at most `most` of them; returns how many there are. */
PL_API size_t pl_body_springs(const pl_body *body, double *ends, size_t most);

#ifdef __cplusplus
}
#endif
