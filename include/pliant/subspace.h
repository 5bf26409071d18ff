/* SPDX-License-Identifier: MIT
   Subspaces: a body that moves only as a few smooth functions of its particles let it, x = start + Phi z. A step then
   solves for a handful of numbers. A basis Phi is n × size, row after row in the caller's vertex order, and is shared
   by x, y and z; its functions have no unit of their own. (Huang et al., sect. 4.) */
#pragma once

#include "pliant/body.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Functions that pl_subspace_modes and pl_subspace_components may add for rotations: 1, x, y and z. */
enum { PL_SUBSPACE_ROTATIONS = 4 };

/* Puts the body into the space of a basis, from the start of the next step; NULL and 0: back to all its freedom. The
   columns are made orthonormal by mass; those that depend on others are left out; particles pinned by the definition do
   not move. The body is moved to the nearest state in the space: see pl_body_subspace_residual. Neither way costs a
   sparse factorisation. Refused for bodies whose definition has pins that move, since nothing in the space could follow
   these; pins made with pl_pin_create may move, and are obeyed as far as the space allows. */
PL_API pl_status pl_body_set_subspace(pl_body *body, const double *basis, size_t size);
PL_API size_t pl_body_subspace_size(const pl_body *body);              /* 0: not in a subspace */
PL_API pl_status pl_body_subspace(const pl_body *body, double *basis); /* writes n × that many */
/* The same state in few numbers: positions are start + Phi coordinates. start: m, 3 per particle in the caller's order;
   coordinates: 3 per function, x, y and z. Either may be NULL. */
PL_API pl_status pl_body_subspace_coordinates(const pl_body *body, double *start, double *coordinates);
/* The farthest that a particle was moved to bring it into the space, last time this had to be done (subspace, positions
   or velocities set, reset), m. */
PL_API double pl_body_subspace_residual(const pl_body *body);

/* The smoothest shapes of the body as it is pinned now: K psi = mu M psi, smallest mu first. rotations: with 1, x, y
   and z of the start put before them, so that a free body can turn; not for pinned bodies. basis has room for n ×
   (count + 4); *size functions are made. eigenvalues: mu of the `count` modes, 1/s^2; NULL: not wanted. */
PL_API pl_status pl_subspace_modes(pl_body *body, size_t count, bool rotations, double *basis, size_t *size,
                                   double *eigenvalues);

/* The functions that describe samples best: mass-weighted principal components of positions (sample_count × 3 n, m),
   seen from the start of the body. At most `most` of them, fewer where samples have less to say. Otherwise as above. */
PL_API pl_status pl_subspace_components(pl_body *body, const double *samples, size_t sample_count, size_t most,
                                        bool rotations, double *basis, size_t *size);

#ifdef __cplusplus
}
#endif
