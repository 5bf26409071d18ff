/* SPDX-License-Identifier: MIT
   Results, error text, memory hook, version. Everything that can fail returns a pl_status;
   the particulars of the last failure on the calling thread are in pl_last_error(). The library never prints,
   exits or aborts. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#if defined(PLIANT_STATIC)
#define PL_API
#elif defined(_WIN32)
#define PL_API __declspec(dllimport)
#else
#define PL_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define PLIANT_VERSION_MAJOR 0
#define PLIANT_VERSION_MINOR 1
#define PLIANT_VERSION_PATCH 0

typedef enum pl_status {
  PL_OK = 0,
  PL_ERROR_ARGUMENT,    /* a value, pointer or definition that cannot be used; the message names it */
  PL_ERROR_MEMORY,      /* an allocation failed; nothing was changed */
  PL_ERROR_FILE,        /* a file could not be opened, read, written or renamed */
  PL_ERROR_FORMAT,      /* a file was read but its content is wrong; the message has file, line and column */
  PL_ERROR_MESH,        /* geometry that cannot be simulated (no particles, degenerate, not closed where it must be) */
  PL_ERROR_STALE,       /* an id whose object was removed */
  PL_ERROR_LIMIT,       /* a stated capacity was exceeded; the message names it and how to raise it */
  PL_ERROR_MISMATCH,    /* a snapshot or recording that belongs to another world */
  PL_ERROR_SINGULAR,    /* a matrix that is not positive definite */
  PL_ERROR_DIVERGED,    /* a step gave non-finite or absurd values; the world keeps the state before it */
  PL_ERROR_UNSUPPORTED, /* not available in this build or model */
  PL_ERROR_INTERRUPTED  /* stopped on request */
} pl_status;

/* Text of the last failure on this thread, never NULL, empty if there was none. Valid until the next failing call. */
PL_API const char *pl_last_error(void);

/* Short name of a status, such as "diverged". Never NULL. */
PL_API const char *pl_status_name(pl_status status);

/* "0.1.0" */
PL_API const char *pl_version(void);

/* Where memory comes from. allocate returns memory aligned to 64 bytes or NULL. Set before the first other call and
   not while objects live; NULL restores the default. The functions may be called from several threads at once. */
typedef struct pl_allocator {
  void *(*allocate)(size_t size, void *user);
  void (*release)(void *memory, void *user);
  void *user;
} pl_allocator;
PL_API void pl_set_allocator(const pl_allocator *allocator);

#ifdef __cplusplus
}
#endif
