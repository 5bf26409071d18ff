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
