/* SPDX-License-Identifier: MIT */
#include "scene/schema/schema.h"

#include <math.h>
#include <string.h>

const pl_scene_range pl_range_positive = {0, INFINITY, true, true, "> 0"};
const pl_scene_range pl_range_not_negative = {0, INFINITY, false, true, ">= 0"};
const pl_scene_range pl_range_unit = {0, 1, false, false, "from 0 to 1"};
const pl_scene_range pl_range_fps = {1e-6, 1e5, false, false, "from 1e-6 to 1e5"};

bool pl_scene_in_range(const pl_scene_range *range, double value)
{
  if (!isfinite(value)) return false;
  if (!range) return true;
  return (range->low_open ? value > range->low : value >= range->low) &&
         (range->high_open ? value < range->high : value <= range->high);
}

const pl_scene_key *pl_scene_find_key(const pl_scene_object *object, const char *name)
{
  for (size_t i = 0; i < object->key_count; i++)
    if (strcmp(object->keys[i].name, name) == 0) return &object->keys[i];
  return NULL;
}

/* Letters to change, insert or remove to make one word of the other (Levenshtein); upper case counts as lower. Words
   longer than the row here are surely no near miss. */
enum { LONGEST_WORD = 40 };

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

static size_t edit_distance(const char *a, const char *b)
{
  size_t row[LONGEST_WORD + 1];
  size_t a_length = strlen(a), b_length = strlen(b);
  if (a_length > LONGEST_WORD || b_length > LONGEST_WORD) return LONGEST_WORD;
  for (size_t j = 0; j <= b_length; j++) row[j] = j;
  for (size_t i = 1; i <= a_length; i++) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b_length; j++) {
      size_t best = diagonal + (lower(a[i - 1]) != lower(b[j - 1]));
      if (row[j] + 1 < best) best = row[j] + 1;
      if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
      diagonal = row[j];
      row[j] = best;
    }
  }
  return row[b_length];
}

/* Better than what was found, and near enough to be a slip rather than another word. */
static void consider(const char *candidate, const char *name, const char **nearest, size_t *distance)
{
  size_t d = edit_distance(name, candidate), length = strlen(candidate);
  bool contained = strlen(name) >= 4 && (strstr(candidate, name) || strstr(name, candidate));
  if (contained && d > 2) d = 2;
  if (d < *distance && d <= 1 + length / 3) {
    *distance = d;
    *nearest = candidate;
  }
}

const char *pl_scene_nearest_key(const pl_scene_object *object, const char *name)
{
  const char *nearest = NULL;
  size_t distance = LONGEST_WORD;
  for (size_t i = 0; i < object->key_count; i++) consider(object->keys[i].name, name, &nearest, &distance);
  return nearest;
}

const char *pl_scene_nearest_word(const char *const *words, const char *name)
{
  const char *nearest = NULL;
  size_t distance = LONGEST_WORD;
  for (; *words; words++) consider(*words, name, &nearest, &distance);
  return nearest;
}

static void add_object(pl_scene_object_set *set, const pl_scene_object *object)
{
  if (!object || set->count == sizeof set->objects / sizeof *set->objects) return;
  for (size_t i = 0; i < set->count; i++)
    if (set->objects[i] == object) return;
  set->objects[set->count++] = object;
  for (size_t i = 0; i < object->key_count; i++) {
    const pl_scene_key *key = &object->keys[i];
    bool selects = key->kind == PL_KIND_SELECTION || key->kind == PL_KIND_SELECTIONS;
    add_object(set, selects                             ? &pl_scene_selection_object
                    : key->kind == PL_KIND_FIELD        ? &pl_scene_image_object
                    : key->kind == PL_KIND_TRACK        ? &pl_scene_track_object
                    : key->kind == PL_KIND_NUMBER_TRACK ? &pl_scene_number_track_object
                                                        : key->object);
  }
}

void pl_scene_all_objects(pl_scene_object_set *set)
{
  set->count = 0;
  add_object(set, &pl_scene_root);
}
