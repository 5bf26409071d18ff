/* SPDX-License-Identifier: MIT
   What a model is to the rest of the house: one struct of functions and its private data. The world never switches on a
   model's kind. Particles are seen in storage order, the order the model asked for when it was created. */
#pragma once

#include <math.h>
#include <stdbool.h>

#include "base/arena.h"
#include "base/limits.h"
#include "base/pool.h"
#include "base/record.h"
#include "base/registry.h"
#include "base/work.h"
#include "math/functions.h"
#include "model/fibres.h"
#include "pliant/world.h"

/* One row of a bilateral constraint that comes and goes while running, alike in x, y and z:
   sum of weight × new velocity + softness × impulse = goal. A pin has softness 0. */
typedef struct pl_hold {
  const uint32_t *particles; /* storage order */
  const double *weights;
  size_t count;
  double goal[3];  /* m/s */
  double softness; /* 1/kg */
} pl_hold;

enum {
  PL_MOST_HELD = 256, /* particles in holds, per body */
  PL_MOST_PUSHED =
      768, /* particles in one call of compliance, PL_COUPLING_SCALAR. Contact with more goes by respond alone */
  PL_MOST_BLOCKS = 256 /* the same, PL_COUPLING_BLOCKS */
};

/* How an impulse on one particle moves the others: what contact needs before it iterates. */
typedef enum pl_coupling {
  PL_COUPLING_SCALAR, /* all of them, alike in x, y and z: a number per pair of particles */
  PL_COUPLING_NONE,   /* not at all: a number per particle. Any number of particles may be pushed at once */
  PL_COUPLING_BLOCKS  /* all of them, and x moves y: 3×3 numbers per pair */
} pl_coupling;

/* Capabilities of a body: what other rooms have to know besides the functions of its model, so that none of them asks
   which model it is. A new body has those of its model; `prepare` may change them. */
typedef struct pl_model_traits {
  pl_coupling coupling; /* how impulses on one particle move others */
  /* particles follow unknowns of the model's own: it weighs and brakes itself (context.gravity, drag), pins are
     springs, and particles move after contact, when the unknowns are known */
  bool carried;
  bool collides_with_planes; /* the model itself pushes it out of planes: contact skips those */
  bool needs_outer;          /* advance uses view.outer; for other models it is in `force` */
} pl_model_traits;

/* Everything on the side against the normal is behind it. */
typedef struct pl_plane {
  double normal[3]; /* unit */
  double offset;    /* m: its points are at normal . x = offset */
} pl_plane;

/* What acts on particles and depends on where they get in a small step: a potential of their places at its end. */
typedef struct pl_outer pl_outer;
struct pl_outer {
  /* J, of a particle at x; to gradient (3 numbers) and hessian (9, the part of it that is not negative) that of it is
     added; NULL: not wanted */
  double (*at)(const pl_outer *outer, size_t particle, const double x[3], double *gradient, double *hessian);
};

/* One body, as its model works on it. */
typedef struct pl_model_body {
  const char *name;
  size_t count;          /* particles */
  double *x, *v;         /* state: m, m/s; 3 per particle */
  const double *mass;    /* kg */
  const double *force;   /* external, N, 3 per particle: written by stage 1 */
  double drag;           /* 1/s; already in `force`, but for a model that is carried, see pl_model_drag */
  const pl_outer *outer; /* while models advance; NULL: nothing */

  const uint32_t *fixed; /* particles eliminated from the unknowns, whose motion is given; rising */
  size_t fixed_count;
  const double *fixed_velocity; /* m/s of each fixed particle during the coming step, 3 per fixed particle */

  const pl_hold *holds;
  size_t hold_count;

  /* The subspace that x - origin and v of particles that are not fixed lie in: count × basis_size, one row per
     particle, orthonormal by mass, zero at fixed particles; basis_size 0: no subspace. */
  const double *basis;
  size_t basis_size;
  const double *origin; /* m, 3 per particle: the start */

  bool flows;            /* laws of matter move rest values of its fibres: they are state */
  const pl_links *links; /* NULL: all of them are as they were made */

  pl_model_traits traits;
  void *data; /* the model's own */
} pl_model_body;

/* Force per momentum, 1/s: over a step it leaves exp(-drag h) of it. */
static inline double pl_model_drag(const pl_model_body *body, double h) { return -pl_expm1(-body->drag * h) / h; }

typedef struct pl_model_context {
  double h;          /* s, of the small step */
  double step;       /* s, of the world's step, of which it is a part: what "per step" means in definitions */
  double gravity[3]; /* m/s^2, at the start of the small step */
  pl_pool *pool;
  pl_arena *scratch;
  pl_step_stats *stats; /* a model adds what it measured */
  pl_work *work;        /* of contact in the small step; NULL: not counted */
  /* while models advance: the obstacles that are planes, as they will be at the end of the step */
  const pl_plane *planes;
  size_t plane_count;
  int attempt; /* how often this step was repeated because it gained energy */
} pl_model_context;

/* An impulse in N s on one particle. */
typedef struct pl_impulse {
  uint32_t particle;
  double value[3];
} pl_impulse;

/* What a body is made from, in the caller's order. */
typedef struct pl_model_setup {
  const pl_body_def *def;
  pl_mesh_data rest;    /* with edges, also where the definition's mesh had only triangles */
  const double *mass;   /* kg */
  const uint8_t *fixed; /* 1: pinned by the definition */
} pl_model_setup;

/* A spring that holds a point of a body at rest: the weighted mean of particles, storage order. */
typedef struct pl_rest_spring {
  const uint32_t *particles;
  const double *weights;
  size_t count;
  double stiffness; /* N/m; 0: the model's own for pins */
  double target[3]; /* m */
} pl_rest_spring;

/* The shape of least energy is wanted; see pliant/statics.h. */
typedef struct pl_statics_task {
  const pl_rest_spring *springs;
  size_t spring_count;
  double gravity[3];
  const pl_outer *outer; /* NULL: none; only of models that need it */
  double tolerance;      /* m */
  int most;              /* solves */
} pl_statics_task;

typedef struct pl_statics_result {
  int rounds;
  double moved;  /* m, by the last solve */
  double energy; /* J, with springs and weight */
  /* N, Euclidean norms over all nodes: of what acts from outside, springs and weight with it, and of that together with
     elastic forces; below 0: unknown */
  double load, unbalanced;
} pl_statics_result;

/* Hexahedra that carry the matter of a body, with corner 4 a + 2 b + c at (a, b, c); arrays of the model's own. */
typedef struct pl_model_cells {
  size_t node_count, count;
  const double *nodes;     /* at rest, m, 3 per node */
  const double *mass;      /* kg per node */
  const uint32_t *corners; /* 8 per cell */
  const double *fill;      /* per cell: part of it that is matter */
  const uint32_t *host;    /* per particle: its cell */
  const double *weight;    /* 8 per particle: of the corners */
} pl_model_cells;

typedef enum pl_model_change {
  PL_CHANGED_STEP = 1,     /* h */
  PL_CHANGED_MATERIAL = 2, /* the definition's material */
  PL_CHANGED_FIXED = 4,    /* which particles are fixed */
  PL_CHANGED_BASIS = 16,   /* the subspace */
  PL_CHANGED_BACK = 8      /* after a failure: the definition is again the one that the last good factor was made for */
} pl_model_change;

/* A body as one rigid aggregate (common/aggregate.h). */
typedef struct pl_aggregate pl_aggregate;
struct pl_rigid_motion;
struct pl_carriers;

/* Where a model's part is in a body's definition. */
typedef struct pl_model_part {
  size_t at, size; /* bytes */
} pl_model_part;

#define PL_MODEL_PART(member)                                                                                          \
  {                                                                                                                    \
    offsetof(pl_body_def, member), sizeof(((pl_body_def *)0)->member)                                                  \
  }

/* A key that is settled when a body is created and cannot become another. */
typedef struct pl_frozen_key {
  const char *name; /* "hex.nodes" */
  size_t at, size;  /* in the definition, bytes */
} pl_frozen_key;

#define PL_FROZEN(member, key)                                                                                         \
  {                                                                                                                    \
#member "." #key, offsetof(pl_body_def, member.key), sizeof(((pl_body_def *)0)->member.key)                        \
  }

/* A number of a definition, held against the table of magnitudes (base/limits.h). */
typedef struct pl_model_number {
  const char *name; /* "graph.youngs_modulus" */
  pl_quantity quantity;
  size_t at; /* in the definition, bytes; a double */
} pl_model_number;

#define PL_MODEL_NUMBER_AT(key, of)                                                                                    \
  {                                                                                                                    \
#key, PL_QUANTITY_##of, offsetof(pl_body_def, key)                                                                 \
  }
#define PL_MODEL_NUMBER(member, key, of) PL_MODEL_NUMBER_AT(member.key, of)

#define PL_MODEL_MEMBER(member, key, of) PL_MEMBER(pl_body_def, member.key, of)

typedef struct pl_model {
  const char *name;
  pl_model_kind kind;

  /* ---- the definition ---- */

  pl_model_part part;

  /* Fills the part. */
  void (*defaults)(pl_body_def *def);

  /* Checks the part: ranges, combinations. */
  pl_status (*check)(const pl_body_def *def);

  /* What the part points to belongs to the caller: forgets it. NULL: it has no pointers. */
  void (*forget_pointers)(pl_body_def *def);

  const pl_frozen_key *frozen; /* NULL: none */
  size_t frozen_count;

  const pl_model_number *numbers; /* with the magnitudes that they may have */
  size_t number_count;

  pl_layout layout; /* of the part within the definition, as snapshots and recordings have it */

  /* ---- the body ---- */

  pl_model_traits traits; /* of a new body */
  bool together;          /* advance takes the scratch of all its bodies at once, not of one after the other */

  /* Allocates for a body and fills order[storage] = caller's index. */
  pl_status (*create)(const pl_model_setup *setup, void **data, uint32_t *order);
  void (*destroy)(void *data);

  /* The volume of each vertex, m^3, where the mesh does not say. NULL: that of its triangles or edges. */
  pl_status (*volumes)(const pl_mesh_data *rest, double thickness, double *volumes);

  /* The only slow call: analyse and factorise what depends on the changes named. changes = all of them at the start.
     After a failure the old factor stays; PL_CHANGED_BACK then puts the rest back too, and cannot fail. */
  pl_status (*prepare)(pl_model_body *body, const pl_body_def *def, unsigned changes, const pl_model_context *context);

  /* Makes room for particles to be pushed and held, so that steps need no memory. */
  pl_status (*reserve)(pl_model_body *body);

  /* Names the arrays that influence the future. */
  pl_status (*declare)(pl_model_body *body, pl_registry *registry);

  /* Elastic energy (J) and forces (N, 3 per particle; NULL: not wanted) at given positions (3 per particle). */
  pl_status (*energy)(const pl_model_body *body, const double *x, const pl_model_context *context, double *energy,
                      double *force);

  /* Free motion: (x, v) at t and external forces to (x, v) at t + h, with fixed particles and holds obeyed. */
  pl_status (*advance)(pl_model_body *const *bodies, size_t count, const pl_model_context *context);

  /* ---- impulses after the free motion: contact, volume, handles ---- */

  /* The only way in which particles are pushed after the free motion: impulses change the model's unknowns, x and v
     follow. v += A^-1 j, with A the model's matrix of the step. Fixed particles and pins do not move. The map is
     linear: two calls are one with the sum. */
  pl_status (*apply_impulses)(pl_model_body *body, const pl_impulse *impulses, size_t count,
                              const pl_model_context *context);

  /* The same in three parts, for models in which moving all particles is expensive: the first changes only the
     unknowns, the second gives velocities of some particles with all impulses so far (3 per particle, m/s), the third
     brings x and v of all particles in line. All three or none; NULL: `apply_impulses` alone. */
  pl_status (*impulses_to_unknowns)(pl_model_body *body, const pl_impulse *impulses, size_t count,
                                    const pl_model_context *context);
  pl_status (*particle_velocities)(pl_model_body *body, const uint32_t *particles, size_t count,
                                   const pl_model_context *context, double *velocities);
  pl_status (*unknowns_to_particles)(pl_model_body *body, const pl_model_context *context);

  /* After contact: has the body more elastic energy than its linear map A^-1 predicted, so that it would gain energy in
     this step? Then *again becomes true, and when the step is repeated `advance` makes a stiffer map. NULL: never. */
  pl_status (*gains_energy)(pl_model_body *body, const pl_model_context *context, bool *again);

  /* The map A^-1 for impulses on all particles (3 per particle, N s), not applied: dv = how velocities would change,
     m/s; zero at fixed particles and pins. NULL: particles are the unknowns, each by itself, and may be moved one by
     one. */
  pl_status (*impulse_response)(pl_model_body *body, const double *impulse, const pl_model_context *context,
                                double *dv);

  /* Applies such a response: x += positions (s) times dv, v += velocities times dv. cut not NULL: positions only so far
     that the body gains no energy in this step, and *cut says whether that was less. NULL: the caller adds multiples of
     dv to x and v itself, and then calls `particles_moved`, if that is not NULL. */
  pl_status (*apply_response)(pl_model_body *body, const double *impulse, double positions, double velocities,
                              bool *cut, const pl_model_context *context);

  pl_status (*particles_moved)(pl_model_body *body, const pl_model_context *context);

  /* With `impulses_to_unknowns`: a response that is applied several times. `find_direction` is `impulse_response` that
     also keeps in `course`, `direction_size` numbers, what the unknowns do; `follow_direction` moves them by a part of
     it, as that part of the impulses would, until `unknowns_to_particles`. All three or none. */
  size_t (*direction_size)(const pl_model_body *body);
  pl_status (*find_direction)(pl_model_body *body, const double *impulse, const pl_model_context *context,
                              double *course, double *dv);
  void (*follow_direction)(pl_model_body *body, const double *course, double part, const pl_model_context *context);

  /* Is every rigid motion of the body a motion of its unknowns, too? (Nothing holds it, its subspace has them.) Only
     with `impulse_response`; NULL: no. */
  bool (*has_rigid_motions)(const pl_model_body *body);

  /* How far elasticity moved each particle in this step, m. NULL: the model has no such number. */
  void (*elastic_displacements)(const pl_model_body *body, double *out);

  /* Entries of A^-1 (the compliance, or Delassus operator) between `count` particles: the change of velocity of
     particle a per unit impulse on particle b, in 1/kg. By coupling:
       none    out[a], for b = a; any count
       scalar  out[a × count + b], count <= PL_MOST_PUSHED
       blocks  out[9 × (a × count + b) + 3 × r + c]: component r of a's velocity per component c of b's impulse,
               count <= PL_MOST_BLOCKS, or as many as are attached */
  pl_status (*compliance)(pl_model_body *body, const uint32_t *particles, size_t count, const pl_model_context *context,
                          double *out);

  /* The most bytes that one call of the above takes from the arena, so that steps need not make it grow. */
  size_t (*scratch)(const pl_model_body *body);

  /* Would the body change though its particles lie still, because wind or a target drives it? Then it does not fall
     asleep. NULL: never. */
  bool (*is_driven)(const pl_model_body *body, const pl_body_def *def);

  /* Stage 4: particles go to where the unknowns carry them (embedding). NULL: they are the unknowns. */
  pl_status (*carry)(pl_model_body *const *bodies, size_t count, const pl_model_context *context);

  /* Where `carry` would take the particles now (3 per particle). NULL: they are there. */
  pl_status (*embedded_positions)(pl_model_body *body, const pl_model_context *context, double *x);

  /* What laws of matter act on (fibres.h). Arrays besides the counts are there after `prepare`, where the body flows or
     has links. NULL: nothing of this model flows, creeps or breaks. */
  void (*fibres)(const pl_model_body *body, pl_fibres *out);

  /* How far each fibre is deformed from its rest value, `components` numbers each. */
  pl_status (*deformations)(const pl_model_body *body, const pl_model_context *context, double *out);

  /* Rest values or links (pl_refit) were changed. Needs no memory. */
  pl_status (*refit)(pl_model_body *body, unsigned what, const pl_model_context *context);

  /* Where links are cells: the pieces of particles that they leave, those of the nodes that carry them. Needs no
     memory. NULL: links join particles. */
  void (*find_pieces)(const pl_model_body *body, pl_pieces *pieces);

  /* Pieces that sleep, by their numbers, go back to where the small step found them, and lie still. NULL: particles
     have no unknowns behind them. */
  void (*put_back)(pl_model_body *body, const uint8_t *asleep);

  /* Particles were set from outside: bring what was derived from them in line. */
  pl_status (*import)(pl_model_body *body, const pl_model_context *context);

  /* Particles were put back to their start: forget warm starts, so that the same motion follows, bit for bit. */
  pl_status (*reset)(pl_model_body *body, const pl_model_context *context);

  /* Registered state was put back as it was: rebuild what is not registered, without changing a bit of what is. */
  pl_status (*restored)(pl_model_body *body, const pl_model_context *context);

  /* The `count` smoothest shapes, orthonormal by mass, count of particles × count, and how stiff each is (1/s^2; NULL:
     not wanted). Slow, allocates. NULL: this model has no subspaces. */
  pl_status (*modes)(const pl_model_body *body, const pl_body_def *def, size_t count, const pl_model_context *context,
                     double *modes, double *eigenvalues);

  /* Kinetic and gravitational energy and momenta of the model's own masses. NULL: those of the particles. */
  pl_status (*measure)(const pl_model_body *body, const double gravity[3], pl_body_signals *out);

  /* The body as one rigid aggregate, of the model's own masses, where nothing holds it: mass, centre, inertia, momenta,
     kinetic energy. NULL: those of the particles. */
  pl_status (*aggregate)(const pl_model_body *body, const pl_model_context *context, pl_aggregate *out);

  /* The rigid motion becomes `to`, and of all other motion that part is left; aggregate: as it is. NULL: particles have
     no unknowns behind them. */
  pl_status (*set_rigid_motion)(pl_model_body *body, const pl_aggregate *aggregate, const struct pl_rigid_motion *to,
                                double part, const pl_model_context *context);

  /* Elastic energy, J, that the body had when the step began. NULL: `energy` at the positions of then. */
  double (*energy_at_start)(const pl_model_body *body);

  /* Brings the body to rest at the shape of least energy, from where it is. NULL: this model has no statics. */
  pl_status (*solve_statics)(pl_model_body *body, const pl_statics_task *task, const pl_model_context *context,
                             pl_statics_result *result);

  /* The cells that carry matter. NULL: its particles do. */
  pl_model_cells (*cells)(const pl_model_body *body);

  /* For display (pliant/inside.h): fills what it has. NULL: particles carry themselves. */
  void (*carriers)(const pl_model_body *body, struct pl_carriers *out);
  /* Which particles are matched together, storage order: `region` sets those matched with a particle to 1 and leaves
     the others, `paths` writes the number of the path of each. Both or none; NULL: no particles are. */
  void (*region)(const pl_model_body *body, uint32_t particle, double *member);
  void (*paths)(const pl_model_body *body, double *path);

  /* Effective numbers, for `pliant explain`: writes lines "name = value unit" into text. */
  void (*describe)(const pl_model_body *body, char *text, size_t size);

  /* What the step, the mesh or the model cannot represent of what was asked, and the remedy: writes lines into text.
     NULL: it represents all. */
  void (*limits)(const pl_model_body *body, char *text, size_t size);
} pl_model;

/* Place of a particle in the rising list of fixed ones, or the list's length. */
size_t pl_model_body_fixed_place(const pl_model_body *body, uint32_t particle);

/* Moves by what pins say, whatever pushes it? */
bool pl_model_body_is_pinned(const pl_model_body *body, uint32_t particle);

/* NULL: there is no such model. */
const pl_model *pl_model_find(pl_model_kind kind);

/* A loss ratio as the time beta by which strain rates count like strains: ratio of critical damping at the frequency
   sqrt(E / rho) / 2 L. */
static inline double pl_model_loss_time(double ratio, double youngs_modulus, double density, double length)
{
  return ratio > 0 ? 2 * ratio * length / (3.14159265358979323846 * sqrt(youngs_modulus / density)) : 0;
}

/* The parts of all models. */
void pl_models_fill_defaults(pl_body_def *def);

/* The model's part of a definition. */
void *pl_model_part_of(const pl_model *model, pl_body_def *def);

/* Only what describes the material is kept of a definition; what it points to belongs to the caller. */
pl_body_def pl_def_without_pointers(const pl_body_def *def);

/* `now` with the part of `next`; fails where a frozen key differs. */
pl_status pl_model_change_part(const pl_model *model, const pl_body_def *now, const pl_body_def *next,
                               pl_body_def *out);
