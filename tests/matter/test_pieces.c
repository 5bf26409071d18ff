/* SPDX-License-Identifier: MIT
   Pieces that broken links have parted, each for itself: momenta of hexahedra. */
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

int main(void)
{
  choose_tests();
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pieces_of_hexahedra_fly_ballistically),
      cmocka_unit_test(a_held_piece_holds_no_other),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
