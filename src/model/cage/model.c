/* SPDX-License-Identifier: MIT
   The cage model: checks, creation, and the table of its functions. */
#include "model/model.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/floats.h"
#include "base/memory.h"
#include "base/status.h"
#include "math/rotation.h"
#include "model/cage/cage.h"
#include "pliant/inside.h"

/* ---- the definition ---- */

static void cage_defaults(pl_body_def *def)
{
  def->cage = (pl_cage_model_def){.vertices = 56,
                                  .youngs_modulus = 1e5,
                                  .poisson_ratio = 0.3,
                                  .points = 200,
                                  .own_mass = 0.05,
                                  .own_stiffness = 0.03};
}

pl_status pl_body_set_cage(pl_body *body, const pl_cage_model_def *cage)
{
  PL_OWN_FLOATS;
  if (!body || !cage) return pl_fail(PL_ERROR_ARGUMENT, "pl_body_set_cage: a pointer is NULL");
  pl_body_def def = pl_default_body_def(PL_MODEL_CAGE);
  def.cage = *cage;
  return pl_body_set_material(body, &def);
}

/* Pointers are read once, when the body is created. */
static void cage_forget_pointers(pl_body_def *def)
{
  def->cage.mesh = NULL;
  def->cage.quadrature_points = def->cage.quadrature_weights = NULL;
  def->cage.quadrature_count = 0;
}

static const pl_frozen_key cage_frozen[] = {PL_FROZEN(cage, vertices), PL_FROZEN(cage, points),
                                            PL_FROZEN(cage, spacing), PL_FROZEN(cage, normals)};

static pl_status check_points(const pl_cage_model_def *cage)
{
  /* also where points are given instead: snapshots hold these numbers, and not the points */
  if (!(cage->spacing >= 0 && isfinite(cage->spacing)))
    return pl_fail(PL_ERROR_ARGUMENT, "cage.spacing must be zero (not given) or positive, in m, got %g", cage->spacing);
  if (cage->spacing == 0 && cage->points < 8)
    return pl_fail(PL_ERROR_ARGUMENT, "cage.points must be at least 8, got %u", cage->points);
  if (cage->quadrature_count == 0) return PL_OK;
  if (!cage->quadrature_points || !cage->quadrature_weights)
    return pl_fail(PL_ERROR_ARGUMENT,
                   "cage.quadrature_points or cage.quadrature_weights is NULL but "
                   "cage.quadrature_count is %zu",
                   cage->quadrature_count);
  PL_TRY(pl_limit_check_all(PL_QUANTITY_LENGTH, "cage.quadrature_points", cage->quadrature_points,
                            3 * cage->quadrature_count));
  PL_TRY(pl_limit_check_sizes(PL_QUANTITY_VOLUME, "cage.quadrature_weights", cage->quadrature_weights,
                              cage->quadrature_count));
  for (size_t q = 0; q < cage->quadrature_count; q++) {
    for (int c = 0; c < 3; c++)
      if (!isfinite(cage->quadrature_points[3 * q + (size_t)c]))
        return pl_fail(PL_ERROR_ARGUMENT, "cage.quadrature_points: point %zu is not finite", q);
    if (!(cage->quadrature_weights[q] > 0 && isfinite(cage->quadrature_weights[q])))
      return pl_fail(PL_ERROR_ARGUMENT, "cage.quadrature_weights[%zu] must be positive, in m^3, got %g", q,
                     cage->quadrature_weights[q]);
  }
  return PL_OK;
}

static pl_embedded_material cage_material(const pl_body_def *def)
{
  const pl_cage_model_def *cage = &def->cage;
  return (pl_embedded_material){.youngs_modulus = cage->youngs_modulus,
                                .damping_ratio = cage->damping_ratio,
                                .density = def->density,
                                .poisson_ratio = cage->poisson_ratio,
                                .penalty = cage->penalty,
                                .plane_penalty = cage->plane_penalty,
                                .angular_momentum = cage->angular_momentum};
}

static pl_status cage_check(const pl_body_def *def)
{
  const pl_cage_model_def *cage = &def->cage;
  pl_embedded_material material = cage_material(def);
  PL_TRY(pl_embedded_check_material("cage", &material));
  if (cage->vertices < 8) /* also where the cage is given */
    return pl_fail(PL_ERROR_ARGUMENT, "cage.vertices must be at least 8, got %u", cage->vertices);
  if (!(cage->own_mass >= 0 && cage->own_mass <= 1))
    return pl_fail(PL_ERROR_ARGUMENT, "cage.own_mass must be in [0, 1], got %g", cage->own_mass);
  if (!(cage->own_stiffness >= 0 && cage->own_stiffness <= 1))
    return pl_fail(PL_ERROR_ARGUMENT, "cage.own_stiffness must be in [0, 1], got %g", cage->own_stiffness);
  if (cage->normals != PL_NORMALS_FULL && cage->normals != PL_NORMALS_FROZEN)
    return pl_fail(PL_ERROR_ARGUMENT, "cage.normals must be full or frozen, got %d", (int)cage->normals);
  return check_points(cage);
}

static const pl_model_number cage_numbers[] = {
    PL_MODEL_NUMBER(cage, youngs_modulus, MODULUS),  PL_MODEL_NUMBER(cage, spacing, LENGTH),
    PL_MODEL_NUMBER(cage, damping_ratio, FACTOR),    PL_MODEL_NUMBER(cage, penalty, STIFFNESS),
    PL_MODEL_NUMBER(cage, plane_penalty, STIFFNESS),
};

/* The same as bytes, without pointers. */
static const pl_member cage_members[] = {
    PL_MODEL_MEMBER(cage, vertices, WORD),         PL_MODEL_MEMBER(cage, youngs_modulus, NUMBER),
    PL_MODEL_MEMBER(cage, poisson_ratio, NUMBER),  PL_MODEL_MEMBER(cage, points, WORD),
    PL_MODEL_MEMBER(cage, spacing, NUMBER),        PL_MODEL_MEMBER(cage, quadrature_count, SIZE),
    PL_MODEL_MEMBER(cage, normals, WORD),          PL_MODEL_MEMBER(cage, damping_ratio, NUMBER),
    PL_MODEL_MEMBER(cage, penalty, NUMBER),        PL_MODEL_MEMBER(cage, plane_penalty, NUMBER),
    PL_MODEL_MEMBER(cage, own_mass, NUMBER),       PL_MODEL_MEMBER(cage, own_stiffness, NUMBER),
    PL_MODEL_MEMBER(cage, angular_momentum, WORD),
};

/* ---- the body ---- */

static void cage_define(pl_embedded *nodes, const pl_body_def *def)
{
  pl_cage *cage = (pl_cage *)nodes;
  cage->own_mass = def->cage.own_mass * nodes->total_mass / (double)cage->vertices;
  cage->face_strength = def->cage.own_stiffness * nodes->mu * cage->thickness;
}

/* Springs that act alike in all directions have their coordinates side by side in the matrix' making. */
static pl_status cage_reserve(pl_embedded *nodes, size_t springs)
{
  pl_cage *cage = (pl_cage *)nodes;
  return pl_grow((void **)&cage->held, &cage->held_capacity, (springs + PL_CAGE_LANES) * cage->carriers,
                 sizeof(double));
}

static void cage_forget(pl_embedded *nodes)
{
  pl_cage *cage = (pl_cage *)nodes;
  pl_rotation_fill_identity(cage->rotation, cage->block_count);
  memset(cage->normal_velocity, 0, 3 * cage->faces * sizeof(double));
  memcpy(cage->normals, cage->green->normals, 3 * cage->faces * sizeof(double));
}

/* Elastic energies take a copy of the rotations; the compliance of contacts takes rows and their products; springs
   along an axis a few rows at a time. */
static size_t cage_scratch(const pl_embedded *nodes)
{
  const pl_cage *cage = (const pl_cage *)nodes;
  size_t rows = 3 * (nodes->particles < PL_MOST_BLOCKS ? nodes->particles : PL_MOST_BLOCKS);
  size_t springs = nodes->unknowns * (PL_CAGE_AXES + 1);
  return (cage->block_count * PL_ROTATION_BLOCK + rows * (cage->stride + rows) + springs) * sizeof(double) + 6 * 64;
}

static const pl_embedded_kind kind = {.size = sizeof(pl_cage),
                                      .material = cage_material,
                                      .make = pl_cage_make,
                                      .empty = pl_cage_empty,
                                      .define = cage_define,
                                      .reserve = cage_reserve,
                                      .nodes_changed = pl_cage_nodes_changed,
                                      .forget = cage_forget,
                                      .positions = pl_cage_positions,
                                      .position_one = pl_cage_position_one,
                                      .record_carriers = pl_cage_record_carriers,
                                      .add_velocity = pl_cage_add_velocity,
                                      .turn = pl_cage_turn,
                                      .velocity_one = pl_cage_velocity_one,
                                      .velocities = pl_cage_velocities,
                                      .positions_and_velocities = pl_cage_positions_and_velocities,
                                      .momentum = pl_cage_momentum,
                                      .kinetic = pl_cage_kinetic,
                                      .spread = pl_cage_spread,
                                      .spread_some = pl_cage_spread_some,
                                      .gather = pl_cage_gather,
                                      .gather_one = pl_cage_gather_one,
                                      .gather_some = pl_cage_gather_some,
                                      .elastic = pl_cage_elastic,
                                      .stiffness = pl_cage_stiffness,
                                      .mass = pl_cage_mass,
                                      .add_weight = pl_cage_add_weight,
                                      .centre = pl_cage_centre,
                                      .factorise = pl_cage_factorise,
                                      .solve = pl_cage_solve,
                                      .compliance = pl_cage_compliance,
                                      .scratch = cage_scratch};

static pl_status cage_create(const pl_model_setup *setup, void **data, uint32_t *order)
{
  return pl_embedded_create(&kind, setup, data, order);
}

static pl_status cage_declare(pl_model_body *body, pl_registry *registry)
{
  pl_cage *cage = body->data;
  PL_TRY(pl_embedded_declare(body, registry));
  PL_TRY(pl_registry_add(registry, "normals", PL_PER_BODY, PL_TYPE_DOUBLE, 3, cage->faces, cage->normals));
  PL_TRY(pl_registry_add(registry, "normal velocities", PL_PER_BODY, PL_TYPE_DOUBLE, 3, cage->faces,
                         cage->normal_velocity));
  return pl_registry_add_within(registry, PL_MOST_TURN, "rotations", PL_PER_BODY, PL_TYPE_DOUBLE, PL_ROTATION_BLOCK,
                                cage->block_count, cage->rotation);
}

static void cage_carriers(const pl_model_body *body, pl_carriers *out)
{
  const pl_cage *cage = body->data;
  *out = (pl_carriers){.node_count = cage->vertices,
                       .rest = cage->green->positions,
                       .positions = cage->nodes.y,
                       .triangle_count = cage->faces,
                       .triangles = cage->green->triangles,
                       .point_count = cage->point_count,
                       .points = cage->points};
}

static void cage_describe(const pl_model_body *body, char *text, size_t size)
{
  const pl_cage *cage = body->data;
  snprintf(text, size,
           "cage vertices = %zu\ncage faces = %zu\nunknowns = %zu\nquadrature points = %zu\nnormals = %s\n"
           "pin stiffness = %.6g N/m\n",
           cage->vertices, cage->faces, cage->nodes.unknowns, cage->point_count, cage->full ? "full" : "frozen",
           cage->nodes.penalty);
}

/* A bar four times as long as wide is bent well by 200 vertices and half as stiffly again as its material by 120
   (certificate): about 40 per width of its length. */
static void cage_limits(const pl_model_body *body, char *text, size_t size)
{
  static const double per_width = 40, slender = 2;
  const pl_cage *cage = body->data;
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
  for (size_t k = 0; k < 3 * cage->nodes.particles; k++) {
    low[k % 3] = fmin(low[k % 3], cage->nodes.rest_x[k]);
    high[k % 3] = fmax(high[k % 3], cage->nodes.rest_x[k]);
  }
  double least = INFINITY, most = 0;
  for (int c = 0; c < 3; c++) {
    least = fmin(least, high[c] - low[c]);
    most = fmax(most, high[c] - low[c]);
  }
  pl_embedded_describe_locking(&cage->nodes, text, size);
  size_t used = strlen(text);
  if (most > slender * least && (double)cage->vertices < per_width * most / least)
    snprintf(
        text + used, size - used,
        "%zu vertices are too few to bend a body %.2g times as long as thin: it is stiffer than its material; take "
        "%.0f or more (cage.vertices), or hexahedra\n",
        cage->vertices, most / least, ceil(per_width * most / least));
}

static const pl_model model = {.name = "cage",
                               .kind = PL_MODEL_CAGE,
                               .part = PL_MODEL_PART(cage),
                               .defaults = cage_defaults,
                               .check = cage_check,
                               .forget_pointers = cage_forget_pointers,
                               .frozen = cage_frozen,
                               .frozen_count = sizeof cage_frozen / sizeof *cage_frozen,
                               .numbers = cage_numbers,
                               .number_count = sizeof cage_numbers / sizeof *cage_numbers,
                               .layout = {cage_members, sizeof cage_members / sizeof *cage_members},
                               PL_EMBEDDED_FUNCTIONS,
                               .create = cage_create,
                               .prepare = pl_embedded_prepare,
                               .declare = cage_declare,
                               .reset = pl_embedded_reset,
                               .restored = pl_embedded_restored,
                               .carriers = cage_carriers,
                               .describe = cage_describe,
                               .limits = cage_limits};

const pl_model *pl_cage_model(void) { return &model; }
