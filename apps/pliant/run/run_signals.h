/* SPDX-License-Identifier: MIT
   Signals of a run as CSV, one row per step: of the world, then of every body, then milliseconds per stage. Everything
   but the milliseconds is the same for any number of threads and for a resumed run. */
#pragma once

#include "file.h"
#include "pliant/pliant.h"

pl_status run_signals_head(pl_file *file, const pl_world *world);
pl_status run_signals_row(pl_file *file, const pl_world *world);

/* Who touches whom, with which forces: a row per pair and step, and one for each that begins or ends. */
pl_status run_contacts_head(pl_file *file);
pl_status run_contacts_rows(pl_file *file, const pl_world *world);
