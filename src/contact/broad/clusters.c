/* SPDX-License-Identifier: MIT */
#include "contact/broad/clusters.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"

/* ---- spatial sorting ---- */

/* Order along an axis; ties by index, so that the order is unique. */
typedef struct ranking {
  const double *centres; /* 3 per feature */
  size_t axis;
} ranking;

static bool comes_before(const ranking *by, uint32_t a, uint32_t b)
{
  double left = by->centres[3 * (size_t)a + by->axis], right = by->centres[3 * (size_t)b + by->axis];
  return left != right ? left < right : a < b;
}

static void swap(uint32_t *a, uint32_t *b)
{
  uint32_t was = *a;
  *a = *b;
  *b = was;
}

/* Puts the first `wanted` of them first (C. A. R. Hoare, "Algorithm 65: find", 1961). */
static void part_at(uint32_t *features, size_t count, size_t wanted, const ranking *by)
{
  while (count > 1) {
    uint32_t pivot = features[(count - 1) / 2]; /* never the last: both parts have something */
    size_t low = 0, high = count - 1;
    for (;; low++, high--) {
      while (comes_before(by, features[low], pivot)) low++;
      while (comes_before(by, pivot, features[high])) high--;
      if (low >= high) break;
      swap(&features[low], &features[high]);
    }
    if (high + 1 > wanted) {
      count = high + 1;
    } else {
      features += high + 1;
      wanted -= high + 1;
      count -= high + 1;
    }
  }
}

static size_t widest_axis(const uint32_t *features, size_t count, const double *centres)
{
  double widest = -1;
  size_t axis = 0;
  for (size_t c = 0; c < 3; c++) {
    double low = INFINITY, high = -INFINITY;
    for (size_t k = 0; k < count; k++) {
      double at = centres[3 * (size_t)features[k] + c];
      low = at < low ? at : low;
      high = at > high ? at : high;
    }
    if (high - low > widest) {
      widest = high - low;
      axis = c;
    }
  }
  return axis;
}

/* Halves, halves of these, and so on, down to clusters. */
static void halve(uint32_t *features, size_t count, const double *centres)
{
  if (count <= PL_BLOCK) return;
  size_t clusters = (count + PL_BLOCK - 1) / PL_BLOCK, half = (clusters + 1) / 2 * PL_BLOCK;
  ranking by = {centres, widest_axis(features, count, centres)};
  part_at(features, count, half, &by);
  halve(features, half, centres);
  halve(features + half, count - half, centres);
}

static pl_status put_together(pl_clusters *p, const uint32_t *corners, size_t count, const double *rest)
{
  double *centres = PL_NEW(double, 3 * count);
  if (!centres) return PL_ERROR_MEMORY;
  for (size_t f = 0; f < count; f++)
    for (size_t k = 0; k < p->each; k++)
      for (size_t c = 0; c < 3; c++) centres[3 * f + c] += rest[3 * (size_t)corners[p->each * f + k] + c];
  for (uint32_t f = 0; f < count; f++) p->features[f] = f;
  for (size_t f = count; f < PL_BLOCK * p->count; f++) p->features[f] = PL_NO_FEATURE;
  halve(p->features, count, centres);
  pl_release(centres);
  return PL_OK;
}

/* ---- their particles ---- */

static int rising(const void *a, const void *b)
{
  const uint32_t *p = a, *q = b;
  return *p < *q ? -1 : *p > *q;
}

/* Returns how many there are. */
static size_t particles_of(const pl_clusters *p, size_t cluster, uint32_t particles[3 * PL_BLOCK])
{
  size_t count = p->each * PL_BLOCK, kept = 0;
  memcpy(particles, p->corners + count * cluster, count * sizeof *particles);
  qsort(particles, count, sizeof *particles, rising);
  for (size_t k = 0; k < count; k++)
    if (kept == 0 || particles[k] != particles[kept - 1]) particles[kept++] = particles[k];
  return kept;
}

void pl_clusters_line_up(const pl_clusters *p, const uint32_t *numbers, size_t each, uint32_t *out)
{
  for (size_t k = 0; k < PL_BLOCK * p->count; k++) {
    size_t cluster = k / PL_BLOCK, first = PL_BLOCK * cluster;
    uint32_t feature = p->features[k] == PL_NO_FEATURE ? p->features[first] : p->features[k];
    for (size_t c = 0; c < each; c++) out[each * first + c * PL_BLOCK + k % PL_BLOCK] = numbers[each * feature + c];
  }
}

pl_status pl_clusters_build(const uint32_t *corners, unsigned each, size_t count, const double *rest, pl_clusters *out)
{
  *out = (pl_clusters){.each = each, .count = (count + PL_BLOCK - 1) / PL_BLOCK};
  out->features = PL_NEW(uint32_t, PL_BLOCK * out->count);
  out->place = PL_NEW(uint32_t, count);
  out->particles = PL_NEW(uint32_t, each * PL_BLOCK * out->count);
  out->corners = PL_NEW(uint32_t, each * PL_BLOCK * out->count);
  out->starts = PL_NEW(size_t, out->count + 1);
  if (!out->features || !out->place || !out->particles || !out->corners || !out->starts) return PL_ERROR_MEMORY;
  PL_TRY(put_together(out, corners, count, rest));
  pl_clusters_line_up(out, corners, each, out->corners);
  for (uint32_t k = 0; k < count; k++) out->place[out->features[k]] = k;
  for (size_t cluster = 0; cluster < out->count; cluster++)
    out->starts[cluster + 1] = out->starts[cluster] + particles_of(out, cluster, out->particles + out->starts[cluster]);
  return PL_OK;
}

void pl_clusters_free(pl_clusters *clusters)
{
  pl_release(clusters->features);
  pl_release(clusters->place);
  pl_release(clusters->particles);
  pl_release(clusters->corners);
  pl_release(clusters->starts);
  *clusters = (pl_clusters){0};
}
