/* SPDX-License-Identifier: MIT */
#include "contact/blocks.h"

#include <math.h>

#include "base/memory.h"
#include "base/status.h"

pl_status pl_near_reserve(pl_near_features *near, size_t count)
{
  if (near->names && count <= near->capacity) return PL_OK;
  size_t blocks = count / PL_BLOCK + 1, groups = blocks / PL_BLOCK + 1;
  pl_near_free(near);
  near->blocks.boxes = PL_NEW(float, PL_BOX *blocks);
  near->blocks.around = PL_NEW(float, PL_BOX *groups);
  near->blocks.points = PL_NEW(float, 6 * PL_POINT * blocks);
  near->names = PL_NEW(uint32_t, PL_BLOCK * blocks);
  near->answers = PL_NEW(pl_answer, PL_BLOCK * blocks);
  if (!near->blocks.boxes || !near->blocks.around || !near->blocks.points || !near->names || !near->answers)
    return PL_ERROR_MEMORY;
  near->capacity = count;
  return PL_OK;
}

static bool meets(const float box[6], const double lower[3], const double upper[3])
{
  return (double)box[0] <= upper[0] && (double)box[3] >= lower[0] && (double)box[1] <= upper[1] &&
         (double)box[4] >= lower[1] && (double)box[2] <= upper[2] && (double)box[5] >= lower[2];
}

static void clear(float box[6])
{
  for (int c = 0; c < 3; c++) {
    box[c] = INFINITY;
    box[c + 3] = -INFINITY;
  }
}

static void widen(float box[6], const float by[6])
{
  for (int c = 0; c < 3; c++) {
    box[c] = by[c] < box[c] ? by[c] : box[c];
    box[c + 3] = by[c + 3] > box[c + 3] ? by[c + 3] : box[c + 3];
  }
}

static void put(float *blocks, size_t at, const float box[6])
{
  float *block = blocks + PL_BOX * (at / PL_BLOCK) + at % PL_BLOCK;
  for (size_t c = 0; c < 6; c++) block[c * PL_BLOCK] = box[c];
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

/* Puts one feature behind the others; `box` becomes its own. */
static void add(pl_near_features *near, const pl_contact_surface *s, uint32_t name, const uint32_t *particles,
                float box[6])
{
  float *points =
      near->blocks.points + 2 * near->corners * PL_POINT * (near->count / PL_BLOCK) + near->count % PL_BLOCK;
  clear(box);
  for (unsigned k = 0; k < near->corners; k++) {
    float at[3], roam[3];
    look_at(s, particles[k], near->origin, at, roam, box);
    for (size_t c = 0; c < 3; c++) {
      points[k * PL_POINT + c * PL_BLOCK] = at[c];
      points[(near->corners + k) * PL_POINT + c * PL_BLOCK] = roam[c];
    }
  }
  put(near->blocks.boxes, near->count, box);
  near->names[near->count++] = name;
}

/* Blocks are filled up with what meets nothing. */
static void finish(pl_near_features *near, const float last[6])
{
  float nothing[6];
  clear(nothing);
  size_t block = near->count / PL_BLOCK;
  near->blocks.block_count = block + 1;
  put(near->blocks.around, block, last);
  for (size_t k = near->count; k < PL_BLOCK * (block + 1); k++) put(near->blocks.boxes, k, nothing);
  for (size_t k = block + 1; k % PL_BLOCK; k++) put(near->blocks.around, k, nothing);
}

typedef struct features {
  const float *boxes;
  const uint32_t *particles;
  size_t count;
  unsigned corners;
} features;

static void take(pl_near_features *near, const pl_contact_surface *s, const features *from, const double lower[3],
                 const double upper[3])
{
  near->count = 0;
  near->corners = from->corners;
  for (int c = 0; c < 3; c++) { /* the middle of where both are */
    double low = fmax(lower[c], (double)s->around[c]), high = fmin(upper[c], (double)s->around[c + 3]);
    near->origin[c] = 0.5 * (low + high);
  }
  float box[6], of_block[6];
  clear(of_block);
  clear(near->around);
  for (uint32_t k = 0; k < from->count; k++) {
    if (!meets(from->boxes + 6 * (size_t)k, lower, upper)) continue;
    add(near, s, k, from->particles + near->corners * (size_t)k, box);
    widen(of_block, box);
    widen(near->around, from->boxes + 6 * (size_t)k);
    if (near->count % PL_BLOCK) continue;
    put(near->blocks.around, near->count / PL_BLOCK - 1, of_block);
    clear(of_block);
  }
  finish(near, of_block);
  near->extent = 0;
  for (int c = 0; c < 6 && near->count; c++)
    near->extent = fmax(near->extent, fabs((double)near->around[c] - near->origin[c % 3]));
}

void pl_near_edges(pl_near_features *near, const pl_contact_surface *surface, const double lower[3],
                   const double upper[3])
{
  features edges = {surface->edge_boxes, surface->edges, surface->edge_count, 2};
  take(near, surface, &edges, lower, upper);
}

void pl_near_triangles(pl_near_features *near, const pl_contact_surface *surface, const double lower[3],
                       const double upper[3])
{
  features triangles = {surface->triangle_boxes, surface->triangles, surface->triangle_count, 3};
  take(near, surface, &triangles, lower, upper);
}

size_t pl_near_ask(const pl_near_features *near, const pl_contact_surface *asking, const uint32_t *particles,
                   const double between[3], double reach)
{
  const pl_blocks_kernels *kernels = PL_ISA_PICK(pl_blocks_kernels);
  pl_asker asker;
  float box[6];
  clear(box);
  for (unsigned k = 0; k < 4 - near->corners; k++)
    look_at(asking, particles[k], near->origin, asker.corners[k], asker.roams[k], box);
  float extent = (float)near->extent;
  for (int c = 0; c < 6; c++) {
    float size = box[c] < 0 ? -box[c] : box[c];
    extent = size > extent ? size : extent;
  }
  float wrong = 1e-5F * (extent + (float)reach); /* what floats may be wrong by */
  asker.reach = (float)reach + wrong;
  for (int c = 0; c < 3; c++) {
    float farther = asker.between[c] = (float)between[c];
    asker.lower[c] = box[c] - asker.reach + (farther < 0 ? farther : 0);
    asker.upper[c] = box[c + 3] + asker.reach + (farther > 0 ? farther : 0);
  }
  pl_blocks_function ask = near->corners == 2 ? kernels->edges : kernels->triangles;
  size_t count = ask(&near->blocks, &asker, near->answers);
  for (size_t k = 0; k < count; k++) {
    near->answers[k].feature = near->names[near->answers[k].feature];
    near->answers[k].bound -= wrong;
  }
  return count;
}

void pl_near_free(pl_near_features *near)
{
  pl_release(near->blocks.boxes);
  pl_release(near->blocks.around);
  pl_release(near->blocks.points);
  pl_release(near->names);
  pl_release(near->answers);
  *near = (pl_near_features){0};
}
