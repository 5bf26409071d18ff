/* SPDX-License-Identifier: MIT
   Other materials for cages and hexahedra that move already. */
#include "embedded_cases.h"

typedef struct subject {
  pl_world *world;
  pl_mesh *mesh;
  pl_body *body;
  pl_body_def def;
} subject;

static void soften(pl_body_def *def)
{
  set_stiffness(def, 2e4, 1e5);
  def->hex.poisson_ratio = def->cage.poisson_ratio = 0.1;
  def->hex.angular_momentum = def->cage.angular_momentum = PL_MOMENTUM_FREE;
  def->cage.own_mass = 0.2;
  def->cage.own_stiffness = 0.3;
  def->hex.plane_penalty = def->cage.plane_penalty = 5e3;
}

static pl_status change(subject *s)
{
  soften(&s->def);
  return s->def.model == PL_MODEL_HEX ? pl_body_set_hex(s->body, &s->def.hex) : pl_body_set_cage(s->body, &s->def.cage);
}

/* A bar held at one end that bends under its weight. */
static subject start(embedded_case which, bool soft)
{
  subject s = {.mesh = case_mesh()};
  pl_world_def world_def = pl_default_world_def();
  world_def.threads = 1;
  s.world = make_world(&world_def);
  s.def = case_def(which, s.mesh);
  if (soft) soften(&s.def);
  uint32_t pinned[64];
  pl_pin_def pin = pl_default_pin_def();
  pin.particles = pinned;
  pin.count = select_particles(s.mesh, 0, 0, pinned);
  s.def.pins = &pin;
  s.def.pin_count = 1;
  s.body = make_body(s.world, &s.def);
  s.def.pins = NULL;
  s.def.pin_count = 0;
  return s;
}

static void end(subject *s)
{
  pl_world_destroy(s->world);
  pl_mesh_destroy(s->mesh);
}

static void is_as_if_it_had_always_been(void **state)
{
  (void)state;
  for (embedded_case which = 0; which < CASE_COUNT; which++) {
    uint64_t hash[2];
    for (int later = 0; later < 2; later++) {
      subject s = start(which, !later);
      if (later) assert_ok(change(&s));
      step_times(s.world, 5);
      hash[later] = pl_world_hash(s.world);
      end(&s);
    }
    assert_true(hash[0] == hash[1]);
    subject hard = start(which, false);
    step_times(hard.world, 5);
    assert_true(pl_world_hash(hard.world) != hash[0]); /* it does make a difference */
    end(&hard);
  }
}

static void comes_back_with_a_snapshot(void **state)
{
  (void)state;
  for (embedded_case which = 0; which < CASE_COUNT; which++) {
    subject s = start(which, false);
    void *data[2];
    size_t size[2];
    uint64_t later[2];
    for (int soft = 0; soft < 2; soft++) {
      if (soft) assert_ok(change(&s));
      step_times(s.world, 5);
      assert_ok(pl_world_save(s.world, &data[soft], &size[soft]));
      step_times(s.world, 5);
      later[soft] = pl_world_hash(s.world);
    }
    for (int soft = 0; soft < 2; soft++) {
      assert_ok(pl_world_restore(s.world, data[soft], size[soft]));
      step_times(s.world, 5);
      assert_true(pl_world_hash(s.world) == later[soft]);
      pl_free(data[soft]);
    }
    end(&s);
  }
}

static void is_recorded(void **state)
{
  (void)state;
  for (embedded_case which = 0; which < CASE_COUNT; which++) {
    subject s = start(which, false), again = start(which, false);
    const void *data;
    size_t size;
    assert_ok(pl_world_record(s.world, true));
    step_times(s.world, 3);
    assert_ok(change(&s));
    step_times(s.world, 5);
    assert_ok(pl_world_recording(s.world, &data, &size));
    assert_ok(pl_world_replay(again.world, data, size));
    step_times(again.world, 8);
    assert_true(pl_world_hash(s.world) == pl_world_hash(again.world));
    end(&s);
    end(&again);
  }
}

static void only_material_can_change(void **state)
{
  (void)state;
  static const char *const cage_texts[] = {"cage.vertices was settled", "cage.points was settled",
                                           "cage.spacing was settled", "cage.normals was settled",
                                           "cage.youngs_modulus must be positive"};
  static const char *const hex_texts[] = {"hex.cells was settled", "hex.spacing was settled", "hex.nodes was settled",
                                          "hex.poisson_ratio must be in"};
  subject c = start(CASE_CAGE, false), h = start(CASE_HEX, false);
  for (int k = 0; k < 5; k++) {
    pl_cage_model_def bad = c.def.cage;
    if (k == 0) bad.vertices++;
    if (k == 1) bad.points++;
    if (k == 2) bad.spacing = 0.1;
    if (k == 3) bad.normals = PL_NORMALS_FROZEN;
    if (k == 4) bad.youngs_modulus = -1;
    assert_refused(pl_body_set_cage(c.body, &bad), PL_ERROR_ARGUMENT, cage_texts[k]);
  }
  for (int k = 0; k < 4; k++) {
    pl_hex_def bad = h.def.hex;
    if (k == 0) bad.cells[2]++;
    if (k == 1) bad.spacing = 0.1;
    if (k == 2) bad.nodes++;
    if (k == 3) bad.poisson_ratio = 0.5;
    assert_refused(pl_body_set_hex(h.body, &bad), PL_ERROR_ARGUMENT, hex_texts[k]);
  }
  assert_refused(pl_body_set_hex(c.body, &c.def.hex), PL_ERROR_ARGUMENT, "is of the cage model, not the hex model");
  assert_refused(pl_body_set_cage(h.body, &c.def.cage), PL_ERROR_ARGUMENT, "is of the hex model, not the cage model");
  assert_refused(pl_body_set_cage(NULL, &c.def.cage), PL_ERROR_ARGUMENT, "a pointer is NULL");
  assert_refused(pl_body_set_cage(c.body, NULL), PL_ERROR_ARGUMENT, "a pointer is NULL");
  assert_refused(pl_body_set_hex(NULL, &c.def.hex), PL_ERROR_ARGUMENT, "a pointer is NULL");
  assert_refused(pl_body_set_hex(h.body, NULL), PL_ERROR_ARGUMENT, "a pointer is NULL");
  end(&c);
  end(&h);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(is_as_if_it_had_always_been),
                                     cmocka_unit_test(comes_back_with_a_snapshot), cmocka_unit_test(is_recorded),
                                     cmocka_unit_test(only_material_can_change)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
