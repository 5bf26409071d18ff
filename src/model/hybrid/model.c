/* SPDX-License-Identifier: MIT
   The hybrid model: definition, creation, and the table of its functions. */
#include "model/model.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/floats.h"
#include "base/memory.h"
#include "base/status.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include "mesh/core/grid.h"
#include "model/common/momentum.h"
#include "model/hybrid/hybrid.h"

/* ---- the definition ---- */

static void hybrid_defaults(pl_body_def *def)
{
  def->hybrid = (pl_hybrid_def){.stretch.value = 1e5, .tolerance = 1e-8, .iterations = 2};
}

static void forget_pointers(pl_hybrid_def *def)
{
  def->magnitude.values = def->stretch.values = def->bend.values = NULL;
}

static void hybrid_forget_pointers(pl_body_def *body) { forget_pointers(&body->hybrid); }

pl_status pl_body_set_hybrid(pl_body *body, const pl_hybrid_def *hybrid)
{
  PL_OWN_FLOATS;
  if (!body || !hybrid) return pl_fail(PL_ERROR_ARGUMENT, "pl_body_set_hybrid: a pointer is NULL");
  pl_body_def def = pl_default_body_def(PL_MODEL_HYBRID);
  def.hybrid = *hybrid;
  return pl_body_set_material(body, &def);
}

static pl_status check_number(const char *name, double value, bool good, const char *expected)
{
  if (good && isfinite(value)) return PL_OK;
  return pl_fail(PL_ERROR_ARGUMENT, "hybrid.%s must be %s, got %g", name, expected, value);
}

static pl_status hybrid_check(const pl_body_def *def)
{
  const pl_hybrid_def *d = &def->hybrid;
  if ((def->fracture.stress > 0 || def->fracture.energy > 0) && !(d->stretch.value > 0))
    return pl_fail(PL_ERROR_ARGUMENT, "fracture.stress and fracture.energy need a hybrid.stretch above zero, by which "
                                      "strains become stresses; give fracture.strain");
  PL_TRY(check_number("magnitude", d->magnitude.value, d->magnitude.value >= 0, "zero or positive, in N/m^4"));
  PL_TRY(check_number("stretch", d->stretch.value, d->stretch.value >= 0, "zero or positive, in Pa"));
  PL_TRY(check_number("bend", d->bend.value, d->bend.value >= 0, "zero or positive, in N"));
  PL_TRY(check_number("damping_ratio", d->damping_ratio, d->damping_ratio >= 0, "zero or positive"));
  if (d->damping_ratio > 0 && !(d->stretch.value > 0) && !d->stretch.values)
    return pl_fail(PL_ERROR_ARGUMENT, "hybrid.damping_ratio needs a hybrid.stretch above zero: it is of waves along "
                                      "the body");
  PL_TRY(check_number("tolerance", d->tolerance, d->tolerance > 0 && d->tolerance < 1, "between 0 and 1"));
  if (d->iterations < 1 || d->iterations > 100)
    return pl_fail(PL_ERROR_ARGUMENT, "hybrid.iterations must be in [1, 100], got %d", d->iterations);
  if ((int)d->solver < 0 || (int)d->solver >= (int)PL_SOLVER_KINDS)
    return pl_fail(PL_ERROR_ARGUMENT, "hybrid.solver has no choice %d; choices go from 0 to %d", (int)d->solver,
                   (int)PL_SOLVER_KINDS - 1);
  if (d->step != PL_HYBRID_STABLE && d->step != PL_HYBRID_PRINTED)
    return pl_fail(PL_ERROR_ARGUMENT, "hybrid.step must be PL_HYBRID_STABLE or PL_HYBRID_PRINTED, got %d",
                   (int)d->step);
  if (d->angular_momentum != PL_MOMENTUM_KEEP && d->angular_momentum != PL_MOMENTUM_FREE)
    return pl_fail(PL_ERROR_ARGUMENT, "hybrid.angular_momentum must be PL_MOMENTUM_KEEP or PL_MOMENTUM_FREE, got %d",
                   (int)d->angular_momentum);
  return PL_OK;
}

/* ---- creation ---- */

static void hybrid_destroy(void *data)
{
  pl_hybrid *b = data;
  if (!b) return;
  pl_hybrid_free_matrix(b);
  pl_hybrid_free_fibres(b);
  pl_pieces_free(&b->pieces);
  void *arrays[] = {b->shape,  b->r,        b->mass,        b->volume,       b->given[0],    b->given[1],
                    b->factor, b->given[2], b->edges,       b->edge_weights, b->link_ends,   b->link_at,
                    b->broken, b->piece,    b->zeta,        b->right,        b->answer,      b->e,
                    b->u,      b->pushed,   b->hold_matrix, b->hold_right,   b->hold_answer, b->rotation};
  for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) pl_release(arrays[k]);
  pl_release(b);
}

static pl_status keep_values(const char *name, const double *values, size_t count, double **out)
{
  if (!values) return PL_OK;
  for (size_t k = 0; k < count; k++)
    if (!(isfinite(values[k]) && values[k] >= 0))
      return pl_fail(PL_ERROR_ARGUMENT, "hybrid.%s[%zu] must be zero or positive, got %g", name, k, values[k]);
  *out = PL_NEW(double, count);
  if (!*out) return PL_ERROR_MEMORY;
  memcpy(*out, values, count * sizeof(double));
  return PL_OK;
}

static bool allocate(pl_hybrid *b)
{
  size_t n = b->count;
  double **vectors[] = {&b->shape, &b->r, &b->right, &b->answer, &b->e, &b->u, &b->pushed};
  bool good = true;
  for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++) good = good && (*vectors[k] = PL_NEW(double, 3 * n));
  good = good && (b->mass = PL_NEW(double, n)) && (b->volume = PL_NEW(double, n)) && (b->zeta = PL_NEW(double, 4 * n));
  return good && (b->hold_right = PL_NEW(double, 3 * (size_t)PL_HYBRID_MOST_HELD));
}

static pl_status centre_shape(pl_hybrid *b, const pl_model_setup *setup)
{
  double centre[3] = {0, 0, 0}, total = 0, most = 0;
  for (size_t i = 0; i < b->count; i++) total += b->mass[i] = setup->mass[i];
  for (size_t i = 0; i < b->count; i++)
    pl_vec3_add_scaled(centre, b->mass[i] / total, setup->rest.positions + 3 * i, centre);
  for (size_t i = 0; i < b->count; i++) {
    pl_vec3_sub(setup->rest.positions + 3 * i, centre, b->shape + 3 * i);
    most = fmax(most, pl_vec3_length(b->shape + 3 * i));
  }
  if (!(most > 0)) return pl_fail(PL_ERROR_MESH, "a hybrid body needs particles at more than one place");
  return pl_pieces_make(b->count, &b->pieces);
}

static pl_status fill(pl_hybrid *b, const pl_model_setup *setup)
{
  const pl_body_def *def = setup->def;
  const pl_hybrid_def *d = &def->hybrid;
  PL_TRY(centre_shape(b, setup));
  for (size_t i = 0; i < b->count; i++)
    b->volume[i] = setup->rest.vertex_volumes ? setup->rest.vertex_volumes[i] : b->mass[i] / def->density;
  PL_TRY(keep_values("magnitude", d->magnitude.values, b->count, &b->given[0]));
  PL_TRY(keep_values("stretch", d->stretch.values, b->count, &b->given[1]));
  PL_TRY(keep_values("bend", d->bend.values, b->count, &b->given[2]));
  PL_TRY(keep_values("stiffness", def->stiffness, b->count, &b->factor));
  b->def = *d;
  forget_pointers(&b->def);
  if (pl_grid_dimension(&b->grid) == 0 && setup->rest.edge_count == 0)
    return pl_fail(PL_ERROR_MESH, "a hybrid body needs a mesh with a grid, triangles or edges");
  if (pl_grid_dimension(&b->grid) == 0) PL_TRY(pl_hybrid_weigh(b, &setup->rest));
  PL_TRY(pl_hybrid_number_links(b));
  const pl_model_body sound = {.links = NULL};
  return pl_hybrid_allow_links(b, &sound);
}

static pl_status hybrid_create(const pl_model_setup *setup, void **data, uint32_t *order)
{
  pl_hybrid *b = PL_NEW(pl_hybrid, 1);
  if (!b) return PL_ERROR_MEMORY;
  b->count = setup->rest.vertex_count;
  b->grid = setup->rest.grid;
  if (b->grid.poles) b->grid = (pl_grid){0}; /* rows that are one vertex: by its edges */
  for (size_t i = 0; i < b->count; i++) order[i] = (uint32_t)i;
  pl_status status = allocate(b) ? fill(b, setup) : PL_ERROR_MEMORY;
  if (status != PL_OK) {
    hybrid_destroy(b);
    return status;
  }
  *data = b;
  return PL_OK;
}

/* ---- preparation ---- */

static pl_status hybrid_reserve(pl_model_body *body)
{
  pl_hybrid *b = body->data;
  size_t rows = PL_HYBRID_MOST_HELD;
  if (!b->hold_matrix) b->hold_matrix = PL_NEW(double, 9 * rows * rows);
  if (!b->hold_answer) b->hold_answer = PL_NEW(double, rows *rows);
  return b->hold_matrix && b->hold_answer ? PL_OK : PL_ERROR_MEMORY;
}

/* Of waves along the body, whose modulus is the mean of `stretch`. */
static double loss_time(const pl_hybrid *b, const pl_body_def *def)
{
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, modulus = 0, volume = 0;
  if (!(def->hybrid.damping_ratio > 0)) return 0;
  for (size_t i = 0; i < b->count; i++) {
    double factor = b->factor ? b->factor[i] : 1;
    modulus += b->volume[i] * factor * (b->given[1] ? b->given[1][i] : def->hybrid.stretch.value);
    volume += b->volume[i];
    for (size_t k = 0; k < 3; k++) {
      low[k] = fmin(low[k], b->shape[3 * i + k]);
      high[k] = fmax(high[k], b->shape[3 * i + k]);
    }
  }
  if (!(modulus > 0)) return 0; /* nothing stretches, no wave runs */
  return pl_model_loss_time(def->hybrid.damping_ratio, modulus / volume, def->density, pl_vec3_distance(low, high));
}

static pl_status hybrid_prepare(pl_model_body *body, const pl_body_def *def, unsigned changes,
                                const pl_model_context *context)
{
  pl_hybrid *b = body->data;
  if (body->fixed_count > PL_HYBRID_MOST_HELD)
    return pl_fail(PL_ERROR_LIMIT, "a hybrid body can be held at %d particles, got %zu", PL_HYBRID_MOST_HELD,
                   body->fixed_count);
  if (pl_grid_dimension(&b->grid) == 0 && (b->given[2] || def->hybrid.bend.value > 0))
    return pl_fail(PL_ERROR_MESH, "hybrid.bend needs a mesh with a grid: sheet, line, curve, helix, torus or lattice");
  if (body->links && def->hybrid.step == PL_HYBRID_PRINTED)
    return pl_fail(PL_ERROR_UNSUPPORTED, "hybrid.step \"printed\" has one frame: a body that may break (fracture, "
                                         "heat.melting_point) wants \"stable\"");
  size_t directions = pl_grid_dimension(&b->grid);
  if (def->fracture.crease > 0 && directions != 1 && directions != 2)
    return pl_fail(PL_ERROR_MESH,
                   "fracture.crease is for what bends: of hybrid bodies, a mesh with a grid of a curve or "
                   "a sheet (sheet, line, curve, helix, torus)");
  if (def->fracture.crease > 0 && !(def->thickness > 0))
    return pl_fail(PL_ERROR_ARGUMENT, "fracture.crease is a strain at the surface of what bends: give its thickness");
  PL_TRY(hybrid_reserve(body));
  bool came = body->links && !b->broken;
  PL_TRY(pl_hybrid_allow_links(b, body));
  if (changes & (PL_CHANGED_MATERIAL | PL_CHANGED_BACK)) {
    b->def = def->hybrid;
    b->beta = loss_time(b, def);
    b->thickness = def->fracture.crease > 0 ? def->thickness : 0;
    forget_pointers(&b->def);
    pl_hybrid_free_matrix(b);
  }
  if (!(changes & PL_CHANGED_BACK)) PL_TRY(pl_hybrid_make_fibres(b, body));
  if (!(changes & (PL_CHANGED_MATERIAL | PL_CHANGED_BACK | PL_CHANGED_STEP)) && b->solver && !came) return PL_OK;
  return pl_hybrid_factorise(b, context->h, context->pool);
}

static pl_status hybrid_declare(pl_model_body *body, pl_registry *registry)
{
  pl_hybrid *b = body->data;
  if (b->fibres.rest)
    PL_TRY(pl_registry_add_within(registry, pl_limit_of(PL_QUANTITY_LENGTH).most, "rest deformations", PL_PER_PARTICLE,
                                  PL_TYPE_DOUBLE, 3, b->count, b->fibres.rest));
  if (b->broken)
    return pl_registry_add_within(registry, PL_MOST_TURN, "rotations", PL_PER_PARTICLE, PL_TYPE_DOUBLE, 9, b->count,
                                  b->rotation);
  return pl_registry_add_within(registry, PL_MOST_TURN, "rotation", PL_PER_BODY, PL_TYPE_DOUBLE, 9, 1, b->rotation);
}

static size_t hybrid_scratch(const pl_model_body *body)
{
  return (3 * body->count + 64) * sizeof(double) + 65536 + pl_hybrid_step_scratch(body);
}

/* ---- state ---- */

/* The gradient of 1/2 e.K e through c and R as well, of one piece: what is left of K e (b->answer) without its rigid
   part (hybrid.h), which takes the frame along. In the axes of the body, J w = sum m (r.q w - q r.w) is how R follows.
   */
static void forces_of_piece(const pl_hybrid *b, size_t p, const double rotation[9], double *force)
{
  pl_hybrid_nodes nodes = pl_hybrid_nodes_of(b, p);
  double sums[6], follows[9] = {0}, xi[6];
  for (size_t n = 0; n < nodes.count; n++) {
    size_t i = nodes.node[n];
    double q[3];
    const double *r = b->r + 3 * i;
    pl_vec3_add(r, b->e + 3 * i, q);
    if (b->fibres.rest) pl_vec3_add(q, b->fibres.rest + 3 * i, q);
    for (size_t k = 0; k < 9; k++)
      follows[k] +=
          b->mass[i] * ((k % 4 == 0 ? pl_vec3_dot(r, q) : 0) - 0.5 * (q[k / 3] * r[k % 3] + r[k / 3] * q[k % 3]));
  }
  pl_hybrid_gather(b, p, b->answer, false, sums);
  pl_vec3_scale(sums, 1 / b->piece[p].mass, xi);
  pl_solve_inertia(follows, sums + 3, xi + 3);
  pl_hybrid_add_rigid(b, p, xi, -1, true, b->answer);
  for (size_t n = 0; n < nodes.count; n++) {
    size_t i = nodes.node[n];
    pl_mat3_apply(rotation, b->answer + 3 * i, force + 3 * i);
    pl_vec3_scale(force + 3 * i, -1, force + 3 * i);
  }
}

pl_status pl_hybrid_energy(const pl_model_body *body, const double *x, const pl_model_context *context, double *energy,
                           double *force)
{
  pl_hybrid *b = body->data;
  double centre[3], rotation[9];
  for (size_t p = 0; p < b->pieces.count; p++) {
    pl_mat3_copy(pl_hybrid_rotation(b, p), rotation);
    pl_hybrid_frame(b, p, x, centre, rotation);
    pl_hybrid_deformation(b, p, x, centre, rotation, b->e);
  }
  pl_hybrid_multiply(b, b->e, b->answer, context->pool);
  *energy = 0;
  for (size_t k = 0; k < 3 * b->count; k++) *energy += 0.5 * b->e[k] * b->answer[k];
  for (size_t p = 0; force && p < b->pieces.count; p++) {
    pl_mat3_copy(pl_hybrid_rotation(b, p), rotation);
    pl_hybrid_frame(b, p, x, centre, rotation);
    forces_of_piece(b, p, rotation, force);
  }
  return PL_OK;
}

static pl_status hybrid_import(pl_model_body *body, const pl_model_context *context)
{
  pl_hybrid *b = body->data;
  double centre[3];
  (void)context;
  for (size_t p = 0; p < b->pieces.count; p++) pl_hybrid_frame(b, p, body->x, centre, pl_hybrid_rotation(b, p));
  return PL_OK;
}

/* Links and rest values are registered, and so are the frames; holds are found from them. */
static pl_status hybrid_restored(pl_model_body *body, const pl_model_context *context)
{
  pl_hybrid_measure_links(body->data);
  return pl_hybrid_follow_links(body, false, context);
}

static pl_status hybrid_reset(pl_model_body *body, const pl_model_context *context)
{
  pl_hybrid *b = body->data;
  for (size_t i = 0; i < (b->broken ? b->count : 1); i++) pl_mat3_identity(b->rotation + 9 * i);
  if (b->fibres.rest) memset(b->fibres.rest, 0, 3 * b->count * sizeof(double));
  return hybrid_restored(body, context);
}

static bool hybrid_turns(const pl_model_body *body) { return body->fixed_count == 0 && body->hold_count == 0; }

static void hybrid_describe(const pl_model_body *body, char *text, size_t size)
{
  const pl_hybrid *b = body->data;
  if (!b->solver) return;
  snprintf(text, size, "reference = %s\nsolver = %s\nmatrix and vectors = %.3g MB\n",
           pl_grid_dimension(&b->grid) > 0 ? "a grid" : "the edges of the mesh",
           pl_solver_kind_name(pl_solver_kind_of(b->solver)), (double)pl_solver_bytes(b->solver) * 1e-6);
}

/* What the others mean has no magnitude in the table: a number per volume. */
static const pl_model_number hybrid_numbers[] = {PL_MODEL_NUMBER(hybrid, stretch.value, MODULUS),
                                                 PL_MODEL_NUMBER(hybrid, damping_ratio, FACTOR)};

/* The same as bytes, without pointers. */
static const pl_member hybrid_members[] = {
    PL_MODEL_MEMBER(hybrid, magnitude.value, NUMBER),
    PL_MODEL_MEMBER(hybrid, stretch.value, NUMBER),
    PL_MODEL_MEMBER(hybrid, bend.value, NUMBER),
    PL_MODEL_MEMBER(hybrid, damping_ratio, NUMBER),
    PL_MODEL_MEMBER(hybrid, solver, WORD),
    PL_MODEL_MEMBER(hybrid, step, WORD),
    PL_MODEL_MEMBER(hybrid, tolerance, NUMBER),
    PL_MODEL_MEMBER(hybrid, iterations, WORD),
    PL_MODEL_MEMBER(hybrid, angular_momentum, WORD),
};

static const pl_model model = {.name = "hybrid",
                               .kind = PL_MODEL_HYBRID,
                               .part = PL_MODEL_PART(hybrid),
                               .defaults = hybrid_defaults,
                               .check = hybrid_check,
                               .forget_pointers = hybrid_forget_pointers,
                               .numbers = hybrid_numbers,
                               .number_count = sizeof hybrid_numbers / sizeof *hybrid_numbers,
                               .layout = {hybrid_members, sizeof hybrid_members / sizeof *hybrid_members},
                               .traits = {.coupling = PL_COUPLING_BLOCKS},
                               .create = hybrid_create,
                               .destroy = hybrid_destroy,
                               .prepare = hybrid_prepare,
                               .reserve = hybrid_reserve,
                               .declare = hybrid_declare,
                               .energy = pl_hybrid_energy,
                               .advance = pl_hybrid_advance,
                               .apply_impulses = pl_hybrid_apply_impulses,
                               .impulse_response = pl_hybrid_impulse_response,
                               .has_rigid_motions = hybrid_turns,
                               .compliance = pl_hybrid_compliance,
                               .scratch = hybrid_scratch,
                               .import = hybrid_import,
                               .reset = hybrid_reset,
                               .fibres = pl_hybrid_fibres,
                               .deformations = pl_hybrid_deformations,
                               .refit = pl_hybrid_refit,
                               .restored = hybrid_restored,
                               .solve_statics = pl_hybrid_solve_statics,
                               .describe = hybrid_describe};

const pl_model *pl_hybrid_model(void) { return &model; }
