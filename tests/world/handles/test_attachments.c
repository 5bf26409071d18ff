/* SPDX-License-Identifier: MIT
   Attachments as changes and as state: what is refused, what comes and goes, snapshots, recordings, threads, memory. */
#include <string.h>

#include "base/status.h"
#include "failing.h"
#include "fixtures.h"
#include "math/vec3.h"
#include "world/world.h"

/* A bar over another, one corner of it held on to it, its other end by a spring to a ball that moves, and broken soon a
   third. */
typedef struct scene {
  pl_world *world;
  pl_body *upper, *lower;
  pl_obstacle_id ball;
  pl_attachment_id corner, spring, weak;
  bool apart; /* bodies do not touch */
} scene;

static pl_attachment_end particle(pl_body *body, uint32_t index)
{
  return (pl_attachment_end){.kind = PL_ATTACH_PARTICLE, .body = body, .particle = index};
}

static pl_attachment_def between(pl_attachment_end a, pl_attachment_end b)
{
  pl_attachment_def def = pl_default_attachment_def();
  def.a = a;
  def.b = b;
  return def;
}

static pl_status fill(scene *s)
{
  static const pl_pose_key roll[2] = {{.time = 0}, {.time = 0.3, .translate = {0.1, 0.2, 0}, .rotate = {0, 0, 2}}};
  pl_mesh *mesh = NULL;
  pl_lattice_def lattice = pl_default_lattice_def();
  lattice.counts[0] = 5;
  lattice.counts[1] = lattice.counts[2] = 3;
  lattice.spacing = 0.1;
  pl_obstacle_def ball = pl_default_obstacle_def(PL_OBSTACLE_SPHERE);
  ball.radius = 0.1;
  ball.center[0] = 0.7;
  ball.motion = (pl_motion){.keys = roll, .count = 2};
  pl_status status = pl_obstacle_create(s->world, &ball, &s->ball);
  if (status == PL_OK) status = pl_make_lattice(&lattice, &mesh);
  pl_body_def def = pl_default_body_def(PL_MODEL_GRAPH);
  double positions[3 * 45];
  def.mesh = mesh;
  def.contact.bodies = !s->apart;
  if (status == PL_OK) status = pl_body_create(s->world, &def, &s->lower);
  for (size_t i = 0; i < 3 * 45 && mesh; i++) positions[i] = pl_mesh_view(mesh).positions[i] + (i % 3 == 1 ? 0.25 : 0);
  def = pl_default_body_def(PL_MODEL_SURFACE);
  def.mesh = mesh;
  def.contact.bodies = !s->apart;
  def.positions = positions;
  if (status == PL_OK) status = pl_body_create(s->world, &def, &s->upper);
  pl_mesh_destroy(mesh);
  if (status != PL_OK) return status;
  pl_attachment_def corner = between(particle(s->upper, 0), particle(s->lower, 6));
  corner.keep_gap = true;
  corner.name = "corner";
  PL_TRY(pl_world_attach(s->world, &corner, &s->corner));
  pl_attachment_def spring = between(particle(s->lower, 44), (pl_attachment_end){.kind = PL_ATTACH_OBSTACLE});
  spring.b.obstacle = s->ball;
  spring.b.place[0] = 0.6;
  spring.stiffness = 3000;
  spring.damping = 5;
  PL_TRY(pl_world_attach(s->world, &spring, &s->spring));
  pl_attachment_def weak = between(particle(s->lower, 20), (pl_attachment_end){.kind = PL_ATTACH_PLACE});
  weak.keep_gap = true;
  weak.breaks = 20;
  return pl_world_attach(s->world, &weak, &s->weak);
}

static scene start(int threads)
{
  pl_world_def def = pl_default_world_def();
  def.threads = threads;
  scene s = {.world = make_world(&def)};
  assert_ok(fill(&s));
  return s;
}

static bool is_broken(const scene *s, pl_attachment_id id)
{
  pl_attachment_state state;
  assert_ok(pl_attachment_measure(s->world, id, &state));
  return state.broken;
}

static void test_refusals(void **state)
{
  (void)state;
  scene s = start(1), other = start(1);
  pl_attachment_def good = between(particle(s.upper, 1), particle(s.lower, 2)), def;
  pl_attachment_id id;
#define REFUSED(change, status, text)                                                                                  \
  do {                                                                                                                 \
    def = good;                                                                                                        \
    change;                                                                                                            \
    assert_refused(pl_world_attach(s.world, &def, &id), status, text);                                                 \
  } while (0)
  REFUSED(def.mark = 0, PL_ERROR_ARGUMENT, "pl_default_attachment_def");
  REFUSED(def.a.particle = 45, PL_ERROR_ARGUMENT, "particle 45 does not exist");
  REFUSED(def.b.body = NULL, PL_ERROR_ARGUMENT, "a body is NULL");
  REFUSED(def.b.body = other.lower, PL_ERROR_ARGUMENT, "of another world");
  REFUSED(def.b = def.a, PL_ERROR_ARGUMENT, "the same point");
  REFUSED(def.stiffness = -1, PL_ERROR_ARGUMENT, "stiffness must be zero or positive");
  REFUSED(def.stiffness = NAN, PL_ERROR_ARGUMENT, "stiffness must be zero or positive");
  REFUSED(def.damping = 1, PL_ERROR_ARGUMENT, "give it a stiffness");
  REFUSED(def.breaks = INFINITY, PL_ERROR_ARGUMENT, "breaks must be zero or positive");
  REFUSED(def.a.kind = PL_ATTACH_PLACE, PL_ERROR_ARGUMENT, "swap a and b");
  REFUSED(def.b.kind = 9, PL_ERROR_ARGUMENT, "no kind 9");
  REFUSED(def.name = "a name that is longer than what fits", PL_ERROR_ARGUMENT, "at most 31 bytes");
  REFUSED((def.b.kind = PL_ATTACH_PLACE, def.b.place[1] = NAN), PL_ERROR_ARGUMENT, "place[1] must be finite");
  REFUSED(def.b.kind = PL_ATTACH_OBSTACLE, PL_ERROR_STALE, "no obstacle 0 of generation 0");
  REFUSED((def.b.kind = PL_ATTACH_POINT, def.b.triangle = 100000), PL_ERROR_ARGUMENT, "triangle 100000 does not exist");
  REFUSED(def.b.kind = PL_ATTACH_POINT, PL_ERROR_ARGUMENT, "sum to 1");
#undef REFUSED
  assert_refused(pl_world_attach(NULL, &good, &id), PL_ERROR_ARGUMENT, "world is NULL");
  assert_refused(pl_world_attach_near(s.world, &good, -1, NULL, 0, NULL), PL_ERROR_ARGUMENT, "radius must be positive");
  good.b.body = s.upper;
  assert_refused(pl_world_attach_near(s.world, &good, 1, NULL, 0, NULL), PL_ERROR_ARGUMENT, "all of itself");
  assert_refused(pl_attachment_release(s.world, (pl_attachment_id){7, 1}), PL_ERROR_STALE, "no attachment 7");
  assert_int_equal(pl_world_attachment_count(s.world), 3);
  assert_string_equal(pl_attachment_name(s.world, s.corner), "corner");
  assert_string_equal(pl_attachment_name(s.world, s.spring), "attachment 2");
  pl_world_destroy(s.world);
  pl_world_destroy(other.world);
}

/* Flat bodies cannot keep a gap. */
static void test_flat_bodies_keep_no_gap(void **state)
{
  (void)state;
  scene s = start(1);
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_sheet(1, 1, 3, 3, &mesh));
  pl_body_def body_def = pl_default_body_def(PL_MODEL_SURFACE);
  body_def.mesh = mesh;
  body_def.thickness = 0.01;
  pl_body *sheet = make_body(s.world, &body_def);
  pl_attachment_def def = between(particle(s.upper, 0), particle(sheet, 4));
  def.keep_gap = true;
  assert_refused(pl_world_attach(s.world, &def, NULL), PL_ERROR_UNSUPPORTED, "it is flat");
  def.keep_gap = false;
  assert_ok(pl_world_attach(s.world, &def, NULL));
  step_times(s.world, 5);
  pl_mesh_destroy(mesh);
  pl_world_destroy(s.world);
}

/* What is held on to goes, and so do attachments; ids are caught. */
static void test_removal(void **state)
{
  (void)state;
  scene s = start(1);
  step_times(s.world, 3);
  assert_ok(pl_obstacle_remove(s.world, s.ball));
  step_times(s.world, 1);
  pl_attachment_state measured;
  assert_refused(pl_attachment_measure(s.world, s.spring, &measured), PL_ERROR_STALE, "was removed");
  assert_ok(pl_attachment_measure(s.world, s.corner, &measured));
  assert_ok(pl_body_remove(s.upper));
  step_times(s.world, 1);
  assert_refused(pl_attachment_release(s.world, s.corner), PL_ERROR_STALE, "was removed");
  assert_int_equal(pl_world_attachment_count(s.world), 1);
  assert_ok(pl_attachment_release(s.world, s.weak));
  assert_ok(pl_attachment_release(s.world, s.weak)); /* twice before the step: fine */
  step_times(s.world, 1);
  assert_int_equal(pl_world_attachment_count(s.world), 0);
  /* a slot is used again, its old id is not */
  pl_attachment_def def = between(particle(s.lower, 0), particle(s.lower, 44));
  def.stiffness = 10;
  pl_attachment_id id;
  assert_ok(pl_world_attach(s.world, &def, &id));
  assert_int_equal(id.index, s.corner.index);
  assert_true(id.generation != s.corner.generation);
  step_times(s.world, 2);
  assert_ok(pl_attachment_measure(s.world, id, &measured));
  assert_true(pl_vec3_length(measured.force) > 1);
  /* gone before it ever held */
  def.a.body = def.b.body = s.lower;
  assert_ok(pl_world_attach(s.world, &def, &id));
  assert_ok(pl_body_remove(s.lower));
  step_times(s.world, 2);
  assert_int_equal(pl_world_attachment_count(s.world), 0);
  pl_world_destroy(s.world);
}

/* Of fixed particles nothing can be moved: a rigid attachment does nothing, a spring pulls with what it is stretched.
   */
static void test_fixed_to_fixed(void **state)
{
  (void)state;
  scene s = start(1);
  pl_pin_def pin = pl_default_pin_def();
  pin.particles = (uint32_t[]){10, 11};
  pin.count = 2;
  pl_pin_id held;
  assert_ok(pl_pin_create(s.lower, &pin, &held));
  pl_attachment_def def = between(particle(s.lower, 10), particle(s.lower, 11));
  pl_attachment_id ids[3];
  assert_ok(pl_world_attach(s.world, &def, &ids[0]));
  def.stiffness = 50;
  assert_ok(pl_world_attach(s.world, &def, &ids[1]));
  def.stiffness = 1e20; /* as good as rigid, between what can move */
  def.b.particle = 40;
  def.keep_gap = true;
  assert_ok(pl_world_attach(s.world, &def, &ids[2]));
  step_times(s.world, 20);
  pl_attachment_state measured;
  assert_ok(pl_attachment_measure(s.world, ids[0], &measured));
  assert_true(pl_vec3_length(measured.force) == 0 && !measured.broken);
  assert_ok(pl_attachment_measure(s.world, ids[1], &measured));
  assert_close(pl_vec3_length(measured.force), 50 * measured.apart, 1e-6); /* to what sweeps are done */
  assert_ok(pl_attachment_measure(s.world, ids[2], &measured));
  assert_less(measured.apart, 1e-6);
  pl_world_destroy(s.world);
}

/* A body that moves in a few functions swings on what holds it, and stays in its space. */
static void test_subspace(void **state)
{
  (void)state;
  scene s = start(1);
  double *basis = test_calloc(45 * (6 + PL_SUBSPACE_ROTATIONS), sizeof *basis);
  size_t size = 0;
  assert_ok(pl_subspace_modes(s.lower, 6, true, basis, &size, NULL));
  assert_ok(pl_body_set_subspace(s.lower, basis, size));
  step_times(s.world, 2);
  double first = total_energy(s.lower) + total_energy(s.upper), most = -INFINITY, apart = 0;
  assert_ok(pl_attachment_release(s.world, s.spring)); /* its obstacle moves, and works */
  for (int k = 0; k < 100; k++) {
    step_times(s.world, 1);
    most = fmax(most, total_energy(s.lower) + total_energy(s.upper) - first);
    pl_attachment_state measured;
    assert_ok(pl_attachment_measure(s.world, s.corner, &measured));
    apart = fmax(apart, measured.apart);
  }
  assert_less(apart, 1e-5); /* contact of the two takes part in the sweeps, and ends them earlier */
  assert_less(most, 0.01 * fabs(first));
  /* still in the space: going there moves nothing */
  assert_ok(pl_body_set_positions(s.lower, pl_body_positions(s.lower)));
  step_times(s.world, 1);
  assert_less(pl_body_subspace_residual(s.lower), 1e-9);
  test_free(basis);
  pl_world_destroy(s.world);
}

static void test_same_bits_for_any_threads(void **state)
{
  (void)state;
  uint64_t hash = 0;
  for (int threads = 1; threads <= 3; threads++) {
    scene s = start(threads);
    step_times(s.world, 80);
    assert_true(is_broken(&s, s.weak) && !is_broken(&s, s.corner));
    if (threads == 1) hash = pl_world_hash(s.world);
    assert_int_equal(pl_world_hash(s.world), hash);
    pl_world_destroy(s.world);
  }
}

/* Saved before the weak one breaks, taken up there and in a world that never attached anything. */
static void test_snapshots_continue(void **state)
{
  (void)state;
  scene s = start(1);
  step_times(s.world, 3);
  assert_false(is_broken(&s, s.weak));
  void *data;
  size_t size;
  assert_ok(pl_world_save(s.world, &data, &size));
  step_times(s.world, 60);
  assert_true(is_broken(&s, s.weak));
  uint64_t hash = pl_world_hash(s.world);
  assert_ok(pl_world_restore(s.world, data, size));
  assert_false(is_broken(&s, s.weak));
  step_times(s.world, 60);
  assert_int_equal(pl_world_hash(s.world), hash);
  scene bare = start(1);
  for (size_t k = 0; k < 3; k++) assert_ok(pl_attachment_release(bare.world, pl_world_attachment_at(bare.world, k)));
  step_times(bare.world, 7);
  assert_ok(pl_world_restore(bare.world, data, size));
  step_times(bare.world, 60);
  assert_int_equal(pl_world_hash(bare.world), hash);
  pl_free(data);
  pl_world_destroy(bare.world);
  pl_world_destroy(s.world);
}

static void test_reset_mends(void **state)
{
  (void)state;
  scene s = start(1);
  uint64_t hash[2];
  for (int k = 0; k < 2; k++) {
    step_times(s.world, 60);
    assert_true(is_broken(&s, s.weak));
    hash[k] = pl_world_hash(s.world);
    assert_ok(pl_world_reset(s.world));
  }
  assert_int_equal(hash[0], hash[1]);
  step_times(s.world, 1);
  assert_false(is_broken(&s, s.weak));
  pl_world_destroy(s.world);
}

static void test_recordings_hold_attachments(void **state)
{
  (void)state;
  scene s = start(1);
  step_times(s.world, 1);
  assert_ok(pl_world_record(s.world, true));
  step_times(s.world, 4);
  pl_attachment_def def = between(particle(s.upper, 40), particle(s.lower, 41));
  def.keep_gap = true;
  pl_attachment_id id;
  assert_ok(pl_world_attach(s.world, &def, &id));
  step_times(s.world, 20);
  assert_ok(pl_attachment_release(s.world, s.corner));
  step_times(s.world, 20);
  const void *data;
  size_t size;
  assert_ok(pl_world_recording(s.world, &data, &size));
  scene again = start(1);
  step_times(again.world, 1);
  assert_ok(pl_world_replay(again.world, data, size));
  step_times(again.world, 44);
  assert_int_equal(pl_world_hash(again.world), pl_world_hash(s.world));
  pl_world_destroy(again.world);
  pl_world_destroy(s.world);
}

static void test_steps_do_not_allocate(void **state)
{
  (void)state;
  failing_memory memory = {0};
  pl_set_allocator(&(pl_allocator){failing_allocate, failing_release, &memory});
  pl_world_def def = pl_default_world_def();
  def.threads = 2;
  scene s = {.world = make_world(&def), .apart = true}; /* lists of what may touch grow when it does */
  assert_ok(fill(&s));
  step_times(s.world, 1);
  size_t before = memory.allocated;
  step_times(s.world, 60);
  assert_true(is_broken(&s, s.weak));
  assert_int_equal(memory.allocated, before);
  pl_world_destroy(s.world);
  pl_set_allocator(NULL);
  assert_int_equal(memory.live, 0);
}

static pl_status live(void *context)
{
  (void)context;
  pl_world_def def = pl_default_world_def();
  def.threads = 1;
  scene s = {0};
  PL_TRY(pl_world_create(&def, &s.world));
  pl_status status = fill(&s);
  pl_attachment_def near = between(particle(s.upper, 0), particle(s.lower, 0));
  near.keep_gap = true;
  size_t count = 0;
  if (status == PL_OK) status = pl_world_attach_near(s.world, &near, 0.06, NULL, 0, &count);
  for (int k = 0; k < 3 && status == PL_OK; k++) status = pl_world_step(s.world);
  void *data = NULL;
  size_t size;
  if (status == PL_OK) status = pl_world_save(s.world, &data, &size);
  if (status == PL_OK) status = pl_world_step(s.world);
  if (status == PL_OK) status = pl_world_restore(s.world, data, size);
  if (status == PL_OK) assert_int_equal(count, 15); /* a face of 5 × 3 */
  pl_free(data);
  pl_world_destroy(s.world);
  return status;
}

static void test_failing_allocations(void **state)
{
  (void)state;
  assert_true(fail_each_allocation(live, NULL) > 50);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_refusals),
                                     cmocka_unit_test(test_flat_bodies_keep_no_gap),
                                     cmocka_unit_test(test_removal),
                                     cmocka_unit_test(test_fixed_to_fixed),
                                     cmocka_unit_test(test_subspace),
                                     cmocka_unit_test(test_same_bits_for_any_threads),
                                     cmocka_unit_test(test_snapshots_continue),
                                     cmocka_unit_test(test_reset_mends),
                                     cmocka_unit_test(test_recordings_hold_attachments),
                                     cmocka_unit_test(test_steps_do_not_allocate),
                                     cmocka_unit_test(test_failing_allocations)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
