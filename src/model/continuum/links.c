/* SPDX-License-Identifier: MIT
   Links: the edges of the grid between neighbours. [T] sect. 4.3: where one is broken, the weights of all terms that
   reach across it are zero. Those are the stretch along it, the shear and the twist of the cells beside it, and the
   bending along it; a bending beside it takes its normal from its own side alone. A crease leaves the stretch. */
#include "base/memory.h"
#include "base/status.h"
#include "mesh/core/grid.h"
#include "model/continuum/continuum.h"

/* ---- numbers ---- */

static uint32_t extent(const pl_grid *grid, size_t d) { return grid->counts[d] ? grid->counts[d] : 1; }

static size_t place(const pl_grid *grid, const int64_t at[3])
{
  size_t sum = 0;
  for (size_t d = 0; d < 3; d++) {
    int64_t n = extent(grid, d);
    sum = sum * (size_t)n + (size_t)((at[d] + n) % n);
  }
  return sum;
}

uint32_t pl_continuum_link(const pl_continuum *c, const int64_t at[3], size_t direction)
{
  return c->link_at[3 * place(&c->grid, at) + direction];
}

/* Puts the link from a place along a direction behind the others, if there is one. */
static void number(pl_continuum *c, const int64_t at[3], size_t direction, uint32_t *out)
{
  int64_t next[3] = {at[0], at[1], at[2]};
  uint32_t ends[2];
  next[direction]++;
  *out = PL_NO_LINK;
  if (!pl_grid_vertex(&c->grid, at[0], at[1], at[2], &ends[0]) ||
      !pl_grid_vertex(&c->grid, next[0], next[1], next[2], &ends[1]) || ends[0] == ends[1])
    return;
  for (size_t e = 0; e < 2; e++) c->link_ends[2 * c->link_count + e] = ends[e];
  *out = (uint32_t)c->link_count++;
}

pl_status pl_continuum_number_links(pl_continuum *c)
{
  size_t places = (size_t)extent(&c->grid, 0) * extent(&c->grid, 1) * extent(&c->grid, 2);
  c->link_at = PL_NEW(uint32_t, 3 * places);
  c->link_ends = PL_NEW(uint32_t, 2 * 3 * places);
  if (!c->link_at || !c->link_ends) return PL_ERROR_MEMORY;
  for (int64_t i = 0; i < extent(&c->grid, 0); i++)
    for (int64_t j = 0; j < extent(&c->grid, 1); j++)
      for (int64_t k = 0; k < extent(&c->grid, 2); k++)
        for (size_t d = 0; d < 3; d++) {
          const int64_t at[3] = {i, j, k};
          uint32_t *out = &c->link_at[3 * place(&c->grid, at) + d];
          *out = PL_NO_LINK;
          if (d < c->dimension) number(c, at, d, out);
        }
  return PL_OK;
}

/* ---- what they do to terms ---- */

static bool is_broken(const pl_links *links, uint32_t link)
{
  return link != PL_NO_LINK && (links->state[link] == PL_LINK_BROKEN || !(links->weight[link] > 0));
}

static bool needs_smoothness(const pl_term *term)
{
  return term->kind == PL_TERM_BEND || term->kind == PL_TERM_ARC || term->kind == PL_TERM_TORSION ||
         (term->kind == PL_TERM_LINEAR && term->count > 2);
}

/* A bending at a node: its third and fourth link are beside it and define only its normal. */
static bool has_sides(const pl_term *term)
{
  return term->whole[1] != term->whole[0] || term->whole[2] != term->whole[0];
}

/* Springs in a row: the harmonic mean of the weights of the links that carry the term. */
static double factor_of(const pl_term *term, const pl_links *links)
{
  bool smooth = needs_smoothness(term);
  size_t carriers = has_sides(term) ? 2 : PL_TERM_LINKS, count = 0;
  double sum = 0;
  for (size_t k = 0; k < carriers; k++) {
    uint32_t link = term->link[k];
    if (link == PL_NO_LINK) continue;
    if (is_broken(links, link) || (smooth && links->state[link] == PL_LINK_CREASED)) return 0;
    sum += 1 / links->weight[link];
    count++;
  }
  return count ? (double)count / sum : 1;
}

void pl_continuum_apply_links(pl_terms *terms, const pl_links *links)
{
  for (size_t t = 0; links && t < terms->count; t++) {
    pl_term *term = &terms->term[t];
    term->stiffness = term->weight * factor_of(term, links);
    if (!has_sides(term)) continue;
    bool low = is_broken(links, term->link[2]), high = is_broken(links, term->link[3]);
    term->pattern = term->whole[low ? 1 : high ? 2 : 0];
    if (low && high) term->stiffness = 0; /* no normal */
  }
}
