/* SPDX-License-Identifier: MIT */
#pragma once

#include "base/pool.h"

/* Bytes per second at which `bytes` of memory are read again and again, best of several passes; 0 without memory. */
double bench_read_bandwidth(size_t bytes, pl_pool *pool);
