/* SPDX-License-Identifier: MIT */
#include "contact/blocks.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"

enum { NEAR_EACH = 32, WORD = 64 }; /* blocks that one is near, on average at most; bits */

static bool reserve_blocks(pl_feature_blocks *blocks, size_t count)
{
  /* few blocks of a large surface are near another, and only they are filled */
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
  if (near->patches && count <= near->capacity) return PL_OK;
  size_t blocks = count / PL_BLOCK + 1;
  pl_near_free(near);
  near->room = (1 + NEAR_EACH) * blocks;
  near->patches = PL_NEW(uint32_t, blocks);
  near->asking_patches = PL_NEW(uint32_t, blocks);
  near->filled = PL_NEW(uint8_t, blocks);
  near->block_of = PL_NEW(uint32_t, blocks);
  near->starts = PL_NEW(uint32_t, blocks);
  near->ends = PL_NEW(uint32_t, blocks);
  near->lists = PL_NEW(uint32_t, near->room);
  near->who = PL_NEW(uint16_t, near->room);
  near->waiting = PL_NEW(uint64_t, count / WORD + 1);
  near->answers = PL_NEW(pl_answer, PL_BLOCK * blocks);
  if (!reserve_blocks(&near->blocks, blocks) || !reserve_blocks(&near->askers, blocks) || !near->patches ||
      !near->asking_patches || !near->filled || !near->block_of || !near->starts || !near->ends || !near->lists ||
      !near->who || !near->waiting || !near->answers)
    return PL_ERROR_MEMORY;
  for (uint32_t k = 0; k < blocks; k++) {
    near->lists[k] = k;
    near->who[k] = UINT16_MAX;
  }
  near->most = blocks;
  near->capacity = count;
  return PL_OK;
}

/* ---- patches against patches ---- */

typedef struct limits {
  double lower[3], upper[3]; /* m */
} limits;

/* A box and all that may come nearer to what is in it than the reach, when it goes so much farther than the others. */
static limits reach_out(const limits *box, const double between[3], double reach)
{
  limits l;
  for (int c = 0; c < 3; c++) {
    double low = box->lower[c], high = box->upper[c];
    double slack = reach + 1e-6 * (fabs(low) + fabs(high) + reach); /* also when rounded */
    l.lower[c] = low - slack + fmin(0, between[c]);
    l.upper[c] = high + slack + fmax(0, between[c]);
  }
  return l;
}

static const limits nowhere = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};

static void widen(limits *all, const limits *by)
{
  for (int c = 0; c < 3; c++) {
    all->lower[c] = fmin(all->lower[c], by->lower[c]);
    all->upper[c] = fmax(all->upper[c], by->upper[c]);
  }
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

/* What a box that meets another may have as least and as minus the most, rounded up. */
typedef struct bounds {
  float least[3], minus_most[3];
} bounds;

static bounds bounds_of(const limits *l)
{
  bounds b;
  for (int c = 0; c < 3; c++) {
    b.least[c] = nextafterf((float)l->upper[c], INFINITY);
    b.minus_most[c] = nextafterf((float)-l->lower[c], INFINITY);
  }
  return b;
}

static bool meets(const float span[PL_SPAN], const bounds *b)
{
  return span[0] <= b->least[0] && span[4] <= b->minus_most[0] && span[1] <= b->least[1] &&
         span[5] <= b->minus_most[1] && span[2] <= b->least[2] && span[6] <= b->minus_most[2];
}

static void put_around(float *blocks, size_t at, const float box[6])
{
  float *block = blocks + PL_BOX * (at / PL_BLOCK) + at % PL_BLOCK;
  for (size_t c = 0; c < 6; c++) block[c * PL_BLOCK] = box[c];
}

/* Could an edge of the ones and one of the others cross so deep that vertices alone do not see to it? As cross_deep asks of two edges
   (blocks_kernel.c), rounded the same way. */
static bool may_cross(const pl_near_features *near, const pl_fold_range *a, const pl_fold_range *b)
{
  float least = near->asking.shallow;
  if (!(least > 0)) return true;
  bool in = b->steepest * a->longest >= least || a->longest > PL_OVERHANG * b->shortest;
  return in && (a->steepest * b->longest >= least || b->longest > PL_OVERHANG * a->shortest);
}

/* Has a patch nothing to say to anybody of the other surface? */
static bool is_silent(const pl_near_features *near, const pl_contact_surface *surface, size_t patch,
                      const pl_fold_range *others)
{
  return near->question.ridges && !near->question.asking->edges_pushed &&
         !may_cross(near, &surface->folded[patch].range, others);
}

/* The patches that meet a box become blocks. Returns a box around them; no block: there is none. */
static limits take_blocks(pl_near_features *near, const limits *where)
{
  const pl_question *q = &near->question;
  const float nothing[6] = {INFINITY, INFINITY, INFINITY, -INFINITY, -INFINITY, -INFINITY};
  limits all = nowhere;
  bounds within = bounds_of(where);
  size_t count = 0;
  for (uint32_t k = 0; k < q->patches->count; k++) {
    const float *span = q->patches->boxes + PL_SPAN * (size_t)k;
    if (!meets(span, &within) || is_silent(near, q->asked, k, &q->asking->folds)) continue;
    limits one = of_span(span);
    float box[6];
    from_origin(near, &one, box);
    widen(&all, &one);
    if (q->ridges) pl_fold_range_widen(&near->folds, &q->asked->folded[k].range);
    put_around(near->blocks.around, count, box);
    near->filled[count] = 0;
    near->patches[count++] = k;
  }
  near->blocks.block_count = count;
  for (size_t k = count; k % PL_BLOCK; k++) put_around(near->blocks.around, k, nothing);
  return all;
}

/* Who of a patch that becomes a block may ask or answer: of edges of closed surfaces those that stick out. */
static const uint16_t *take_lanes(const pl_question *q, const pl_contact_surface *surface, size_t patch,
                                  const pl_feature_blocks *blocks, size_t block)
{
  uint16_t *lanes = blocks->lanes + PL_LANES * block;
  float *scales = blocks->scales + PL_SCALES * block;
  if (q->ridges) {
    const pl_folded *folded = &surface->folded[patch];
    memcpy(lanes, folded->lanes, sizeof folded->lanes);
    memcpy(scales + PL_STEEPNESS * PL_BLOCK, folded->steepness, sizeof folded->steepness);
    memcpy(scales + PL_LENGTH * PL_BLOCK, folded->length, sizeof folded->length);
  } else {
    lanes[PL_NEW_RIDGE] = lanes[PL_OLD_RIDGE] = UINT16_MAX;
  }
  return lanes;
}

/* Did an edge push the other body in the last step? */
static bool has_pushed(const pl_question *q, uint32_t feature)
{
  return q->ridges && q->asking->edge_partner[feature] == q->partner;
}

/* A bit for each of a patch that did. */
static unsigned pushed_of(const pl_question *q, const uint32_t *features, size_t patch)
{
  unsigned pushed = 0;
  for (unsigned those = q->ridges ? q->asking->folded[patch].pushed : 0; those; those &= those - 1) {
    unsigned k = (unsigned)__builtin_ctz(those);
    pushed |= (has_pushed(q, features[k]) ? 1u : 0u) << k;
  }
  return pushed;
}

static const uint32_t *corners_of(const pl_patches *patches, size_t patch)
{
  return patches->corners + patches->each * PL_BLOCK * patch;
}

static void fill_block(pl_near_features *near, uint32_t block)
{
  const pl_question *q = &near->question;
  static const float no_wider[6] = {0, 0, 0, 0, 0, 0};
  size_t patch = near->patches[block];
  const uint32_t *features = q->patches->features + PL_BLOCK * patch;
  const uint16_t *lanes = take_lanes(q, q->asked, patch, &near->blocks, block);
  near->filled[block] = 1;
  if (lanes[PL_NEW_RIDGE] | lanes[PL_OLD_RIDGE])
    PL_ISA_PICK(pl_blocks_kernels)
        ->fill(&near->blocks, block, features, corners_of(q->patches, patch), q->asked->before, q->asked->roam,
               no_wider);
}

/* The blocks that a patch is near, in lists from `start` on. Where lists are full it is all blocks. Returns how many. */
static size_t list_blocks(pl_near_features *near, uint32_t patch, size_t *start)
{
  const pl_question *q = &near->question;
  bool full = near->used + near->blocks.block_count > near->room;
  *start = full ? 0 : near->used;
  limits own = of_span(q->askers->boxes + PL_SPAN * (size_t)patch), reached = reach_out(&own, q->between, q->reach);
  float box[6];
  from_origin(near, &reached, box);
  return full ? near->blocks.block_count
              : PL_ISA_PICK(pl_blocks_kernels)->meet(&near->blocks, box, near->lists + *start);
}

/* Of so many, those that somebody of the last block of askers is near, and who. */
static size_t choose_blocks(pl_near_features *near, size_t start, size_t count)
{
  count = PL_ISA_PICK(pl_blocks_kernels)
              ->choose(&near->blocks, &near->askers, near->askers.block_count, near->lists + start, count,
                       near->who + start);
  near->used += count;
  return count;
}

/* One bit for each edge of a patch that may cross one of the others so. */
static unsigned who_may_cross(const pl_near_features *near, const pl_folded *folded, const pl_fold_range *others)
{
  uint16_t may[PL_BLOCK];
  unsigned bits = 0;
  for (unsigned l = 0; l < PL_BLOCK; l++) {
    float steepness = folded->steepness[l], length = folded->length[l], least = near->asking.shallow;
    int in = (others->steepest * length >= least) | (length > PL_OVERHANG * others->shortest);
    int over = (steepness * others->longest >= least) | (others->longest > PL_OVERHANG * length);
    may[l] = (uint16_t)((in & over) << l);
  }
  for (unsigned l = 0; l < PL_BLOCK; l++) bits |= may[l];
  return bits & folded->lanes[PL_NEW_RIDGE];
}

/* Of so many blocks, those that somebody of a patch may cross, and who. */
static size_t drop_silent(const pl_near_features *near, uint32_t patch, size_t start, size_t count)
{
  const pl_question *q = &near->question;
  const pl_folded *folded = &q->asking->folded[patch];
  size_t kept = start;
  for (size_t k = start; k < start + count; k++) {
    const pl_fold_range *others = &q->asked->folded[near->patches[near->lists[k]]].range;
    unsigned who = may_cross(near, &folded->range, others) ? who_may_cross(near, folded, others) : 0;
    near->lists[kept] = near->lists[k];
    near->who[kept] = (uint16_t)who;
    kept += who != 0;
  }
  return kept - start;
}

/* A patch that asks becomes a block. Edges that pushed ask otherwise than those that did not. */
static void add_askers(pl_near_features *near, uint32_t patch, const float wider[6])
{
  const pl_question *q = &near->question;
  const uint32_t *features = q->askers->features + PL_BLOCK * (size_t)patch;
  unsigned pushed = pushed_of(q, features, patch), who = 0;
  size_t start, count = list_blocks(near, patch, &start), block = near->askers.block_count;
  bool all = start < near->used; /* blocks, and everybody */
  for (size_t k = start; !all && k < start + count; k++) near->who[k] = UINT16_MAX;
  if (near->asking.shallow > 0 && !pushed && !all) count = drop_silent(near, patch, start, count);
  if (count == 0) return;
  const uint16_t *lanes = take_lanes(q, q->asking, patch, &near->askers, block);
  unsigned may_ask = (lanes[PL_NEW_RIDGE] & ~pushed) | (lanes[PL_OLD_RIDGE] & pushed);
  if (!may_ask) return;
  PL_ISA_PICK(pl_blocks_kernels)
      ->fill(&near->askers, block, features, corners_of(q->askers, patch), q->asking->before, q->asking->roam, wider);
  if (!all) count = choose_blocks(near, start, count);
  if (count == 0) return;
  near->askers.block_count++;
  near->block_of[patch] = (uint32_t)block;
  near->starts[block] = (uint32_t)start;
  near->ends[block] = (uint32_t)(start + count);
  for (size_t k = start; k < start + count; k++) {
    if (near->who[k] & may_ask && !near->filled[near->lists[k]]) fill_block(near, near->lists[k]);
    who |= near->who[k];
  }
  who &= may_ask;
  for (unsigned k = 0; k < PL_BLOCK && features[k] != PL_NO_FEATURE; k++)
    near->waiting[features[k] / WORD] |= (uint64_t)((who >> k) & 1) << features[k] % WORD;
}

/* What floats may be wrong by where coordinates are as large as in these boxes. */
static double rounding(const pl_near_features *near, const limits *a, const limits *b)
{
  double extent = 0;
  for (int c = 0; c < 3; c++) {
    double origin = near->blocks.origin[c];
    extent = fmax(extent, fmax(origin - a->lower[c], a->upper[c] - origin));
    extent = fmax(extent, fmax(origin - b->lower[c], b->upper[c] - origin));
  }
  return 1e-5 * (extent + near->question.reach);
}

static float shallow_of(const pl_question *q) { return q->ridges ? (float)((1 - 1e-5) * q->shallow * q->shallow) : 0; }

static void start_asking(pl_near_features *near, float wider[6])
{
  const pl_question *q = &near->question;
  near->asking =
      (pl_asking){.askers = &near->askers, .reach = (float)(q->reach + near->wrong), .shallow = shallow_of(q)};
  for (int c = 0; c < 3; c++) {
    float farther = near->asking.between[c] = (float)q->between[c];
    wider[c] = -near->asking.reach + (farther < 0 ? farther : 0);
    wider[c + 3] = near->asking.reach + (farther > 0 ? farther : 0);
  }
}

static void mark(const pl_contact_surface *surface, const limits *where)
{
  bounds within = bounds_of(where);
  for (size_t k = 0; k < surface->edge_patches.count; k++)
    if (meets(surface->edge_patches.boxes + PL_SPAN * k, &within)) surface->folded[k].near = true;
}

void pl_near_mark(const pl_question *question)
{
  limits asking = of_box(question->asking->around), asked = of_box(question->asked->around);
  double back[3];
  pl_vec3_scale(question->between, -1, back);
  asking = reach_out(&asking, question->between, question->reach);
  asked = reach_out(&asked, back, question->reach);
  mark(question->asked, &asking);
  mark(question->asking, &asked);
}

void pl_near_take_up(pl_near_features *near, const pl_question *question)
{
  near->question = *question;
  near->blocks.each = question->patches->each;
  near->askers.each = question->askers->each;
  near->askers.block_count = 0;
  near->used = near->most;
  near->asking.shallow = shallow_of(question);
  near->folds = (pl_fold_range){0, 0, INFINITY};
  memset(near->waiting, 0, (near->capacity / WORD + 1) * sizeof(uint64_t));
  if (question->ridges && !question->asking->edges_pushed &&
      !may_cross(near, &question->asking->folds, &question->asked->folds))
    return;
  const pl_patches *askers = question->askers;
  limits asking = of_box(question->asking->around), asked = of_box(question->asked->around);
  limits where = reach_out(&asking, question->between, question->reach);
  for (int c = 0; c < 3; c++) /* the middle of where both are */
    near->blocks.origin[c] = near->askers.origin[c] =
        0.5 * (fmax(where.lower[c], asked.lower[c]) + fmin(where.upper[c], asked.upper[c]));
  limits all = take_blocks(near, &where), those = nowhere;
  if (near->blocks.block_count == 0) return;
  double back[3];
  pl_vec3_scale(question->between, -1, back);
  where = reach_out(&all, back, question->reach);
  bounds within = bounds_of(&where);
  size_t count = 0;
  for (uint32_t k = 0; k < askers->count; k++) {
    const float *span = askers->boxes + PL_SPAN * (size_t)k;
    if (!meets(span, &within) || is_silent(near, question->asking, k, &near->folds)) continue;
    limits one = of_span(span);
    widen(&those, &one);
    near->asking_patches[count++] = k;
  }
  if (count == 0) return;
  near->wrong = rounding(near, &all, &those);
  float wider[6];
  start_asking(near, wider);
  for (size_t k = 0; k < count; k++) add_askers(near, near->asking_patches[k], wider);
}

/* ---- features against features ---- */

uint32_t pl_near_next(const pl_near_features *near, uint32_t from)
{
  size_t words = near->capacity / WORD + 1, word = from / WORD;
  uint64_t bits = word < words ? near->waiting[word] >> from % WORD << from % WORD : 0;
  while (!bits && ++word < words) bits = near->waiting[word];
  return bits ? (uint32_t)(WORD * word) + (uint32_t)__builtin_ctzll(bits) : PL_NO_FEATURE;
}

/* Names of features, rising: they are few. */
static void sort_answers(pl_answer *answers, size_t count)
{
  for (size_t k = 1; k < count; k++) {
    pl_answer one = answers[k];
    size_t at = k;
    for (; at > 0 && answers[at - 1].feature > one.feature; at--) answers[at] = answers[at - 1];
    answers[at] = one;
  }
}

size_t pl_near_ask(pl_near_features *near, uint32_t feature)
{
  const pl_question *q = &near->question;
  uint32_t place = q->askers->place[feature], block = near->block_of[place / PL_BLOCK], start = near->starts[block];
  size_t count = PL_ISA_PICK(pl_blocks_kernels)
                     ->ask(&near->blocks, near->lists + start, near->who + start, near->ends[block] - start,
                           &near->asking, PL_BLOCK * (size_t)block + place % PL_BLOCK,
                           has_pushed(q, feature) ? PL_OLD_RIDGE : PL_NEW_RIDGE, near->answers);
  float wrong = (float)near->wrong;
  for (size_t k = 0; k < count; k++) {
    pl_answer *answer = &near->answers[k];
    size_t asked = near->patches[answer->feature / PL_BLOCK];
    answer->feature = q->patches->features[PL_BLOCK * asked + answer->feature % PL_BLOCK];
    answer->bound -= wrong;
  }
  sort_answers(near->answers, count);
  return count;
}

void pl_near_free(pl_near_features *near)
{
  free_blocks(&near->blocks);
  free_blocks(&near->askers);
  pl_release(near->patches);
  pl_release(near->asking_patches);
  pl_release(near->filled);
  pl_release(near->block_of);
  pl_release(near->starts);
  pl_release(near->ends);
  pl_release(near->lists);
  pl_release(near->who);
  pl_release(near->waiting);
  pl_release(near->answers);
  *near = (pl_near_features){0};
}
