/* SPDX-License-Identifier: MIT
   What an engine consists of, for its own files. */
#pragma once

#include "engine.h"
#include "pliant/io_scene.h"
#include "pliant/pliant.h"
#include "report.h"
#include "scene/json/text.h"
#include "tape.h"

/* A point of a surface: a weighted mean of three particles. */
typedef struct surface_point {
  pl_body *body; /* NULL: none */
  uint32_t body_index;
  uint32_t particles[3];
  double weights[3];
  double position[3]; /* m, where it was hit */
  double distance;    /* along the ray */
} surface_point;

/* What a body is shown by: its detail, its own mesh, or a blobby surface, which has neither a rest shape nor
   velocities. */
typedef struct shown {
  pl_mesh_data rest;
  const double *positions, *velocities;
  const uint32_t *nearest; /* of a blobby surface, per vertex: the particle that does most there */
  bool detail;
} shown;

/* A mark that changes with the topology of what is shown. */
typedef struct body_shape {
  uint64_t mark;
  uint32_t change; /* of engine.shape_change, when it was another last */
} body_shape;

/* What is taken hold of around a point: as many particles as its grabs take. */
enum { MOST_PATCH_PARTICLES = 16 * MOST_PULL_GRABS };

typedef struct patch {
  uint32_t particles[MOST_PATCH_PARTICLES];
  double weights[MOST_PATCH_PARTICLES]; /* sum 1 */
  size_t count;
} patch;

/* What the mouse pulls. */
typedef struct pull {
  surface_point at; /* that was met */
  patch held;       /* around it */
  double beside[3]; /* m, from the point to the mean of what is held, when it was taken */
  double normal[3]; /* of the plane that the target moves in */
  double plane[3];  /* a point of it */
  double target[3]; /* m, where the mouse is */
  double stiffness; /* N/m */
  double damping;   /* N s/m */
  double most;      /* N, limited by what is near the point */
  double aim[3];    /* m, where the mean is pulled to, within the limit */
} pull;

typedef struct carried_body carried_body;

/* A message that is sent once to each page. */
typedef struct note {
  uint32_t tag;
  uint32_t mark; /* rises from note to note */
  pl_bytes payload;
} note;

enum { MOST_NOTES = 16 };

struct engine {
  engine_options options;
  char *name;
  char *text; /* of the scene */
  pl_scene *scene;
  pl_world *world;
  uint32_t scene_number; /* rises with every text that was taken */
  uint32_t revision;     /* rises with every world: topology may be another */
  uint32_t change;       /* rises with everything that a page should see */
  uint32_t frame;        /* number of the last frame sent to anybody */
  bool playing;
  bool touched;          /* since the start: the scene's own hash does not hold */
  bool kept;             /* the last text was taken up without a new world */
  double speed;          /* of play, 1: as on the wall */
  double behind;         /* s that play is behind */
  double real, played;   /* s, sums for the speed at which it really plays */
  double step_seconds;   /* a smoothed cost of a step */
  double signal_seconds; /* it took to measure bodies, */
  double signals_at;     /* the last time, on the clock of the wall */
  pull pull;
  held held;
  bool posing;                           /* handles are put somewhere, and the shape is that of least energy */
  uint32_t looked_body, looked_particle; /* taken hold of last */
  pl_rig **rigs;                         /* of points in cages, per body; NULL until wanted */
  carried_body *carried;                 /* per body; NULL until a page carries vertices itself */
  uint32_t carried_of;                   /* rises when weights may be others */
  body_shape *shapes;                    /* per body; NULL until a page draws */
  uint32_t shape_change;                 /* rises with every other topology of a body */
  tape tape;
  report report;
  note notes[MOST_NOTES];
  size_t note_count;
  uint32_t mark;
  double *values; /* scratch for frames */
  size_t value_capacity;
};

/* engine.c */
/* Time jumped, or the shape: what is recorded begins here. */
pl_status engine_begin_report(engine *e);
void engine_note(engine *e, uint32_t tag, const void *data, size_t size);
void engine_error(engine *e); /* pl_last_error() for the page */
pl_status engine_step(engine *e);
/* Takes the place of the old one; `text` made it. */
pl_status engine_put_world(engine *e, pl_world *world, const char *text);

/* edit.c: a new text for the scene that is open */
pl_status engine_edit(engine *e, const char *text, size_t size);
pl_status engine_set_parameter(engine *e, const char *path, const char *value);

/* patch.c */
pl_status engine_take_patch(engine *e, const surface_point *at, patch *out);

/* grab.c */
pl_status engine_pick(const engine *e, const double origin[3], const double direction[3], surface_point *out);
pl_status engine_grab(engine *e, const double origin[3], const double direction[3], const double normal[3]);
pl_status engine_hold(engine *e, const surface_point *at, const double target[3]);
void engine_move(engine *e, const double origin[3], const double direction[3]);
void engine_pull(engine *e, const double target[3]);
void engine_limit_pull(engine *e);         /* before every step */
double engine_pull_force(const engine *e); /* N, in the last one */
void engine_let_grabs_go(held *h);
void engine_drop(engine *e);
pl_status engine_pin(engine *e, const double origin[3], const double direction[3]);
void engine_unpin(engine *e);

/* handles.c */
pl_status engine_lasso(engine *e, const double view[16], const float *outline, size_t count);
pl_status engine_move_handle(engine *e, uint32_t handle, const double target[3]);
void engine_remove_handles(engine *e);
pl_status engine_set_posing(engine *e, bool on);
pl_status engine_settle(engine *e); /* while posing: the shape of least energy */
void engine_write_handles(const engine *e, block_writer *to);

/* shape.c */
/* Valid until the next step or change. */
pl_status engine_show(const pl_body *body, shown *out);
/* Of bodies that the page does not have, or has otherwise. */
pl_status engine_write_topology(engine *e, engine_client *client, block_writer *to);

/* carried.c */
bool engine_can_carry(const pl_body *body, const shown *s);
pl_status engine_write_weights(engine *e, engine_client *client, block_writer *to);
pl_status engine_put_carriers(engine *e, size_t index, block_writer *to); /* u32 count, u32, f32[3] each */
void engine_free_carried(engine *e);

/* paint.c */
void engine_write_colors(const engine *e, pl_text *text);
/* Values for the vertices shown into e->values. */
pl_status engine_paint(engine *e, size_t index, const shown *s, uint32_t color, float range[2]);

/* overlay.c */
pl_status engine_write_overlays(engine *e, engine_client *client, block_writer *to);
void engine_free_rigs(engine *e);

/* look.c */
void engine_write_look(block_writer *to);

/* frame.c */
void engine_write_scene(engine *e, block_writer *to);
pl_status engine_write_frame(engine *e, engine_client *client, block_writer *to);
