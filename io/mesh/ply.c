/* SPDX-License-Identifier: MIT
   PLY, as text and binary in either byte order. Read: vertex x y z, face vertex_indices, edge vertex1 vertex2; other
   elements and properties are stepped over. Counts in the header are never trusted: memory grows with what is there. */
#include <math.h>
#include <stdio.h>

#include "mesh/bytes.h"
#include "mesh/ply_header.h"
#include "mesh/soup.h"

typedef struct reader {
  pl_text text; /* header, and the data of a text file */
  pl_ply_header header;
  const unsigned char *begin, *at, *end; /* the data of a binary file */
  pl_soup soup;
  const pl_ply_element *element; /* being read */
  uint64_t index;
  uint64_t vertex_count; /* as the header says */
} reader;

/* "file:line:column: face 3: " or "file: byte 120: face 3: " in front of the message. */
static pl_status fail_here(const reader *r, pl_token token, const char *what, const char *found)
{
  if (r->header.format == PL_PLY_ASCII)
    return pl_text_fail(&r->text, token, "%s %llu: %s, found %s", r->element->name, (unsigned long long)r->index, what,
                        found);
  return pl_fail(PL_ERROR_FORMAT, "%s: byte %zu: %s %llu: %s, found %s", r->text.name, (size_t)(r->at - r->begin),
                 r->element->name, (unsigned long long)r->index, what, found);
}

static pl_status fail_at_end(const reader *r)
{
  return pl_fail(PL_ERROR_FORMAT, "%s: the file ends in %s %llu of %llu", r->text.name, r->element->name,
                 (unsigned long long)r->index, (unsigned long long)r->element->count);
}

static double load(const unsigned char *at, const pl_ply_type *type, bool big)
{
  if (type->kind == 'f') return type->size == 4 ? (double)pl_bytes_load_float(at, big) : pl_bytes_load_double(at, big);
  uint64_t bits = pl_bytes_load(at, (size_t)type->size, big);
  uint64_t sign = UINT64_C(1) << (8 * type->size - 1);
  if (type->kind == 'i' && bits & sign) return (double)bits - 2.0 * (double)sign;
  return (double)bits;
}

static void skip_empty_lines(pl_text *text)
{
  while (!pl_text_at_end(text)) {
    pl_text ahead = *text;
    if (!pl_token_empty(pl_text_token(&ahead))) return;
    pl_text_next_line(text);
  }
}

static pl_status read_word(reader *r, bool whole, double *out)
{
  skip_empty_lines(&r->text);
  if (pl_text_at_end(&r->text)) return fail_at_end(r);
  if (!whole) return pl_text_number(&r->text, "a coordinate", out);
  int64_t integer = 0;
  PL_TRY(pl_text_integer(&r->text, "an index or count", &integer));
  *out = (double)integer;
  return PL_OK;
}

/* Every value is a double on the way: 32-bit integers fit. */
static pl_status read_value(reader *r, const pl_ply_type *type, bool whole, double *out)
{
  if (r->header.format == PL_PLY_ASCII) return read_word(r, whole, out);
  if (r->end - r->at < type->size) return fail_at_end(r);
  *out = load(r->at, type, r->header.format == PL_PLY_BIG);
  if (!isfinite(*out))
    return fail_here(r, (pl_token){0}, "a coordinate must be a finite number", isnan(*out) ? "nan" : "inf");
  r->at += type->size;
  return PL_OK;
}

/* A count or an index; one outside [least, most] is refused where it stands. */
static pl_status read_whole(reader *r, const pl_ply_type *type, double least, double most, const char *expected,
                            uint32_t *out)
{
  pl_text text = r->text;
  const unsigned char *at = r->at;
  double value = 0;
  PL_TRY(read_value(r, type, true, &value));
  if (value >= least && value <= most) {
    *out = (uint32_t)value;
    return PL_OK;
  }
  r->at = at;
  if (r->header.format == PL_PLY_ASCII) skip_empty_lines(&text);
  char found[32];
  snprintf(found, sizeof found, "%.0f", value);
  return fail_here(r, pl_text_token(&text), expected, found);
}

static pl_status skip_value(reader *r, const pl_ply_type *type)
{
  if (r->header.format == PL_PLY_ASCII) {
    if (pl_token_empty(pl_text_token(&r->text)))
      return fail_here(r, pl_text_token(&r->text), "a value is missing", "the end of the line");
    return PL_OK;
  }
  if (r->end - r->at < type->size) return fail_at_end(r);
  r->at += type->size;
  return PL_OK;
}

static pl_status read_vertex_index(reader *r, const pl_ply_type *type, uint32_t *out)
{
  return read_whole(r, type, 0, fmin((double)r->vertex_count, UINT32_MAX) - 1,
                    "a vertex index must be less than the number of vertices", out);
}

static pl_status read_corners(reader *r, const pl_ply_property *property)
{
  uint32_t count = 0, vertex = 0;
  PL_TRY(read_whole(r, property->count_type, 3, UINT32_MAX, "at least 3 corners are needed", &count));
  for (uint32_t i = 0; i < count; i++) {
    PL_TRY(read_vertex_index(r, property->type, &vertex));
    PL_TRY(pl_soup_corner(&r->soup, vertex));
  }
  return pl_soup_polygon(&r->soup, count);
}

static pl_status skip_list(reader *r, const pl_ply_property *property)
{
  uint32_t count = 0;
  PL_TRY(read_whole(r, property->count_type, 0, UINT32_MAX, "the length of a list must not be negative", &count));
  for (uint32_t i = 0; i < count; i++) PL_TRY(skip_value(r, property->type));
  return PL_OK;
}

static pl_status read_item(reader *r)
{
  double position[3] = {0};
  uint32_t ends[2] = {0};
  for (size_t i = 0; i < r->element->property_count; i++) {
    const pl_ply_property *property = &r->header.properties[r->element->first + i];
    if (property->meaning == PL_PLY_CORNERS)
      PL_TRY(read_corners(r, property));
    else if (property->count_type)
      PL_TRY(skip_list(r, property));
    else if (property->meaning == PL_PLY_SKIP)
      PL_TRY(skip_value(r, property->type));
    else if (property->meaning <= PL_PLY_Z)
      PL_TRY(read_value(r, property->type, false, &position[property->meaning - PL_PLY_X]));
    else
      PL_TRY(read_vertex_index(r, property->type, &ends[property->meaning - PL_PLY_FROM]));
  }
  if (r->header.format == PL_PLY_ASCII) {
    pl_token rest = pl_text_token(&r->text);
    if (!pl_token_empty(rest)) return fail_here(r, rest, "the line should end here", pl_token_quote(rest).text);
    pl_text_next_line(&r->text);
  }
  if (r->element->kind == PL_PLY_VERTEX) pl_builder_vertex(&r->soup.builder, position[0], position[1], position[2]);
  if (r->element->kind == PL_PLY_EDGE) {
    if (ends[0] == ends[1])
      return pl_fail(PL_ERROR_FORMAT, "%s: edge %llu connects vertex %u with itself", r->text.name,
                     (unsigned long long)r->index, ends[0]);
    pl_builder_edge(&r->soup.builder, ends[0], ends[1]);
  }
  return r->soup.builder.status;
}

static pl_status read_all(reader *r)
{
  PL_TRY(pl_ply_read_header(&r->text, &r->header));
  r->at = (const unsigned char *)r->text.at;
  r->end = (const unsigned char *)r->text.end;
  for (size_t i = 0; i < r->header.element_count; i++)
    if (r->header.elements[i].kind == PL_PLY_VERTEX) r->vertex_count = r->header.elements[i].count;
  for (size_t i = 0; i < r->header.element_count; i++) {
    r->element = &r->header.elements[i];
    for (r->index = 0; r->element->property_count && r->index < r->element->count; r->index++) PL_TRY(read_item(r));
  }
  if (r->vertex_count == 0) return pl_fail(PL_ERROR_FORMAT, "%s: the mesh has no vertices", r->text.name);
  return PL_OK;
}

pl_status pl_ply_read(const char *name, const char *data, size_t size, pl_mesh **out, pl_mesh_notes *notes)
{
  *out = NULL;
  reader r = {.begin = (const unsigned char *)data};
  PL_TRY(pl_text_open(&r.text, name, data, size));
  pl_status status = read_all(&r);
  if (status == PL_OK) {
    if (r.header.format != PL_PLY_ASCII && r.at < r.end)
      pl_notes_add(notes, "%zu bytes after the last element were ignored.", (size_t)(r.end - r.at));
    return pl_soup_finish(&r.soup, out, notes);
  }
  pl_soup_free(&r.soup);
  return status;
}
