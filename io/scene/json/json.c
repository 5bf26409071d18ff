/* SPDX-License-Identifier: MIT */
#include "scene/json/json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "number.h"
#include "scene/json/json_text.h"

/* No scene comes near these; they keep hostile files from eating the stack or the hour. */
enum { DEPTH_LIMIT = 100, MEMBER_LIMIT = 256, SIZE_LIMIT = 1 << 30 };

typedef struct reader {
  pl_json_text text;
  pl_json *values;
  size_t count, capacity;
  char *strings; /* next free byte; unescaping never lengthens, so the size of the source is enough */
  int depth;
} reader;

static pl_status read_value(reader *r, size_t *index);

static pl_status add_value(reader *r, pl_json_type type, size_t *index)
{
  PL_TRY(pl_grow((void **)&r->values, &r->capacity, r->count + 1, sizeof(pl_json)));
  *index = r->count++;
  r->values[*index] = (pl_json){
      .type = type, .line = r->text.line, .column = r->text.column, .begin = (uint32_t)(r->text.at - r->text.begin)};
  return PL_OK;
}

static void close_value(reader *r, size_t index)
{
  r->values[index].end = (uint32_t)(r->text.at - r->text.begin);
  r->values[index].extent = (uint32_t)(r->count - index);
}

/* Leaves the point where it is on failure, so that the message names the start of the number. */
static pl_status read_number(reader *r, size_t *index)
{
  PL_TRY(add_value(r, PL_JSON_NUMBER, index));
  const char *end = NULL;
  PL_TRY(pl_json_text_number(&r->text, &end));
  double number = 0;
  if (pl_number_read(r->text.at, end, &number) != end) return pl_json_text_fail(&r->text, "this is not a number");
  if (isinf(number))
    return pl_json_text_fail(&r->text, "the number %.*s is too large; the largest is about 1.797e308",
                             (int)(end - r->text.at < 40 ? end - r->text.at : 40), r->text.at);
  r->values[*index].number = number;
  pl_json_text_skip(&r->text, (size_t)(end - r->text.at));
  close_value(r, *index);
  return PL_OK;
}

static pl_status read_word(reader *r, const char *word, pl_json_type type, size_t *index)
{
  PL_TRY(add_value(r, type, index));
  pl_json_text_skip(&r->text, strlen(word));
  close_value(r, *index);
  return PL_OK;
}

static pl_status read_string(reader *r, size_t *index)
{
  PL_TRY(add_value(r, PL_JSON_STRING, index));
  const char *start = r->strings;
  PL_TRY(pl_json_text_string(&r->text, &r->strings));
  r->values[*index].string = start;
  r->values[*index].count = (uint32_t)(r->strings - 1 - start);
  close_value(r, *index);
  return PL_OK;
}

/* After a value: true if another follows, with the comma eaten; a comma before the bracket is allowed. */
static pl_status after_element(reader *r, char bracket, const char *expected, bool *more)
{
  PL_TRY(pl_json_text_space(&r->text));
  char c = pl_json_text_peek(&r->text);
  *more = false;
  if (c == bracket) return PL_OK;
  if (c != ',') return pl_json_text_unexpected(&r->text, expected);
  pl_json_text_skip(&r->text, 1);
  PL_TRY(pl_json_text_space(&r->text));
  *more = pl_json_text_peek(&r->text) != bracket;
  return PL_OK;
}

static pl_status read_array(reader *r, size_t *index)
{
  PL_TRY(add_value(r, PL_JSON_ARRAY, index));
  pl_json_text_skip(&r->text, 1);
  PL_TRY(pl_json_text_space(&r->text));
  bool more = pl_json_text_peek(&r->text) != ']';
  while (more) {
    size_t element = 0;
    PL_TRY(read_value(r, &element));
    r->values[*index].count++;
    PL_TRY(after_element(r, ']', "a comma or ] after an element", &more));
  }
  pl_json_text_skip(&r->text, 1);
  close_value(r, *index);
  return PL_OK;
}

static pl_status check_new_key(reader *r, size_t object, const char *key, const pl_json_text *place)
{
  if (r->values[object].count >= MEMBER_LIMIT)
    return pl_json_text_fail(place, "an object has more than %d keys", (int)MEMBER_LIMIT);
  const pl_json *member = pl_json_first(&r->values[object]);
  for (uint32_t i = 0; i < r->values[object].count; i++, member = pl_json_next(member))
    if (strcmp(member->key, key) == 0)
      return pl_json_text_fail(place, "the key \"%s\" stands twice in this object; it is also at line %u, column %u",
                               key, member->key_line, member->key_column);
  return PL_OK;
}

static pl_status read_member(reader *r, size_t object)
{
  if (pl_json_text_peek(&r->text) != '"') return pl_json_text_unexpected(&r->text, "a key in double quotes or }");
  pl_json_text place = r->text;
  const char *key = r->strings;
  PL_TRY(pl_json_text_string(&r->text, &r->strings));
  PL_TRY(check_new_key(r, object, key, &place));
  PL_TRY(pl_json_text_space(&r->text));
  if (pl_json_text_peek(&r->text) != ':') return pl_json_text_unexpected(&r->text, "a colon after the key");
  pl_json_text_skip(&r->text, 1);
  PL_TRY(pl_json_text_space(&r->text));
  size_t value = 0;
  PL_TRY(read_value(r, &value));
  r->values[value].key = key;
  r->values[value].key_line = place.line;
  r->values[value].key_column = place.column;
  r->values[object].count++;
  return PL_OK;
}

static pl_status read_object(reader *r, size_t *index)
{
  PL_TRY(add_value(r, PL_JSON_OBJECT, index));
  pl_json_text_skip(&r->text, 1);
  PL_TRY(pl_json_text_space(&r->text));
  bool more = pl_json_text_peek(&r->text) != '}';
  while (more) {
    PL_TRY(read_member(r, *index));
    PL_TRY(after_element(r, '}', "a comma or } after a member", &more));
  }
  pl_json_text_skip(&r->text, 1);
  close_value(r, *index);
  return PL_OK;
}

static pl_status read_nested(reader *r, size_t *index, pl_status (*read)(reader *r, size_t *index))
{
  if (++r->depth > DEPTH_LIMIT) return pl_json_text_fail(&r->text, "nested deeper than %d levels", (int)DEPTH_LIMIT);
  PL_TRY(read(r, index));
  r->depth--;
  return PL_OK;
}

static pl_status read_value(reader *r, size_t *index)
{
  switch (pl_json_text_peek(&r->text)) {
  case '{': return read_nested(r, index, read_object);
  case '[': return read_nested(r, index, read_array);
  case '"': return read_string(r, index);
  case '-':
  case '0':
  case '1':
  case '2':
  case '3':
  case '4':
  case '5':
  case '6':
  case '7':
  case '8':
  case '9': return read_number(r, index);
  default: break;
  }
  if (pl_json_text_word(&r->text, "null")) return read_word(r, "null", PL_JSON_NULL, index);
  if (pl_json_text_word(&r->text, "true")) return read_word(r, "true", PL_JSON_TRUE, index);
  if (pl_json_text_word(&r->text, "false")) return read_word(r, "false", PL_JSON_FALSE, index);
  return pl_json_text_unexpected(&r->text, "a value");
}

static pl_status read_document(reader *r)
{
  if (pl_json_text_word(&r->text, "\xEF\xBB\xBF")) r->text.at += 3; /* the mark some editors put before UTF-8 */
  PL_TRY(pl_json_text_space(&r->text));
  size_t root = 0;
  PL_TRY(read_value(r, &root));
  PL_TRY(pl_json_text_space(&r->text));
  return r->text.at == r->text.end ? PL_OK : pl_json_text_unexpected(&r->text, "the end of the file");
}

pl_status pl_json_read(const char *name, const char *text, size_t size, pl_json_document *out)
{
  *out = (pl_json_document){0};
  if (size > SIZE_LIMIT)
    return pl_fail(PL_ERROR_LIMIT, "%s: is larger than 1 GiB, the most that is read as JSON", name);
  size_t name_size = strlen(name) + 1;
  pl_json_document document = {
      .name = PL_NEW(char, name_size), .text = PL_NEW(char, size + 1), .strings = PL_NEW(char, size + 1)};
  if (!document.name || !document.text || !document.strings) {
    pl_json_free(&document);
    return PL_ERROR_MEMORY;
  }
  memcpy(document.name, name, name_size);
  if (size) memcpy(document.text, text, size);
  reader r = {.text = {.name = document.name,
                       .begin = document.text,
                       .at = document.text,
                       .end = document.text + size,
                       .line = 1,
                       .column = 1},
              .strings = document.strings};
  pl_status status = read_document(&r);
  document.values = r.values;
  document.value_count = r.count;
  if (status == PL_OK)
    *out = document;
  else
    pl_json_free(&document);
  return status;
}

void pl_json_free(pl_json_document *document)
{
  pl_release(document->name);
  pl_release(document->text);
  pl_release(document->strings);
  pl_release(document->values);
  *document = (pl_json_document){0};
}

const pl_json *pl_json_member(const pl_json *object, const char *key)
{
  if (!object || object->type != PL_JSON_OBJECT) return NULL;
  const pl_json *member = pl_json_first(object);
  for (uint32_t i = 0; i < object->count; i++, member = pl_json_next(member))
    if (strcmp(member->key, key) == 0) return member;
  return NULL;
}

void pl_json_path(const pl_json_document *document, const pl_json *value, char *path, size_t size)
{
  size_t used = 0;
  if (size) path[0] = '\0';
  const pl_json *at = document->values;
  while (at && at != value && used < size) {
    const pl_json *child = pl_json_first(at);
    uint32_t i = 0;
    while (i < at->count && value >= pl_json_next(child)) {
      child = pl_json_next(child);
      i++;
    }
    int length = child->key ? snprintf(path + used, size - used, "%s%s", used ? "." : "", child->key)
                            : snprintf(path + used, size - used, "[%u]", i);
    used += (size_t)(length > 0 ? length : 0);
    at = child;
  }
}

void pl_json_excerpt(const pl_json_document *document, const pl_json *value, char *excerpt, size_t size)
{
  enum { LONGEST = 40 };
  size_t length = value->end - value->begin;
  if (value->type == PL_JSON_OBJECT)
    snprintf(excerpt, size, "an object");
  else if (value->type == PL_JSON_ARRAY && length > LONGEST)
    snprintf(excerpt, size, "an array of %u values", value->count);
  else if (length > LONGEST)
    snprintf(excerpt, size, "%.*s…", (int)pl_json_text_cut(document->text + value->begin, LONGEST),
             document->text + value->begin);
  else
    snprintf(excerpt, size, "%.*s", (int)length, document->text + value->begin);
}
