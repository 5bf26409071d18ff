/* SPDX-License-Identifier: MIT
   Pieces that broken links have parted, each for itself: momenta of hexahedra, and sleep. */
#include "inelastic_models.h"

#include "model/hex/hex.h"
#include "world/world.h"

enum { CELLS_X = 9, CELLS = 2, LAYER = CELLS * CELLS };
static const double cell = 0.05; /* m */

/* A free bar of 9 x 2 x 2 cells, whose cells break only where a test says so. */
static pl_body *make_hex_bar(pl_world *world)
{
  pl_mesh *mesh = make_bar(CELLS_X + 1, CELLS + 1, CELLS + 1, cell, 26);
  pl_body_def def = pl_default_body_def(PL_MODEL_HEX);
  def.mesh = mesh;
  def.density = 200;
  def.hex.youngs_modulus = 5e4;
  def.hex.cells[0] = CELLS_X;
  def.hex.cells[1] = def.hex.cells[2] = CELLS;
  def.fracture.strain = 1e3;
  pl_body *body = make_body(world, &def);
  pl_mesh_destroy(mesh);
  return body;
}

/* Breaks the cells between `from` and `to` along x, as parts of the length. */
static void cut_cells(pl_body *body, double from, double to)
{
  const pl_hex *hex = body->view.data;
  uint8_t state[CELLS_X * LAYER] = {0};
  assert_int_equal(pl_body_link_count(body), CELLS_X * LAYER);
  for (size_t e = 0; e < hex->voxels.element_count; e++) {
    double low = hex->voxels.nodes[3 * (size_t)hex->voxels.corners[PL_HEX_CORNERS * e]] / (CELLS_X * cell);
    if (low > from - 1e-9 && low < to - 1e-9) state[e] = PL_LINK_BROKEN;
  }
  assert_ok(pl_body_set_links(body, state));
}

typedef struct piece_motion {
  double mass, centre[3], momentum[3], moment[3]; /* about the centre */
} piece_motion;

/* Of a piece, from its nodes and the mass matrix. */
static piece_motion motion_of(const pl_body *body, size_t piece)
{
  const pl_hex *hex = body->view.data;
  const pl_embedded *nodes = &hex->nodes;
  enum { MOST = 3 * (CELLS_X + 1) * (CELLS + 1) * (CELLS + 1) };
  double one[MOST], mass[MOST], momentum[MOST];
  assert_true(nodes->unknowns <= MOST);
  for (size_t k = 0; k < nodes->unknowns; k++) one[k] = 1;
  pl_hex_mass(nodes, one, mass);
  pl_hex_mass(nodes, nodes->w, momentum);
  piece_motion out = {0};
  for (size_t i = 0; i < nodes->unknowns; i += 3) {
    if (nodes->pieces.of[i / 3] != piece) continue;
    out.mass += mass[i];
    pl_vec3_add_scaled(out.centre, mass[i], nodes->y + i, out.centre);
    pl_vec3_add(out.momentum, momentum + i, out.momentum);
  }
  pl_vec3_scale(out.centre, 1 / out.mass, out.centre);
  for (size_t i = 0; i < nodes->unknowns; i += 3) {
    double arm[3], moment[3];
    if (nodes->pieces.of[i / 3] != piece) continue;
    pl_vec3_sub(nodes->y + i, out.centre, arm);
    pl_vec3_cross(arm, momentum + i, moment);
    pl_vec3_add(out.moment, moment, out.moment);
  }
  return out;
}

/* A bar that spins, shakes and falls is cut in three, and its pieces fly on for half a second. Each of them falls as a
   point does, keeps its angular momentum, and is where its momentum says. */
static void pieces_of_hexahedra_fly_ballistically(void **state)
{
  (void)state;
  enum { STEPS = 100 };
  const double h = 0.005, g[3] = {0, -9.81, 0};
  pl_world_def world_def = quiet_world(h);
  memcpy(world_def.gravity, g, sizeof g);
  pl_world *world = make_world(&world_def);
  pl_body *body = make_hex_bar(world);
  const pl_embedded *nodes = &((const pl_hex *)body->view.data)->nodes;
  double v[3 * 256];
  const double *x = pl_body_positions(body);
  assert_true(body->count <= 256);
  for (size_t i = 0; i < body->count; i++)
    pl_vec3_set(v + 3 * i, 0.4 - 6 * x[3 * i + 1], 6 * x[3 * i] + x[3 * i + 2], 0.5 * sin(20 * x[3 * i]));
  assert_ok(pl_body_set_velocities(body, v));
  step_times(world, 1);
  double kinetic = nodes->kind->kinetic(nodes);
  piece_motion whole = motion_of(body, 0), sum = {0};
  assert_int_equal(nodes->pieces.count, 1);
  cut_cells(body, 3.0 / 9, 4.0 / 9);
  cut_cells(body, 6.0 / 9, 7.0 / 9);
  step_times(world, 1);
  assert_int_equal(nodes->pieces.count, 3);
  assert_true(nodes->kind->kinetic(nodes) < 1.02 * kinetic); /* falls on for a step, and springs back a little */
  piece_motion before[3];
  for (size_t p = 0; p < 3; p++) {
    before[p] = motion_of(body, p);
    pl_vec3_add(sum.momentum, before[p].momentum, sum.momentum);
    double arm[3], moment[3];
    pl_vec3_sub(before[p].centre, whole.centre, arm);
    pl_vec3_cross(arm, before[p].momentum, moment);
    pl_vec3_add(sum.moment, before[p].moment, sum.moment);
    pl_vec3_add(sum.moment, moment, sum.moment);
  }
  /* a cut changes neither: the step after it has added the weight, which acts at the centre */
  double scale = pl_vec3_length(whole.momentum) + pl_vec3_length(whole.moment);
  double fallen[3], arm[3];
  pl_vec3_copy(whole.momentum, fallen);
  pl_vec3_add_scaled(fallen, h * whole.mass, g, fallen);
  for (int c = 0; c < 3; c++) assert_true(fabs(sum.momentum[c] - fallen[c]) < 1e-12 * scale);
  pl_vec3_scale(fallen, h / whole.mass, arm); /* where the centre is after the step, from where it was */
  double carried[3];
  pl_vec3_cross(arm, fallen, carried);
  for (int c = 0; c < 3; c++) assert_true(fabs(sum.moment[c] - carried[c] - whole.moment[c]) < 1e-12 * scale);
  step_times(world, STEPS);
  for (size_t p = 0; p < 3; p++) {
    piece_motion after = motion_of(body, p);
    for (int c = 0; c < 3; c++) {
      double speed = before[p].momentum[c] / before[p].mass;
      /* implicit Euler: in each step the velocity falls by h g, then the place goes by h v */
      double place = before[p].centre[c] + STEPS * h * speed + 0.5 * STEPS * (STEPS + 1) * h * h * g[c];
      double off[3] = {after.momentum[c] - before[p].momentum[c] - STEPS * h * before[p].mass * g[c],
                       after.moment[c] - before[p].moment[c], (after.centre[c] - place) * after.mass};
      for (int k = 0; k < 3; k++)
        assert_true(fabs(off[k]) < 1e-10 * scale); /* rounding of a hundred steps and solves */
    }
  }
  pl_world_destroy(world);
}

/* One end is held and stays where it is, while the other falls. */
static void a_held_piece_holds_no_other(void **state)
{
  (void)state;
  enum { STEPS = 60 };
  const double h = 0.005, g[3] = {0, -9.81, 0};
  pl_world_def world_def = quiet_world(h);
  memcpy(world_def.gravity, g, sizeof g);
  pl_world *world = make_world(&world_def);
  pl_body *body = make_hex_bar(world);
  const pl_embedded *nodes = &((const pl_hex *)body->view.data)->nodes;
  uint32_t left[64];
  size_t count = 0;
  for (uint32_t i = 0; i < body->count; i++)
    if (pl_body_positions(body)[3 * (size_t)i] < 1e-9) left[count++] = i;
  pl_pin_def pin = pl_default_pin_def();
  pin.particles = left;
  pin.count = count;
  pl_pin_id id;
  assert_ok(pl_pin_create(body, &pin, &id));
  step_times(world, 40);
  cut_cells(body, 4.0 / 9, 5.0 / 9);
  step_times(world, 1);
  assert_int_equal(nodes->pieces.count, 2);
  size_t free_piece = nodes->pieces.of[nodes->unknowns / 3 - 1];
  piece_motion before = motion_of(body, free_piece), held = motion_of(body, 1 - free_piece);
  step_times(world, STEPS);
  piece_motion after = motion_of(body, free_piece), still = motion_of(body, 1 - free_piece);
  double scale = STEPS * h * before.mass * 9.81;
  for (int c = 0; c < 3; c++) {
    assert_true(fabs(after.momentum[c] - before.momentum[c] - STEPS * h * before.mass * g[c]) < 1e-10 * scale);
    assert_true(fabs(after.moment[c] - before.moment[c]) < 1e-10 * scale);
  }
  print_message("the held end has moved by %.3f m, the other by %.3f m\n", pl_vec3_distance(held.centre, still.centre),
                pl_vec3_distance(before.centre, after.centre));
  assert_true(pl_vec3_distance(held.centre, still.centre) <
              2 * cell); /* swings back, without the weight that is gone */
  pl_world_destroy(world);
}

/* ---- sleep ---- */

static const bar_model torn[] = {{"continuum", PL_MODEL_CONTINUUM, 5, true, true},
                                 {"graph", PL_MODEL_GRAPH, 5, true, true},
                                 {"hybrid", PL_MODEL_HYBRID, 5, false, true},
                                 {"hex", PL_MODEL_HEX, 5, true, true}};
enum { TORN = sizeof torn / sizeof *torn };

static const double leaves = 9; /* s, when the floor goes down */

typedef struct lying {
  pl_world *world;
  pl_body *body, *stone;
} lying;

/* A bar on a floor, whose right end is lifted all the time, and high above its left half a block. */
static lying make_lying_bar(const bar_model *model, int threads)
{
  lying out = {0};
  pl_world_def world_def = quiet_world(0.01);
  world_def.gravity[1] = -9.81;
  world_def.threads = threads;
  out.world = make_world(&world_def);
  const pl_pose_key floor_keys[3] = {{.time = 0}, {.time = leaves}, {.time = leaves + 10, .translate = {0, -5, 0}}};
  pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  floor.motion = (pl_motion){.keys = floor_keys, .count = 3};
  pl_obstacle_id id;
  assert_ok(pl_obstacle_create(out.world, &floor, &id));
  pl_mesh *mesh = make_bar(BAR_X, BAR_Y, BAR_Y, BAR_SPACING, 26);
  pl_body_def def = bar_material(model->kind);
  def.mesh = mesh;
  def.density = 200;
  def.fracture.strain = 1e3;
  def.hybrid.stretch.value = 2e5;
  def.contact.bodies = true;
  uint32_t right[BAR_SIDE];
  const pl_pose_key keys[2] = {{.time = 0}, {.time = 10, .translate = {0.2, 0.5, 0}}};
  pl_pin_def pin = pl_default_pin_def();
  pin.particles = right;
  pin.count = select_particles(mesh, 0, (BAR_X - 1) * BAR_SPACING, right);
  pin.motion = (pl_motion){.keys = keys, .count = 2};
  def.pins = &pin;
  def.pin_count = 1;
  out.body = make_body(out.world, &def);
  size_t count = pl_body_link_count(out.body);
  uint32_t ends[2 * 2048];
  uint8_t cut[2048] = {0};
  assert_true(count < sizeof cut);
  assert_ok(pl_body_links(out.body, ends, NULL));
  const double *x = pl_body_positions(out.body), middle = 3.5 * BAR_SPACING;
  for (size_t k = 0; k < count; k++)
    if (model->kind == PL_MODEL_HEX)
      cut[k] = k / (count / (BAR_X - 1)) == 3 ? PL_LINK_BROKEN : PL_LINK_SOUND; /* cells along x, slice by slice */
    else if ((x[3 * (size_t)ends[2 * k]] < middle) != (x[3 * (size_t)ends[2 * k + 1]] < middle))
      cut[k] = PL_LINK_BROKEN;
  assert_ok(pl_body_set_links(out.body, cut));
  pl_mesh_destroy(mesh);
  return out;
}

/* Drops a block on what lies. */
static void drop_block(lying *l)
{
  pl_mesh *mesh = make_bar(3, 3, 3, 0.03, 26);
  double x[81];
  for (size_t i = 0; i < 27; i++)
    for (size_t c = 0; c < 3; c++) x[3 * i + c] = pl_mesh_view(mesh).positions[3 * i + c] + (c == 1 ? 0.5 : 0.03);
  pl_body_def def = bar_material(PL_MODEL_GRAPH);
  def.mesh = mesh;
  def.density = 500;
  def.positions = x;
  def.contact.bodies = true;
  l->stone = make_body(l->world, &def);
  pl_mesh_destroy(mesh);
}

/* Particles of the left piece, which is that of particle 0: how many sleep, and how fast the fastest is. */
static size_t sleepers(const lying *l, size_t *all, double *fastest)
{
  uint32_t of[BAR_COUNT];
  uint8_t asleep[BAR_COUNT];
  size_t pieces = pl_body_pieces(l->body, of, asleep), count = 0;
  assert_true(pieces >= 2);
  *all = 0;
  *fastest = 0;
  for (size_t i = 0; i < l->body->count; i++) {
    if (of[i] != of[0]) {
      assert_false(asleep[i]); /* the other is held, and moves */
      continue;
    }
    ++*all;
    count += asleep[i];
    *fastest = fmax(*fastest, pl_vec3_length(pl_body_velocities(l->body) + 3 * i));
  }
  return count;
}

/* Steps until all of the left piece sleeps, or none of it; returns the seconds that this took. */
static double wait_for(lying *l, bool asleep, double most)
{
  double begin = pl_world_time(l->world), fastest;
  size_t all, now;
  do {
    step_times(l->world, 1);
    now = sleepers(l, &all, &fastest);
    assert_true(now == 0 || now == all);
    assert_true(now == 0 || fastest == 0);
  } while ((now > 0) != asleep && pl_world_time(l->world) < begin + most);
  assert_true((now > 0) == asleep);
  return pl_world_time(l->world) - begin;
}

static double height_of_left(const lying *l)
{
  uint32_t of[BAR_COUNT];
  double sum = 0;
  size_t count = 0;
  pl_body_pieces(l->body, of, NULL);
  for (size_t i = 0; i < l->body->count; i++)
    if (of[i] == of[0]) {
      sum += pl_body_positions(l->body)[3 * i + 1];
      count++;
    }
  return sum / (double)count;
}

/* One piece is lifted for ever; the other comes to rest on the floor and sleeps, with the same bits in every step. What
   hits it wakes it, and it sleeps again; when the floor leaves it, it falls. */
static void a_piece_sleeps_while_others_move(void **state)
{
  (void)state;
  for (size_t m = 0; m < TORN; m++) {
    lying l = make_lying_bar(&torn[m], 1);
    double first = wait_for(&l, true, 4), fastest;
    size_t all;
    double x[3 * BAR_COUNT];
    size_t bytes = 3 * l.body->count * sizeof(double);
    memcpy(x, pl_body_positions(l.body), bytes);
    void *snapshot = NULL;
    size_t size = 0;
    assert_ok(pl_world_save(l.world, &snapshot, &size));
    step_times(l.world, 50);
    uint32_t of[BAR_COUNT];
    pl_body_pieces(l.body, of, NULL);
    bool other = false;
    assert_true(sleepers(&l, &all, &fastest) == all);
    for (size_t i = 0; i < l.body->count; i++) {
      bool same = memcmp(x + 3 * i, pl_body_positions(l.body) + 3 * i, 3 * sizeof(double)) == 0;
      assert_true(same || of[i] != of[0]);
      other = other || !same;
    }
    assert_true(other);
    assert_false(pl_body_is_asleep(l.body));
    uint64_t hash = pl_world_hash(l.world);
    assert_ok(pl_world_restore(l.world, snapshot, size));
    step_times(l.world, 50);
    assert_true(pl_world_hash(l.world) == hash);
    pl_free(snapshot);
    drop_block(&l);
    double hit = wait_for(&l, false, 1), again = wait_for(&l, true, 4);
    assert_true(hit > 0.25 && hit < 0.35); /* falls 0.4 m */
    assert_true(pl_world_time(l.world) < leaves);
    while (pl_world_time(l.world) < leaves - 1e-6) step_times(l.world, 1);
    assert_true(sleepers(&l, &all, &fastest) == all);
    double height = height_of_left(&l), lost = wait_for(&l, false, 0.2);
    step_times(l.world, 20);
    print_message("%s: sleeps after %.2f s, is hit at %.2f s, sleeps after %.2f s, falls %.2f s after the floor left\n",
                  torn[m].name, first, hit, again, lost);
    assert_true(height_of_left(&l) < height - 0.05); /* the floor has gone 0.1 m */
    pl_world_destroy(l.world);
  }
}

int main(void)
{
  choose_tests();
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pieces_of_hexahedra_fly_ballistically),
      cmocka_unit_test(a_held_piece_holds_no_other),
      cmocka_unit_test(a_piece_sleeps_while_others_move),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
