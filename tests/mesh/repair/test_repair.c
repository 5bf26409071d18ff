/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "failing.h"
#include "pliant/make.h"
#include "pliant/mesh_info.h"
#include "testing.h"

/* A cube as an exporter without shared vertices writes it: 12 triangles of 3 corners each, every third turned round. */
static pl_mesh *soup_cube(double scale, double offset, double noise)
{
  pl_lattice_def def = pl_default_lattice_def();
  def.counts[0] = def.counts[1] = def.counts[2] = 2;
  def.spacing = scale;
  def.origin[0] = offset;
  pl_mesh *cube = NULL, *soup = NULL;
  assert_ok(pl_make_lattice(&def, &cube));
  pl_mesh_data data = pl_mesh_view(cube);
  double positions[108];
  uint32_t triangles[36];
  uint64_t seed = 5;
  for (uint32_t i = 0; i < 36; i++) {
    for (uint32_t k = 0; k < 3; k++)
      positions[3 * i + k] = data.positions[3 * data.triangles[i] + k] + noise * random_unit(&seed);
    triangles[i] = i / 3 % 3 == 0 && i % 3 ? i - i % 3 + 3 - i % 3 : i;
  }
  assert_ok(pl_mesh_create(
      &(pl_mesh_data){.positions = positions, .vertex_count = 36, .triangles = triangles, .triangle_count = 12},
      &soup));
  pl_mesh_destroy(cube);
  return soup;
}

static void welds_at_any_scale(void **state)
{
  (void)state;
  static const double scales[] = {1e-6, 1, 1e6};
  for (size_t i = 0; i < 3; i++) {
    pl_mesh *soup = soup_cube(scales[i], scales[i] * 10, scales[i] * 1e-7), *mended = NULL;
    pl_repair_options options = pl_default_repair_options();
    pl_repair_report report;
    uint32_t map[36];
    options.weld = true;
    assert_ok(pl_mesh_repair(soup, &options, &mended, map, &report));
    assert_int_equal(report.welded, 28);
    assert_int_equal(report.turned, 4);
    assert_false(report.order_kept);
    assert_int_equal(report.before.components, 12);
    assert_false(report.before.closed);
    assert_true(report.after.closed && report.after.manifold && report.after.oriented);
    assert_int_equal(report.after.vertex_count, 8);
    assert_close(report.after.volume, pow(scales[i], 3), 1e-5 * pow(scales[i], 3));
    pl_mesh_data before = pl_mesh_view(soup), after = pl_mesh_view(mended);
    for (size_t v = 0; v < 36; v++)
      for (size_t k = 0; k < 3; k++)
        assert_close(after.positions[3 * map[v] + k], before.positions[3 * v + k], scales[i] * 1e-6);
    pl_mesh_destroy(soup);
    pl_mesh_destroy(mended);
  }
}

static void keeps_order_unless_asked(void **state)
{
  (void)state;
  pl_mesh *soup = soup_cube(1, 0, 0), *mended = NULL;
  pl_repair_options options = pl_default_repair_options();
  pl_repair_report report;
  uint32_t map[36];
  assert_ok(pl_mesh_repair(soup, &options, &mended, map, &report));
  assert_true(report.order_kept);
  assert_int_equal(report.welded + report.unused, 0);
  for (uint32_t v = 0; v < 36; v++) assert_int_equal(map[v], v);
  assert_memory_equal(pl_mesh_view(mended).positions, pl_mesh_view(soup).positions, 108 * sizeof(double));
  char text[2048];
  assert_true(pl_repair_describe(&report, text, sizeof text) < sizeof text);
  assert_non_null(strstr(text,
                         "Nothing had to be changed.\nVertex indices are as before.\nWhat is left:\nOpen: 36 edges "
                         "have a triangle on one side only, in 12 borders:\n"));
  assert_non_null(strstr(
      text, "  and 4 more\n  There are vertices at the same place: `pliant mesh repair --weld` may close it.\n"));
  assert_non_null(strstr(text,
                         "Double: 28 vertices lie within 1.73e-06 m of an earlier one, first vertex 3. `pliant mesh "
                         "repair --weld` joins them (and changes indices).\n"));
  pl_mesh_destroy(soup);
  pl_mesh_destroy(mended);
}

static const double corners[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0.5, 0, 0, 9, 9, 9};

static void drops_what_is_worth_nothing(void **state)
{
  (void)state;
  const uint32_t triangles[] = {0, 2, 1, 0, 4, 1, 0, 1, 3, 1, 2, 3, 3, 1, 0, 2, 0, 3, 3, 3, 2};
  pl_mesh *mesh = NULL, *mended = NULL;
  const double volumes[] = {1, 2, 3, 4, 5, 6};
  assert_ok(pl_mesh_create(&(pl_mesh_data){.positions = corners,
                                           .vertex_count = 6,
                                           .triangles = triangles,
                                           .triangle_count = 7,
                                           .vertex_volumes = volumes},
                           &mesh));
  pl_repair_options options = pl_default_repair_options();
  options.unused = true;
  pl_repair_report report;
  uint32_t map[6];
  assert_ok(pl_mesh_repair(mesh, &options, &mended, map, &report));
  assert_int_equal(report.before.first_degenerate, 1);
  assert_int_equal(report.before.first_duplicate, 4);
  assert_int_equal(report.before.first_unused_vertex, 5);
  char text[2048];
  pl_repair_describe(&report, text, sizeof text);
  assert_string_equal(text, "Dropped 2 triangles without area.\nDropped 1 duplicate triangle.\nDropped 2 unused "
                            "vertices.\nVertex indices have changed.\n");
  const uint32_t expected[] = {0, 1, 2, 3, UINT32_MAX, UINT32_MAX};
  assert_memory_equal(map, expected, sizeof expected);
  assert_true(report.after.closed);
  assert_int_equal(report.after.triangle_count, 4);
  assert_close(pl_mesh_view(mended).vertex_volumes[3], 4, 0);
  pl_mesh_destroy(mesh);
  pl_mesh_destroy(mended);
}

static void joins_the_graph_too(void **state)
{
  (void)state;
  const double positions[] = {0, 0, 0, 1, 0, 0, 1, 0, 0, 2, 0, 0};
  const uint32_t edges[] = {0, 1, 1, 2, 0, 2, 2, 3};
  const double shares[] = {0.25, 0.5, 0.75, 1}, volumes[] = {1, 2, 4, 8};
  pl_mesh *mesh = NULL, *mended = NULL;
  assert_ok(pl_mesh_create(&(pl_mesh_data){.positions = positions,
                                           .vertex_count = 4,
                                           .edges = edges,
                                           .edge_count = 4,
                                           .edge_shares = shares,
                                           .vertex_volumes = volumes},
                           &mesh));
  pl_repair_options options = pl_default_repair_options();
  options.weld = true;
  pl_repair_report report;
  assert_ok(pl_mesh_repair(mesh, &options, &mended, NULL, &report));
  pl_mesh_data data = pl_mesh_view(mended);
  const uint32_t expected[] = {0, 1, 1, 2};
  assert_int_equal(report.edges, 2);
  assert_int_equal(data.edge_count, 2);
  assert_memory_equal(data.edges, expected, sizeof expected);
  assert_close(data.edge_shares[0], 0.25, 0);
  assert_close(data.edge_shares[1], 1, 0);
  assert_close(data.vertex_volumes[1], 6, 0);
  pl_mesh_destroy(mesh);
  pl_mesh_destroy(mended);
}

/* A ball in a ball: the inner one facing inwards is a cavity and stays; apart from each other both face outwards. */
static void leaves_cavities(void **state)
{
  (void)state;
  for (int apart = 0; apart < 2; apart++) {
    pl_mesh *ball = NULL, *both = NULL, *mended = NULL;
    assert_ok(pl_make_icosphere(1, 4, &ball));
    pl_mesh_data data = pl_mesh_view(ball);
    size_t n = data.vertex_count, m = data.triangle_count;
    double *positions = malloc(6 * n * sizeof *positions);
    uint32_t *triangles = malloc(6 * m * sizeof *triangles);
    for (size_t i = 0; i < 3 * n; i++) {
      positions[i] = data.positions[i];
      positions[3 * n + i] = 0.5 * data.positions[i] + (apart && i % 3 == 0 ? 3 : 0);
    }
    for (size_t i = 0; i < 3 * m; i++) {
      triangles[i] = data.triangles[i - i % 3 + 2 - i % 3]; /* both face inwards */
      triangles[3 * m + i] = triangles[i] + (uint32_t)n;
    }
    assert_ok(pl_mesh_create(
        &(pl_mesh_data){.positions = positions, .vertex_count = 2 * n, .triangles = triangles, .triangle_count = 2 * m},
        &both));
    pl_repair_options options = pl_default_repair_options();
    pl_repair_report report;
    assert_ok(pl_mesh_repair(both, &options, &mended, NULL, &report));
    assert_int_equal(report.turned, apart ? 2 * m : m);
    assert_int_equal(report.nested, apart ? 0 : 1);
    assert_int_equal(report.after.components, 2);
    double one = fabs(report.before.volume) / 1.125;
    assert_close(report.after.volume, apart ? 1.125 * one : 0.875 * one, 1e-12);
    char text[1024];
    pl_repair_describe(&report, text, sizeof text);
    assert_int_equal(strstr(text, "1 closed part lies inside another and kept its winding") != NULL, !apart);
    free(positions);
    free(triangles);
    pl_mesh_destroy(ball);
    pl_mesh_destroy(both);
    pl_mesh_destroy(mended);
  }
}

static void describes_a_good_mesh(void **state)
{
  (void)state;
  pl_mesh *mesh = NULL;
  pl_mesh_info info;
  char text[2048];
  pl_lattice_def def = pl_default_lattice_def();
  def.counts[0] = def.counts[1] = def.counts[2] = 3;
  def.spacing = 0.5;
  assert_ok(pl_make_lattice(&def, &mesh));
  assert_ok(pl_mesh_inspect(mesh, &info));
  size_t length = pl_mesh_describe(&info, text, sizeof text);
  assert_int_equal(length, strlen(text));
  assert_string_equal(text, "27 vertices, 48 triangles, 158 edges in 1 component.\n"
                            "Box: x 0 to 1, y 0 to 1, z 0 to 1 m (1 x 1 x 1 m).\n"
                            "Edges: 0.5 to 0.7071 m long, 0.569 m on average.\n"
                            "Closed: every edge has two triangles.\n"
                            "Manifold: around every vertex the triangles form one fan.\n"
                            "Winding: consistent, facing outwards.\n"
                            "Genus 0 (0 handles; Euler number 2).\n"
                            "Area: 6 m^2.\n"
                            "Volume: 1 m^3.\n"
                            "Smallest angle: 45 degrees.\n"
                            "No degenerate or duplicate triangles, no double or unused vertices.\n");
  char part[20];
  assert_int_equal(pl_mesh_describe(&info, part, sizeof part), length);
  assert_string_equal(part, "27 vertices, 48 tri");
  pl_mesh_destroy(mesh);
}

static void describes_bad_ones(void **state)
{
  (void)state;
  /* Three triangles on one edge; a Moebius strip; two tetrahedra touching in a point. */
  static const uint32_t crowded[] = {0, 1, 2, 0, 1, 3, 1, 0, 5};
  static const uint32_t moebius[] = {0, 1, 2, 1, 2, 3, 2, 3, 4, 3, 4, 0, 4, 0, 1};
  static const uint32_t pinched[] = {0, 1, 2, 0, 3, 5};
  static const struct {
    const uint32_t *triangles;
    size_t count;
    const char *sentence;
  } cases[] = {
      {crowded, 3, "Not manifold: 1 edge has more than two triangles, the first between vertices 0 and 1."},
      {moebius, 5, "One-sided: the triangles cannot be made to agree on an outside (as on a Moebius strip).\n"},
      {pinched, 2, "Pinched: at 1 vertex the surface touches itself in a point, first at vertex 0.\n"},
      {crowded, 2, "Winding: across 1 edge neighbours disagree on the outside, first between vertices 0 and 1."},
      {crowded, 1, "Unused: 3 vertices are in no triangle and no edge, first vertex 3."},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    pl_mesh *mesh = NULL;
    pl_mesh_info info;
    char text[2048];
    assert_ok(pl_mesh_create(
        &(pl_mesh_data){
            .positions = corners, .vertex_count = 6, .triangles = cases[i].triangles, .triangle_count = cases[i].count},
        &mesh));
    assert_ok(pl_mesh_inspect(mesh, &info));
    pl_mesh_describe(&info, text, sizeof text);
    if (!strstr(text, cases[i].sentence)) print_error("%s\nlacks: %s\n", text, cases[i].sentence);
    assert_non_null(strstr(text, cases[i].sentence));
    pl_mesh_destroy(mesh);
  }
}

static void wonders_about_units(void **state)
{
  (void)state;
  static const double radii[] = {1e-4, 1, 80};
  for (size_t i = 0; i < 3; i++) {
    pl_mesh *mesh = NULL;
    pl_mesh_info info;
    char text[2048];
    assert_ok(pl_make_icosphere(radii[i], 2, &mesh));
    assert_ok(pl_mesh_inspect(mesh, &info));
    pl_mesh_describe(&info, text, sizeof text);
    assert_int_equal(strstr(text, "Lengths are taken as metres.") != NULL, i != 1);
    pl_mesh_destroy(mesh);
  }
}

static void refuses_nonsense(void **state)
{
  (void)state;
  pl_mesh *mesh = NULL, *mended = NULL;
  assert_ok(pl_make_sheet(1, 1, 2, 2, &mesh));
  pl_repair_options options = {0};
  assert_int_equal(pl_mesh_repair(mesh, &options, &mended, NULL, NULL), PL_ERROR_ARGUMENT);
  options = pl_default_repair_options();
  options.weld_distance = -1;
  assert_int_equal(pl_mesh_repair(mesh, &options, &mended, NULL, NULL), PL_ERROR_ARGUMENT);
  assert_string_equal(pl_last_error(), "pl_mesh_repair: weld_distance must not be negative, got -1");
  assert_int_equal(pl_mesh_repair(NULL, &options, &mended, NULL, NULL), PL_ERROR_ARGUMENT);
  pl_mesh_destroy(mesh);
}

static pl_status repair_soup(void *context)
{
  pl_mesh *mended = NULL;
  pl_repair_options options = pl_default_repair_options();
  options.weld = true;
  pl_status status = pl_mesh_repair(context, &options, &mended, NULL, NULL);
  pl_mesh_destroy(mended);
  return status;
}

static void survives_a_lack_of_memory(void **state)
{
  (void)state;
  pl_mesh *soup = soup_cube(1, 0, 0);
  /* The copy comes from the failing memory, the mesh itself does not. */
  assert_true(fail_each_allocation(repair_soup, soup) > 30);
  pl_mesh_destroy(soup);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(welds_at_any_scale),
      cmocka_unit_test(keeps_order_unless_asked),
      cmocka_unit_test(drops_what_is_worth_nothing),
      cmocka_unit_test(joins_the_graph_too),
      cmocka_unit_test(leaves_cavities),
      cmocka_unit_test(describes_a_good_mesh),
      cmocka_unit_test(describes_bad_ones),
      cmocka_unit_test(wonders_about_units),
      cmocka_unit_test(refuses_nonsense),
      cmocka_unit_test(survives_a_lack_of_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
