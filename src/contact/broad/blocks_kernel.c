/* SPDX-License-Identifier: MIT
   Which features of a block are near another feature. The direction between their nearest points, in floats, is a guess
   of a separating axis; the distance along it, less the motion along it, decides. A distance along any direction is a
   lower bound of the true one, so a poor guess misses no near feature. */
#define PL_WIDE_FLOAT
#include "contact/broad/blocks_kernel.h"

#include <float.h>
#include <stdbool.h>

#include "math/wide.h"

typedef struct wide3 {
  pl_wide x, y, z;
} wide3;

static inline wide3 load(const float *point)
{
  return (wide3){pl_wide_load(point), pl_wide_load(point + PL_BLOCK), pl_wide_load(point + 2 * PL_BLOCK)};
}

static inline wide3 spread(const float v[3])
{
  return (wide3){pl_wide_set(v[0]), pl_wide_set(v[1]), pl_wide_set(v[2])};
}
static inline wide3 sub(wide3 a, wide3 b) { return (wide3){a.x - b.x, a.y - b.y, a.z - b.z}; }
static inline pl_wide dot(wide3 a, wide3 b) { return pl_wide_fma(a.z, b.z, pl_wide_fma(a.y, b.y, a.x * b.x)); }
static inline wide3 scale(wide3 a, pl_wide s) { return (wide3){a.x * s, a.y * s, a.z * s}; }
static inline wide3 add_scaled(wide3 a, pl_wide s, wide3 b)
{
  return (wide3){pl_wide_fma(s, b.x, a.x), pl_wide_fma(s, b.y, a.y), pl_wide_fma(s, b.z, a.z)};
}

static inline pl_wide clamp01(pl_wide a) { return pl_wide_least(pl_wide_most(a, pl_wide_set(0)), pl_wide_set(1)); }

/* 1 / b; finite where b is 0. */
static inline pl_wide inverse(pl_wide b) { return pl_wide_set(1) / pl_wide_most(b, pl_wide_set(FLT_MIN)); }

/* Vector between the nearest points of edge a and the edges b; scales: 1 / squares of their lengths. */
static inline wide3 between_edges(const wide3 a[2], pl_wide by_aa, const wide3 b[2], pl_wide by_bb)
{
  wide3 along_a = sub(a[1], a[0]), along_b = sub(b[1], b[0]), from = sub(a[0], b[0]);
  pl_wide aa = dot(along_a, along_a), bb = dot(along_b, along_b), ab = dot(along_a, along_b);
  pl_wide fa = dot(along_a, from), fb = dot(along_b, from);
  pl_wide s = clamp01((ab * fb - fa * bb) * inverse(aa * bb - ab * ab));
  pl_wide t = clamp01((ab * s + fb) * by_bb);
  s = clamp01((ab * t - fa) * by_aa);
  return add_scaled(add_scaled(from, s, along_a), pl_wide_set(0) - t, along_b);
}

/* The shorter of the present vector and the one from the nearest point of an edge to the vertex, which is at `from`
   relative to its start. */
static inline wide3 shorter(wide3 best, wide3 from, wide3 along, pl_wide by)
{
  wide3 way = add_scaled(from, pl_wide_set(0) - clamp01(dot(from, along) * by), along);
  pl_mask nearer = dot(way, way) < dot(best, best);
  return (wide3){pl_wide_select(nearer, way.x, best.x), pl_wide_select(nearer, way.y, best.y),
                 pl_wide_select(nearer, way.z, best.z)};
}

/* From the nearest point of triangles to a vertex. */
static inline wide3 off_triangles(wide3 vertex, const wide3 corner[3], const float *scales)
{
  wide3 b = sub(corner[1], corner[0]), c = sub(corner[2], corner[0]), from = sub(vertex, corner[0]);
  pl_wide bb = dot(b, b), bc = dot(b, c), cc = dot(c, c), fb = dot(from, b), fc = dot(from, c);
  pl_wide by = pl_wide_load(scales + PL_BY_AREA * PL_BLOCK), zero = pl_wide_set(0);
  pl_wide u = (cc * fb - bc * fc) * by, v = (bb * fc - bc * fb) * by;
  pl_mask inner = (u >= zero) & (v >= zero) & (u + v <= pl_wide_set(1));
  wide3 over = add_scaled(add_scaled(from, zero - u, b), zero - v, c);
  wide3 way = add_scaled(from, zero - clamp01(fb * pl_wide_load(scales + PL_BY_FIRST * PL_BLOCK)), b);
  way = shorter(way, from, c, pl_wide_load(scales + PL_BY_SECOND * PL_BLOCK));
  way = shorter(way, sub(vertex, corner[1]), sub(c, b), pl_wide_load(scales + PL_BY_THIRD * PL_BLOCK));
  return (wide3){pl_wide_select(inner, over.x, way.x), pl_wide_select(inner, over.y, way.y),
                 pl_wide_select(inner, over.z, way.z)};
}

/* The querying feature: a vertex or an edge. */
typedef struct querier {
  float lower[3], upper[3];
  wide3 corners[2], motion_bounds[2]; /* of a vertex only the first */
  wide3 between;
  pl_wide reach, by_length; /* 1 / the square of the length of an edge */
  float steepness, length;  /* of an edge of a closed surface */
} querier;

/* A block against the querier, along these axes: lower bounds of their distances during the motion. */
static inline pl_wide may_come_near(const float *points, unsigned corners, const querier *a, unsigned querying,
                                    wide3 axis)
{
  pl_wide low = dot(axis, a->corners[0]), high = dot(axis, load(points)), zero = pl_wide_set(0);
  pl_wide way = zero, other = zero; /* motion of the querier and of the others towards each other, at most */
  for (unsigned k = 0; k < querying; k++) {
    low = pl_wide_least(low, dot(axis, a->corners[k]));
    way = pl_wide_most(way, zero - dot(axis, a->motion_bounds[k]));
  }
  for (unsigned k = 0; k < corners; k++) {
    high = pl_wide_most(high, dot(axis, load(points + k * PL_POINT)));
    other = pl_wide_most(other, dot(axis, load(points + (corners + k) * PL_POINT)));
  }
  pl_wide between = pl_wide_most(zero, zero - dot(axis, a->between));
  return low - high - way - other - between;
}

/* One bit per box of a block that overlaps another box. */
static inline unsigned meet(const float *boxes, const float lower[3], const float upper[3])
{
  unsigned bits = 0;
  for (unsigned lane = 0; lane < PL_BLOCK; lane += PL_WIDE_LANES) {
    wide3 low = load(boxes + lane), high = load(boxes + PL_POINT + lane), from = spread(lower), to = spread(upper);
    pl_mask met = (low.x <= to.x) & (low.y <= to.y) & (low.z <= to.z) & (high.x >= from.x) & (high.y >= from.y) &
                  (high.z >= from.z);
    bits |= pl_mask_bits(met) << lane;
  }
  return bits;
}

static inline uint32_t lowest(unsigned bits) { return (uint32_t)__builtin_ctz(bits); }

/* One bit per edge of a block that may cross the querying edge deeper than vertex contacts prevent, or the other way
   round. */
static inline unsigned cross_deep(const float *scales, const querier *a, float shallow)
{
  unsigned bits = 0;
  for (unsigned lane = 0; lane < PL_BLOCK; lane += PL_WIDE_LANES) {
    pl_wide steepness = pl_wide_load(scales + PL_STEEPNESS * PL_BLOCK + lane);
    pl_wide length = pl_wide_load(scales + PL_LENGTH * PL_BLOCK + lane), least = pl_wide_set(shallow);
    pl_wide own = pl_wide_set(a->length), longer = pl_wide_set(PL_OVERHANG_BOUND);
    pl_mask in = (steepness * own >= least) | (own > longer * length);
    pl_mask over = (length * pl_wide_set(a->steepness) >= least) | (length > longer * own);
    bits |= pl_mask_bits(in & over) << lane;
  }
  return bits;
}

/* The near features of one block, among those with a bit in `met`. */
static inline size_t answer(const pl_feature_blocks *blocks, size_t block, unsigned corners, const querier *a,
                            unsigned met, pl_near_feature *out)
{
  const float *points = blocks->points + 2 * (size_t)corners * PL_POINT * block;
  float axes[PL_POINT], bounds[PL_BLOCK];
  unsigned near = 0;
  for (unsigned lane = 0; lane < PL_BLOCK; lane += PL_WIDE_LANES) {
    if (!((met >> lane) & ((1u << PL_WIDE_LANES) - 1))) continue;
    const float *here = points + lane, *scales = blocks->scales + PL_SCALES * block + lane;
    wide3 corner[3] = {load(here), load(here + PL_POINT), load(here + (corners - 1) * PL_POINT)};
    wide3 way = corners == 2 ? between_edges(a->corners, a->by_length, corner, pl_wide_load(scales))
                             : off_triangles(a->corners[0], corner, scales);
    float square[PL_WIDE_LANES], shorter_than[PL_WIDE_LANES];
    pl_wide_store(dot(way, way), square);
    for (unsigned k = 0; k < PL_WIDE_LANES; k++) shorter_than[k] = (1 - 1e-6f) / sqrtf(square[k] + FLT_MIN);
    wide3 axis = scale(way, pl_wide_load(shorter_than));
    pl_wide bound = may_come_near(here, corners, a, 4 - corners, axis);
    near |= pl_mask_bits(bound <= a->reach) << lane;
    pl_wide_store(bound, bounds + lane);
    pl_wide_store(axis.x, axes + lane);
    pl_wide_store(axis.y, axes + PL_BLOCK + lane);
    pl_wide_store(axis.z, axes + 2 * PL_BLOCK + lane);
  }
  size_t count = 0;
  for (met &= near; met; met &= met - 1) {
    uint32_t k = lowest(met);
    out[count++] = (pl_near_feature){
        (uint32_t)(PL_BLOCK * block) + k, {axes[k], axes[PL_BLOCK + k], axes[2 * PL_BLOCK + k]}, bounds[k]};
  }
  return count;
}

static void span(const float *spans, const uint32_t *particles, size_t count, float out[PL_SPAN])
{
  float all[PL_SPAN];
  for (int c = 0; c < PL_SPAN; c++) all[c] = INFINITY;
  for (size_t k = 0; k < count; k++) {
    const float *one = spans + PL_SPAN * (size_t)particles[k];
    for (int c = 0; c < PL_SPAN; c++) all[c] = one[c] < all[c] ? one[c] : all[c];
  }
  memcpy(out, all, sizeof all);
}

/* Along one axis: where a corner of all features of a block was, how far it may go, and the boxes around both. */
static inline void take_corner(const double *before, const double *motion_bounds, const size_t at[PL_BLOCK],
                               double origin, float *point, float *motion_bound, float *low, float *high)
{
  for (int l = 0; l < PL_BLOCK; l++) point[l] = (float)(before[at[l]] - origin);
  for (int l = 0; l < PL_BLOCK; l++) motion_bound[l] = (float)motion_bounds[at[l]];
  for (int l = 0; l < PL_BLOCK; l += PL_WIDE_LANES) {
    pl_wide from = pl_wide_load(point + l), to = from + pl_wide_load(motion_bound + l);
    pl_wide_store(pl_wide_least(pl_wide_least(from, to), pl_wide_load(low + l)), low + l);
    pl_wide_store(pl_wide_most(pl_wide_most(from, to), pl_wide_load(high + l)), high + l);
  }
}

static void find_scales(const float *points, unsigned each, float *scales)
{
  for (unsigned lane = 0; lane < PL_BLOCK; lane += PL_WIDE_LANES) {
    wide3 corner[3] = {load(points + lane), load(points + PL_POINT + lane),
                       load(points + (each - 1) * PL_POINT + lane)};
    wide3 b = sub(corner[1], corner[0]), c = sub(corner[2], corner[0]), d = sub(c, b);
    pl_wide bb = dot(b, b), bc = dot(b, c), cc = dot(c, c);
    pl_wide_store(inverse(bb), scales + PL_BY_FIRST * PL_BLOCK + lane);
    if (each < 3) continue;
    pl_wide_store(inverse(cc), scales + PL_BY_SECOND * PL_BLOCK + lane);
    pl_wide_store(inverse(dot(d, d)), scales + PL_BY_THIRD * PL_BLOCK + lane);
    pl_wide_store(inverse(bb * cc - bc * bc), scales + PL_BY_AREA * PL_BLOCK + lane);
  }
}

static void fill(const pl_feature_blocks *blocks, size_t block, const uint32_t *features, const uint32_t *corners,
                 const double *before, const double *motion_bound, const float wider[6])
{
  float *box = blocks->boxes + PL_BOX * block;
  float *points = blocks->points + 2 * (size_t)blocks->each * PL_POINT * block;
  for (int k = 0; k < PL_POINT; k++) {
    box[k] = INFINITY;
    box[PL_POINT + k] = -INFINITY;
  }
  for (unsigned k = 0; k < blocks->each; k++) {
    size_t at[PL_BLOCK];
    for (unsigned l = 0; l < PL_BLOCK; l++) at[l] = 3 * (size_t)corners[k * PL_BLOCK + l];
    for (size_t c = 0; c < 3; c++) {
      float *point = points + k * PL_POINT + c * PL_BLOCK;
      take_corner(before + c, motion_bound + c, at, blocks->origin[c], point, point + (size_t)blocks->each * PL_POINT,
                  box + c * PL_BLOCK, box + (c + 3) * PL_BLOCK);
    }
  }
  if (blocks->each > 1) find_scales(points, blocks->each, blocks->scales + PL_SCALES * block);
  for (int c = 0; c < 6; c++)
    for (int l = c * PL_BLOCK; l < (c + 1) * PL_BLOCK; l += PL_WIDE_LANES)
      pl_wide_store(pl_wide_load(box + l) + pl_wide_set(wider[c]), box + l);
  for (int l = 0; l < PL_BLOCK; l++)
    if (features[l] == PL_NO_FEATURE) box[l] = INFINITY; /* overlaps no finite box */
}

static size_t meet_blocks(const pl_feature_blocks *blocks, const float box[6], uint32_t *out)
{
  size_t count = 0;
  for (size_t first = 0; first < blocks->block_count; first += PL_BLOCK)
    for (unsigned near = meet(blocks->around + 6 * first, box, box + 3); near; near &= near - 1)
      out[count++] = (uint32_t)first + lowest(near);
  return count;
}

static size_t choose(const pl_feature_blocks *blocks, const pl_feature_blocks *queriers, size_t block, uint32_t *which,
                     size_t count, uint16_t *who)
{
  size_t kept = 0;
  for (size_t k = 0; k < count; k++) {
    const float *around = blocks->around + PL_BOX * (size_t)(which[k] / PL_BLOCK) + which[k] % PL_BLOCK;
    float lower[3], upper[3];
    for (int c = 0; c < 3; c++) {
      lower[c] = around[c * PL_BLOCK];
      upper[c] = around[(c + 3) * PL_BLOCK];
    }
    unsigned met = who[k] & meet(queriers->boxes + PL_BOX * block, lower, upper);
    which[kept] = which[k];
    who[kept] = (uint16_t)met;
    kept += met != 0;
  }
  return kept;
}

static inline wide3 spread_lane(const float *point)
{
  return (wide3){pl_wide_set(point[0]), pl_wide_set(point[PL_BLOCK]), pl_wide_set(point[2 * PL_BLOCK])};
}

static inline size_t ask_all(const pl_feature_blocks *blocks, unsigned corners, const uint32_t *which,
                             const uint16_t *who, size_t count, const pl_query_bounds *querying, size_t name,
                             unsigned kind, pl_near_feature *out)
{
  const float *box = querying->queriers->boxes + PL_BOX * (name / PL_BLOCK) + name % PL_BLOCK;
  unsigned each = 4 - corners, bit = 1u << name % PL_BLOCK;
  const float *points = querying->queriers->points + 2 * (size_t)each * PL_POINT * (name / PL_BLOCK) + name % PL_BLOCK;
  const float *scales = querying->queriers->scales + PL_SCALES * (name / PL_BLOCK) + name % PL_BLOCK;
  querier a; /* unused members stay uninitialised: clearing them costs time */
  a.between = spread(querying->between);
  a.reach = pl_wide_set(querying->reach);
  bool convex = corners == 2 && kind == PL_NEW_CONVEX_EDGE && querying->shallow > 0;
  if (corners == 2) a.by_length = pl_wide_set(scales[PL_BY_FIRST * PL_BLOCK]);
  a.steepness = convex ? scales[PL_STEEPNESS * PL_BLOCK] : 0;
  a.length = convex ? scales[PL_LENGTH * PL_BLOCK] : 0;
  for (int c = 0; c < 3; c++) {
    a.lower[c] = box[c * PL_BLOCK];
    a.upper[c] = box[(c + 3) * PL_BLOCK];
  }
  for (unsigned k = 0; k < each; k++) {
    a.corners[k] = spread_lane(points + k * PL_POINT);
    a.motion_bounds[k] = spread_lane(points + (each + k) * PL_POINT);
  }
  size_t answers = 0;
  for (size_t k = 0; k < count; k++) {
    size_t block = which[k];
    unsigned lanes = who[k] & bit ? blocks->lanes[PL_LANES * block + kind] : 0;
    unsigned met = lanes ? lanes & meet(blocks->boxes + PL_BOX * block, a.lower, a.upper) : 0;
    if (met && convex) met &= cross_deep(blocks->scales + PL_SCALES * block, &a, querying->shallow);
    if (met) answers += answer(blocks, block, corners, &a, met, out + answers);
  }
  return answers;
}

static size_t ask(const pl_feature_blocks *blocks, const uint32_t *which, const uint16_t *who, size_t count,
                  const pl_query_bounds *querying, size_t querier, unsigned kind, pl_near_feature *out)
{
  return blocks->each == 2 ? ask_all(blocks, 2, which, who, count, querying, querier, kind, out)
                           : ask_all(blocks, 3, which, who, count, querying, querier, kind, out);
}

static unsigned within(const float *boxes, size_t count, const float most[PL_SPAN])
{
  enum { TOGETHER = (PL_WIDE_LANES + PL_SPAN - 1) / PL_SPAN, NUMBERS = TOGETHER * PL_SPAN };
  float limits[NUMBERS];
  unsigned bits = 0;
  for (int k = 0; k < TOGETHER; k++) memcpy(limits + PL_SPAN * k, most, PL_SPAN * sizeof(float));
  for (unsigned k = 0; k < count; k += TOGETHER) {
    unsigned no_more = 0;
    for (unsigned lane = 0; lane < NUMBERS; lane += PL_WIDE_LANES)
      no_more |= pl_mask_bits(pl_wide_load(boxes + PL_SPAN * k + lane) <= pl_wide_load(limits + lane)) << lane;
    for (unsigned one = 0; one < TOGETHER; one++, no_more >>= PL_SPAN)
      bits |= (unsigned)((no_more & 0xff) == 0xff) << (k + one);
  }
  return bits & ((1u << count) - 1);
}

const pl_blocks_kernels PL_ISA_NAME(pl_blocks_kernels) = {span, fill, meet_blocks, choose, ask, within};
