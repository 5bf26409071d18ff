/* SPDX-License-Identifier: MIT */
#include "mesh/ply_header.h"

#include <stdio.h>
#include <string.h>

static const pl_ply_type types[] = {
    {"char", "int8", 1, 'i'}, {"uchar", "uint8", 1, 'u'}, {"short", "int16", 2, 'i'},   {"ushort", "uint16", 2, 'u'},
    {"int", "int32", 4, 'i'}, {"uint", "uint32", 4, 'u'}, {"float", "float32", 4, 'f'}, {"double", "float64", 8, 'f'},
};

static pl_status read_type(pl_text *text, const pl_ply_type **out)
{
  pl_token token = pl_text_token(text);
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (pl_token_is(token, types[i].name) || pl_token_is(token, types[i].other_name)) {
      *out = &types[i];
      return PL_OK;
    }
  return pl_text_fail(text, token,
                      "a type must be one of char, uchar, short, ushort, int, uint, float, double, found %s",
                      pl_token_quote(token).text);
}

static pl_status read_format(pl_text *text, pl_ply_header *header)
{
  pl_token token = pl_text_token(text);
  if (pl_token_is(token, "ascii"))
    header->format = PL_PLY_ASCII;
  else if (pl_token_is(token, "binary_little_endian"))
    header->format = PL_PLY_LITTLE;
  else if (pl_token_is(token, "binary_big_endian"))
    header->format = PL_PLY_BIG;
  else
    return pl_text_fail(text, token, "the format must be ascii, binary_little_endian or binary_big_endian, found %s",
                        pl_token_quote(token).text);
  token = pl_text_token(text);
  if (!pl_token_is(token, "1.0"))
    return pl_text_fail(text, token, "the version of the format must be 1.0, found %s", pl_token_quote(token).text);
  return PL_OK;
}

static pl_status read_element(pl_text *text, pl_ply_header *header)
{
  pl_token name = pl_text_token(text);
  if (pl_token_empty(name)) return pl_text_fail(text, name, "an element needs a name");
  if (header->element_count == PL_PLY_ELEMENTS)
    return pl_text_fail(text, name, "more than %d elements are not supported", PL_PLY_ELEMENTS);
  pl_ply_element *element = &header->elements[header->element_count];
  snprintf(element->name, sizeof element->name, "%.*s", (int)(name.end - name.begin), name.begin);
  element->kind = pl_token_is(name, "vertex") ? PL_PLY_VERTEX
                  : pl_token_is(name, "face") ? PL_PLY_FACE
                  : pl_token_is(name, "edge") ? PL_PLY_EDGE
                                              : PL_PLY_OTHER;
  for (size_t i = 0; element->kind != PL_PLY_OTHER && i < header->element_count; i++)
    if (header->elements[i].kind == element->kind)
      return pl_text_fail(text, name, "element %s is there a second time", element->name);
  int64_t count = 0;
  PL_TRY(pl_text_integer(text, "the number of elements", &count));
  if (count < 0)
    return pl_text_fail(text, name, "the number of elements must not be negative, found %lld", (long long)count);
  element->count = (uint64_t)count;
  element->first = header->property_count;
  element->property_count = 0;
  header->element_count++;
  return PL_OK;
}

static pl_ply_meaning meaning_of(pl_ply_kind kind, pl_token name, bool list)
{
  if (kind == PL_PLY_VERTEX && !list)
    return pl_token_is(name, "x")   ? PL_PLY_X
           : pl_token_is(name, "y") ? PL_PLY_Y
           : pl_token_is(name, "z") ? PL_PLY_Z
                                    : PL_PLY_SKIP;
  if (kind == PL_PLY_FACE && list && (pl_token_is(name, "vertex_indices") || pl_token_is(name, "vertex_index")))
    return PL_PLY_CORNERS;
  if (kind == PL_PLY_EDGE && !list)
    return pl_token_is(name, "vertex1") ? PL_PLY_FROM : pl_token_is(name, "vertex2") ? PL_PLY_TO : PL_PLY_SKIP;
  return PL_PLY_SKIP;
}

static pl_status read_property(pl_text *text, pl_ply_header *header, pl_token keyword)
{
  if (header->element_count == 0) return pl_text_fail(text, keyword, "a property must come after its element");
  if (header->property_count == PL_PLY_PROPERTIES)
    return pl_text_fail(text, keyword, "more than %d properties are not supported", PL_PLY_PROPERTIES);
  pl_ply_property property = {0};
  pl_text ahead = *text;
  if (pl_token_is(pl_text_token(&ahead), "list")) {
    *text = ahead;
    pl_token place = keyword;
    PL_TRY(read_type(text, &property.count_type));
    if (property.count_type->kind == 'f')
      return pl_text_fail(text, place, "the length of a list must have a whole-number type, found %s",
                          property.count_type->name);
  }
  PL_TRY(read_type(text, &property.type));
  pl_token name = pl_text_token(text);
  if (pl_token_empty(name)) return pl_text_fail(text, name, "a property needs a name");
  pl_ply_element *element = &header->elements[header->element_count - 1];
  property.meaning = meaning_of(element->kind, name, property.count_type != NULL);
  if (property.meaning >= PL_PLY_CORNERS && property.type->kind == 'f')
    return pl_text_fail(text, name, "vertex indices must have a whole-number type, found %s", property.type->name);
  for (size_t i = 0; property.meaning != PL_PLY_SKIP && i < element->property_count; i++)
    if (header->properties[element->first + i].meaning == property.meaning)
      return pl_text_fail(text, name, "property %s is there a second time", pl_token_quote(name).text);
  header->properties[header->property_count++] = property;
  element->property_count++;
  return PL_OK;
}

static bool has(const pl_ply_header *header, pl_ply_meaning meaning)
{
  for (size_t i = 0; i < header->property_count; i++)
    if (header->properties[i].meaning == meaning) return true;
  return false;
}

static pl_status check(const pl_text *text, const pl_ply_header *header, pl_token end)
{
  if (!has(header, PL_PLY_X) || !has(header, PL_PLY_Y) || !has(header, PL_PLY_Z))
    return pl_text_fail(text, end, "the header has no element vertex with properties x, y and z");
  for (size_t i = 0; i < header->element_count; i++) {
    const pl_ply_element *element = &header->elements[i];
    if (element->kind == PL_PLY_FACE && element->count && !has(header, PL_PLY_CORNERS))
      return pl_text_fail(text, end, "element face has no list vertex_indices");
    if (element->kind == PL_PLY_EDGE && element->count && !(has(header, PL_PLY_FROM) && has(header, PL_PLY_TO)))
      return pl_text_fail(text, end, "element edge has no properties vertex1 and vertex2");
    if (strcmp(element->name, "tristrips") == 0 && element->count)
      return pl_text_fail(text, end, "triangle strips are not supported; save the mesh with faces");
  }
  return PL_OK;
}

pl_status pl_ply_read_header(pl_text *text, pl_ply_header *header)
{
  *header = (pl_ply_header){0};
  pl_token token = pl_text_token(text);
  if (!pl_token_is(token, "ply"))
    return pl_text_fail(text, token, "a PLY file must start with 'ply', found %s", pl_token_quote(token).text);
  bool has_format = false;
  for (;;) {
    pl_text_next_line(text);
    token = pl_text_token(text);
    if (pl_text_at_end(text) && !pl_token_is(token, "end_header"))
      return pl_text_fail(text, token, "the file ends in the header; 'end_header' is missing");
    if (pl_token_is(token, "end_header")) break;
    if (pl_token_empty(token) || pl_token_is(token, "comment") || pl_token_is(token, "obj_info")) continue;
    if (pl_token_is(token, "format")) {
      PL_TRY(read_format(text, header));
      has_format = true;
    } else if (pl_token_is(token, "element")) {
      PL_TRY(read_element(text, header));
    } else if (pl_token_is(token, "property")) {
      PL_TRY(read_property(text, header, token));
    } else {
      return pl_text_fail(text, token, "the header may have format, comment, element and property, found %s",
                          pl_token_quote(token).text);
    }
  }
  if (!has_format) return pl_text_fail(text, token, "the header has no line 'format'");
  PL_TRY(check(text, header, token));
  pl_text_next_line(text);
  return PL_OK;
}
