/* SPDX-License-Identifier: MIT
   The keys of a body's matter: how it creeps, yields and breaks. */
#include "scene/schema/tables.h"

#define KEYS(array) .keys = array, .key_count = sizeof array / sizeof *array
static const pl_scene_range part_range = {0, 1, false, true, "in [0, 1)"};
static const pl_scene_range exponent_range = {1, 100, false, false, "in [1, 100]"};

static const char *const criterion_words[] = {"deformation", "von_mises", "tresca", NULL};

#define INELASTIC(field) offsetof(pl_scene_inelastic, value.field)
static void prepare_inelastic(void *out) { ((pl_scene_inelastic *)out)->value = pl_default_inelastic_def(); }
static const pl_scene_key inelastic_keys[] = {
    {"relaxation_time", PL_KIND_NUMBER, INELASTIC(relaxation_time), .unit = "s", .fallback = "0",
     .fallback_doc = "does not flow",
     .doc = "Stress at held strain falls to 1/e in this time (a Maxwell unit). Below 0: negative viscosity, the body "
            "swells "
            "or shrinks away from its rest shape, up to `maximum`."},
    {"exponent", PL_KIND_NUMBER, INELASTIC(exponent), .range = &exponent_range, .fallback = "1",
     .doc = "The flow goes with this power of the deformation."},
    {"reference", PL_KIND_NUMBER, INELASTIC(reference), .range = &pl_range_positive, .fallback = "0.1",
     .doc = "Deformation relative to length at which a flow with an exponent is as fast as a linear one."},
    {"delayed", PL_KIND_NUMBER, INELASTIC(delayed), .range = &pl_range_not_negative, .fallback = "0",
     .doc = "Strain that comes late and goes late, in parts of the elastic one (a Voigt unit)."},
    {"delay", PL_KIND_NUMBER, INELASTIC(delay), .unit = "s", .range = &pl_range_positive, .fallback = "1",
     .doc = "After this time all but 1/e of the late strain is there."},
    {"yield", PL_KIND_NUMBER, INELASTIC(yield), .range = &pl_range_not_negative, .fallback = "0",
     .fallback_doc = "never", .doc = "Elastic deformation relative to length beyond which a link slips."},
    {"criterion", PL_KIND_WORD, INELASTIC(criterion), .words = criterion_words, .fallback = "\"deformation\"",
     .doc = "What is held against the yield: the size of each link's deformation, or of hexahedra the energy of "
            "distortion or the largest shear."},
    {"hardening", PL_KIND_NUMBER, INELASTIC(hardening), .range = &pl_range_not_negative, .fallback = "0",
     .doc = "Of the spring beside the slip unit, in parts of the elastic one: the slope after the yield is "
            "hardening / (1 + hardening) of the elastic slope."},
    {"tangent", PL_KIND_NUMBER, INELASTIC(tangent), .range = &part_range, .fallback = "0",
     .doc = "The slope after the yield in parts of the elastic one, the paper's lowered weight: another way to give "
            "`hardening` = tangent / (1 - tangent). Give one of them."},
    {"yield_time", PL_KIND_NUMBER, INELASTIC(yield_time), .unit = "s", .range = &pl_range_not_negative, .fallback = "0",
     .fallback_doc = "at once", .doc = "In this time all but 1/e of what is beyond the yield is given up."},
    {"maximum", PL_KIND_NUMBER, INELASTIC(maximum), .range = &pl_range_not_negative, .fallback = "0",
     .fallback_doc = "no limit",
     .doc = "Most that a rest value may differ from the first one, relative to its length."},
};
const pl_scene_object pl_scene_inelastic_object = {
    .name = "inelastic",
    .doc = "Links that creep, give way late, or yield (Terzopoulos & Fleischer, sect. 4).",
    .size = sizeof(pl_scene_inelastic),
    KEYS(inelastic_keys),
    .prepare = prepare_inelastic};

#define FRACTURE(field) offsetof(pl_scene_fracture, value.field)
#define LIMIT(key, si, text)                                                                                           \
  {                                                                                                                    \
#key, PL_KIND_NUMBER, FRACTURE(key), .unit = si, .range = &pl_range_not_negative, .fallback = "0",                 \
                                         .fallback_doc = "no limit", .doc = text                                       \
  }
static void prepare_fracture(void *out) { ((pl_scene_fracture *)out)->value = pl_default_fracture_def(); }
static const pl_scene_key fracture_keys[] = {
    LIMIT(strain, NULL,
          "Elongation relative to length, without what has flowed, beyond which a link breaks (opening)."),
    LIMIT(stress, "Pa", "The same as a stress: strain times Young's modulus. A link that heat made softer bears less."),
    LIMIT(energy, "J/m^2",
          "The same by the energy of new surface: a link of length L breaks at the strain "
          "(2 energy / (E L))^(1/2), so that finer grids bear the same load."),
    LIMIT(shear, NULL, "Shear of links and cells (sliding and tearing)."),
    LIMIT(failure, NULL, "Elongation from the first length, with what has flowed (E of the paper's fig. 6)."),
    LIMIT(crease, NULL,
          "Bending strain at the surface of a sheet or curve with a grid, beyond which a link bends freely."),
    {"variation", PL_KIND_NUMBER, FRACTURE(variation), .range = &part_range, .fallback = "0",
     .doc = "Limits differ from link to link evenly, by up to this part."},
    {"seed", PL_KIND_COUNT, FRACTURE(seed), .fallback = "0", .doc = "Of that."},
    {"speed", PL_KIND_NUMBER, FRACTURE(speed), .unit = "m/s", .range = &pl_range_not_negative, .fallback = "0",
     .fallback_doc = "a link in a small step", .doc = "Cracks run no faster, whatever the time step."},
};
const pl_scene_object pl_scene_fracture_object = {.name = "fracture",
                                                  .doc = "Links that break (Terzopoulos & Fleischer, sect. 4.3). "
                                                         "Models that lend links: graph, hex, continuum and hybrid.",
                                                  .size = sizeof(pl_scene_fracture),
                                                  KEYS(fracture_keys),
                                                  .prepare = prepare_fracture};
