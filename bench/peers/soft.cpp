/* SPDX-License-Identifier: MIT
   Soft bodies dropped on the floor: ours (surface model with volume constraint) against Bullet's and Rapier's on the
   same meshes with the same step. Time per step and how well the volume is kept. One thread each. */
#include "soft.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "clock.h"
#include "pliant/make.h"
#include "pliant/world.h"

namespace soft
{

double volume(const pl_mesh_data &mesh, const double *p)
{
  double sum = 0;
  for (size_t t = 0; t < mesh.triangle_count; t++) {
    const double *a = p + 3 * static_cast<size_t>(mesh.triangles[3 * t]);
    const double *b = p + 3 * static_cast<size_t>(mesh.triangles[3 * t + 1]);
    const double *c = p + 3 * static_cast<size_t>(mesh.triangles[3 * t + 2]);
    sum += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sum / 6;
}

void judge(const Drop &drop, const double *positions, double rest_volume, Result &result)
{
  result.last_error = std::fabs(volume(drop.mesh, positions) / rest_volume - 1);
  result.worst_error = std::max(result.worst_error, result.last_error);
  for (size_t i = 0; i < drop.mesh.vertex_count; i++) result.lowest = std::min(result.lowest, positions[3 * i + 1]);
}

namespace
{

pl_status simulate(pl_world *world, const Drop &drop, const pl_mesh *mesh, Result &result)
{
  pl_body_def def = pl_default_body_def(PL_MODEL_SURFACE);
  def.mesh = mesh;
  def.density = drop.density;
  def.volume.mode = PL_VOLUME_KEEP;
  pl_body *body = nullptr;
  pl_status status = pl_body_create(world, &def, &body);
  pl_obstacle_id id;
  pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  if (status == PL_OK) status = pl_obstacle_create(world, &floor, &id);
  double rest = volume(drop.mesh, drop.mesh.positions);
  for (int step = 0; step < drop.steps && status == PL_OK; step++) {
    double start = bench_clock(true);
    status = pl_world_step(world);
    result.milliseconds.push_back(1e3 * (bench_clock(true) - start));
    if (status == PL_OK) judge(drop, pl_body_positions(body), rest, result);
  }
  return status;
}

} // namespace

bool run_pliant(const Drop &drop, Result &result)
{
  pl_world_def world_def = pl_default_world_def();
  world_def.step = drop.step;
  world_def.threads = 1;
  pl_world *world = nullptr;
  pl_mesh *mesh = nullptr;
  pl_status status = pl_world_create(&world_def, &world);
  if (status == PL_OK) status = pl_mesh_create(&drop.mesh, &mesh);
  if (status == PL_OK) status = simulate(world, drop, mesh, result);
  if (status != PL_OK) std::fprintf(stderr, "bench_peers_soft: %s\n", pl_last_error());
  pl_mesh_destroy(mesh);
  pl_world_destroy(world);
  return status == PL_OK;
}

namespace
{

double median(std::vector<double> values)
{
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
  return values[values.size() / 2];
}

/* A row of the table; returns the median step. */
double report(const char *engine, const Result &result, double ours)
{
  double time = median(result.milliseconds);
  std::printf("  %-28s %9.3f %8.1f %10.4f %10.4f %9.2f\n", engine, time, ours > 0 ? time / ours : 1,
              100 * result.worst_error, 100 * result.last_error, -1e3 * result.lowest);
  std::fflush(stdout);
  return time;
}

/* The mesh a little above the floor. */
Drop make_drop(const pl_mesh *mesh, std::vector<double> &positions)
{
  const double height = 0.3; /* m: 2.4 m/s when it lands */
  Drop drop;
  drop.mesh = pl_mesh_view(mesh);
  positions.assign(drop.mesh.positions, drop.mesh.positions + 3 * drop.mesh.vertex_count);
  double lowest = positions[1];
  for (size_t i = 0; i < drop.mesh.vertex_count; i++) lowest = std::min(lowest, positions[3 * i + 1]);
  for (size_t i = 0; i < drop.mesh.vertex_count; i++) positions[3 * i + 1] += height - lowest;
  drop.mesh.positions = positions.data();
  return drop;
}

bool compare(const char *name, const pl_mesh *mesh, const char *folder, const char *script)
{
  std::vector<double> positions;
  Drop drop = make_drop(mesh, positions);
  std::printf("%s, %zu vertices\n", name, drop.mesh.vertex_count);
  Result ours, bullet, rapier;
  if (!run_pliant(drop, ours)) return false;
  double time = report("Pliant", ours, 0);
  if (run_bullet(drop, bullet)) report("Bullet, one iteration", bullet, time);
  if (run_rapier(drop, folder, script, rapier))
    report("Rapier (WebAssembly in node)", rapier, time);
  else
    std::printf("  Rapier SKIPPED: node or its package is missing, or it gave up\n");
  return true;
}

} // namespace

} // namespace soft

int main(int argc, char **argv)
{
  if (argc != 3) {
    std::fprintf(stderr, "usage: %s FOLDER_WITH_NODE_MODULES SCRIPT\n", argv[0]);
    return 2;
  }
  std::printf(
      "Dropped on the floor, 200 steps of 5 ms, one thread each. Volume error in %%, depth below the floor in mm.\n\n"
      "  %-28s %9s %8s %10s %10s %9s\n",
      "engine", "ms/step", "ratio", "worst", "at rest", "depth");
  pl_mesh *sphere = nullptr, *duck = nullptr, *large = nullptr;
  pl_status status = pl_make_sphere(0.2, 40, &sphere);
  if (status == PL_OK) status = pl_make_character(PL_CHARACTER_DUCK, 0.5, 5001, &duck);
  if (status == PL_OK) status = pl_make_icosphere(0.2, 57, &large);
  bool ran = status == PL_OK && soft::compare("sphere", sphere, argv[1], argv[2]) &&
             soft::compare("duck", duck, argv[1], argv[2]) && soft::compare("large sphere", large, argv[1], argv[2]);
  if (status != PL_OK) std::fprintf(stderr, "bench_peers_soft: %s\n", pl_last_error());
  pl_mesh_destroy(sphere);
  pl_mesh_destroy(duck);
  pl_mesh_destroy(large);
  return ran ? 0 : 1;
}
