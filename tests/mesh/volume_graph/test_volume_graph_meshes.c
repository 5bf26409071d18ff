/* SPDX-License-Identifier: MIT
   Volumetric graphs of scanned and modelled surfaces, as big as they come; times are printed. */
#include "base/timer.h"
#include "mesh/graph_checks.h"
#include "mesh/measure/measure.h"
#include "pliant/io_mesh.h"
#include "shared_meshes.h"

static void fill(const char *name, const pl_mesh *surface, size_t nodes, double *seconds)
{
  pl_mesh *graph = NULL;
  pl_volume_graph_report r;
  pl_volume_graph_def def = pl_default_volume_graph_def();
  pl_mesh_data from = pl_mesh_view(surface);
  def.surface = surface;
  def.nodes = nodes;
  def.weights = PL_VOLUME_WEIGHTS_QP;
  double start = pl_seconds();
  assert_ok(pl_make_volume_graph(&def, &graph, &r));
  *seconds = pl_seconds() - start;
  graph_figures f = check_graph(surface, graph, &r);
  size_t count = pl_mesh_view(graph).vertex_count;
  print_message("%-14s %7zu nodes (%zu + %zu + %zu), %8zu edges, degree %zu to %zu, |d| %.3f %.4f %.5f, thinnest %.1e, "
                "shortest %.3f, %.2f s\n",
                name, count, r.surface_count, r.shell_count, r.lattice_count, r.edge_count, r.degree_least,
                r.degree_most, f.laplacian[0], f.laplacian[1], f.laplacian[2], f.thinnest, f.shortest, *seconds);
  assert_int_equal(r.parts, 1);
  assert_int_equal(r.flat, 0);
  assert_less(1e-9, f.thinnest);  /* rank 3: rounding would leave 1e-16 */
  assert_less(0.005, f.shortest); /* the shortest edges are the surface's own */
  assert_true(r.degree_least >= 4 && r.degree_most < 100);
  assert_true(2 * r.lattice_count > count / 20); /* it is a solid */
  if (nodes) assert_int_equal(count, nodes);
  double volume = pl_mesh_volume(from.positions, from.triangles, from.triangle_count);
  assert_close(r.volume / volume, 1, 1e-9);
  pl_mesh_destroy(graph);
}

static void fills_every_shared_mesh(void **state)
{
  (void)state;
#ifdef PLIANT_LARGE_MESHES
  static const char *const names[] = {"spot_12k.ply", "penguin_13k.obj", "armadillo_15k.obj", "bunny_30k.obj",
                                      "armadillo_43k.obj"};
  const size_t factor = 0; /* at the mean edge's spacing: up to half a million nodes */
#else
  static const char *const names[] = {"sphere_642.obj",  "spot_1k.obj",      "duck_2k.obj", "torus_2k.obj",
                                      "bunny_3k.obj",    "koala_4k.obj",     "bob_5k.obj",  "spot_12k.obj",
                                      "penguin_13k.obj", "armadillo_15k.obj"};
  const size_t factor = 3;
#endif
  size_t there = 0;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const char *path = shared_mesh(names[i]);
    if (!path) continue;
    pl_mesh *mesh = NULL;
    double seconds;
    assert_ok(pl_mesh_load(path, &mesh, NULL));
    fill(names[i], mesh, factor * pl_mesh_view(mesh).vertex_count, &seconds);
    pl_mesh_destroy(mesh);
    there++;
  }
  if (!there) skip();
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(fills_every_shared_mesh)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
