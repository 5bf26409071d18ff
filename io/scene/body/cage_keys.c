/* SPDX-License-Identifier: MIT
   The keys of the models whose bodies are carried by nodes: cages and hexahedra. */
#include "scene/schema/tables.h"

#define KEYS(array) .keys = array, .key_count = sizeof array / sizeof *array
#define CAGE(field) offsetof(pl_scene_cage, def.field)
#define HEX(field) offsetof(pl_scene_hex, def.field)

static const pl_scene_range ratio_range = {0, 0.5, false, true, "in [0, 0.5)"};
static const pl_scene_range eight_range = {8, 4294967295.0, false, false, ">= 8"};
static const char *const normals_words[] = {"full", "frozen", NULL};
static const char *const momentum_words[] = {"keep", "free", NULL};

static void prepare_cage(void *out) { ((pl_scene_cage *)out)->def = pl_default_body_def(PL_MODEL_CAGE).cage; }
static void prepare_hex(void *out) { ((pl_scene_hex *)out)->def = pl_default_body_def(PL_MODEL_HEX).hex; }

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
