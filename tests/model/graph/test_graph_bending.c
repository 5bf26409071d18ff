/* SPDX-License-Identifier: MIT
   Bodies of a material bend as beams and plates do, however coarse they are (bending/curvature.c). */
#include "graph_cases.h"
#include "pliant/make.h"

typedef struct subject {
  pl_world *world;
  pl_body *body;
  pl_mesh *mesh;
  size_t count;
} subject;

static const double modulus = 1e5; /* Pa */

static subject make(pl_mesh *mesh, double thickness, pl_bending bending)
{
  pl_world_def world_def = quiet_world(0.01);
  subject s = {.world = make_world(&world_def), .mesh = mesh, .count = pl_mesh_view(mesh).vertex_count};
  pl_body_def def = pl_default_body_def(PL_MODEL_GRAPH);
  def.mesh = mesh;
  def.thickness = thickness;
  def.graph.youngs_modulus = modulus;
  def.graph.bending = bending;
  s.body = make_body(s.world, &def);
  return s;
}

static void end(subject *s)
{
  pl_world_destroy(s->world);
  pl_mesh_destroy(s->mesh);
}

/* Elastic energy of a body whose rest positions went by u. */
static double energy_after(const subject *s, void (*field)(const double x[3], double amount, double u[3]),
                           double amount, double *force)
{
  const double *rest = pl_body_rest(s->body).positions;
  double *x = malloc(3 * s->count * sizeof *x), u[3], energy;
  for (size_t i = 0; i < s->count; i++) {
    field(rest + 3 * i, amount, u);
    pl_vec3_add(rest + 3 * i, u, x + 3 * i);
  }
  energy = elastic_at(s->body, x, force);
  free(x);
  return energy;
}

static void stretch(const double x[3], double s, double u[3]) { pl_vec3_set(u, s * x[0], 0, 0); }

/* About z: fibres along x get shorter above the middle, y = `middle`. */
static double middle;
static void bend(const double x[3], double k, double u[3])
{
  pl_vec3_set(u, -k * x[0] * (x[1] - middle), 0.5 * k * x[0] * x[0], 0);
}

/* Onto a cylinder, without stretch. */
static void roll(const double x[3], double k, double u[3])
{
  pl_vec3_set(u, sin(k * x[0]) / k - x[0], (1 - cos(k * x[0])) / k, 0);
}

static pl_mesh *filled_bar(uint32_t cells)
{
  pl_mesh *box = NULL, *out = NULL;
  uint32_t counts[3] = {5 * cells + 1, cells + 1, cells + 1};
  assert_ok(pl_make_box(counts, 0.2 / cells, &box));
  pl_volume_graph_def def = pl_default_volume_graph_def();
  def.surface = box;
  assert_ok(pl_make_volume_graph(&def, &out, NULL));
  pl_mesh_destroy(box);
  return out;
}

/* A bar of 1 x 0.2 x 0.2 m: stretch costs E s^2 V / 2, a bend E I k^2 L / 2, and edges alone much more than that. */
static void test_solids(void **state)
{
  (void)state;
  const double volume = 0.04, inertia = pow(0.2, 4) / 12, s = 1e-4, k = 1e-4;
  for (int kind = 0; kind < 3; kind++)
    for (uint32_t cells = 2; cells <= 4; cells++) {
      pl_mesh *mesh =
          kind == 2 ? filled_bar(cells) : make_bar(5 * cells + 1, cells + 1, cells + 1, 0.2 / cells, kind ? 6 : 26);
      middle = kind == 2 ? 0 : 0.1;
      subject a = make(mesh, 0, PL_BENDING_MATERIAL);
      double stretched = energy_after(&a, stretch, s, NULL) / (0.5 * modulus * s * s * volume);
      double bent = energy_after(&a, bend, k, NULL) / (0.5 * modulus * k * k * inertia);
      pl_world_destroy(a.world);
      subject b = make(mesh, 0, PL_BENDING_EDGES);
      double plain = energy_after(&b, bend, k, NULL) / (0.5 * modulus * k * k * inertia);
      print_message("%s, %u cells: stretch %.3f of theory, bend %.3f, of edges alone %.3f\n",
                    kind == 2 ? "filled"
                    : kind    ? "6 neighbours"
                              : "26 neighbours",
                    cells, stretched, bent, plain);
      assert_less(1.15, plain);
      assert_less(bent, plain);
      end(&b);
      if (kind == 2) continue; /* these displacements are not those that a filled graph takes: bench certificate */
      assert_close(stretched, 1, 0.03); /* the stiffness is right for the mean of all directions */
      /* three bends share one gain; with 6 neighbours all of it is not enough */
      assert_close(bent, 1, kind == 1 ? 0.6 : 0.12);
    }
}

/* Rolled onto a cylinder a sheet of 0.6 x 0.3 m costs D A k^2 / 2 with D = E t^3 / 12, at any resolution; rows at its
   ends do not see it, and hold half a cell each. */
static void test_sheets(void **state)
{
  (void)state;
  const double k = 0.05, thick[] = {0.001, 0.004, 0.016};
  for (size_t t = 0; t < 3; t++)
    for (uint32_t cells = 6; cells <= 24; cells *= 2) {
      pl_mesh *mesh = NULL;
      assert_ok(pl_make_sheet(0.6, 0.3, cells + 1, cells / 2 + 1, &mesh));
      subject a = make(mesh, thick[t], PL_BENDING_MATERIAL);
      double area = 0.3 * 0.6 * (cells - 1) / cells;
      double theory = 0.5 * modulus * pow(thick[t], 3) / 12 * k * k * area;
      double found = energy_after(&a, roll, k, NULL);
      print_message("%g mm, %u cells: %.4f of theory\n", 1e3 * thick[t], cells, found / theory);
      /* chords of the cylinder are shorter than arcs: that is strain to a thin sheet of large cells */
      assert_close(found / theory, 1, thick[t] < 0.002 ? 0.12 : 0.02);
      end(&a);
    }
}

static void saddle(const double x[3], double k, double u[3])
{
  pl_vec3_set(u, 0, 0.5 * k * (x[0] * x[0] - x[2] * x[2]), 0);
}

/* The same saddle, turned by 45 degrees. */
static void twist(const double x[3], double k, double u[3]) { pl_vec3_set(u, 0, k * x[0] * x[2], 0); }

/* Diagonals of a sheet alternate: every other particle has four edges, along the sides, which see a saddle and no
   twist. It has four triangles and the others eight, which so have 2/3 of the area: the saddle costs D A k^2, less what
   the rows at the border do not see, and the twist 2/3 of that. */
static void test_twist(void **state)
{
  (void)state;
  const double k = 1e-3, t = 0.01, theory = modulus * t * t * t / 12 * k * k * 0.36;
  double off[2];
  for (int fine = 0; fine < 2; fine++) {
    pl_mesh *mesh = NULL;
    uint32_t cells = fine ? 48 : 24;
    assert_ok(pl_make_sheet(0.6, 0.6, cells + 1, cells + 1, &mesh));
    subject a = make(mesh, t, PL_BENDING_MATERIAL);
    double curved = energy_after(&a, saddle, k, NULL) / theory, twisted = energy_after(&a, twist, k, NULL) / theory;
    print_message("%u cells: a saddle has %.4f of theory, a twist %.4f\n", cells, curved, twisted);
    off[fine] = 1 - curved;
    assert_close(twisted, 2.0 / 3, 1e-3);
    end(&a);
  }
  assert_less(off[0], 0.05); /* one row in 24 */
  assert_close(off[1], 0.5 * off[0], 0.1 * off[0]);
}

/* A wire of 1 m and 10 mm: E I, I = pi d^4 / 64. */
static void test_curves(void **state)
{
  (void)state;
  const double k = 0.05, d = 0.01, pi = 3.14159265358979323846;
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_line((double[]){0, 0, 0}, (double[]){1, 0, 0}, 41, &mesh));
  subject a = make(mesh, d, PL_BENDING_MATERIAL);
  double theory = 0.5 * modulus * pi * pow(d, 4) / 64 * k * k * 39 / 40;
  assert_close(energy_after(&a, roll, k, NULL), theory, 0.02 * theory);
  double s = 1e-4, stretched = 0.5 * modulus * pi / 4 * d * d * s * s;
  assert_close(energy_after(&a, stretch, s, NULL), stretched, 1e-6 * stretched);
  end(&a);
}

/* Of a solid the force is the exact gradient; of sheets what turning of normals adds is of second order. */
static void test_gradient(void **state)
{
  (void)state;
  uint64_t seed = 5;
  for (int sheet = 0; sheet < 2; sheet++) {
    pl_mesh *mesh = NULL;
    if (sheet)
      assert_ok(pl_make_icosphere(0.3, 3, &mesh));
    else
      mesh = make_bar(5, 3, 3, 0.1, 26);
    subject a = make(mesh, sheet ? 0.01 : 0, PL_BENDING_MATERIAL);
    size_t n = 3 * a.count;
    double *x = malloc(n * sizeof *x), *f = malloc(n * sizeof *f), *way = malloc(n * sizeof *way), along = 0;
    const double *rest = pl_body_rest(a.body).positions;
    for (size_t i = 0; i < n; i++) {
      x[i] = rest[i] + 0.004 * random_unit(&seed);
      way[i] = random_unit(&seed);
    }
    elastic_at(a.body, x, f);
    for (size_t i = 0; i < n; i++) along -= f[i] * way[i];
    const double step = 1e-6;
    for (size_t i = 0; i < n; i++) x[i] += step * way[i];
    double after = elastic_at(a.body, x, NULL);
    for (size_t i = 0; i < n; i++) x[i] -= 2 * step * way[i];
    double slope = (after - elastic_at(a.body, x, NULL)) / (2 * step);
    print_message("%s: slope %.8g, force %.8g\n", sheet ? "shell" : "solid", slope, along);
    assert_close(slope, along, (sheet ? 0.03 : 1e-6) * fabs(slope));
    free(x);
    free(f);
    free(way);
    end(&a);
  }
}

/* Turned as a whole, shells and solids hold nothing. */
static void test_rigid(void **state)
{
  (void)state;
  uint64_t seed = 9;
  for (int sheet = 0; sheet < 2; sheet++) {
    pl_mesh *mesh = NULL;
    if (sheet)
      assert_ok(pl_make_icosphere(0.3, 3, &mesh));
    else
      mesh = make_bar(5, 3, 3, 0.1, 26);
    subject a = make(mesh, sheet ? 0.01 : 0, PL_BENDING_MATERIAL);
    double R[9], t[3] = {1, 2, 3}, *x = malloc(3 * a.count * sizeof *x), *f = malloc(3 * a.count * sizeof *f);
    random_rotation(&seed, 3, R);
    move_points(pl_body_rest(a.body).positions, a.count, R, t, x);
    double energy = elastic_at(a.body, x, f);
    assert_close(energy, 0, 1e-18 * modulus);
    assert_close(largest_of(f, 3 * a.count), 0, 1e-11 * modulus);
    free(x);
    free(f);
    end(&a);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_solids),   cmocka_unit_test(test_sheets),
                                     cmocka_unit_test(test_twist),    cmocka_unit_test(test_curves),
                                     cmocka_unit_test(test_gradient), cmocka_unit_test(test_rigid)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
