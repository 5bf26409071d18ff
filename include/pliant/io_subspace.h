/* SPDX-License-Identifier: MIT
   Files of subspaces (.plb): the basis and a fingerprint of the rest shape that it was made for. */
#pragma once

#include "pliant/pliant.h"

#ifdef __cplusplus
extern "C" {
#endif

/* basis: vertices × size, the caller's order. */
PL_API pl_status pl_subspace_save(const char *path, const pl_mesh_data *rest, const double *basis, size_t size);
/* Refused with PL_ERROR_MISMATCH unless it was made for this rest shape, to the bit. Release the basis with pl_free. */
PL_API pl_status pl_subspace_load(const char *path, const pl_mesh_data *rest, double **basis, size_t *size);

#ifdef __cplusplus
}
#endif
