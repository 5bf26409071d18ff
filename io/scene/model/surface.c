/* SPDX-License-Identifier: MIT
   The surface model in a scene. */
#include "scene/read/resolve.h"
#include "scene/schema/tables.h"

#define KEYS(array) .keys = array, .key_count = sizeof array / sizeof *array
#define SURFACE(field) offsetof(pl_scene_surface, def.field)

static const pl_scene_range region_range = {1, 64, false, false, "in [1, 64]"};
static const pl_scene_range passes_range = {1, 100, false, false, "in [1, 100]"};
static const pl_scene_range part_range = {0, 1, false, false, "in [0, 1]"};
static const char *const region_words[] = {"share", "mass", NULL};
static const char *const momentum_words[] = {"keep", "free", NULL};
static const char *const sums_words[] = {"auto", "paths", "direct", NULL};

static void prepare_surface(void *out)
{
  ((pl_scene_surface *)out)->def = pl_default_body_def(PL_MODEL_SURFACE).surface;
}

static const pl_scene_key surface_keys[] = {
    {"region", PL_KIND_INTEGER, SURFACE(region), .unit = "edges", .range = &region_range, .fallback = "3",
     .doc = "How far the region about a particle reaches. Wider regions are stiffer against bending."},
    {"radius", PL_KIND_NUMBER, SURFACE(radius), .unit = "m", .range = &pl_range_not_negative, .fallback = "0",
     .fallback_doc = "region",
     .doc = "The same in metres along edges, instead of region: a finer mesh behaves like a coarser one."},
    {"stiffness", PL_KIND_NUMBER, SURFACE(stiffness), .unit = "1/s^2", .range = &pl_range_positive, .fallback = "36000",
     .doc = "How hard particles are pulled to their places; the same at any time step h up to 1/h^2, the hardest there "
            "is. Soft 1000, firm 36000 (0.9 of the way in a step of 5 ms)."},
    {"pull", PL_KIND_NUMBER, SURFACE(pull), .unit = "1/step", .range = &part_range, .fallback = "0",
     .fallback_doc = "from stiffness",
     .doc = "The part of the way to their places that particles are pulled in a step, whatever its length: the paper's "
            "s. Instead of stiffness."},
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
    {"momentum", PL_KIND_WORD, SURFACE(momentum), .words = momentum_words, .fallback = "\"keep\"",
     .doc = "keep: a body that nothing holds keeps its momentum and its spin; free: steps brake the spin, as in the "
            "paper."},
    {"passes", PL_KIND_INTEGER, SURFACE(passes), .range = &passes_range, .fallback = "1",
     .doc = "Of matching and pulling in a step. More carry forces further through the mesh in a step."},
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
               {"region", "radius", " m", surface->def.radius}};
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

const pl_scene_model_entry pl_scene_surface_entry = {.kind = PL_MODEL_SURFACE, .resolve = resolve_surface};
