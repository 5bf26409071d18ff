/* SPDX-License-Identifier: MIT */
#include "contact/broad/blocks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"

enum { NEAR_EACH = 32, WORD = 64 }; /* mean number of blocks near a block of queriers, at most; bits */
enum { RANGES = 3 * PL_BLOCK };     /* floats: rows of the steepest, the longest and the shortest */

static bool reserve_blocks(pl_feature_blocks *blocks, size_t count)
{
  /* only blocks near the other surface are filled; of a large surface these are few */
  blocks->boxes = pl_allocate_uncleared(PL_BOX * count * sizeof(float));
  blocks->around = pl_allocate_uncleared(PL_BOX * (count / PL_BLOCK + 1) * sizeof(float));
  blocks->points = pl_allocate_uncleared(6 * PL_POINT * count * sizeof(float));
  blocks->scales = pl_allocate_uncleared(PL_SCALES * count * sizeof(float));
  blocks->lanes = pl_allocate_uncleared(PL_LANES * count * sizeof(uint16_t));
  return blocks->boxes && blocks->around && blocks->points && blocks->scales && blocks->lanes;
}

static void free_blocks(pl_feature_blocks *blocks)
{
  pl_release(blocks->boxes);
  pl_release(blocks->around);
  pl_release(blocks->points);
  pl_release(blocks->scales);
  pl_release(blocks->lanes);
}

pl_status pl_near_reserve(pl_near_features *near, size_t count)
{
  if (near->clusters && count <= near->capacity) return PL_OK;
  size_t blocks = count / PL_BLOCK + 1;
  pl_near_free(near);
  near->room = (1 + NEAR_EACH) * blocks;
  near->clusters = PL_NEW(uint32_t, blocks);
  near->querying_clusters = PL_NEW(uint32_t, blocks);
  near->filled = PL_NEW(uint8_t, blocks);
  near->block_of = PL_NEW(uint32_t, blocks);
  near->starts = PL_NEW(uint32_t, blocks);
  near->ends = PL_NEW(uint32_t, blocks);
  near->lists = PL_NEW(uint32_t, near->room);
  near->who = PL_NEW(uint16_t, near->room);
  near->pending = PL_NEW(uint64_t, count / WORD + 1);
  near->answers = PL_NEW(pl_near_feature, PL_BLOCK * blocks);
  near->ranges = PL_NEW(float, (blocks / PL_BLOCK + 1) * RANGES);
  near->crossing = PL_NEW(uint16_t, blocks / PL_BLOCK + 1);
  near->folded = PL_NEW(pl_folded, blocks);
  near->known = PL_NEW(uint8_t, blocks);
  if (!reserve_blocks(&near->blocks, blocks) || !reserve_blocks(&near->queriers, blocks) || !near->clusters ||
      !near->querying_clusters || !near->filled || !near->block_of || !near->starts || !near->ends || !near->lists ||
      !near->who || !near->pending || !near->answers || !near->ranges || !near->crossing || !near->folded ||
      !near->known)
    return PL_ERROR_MEMORY;
  for (uint32_t k = 0; k < blocks; k++) {
    near->lists[k] = k;
    near->who[k] = UINT16_MAX;
  }
  near->most = blocks;
  near->capacity = count;
  return PL_OK;
}

/* ---- clusters against clusters ---- */

typedef struct limits {
  double lower[3], upper[3]; /* m */
} limits;

/* The box enlarged by the reach and by `between`, how much farther its body may move than the other. */
static limits reach_out(const limits *box, const double between[3], double reach)
{
  limits l;
  for (int c = 0; c < 3; c++) {
    double low = box->lower[c], high = box->upper[c];
    double slack = reach + 1e-6 * (fabs(low) + fabs(high) + reach); /* and for rounding */
    l.lower[c] = low - slack + fmin(0, between[c]);
    l.upper[c] = high + slack + fmax(0, between[c]);
  }
  return l;
}

static limits of_box(const float box[6])
{
  limits l;
  for (int c = 0; c < 3; c++) {
    l.lower[c] = (double)box[c];
    l.upper[c] = (double)box[c + 3];
  }
  return l;
}

static void from_origin(const pl_near_features *near, const limits *l, float box[6])
{
  for (int c = 0; c < 3; c++) {
    box[c] = (float)(l->lower[c] - near->blocks.origin[c]);
    box[c + 3] = (float)(l->upper[c] - near->blocks.origin[c]);
  }
}

static limits of_span(const float span[PL_SPAN])
{
  limits l;
  for (int c = 0; c < 3; c++) {
    l.lower[c] = (double)span[c];
    l.upper[c] = -(double)span[c + 4];
  }
  return l;
}

/* Upper limits of the numbers of a span (least, minus the most) that overlaps the box, rounded up. */
typedef struct bounds {
  float most[PL_SPAN];
} bounds;

static bounds bounds_of(const limits *l)
{
  bounds b = {{[3] = INFINITY, [PL_SPAN - 1] = INFINITY}};
  for (int c = 0; c < 3; c++) {
    b.most[c] = nextafterf((float)l->upper[c], INFINITY);
    b.most[c + 4] = nextafterf((float)-l->lower[c], INFINITY);
  }
  return b;
}

/* Overlap of a box with the clusters from `from` on, at most PL_BLOCK: one bit per cluster. */
static unsigned who_meets(const float *boxes, size_t count, size_t from, const bounds *box)
{
  size_t left = count - from;
  return PL_ISA_PICK(pl_blocks_kernels)->within(boxes + PL_SPAN * from, left < PL_BLOCK ? left : PL_BLOCK, box->most);
}

/* The clusters whose boxes overlap `where`, rising. Returns their number. */
static size_t find_clusters(const float *boxes, size_t clusters, const limits *where, uint32_t *out)
{
  bounds box = bounds_of(where);
  size_t count = 0;
  for (size_t k = 0; k < clusters; k += PL_BLOCK)
    for (unsigned bits = who_meets(boxes, clusters, k, &box); bits; bits &= bits - 1)
      out[count++] = (uint32_t)k + (uint32_t)__builtin_ctz(bits);
  return count;
}

/* Boxes of the querying clusters, and of the queried ones. */
static const float *querying_boxes(const pl_near_query *q) { return q->since[0]->boxes[q->kinds[0]]; }
static const float *queried_boxes(const pl_near_query *q) { return q->since[1]->boxes[q->kinds[1]]; }

/* The box around these clusters. */
static limits around(const float *boxes, const uint32_t *which, size_t count)
{
  float span[PL_SPAN];
  PL_ISA_PICK(pl_blocks_kernels)->span(boxes, which, count, span);
  return of_span(span);
}

static void put_around(float *blocks, size_t at, const float box[6])
{
  float *block = blocks + PL_BOX * (at / PL_BLOCK) + at % PL_BLOCK;
  for (size_t c = 0; c < 6; c++) block[c * PL_BLOCK] = box[c];
}

static void put_range(float *ranges, size_t at, const pl_fold_range *range)
{
  float *rows = ranges + RANGES * (at / PL_BLOCK) + at % PL_BLOCK;
  rows[0] = range->steepest;
  rows[PL_BLOCK] = range->longest;
  rows[2 * PL_BLOCK] = range->shortest;
}

/* Makes blocks of the clusters that were found. */
static void take_blocks(pl_near_features *near)
{
  const pl_near_query *q = &near->query;
  const float nothing[6] = {INFINITY, INFINITY, INFINITY, -INFINITY, -INFINITY, -INFINITY};
  size_t count = near->blocks.block_count;
  for (size_t k = 0; k < count; k++) {
    limits one = of_span(queried_boxes(q) + PL_SPAN * (size_t)near->clusters[k]);
    float box[6];
    from_origin(near, &one, box);
    put_around(near->blocks.around, k, box);
    if (q->convex_edges) put_range(near->ranges, k, &q->queried->folded[near->clusters[k]].range);
  }
  memset(near->filled, 0, count);
  memset(near->known, 0, count);
  for (size_t k = count; k % PL_BLOCK; k++) {
    put_around(near->blocks.around, k, nothing);
    put_range(near->ranges, k, &(pl_fold_range){0, 0, INFINITY});
  }
}

/* Marks the features of the block that take part in queries: of edges of closed surfaces the convex ones, else all
   (folded: NULL). */
static const uint16_t *take_lanes(const pl_folded *folded, const pl_feature_blocks *blocks, size_t block)
{
  uint16_t *lanes = blocks->lanes + PL_LANES * block;
  float *scales = blocks->scales + PL_SCALES * block;
  if (folded) {
    memcpy(lanes, folded->lanes, sizeof folded->lanes);
    memcpy(scales + PL_STEEPNESS * PL_BLOCK, folded->steepness, sizeof folded->steepness);
    memcpy(scales + PL_LENGTH * PL_BLOCK, folded->length, sizeof folded->length);
  } else {
    lanes[PL_NEW_CONVEX_EDGE] = lanes[PL_KNOWN_CONVEX_EDGE] = UINT16_MAX;
  }
  return lanes;
}

/* Did contacts of the edge have an impulse on the queried body in the last step? */
static bool has_pushed(const pl_near_query *q, uint32_t feature)
{
  return q->convex_edges && q->querying->edge_partner[feature] == q->partner;
}

/* One bit per edge of a cluster for which has_pushed holds. */
static unsigned pushed_of(const pl_near_query *q, const uint32_t *features)
{
  unsigned pushed = 0;
  if (!q->convex_edges || !q->querying->edges_pushed) return 0;
  for (unsigned k = 0; k < PL_BLOCK && features[k] != PL_NO_FEATURE; k++)
    pushed |= (has_pushed(q, features[k]) ? 1u : 0u) << k;
  return pushed;
}

static const uint32_t *corners_of(const pl_clusters *clusters, size_t cluster)
{
  return clusters->corners + clusters->each * PL_BLOCK * cluster;
}

static void fill_block(pl_near_features *near, uint32_t block)
{
  const pl_near_query *q = &near->query;
  static const float no_wider[6] = {0, 0, 0, 0, 0, 0};
  size_t cluster = near->clusters[block];
  const uint32_t *features = q->clusters->features + PL_BLOCK * cluster;
  const uint16_t *lanes = take_lanes(q->convex_edges ? &q->queried->folded[cluster] : NULL, &near->blocks, block);
  near->filled[block] = 1;
  if (lanes[PL_NEW_CONVEX_EDGE] | lanes[PL_KNOWN_CONVEX_EDGE])
    PL_ISA_PICK(pl_blocks_kernels)
        ->fill(&near->blocks, block, features, corners_of(q->clusters, cluster), q->since[1]->before,
               q->since[1]->motion_bound, no_wider);
}

/* Blocks that overlap the reach of a querying cluster, in `lists` from *start on; all blocks when the lists are full.
   Returns their number. */
static size_t list_blocks(pl_near_features *near, uint32_t cluster, size_t *start)
{
  const pl_near_query *q = &near->query;
  bool full = near->used + near->blocks.block_count > near->room;
  *start = full ? 0 : near->used;
  limits own = of_span(querying_boxes(q) + PL_SPAN * (size_t)cluster), reached = reach_out(&own, q->between, q->reach);
  float box[6];
  from_origin(near, &reached, box);
  return full ? near->blocks.block_count
              : PL_ISA_PICK(pl_blocks_kernels)->meet(&near->blocks, box, near->lists + *start);
}

/* Keeps those of the listed blocks that some feature of the last block of queriers is near, with a bit in `who` for
   each feature of the block. */
static size_t choose_blocks(pl_near_features *near, size_t start, size_t count)
{
  count = PL_ISA_PICK(pl_blocks_kernels)
              ->choose(&near->blocks, &near->queriers, near->queriers.block_count, near->lists + start, count,
                       near->who + start);
  near->used += count;
  return count;
}

/* Which blocks have edges that may cross edges of the cluster deeper than vertex contacts prevent? One bit each in
   `crossing`; returns whether there is any. */
static bool find_crossing(const pl_near_features *near, const pl_folded *folded)
{
  const pl_edge_edge_kernels *kernels = PL_ISA_PICK(pl_edge_edge_kernels);
  unsigned any = 0;
  for (size_t k = 0; PL_BLOCK * k < near->blocks.block_count; k++) {
    const float *rows = near->ranges + RANGES * k;
    unsigned bits = kernels->cross(rows, rows + PL_BLOCK, rows + 2 * PL_BLOCK, &folded->range, near->querying.shallow);
    near->crossing[k] = (uint16_t)bits;
    any |= bits;
  }
  return any;
}

/* Keeps the listed blocks with such edges, and a bit in `who` for each edge. */
static size_t drop_silent(const pl_near_features *near, const pl_folded *folded, size_t start, size_t count)
{
  const pl_edge_edge_kernels *kernels = PL_ISA_PICK(pl_edge_edge_kernels);
  size_t kept = start;
  for (size_t k = start; k < start + count; k++) {
    uint32_t block = near->lists[k];
    if (!(near->crossing[block / PL_BLOCK] >> block % PL_BLOCK & 1)) continue;
    const pl_fold_range *others = &near->query.queried->folded[near->clusters[block]].range;
    unsigned who = kernels->cross(folded->steepness, folded->length, folded->length, others, near->querying.shallow);
    near->lists[kept] = block;
    near->who[kept] = (uint16_t)(who & folded->lanes[PL_NEW_CONVEX_EDGE]);
    kept += near->who[kept] != 0;
  }
  return kept - start;
}

/* Makes a block of a querying cluster. Edges that pushed in the last step count as known convex edges, others as new
   ones. */
static void add_askers(pl_near_features *near, uint32_t cluster, const float wider[6])
{
  const pl_near_query *q = &near->query;
  const uint32_t *features = q->queriers->features + PL_BLOCK * (size_t)cluster;
  unsigned pushed = pushed_of(q, features), who = 0;
  const pl_folded *folded = q->convex_edges ? &q->querying->folded[cluster] : NULL;
  bool deep = folded && near->querying.shallow > 0 && !pushed; /* only edges that may cross deeply are queried */
  if (deep && !find_crossing(near, folded)) return;
  size_t start, count = list_blocks(near, cluster, &start), block = near->queriers.block_count;
  bool all = start < near->used; /* lists are full: all blocks and all their features */
  for (size_t k = start; !all && k < start + count; k++) near->who[k] = UINT16_MAX;
  if (deep && !all) count = drop_silent(near, folded, start, count);
  if (count == 0) return;
  const uint16_t *lanes = take_lanes(folded, &near->queriers, block);
  unsigned may_ask = (lanes[PL_NEW_CONVEX_EDGE] & ~pushed) | (lanes[PL_KNOWN_CONVEX_EDGE] & pushed);
  if (!may_ask) return;
  PL_ISA_PICK(pl_blocks_kernels)
      ->fill(&near->queriers, block, features, corners_of(q->queriers, cluster), q->since[0]->before,
             q->since[0]->motion_bound, wider);
  if (!all) count = choose_blocks(near, start, count);
  if (count == 0) return;
  near->queriers.block_count++;
  near->block_of[cluster] = (uint32_t)block;
  near->starts[block] = (uint32_t)start;
  near->ends[block] = (uint32_t)(start + count);
  for (size_t k = start; k < start + count; k++) {
    if (near->who[k] & may_ask && !near->filled[near->lists[k]]) fill_block(near, near->lists[k]);
    who |= near->who[k];
  }
  who &= may_ask;
  for (unsigned k = 0; k < PL_BLOCK && features[k] != PL_NO_FEATURE; k++)
    near->pending[features[k] / WORD] |= (uint64_t)((who >> k) & 1) << features[k] % WORD;
}

/* Bound of the rounding error of floats for coordinates within these boxes, m. */
static double rounding(const pl_near_features *near, const limits *a, const limits *b)
{
  double extent = 0;
  for (int c = 0; c < 3; c++) {
    double origin = near->blocks.origin[c];
    extent = fmax(extent, fmax(origin - a->lower[c], a->upper[c] - origin));
    extent = fmax(extent, fmax(origin - b->lower[c], b->upper[c] - origin));
  }
  return 1e-5 * (extent + near->query.reach);
}

static float shallow_of(const pl_near_query *q)
{
  return q->convex_edges ? (float)((1 - 1e-5) * q->shallow * q->shallow) : 0;
}

static void start_asking(pl_near_features *near, float wider[6])
{
  const pl_near_query *q = &near->query;
  near->querying = (pl_query_bounds){
      .queriers = &near->queriers, .reach = (float)(q->reach + near->wrong), .shallow = shallow_of(q)};
  for (int c = 0; c < 3; c++) {
    float farther = near->querying.between[c] = (float)q->between[c];
    wider[c] = -near->querying.reach + (farther < 0 ? farther : 0);
    wider[c + 3] = near->querying.reach + (farther > 0 ? farther : 0);
  }
}

static void mark(const pl_contact_surface *surface, const float *boxes, const limits *where)
{
  bounds box = bounds_of(where);
  for (size_t k = 0; k < surface->edge_clusters.count; k += PL_BLOCK)
    for (unsigned bits = who_meets(boxes, surface->edge_clusters.count, k, &box); bits; bits &= bits - 1)
      surface->near_edges[k + (size_t)__builtin_ctz(bits)] = 1;
}

void pl_near_mark(const pl_near_query *query)
{
  limits querying = of_box(query->since[0]->around), queried = of_box(query->since[1]->around);
  double back[3];
  pl_vec3_scale(query->between, -1, back);
  querying = reach_out(&querying, query->between, query->reach);
  queried = reach_out(&queried, back, query->reach);
  mark(query->queried, queried_boxes(query), &querying);
  mark(query->querying, querying_boxes(query), &queried);
}

void pl_near_begin(pl_near_features *near, const pl_near_query *query)
{
  near->query = *query;
  near->blocks.each = query->clusters->each;
  near->queriers.each = query->queriers->each;
  near->queriers.block_count = 0;
  near->querying_known = PL_NO_FEATURE;
  near->used = near->most;
  memset(near->pending, 0, (near->capacity / WORD + 1) * sizeof(uint64_t));
  limits querying = of_box(query->since[0]->around), queried = of_box(query->since[1]->around);
  limits where = reach_out(&querying, query->between, query->reach);
  for (int c = 0; c < 3; c++) /* the middle of the overlap of both surfaces */
    near->blocks.origin[c] = near->queriers.origin[c] =
        0.5 * (fmax(where.lower[c], queried.lower[c]) + fmin(where.upper[c], queried.upper[c]));
  near->blocks.block_count = find_clusters(queried_boxes(query), query->clusters->count, &where, near->clusters);
  if (near->blocks.block_count == 0) return;
  take_blocks(near);
  limits all = around(queried_boxes(query), near->clusters, near->blocks.block_count);
  double back[3];
  pl_vec3_scale(query->between, -1, back);
  where = reach_out(&all, back, query->reach);
  size_t count = find_clusters(querying_boxes(query), query->queriers->count, &where, near->querying_clusters);
  if (count == 0) return;
  limits those = around(querying_boxes(query), near->querying_clusters, count);
  near->wrong = rounding(near, &all, &those);
  float wider[6];
  start_asking(near, wider);
  for (size_t k = 0; k < count; k++) add_askers(near, near->querying_clusters[k], wider);
}

/* ---- features against features ---- */

uint32_t pl_near_next(const pl_near_features *near, uint32_t from)
{
  size_t words = near->capacity / WORD + 1, word = from / WORD;
  uint64_t bits = word < words ? near->pending[word] >> from % WORD << from % WORD : 0;
  while (!bits && ++word < words) bits = near->pending[word];
  return bits ? (uint32_t)(WORD * word) + (uint32_t)__builtin_ctzll(bits) : PL_NO_FEATURE;
}

static int by_feature(const void *a, const void *b)
{
  const pl_near_feature *p = a, *q = b;
  return p->feature < q->feature ? -1 : p->feature > q->feature;
}

/* Insertion sort of feature indices where they are few, as nearly always. */
static void sort_answers(pl_near_feature *answers, size_t count)
{
  enum { FEW = 64 };
  if (count > FEW) {
    qsort(answers, count, sizeof *answers, by_feature);
    return;
  }
  for (size_t k = 1; k < count; k++) {
    pl_near_feature one = answers[k];
    size_t at = k;
    for (; at > 0 && answers[at - 1].feature > one.feature; at--) answers[at] = answers[at - 1];
    answers[at] = one;
  }
}

static void fold(const pl_folds *of, const pl_clusters *clusters, size_t cluster, pl_folded *out)
{
  PL_ISA_PICK(pl_edge_edge_kernels)->fold(of, clusters->features + PL_BLOCK * cluster, cluster, out);
}

/* Exact test in doubles: are both edges convex, and may they cross deeper than `shallow`? */
static bool are_convex(pl_near_features *near, size_t querying, size_t queried, unsigned kind)
{
  const pl_near_query *q = &near->query;
  size_t block = queried / PL_BLOCK, cluster = querying / PL_BLOCK, a = querying % PL_BLOCK, b = queried % PL_BLOCK;
  if (near->querying_known != cluster) fold(&q->folds[0], q->queriers, cluster, &near->querying_folded);
  near->querying_known = (uint32_t)cluster;
  const pl_folded *one = &near->querying_folded, *other = &near->folded[block];
  if (!near->known[block]) fold(&q->folds[1], q->clusters, near->clusters[block], &near->folded[block]);
  near->known[block] = 1;
  if (!(one->lanes[kind] >> a & 1) || !(other->lanes[kind] >> b & 1)) return false;
  float least = near->querying.shallow;
  if (kind == PL_KNOWN_CONVEX_EDGE || !(least > 0)) return true;
  return (other->steepness[b] * one->length[a] >= least || one->length[a] > PL_OVERHANG * other->length[b]) &&
         (one->steepness[a] * other->length[b] >= least || other->length[b] > PL_OVERHANG * one->length[a]);
}

size_t pl_near_find(pl_near_features *near, uint32_t feature)
{
  const pl_near_query *q = &near->query;
  uint32_t place = q->queriers->place[feature], block = near->block_of[place / PL_BLOCK], start = near->starts[block];
  pl_edge_edge kind = has_pushed(q, feature) ? PL_KNOWN_CONVEX_EDGE : PL_NEW_CONVEX_EDGE;
  size_t count = PL_ISA_PICK(pl_blocks_kernels)
                     ->ask(&near->blocks, near->lists + start, near->who + start, near->ends[block] - start,
                           &near->querying, PL_BLOCK * (size_t)block + place % PL_BLOCK, kind, near->answers);
  float wrong = (float)near->wrong;
  size_t kept = 0;
  for (size_t k = 0; k < count; k++) {
    pl_near_feature answer = near->answers[k];
    size_t queried = near->clusters[answer.feature / PL_BLOCK];
    if (q->convex_edges && !are_convex(near, place, answer.feature, kind)) continue;
    answer.feature = q->clusters->features[PL_BLOCK * queried + answer.feature % PL_BLOCK];
    answer.bound -= wrong;
    near->answers[kept++] = answer;
  }
  sort_answers(near->answers, kept);
  return kept;
}

void pl_near_free(pl_near_features *near)
{
  free_blocks(&near->blocks);
  free_blocks(&near->queriers);
  pl_release(near->clusters);
  pl_release(near->querying_clusters);
  pl_release(near->filled);
  pl_release(near->block_of);
  pl_release(near->starts);
  pl_release(near->ends);
  pl_release(near->lists);
  pl_release(near->who);
  pl_release(near->pending);
  pl_release(near->answers);
  pl_release(near->ranges);
  pl_release(near->crossing);
  pl_release(near->folded);
  pl_release(near->known);
  *near = (pl_near_features){0};
}
