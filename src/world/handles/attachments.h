/* SPDX-License-Identifier: MIT
   What the world keeps of attachments. */
#pragma once

#include "base/bytes.h"
#include "contact/attach/attachment.h"
#include "pliant/attachment.h"

struct pl_obstacle;

typedef struct pl_attachment {
  uint32_t generation;
  uint32_t state;          /* pl_slot_state */
  uint32_t particle_count; /* ends: body in the world's list, particles in storage order */
  uint32_t first_count;
  pl_attached_particle particles[PL_MAX_EQUALITY_PARTICLES];
  pl_obstacle_id obstacle; /* generation 0: none */
  double place[3];         /* in the frame of the obstacle, or in the world; zero between bodies */
  double stiffness, damping, breaks;
  uint32_t late; /* its place is where the first end is when it begins */
  uint32_t padding;
  char name[PL_MOST_ATTACHMENT_NAME + 1];
} pl_attachment;

/* A slot each, as long as any of these is in use. */
typedef struct pl_attachments {
  pl_attachment *items;
  size_t count, capacity;
  double *force; /* 3 per slot, N; registered */
  size_t force_capacity;
  uint32_t *broken; /* registered */
  size_t broken_capacity;
} pl_attachments;

void pl_attachments_free(pl_attachments *attachments);

/* Room for so many slots; they are free. */
pl_status pl_attachments_resize(pl_attachments *attachments, size_t count);

/* attachment_points.c: fills ends, obstacle and place from a definition that was checked, as the world is now. */
pl_status pl_attachment_resolve(const pl_world *world, const pl_attachment_def *def, pl_attachment *out);

/* The place is where the first end is, now. */
void pl_attachment_settle_place(const pl_world *world, pl_attachment *attachment);

/* Way from the place to the sum of the ends, at the world's time, m. */
void pl_attachment_apart(const pl_world *world, const pl_attachment *attachment, double out[3]);

pl_status pl_attachment_apply_create(pl_world *world, pl_reader *payload);
pl_status pl_attachment_apply_release(pl_world *world, pl_reader *payload);
void pl_attachment_await(pl_world *world, pl_reader payload); /* the slot is kept for one that comes later */

/* Releases those that are attached to it. */
void pl_attachments_without_body(pl_world *world, uint32_t index); /* the bodies behind it move up by one */
void pl_attachments_without_obstacle(pl_world *world, pl_obstacle_id obstacle);

/* As if never pulled: mended, at rest. body: only those of one body, and broken ones stay so; NULL: all. */
void pl_attachments_reset(pl_world *world, const pl_body *body);

/* Neither free nor broken. */
bool pl_attachment_holds(const pl_world *world, size_t k);

/* Those that contact solves for in the coming step, those that hold and whose bodies are awake. `out` has room for
   all. */
size_t pl_attachments_collect(pl_world *world, const pl_moving_obstacle *obstacles, size_t obstacle_count,
                              pl_attached *out);

/* Of a snapshot, with its obstacles: nonsense is found before it is used. */
bool pl_attachment_is_possible(const pl_world *world, const pl_attachment *attachment,
                               const struct pl_obstacle *obstacles, size_t obstacle_count);
