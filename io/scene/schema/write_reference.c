/* SPDX-License-Identifier: MIT
   The tables as Markdown: the reference part of docs/scene.md. */
#include <string.h>

#include "base/floats.h"
#include "pliant/io_scene.h"
#include "scene/json/text.h"
#include "scene/schema/schema.h"

/* The name that GitHub gives to a heading. */
static void anchor(pl_text *text, const char *name)
{
  for (const char *c = name; *c; c++) pl_text_add(text, "%c", *c == ' ' ? '-' : *c);
}

static void link_to(pl_text *text, const char *before, const pl_scene_object *object, const char *after)
{
  pl_text_add(text, "%s[%s](#", before, object->name);
  anchor(text, object->name);
  pl_text_add(text, ")%s", after);
}

static void list_words(pl_text *text, const char *const *words, const char *quote)
{
  for (size_t i = 0; words[i]; i++)
    pl_text_add(text, "%s`%s%s%s`", i == 0 ? "" : words[i + 1] ? ", " : " or ", quote, words[i], quote);
}

static void rows(pl_text *text, const pl_scene_key *key, const char *what)
{
  if (key->columns > 1)
    pl_text_add(text, "rows of %d %s", key->columns, what);
  else
    pl_text_add(text, "%s", what);
  pl_text_add(text, ", or a file");
}

static void write_type(pl_text *text, const pl_scene_key *key)
{
  switch (key->kind) {
  case PL_KIND_NUMBER: pl_text_add(text, "number"); break;
  case PL_KIND_INTEGER:
    if (key->words)
      list_words(text, key->words, "");
    else
      pl_text_add(text, "whole number");
    break;
  case PL_KIND_COUNT: pl_text_add(text, "whole number"); break;
  case PL_KIND_FLAG: pl_text_add(text, "true or false"); break;
  case PL_KIND_TEXT: pl_text_add(text, "text"); break;
  case PL_KIND_WORD: list_words(text, key->words, "\""); break;
  case PL_KIND_VECTOR: pl_text_add(text, "3 numbers"); break;
  case PL_KIND_SCALE: pl_text_add(text, "number or 3 numbers"); break;
  case PL_KIND_COUNTS: pl_text_add(text, "3 whole numbers"); break;
  case PL_KIND_TRACK: link_to(text, "3 numbers or ", &pl_scene_track_object, ""); break;
  case PL_KIND_NUMBER_TRACK: link_to(text, "number or ", &pl_scene_number_track_object, ""); break;
  case PL_KIND_OBJECT: link_to(text, "", key->object, ""); break;
  case PL_KIND_LIST: link_to(text, "list of ", key->object, ""); break;
  case PL_KIND_NUMBERS: rows(text, key, "numbers"); break;
  case PL_KIND_FIELD: link_to(text, "numbers, a file, or ", &pl_scene_image_object, ""); break;
  case PL_KIND_INDICES: rows(text, key, "indices"); break;
  case PL_KIND_SELECTION: link_to(text, "", &pl_scene_selection_object, ""); break;
  case PL_KIND_SELECTIONS: link_to(text, "list of ", &pl_scene_selection_object, ""); break;
  }
  if (key->range) pl_text_add(text, ", %s", key->range->text);
}

static void write_default(pl_text *text, const pl_scene_key *key)
{
  if (key->flags & PL_KEY_REQUIRED)
    pl_text_add(text, "**required**");
  else if (key->flags & PL_KEY_ONE_OF)
    pl_text_add(text, "one of these");
  else if (key->fallback_doc)
    pl_text_add(text, "%s%s%s%s", key->fallback[0] ? "`" : "", key->fallback, key->fallback[0] ? "`: " : "",
                key->fallback_doc);
  else if (key->fallback)
    pl_text_add(text, "`%s`", key->fallback);
  else
    pl_text_add(text, "–");
}

/* Lines of at most 120 columns. Bytes that continue a character have no column of their own. */
static void write_paragraph(pl_text *text, const char *words)
{
  size_t column = 0;
  while (*words) {
    size_t length = strcspn(words, " "), width = 0;
    for (size_t i = 0; i < length; i++) width += ((unsigned char)words[i] & 0xc0) != 0x80;
    bool fits = column + 1 + width <= 120;
    pl_text_add(text, "%s%.*s", column == 0 ? "" : fits ? " " : "\n", (int)length, words);
    column = column == 0 || !fits ? width : column + 1 + width;
    words += length;
    words += strspn(words, " ");
  }
}

static void write_object(pl_text *text, const pl_scene_object *object)
{
  pl_text_add(text, "### %s\n\n", object->name);
  write_paragraph(text, object->doc);
  pl_text_add(text, "\n\n| key | value | unit | default | |\n|---|---|---|---|---|\n");
  for (size_t i = 0; i < object->key_count; i++) {
    const pl_scene_key *key = &object->keys[i];
    pl_text_add(text, "| `%s` | ", key->name);
    write_type(text, key);
    pl_text_add(text, " | %s | ", key->unit ? key->unit : "");
    write_default(text, key);
    pl_text_add(text, " | %s |\n", key->doc);
  }
  pl_text_add(text, "\n");
}

pl_status pl_scene_reference(char **out)
{
  PL_OWN_FLOATS;
  pl_scene_object_set set;
  pl_scene_all_objects(&set);
  pl_text text = {0};
  for (size_t i = 0; i < set.count; i++) write_object(&text, set.objects[i]);
  return pl_text_finish(&text, out);
}
