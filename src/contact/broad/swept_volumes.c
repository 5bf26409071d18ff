/* SPDX-License-Identifier: MIT */
#include "contact/broad/swept_volumes.h"

#include <math.h>
#include <stdbool.h>

#include "base/status.h"

static const pl_swept_volumes_node nothing = {{INFINITY, INFINITY, INFINITY},
                                              {-INFINITY, -INFINITY, -INFINITY},
                                              {INFINITY, INFINITY, INFINITY},
                                              {-INFINITY, -INFINITY, -INFINITY}};

static void add_particle(const pl_swept_volumes *w, uint32_t particle, pl_swept_volumes_node *node)
{
  for (size_t c = 0; c < 3; c++) {
    double from = w->from[3 * (size_t)particle + c], way = w->to[3 * (size_t)particle + c] - from;
    node->lower[c] = from < node->lower[c] ? from : node->lower[c];
    node->upper[c] = from > node->upper[c] ? from : node->upper[c];
    node->least[c] = way < node->least[c] ? way : node->least[c];
    node->most[c] = way > node->most[c] ? way : node->most[c];
  }
}

static void add_node(const pl_swept_volumes_node *other, pl_swept_volumes_node *node)
{
  for (int c = 0; c < 3; c++) {
    node->lower[c] = fmin(node->lower[c], other->lower[c]);
    node->upper[c] = fmax(node->upper[c], other->upper[c]);
    node->least[c] = fmin(node->least[c], other->least[c]);
    node->most[c] = fmax(node->most[c], other->most[c]);
  }
}

/* Some clusters that follow each other, and their node. */
typedef struct branch {
  size_t node, begin, count;
} branch;

static branch first_half(branch b) { return (branch){b.node + 1, b.begin, b.count / 2}; }

static branch second_half(branch b)
{
  size_t before = b.count / 2;
  return (branch){b.node + 2 * before, b.begin + before, b.count - before};
}

static void fill(const pl_swept_volumes *w, branch b)
{
  pl_swept_volumes_node *node = &w->nodes[b.node];
  *node = nothing;
  if (b.count == 1) {
    for (size_t k = w->clusters->starts[b.begin]; k < w->clusters->starts[b.begin + 1]; k++)
      add_particle(w, w->clusters->particles[k], node);
    return;
  }
  branch halves[2] = {first_half(b), second_half(b)};
  for (int k = 0; k < 2; k++) {
    fill(w, halves[k]);
    add_node(&w->nodes[halves[k].node], node);
  }
}

pl_status pl_swept_volumes_find(const pl_clusters *clusters, const double *from, const double *to, pl_arena *arena,
                                pl_swept_volumes *out)
{
  *out = (pl_swept_volumes){.clusters = clusters, .from = from, .to = to};
  if (clusters->count == 0) return PL_OK;
  out->nodes = PL_TAKE(arena, pl_swept_volumes_node, 2 * clusters->count);
  if (!out->nodes) return PL_ERROR_MEMORY;
  fill(out, (branch){0, 0, clusters->count});
  return PL_OK;
}

/* ---- overlapping pairs ---- */

typedef struct meeting {
  const pl_swept_volumes *first, *second;
  double square; /* of the part */
  pl_swept_volumes_visit visit;
  void *context;
} meeting;

/* The distance changes by at most the difference of the displacements. */
static bool may_meet(const meeting *m, const pl_swept_volumes_node *a, const pl_swept_volumes_node *b)
{
  double apart = 0, motion = 0;
  for (int c = 0; c < 3; c++) {
    double below = a->lower[c] - b->upper[c], above = b->lower[c] - a->upper[c];
    double gap = below > above ? below : above;
    double one = a->most[c] - b->least[c], other = b->most[c] - a->least[c];
    double way = one > other ? one : other; /* one of them is not negative */
    apart += gap > 0 ? gap * gap : 0;
    motion += way * way;
  }
  return m->square * apart < motion;
}

static pl_swept_volumes_node feature_of(const pl_swept_volumes *w, size_t cluster, size_t k)
{
  pl_swept_volumes_node node = nothing;
  const uint32_t *corners = w->clusters->corners + w->clusters->each * PL_BLOCK * cluster + k;
  for (unsigned c = 0; c < w->clusters->each; c++) add_particle(w, corners[c * PL_BLOCK], &node);
  return node;
}

static void meet_clusters(const meeting *m, size_t p, size_t q)
{
  pl_swept_volumes_node others[PL_BLOCK], all = nothing;
  bool alone = m->first == m->second && p == q;
  const uint32_t *names[2] = {m->first->clusters->features + PL_BLOCK * p,
                              m->second->clusters->features + PL_BLOCK * q};
  for (size_t k = 0; k < PL_BLOCK; k++) {
    others[k] = feature_of(m->second, q, k);
    add_node(&others[k], &all);
  }
  for (size_t i = 0; i < PL_BLOCK && names[0][i] != PL_NO_FEATURE; i++) {
    pl_swept_volumes_node one = feature_of(m->first, p, i);
    if (!may_meet(m, &one, &all)) continue;
    for (size_t k = alone ? i + 1 : 0; k < PL_BLOCK && names[1][k] != PL_NO_FEATURE; k++)
      if (may_meet(m, &one, &others[k])) m->visit(m->context, names[0][i], names[1][k]);
  }
}

static void meet(const meeting *m, branch a, branch b)
{
  if (m->first == m->second && a.begin >= b.begin + b.count) return; /* the other way round, too, they meet */
  if (!may_meet(m, &m->first->nodes[a.node], &m->second->nodes[b.node])) return;
  if (a.count == 1 && b.count == 1) {
    meet_clusters(m, a.begin, b.begin);
  } else if (a.count >= b.count) {
    meet(m, first_half(a), b);
    meet(m, second_half(a), b);
  } else {
    meet(m, a, first_half(b));
    meet(m, a, second_half(b));
  }
}

void pl_swept_volumes_meet(const pl_swept_volumes *first, const pl_swept_volumes *second, double part,
                           pl_swept_volumes_visit visit, void *context)
{
  meeting m = {first, second, part * part, visit, context};
  if (first->clusters->count && second->clusters->count)
    meet(&m, (branch){0, 0, first->clusters->count}, (branch){0, 0, second->clusters->count});
}
