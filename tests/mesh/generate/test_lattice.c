/* SPDX-License-Identifier: MIT */
#include "pliant/make.h"

#include <string.h>

#include "testing.h"

static pl_mesh *make(uint32_t nx, uint32_t ny, uint32_t nz, int neighbours)
{
  pl_lattice_def def = pl_default_lattice_def();
  def.counts[0] = nx;
  def.counts[1] = ny;
  def.counts[2] = nz;
  def.spacing = 0.5;
  def.origin[0] = 1;
  def.origin[1] = -2;
  def.origin[2] = 3;
  def.neighbours = neighbours;
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_lattice(&def, &mesh));
  return mesh;
}

static void node_of(size_t index, const uint32_t n[3], int at[3])
{
  at[0] = (int)(index / (n[1] * n[2]));
  at[1] = (int)(index / n[2] % n[1]);
  at[2] = (int)(index % n[2]);
}

/* Cells of the lattice that contain both nodes, counted one by one. */
static int common_cells(const int a[3], const int b[3], const uint32_t n[3])
{
  int count = 0;
  for (int i = 0; i + 1 < (int)n[0]; i++)
    for (int j = 0; j + 1 < (int)n[1]; j++)
      for (int k = 0; k + 1 < (int)n[2]; k++) {
        int cell[3] = {i, j, k}, holds = 1;
        for (int axis = 0; axis < 3; axis++)
          holds &=
              a[axis] >= cell[axis] && a[axis] <= cell[axis] + 1 && b[axis] >= cell[axis] && b[axis] <= cell[axis] + 1;
        count += holds;
      }
  return count;
}

/* Every pair of nodes, by the definition in the header. */
static void follows_the_convention(void **state)
{
  (void)state;
  static const uint32_t sizes[][3] = {{3, 4, 5}, {2, 2, 2}, {5, 2, 3}};
  static const int full[] = {0, 4, 2, 1};
  for (size_t s = 0; s < 3; s++)
    for (int neighbours = 6; neighbours <= 26; neighbours += 20) {
      const uint32_t *n = sizes[s];
      pl_mesh *mesh = make(n[0], n[1], n[2], neighbours);
      pl_mesh_data data = pl_mesh_view(mesh);
      assert_int_equal(data.vertex_count, n[0] * n[1] * n[2]);
      size_t edge = 0;
      for (size_t p = 0; p < data.vertex_count; p++) {
        int a[3];
        node_of(p, n, a);
        assert_close(data.positions[3 * p], 1 + 0.5 * a[0], 0);
        assert_close(data.positions[3 * p + 1], -2 + 0.5 * a[1], 0);
        assert_close(data.positions[3 * p + 2], 3 + 0.5 * a[2], 0);
        assert_close(data.vertex_volumes[p], 0.125 * common_cells(a, a, n) / 8, 0);
        for (size_t q = p + 1; q < data.vertex_count; q++) {
          int b[3], far = 0, moved = 0;
          node_of(q, n, b);
          for (int axis = 0; axis < 3; axis++) {
            int d = abs(a[axis] - b[axis]);
            if (d > far) far = d;
            moved += d != 0;
          }
          if (far > 1 || (neighbours == 6 && moved > 1)) continue;
          assert_true(edge < data.edge_count);
          assert_int_equal(data.edges[2 * edge], p);
          assert_int_equal(data.edges[2 * edge + 1], q);
          assert_close(data.edge_shares[edge], (double)common_cells(a, b, n) / full[moved], 0);
          edge++;
        }
      }
      assert_int_equal(edge, data.edge_count);
      pl_mesh_destroy(mesh);
    }
}

/* Volumes by the divergence theorem (exact in binary fractions) and by shares; closed: each directed edge meets its
   opposite once. */
static void has_a_closed_outward_surface(void **state)
{
  (void)state;
  pl_mesh *mesh = make(4, 3, 5, 26);
  pl_mesh_data data = pl_mesh_view(mesh);
  double volume = 0, shares = 0;
  for (size_t t = 0; t < data.triangle_count; t++) {
    const double *a = data.positions + 3 * data.triangles[3 * t], *b = data.positions + 3 * data.triangles[3 * t + 1],
                 *c = data.positions + 3 * data.triangles[3 * t + 2];
    volume +=
        (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])) /
        6;
  }
  for (size_t v = 0; v < data.vertex_count; v++) shares += data.vertex_volumes[v];
  assert_close(volume, 1.5 * 1 * 2, 1e-12);
  assert_close(shares, 1.5 * 1 * 2, 1e-12);
  assert_int_equal(data.triangle_count, 2 * 2 * (3 * 2 + 2 * 4 + 4 * 3));
  for (size_t i = 0; i < 3 * data.triangle_count; i++) {
    uint32_t a = data.triangles[i], b = data.triangles[i - i % 3 + (i + 1) % 3];
    int there = 0, back = 0;
    for (size_t j = 0; j < 3 * data.triangle_count; j++) {
      uint32_t c = data.triangles[j], d = data.triangles[j - j % 3 + (j + 1) % 3];
      there += a == c && b == d;
      back += a == d && b == c;
    }
    assert_int_equal(there, 1);
    assert_int_equal(back, 1);
  }
  pl_mesh_destroy(mesh);
}

static void the_default_is_the_papers_bar(void **state)
{
  (void)state;
  pl_lattice_def def = pl_default_lattice_def();
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_lattice(&def, &mesh));
  assert_int_equal(pl_mesh_view(mesh).vertex_count, 3321);
  pl_mesh_destroy(mesh);
}

static void refuses(pl_lattice_def def, pl_status status, const char *message)
{
  pl_mesh *mesh = NULL;
  assert_int_equal(pl_make_lattice(&def, &mesh), status);
  assert_string_equal(pl_last_error(), message);
  assert_null(mesh);
}

static void refuses_what_is_no_lattice(void **state)
{
  (void)state;
  pl_lattice_def def = pl_default_lattice_def();
  def.counts[1] = 1;
  refuses(def, PL_ERROR_ARGUMENT,
          "lattice: at least 2 nodes are needed along y, got 1 (for a thin body make a sheet or a curve)");
  def = pl_default_lattice_def();
  def.spacing = -1;
  refuses(def, PL_ERROR_ARGUMENT, "lattice: spacing must be positive, got -1");
  def = pl_default_lattice_def();
  def.neighbours = 18;
  refuses(def, PL_ERROR_ARGUMENT, "lattice: neighbours must be 6 or 26, got 18");
  def = pl_default_lattice_def();
  def.origin[2] = INFINITY;
  refuses(def, PL_ERROR_ARGUMENT, "lattice: the origin must be finite, got inf along z");
  def = pl_default_lattice_def();
  def.counts[0] = def.counts[1] = def.counts[2] = 4000000000;
  refuses(def, PL_ERROR_LIMIT,
          "lattice: 4000000000 x 4000000000 x 4000000000 nodes are too many; at most 1073741823 are supported");
  memset(&def, 0, sizeof def);
  refuses(def, PL_ERROR_ARGUMENT, "lattice: start the definition with pl_default_lattice_def()");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(follows_the_convention),
      cmocka_unit_test(has_a_closed_outward_surface),
      cmocka_unit_test(the_default_is_the_papers_bar),
      cmocka_unit_test(refuses_what_is_no_lattice),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
