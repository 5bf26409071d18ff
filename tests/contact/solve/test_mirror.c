/* SPDX-License-Identifier: MIT
   x -> -x of everything gives -x of everything, for bodies of all models that meet. */
#include <string.h>

#include "fixtures.h"
#include "math/vec3.h"
#include "pliant/make.h"

enum { BODIES = 2 };

typedef struct meeting {
  pl_model_kind models[BODIES];
  int steps;
  double tolerance; /* m */
} meeting;

/* Nothing is parallel to anything, so that no equality row has to be broken. */
static pl_mesh *make_shape(pl_model_kind model, int k, bool mirrored)
{
  pl_mesh *made = NULL, *mesh = NULL;
  if (model == PL_MODEL_GRAPH)
    made = make_bar(4, 4, 4, 0.1, 26);
  else
    assert_ok(pl_make_icosphere(0.18, 3, &made));
  pl_mesh_data data = pl_mesh_view(made);
  double *x = test_calloc(3 * data.vertex_count, sizeof *x), R[9];
  uint32_t *triangles = test_calloc(3 * data.triangle_count, sizeof *triangles);
  uint64_t seed = 3 + (uint64_t)k;
  random_rotation(&seed, 1, R);
  move_points(data.positions, data.vertex_count, R, (double[]){0.07 * k, 0.3 + 0.42 * k, 0.023 * k}, x);
  if (mirrored)
    for (size_t i = 0; i < data.vertex_count; i++) x[3 * i] *= -1;
  for (size_t t = 0; t < data.triangle_count; t++)
    for (size_t c = 0; c < 3; c++) triangles[3 * t + c] = data.triangles[3 * t + (mirrored && c ? 3 - c : c)];
  data.positions = x;
  data.triangles = triangles;
  assert_ok(pl_mesh_create(&data, &mesh));
  pl_mesh_destroy(made);
  test_free(triangles);
  test_free(x);
  return mesh;
}

static pl_world *make_meeting(const meeting *m, bool mirrored)
{
  pl_world_def world_def = pl_default_world_def();
  pl_world *world = make_world(&world_def);
  pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  assert_ok(pl_obstacle_create(world, &floor, NULL));
  for (int k = 0; k < BODIES; k++) {
    pl_mesh *mesh = make_shape(m->models[k], k, mirrored);
    size_t n = pl_mesh_view(mesh).vertex_count;
    double *v = test_calloc(3 * n, sizeof *v);
    for (size_t i = 0; i < n; i++) pl_vec3_set(v + 3 * i, (mirrored ? -0.6 : 0.6) * (1 - k), k ? -2 : 0, 0.1);
    pl_body_def def = pl_default_body_def(m->models[k]);
    def.mesh = mesh;
    def.velocities = v;
    def.graph.precision = PL_PRECISION_DOUBLE;
    def.contact.bodies = true;
    if (m->models[k] == PL_MODEL_SURFACE) def.volume.mode = PL_VOLUME_KEEP;
    make_body(world, &def);
    pl_mesh_destroy(mesh);
    test_free(v);
  }
  return world;
}

static double mirrored_difference(const pl_world *a, const pl_world *b)
{
  double most = 0;
  for (size_t k = 0; k < BODIES; k++) {
    const pl_body *body = pl_world_body_at(a, k);
    const double *x = pl_body_positions(body), *y = pl_body_positions(pl_world_body_at(b, k));
    for (size_t i = 0; i < 3 * pl_body_particle_count(body); i++)
      most = fmax(most, fabs(x[i] - (i % 3 == 0 ? -y[i] : y[i])));
  }
  return most;
}

static void test_mirrored_meetings(void **state)
{
  (void)state;
  /* rounding, grown by impacts; matching and carried particles are computed in float, cages and voxels are made from
     the mesh */
  static const meeting meetings[] = {{{PL_MODEL_GRAPH, PL_MODEL_GRAPH}, 60, 1e-9},
                                     {{PL_MODEL_SURFACE, PL_MODEL_SURFACE}, 60, 1e-6},
                                     {{PL_MODEL_GRAPH, PL_MODEL_SURFACE}, 60, 1e-6},
                                     {{PL_MODEL_HEX, PL_MODEL_GRAPH}, 60, 1e-9}};
  for (size_t m = 0; m < sizeof meetings / sizeof *meetings; m++) {
    pl_world *worlds[2] = {make_meeting(&meetings[m], false), make_meeting(&meetings[m], true)};
    bool met = false;
    for (int k = 0; k < meetings[m].steps; k++)
      for (int w = 0; w < 2; w++) {
        step_times(worlds[w], 1);
        for (size_t p = 0; p < pl_world_contact_pair_count(worlds[w]); p++)
          met = met || pl_world_contact_pair(worlds[w], p).other;
      }
    double difference = mirrored_difference(worlds[0], worlds[1]);
    print_message("models %d and %d: mirrored worlds differ by %.2g m\n", (int)meetings[m].models[0],
                  (int)meetings[m].models[1], difference);
    assert_true(met);
    assert_less(difference, meetings[m].tolerance);
    pl_world_destroy(worlds[0]);
    pl_world_destroy(worlds[1]);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_mirrored_meetings)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
