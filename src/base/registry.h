/* SPDX-License-Identifier: MIT
   Every array that influences the future is named here. Snapshots, hashes, caches, the kept last good state walk this
   list; what is not in it must be rebuildable without changing a bit. Which stage of the step may write which array is
   in one table, world/step/writers.c, and in docs/architecture.md; debug builds check it. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "pliant/status.h"

typedef enum pl_domain { PL_PER_PARTICLE, PL_PER_EDGE, PL_PER_TRIANGLE, PL_PER_BODY, PL_PER_WORLD } pl_domain;
typedef enum pl_type { PL_TYPE_DOUBLE, PL_TYPE_UINT32, PL_TYPE_FLOAT, PL_TYPE_BYTE } pl_type;

typedef struct pl_registered {
  const char *name; /* the field's name, in words; lives as long as the program */
  pl_domain domain;
  pl_type type;
  int components;
  size_t count; /* elements of `components` values each */
  void *data;
  size_t body; /* index of the body, or PL_NO_BODY */
  /* 0: elements behind each other; else in full blocks of so many, component after component in a block */
  size_t lanes;
  size_t at;        /* bytes before it in a copy of all */
  unsigned writers; /* bit 1 << stage: which stages may write it (world/step/writers.c) */
  double most;      /* in magnitude, of any of its values; NAN: anything */
} pl_registered;

#define PL_NO_BODY SIZE_MAX
#define PL_MOST_TURN 1.001 /* no entry of a rotation or a quaternion is larger, rounding included */

typedef struct pl_registry {
  pl_registered *entries;
  size_t count;
  size_t capacity;
  size_t body; /* what pl_registry_add notes as the owner */
} pl_registry;

pl_status pl_registry_add(pl_registry *registry, const char *name, pl_domain domain, pl_type type, int components,
                          size_t count, void *data);
/* The same, and none of its values is larger than that in magnitude; by `add` numbers are such that their squares are
   finite, and counts are anything. NAN: unknown and infinite ones are fine, too. */
pl_status pl_registry_add_within(pl_registry *registry, double most, const char *name, pl_domain domain, pl_type type,
                                 int components, size_t count, void *data);
/* The last one added lies in blocks of so many elements. */
void pl_registry_set_lanes(pl_registry *registry, size_t lanes);
pl_status pl_registry_reserve(pl_registry *registry, size_t entries); /* adding so many then needs no memory */
void pl_registry_free(pl_registry *registry);
size_t pl_registered_bytes(const pl_registered *entry);

/* All arrays behind each other, and back. `size` is pl_registry_bytes(). */
size_t pl_registry_bytes(const pl_registry *registry);
void pl_registry_copy_out(const pl_registry *registry, unsigned char *to);
void pl_registry_copy_in(pl_registry *registry, const unsigned char *from);
/* Would copying in leave every array with values that it may have? The message names the array and the body. */
pl_status pl_registry_check(const pl_registry *registry, const unsigned char *from);
/* At the end of a step: the same of what is there now, and what is next to nothing becomes zero, minus zero plus zero:
   numbers below 1e-200, floats below 1e-30, in whatever units. Machines differ in whether they compute with numbers
   below 2.2e-308 or take them for zero; what a step could have made of such a number is below these bounds, so that the
   state is the same on all. */
pl_status pl_registry_settle(const pl_registry *registry);
uint64_t pl_registry_hash(const pl_registry *registry, uint64_t hash);
