/* SPDX-License-Identifier: MIT
   The graph model: creation, checks, and the table of its functions. */
#include "model/model.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/floats.h"
#include "base/memory.h"
#include "base/status.h"
#include "math/mat3.h"
#include "model/graph/graph.h"

/* ---- the definition ---- */

static void graph_defaults(pl_body_def *def)
{
  def->graph = (pl_graph_def){.youngs_modulus = 1e5,
                              .edge = 1,
                              .anisotropy = {1, 1, 1},
                              .plasticity = {.yield = 0.05, .creep = 10},
                              .rotations = {.threshold = 1e-3, .seed_count = 1}};
}

pl_status pl_body_set_graph(pl_body *body, const pl_graph_def *graph)
{
  PL_OWN_FLOATS;
  if (!body || !graph) return pl_fail(PL_ERROR_ARGUMENT, "pl_body_set_graph: a pointer is NULL");
  pl_body_def def = pl_default_body_def(PL_MODEL_GRAPH);
  def.graph = *graph;
  return pl_body_set_material(body, &def);
}

static pl_status check_positive(const char *name, double value, bool zero_allowed, const char *unit)
{
  if (isfinite(value) && (value > 0 || (zero_allowed && value == 0))) return PL_OK;
  return pl_fail(PL_ERROR_ARGUMENT, "graph.%s must be %s%s%s, got %g", name,
                 zero_allowed ? "zero or positive" : "positive", *unit ? ", in " : "", unit, value);
}

static pl_status check_choice(const char *name, int value, int last)
{
  if (value >= 0 && value <= last) return PL_OK;
  return pl_fail(PL_ERROR_ARGUMENT, "graph.%s has no choice %d; choices go from 0 to %d", name, value, last);
}

static pl_status check_options(const pl_graph_def *graph)
{
  const pl_plasticity *plasticity = &graph->plasticity;
  PL_TRY(check_choice("laplacian_weights", (int)graph->laplacian_weights, PL_LAPLACIAN_GIVEN));
  PL_TRY(check_choice("plasticity.rule", (int)plasticity->rule, PL_PLASTIC_STEP));
  PL_TRY(check_choice("rotations.mode", (int)graph->rotations.mode, PL_ROTATIONS_PROPAGATED));
  PL_TRY(check_choice("rotations.criterion", (int)graph->rotations.criterion, PL_CRITERION_TRANSFORM));
  PL_TRY(check_choice("angular_momentum", (int)graph->angular_momentum, PL_MOMENTUM_FREE));
  if (graph->iterations < 0 || graph->iterations > 100)
    return pl_fail(PL_ERROR_ARGUMENT, "graph.iterations must be in [0, 100], 0 for as many as it takes, got %d",
                   graph->iterations);
  PL_TRY(check_positive("plasticity.yield", plasticity->yield, true, ""));
  PL_TRY(check_positive("plasticity.creep", plasticity->creep, true, ""));
  PL_TRY(check_positive("plasticity.maximum", plasticity->maximum, true, ""));
  PL_TRY(check_positive("rotations.threshold", graph->rotations.threshold, false, ""));
  if (graph->rotations.seed_count > PL_MOST_SEEDS)
    return pl_fail(PL_ERROR_ARGUMENT, "graph.rotations.seed_count must be at most %d, got %zu", PL_MOST_SEEDS,
                   graph->rotations.seed_count);
  if (graph->rotations.reuse > PL_MOST_REUSE)
    return pl_fail(PL_ERROR_ARGUMENT, "graph.rotations.reuse must be in [0, %d], got %u", (int)PL_MOST_REUSE,
                   graph->rotations.reuse);
  for (int c = 0; c < 3; c++) {
    PL_TRY(check_positive("anisotropy", graph->anisotropy[c], false, ""));
    if (!isfinite(graph->anisotropy_axes[c]))
      return pl_fail(PL_ERROR_ARGUMENT, "graph.anisotropy_axes must be finite, got %g", graph->anisotropy_axes[c]);
  }
  return PL_OK;
}

static pl_status graph_check(const pl_body_def *def)
{
  const pl_graph_def *graph = &def->graph;
  PL_TRY(check_positive("stiffness", graph->stiffness, true, "N/m"));
  if (graph->stiffness == 0) PL_TRY(check_positive("youngs_modulus", graph->youngs_modulus, false, "Pa"));
  PL_TRY(check_positive("edge", graph->edge, true, ""));
  PL_TRY(check_positive("laplacian", graph->laplacian, true, ""));
  PL_TRY(check_positive("damping_mass", graph->damping_mass, true, "1/s"));
  PL_TRY(check_positive("damping_stiffness", graph->damping_stiffness, true, "s"));
  PL_TRY(check_positive("damping_ratio", graph->damping_ratio, true, ""));
  if (graph->damping_ratio > 0 && graph->stiffness > 0)
    return pl_fail(PL_ERROR_ARGUMENT, "graph.damping_ratio is of a material with a youngs_modulus; beside a stiffness "
                                      "in N/m give damping_stiffness in s");
  if (graph->edge == 0 && graph->laplacian == 0)
    return pl_fail(PL_ERROR_ARGUMENT,
                   "graph.edge and graph.laplacian are both 0: the body would have no stiffness at all; set edge to 1");
  PL_TRY(check_choice("weights", (int)graph->weights, PL_WEIGHTS_COTANGENT));
  if (graph->covariance != PL_COVARIANCE_ENERGY && graph->covariance != PL_COVARIANCE_MASS)
    return pl_fail(PL_ERROR_ARGUMENT, "graph.covariance must be PL_COVARIANCE_ENERGY or PL_COVARIANCE_MASS, got %d",
                   (int)graph->covariance);
  if (graph->damping != PL_DAMPING_COROTATED && graph->damping != PL_DAMPING_LITERAL)
    return pl_fail(PL_ERROR_ARGUMENT, "graph.damping must be PL_DAMPING_COROTATED or PL_DAMPING_LITERAL, got %d",
                   (int)graph->damping);
  PL_TRY(check_options(graph));
  if (pl_inelastic_is_on(&def->inelastic) && graph->plasticity.rule != PL_PLASTIC_NONE)
    return pl_fail(PL_ERROR_ARGUMENT, "graph.plasticity and inelastic are two laws for the same edges: choose one");
  if ((def->fracture.stress > 0 || def->fracture.energy > 0) && graph->stiffness > 0)
    return pl_fail(PL_ERROR_ARGUMENT, "fracture.stress and fracture.energy need graph.youngs_modulus in place of "
                                      "graph.stiffness; or give fracture.strain");
  if (graph->precision < PL_PRECISION_AUTO || graph->precision > PL_PRECISION_DOUBLE)
    return pl_fail(PL_ERROR_ARGUMENT, "graph.precision must be auto, float or double, got %d", (int)graph->precision);
  return PL_OK;
}

static const pl_model_number graph_numbers[] = {
    PL_MODEL_NUMBER(graph, youngs_modulus, MODULUS),
    PL_MODEL_NUMBER(graph, stiffness, STIFFNESS),
    PL_MODEL_NUMBER(graph, edge, FACTOR),
    PL_MODEL_NUMBER(graph, laplacian, FACTOR),
    PL_MODEL_NUMBER(graph, damping_mass, RATE),
    PL_MODEL_NUMBER(graph, damping_stiffness, TIME),
    PL_MODEL_NUMBER(graph, damping_ratio, FACTOR),
    PL_MODEL_NUMBER(graph, anisotropy[0], FACTOR),
    PL_MODEL_NUMBER(graph, anisotropy[1], FACTOR),
    PL_MODEL_NUMBER(graph, anisotropy[2], FACTOR),
    PL_MODEL_NUMBER(graph, anisotropy_axes[0], ANGLE),
    PL_MODEL_NUMBER(graph, anisotropy_axes[1], ANGLE),
    PL_MODEL_NUMBER(graph, anisotropy_axes[2], ANGLE),
    PL_MODEL_NUMBER(graph, plasticity.yield, FACTOR),
    PL_MODEL_NUMBER(graph, plasticity.creep, FACTOR),
    PL_MODEL_NUMBER(graph, plasticity.maximum, FACTOR),
};

/* The same as bytes, without pointers. */
static const pl_member graph_members[] = {
    PL_MODEL_MEMBER(graph, youngs_modulus, NUMBER),
    PL_MODEL_MEMBER(graph, stiffness, NUMBER),
    PL_MODEL_MEMBER(graph, edge, NUMBER),
    PL_MODEL_MEMBER(graph, laplacian, NUMBER),
    PL_MODEL_MEMBER(graph, laplacian_weights, WORD),
    PL_MODEL_MEMBER(graph, weights, WORD),
    PL_MODEL_MEMBER(graph, bending, WORD),
    PL_MODEL_MEMBER(graph, covariance, WORD),
    PL_MODEL_MEMBER(graph, damping, WORD),
    PL_MODEL_MEMBER(graph, damping_mass, NUMBER),
    PL_MODEL_MEMBER(graph, damping_stiffness, NUMBER),
    PL_MODEL_MEMBER(graph, damping_ratio, NUMBER),
    PL_MODEL_MEMBER(graph, precision, WORD),
    PL_MODEL_MEMBER(graph, anisotropy, NUMBER),
    PL_MODEL_MEMBER(graph, anisotropy_axes, NUMBER),
    PL_MODEL_MEMBER(graph, plasticity.rule, WORD),
    PL_MODEL_MEMBER(graph, plasticity.yield, NUMBER),
    PL_MODEL_MEMBER(graph, plasticity.creep, NUMBER),
    PL_MODEL_MEMBER(graph, plasticity.maximum, NUMBER),
    PL_MODEL_MEMBER(graph, rotations.mode, WORD),
    PL_MODEL_MEMBER(graph, rotations.criterion, WORD),
    PL_MODEL_MEMBER(graph, rotations.threshold, NUMBER),
    PL_MODEL_MEMBER(graph, rotations.seeds, WORD),
    PL_MODEL_MEMBER(graph, rotations.seed_count, SIZE),
    PL_MODEL_MEMBER(graph, rotations.reuse, WORD),
    PL_MODEL_MEMBER(graph, angular_momentum, WORD),
    PL_MODEL_MEMBER(graph, iterations, WORD),
};

/* ---- the body ---- */

static void graph_destroy(void *data)
{
  pl_graph *graph = data;
  if (!graph) return;
  pl_release(graph->rest);
  pl_release(graph->first);
  pl_release(graph->neighbour);
  pl_release(graph->order);
  pl_release(graph->back);
  pl_graph_propagation_free(&graph->propagation);
  pl_release(graph->share);
  pl_release(graph->cotangent);
  pl_release(graph->given);
  pl_release(graph->stiffness);
  pl_release(graph->triangles);
  pl_graph_curvature_free(&graph->curvature);
  pl_release(graph->laplacian_sum);
  pl_release(graph->weight);
  pl_release(graph->covariance_weight);
  pl_release(graph->laplacian_weight);
  pl_release(graph->laplacian_back);
  pl_release(graph->rest_laplacian);
  pl_release(graph->rotation);
  pl_graph_free_flow(graph);
  pl_graph_touched_free(&graph->touched);
  pl_release(graph->hold_matrix);
  pl_graph_matrix_free(&graph->matrix);
  pl_graph_reduced_free(&graph->reduced);
  pl_graph_forget_lengths(graph);
  pl_graph_coordinates_free(&graph->coordinates);
  pl_release(graph);
}

static bool allocate(pl_graph *graph, const pl_mesh_data *rest)
{
  size_t n = graph->count, directed = 2 * rest->edge_count;
  graph->order = PL_NEW(uint32_t, n);
  graph->back = PL_NEW(uint32_t, directed);
  graph->stiffness = PL_NEW(double, n);
  graph->laplacian_sum = PL_NEW(double, n);
  if (rest->triangle_count) graph->cotangent = PL_NEW(double, directed);
  if (rest->edge_weights) graph->given = PL_NEW(double, directed);
  if (rest->triangle_count) graph->triangles = PL_NEW(uint32_t, 3 * rest->triangle_count);
  graph->rest = PL_NEW(double, 3 * n + 1);
  graph->first = PL_NEW(uint32_t, n + 1);
  graph->neighbour = PL_NEW(uint32_t, directed);
  graph->share = PL_NEW(double, directed);
  graph->weight = PL_NEW(double, directed);
  graph->covariance_weight = PL_NEW(double, directed);
  graph->laplacian_weight = PL_NEW(double, directed);
  graph->laplacian_back = PL_NEW(double, directed);
  graph->rest_laplacian = PL_NEW(double, 3 * n);
  graph->rotation = PL_NEW(double, 9 * n + 1);
  graph->touched.slot = PL_NEW(uint32_t, n);
  graph->touched.particles = PL_NEW(uint32_t, n);
  return graph->order && graph->back && graph->stiffness && graph->laplacian_sum &&
         (graph->cotangent || !rest->triangle_count) && (graph->given || !rest->edge_weights) &&
         (graph->triangles || !rest->triangle_count) && graph->rest && graph->first && graph->neighbour &&
         graph->share && graph->weight && graph->covariance_weight && graph->laplacian_weight &&
         graph->laplacian_back && graph->rest_laplacian && graph->rotation && graph->touched.slot &&
         graph->touched.particles;
}

/* A particle has few neighbours: insertion sort. */
static void sort_neighbours(uint32_t *neighbour, size_t count)
{
  for (size_t a = 1; a < count; a++)
    for (size_t b = a; b > 0 && neighbour[b] < neighbour[b - 1]; b--) {
      uint32_t n = neighbour[b];
      neighbour[b] = neighbour[b - 1];
      neighbour[b - 1] = n;
    }
}

/* Neighbour lists in storage order; place[caller's index] = storage index. */
static pl_status connect(pl_graph *graph, const pl_mesh_data *rest, const uint32_t *place)
{
  memset(graph->first, 0, (graph->count + 1) * sizeof(uint32_t));
  for (size_t e = 0; e < 2 * rest->edge_count; e++) graph->first[place[rest->edges[e]] + 1]++;
  for (size_t i = 0; i < graph->count; i++) graph->first[i + 1] += graph->first[i];
  uint32_t *next = PL_NEW(uint32_t, graph->count);
  if (!next) return PL_ERROR_MEMORY;
  memcpy(next, graph->first, graph->count * sizeof(uint32_t));
  for (size_t k = 0; k < 2 * rest->edge_count; k++)
    graph->neighbour[next[place[rest->edges[k]]]++] = place[rest->edges[k ^ 1]];
  pl_release(next);
  for (size_t i = 0; i < graph->count; i++) {
    uint32_t first = graph->first[i], count = graph->first[i + 1] - first;
    sort_neighbours(graph->neighbour + first, count);
    for (uint32_t k = first + 1; k < first + count; k++)
      if (graph->neighbour[k] == graph->neighbour[k - 1])
        return pl_fail(PL_ERROR_MESH, "an edge of the graph is given twice; give each edge once");
  }
  return PL_OK;
}

/* What the mesh says of its edges, on both directed edges of each. */
static void describe_edges(pl_graph *graph, const pl_mesh_data *rest, const uint32_t *place)
{
  for (size_t e = 0; e < rest->edge_count; e++) {
    uint32_t a = place[rest->edges[2 * e]], b = place[rest->edges[2 * e + 1]];
    uint32_t forth = pl_graph_edge_between(graph, a, b), back = pl_graph_edge_between(graph, b, a);
    graph->back[forth] = back;
    graph->back[back] = forth;
    graph->share[forth] = graph->share[back] = rest->edge_shares ? rest->edge_shares[e] : 1.0;
    if (!graph->given) continue;
    graph->given[forth] = rest->edge_weights[2 * e];
    graph->given[back] = rest->edge_weights[2 * e + 1];
  }
  if (graph->cotangent) pl_graph_cotangents(graph, rest->triangles, rest->triangle_count, place);
}

static pl_status fill(pl_graph *graph, const pl_model_setup *setup, const uint32_t *order)
{
  size_t n = graph->count;
  uint32_t *place = PL_NEW(uint32_t, n);
  if (!place) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < n; i++) {
    place[order[i]] = (uint32_t)i;
    graph->order[i] = order[i];
    memcpy(graph->rest + 3 * i, setup->rest.positions + 3 * (size_t)order[i], 3 * sizeof(double));
    pl_mat3_identity(graph->rotation + 9 * i);
    graph->stiffness[i] = setup->def->stiffness ? setup->def->stiffness[order[i]] : 1.0;
    graph->touched.slot[i] = PL_GRAPH_UNTOUCHED;
  }
  pl_status status = connect(graph, &setup->rest, place);
  if (status == PL_OK) describe_edges(graph, &setup->rest, place);
  for (size_t k = 0; graph->triangles && k < 3 * setup->rest.triangle_count; k++)
    graph->triangles[k] = place[setup->rest.triangles[k]];
  pl_release(place);
  graph->volume = graph->total_mass = 0;
  for (size_t i = 0; i < n; i++) {
    graph->volume += setup->rest.vertex_volumes ? setup->rest.vertex_volumes[i] : 0;
    graph->total_mass += setup->mass[i];
  }
  if (!setup->rest.vertex_volumes) graph->volume = graph->total_mass / setup->def->density;
  return status;
}

static pl_status graph_create(const pl_model_setup *setup, void **data, uint32_t *order)
{
  if (setup->rest.edge_count == 0 && setup->rest.vertex_count > 1)
    return pl_fail(
        PL_ERROR_MESH,
        "the mesh has neither edges nor triangles: the graph model has nothing to hold the particles together");
  pl_graph *graph = PL_NEW(pl_graph, 1);
  if (!graph) return PL_ERROR_MEMORY;
  graph->count = setup->rest.vertex_count;
  graph->dimensions = setup->def->thickness > 0 ? setup->rest.triangle_count > 0 ? 2 : 1 : 3;
  graph->triangle_count = setup->rest.triangle_count;
  size_t most = PL_MOST_PUSHED + PL_MOST_HELD;
  graph->touched.capacity = graph->count < most ? graph->count : most;
  /* filled in the caller's order to find the order of the factor, then again in that one */
  for (size_t i = 0; i < graph->count; i++) order[i] = (uint32_t)i;
  graph->laplacian_stiffness = setup->def->graph.laplacian;
  graph->rotations = setup->def->graph.rotations;
  graph->ordered_for_laplacian = graph->laplacian_stiffness > 0;
  pl_status status = allocate(graph, &setup->rest) ? fill(graph, setup, order) : PL_ERROR_MEMORY;
  if (status == PL_OK) status = pl_graph_order(graph, setup->fixed, order);
  if (status == PL_OK) status = fill(graph, setup, order);
  if (status != PL_OK) {
    graph_destroy(graph);
    return status;
  }
  *data = graph;
  return PL_OK;
}

/* The rotations that stiffness damping compares with are those of where the particles are now. */
static pl_status graph_import(pl_model_body *body, const pl_model_context *context)
{
  pl_graph *graph = body->data;
  pl_graph_last_rotations(graph, graph->rotation);
  pl_graph_forget_active(graph);
  pl_graph_rotations(graph, body->x, context->pool, graph->rotation);
  if (!pl_graph_is_condensed(graph)) return PL_OK;
  pl_graph_set_rotations(graph);
  PL_TRY(pl_graph_condense_base(graph, body, context, &graph->reduced));
  return pl_graph_find_coordinates(body, context);
}

/* Coordinates follow particles that were moved within the subspace. */
static pl_status graph_moved(pl_model_body *body, const pl_model_context *context)
{
  return pl_graph_is_condensed(body->data) ? pl_graph_find_coordinates(body, context) : PL_OK;
}

static pl_status graph_reset(pl_model_body *body, const pl_model_context *context)
{
  pl_graph *graph = body->data;
  for (size_t i = 0; i < graph->count; i++) pl_mat3_identity(graph->rotation + 9 * i);
  pl_graph_set_rotations(graph);
  pl_graph_forget_flow(graph, context->pool);
  PL_TRY(pl_graph_follow_links(graph, body, context));
  pl_graph_touch_forget(graph);
  return graph_import(body, context);
}

static pl_status graph_refit(pl_model_body *body, unsigned what, const pl_model_context *context)
{
  if (what & PL_REFIT_REST) pl_graph_edges_changed(body->data, context->pool);
  if (!(what & PL_REFIT_LINKS)) return PL_OK;
  pl_graph_touch_forget(body->data);
  return pl_graph_follow_links(body->data, body, context);
}

static pl_status graph_restored(pl_model_body *body, const pl_model_context *context)
{
  pl_graph *graph = body->data;
  pl_graph_edges_changed(graph, context->pool);
  PL_TRY(pl_graph_follow_links(graph, body, context));
  PL_TRY(pl_graph_condense_base(graph, body, context, &graph->reduced));
  PL_TRY(pl_graph_restore_active(graph));
  return pl_graph_touch_restore(body, context);
}

static pl_status change_basis(pl_graph *graph, const pl_model_body *body, const pl_model_context *context)
{
  pl_graph_reduced reduced;
  PL_TRY(pl_graph_reduce(graph, body, &graph->matrix, context, &reduced));
  PL_TRY(pl_graph_adopt(graph, body, &reduced, context));
  pl_graph_forget_lengths(graph);
  pl_graph_touch_forget(graph);
  return PL_OK;
}

/* Only once nothing can fail any more: until then it is registered, and what fails leaves it so. */
static void drop_unused(pl_graph *graph, const pl_model_body *body)
{
  pl_graph_drop_flow(graph, body);
  pl_graph_drop_propagation(graph);
}

static pl_status graph_prepare(pl_model_body *body, const pl_body_def *def, unsigned changes,
                               const pl_model_context *context)
{
  pl_graph *graph = body->data;
  if (changes == PL_CHANGED_BASIS) return change_basis(graph, body, context);
  if (changes == PL_CHANGED_STEP) {
    PL_TRY(pl_graph_use_length(graph, body, def, context));
    pl_graph_find_lag(graph, body->mass, context->h);
    pl_graph_touch_forget(graph);
    return PL_OK;
  }
  if (changes & (PL_CHANGED_MATERIAL | PL_CHANGED_BACK) || body->links)
    PL_TRY(pl_graph_set_material(graph, body, def)); /* as if all links were sound */
  PL_TRY(pl_graph_find_curvature(graph, body, def));
  pl_graph_edges_changed(graph, context->pool);
  if (changes & PL_CHANGED_BACK) {
    pl_graph_weigh_links(graph, body->links);
    pl_graph_find_lag(graph, body->mass, context->h);
    drop_unused(graph, body);
    return PL_OK;
  }
  PL_TRY(pl_graph_allow_flow(graph, body, context->pool));
  pl_graph_weigh_links(graph, body->links);
  pl_graph_find_lag(graph, body->mass, context->h);
  PL_TRY(pl_graph_allow_propagation(graph));
  PL_TRY(pl_graph_factorise(graph, body, def, false, context));
  drop_unused(graph, body);
  pl_graph_touch_forget(graph);
  return PL_OK;
}

static pl_status graph_declare(pl_model_body *body, pl_registry *registry)
{
  pl_graph *graph = body->data;
  if (pl_graph_is_condensed(graph)) {
    PL_TRY(pl_registry_add(registry, "subspace coordinates", PL_PER_BODY, PL_TYPE_DOUBLE, 3,
                           2 * graph->coordinates.columns, graph->coordinates.z));
    PL_TRY(pl_registry_add_within(registry, PL_MOST_TURN, "rotations", PL_PER_PARTICLE, PL_TYPE_FLOAT, 9, graph->count,
                                  graph->coordinates.rotation));
    pl_registry_set_lanes(registry, PL_CONDENSED_LANES);
  } else {
    PL_TRY(pl_registry_add_within(registry, PL_MOST_TURN, "rotations", PL_PER_PARTICLE, PL_TYPE_DOUBLE, 9, graph->count,
                                  graph->rotation));
  }
  if (graph->propagation.active_rotation)
    PL_TRY(pl_registry_add(registry, "active rotations", PL_PER_PARTICLE, PL_TYPE_UINT32, 1, graph->count,
                           graph->propagation.active_rotation));
  if (graph->propagation.active_rotation && pl_graph_is_condensed(graph)) {
    PL_TRY(pl_registry_add_within(registry, (double)graph->count - 1, "rotation sources", PL_PER_BODY, PL_TYPE_UINT32,
                                  1, graph->count, graph->propagation.rotation_source));
    PL_TRY(pl_registry_add_within(registry, PL_MOST_REUSE, "steps left", PL_PER_BODY, PL_TYPE_UINT32, 2, 1,
                                  graph->propagation.steps_left));
  }
  if (graph->rest_edge)
    PL_TRY(pl_registry_add_within(registry, pl_limit_of(PL_QUANTITY_LENGTH).most, "rest edges", PL_PER_EDGE,
                                  PL_TYPE_DOUBLE, 3, graph->first[graph->count], graph->rest_edge));
  PL_TRY(pl_registry_add_within(registry, (double)graph->count - 1, "touched particles", PL_PER_BODY, PL_TYPE_UINT32, 1,
                                graph->count, graph->touched.particles));
  return pl_registry_add_within(registry, (double)graph->touched.capacity, "touched count", PL_PER_BODY, PL_TYPE_UINT32,
                                1, 1, &graph->touched.count);
}

static pl_status graph_energy(const pl_model_body *body, const double *x, const pl_model_context *context,
                              double *energy, double *force)
{
  const pl_graph *graph = body->data;
  pl_arena_mark mark = pl_arena_here(context->scratch);
  double *rotation = PL_TAKE(context->scratch, double, 9 * graph->count + 1);
  pl_status status = rotation ? PL_OK : PL_ERROR_MEMORY;
  if (rotation) {
    pl_graph_last_rotations(graph, rotation);
    pl_graph_rotations(graph, x, context->pool, rotation);
    *energy = pl_graph_energy(graph, x, rotation) + pl_graph_curvature_energy(graph, x, rotation);
    if (force) status = pl_graph_forces(graph, x, rotation, context, force);
    if (force && status == PL_OK) status = pl_graph_add_curvature(graph, x, rotation, context, force);
  }
  pl_arena_back_to(context->scratch, mark);
  return status;
}

static void graph_describe(const pl_model_body *body, char *text, size_t size)
{
  const pl_graph *graph = body->data;
  snprintf(text, size,
           "edge stiffness = %.6g N/m\nLaplacian stiffness = %.6g N/m\nedges = %u\nunknowns = %zu per axis\n"
           "kappa = %.3g (h^2 lambda_max / m)\nprecision = %s\nrefinements = %d per solve\n"
           "iterations = %d per small step\n",
           graph->edge_stiffness, graph->laplacian_stiffness, graph->first[graph->count] / 2, graph->matrix.row_count,
           graph->matrix.kappa, graph->matrix.precision == PL_PRECISION_FLOAT ? "float" : "double",
           graph->matrix.refinements, graph->iterations);
  size_t used = strlen(text);
  if (graph->curvature.per > 0 && graph->dimensions == 3)
    snprintf(text + used, size - used, "bending = that of a beam; edges alone hold %.3g times as much\n",
             graph->curvature.stiffer);
  else if (graph->curvature.per > 0)
    snprintf(text + used, size - used, "bending = %.3g N m%s\n", graph->curvature.bending,
             graph->dimensions == 1 ? "^2" : "");
  used += strlen(text + used);
  if (pl_graph_is_reduced(graph))
    snprintf(text + used, size - used, "subspace = %zu functions%s\n", graph->reduced.basis.columns,
             graph->reduced.rotates      ? ", translations and rotations among them"
             : graph->reduced.translates ? ", translations among them"
                                         : "");
}

/* Five rounds, the most that are taken, keep swings in time within a tenth up to a lag of 12
   (tests/model/test_limits.c). */
static void graph_limits(const pl_model_body *body, char *text, size_t size)
{
  static const double most_lag = 12, stiffer = 1.15;
  const pl_graph *graph = body->data;
  if (graph->lag > most_lag)
    snprintf(
        text, size,
        "so stiff that it swings too slowly at this step: it takes %.2g times as many small steps to swing in time "
        "(time.substeps, time.step), or more graph.iterations\n",
        sqrt(graph->lag / most_lag));
  size_t used = strlen(text);
  if (graph->curvature.per > 0 && graph->dimensions == 3 && graph->curvature.left > stiffer)
    snprintf(text + used, size - used,
             "too coarse to bend as its material does: %.2g times as stiff; a finer mesh or lattice bends better\n",
             graph->curvature.left);
}

static const pl_model graph_model = {
    .name = "graph",
    .kind = PL_MODEL_GRAPH,
    .part = PL_MODEL_PART(graph),
    .defaults = graph_defaults,
    .check = graph_check,
    .numbers = graph_numbers,
    .number_count = sizeof graph_numbers / sizeof *graph_numbers,
    .layout = {graph_members, sizeof graph_members / sizeof *graph_members},
    .traits = {.coupling = PL_COUPLING_SCALAR},
    .create = graph_create,
    .destroy = graph_destroy,
    .prepare = graph_prepare,
    .reserve = pl_graph_reserve,
    .declare = graph_declare,
    .energy = graph_energy,
    .advance = pl_graph_advance,
    .apply_impulses = pl_graph_apply_impulses,
    .impulse_response = pl_graph_impulse_response,
    .has_rigid_motions = pl_graph_has_rigid_motions,
    .particles_moved = graph_moved,
    .compliance = pl_graph_compliance,
    .scratch = pl_graph_scratch,
    .fibres = pl_graph_fibres,
    .deformations = pl_graph_deformations,
    .refit = graph_refit,
    .import = graph_import,
    .reset = graph_reset,
    .restored = graph_restored,
    .modes = pl_graph_modes,
    .describe = graph_describe,
    .limits = graph_limits,
};

const pl_model *pl_graph_model(void) { return &graph_model; }
