/* SPDX-License-Identifier: MIT */
#include "scene/json/json_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

pl_status pl_json_text_fail(const pl_json_text *text, const char *format, ...)
{
  char message[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  return pl_fail(PL_ERROR_FORMAT, "%s:%u:%u: %s", text->name, text->line, text->column, message);
}

bool pl_json_text_word(const pl_json_text *text, const char *word)
{
  size_t length = strlen(word);
  return (size_t)(text->end - text->at) >= length && memcmp(text->at, word, length) == 0 &&
         !(text->at + length < text->end && is_letter(word[0]) && is_letter(text->at[length]));
}

void pl_json_text_skip(pl_json_text *text, size_t bytes)
{
  text->at += bytes;
  text->column += (uint32_t)bytes;
}

size_t pl_json_text_cut(const char *text, size_t limit)
{
  size_t length = limit;
  while (length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80) length--;
  return length;
}

/* Length of the UTF-8 character at the start of [at, end), 0 if it is not one: overlong forms, surrogates and values
   above U+10FFFF are refused (RFC 3629). */
static size_t utf8_length(const char *at, const char *end)
{
  const unsigned char *byte = (const unsigned char *)at;
  size_t left = (size_t)(end - at);
  if (byte[0] < 0x80) return 1;
  size_t length = byte[0] >= 0xC2 && byte[0] <= 0xDF   ? 2
                  : byte[0] >= 0xE0 && byte[0] <= 0xEF ? 3
                  : byte[0] >= 0xF0 && byte[0] <= 0xF4 ? 4
                                                       : 0;
  if (length == 0 || length > left) return 0;
  for (size_t i = 1; i < length; i++)
    if ((byte[i] & 0xC0) != 0x80) return 0;
  bool overlong = (byte[0] == 0xE0 && byte[1] < 0xA0) || (byte[0] == 0xF0 && byte[1] < 0x90);
  bool surrogate = byte[0] == 0xED && byte[1] > 0x9F;
  bool beyond = byte[0] == 0xF4 && byte[1] > 0x8F;
  return overlong || surrogate || beyond ? 0 : length;
}

/* Passes one character, also a line end. */
static pl_status pass_character(pl_json_text *text)
{
  size_t length = utf8_length(text->at, text->end);
  if (length == 0)
    return pl_json_text_fail(text, "the byte 0x%02X is not UTF-8; save the file with the encoding UTF-8",
                             (unsigned char)*text->at);
  bool line_end = *text->at == '\n' || (*text->at == '\r' && !(text->at + 1 < text->end && text->at[1] == '\n'));
  text->at += length;
  text->column++;
  if (line_end) {
    text->line++;
    text->column = 1;
  }
  return PL_OK;
}

static pl_status pass_line_comment(pl_json_text *text)
{
  while (text->at < text->end && *text->at != '\n' && *text->at != '\r') PL_TRY(pass_character(text));
  return PL_OK;
}

static pl_status pass_block_comment(pl_json_text *text)
{
  pl_json_text start = *text;
  pl_json_text_skip(text, 2);
  while (!pl_json_text_word(text, "*/")) {
    if (text->at == text->end) return pl_json_text_fail(&start, "this comment is never closed with */");
    PL_TRY(pass_character(text));
  }
  pl_json_text_skip(text, 2);
  return PL_OK;
}

pl_status pl_json_text_space(pl_json_text *text)
{
  for (;;) {
    char c = pl_json_text_peek(text);
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r')
      PL_TRY(pass_character(text));
    else if (pl_json_text_word(text, "//"))
      PL_TRY(pass_line_comment(text));
    else if (pl_json_text_word(text, "/*"))
      PL_TRY(pass_block_comment(text));
    else
      return PL_OK;
  }
}

pl_status pl_json_text_unexpected(const pl_json_text *text, const char *expected)
{
  if (text->at == text->end) return pl_json_text_fail(text, "the file ends here; expected %s", expected);
  if (*text->at == '\'')
    return pl_json_text_fail(text, "expected %s; text stands in double quotes, not single", expected);
  if (*text->at == '+' || *text->at == '.')
    return pl_json_text_fail(text, "expected %s; a number starts with a digit or a minus, as in 0.5", expected);
  if (*text->at == '#') return pl_json_text_fail(text, "expected %s; comments start with //", expected);
  const char *end = text->at;
  while (end < text->end && end - text->at < 32 && (is_letter(*end) || (end > text->at && is_digit(*end)))) end++;
  int length = (int)(end - text->at);
  if (length > 0 && (pl_json_text_word(text, "NaN") || pl_json_text_word(text, "nan") ||
                     pl_json_text_word(text, "Infinity") || pl_json_text_word(text, "inf")))
    return pl_json_text_fail(text, "expected %s; %.*s is not a number that a scene can use", expected, length,
                             text->at);
  if (length > 0)
    return pl_json_text_fail(text, "expected %s, found %.*s; text stands in double quotes", expected, length, text->at);
  size_t bytes = utf8_length(text->at, text->end);
  if (bytes == 0 || (unsigned char)*text->at < 0x20 || *text->at == 0x7F)
    return pl_json_text_fail(text, "expected %s, found the byte 0x%02X", expected, (unsigned char)*text->at);
  return pl_json_text_fail(text, "expected %s, found %.*s", expected, (int)bytes, text->at);
}

static const char *pass_digits(const pl_json_text *text, const char *at)
{
  while (at < text->end && is_digit(*at)) at++;
  return at;
}

pl_status pl_json_text_number(const pl_json_text *text, const char **end)
{
  const char *at = text->at + (*text->at == '-' ? 1 : 0);
  const char *digits = at;
  at = pass_digits(text, at);
  if (at == digits) return pl_json_text_fail(text, "a minus must be followed by a digit");
  if (*digits == '0' && at - digits > 1) return pl_json_text_fail(text, "a number does not start with a needless 0");
  if (at < text->end && *at == '.') {
    const char *fraction = ++at;
    at = pass_digits(text, at);
    if (at == fraction) return pl_json_text_fail(text, "the decimal point of a number must be followed by a digit");
  }
  if (at < text->end && (*at == 'e' || *at == 'E')) {
    at++;
    if (at < text->end && (*at == '+' || *at == '-')) at++;
    const char *exponent = at;
    at = pass_digits(text, at);
    if (at == exponent) return pl_json_text_fail(text, "the exponent of a number must have a digit");
  }
  *end = at;
  return PL_OK;
}

static void put_utf8(char **out, uint32_t code)
{
  unsigned char *byte = (unsigned char *)*out;
  if (code < 0x80) {
    *byte++ = (unsigned char)code;
  } else if (code < 0x800) {
    *byte++ = (unsigned char)(0xC0 | code >> 6);
    *byte++ = (unsigned char)(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    *byte++ = (unsigned char)(0xE0 | code >> 12);
    *byte++ = (unsigned char)(0x80 | (code >> 6 & 0x3F));
    *byte++ = (unsigned char)(0x80 | (code & 0x3F));
  } else {
    *byte++ = (unsigned char)(0xF0 | code >> 18);
    *byte++ = (unsigned char)(0x80 | (code >> 12 & 0x3F));
    *byte++ = (unsigned char)(0x80 | (code >> 6 & 0x3F));
    *byte++ = (unsigned char)(0x80 | (code & 0x3F));
  }
  *out = (char *)byte;
}

/* The four digits after \u. */
static pl_status hex_digits(pl_json_text *text, uint32_t *code)
{
  *code = 0;
  for (int i = 2; i < 6; i++) {
    char c = text->at + i < text->end ? text->at[i] : '\0';
    int digit = is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
    if (digit < 0) return pl_json_text_fail(text, "\\u must be followed by four hexadecimal digits");
    *code = *code * 16 + (uint32_t)digit;
  }
  return PL_OK;
}

/* \uXXXX, or two of them for a character above U+FFFF. */
static pl_status unicode_escape(pl_json_text *text, char **out)
{
  uint32_t code = 0, low = 0;
  PL_TRY(hex_digits(text, &code));
  if (code == 0) return pl_json_text_fail(text, "\\u0000 cannot be part of a text");
  if (code >= 0xDC00 && code <= 0xDFFF)
    return pl_json_text_fail(text, "\\u%04X is the second half of a pair without a first", code);
  if (code < 0xD800 || code > 0xDBFF) {
    pl_json_text_skip(text, 6);
    put_utf8(out, code);
    return PL_OK;
  }
  pl_json_text second = *text;
  pl_json_text_skip(&second, 6);
  if (pl_json_text_word(&second, "\\u")) PL_TRY(hex_digits(&second, &low));
  if (low < 0xDC00 || low > 0xDFFF)
    return pl_json_text_fail(text, "\\u%04X is the first half of a pair; the second, \\uDC00 to \\uDFFF, must follow",
                             code);
  pl_json_text_skip(text, 12);
  put_utf8(out, 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00));
  return PL_OK;
}

static pl_status escape(pl_json_text *text, char **out)
{
  static const char *const plain = "\"\\/bfnrt", *const meant = "\"\\/\b\f\n\r\t";
  char c = text->at + 1 < text->end ? text->at[1] : '\0';
  if (c == 'u') return unicode_escape(text, out);
  const char *found = c ? strchr(plain, c) : NULL;
  if (!found)
    return pl_json_text_fail(text,
                             "a backslash must be followed by one of \" \\ / b f n r t u; a backslash itself is \\\\");
  *(*out)++ = meant[found - plain];
  pl_json_text_skip(text, 2);
  return PL_OK;
}

pl_status pl_json_text_string(pl_json_text *text, char **out)
{
  pl_json_text start = *text;
  pl_json_text_skip(text, 1);
  for (;;) {
    char c = pl_json_text_peek(text);
    if (text->at == text->end || c == '\n' || c == '\r')
      return pl_json_text_fail(&start, "this text is not closed with \" before the line ends");
    if (c == '"') break;
    if (c == '\\') {
      PL_TRY(escape(text, out));
    } else if ((unsigned char)c < 0x20) {
      return pl_json_text_fail(text, "the control character 0x%02X in a text must be written as \\u%04X",
                               (unsigned char)c, (unsigned char)c);
    } else {
      const char *from = text->at;
      PL_TRY(pass_character(text));
      memcpy(*out, from, (size_t)(text->at - from));
      *out += text->at - from;
    }
  }
  pl_json_text_skip(text, 1);
  *(*out)++ = '\0';
  return PL_OK;
}
