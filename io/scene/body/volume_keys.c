/* SPDX-License-Identifier: MIT
   The keys of a body's volume, and of numbers over time. */
#include "scene/schema/tables.h"

#define KEYS(array) .keys = array, .key_count = sizeof array / sizeof *array

/* numbers over time */
static const pl_scene_key number_key_keys[] = {
    {"time", PL_KIND_NUMBER, offsetof(pl_scene_number_key, key.time), .unit = "s", .flags = PL_KEY_REQUIRED,
     .doc = "When; later than the key before."},
    {"value", PL_KIND_NUMBER, offsetof(pl_scene_number_key, key.value), .flags = PL_KEY_REQUIRED,
     .doc = "The number at that time, in the unit of what is keyed."},
};
static const pl_scene_object number_key_object = {
    .name = "number key", .doc = "A number at one time.", .size = sizeof(pl_scene_number_key), KEYS(number_key_keys)};
static const pl_scene_key track_keys[] = {
    {"keys", PL_KIND_LIST, offsetof(pl_scene_number_track, keys), .object = &number_key_object,
     .flags = PL_KEY_REQUIRED,
     .doc = "At least one, at most 32; linear between them, constant before the first and after the last."},
};
const pl_scene_object pl_scene_number_track_object = {.name = "number over time",
                                                      .doc = "A number that changes with time.",
                                                      .size = sizeof(pl_scene_number_track),
                                                      KEYS(track_keys)};

/* the volume */
#define VOLUME(field) offsetof(pl_scene_volume, def.field)
static const char *const mode_words[] = {"free", "keep", "pressure", NULL};
static const char *const velocity_words[] = {"free", "all", "none", NULL};
static const char *const momentum_words[] = {"keep", "free", NULL};
static const pl_scene_range pass_range = {1, 3, false, false, "in [1, 3]"};
static const pl_scene_range smoothing_range = {0, 16, false, false, "in [0, 16]"};
static const pl_scene_range gas_range = {0, 10, false, false, "in [0, 10]"};

/* A scene that speaks of a volume wants it kept. */
static void prepare_volume(void *out)
{
  pl_volume_def *def = &((pl_scene_volume *)out)->def;
  *def = pl_default_volume_def();
  def->mode = PL_VOLUME_KEEP;
}

static const pl_scene_key volume_keys[] = {
    {"mode", PL_KIND_WORD, VOLUME(mode), .words = mode_words, .fallback = "\"keep\"",
     .doc = "keep: held at the target in every step; pressure: free, with a pressure inside; free: left alone."},
    {"alpha", PL_KIND_NUMBER, VOLUME(alpha), .range = &pl_range_unit, .fallback = "1",
     .doc = "1: all particles share in a correction alike (global); 0: only where the body was deformed (local)."},
    {"beta", PL_KIND_NUMBER, VOLUME(beta), .range = &pl_range_unit, .fallback = "0.1",
     .doc = "How much deformation through the body counts against that of the surface, where alpha is below 1."},
    {"s_min", PL_KIND_NUMBER, VOLUME(s_min), .range = &pl_range_unit, .fallback = "0.01",
     .doc = "Of the deformation through the body, how much counts where it is thickest."},
    {"s_max", PL_KIND_NUMBER, VOLUME(s_max), .range = &pl_range_unit, .fallback = "0.1",
     .doc = "How much of it counts where the body is thinnest."},
    {"passes", PL_KIND_INTEGER, VOLUME(passes), .range = &pass_range, .fallback = "1",
     .doc = "Corrections of positions in a step, each with fresh normals, where tolerance is 0."},
    {"tolerance", PL_KIND_NUMBER, VOLUME(tolerance), .range = &pl_range_unit, .fallback = "1e-3",
     .doc = "Relative error of the volume after a step: as many passes as it takes, mostly one; 0: as many as `passes` "
            "says."},
    {"smoothing", PL_KIND_INTEGER, VOLUME(smoothing), .range = &smoothing_range, .fallback = "1",
     .doc = "How often weights of the correction of positions are smoothed."},
    {"peak", PL_KIND_NUMBER, VOLUME(peak), .range = &pl_range_not_negative, .fallback = "2",
     .doc = "No particle has more than so many times its share in a correction, or local ones would end up in few of "
            "them; 0: no limit, as in the paper."},
    {"velocities", PL_KIND_WORD, VOLUME(velocities), .words = velocity_words, .fallback = "\"free\"",
     .doc =
         "Which velocities are corrected, so that the next step keeps the volume. free: not those at obstacles; all: "
         "as in the paper; none: for comparison."},
    {"momentum", PL_KIND_WORD, VOLUME(momentum), .words = momentum_words, .fallback = "\"keep\"",
     .doc =
         "keep: corrections of a body that nothing holds or touches have no momentum; free: as the paper prints it."},
    {"target", PL_KIND_NUMBER_TRACK, offsetof(pl_scene_volume, target), .range = &pl_range_positive, .fallback = "1",
     .doc = "Factor on the rest volume that is held: blows a body up, or lets it shrink."},
    {"pressure", PL_KIND_NUMBER_TRACK, offsetof(pl_scene_volume, pressure), .unit = "Pa", .fallback = "0",
     .doc = "Above what is outside, at the rest volume; with mode pressure."},
    {"gas", PL_KIND_NUMBER, VOLUME(gas), .range = &gas_range, .fallback = "0",
     .fallback_doc = "the pressure is as given, whatever the volume",
     .doc = "Exponent: the pressure inside is (pressure + ambient) (rest volume / volume)^gas. 1: a gas of one "
            "temperature; 1.4: air, quickly."},
    {"ambient", PL_KIND_NUMBER, VOLUME(ambient), .unit = "Pa", .range = &pl_range_not_negative, .fallback = "0",
     .doc = "The pressure outside; air has 101325. Only matters with gas."},
};
const pl_scene_object pl_scene_volume_object = {
    .name = "volume",
    .doc = "The volume that a closed surface encloses is kept (Diziol et al., sect. 5), whatever the model; parts that "
           "are "
           "not connected keep theirs separately. A surface with holes is refused.",
    .size = sizeof(pl_scene_volume),
    KEYS(volume_keys),
    .prepare = prepare_volume};
