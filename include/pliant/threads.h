/* SPDX-License-Identifier: MIT
   How a host lends its job system to a world. */
#pragma once

#include <stddef.h>

/* Must call task(context, i) once for every i in [0, count), in any order, on any threads, and return when all are
   done. Results do not depend on how. */
typedef void (*pl_parallel_callback)(void (*task)(void *context, size_t i), void *context, size_t count, void *user);
