/* SPDX-License-Identifier: MIT
   Decimal numbers in the C locale, whatever locale the host has set. */
#pragma once

#include <stdbool.h>

#include "pliant/status.h"

/* Reads [+-] digits [. digits] [e [+-] digits] at the start of [begin, end), correctly rounded. Returns where it ends,
   or NULL if there is no number. Too large gives infinity, too small gives zero. */
PL_API const char *pl_number_read(const char *begin, const char *end, double *out);

/* Reads digits; NULL if there are none or the value does not fit. */
PL_API const char *pl_integer_read(const char *begin, const char *end, int64_t *out);
