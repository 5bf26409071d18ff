/* SPDX-License-Identifier: MIT */
#include "model/model.h"

#include "model/graph/graph.h"

const pl_model *pl_model_find(pl_model_kind kind)
{
  switch (kind) {
  case PL_MODEL_GRAPH: return pl_graph_model();
  }
  return NULL;
}
