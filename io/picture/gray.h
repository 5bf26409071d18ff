/* SPDX-License-Identifier: MIT
   What the readers of gray pictures share. */
#pragma once

#include "pliant/io_gray.h"

enum { PL_MOST_GRAY = 8192 };

pl_status pl_gray_create(const char *name, uint32_t width, uint32_t height, pl_gray *out);
pl_status pl_gray_read_png(const char *name, const unsigned char *data, size_t size, pl_gray *out);
