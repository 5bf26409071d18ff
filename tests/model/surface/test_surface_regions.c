/* SPDX-License-Identifier: MIT */
#include "region_cases.h"

#include "failing.h"
#include "model/surface/regions/lattice.h"

/* Every particle is on one path, paths follow edges and keep to their length. */
static void check_paths(const region_graph *g, const pl_regions *regions, uint32_t limit)
{
  uint8_t *seen = PL_NEW(uint8_t, g->count);
  uint32_t *starts, *neighbours;
  assert_non_null(seen);
  assert_ok(pl_mesh_adjacency(g->edges, g->edge_count, g->count, &starts, &neighbours));
  assert_int_equal(regions->path_start[0], 0);
  assert_int_equal(regions->path_start[regions->path_count], g->count);
  for (size_t p = 0; p < regions->path_count; p++) {
    uint32_t begin = regions->path_start[p], end = regions->path_start[p + 1];
    assert_true(begin < end && end - begin <= limit);
    for (uint32_t i = begin; i < end; i++) {
      uint32_t v = regions->order[i];
      assert_true(v < g->count && !seen[v]);
      seen[v] = 1;
      if (i == begin) continue;
      bool joined = false;
      for (uint32_t e = starts[v]; e < starts[v + 1]; e++) joined |= neighbours[e] == regions->order[i - 1];
      assert_true(joined);
    }
  }
  pl_release(seen);
  pl_release(starts);
  pl_release(neighbours);
}

/* Intervals rise, do not overlap, do not cross a path and cannot be joined; they hold the particles `within` and no
   others. */
static void check_intervals(const region_graph *g, const pl_regions *regions, const double *distances, double within)
{
  size_t n = g->count;
  uint8_t *begins = PL_NEW(uint8_t, n + 1), *held = PL_NEW(uint8_t, n);
  assert_true(begins && held);
  for (size_t p = 0; p <= regions->path_count; p++) begins[regions->path_start[p]] = 1;
  for (size_t i = 0; i < n; i++) {
    uint32_t before = 0, size = 0;
    memset(held, 0, n);
    for (uint32_t k = regions->start[i]; k < regions->start[i + 1]; k++) {
      pl_interval interval = regions->intervals[k];
      assert_true(interval.lo < interval.hi && interval.hi <= n);
      assert_true(k == regions->start[i] || before < interval.lo || (before == interval.lo && begins[before]));
      for (uint32_t j = interval.lo; j < interval.hi; j++, size++) {
        held[regions->order[j]] = 1;
        assert_true(j == interval.lo || !begins[j]);
      }
      before = interval.hi;
    }
    assert_int_equal(size, regions->size[i]);
    for (size_t v = 0; v < n; v++) assert_int_equal(held[v], distances[n * regions->order[i] + v] <= within);
  }
  pl_release(begins);
  pl_release(held);
}

static void rings_are_those_of_the_edges(void **state)
{
  (void)state;
  for (size_t which = 0; which < REGION_GRAPHS; which++) {
    region_graph g = region_graph_number(which);
    double *distances = all_distances(&g, false);
    static const uint32_t rings[] = {1, 2, 3, 4, 5, 12, 64};
    for (size_t r = 0; r < sizeof rings / sizeof *rings; r++) {
      pl_region_setup setup = rings_of(&g, rings[r]);
      pl_regions regions = make_regions(&setup);
      check_paths(&g, &regions, PL_PATH_LIMIT);
      check_intervals(&g, &regions, distances, rings[r]);
      pl_regions_release(&regions);
    }
    pl_release(distances);
    free_graph(&g);
  }
}

/* On lattices, too, what cannot be reached does not belong to a region, however near it is. */
static void rings_on_lattices_are_those_of_the_edges(void **state)
{
  (void)state;
  for (size_t which = 0; which < LATTICE_GRAPHS; which++) {
    region_graph g = lattice_graph_number(which);
    double *distances = all_distances(&g, false);
    for (uint32_t rings = 1; rings <= 12; rings += rings < 4 ? 1 : 4) {
      pl_region_setup setup = rings_of(&g, rings);
      setup.spacing = 0.1;
      pl_regions regions = make_regions(&setup);
      check_intervals(&g, &regions, distances, rings);
      pl_regions_release(&regions);
    }
    pl_release(distances);
    free_graph(&g);
  }
}

static double spacing_of(const region_graph *g, size_t edge_count)
{
  double spacing = NAN;
  assert_ok(pl_lattice_spacing(g->positions, g->count, g->edges, edge_count, &spacing));
  return spacing;
}

static void lattices_are_recognised(void **state)
{
  (void)state;
  region_graph box = lattice_graph(5, 6, 7, 0.1, 26);
  pl_region_setup setup = rings_of(&box, 1);
  pl_regions regions = make_regions(&setup);
  assert_int_equal(regions.chain_count, 2);
  assert_int_equal(regions.path_count, 30);
  setup.as_here = &regions;
  setup.rings = 2;
  pl_regions same = make_regions(&setup);
  assert_int_equal(same.chain_count, 2);
  pl_regions_release(&same);
  regions.order[0] = 1; /* somebody else's order */
  regions.order[1] = 0;
  same = make_regions(&setup);
  assert_int_equal(same.chain_count, 0);
  assert_int_equal(same.order[0], 1);
  pl_regions_release(&same);
  pl_regions_release(&regions);
  free_graph(&box);
  region_graph g = hollowed_graph(lattice_graph(9, 8, 7, 0.1, 26), missing_by_chance);
  assert_close(spacing_of(&g, g.edge_count), 0.1, 1e-12);
  assert_close(spacing_of(&g, 0), 0, 0);
  g.positions[5] += 0.001;
  assert_close(spacing_of(&g, g.edge_count), 0, 0);
  memcpy(g.positions + 3, g.positions, 3 * sizeof(double)); /* two on one node; the edge between them has no length */
  assert_close(spacing_of(&g, g.edge_count), 0, 0);
  free_graph(&g);
  g = icosphere_graph(5);
  assert_close(spacing_of(&g, g.edge_count), 0, 0);
  free_graph(&g);
}

/* Lengths are rounded to a millionth of the radius and may be a thousandth too long: a radius between the two nearest
   lengths of ways must be met exactly. */
static void a_radius_is_a_length_along_edges(void **state)
{
  (void)state;
  size_t checked = 0;
  for (size_t which = 0; which < REGION_GRAPHS; which++) {
    region_graph g = region_graph_number(which);
    double *distances = all_distances(&g, true);
    for (int r = 1; r <= 3; r++) {
      double wanted = 0.2 * r, below = 0, above = INFINITY;
      for (size_t i = 0; i < g.count * g.count; i++) {
        if (distances[i] <= wanted) below = fmax(below, distances[i]);
        if (distances[i] > wanted) above = fmin(above, distances[i]);
      }
      if (above > 1e3 || above - below < 1e-5) continue;
      double middle = (below + above) / 2;
      pl_region_setup setup = radius_of(&g, middle / 1.001);
      pl_regions regions = make_regions(&setup);
      check_intervals(&g, &regions, distances, middle);
      pl_regions_release(&regions);
      checked++;
    }
    pl_release(distances);
    free_graph(&g);
  }
  assert_true(checked > REGION_GRAPHS);
}

/* On a lattice with neighbours along the axes a radius of a whole number of edges is that number of rings, though the
   lengths of edges are not exact in binary. */
static void a_radius_of_whole_edges_is_a_number_of_rings(void **state)
{
  (void)state;
  region_graph g = lattice_graph(9, 8, 7, 0.1, 6);
  double *distances = all_distances(&g, false);
  for (int rings = 1; rings <= 5; rings++) {
    pl_region_setup setup = radius_of(&g, 0.1 * rings);
    pl_regions regions = make_regions(&setup);
    check_intervals(&g, &regions, distances, rings);
    pl_regions_release(&regions);
  }
  pl_release(distances);
  free_graph(&g);
}

/* Whatever the lengths are, the way there is as long as the way back. */
static void regions_are_symmetric(void **state)
{
  (void)state;
  region_graph g = random_graph(200, 800, 11);
  pl_region_setup setup = radius_of(&g, 1.3);
  pl_regions regions = make_regions(&setup);
  uint8_t *in = PL_NEW(uint8_t, g.count * g.count);
  assert_non_null(in);
  size_t pairs = 0;
  for (size_t i = 0; i < g.count; i++)
    for (uint32_t k = regions.start[i]; k < regions.start[i + 1]; k++)
      for (uint32_t j = regions.intervals[k].lo; j < regions.intervals[k].hi; j++, pairs++) in[g.count * i + j] = 1;
  assert_true(pairs > 2 * g.count && pairs < g.count * g.count / 2);
  for (size_t i = 0; i < g.count; i++)
    for (size_t j = 0; j < g.count; j++) assert_int_equal(in[g.count * i + j], in[g.count * j + i]);
  pl_release(in);
  pl_regions_release(&regions);
  free_graph(&g);
}

static double intervals_per_region(const region_graph *g, uint32_t rings)
{
  pl_region_setup setup = rings_of(g, rings);
  pl_regions regions = make_regions(&setup);
  check_paths(g, &regions, PL_PATH_LIMIT);
  double mean = (double)regions.start[regions.count] / (double)regions.count;
  pl_regions_release(&regions);
  return mean;
}

/* The ideal is 2 ω + 1 ([D] sect. 4); the paths are good if few more are needed. */
static void regions_have_few_intervals(void **state)
{
  (void)state;
  region_graph graphs[] = {icosphere_graph(32), sphere_graph(100), torus_graph(150, 60),
                           character_graph(PL_CHARACTER_BEAR, 8000), character_graph(PL_CHARACTER_DINO, 8000)};
  for (size_t g = 0; g < sizeof graphs / sizeof *graphs; g++) {
    for (uint32_t rings = 1; rings <= 5; rings++) {
      double mean = intervals_per_region(&graphs[g], rings);
      print_message("%-10s ω = %u: %.2f intervals per region\n", graphs[g].name, rings, mean);
      assert_less(mean, 1.25 * (2 * rings + 1));
    }
    free_graph(&graphs[g]);
  }
}

static void paths_can_be_shorter(void **state)
{
  (void)state;
  region_graph g = icosphere_graph(8);
  pl_region_setup setup = rings_of(&g, 2);
  setup.path_limit = 16;
  pl_regions regions = make_regions(&setup);
  check_paths(&g, &regions, 16);
  assert_true(regions.path_count >= g.count / 16);
  double *distances = all_distances(&g, false);
  check_intervals(&g, &regions, distances, 2);
  pl_release(distances);
  pl_regions_release(&regions);
  free_graph(&g);
}

/* Small regions for smoothing in the order of the large ones. */
static void an_order_can_be_taken_over(void **state)
{
  (void)state;
  region_graph g = torus_graph(20, 10);
  pl_region_setup setup = rings_of(&g, 3);
  pl_regions large = make_regions(&setup);
  setup.rings = 1;
  setup.as_here = &large;
  pl_regions small = make_regions(&setup);
  assert_memory_equal(small.order, large.order, g.count * sizeof *small.order);
  double *distances = all_distances(&g, false);
  check_intervals(&g, &small, distances, 1);
  pl_release(distances);
  pl_regions_release(&small);
  pl_regions_release(&large);
  free_graph(&g);
}

static void assert_refuses(pl_region_setup setup, const char *text)
{
  pl_regions regions;
  assert_int_equal(pl_regions_create(&setup, &regions), PL_ERROR_ARGUMENT);
  assert_non_null(strstr(pl_last_error(), text));
  pl_regions_release(&regions);
}

static void nonsense_is_refused(void **state)
{
  (void)state;
  region_graph g = icosphere_graph(2);
  pl_region_setup good = rings_of(&g, 2), setup = good;
  setup.count = 0;
  assert_refuses(setup, "particles");
  setup = good;
  setup.count = 7;
  assert_refuses(setup, "edge");
  setup = good;
  setup.rings = PL_MOST_RINGS + 1;
  assert_refuses(setup, "rings must be in [1, 64], got 65");
  assert_refuses(rings_of(&g, 0), "radius");
  assert_refuses(radius_of(&g, -1), "radius");
  assert_refuses(radius_of(&g, INFINITY), "radius");
  setup = good;
  setup.method = (pl_sums_method)9;
  assert_refuses(setup, "method 9");
  setup = good;
  setup.spacing = NAN;
  assert_refuses(setup, "spacing");
  setup.spacing = 0.3;
  assert_refuses(setup, "not on a lattice");
  pl_regions other = {.count = 3};
  setup = good;
  setup.as_here = &other;
  assert_refuses(setup, "order");
  free_graph(&g);
}

static pl_status create_and_release(void *context)
{
  const pl_region_setup *setup = context;
  pl_regions regions;
  pl_status status = pl_regions_create(setup, &regions);
  pl_regions_release(&regions);
  return status;
}

static void failed_allocations_leave_nothing_behind(void **state)
{
  (void)state;
  region_graph g = torus_graph(12, 8);
  pl_region_setup setup = rings_of(&g, 2);
  assert_true(fail_each_allocation(create_and_release, &setup) > 10);
  setup.method = PL_SUMS_DIRECT;
  assert_true(fail_each_allocation(create_and_release, &setup) > 10);
  free_graph(&g);
  g = hollowed_graph(lattice_graph(6, 5, 4, 0.1, 26), missing_by_chance);
  setup = rings_of(&g, 2);
  setup.spacing = 0.1;
  assert_true(fail_each_allocation(create_and_release, &setup) > 30);
  setup = radius_of(&g, 0.5);
  assert_true(fail_each_allocation(create_and_release, &setup) > 10);
  free_graph(&g);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rings_are_those_of_the_edges),
      cmocka_unit_test(rings_on_lattices_are_those_of_the_edges),
      cmocka_unit_test(lattices_are_recognised),
      cmocka_unit_test(a_radius_is_a_length_along_edges),
      cmocka_unit_test(a_radius_of_whole_edges_is_a_number_of_rings),
      cmocka_unit_test(regions_are_symmetric),
      cmocka_unit_test(regions_have_few_intervals),
      cmocka_unit_test(paths_can_be_shorter),
      cmocka_unit_test(an_order_can_be_taken_over),
      cmocka_unit_test(nonsense_is_refused),
      cmocka_unit_test(failed_allocations_leave_nothing_behind),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
