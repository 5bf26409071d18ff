/* SPDX-License-Identifier: MIT
   What a limit is of: shear and not opening, elongation with what has flowed, bending that leaves a crease. Shapes are
   given, so that strains are known; steps are so short that nothing moves. */
#include "fixtures.h"

#include <string.h>

#include "math/vec3.h"
#include "pliant/make.h"
#include "world/world.h"

enum { N = 6, SHEET = N * N, MOST = 8 * SHEET };
#define SPACING 0.1

typedef struct sheet {
  pl_world *world;
  pl_body *body;
  double rest[3 * SHEET];
} sheet;

/* In the plane of x and z, as pl_make_sheet has it. */
static sheet make_fracturing(pl_model_kind kind, const pl_fracture_def *fracture, double relaxation)
{
  sheet s;
  pl_world_def world_def = quiet_world(1e-4);
  s.world = make_world(&world_def);
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_sheet((N - 1) * SPACING, (N - 1) * SPACING, N, N, &mesh));
  pl_body_def def = pl_default_body_def(kind);
  def.mesh = mesh;
  def.thickness = 0.02;
  def.density = 1000;
  def.graph.youngs_modulus = def.continuum.youngs_modulus = def.hybrid.stretch.value = 1e4;
  def.fracture = *fracture;
  def.inelastic.relaxation_time = relaxation;
  def.contact.bodies = false;
  s.body = make_body(s.world, &def);
  pl_mesh_destroy(mesh);
  memcpy(s.rest, pl_body_positions(s.body), sizeof s.rest);
  return s;
}

static void take_shape(const sheet *s, const double *x)
{
  const double still[3 * SHEET] = {0};
  assert_ok(pl_body_set_positions(s->body, x));
  assert_ok(pl_body_set_velocities(s->body, still));
  step_times(s->world, 1);
}

static size_t count_links(const sheet *s, pl_link_state state)
{
  uint8_t links[MOST];
  size_t count = pl_body_link_count(s->body), found = 0;
  assert_true(count > 0 && count <= MOST);
  assert_ok(pl_body_links(s->body, NULL, links));
  for (size_t k = 0; k < count; k++) found += links[k] == state;
  return found;
}

/* x -> x + along x + across z: along is opening, across / 2 the shear strain. */
static size_t broken_by(pl_model_kind kind, const pl_fracture_def *fracture, double along, double across)
{
  sheet s = make_fracturing(kind, fracture, 0);
  double x[3 * SHEET];
  memcpy(x, s.rest, sizeof x);
  for (size_t i = 0; i < SHEET; i++) x[3 * i] += along * s.rest[3 * i] + across * s.rest[3 * i + 2];
  take_shape(&s, x);
  size_t broken = count_links(&s, PL_LINK_BROKEN);
  pl_world_destroy(s.world);
  return broken;
}

/* A sheet slides apart beyond the limit in shear (modes II and III) and not below it, to 10 %: strains of second order
   are a tenth of the limit. Opening does not break it, and the limit in opening does not mind shear. Of grids: the
   diagonals of graphs are opened by shear. */
static void shear_has_its_own_limit(void **state)
{
  (void)state;
  const pl_model_kind kinds[2] = {PL_MODEL_CONTINUUM, PL_MODEL_HYBRID};
  pl_fracture_def slides = pl_default_fracture_def(), opens = slides;
  slides.shear = opens.strain = 0.02;
  for (size_t k = 0; k < 2; k++) {
    assert_int_equal(broken_by(kinds[k], &slides, 0, 2 * 0.9 * 0.02), 0);
    assert_true(broken_by(kinds[k], &slides, 0, 2 * 1.1 * 0.02) > 0);
    assert_int_equal(broken_by(kinds[k], &slides, 0.06, 0), 0);
    assert_int_equal(broken_by(kinds[k], &opens, 0, 0.06), 0);
    assert_int_equal(broken_by(kinds[k], &opens, 0.9 * 0.02, 0), 0);
    assert_true(broken_by(kinds[k], &opens, 1.1 * 0.02, 0) > 0);
  }
}

/* Drawn out bit by bit, and at ease after each: elongation that has not flowed stays below a thousandth, so that no
   limit in strain breaks it; the limit in failure does, where all of the elongation reaches it (E of fig. 6). */
static void failure_counts_what_has_flowed(void **state)
{
  (void)state;
  const pl_model_kind kinds[3] = {PL_MODEL_CONTINUUM, PL_MODEL_GRAPH, PL_MODEL_HYBRID};
  for (size_t k = 0; k < 3; k++)
    for (int failing = 0; failing < 2; failing++) {
      pl_fracture_def fracture = pl_default_fracture_def();
      fracture.strain = 0.05;
      if (failing) fracture.failure = 0.2;
      sheet s = make_fracturing(kinds[k], &fracture, 1e-6);
      double x[3 * SHEET], reached = 0;
      memcpy(x, s.rest, sizeof x);
      for (int bit = 1; bit <= 60 && count_links(&s, PL_LINK_BROKEN) == 0; bit++) {
        reached = 0.005 * bit;
        for (size_t i = 0; i < SHEET; i++) x[3 * i] = (1 + reached) * s.rest[3 * i];
        take_shape(&s, x);
      }
      double wanted = kinds[k] == PL_MODEL_CONTINUUM ? sqrt(1 + 2 * 0.2) - 1 : 0.2; /* Green's strain there */
      if (failing)
        assert_true(reached > wanted - 1e-9 && reached < wanted + 0.0051); /* at the next bit */
      else
        assert_close(reached, 0.3, 1e-12);
      assert_int_equal(count_links(&s, PL_LINK_BROKEN) > 0, failing);
      pl_world_destroy(s.world);
    }
}

static double elastic(const sheet *s, const double *x)
{
  pl_model_context context = pl_world_context(s->world);
  double energy;
  assert_ok(s->body->model->energy(&s->body->view, x, &context, &energy, NULL));
  return energy;
}

/* On a cylinder; an axis in the sheet, along z. */
static void roll(const sheet *s, double curvature, double *x)
{
  for (size_t i = 0; i < SHEET; i++) {
    double angle = curvature * s->rest[3 * i];
    pl_vec3_set(x + 3 * i, sin(angle) / curvature, (1 - cos(angle)) / curvature, s->rest[3 * i + 2]);
  }
}

/* A sheet that is rolled so that its surface is strained beyond the limit is creased across the rolling: no link
   breaks, links along the cylinder stay sound, bending costs nothing from then on, and stretch what it did. */
static void bending_leaves_creases(void **state)
{
  (void)state;
  const double limit = 0.01, curvature = limit / (0.5 * 0.02);
  for (int beyond = 0; beyond < 2; beyond++) {
    pl_fracture_def fracture = pl_default_fracture_def();
    fracture.crease = limit;
    sheet s = make_fracturing(PL_MODEL_CONTINUUM, &fracture, 0);
    double x[3 * SHEET], drawn[3 * SHEET];
    roll(&s, curvature * (beyond ? 1.15 : 0.85), x);
    memcpy(drawn, s.rest, sizeof drawn);
    for (size_t i = 0; i < SHEET; i++) drawn[3 * i] *= 1.01;
    double bent = elastic(&s, x), stretched = elastic(&s, drawn);
    take_shape(&s, x);
    assert_int_equal(count_links(&s, PL_LINK_BROKEN), 0);
    if (!beyond) {
      assert_int_equal(count_links(&s, PL_LINK_CREASED), 0);
      assert_close(elastic(&s, x), bent, 1e-9 * bent);
    } else {
      uint32_t ends[2 * MOST];
      uint8_t links[MOST];
      assert_ok(pl_body_links(s.body, ends, links));
      for (size_t k = 0; k < pl_body_link_count(s.body); k++) {
        double along = s.rest[3 * ends[2 * k + 1]] - s.rest[3 * ends[2 * k]];
        assert_int_equal(links[k], fabs(along) > 1e-9 ? PL_LINK_CREASED : PL_LINK_SOUND);
      }
      /* chords are shorter than arcs by curvature^2 spacing^2 / 24: that stretch is all that is left */
      assert_true(elastic(&s, x) < 0.05 * bent);
    }
    assert_close(elastic(&s, drawn), stretched, 1e-9 * stretched);
    pl_world_destroy(s.world);
  }
}

/* Hybrids crease as well, where the curvature of what is deformed says so. */
static void hybrids_crease_where_they_bend(void **state)
{
  (void)state;
  const double limit = 0.01, curvature = limit / (0.5 * 0.02);
  for (int beyond = 0; beyond < 2; beyond++) {
    pl_fracture_def fracture = pl_default_fracture_def();
    fracture.crease = limit;
    sheet s = make_fracturing(PL_MODEL_HYBRID, &fracture, 0);
    pl_hybrid_def hybrid = pl_default_body_def(PL_MODEL_HYBRID).hybrid;
    hybrid.stretch.value = 0;
    hybrid.bend.value = 10;
    assert_ok(pl_body_set_hybrid(s.body, &hybrid));
    step_times(s.world, 1);
    double x[3 * SHEET];
    roll(&s, curvature * (beyond ? 1.15 : 0.85), x);
    double bent = elastic(&s, x);
    take_shape(&s, x);
    uint32_t ends[2 * MOST];
    uint8_t links[MOST];
    assert_ok(pl_body_links(s.body, ends, links));
    for (size_t k = 0; k < pl_body_link_count(s.body); k++) {
      double along = s.rest[3 * ends[2 * k + 1]] - s.rest[3 * ends[2 * k]];
      assert_int_equal(links[k], beyond && fabs(along) > 1e-9 ? PL_LINK_CREASED : PL_LINK_SOUND);
    }
    assert_close(elastic(&s, x), beyond ? 0 : bent,
                 1e-8 * bent); /* a trace of mass in the matrix, over the step squared */
    pl_world_destroy(s.world);
  }
  pl_world_def world_def = quiet_world(0.005);
  pl_world *world = make_world(&world_def);
  pl_mesh *mesh = make_bar(3, 3, 3, 0.1, 6);
  pl_body_def def = pl_default_body_def(PL_MODEL_HYBRID);
  def.mesh = mesh;
  def.fracture.crease = limit;
  pl_body *body = NULL;
  assert_refused(pl_body_create(world, &def, &body), PL_ERROR_MESH, "for what bends");
  pl_mesh_destroy(mesh);
  pl_world_destroy(world);
}

/* Callers may crease what loads do not: hybrids lose the bending across, and keep the rest. */
static void hybrids_are_creased_by_callers(void **state)
{
  (void)state;
  pl_fracture_def fracture = pl_default_fracture_def();
  fracture.strain = 1e3;
  sheet s = make_fracturing(PL_MODEL_HYBRID, &fracture, 0);
  uint8_t links[MOST];
  pl_hybrid_def hybrid = pl_default_body_def(PL_MODEL_HYBRID).hybrid;
  hybrid.stretch.value = 0;
  hybrid.bend.value = 10;
  assert_ok(pl_body_set_hybrid(s.body, &hybrid));
  step_times(s.world, 1);
  double x[3 * SHEET];
  roll(&s, 2, x);
  double bent = elastic(&s, x);
  assert_true(bent > 1e-3);
  memset(links, PL_LINK_CREASED, pl_body_link_count(s.body));
  assert_ok(pl_body_set_links(s.body, links));
  step_times(s.world, 1);
  assert_int_equal(s.body->view.links->pieces.count, 1);
  assert_close(elastic(&s, x), 0, 1e-8 * bent); /* a trace of mass in the matrix, over the step squared */
  pl_world_destroy(s.world);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(shear_has_its_own_limit),        cmocka_unit_test(failure_counts_what_has_flowed),
      cmocka_unit_test(bending_leaves_creases),         cmocka_unit_test(hybrids_crease_where_they_bend),
      cmocka_unit_test(hybrids_are_creased_by_callers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
