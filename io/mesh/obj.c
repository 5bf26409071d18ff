/* SPDX-License-Identifier: MIT
   Wavefront OBJ. Read: v, f (any of v, v/vt, v//vn, v/vt/vn, negative indices, any number of corners), l. Positions of
   textures and normals, groups, materials and free-form surfaces do not matter here and are skipped. */
#include <string.h>

#include "mesh/soup.h"
#include "mesh/text.h"
#include "number.h"

typedef struct reader {
  pl_text text;
  pl_soup soup;
  pl_mesh_notes *notes;
  int64_t largest; /* index used before its vertex was seen: legal if the vertex comes later */
  pl_token largest_place;
  pl_token unknown; /* the first element that is not in the format */
  size_t unknown_count;
} reader;

static pl_status read_vertex(reader *r)
{
  double x, y, z;
  PL_TRY(pl_text_number(&r->text, "x", &x));
  PL_TRY(pl_text_number(&r->text, "y", &y));
  PL_TRY(pl_text_number(&r->text, "z", &z)); /* a weight or a colour may follow */
  pl_builder_vertex(&r->soup.builder, x, y, z);
  return r->soup.builder.status;
}

/* Indices of texture and normal only need to look like indices. */
static pl_status check_rest(const reader *r, pl_token token, const char *at)
{
  for (int part = 0; at < token.end; part++) {
    int64_t ignored;
    const char *next = *at == '/' && part < 2 ? at + 1 : NULL;
    if (next && next < token.end && *next != '/') next = pl_integer_read(next, token.end, &ignored);
    if (!next)
      return pl_text_fail(&r->text, token, "a corner must look like 7, 7/1, 7//3 or 7/1/3, found %s",
                          pl_token_quote(token).text);
    at = next;
  }
  return PL_OK;
}

/* From 1 on, or backwards from the last vertex read with -1. */
static pl_status read_index(reader *r, pl_token token, uint32_t *out)
{
  int64_t index = 0, count = (int64_t)r->soup.builder.vertex_count;
  const char *end = pl_integer_read(token.begin, token.end, &index);
  if (!end)
    return pl_text_fail(&r->text, token, "a vertex index must be a whole number, found %s", pl_token_quote(token).text);
  PL_TRY(check_rest(r, token, end));
  if (index == 0) return pl_text_fail(&r->text, token, "vertex indices start at 1, found 0");
  if (index < -count)
    return pl_text_fail(&r->text, token, "index %lld reaches back further than the %lld vertices so far",
                        (long long)index, (long long)count);
  if (index > UINT32_MAX) return pl_text_fail(&r->text, token, "vertex index %lld is too large", (long long)index);
  if (index > count && index > r->largest) {
    r->largest = index;
    r->largest_place = token;
  }
  *out = (uint32_t)(index > 0 ? index - 1 : count + index);
  return PL_OK;
}

static pl_status read_face(reader *r, pl_token keyword)
{
  uint32_t corners = 0, vertex = 0;
  for (pl_token token = pl_text_token(&r->text); !pl_token_empty(token); token = pl_text_token(&r->text), corners++) {
    PL_TRY(read_index(r, token, &vertex));
    PL_TRY(pl_soup_corner(&r->soup, vertex));
  }
  if (corners < 3) return pl_text_fail(&r->text, keyword, "a face needs at least 3 corners, found %u", corners);
  return pl_soup_polygon(&r->soup, corners);
}

static pl_status read_line(reader *r, pl_token keyword)
{
  uint32_t count = 0, vertex = 0, before = 0;
  for (pl_token token = pl_text_token(&r->text); !pl_token_empty(token); token = pl_text_token(&r->text), count++) {
    PL_TRY(read_index(r, token, &vertex));
    if (count && vertex == before)
      return pl_text_fail(&r->text, token, "a line connects vertex %u with itself", vertex + 1);
    if (count) pl_builder_edge(&r->soup.builder, before, vertex);
    before = vertex;
  }
  if (count < 2) return pl_text_fail(&r->text, keyword, "a line needs at least 2 vertices, found %u", count);
  return r->soup.builder.status;
}

static bool is_skipped(pl_token keyword)
{
  static const char *const skipped[] = {
      "vt",   "vn",         "vp",        "g",     "o",     "s",        "mg",       "usemtl", "mtllib",
      "p",    "usemap",     "maplib",    "bevel", "lod",   "cstype",   "deg",      "bmat",   "step",
      "curv", "curv2",      "surf",      "parm",  "trim",  "hole",     "scrv",     "sp",     "end",
      "con",  "shadow_obj", "trace_obj", "ctech", "stech", "c_interp", "d_interp",
  };
  for (size_t i = 0; i < sizeof skipped / sizeof *skipped; i++)
    if (pl_token_is(keyword, skipped[i])) return true;
  return false;
}

static pl_status read_element(reader *r)
{
  pl_token keyword = pl_text_token(&r->text);
  if (pl_token_is(keyword, "v")) return read_vertex(r);
  if (pl_token_is(keyword, "f")) return read_face(r, keyword);
  if (pl_token_is(keyword, "l")) return read_line(r, keyword);
  if (!pl_token_empty(keyword) && !is_skipped(keyword) && r->unknown_count++ == 0) r->unknown = keyword;
  return PL_OK;
}

static pl_status read_all(reader *r)
{
  while (!pl_text_at_end(&r->text)) {
    PL_TRY(read_element(r));
    pl_text_next_line(&r->text);
  }
  size_t count = r->soup.builder.vertex_count;
  if (r->largest > (int64_t)count)
    return pl_text_fail(&r->text, r->largest_place, "vertex %lld is used, but the file has only %zu",
                        (long long)r->largest, count);
  if (count == 0) return pl_fail(PL_ERROR_FORMAT, "%s: no vertices; is this an OBJ file?", r->text.name);
  if (r->unknown_count)
    pl_notes_add(r->notes, "%zu lines that are not in the OBJ format were skipped; the first is line %zu, %s.",
                 r->unknown_count, r->unknown.line, pl_token_quote(r->unknown).text);
  return PL_OK;
}

pl_status pl_obj_read(const char *name, const char *data, size_t size, pl_mesh **out, pl_mesh_notes *notes)
{
  *out = NULL;
  reader r = {.notes = notes};
  PL_TRY(pl_text_open(&r.text, name, data, size));
  r.text.comment = '#';
  r.text.continue_lines = true;
  pl_status status = read_all(&r);
  if (status == PL_OK) return pl_soup_finish(&r.soup, out, notes);
  pl_soup_free(&r.soup);
  return status;
}
