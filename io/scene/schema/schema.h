/* SPDX-License-Identifier: MIT
   What a scene may say: one table of keys per object. The tables drive the reader, the defaults, the suggestions for
   misspelt keys, `pliant explain`, the JSON Schema and the reference in docs/scene.md, so none of them can disagree. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "scene/json/json.h"

/* What a value is, and what the reader stores for it. */
typedef enum pl_scene_kind {
  PL_KIND_NUMBER,       /* double */
  PL_KIND_INTEGER,      /* int */
  PL_KIND_COUNT,        /* uint32_t */
  PL_KIND_FLAG,         /* bool */
  PL_KIND_TEXT,         /* const char * */
  PL_KIND_WORD,         /* int: which of `words` */
  PL_KIND_VECTOR,       /* double[3] */
  PL_KIND_SCALE,        /* double[3]; one number stands for all three */
  PL_KIND_COUNTS,       /* uint32_t[3] */
  PL_KIND_TRACK,        /* pl_scene_track: a vector, or keys of it over time */
  PL_KIND_NUMBER_TRACK, /* pl_scene_number_track: a number, or keys of it over time */
  PL_KIND_OBJECT,       /* the struct of `object`, in place */
  PL_KIND_LIST,         /* pl_scene_list of the structs of `object` */
  PL_KIND_NUMBERS,      /* pl_scene_numbers: rows of `columns` numbers in place or in a file */
  PL_KIND_INDICES,      /* pl_scene_indices: the same of whole numbers from 0 */
  PL_KIND_FIELD,        /* pl_scene_numbers: a value per vertex: one number for all, an array, a file or an image */
  PL_KIND_SELECTION,    /* pl_scene_selection *: particles */
  PL_KIND_SELECTIONS,   /* pl_scene_list of pl_scene_selection */
} pl_scene_kind;

typedef struct pl_scene_range {
  double low, high;
  bool low_open, high_open; /* the end itself is not allowed */
  const char *text;         /* "> 0" */
} pl_scene_range;

enum {
  PL_KEY_REQUIRED = 1, /* there is no default */
  PL_KEY_ONE_OF = 2,   /* exactly one of the keys with this flag stands in the object */
  PL_KEY_OPTIONAL = 4, /* an object that, when missing, is not there at all rather than filled with defaults */
  PL_KEY_OUTSIDE = 8   /* no part of the hash of the values: without influence on the motion, or added by other means */
};

typedef struct pl_scene_object pl_scene_object;

typedef struct pl_scene_key {
  const char *name;
  pl_scene_kind kind;
  size_t offset; /* in the object's struct */
  const char *doc;
  const char *unit;              /* NULL: none */
  const char *fallback;          /* the default as JSON (PL_KIND_TEXT: as is); NULL: none */
  const char *fallback_doc;      /* what the default amounts to, where the number does not say it */
  const pl_scene_range *range;   /* NULL: any finite value; of lists and arrays: of each element */
  const char *const *words;      /* ends with NULL; of an integer: the values allowed */
  const pl_scene_object *object; /* of objects and lists */
  int columns;                   /* of numbers and indices */
  unsigned flags;
} pl_scene_key;

struct pl_scene_object {
  const char *name; /* in the schema and the reference: "graph model" */
  const char *doc;
  size_t size; /* of the struct. Every such struct begins with `const pl_json *at`, NULL where the object is missing */
  const pl_scene_key *keys;
  size_t key_count;
  void (*prepare)(void *out); /* first filling, for what no key sets (marks of definitions); NULL: zeros */
};

typedef struct pl_scene_list {
  const pl_json *at;
  void *items;
  size_t count;
} pl_scene_list;

/* The root of the tables. */
extern const pl_scene_object pl_scene_root;
extern const pl_scene_object pl_scene_selection_object;    /* what PL_KIND_SELECTION may be, besides a name */
extern const pl_scene_object pl_scene_image_object;        /* what PL_KIND_FIELD may be, besides numbers */
extern const pl_scene_object pl_scene_track_object;        /* what PL_KIND_TRACK may be, besides a vector */
extern const pl_scene_object pl_scene_number_track_object; /* what PL_KIND_NUMBER_TRACK may be, besides a number */

extern const pl_scene_range pl_range_positive;
extern const pl_scene_range pl_range_not_negative;
extern const pl_scene_range pl_range_unit; /* [0, 1] */
extern const pl_scene_range pl_range_fps;  /* frames per second: more than anybody looks at */

/* The key of that name, or NULL. */
const pl_scene_key *pl_scene_find_key(const pl_scene_object *object, const char *name);
/* The nearest name of a key by edit distance, NULL if none is near. */
const char *pl_scene_nearest_key(const pl_scene_object *object, const char *name);
const char *pl_scene_nearest_word(const char *const *words, const char *name);
bool pl_scene_in_range(const pl_scene_range *range, double value); /* NaN and infinities never are */

/* Calls visit for every object that can be reached, each once, parents first. */
typedef struct pl_scene_object_set {
  const pl_scene_object *objects[96];
  size_t count;
} pl_scene_object_set;
void pl_scene_all_objects(pl_scene_object_set *set);
