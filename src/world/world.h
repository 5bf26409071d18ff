/* SPDX-License-Identifier: MIT
   What the files of this room share: the world, its bodies and what holds them. */
#pragma once

#include "base/arena.h"
#include "base/bytes.h"
#include "base/pool.h"
#include "base/registry.h"
#include "contact/report/report.h"
#include "contact/solve/response.h"
#include "contact/tangle/tangle.h"
#include "math/keyframes.h"
#include "matter/heat/heat.h"
#include "matter/matter.h"
#include "matter/volume/volume.h"
#include "model/model.h"
#include "pliant/world.h"
#include "world/force/force.h"
#include "world/handles/attachments.h"
#include "world/schedule.h"

/* Marks in definitions prove that their default function was called. */
enum {
  PL_MARK_WORLD = 0x504c5701,
  PL_MARK_BODY = 0x504c4201,
  PL_MARK_PIN = 0x504c5001,
  PL_MARK_GRAB = 0x504c4701,
  PL_MARK_OBSTACLE = 0x504c4f01,
  PL_MARK_STATICS = 0x504c5301,
  PL_MARK_ATTACHMENT = 0x504c4101,
  PL_MARK_FORCE = 0x504c4601
};

/* Of a change of the world and not of a body. */
#define PL_NO_SERIAL UINT32_MAX

enum { PL_MOST_GRAB_PARTICLES = 16, PL_MOST_SUBSTEPS = 100 };

/* Small things that come and go live in slots; a generation distinguishes a new object from the old one in the same
   slot. */
typedef enum pl_slot_state {
  PL_SLOT_FREE,
  PL_SLOT_WAITING /* for the start of the next step */,
  PL_SLOT_ACTIVE
} pl_slot_state;

typedef struct pl_pin {
  uint32_t generation;
  pl_slot_state state;
  bool eliminated;     /* of the definition: left out of the model's unknowns */
  size_t count;        /* particles */
  uint32_t *particles; /* storage order */
  double *anchors;     /* 3 per particle: where the motion's identity holds it, m */
  double start;        /* time 0 of the motion, s */
  pl_motion motion;
} pl_pin;

typedef struct pl_grab {
  uint32_t generation;
  pl_slot_state state;
  size_t count;
  uint32_t particles[PL_MOST_GRAB_PARTICLES]; /* storage order */
  double weights[PL_MOST_GRAB_PARTICLES];     /* sum 1 */
  double target[3];
  size_t key_count; /* 0: the target stays */
  pl_key keys[PL_MOST_GRAB_KEYS];
  double stiffness; /* N/m */
  double damping;   /* N s/m */
  uint32_t turns;   /* it has an attitude, too */
  uint32_t padding;
  double anchors[PL_MOST_GRAB_PARTICLES][3]; /* m, of the particles from their mean when it began */
  double attitude[3];
  size_t attitude_key_count;
  pl_key attitude_keys[PL_MOST_GRAB_KEYS];
  double turn_stiffness; /* N m/rad */
  double turn_damping;   /* N m s/rad */
} pl_grab;

typedef struct pl_obstacle {
  uint32_t generation;
  pl_slot_state state;
  char *name;
  pl_mesh *mesh;          /* of a mesh obstacle */
  pl_distance_grid *grid; /* of it; may be shared with others of the same world */
  pl_obstacle_def def;    /* def.motion owns its keys */
} pl_obstacle;

/* Of one body, registered: doubles throughout. */
typedef struct pl_sleep_state {
  double quiet;     /* s, how long it was still */
  double island;    /* serial + 1 of the least body of those that fell asleep together; 0: awake */
  double forbidden; /* 1: it may not sleep */
} pl_sleep_state;

/* Of one body, registered: its energy when a step ended, J. Of use to the next one if nothing has happened since. */
typedef struct pl_energy_state {
  double moving;  /* kinetic and of its weight; NaN: unknown; infinite: it was set back since the step cost more
      (budget.c) */
  double elastic; /* and by its shape */
} pl_energy_state;

struct pl_body {
  pl_world *world;
  uint32_t serial; /* names it in recorded changes */
  char *name;
  uint64_t identity; /* of what stays as it is from when it was made, see pl_body_identify */
  const pl_model *model;
  pl_body_def def;           /* material only: pointers of the caller are not kept */
  unsigned stale;            /* pl_model_change: what the model has to be prepared for before the next step */
  pl_mesh *rest;             /* with edges and volumes, the caller's order */
  double *mass;              /* the caller's order */
  uint32_t *order;           /* order[storage] = the caller's index */
  uint32_t *place;           /* place[caller's index] = storage */
  double *start_x, *start_v; /* storage order */
  double size;               /* diagonal of the rest shape, m */
  double rest_volume;        /* of the closed surface, m^3; 0: none */
  bool is_curve;             /* no triangles, and no vertex has more than two edges */
  pl_volume *volume;         /* NULL until the body gets a definition of it */
  pl_matter *matter;         /* likewise */
  pl_heat *heat;             /* NULL: it has no temperature */
  struct pl_skin *skin;      /* NULL: it cannot break; skin.h */
  struct pl_planar *planar;  /* NULL: it may go anywhere; planar.c */

  size_t first; /* its range in the world's blocks */
  size_t count;
  pl_model_body view;     /* pointers into them */
  size_t positions_at;    /* bytes before its positions in the world's last good state, */
  size_t velocities_at;   /* before its velocities */
  size_t forces_at;       /* before the forces on it */
  size_t temperatures_at; /* and before its temperatures */

  uint32_t *touchable; /* particles that meet obstacles: vertices of the surface, then others */
  size_t touchable_count;
  pl_contact_surface surface;
  uint32_t
      tangled_steps; /* registered; for so many steps tangled, or moved from outside: looked at in every step; 0: not
      (tangles.c) */

  pl_energy_state energy;
  pl_sleep_state sleep;
  bool disturbed; /* pushed in its sleep, in the step that is being taken */

  pl_pin *pins;
  size_t pin_count, pin_capacity;
  pl_grab *grabs;
  size_t grab_count, grab_capacity;

  /* prescribed motion for the coming step: handles.c */
  uint32_t *fixed;
  double *fixed_velocity;
  pl_hold *holds;

  double *basis;            /* of its subspace, as view.basis; NULL: none */
  double subspace_residual; /* m */

  struct pl_detail *detail;      /* NULL: none; detail.c */
  struct pl_body_blobby *blobby; /* NULL: none; blobby.c */

  /* published copies, the caller's order */
  double *published_x, *published_v, *published_temperature;
  uint64_t published_at[2]; /* revision of the world they were made at */
};

/* State of the world itself, registered. */
typedef struct pl_clock {
  double time;  /* s */
  double steps; /* taken */
  double owed;  /* s, of pl_world_advance */
  double gravity[3];
  pl_sleep_def sleep;
} pl_clock;

/* Particles of all bodies; a body is a range in each, storage order. */
typedef struct pl_blocks {
  double *x, *v; /* 3 per particle: m, m/s */
  double *mass;  /* kg */
  double *force; /* 3 per particle: N, external; zero between steps but for forces waiting for the next one */
  double *obstacle_impulse;   /* 3 per particle: N s, of obstacles */
  uint32_t *obstacle_partner; /* index + 1 */
  double *body_impulse;       /* 3 per particle: N s, of bodies that the particle lies on */
  uint32_t *body_partner;     /* serial + 1 */
  float *contact_force;       /* 3 per particle: N, of contact in the last step, along the normals */
  float *friction_force;      /* the same across them */
  float *quiet_displacement;  /* 3 per particle: m, how far it got since its body is quiet */
} pl_blocks;

/* A copy of the registered state, to see which stage writes what (writers.h). */
typedef struct pl_watch {
  bool on;
  unsigned char *last;
  size_t capacity;
  const char *array; /* the first that was written by a stage that may not; NULL: none */
  size_t body;
  pl_stage stage;
} pl_watch;

struct pl_world {
  double step;               /* s, as callers know it; taken in `part_count` small steps of length h */
  double h;                  /* s, of the small steps: what models are prepared for */
  uint32_t substeps;         /* asked for; 0: as many as it takes (substeps.c) */
  uint32_t part, part_count; /* which of the small steps is being taken, of how many; 0 of 1 between steps */
  double began;              /* s, when the step that is being taken began */
  pl_key *gravity_keys;      /* NULL: clock.gravity */
  size_t gravity_key_count;
  pl_pool *pool;
  pl_arena scratch;

  pl_blocks blocks;

  pl_body **bodies;
  size_t body_count, body_capacity;
  pl_obstacle *obstacles;
  size_t obstacle_count, obstacle_capacity;
  pl_attachments attachments;
  pl_forces forces;
  pl_pairs pairs;
  pl_report report;
  pl_krylov heat;     /* room for a step of it */
  pl_tangles tangles; /* as the last look found them; found anew from registered state in every step that needs them */

  int attempt; /* how often this step was taken before */
  pl_clock clock;
  pl_registry registry;
  unsigned char *last_good; /* registered state before the small step */
  size_t last_good_capacity;
  pl_watch watch;
  unsigned char *step_good; /* before the step, where it takes several small ones */
  size_t step_good_capacity;
  uint64_t revision; /* rises whenever state changes */

  pl_bytes changes; /* waiting for the start of the next step */
  pl_schedule schedule;
  pl_bytes recording; /* all that were applied while recording */
  bool is_recording;
  pl_bytes replay; /* a recording that is being replayed, and how far */
  size_t replay_at;
  uint32_t next_serial;

  pl_step_stats stats;
  pl_work work; /* of contact in this small step */
};

pl_model_context pl_world_context(pl_world *world);

/* world.c: after bodies came or went: blocks, views, registry and the copy of the last good state. */
pl_status pl_world_rebuild(pl_world *world);
/* after a model's registered arrays came or went */
pl_status pl_world_redeclare(pl_world *world);
/* Sets the registered state and recomputes what follows from it, also particles that nodes carry. */
pl_status pl_world_load_state(pl_world *world, const unsigned char *state);
/* The same for a state that the world has had, bit for bit: carrying may make -0 of a 0. */
pl_status pl_world_return_to_state(pl_world *world, const unsigned char *state);

/* body.c */
void pl_body_free(pl_body *body);
void pl_body_place_in_blocks(pl_body *body);
bool pl_body_is_sound(const pl_body *body,
                      size_t *particle); /* finite and not absurdly fast; else the first that is not */
pl_status pl_body_prepare(pl_body *body, unsigned changes);

/* substeps.c: how a step is taken in small ones. */
pl_status pl_substeps_check(int asked);
uint32_t pl_substeps_at_rest(double step, uint32_t asked); /* while nothing moves fast */
/* How many the coming step takes, by how fast bodies are; models are prepared for their length. */
pl_status pl_substeps_choose(pl_world *world);
pl_status pl_world_use_length(pl_world *world, double h); /* on failure models may be left stale, and h is as it was */
void pl_substeps_add_stats(const pl_step_stats *before, pl_step_stats *stats); /* of the small steps of one step */
/* When the small step that is being taken ends, s. */
double pl_substep_end(const pl_world *world);
bool pl_substep_is_last(const pl_world *world);
const unsigned char *pl_step_start(const pl_world *world); /* registered state when the whole step began */

/* step.c: room in the arena for whatever a step may need, so that none has to allocate when contact begins. */
pl_status pl_world_reserve_scratch(pl_world *world);

/* step.c: the view of a body that contact works on */
pl_contact_body pl_body_contact(const pl_body *body);

/* contacts.c */
pl_body *pl_world_find_body(const pl_world *world, uint32_t serial); /* NULL: none */
size_t pl_world_body_index(const pl_world *world, uint32_t serial);  /* of one that there is */
void pl_body_measure_contact(const pl_body *body, pl_body_signals *out);

/* forces.c */
void pl_world_gravity(const pl_world *world, double out[3]); /* at the world's time, m/s^2 */

/* handles.c */
pl_status pl_pin_check(const pl_body *body, const pl_pin_def *def);
void pl_pin_free(pl_pin *pin);
size_t pl_held_count(const pl_pin *pins, size_t pin_count, const pl_grab *grabs, size_t grab_count);
pl_status pl_body_add_pins(pl_body *body, const pl_pin_def *pins, size_t count); /* of the definition */
void pl_body_anchor_pins(pl_body *body);                                         /* hold particles where they are now */
void pl_body_collect_fixed(pl_body *body); /* after eliminated pins came or went */
pl_status pl_handle_check_particles(const pl_body *body, const char *what, const uint32_t *particles, size_t count);
pl_status pl_handle_check_room(const pl_body *body, size_t more);
/* Room for so many, where a recording takes the places of one pin and one grab? SIZE_MAX: of none. */
bool pl_handle_has_room(const pl_body *body, size_t more, size_t pin, size_t grab);
void pl_body_resolve_handles(pl_body *body, double h); /* velocities of pins and grabs for the coming step */
void pl_body_snap_pins(pl_body *body);                 /* put pinned particles exactly where they belong */
pl_status pl_pin_apply_create(pl_body *body, pl_reader *payload);
pl_status pl_pin_apply_remove(pl_body *body, pl_reader *payload);
void pl_pin_await(pl_body *body, uint32_t kind, pl_reader payload);

/* grabs.c */
void pl_grab_resolve(pl_body *body, const pl_grab *grab, double h);
bool pl_grab_is_possible(const pl_grab *grab, const pl_body *body); /* of a snapshot or a recording */
bool pl_grab_moves(const pl_grab *grab, double before, double now);
void pl_grab_await(pl_body *body, uint32_t kind, pl_reader payload);
pl_status pl_grab_apply_create(pl_body *body, pl_reader *payload);
pl_status pl_grab_apply_move(pl_body *body, pl_reader *payload);
pl_status pl_grab_apply_turn(pl_body *body, pl_reader *payload);
pl_status pl_grab_apply_remove(pl_body *body, pl_reader *payload);

/* budget.c: its shape costs something else now. */
void pl_body_forget_energy(pl_body *body);

/* blobby.c */
void pl_body_blobby_free(struct pl_body_blobby *blobby); /* NULL is fine */

/* planar.c */
pl_status pl_planar_check(const pl_planar_def *def);
pl_status pl_body_set_up_planar(pl_body *body, const pl_planar_def *def);
void pl_planar_free(struct pl_planar *planar);    /* NULL is fine */
const double *pl_body_plane(const pl_body *body); /* its unit normal; NULL: it may go anywhere */
void pl_planars_turn_forces(pl_world *world);     /* what acts across a plane is borne by it */
void pl_planars_flatten(pl_world *world); /* bodies go back to their planes, from which rounding or contact took them */
pl_status pl_planars_keep_areas(pl_world *world);
/* detail.c */
void pl_detail_free(struct pl_detail *detail); /* NULL is fine */
/* volume.c */
pl_status pl_body_set_up_volume(pl_body *body, const pl_volume_def *def); /* makes what a definition needs */
pl_status pl_volume_apply(pl_body *body, pl_reader *payload);
void pl_body_measure_volume(const pl_body *body, pl_body_signals *out);

/* heat.c */
pl_status pl_body_set_up_heat(pl_body *body, const pl_heat_def *def); /* makes what a definition needs */
pl_status pl_body_declare_heat(pl_body *body, pl_registry *registry);
pl_status pl_temperatures_apply(pl_body *body, pl_reader *payload);
pl_status pl_world_reserve_heat(pl_world *world); /* after bodies came or went */
size_t pl_world_heat_scratch(const pl_world *world);
/* Has its temperature changed in the step that was taken? Will its sources change? */
bool pl_body_is_warming(const pl_body *body);
bool pl_body_is_heated_anew(const pl_body *body, double now, double then);

/* subspace.c */
/* Orthonormal, of a model that has subspaces; in storage order, of a snapshot or a recording. */
bool pl_subspace_is_possible(const pl_body *body, const double *basis, size_t size);
pl_status pl_subspace_apply(pl_body *body, pl_reader *payload);
pl_status
pl_subspace_project(pl_body *body); /* after particles were set: to the nearest state in the subspace, if any */

/* obstacles.c */
pl_status pl_obstacle_check(const pl_obstacle_def *def);
/* Shares the grid of an obstacle like it in the world or among the others, or makes it. */
pl_status pl_obstacle_take_mesh(const pl_world *world, const pl_obstacle *others, size_t other_count,
                                const pl_mesh_data *mesh, pl_obstacle *obstacle);
void pl_obstacle_free(pl_obstacle *obstacle);
pl_status pl_obstacle_apply_remove(pl_world *world, pl_reader *payload);
size_t pl_obstacles_collect(const pl_world *world,
                            pl_moving_obstacle *out);           /* for the coming step; returns their number */
size_t pl_planes_collect(const pl_world *world, pl_plane *out); /* those that are planes, at its end */

/* snapshot/write.c: worlds with the same bodies can exchange snapshots and recordings */
uint64_t pl_world_identity(const pl_world *world);
/* Two bodies of one identity can exchange snapshots: name, model, rest shape, masses and the order in which
   particles are stored, which follows from pins and energies of the definition. */
void pl_body_identify(pl_body *body);
/* snapshot/read.c: registered state, of which the clock is the first. */
pl_status pl_clock_check(const unsigned char *state);

/* changes.c */
typedef enum pl_change {
  PL_CHANGE_IDENTITY, /* no change: the first record of a recording, for which world it was made */
  PL_CHANGE_GRAVITY,
  PL_CHANGE_STEP,
  PL_CHANGE_RESET,
  PL_CHANGE_BODY_REMOVE,
  PL_CHANGE_BODY_POSITIONS,
  PL_CHANGE_BODY_VELOCITIES,
  PL_CHANGE_BODY_MATERIAL,
  PL_CHANGE_BODY_RESET,
  PL_CHANGE_BODY_REST_EDGES,
  PL_CHANGE_BODY_FORCE,
  PL_CHANGE_PIN_CREATE,
  PL_CHANGE_PIN_REMOVE,
  PL_CHANGE_GRAB_CREATE,
  PL_CHANGE_GRAB_MOVE,
  PL_CHANGE_GRAB_REMOVE,
  PL_CHANGE_OBSTACLE_REMOVE,
  PL_CHANGE_BODY_SUBSPACE,
  PL_CHANGE_BODY_VOLUME,
  PL_CHANGE_ATTACH,
  PL_CHANGE_RELEASE,
  PL_CHANGE_SLEEP,
  PL_CHANGE_BODY_SLEEP,
  PL_CHANGE_SUBSTEPS,
  PL_CHANGE_BODY_INELASTIC,
  PL_CHANGE_BODY_TEMPERATURES,
  PL_CHANGE_FORCE_CREATE,
  PL_CHANGE_FORCE_CHANGE,
  PL_CHANGE_FORCE_REMOVE,
  PL_CHANGE_LATER,
  PL_CHANGE_GRAB_TURN,
  PL_CHANGE_BODY_LINKS
} pl_change;

/* matter.c */
pl_matter_setup pl_body_matter(pl_body *body);
pl_status pl_body_set_up_matter(pl_body *body, const pl_body_def *def);
pl_status pl_inelastic_apply(pl_body *body, pl_reader *payload);
/* links.c */
/* What of a body does not go with links that break: it must not have both. */
pl_status pl_body_check_cuts(const pl_body_def *def);
pl_status pl_links_apply(pl_body *body, pl_reader *payload);
pl_status pl_world_push_molten(pl_world *world);
pl_status pl_body_refuse_cuts(const pl_body *body, const char *what); /* of a body whose links may break */
void pl_body_find_pieces(pl_body *body);                              /* from its links */
/* Recomputes what follows from registered state that was put back. */
pl_status pl_body_restored(pl_body *body, const pl_model_context *context);
pl_status pl_rest_edges_apply(pl_body *body, pl_reader *payload);

/* Queues a change; body may be NULL for changes of the world. Takes the payload's bytes and frees them. */
pl_status pl_change_queue(pl_world *world, pl_change kind, const pl_body *body, pl_bytes *payload);
/* Applies all that wait, in order, and prepares models for it. What cannot be done for want of memory keeps waiting,
   with all that came after it. */
pl_status pl_changes_apply(pl_world *world);
