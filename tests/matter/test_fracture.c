/* SPDX-License-Identifier: MIT
   Matter that breaks: bars of every model whose links can. */
#include "inelastic_models.h"

#include "base/limits.h"
#include "world/world.h"

static const bar_model breaking[] = {{"continuum", PL_MODEL_CONTINUUM, 5, true, true},
                                     {"graph", PL_MODEL_GRAPH, 5, true, true},
                                     {"hybrid", PL_MODEL_HYBRID, 5, false, true},
                                     {"hex", PL_MODEL_HEX, 5, true, true}};
enum { BREAKING = sizeof breaking / sizeof *breaking };

static model_bar make_breaking_bar(const bar_model *model, double h, const pl_fracture_def *fracture, bool pinned,
                                   int threads)
{
  pl_inelastic_def law = pl_default_inelastic_def();
  return make_bar_that_breaks(model, h, &law, NULL, fracture, pinned, threads);
}

static size_t broken_links(const pl_body *body)
{
  size_t count = pl_body_link_count(body), broken = 0;
  for (size_t k = 0; k < count; k++) broken += body->view.links->state[k] == PL_LINK_BROKEN;
  return broken;
}

/* A load that grows slowly breaks a bar when its strain is that of the limit: not before, and not much later. A bar
   that is clamped at one end is strained unevenly there, so that it gives way a little earlier than a rod. */
static void breaks_at_its_limit(void **state)
{
  (void)state;
  for (size_t m = 0; m < BREAKING; m++) {
    pl_fracture_def fracture = pl_default_fracture_def();
    fracture.stress = 0.03 * 2e5;
    model_bar b = make_breaking_bar(&breaking[m], 0.005, &fracture, true, 1);
    const double full = 2e5 * 0.03 * 0.01; /* N: section 0.1 x 0.1 */
    double load = 0, first = 0;
    while (bar_stretch(&b) < 0.5 * b.length && load < 3 * full) { /* what is torn off flies away */
      load += 0.002 * full;
      pull_bar(&b, (double[3]){load, 0, 0});
      if (broken_links(b.body) == 0) first = load;
    }
    print_message("%s: begins to break at %.3f of the load that a rod bears, is apart at %.3f\n", breaking[m].name,
                  first / full, load / full);
    assert_true(first > 0.45 * full && load < 1.6 * full);
    pl_world_destroy(b.world);
  }
}

/* The halves of a free bar fly apart and turn: once it is broken, each piece keeps its momentum. */
static void pieces_keep_their_own_momenta(void **state)
{
  (void)state;
  for (size_t m = 0; m < 3; m++) {
    pl_fracture_def fracture = pl_default_fracture_def();
    fracture.strain = 10;
    model_bar b = make_breaking_bar(&breaking[m], 0.005, &fracture, false, 1);
    double v[3 * BAR_COUNT];
    const double *x = pl_body_positions(b.body);
    for (size_t i = 0; i < b.count; i++) {
      double side = x[3 * i] - 0.5 * b.length;
      pl_vec3_set(v + 3 * i, side > 0.01 ? 8 : -8, 4 * side, side > 0 ? x[3 * i + 1] * 30 : 0);
    }
    uint32_t ends[4096];
    uint8_t cut[2048] = {0};
    size_t links = pl_body_link_count(b.body);
    assert_true(links < 2048);
    assert_ok(pl_body_links(b.body, ends, NULL));
    for (size_t k = 0; k < links; k++)
      if ((x[3 * ends[2 * k]] - 0.5 * b.length > 0.01) != (x[3 * ends[2 * k + 1]] - 0.5 * b.length > 0.01))
        cut[k] = PL_LINK_BROKEN;
    assert_ok(pl_body_set_velocities(b.body, v));
    assert_ok(pl_body_set_links(b.body, cut));
    step_times(b.world, 1);
    const pl_pieces *pieces = &b.body->view.links->pieces;
    assert_int_equal(pieces->count, 2);
    size_t count = pieces->count;
    double before[BAR_COUNT][6] = {{0}}, scale = 0;
    for (int when = 0; when < 2; when++) {
      assert_int_equal(pieces->count, count);
      for (size_t p = 0; p < count; p++) {
        double momentum[6] = {0}, centre[3] = {0}, mass = 0;
        for (uint32_t k = pieces->first[p]; k < pieces->first[p + 1]; k++) {
          size_t i = pieces->particle[k];
          mass += b.body->view.mass[i];
          pl_vec3_add_scaled(centre, b.body->view.mass[i], b.body->view.x + 3 * i, centre);
        }
        pl_vec3_scale(centre, 1 / mass, centre);
        for (uint32_t k = pieces->first[p]; k < pieces->first[p + 1]; k++) {
          size_t i = pieces->particle[k];
          double arm[3], turn[3];
          pl_vec3_sub(b.body->view.x + 3 * i, centre, arm);
          pl_vec3_cross(arm, b.body->view.v + 3 * i, turn);
          pl_vec3_add_scaled(momentum, b.body->view.mass[i], b.body->view.v + 3 * i, momentum);
          pl_vec3_add_scaled(momentum + 3, b.body->view.mass[i], turn, momentum + 3);
        }
        for (int c = 0; c < 6; c++) {
          if (when == 0) {
            before[p][c] = momentum[c];
            scale = fmax(scale, fabs(momentum[c]));
          } else if (c < 3 || pieces->first[p + 1] - pieces->first[p] > 8) {
            assert_true(fabs(momentum[c] - before[p][c]) <= 1e-9 * scale); /* rounding of a hundred steps */
          }
        }
      }
      if (when == 0) step_times(b.world, 100);
    }
    pl_world_destroy(b.world);
  }
}

/* Returns the kinetic energy that this is. */
static double push_random(const model_bar *b, uint64_t *seed)
{
  double v[3 * BAR_COUNT];
  memcpy(v, pl_body_velocities(b->body), 3 * b->count * sizeof(double));
  double energy = 0;
  for (size_t k = 0; k < 3 * b->count; k++) {
    v[k] += 0.5 * random_unit(seed);
    energy += 0.5 * pl_body_masses(b->body)[k / 3] * v[k] * v[k];
  }
  assert_ok(pl_body_set_velocities(b->body, v));
  return energy;
}

/* Any sequence of cuts: no step fails, and there is never more energy than was put in. */
static void random_cuts_add_no_energy(void **state)
{
  (void)state;
  for (size_t m = 0; m < BREAKING; m++)
    for (uint64_t seed = 1; seed < 5; seed++) {
      pl_fracture_def fracture = pl_default_fracture_def();
      fracture.strain = 1e3; /* only what is cut breaks */
      model_bar b = make_breaking_bar(&breaking[m], 0.005, &fracture, seed % 2, 1);
      uint8_t links[4096] = {0};
      size_t count = pl_body_link_count(b.body);
      assert_true(count > 0 && count < sizeof links);
      uint64_t random = seed;
      double most = push_random(&b, &random);
      for (int cut = 0; cut < 30; cut++) {
        for (int k = 0; k < 1 + cut % 9; k++)
          links[(size_t)(fabs(random_unit(&random)) * 0.999 * (double)count)] =
              cut % 7 == 3 ? PL_LINK_CREASED : PL_LINK_BROKEN;
        assert_ok(pl_body_set_links(b.body, links));
        step_times(b.world, 3);
        double now = total_energy(b.body);
        assert_true(now <= most);
      }
      pl_world_destroy(b.world);
    }
}

/* In the middle of a tear: the same bits after a snapshot, on any number of threads, and after a reset. */
static void the_same_bits(void **state)
{
  (void)state;
  const int threads[3] = {1, 2, 7};
  for (size_t m = 0; m < BREAKING; m++) {
    uint64_t hash[3];
    for (int k = 0; k < 3; k++) {
      pl_fracture_def fracture = pl_default_fracture_def();
      fracture.strain = 0.04;
      fracture.variation = 0.3;
      fracture.seed = 7;
      fracture.speed = 20;
      model_bar b = make_breaking_bar(&breaking[m], 0.002, &fracture, true, threads[k]);
      const double pull[3] = {150, 20, 0};
      int steps = 0;
      while (broken_links(b.body) == 0 && steps++ < 400) pull_bar(&b, pull);
      assert_true(broken_links(b.body) > 0);
      void *bytes = NULL;
      size_t size = 0, before = broken_links(b.body);
      assert_ok(pl_world_save(b.world, &bytes, &size));
      for (int i = 0; i < 20; i++) pull_bar(&b, pull);
      hash[k] = pl_world_hash(b.world);
      assert_ok(pl_world_restore(b.world, bytes, size));
      assert_int_equal(broken_links(b.body), before);
      for (int i = 0; i < 20; i++) pull_bar(&b, pull);
      assert_true(pl_world_hash(b.world) == hash[k]);
      assert_true(hash[k] == hash[0]);
      model_bar other = make_breaking_bar(&breaking[m], 0.002, &fracture, true, 1);
      assert_ok(pl_world_restore(other.world, bytes, size));
      for (int i = 0; i < 20; i++) pull_bar(&other, pull);
      assert_true(pl_world_hash(other.world) == hash[k]);
      assert_ok(pl_world_reset(other.world));
      step_times(other.world, 1);
      assert_int_equal(broken_links(other.body), 0);
      pl_free(bytes);
      pl_world_destroy(other.world);
      pl_world_destroy(b.world);
    }
  }
}

/* Limits differ from link to link by no more than was said, evenly, and by the seed. */
static void limits_are_hashed(void **state)
{
  (void)state;
  enum { LINKS = 10000 };
  pl_fracture_def def = pl_default_fracture_def(), other = def;
  def.variation = other.variation = 0.2;
  other.seed = 1;
  double sum = 0, squares = 0, both = 0;
  for (size_t k = 0; k < LINKS; k++) {
    double a = (pl_fracture_spread(&def, k) - 1) / 0.2, b = (pl_fracture_spread(&other, k) - 1) / 0.2;
    assert_true(fabs(a) <= 1);
    sum += a / LINKS;
    squares += a * a / LINKS;
    both += a * b / LINKS;
  }
  assert_true(fabs(sum) < 0.02); /* three standard deviations of the mean of so many even numbers */
  assert_true(fabs(squares - 1.0 / 3) < 0.02);
  assert_true(fabs(both) < 0.02);
}

/* ---- cracks in a sheet ---- */

enum { FINEST = 25, SHEET_MOST = FINEST * FINEST };
static const double sheet_side = 0.48, notch = 0.16; /* m */

typedef struct strip {
  pl_world *world;
  pl_body *body;
  size_t n; /* nodes along a side */
} strip;

/* A sheet of n x n nodes in the plane of x and z, with a notch from one side halfway up, its lower and upper edge (z)
   pulled apart at this speed. */
static strip make_strip(size_t n, double h, const pl_fracture_def *fracture, double speed)
{
  strip s = {.n = n};
  pl_world_def world_def = quiet_world(h);
  s.world = make_world(&world_def);
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_sheet(sheet_side, sheet_side, (uint32_t)n, (uint32_t)n, &mesh));
  pl_body_def def = pl_default_body_def(PL_MODEL_CONTINUUM);
  def.mesh = mesh;
  def.thickness = 0.01;
  def.density = 100;
  def.drag = 20;
  def.contact.bodies = false;
  def.continuum.youngs_modulus = 1e5;
  def.fracture = *fracture;
  uint32_t low[FINEST], high[FINEST];
  for (uint32_t i = 0; i < n; i++) {
    low[i] = i * (uint32_t)n;
    high[i] = low[i] + (uint32_t)n - 1;
  }
  pl_pin_def pins[2] = {pl_default_pin_def(), pl_default_pin_def()};
  const pl_pose_key keys[2] = {{.time = 0}, {.time = 10, .translate = {0, 0, 10 * speed}}};
  pins[0].particles = low;
  pins[1].particles = high;
  pins[0].count = pins[1].count = n;
  pins[1].motion = (pl_motion){.keys = keys, .count = 2};
  def.pins = pins;
  def.pin_count = 2;
  s.body = make_body(s.world, &def);
  uint32_t ends[4 * SHEET_MOST];
  uint8_t cut[2 * SHEET_MOST] = {0};
  const double *x = pl_body_positions(s.body);
  assert_ok(pl_body_links(s.body, ends, NULL));
  for (size_t k = 0; k < pl_body_link_count(s.body); k++) {
    const double *a = x + 3 * ends[2 * k], *b = x + 3 * ends[2 * k + 1];
    double above = sheet_side / (double)(n - 1) * 0.5; /* the row of links beside the middle */
    if ((a[2] > above) != (b[2] > above) && a[0] < -0.5 * sheet_side + notch + 1e-9) cut[k] = PL_LINK_BROKEN;
  }
  assert_ok(pl_body_set_links(s.body, cut));
  pl_mesh_destroy(mesh);
  return s;
}

/* How far the sheet is drawn apart when its notch begins to run. */
static double stretch_at_fracture(size_t n)
{
  pl_fracture_def fracture = pl_default_fracture_def();
  fracture.energy = 12;
  strip s = make_strip(n, 0.005, &fracture, 0.02);
  step_times(s.world, 1);
  size_t before = broken_links(s.body);
  double time = 0;
  while (broken_links(s.body) == before && time < 8) {
    step_times(s.world, 4);
    time += 4 * 0.005;
  }
  pl_world_destroy(s.world);
  return 0.02 * time;
}

/* A limit in strain would make finer grids weaker without end: at a notch strain grows as spacing^-1/2. */
static void notches_bear_the_same_on_finer_grids(void **state)
{
  (void)state;
  double coarse = stretch_at_fracture(13), fine = stretch_at_fracture(25);
  print_message("a notch runs at %.4f m on 12 cells, at %.4f m on 24\n", coarse, fine);
  assert_true(coarse > 0.003);
  assert_close(fine / coarse, 1, 0.15); /* the notch of 4 cells is none yet, and the tip is half a cell off */
}

/* Seconds from the first link to the last one. */
static double time_of_crack(double h)
{
  enum { N = 13 };
  pl_fracture_def fracture = pl_default_fracture_def();
  fracture.strain = 0.05;
  fracture.speed = 1.5;
  strip s = make_strip(N, h, &fracture, 0.05);
  step_times(s.world, 1);
  size_t before = broken_links(s.body);
  double time = 0, begin = 0;
  while (broken_links(s.body) < before + N - 5 && time < 4) {
    step_times(s.world, 1);
    time += h;
    if (broken_links(s.body) == before) begin = time;
  }
  pl_world_destroy(s.world);
  return time - begin;
}

/* A crack runs at its speed: 8 links of 4 cm, with steps that are short and long against the time for one. */
static void cracks_are_as_fast_at_any_step(void **state)
{
  (void)state;
  double shortest = time_of_crack(0.001), longest = time_of_crack(0.005);
  print_message("a crack takes %.3f s at 1 ms, %.3f s at 5 ms\n", shortest, longest);
  assert_close(longest / shortest, 1, 0.15); /* a step, of 0.2 s */
  assert_close(shortest, 7 * 0.04 / 1.5, 0.25 * 7 * 0.04 / 1.5);
}

/* One half of a sheet is cut off, put above the other, which is held, and dropped: it comes to lie on it, and the
   triangles of the cut are gone from what is seen and touched. */
static void pieces_touch_what_they_came_from(void **state)
{
  (void)state;
  enum { NX = 13, NZ = 9, MIDDLE = 6 };
  for (size_t m = 0; m < 3; m++) {
    pl_world_def world_def = quiet_world(0.005);
    world_def.gravity[1] = -9.81;
    pl_world *world = make_world(&world_def);
    pl_mesh *mesh = NULL;
    assert_ok(pl_make_sheet(1.2, 0.8, NX, NZ, &mesh));
    pl_body_def def = pl_default_body_def(breaking[m].kind);
    def.mesh = mesh;
    def.density = 300;
    def.thickness = 0.01;
    def.drag = 1;
    def.contact.self = true;
    def.fracture.strain = 10;
    uint32_t held[NX * NZ];
    size_t held_count = 0;
    for (uint32_t i = 0; i < MIDDLE * NZ; i++) held[held_count++] = i;
    pl_pin_def pin = pl_default_pin_def();
    pin.particles = held;
    pin.count = held_count;
    def.pins = &pin;
    def.pin_count = 1;
    pl_body *body = make_body(world, &def);
    size_t links = pl_body_link_count(body), count = pl_mesh_view(mesh).vertex_count;
    uint32_t ends[2 * 1024];
    uint8_t cut[1024] = {0};
    assert_true(links < 1024);
    assert_ok(pl_body_links(body, ends, NULL));
    for (size_t k = 0; k < links; k++)
      if ((ends[2 * k] < MIDDLE * NZ) != (ends[2 * k + 1] < MIDDLE * NZ)) cut[k] = PL_LINK_BROKEN;
    double x[3 * NX * NZ];
    memcpy(x, pl_body_positions(body), 3 * count * sizeof(double));
    for (size_t i = MIDDLE * NZ; i < count; i++) {
      x[3 * i] -= 0.6;
      x[3 * i + 1] += 0.1;
    }
    uint64_t revision = pl_body_skin_revision(body);
    assert_ok(pl_body_set_links(body, cut));
    assert_ok(pl_body_set_positions(body, x));
    step_times(world, 400);
    assert_true(pl_body_skin_revision(body) > revision);
    pl_mesh_data skin = pl_body_skin(body);
    assert_int_equal(skin.triangle_count, pl_mesh_view(mesh).triangle_count);
    size_t dead = 0;
    for (size_t t = 0; t < skin.triangle_count; t++) {
      const uint32_t *corner = skin.triangles + 3 * t;
      bool gone = corner[0] == corner[1], left = corner[0] < MIDDLE * NZ;
      dead += gone;
      for (size_t k = 1; k < 3 && !gone; k++) assert_true((corner[k] < MIDDLE * NZ) == left);
    }
    assert_int_equal(dead, 2 * (NZ - 1));
    assert_int_equal(body->view.links->pieces.count, 2);
    const double *now = pl_body_positions(body);
    size_t above = 0;
    for (size_t i = MIDDLE * NZ; i < count; i++) {
      if (now[3 * i] < -0.61 || now[3 * i] > -0.11 || fabs(now[3 * i + 2]) > 0.39) continue; /* hangs over */
      assert_true(now[3 * i + 1] > 0.005 && now[3 * i + 1] < 0.05);
      above++;
    }
    print_message("%s: %zu particles lie on the other piece\n", breaking[m].name, above);
    assert_true(above > 10);
    pl_mesh_destroy(mesh);
    pl_world_destroy(world);
  }
}

/* Faces of the inside are drawn and do not touch, but its particles meet obstacles as those of the outside do: of a
   solid that fell to crumbs none goes through the floor. */
static void crumbs_of_the_inside_meet_the_floor(void **state)
{
  (void)state;
  enum { SIDE = 5, CRUMBS = SIDE * SIDE * SIDE };
  for (size_t m = 0; m < 3; m++) {
    pl_world_def world_def = quiet_world(0.005);
    world_def.gravity[1] = -9.81;
    pl_world *world = make_world(&world_def);
    pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
    pl_obstacle_id id;
    assert_ok(pl_obstacle_create(world, &floor, &id));
    pl_mesh *mesh = make_bar(SIDE, SIDE, SIDE, 0.1, 6);
    pl_body_def def = bar_material(breaking[m].kind);
    def.mesh = mesh;
    def.fracture.strain = 10;
    pl_body *body = make_body(world, &def);
    pl_mesh_destroy(mesh);
    double x[3 * CRUMBS];
    memcpy(x, pl_body_positions(body), sizeof x);
    for (size_t i = 0; i < CRUMBS; i++) x[3 * i + 1] += 0.3;
    uint8_t cut[3 * CRUMBS];
    memset(cut, PL_LINK_BROKEN, sizeof cut);
    assert_true(pl_body_link_count(body) <= sizeof cut);
    assert_ok(pl_body_set_positions(body, x));
    assert_ok(pl_body_set_links(body, cut));
    step_times(world, 300);
    assert_int_equal(body->view.links->pieces.count, CRUMBS);
    double lowest = INFINITY, highest = -INFINITY;
    for (size_t i = 0; i < CRUMBS; i++) {
      lowest = fmin(lowest, pl_body_positions(body)[3 * i + 1]);
      highest = fmax(highest, pl_body_positions(body)[3 * i + 1]);
    }
    print_message("%s: crumbs lie from %.4f to %.4f m\n", breaking[m].name, lowest, highest);
    assert_true(lowest > -0.001 && highest < 0.1); /* m: what a step under a contact that yields may go in */
    pl_world_destroy(world);
  }
}

static void bad_fracture_is_refused(void **state)
{
  (void)state;
  pl_world_def world_def = quiet_world(0.005);
  pl_world *world = make_world(&world_def);
  pl_mesh *mesh = make_bar(2, 2, 2, 0.1, 26);
  pl_body *body = NULL;
  const struct {
    pl_model_kind kind;
    double strain, variation, stiffness;
    bool volume, stress, laplacian;
    pl_status status;
    const char *text;
  } bad[] = {{PL_MODEL_CONTINUUM, -1, 0, 0, false, false, false, PL_ERROR_ARGUMENT, "fracture.strain must be positive"},
             {PL_MODEL_CONTINUUM, 1, 1, 0, false, false, false, PL_ERROR_ARGUMENT, "fracture.variation must be in"},
             {PL_MODEL_CONTINUUM, 1, 0, 0, true, false, false, PL_ERROR_UNSUPPORTED, "keep its volume"},
             {PL_MODEL_GRAPH, 0, 0, 5, false, true, false, PL_ERROR_ARGUMENT, "need graph.youngs_modulus"},
             {PL_MODEL_GRAPH, 1, 0, 0, false, false, true, PL_ERROR_UNSUPPORTED, "does not break"},
             {PL_MODEL_HYBRID, 1, 0, 0, false, false, true, PL_ERROR_UNSUPPORTED, "does not break"},
             {PL_MODEL_SURFACE, 1, 0, 0, false, false, false, PL_ERROR_UNSUPPORTED, "no links"}};
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    pl_body_def def = bar_material(bad[k].kind);
    def.mesh = mesh;
    def.fracture.strain = bad[k].strain;
    def.fracture.variation = bad[k].variation;
    def.graph.stiffness = bad[k].stiffness;
    if (bad[k].stress) def.fracture.stress = 100;
    if (bad[k].laplacian) {
      def.graph.laplacian = 1;
      def.hybrid.step = PL_HYBRID_PRINTED;
    }
    if (bad[k].volume) def.volume.mode = PL_VOLUME_KEEP;
    assert_refused(pl_body_create(world, &def, &body), bad[k].status, bad[k].text);
  }
  pl_body_def def = bar_material(PL_MODEL_GRAPH);
  def.mesh = mesh;
  def.fracture.strain = 1;
  body = make_body(world, &def);
  double basis[8] = {1};
  assert_refused(pl_body_set_subspace(body, basis, 1), PL_ERROR_UNSUPPORTED, "may break");
  pl_volume_def volume = pl_default_volume_def();
  for (int mode = PL_VOLUME_KEEP; mode <= PL_VOLUME_PRESSURE; mode++) {
    volume.mode = (pl_volume_mode)mode;
    assert_refused(pl_body_set_volume(body, &volume), PL_ERROR_UNSUPPORTED, "may break");
  }
  volume.mode = PL_VOLUME_FREE;
  assert_ok(pl_body_set_volume(body, &volume));
  def.fracture.strain = 0;
  body = make_body(world, &def);
  uint8_t none = 0;
  assert_refused(pl_body_set_links(body, &none), PL_ERROR_UNSUPPORTED, "no links that may break");
  pl_mesh_destroy(mesh);
  pl_world_destroy(world);
}

int main(void)
{
  choose_tests();
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(breaks_at_its_limit),
      cmocka_unit_test(pieces_keep_their_own_momenta),
      cmocka_unit_test(random_cuts_add_no_energy),
      cmocka_unit_test(the_same_bits),
      cmocka_unit_test(notches_bear_the_same_on_finer_grids),
      cmocka_unit_test(cracks_are_as_fast_at_any_step),
      cmocka_unit_test(pieces_touch_what_they_came_from),
      cmocka_unit_test(crumbs_of_the_inside_meet_the_floor),
      cmocka_unit_test(limits_are_hashed),
      cmocka_unit_test(bad_fracture_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
