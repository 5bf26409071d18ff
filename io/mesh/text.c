/* SPDX-License-Identifier: MIT */
#include "mesh/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "number.h"

pl_status pl_text_open(pl_text *text, const char *name, const char *data, size_t size)
{
  if (size >= 2 && ((data[0] == '\xff' && data[1] == '\xfe') || (data[0] == '\xfe' && data[1] == '\xff')))
    return pl_fail(PL_ERROR_FORMAT, "%s:1:1: this is UTF-16 text; save it as UTF-8", name);
  if (size >= 3 && memcmp(data, "\xef\xbb\xbf", 3) == 0) {
    data += 3;
    size -= 3;
  }
  *text = (pl_text){.name = name, .at = data, .end = data + size, .line_start = data, .line = 1};
  return PL_OK;
}

bool pl_text_at_end(const pl_text *text) { return text->at == text->end; }

/* Length of the end of line at p, 0 if there is none. */
static size_t newline_length(const pl_text *text, const char *p)
{
  if (p == text->end) return 0;
  if (*p == '\n') return 1;
  if (*p == '\r') return p + 1 < text->end && p[1] == '\n' ? 2 : 1;
  return 0;
}

static void start_line(pl_text *text, const char *at)
{
  text->at = text->line_start = at;
  text->line++;
}

static void skip_blanks(pl_text *text)
{
  while (text->at < text->end) {
    if (*text->at == ' ' || *text->at == '\t') {
      text->at++;
    } else if (text->continue_lines && *text->at == '\\' && newline_length(text, text->at + 1)) {
      start_line(text, text->at + 1 + newline_length(text, text->at + 1));
    } else {
      break;
    }
  }
}

void pl_text_next_line(pl_text *text)
{
  while (!pl_token_empty(pl_text_token(text))) {}
  while (text->at < text->end && !newline_length(text, text->at)) text->at++; /* a comment */
  if (text->at < text->end) start_line(text, text->at + newline_length(text, text->at));
}

pl_token pl_text_token(pl_text *text)
{
  skip_blanks(text);
  pl_token token = {text->at, text->at, text->line, (size_t)(text->at - text->line_start) + 1};
  while (text->at < text->end && *text->at != ' ' && *text->at != '\t' && !newline_length(text, text->at)) {
    if (text->comment && *text->at == text->comment) break;
    if (text->continue_lines && *text->at == '\\' && newline_length(text, text->at + 1)) break;
    text->at++;
  }
  token.end = text->at;
  return token;
}

bool pl_token_empty(pl_token token) { return token.begin == token.end; }

bool pl_token_is(pl_token token, const char *word)
{
  size_t length = strlen(word);
  return (size_t)(token.end - token.begin) == length && memcmp(token.begin, word, length) == 0;
}

pl_quote pl_token_quote(pl_token token)
{
  if (pl_token_empty(token)) return (pl_quote){"the end of the line"};
  pl_quote quote = {"'"};
  size_t length = (size_t)(token.end - token.begin), shown = length <= 36 ? length : 33, n = 1;
  for (size_t i = 0; i < shown; i++)
    quote.text[n++] = token.begin[i] >= 32 && token.begin[i] < 127 ? token.begin[i] : '?';
  snprintf(quote.text + n, sizeof quote.text - n, "%s", shown < length ? "...'" : "'");
  return quote;
}

pl_status pl_text_fail(const pl_text *text, pl_token place, const char *format, ...)
{
  char what[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(what, sizeof what, format, arguments);
  va_end(arguments);
  return pl_fail(PL_ERROR_FORMAT, "%s:%zu:%zu: %s", text->name, place.line, place.column, what);
}

pl_status pl_text_number(pl_text *text, const char *what, double *out)
{
  pl_token token = pl_text_token(text);
  const char *end = pl_number_read(token.begin, token.end, out);
  if (end == token.end && end && isfinite(*out)) return PL_OK;
  return pl_text_fail(text, token, "%s must be a finite number, found %s", what, pl_token_quote(token).text);
}

pl_status pl_text_integer(pl_text *text, const char *what, int64_t *out)
{
  pl_token token = pl_text_token(text);
  const char *end = pl_integer_read(token.begin, token.end, out);
  if (end == token.end && end) return PL_OK;
  return pl_text_fail(text, token, "%s must be a whole number, found %s", what, pl_token_quote(token).text);
}
