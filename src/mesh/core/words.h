/* SPDX-License-Identifier: MIT
   Reports in words, written like snprintf: what does not fit is counted and left out. */
#pragma once

#include <stdarg.h>
#include <stdio.h>

#include "base/status.h"

typedef struct pl_words {
  char *text;
  size_t size, used;
} pl_words;

static inline void pl_say(pl_words *w, const char *format, ...) PL_PRINTF(2, 3);
static inline void pl_say(pl_words *w, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  size_t room = w->used < w->size ? w->size - w->used : 0;
  int length = vsnprintf(room ? w->text + w->used : NULL, room, format, arguments);
  va_end(arguments);
  if (length > 0) w->used += (size_t)length;
}

/* "1 hole", "2 holes" for the arguments of "%zu %s" */
#define PL_COUNTED(count, one, many) (count), (count) == 1 ? (one) : (many)
