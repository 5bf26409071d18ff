/* SPDX-License-Identifier: MIT
   Fills structs from JSON by the tables of keys. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "scene/read/data.h"

typedef struct reader {
  pl_scene *scene;
  const pl_json *at;
  const pl_scene_key *key;
  void *out;
} reader;

static pl_status wrong_type(const reader *r, const char *expected)
{
  char got[96];
  pl_json_excerpt(&r->scene->document, r->at, got, sizeof got);
  return pl_scene_fail(r->scene, r->at, "must be %s%s%s%s, got %s", expected, r->key->unit ? " (" : "",
                       r->key->unit ? r->key->unit : "", r->key->unit ? ")" : "", got);
}

static pl_status check_range(const reader *r, const pl_json *number)
{
  if (pl_scene_in_range(r->key->range, number->number)) return PL_OK;
  char got[96];
  pl_json_excerpt(&r->scene->document, number, got, sizeof got);
  return pl_scene_fail(r->scene, number, "must be %s%s%s%s, got %s", r->key->range->text, r->key->unit ? " (" : "",
                       r->key->unit ? r->key->unit : "", r->key->unit ? ")" : "", got);
}

static pl_status read_number(const reader *r)
{
  if (r->at->type != PL_JSON_NUMBER) return wrong_type(r, "a number");
  PL_TRY(check_range(r, r->at));
  *(double *)r->out = r->at->number;
  return PL_OK;
}

static bool is_whole(const pl_json *value, double low, double high)
{
  return value->type == PL_JSON_NUMBER && value->number == floor(value->number) && value->number >= low &&
         value->number <= high;
}

/* Joins the words as "a", "b" or "c". */
static void list_words(const char *const *words, const char *quote, char *text, size_t size)
{
  size_t used = 0;
  text[0] = '\0';
  for (size_t i = 0; words[i] && used < size; i++) {
    const char *joint = i == 0 ? "" : words[i + 1] ? ", " : " or ";
    int length = snprintf(text + used, size - used, "%s%s%s%s", joint, quote, words[i], quote);
    used += (size_t)(length > 0 ? length : 0);
  }
}

static pl_status read_integer(const reader *r)
{
  if (!is_whole(r->at, INT32_MIN, INT32_MAX)) return wrong_type(r, "a whole number");
  PL_TRY(check_range(r, r->at));
  int value = (int)r->at->number;
  *(int *)r->out = value;
  if (!r->key->words) return PL_OK;
  for (const char *const *word = r->key->words; *word; word++) {
    int allowed = 0;
    if (sscanf(*word, "%d", &allowed) == 1 && allowed == value) return PL_OK;
  }
  char words[128];
  list_words(r->key->words, "", words, sizeof words);
  return wrong_type(r, words);
}

static pl_status read_count(const reader *r)
{
  if (!is_whole(r->at, 0, UINT32_MAX)) return wrong_type(r, "a whole number");
  PL_TRY(check_range(r, r->at));
  *(uint32_t *)r->out = (uint32_t)r->at->number;
  return PL_OK;
}

static pl_status read_flag(const reader *r)
{
  if (r->at->type != PL_JSON_TRUE && r->at->type != PL_JSON_FALSE) return wrong_type(r, "true or false");
  *(bool *)r->out = r->at->type == PL_JSON_TRUE;
  return PL_OK;
}

static pl_status read_text(const reader *r)
{
  if (r->at->type != PL_JSON_STRING) return wrong_type(r, "a text in double quotes");
  if (r->at->count == 0) return pl_scene_fail(r->scene, r->at, "must not be empty");
  *(const char **)r->out = r->at->string;
  return PL_OK;
}

static pl_status read_word(const reader *r)
{
  char words[256];
  list_words(r->key->words, "\"", words, sizeof words);
  if (r->at->type != PL_JSON_STRING) return wrong_type(r, words);
  for (int i = 0; r->key->words[i]; i++)
    if (strcmp(r->key->words[i], r->at->string) == 0) {
      *(int *)r->out = i;
      return PL_OK;
    }
  const char *nearest = pl_scene_nearest_word(r->key->words, r->at->string);
  if (!nearest) return wrong_type(r, words);
  char got[96];
  pl_json_excerpt(&r->scene->document, r->at, got, sizeof got);
  return pl_scene_fail(r->scene, r->at, "must be %s, got %s; did you mean \"%s\"?", words, got, nearest);
}

static pl_status read_vector(const reader *r)
{
  if (r->at->type != PL_JSON_ARRAY || r->at->count != 3) return wrong_type(r, "an array of three numbers");
  const pl_json *element = pl_json_first(r->at);
  for (int i = 0; i < 3; i++, element = pl_json_next(element)) {
    if (element->type != PL_JSON_NUMBER) return wrong_type(r, "an array of three numbers");
    PL_TRY(check_range(r, element));
    ((double *)r->out)[i] = element->number;
  }
  return PL_OK;
}

/* A scale may be one number for all three directions. */
static pl_status read_scale(const reader *r)
{
  if (r->at->type == PL_JSON_ARRAY) return read_vector(r);
  if (r->at->type != PL_JSON_NUMBER) return wrong_type(r, "a number or an array of three numbers");
  PL_TRY(check_range(r, r->at));
  for (int i = 0; i < 3; i++) ((double *)r->out)[i] = r->at->number;
  return PL_OK;
}

static pl_status read_counts(const reader *r)
{
  if (r->at->type != PL_JSON_ARRAY || r->at->count != 3) return wrong_type(r, "an array of three whole numbers");
  const pl_json *element = pl_json_first(r->at);
  for (int i = 0; i < 3; i++, element = pl_json_next(element)) {
    if (!is_whole(element, 0, UINT32_MAX)) return wrong_type(r, "an array of three whole numbers");
    PL_TRY(check_range(r, element));
    ((uint32_t *)r->out)[i] = (uint32_t)element->number;
  }
  return PL_OK;
}

static pl_status read_track(const reader *r)
{
  pl_scene_track *track = r->out;
  if (r->at->type == PL_JSON_OBJECT) return pl_scene_read_object(r->scene, r->at, &pl_scene_track_object, track);
  if (r->at->type != PL_JSON_ARRAY || r->at->count != 3)
    return wrong_type(r, "an array of three numbers or an object with keys");
  reader inner = *r;
  inner.out = track->value;
  PL_TRY(read_vector(&inner));
  track->at = r->at;
  return PL_OK;
}

static pl_status read_number_track(const reader *r)
{
  pl_scene_number_track *track = r->out;
  if (r->at->type == PL_JSON_OBJECT) return pl_scene_read_object(r->scene, r->at, &pl_scene_number_track_object, track);
  if (r->at->type != PL_JSON_NUMBER) return wrong_type(r, "a number or an object with keys");
  reader inner = *r;
  inner.out = &track->value;
  PL_TRY(read_number(&inner));
  track->at = r->at;
  return PL_OK;
}

static pl_status read_list(const reader *r)
{
  if (r->at->type != PL_JSON_ARRAY) return wrong_type(r, "an array of objects");
  pl_scene_list *list = r->out;
  size_t size = r->key->object->size;
  list->at = r->at;
  list->count = r->at->count;
  list->items = pl_scene_keep(r->scene, list->count, size);
  if (!list->items) return PL_ERROR_MEMORY;
  const pl_json *element = pl_json_first(r->at);
  for (size_t i = 0; i < list->count; i++, element = pl_json_next(element))
    PL_TRY(pl_scene_read_object(r->scene, element, r->key->object, (char *)list->items + i * size));
  return PL_OK;
}

static pl_status read_selection_in_place(const reader *r, const pl_json *at, pl_scene_selection *selection)
{
  if (at->type == PL_JSON_OBJECT) return pl_scene_read_object(r->scene, at, &pl_scene_selection_object, selection);
  if (at->type != PL_JSON_STRING) {
    reader inner = *r;
    inner.at = at;
    return wrong_type(&inner, "a selection: an object such as {\"box\": …}, a name, or \"all\"");
  }
  selection->at = at;
  selection->name = at->string;
  return PL_OK;
}

static pl_status read_selection(const reader *r)
{
  pl_scene_selection *selection = PL_KEEP(r->scene, pl_scene_selection, 1);
  if (!selection) return PL_ERROR_MEMORY;
  *(pl_scene_selection **)r->out = selection;
  return read_selection_in_place(r, r->at, selection);
}

static pl_status read_selections(const reader *r)
{
  if (r->at->type != PL_JSON_ARRAY || r->at->count == 0) return wrong_type(r, "an array of selections");
  pl_scene_list *list = r->out;
  *list = (pl_scene_list){r->at, PL_KEEP(r->scene, pl_scene_selection, r->at->count), r->at->count};
  if (!list->items) return PL_ERROR_MEMORY;
  const pl_json *element = pl_json_first(r->at);
  for (size_t i = 0; i < list->count; i++, element = pl_json_next(element))
    PL_TRY(read_selection_in_place(r, element, (pl_scene_selection *)list->items + i));
  return PL_OK;
}

static pl_status read_value(const reader *r)
{
  switch (r->key->kind) {
  case PL_KIND_NUMBER: return read_number(r);
  case PL_KIND_INTEGER: return read_integer(r);
  case PL_KIND_COUNT: return read_count(r);
  case PL_KIND_FLAG: return read_flag(r);
  case PL_KIND_TEXT: return read_text(r);
  case PL_KIND_WORD: return read_word(r);
  case PL_KIND_VECTOR: return read_vector(r);
  case PL_KIND_SCALE: return read_scale(r);
  case PL_KIND_COUNTS: return read_counts(r);
  case PL_KIND_TRACK: return read_track(r);
  case PL_KIND_NUMBER_TRACK: return read_number_track(r);
  case PL_KIND_OBJECT: return pl_scene_read_object(r->scene, r->at, r->key->object, r->out);
  case PL_KIND_LIST: return read_list(r);
  case PL_KIND_NUMBERS: return pl_scene_read_numbers(r->scene, r->at, r->key, r->out);
  case PL_KIND_FIELD: return pl_scene_read_field(r->scene, r->at, r->key, r->out);
  case PL_KIND_INDICES: return pl_scene_read_indices(r->scene, r->at, r->key, r->out);
  case PL_KIND_SELECTION: return read_selection(r);
  case PL_KIND_SELECTIONS: return read_selections(r);
  }
  return pl_fail(PL_ERROR_UNSUPPORTED, "a key of unknown kind");
}

/* The default goes through the same reader, so it is held to the same rules. */
static pl_status read_fallback(const reader *r)
{
  if (r->key->kind == PL_KIND_TEXT) {
    *(const char **)r->out = r->key->fallback;
    return PL_OK;
  }
  pl_json_document document;
  PL_TRY(pl_json_read("default", r->key->fallback, strlen(r->key->fallback), &document));
  reader inner = *r;
  inner.at = pl_json_root(&document);
  pl_status status = read_value(&inner);
  if (status == PL_OK && r->key->kind == PL_KIND_TRACK) ((pl_scene_track *)r->out)->at = NULL;
  if (status == PL_OK && r->key->kind == PL_KIND_NUMBER_TRACK) ((pl_scene_number_track *)r->out)->at = NULL;
  pl_json_free(&document);
  if (status == PL_OK || status == PL_ERROR_MEMORY) return status;
  return pl_fail(PL_ERROR_UNSUPPORTED, "the default of %s, %s, is none that it may have", r->key->name,
                 r->key->fallback);
}

static pl_status read_missing(pl_scene *scene, const pl_json *at, const pl_scene_key *key, void *out)
{
  if (key->flags & PL_KEY_REQUIRED) return pl_scene_fail(scene, at, "needs the key \"%s\". %s", key->name, key->doc);
  if (key->fallback) return read_fallback(&(reader){scene, NULL, key, out});
  if (key->kind == PL_KIND_OBJECT && !(key->flags & (PL_KEY_ONE_OF | PL_KEY_OPTIONAL)))
    return pl_scene_read_object(scene, NULL, key->object, out);
  return PL_OK;
}

static void list_keys(const pl_scene_object *object, unsigned flags, const char *last, char *text, size_t size)
{
  size_t used = 0;
  const char *joint = "";
  const pl_scene_key *pending = NULL;
  text[0] = '\0';
  for (size_t i = 0; i <= object->key_count && used < size; i++) {
    const pl_scene_key *key = i < object->key_count ? &object->keys[i] : NULL;
    if (key && (key->flags & flags) != flags) continue;
    if (pending) {
      int length = snprintf(text + used, size - used, "%s%s", key || !joint[0] ? joint : last, pending->name);
      used += (size_t)(length > 0 ? length : 0);
      joint = ", ";
    }
    pending = key;
  }
}

static pl_status check_keys_known(const pl_scene *scene, const pl_json *at, const pl_scene_object *object)
{
  const pl_json *member = pl_json_first(at);
  for (uint32_t i = 0; i < at->count; i++, member = pl_json_next(member)) {
    if (pl_scene_find_key(object, member->key)) continue;
    const char *nearest = pl_scene_nearest_key(object, member->key);
    if (nearest)
      return pl_scene_fail_key(scene, member, "is not a key of %s; did you mean \"%s\"?", object->name, nearest);
    char keys[512];
    list_keys(object, 0, " and ", keys, sizeof keys);
    return pl_scene_fail_key(scene, member, "is not a key of %s; it has %s", object->name, keys);
  }
  return PL_OK;
}

static pl_status check_one_of(const pl_scene *scene, const pl_json *at, const pl_scene_object *object)
{
  const pl_json *found = NULL;
  bool wanted = false;
  for (size_t i = 0; i < object->key_count; i++) {
    if (!(object->keys[i].flags & PL_KEY_ONE_OF)) continue;
    wanted = true;
    const pl_json *member = pl_json_member(at, object->keys[i].name);
    if (member && found) {
      const pl_json *first = member < found ? member : found, *second = member < found ? found : member;
      return pl_scene_fail_key(scene, second, "cannot stand beside \"%s\"; %s has one of the two", first->key,
                               object->name);
    }
    if (member) found = member;
  }
  if (found || !wanted) return PL_OK;
  char keys[512];
  list_keys(object, PL_KEY_ONE_OF, " or ", keys, sizeof keys);
  return pl_scene_fail(scene, at, "needs one of these keys: %s", keys);
}

pl_status pl_scene_read_object(pl_scene *scene, const pl_json *at, const pl_scene_object *object, void *out)
{
  if (object->prepare) object->prepare(out);
  *(const pl_json **)out = at;
  if (at) {
    if (at->type != PL_JSON_OBJECT) {
      char got[96];
      pl_json_excerpt(&scene->document, at, got, sizeof got);
      return pl_scene_fail(scene, at, "must be an object in braces, got %s", got);
    }
    PL_TRY(check_keys_known(scene, at, object));
    PL_TRY(check_one_of(scene, at, object));
  }
  for (size_t i = 0; i < object->key_count; i++) {
    const pl_scene_key *key = &object->keys[i];
    const pl_json *member = pl_json_member(at, key->name);
    void *place = (char *)out + key->offset;
    if (member)
      PL_TRY(read_value(&(reader){scene, member, key, place}));
    else
      PL_TRY(read_missing(scene, at, key, place));
  }
  return PL_OK;
}
