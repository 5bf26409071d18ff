/* SPDX-License-Identifier: MIT
   Arrays of a scene: in place, or in a file of plain numbers, of JSON, or a mesh. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "file.h"
#include "number.h"
#include "pliant/io_mesh.h"
#include "scene/read/data.h"

/* Numbers on their way from wherever they stand. Indices are numbers until the end. */
typedef struct collector {
  pl_scene *scene;
  const pl_json *at; /* in the scene */
  const pl_scene_key *key;
  bool whole;
  double *values;
  size_t count, capacity;
} collector;

static pl_status add(collector *c, double value)
{
  PL_TRY(pl_grow((void **)&c->values, &c->capacity, c->count + 1, sizeof(double)));
  c->values[c->count++] = value;
  return PL_OK;
}

static const char *expected(const collector *c)
{
  if (!c->whole) return c->key->range ? c->key->range->text : "a number";
  return "a whole number from 0 to 4294967295";
}

static bool acceptable(const collector *c, double value)
{
  if (!c->whole) return pl_scene_in_range(c->key->range, value);
  return value >= 0 && value <= UINT32_MAX && value == floor(value);
}

static pl_status fail_at(const pl_json_document *document, const pl_json *at, const char *key, const char *must,
                         const char *got)
{
  char path[256];
  pl_json_path(document, at, path, sizeof path);
  return pl_fail(PL_ERROR_FORMAT, "%s:%u:%u: %s%s%s must be %s, got %s", document->name, at->line, at->column, key,
                 path[0] && path[0] != '[' && key[0] ? "." : "", path, must, got);
}

static pl_status add_json_number(collector *c, const pl_json_document *document, const pl_json *at)
{
  if (at->type == PL_JSON_NUMBER && acceptable(c, at->number)) return add(c, at->number);
  char got[96];
  pl_json_excerpt(document, at, got, sizeof got);
  return fail_at(document, at, document == &c->scene->document ? "" : c->key->name, expected(c), got);
}

/* Flat, or in rows of `columns`. */
static pl_status add_json(collector *c, const pl_json_document *document, const pl_json *array)
{
  const pl_json *element = pl_json_first(array);
  for (uint32_t i = 0; i < array->count; i++, element = pl_json_next(element)) {
    if (element->type != PL_JSON_ARRAY) {
      PL_TRY(add_json_number(c, document, element));
      continue;
    }
    if ((int)element->count != c->key->columns || c->key->columns == 1) {
      char must[64], got[96];
      snprintf(must, sizeof must, c->key->columns == 1 ? "a number, not a row" : "a row of %d numbers",
               c->key->columns);
      pl_json_excerpt(document, element, got, sizeof got);
      return fail_at(document, element, document == &c->scene->document ? "" : c->key->name, must, got);
    }
    const pl_json *number = pl_json_first(element);
    for (uint32_t j = 0; j < element->count; j++, number = pl_json_next(number))
      PL_TRY(add_json_number(c, document, number));
  }
  return PL_OK;
}

static pl_status add_json_file(collector *c, const char *path, const char *text, size_t size)
{
  pl_json_document document;
  PL_TRY(pl_json_read(path, text, size, &document));
  const pl_json *root = pl_json_root(&document);
  pl_status status = root->type == PL_JSON_ARRAY ? add_json(c, &document, root)
                                                 : pl_fail(PL_ERROR_FORMAT, "%s:%u:%u: must be an array of numbers",
                                                           path, root->line, root->column);
  pl_json_free(&document);
  return status;
}

static bool is_separator(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ',' || c == ';'; }

/* Numbers between white space, commas or semicolons; # starts a comment. */
static pl_status add_plain_file(collector *c, const char *path, const char *text, size_t size)
{
  const char *p = text, *end = text + size, *line_start = text;
  unsigned line = 1;
  while (p < end) {
    if (*p == '#') {
      while (p < end && *p != '\n') p++;
    } else if (is_separator(*p)) {
      if (*p++ == '\n') {
        line++;
        line_start = p;
      }
    } else {
      double value = 0;
      const char *after = pl_number_read(p, end, &value);
      bool ended = after && (after == end || is_separator(*after) || *after == '#');
      if (!ended || !acceptable(c, value)) {
        const char *word = p;
        while (word < end && !is_separator(*word) && word - p < 40) word++;
        unsigned column = (unsigned)(p - line_start) + 1;
        if (!after) /* without the word: the file may not be meant for this, and private */
          return pl_fail(PL_ERROR_FORMAT, "%s:%u:%u: %s must be %s, and this is no number; is it the right file?", path,
                         line, column, c->key->name, expected(c));
        return pl_fail(PL_ERROR_FORMAT, "%s:%u:%u: %s must be %s, got %.*s", path, line, column, c->key->name,
                       expected(c), (int)(word - p), p);
      }
      PL_TRY(add(c, value));
      p = after;
    }
  }
  return PL_OK;
}

static bool has_extension(const char *path, const char *extension)
{
  size_t length = strlen(path), tail = strlen(extension);
  return length > tail && strcmp(path + length - tail, extension) == 0;
}

/* Positions, triangles or edges of a mesh; the name of the key says which. */
static pl_status add_mesh_file(collector *c, const char *path)
{
  pl_mesh *mesh = NULL;
  PL_TRY(pl_mesh_load(path, &mesh, NULL));
  pl_mesh_data data = pl_mesh_view(mesh);
  pl_status status = PL_OK;
  if (!c->whole) {
    for (size_t i = 0; i < 3 * data.vertex_count && status == PL_OK; i++) status = add(c, data.positions[i]);
  } else {
    const uint32_t *indices = c->key->columns == 2 ? data.edges : data.triangles;
    size_t count = c->key->columns == 2 ? 2 * data.edge_count : 3 * data.triangle_count;
    for (size_t i = 0; i < count && status == PL_OK; i++) status = add(c, indices[i]);
  }
  pl_mesh_destroy(mesh);
  return status;
}

static bool is_mesh(const collector *c, const char *path)
{
  return c->key->columns > 1 &&
         (has_extension(path, ".obj") || has_extension(path, ".ply") || has_extension(path, ".stl"));
}

static pl_status add_file(collector *c)
{
  const char *path = NULL;
  PL_TRY(pl_scene_path(c->scene, c->at, c->at->string, &path));
  if (is_mesh(c, path)) return add_mesh_file(c, path);
  char *text = NULL;
  size_t size = 0;
  PL_TRY(pl_file_read(path, &text, &size));
  pl_status status =
      has_extension(path, ".json") ? add_json_file(c, path, text, size) : add_plain_file(c, path, text, size);
  pl_release(text);
  return status;
}

static pl_status collect(collector *c)
{
  if (c->at->type == PL_JSON_ARRAY) {
    PL_TRY(add_json(c, &c->scene->document, c->at));
  } else if (c->at->type == PL_JSON_STRING) {
    PL_TRY(pl_scene_wrap(c->scene, c->at, add_file(c)));
  } else {
    char got[96];
    pl_json_excerpt(&c->scene->document, c->at, got, sizeof got);
    return pl_scene_fail(c->scene, c->at, "must be an array of numbers or the name of a file with them, got %s", got);
  }
  if (c->count % (size_t)c->key->columns != 0)
    return pl_scene_fail(c->scene, c->at, "must have %d numbers per row, but has %zu in all", c->key->columns,
                         c->count);
  if (c->count == 0) return pl_scene_fail(c->scene, c->at, "must not be empty");
  return PL_OK;
}

pl_status pl_scene_read_numbers(pl_scene *scene, const pl_json *at, const pl_scene_key *key, pl_scene_numbers *out)
{
  collector c = {.scene = scene, .at = at, .key = key};
  bool constant = at->type == PL_JSON_NUMBER && key->columns == 1;
  pl_status status = constant ? add_json_number(&c, &scene->document, at) : collect(&c);
  if (status == PL_OK) {
    *out =
        (pl_scene_numbers){.at = at, .values = PL_KEEP(scene, double, c.count), .count = c.count, .constant = constant};
    if (out->values && c.values)
      memcpy(out->values, c.values, c.count * sizeof(double));
    else
      status = PL_ERROR_MEMORY;
  }
  pl_release(c.values);
  return status;
}

pl_status pl_scene_read_indices(pl_scene *scene, const pl_json *at, const pl_scene_key *key, pl_scene_indices *out)
{
  collector c = {.scene = scene, .at = at, .key = key, .whole = true};
  pl_status status = collect(&c);
  if (status == PL_OK) {
    *out = (pl_scene_indices){at, PL_KEEP(scene, uint32_t, c.count), c.count};
    for (size_t i = 0; out->values && i < c.count; i++) out->values[i] = (uint32_t)c.values[i];
    if (!out->values) status = PL_ERROR_MEMORY;
  }
  pl_release(c.values);
  return status;
}
