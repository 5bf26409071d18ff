/* SPDX-License-Identifier: MIT
   A snapshot as bytes: a header; which bodies it is of; what holds and bounds each of them; obstacles, attachments
   and forces; all registered state. Everything has the same width in every build, and the header states the byte
   order.

   The bytes are taken to be hostile: their checksum tells accidents, not intent. Nothing of the world changes before
   all of them have been looked at, but for serials, which what follows refers to. */
#pragma once

#include "world/snapshot/records.h"
#include "world/world.h"

extern const char pl_snapshot_magic[8];

typedef struct pl_snapshot_header {
  char magic[8];
  uint32_t version;
  uint32_t byte_order;
  uint64_t identity;   /* of the world it belongs to */
  uint64_t state_size; /* of the registered arrays */
  uint64_t checksum;   /* of all that follows */
  double h;            /* of small steps */
  double step;
  uint32_t substeps;
  uint32_t next_serial;
} pl_snapshot_header;

uint64_t pl_snapshot_checksum(const unsigned char *data, size_t size);

/* What a snapshot says about one body. Swapped with what the body has, and back if anything fails. */
typedef struct pl_body_part {
  uint32_t serial;
  pl_body_def def; /* the body's, with the material and the volume of the snapshot */
  double *basis;
  size_t basis_size;
  pl_pin *pins;
  size_t pin_count, pin_capacity;
  pl_grab *grabs;
  size_t grab_count, grab_capacity;
  bool flows;        /* its rest values are state */
  unsigned prepared; /* what the model was prepared for since the swap */
} pl_body_part;

typedef struct pl_snapshot {
  pl_snapshot_header header;
  const unsigned char *state;
  pl_body_part *bodies;
  size_t body_count;
  pl_obstacle *obstacles;
  size_t obstacle_count, obstacle_capacity;
  pl_touching_list touching;
  pl_attachments attachments;
  pl_forces forces;
  pl_schedule schedule;
} pl_snapshot;

/* read.c: the header and the list of bodies; then all else, once the world's bodies have the serials of the
   snapshot. */
pl_status pl_snapshot_read_bodies(const pl_world *world, const void *data, size_t size, pl_reader *from,
                                  pl_snapshot *out);
pl_status pl_snapshot_read_parts(const pl_world *world, pl_reader *from, pl_snapshot *out);
void pl_snapshot_free(pl_snapshot *read);

pl_status pl_snapshot_damaged(const char *what);
