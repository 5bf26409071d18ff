/* SPDX-License-Identifier: MIT
   The graph model in a scene. */
#include "scene/read/resolve.h"
#include "scene/schema/tables.h"

#define KEYS(array) .keys = array, .key_count = sizeof array / sizeof *array
#define GRAPH(field) offsetof(pl_scene_graph, def.field)
static const pl_scene_range iteration_range = {0, 100, false, false, "in [0, 100]"};
static const char *const weights_words[] = {"share", "uniform", "cotangent", NULL};
static const char *const laplacian_words[] = {"edges", "uniform", "cotangent", "given", NULL};
static const char *const momentum_words[] = {"keep", "free", NULL};
static const char *const bending_words[] = {"material", "edges", NULL};
static const char *const covariance_words[] = {"energy", "mass", NULL};
static const char *const damping_words[] = {"corotated", "literal", NULL};
static const char *const precision_words[] = {"auto", "float", "double", NULL};

static void prepare_graph(void *out) { ((pl_scene_graph *)out)->def = pl_default_body_def(PL_MODEL_GRAPH).graph; }

#define PLASTICITY(field) offsetof(pl_scene_plasticity, value.field)
static const char *const rule_words[] = {"none", "rate", "step", NULL};
static void prepare_plasticity(void *out)
{
  ((pl_scene_plasticity *)out)->value = pl_default_body_def(PL_MODEL_GRAPH).graph.plasticity;
}
static const pl_scene_key plasticity_keys[] = {
    {"rule", PL_KIND_WORD, PLASTICITY(rule), .words = rule_words, .flags = PL_KEY_REQUIRED,
     .doc = "rate: flow per second, the same for any time step; step: per step, as the paper prints it; none."},
    {"yield", PL_KIND_NUMBER, PLASTICITY(yield), .range = &pl_range_not_negative, .fallback = "0.05",
     .doc = "Deformation of an edge, relative to its rest length, that it bears without flowing."},
    {"creep", PL_KIND_NUMBER, PLASTICITY(creep), .unit = "1/s or 1/step", .range = &pl_range_not_negative,
     .fallback = "10", .doc = "Part of the deformation that becomes lasting, per unit of excess over the yield."},
    {"maximum", PL_KIND_NUMBER, PLASTICITY(maximum), .range = &pl_range_not_negative, .fallback = "0",
     .fallback_doc = "no limit", .doc = "Most that a rest edge may differ from the first one, relative to it."},
};
static const pl_scene_object plasticity_object = {
    .name = "plasticity",
    .doc = "Edges deformed beyond the yield take a part of that over as their new rest shape.",
    .size = sizeof(pl_scene_plasticity),
    KEYS(plasticity_keys),
    .prepare = prepare_plasticity};

#define ROTATIONS(field) offsetof(pl_scene_rotations, value.field)
static const char *const mode_words[] = {"full", "propagated", NULL};
static const char *const criterion_words[] = {"symmetry", "covariance", "transform", NULL};
static void prepare_rotations(void *out)
{
  ((pl_scene_rotations *)out)->value = pl_default_body_def(PL_MODEL_GRAPH).graph.rotations;
}
static const pl_scene_range reuse_range = {0, 1000, false, false, "in [0, 1000]"};
static const pl_scene_key rotations_keys[] = {
    {"mode", PL_KIND_WORD, ROTATIONS(mode), .words = mode_words, .flags = PL_KEY_REQUIRED,
     .doc = "full: every neighbourhood its own; propagated: taken over from neighbours while the criterion allows it."},
    {"criterion", PL_KIND_WORD, ROTATIONS(criterion), .words = criterion_words, .fallback = "\"symmetry\"",
     .doc = "symmetry: eq. (8) of the paper; covariance and transform: naive ones, for comparison."},
    {"threshold", PL_KIND_NUMBER, ROTATIONS(threshold), .range = &pl_range_positive, .fallback = "1e-3",
     .doc = "Relative; larger takes over more."},
    {"reuse", PL_KIND_COUNT, ROTATIONS(reuse), .range = &reuse_range, .fallback = "0",
     .doc = "In a subspace: most steps that a choice of active neighbourhoods is kept for, in which no other is looked "
            "at; 0: "
            "chosen anew in every step."},
    {"seeds", PL_KIND_INDICES, offsetof(pl_scene_rotations, seeds), .columns = 1,
     .doc = "Vertices where propagation starts, at most 8; without them, vertex 0."},
};
static const pl_scene_object rotations_object = {.name = "rotations",
                                                 .doc = "How the rotation of each neighbourhood is found.",
                                                 .size = sizeof(pl_scene_rotations),
                                                 KEYS(rotations_keys),
                                                 .prepare = prepare_rotations};

static const pl_scene_key graph_keys[] = {
    {"youngs_modulus", PL_KIND_NUMBER, GRAPH(youngs_modulus), .unit = "Pa", .range = &pl_range_positive,
     .fallback = "1e5",
     .doc = "How hard the material is: jelly 1e4, soft rubber 1e5, rubber 1e6. Means the same at any resolution."},
    {"stiffness", PL_KIND_NUMBER, GRAPH(stiffness), .unit = "N/m", .range = &pl_range_not_negative, .fallback = "0",
     .fallback_doc = "from youngs_modulus", .doc = "Stiffness of an edge of weight 1, instead of youngs_modulus."},
    {"edge", PL_KIND_NUMBER, GRAPH(edge), .range = &pl_range_not_negative, .fallback = "1",
     .doc = "Part of the stiffness that the edge energy gets (eq. 4 of the paper): resists stretch."},
    {"laplacian", PL_KIND_NUMBER, GRAPH(laplacian), .range = &pl_range_not_negative, .fallback = "0",
     .doc = "Part of the stiffness that the Laplacian energy gets (eq. 3): resists bending of surfaces."},
    {"weights", PL_KIND_WORD, GRAPH(weights), .words = weights_words, .fallback = "\"share\"",
     .doc = "share: an edge weighs by the part of its cells that exists; uniform: every edge weighs 1; cotangent: half "
            "the "
            "cotangents of the opposite angles in the rest triangles."},
    {"laplacian_weights", PL_KIND_WORD, GRAPH(laplacian_weights), .words = laplacian_words, .fallback = "\"edges\"",
     .doc = "edges: as the edges weigh, divided by their sum at the vertex; uniform: 1 over the number of neighbours; "
            "cotangent: not divided; given: edge_weights of the mesh."},
    {"bending", PL_KIND_WORD, GRAPH(bending), .words = bending_words, .fallback = "\"material\"",
     .doc = "material: sheets bend as plates of their thickness (E t^3 / 12), curves as round rods (E I), solids as "
            "beams, however coarse they are; not with stiffness, other weights than share, laplacian or propagated "
            "rotations. edges: as the paper's edge energy alone, more stiffly the coarser the graph."},
    {"covariance", PL_KIND_WORD, GRAPH(covariance), .words = covariance_words, .fallback = "\"energy\"",
     .doc =
         "How neighbours weigh in a node's rotation. energy: forces are the exact gradient of the edge energy; mass: "
         "by mass squared, as the paper prints it."},
    {"damping", PL_KIND_WORD, GRAPH(damping), .words = damping_words, .fallback = "\"corotated\"",
     .doc = "corotated: damping_stiffness acts on deformation only; literal: also brakes rigid rotation, as the paper "
            "prints it."},
    {"damping_mass", PL_KIND_NUMBER, GRAPH(damping_mass), .unit = "1/s", .range = &pl_range_not_negative,
     .fallback = "0", .doc = "Drag on all motion (alpha)."},
    {"damping_stiffness", PL_KIND_NUMBER, GRAPH(damping_stiffness), .unit = "s", .range = &pl_range_not_negative,
     .fallback = "0", .doc = "Drag on deformation (beta). Implicit Euler damps by itself, too."},
    {"damping_ratio", PL_KIND_NUMBER, GRAPH(damping_ratio), .range = &pl_range_not_negative, .fallback = "0",
     .doc = "Part of critical damping of the slowest wave along the body; half the loss factor there. Not beside "
            "stiffness."},
    {"precision", PL_KIND_WORD, GRAPH(precision), .words = precision_words, .fallback = "\"auto\"",
     .doc = "Of the matrix factor. auto: float with refinement where the step allows it, else double."},
    {"anisotropy", PL_KIND_VECTOR, GRAPH(anisotropy), .range = &pl_range_positive, .fallback = "[1, 1, 1]",
     .doc = "Factors on the energy of edges along three axes."},
    {"anisotropy_axes", PL_KIND_VECTOR, GRAPH(anisotropy_axes), .unit = "rad", .fallback = "[0, 0, 0]",
     .doc = "How those axes are turned against x, y and z: axis times angle."},
    {"plasticity", PL_KIND_OBJECT, offsetof(pl_scene_graph, plasticity), .object = &plasticity_object,
     .flags = PL_KEY_OPTIONAL, .doc = "Lasting deformation by the rule of the paper; without it the body is elastic."},
    {"rotations", PL_KIND_OBJECT, offsetof(pl_scene_graph, rotations), .object = &rotations_object,
     .flags = PL_KEY_OPTIONAL, .doc = "How rotations are found; without it, each by itself."},
    {"angular_momentum", PL_KIND_WORD, GRAPH(angular_momentum), .words = momentum_words, .fallback = "\"keep\"",
     .doc = "keep: a body that nothing holds keeps spinning; free: implicit Euler brakes it, as in the paper."},
    {"iterations", PL_KIND_INTEGER, GRAPH(iterations), .range = &iteration_range, .fallback = "0",
     .doc =
         "Of rotations and solve in a small step. With few, a stiff body swings as if it were heavier. 0: as many as "
         "keep it in time, 1 to 5. 1 is the paper's."},
};
const pl_scene_object pl_scene_graph_object = {
    .name = "graph model",
    .doc = "Geometric potential energy on the edges of the mesh (Huang et al.).",
    .size = sizeof(pl_scene_graph),
    KEYS(graph_keys),
    .prepare = prepare_graph};

/* ---- what is made of them ---- */

/* What stands in objects of its own inside the graph model. */
static pl_status fill_graph(pl_scene *scene, const pl_scene_graph *graph, size_t vertex_count, pl_graph_def *def)
{
  *def = graph->def;
  if (graph->plasticity.at) def->plasticity = graph->plasticity.value;
  if (!graph->rotations.at) return PL_OK;
  def->rotations = graph->rotations.value;
  const pl_scene_indices *seeds = &graph->rotations.seeds;
  if (!seeds->at) return PL_OK;
  if (seeds->count > PL_MOST_SEEDS)
    return pl_scene_fail(scene, seeds->at, "has %zu vertices; the most is %d", seeds->count, (int)PL_MOST_SEEDS);
  def->rotations.seed_count = seeds->count;
  for (size_t i = 0; i < seeds->count; i++) {
    if (seeds->values[i] >= vertex_count)
      return pl_scene_fail(scene, seeds->at, "has vertex %u, but there are only the vertices 0 to %zu",
                           seeds->values[i], vertex_count - 1);
    def->rotations.seeds[i] = seeds->values[i];
  }
  return PL_OK;
}

/* Keys of the graph model that cannot stand beside each other. */
static pl_status check_graph(const pl_scene *scene, const pl_scene_body *body)
{
  const pl_graph_def *graph = &body->def.graph;
  const pl_json *modulus = pl_json_member(body->model.graph.at, "youngs_modulus");
  if (modulus && graph->stiffness > 0)
    return pl_scene_fail_key(scene, modulus, "has no effect beside a stiffness of %g N/m; leave one of them out",
                             graph->stiffness);
  if (graph->edge == 0 && graph->laplacian == 0)
    return pl_scene_fail(scene, body->model.graph.at, "has edge and laplacian 0, so nothing holds the body together");
  return PL_OK;
}

static pl_status resolve_graph(pl_scene *scene, pl_scene_body *body)
{
  size_t vertex_count = pl_mesh_view(body->built).vertex_count;
  PL_TRY(fill_graph(scene, &body->model.graph, vertex_count, &body->def.graph));
  return check_graph(scene, body);
}

/* A Young's modulus does. */
static bool needs_volumes(const pl_body_def *def) { return !(def->graph.stiffness > 0); }

static uint64_t hash_graph(uint64_t hash, const pl_body_def *def)
{
  const pl_rotations_def *rotations = &def->graph.rotations;
  return pl_scene_hash_array(hash, rotations->seeds, rotations->seed_count, sizeof(uint32_t));
}

const pl_scene_model_entry pl_scene_graph_entry = {
    .kind = PL_MODEL_GRAPH, .resolve = resolve_graph, .needs_volumes = needs_volumes, .hash = hash_graph};
