/* SPDX-License-Identifier: MIT
   Terzopoulos & Fleischer's figs. 5 and 6 on a bar of every model that can wear the laws. The scalar law alone is in
   test_inelastic.c. */
#include "inelastic_models.h"

/* Fig. 5 c: strain over its elastic part, from what the load does at once. Within 1 % of the whole at any step. */
static void bars_creep_and_recover(void **state)
{
  (void)state;
  const double steps[] = {0.001, 0.005, 0.02}, on = 1.2, t1 = 2, c = 0.8, t2 = 0.4;
  for (size_t m = 0; m < BAR_MODELS; m++)
    for (size_t s = 0; s < sizeof steps / sizeof *steps; s++) {
      const double pull[3] = {bar_models[m].load, 0, 0}, none[3] = {0, 0, 0};
      pl_inelastic_def law = pl_default_inelastic_def();
      model_bar elastic = make_model_bar(&bar_models[m], 0.005, &law, true, 1);
      for (int i = 0; i < 400; i++) pull_bar(&elastic, pull);
      double unit = bar_stretch(&elastic);
      pl_world_destroy(elastic.world);

      law.relaxation_time = t1;
      law.delayed = c;
      law.delay = t2;
      model_bar b = make_model_bar(&bar_models[m], steps[s], &law, true, 1);
      int half = (int)lround(on / steps[s]);
      double worst = 0, late = c * (1 - exp(-on / t2));
      for (int i = 1; i <= (s == 0 ? half : 2 * half); i++) { /* short steps creep only: they are many */
        pull_bar(&b, i <= half ? pull : none);
        double t = i * steps[s], passed = i <= half ? t : t - on;
        if (passed < 0.2) continue; /* the bar itself takes that long to get there */
        double strain = bar_stretch(&b) / unit;
        double exact = i <= half ? 1 + t / t1 + c * (1 - exp(-t / t2)) : on / t1 + late * exp(-passed / t2);
        worst = fmax(worst, fabs(strain - exact));
      }
      double top = 1 + on / t1 + c * (1 - exp(-on / t2));
      print_message("%s, h = %g s: elastic strain %.3f, out by %.2f %% of the largest strain\n", bar_models[m].name,
                    steps[s], unit / b.length, 100 * worst / top);
      assert_less(worst, 0.01 * top);
      pl_world_destroy(b.world);
    }
}

static void hold_end(model_bar *b, const uint32_t *particles, const pl_pose_key *keys, size_t count)
{
  pl_pin_def pin = pl_default_pin_def();
  pl_pin_id id;
  pin.particles = particles;
  pin.count = b->side;
  pin.motion.keys = keys;
  pin.motion.count = count;
  assert_ok(pl_pin_create(b->body, &pin, &id));
}

static double stored(const model_bar *b)
{
  pl_body_signals signals;
  assert_ok(pl_body_measure(b->body, &signals));
  return signals.elastic;
}

/* Fig. 6 b between two clamps: pulled, pushed, pulled; after a closed cycle the energy that is stored is what it
   was. */
static void loops_close(void **state)
{
  (void)state;
  for (size_t m = 0; m < BAR_MODELS; m++) {
    const double yield = 0.004, h = 0.01, far = 5 * yield;
    pl_inelastic_def law = pl_default_inelastic_def();
    law.yield = yield;
    law.hardening = 0.5;
    model_bar b = make_model_bar(&bar_models[m], h, &law, true, 1);
    const double l = far * b.length;
    const pl_pose_key keys[] = {{.time = 0},
                                {.time = 1, .translate = {l, 0, 0}},
                                {.time = 3, .translate = {-l, 0, 0}},
                                {.time = 5, .translate = {l, 0, 0}},
                                {.time = 7, .translate = {-l, 0, 0}},
                                {.time = 9, .translate = {l, 0, 0}}};
    hold_end(&b, b.right, keys, sizeof keys / sizeof *keys);
    double at[10];
    for (int second = 1; second < 10; second++) {
      step_times(b.world, (int)lround(1 / h));
      at[second] = stored(&b);
    }
    print_message("%s: stored %.6g J pulled, the same again but for %.1e\n", bar_models[m].name, at[5],
                  at[9] / at[5] - 1);
    assert_true(at[5] > 0);
    assert_close(at[9] / at[5], 1, 1e-4);
    assert_close(at[7] / at[5], 1, 0.15); /* as hard to push as to pull, but for what is quadratic in a strain of 2 % */
    pl_world_destroy(b.world);
  }
}

/* Where the particles of a bar go from x, per unit of deformation: away from the middle, so that every fibre is
   deformed by the same part of its length. Of hybrids the fibres are displacements of nodes, in parts of the body's
   radius. */
static void find_ways(const bar_model *model, const double *x, size_t count, double *ways)
{
  double middle[3] = {0, 0, 0}, radius = 0;
  for (size_t p = 0; p < count; p++) pl_vec3_add_scaled(middle, 1 / (double)count, x + 3 * p, middle);
  for (size_t p = 0; p < count; p++) {
    pl_vec3_sub(x + 3 * p, middle, ways + 3 * p);
    radius = fmax(radius, pl_vec3_length(ways + 3 * p));
  }
  for (size_t p = 0; model->kind == PL_MODEL_HYBRID && p < count; p++) {
    double length = pl_vec3_length(ways + 3 * p);
    if (length > 1e-9 * radius) pl_vec3_scale(ways + 3 * p, radius / length, ways + 3 * p);
  }
}

/* A bar that is deformed by these parts, one after the other, all of its particles held. */
static model_bar make_spread_bar(const bar_model *model, double h, const pl_inelastic_def *law, const double *parts,
                                 size_t count)
{
  model_bar b = make_model_bar(model, h, law, false, 1);
  double ways[3 * BAR_COUNT];
  pl_pose_key keys[8] = {{.time = 0}};
  assert_true(count < sizeof keys / sizeof *keys);
  find_ways(model, pl_body_positions(b.body), b.count, ways);
  for (uint32_t p = 0; p < b.count; p++) {
    for (size_t k = 0; k < count; k++) {
      keys[k + 1].time = h + (double)k;
      pl_vec3_scale(ways + 3 * (size_t)p, parts[k], keys[k + 1].translate);
    }
    pl_pin_def pin = pl_default_pin_def();
    pl_pin_id id;
    pin.particles = &p;
    pin.count = 1;
    pin.motion.keys = keys;
    pin.motion.count = count + 1;
    assert_ok(pl_pin_create(b.body, &pin, &id));
  }
  return b;
}

/* The stress at a strain on the way from where the motion last turned: it is elastic over that range, then the slope is
   the tangent. */
typedef struct branch {
  double strain, stress, range, tangent;
} branch;

static double bilinear(const branch *from, double strain)
{
  double way = fabs(strain - from->strain);
  if (way > from->range) way = from->range + from->tangent * (way - from->range);
  return from->stress + copysign(way, strain - from->strain);
}

/* Fig. 6 b with linear hardening given by the weight beyond the yield. The root of what an elastic bar stores is its
   strain, and that of the bar that yields is its stress, in the same unit. The hardening that this tangent stands for
   does the same. Deformations are small, since what flows lengthens the rest edges of hexahedra: what is quadratic in a
   deformation of 5e-5 is below the tolerance. */
static void tangents_are_slopes_beyond_the_yield(void **state)
{
  (void)state;
  enum { BARS = 3, ELASTIC = 0, TANGENT = 1, HARDENING = 2 };
  const double yield = 1e-5, tangent = 1.0 / 3, h = 0.02, far = 5 * yield;
  const double parts[] = {1e-6, far, -far, far, 0};
  const size_t count = sizeof parts / sizeof *parts;
  for (size_t m = 0; m < BAR_MODELS; m++) {
    pl_inelastic_def law[BARS] = {pl_default_inelastic_def(), pl_default_inelastic_def(), pl_default_inelastic_def()};
    law[TANGENT].yield = law[HARDENING].yield = yield;
    law[TANGENT].tangent = tangent;
    law[HARDENING].hardening = 0.5;
    model_bar b[BARS];
    for (int k = 0; k < BARS; k++) b[k] = make_spread_bar(&bar_models[m], h, &law[k], parts, count);
    double unit = 0, worst = 0, apart = 0, largest = 0;
    const int second = (int)lround(1 / h), steps = (int)(count - 1) * second + 1;
    branch from = {.range = yield, .tangent = tangent};
    for (int i = 0; i < steps; i++) {
      double root[BARS];
      for (int k = 0; k < BARS; k++) {
        step_times(b[k].world, 1);
        root[k] = sqrt(stored(&b[k]));
      }
      if (i == 0) unit = root[ELASTIC] / parts[0];
      double strain = copysign(root[ELASTIC], bar_stretch(&b[ELASTIC])) / unit, stress = bilinear(&from, strain);
      if (i > 0 && i % second == 0) from = (branch){strain, stress, 2 * yield, tangent};
      worst = fmax(worst, fabs(root[TANGENT] / unit - fabs(stress)));
      apart = fmax(apart, fabs(root[TANGENT] - root[HARDENING]) / unit);
      largest = fmax(largest, fabs(stress));
    }
    print_message("%s: stress out by %.1e of the largest, by the other number by %.1e\n", bar_models[m].name,
                  worst / largest, apart / largest);
    assert_close(largest, yield + tangent * (far - yield), 0.02 * far);
    assert_less(worst, 1e-4 * largest); /* as fig. 6 is closed */
    assert_less(apart, 1e-9 * largest); /* the numbers differ in the last bit */
    for (int k = 0; k < BARS; k++) pl_world_destroy(b[k].world);
  }
}

/* A stretched bar is held, and is turned while it is held: what is stored falls as exp(-2 t / t1) either way. */
static void turning_changes_nothing(void **state)
{
  (void)state;
  for (size_t m = 0; m < BAR_MODELS; m++)
    for (int turned = 0; turned < 2; turned++) {
      const double h = 0.005, t1 = 0.5, length = 0.5;
      pl_inelastic_def law = pl_default_inelastic_def();
      model_bar b = make_model_bar(&bar_models[m], h, &law, false, 1);
      double x[3 * BAR_COUNT], zero[3 * BAR_COUNT] = {0};
      memcpy(x, pl_body_positions(b.body), 3 * b.count * sizeof(double));
      for (size_t i = 0; i < b.count; i++) x[3 * i] *= 1.002;
      assert_ok(pl_body_set_positions(b.body, x));
      assert_ok(pl_body_set_velocities(b.body, zero));
      const pl_pose_key turn[] = {{.time = 0}, {.time = 2, .rotate = {0, 0, turned ? 4 : 0}}};
      hold_end(&b, b.left, turn, 2);
      hold_end(&b, b.right, turn, 2);
      step_times(b.world, 100);
      double first = stored(&b);
      law.relaxation_time = t1;
      assert_ok(pl_body_set_inelastic(b.body, &law));
      step_times(b.world, (int)lround(length / h));
      double left = stored(&b) / first;
      print_message("%s%s: %.4f of the energy is left\n", bar_models[m].name, turned ? ", turned" : "", left);
      assert_close(left / exp(-2 * length / t1), 1, 0.01);
      pl_world_destroy(b.world);
    }
}

/* Viscosity acts on deformation alone: a free bar that creeps flies and spins on. */
static void creep_does_not_brake(void **state)
{
  (void)state;
  for (size_t m = 0; m < BAR_MODELS; m++) {
    pl_inelastic_def law = pl_default_inelastic_def();
    law.relaxation_time = 0.1;
    model_bar b = make_model_bar(&bar_models[m], 0.005, &law, false, 1);
    double v[3 * BAR_COUNT], linear[2][3], spin[2][3];
    const double *x = pl_body_positions(b.body);
    for (size_t i = 0; i < b.count; i++) pl_vec3_set(v + 3 * i, 0.4 - 2 * x[3 * i + 1], 2 * x[3 * i], 0.1);
    assert_ok(pl_body_set_velocities(b.body, v));
    step_times(b.world, 1);
    world_momentum(b.world, linear[0], spin[0]);
    step_times(b.world, 400);
    world_momentum(b.world, linear[1], spin[1]);
    assert_close(pl_vec3_distance(linear[0], linear[1]) / pl_vec3_length(linear[0]), 0, 1e-9);
    assert_close(pl_vec3_distance(spin[0], spin[1]) / pl_vec3_length(spin[0]), 0, 1e-6);
    pl_world_destroy(b.world);
  }
}

/* With negative viscosity a bar shrinks that is pulled, and `maximum` stops it: nothing grows without end, however long
   a step is. */
static void what_runs_away_is_stopped(void **state)
{
  (void)state;
  const double steps[] = {0.01, 0.05};
  for (size_t m = 0; m < BAR_MODELS; m++)
    for (size_t s = 0; s < 2; s++) {
      pl_inelastic_def law = pl_default_inelastic_def();
      law.relaxation_time = -0.02;
      law.maximum = 0.1;
      model_bar b = make_model_bar(&bar_models[m], steps[s], &law, true, 1);
      const double pull[3] = {bar_models[m].load, 0, 0};
      double most = 0;
      for (int i = 0; i * steps[s] < 4; i++) {
        pull_bar(&b, pull);
        most = fmax(most, fabs(bar_stretch(&b) / b.length));
      }
      print_message("%s, h = %g s: from the load by %.3f\n", bar_models[m].name, steps[s], most);
      assert_true(most > 0.2 * law.maximum); /* the load alone strains it by a few per mille */
      assert_true(most < 3 * law.maximum);   /* every fibre keeps within it; a bar of them may bend */
      pl_world_destroy(b.world);
    }
}

/* A snapshot in the middle of creep and yield goes on with the same bits, on any number of threads. */
static void snapshots_hold_what_links_remember(void **state)
{
  (void)state;
  const int threads[3] = {1, 2, 7};
  for (size_t m = 0; m < BAR_MODELS; m++) {
    uint64_t hash[3];
    const double pull[3] = {3 * bar_models[m].load, 0, 0}, none[3] = {0, 0, 0};
    for (int k = 0; k < 3; k++) {
      pl_inelastic_def law = pl_default_inelastic_def();
      law.relaxation_time = 1;
      law.delayed = 1;
      law.delay = 0.3;
      law.yield = 0.002;
      law.hardening = 0.3;
      model_bar b = make_model_bar(&bar_models[m], 0.005, &law, true, threads[k]);
      for (int i = 0; i < 20; i++) pull_bar(&b, pull);
      void *bytes = NULL;
      size_t size = 0;
      assert_ok(pl_world_save(b.world, &bytes, &size));
      for (int i = 0; i < 20; i++) pull_bar(&b, i < 10 ? pull : none);
      hash[k] = pl_world_hash(b.world);
      assert_ok(pl_world_restore(b.world, bytes, size));
      for (int i = 0; i < 20; i++) pull_bar(&b, i < 10 ? pull : none);
      assert_true(pl_world_hash(b.world) == hash[k]);
      assert_true(hash[k] == hash[0]);
      pl_free(bytes);
      pl_world_destroy(b.world);
    }
  }
}

static void two_laws_are_refused(void **state)
{
  (void)state;
  pl_inelastic_def law = pl_default_inelastic_def();
  law.yield = 0.1;
  pl_world_def world_def = quiet_world(0.005);
  pl_world *world = make_world(&world_def);
  pl_mesh *mesh = make_bar(2, 2, 2, 0.1, 26);
  pl_body_def def = pl_default_body_def(PL_MODEL_GRAPH);
  def.mesh = mesh;
  def.graph.plasticity.rule = PL_PLASTIC_RATE;
  def.inelastic = law;
  pl_body *body = NULL;
  assert_refused(pl_body_create(world, &def, &body), PL_ERROR_ARGUMENT, "choose one");
  def.graph.plasticity.rule = PL_PLASTIC_NONE;
  def.inelastic.hardening = 0.25;
  def.inelastic.tangent = 0.2;
  assert_refused(pl_body_create(world, &def, &body), PL_ERROR_ARGUMENT, "give one of them");
  pl_mesh_destroy(mesh);
  pl_world_destroy(world);
}

/* Where a bar that is pulled beyond its yield and let go ends, and its hash. */
static uint64_t pulled_by(const bar_model *model, pl_yield_criterion criterion, double *stretch)
{
  pl_inelastic_def law = pl_default_inelastic_def();
  law.yield = 0.01;
  law.hardening = 0.2;
  law.criterion = criterion;
  model_bar b = make_model_bar(model, 0.005, &law, true, 1);
  for (int k = 0; k < 60; k++) pull_bar(&b, (double[3]){60, 0, 0});
  for (int k = 0; k < 60; k++) pull_bar(&b, (double[3]){0, 0, 0});
  *stretch = bar_stretch(&b);
  uint64_t hash = pl_world_hash(b.world);
  pl_world_destroy(b.world);
  return hash;
}

/* A link of a graph is a rod, for which von Mises and Tresca are the size of its strain: the same bits. Hexahedra have
   a tensor at each point and yield otherwise; others say that they have none. */
static void criteria_want_tensors_or_rods(void **state)
{
  (void)state;
  for (size_t m = 0; m < BAR_MODELS; m++) {
    double stretch = 0, other = 0;
    bool takes = bar_models[m].kind == PL_MODEL_HEX || bar_models[m].kind == PL_MODEL_GRAPH;
    uint64_t hash = takes ? pulled_by(&bar_models[m], PL_YIELD_DEFORMATION, &stretch) : 0;
    for (int criterion = PL_YIELD_VON_MISES; criterion <= PL_YIELD_TRESCA; criterion++) {
      if (takes) {
        bool same = pulled_by(&bar_models[m], (pl_yield_criterion)criterion, &other) == hash;
        print_message("%s, criterion %d: %.5f m stay, by deformation %.5f m\n", bar_models[m].name, criterion, other,
                      stretch);
        assert_true(stretch > 0.002 && other > 0.002); /* it has yielded */
        assert_true(same == (bar_models[m].kind == PL_MODEL_GRAPH));
        continue;
      }
      pl_world_def world_def = quiet_world(0.005);
      pl_world *world = make_world(&world_def);
      pl_mesh *mesh = make_bar(BAR_X, BAR_Y, BAR_Y, BAR_SPACING, 26);
      pl_body_def def = bar_material(bar_models[m].kind);
      def.mesh = mesh;
      def.inelastic.yield = 0.1;
      def.inelastic.criterion = (pl_yield_criterion)criterion;
      pl_body *body = NULL;
      assert_refused(pl_body_create(world, &def, &body), PL_ERROR_UNSUPPORTED, "no strain tensor at one point");
      pl_mesh_destroy(mesh);
      pl_world_destroy(world);
    }
  }
}

int main(void)
{
  choose_tests();
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bars_creep_and_recover),
      cmocka_unit_test(loops_close),
      cmocka_unit_test(tangents_are_slopes_beyond_the_yield),
      cmocka_unit_test(turning_changes_nothing),
      cmocka_unit_test(creep_does_not_brake),
      cmocka_unit_test(what_runs_away_is_stopped),
      cmocka_unit_test(snapshots_hold_what_links_remember),
      cmocka_unit_test(two_laws_are_refused),
      cmocka_unit_test(criteria_want_tensors_or_rods),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
