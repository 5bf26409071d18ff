/* SPDX-License-Identifier: MIT
   Bodies whose particles are not their unknowns: a surface of any resolution is carried by a few nodes (a cage's
   vertices, the corners of voxels). Particle p lies at x_p(y), its velocity is J_p w, where y are the nodes, w their
   velocities and J the derivative of x; impulses on particles reach the nodes through J^T.

   Steps, impulses, static poses and imports are the same for all kinds; a kind (cage, hexahedra) makes and solves the
   matrix and computes particles from nodes. */
#pragma once

#include "model/common/pieces.h"
#include "model/model.h"

/* An implicit spring of a step: adds stiffness C^T C to the matrix and stiffness C^T (goal - C w) to the right-hand
   side, where C w = sum of weight × velocity of the particles, or its part along an axis. */
typedef struct pl_spring {
  const uint32_t *particles;
  const double *weights;
  size_t count;
  double stiffness;   /* kg, N/m in statics */
  double goal[3];     /* m/s */
  const double *axis; /* NULL: alike in all directions; else a unit vector, and it acts along that alone */
} pl_spring;

/* Takes what does not lie along the axis of a spring, if it has one, from a vector. */
void pl_spring_flatten(const pl_spring *spring, double vector[3]);

enum { PL_MOST_PLANES = 3 }; /* that a particle can be behind at once: a corner of three */

typedef struct pl_embedded pl_embedded;

/* Parameters that every kind has. */
typedef struct pl_embedded_material {
  double youngs_modulus, poisson_ratio, damping_ratio, density;
  double penalty;       /* N/m, of pins; 0: from the others */
  double plane_penalty; /* N/m, of particles behind planes; 0: contact pushes them out */
  pl_momentum angular_momentum;
} pl_embedded_material;

typedef struct pl_embedded_kind {
  size_t size; /* of the kind's data, which begins with a pl_embedded */
  pl_embedded_material (*material)(const pl_body_def *def);
  /* Makes a body of zeros with its kind. `empty` is called also after a failure. */
  pl_status (*make)(pl_embedded *nodes, const pl_model_setup *setup);
  void (*empty)(pl_embedded *nodes);
  /* NULL, or what follows from the definition besides the material; after `set_material`, and before room is made for
     pins */
  void (*define)(pl_embedded *nodes, const pl_body_def *def);
  pl_status (*reserve)(pl_embedded *nodes, size_t springs); /* NULL: needs no room for springs */

  /* Recomputes what is derived from y. The functions below are of the y of the last call. */
  void (*nodes_changed)(pl_embedded *nodes);
  /* Resets warm starts. */
  void (*forget)(pl_embedded *nodes);
  /* x, 3 per particle */
  void (*positions)(pl_embedded *nodes, pl_pool *pool, double *x);
  /* out = position of one particle */
  void (*position_one)(const pl_embedded *nodes, uint32_t particle, double out[3]);
  /* Where something besides the nodes carries matter (the normals of a cage; NULL: nothing does), its velocity is the
     derivative along w; `add_velocity` adds that along dw. */
  void (*record_carriers)(pl_embedded *nodes);
  void (*add_velocity)(pl_embedded *nodes, const double *dw);
  void (*turn)(pl_embedded *nodes, const double map[9]); /* and this turns it with the nodes, by any linear map */
  /* out = velocity of a particle */
  void (*velocity_one)(const pl_embedded *nodes, uint32_t particle, double out[3]);
  /* v (3 per particle) */
  void (*velocities)(pl_embedded *nodes, pl_pool *pool, double *v);
  /* NULL, or cheaper than one after the other: velocities, and x as `positions` gives after `nodes_changed` */
  void (*positions_and_velocities)(pl_embedded *nodes, pl_pool *pool, double *v, double *x);
  /* out = J^T momentum of matter, N s: M w where nothing else carries */
  void (*momentum)(const pl_embedded *nodes, double *out);
  double (*kinetic)(const pl_embedded *nodes); /* J */
  /* out (3 per particle) = J u */
  void (*spread)(pl_embedded *nodes, const double *u, pl_pool *pool, double *out);
  /* the same of some particles: out (3 of each) = J_p u */
  void (*spread_some)(const pl_embedded *nodes, const double *u, const uint32_t *particles, size_t count, double *out);
  /* f += J^T force, force 3 per particle */
  void (*gather)(const pl_embedded *nodes, const double *force, double *f);
  /* f += J_p^T force */
  void (*gather_one)(const pl_embedded *nodes, uint32_t particle, const double force[3], double *f);
  /* the same for some */
  void (*gather_some)(const pl_embedded *nodes, const pl_impulse *forces, size_t count, double *f);

  /* Rotations (kept as warm start), elastic energy, and f = elastic force (NULL: only
     the energy; rotations stay as they are). */
  pl_status (*elastic)(pl_embedded *nodes, const pl_model_context *context, double *energy, double *f);
  /* out = K u for the rotations last found */
  pl_status (*stiffness)(pl_embedded *nodes, const double *u, const pl_model_context *context, double *out);
  /* out = M u */
  void (*mass)(const pl_embedded *nodes, const double *u, double *out);
  /* f += weight in a field of gravity, m/s^2 */
  void (*add_weight)(const pl_embedded *nodes, const double gravity[3], double *f);
  /* The centre of mass as it is now. */
  void (*centre)(const pl_embedded *nodes, double out[3]);

  /* Makes and factorises A = mass × M + stiffness × K + the springs, for the rotations last found. */
  pl_status (*factorise)(pl_embedded *nodes, double mass, double stiffness, const pl_spring *springs, size_t count,
                         const pl_model_context *context);
  pl_status (*solve)(pl_embedded *nodes, double *x, const pl_model_context *context); /* x := A^-1 x */
  /* out[9 (a count + b) + 3 r + c]: as pl_model.compliance with 3×3 blocks */
  pl_status (*compliance)(pl_embedded *nodes, const uint32_t *particles, size_t count, const pl_model_context *context,
                          double *out);
  /* Bytes of the arena that one of these may take. */
  size_t (*scratch)(const pl_embedded *nodes);
} pl_embedded_kind;

/* What momentum a free body must have after a step, about its centre of mass: its velocities are corrected for that
   when it ends. An impulse cancels that. */
typedef struct pl_target_momentum {
  double made; /* 1: there is one */
  double drift[3], spin[3];
} pl_target_momentum;

/* The first member of every kind's data. */
struct pl_embedded {
  const pl_embedded_kind *kind;
  size_t unknowns;                    /* 3 per node */
  size_t particles;                   /* carried */
  double *y, *w;                      /* state: nodes, m, and their velocities, m/s */
  double *rest;                       /* nodes at rest */
  double *rest_x;                     /* particles at rest, 3 each */
  double lambda, mu;                  /* Lame's numbers, Pa */
  double beta;                        /* s: rates of strain count like so much strain */
  double total_mass;                  /* kg */
  double size;                        /* diagonal of the rest shape, m */
  double penalty;                     /* stiffness of a pin, N/m */
  double plane_penalty;               /* of a particle behind a plane, N/m; 0: contact does it */
  bool penalty_is_shared;             /* by many pins, since it was not given */
  bool exact;                         /* forces are the exact derivative of the energy */
  pl_target_momentum target_momentum; /* state */
  pl_pieces pieces;                  /* of nodes, which share neither stiffness nor mass; count 0: nothing parts them */
  pl_target_momentum *piece_targets; /* of each, within a step, while there are several */
  double curvature_part;     /* part of the curvature beyond first derivatives that the matrix includes; 0: none */
  double rotation_stiffness; /* how much K resists rotation: 0, or 1: then the energy is not underestimated */
  bool keeps_momentum;       /* a free body gets back the angular momentum that the step takes */
  pl_spring *springs;        /* room for fixed particles, holds, and particles behind planes */
  size_t spring_capacity;
  uint32_t *numbers; /* 0, 1, … for springs of particles behind planes */
  size_t number_capacity;
  double *work;                   /* 3 vectors of unknowns */
  double *start, start_centre[3]; /* nodes and centre of mass when the step began */
  double kinetic, energy;         /* J, kinetic and elastic energy then */
  double *load;                   /* N s: impulses on the nodes from outside since then */
  double *pending;  /* m/s: changes of w not yet applied to particles (pl_embedded_unknowns_to_particles) */
  bool has_pending; /* are there any? */
  /* J: elastic energy up to which the step gains none (energy_check.c); INFINITY: not checked */
  double bound;
  bool pushed; /* by contact */
  bool held;   /* by springs, whose work is not counted */
  /* Particles of nodes at ahead_y, from `follow_direction` in this step. */
  double *ahead_x, *ahead_y;
};

/* embedded.c */
pl_status pl_embedded_create(const pl_embedded_kind *kind, const pl_model_setup *setup, void **data, uint32_t *order);
void pl_embedded_destroy(void *data);
pl_status pl_embedded_prepare(pl_model_body *body, const pl_body_def *def, unsigned changes,
                              const pl_model_context *context);
pl_status pl_embedded_reserve(pl_model_body *body);
pl_status pl_embedded_allocate(pl_embedded *nodes, size_t unknowns, size_t particles);
void pl_embedded_free(pl_embedded *nodes);
pl_status pl_embedded_check_material(const char *model, const pl_embedded_material *material);
/* Warns of a nearly incompressible material, where points and voxels lock. */
void pl_embedded_describe_locking(const pl_embedded *nodes, char *text, size_t size);
double pl_embedded_pin(const pl_embedded *nodes, size_t count); /* stiffness of each of so many pins, N/m */
size_t pl_embedded_scratch(const pl_model_body *body);
pl_status pl_embedded_declare(pl_model_body *body, pl_registry *registry);
/* After nodes and their velocities were set: recomputes what is derived from them, particles included. */
void pl_embedded_update_particles(pl_model_body *body, pl_pool *pool);
pl_status pl_embedded_measure(const pl_model_body *body, const double gravity[3], pl_body_signals *out);
pl_status pl_embedded_energy(const pl_model_body *body, const double *x, const pl_model_context *context,
                             double *energy, double *force);

/* planes.c: springs of particles behind planes, into nodes->springs from `count` on; returns their number then. */
size_t pl_embedded_plane_springs(const pl_model_body *body, size_t count, const pl_model_context *context);

/* advance.c */
pl_status pl_embedded_advance(pl_model_body *const *bodies, size_t count, const pl_model_context *context);
pl_status pl_embedded_apply_impulses(pl_model_body *body, const pl_impulse *impulses, size_t count,
                                     const pl_model_context *context);
pl_status pl_embedded_impulses_to_unknowns(pl_model_body *body, const pl_impulse *impulses, size_t count,
                                           const pl_model_context *context);
pl_status pl_embedded_particle_velocities(pl_model_body *body, const uint32_t *particles, size_t count,
                                          const pl_model_context *context, double *velocities);
pl_status pl_embedded_unknowns_to_particles(pl_model_body *body, const pl_model_context *context);
size_t pl_embedded_direction_size(const pl_model_body *body);
pl_status pl_embedded_find_direction(pl_model_body *body, const double *impulse, const pl_model_context *context,
                                     double *direction, double *dv);
void pl_embedded_follow_direction(pl_model_body *body, const double *direction, double part,
                                  const pl_model_context *context);
pl_status pl_embedded_positions(pl_model_body *body, const pl_model_context *context, double *x);
void pl_embedded_drop_pending(pl_embedded *nodes);
pl_status pl_embedded_compliance(pl_model_body *body, const uint32_t *particles, size_t count,
                                 const pl_model_context *context, double *out);

static inline bool pl_embedded_is_in_pieces(const pl_embedded *nodes) { return nodes->pieces.count > 1; }

/* spin.c. Of a body that nothing holds, or of its pieces: their momenta at the end of the step are predicted when it
   begins; outside: forces, N; drag: more of them by momentum, 1/s; springs: how many of nodes->springs there are. */
pl_status pl_embedded_predict_momenta(pl_embedded *nodes, const double *outside, double drag, size_t springs,
                                      const pl_model_context *context);
size_t pl_embedded_parts_scratch(const pl_embedded *nodes); /* bytes that parts take, besides 8 vectors of unknowns */
/* Impulses from outside changed w by dw (NULL: of all nodes), so that these momenta hold no more. */
void pl_embedded_cancel_targets(pl_embedded *nodes, const double *dw);
/* Corrects velocities to these momenta, if no impulse from outside came in between. */
pl_status pl_embedded_correct_momenta(pl_model_body *body, const pl_model_context *context);

/* After all impulses. Along rigid velocities, which are tangents, a body grows by half the square of the angle; a stiff
   one gains more energy by that than the turn has. Moves nodes of a body that turns far onto the arc; *bent: it did. */
pl_status pl_embedded_move_on_arc(pl_model_body *body, const pl_model_context *context, bool *bent);

/* Where the arc of its rigid motion since the step began takes the nodes, into y; false: they do not turn far. */
pl_status pl_embedded_arc(pl_model_body *body, const pl_model_context *context, double *y, bool *turned);

/* The body as a whole (model/common/aggregate.h), as nodes and what they carry move at the end of a step. */
pl_status pl_embedded_aggregate(const pl_model_body *body, const pl_model_context *context, pl_aggregate *out);
pl_status pl_embedded_set_rigid_motion(pl_model_body *body, const pl_aggregate *aggregate,
                                       const struct pl_rigid_motion *to, double part, const pl_model_context *context);
double pl_embedded_energy_at_start(const pl_model_body *body);

/* energy_check.c */
pl_status pl_embedded_gains_energy(pl_model_body *body, const pl_model_context *context, bool *again);

/* apply_response.c */
pl_status pl_embedded_impulse_response(pl_model_body *body, const double *impulse, const pl_model_context *context,
                                       double *dv);
pl_status pl_embedded_apply_response(pl_model_body *body, const double *impulse, double positions, double velocities,
                                     bool *cut, const pl_model_context *context);

pl_status pl_embedded_carry(pl_model_body *const *bodies, size_t count, const pl_model_context *context);

/* statics.c: minimises elastic energy + springs + weight from where the nodes are, until no node moves by more than the
   tolerance. PL_OK also when the most solves were made. */
pl_status pl_embedded_pose(pl_embedded *nodes, const pl_statics_task *task, const pl_model_context *context,
                           pl_statics_result *result);
pl_status pl_embedded_solve_statics(pl_model_body *body, const pl_statics_task *task, const pl_model_context *context,
                                    pl_statics_result *result);

/* import.c: nodes and their velocities from particles set from outside; the particles then follow the nodes. */
pl_status pl_embedded_import(pl_model_body *body, const pl_model_context *context);
pl_status pl_embedded_reset(pl_model_body *body, const pl_model_context *context);
pl_status pl_embedded_restored(pl_model_body *body, const pl_model_context *context);

/* The part of a model's table that all kinds have in common. */
#define PL_EMBEDDED_FUNCTIONS                                                                                          \
  .traits = {.coupling = PL_COUPLING_BLOCKS, .carried = true}, .destroy = pl_embedded_destroy,                         \
  .reserve = pl_embedded_reserve, .energy = pl_embedded_energy, .advance = pl_embedded_advance,                        \
  .apply_impulses = pl_embedded_apply_impulses, .impulses_to_unknowns = pl_embedded_impulses_to_unknowns,              \
  .particle_velocities = pl_embedded_particle_velocities, .unknowns_to_particles = pl_embedded_unknowns_to_particles,  \
  .direction_size = pl_embedded_direction_size, .find_direction = pl_embedded_find_direction,                          \
  .follow_direction = pl_embedded_follow_direction, .embedded_positions = pl_embedded_positions,                       \
  .gains_energy = pl_embedded_gains_energy, .impulse_response = pl_embedded_impulse_response,                          \
  .apply_response = pl_embedded_apply_response, .compliance = pl_embedded_compliance, .scratch = pl_embedded_scratch,  \
  .carry = pl_embedded_carry, .import = pl_embedded_import, .measure = pl_embedded_measure,                            \
  .aggregate = pl_embedded_aggregate, .set_rigid_motion = pl_embedded_set_rigid_motion,                                \
  .energy_at_start = pl_embedded_energy_at_start, .solve_statics = pl_embedded_solve_statics
