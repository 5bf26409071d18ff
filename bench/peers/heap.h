/* SPDX-License-Identifier: MIT
   One bowl of balls, three engines: the same balls fall into a bowl of flat sides, and everybody is judged by the same
   eyes. */
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "depth.h"
#include "pliant/mesh.h"

namespace heap
{

struct Plane {
  double point[3], normal[3]; /* outward, of unit length */
};

struct Scene {
  pl_mesh_data ball; /* about the origin */
  double diameter = 0;
  std::vector<std::array<double, 3>> centers;
  std::vector<Plane> planes;
  double density = 500;  /* kg/m^3 */
  double friction = 0.5; /* of everything */
  double drag = 2;       /* 1/s, of the air */
  double step = 0.005;   /* s */
  int steps = 2000;
  double limit = 120; /* s of the wall clock; then an engine is stopped */
};

struct Result {
  std::vector<double> milliseconds; /* of each step, processor time */
  bool stopped = false;
  double worst_error = 0, last_error = 0; /* |V / V0 - 1| of any ball */
  double worst_depth = 0, last_depth = 0; /* in other balls, by diameter */
  double worst_sunk = 0, last_sunk = 0;   /* in the bowl, by diameter */
  double rest = -1;                       /* s: from then on below 1 cm/s; -1: never */
  double speed = 0;                       /* m/s, in the last step: how far the fastest particle went */
};

/* Watches an engine step by step. */
class Judge
{
public:
  Judge(const Scene &scene, Result &result);
  /* After a step that took so long; positions of all balls, 3 per vertex, one ball after the other. True: go on. */
  bool step(double milliseconds, const std::vector<double> &positions);

private:
  static constexpr int look_every = 20;
  void look(const std::vector<double> &positions);
  const Scene &scene;
  Result &result;
  int count = 0;
  std::vector<double> last; /* positions */
  double begin;
  double rest_volume;
};

/* false: could not run; a message was printed. */
bool run_pliant(const Scene &scene, Result &result);
bool run_bullet(const Scene &scene, int iterations, Result &result);
/* Writes scene and mesh into `folder` for node, which has Rapier in folder/node_modules. */
bool run_rapier(const Scene &scene, const std::string &folder, const std::string &script, Result &result);

} // namespace heap
