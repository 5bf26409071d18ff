/* SPDX-License-Identifier: MIT
   The keys of a body's heat. */
#include "scene/schema/tables.h"

#define KEYS(array) .keys = array, .key_count = sizeof array / sizeof *array

static const pl_scene_range conductivity_range = {-1, 1e300, false, false, ">= 0, or -1 for that of the body,"};

static const pl_scene_range soft_range = {0, 1, true, false, "in (0, 1]"};

/* where it differs */
#define REGION(field) offsetof(pl_scene_heat_region, field)
static const pl_scene_key region_keys[] = {
    {"particles", PL_KIND_SELECTION, REGION(particles), .flags = PL_KEY_REQUIRED, .doc = "Where."},
    {"temperature", PL_KIND_NUMBER, REGION(temperature), .unit = "K", .range = &pl_range_not_negative, .fallback = "0",
     .fallback_doc = "as elsewhere", .doc = "At the start."},
    {"conductivity", PL_KIND_NUMBER, REGION(conductivity), .unit = "W/(m K)", .range = &conductivity_range,
     .fallback = "-1", .fallback_doc = "as elsewhere", .doc = "Of the matter there."},
};
static const pl_scene_object region_object = {.name = "heat region",
                                              .doc = "Particles that are warmer or conduct otherwise than the rest.",
                                              .size = sizeof(pl_scene_heat_region),
                                              KEYS(region_keys)};

/* what heats it */
#define SOURCE(field) offsetof(pl_scene_heat_source, field)
static const pl_scene_key source_keys[] = {
    {"particles", PL_KIND_SELECTION, SOURCE(particles), .flags = PL_KEY_REQUIRED, .doc = "What is held or heated."},
    {"temperature", PL_KIND_NUMBER_TRACK, SOURCE(temperature), .unit = "K", .range = &pl_range_not_negative,
     .fallback = "0", .fallback_doc = "they are not held", .doc = "They are held at this temperature."},
    {"power", PL_KIND_NUMBER_TRACK, SOURCE(power), .unit = "W", .fallback = "0",
     .doc = "Into all of them together, by their share of the mass; below 0: out of them."},
};
static const pl_scene_object source_object = {.name = "heat source",
                                              .doc = "Particles that are kept at a temperature, or heated.",
                                              .size = sizeof(pl_scene_heat_source),
                                              KEYS(source_keys)};

/* the whole */
#define HEAT(field) offsetof(pl_scene_heat, field)
static void prepare_heat(void *out)
{
  pl_heat_def *def = &((pl_scene_heat *)out)->def;
  *def = pl_default_heat_def();
  def->conducts = true;
}

static const pl_scene_key heat_keys[] = {
    {"temperature", PL_KIND_NUMBERS, HEAT(temperature), .unit = "K", .columns = 1, .range = &pl_range_positive,
     .doc = "At the start: one number for all, or one per particle; without it 293.15."},
    {"conductivity", PL_KIND_NUMBERS, HEAT(conductivity), .unit = "W/(m K)", .columns = 1,
     .range = &pl_range_not_negative,
     .doc = "One number for all, or one per particle; without it 0.2, as of plastics. Rubber has 0.15, glass 1, steel "
            "50. Between two particles their harmonic mean counts."},
    {"conductivity_matrix", PL_KIND_NUMBERS, HEAT(matrix), .columns = 3,
     .doc = "Three rows: conductivity is multiplied by this symmetric positive definite matrix of the directions of "
            "the rest shape. Without it heat goes in all directions alike."},
    {"capacity", PL_KIND_NUMBER, HEAT(def.capacity), .unit = "J/(kg K)", .range = &pl_range_positive,
     .fallback = "1500", .doc = "Heat that warms a kilogram by a kelvin; water has 4186, steel 490."},
    {"contact", PL_KIND_NUMBER, HEAT(def.contact), .unit = "W/(m^2 K)", .range = &pl_range_not_negative,
     .fallback = "500",
     .doc = "Of this body's side of what touches it. Of two bodies both sides are in the way, of an obstacle with a "
            "temperature this one alone."},
    {"convection", PL_KIND_NUMBER, HEAT(def.convection), .unit = "W/(m^2 K)", .range = &pl_range_not_negative,
     .fallback = "0", .doc = "To the air around its surface, of an open one on both sides; still air has 5 to 10."},
    {"ambient", PL_KIND_NUMBER, HEAT(def.ambient), .unit = "K", .range = &pl_range_positive, .fallback = "293.15",
     .doc = "Temperature of that air."},
    {"softening_begin", PL_KIND_NUMBER, HEAT(def.softening_begin), .unit = "K", .range = &pl_range_not_negative,
     .fallback = "0", .doc = "From here to `softening_end` stiffness falls linearly to `soft_stiffness`."},
    {"softening_end", PL_KIND_NUMBER, HEAT(def.softening_end), .unit = "K", .range = &pl_range_not_negative,
     .fallback = "0", .fallback_doc = "heat does not soften it",
     .doc = "What cools again keeps its stress, and with it the shape that it was given: a thermoplastic."},
    {"soft_stiffness", PL_KIND_NUMBER, HEAT(def.soft_stiffness), .range = &soft_range, .fallback = "0.01",
     .doc = "What is left at `softening_end` of the stiffness in the cold."},
    {"cohesion", PL_KIND_NUMBER, HEAT(def.cohesion), .unit = "m/s^2", .range = &pl_range_not_negative, .fallback = "0",
     .doc =
         "Particles that no link holds any more attract one another by up to this, and repel one another from nearby, "
         "also those of other bodies."},
    {"droplet", PL_KIND_NUMBER, HEAT(def.droplet), .unit = "m", .range = &pl_range_not_negative, .fallback = "0",
     .fallback_doc = "the mean length of links", .doc = "The distance at which they do neither."},
    {"melting_point", PL_KIND_NUMBER, HEAT(def.melting_point), .unit = "K", .range = &pl_range_not_negative,
     .fallback = "0", .fallback_doc = "never",
     .doc = "Links between particles break where they are hotter, and let no heat through."},
    {"regions", PL_KIND_LIST, HEAT(regions), .object = &region_object,
     .doc = "Where the body is warmer or conducts otherwise; later ones count over earlier ones."},
    {"sources", PL_KIND_LIST, HEAT(sources), .object = &source_object,
     .doc = "What is held at a temperature or heated."},
};
const pl_scene_object pl_scene_heat_object = {
    .name = "heat",
    .doc = "The body has a temperature and conducts heat, whatever its model, to and from bodies and obstacles that "
           "it touches (Terzopoulos and Fleischer, note added in proof).",
    .size = sizeof(pl_scene_heat),
    KEYS(heat_keys),
    .prepare = prepare_heat};
