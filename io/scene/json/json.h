/* SPDX-License-Identifier: MIT
   A JSON document in memory: RFC 8259 plus comments (// and block) and trailing commas, minus duplicate keys. Every
   value remembers line and column, so that errors of meaning found long after the syntax was read can point at it.

   The values lie in one array in the order of the text: a value is followed by all that it contains. */
#pragma once

#include <stdbool.h>

#include "pliant/status.h"

typedef enum pl_json_type {
  PL_JSON_NULL,
  PL_JSON_FALSE,
  PL_JSON_TRUE,
  PL_JSON_NUMBER,
  PL_JSON_STRING,
  PL_JSON_ARRAY,
  PL_JSON_OBJECT
} pl_json_type;

typedef struct pl_json {
  pl_json_type type;
  uint32_t line, column; /* from 1; columns count characters, not bytes */
  uint32_t begin, end;   /* where the value stands in the document's text */
  uint32_t count;        /* of an array: elements; of an object: members; of a string: bytes */
  uint32_t extent;       /* values from here to the end of this one, itself included */
  uint32_t key_line, key_column;
  const char *key; /* of a member of an object, else NULL */
  union {
    double number;
    const char *string; /* UTF-8, unescaped, ends with a zero byte and holds no other */
  };
} pl_json;

typedef struct pl_json_document {
  char *name;    /* for messages: usually the path of the file */
  char *text;    /* a copy of the source */
  char *strings; /* unescaped keys and strings */
  pl_json *values;
  size_t value_count;
} pl_json_document;

/* Reads [text, text + size). On failure the message starts with name:line:column and nothing is left in *out. */
PL_API pl_status pl_json_read(const char *name, const char *text, size_t size, pl_json_document *out);
PL_API void pl_json_free(pl_json_document *document); /* an empty or freed document is fine */

static inline const pl_json *pl_json_root(const pl_json_document *document) { return document->values; }

/* First element or member of an array or object that has one, and the one after `value`; the caller counts. */
static inline const pl_json *pl_json_first(const pl_json *container) { return container + 1; }
static inline const pl_json *pl_json_next(const pl_json *value) { return value + value->extent; }

PL_API const pl_json *pl_json_member(const pl_json *object, const char *key); /* NULL: not there, or not an object */

/* "bodies[0].model.graph": how to reach `value` from the root; empty for the root. Always ends with a zero byte. */
PL_API void pl_json_path(const pl_json_document *document, const pl_json *value, char *path, size_t size);

/* What stands there, for messages: the text of a number, word or short string, else "an array of 3 values". */
PL_API void pl_json_excerpt(const pl_json_document *document, const pl_json *value, char *excerpt, size_t size);
