/* SPDX-License-Identifier: MIT
   The continuum model in a scene. */
#include <string.h>

#include "scene/read/resolve.h"
#include "scene/schema/tables.h"

#define KEYS(array) .keys = array, .key_count = sizeof array / sizeof *array
#define CONTINUUM(field) offsetof(pl_scene_continuum, field)
#define FIELD(name_, field, unit_, doc_)                                                                               \
  {                                                                                                                    \
    name_, PL_KIND_FIELD, CONTINUUM(field), .unit = unit_, .columns = 1, .range = &pl_range_not_negative, .doc = doc_  \
  }

static const pl_scene_range iterations_range = {1, 100, false, false, "in [1, 100]"};
static const char *const natural_words[] = {"mesh", "flat", "given", "none", NULL};
static const char *const energy_words[] = {"tensors", "spline", NULL};
static const char *const step_words[] = {"stable", "printed", NULL};
static const char *const solver_words[] = {"auto", "cholesky", "cg", "cg-incomplete", "sor", NULL};
static const char *const momentum_words[] = {"keep", "free", NULL};
static const char *const material_words[] = {"none",        "rubber sheet", "cloth", "paper",
                                             "sheet metal", "string",       "wire",  NULL};

static void prepare_continuum(void *out)
{
  ((pl_scene_continuum *)out)->def = pl_default_body_def(PL_MODEL_CONTINUUM).continuum;
}

static const pl_scene_key continuum_keys[] = {
    {"material", PL_KIND_WORD, CONTINUUM(material), .words = material_words, .fallback = "\"none\"",
     .doc =
         "Weights as of such a material of the body's thickness, of which string and wire are for curves, the others "
         "for surfaces. Keys beside it go before it. Its density is the body's, unless that is said (kg/m^3: rubber "
         "1100, cloth 500, paper 800, metal and wire 7800, string 900)."},
    {"youngs_modulus", PL_KIND_NUMBER, CONTINUUM(def.youngs_modulus), .unit = "Pa", .range = &pl_range_positive,
     .fallback = "1e6",
     .doc = "Weights that are not given are those of a material of this modulus and the body's thickness t: E t/2, of "
            "bending E t^3/12; of a curve E A and E I; of a solid E/2."},
    FIELD(
        "stretch", stretch[0], "N/m",
        "w1_11, resistance to stretch along the grid's first direction; of a curve in N, of a solid in Pa. One number, "
        "or one per vertex, as for all weights. Default: from youngs_modulus."),
    FIELD("stretch_2", stretch[1], "N/m", "w1_22: along the second direction. Default: stretch."),
    FIELD("stretch_3", stretch[2], "N/m", "w1_33: along the third. Default: stretch."),
    FIELD("shear", shear[0], "N/m", "w1_12: between the first and the second. Default: from youngs_modulus."),
    FIELD("shear_2", shear[1], "N/m", "w1_13: between the first and the third. Default: shear."),
    FIELD("shear_3", shear[2], "N/m", "w1_23: between the second and the third. Default: shear."),
    FIELD("bend", bend[0], "N m",
          "w2_11, resistance to bending along the first direction; of a curve w2, in N m^2. A solid has none. Default: "
          "from youngs_modulus."),
    FIELD("bend_2", bend[1], "N m", "w2_22: along the second direction. Default: bend."),
    FIELD("bend_12", bend[2], "N m", "w2_12: against warping. Default: bend."),
    FIELD("twist", twist, "N m^2", "w3 of a curve: against torsion, where its natural shape is curved. Default: 0."),
    {"natural", PL_KIND_WORD, CONTINUUM(def.natural), .words = natural_words, .fallback = "\"mesh\"",
     .doc = "The shape it goes back to: mesh; flat: as long and wide as the mesh, without curvature; given: metric and "
            "curvature; none: it shrinks until something holds it."},
    {"metric", PL_KIND_NUMBERS, CONTINUUM(metric), .columns = 1,
     .doc =
         "Of a natural shape that is given, vertex by vertex: s0 of a curve; G0_11, G0_22, G0_12 of a surface; G0_11, "
         "G0_22, G0_33, G0_12, G0_13, G0_23 of a solid. 1 is unstretched."},
    {"curvature", PL_KIND_NUMBERS, CONTINUUM(curvature), .unit = "1/m", .columns = 1,
     .doc = "Likewise kappa0 and tau0 of a curve, B0_11, B0_22, B0_12 of a surface."},
    {"continuity", PL_KIND_FIELD, CONTINUUM(continuity), .columns = 1, .range = &pl_range_not_negative,
     .doc = "Per vertex: 2 smooth (default), 1 a crease that bends freely, 0 a cut. Less than 2 is a crease, than 1 a "
            "cut: nothing holds there, though triangles across it are still drawn and touched; what shall part for all "
            "to see breaks by fracture."},
    {"lengths", PL_KIND_VECTOR, CONTINUUM(def.lengths), .unit = "m", .fallback = "[0, 0, 0]",
     .fallback_doc = "the mean of the mesh's lines", .doc = "Of the material along the grid's directions."},
    FIELD("damping", damping, "kg/(m^2 s)",
          "gamma: force per velocity and area; of a curve per length, of a solid per volume. Default: 0."),
    {"damping_matrix", PL_KIND_NUMBERS, CONTINUUM(damping_matrix), .columns = 3,
     .doc =
         "Nine numbers by which gamma is multiplied, three rows: symmetric, with no negative eigenvalue. Default: the "
         "identity; a zero on the diagonal lets it move freely along that axis."},
    {"damping_ratio", PL_KIND_NUMBER, CONTINUUM(def.damping_ratio), .range = &pl_range_not_negative, .fallback = "0",
     .doc = "Part of critical damping of the slowest wave along the body; half the loss factor there. Rigid motion is "
            "not braked. Not with energy spline or step printed, nor of a curve that is not planar."},
    {"energy", PL_KIND_WORD, CONTINUUM(def.energy), .words = energy_words, .fallback = "\"tensors\"",
     .doc =
         "tensors: rigid motion costs nothing; spline: quadratic, of the positions themselves (membrane, thin plate, "
         "spline under tension)."},
    {"step", PL_KIND_WORD, CONTINUUM(def.step), .words = step_words, .fallback = "\"stable\"",
     .doc = "stable: Newton's method, for any stiffness; printed: the paper's semi-implicit step, for comparison."},
    {"iterations", PL_KIND_INTEGER, CONTINUUM(def.iterations), .range = &iterations_range, .fallback = "8",
     .doc = "Of Newton's method in a step, at most."},
    {"tolerance", PL_KIND_NUMBER, CONTINUUM(def.tolerance), .range = &pl_range_positive, .fallback = "1e-4",
     .doc = "They end when no node moves by more than this part of the spacing of the grid."},
    {"solver", PL_KIND_WORD, CONTINUUM(def.solver), .words = solver_words, .fallback = "\"auto\"",
     .doc =
         "What solves its linear systems; those for grids alone (adi, multigrid, cg-multigrid) are of hybrid bodies."},
    {"solver_tolerance", PL_KIND_NUMBER, CONTINUUM(def.solver_tolerance), .range = &pl_range_positive,
     .fallback = "1e-8", .doc = "Relative residual at which iterative solvers stop."},
    {"angular_momentum", PL_KIND_WORD, CONTINUUM(def.angular_momentum), .words = momentum_words, .fallback = "\"keep\"",
     .doc = "keep: a body that nothing holds keeps its angular momentum; free: as the step leaves it."},
};
const pl_scene_object pl_scene_continuum_object = {
    .name = "continuum model",
    .doc = "Curves, surfaces and solids on a grid (Terzopoulos and Fleischer): how stretched and how curved they are, "
           "against a natural shape. The mesh must have a grid: sheet, line, curve, helix, sphere, torus, lattice.",
    .size = sizeof(pl_scene_continuum),
    KEYS(continuum_keys),
    .prepare = prepare_continuum};

static pl_status resolve_weights(pl_scene *scene, const pl_scene_numbers *numbers, const pl_mesh *mesh,
                                 pl_node_field *out)
{
  for (size_t k = 0; k < 3; k++) {
    if (!numbers[k].at && k > 0 && numbers[0].at)
      out[k] = out[0];
    else
      PL_TRY(pl_scene_resolve_field(scene, &numbers[k], mesh, &out[k]));
  }
  return PL_OK;
}

static pl_status take_rows(pl_scene *scene, const pl_scene_numbers *numbers, size_t count, const double **out)
{
  if (!numbers->at) return PL_OK;
  if (numbers->count != count)
    return pl_scene_fail(scene, numbers->at, "must have %zu values, but has %zu", count, numbers->count);
  *out = numbers->values;
  return PL_OK;
}

/* A sheet's weights are per metre, a wire's are not: each is for a grid of its own kind. */
static pl_status take_material(pl_scene *scene, pl_scene_body *body, size_t dimension)
{
  const pl_scene_continuum *given = &body->model.continuum;
  const pl_json *at = pl_json_member(given->at, "material");
  pl_continuum_material which = (pl_continuum_material)(given->material - 1);
  bool of_curves = which == PL_CONTINUUM_STRING || which == PL_CONTINUUM_WIRE;
  double density;
  if (dimension > 2)
    return pl_scene_fail(scene, at, "is of sheets or curves, and the mesh is a solid: say youngs_modulus instead");
  if (dimension > 0 && of_curves != (dimension == 1))
    return pl_scene_fail(scene, at,
                         of_curves ? "is of curves, and the mesh is a surface: take rubber sheet, cloth, "
                                     "paper or sheet metal"
                                   : "is of surfaces, and the mesh is a curve: take string or wire");
  PL_TRY(pl_scene_wrap(scene, given->at,
                       pl_continuum_set_material(&body->def.continuum, which, body->thickness, &density)));
  if (!pl_json_member(body->at, "density")) body->def.density = density;
  return PL_OK;
}

static pl_status resolve_continuum(pl_scene *scene, pl_scene_body *body)
{
  const pl_scene_continuum *given = &body->model.continuum;
  pl_mesh_data mesh = pl_mesh_view(body->built);
  pl_continuum_def *def = &body->def.continuum;
  size_t n = mesh.vertex_count, d = 0;
  while (d < 3 && mesh.grid.counts[d] > 0) d++;
  *def = given->def;
  if (given->material > 0) PL_TRY(take_material(scene, body, d));
  PL_TRY(resolve_weights(scene, given->stretch, body->built, def->stretch));
  PL_TRY(resolve_weights(scene, given->shear, body->built, def->shear));
  PL_TRY(resolve_weights(scene, given->bend, body->built, def->bend));
  PL_TRY(pl_scene_resolve_field(scene, &given->twist, body->built, &def->twist));
  PL_TRY(pl_scene_resolve_field(scene, &given->damping, body->built, &def->damping));
  PL_TRY(pl_scene_spread_field(scene, &given->continuity, body->built, &def->continuity));
  const double *damping_matrix = NULL;
  PL_TRY(take_rows(scene, &given->damping_matrix, 9, &damping_matrix));
  if (damping_matrix) memcpy(def->damping_matrix, damping_matrix, sizeof def->damping_matrix);
  PL_TRY(take_rows(scene, &given->metric, n * d * (d + 1) / 2, &def->metric));
  return take_rows(scene, &given->curvature, n * (d == 1 ? 2 : 3), &def->curvature);
}

static uint64_t hash_field(uint64_t hash, const pl_node_field *field, size_t count)
{
  return field->values ? pl_scene_hash_array(hash, field->values, count, sizeof(double)) : hash;
}

static uint64_t hash_continuum(uint64_t hash, const pl_body_def *body)
{
  const pl_continuum_def *def = &body->continuum;
  pl_mesh_data mesh = pl_mesh_view(body->mesh);
  size_t n = mesh.vertex_count, d = 0;
  while (d < 3 && mesh.grid.counts[d] > 0) d++;
  for (size_t k = 0; k < 3; k++) {
    hash = hash_field(hash, &def->stretch[k], n);
    hash = hash_field(hash, &def->shear[k], n);
    hash = hash_field(hash, &def->bend[k], n);
  }
  hash = hash_field(hash, &def->twist, n);
  hash = hash_field(hash, &def->damping, n);
  hash = pl_scene_hash_array(hash, def->damping_matrix, 9, sizeof(double));
  if (def->continuity) hash = pl_scene_hash_array(hash, def->continuity, n, sizeof(double));
  if (def->metric) hash = pl_scene_hash_array(hash, def->metric, n * d * (d + 1) / 2, sizeof(double));
  if (def->curvature) hash = pl_scene_hash_array(hash, def->curvature, n * (d == 1 ? 2 : 3), sizeof(double));
  return hash;
}

const pl_scene_model_entry pl_scene_continuum_entry = {
    .kind = PL_MODEL_CONTINUUM, .resolve = resolve_continuum, .hash = hash_continuum, .shell = true};
