/* SPDX-License-Identifier: MIT
   All memory of the library comes through here, so that a host can hook it and tests can count it and make it fail. */
#pragma once

#include <stddef.h>

#include "pliant/status.h"

/* Zeroed memory for count × size bytes, aligned to 64; NULL when it cannot be had, with the message set (also on
   overflow of the product). A count of zero gives a valid pointer to nothing. */
PL_API void *pl_allocate(size_t count, size_t size);

/* The same, not zeroed: what is reserved and never used costs nothing. */
void *pl_allocate_uncleared(size_t size);

/* NULL is fine. */
PL_API void pl_release(void *memory);

#define PL_NEW(type, count) ((type *)pl_allocate((count), sizeof(type)))

/* Grows a malloc-like array by doubling. *capacity counts elements. Keeps the old contents; on failure nothing changes.
   */
PL_API pl_status pl_grow(void **array, size_t *capacity, size_t needed, size_t size);
