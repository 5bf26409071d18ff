/* SPDX-License-Identifier: MIT
   One drop, three engines: a closed mesh falls on the floor y = 0 and everybody reports the same numbers. */
#pragma once

#include <cstddef>
#include <vector>

#include "pliant/mesh.h"

namespace soft
{

struct Drop {
  pl_mesh_data mesh;    /* its lowest vertex at `height` above the floor */
  double density = 500; /* kg/m^3 */
  double step = 0.005;  /* s */
  int steps = 200;
};

struct Result {
  std::vector<double> milliseconds; /* of each step, processor time */
  double worst_error = 0;           /* largest |V / V0 - 1| of any step */
  double last_error = 0;            /* after the last one */
  double lowest = 0;                /* m: how far below the floor a vertex was at worst */
};

double volume(const pl_mesh_data &mesh, const double *positions);

/* Adds the shape after a step to the result. */
void judge(const Drop &drop, const double *positions, double rest_volume, Result &result);

/* false: could not run; a message was printed. */
bool run_pliant(const Drop &drop, Result &result);
bool run_bullet(const Drop &drop, Result &result);
/* Writes the mesh as `folder`/drop.obj for node, which has Rapier in folder/node_modules. */
bool run_rapier(const Drop &drop, const char *folder, const char *script, Result &result);

} // namespace soft
