/* SPDX-License-Identifier: MIT
   The tables as a JSON Schema (draft 2020-12) for editors. */
#include <math.h>
#include <stdio.h>

#include "base/floats.h"
#include "pliant/io_scene.h"
#include "scene/json/text.h"
#include "scene/schema/schema.h"

static void reference(pl_text *text, const pl_scene_object *object)
{
  pl_text_add(text, "{\"$ref\": \"#/$defs/%s\"}", object->name);
}

static void number(pl_text *text, const pl_scene_range *range, const char *type)
{
  pl_text_add(text, "{\"type\": \"%s\"", type);
  if (range && isfinite(range->low))
    pl_text_add(text, ", \"%s\": %.17g", range->low_open ? "exclusiveMinimum" : "minimum", range->low);
  if (range && isfinite(range->high))
    pl_text_add(text, ", \"%s\": %.17g", range->high_open ? "exclusiveMaximum" : "maximum", range->high);
  pl_text_add(text, "}");
}

static void array_of_three(pl_text *text, const pl_scene_range *range, const char *type)
{
  pl_text_add(text, "{\"type\": \"array\", \"minItems\": 3, \"maxItems\": 3, \"items\": ");
  number(text, range, type);
  pl_text_add(text, "}");
}

static void words(pl_text *text, const char *const *word, bool numbers)
{
  pl_text_add(text, "{\"enum\": [");
  for (size_t i = 0; word[i]; i++) pl_text_add(text, numbers ? "%s%s" : "%s\"%s\"", i ? ", " : "", word[i]);
  pl_text_add(text, "]}");
}

/* Flat, in rows, in a file; a single column may be one number for all. */
static void array_of_rows(pl_text *text, const pl_scene_key *key, const char *type)
{
  static const pl_scene_range from_zero = {0, 4294967295.0, false, false, ""};
  const pl_scene_range *range = key->kind == PL_KIND_INDICES ? &from_zero : key->range;
  pl_text_add(text, "{\"oneOf\": [{\"type\": \"string\"}, ");
  if (key->kind == PL_KIND_FIELD) {
    reference(text, &pl_scene_image_object);
    pl_text_add(text, ", ");
  }
  if (key->columns == 1 && key->kind != PL_KIND_INDICES) {
    number(text, range, type);
    pl_text_add(text, ", ");
  }
  pl_text_add(text, "{\"type\": \"array\", \"minItems\": 1, \"items\": ");
  if (key->columns > 1) pl_text_add(text, "{\"oneOf\": [");
  number(text, range, type);
  if (key->columns > 1) {
    pl_text_add(text, ", {\"type\": \"array\", \"minItems\": %d, \"maxItems\": %d, \"items\": ", key->columns,
                key->columns);
    number(text, range, type);
    pl_text_add(text, "}]}");
  }
  pl_text_add(text, "}]}");
}

static void selection(pl_text *text)
{
  pl_text_add(text, "{\"oneOf\": [{\"type\": \"string\", \"minLength\": 1}, ");
  reference(text, &pl_scene_selection_object);
  pl_text_add(text, "]}");
}

static void type_of(pl_text *text, const pl_scene_key *key)
{
  switch (key->kind) {
  case PL_KIND_NUMBER: number(text, key->range, "number"); break;
  case PL_KIND_INTEGER:
    if (key->words)
      words(text, key->words, true);
    else
      number(text, key->range, "integer");
    break;
  case PL_KIND_COUNT: number(text, key->range ? key->range : &pl_range_not_negative, "integer"); break;
  case PL_KIND_FLAG: pl_text_add(text, "{\"type\": \"boolean\"}"); break;
  case PL_KIND_TEXT: pl_text_add(text, "{\"type\": \"string\", \"minLength\": 1}"); break;
  case PL_KIND_WORD: words(text, key->words, false); break;
  case PL_KIND_VECTOR: array_of_three(text, key->range, "number"); break;
  case PL_KIND_SCALE:
    pl_text_add(text, "{\"oneOf\": [");
    number(text, key->range, "number");
    pl_text_add(text, ", ");
    array_of_three(text, key->range, "number");
    pl_text_add(text, "]}");
    break;
  case PL_KIND_COUNTS: array_of_three(text, key->range ? key->range : &pl_range_not_negative, "integer"); break;
  case PL_KIND_TRACK:
    pl_text_add(text, "{\"oneOf\": [");
    array_of_three(text, key->range, "number");
    pl_text_add(text, ", ");
    reference(text, &pl_scene_track_object);
    pl_text_add(text, "]}");
    break;
  case PL_KIND_NUMBER_TRACK:
    pl_text_add(text, "{\"oneOf\": [");
    number(text, key->range, "number");
    pl_text_add(text, ", ");
    reference(text, &pl_scene_number_track_object);
    pl_text_add(text, "]}");
    break;
  case PL_KIND_OBJECT: reference(text, key->object); break;
  case PL_KIND_LIST:
    pl_text_add(text, "{\"type\": \"array\", %s\"items\": ", key->flags & PL_KEY_REQUIRED ? "\"minItems\": 1, " : "");
    reference(text, key->object);
    pl_text_add(text, "}");
    break;
  case PL_KIND_NUMBERS:
  case PL_KIND_FIELD: array_of_rows(text, key, "number"); break;
  case PL_KIND_INDICES: array_of_rows(text, key, "integer"); break;
  case PL_KIND_SELECTION: selection(text); break;
  case PL_KIND_SELECTIONS:
    pl_text_add(text, "{\"type\": \"array\", \"minItems\": 1, \"items\": ");
    selection(text);
    pl_text_add(text, "}");
    break;
  }
}

static void write_key(pl_text *text, const pl_scene_key *key, bool last)
{
  pl_text_add(text, "        ");
  pl_text_add_json(text, key->name);
  pl_text_add(text, ": {\"allOf\": [");
  type_of(text, key);
  pl_text_add(text, "], \"description\": ");
  char description[512];
  snprintf(description, sizeof description, "%s%s%s%s", key->doc, key->unit ? " Unit: " : "",
           key->unit ? key->unit : "", key->unit ? "." : "");
  pl_text_add_json(text, description);
  if (key->fallback && key->kind != PL_KIND_TEXT) pl_text_add(text, ", \"default\": %s", key->fallback);
  pl_text_add(text, "}%s\n", last ? "" : ",");
}

static void write_names(pl_text *text, const pl_scene_object *object, unsigned flag, const char *before,
                        const char *after)
{
  bool any = false;
  for (size_t i = 0; i < object->key_count; i++) {
    if (!(object->keys[i].flags & flag)) continue;
    pl_text_add(text, any ? ", " : "%s", before);
    if (flag == PL_KEY_ONE_OF) pl_text_add(text, "{\"required\": [");
    pl_text_add_json(text, object->keys[i].name);
    if (flag == PL_KEY_ONE_OF) pl_text_add(text, "]}");
    any = true;
  }
  if (any) pl_text_add(text, "%s", after);
}

static void write_object(pl_text *text, const pl_scene_object *object, bool last)
{
  pl_text_add(text, "    \"%s\": {\n      \"type\": \"object\",\n      \"description\": ", object->name);
  pl_text_add_json(text, object->doc);
  pl_text_add(text, ",\n      \"additionalProperties\": false,\n");
  write_names(text, object, PL_KEY_REQUIRED, "      \"required\": [", "],\n");
  write_names(text, object, PL_KEY_ONE_OF, "      \"oneOf\": [", "],\n");
  pl_text_add(text, "      \"properties\": {\n");
  for (size_t i = 0; i < object->key_count; i++) write_key(text, &object->keys[i], i + 1 == object->key_count);
  pl_text_add(text, "      }\n    }%s\n", last ? "" : ",");
}

pl_status pl_scene_schema(char **out)
{
  PL_OWN_FLOATS;
  pl_scene_object_set set;
  pl_scene_all_objects(&set);
  pl_text text = {0};
  pl_text_add(&text,
              "{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n  \"title\": \"Pliant scene\",\n"
              "  \"$ref\": \"#/$defs/%s\",\n  \"$defs\": {\n",
              pl_scene_root.name);
  for (size_t i = 0; i < set.count; i++) write_object(&text, set.objects[i], i + 1 == set.count);
  pl_text_add(&text, "  }\n}\n");
  return pl_text_finish(&text, out);
}
