/* SPDX-License-Identifier: MIT
   The surface model in a scene. */
#include "scene/read/resolve.h"
#include "scene/schema/tables.h"

#define KEYS(array) .keys = array, .key_count = sizeof array / sizeof *array
#define SURFACE(field) offsetof(pl_scene_surface, def.field)

static const pl_scene_range region_range = {0, 64, false, false, "in [0, 64]"};
static const pl_scene_range passes_range = {1, 100, false, false, "in [1, 100]"};
static const pl_scene_range part_range = {0, 1, false, false, "in [0, 1]"};
static const char *const region_words[] = {"share", "mass", NULL};
static const char *const momentum_words[] = {"keep", "free", NULL};
static const char *const precision_words[] = {"auto", "float", "double", NULL};
static const char *const sums_words[] = {"auto", "paths", "direct", NULL};

static void prepare_surface(void *out)
{
  ((pl_scene_surface *)out)->def = pl_default_body_def(PL_MODEL_SURFACE).surface;
}

static const pl_scene_key surface_keys[] = {
    {"youngs_modulus", PL_KIND_NUMBER, SURFACE(youngs_modulus), .unit = "Pa", .range = &pl_range_positive,
     .fallback = "1e5",
     .doc =
         "How hard the material is against stretching: jelly 1e4, soft rubber 1e5. Regions become as wide as it needs. "
         "Not beside region, stiffness or pull."},
    {"radius", PL_KIND_NUMBER, SURFACE(radius), .unit = "m", .range = &pl_range_not_negative, .fallback = "0",
     .fallback_doc = "sqrt(8 E / (36000 density)), within a quarter of the body; or region",
     .doc = "How far the region about a particle reaches along edges: a finer mesh behaves like a coarser one."},
    {"region", PL_KIND_INTEGER, SURFACE(region), .unit = "edges", .range = &region_range, .fallback = "0",
     .fallback_doc = "radius; 3 beside stiffness or pull",
     .doc = "The same in edges, as in the paper. Wider regions are stiffer against bending."},
    {"stiffness", PL_KIND_NUMBER, SURFACE(stiffness), .unit = "1/s^2", .range = &pl_range_not_negative, .fallback = "0",
     .fallback_doc = "from youngs_modulus; 36000 beside region",
     .doc = "How hard particles are pulled to their places; the same at any time step h up to 1/h^2, the hardest there "
            "is. Soft 1000, firm 36000 (0.9 of the way in a step of 5 ms)."},
    {"pull", PL_KIND_NUMBER, SURFACE(pull), .unit = "1/step", .range = &part_range, .fallback = "0",
     .fallback_doc = "from stiffness",
     .doc = "The part of the way to their places that particles are pulled in a step, whatever its length: the paper's "
            "s. Instead of stiffness."},
    {"damping_ratio", PL_KIND_NUMBER, SURFACE(damping_ratio), .range = &pl_range_not_negative, .fallback = "0",
     .doc = "Part of critical damping of the slowest wave along the body; half the loss factor there."},
    {"damping", PL_KIND_NUMBER, SURFACE(damping), .unit = "1/s", .range = &pl_range_not_negative, .fallback = "0",
     .doc = "How fast motion within regions fades; the body's flight and spin are not braked."},
    {"damping_part", PL_KIND_NUMBER, SURFACE(damping_part), .unit = "1/step", .range = &part_range, .fallback = "0",
     .fallback_doc = "from damping",
     .doc = "The part of that motion that fades in a step, whatever its length, as in the paper. Instead of damping."},
    {"weights", PL_KIND_WORD, SURFACE(weights), .words = region_words, .fallback = "\"share\"",
     .doc = "share: a particle's mass is shared out among its regions, which conserves momentum; mass: it counts whole "
            "in each, as the paper prints it."},
    {"normal_point", PL_KIND_FLAG, SURFACE(normal_point), .fallback = "false",
     .doc = "A point above each particle takes part in the matching of its region, as in the paper. Costs a little "
            "angular momentum."},
    {"last_moves", PL_KIND_FLAG, SURFACE(last_moves), .fallback = "false",
     .doc = "Local weights of the volume (its alpha below 1) go by how far particles were moved in the last step "
            "alone, as "
            "in eq. (10) of the paper; else by the mean over the last few, which is calmer."},
    {"momentum", PL_KIND_WORD, SURFACE(momentum), .words = momentum_words, .fallback = "\"keep\"",
     .doc = "keep: a body that nothing holds keeps its momentum and its spin; free: steps brake the spin, as in the "
            "paper."},
    {"passes", PL_KIND_INTEGER, SURFACE(passes), .range = &passes_range, .fallback = "1",
     .doc = "Of matching and pulling in a step. More carry forces further through the mesh in a step."},
    {"precision", PL_KIND_WORD, SURFACE(precision), .words = precision_words, .fallback = "\"auto\"",
     .doc = "Of a step. auto: sums over regions in float; double: everything in double, some ten times slower, for "
            "comparing digits."},
    {"sums", PL_KIND_WORD, SURFACE(sums), .words = sums_words, .fallback = "\"auto\"",
     .doc = "How sums over regions are made. paths: from prefix sums along paths through the mesh, as the paper; "
            "direct: particle by particle; auto: whichever is less work."},
};
const pl_scene_object pl_scene_surface_object = {
    .name = "surface model",
    .doc =
        "Shape matching of overlapping regions of a triangle mesh (Diziol et al.): needs no solid, survives any state.",
    .size = sizeof(pl_scene_surface),
    KEYS(surface_keys),
    .prepare = prepare_surface};

/* ---- what is made of them ---- */

/* The literal forms say the same thing in another way: beside them the other has no effect. */
static pl_status check_surface(const pl_scene *scene, const pl_scene_surface *surface)
{
  const struct {
    const char *idle, *other, *unit;
    double value;
  } pairs[] = {{"stiffness", "pull", "", surface->def.pull},
               {"damping", "damping_part", "", surface->def.damping_part},
               {"region", "radius", " m", surface->def.radius},
               {"youngs_modulus", "stiffness", " 1/s^2", surface->def.stiffness},
               {"youngs_modulus", "pull", "", surface->def.pull},
               {"youngs_modulus", "region", " edges", surface->def.region}};
  for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
    const pl_json *idle = pl_json_member(surface->at, pairs[k].idle);
    if (idle && pairs[k].value > 0)
      return pl_scene_fail_key(scene, idle, "has no effect beside a %s of %g%s; leave one of them out", pairs[k].other,
                               pairs[k].value, pairs[k].unit);
  }
  return PL_OK;
}

static pl_status resolve_surface(pl_scene *scene, pl_scene_body *body)
{
  body->def.surface = body->model.surface.def;
  return check_surface(scene, &body->model.surface);
}

static bool needs_volumes(const pl_body_def *def)
{
  const pl_surface_def *surface = &def->surface;
  return !(surface->region > 0 || surface->stiffness > 0 || surface->pull > 0);
}

const pl_scene_model_entry pl_scene_surface_entry = {
    .kind = PL_MODEL_SURFACE, .resolve = resolve_surface, .needs_volumes = needs_volumes};
