/* SPDX-License-Identifier: MIT
   STL, as text and binary. The format repeats every corner, so corners at exactly the same place become one vertex, in
   order of first appearance; anything looser is for pl_mesh_repair to do and to report. */
#include <math.h>
#include <stdio.h>
#include <strings.h>

#include "base/memory.h"
#include "mesh/bytes.h"
#include "mesh/repair/weld.h"
#include "mesh/soup.h"
#include "mesh/text.h"

enum { HEADER = 84, TRIANGLE = 50, SNIFF = 1024 };

static bool word_is(pl_token token, const char *word)
{
  size_t length = strlen(word);
  return (size_t)(token.end - token.begin) == length && strncasecmp(token.begin, word, length) == 0;
}

/* The next word, on this line or a later one. */
static pl_token next_word(pl_text *text)
{
  pl_token token = pl_text_token(text);
  while (pl_token_empty(token) && !pl_text_at_end(text)) {
    pl_text_next_line(text);
    token = pl_text_token(text);
  }
  return token;
}

static pl_status expect(pl_text *text, const char *word)
{
  pl_token token = next_word(text);
  if (word_is(token, word)) return PL_OK;
  return pl_text_fail(text, token, "expected '%s', found %s", word,
                      pl_token_empty(token) ? "the end of the file" : pl_token_quote(token).text);
}

static pl_status read_facet(pl_text *text, pl_mesh_builder *corners)
{
  pl_text_next_line(text); /* the normal follows from the corners */
  PL_TRY(expect(text, "outer"));
  PL_TRY(expect(text, "loop"));
  for (int i = 0; i < 3; i++) {
    double p[3];
    PL_TRY(expect(text, "vertex"));
    PL_TRY(pl_text_number(text, "x", &p[0]));
    PL_TRY(pl_text_number(text, "y", &p[1]));
    PL_TRY(pl_text_number(text, "z", &p[2]));
    pl_builder_vertex(corners, p[0], p[1], p[2]);
  }
  PL_TRY(expect(text, "endloop"));
  PL_TRY(expect(text, "endfacet"));
  return corners->status;
}

static pl_status read_text(pl_text *text, pl_mesh_builder *corners)
{
  for (pl_token token = next_word(text); !pl_token_empty(token); token = next_word(text)) {
    if (word_is(token, "solid"))
      pl_text_next_line(text); /* its name */
    else if (word_is(token, "facet"))
      PL_TRY(read_facet(text, corners));
    else if (word_is(token, "endsolid"))
      pl_text_next_line(text);
    else
      return pl_text_fail(text, token, "expected 'facet' or 'endsolid', found %s", pl_token_quote(token).text);
  }
  return PL_OK;
}

static pl_status read_binary(const char *name, const unsigned char *data, size_t size, pl_mesh_builder *corners,
                             pl_mesh_notes *notes)
{
  size_t count = size >= HEADER ? (size_t)pl_bytes_load(data + 80, 4, false) : 0;
  if (size < HEADER || (size - HEADER) / TRIANGLE < count)
    return pl_fail(PL_ERROR_FORMAT,
                   "%s: the file is cut off or not STL: %zu triangles need %zu bytes, but there are only %zu", name,
                   count, HEADER + TRIANGLE * count, size);
  if (size > HEADER + TRIANGLE * count)
    pl_notes_add(notes, "%zu bytes after the last triangle were ignored.", size - HEADER - TRIANGLE * count);
  for (size_t i = 0; i < 3 * count; i++) {
    const unsigned char *at = data + HEADER + TRIANGLE * (i / 3) + 12 + 12 * (i % 3);
    double p[3];
    for (size_t k = 0; k < 3; k++) {
      p[k] = (double)pl_bytes_load_float(at + 4 * k, false);
      if (!isfinite(p[k]))
        return pl_fail(PL_ERROR_FORMAT, "%s: byte %zu: %c of triangle %zu must be a finite number, found %s", name,
                       (size_t)(at + 4 * k - data), "xyz"[k], i / 3, isnan(p[k]) ? "nan" : "inf");
    }
    pl_builder_vertex(corners, p[0], p[1], p[2]);
  }
  return corners->status;
}

/* Binary files may start with "solid", too: the length decides, and then a look for the word facet. */
static bool is_text(const char *data, size_t size)
{
  size_t count = size >= HEADER ? (size_t)pl_bytes_load((const unsigned char *)data + 80, 4, false) : 0;
  if (size >= HEADER && count && size == HEADER + TRIANGLE * count) return false;
  size_t look = size < SNIFF ? size : SNIFF, start = 0;
  while (start < look && (data[start] == ' ' || data[start] == '\t' || data[start] == '\r' || data[start] == '\n'))
    start++;
  if (look - start < 5 || strncasecmp(data + start, "solid", 5) != 0) return false;
  for (size_t i = start; i < look; i++)
    if (data[i] == '\0') return false;
  return true;
}

/* Corners at the same place become the first of them; indices close up. */
static pl_status join_corners(const pl_mesh_builder *corners, pl_mesh_builder *out)
{
  uint32_t *first = PL_NEW(uint32_t, corners->vertex_count);
  if (!first) return PL_ERROR_MEMORY;
  pl_status status = pl_weld(corners->positions, corners->vertex_count, 0, first);
  for (size_t i = 0; status == PL_OK && i < corners->vertex_count; i++) {
    const double *p = corners->positions + 3 * i;
    first[i] = first[i] == i ? pl_builder_vertex(out, p[0], p[1], p[2]) : first[first[i]];
    if (i % 3 == 2) pl_builder_triangle(out, first[i - 2], first[i - 1], first[i]);
  }
  pl_release(first);
  return status;
}

pl_status pl_stl_read(const char *name, const char *data, size_t size, pl_mesh **out, pl_mesh_notes *notes)
{
  *out = NULL;
  pl_mesh_builder corners = {0}, joined = {0};
  pl_text text;
  pl_status status = pl_text_open(&text, name, data, size);
  if (status == PL_OK)
    status = is_text(data, size) ? read_text(&text, &corners)
                                 : read_binary(name, (const unsigned char *)data, size, &corners, notes);
  if (status == PL_OK && corners.vertex_count == 0)
    status = pl_fail(PL_ERROR_FORMAT, "%s: the mesh has no triangles", name);
  if (status == PL_OK) status = join_corners(&corners, &joined);
  if (status == PL_OK)
    pl_notes_add(notes, "STL repeats every corner: %zu corners at exactly equal places became %zu vertices.",
                 corners.vertex_count, joined.vertex_count);
  pl_builder_free(&corners);
  if (status == PL_OK) return pl_builder_finish(&joined, out);
  pl_builder_free(&joined);
  return status;
}
