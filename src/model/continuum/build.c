/* SPDX-License-Identifier: MIT
   From a definition to terms: which nodes, which differences, which weight and which rest value. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"
#include "mesh/core/grid.h"
#include "model/continuum/continuum.h"

/* A weight or a tensor as it varies over the nodes. */
typedef struct varying {
  const double *values; /* NULL: value */
  double value;
  size_t columns, column;
} varying;

static double at_node(const varying *v, uint32_t node)
{
  return v->values ? v->values[(size_t)node * v->columns + v->column] : v->value;
}

/* Between nodes: harmonic, as of springs in a row, so that where one has none the term has none. */
static double between(const varying *v, const uint32_t *node, size_t count)
{
  double sum = 0;
  if (!v->values) return v->value;
  for (size_t k = 0; k < count; k++) {
    double value = at_node(v, node[k]);
    if (!(value > 0)) return 0;
    sum += 1 / value;
  }
  return (double)count / sum;
}

static double mean(const varying *v, const uint32_t *node, size_t count)
{
  double sum = 0;
  for (size_t k = 0; k < count; k++) sum += at_node(v, node[k]) / (double)count;
  return sum;
}

typedef struct builder {
  pl_continuum *c;
  pl_terms terms;
  varying stretch[3], shear[3], bend[3], twist, factor, continuity;
  pl_natural_shape natural;
} builder;

/* ---- weights ---- */

static varying vary(const double *values, double value) { return (varying){values, value, 1, 0}; }

static void choose_weights(builder *b, const pl_continuum_def *def)
{
  const double pi = 3.141592653589793, E = def->youngs_modulus;
  pl_continuum *c = b->c;
  double t = c->thickness, stretch = E / 2, shear = E / 2, bend = 0;
  if (c->dimension == 2) {
    stretch = shear = E * t / 2;
    bend = E * t * t * t / 12;
  } else if (c->dimension == 1) {
    stretch = E * pi * t * t / 4;
    bend = E * pi * t * t * t * t / 64;
  }
  for (size_t d = 0; d < 3; d++) {
    b->stretch[d] = vary(c->given[d], def->stretch[d].value < 0 ? stretch : def->stretch[d].value);
    b->shear[d] = vary(c->given[3 + d], def->shear[d].value < 0 ? shear : def->shear[d].value);
    b->bend[d] = vary(c->given[6 + d], def->bend[d].value < 0 ? bend : def->bend[d].value);
  }
  b->twist = vary(c->given[9], def->twist.value);
  b->continuity = vary(c->given[12], 2);
  b->factor = vary(c->factor, 1);
}

static bool joined(const builder *b, const uint32_t *node, size_t count, double smooth)
{
  for (size_t k = 0; k < count; k++)
    if (at_node(&b->continuity, node[k]) < smooth) return false;
  return true;
}

/* Of a term that needs its nodes to hang together that smoothly. */
static double weight_of(const builder *b, const varying *v, const uint32_t *node, size_t count, double smooth)
{
  return joined(b, node, count, smooth) ? between(v, node, count) * between(&b->factor, node, count) : 0;
}

/* ---- terms ---- */

static pl_status pattern_of(pl_terms *terms, const pl_term_pattern *pattern, uint8_t *out)
{
  for (size_t k = 0; k < terms->pattern_count; k++)
    if (memcmp(&terms->pattern[k], pattern, sizeof *pattern) == 0) {
      *out = (uint8_t)k;
      return PL_OK;
    }
  if (terms->pattern_count == PL_MOST_PATTERNS) return pl_fail(PL_ERROR_LIMIT, "the grid has too many kinds of nodes");
  terms->pattern[terms->pattern_count] = *pattern;
  *out = (uint8_t)terms->pattern_count++;
  return PL_OK;
}

/* What a term measures in the natural shape; `given`: which column of the given metric or curvature it is. */
static double rest_of(const builder *b, const pl_term *term, size_t given)
{
  bool is_metric = term->kind == PL_TERM_METRIC || term->kind == PL_TERM_STRETCH;
  size_t d = b->c->dimension;
  varying v = {is_metric ? b->c->given[10] : b->c->given[11], 0, is_metric ? d * (d + 1) / 2 : d == 1 ? 2 : 3, given};
  double rest = 0;
  switch (b->natural) {
  case PL_NATURAL_MESH: rest = pl_term_measure(&b->terms, term, b->c->rest); break;
  case PL_NATURAL_FLAT: rest = is_metric ? pl_term_measure(&b->terms, term, b->c->rest) : 0; break;
  case PL_NATURAL_GIVEN: rest = mean(&v, term->node, term->count); break;
  case PL_NATURAL_NONE: break;
  }
  /* straight but for rounding is straight: no direction of bending is defined */
  return term->kind == PL_TERM_ARC && fabs(rest) * b->c->spacing[0] < 1e-7 ? 0 : rest;
}

/* Of four nodes in a row. What is naturally straight has no torsion, and would have half a turn of it wherever it bends
   from one side to the other. */
static bool is_naturally_curved(const builder *b, const uint32_t *node)
{
  const double least = 1e-3; /* rad from edge to edge */
  for (size_t k = 0; k < 2; k++) {
    pl_term arc = {.kind = PL_TERM_ARC, .count = 3, .node = {node[k], node[k + 1], node[k + 2]}};
    if (!(fabs(rest_of(b, &arc, 0)) * b->c->spacing[0] > least)) return false;
  }
  return true;
}

/* link: PL_TERM_LINKS */
static pl_status add(builder *b, pl_term_kind kind, const uint32_t *node, size_t count, const uint32_t *link,
                     const pl_term_pattern *pattern, double measure, double weight, size_t given)
{
  pl_terms *terms = &b->terms;
  if (!(weight > 0)) return PL_OK;
  PL_TRY(pl_grow((void **)&terms->term, &terms->capacity, terms->count + 1, sizeof *terms->term));
  pl_term *term = &terms->term[terms->count++];
  *term = (pl_term){
      .count = (uint8_t)count, .kind = (uint8_t)kind, .measure = measure, .weight = weight, .stiffness = weight};
  memcpy(term->node, node, count * sizeof *node);
  memcpy(term->link, link, sizeof term->link);
  PL_TRY(pattern_of(terms, pattern, &term->pattern));
  memset(term->whole, term->pattern, sizeof term->whole);
  term->rest = rest_of(b, term, given);
  if (kind == PL_TERM_ARC || kind == PL_TERM_TORSION) terms->rows = PL_TERM_ROWS;
  return PL_OK;
}

/* ---- the grid ---- */

static bool vertex(const builder *b, const int64_t at[3], uint32_t *out)
{
  return pl_grid_vertex(&b->c->grid, at[0], at[1], at[2], out);
}

/* Material that belongs to a node across the directions `without`. */
static double share(const builder *b, const int64_t at[3], unsigned without)
{
  const pl_continuum *c = b->c;
  double part = 1;
  for (size_t d = 0; d < 3 && d < c->dimension; d++) {
    if (without & (1U << d)) continue;
    bool border = !c->grid.closed[d] && (at[d] == 0 || at[d] == (int64_t)c->grid.counts[d] - 1);
    part *= c->spacing[d] * (border ? 0.5 : 1);
  }
  return part;
}

/* The link from a node along a direction: stretch of a curve (8), the diagonal of the metric tensor of a surface (27)
   and of a solid (35). */
static pl_status add_edge(builder *b, const int64_t at[3], size_t d)
{
  static const pl_term_kind kinds[] = {PL_TERM_STRETCH, PL_TERM_METRIC, PL_TERM_METRIC};
  double h = b->c->spacing[d];
  int64_t next[3] = {at[0], at[1], at[2]};
  uint32_t node[2];
  next[d]++;
  if (!vertex(b, at, &node[0]) || !vertex(b, next, &node[1]) || node[0] == node[1]) return PL_OK;
  pl_term_pattern p = {.a = {-1 / h, 1 / h}, .b = {-1 / h, 1 / h}};
  bool spline = b->c->def.energy == PL_CONTINUUM_SPLINE;
  const uint32_t link[PL_TERM_LINKS] = {pl_continuum_link(b->c, at, d), PL_NO_LINK, PL_NO_LINK, PL_NO_LINK};
  return add(b, spline ? PL_TERM_LINEAR : kinds[b->c->dimension - 1], node, 2, link, &p, h * share(b, at, 1U << d),
             weight_of(b, &b->stretch[d], node, 2, 1), d);
}

/* The cell between directions d and e: the metric tensor off its diagonal, (27) and (35), and of a surface the mixed
   curvature (28). Both orders of the indices count. */
static pl_status add_cell(builder *b, const int64_t at[3], size_t d, size_t e)
{
  double hd = b->c->spacing[d], he = b->c->spacing[e], area = hd * he * share(b, at, 1U << d | 1U << e);
  uint32_t node[4],
      link[PL_TERM_LINKS] = {pl_continuum_link(b->c, at, d), PL_NO_LINK, pl_continuum_link(b->c, at, e), PL_NO_LINK};
  for (int64_t k = 0; k < 4; k++) {
    int64_t corner[3] = {at[0], at[1], at[2]};
    corner[d] += k & 1;
    corner[e] += k >> 1;
    if (!vertex(b, corner, &node[k])) return PL_OK;
    if (k == 1) link[3] = pl_continuum_link(b->c, corner, e);
    if (k == 2) link[1] = pl_continuum_link(b->c, corner, d);
  }
  pl_term_pattern p = {.a = {-0.5 / hd, 0.5 / hd, -0.5 / hd, 0.5 / hd},
                       .b = {-0.5 / he, -0.5 / he, 0.5 / he, 0.5 / he}};
  bool spline = b->c->def.energy == PL_CONTINUUM_SPLINE;
  if (!spline)
    PL_TRY(add(b, PL_TERM_METRIC, node, 4, link, &p, area, 2 * weight_of(b, &b->shear[d + e - 1], node, 4, 1),
               b->c->dimension + d + e - 1));
  if (b->c->dimension != 2) return PL_OK;
  double k = 1 / (hd * he), mixed[4] = {k, -k, -k, k};
  memcpy(spline ? p.a : p.k, mixed, sizeof mixed);
  if (spline) memset(p.b, 0, sizeof p.b);
  return add(b, spline ? PL_TERM_LINEAR : PL_TERM_BEND, node, 4, link, &p, area,
             2 * weight_of(b, &b->bend[2], node, 4, 2), 2);
}

/* Central difference at a node along a direction, one-sided at a border; places: of the node before and after in the
   term. */
static void tangent(double h, bool before, bool after, size_t low, size_t high, double *out)
{
  if (before && after) {
    out[low] = -0.5 / h;
    out[high] = 0.5 / h;
  } else if (after) {
    out[0] = -1 / h;
    out[high] = 1 / h;
  } else if (before) {
    out[low] = -1 / h;
    out[0] = 1 / h;
  }
}

/* Curvature along direction d at a node that has neighbours on both sides: node, along d, across. Where a neighbour
   is cut off there is none, and the normal does not look across a cut. */
static pl_status add_bend(builder *b, const int64_t at[3], size_t d)
{
  size_t e = 1 - d, count = 3;
  double hd = b->c->spacing[d], he = b->c->spacing[e];
  int64_t next[4][3];
  uint32_t node[PL_TERM_NODES], side[2];
  bool there[4];
  if (!vertex(b, at, &node[0])) return PL_OK;
  for (size_t k = 0; k < 4; k++) {
    memcpy(next[k], at, sizeof next[k]);
    next[k][k < 2 ? d : e] += k % 2 ? 1 : -1;
    there[k] = vertex(b, next[k], k < 2 ? &node[1 + k] : &side[k - 2]);
  }
  if (!there[0] || !there[1] || node[1] == node[0] || node[1] == node[2] || !joined(b, node, 3, 1)) return PL_OK;
  for (size_t k = 2; k < 4; k++) there[k] = there[k] && joined(b, &side[k - 2], 1, 1);
  size_t low = 0, high = 0;
  if (there[2]) node[low = count++] = side[0];
  if (there[3]) node[high = count++] = side[1];
  pl_term_pattern p = {.a = {0}};
  const double second[3] = {-2 / (hd * hd), 1 / (hd * hd), 1 / (hd * hd)};
  bool spline = b->c->def.energy == PL_CONTINUUM_SPLINE;
  if (spline) {
    memcpy(p.a, second, sizeof second);
    count = 3;
  } else {
    memcpy(p.k, second, sizeof second);
    tangent(hd, true, true, 1, 2, d == 0 ? p.a : p.b);
    tangent(he, there[2], there[3], low, high, d == 0 ? p.b : p.a);
  }
  const uint32_t link[PL_TERM_LINKS] = {pl_continuum_link(b->c, next[0], d), pl_continuum_link(b->c, at, d),
                                        there[2] && !spline ? pl_continuum_link(b->c, next[2], e) : PL_NO_LINK,
                                        there[3] && !spline ? pl_continuum_link(b->c, at, e) : PL_NO_LINK};
  size_t before = b->terms.count;
  PL_TRY(add(b, spline ? PL_TERM_LINEAR : PL_TERM_BEND, node, count, link, &p, hd * share(b, at, 1U << d),
             weight_of(b, &b->bend[d], node, 1, 2), d));
  for (size_t k = 2; k < 4 && b->terms.count > before && !spline; k++) { /* the normal does not look across a crack */
    double *across = d == 0 ? p.b : p.a;
    memset(across, 0, sizeof p.a);
    tangent(he, there[2] && k != 2, there[3] && k != 3, low, high, across);
    PL_TRY(pattern_of(&b->terms, &p, &b->terms.term[before].whole[k - 1]));
  }
  return PL_OK;
}

static pl_status add_curve(builder *b, const int64_t at[3])
{
  double h = b->c->spacing[0];
  uint32_t node[4], link[PL_TERM_LINKS] = {PL_NO_LINK, PL_NO_LINK, PL_NO_LINK, PL_NO_LINK};
  size_t count = 0;
  for (int64_t k = -1; k <= 2; k++) {
    int64_t next[3] = {at[0] + k, 0, 0};
    if (!vertex(b, next, &node[count])) break;
    if (count < 2) link[count] = pl_continuum_link(b->c, next, 0);
    count++;
  }
  if (count < 3 || !joined(b, node, 3, 1)) return PL_OK;
  bool spline = b->c->def.energy == PL_CONTINUUM_SPLINE;
  pl_term_pattern p = {.a = {0}};
  if (spline) memcpy(p.a, (double[3]){1 / (h * h), -2 / (h * h), 1 / (h * h)}, 3 * sizeof(double));
  PL_TRY(add(b, spline ? PL_TERM_LINEAR : PL_TERM_ARC, node, 3, link, &p, h, weight_of(b, &b->bend[0], node + 1, 1, 2),
             0));
  if (count < 4 || spline || node[0] == node[3] || !joined(b, node + 3, 1, 1) || !is_naturally_curved(b, node))
    return PL_OK;
  link[2] = pl_continuum_link(b->c, (const int64_t[3]){at[0] + 1, 0, 0}, 0);
  return add(b, PL_TERM_TORSION, node, 4, link, &p, h, weight_of(b, &b->twist, node + 1, 2, 2), 1);
}

static pl_status add_at(builder *b, const int64_t at[3])
{
  size_t d = b->c->dimension;
  for (size_t e = 0; e < 3 && e < d; e++) PL_TRY(add_edge(b, at, e));
  for (size_t e = 0; e < d; e++)
    for (size_t f = e + 1; f < d; f++) PL_TRY(add_cell(b, at, e, f));
  if (d == 1) return add_curve(b, at);
  for (size_t e = 0; d == 2 && e < 2; e++) PL_TRY(add_bend(b, at, e));
  return PL_OK;
}

/* Metres of material between nodes: as given, or the mean of the lines of the mesh along each direction. */
void pl_continuum_measure_grid(pl_continuum *c, const pl_continuum_def *def)
{
  for (size_t d = 0; d < c->dimension; d++) {
    double sum = 0;
    size_t lines = 0;
    const uint32_t *n = c->grid.counts;
    for (int64_t i = 0; i < n[0]; i++)
      for (int64_t j = 0; j < (n[1] ? n[1] : 1); j++)
        for (int64_t k = 0; k < (n[2] ? n[2] : 1); k++) {
          int64_t at[3] = {i, j, k};
          uint32_t a, b;
          at[d]++;
          if (!pl_grid_vertex(&c->grid, i, j, k, &a) || !pl_grid_vertex(&c->grid, at[0], at[1], at[2], &b) || a == b)
            continue;
          sum += pl_vec3_distance(c->rest + 3 * (size_t)a, c->rest + 3 * (size_t)b);
          lines++;
        }
    double steps = pl_grid_steps(&c->grid, d);
    c->spacing[d] = def->lengths[d] > 0 ? def->lengths[d] / steps : sum / (double)lines;
  }
}

pl_status pl_continuum_build(const pl_continuum *c, const pl_continuum_def *def, pl_terms *out)
{
  builder b = {.c = (pl_continuum *)c, .natural = def->natural, .terms = {.rows = 1}};
  choose_weights(&b, def);
  double length = pl_vec3_length(c->normal);
  b.terms.planar = c->dimension == 1 && length > 0;
  if (b.terms.planar) pl_vec3_scale(c->normal, 1 / length, b.terms.normal);
  pl_status status = PL_OK;
  const uint32_t *n = c->grid.counts;
  for (int64_t i = 0; status == PL_OK && i < n[0]; i++)
    for (int64_t j = 0; status == PL_OK && j < (n[1] ? n[1] : 1); j++)
      for (int64_t k = 0; status == PL_OK && k < (n[2] ? n[2] : 1); k++) {
        int64_t at[3] = {i, j, k};
        status = add_at(&b, at);
      }
  if (status != PL_OK) {
    pl_release(b.terms.term);
    return status;
  }
  *out = b.terms;
  return PL_OK;
}
