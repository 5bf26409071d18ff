/* SPDX-License-Identifier: MIT
   Exact states of a run as JSON: 17 digits, which give back the very same doubles. Vertices in the caller's order. */
#pragma once

#include <stdbool.h>

#include "file.h"
#include "pliant/pliant.h"

pl_status run_state_head(pl_file *file, const char *scene, const pl_world *world);
pl_status run_state_add(pl_file *file, const pl_world *world, bool first);
pl_status run_state_tail(pl_file *file);
