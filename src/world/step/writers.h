/* SPDX-License-Identifier: MIT
   Which stages of a step may write which registered array. The table is in writers.c; docs/architecture.md shows it. */
#pragma once

#include "world/world.h"

/* Debug builds check every world, tests those that they choose. */
#ifdef NDEBUG
enum { PL_WATCHES = 0 };
#else
enum { PL_WATCHES = 1 };
#endif

/* Notes the writers of all entries; those from `first_of_model` on were declared by a model. For after each
   declaration. */
void pl_writers_note(pl_registry *registry, size_t from, size_t first_of_model);

/* A stage is over: has it written what it may not? Remembered until pl_watch_result. The first stage, PL_STAGE_CHANGES,
   may write everything. Does nothing for a world that is not watched. */
void pl_watch_stage(pl_world *world, pl_stage stage);
/* PL_ERROR_UNSUPPORTED with array, body and stage for what was seen since the last call. */
pl_status pl_watch_result(pl_world *world);
/* For registries that change: makes room. */
pl_status pl_watch_reserve(pl_world *world);
void pl_watch_free(pl_world *world);
