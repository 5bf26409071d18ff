/* SPDX-License-Identifier: MIT
   Sleep of single pieces of a torn body. */
#pragma once

#include "world/world.h"

void pl_body_rouse_pieces(pl_body *body);

/* At the end of a small step: pieces that sleep are put back, or wake if they were pushed. */
pl_status pl_pieces_hold(pl_world *world);

/* At the end of a step, of a body in pieces: those that were quiet for long enough fall asleep. all: all are quiet. */
pl_status pl_pieces_fall_asleep(pl_body *body, bool *all);
