/* SPDX-License-Identifier: MIT
   Paths are those of the rule, found here by looking at everything at every turn. */
#include "region_cases.h"

typedef struct slow_growth {
  const region_graph *graph;
  bool *joined;      /* count^2 */
  uint32_t *path_of; /* UINT32_MAX: unvisited */
} slow_growth;

static size_t count_neighbours(const slow_growth *g, size_t v, bool visited)
{
  size_t count = 0;
  for (size_t n = 0; n < g->graph->count; n++)
    count += g->joined[g->graph->count * v + n] && (g->path_of[n] != UINT32_MAX) == visited;
  return count;
}

static bool better_start(const slow_growth *g, size_t v, size_t than)
{
  size_t visited = count_neighbours(g, v, true), others = count_neighbours(g, than, true);
  if (visited != others) return visited > others;
  return count_neighbours(g, v, false) < count_neighbours(g, than, false);
}

static size_t find_start(const slow_growth *g)
{
  size_t best = SIZE_MAX;
  for (size_t v = 0; v < g->graph->count; v++)
    if (g->path_of[v] == UINT32_MAX && (best == SIZE_MAX || better_start(g, v, best))) best = v;
  return best;
}

static bool touches(const slow_growth *g, size_t v, uint32_t path)
{
  for (size_t n = 0; n < g->graph->count; n++)
    if (g->joined[g->graph->count * v + n] && g->path_of[n] != UINT32_MAX && g->path_of[n] != path) return true;
  return false;
}

static size_t find_next(const slow_growth *g, size_t v, size_t start, uint32_t path)
{
  size_t best = SIZE_MAX;
  const double *p = g->graph->positions;
  for (size_t n = 0; n < g->graph->count; n++) {
    if (!g->joined[g->graph->count * v + n] || g->path_of[n] != UINT32_MAX) continue;
    bool better = best == SIZE_MAX || touches(g, n, path) > touches(g, best, path);
    if (best != SIZE_MAX && touches(g, n, path) == touches(g, best, path))
      better = fabs(p[3 * n + 2] - p[3 * start + 2]) < fabs(p[3 * best + 2] - p[3 * start + 2]);
    if (better) best = n;
  }
  return best;
}

static void check_rule(const region_graph *graph, uint32_t limit)
{
  size_t n = graph->count, done = 0;
  slow_growth g = {graph, PL_NEW(bool, n *n), PL_NEW(uint32_t, n)};
  pl_region_setup setup = rings_of(graph, 1);
  setup.path_limit = limit;
  pl_regions regions = make_regions(&setup);
  assert_true(g.joined && g.path_of);
  for (size_t e = 0; e < graph->edge_count; e++) {
    uint32_t a = graph->edges[2 * e], b = graph->edges[2 * e + 1];
    if (a != b) g.joined[n * a + b] = g.joined[n * b + a] = true;
  }
  for (size_t v = 0; v < n; v++) g.path_of[v] = UINT32_MAX;
  for (uint32_t path = 0; done < n; path++) {
    size_t start = find_start(&g), v = start;
    assert_true(path < regions.path_count);
    assert_int_equal(regions.path_start[path], done);
    for (uint32_t length = 0; v != SIZE_MAX && length < limit; length++) {
      assert_int_equal(regions.order[done], v);
      g.path_of[v] = path;
      done++;
      v = find_next(&g, v, start, path);
    }
  }
  assert_int_equal(regions.path_start[regions.path_count], n);
  pl_regions_release(&regions);
  pl_release(g.joined);
  pl_release(g.path_of);
}

static void paths_follow_the_rule(void **state)
{
  (void)state;
  region_graph graphs[] = {icosphere_graph(4), sphere_graph(11), torus_graph(14, 9), random_graph(120, 200, 3),
                           both_graphs(torus_graph(7, 5), random_graph(30, 10, 4))};
  for (size_t g = 0; g < sizeof graphs / sizeof *graphs; g++) {
    check_rule(&graphs[g], PL_PATH_LIMIT);
    check_rule(&graphs[g], 7);
    free_graph(&graphs[g]);
  }
}

/* Few short ones are left over in gaps. */
static void paths_lie_side_by_side(void **state)
{
  (void)state;
  region_graph g = torus_graph(100, 40);
  pl_region_setup setup = rings_of(&g, 1);
  pl_regions regions = make_regions(&setup);
  print_message("%zu vertices in %zu paths\n", g.count, regions.path_count);
  assert_true(regions.path_count < g.count / 20);
  pl_regions_release(&regions);
  free_graph(&g);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(paths_follow_the_rule),
      cmocka_unit_test(paths_lie_side_by_side),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
