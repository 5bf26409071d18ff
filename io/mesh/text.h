/* SPDX-License-Identifier: MIT
   Text that knows where it is: the readers of OBJ, ASCII PLY and ASCII STL walk through a file with this, and every
   complaint carries file, line and column. Lines end with LF, CR LF or CR. */
#pragma once

#include <stdbool.h>

#include "base/status.h"

typedef struct pl_text {
  const char *name; /* of the file, for messages */
  const char *at;
  const char *end;
  const char *line_start;
  size_t line;         /* from 1 */
  char comment;        /* starts a comment that runs to the end of the line; 0: there are none */
  bool continue_lines; /* a backslash before the end of a line hides it */
} pl_text;

typedef struct pl_token {
  const char *begin; /* empty at the end of a line */
  const char *end;
  size_t line, column; /* from 1 */
} pl_token;

/* Skips a byte order mark; refuses UTF-16. */
pl_status pl_text_open(pl_text *text, const char *name, const char *data, size_t size);
bool pl_text_at_end(const pl_text *text);
void pl_text_next_line(pl_text *text); /* skips what is left of this one */

/* The next word of this line; empty when the line is over. */
pl_token pl_text_token(pl_text *text);
bool pl_token_empty(pl_token token);
bool pl_token_is(pl_token token, const char *word);

/* A word for a message: cut when long, what cannot be printed replaced. */
typedef struct pl_quote {
  char text[48];
} pl_quote;
pl_quote pl_token_quote(pl_token token);

/* "file:line:column: …" */
pl_status pl_text_fail(const pl_text *text, pl_token place, const char *format, ...) PL_PRINTF(3, 4);

/* The next word as a finite number or an integer; `what` names it in the message. */
pl_status pl_text_number(pl_text *text, const char *what, double *out);
pl_status pl_text_integer(pl_text *text, const char *what, int64_t *out);
