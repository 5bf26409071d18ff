/* SPDX-License-Identifier: MIT
   Any bytes as a cage and points in it: Green Coordinates are refused, or finite and add up to one. */
#include "harness.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { VERTICES = 12, TRIANGLES = 20, POINTS = 4 };

/* An icosahedron whose vertices, triangles and points the bytes change. */
static void change(double *x, uint32_t *triangles, double *points, const uint8_t *data, size_t size)
{
  static const double extremes[] = {0,   1e-12, 1e-6,  1e-3,  0.1, 0.5,      2,  1e3,
                                    1e7, 1e30,  1e160, 1e308, NAN, INFINITY, -1, -0.1};
  for (; size >= 3; data += 3, size -= 3) {
    double value = data[2] < 32 ? extremes[data[2] % 16] : (data[2] - 144) / 112.0;
    switch (data[0] % 4) {
    case 0: x[data[1] % (3 * VERTICES)] = value; break;
    case 1: x[data[1] % (3 * VERTICES)] *= value; break;
    case 2: triangles[data[1] % (3 * TRIANGLES)] = data[2] % (VERTICES + 2); break;
    default: points[data[1] % (3 * POINTS)] = value;
    }
  }
}

static void use(const pl_mesh *cage, const double *points)
{
  double phi[VERTICES * POINTS], psi[TRIANGLES * POINTS], carried[3 * POINTS];
  pl_mesh_data data = pl_mesh_view(cage);
  if (pl_cage_coordinates(cage, points, POINTS, 1, phi, psi, NULL, NULL) == PL_OK)
    for (size_t p = 0; p < POINTS; p++) {
      double sum = 0;
      for (size_t i = 0; i < data.vertex_count; i++) sum += phi[p * data.vertex_count + i];
      require(isfinite(sum) && fabs(sum - 1) < 1e-3);
    }
  pl_rig *rig = NULL;
  if (pl_rig_create(cage, points, POINTS, 1, &rig) == PL_OK) pl_rig_carry(rig, data.positions, carried);
  pl_rig_destroy(rig);
  pl_cage_report report;
  pl_mesh *ball = NULL;
  char text[512];
  if (pl_make_icosphere(0.05, 1, &ball) == PL_OK && pl_cage_check(cage, ball, 0.01, &report) == PL_OK)
    require(pl_cage_describe(&report, text, sizeof text) > 0);
  pl_mesh_destroy(ball);
}

/* Around a mesh that is a mess. It takes long. */
static void make_around(const pl_mesh *mesh)
{
  pl_cage_def def = pl_default_cage_def();
  pl_cage_report report;
  pl_mesh *made = NULL;
  def.mesh = mesh;
  def.vertices = VERTICES;
  if (pl_make_cage(&def, &made, &report) == PL_OK) require(pl_mesh_view(made).vertex_count > 3 && report.good);
  pl_mesh_destroy(made);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  double x[3 * VERTICES], points[3 * POINTS] = {0, 0, 0, 0.1, 0, 0, 0, 0.05, 0.02, -0.1, -0.1, 0};
  uint32_t triangles[3 * TRIANGLES];
  pl_mesh *ball = NULL, *cage = NULL;
  limit_memory();
  require(pl_make_icosphere(0.5, 1, &ball) == PL_OK);
  pl_mesh_data given = pl_mesh_view(ball);
  memcpy(x, given.positions, sizeof x);
  memcpy(triangles, given.triangles, sizeof triangles);
  pl_mesh_destroy(ball);
  change(x, triangles, points, data, size);
  given = (pl_mesh_data){.positions = x, .vertex_count = VERTICES, .triangles = triangles, .triangle_count = TRIANGLES};
  if (pl_mesh_create(&given, &cage) == PL_OK) {
    use(cage, points);
    if (size % 64 == 63) make_around(cage);
  }
  pl_mesh_destroy(cage);
  require(memory_used == 0);
  return 0;
}
