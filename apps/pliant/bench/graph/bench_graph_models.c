/* SPDX-License-Identifier: MIT */
#include "bench/graph/bench_graph_models.h"

#include <math.h>

#include "base/memory.h"
#include "base/status.h"
#include "pliant/make.h"

typedef struct model_facts {
  const char *name;
  size_t nodes;
  int axis;         /* along which it is held at its low end */
  double held;      /* part of its extent that is held */
  double youngs;    /* Pa */
  double thickness; /* m, of an open surface; 0: it encloses its volume */
} model_facts;

static const model_facts facts[PAPER_MODEL_COUNT] = {
    {"bar", 3321, 0, 0.01, 3e5, 0},
    {"tweety (duck)", 5001, 1, 0.1, 1e5, 0},
    {"gargoyle (filled dino)", 14190, 1, 0.1, 3e4, 0},
    {"torus", 3427, 0, 0.15, 1e5, 0},
    {"plant", 2606, 1, 0.05, 1e6, 0.01},
    {"santa (filled bear)", 4292, 1, 0.1, 3e4, 0},
};

const char *paper_model_name(paper_model which) { return facts[which].name; }
size_t paper_model_nodes(paper_model which) { return facts[which].nodes; }

/* A surface filled to the number of nodes of the paper; the surface goes. */
static pl_status fill(pl_mesh *surface, size_t nodes, pl_mesh **out)
{
  pl_volume_graph_def def = pl_default_volume_graph_def();
  def.surface = surface;
  def.nodes = nodes;
  pl_status status = pl_make_volume_graph(&def, out, NULL);
  pl_mesh_destroy(surface);
  return status;
}

static pl_status make_mesh(paper_model which, pl_mesh **out)
{
  pl_lattice_def lattice = pl_default_lattice_def(); /* 41 x 9 x 9 */
  pl_mesh *surface = NULL;
  switch (which) {
  case PAPER_BAR: return pl_make_lattice(&lattice, out);
  case PAPER_TWEETY: return pl_make_character(PL_CHARACTER_DUCK, 1, (uint32_t)facts[which].nodes, out);
  case PAPER_GARGOYLE: PL_TRY(pl_make_character(PL_CHARACTER_DINO, 1, 4000, &surface)); break;
  case PAPER_SANTA: PL_TRY(pl_make_character(PL_CHARACTER_BEAR, 1, 1200, &surface)); break;
  case PAPER_TORUS: PL_TRY(pl_make_torus(0.4, 0.12, 48, 20, &surface)); break;
  default: return pl_make_plant(1, 10, 30, 49, out);
  }
  return fill(surface, facts[which].nodes, out);
}

/* Everything within a part of the extent of the low end: feet, one side of the torus, the face of the bar. */
static pl_status hold_low_end(const model_facts *of, paper_body *body)
{
  pl_mesh_data mesh = pl_mesh_view(body->mesh);
  double low = INFINITY, high = -INFINITY;
  for (size_t i = 0; i < mesh.vertex_count; i++) {
    low = fmin(low, mesh.positions[3 * i + (size_t)of->axis]);
    high = fmax(high, mesh.positions[3 * i + (size_t)of->axis]);
  }
  body->held = PL_NEW(uint32_t, mesh.vertex_count);
  if (!body->held) return PL_ERROR_MEMORY;
  body->pin = pl_default_pin_def();
  body->pin.particles = body->held;
  for (size_t i = 0; i < mesh.vertex_count; i++)
    if (mesh.positions[3 * i + (size_t)of->axis] <= low + of->held * (high - low))
      body->held[body->pin.count++] = (uint32_t)i;
  return PL_OK;
}

pl_status paper_body_make(paper_model which, paper_body *out)
{
  *out = (paper_body){0};
  pl_status status = make_mesh(which, &out->mesh);
  if (status == PL_OK) status = hold_low_end(&facts[which], out);
  if (status != PL_OK) {
    paper_body_free(out);
    return status;
  }
  out->def = pl_default_body_def(PL_MODEL_GRAPH);
  out->def.mesh = out->mesh;
  out->def.pins = &out->pin;
  out->def.pin_count = 1;
  out->def.thickness = facts[which].thickness;
  out->def.graph.youngs_modulus = facts[which].youngs;
  out->def.graph.iterations = 1; /* as the paper has it */
  out->def.graph.bending = PL_BENDING_EDGES;
  return PL_OK;
}

void paper_body_free(paper_body *body)
{
  pl_release(body->held);
  pl_mesh_destroy(body->mesh);
  *body = (paper_body){0};
}
