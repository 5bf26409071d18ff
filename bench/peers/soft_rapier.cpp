/* SPDX-License-Identifier: MIT
   Rapier's soft bodies run in node (WebAssembly, as its JavaScript users have them): the mesh goes there as a file, the
   numbers of each step come back on a pipe. */
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "soft.h"

namespace soft
{

namespace
{

bool write_obj(const Drop &drop, const std::string &path)
{
  std::FILE *file = std::fopen(path.c_str(), "w");
  if (!file) return false;
  for (size_t i = 0; i < drop.mesh.vertex_count; i++) {
    const double *x = drop.mesh.positions + 3 * i;
    std::fprintf(file, "v %.9g %.9g %.9g\n", x[0], x[1], x[2]);
  }
  for (size_t t = 0; t < drop.mesh.triangle_count; t++) {
    const uint32_t *v = drop.mesh.triangles + 3 * t;
    std::fprintf(file, "f %u %u %u\n", v[0] + 1, v[1] + 1, v[2] + 1);
  }
  return std::fclose(file) == 0;
}

} // namespace

bool run_rapier(const Drop &drop, const char *folder, const char *script, Result &result)
{
  std::string mesh = std::string(folder) + "/drop.obj";
  if (!write_obj(drop, mesh)) {
    std::fprintf(stderr, "bench_peers_soft: cannot write %s\n", mesh.c_str());
    return false;
  }
  double rest = volume(drop.mesh, drop.mesh.positions);
  char numbers[128];
  std::snprintf(numbers, sizeof numbers, "%.9g %d %.9g", drop.step, drop.steps, drop.density * rest);
  std::string command = std::string("node '") + script + "' '" + folder + "/node_modules' '" + mesh + "' " + numbers;
  std::FILE *pipe = popen(command.c_str(), "r");
  double milliseconds, now, lowest;
  while (pipe && std::fscanf(pipe, "%lf %lf %lf", &milliseconds, &now, &lowest) == 3) {
    result.milliseconds.push_back(milliseconds);
    result.last_error = std::fabs(now / rest - 1);
    result.worst_error = std::max(result.worst_error, result.last_error);
    result.lowest = std::min(result.lowest, lowest);
  }
  bool ended_well = pipe && pclose(pipe) == 0;
  return ended_well && result.milliseconds.size() == static_cast<size_t>(drop.steps);
}

} // namespace soft
