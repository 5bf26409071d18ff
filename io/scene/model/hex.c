/* SPDX-License-Identifier: MIT
   The hexahedral model in a scene. */
#include "scene/read/resolve.h"
#include "scene/schema/tables.h"

#define KEYS(array) .keys = array, .key_count = sizeof array / sizeof *array
#define HEX(field) offsetof(pl_scene_hex, def.field)

static const pl_scene_range ratio_range = {0, 0.5, false, true, "in [0, 0.5)"};
static const pl_scene_range eight_range = {8, 4294967295.0, false, false, ">= 8"};
static const char *const momentum_words[] = {"keep", "free", NULL};

static void prepare_hex(void *out) { ((pl_scene_hex *)out)->def = pl_default_body_def(PL_MODEL_HEX).hex; }

static const pl_scene_key hex_keys[] = {
    {"youngs_modulus", PL_KIND_NUMBER, HEX(youngs_modulus), .unit = "Pa", .range = &pl_range_positive,
     .fallback = "1e5", .doc = "How hard the material is: jelly 1e4, soft rubber 1e5, rubber 1e6."},
    {"poisson_ratio", PL_KIND_NUMBER, HEX(poisson_ratio), .range = &ratio_range, .fallback = "0.3",
     .doc = "How much it narrows where it is stretched; near 0.5 it keeps its volume, and locks."},
    {"cells", PL_KIND_COUNTS, HEX(cells), .fallback = "[0, 0, 0]", .fallback_doc = "cubes, from spacing or nodes",
     .doc = "Voxels along x, y and z of the box around the surface."},
    {"spacing", PL_KIND_NUMBER, HEX(spacing), .unit = "m", .range = &pl_range_not_negative, .fallback = "0",
     .fallback_doc = "from nodes", .doc = "Side of a voxel."},
    {"nodes", PL_KIND_COUNT, HEX(nodes), .range = &eight_range, .fallback = "500",
     .doc = "Wanted number of corners of voxels, met as nearly as whole voxels allow; three unknowns each."},
    {"damping_ratio", PL_KIND_NUMBER, HEX(damping_ratio), .range = &pl_range_not_negative, .fallback = "0",
     .doc = "Part of critical damping of the slowest wave along the body; half the loss factor there."},
    {"penalty", PL_KIND_NUMBER, HEX(penalty), .unit = "N/m", .range = &pl_range_not_negative, .fallback = "0",
     .fallback_doc = "100 times Young's modulus times the size of the body", .doc = "Stiffness of a pinned vertex."},
    {"plane_penalty", PL_KIND_NUMBER, HEX(plane_penalty), .unit = "N/m", .range = &pl_range_not_negative,
     .fallback = "0", .fallback_doc = "contact, as for all models",
     .doc = "Vertices behind planes are pulled back by springs of this stiffness inside the implicit step, as in the "
            "paper, "
            "without friction; contact then leaves planes alone."},
    {"angular_momentum", PL_KIND_WORD, HEX(angular_momentum), .words = momentum_words, .fallback = "\"keep\"",
     .doc = "keep: a body that nothing holds keeps its momenta exactly; free: as the step leaves them."},
};
const pl_scene_object pl_scene_hex_object = {
    .name = "hexahedral model",
    .doc = "Finite elements in the voxels of a surface: trilinear, corotational, the surface carried along.",
    .size = sizeof(pl_scene_hex),
    KEYS(hex_keys),
    .prepare = prepare_hex};

static pl_status resolve_hex(pl_scene *scene, pl_scene_body *body)
{
  (void)scene;
  body->def.hex = body->model.hex.def;
  return PL_OK;
}

const pl_scene_model_entry pl_scene_hex_entry = {.kind = PL_MODEL_HEX, .resolve = resolve_hex};
