/* SPDX-License-Identifier: MIT
   Nested dissection by planes (George 1973, with the separators of Heath and Raghavan 1995: a plane through the median
   of the coordinates, and the vertices on one side of the cut edges). Planes are tried across each axis, each body
   diagonal and the longest direction of the part; the separator is then cleaned by moving vertices off it while it
   shrinks. Without coordinates, distances in the graph to three far-apart vertices take their place. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "linalg/sparse/order.h"
#include "linalg/sparse/order_leaf.h"

enum { DIRECTIONS = 8, SWEEPS = 4 };
enum side { SIDE_LOW = 0, SIDE_HIGH = 1, SIDE_CUT = 2 };

typedef struct dissection {
  const pl_adjacency *graph;
  const double *coordinates;
  uint32_t *order;      /* vertices; each part is a range of it */
  uint32_t *part;       /* n: the part a vertex is in; other parts do not count as neighbours */
  uint32_t parts;       /* numbers given so far */
  unsigned char *side;  /* n */
  unsigned char *best;  /* n: the sides of the best direction so far */
  double *key, *select; /* n: place along the direction, and a copy to find the median in */
  uint32_t *moved;      /* n */
} dissection;

/* The k-th smallest of a[0 … n), which is rearranged (Hoare 1961). */
static double select_kth(double *a, ptrdiff_t n, ptrdiff_t k)
{
  ptrdiff_t low = 0, high = n - 1;
  while (low < high) {
    double pivot = a[low + (high - low) / 2];
    ptrdiff_t i = low, j = high;
    while (i <= j) {
      while (a[i] < pivot) i++;
      while (pivot < a[j]) j--;
      if (i > j) break;
      double swap = a[i];
      a[i++] = a[j];
      a[j--] = swap;
    }
    if (k <= j)
      high = j;
    else if (k >= i)
      low = i;
    else
      break;
  }
  return a[k];
}

/* The direction of largest spread, by power iteration on the covariance; deterministic start. */
static void longest_direction(const dissection *d, const uint32_t *list, uint32_t count, double axis[3])
{
  double mean[3] = {0}, c[3][3] = {{0}};
  for (uint32_t i = 0; i < count; i++)
    for (int k = 0; k < 3; k++) mean[k] += d->coordinates[3 * (size_t)list[i] + (size_t)k] / count;
  for (uint32_t i = 0; i < count; i++) {
    double p[3];
    for (int k = 0; k < 3; k++) p[k] = d->coordinates[3 * (size_t)list[i] + (size_t)k] - mean[k];
    for (int k = 0; k < 3; k++)
      for (int l = 0; l < 3; l++) c[k][l] += p[k] * p[l];
  }
  axis[0] = 1.0, axis[1] = 0.9, axis[2] = 0.8;
  for (int step = 0; step < 12; step++) {
    double next[3], length = 0.0;
    for (int k = 0; k < 3; k++) next[k] = c[k][0] * axis[0] + c[k][1] * axis[1] + c[k][2] * axis[2];
    for (int k = 0; k < 3; k++) length = fmax(length, fabs(next[k]));
    if (!(length > 0.0)) return;
    for (int k = 0; k < 3; k++) axis[k] = next[k] / length;
  }
}

/* Keys along a direction; 0 when all are the same. */
static int find_keys(dissection *d, const uint32_t *list, uint32_t count, const double axis[3])
{
  double low = INFINITY, high = -INFINITY;
  for (uint32_t i = 0; i < count; i++) {
    const double *p = d->coordinates + 3 * (size_t)list[i];
    d->key[i] = axis[0] * p[0] + axis[1] * p[1] + axis[2] * p[2];
    low = fmin(low, d->key[i]);
    high = fmax(high, d->key[i]);
  }
  return low < high;
}

/* Below the median or not, with equal keys on one side: layers of a lattice stay whole. */
static void split_at_median(dissection *d, const uint32_t *list, uint32_t count)
{
  memcpy(d->select, d->key, count * sizeof *d->key);
  double median = select_kth(d->select, count, count / 2);
  uint32_t below = 0, equal = 0;
  for (uint32_t i = 0; i < count; i++) below += d->key[i] < median, equal += d->key[i] == median;
  int equal_low = below + equal / 2 < count / 2 || below == 0;
  if (below + equal == count && below > 0) equal_low = 0;
  for (uint32_t i = 0; i < count; i++)
    d->side[list[i]] = d->key[i] < median || (equal_low && d->key[i] == median) ? SIDE_LOW : SIDE_HIGH;
}

static void split_by_index(dissection *d, const uint32_t *list, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++) d->side[list[i]] = i < count / 2 ? SIDE_LOW : SIDE_HIGH;
}

static uint32_t count_neighbours(const dissection *d, uint32_t vertex, unsigned char side)
{
  uint32_t found = 0;
  for (int32_t e = d->graph->starts[vertex]; e < d->graph->starts[vertex + 1]; e++) {
    uint32_t other = (uint32_t)d->graph->neighbours[e];
    found += d->part[other] == d->part[vertex] && d->side[other] == side;
  }
  return found;
}

typedef struct tally {
  uint32_t count[3]; /* by side */
} tally;

static double cost(tally t)
{
  uint32_t smaller = t.count[0] < t.count[1] ? t.count[0] : t.count[1];
  return smaller ? t.count[SIDE_CUT] / (double)smaller : INFINITY;
}

/* The separator is the thinner of the two borders along the cut. */
static tally take_border(dissection *d, const uint32_t *list, uint32_t count)
{
  uint32_t border[2] = {0, 0};
  for (uint32_t i = 0; i < count; i++) {
    unsigned char mine = d->side[list[i]];
    d->moved[i] = count_neighbours(d, list[i], !mine) > 0;
    border[mine] += d->moved[i];
  }
  unsigned char thinner = border[SIDE_HIGH] < border[SIDE_LOW];
  tally t = {{0, 0, 0}};
  for (uint32_t i = 0; i < count; i++) {
    if (d->moved[i] && d->side[list[i]] == thinner) d->side[list[i]] = SIDE_CUT;
    t.count[d->side[list[i]]]++;
  }
  return t;
}

/* Moves a vertex from the separator to one side, and its neighbours on the other side onto it. */
static void move_off(dissection *d, uint32_t vertex, unsigned char to, tally *t)
{
  d->side[vertex] = to;
  t->count[to]++;
  t->count[SIDE_CUT]--;
  for (int32_t e = d->graph->starts[vertex]; e < d->graph->starts[vertex + 1]; e++) {
    uint32_t other = (uint32_t)d->graph->neighbours[e];
    if (d->part[other] != d->part[vertex] || d->side[other] != !to) continue;
    d->side[other] = SIDE_CUT;
    t->count[!to]--;
    t->count[SIDE_CUT]++;
  }
}

/* Vertices with no neighbour on a side leave to the other one; with one, they change places with it if that evens out
   the sides. */
static void clean_separator(dissection *d, const uint32_t *list, uint32_t count, tally *t)
{
  for (int sweep = 0; sweep < SWEEPS; sweep++) {
    uint32_t changes = 0;
    for (uint32_t i = 0; i < count; i++) {
      if (d->side[list[i]] != SIDE_CUT) continue;
      uint32_t low = count_neighbours(d, list[i], SIDE_LOW), high = count_neighbours(d, list[i], SIDE_HIGH);
      unsigned char lighter = t->count[SIDE_HIGH] < t->count[SIDE_LOW];
      uint32_t towards_lighter = lighter == SIDE_LOW ? high : low, towards_other = lighter == SIDE_LOW ? low : high;
      if (towards_lighter == 0 || (towards_lighter == 1 && t->count[lighter] + 1 < t->count[!lighter])) {
        move_off(d, list[i], lighter, t);
        changes++;
      } else if (towards_other == 0) {
        move_off(d, list[i], !lighter, t);
        changes++;
      }
    }
    if (!changes) return;
  }
}

/* Leaves the sides of the best cut in d->side; 0 when there is none worth it. */
static int find_cut(dissection *d, const uint32_t *list, uint32_t count)
{
  /* The body diagonals give the thinnest planes of lattices with six neighbours. */
  double axes[DIRECTIONS][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}, {-1, 1, 1}, {1, -1, 1}, {1, 1, -1}};
  longest_direction(d, list, count, axes[DIRECTIONS - 1]);
  double least = INFINITY;
  for (int k = 0; k <= DIRECTIONS; k++) {
    if (k < DIRECTIONS) {
      if (!find_keys(d, list, count, axes[k])) continue;
      split_at_median(d, list, count);
    } else {
      if (isfinite(least)) break;
      split_by_index(d, list, count); /* all in one point, or one vertex touches all others */
    }
    tally t = take_border(d, list, count);
    clean_separator(d, list, count, &t);
    if (!(cost(t) < least)) continue;
    least = cost(t);
    for (uint32_t i = 0; i < count; i++) d->best[list[i]] = d->side[list[i]];
  }
  for (uint32_t i = 0; i < count; i++) d->side[list[i]] = d->best[list[i]];
  return isfinite(least);
}

/* Sorts the range into low, high, separator, keeping the order within each; gives where they end. */
static void gather_sides(dissection *d, uint32_t *list, uint32_t count, uint32_t ends[2])
{
  uint32_t at = 0;
  for (int side = SIDE_LOW; side <= SIDE_CUT; side++) {
    for (uint32_t i = 0; i < count; i++)
      if (d->side[list[i]] == side) d->moved[at++] = list[i];
    if (side < SIDE_CUT) ends[side] = at;
  }
  memcpy(list, d->moved, count * sizeof *list);
}

static void dissect(dissection *d, uint32_t begin, uint32_t end)
{
  uint32_t *list = d->order + begin, count = end - begin, ends[2];
  if (count <= PL_LEAF_MOST || !find_cut(d, list, count)) {
    pl_order_leaf(d->graph, d->part, list, count);
    return;
  }
  gather_sides(d, list, count, ends);
  uint32_t low = ++d->parts, high = ++d->parts, cut = ++d->parts;
  for (uint32_t i = 0; i < count; i++) d->part[list[i]] = i < ends[0] ? low : i < ends[1] ? high : cut;
  dissect(d, begin, begin + ends[0]);
  dissect(d, begin + ends[0], begin + ends[1]);
}

/* Distances from `start`, breadth first; other components follow with numbers of their own. Gives the farthest vertex.
   */
static uint32_t walk_from(const pl_adjacency *graph, uint32_t start, uint32_t *queue, double *distance /* 3 apart */)
{
  uint32_t head = 0, tail = 0, seed = 0;
  for (uint32_t i = 0; i < graph->n; i++) distance[3 * (size_t)i] = -1.0;
  double from = 0.0;
  for (uint32_t next = start; next < graph->n;) {
    distance[3 * (size_t)next] = from;
    queue[tail++] = next;
    while (head < tail) {
      uint32_t vertex = queue[head++];
      for (int32_t e = graph->starts[vertex]; e < graph->starts[vertex + 1]; e++) {
        size_t other = (size_t)graph->neighbours[e];
        if (distance[3 * other] >= 0.0) continue;
        distance[3 * other] = distance[3 * (size_t)vertex] + 1.0;
        queue[tail++] = (uint32_t)other;
      }
    }
    from = distance[3 * (size_t)queue[tail - 1]] + 2.0;
    while (seed < graph->n && distance[3 * (size_t)seed] >= 0.0) seed++;
    next = seed;
  }
  return queue[tail - 1];
}

/* Three walks, each from the vertex that is farthest from all starts so far. */
static void walk_coordinates(const pl_adjacency *graph, uint32_t *queue, double *coordinates)
{
  uint32_t start = graph->n ? walk_from(graph, 0, queue, coordinates) : 0;
  for (size_t k = 0; k < 3 && graph->n; k++) {
    walk_from(graph, start, queue, coordinates + k);
    double farthest = -1.0;
    for (uint32_t i = 0; i < graph->n; i++) {
      double nearest = coordinates[3 * (size_t)i];
      for (size_t l = 1; l <= k; l++) nearest = fmin(nearest, coordinates[3 * (size_t)i + l]);
      if (nearest > farthest) farthest = nearest, start = i;
    }
  }
}

pl_status pl_order_dissection(const pl_adjacency *graph, const double *coordinates, uint32_t *order)
{
  uint32_t n = graph->n;
  for (size_t i = 0; coordinates && i < 3 * (size_t)n; i++)
    if (!isfinite(coordinates[i]))
      return pl_fail(PL_ERROR_ARGUMENT, "coordinate %zu of row %zu must be finite, got %g", i % 3, i / 3,
                     coordinates[i]);
  double *walked = coordinates ? NULL : PL_NEW(double, 3 * (size_t)n);
  dissection d = {.graph = graph,
                  .coordinates = coordinates ? coordinates : walked,
                  .order = order,
                  .part = PL_NEW(uint32_t, n),
                  .side = PL_NEW(unsigned char, n),
                  .best = PL_NEW(unsigned char, n),
                  .key = PL_NEW(double, n),
                  .select = PL_NEW(double, n),
                  .moved = PL_NEW(uint32_t, n)};
  pl_status status =
      d.coordinates && d.part && d.side && d.best && d.key && d.select && d.moved ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK) {
    if (walked) walk_coordinates(graph, d.moved, walked);
    for (uint32_t i = 0; i < n; i++) order[i] = i;
    if (n) dissect(&d, 0, n);
  }
  pl_release(walked);
  pl_release(d.part);
  pl_release(d.side);
  pl_release(d.best);
  pl_release(d.key);
  pl_release(d.select);
  pl_release(d.moved);
  return status;
}
