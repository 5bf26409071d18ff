/* SPDX-License-Identifier: MIT
   Links of the continuum model: edges of the grid that weaken, crease and break. */
#include "continuum_cases.h"

#include "base/memory.h"

enum { NU = 7, NV = 5, MOST = NU * NV };

typedef struct sheet {
  pl_world *world;
  pl_body *body;
  pl_links links;
  size_t count;
} sheet;

static pl_status refit(const sheet *s)
{
  pl_model_context context = {.h = s->body->world->h};
  return s->body->model->refit(&s->body->view, PL_REFIT_LINKS, &context);
}

static sheet make_sheet(void)
{
  sheet s = {0};
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_sheet(0.6, 0.4, NU - 1, NV - 1, &mesh));
  s.count = pl_mesh_view(mesh).vertex_count;
  pl_world_def world_def = quiet_world(0.01);
  s.world = make_world(&world_def);
  pl_body_def def = plain_continuum(mesh);
  for (int k = 0; k < 3; k++) def.continuum.bend[k].value = 0.2;
  s.body = make_body(s.world, &def);
  pl_fibres fibres;
  s.body->model->fibres(&s.body->view, &fibres);
  s.links = (pl_links){.count = fibres.link_count,
                       .state = PL_NEW(uint8_t, fibres.link_count),
                       .weight = PL_NEW(double, fibres.link_count)};
  for (size_t k = 0; k < fibres.link_count; k++) s.links.weight[k] = 1;
  s.body->view.links = &s.links;
  pl_mesh_destroy(mesh);
  return s;
}

static void free_sheet(sheet *s)
{
  s->body->view.links = NULL;
  pl_release(s->links.state);
  pl_release(s->links.weight);
  pl_world_destroy(s->world);
}

static void disturbed(const sheet *s, double *x)
{
  uint64_t seed = 11;
  const double *now = pl_body_positions(s->body);
  for (size_t k = 0; k < 3 * s->count; k++) x[k] = now[k] + 0.02 * random_unit(&seed);
}

static const double cut_at = 0.05; /* m along x, between nodes: the sheet goes from -0.3 to 0.3 */

static bool is_right(const sheet *s, size_t particle) { return pl_body_positions(s->body)[3 * particle] > cut_at; }

static void set_cut(sheet *s, uint8_t state)
{
  pl_fibres fibres;
  s->body->model->fibres(&s->body->view, &fibres);
  for (size_t k = 0; k < fibres.link_count; k++)
    if (is_right(s, fibres.link_ends[2 * k]) != is_right(s, fibres.link_ends[2 * k + 1])) s->links.state[k] = state;
  assert_ok(refit(s));
}

/* What is cut through does not know where the other half is, to the last bit: no normal looks across the crack. */
static void halves_do_not_see_each_other(void **state)
{
  (void)state;
  sheet s = make_sheet();
  double x[3 * MOST], force[2][3 * MOST], sound[3 * MOST];
  disturbed(&s, x);
  elastic_energy(s.body, x, sound);
  set_cut(&s, PL_LINK_BROKEN);
  for (int far = 0; far < 2; far++) {
    for (size_t i = 0; i < s.count; i++) x[3 * i + 1] += far && is_right(&s, i) ? 10 : 0;
    elastic_energy(s.body, x, force[far]);
  }
  size_t left = 0, pulled = 0;
  for (size_t i = 0; i < s.count; i++) {
    if (is_right(&s, i)) continue;
    assert_memory_equal(force[0] + 3 * i, force[1] + 3 * i, 3 * sizeof(double));
    left++;
    pulled += memcmp(force[0] + 3 * i, sound + 3 * i, 3 * sizeof(double)) != 0;
  }
  assert_true(left > 0 && pulled > 0); /* before the cut the other half did pull */
  free_sheet(&s);
}

/* Forces of a torn, creased and weak sheet are the derivative of its energy. */
static void forces_are_derivatives(void **state)
{
  (void)state;
  sheet s = make_sheet();
  double x[3 * MOST], force[3 * MOST], none[3 * MOST];
  uint64_t seed = 4;
  for (size_t k = 0; k < s.links.count; k++) {
    s.links.state[k] = (uint8_t)(k % 7 == 2 ? PL_LINK_BROKEN : k % 5 == 1 ? PL_LINK_CREASED : PL_LINK_SOUND);
    s.links.weight[k] = 1.1 + random_unit(&seed);
  }
  assert_ok(refit(&s));
  disturbed(&s, x);
  elastic_energy(s.body, x, force);
  double worst = 0, most = largest_of(force, 3 * s.count);
  for (size_t k = 0; k < 3 * s.count; k++) {
    double at = x[k], step = 1e-6;
    x[k] = at + step;
    double above = elastic_energy(s.body, x, none);
    x[k] = at - step;
    double below = elastic_energy(s.body, x, none);
    x[k] = at;
    worst = fmax(worst, fabs(force[k] + (above - below) / (2 * step)));
  }
  assert_less(worst, 1e-6 * most);
  free_sheet(&s);
}

/* A crease holds as before, and bends freely: folded flat along it a sheet has no energy but where it was bent. */
static void a_crease_bends_freely(void **state)
{
  (void)state;
  sheet s = make_sheet();
  double x[3 * MOST], energy[2];
  const double *flat = pl_body_positions(s.body);
  for (int creased = 0; creased < 2; creased++) {
    const double fold = 0.3;
    if (creased) set_cut(&s, PL_LINK_CREASED);
    for (size_t i = 0; i < s.count; i++) {
      double beyond = fmax(0, flat[3 * i] - cut_at);
      x[3 * i] = flat[3 * i] - beyond + beyond * cos(fold);
      x[3 * i + 1] = beyond * sin(fold);
      x[3 * i + 2] = flat[3 * i + 2];
    }
    energy[creased] = elastic_energy(s.body, x, NULL);
  }
  print_message("folded: %g J, creased: %g J\n", energy[0], energy[1]);
  assert_less(energy[1], 0.05 * energy[0]); /* of the edges across the fold, which are a little shorter */
  free_sheet(&s);
}

/* All weights halved is a material half as stiff. */
static void weights_are_stiffness(void **state)
{
  (void)state;
  sheet s = make_sheet();
  double x[3 * MOST], whole, half;
  disturbed(&s, x);
  whole = elastic_energy(s.body, x, NULL);
  for (size_t k = 0; k < s.links.count; k++) s.links.weight[k] = 0.5;
  assert_ok(refit(&s));
  half = elastic_energy(s.body, x, NULL);
  assert_close(half / whole, 0.5, 1e-12);
  free_sheet(&s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(halves_do_not_see_each_other),
      cmocka_unit_test(forces_are_derivatives),
      cmocka_unit_test(a_crease_bends_freely),
      cmocka_unit_test(weights_are_stiffness),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
