/* SPDX-License-Identifier: MIT
   A whole step of ours (rotations, forces, solve, dynamics, checks) against one iteration of CGAL's
   as-rigid-as-possible deformation (rotations, right-hand side, solve) on the same surfaces with cotangent weights, one
   thread each, taking turns: best times of many rounds, and their ratio. CGAL's part is under the GPL: a program of its
   own; nothing of it is linked into the library. */
#define CGAL_EIGEN3_ENABLED 1
#include <CGAL/Simple_cartesian.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/Surface_mesh_deformation.h>

#include <algorithm>
#include <cstdio>
#include <vector>

#include "clock.h"
#include "pliant/make.h"
#include "pliant/world.h"

namespace
{

using Kernel = CGAL::Simple_cartesian<double>;
using Surface = CGAL::Surface_mesh<Kernel::Point_3>;
using Deformation = CGAL::Surface_mesh_deformation<Surface, CGAL::Default, CGAL::Default, CGAL::ORIGINAL_ARAP>;

constexpr int rounds = 40;
constexpr double wanted_ratio = 4;

struct Times {
  double ours = 1e30, theirs = 1e30; /* s */
};

/* Feet, which stay, and the top, which CGAL's side pulls. */
struct Ends {
  std::vector<uint32_t> low, high;
};

Ends find_ends(const pl_mesh_data &mesh, double height)
{
  Ends ends;
  for (size_t i = 0; i < mesh.vertex_count; i++) {
    double y = mesh.positions[3 * i + 1];
    if (y < 0.1 * height) ends.low.push_back(static_cast<uint32_t>(i));
    if (y > 0.95 * height) ends.high.push_back(static_cast<uint32_t>(i));
  }
  return ends;
}

Surface to_cgal(const pl_mesh_data &mesh)
{
  Surface surface;
  using Vertex = Surface::Vertex_index;
  for (size_t i = 0; i < mesh.vertex_count; i++)
    surface.add_vertex({mesh.positions[3 * i], mesh.positions[3 * i + 1], mesh.positions[3 * i + 2]});
  for (size_t t = 0; t < mesh.triangle_count; t++)
    surface.add_face(Vertex(mesh.triangles[3 * t]), Vertex(mesh.triangles[3 * t + 1]),
                     Vertex(mesh.triangles[3 * t + 2]));
  return surface;
}

/* Everything may move but the feet, which stay, and the top, which is pulled aside. */
bool prepare(Deformation &deformation, const Surface &surface, const Ends &ends)
{
  using Vertex = Surface::Vertex_index;
  deformation.insert_roi_vertices(surface.vertices_begin(), surface.vertices_end());
  for (uint32_t i : ends.low) deformation.insert_control_vertex(Vertex(i));
  for (uint32_t i : ends.high) deformation.insert_control_vertex(Vertex(i));
  if (!deformation.preprocess()) return false;
  for (uint32_t i : ends.high)
    deformation.set_target_position(Vertex(i), surface.point(Vertex(i)) + Kernel::Vector_3(0.2, -0.1, 0));
  return true;
}

pl_status make_body(pl_world *world, const pl_mesh *mesh, const Ends &ends)
{
  pl_pin_def pin = pl_default_pin_def();
  pin.particles = ends.low.data();
  pin.count = ends.low.size();
  pl_body_def def = pl_default_body_def(PL_MODEL_GRAPH);
  def.mesh = mesh;
  def.pins = &pin;
  def.pin_count = 1;
  def.graph.weights = PL_WEIGHTS_COTANGENT;
  pl_body *body = nullptr;
  return pl_body_create(world, &def, &body);
}

pl_status compare(const pl_mesh *mesh, double height, Times &times)
{
  pl_mesh_data data = pl_mesh_view(mesh);
  Ends ends = find_ends(data, height);
  pl_world_def world_def = pl_default_world_def();
  world_def.threads = 1;
  pl_world *world = nullptr;
  pl_status status = pl_world_create(&world_def, &world);
  if (status == PL_OK) status = make_body(world, mesh, ends);
  if (status == PL_OK) {
    Surface surface = to_cgal(data);
    Deformation deformation(surface);
    if (!prepare(deformation, surface, ends)) {
      std::fprintf(stderr, "bench_peers_arap: CGAL could not factorise\n");
      status = PL_ERROR_ARGUMENT;
    }
    for (int round = 0; round < rounds && status == PL_OK; round++) {
      double start = bench_clock(true);
      status = pl_world_step(world);
      double between = bench_clock(true);
      deformation.deform(1, 0.0);
      times.ours = std::min(times.ours, between - start);
      times.theirs = std::min(times.theirs, bench_clock(true) - between);
    }
  }
  pl_world_destroy(world);
  return status;
}

} // namespace

int main()
{
  static const uint32_t sizes[] = {3427, 5001, 14190, 32000};
  std::printf("A step of ours against one iteration of CGAL's ARAP; ms of one thread, best of %d\n\n"
              "%8s %8s %8s %8s\n",
              rounds, "vertices", "ours", "CGAL", "ratio");
  for (uint32_t size : sizes) {
    const double height = 1;
    pl_mesh *mesh = nullptr;
    Times times;
    pl_status status = pl_make_character(PL_CHARACTER_DUCK, height, size, &mesh);
    size_t vertices = status == PL_OK ? pl_mesh_view(mesh).vertex_count : 0;
    if (status == PL_OK) status = compare(mesh, height, times);
    pl_mesh_destroy(mesh);
    if (status != PL_OK) {
      std::fprintf(stderr, "bench_peers_arap: %u vertices: %s\n", size, pl_last_error());
      return 1;
    }
    double ratio = times.theirs / times.ours;
    std::printf("%8zu %8.3f %8.3f %8.1f  %s %gx\n", vertices, 1e3 * times.ours, 1e3 * times.theirs, ratio,
                ratio >= wanted_ratio ? "at least" : "LESS THAN", wanted_ratio);
    std::fflush(stdout);
  }
  return 0;
}
