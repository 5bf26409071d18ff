/* SPDX-License-Identifier: MIT */
#include "region_cases.h"

#include "base/pool.h"
#include "failing.h"
#include "model/surface/regions/region_sums.h"

enum { MOST_WIDTH = 16 };

typedef struct sums_case {
  pl_regions regions;
  float *values, *scratch, *sums;
  size_t width;
} sums_case;

static sums_case make_case(pl_region_setup setup, int method, size_t width, uint64_t seed)
{
  setup.method = (pl_sums_method)method;
  sums_case c = {.regions = make_regions(&setup), .width = width};
  assert_int_equal(c.regions.method, method);
  c.values = PL_NEW(float, c.regions.count *width);
  c.scratch = PL_NEW(float, pl_region_sums_scratch(&c.regions, width));
  c.sums = PL_NEW(float, c.regions.count *width);
  assert_true(c.values && c.scratch && c.sums);
  for (size_t i = 0; i < c.regions.count * width; i++) c.values[i] = (float)random_unit(&seed);
  return c;
}

static void free_case(sums_case *c)
{
  pl_regions_release(&c->regions);
  pl_release(c->values);
  pl_release(c->scratch);
  pl_release(c->sums);
}

/* The sum over a region in double, one particle at a time. */
static void naive_sum(const sums_case *c, size_t i, double *sum)
{
  for (size_t k = 0; k < c->width; k++) sum[k] = 0;
  for (uint32_t s = c->regions.start[i]; s < c->regions.start[i + 1]; s++)
    for (uint32_t j = c->regions.intervals[s].lo; j < c->regions.intervals[s].hi; j++)
      for (size_t k = 0; k < c->width; k++) sum[k] += (double)c->values[c->width * j + k];
}

/* Random values of either sign: prefix sums over 512 of them stay below about 60, and each of the roundings is half of
   2^-24 of them; a region adds the errors of the ends of its intervals. Direct sums of up to N values are better. */
static double tolerance(const pl_regions *regions, size_t i)
{
  double ends = 2.0 * (regions->start[i + 1] - regions->start[i]);
  return 0x1p-24 * (60 * sqrt(512 * ends) + regions->size[i]);
}

static void check_sums(sums_case *c, pl_pool *pool)
{
  double worst = 0;
  memset(c->sums, 0xff, c->regions.count * c->width * sizeof *c->sums);
  pl_region_sums(&c->regions, c->values, c->width, c->scratch, c->sums, pool);
  for (size_t i = 0; i < c->regions.count; i++) {
    double sum[MOST_WIDTH];
    naive_sum(c, i, sum);
    for (size_t k = 0; k < c->width; k++) {
      double error = fabs((double)c->sums[c->width * i + k] - sum[k]) / tolerance(&c->regions, i);
      if (!(error <= worst)) worst = error;
    }
  }
  assert_less(worst, 1);
}

static void sums_are_naive_sums(void **state)
{
  (void)state;
  for (size_t which = 0; which < REGION_GRAPHS; which++) {
    region_graph g = region_graph_number(which);
    for (uint32_t rings = 1; rings <= PL_MOST_RINGS; rings += rings < 6 ? 1 : 29)
      for (size_t width = 4; width <= MOST_WIDTH; width += 4)
        for (int method = PL_SUMS_DIRECT; method <= PL_SUMS_PATHS; method++) {
          sums_case c = make_case(rings_of(&g, rings), method, width, which + rings + width);
          check_sums(&c, NULL);
          free_case(&c);
        }
    free_graph(&g);
  }
}

static void sums_on_lattices_are_naive_sums(void **state)
{
  (void)state;
  for (size_t which = 0; which < LATTICE_GRAPHS; which++) {
    region_graph g = lattice_graph_number(which);
    for (uint32_t rings = 1; rings <= PL_MOST_RINGS; rings += rings < 6 ? 1 : 29)
      for (size_t width = 4; width <= MOST_WIDTH; width += 8)
        for (int method = PL_SUMS_DIRECT; method <= PL_SUMS_PATHS; method++) {
          pl_region_setup setup = rings_of(&g, rings);
          setup.spacing = 0.1;
          sums_case c = make_case(setup, method, width, which + rings + width);
          assert_int_equal(c.regions.chain_count, method == PL_SUMS_PATHS ? 2 : 0);
          check_sums(&c, NULL);
          free_case(&c);
        }
    free_graph(&g);
  }
}

/* In a box there are as many bars and plates as particles, if it is longer than a region, and each is one interval: the
   cost does not depend on ω. */
static void fast_sums_on_a_box_do_not_grow(void **state)
{
  (void)state;
  region_graph g = lattice_graph(13, 12, 14, 0.1, 26);
  for (uint32_t rings = 1; rings <= 5; rings++) {
    pl_region_setup setup = rings_of(&g, rings);
    setup.spacing = 0.1;
    pl_regions regions = make_regions(&setup);
    assert_int_equal(regions.method, PL_SUMS_PATHS);
    assert_int_equal(regions.sums.start[g.count / 2], g.count); /* an even number */
    for (size_t c = 0; c < 2; c++) {
      assert_int_equal(regions.chains[c].items.count, g.count);
      assert_int_equal(regions.chains[c].items.start[g.count], g.count);
    }
    pl_regions_release(&regions);
  }
  free_graph(&g);
}

/* Elsewhere bars and plates are still shared. */
static void fast_sums_save_work_with_holes(void **state)
{
  (void)state;
  region_graph g = hollowed_graph(lattice_graph(20, 8, 11, 0.1, 26), missing_in_gap);
  pl_region_setup setup = rings_of(&g, 4);
  setup.spacing = 0.1;
  pl_regions regions = make_regions(&setup);
  size_t items = g.count, intervals = regions.sums.start[(g.count + 1) / 2];
  for (size_t c = 0; c < 2; c++) {
    items += regions.chains[c].items.count;
    intervals += regions.chains[c].items.start[regions.chains[c].items.count];
  }
  print_message("%zu particles, %u intervals; fast: %zu items, %zu intervals\n", g.count, regions.start[g.count], items,
                intervals);
  assert_true(items < 5 * g.count && intervals < 10 * g.count && regions.start[g.count] > 30 * g.count);
  pl_regions_release(&regions);
  free_graph(&g);
}

static void check_threads(const pl_region_setup *setup)
{
  static const int threads[] = {1, 2, 7};
  for (int method = PL_SUMS_DIRECT; method <= PL_SUMS_PATHS; method++)
    for (size_t width = 4; width <= MOST_WIDTH; width += 4) {
      sums_case c = make_case(*setup, method, width, 3);
      size_t bytes = c.regions.count * width * sizeof(float);
      float *first = PL_NEW(float, c.regions.count *width);
      assert_non_null(first);
      pl_region_sums(&c.regions, c.values, width, c.scratch, first, NULL);
      for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
        pl_pool *pool;
        assert_ok(pl_pool_create(threads[t], NULL, NULL, &pool));
        memset(c.sums, 0xff, bytes);
        pl_region_sums(&c.regions, c.values, width, c.scratch, c.sums, pool);
        assert_memory_equal(c.sums, first, bytes);
        pl_pool_destroy(pool);
      }
      pl_release(first);
      free_case(&c);
    }
}

static void threads_do_not_change_bits(void **state)
{
  (void)state;
  region_graph surface = both_graphs(character_graph(PL_CHARACTER_RABBIT, 6000), icosphere_graph(20));
  region_graph lattice = hollowed_graph(lattice_graph(20, 17, 19, 0.1, 26), missing_in_gap);
  pl_region_setup setup = rings_of(&surface, 3);
  check_threads(&setup);
  setup = rings_of(&lattice, 2);
  setup.spacing = 0.1;
  check_threads(&setup);
  free_graph(&surface);
  free_graph(&lattice);
}

/* Taken in pieces of any size, the sums are those of the whole. */
static void ranges_do_not_change_bits(void **state)
{
  (void)state;
  region_graph g = torus_graph(60, 25);
  for (int method = PL_SUMS_DIRECT; method <= PL_SUMS_PATHS; method++) {
    sums_case c = make_case(rings_of(&g, 2), method, 12, 9);
    pl_region_sums(&c.regions, c.values, 12, c.scratch, c.sums, NULL);
    pl_region_sums_prepare(&c.regions, c.values, 12, c.scratch, NULL);
    for (size_t first = 0, piece = 1; first < c.regions.count; first += piece, piece = piece * 3 % 50 + 1) {
      float part[50 * 12 + 4];
      size_t last = first + piece < c.regions.count ? first + piece : c.regions.count;
      part[12 * (last - first)] = 77;
      pl_region_sums_take(&c.regions, c.values, 12, c.scratch, first, last, part);
      assert_memory_equal(part, c.sums + 12 * first, 12 * (last - first) * sizeof(float));
      assert_true(part[12 * (last - first)] == 77);
    }
    free_case(&c);
  }
  free_graph(&g);
}

/* Bodies in one set of arrays: the sums are those of each alone, to the bit. */
static void check_joined(const pl_region_setup *setups, size_t count, size_t chains)
{
  enum { WIDTH = 12, MOST = 3 };
  sums_case parts[MOST];
  const pl_regions *bodies[MOST];
  sums_case all = {.width = WIDTH};
  for (size_t b = 0; b < count; b++) {
    parts[b] = make_case(setups[b], PL_SUMS_PATHS, WIDTH, b);
    bodies[b] = &parts[b].regions;
  }
  assert_ok(pl_regions_join(bodies, count, &all.regions));
  assert_int_equal(all.regions.chain_count, chains);
  size_t numbers = all.regions.count * WIDTH, at = 0;
  all.values = PL_NEW(float, numbers);
  all.scratch = PL_NEW(float, pl_region_sums_scratch(&all.regions, WIDTH));
  all.sums = PL_NEW(float, numbers);
  assert_true(all.values && all.scratch && all.sums);
  for (size_t b = 0; b < count; b++) {
    memcpy(all.values + WIDTH * at, parts[b].values, WIDTH * parts[b].regions.count * sizeof(float));
    for (size_t i = 0; i < parts[b].regions.count; i++)
      assert_int_equal(all.regions.order[at + i], parts[b].regions.order[i] + at);
    at += parts[b].regions.count;
  }
  assert_int_equal(at, all.regions.count);
  check_sums(&all, NULL);
  at = 0;
  for (size_t b = 0; b < count; b++) {
    sums_case *part = &parts[b];
    pl_region_sums(&part->regions, part->values, WIDTH, part->scratch, part->sums, NULL);
    assert_memory_equal(all.sums + WIDTH * at, part->sums, WIDTH * part->regions.count * sizeof(float));
    at += part->regions.count;
    free_case(part);
  }
  free_case(&all);
}

static void bodies_can_be_joined(void **state)
{
  (void)state;
  region_graph graphs[] = {character_graph(PL_CHARACTER_DUCK, 1000), icosphere_graph(6), torus_graph(20, 9),
                           lattice_graph_number(0), lattice_graph_number(4)};
  pl_region_setup surfaces[] = {rings_of(&graphs[0], 3), rings_of(&graphs[1], 2), radius_of(&graphs[2], 0.3)};
  pl_region_setup lattices[] = {rings_of(&graphs[3], 2), rings_of(&graphs[4], 3)};
  check_joined(surfaces, 3, 0);
  check_joined(lattices, 2, 2);
  for (size_t g = 0; g < sizeof graphs / sizeof *graphs; g++) free_graph(&graphs[g]);
}

/* Lattices among other bodies are summed by their columns: the same sums, not the same bits. */
static void lattices_join_surfaces(void **state)
{
  (void)state;
  region_graph graphs[] = {lattice_graph_number(4), icosphere_graph(6)};
  pl_region_setup setups[] = {rings_of(&graphs[0], 2), rings_of(&graphs[1], 2)};
  pl_regions parts[2] = {make_regions(&setups[0]), make_regions(&setups[1])};
  const pl_regions *bodies[2] = {&parts[0], &parts[1]};
  assert_int_equal(parts[0].chain_count, 2);
  sums_case all = {.width = 4};
  assert_ok(pl_regions_join(bodies, 2, &all.regions));
  assert_int_equal(all.regions.chain_count, 0);
  all.values = PL_NEW(float, 4 * all.regions.count);
  all.scratch = PL_NEW(float, pl_region_sums_scratch(&all.regions, 4));
  all.sums = PL_NEW(float, 4 * all.regions.count);
  assert_true(all.values && all.scratch && all.sums);
  uint64_t seed = 21;
  for (size_t i = 0; i < 4 * all.regions.count; i++) all.values[i] = (float)random_unit(&seed);
  check_sums(&all, NULL);
  free_case(&all);
  for (size_t b = 0; b < 2; b++) {
    pl_regions_release(&parts[b]);
    free_graph(&graphs[b]);
  }
}

static pl_status join_and_release(void *context)
{
  pl_regions joined;
  pl_status status = pl_regions_join(context, 2, &joined);
  pl_regions_release(&joined);
  return status;
}

static void failed_joins_leave_nothing_behind(void **state)
{
  (void)state;
  region_graph graphs[] = {lattice_graph_number(0), lattice_graph_number(3), icosphere_graph(3)};
  pl_regions parts[3];
  for (size_t b = 0; b < 3; b++) {
    pl_region_setup setup = rings_of(&graphs[b], 1);
    setup.method = PL_SUMS_PATHS;
    parts[b] = make_regions(&setup);
  }
  const pl_regions *lattices[] = {&parts[0], &parts[1]}, *mixed[] = {&parts[0], &parts[2]};
  assert_true(fail_each_allocation(join_and_release, lattices) > 10);
  assert_true(fail_each_allocation(join_and_release, mixed) > 5);
  pl_regions joined;
  assert_int_equal(pl_regions_join(lattices, 0, &joined), PL_ERROR_LIMIT);
  pl_regions_release(&joined);
  for (size_t b = 0; b < 3; b++) {
    pl_regions_release(&parts[b]);
    free_graph(&graphs[b]);
  }
}

static pl_sums_method method_for(region_graph g, uint32_t rings)
{
  pl_region_setup setup = rings_of(&g, rings);
  pl_regions regions = make_regions(&setup);
  pl_sums_method method = regions.method;
  pl_regions_release(&regions);
  free_graph(&g);
  return method;
}

/* Paths where they gather many particles into few intervals, direct sums where they do not. */
static void the_method_follows_the_counts(void **state)
{
  (void)state;
  assert_int_equal(method_for(icosphere_graph(20), 2), PL_SUMS_PATHS);
  assert_int_equal(method_for(icosphere_graph(20), 5), PL_SUMS_PATHS);
  assert_int_equal(method_for(random_graph(300, 3000, 1), 1), PL_SUMS_DIRECT);
  assert_int_equal(method_for(random_graph(40, 0, 1), 1), PL_SUMS_DIRECT);
}

int main(void)
{
  choose_tests();
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sums_are_naive_sums),
      cmocka_unit_test(sums_on_lattices_are_naive_sums),
      cmocka_unit_test(fast_sums_on_a_box_do_not_grow),
      cmocka_unit_test(fast_sums_save_work_with_holes),
      cmocka_unit_test(threads_do_not_change_bits),
      cmocka_unit_test(ranges_do_not_change_bits),
      cmocka_unit_test(bodies_can_be_joined),
      cmocka_unit_test(lattices_join_surfaces),
      cmocka_unit_test(failed_joins_leave_nothing_behind),
      cmocka_unit_test(the_method_follows_the_counts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
