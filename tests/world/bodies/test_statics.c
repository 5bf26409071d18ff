/* SPDX-License-Identifier: MIT
   Static shapes: handles are reached, one vertex is a ball joint, and the shape is at rest in a run that starts from
   it. */
#include "pliant/statics.h"

#include "fixtures.h"
#include "math/vec3.h"

typedef struct posing {
  pl_world *world;
  pl_mesh *mesh;
  pl_body *body;
} posing;

static posing start(pl_model_kind model)
{
  posing p = {.mesh = make_bar(13, 4, 4, 1.0 / 12, 6)};
  pl_world_def world_def = quiet_world(0.01);
  p.world = make_world(&world_def);
  pl_body_def def = pl_default_body_def(model);
  def.mesh = p.mesh;
  def.cage.vertices = 30;
  def.hex.nodes = 60;
  p.body = make_body(p.world, &def);
  return p;
}

static void end(posing *p)
{
  pl_world_destroy(p->world);
  pl_mesh_destroy(p->mesh);
}

static const pl_model_kind models[] = {PL_MODEL_CAGE, PL_MODEL_HEX};

static void bends_between_handles(void **state)
{
  (void)state;
  for (int m = 0; m < 2; m++) {
    posing p = start(models[m]);
    pl_mesh_data rest = pl_mesh_view(p.mesh);
    pl_handle handles[64];
    uint32_t root[32], tip[32];
    size_t held = select_particles(p.mesh, 0, 0, root), count = held;
    for (size_t k = 0; k < held; k++) {
      handles[k].particle = root[k];
      pl_vec3_copy(rest.positions + 3 * (size_t)root[k], handles[k].target);
    }
    size_t moved = select_particles(p.mesh, 0, 1, tip);
    for (size_t k = 0; k < moved; k++, count++) {
      handles[count].particle = tip[k];
      pl_vec3_add(rest.positions + 3 * (size_t)tip[k], (double[]){-0.05, 0.2, 0}, handles[count].target);
    }
    pl_statics_def def = pl_default_statics_def();
    def.handles = handles;
    def.handle_count = count;
    pl_statics_report report;
    assert_ok(pl_body_settle(p.body, &def, &report));
    assert_true(report.converged);
    assert_less(report.distance, 0.01);
    assert_true(report.energy > 1e-3);
    assert_less(fastest(p.body), 1e-15);
    /* again: it is there */
    pl_statics_report again;
    assert_ok(pl_body_settle(p.body, &def, &again));
    assert_true(again.iterations <= report.iterations);
    assert_close(again.energy, report.energy, 1e-3 * report.energy);
    end(&p);
  }
}

/* A single handle moves the body without bending it, as does a similarity of everything. */
static void one_handle_only_moves(void **state)
{
  (void)state;
  for (int m = 0; m < 2; m++) {
    posing p = start(models[m]);
    pl_handle handle = {.particle = 5};
    pl_vec3_add(pl_mesh_view(p.mesh).positions + 15, (double[]){0.3, -0.2, 0.1}, handle.target);
    pl_statics_def def = pl_default_statics_def();
    def.handles = &handle;
    def.handle_count = 1;
    pl_statics_report report;
    assert_ok(pl_body_settle(p.body, &def, &report));
    assert_true(report.converged);
    assert_less(report.distance, 1e-5);
    assert_less(report.energy, 1e-5);
    end(&p);
  }
}

static void stays_in_a_run(void **state)
{
  (void)state;
  posing p = start(PL_MODEL_CAGE);
  pl_statics_def def = pl_default_statics_def();
  assert_ok(pl_body_settle(p.body, &def, NULL));
  step_times(p.world, 5);
  assert_less(fastest(p.body), 1e-8);
  end(&p);
}

static void nonsense_is_refused(void **state)
{
  (void)state;
  posing p = start(PL_MODEL_HEX);
  pl_handle handle = {.particle = 100000};
  pl_statics_def def = pl_default_statics_def();
  def.handles = &handle;
  def.handle_count = 1;
  assert_refused(pl_body_settle(p.body, &def, NULL), PL_ERROR_ARGUMENT, "does not exist");
  handle = (pl_handle){.particle = 1, .target = {NAN, 0, 0}};
  assert_refused(pl_body_settle(p.body, &def, NULL), PL_ERROR_ARGUMENT, "finite");
  def.handle_count = 0;
  def.tolerance = 0;
  assert_refused(pl_body_settle(p.body, &def, NULL), PL_ERROR_ARGUMENT, "tolerance");
  assert_refused(pl_body_settle(p.body, &(pl_statics_def){0}, NULL), PL_ERROR_ARGUMENT, "pl_default_statics_def");
  assert_refused(pl_body_settle(NULL, &def, NULL), PL_ERROR_ARGUMENT, "NULL");
  def = pl_default_statics_def();
  pl_body_def graph = stiff_body(p.mesh, 100);
  pl_body *other = make_body(p.world, &graph);
  assert_refused(pl_body_settle(other, &def, NULL), PL_ERROR_UNSUPPORTED, "graph");
  end(&p);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bends_between_handles),
      cmocka_unit_test(one_handle_only_moves),
      cmocka_unit_test(stays_in_a_run),
      cmocka_unit_test(nonsense_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
