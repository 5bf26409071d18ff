/* SPDX-License-Identifier: MIT */
#include "failing.h"
#include "mesh/graph_checks.h"
#include "mesh/measure/measure.h"

static pl_volume_graph_def def_of(const pl_mesh *surface)
{
  pl_volume_graph_def def = pl_default_volume_graph_def();
  def.surface = surface;
  return def;
}

/* A prototype gave 2524 nodes, 11990 edges and degrees 6 to 16 on an icosphere of 642 vertices, and |d| in mean
   edges of 0.50 / 0.17 / 0.04 with uniform weights, 0.11 / 0.002 / 0.0003 with those of the quadratic programs. */
static void fills_a_ball_as_the_prototype_did(void **state)
{
  (void)state;
  pl_mesh *ball = NULL;
  assert_ok(pl_make_icosphere(1, 8, &ball));
  for (int qp = 0; qp < 2; qp++) {
    pl_mesh *graph = NULL;
    pl_volume_graph_report r;
    pl_volume_graph_def def = def_of(ball);
    def.weights = qp ? PL_VOLUME_WEIGHTS_QP : PL_VOLUME_WEIGHTS_UNIFORM;
    assert_ok(pl_make_volume_graph(&def, &graph, &r));
    graph_figures f = check_graph(ball, graph, &r);
    print_message("ball, %s: |d| %.3f on the surface, %.4f on the shell, %.5f on the lattice; thinnest %.3g\n",
                  qp ? "qp" : "uniform", f.laplacian[0], f.laplacian[1], f.laplacian[2], f.thinnest);
    assert_int_equal(r.surface_count, 642);
    assert_int_equal(r.shell_count, 642);
    assert_int_equal(r.lattice_count, 1255); /* ours; the prototype had 1240 */
    assert_int_equal(r.edge_count, 12060);   /* 11990 */
    assert_int_equal(r.degree_least, 7);
    assert_int_equal(r.degree_most, 15);
    assert_int_equal(r.parts, 1);
    assert_int_equal(r.without_shell + r.shortened + r.flat + r.rescued + r.tied_to_other_wall, 0);
    assert_close(r.spacing, r.average_edge, 1e-12);
    assert_int_equal(pl_mesh_view(graph).edge_weights != NULL, qp);
    assert_close(f.laplacian[0], qp ? 0.11 : 0.50, 0.03);
    assert_less(f.laplacian[1], qp ? 0.003 : 0.25);
    assert_less(f.laplacian[2], qp ? 0.001 : 0.04);
    assert_less(0.02, f.thinnest);
    assert_less(0.49, f.shortest); /* shorter lattice edges collapse at half a mean edge */
    pl_mesh_destroy(graph);
  }
  pl_mesh_destroy(ball);
}

/* Shares of a ball of radius 1 with a shell at depth e: the outer half of the layer belongs to the surface. */
static void shares_volume_by_layers(void **state)
{
  (void)state;
  pl_mesh *ball = NULL, *graph = NULL;
  pl_volume_graph_report r;
  assert_ok(pl_make_icosphere(1, 12, &ball));
  pl_volume_graph_def def = def_of(ball);
  assert_ok(pl_make_volume_graph(&def, &graph, &r));
  pl_mesh_data g = pl_mesh_view(graph), from = pl_mesh_view(ball);
  double sum[3] = {0}, e = r.average_edge, half = 1 - e / 2;
  for (size_t i = 0; i < g.vertex_count; i++)
    sum[i < r.surface_count ? 0 : i < r.surface_count + r.shell_count ? 1 : 2] += g.vertex_volumes[i];
  assert_close(r.volume, pl_mesh_volume(from.positions, from.triangles, from.triangle_count), 1e-12);
  assert_close(sum[0] + sum[1] + sum[2], r.volume, 1e-12);
  /* exact but for facets and, inside, the samples at the shell */
  assert_close(sum[0] / r.volume, 1 - half * half * half, 0.005);
  assert_less((half * half * half - pow(1 - e, 3)) * r.volume, sum[1]);
  /* in the middle every lattice node has half a cell */
  size_t middle = 0;
  for (size_t i = r.surface_count + r.shell_count; i < g.vertex_count; i++) {
    const double *p = node_at(&g, i);
    if (p[0] * p[0] + p[1] * p[1] + p[2] * p[2] > 0.3) continue;
    assert_close(g.vertex_volumes[i] / (pow(r.spacing, 3) / 2), 1, 0.02);
    middle++;
  }
  assert_true(middle > 100);
  pl_mesh_destroy(graph);
  pl_mesh_destroy(ball);
}

static void meets_a_wanted_count(void **state)
{
  (void)state;
  static const size_t wanted[] = {162, 163, 200, 324, 325, 330, 400, 1000, 3321, 14190};
  pl_mesh *ball = NULL;
  assert_ok(pl_make_icosphere(0.3, 4, &ball)); /* 162 vertices, as many on the shell */
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
    pl_mesh *graph = NULL;
    pl_volume_graph_report r;
    pl_volume_graph_def def = def_of(ball);
    def.nodes = wanted[i];
    assert_ok(pl_make_volume_graph(&def, &graph, &r));
    check_graph(ball, graph, &r);
    assert_int_equal(pl_mesh_view(graph).vertex_count, wanted[i]);
    assert_int_equal(r.shell_left_out, wanted[i] < 324);
    pl_mesh_destroy(graph);
  }
  pl_volume_graph_def def = def_of(ball);
  pl_mesh *graph = NULL;
  pl_volume_graph_report r;
  def.spacing = 0.05;
  assert_ok(pl_make_volume_graph(&def, &graph, &r));
  assert_close(r.spacing, 0.05, 1e-15);
  check_graph(ball, graph, &r);
  pl_mesh_destroy(graph);
  pl_mesh_destroy(ball);
}

static void gives_the_same_bits_again(void **state)
{
  (void)state;
  pl_mesh *torus = NULL, *graph[2] = {NULL, NULL};
  assert_ok(pl_make_torus(1, 0.3, 40, 16, &torus));
  pl_volume_graph_def def = def_of(torus);
  def.nodes = 3427;
  def.weights = PL_VOLUME_WEIGHTS_QP;
  for (int i = 0; i < 2; i++) assert_ok(pl_make_volume_graph(&def, &graph[i], NULL));
  pl_mesh_data a = pl_mesh_view(graph[0]), b = pl_mesh_view(graph[1]);
  assert_int_equal(a.vertex_count, 3427);
  assert_int_equal(a.edge_count, b.edge_count);
  assert_memory_equal(a.positions, b.positions, 3 * a.vertex_count * sizeof(double));
  assert_memory_equal(a.edges, b.edges, 2 * a.edge_count * sizeof(uint32_t));
  assert_memory_equal(a.vertex_volumes, b.vertex_volumes, a.vertex_count * sizeof(double));
  assert_memory_equal(a.edge_weights, b.edge_weights, 2 * a.edge_count * sizeof(double));
  for (int i = 0; i < 2; i++) pl_mesh_destroy(graph[i]);
  pl_mesh_destroy(torus);
}

/* The same graph at every size, to the rounding of positions. */
static void does_not_mind_scale(void **state)
{
  (void)state;
  static const double scales[] = {1, 1e-6, 1e6, 1e-80, 1e80};
  size_t nodes = 0, edges = 0;
  for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
    pl_mesh *ball = NULL, *graph = NULL;
    pl_volume_graph_report r;
    assert_ok(pl_make_icosphere(scales[i], 5, &ball));
    pl_volume_graph_def def = def_of(ball);
    def.weights = PL_VOLUME_WEIGHTS_QP;
    assert_ok(pl_make_volume_graph(&def, &graph, &r));
    check_graph(ball, graph, &r);
    if (i == 0) nodes = pl_mesh_view(graph).vertex_count;
    if (i == 0) edges = r.edge_count;
    assert_close((double)pl_mesh_view(graph).vertex_count / (double)nodes, 1, 0.01);
    assert_close((double)r.edge_count / (double)edges, 1, 0.01);
    pl_mesh_destroy(graph);
    pl_mesh_destroy(ball);
  }
}

static void refuses(pl_volume_graph_def def, pl_status status, const char *message)
{
  pl_mesh *graph = NULL;
  assert_int_equal(pl_make_volume_graph(&def, &graph, NULL), status);
  assert_null(graph);
  if (!strstr(pl_last_error(), message)) print_error("'%s' lacks '%s'\n", pl_last_error(), message);
  assert_non_null(strstr(pl_last_error(), message));
}

static void refuses_nonsense(void **state)
{
  (void)state;
  pl_mesh *ball = NULL, *line = NULL, *point = NULL, *vast = NULL;
  const double zeros[9] = {0}, far[] = {-1e300, 0, 0, 1e300, 0, 0, 0, 1e300, 0};
  const uint32_t corners[] = {0, 1, 2};
  pl_mesh_data data = {.positions = zeros, .vertex_count = 3, .triangles = corners, .triangle_count = 1};
  assert_ok(pl_make_icosphere(1, 2, &ball));
  assert_ok(pl_make_line((double[3]){0, 0, 0}, (double[3]){1, 0, 0}, 5, &line));
  assert_ok(pl_mesh_create(&data, &point));
  data.positions = far;
  assert_ok(pl_mesh_create(&data, &vast));
  pl_volume_graph_def def = def_of(ball);
  refuses((pl_volume_graph_def){.surface = ball}, PL_ERROR_ARGUMENT, "pl_default_volume_graph_def()");
  refuses(def_of(NULL), PL_ERROR_ARGUMENT, "surface is NULL");
  refuses(def_of(line), PL_ERROR_MESH, "no triangles");
  refuses(def_of(point), PL_ERROR_MESH, "0 m large");
  refuses(def_of(vast), PL_ERROR_MESH, "1e-90 to 1e90 m");
  def.nodes = 41;
  refuses(def, PL_ERROR_ARGUMENT, "41 nodes were asked for, but the surface alone has 42 vertices");
  def.spacing = 0.1;
  refuses(def, PL_ERROR_ARGUMENT, "either a number of nodes or a spacing");
  def.nodes = 0;
  def.spacing = -1;
  refuses(def, PL_ERROR_ARGUMENT, "spacing must be positive, in m, got -1");
  def.spacing = NAN;
  refuses(def, PL_ERROR_ARGUMENT, "spacing must be positive");
  def.spacing = 1e-9;
  refuses(def, PL_ERROR_LIMIT, "too fine");
  def.spacing = 1e-3;
  refuses(def, PL_ERROR_LIMIT, "give a larger spacing");
  def.spacing = 0;
  def.weights = (pl_volume_weights)7;
  refuses(def, PL_ERROR_ARGUMENT, "got 7");
  def.weights = PL_VOLUME_WEIGHTS_UNIFORM;
  def.nodes = (size_t)1 << 40;
  refuses(def, PL_ERROR_LIMIT, "nodes were asked for");
  pl_mesh_destroy(ball);
  pl_mesh_destroy(line);
  pl_mesh_destroy(point);
  pl_mesh_destroy(vast);
}

static pl_status make_graph(void *context)
{
  pl_mesh *graph = NULL;
  pl_volume_graph_def def = def_of(context);
  def.nodes = 150;
  def.weights = PL_VOLUME_WEIGHTS_QP;
  pl_status status = pl_make_volume_graph(&def, &graph, NULL);
  pl_mesh_destroy(graph);
  return status;
}

static void survives_a_lack_of_memory(void **state)
{
  (void)state;
  pl_mesh *bowl = NULL;
  assert_ok(pl_make_icosphere(1, 2, &bowl));
  assert_true(fail_each_allocation(make_graph, bowl) > 60);
  pl_mesh_destroy(bowl);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(fills_a_ball_as_the_prototype_did),
      cmocka_unit_test(shares_volume_by_layers),
      cmocka_unit_test(meets_a_wanted_count),
      cmocka_unit_test(gives_the_same_bits_again),
      cmocka_unit_test(does_not_mind_scale),
      cmocka_unit_test(refuses_nonsense),
      cmocka_unit_test(survives_a_lack_of_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
