/* SPDX-License-Identifier: MIT */
#include "scene/json/text.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/memory.h"

static void add_formatted(pl_text *text, const char *format, va_list arguments)
{
  va_list again;
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, arguments);
  if (length > 0) text->status = pl_grow((void **)&text->data, &text->capacity, text->size + (size_t)length + 1, 1);
  if (length > 0 && text->status == PL_OK) {
    vsnprintf(text->data + text->size, (size_t)length + 1, format, again);
    text->size += (size_t)length;
  }
  va_end(again);
}

void pl_text_add(pl_text *text, const char *format, ...)
{
  if (!text->c_locale) text->c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  if (!text->c_locale && text->status == PL_OK) text->status = pl_fail(PL_ERROR_MEMORY, "out of memory for a text");
  if (text->status != PL_OK) return;
  va_list arguments;
  va_start(arguments, format);
  locale_t before = uselocale(text->c_locale);
  add_formatted(text, format, arguments);
  uselocale(before);
  va_end(arguments);
}

void pl_text_add_json(pl_text *text, const char *string)
{
  pl_text_add(text, "\"");
  for (const char *c = string; *c; c++) {
    if (*c == '"' || *c == '\\')
      pl_text_add(text, "\\%c", *c);
    else if ((unsigned char)*c < 0x20)
      pl_text_add(text, "\\u%04x", (unsigned char)*c);
    else
      pl_text_add(text, "%c", *c);
  }
  pl_text_add(text, "\"");
}

pl_status pl_text_finish(pl_text *text, char **out)
{
  if (text->c_locale) freelocale(text->c_locale);
  text->c_locale = (locale_t)0;
  *out = text->data;
  if (text->status == PL_OK && !text->data) {
    *out = PL_NEW(char, 1);
    return *out ? PL_OK : PL_ERROR_MEMORY;
  }
  if (text->status != PL_OK) {
    pl_release(text->data);
    *out = NULL;
  }
  return text->status;
}
