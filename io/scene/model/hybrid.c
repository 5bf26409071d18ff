/* SPDX-License-Identifier: MIT
   The hybrid model in a scene. */
#include "scene/read/resolve.h"
#include "scene/schema/tables.h"

#define KEYS(array) .keys = array, .key_count = sizeof array / sizeof *array
#define HYBRID(field) offsetof(pl_scene_hybrid, field)
#define FIELD(name_, field, unit_, doc_)                                                                               \
  {                                                                                                                    \
    name_, PL_KIND_FIELD, HYBRID(field), .unit = unit_, .columns = 1, .range = &pl_range_not_negative, .doc = doc_     \
  }

static const pl_scene_range iterations_range = {1, 100, false, false, "in [1, 100]"};
static const char *const solver_words[] = {"auto",      "cholesky",     "cg", "cg-incomplete", "sor", "adi",
                                           "multigrid", "cg-multigrid", NULL};
static const char *const step_words[] = {"stable", "printed", NULL};
static const char *const momentum_words[] = {"keep", "free", NULL};

static void prepare_hybrid(void *out) { ((pl_scene_hybrid *)out)->def = pl_default_body_def(PL_MODEL_HYBRID).hybrid; }

static const pl_scene_key hybrid_keys[] = {
    FIELD("magnitude", magnitude, "N/m^4",
          "Weight of order 0: force per displacement from where the frame has a point, and volume. One number, or one "
          "per vertex, as for all weights. Very large: a rigid body. Default 0."),
    FIELD("stretch", stretch, "Pa",
          "Weight of order 1: against differences of displacement, about Young's modulus. Default 1e5."),
    FIELD("bend", bend, "N", "Weight of order 2: against its curvature. Needs a mesh with a grid. Default 0."),
    {"damping_ratio", PL_KIND_NUMBER, HYBRID(def.damping_ratio), .range = &pl_range_not_negative, .fallback = "0",
     .doc = "Part of critical damping of the slowest wave along the body; half the loss factor there. Its frame moves "
            "as it would without."},
    {"solver", PL_KIND_WORD, HYBRID(def.solver), .words = solver_words, .fallback = "\"auto\"",
     .doc = "What solves its linear systems; adi, multigrid and cg-multigrid need a mesh with a grid."},
    {"tolerance", PL_KIND_NUMBER, HYBRID(def.tolerance), .range = &pl_range_positive, .fallback = "1e-8",
     .doc = "Relative residual at which iterative solvers stop."},
    {"step", PL_KIND_WORD, HYBRID(def.step), .words = step_words, .fallback = "\"stable\"",
     .doc =
         "stable: implicit, with all inertial terms, momenta kept; printed: frame and deformation side by side as in "
         "the paper, for comparison; its iterations and angular_momentum have no effect."},
    {"iterations", PL_KIND_INTEGER, HYBRID(def.iterations), .range = &iterations_range, .fallback = "2",
     .doc = "Solves in a step, each with the frame of where the last one arrived."},
    {"angular_momentum", PL_KIND_WORD, HYBRID(def.angular_momentum), .words = momentum_words, .fallback = "\"keep\"",
     .doc = "keep: a body that nothing holds keeps its angular momentum; free: as the step leaves it."},
};
const pl_scene_object pl_scene_hybrid_object = {
    .name = "hybrid model",
    .doc = "A rigid frame that carries a reference shape, and splines of the deformation from it (Terzopoulos and "
           "Fleischer): from rigid to fairly soft, with a constant matrix. For any mesh.",
    .size = sizeof(pl_scene_hybrid),
    KEYS(hybrid_keys),
    .prepare = prepare_hybrid};

static pl_status resolve_hybrid(pl_scene *scene, pl_scene_body *body)
{
  const pl_scene_hybrid *given = &body->model.hybrid;
  pl_hybrid_def *def = &body->def.hybrid;
  *def = given->def;
  PL_TRY(pl_scene_resolve_field(scene, &given->magnitude, body->built, &def->magnitude));
  PL_TRY(pl_scene_resolve_field(scene, &given->stretch, body->built, &def->stretch));
  return pl_scene_resolve_field(scene, &given->bend, body->built, &def->bend);
}

static uint64_t hash_hybrid(uint64_t hash, const pl_body_def *body)
{
  const pl_node_field *fields[3] = {&body->hybrid.magnitude, &body->hybrid.stretch, &body->hybrid.bend};
  size_t n = pl_mesh_view(body->mesh).vertex_count;
  for (size_t k = 0; k < 3; k++)
    if (fields[k]->values) hash = pl_scene_hash_array(hash, fields[k]->values, n, sizeof(double));
  return hash;
}

const pl_scene_model_entry pl_scene_hybrid_entry = {
    .kind = PL_MODEL_HYBRID, .resolve = resolve_hybrid, .hash = hash_hybrid};
