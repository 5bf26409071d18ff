/* SPDX-License-Identifier: MIT
   Contact is solved with the matrix of where the step began. Without it, or with, a body shall have no more energy at
   the end of a step than it had before and what pushed it has done, w.j at the last velocities w: so it is where energy
   is what K predicts, and then some is lost. But a body that is hit hard and squashed far in one step, or that wraps
   about what hits it, can have many times as much. K resists no rotation, while turning one part of a body against
   another takes energy; and the left side holds bounds of what K leaves out (matrix.c of cages), which keep
   velocities from changing, braking or not.

   Then the step is taken again with a K that resists rotation, too: mu |F - R|^2 with R the rotations of the start is
   never less than with the closest ones; and with bounds that keep things from moving. This brakes rotation in that
   step, and is used in no other. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "model/embedded/embedded.h"

/* Gains below this part of a body's energy are not worth a second step; and where less than this part is elastic, there
   are none in free flight. */
static const double worth = 1e-3, deformed = 1e-2;

static double dot(size_t count, const double *a, const double *b)
{
  double sum = 0;
  for (size_t k = 0; k < count; k++) sum += a[k] * b[k];
  return sum;
}

/* Where the nodes will be: those that turn far do so on an arc. Everything that is derived from them comes back as it
   was. */
static pl_status energy_at_end(pl_model_body *body, const pl_model_context *context, double *y, double *energy)
{
  pl_embedded *nodes = body->data;
  bool turned = false;
  PL_TRY(pl_embedded_arc(body, context, y, &turned));
  if (!turned) memcpy(y, nodes->y, nodes->unknowns * sizeof(double));
  double *now = nodes->y;
  nodes->y = y;
  nodes->kind->nodes_changed(nodes);
  pl_status status = nodes->kind->elastic(nodes, context, energy, NULL);
  nodes->y = nodes->start;
  nodes->kind->nodes_changed(nodes);
  nodes->y = now;
  return status;
}

static pl_status find_gain(pl_model_body *body, const pl_model_context *context, double *gain)
{
  pl_embedded *nodes = body->data;
  size_t n = nodes->unknowns;
  double *scratch = PL_TAKE(context->scratch, double, n), energy;
  if (!scratch) return PL_ERROR_MEMORY;
  nodes->kind->mass(nodes, nodes->w, scratch);
  double kinetic = 0.5 * dot(n, nodes->w, scratch), done = dot(n, nodes->w, nodes->load);
  PL_TRY(energy_at_end(body, context, scratch, &energy));
  *gain = kinetic + energy - nodes->kinetic - nodes->energy - done;
  nodes->bound = energy - fmin(0, *gain);
  return PL_OK;
}

pl_status pl_embedded_gains_energy(pl_model_body *body, const pl_model_context *context, bool *again)
{
  pl_embedded *nodes = body->data;
  double gain = 0, scale = nodes->kinetic + nodes->energy;
  if (!nodes->exact || nodes->held || (!nodes->pushed && nodes->energy <= deformed * scale)) return PL_OK;
  pl_arena_mark mark = pl_arena_here(context->scratch);
  pl_status status = find_gain(body, context, &gain);
  pl_arena_back_to(context->scratch, mark);
  if (status != PL_OK || nodes->rotation_stiffness > 0 || gain <= worth * scale) return status;
  nodes->rotation_stiffness = 1;
  *again = true;
  return PL_OK;
}
