/* SPDX-License-Identifier: MIT
   A bowl of 20 balls: ours against Bullet's soft bodies with soft-soft contact and Rapier's. Time per step, how deep
   balls are in each other and in the bowl, how well their volume is kept, and when they rest. One thread each. */
#include "heap.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "clock.h"
#include "pliant/make.h"
#include "pliant/world.h"

namespace heap
{

Judge::Judge(const Scene &scene_, Result &result_)
    : scene(scene_), result(result_), begin(bench_clock(false)),
      rest_volume(depth_volume(&scene_.ball, scene_.ball.positions))
{
  for (const auto &center : scene.centers)
    for (size_t i = 0; i < 3 * scene.ball.vertex_count; i++) last.push_back(scene.ball.positions[i] + center[i % 3]);
}

bool Judge::step(double milliseconds, const std::vector<double> &positions)
{
  count++;
  result.milliseconds.push_back(milliseconds);
  /* how far particles went: velocities of all three may be such as are taken back in every step */
  result.speed = 0;
  for (size_t i = 0; i < last.size(); i += 3)
    result.speed = std::max(result.speed, std::hypot(positions[i] - last[i], positions[i + 1] - last[i + 1],
                                                     positions[i + 2] - last[i + 2]) /
                                              scene.step);
  last = positions;
  if (!(result.speed < 0.01))
    result.rest = -1;
  else if (result.rest < 0)
    result.rest = count * scene.step;
  result.stopped = count < scene.steps && bench_clock(false) - begin > scene.limit;
  if (count % look_every == 0 || count == scene.steps || result.stopped) look(positions);
  return !result.stopped && count < scene.steps;
}

void Judge::look(const std::vector<double> &positions)
{
  const pl_mesh_data &ball = scene.ball;
  std::vector<depth_surface> surfaces;
  result.last_error = result.last_sunk = 0;
  for (size_t b = 0; b < scene.centers.size(); b++) {
    const double *x = positions.data() + 3 * ball.vertex_count * b;
    surfaces.push_back({x, ball.vertex_count, ball.triangles, ball.triangle_count, scene.diameter});
    double volume = depth_volume(&ball, x);
    result.last_error = std::max(result.last_error, std::fabs(volume / rest_volume - 1));
    for (size_t i = 0; i < ball.vertex_count; i++)
      for (const Plane &plane : scene.planes) {
        double height = 0;
        for (size_t c = 0; c < 3; c++) height += plane.normal[c] * (x[3 * i + c] - plane.point[c]);
        result.last_sunk = std::max(result.last_sunk, -height / scene.diameter);
      }
  }
  depth deepest = {};
  if (depth_of_surfaces(surfaces.data(), surfaces.size(), &deepest) != PL_OK) return;
  result.last_depth = deepest.relative;
  result.worst_depth = std::max(result.worst_depth, result.last_depth);
  result.worst_error = std::max(result.worst_error, result.last_error);
  result.worst_sunk = std::max(result.worst_sunk, result.last_sunk);
}

namespace
{

/* ---- ours ---- */

pl_status add_obstacles(pl_world *world, const Scene &scene)
{
  pl_status status = PL_OK;
  for (const Plane &plane : scene.planes) {
    pl_obstacle_def def = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
    pl_obstacle_id id;
    std::copy(plane.point, plane.point + 3, def.point);
    std::copy(plane.normal, plane.normal + 3, def.normal);
    def.friction = scene.friction;
    if (status == PL_OK) status = pl_obstacle_create(world, &def, &id);
  }
  return status;
}

pl_status add_balls(pl_world *world, const Scene &scene, const pl_mesh *mesh)
{
  std::vector<double> positions(3 * scene.ball.vertex_count);
  pl_status status = PL_OK;
  for (const auto &center : scene.centers) {
    for (size_t i = 0; i < positions.size(); i++) positions[i] = scene.ball.positions[i] + center[i % 3];
    pl_body_def def = pl_default_body_def(PL_MODEL_SURFACE);
    def.mesh = mesh;
    def.positions = positions.data();
    def.density = scene.density;
    def.drag = scene.drag;
    def.surface.region = 4;
    def.surface.pull = 1;
    def.surface.damping = 40;
    def.volume.mode = PL_VOLUME_KEEP;
    def.contact.bodies = true;
    def.contact.friction = scene.friction;
    pl_body *body = nullptr;
    if (status == PL_OK) status = pl_body_create(world, &def, &body);
  }
  return status;
}

std::vector<double> positions_of(const pl_world *world)
{
  std::vector<double> all;
  for (size_t b = 0; b < pl_world_body_count(world); b++) {
    const pl_body *body = pl_world_body_at(world, b);
    const double *x = pl_body_positions(body);
    all.insert(all.end(), x, x + 3 * pl_body_particle_count(body));
  }
  return all;
}

pl_status simulate(pl_world *world, const Scene &scene, Result &result)
{
  Judge judge(scene, result);
  for (bool more = true; more;) {
    double start = bench_clock(true);
    pl_status status = pl_world_step(world);
    double milliseconds = 1e3 * (bench_clock(true) - start);
    if (status != PL_OK) return status;
    more = judge.step(milliseconds, positions_of(world));
  }
  return PL_OK;
}

} // namespace

bool run_pliant(const Scene &scene, Result &result)
{
  pl_world_def def = pl_default_world_def();
  def.step = scene.step;
  def.threads = 1;
  pl_world *world = nullptr;
  pl_mesh *mesh = nullptr;
  pl_status status = pl_world_create(&def, &world);
  if (status == PL_OK) status = pl_mesh_create(&scene.ball, &mesh);
  if (status == PL_OK) status = add_obstacles(world, scene);
  if (status == PL_OK) status = add_balls(world, scene, mesh);
  if (status == PL_OK) status = simulate(world, scene, result);
  if (status != PL_OK) std::fprintf(stderr, "bench_peers_heap: %s\n", pl_last_error());
  pl_mesh_destroy(mesh);
  pl_world_destroy(world);
  return status == PL_OK;
}

namespace
{

/* ---- the table ---- */

double mean(const std::vector<double> &values)
{
  double sum = 0;
  for (double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

double report(const char *engine, const Result &r, double ours)
{
  double time = mean(r.milliseconds);
  char rest[32];
  if (r.rest >= 0)
    std::snprintf(rest, sizeof rest, "%.2f s", r.rest);
  else
    std::snprintf(rest, sizeof rest, r.stopped ? "stopped" : "never");
  std::printf("  %-28s %9.3f %7.2f %6zu %9s %8.3f | %8.3f %8.3f | %8.3f %8.3f | %9.4f %9.4f\n", engine, time,
              ours > 0 ? time / ours : 1, r.milliseconds.size(), rest, r.speed, 100 * r.worst_depth, 100 * r.last_depth,
              100 * r.worst_sunk, 100 * r.last_sunk, 100 * r.worst_error, 100 * r.last_error);
  std::fflush(stdout);
  return time;
}

/* A floor and eight sides that lean outwards. */
std::vector<Plane> make_bowl()
{
  const double pi = 3.14159265358979, floor_radius = 0.7, lean = 55 * pi / 180;
  std::vector<Plane> planes = {{{0, 0, 0}, {0, 1, 0}}};
  for (int k = 0; k < 8; k++) {
    double a = 2 * pi * k / 8, c = std::cos(a), s = std::sin(a);
    planes.push_back(
        {{floor_radius * c, 0, floor_radius * s}, {-c * std::sin(lean), std::cos(lean), -s * std::sin(lean)}});
  }
  return planes;
}

Scene make_scene(const pl_mesh *mesh, double radius)
{
  Scene scene;
  scene.ball = pl_mesh_view(mesh);
  scene.diameter = 2 * radius;
  scene.planes = make_bowl();
  for (int k = 0; k < 20; k++) {
    double angle = 1.5708 * k + 0.5 * (k / 4), out = 0.4 + 0.02 * (k / 4);
    scene.centers.push_back({out * std::cos(angle), 0.3 + 0.55 * (k / 4), out * std::sin(angle)});
  }
  return scene;
}

} // namespace

} // namespace heap

int main(int argc, char **argv)
{
  if (argc != 3 && argc != 4) {
    std::fprintf(stderr, "usage: %s FOLDER_WITH_NODE_MODULES SCRIPT [SECONDS_EACH]\n", argv[0]);
    return 2;
  }
  const double radius = 0.25;
  pl_mesh *mesh = nullptr;
  if (pl_make_sphere(radius, 20, &mesh) != PL_OK) return 1;
  heap::Scene scene = heap::make_scene(mesh, radius);
  if (argc == 4) scene.limit = std::atof(argv[3]);
  std::printf("20 soft balls of 382 vertices fall into a bowl of eight flat sides, 2000 steps of 5 ms, one thread "
              "each. Mean time of a step;\n"
              "rest: from then on no particle goes faster than 1 cm/s. Depths in %% of the diameter, worst and at the "
              "end; error of any "
              "ball's volume in %%.\n\n"
              "  %-28s %9s %7s %6s %9s %8s | %17s | %17s | %19s\n",
              "engine", "ms/step", "ratio", "steps", "rest", "m/s, end", "in other balls", "in the bowl", "volume");
  heap::Result ours, bullet, more, rapier;
  bool ran = heap::run_pliant(scene, ours);
  double time = ran ? heap::report("Pliant", ours, 0) : 0;
  if (ran && heap::run_bullet(scene, 1, bullet)) heap::report("Bullet, 1 iteration", bullet, time);
  if (ran && heap::run_bullet(scene, 10, more)) heap::report("Bullet, 10 iterations", more, time);
  if (ran && heap::run_rapier(scene, argv[1], argv[2], rapier))
    heap::report("Rapier (WebAssembly in node)", rapier, time);
  else if (ran)
    std::printf("  Rapier SKIPPED: node or its package is missing, or it gave up\n");
  pl_mesh_destroy(mesh);
  return ran ? 0 : 1;
}
