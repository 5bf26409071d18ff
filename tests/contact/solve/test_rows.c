/* SPDX-License-Identifier: MIT
   The solver of contact rows against models made of a plain matrix: every coupling, all rows at once and only those
   that push. */
#include "contact/solve/active_set.h"

#include <string.h>

#include "contact/islands/sub_islands.h"
#include "fixtures.h"
#include "math/vec3.h"

enum { N = 12, DIM = 3 * N, TIES = 3 };

/* A body whose answer to impulses is a matrix, 3 N × 3 N. */
typedef struct plain {
  double w[DIM * DIM];
  double pending[DIM]; /* m/s: velocities that x and v do not have yet */
} plain;

static pl_status plain_apply_impulses(pl_model_body *body, const pl_impulse *impulses, size_t count,
                                      const pl_model_context *context)
{
  const plain *p = body->data;
  for (size_t k = 0; k < count; k++)
    for (size_t i = 0; i < DIM; i++)
      for (size_t c = 0; c < 3; c++) {
        double dv = p->w[i * DIM + 3 * impulses[k].particle + c] * impulses[k].value[c];
        body->v[i] += dv;
        body->x[i] += context->h * dv;
      }
  return PL_OK;
}

static pl_status plain_push(pl_model_body *body, const pl_impulse *impulses, size_t count,
                            const pl_model_context *context)
{
  (void)context;
  plain *p = body->data;
  for (size_t k = 0; k < count; k++)
    for (size_t i = 0; i < DIM; i++)
      for (size_t c = 0; c < 3; c++)
        p->pending[i] += p->w[i * DIM + 3 * impulses[k].particle + c] * impulses[k].value[c];
  return PL_OK;
}

static pl_status plain_look(pl_model_body *body, const uint32_t *particles, size_t count,
                            const pl_model_context *context, double *velocities)
{
  (void)context;
  const plain *p = body->data;
  for (size_t k = 0; k < count; k++)
    pl_vec3_add(body->v + 3 * particles[k], p->pending + 3 * particles[k], velocities + 3 * k);
  return PL_OK;
}

static pl_status plain_commit(pl_model_body *body, const pl_model_context *context)
{
  plain *p = body->data;
  for (size_t i = 0; i < DIM; i++) {
    body->v[i] += p->pending[i];
    body->x[i] += context->h * p->pending[i];
    p->pending[i] = 0;
  }
  return PL_OK;
}

static pl_status plain_compliance(pl_model_body *body, const uint32_t *particles, size_t count,
                                  const pl_model_context *context, double *out, pl_coupling coupling)
{
  (void)context;
  const plain *p = body->data;
  for (size_t a = 0; a < count; a++) {
    if (coupling == PL_COUPLING_NONE) out[a] = p->w[(3 * particles[a]) * (DIM + 1)];
    for (size_t b = 0; b < count && coupling != PL_COUPLING_NONE; b++)
      for (size_t r = 0; r < 3; r++)
        for (size_t c = 0; c < 3; c++) {
          double value = p->w[(3 * particles[a] + r) * DIM + 3 * particles[b] + c];
          if (coupling == PL_COUPLING_BLOCKS) out[9 * (a * count + b) + 3 * r + c] = value;
          if (coupling == PL_COUPLING_SCALAR && r == 0 && c == 0) out[a * count + b] = value;
        }
  }
  return PL_OK;
}

static pl_status reserve(pl_model_body *body)
{
  (void)body;
  return PL_OK;
}

static pl_status none(pl_model_body *b, const uint32_t *p, size_t n, const pl_model_context *c, double *out)
{
  return plain_compliance(b, p, n, c, out, PL_COUPLING_NONE);
}
static pl_status scalar(pl_model_body *b, const uint32_t *p, size_t n, const pl_model_context *c, double *out)
{
  return plain_compliance(b, p, n, c, out, PL_COUPLING_SCALAR);
}
static pl_status blocks(pl_model_body *b, const uint32_t *p, size_t n, const pl_model_context *c, double *out)
{
  return plain_compliance(b, p, n, c, out, PL_COUPLING_BLOCKS);
}

enum { MODELS = 4 };
static const pl_model models[MODELS] = {{.name = "scalar",
                                         .traits = {.coupling = PL_COUPLING_SCALAR},
                                         .reserve = reserve,
                                         .apply_impulses = plain_apply_impulses,
                                         .compliance = scalar},
                                        {.name = "none",
                                         .traits = {.coupling = PL_COUPLING_NONE},
                                         .reserve = reserve,
                                         .apply_impulses = plain_apply_impulses,
                                         .compliance = none},
                                        {.name = "blocks",
                                         .traits = {.coupling = PL_COUPLING_BLOCKS},
                                         .reserve = reserve,
                                         .apply_impulses = plain_apply_impulses,
                                         .compliance = blocks},
                                        {.name = "deferred",
                                         .traits = {.coupling = PL_COUPLING_BLOCKS},
                                         .reserve = reserve,
                                         .apply_impulses = plain_apply_impulses,
                                         .impulses_to_unknowns = plain_push,
                                         .particle_velocities = plain_look,
                                         .unknowns_to_particles = plain_commit,
                                         .compliance = blocks}};

/* A random symmetric positive matrix of the kind that the coupling promises. */
static void fill(plain *p, pl_coupling coupling, uint64_t *seed)
{
  double factor[DIM][DIM];
  memset(p->w, 0, sizeof p->w);
  for (size_t i = 0; i < DIM; i++)
    for (size_t j = 0; j < DIM; j++) factor[i][j] = random_unit(seed);
  for (size_t i = 0; i < DIM; i++)
    for (size_t j = 0; j < DIM; j++)
      for (size_t k = 0; k < DIM; k++)
        p->w[i * DIM + j] += factor[i][k] * factor[j][k] / DIM + (i == j ? 1.0 / DIM : 0);
  for (size_t a = 0; a < N && coupling != PL_COUPLING_BLOCKS; a++)
    for (size_t b = 0; b < N; b++) {
      double value = coupling == PL_COUPLING_SCALAR || a == b ? p->w[3 * a * DIM + 3 * b] : 0;
      for (size_t r = 0; r < 3; r++)
        for (size_t c = 0; c < 3; c++) p->w[(3 * a + r) * DIM + 3 * b + c] = r == c ? value : 0;
    }
}

typedef struct scene {
  plain matrices[2];
  double x[2][DIM], v[2][DIM];
  double mass[N];
  uint32_t particles[N];
  pl_model_body bodies[2];
  pl_coupled coupled[2];
  pl_row rows[2 * N];
  pl_equality equalities[TIES];
  pl_equality *held[TIES];
  pl_rows all;
  pl_arena arena;
  pl_step_stats stats;
  pl_model_context context;
} scene;

/* A rigid equality row, a soft one, and one that bears next to nothing. */
static void add_ties(scene *s, uint64_t *seed)
{
  for (uint32_t k = 0; k < TIES; k++) {
    pl_equality *equality = s->held[k] = &s->equalities[k];
    *equality = (pl_equality){.particle_count = 4, .softness = k == 1 ? 0.5 : 0, .most = k == 2 ? 1e-3 : INFINITY};
    for (int c = 0; c < 3; c++) equality->goal[c] = 0.5 * random_unit(seed);
    equality->particles[0] = (pl_anchor_particle){0, (5 * k + 1) % N, 1};
    for (uint32_t e = 1; e < 4; e++) equality->particles[e] = (pl_anchor_particle){1, (4 * k + e) % N, -1.0 / 3};
  }
  s->all.equalities = (pl_equalities){s->held, TIES};
}

static void check_ties(const scene *s, double tolerance)
{
  for (int k = 0; k < TIES; k++) {
    const pl_equality *equality = &s->equalities[k];
    double off[3];
    for (int c = 0; c < 3; c++) {
      off[c] = equality->softness * equality->impulse[c] - equality->goal[c];
      for (uint32_t e = 0; e < equality->particle_count; e++)
        off[c] += equality->particles[e].weight *
                  s->v[equality->particles[e].body][3 * equality->particles[e].slot + (uint32_t)c];
    }
    if (k < 2) {
      assert_less(pl_vec3_length(off), tolerance);
      continue;
    }
    assert_close(pl_vec3_length(equality->impulse), equality->most, 1e-12 * equality->most);
    assert_true(pl_vec3_dot(equality->impulse, off) < 0); /* it does what it can */
  }
}

/* Particles of both bodies against walls, and sums of the one against sums of the other. */
static void build(scene *s, const pl_model *first, const pl_model *second, uint64_t seed)
{
  memset(s, 0, sizeof *s);
  const pl_model *chosen[2] = {first, second};
  s->context = (pl_model_context){.h = 0.01, .scratch = &s->arena, .stats = &s->stats};
  for (uint32_t i = 0; i < N; i++) {
    s->particles[i] = i;
    s->mass[i] = 1;
  }
  for (int b = 0; b < 2; b++) {
    fill(&s->matrices[b], chosen[b]->traits.coupling, &seed);
    for (int i = 0; i < DIM; i++) s->v[b][i] = random_unit(&seed);
    s->bodies[b] = (pl_model_body){
        .count = N, .x = s->x[b], .v = s->v[b], .mass = s->mass, .traits = chosen[b]->traits, .data = &s->matrices[b]};
    s->coupled[b] = (pl_coupled){.model = chosen[b], .body = &s->bodies[b], .particles = s->particles, .count = N};
    assert_ok(pl_coupled_gather(&s->coupled[b], &s->context));
    assert_ok(pl_coupled_read_velocities(&s->coupled[b], &s->context));
  }
  for (uint32_t k = 0; k < 2 * N; k++) {
    pl_row *row = &s->rows[k];
    *row = (pl_row){.particle_count = k < N ? 1 : 4, .friction = 0.3, .goal = 0.1 * random_unit(&seed)};
    for (int c = 0; c < 3; c++) row->normal[c] = random_unit(&seed) + (c == 0 ? 2.5 : 0);
    pl_vec3_normalise(row->normal, (double[]){1, 0, 0}, row->normal);
    row->particles[0] = (pl_anchor_particle){k < N ? k % 2 : 0, k % N, 1};
    for (uint32_t e = 1; e < row->particle_count; e++)
      row->particles[e] = (pl_anchor_particle){1, (k + e) % N, -1.0 / 3};
  }
  static const uint32_t both[2] = {0, 1};
  s->all = (pl_rows){.rows = s->rows, .count = 2 * N, .bodies = s->coupled, .members = both, .member_count = 2};
  add_ties(s, &seed);
}

/* Every row obeys the law that it stands for. */
static void check_law(const scene *s, double tolerance)
{
  int pressing = 0, sliding = 0, sticking = 0;
  for (size_t k = 0; k < s->all.count; k++) {
    const pl_row *row = &s->rows[k];
    double velocity[3] = {0}, across[3], grip[3];
    for (uint32_t e = 0; e < row->particle_count; e++)
      pl_vec3_add_scaled(velocity, row->particles[e].weight, s->v[row->particles[e].body] + 3 * row->particles[e].slot,
                         velocity);
    double u = pl_vec3_dot(velocity, row->normal), p = pl_vec3_dot(row->impulse, row->normal);
    pl_vec3_sub(velocity, row->surface_velocity, across);
    pl_vec3_add_scaled(across, -pl_vec3_dot(across, row->normal), row->normal, across);
    pl_vec3_add_scaled(row->impulse, -p, row->normal, grip);
    assert_true(p >= -1e-15);
    assert_true(u >= row->goal - tolerance);
    if (p > tolerance) assert_true(u <= row->goal + tolerance);
    assert_true(pl_vec3_length(grip) <= row->friction * p * (1 + 1e-12) + 1e-15);
    double slide = pl_vec3_length(across);
    pressing += p > tolerance;
    if (p <= tolerance || slide <= tolerance) {
      sticking += p > tolerance;
      continue;
    }
    sliding++;
    assert_close(pl_vec3_length(grip), row->friction * p,
                 tolerance); /* all the friction there is, against the sliding */
    assert_true(pl_vec3_dot(grip, across) <= -(1 - 0.01) * slide * row->friction * p + tolerance);
  }
  print_message("%d press, %d slide, %d stick\n", pressing, sliding, sticking);
  assert_true(pressing > 3 && sliding > 1);
}

static void test_every_coupling(void **state)
{
  (void)state;
  static const pl_active_limits few_join = {.joining = 1, .scalar = N, .blocks = N, .rounds = 12};
  scene *s = test_calloc(1, sizeof *s);
  for (int a = 0; a < MODELS; a++)
    for (int b = 0; b < MODELS; b++)
      for (int way = 0; way < 3; way++) {
        build(s, &models[a], &models[b], 5 + (uint64_t)(3 * a + b));
        bool converged = false;
        if (way == 0)
          assert_ok(pl_rows_solve_all(&s->all, &s->context, &converged));
        else
          assert_ok(pl_rows_solve_active(&s->all, way == 1 ? &pl_active_usual : &few_join, &s->context, &converged));
        print_message("%s on %s, %s: ", models[a].name, models[b].name, way == 0 ? "all" : way == 1 ? "active" : "few");
        /* who lacks less than a tenth of a thousandth of what was lacking at first does not join */
        check_law(s, way ? 5e-4 : 1e-4);
        check_ties(s, way ? 5e-4 : 1e-4);
        assert_true(converged);
        for (size_t i = 0; i < DIM; i++) assert_true(s->matrices[0].pending[i] == 0 && s->matrices[1].pending[i] == 0);
        pl_arena_free(&s->arena);
      }
  test_free(s);
}

/* More push than fit in a matrix: they take turns, and get there in more rounds. */
static void test_turns(void **state)
{
  (void)state;
  static const pl_active_limits little_room = {.joining = 2, .scalar = 7, .blocks = 7, .rounds = 60};
  scene *s = test_calloc(1, sizeof *s);
  for (uint64_t seed = 1; seed <= 5; seed++) {
    build(s, &models[seed % 2 ? 0 : 2], &models[3], seed);
    s->all.equalities.count = 0;
    bool converged = true;
    assert_ok(pl_rows_solve_active(&s->all, &little_room, &s->context, &converged));
    assert_false(converged); /* somebody was left out at last */
    check_law(s, 1e-2);
    pl_arena_free(&s->arena);
  }
  test_free(s);
}

/* Where nothing holds them together either, particles that pass nothing on are swept in a list of their own. */
static void test_loose(void **state)
{
  (void)state;
  scene *s = test_calloc(1, sizeof *s);
  for (uint64_t seed = 1; seed <= 20; seed++) {
    build(s, &models[1], &models[1], seed);
    s->all.equalities.count = 0;
    bool converged = false;
    for (int k = 0; k < N; k += 3) { /* walls that move: impulses follow as if all moved the other way */
      s->rows[k].surface_velocity[1] = 0.2;
      s->rows[k].goal += 0.2 * s->rows[k].normal[1];
    }
    assert_ok(pl_rows_solve(&s->all, &s->context, &converged));
    assert_true(converged);
    check_law(s, 1e-4);
    assert_null(s->all.uncoupled);
    pl_arena_free(&s->arena);
  }
  test_free(s);
}

/* Rows that share places, with each other or by way of a third, are of one sub-island; those that share none come
   first. */
static void test_bunches(void **state)
{
  (void)state;
  enum { ROWS = 7, PLACES = 9 };
  pl_row_slots at[ROWS] = {{1, {4}}, {2, {0, 1}}, {1, {5}}, {2, {3, 2}}, {1, {4}}, {2, {2, 1}}, {2, {8, 7}}};
  static const uint32_t order[ROWS] = {2, 6, 0, 4, 1, 3, 5}, starts[] = {2, 4, 7};
  pl_row rows[ROWS] = {{0}};
  pl_solver_slot slots[PLACES] = {{{0}, 0}};
  for (int k = 0; k < ROWS; k++) rows[k].particle_count = at[k].count;
  pl_rows all = {.rows = rows, .count = ROWS, .slot_count = PLACES, .at = at, .uncoupled = slots};
  pl_arena arena = {0};
  pl_sub_islands sub_islands;
  assert_ok(pl_sub_islands_find(&all, &arena, &sub_islands));
  assert_int_equal(sub_islands.alone, 2);
  assert_int_equal(sub_islands.count, 2);
  assert_memory_equal(sub_islands.order, order, sizeof order);
  assert_memory_equal(sub_islands.starts, starts, sizeof starts);
  all.uncoupled = NULL; /* bodies pass on what they get */
  assert_ok(pl_sub_islands_find(&all, &arena, &sub_islands));
  assert_int_equal(sub_islands.alone, 0);
  assert_int_equal(sub_islands.count, 1);
  for (uint32_t k = 0; k < ROWS; k++) assert_int_equal(sub_islands.order[k], k);
  assert_int_equal(sub_islands.starts[1], ROWS);
  pl_arena_free(&arena);
}

/* Impulses from the last step: nothing is left to do, and nothing changes. */
static void test_warm_start(void **state)
{
  (void)state;
  scene *s = test_calloc(1, sizeof *s);
  build(s, &models[0], &models[2], 1);
  bool converged = false;
  assert_ok(pl_rows_solve(&s->all, &s->context, &converged));
  double impulses[2 * N][3];
  for (int k = 0; k < 2 * N; k++) memcpy(impulses[k], s->rows[k].impulse, sizeof impulses[k]);
  pl_arena_free(&s->arena);
  build(s, &models[0], &models[2], 1);
  for (int k = 0; k < 2 * N; k++) memcpy(s->rows[k].impulse, impulses[k], sizeof impulses[k]);
  assert_ok(pl_rows_solve(&s->all, &s->context, &converged));
  for (int k = 0; k < 2 * N; k++) assert_close(largest_difference(impulses[k], s->rows[k].impulse, 3), 0, 1e-4);
  pl_arena_free(&s->arena);
  test_free(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_coupling), cmocka_unit_test(test_turns),
                                     cmocka_unit_test(test_loose), cmocka_unit_test(test_bunches),
                                     cmocka_unit_test(test_warm_start)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
