/* SPDX-License-Identifier: MIT */
#include "contact/blocks.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"

enum { NEAR_EACH = 32, WORD = 64 }; /* blocks that a patch is near, on average at most; bits */

pl_status pl_near_reserve(pl_near_features *near, size_t count)
{
  if (near->patches && count <= near->capacity) return PL_OK;
  size_t blocks = count / PL_BLOCK + 1, groups = blocks / PL_BLOCK + 1;
  pl_near_free(near);
  near->room = (1 + NEAR_EACH) * blocks;
  near->blocks.boxes = PL_NEW(float, PL_BOX *blocks);
  near->blocks.around = PL_NEW(float, PL_BOX *groups);
  near->blocks.points = PL_NEW(float, 6 * PL_POINT * blocks);
  near->patches = PL_NEW(uint32_t, blocks);
  near->filled = PL_NEW(uint8_t, blocks);
  near->lists = PL_NEW(uint32_t, near->room);
  near->starts = PL_NEW(uint32_t, blocks);
  near->ends = PL_NEW(uint32_t, blocks);
  near->askers = PL_NEW(uint64_t, count / WORD + 1);
  near->answers = PL_NEW(pl_answer, PL_BLOCK * blocks);
  if (!near->blocks.boxes || !near->blocks.around || !near->blocks.points || !near->patches || !near->filled ||
      !near->lists || !near->starts || !near->ends || !near->askers || !near->answers)
    return PL_ERROR_MEMORY;
  for (uint32_t k = 0; k < blocks; k++) near->lists[k] = k;
  near->capacity = count;
  return PL_OK;
}

/* ---- patches against patches ---- */

typedef struct limits {
  double lower[3], upper[3]; /* m */
} limits;

/* A box and all that may come nearer to what is in it than the reach, when it goes so much farther than the others. */
static limits reach_out(const double low[3], const double high[3], const double between[3], double reach)
{
  limits l;
  for (int c = 0; c < 3; c++) {
    double slack = reach + 1e-6 * (fabs(low[c]) + fabs(high[c]) + reach); /* also when rounded */
    l.lower[c] = low[c] - slack + fmin(0, between[c]);
    l.upper[c] = high[c] + slack + fmax(0, between[c]);
  }
  return l;
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

static bool meets(const float span[PL_SPAN], const limits *l)
{
  return (double)span[0] <= l->upper[0] && -(double)span[4] >= l->lower[0] && (double)span[1] <= l->upper[1] &&
         -(double)span[5] >= l->lower[1] && (double)span[2] <= l->upper[2] && -(double)span[6] >= l->lower[2];
}

static void put_around(float *blocks, size_t at, const float box[6])
{
  float *block = blocks + PL_BOX * (at / PL_BLOCK) + at % PL_BLOCK;
  for (size_t c = 0; c < 6; c++) block[c * PL_BLOCK] = box[c];
}

/* The patches that meet a box become blocks. Returns a box around them; no block: there is none. */
static limits take_blocks(pl_near_features *near, const limits *where)
{
  const pl_question *q = &near->question;
  const float nothing[6] = {INFINITY, INFINITY, INFINITY, -INFINITY, -INFINITY, -INFINITY};
  limits all = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
  size_t count = 0;
  for (int c = 0; c < 3; c++) { /* the middle of where both are */
    double low = fmax(where->lower[c], (double)q->asked->around[c]);
    double high = fmin(where->upper[c], (double)q->asked->around[c + 3]);
    near->blocks.origin[c] = 0.5 * (low + high);
  }
  for (uint32_t k = 0; k < q->patches->count; k++) {
    const float *span = q->patches->boxes + PL_SPAN * (size_t)k;
    if (!meets(span, where)) continue;
    limits one = of_span(span);
    float box[6];
    for (int c = 0; c < 3; c++) {
      box[c] = (float)(one.lower[c] - near->blocks.origin[c]);
      box[c + 3] = (float)(one.upper[c] - near->blocks.origin[c]);
      all.lower[c] = fmin(all.lower[c], one.lower[c]);
      all.upper[c] = fmax(all.upper[c], one.upper[c]);
    }
    put_around(near->blocks.around, count, box);
    near->filled[count] = 0;
    near->patches[count++] = k;
  }
  near->blocks.block_count = count;
  for (size_t k = count; k % PL_BLOCK; k++) put_around(near->blocks.around, k, nothing);
  near->extent = 0;
  for (int c = 0; c < 3 && count; c++)
    near->extent =
        fmax(near->extent, fmax(near->blocks.origin[c] - all.lower[c], all.upper[c] - near->blocks.origin[c]));
  return all;
}

static void fill_block(pl_near_features *near, uint32_t block)
{
  const pl_question *q = &near->question;
  pl_reaching of = {q->asked->before, q->asked->roam, q->asked->spans};
  PL_ISA_PICK(pl_blocks_kernels)
      ->fill(&near->blocks, block, q->patches->features + PL_BLOCK * (size_t)near->patches[block], q->patches->corners,
             &of);
  near->filled[block] = 1;
}

/* The blocks that one patch is near. Where lists are full it asks all of them. */
static void list_blocks(pl_near_features *near, uint32_t patch)
{
  const pl_question *q = &near->question;
  limits own = of_span(q->askers->boxes + PL_SPAN * (size_t)patch);
  limits l = reach_out(own.lower, own.upper, q->between, q->reach);
  pl_asker asker;
  for (int c = 0; c < 3; c++) {
    asker.lower[c] = (float)(l.lower[c] - near->blocks.origin[c]);
    asker.upper[c] = (float)(l.upper[c] - near->blocks.origin[c]);
  }
  bool full = near->used + near->blocks.block_count > near->room;
  size_t start = full ? 0 : near->used, count = near->blocks.block_count;
  if (!full) count = PL_ISA_PICK(pl_blocks_kernels)->meet(&near->blocks, &asker, near->lists + start);
  near->used += full ? 0 : count;
  near->starts[patch] = (uint32_t)start;
  near->ends[patch] = (uint32_t)(start + count);
  if (count == 0) return;
  for (size_t k = start; k < start + count; k++)
    if (!near->filled[near->lists[k]]) fill_block(near, near->lists[k]);
  const uint32_t *features = q->askers->features + PL_BLOCK * (size_t)patch;
  for (int k = 0; k < PL_BLOCK && features[k] != PL_NO_FEATURE; k++)
    near->askers[features[k] / WORD] |= (uint64_t)1 << features[k] % WORD;
}

void pl_near_take_up(pl_near_features *near, const pl_question *question)
{
  near->question = *question;
  near->blocks.each = question->patches->each;
  memset(near->askers, 0, (near->capacity / WORD + 1) * sizeof(uint64_t));
  double low[3], high[3], back[3];
  for (int c = 0; c < 3; c++) {
    low[c] = (double)question->asking->around[c];
    high[c] = (double)question->asking->around[c + 3];
    back[c] = -question->between[c];
  }
  limits where = reach_out(low, high, question->between, question->reach);
  limits all = take_blocks(near, &where);
  near->used = near->blocks.block_count;
  if (near->blocks.block_count == 0) return;
  where = reach_out(all.lower, all.upper, back, question->reach);
  for (uint32_t k = 0; k < question->askers->count; k++)
    if (meets(question->askers->boxes + PL_SPAN * (size_t)k, &where)) list_blocks(near, k);
}

/* ---- features against features ---- */

uint32_t pl_near_next(const pl_near_features *near, uint32_t from)
{
  size_t words = near->capacity / WORD + 1, word = from / WORD;
  uint64_t bits = word < words ? near->askers[word] >> from % WORD << from % WORD : 0;
  while (!bits && ++word < words) bits = near->askers[word];
  return bits ? (uint32_t)(WORD * word) + (uint32_t)__builtin_ctzll(bits) : PL_NO_FEATURE;
}

/* A particle where it was and how far it may go from there; the box grows around both. */
static void look_at(const pl_contact_surface *s, uint32_t particle, const double origin[3], float at[3], float roam[3],
                    float box[6])
{
  for (size_t c = 0; c < 3; c++) {
    at[c] = (float)(s->before[3 * (size_t)particle + c] - origin[c]);
    roam[c] = (float)s->roam[3 * (size_t)particle + c];
    float to = at[c] + roam[c], low = at[c] < to ? at[c] : to, high = at[c] < to ? to : at[c];
    box[c] = low < box[c] ? low : box[c];
    box[c + 3] = high > box[c + 3] ? high : box[c + 3];
  }
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
  const uint32_t *particles = q->askers->corners + q->askers->each * (size_t)feature;
  pl_asker asker;
  float box[6] = {INFINITY, INFINITY, INFINITY, -INFINITY, -INFINITY, -INFINITY};
  for (unsigned k = 0; k < q->askers->each; k++)
    look_at(q->asking, particles[k], near->blocks.origin, asker.corners[k], asker.roams[k], box);
  float extent = (float)near->extent;
  for (int c = 0; c < 6; c++) {
    float size = box[c] < 0 ? -box[c] : box[c];
    extent = size > extent ? size : extent;
  }
  float wrong = 1e-5F * (extent + (float)q->reach); /* what floats may be wrong by */
  asker.reach = (float)q->reach + wrong;
  for (int c = 0; c < 3; c++) {
    float farther = asker.between[c] = (float)q->between[c];
    asker.lower[c] = box[c] - asker.reach + (farther < 0 ? farther : 0);
    asker.upper[c] = box[c + 3] + asker.reach + (farther > 0 ? farther : 0);
  }
  uint32_t patch = q->askers->patch_of[feature], start = near->starts[patch];
  size_t count = PL_ISA_PICK(pl_blocks_kernels)
                     ->ask(&near->blocks, near->lists + start, near->ends[patch] - start, &asker, near->answers);
  for (size_t k = 0; k < count; k++) {
    pl_answer *answer = &near->answers[k];
    size_t block = answer->feature / PL_BLOCK;
    answer->feature = q->patches->features[PL_BLOCK * (size_t)near->patches[block] + answer->feature % PL_BLOCK];
    answer->bound -= wrong;
  }
  sort_answers(near->answers, count);
  return count;
}

void pl_near_free(pl_near_features *near)
{
  pl_release(near->blocks.boxes);
  pl_release(near->blocks.around);
  pl_release(near->blocks.points);
  pl_release(near->patches);
  pl_release(near->filled);
  pl_release(near->lists);
  pl_release(near->starts);
  pl_release(near->ends);
  pl_release(near->askers);
  pl_release(near->answers);
  *near = (pl_near_features){0};
}
