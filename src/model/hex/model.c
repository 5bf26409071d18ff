/* SPDX-License-Identifier: MIT
   The hexahedral model: creation, how particles follow, and the table of its functions. */
#include "model/model.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/floats.h"
#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"
#include "model/hex/hex.h"
#include "pliant/inside.h"

/* ---- the definition ---- */

static void hex_defaults(pl_body_def *def)
{
  def->hex = (pl_hex_def){.youngs_modulus = 1e5, .poisson_ratio = 0.3, .nodes = 500};
}

pl_status pl_body_set_hex(pl_body *body, const pl_hex_def *hex)
{
  PL_OWN_FLOATS;
  if (!body || !hex) return pl_fail(PL_ERROR_ARGUMENT, "pl_body_set_hex: a pointer is NULL");
  pl_body_def def = pl_default_body_def(PL_MODEL_HEX);
  def.hex = *hex;
  return pl_body_set_material(body, &def);
}

static const pl_frozen_key hex_frozen[] = {PL_FROZEN(hex, cells), PL_FROZEN(hex, spacing), PL_FROZEN(hex, nodes)};

static pl_embedded_material hex_material(const pl_body_def *def)
{
  const pl_hex_def *hex = &def->hex;
  return (pl_embedded_material){.youngs_modulus = hex->youngs_modulus,
                                .damping_ratio = hex->damping_ratio,
                                .density = def->density,
                                .poisson_ratio = hex->poisson_ratio,
                                .penalty = hex->penalty,
                                .plane_penalty = hex->plane_penalty,
                                .angular_momentum = hex->angular_momentum};
}

static pl_status hex_check(const pl_body_def *def)
{
  const pl_hex_def *hex = &def->hex;
  pl_embedded_material material = hex_material(def);
  PL_TRY(pl_embedded_check_material("hex", &material));
  int given = (hex->cells[0] > 0) + (hex->cells[1] > 0) + (hex->cells[2] > 0);
  if (given != 0 && given != 3)
    return pl_fail(PL_ERROR_ARGUMENT, "hex.cells must be positive along all three axes, or 0 along all, got %u, %u, %u",
                   hex->cells[0], hex->cells[1], hex->cells[2]);
  if (!(hex->spacing >= 0 && isfinite(hex->spacing)))
    return pl_fail(PL_ERROR_ARGUMENT, "hex.spacing must be zero (not given) or positive, in m, got %g", hex->spacing);
  if (!given && hex->spacing == 0 && hex->nodes < PL_HEX_CORNERS)
    return pl_fail(PL_ERROR_ARGUMENT, "hex.nodes must be at least 8, the corners of one element, got %u", hex->nodes);
  return PL_OK;
}

static const pl_model_number hex_numbers[] = {
    PL_MODEL_NUMBER(hex, youngs_modulus, MODULUS),  PL_MODEL_NUMBER(hex, spacing, LENGTH),
    PL_MODEL_NUMBER(hex, damping_ratio, FACTOR),    PL_MODEL_NUMBER(hex, penalty, STIFFNESS),
    PL_MODEL_NUMBER(hex, plane_penalty, STIFFNESS),
};

/* The same as bytes, without pointers. */
static const pl_member hex_members[] = {
    PL_MODEL_MEMBER(hex, youngs_modulus, NUMBER),
    PL_MODEL_MEMBER(hex, poisson_ratio, NUMBER),
    PL_MODEL_MEMBER(hex, cells, WORD),
    PL_MODEL_MEMBER(hex, spacing, NUMBER),
    PL_MODEL_MEMBER(hex, nodes, WORD),
    PL_MODEL_MEMBER(hex, damping_ratio, NUMBER),
    PL_MODEL_MEMBER(hex, penalty, NUMBER),
    PL_MODEL_MEMBER(hex, plane_penalty, NUMBER),
    PL_MODEL_MEMBER(hex, angular_momentum, WORD),
};

/* ---- the body ---- */

static void hex_empty(pl_embedded *nodes)
{
  pl_hex *hex = (pl_hex *)nodes;
  pl_voxels_free(&hex->voxels);
  pl_release(hex->node_mass);
  pl_release(hex->rotation);
  pl_release(hex->F);
  pl_release(hex->element);
  pl_release(hex->position);
  pl_release(hex->right);
  pl_touched_free(&hex->touched);
  pl_hex_free_fibres(hex);
  pl_sparse_free(&hex->matrix);
  pl_cholesky_destroy(hex->factor);
}

static pl_status allocate(pl_hex *hex, size_t particles)
{
  size_t elements = hex->voxels.element_count, unknowns = 3 * hex->voxels.node_count;
  PL_TRY(pl_embedded_allocate(&hex->nodes, unknowns, particles));
  hex->node_mass = PL_NEW(double, hex->voxels.node_count);
  hex->rotation = PL_NEW(double, elements *PL_ROTATION_BLOCK);
  hex->F = PL_NEW(double, elements *PL_ROTATION_BLOCK);
  hex->element = PL_NEW(double, elements *PL_HEX_ENTRIES);
  hex->position = PL_NEW(size_t, elements * PL_HEX_ENTRIES);
  hex->right = PL_NEW(double, 3 * unknowns);
  return hex->node_mass && hex->rotation && hex->F && hex->element && hex->position && hex->right ? PL_OK
                                                                                                  : PL_ERROR_MEMORY;
}

/* Density from the particles' masses, so that masses given outright count too. */
static void weigh_nodes(pl_hex *hex, const pl_model_setup *setup)
{
  double mass = 0, volume = 0;
  const pl_voxels *voxels = &hex->voxels;
  for (size_t i = 0; i < setup->rest.vertex_count; i++) mass += setup->mass[i];
  for (size_t e = 0; e < voxels->element_count; e++)
    volume += voxels->fill[e] * voxels->spacing[0] * voxels->spacing[1] * voxels->spacing[2];
  hex->density = mass / volume;
  hex->nodes.total_mass = mass;
  pl_hex_tabulate(hex);
  for (size_t e = 0; e < voxels->element_count; e++)
    for (size_t i = 0; i < PL_HEX_CORNERS; i++)
      for (size_t j = 0; j < PL_HEX_CORNERS; j++)
        hex->node_mass[voxels->corners[PL_HEX_CORNERS * e + i]] += voxels->fill[e] * hex->mass[i][j];
}

static pl_status hex_make(pl_embedded *nodes, const pl_model_setup *setup)
{
  pl_hex *hex = (pl_hex *)nodes;
  nodes->exact = true;
  PL_TRY(pl_voxels_make(&setup->rest, &setup->def->hex, &hex->voxels));
  PL_TRY(allocate(hex, setup->rest.vertex_count));
  memcpy(hex->nodes.rest, hex->voxels.nodes, hex->nodes.unknowns * sizeof(double));
  memcpy(hex->nodes.rest_x, setup->rest.positions, 3 * hex->nodes.particles * sizeof(double));
  double extent[3];
  for (int k = 0; k < 3; k++) extent[k] = hex->voxels.spacing[k] * hex->voxels.counts[k];
  hex->nodes.size = pl_vec3_length(extent);
  weigh_nodes(hex, setup);
  return pl_hex_analyse(hex);
}

/* ---- how particles follow ---- */

static void hex_nodes_changed(pl_embedded *nodes) { (void)nodes; }

static void hex_forget(pl_embedded *nodes)
{
  pl_hex *hex = (pl_hex *)nodes;
  pl_rotation_fill_identity(hex->rotation, hex->voxels.element_count);
}

void pl_hex_spread_one(const pl_embedded *nodes, uint32_t particle, const double *u, double out[3])
{
  const pl_hex *hex = (const pl_hex *)nodes;
  const uint32_t *corner = hex->voxels.corners + PL_HEX_CORNERS * (size_t)hex->voxels.host[particle];
  const double *weight = hex->voxels.weight + PL_HEX_CORNERS * (size_t)particle;
  double sum[3] = {0, 0, 0};
  for (size_t k = 0; k < PL_HEX_CORNERS; k++) pl_vec3_add_scaled(sum, weight[k], u + 3 * (size_t)corner[k], sum);
  pl_vec3_copy(sum, out);
}

static void hex_spread_some(const pl_embedded *nodes, const double *u, const uint32_t *particles, size_t count,
                            double *out)
{
  for (size_t k = 0; k < count; k++) pl_hex_spread_one(nodes, particles[k], u, out + 3 * k);
}

typedef struct spread_loop {
  const pl_embedded *nodes;
  const double *u;
  double *out;
} spread_loop;

static void spread_range(void *context, size_t begin, size_t end)
{
  const spread_loop *loop = context;
  for (size_t i = begin; i < end; i++) pl_hex_spread_one(loop->nodes, (uint32_t)i, loop->u, loop->out + 3 * i);
}

static void hex_spread(pl_embedded *nodes, const double *u, pl_pool *pool, double *out)
{
  spread_loop loop = {nodes, u, out};
  pl_parallel_for(pool, nodes->particles, 1024, spread_range, &loop);
}

static void hex_positions(pl_embedded *nodes, pl_pool *pool, double *x) { hex_spread(nodes, nodes->y, pool, x); }

static void hex_velocities(pl_embedded *nodes, pl_pool *pool, double *v) { hex_spread(nodes, nodes->w, pool, v); }
static void hex_momentum(const pl_embedded *nodes, double *out) { pl_hex_mass(nodes, nodes->w, out); }

static void hex_position_one(const pl_embedded *nodes, uint32_t particle, double out[3])
{
  pl_hex_spread_one(nodes, particle, nodes->y, out);
}

static void hex_velocity_one(const pl_embedded *nodes, uint32_t particle, double out[3])
{
  pl_hex_spread_one(nodes, particle, nodes->w, out);
}

static double hex_kinetic(const pl_embedded *nodes)
{
  double *momentum = nodes->work, sum = 0;
  hex_momentum(nodes, momentum);
  for (size_t k = 0; k < nodes->unknowns; k++) sum += 0.5 * nodes->w[k] * momentum[k];
  return sum;
}

static void hex_gather_one(const pl_embedded *nodes, uint32_t particle, const double force[3], double *f)
{
  const pl_hex *hex = (const pl_hex *)nodes;
  const uint32_t *corner = hex->voxels.corners + PL_HEX_CORNERS * (size_t)hex->voxels.host[particle];
  const double *weight = hex->voxels.weight + PL_HEX_CORNERS * (size_t)particle;
  for (size_t k = 0; k < PL_HEX_CORNERS; k++)
    pl_vec3_add_scaled(f + 3 * (size_t)corner[k], weight[k], force, f + 3 * (size_t)corner[k]);
}

static void hex_gather_some(const pl_embedded *nodes, const pl_impulse *forces, size_t count, double *f)
{
  for (size_t k = 0; k < count; k++) hex_gather_one(nodes, forces[k].particle, forces[k].value, f);
}

static void hex_gather(const pl_embedded *nodes, const double *force, double *f)
{
  for (size_t i = 0; i < nodes->particles; i++)
    if (force[3 * i] != 0 || force[3 * i + 1] != 0 || force[3 * i + 2] != 0)
      hex_gather_one(nodes, (uint32_t)i, force + 3 * i, f);
}

static void hex_add_weight(const pl_embedded *nodes, const double gravity[3], double *f)
{
  const pl_hex *hex = (const pl_hex *)nodes;
  for (size_t k = 0; k < nodes->unknowns; k++) f[k] += hex->node_mass[k / 3] * gravity[k % 3];
}

static void hex_centre(const pl_embedded *nodes, double out[3])
{
  const pl_hex *hex = (const pl_hex *)nodes;
  pl_vec3_set(out, 0, 0, 0);
  for (size_t i = 0; i < hex->voxels.node_count; i++) pl_vec3_add_scaled(out, hex->node_mass[i], nodes->y + 3 * i, out);
  pl_vec3_scale(out, 1 / nodes->total_mass, out);
}

static size_t hex_scratch(const pl_embedded *nodes)
{
  const pl_hex *hex = (const pl_hex *)nodes;
  return hex->voxels.element_count * PL_ROTATION_BLOCK * sizeof(double) + 64;
}

static const pl_embedded_kind hex_kind = {.size = sizeof(pl_hex),
                                          .material = hex_material,
                                          .make = hex_make,
                                          .empty = hex_empty,
                                          .reserve = pl_hex_touch_reserve,
                                          .nodes_changed = hex_nodes_changed,
                                          .forget = hex_forget,
                                          .positions = hex_positions,
                                          .position_one = hex_position_one,
                                          .velocities = hex_velocities,
                                          .velocity_one = hex_velocity_one,
                                          .momentum = hex_momentum,
                                          .kinetic = hex_kinetic,
                                          .spread = hex_spread,
                                          .spread_some = hex_spread_some,
                                          .gather = hex_gather,
                                          .gather_one = hex_gather_one,
                                          .gather_some = hex_gather_some,
                                          .elastic = pl_hex_elastic,
                                          .stiffness = pl_hex_stiffness,
                                          .mass = pl_hex_mass,
                                          .add_weight = hex_add_weight,
                                          .centre = hex_centre,
                                          .factorise = pl_hex_factorise,
                                          .solve = pl_hex_solve,
                                          .compliance = pl_hex_compliance,
                                          .scratch = hex_scratch};

/* ---- the table ---- */

static pl_status hex_create(const pl_model_setup *setup, void **data, uint32_t *order)
{
  return pl_embedded_create(&hex_kind, setup, data, order);
}

static pl_status hex_prepare(pl_model_body *body, const pl_body_def *def, unsigned changes,
                             const pl_model_context *context)
{
  pl_hex *hex = body->data;
  hex->modulus = def->hex.youngs_modulus;
  hex->poisson = def->hex.poisson_ratio;
  PL_TRY(pl_embedded_prepare(body, def, changes, context));
  return changes & PL_CHANGED_BACK ? PL_OK : pl_hex_make_fibres(hex, body, context->pool);
}

static pl_status hex_reset(pl_model_body *body, const pl_model_context *context)
{
  pl_hex_forget_flow(body->data, context->pool);
  pl_hex_take_links(body->data, body->links);
  return pl_embedded_reset(body, context);
}

static pl_status hex_restored(pl_model_body *body, const pl_model_context *context)
{
  pl_hex_take_links(body->data, body->links);
  PL_TRY(pl_hex_refit(body, PL_REFIT_REST, context));
  return pl_embedded_restored(body, context);
}

static pl_status hex_declare(pl_model_body *body, pl_registry *registry)
{
  pl_hex *hex = body->data;
  PL_TRY(pl_embedded_declare(body, registry));
  if (hex->fibres.rest)
    PL_TRY(pl_registry_add_within(registry, pl_limit_of(PL_QUANTITY_LENGTH).most, "rest edges", PL_PER_BODY,
                                  PL_TYPE_DOUBLE, 3, hex->voxels.element_count * PL_HEX_FIBRES, hex->fibres.rest));
  return pl_registry_add_within(registry, PL_MOST_TURN, "rotations", PL_PER_BODY, PL_TYPE_DOUBLE, PL_ROTATION_BLOCK,
                                hex->voxels.element_count, hex->rotation);
}

static pl_model_cells hex_cells(const pl_model_body *body)
{
  const pl_hex *hex = body->data;
  const pl_voxels *voxels = &hex->voxels;
  return (pl_model_cells){.node_count = voxels->node_count,
                          .count = voxels->element_count,
                          .nodes = voxels->nodes,
                          .mass = hex->node_mass,
                          .corners = voxels->corners,
                          .fill = voxels->fill,
                          .host = voxels->host,
                          .weight = voxels->weight};
}

static void hex_carriers(const pl_model_body *body, pl_carriers *out)
{
  const pl_hex *hex = body->data;
  *out = (pl_carriers){.node_count = hex->voxels.node_count,
                       .rest = hex->voxels.nodes,
                       .positions = hex->nodes.y,
                       .cell_count = hex->voxels.element_count,
                       .corners = hex->voxels.corners,
                       .host = hex->voxels.host,
                       .weights = hex->voxels.weight};
}

static void hex_describe(const pl_model_body *body, char *text, size_t size)
{
  const pl_hex *hex = body->data;
  snprintf(text, size,
           "elements = %zu\nnodes = %zu\nunknowns = %zu\nvoxel = %.6g x %.6g x %.6g m\npin stiffness = %.6g N/m\n",
           hex->voxels.element_count, hex->voxels.node_count, hex->nodes.unknowns, hex->voxels.spacing[0],
           hex->voxels.spacing[1], hex->voxels.spacing[2], hex->nodes.penalty);
}

/* One trilinear voxel across bends 1 + 1/2 times, n of them 1 + 1 / 2 n^2 times as stiffly as a beam (certificate). */
static void hex_limits(const pl_model_body *body, char *text, size_t size)
{
  const pl_hex *hex = body->data;
  const uint32_t *counts = hex->voxels.counts;
  uint32_t fewest = counts[0], most = counts[0];
  for (int c = 1; c < 3; c++) {
    fewest = counts[c] < fewest ? counts[c] : fewest;
    most = counts[c] > most ? counts[c] : most;
  }
  pl_embedded_describe_locking(&hex->nodes, text, size);
  size_t used = strlen(text);
  if (fewest == 1 && most > 1)
    snprintf(
        text + used, size - used,
        "one voxel across bends half as stiffly again as its material; take two or more (hex.nodes, hex.spacing)\n");
}

static const pl_model model = {.name = "hex",
                               .kind = PL_MODEL_HEX,
                               .part = PL_MODEL_PART(hex),
                               .defaults = hex_defaults,
                               .check = hex_check,
                               .frozen = hex_frozen,
                               .frozen_count = sizeof hex_frozen / sizeof *hex_frozen,
                               .numbers = hex_numbers,
                               .number_count = sizeof hex_numbers / sizeof *hex_numbers,
                               .layout = {hex_members, sizeof hex_members / sizeof *hex_members},
                               PL_EMBEDDED_FUNCTIONS,
                               .create = hex_create,
                               .prepare = hex_prepare,
                               .declare = hex_declare,
                               .fibres = pl_hex_fibres,
                               .deformations = pl_hex_deformations,
                               .refit = pl_hex_refit,
                               .find_pieces = pl_hex_find_pieces,
                               .put_back = pl_hex_put_back,
                               .reset = hex_reset,
                               .restored = hex_restored,
                               .cells = hex_cells,
                               .carriers = hex_carriers,
                               .describe = hex_describe,
                               .limits = hex_limits};

const pl_model *pl_hex_model(void) { return &model; }
