/* SPDX-License-Identifier: MIT
   A text that grows; numbers as in the C locale, whatever the host has set. The first failure sticks, so that a writer
   may check only the end. */
#pragma once

#include <locale.h>

#include "base/status.h"

typedef struct pl_text {
  char *data; /* ends with a zero byte once anything was added; release with pl_release */
  size_t size, capacity;
  locale_t c_locale; /* made by the first addition */
  pl_status status;
} pl_text;

void pl_text_add(pl_text *text, const char *format, ...) PL_PRINTF(2, 3);
void pl_text_add_json(pl_text *text, const char *string); /* in double quotes, escaped */

/* Gives the text away, or releases it and says why there is none. */
pl_status pl_text_finish(pl_text *text, char **out);
