/* SPDX-License-Identifier: MIT
   Pieces of a body that broken links have parted, and their momenta: elastic forces of one piece cannot move
   another. */
#pragma once

#include "base/arena.h"
#include "model/model.h"

pl_status pl_pieces_make(size_t particles, pl_pieces *out); /* room; one piece */
void pl_pieces_free(pl_pieces *pieces);
/* link_ends: so many particles per link. Allocates nothing. */
void pl_pieces_find(pl_pieces *pieces, size_t particles, size_t ends, const uint32_t *link_ends, const pl_links *links);
/* From `of`, in which each particle has the least one of its piece. */
void pl_pieces_number(pl_pieces *pieces, size_t particles);

/* Is the body in several pieces? */
static inline bool pl_is_in_pieces(const pl_model_body *body) { return body->links && body->links->pieces.count > 1; }

/* What pieces that nothing holds have after a step: external forces add to their momenta, mass damping (1/s) takes
   away. NULL: no room. */
typedef struct pl_piece_momentum {
  double linear[3], angular[3];
  bool free;
} pl_piece_momentum;
pl_piece_momentum *pl_piece_momenta_after(const pl_model_body *body, double h, double damping, pl_arena *scratch);
/* v gets them; angular: those about the centres of mass, too. */
pl_status pl_piece_momenta_set(pl_model_body *body, const pl_piece_momentum *wanted, bool angular, double h,
                               pl_arena *scratch);

/* Bytes that one of these takes at most. */
size_t pl_pieces_scratch(size_t particles);
