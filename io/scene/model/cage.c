/* SPDX-License-Identifier: MIT
   The cage model in a scene. */
#include "scene/read/resolve.h"
#include "scene/schema/tables.h"

#define KEYS(array) .keys = array, .key_count = sizeof array / sizeof *array
#define CAGE(field) offsetof(pl_scene_cage, def.field)

static const pl_scene_range ratio_range = {0, 0.5, false, true, "in [0, 0.5)"};
static const pl_scene_range eight_range = {8, 4294967295.0, false, false, ">= 8"};
static const char *const normals_words[] = {"full", "frozen", NULL};
static const char *const momentum_words[] = {"keep", "free", NULL};

static void prepare_cage(void *out) { ((pl_scene_cage *)out)->def = pl_default_body_def(PL_MODEL_CAGE).cage; }

static const pl_scene_key cage_keys[] = {
    {"mesh", PL_KIND_OBJECT, offsetof(pl_scene_cage, mesh), .object = &pl_scene_mesh_object, .flags = PL_KEY_OPTIONAL,
     .doc = "The cage: closed, around the body's mesh. It is placed like that: scaled, turned and shifted as it says "
            "itself, then as the body's mesh is. Without it one is made."},
    {"vertices", PL_KIND_COUNT, CAGE(vertices), .range = &eight_range, .fallback = "56",
     .doc = "Wanted number of vertices of a cage that is made; three unknowns each."},
    {"youngs_modulus", PL_KIND_NUMBER, CAGE(youngs_modulus), .unit = "Pa", .range = &pl_range_positive,
     .fallback = "1e5", .doc = "How hard the material is: jelly 1e4, soft rubber 1e5, rubber 1e6."},
    {"poisson_ratio", PL_KIND_NUMBER, CAGE(poisson_ratio), .range = &ratio_range, .fallback = "0.3",
     .doc = "How much it narrows where it is stretched; near 0.5 it keeps its volume."},
    {"points", PL_KIND_COUNT, CAGE(points), .range = &eight_range, .fallback = "200",
     .doc = "Wanted number of quadrature points inside the surface; at least as many as the cage has vertices."},
    {"spacing", PL_KIND_NUMBER, CAGE(spacing), .unit = "m", .range = &pl_range_not_negative, .fallback = "0",
     .fallback_doc = "from points", .doc = "Side of the voxels that hold eight points each, instead of points."},
    {"quadrature_points", PL_KIND_NUMBERS, offsetof(pl_scene_cage, quadrature_points), .unit = "m", .columns = 3,
     .doc = "The points themselves, inside the cage."},
    {"quadrature_weights", PL_KIND_NUMBERS, offsetof(pl_scene_cage, quadrature_weights), .unit = "m^3", .columns = 1,
     .range = &pl_range_positive, .doc = "The volume that each of them stands for, or one number for all."},
    {"normals", PL_KIND_WORD, CAGE(normals), .words = normals_words, .fallback = "\"full\"",
     .doc = "full: the cage's normals move in every derivative, forces are exact and spin is kept; frozen: they follow "
            "after each step, as in the paper."},
    {"damping_ratio", PL_KIND_NUMBER, CAGE(damping_ratio), .range = &pl_range_not_negative, .fallback = "0",
     .doc = "Part of critical damping of the slowest wave along the body; half the loss factor there."},
    {"penalty", PL_KIND_NUMBER, CAGE(penalty), .unit = "N/m", .range = &pl_range_not_negative, .fallback = "0",
     .fallback_doc = "100 times Young's modulus times the size of the body",
     .doc = "Stiffness of a pinned vertex (beta)."},
    {"plane_penalty", PL_KIND_NUMBER, CAGE(plane_penalty), .unit = "N/m", .range = &pl_range_not_negative,
     .fallback = "0", .fallback_doc = "contact, as for all models",
     .doc = "Vertices behind planes are pulled back by springs of this stiffness inside the implicit step, as in the "
            "paper, "
            "without friction; contact then leaves planes alone."},
    {"own_mass", PL_KIND_NUMBER, CAGE(own_mass), .range = &pl_range_unit, .fallback = "0.05",
     .doc = "Part of the body's mass that the cage's vertices have of their own where they move against each other, "
            "never in rigid motion. 0: as in the paper; contact is then restless."},
    {"own_stiffness", PL_KIND_NUMBER, CAGE(own_stiffness), .range = &pl_range_unit, .fallback = "0.03",
     .doc =
         "Part of the body's stiffness that faces of the cage have of their own once they are stretched more than 1.6 "
         "times as much one way as the other. 0: as in the paper; under hard contact faces then collapse and turn "
         "over. Frozen normals have none."},
    {"angular_momentum", PL_KIND_WORD, CAGE(angular_momentum), .words = momentum_words, .fallback = "\"keep\"",
     .doc = "keep: a body that nothing holds keeps its momenta exactly; free: as the step leaves them. Frozen normals "
            "brake rotation either way."},
};
const pl_scene_object pl_scene_cage_object = {
    .name = "cage model",
    .doc = "Green Coordinates of a cage as a basis of elasticity (Martin et al.): few unknowns, small features keep "
           "their shape.",
    .size = sizeof(pl_scene_cage),
    KEYS(cage_keys),
    .prepare = prepare_cage};

/* ---- what is made of them ---- */

static pl_status resolve_quadrature(pl_scene *scene, const pl_scene_cage *cage, pl_cage_model_def *def)
{
  const pl_json *points = cage->quadrature_points.at, *weights = cage->quadrature_weights.at;
  if (!points && !weights) return PL_OK;
  if (!points || !weights)
    return pl_scene_fail_key(scene, points ? points : weights, "needs \"%s\" beside it",
                             points ? "quadrature_weights" : "quadrature_points");
  def->quadrature_points = cage->quadrature_points.values;
  def->quadrature_count = cage->quadrature_points.count / 3;
  return pl_scene_spread(scene, &cage->quadrature_weights, def->quadrature_count, "quadrature point",
                         &def->quadrature_weights);
}

static pl_status resolve_cage(pl_scene *scene, pl_scene_body *body)
{
  const pl_scene_cage *cage = &body->model.cage;
  body->def.cage = cage->def;
  PL_TRY(pl_scene_build_cage(scene, body));
  body->def.cage.mesh = body->built_cage;
  const pl_json *vertices = pl_json_member(cage->at, "vertices");
  if (body->built_cage && vertices)
    return pl_scene_fail_key(scene, vertices, "has no effect beside a mesh that is the cage; leave one of them out");
  return resolve_quadrature(scene, cage, &body->def.cage);
}

static uint64_t hash_cage(uint64_t hash, const pl_body_def *def)
{
  const pl_cage_model_def *cage = &def->cage;
  hash = pl_scene_hash_array(hash, cage->quadrature_points, 3 * cage->quadrature_count, sizeof(double));
  hash = pl_scene_hash_array(hash, cage->quadrature_weights, cage->quadrature_count, sizeof(double));
  if (!cage->mesh) return hash;
  pl_mesh_data mesh = pl_mesh_view(cage->mesh);
  hash = pl_scene_hash_array(hash, mesh.positions, 3 * mesh.vertex_count, sizeof(double));
  return pl_scene_hash_array(hash, mesh.triangles, 3 * mesh.triangle_count, sizeof(uint32_t));
}

const pl_scene_model_entry pl_scene_cage_entry = {.kind = PL_MODEL_CAGE, .resolve = resolve_cage, .hash = hash_cage};
