/* SPDX-License-Identifier: MIT */
#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MESSAGE_SIZE = 2048 };

static _Thread_local char message[MESSAGE_SIZE];

const char *pl_last_error(void) { return message; }

const char *pl_status_name(pl_status status)
{
  switch (status) {
  case PL_OK: return "ok";
  case PL_ERROR_ARGUMENT: return "bad argument";
  case PL_ERROR_MEMORY: return "out of memory";
  case PL_ERROR_FILE: return "file error";
  case PL_ERROR_FORMAT: return "bad file content";
  case PL_ERROR_MESH: return "unusable mesh";
  case PL_ERROR_STALE: return "stale id";
  case PL_ERROR_LIMIT: return "limit exceeded";
  case PL_ERROR_MISMATCH: return "belongs to another world";
  case PL_ERROR_SINGULAR: return "not positive definite";
  case PL_ERROR_DIVERGED: return "diverged";
  case PL_ERROR_UNSUPPORTED: return "not supported";
  case PL_ERROR_INTERRUPTED: return "interrupted";
  }
  return "unknown status";
}

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)

const char *pl_version(void)
{
  return TEXT(PLIANT_VERSION_MAJOR) "." TEXT(PLIANT_VERSION_MINOR) "." TEXT(PLIANT_VERSION_PATCH);
}

pl_status(pl_fail)(pl_status status, const char *format, ...)
{
  /* Formatted aside first: the arguments may point into the message itself. */
  char text[MESSAGE_SIZE];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  memcpy(message, text, sizeof text);
  return status;
}

pl_status(pl_fail_in)(pl_status status, const char *format, ...)
{
  char place[256];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(place, sizeof place, format, arguments);
  va_end(arguments);
  char old[MESSAGE_SIZE];
  memcpy(old, message, sizeof old);
  snprintf(message, sizeof message, "%s%.*s", place, (int)(sizeof message - sizeof place), old);
  return status;
}
