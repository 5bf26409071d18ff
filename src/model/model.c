/* SPDX-License-Identifier: MIT */
#include "model/model.h"

#include "model/cage/cage.h"
#include "model/graph/graph.h"
#include "model/hex/hex.h"
#include "model/surface/surface.h"

const pl_model *pl_model_find(pl_model_kind kind)
{
  switch (kind) {
  case PL_MODEL_GRAPH: return pl_graph_model();
  case PL_MODEL_CAGE: return pl_cage_model();
  case PL_MODEL_HEX: return pl_hex_model();
  case PL_MODEL_SURFACE: return pl_surface_model();
  }
  return NULL;
}

size_t pl_model_body_fixed_place(const pl_model_body *body, uint32_t particle)
{
  size_t low = 0, high = body->fixed_count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (body->fixed[middle] < particle)
      low = middle + 1;
    else
      high = middle;
  }
  return low < body->fixed_count && body->fixed[low] == particle ? low : body->fixed_count;
}

bool pl_model_body_is_pinned(const pl_model_body *body, uint32_t particle)
{
  if (pl_model_body_fixed_place(body, particle) < body->fixed_count) return true;
  for (size_t k = 0; k < body->hold_count; k++)
    if (body->holds[k].softness == 0 && body->holds[k].count == 1 && body->holds[k].particles[0] == particle)
      return true;
  return false;
}
