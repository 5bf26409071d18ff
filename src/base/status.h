/* SPDX-License-Identifier: MIT
   How a function of ours fails: return pl_fail(PL_ERROR_…, "what, where, what to do", …). */
#pragma once

#include "pliant/status.h"

#if defined(__GNUC__)
#define PL_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define PL_PRINTF(text, first)
#endif

/* Stores the formatted text for pl_last_error() on this thread and returns `status`. */
PL_API pl_status pl_fail(pl_status status, const char *format, ...) PL_PRINTF(2, 3);

/* Puts text before the message that is there already ("body 'duck': "); returns `status`. */
PL_API pl_status pl_fail_in(pl_status status, const char *format, ...) PL_PRINTF(2, 3);

/* The static analyzer cannot see into another file: this says that the status given is the one returned, so that it
   does not follow paths on which a failure is PL_OK. */
#ifdef __clang_analyzer__
#define pl_fail(status, ...) (pl_fail(status, __VA_ARGS__), (status))
#define pl_fail_in(status, ...) (pl_fail_in(status, __VA_ARGS__), (status))
#endif

/* Passes a failure on. */
#define PL_TRY(call)                                                                                                   \
  do {                                                                                                                 \
    pl_status pl_try_status_ = (call);                                                                                 \
    if (pl_try_status_ != PL_OK) return pl_try_status_;                                                                \
  } while (0)
