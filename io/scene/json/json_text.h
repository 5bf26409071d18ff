/* SPDX-License-Identifier: MIT
   The characters of a JSON document: white space and comments, UTF-8, escapes, the shape of numbers; and where we are,
   for messages. */
#pragma once

#include <stdbool.h>

#include "base/status.h"

typedef struct pl_json_text {
  const char *name;
  const char *begin, *at, *end;
  uint32_t line, column; /* of `at`, from 1 */
} pl_json_text;

/* "name:line:column: …" with PL_ERROR_FORMAT. */
pl_status pl_json_text_fail(const pl_json_text *text, const char *format, ...) PL_PRINTF(2, 3);

/* Says what stands here and what was expected, with the remedy for common slips (single quotes, NaN, +1 …). */
pl_status pl_json_text_unexpected(const pl_json_text *text, const char *expected);

/* The byte here, or 0 at the end. */
static inline char pl_json_text_peek(const pl_json_text *text) { return text->at < text->end ? *text->at : '\0'; }

bool pl_json_text_word(const pl_json_text *text, const char *word);        /* does the text go on with it? */
void pl_json_text_skip(pl_json_text *text, size_t bytes);                  /* of one line, plain ASCII */
pl_status pl_json_text_space(pl_json_text *text);                          /* to the next thing that counts */
pl_status pl_json_text_number(const pl_json_text *text, const char **end); /* finds where a well-formed number ends */

/* Reads a string in quotes, writes it unescaped with a zero byte to *out and moves *out behind that. */
pl_status pl_json_text_string(pl_json_text *text, char **out);

/* At most `limit` bytes of UTF-8 text, not ending inside a character. */
size_t pl_json_text_cut(const char *text, size_t limit);
