/* SPDX-License-Identifier: MIT
   The keys of attachments. */
#include "scene/schema/tables.h"

#define KEYS(array) .keys = array, .key_count = sizeof array / sizeof *array
#define END(field) offsetof(pl_scene_attachment_end, field)
#define ATTACHMENT(field) offsetof(pl_scene_attachment, field)

static const pl_scene_key end_keys[] = {
    {"body", PL_KIND_TEXT, END(body), .fallback = "", .fallback_doc = "none", .doc = "Name of the body it is on."},
    {"obstacle", PL_KIND_TEXT, END(obstacle), .fallback = "", .fallback_doc = "none",
     .doc = "Name of the obstacle it is on; of `b` only."},
    {"particle", PL_KIND_COUNT, END(particle), .fallback = "0", .fallback_doc = "none",
     .doc = "This vertex of the body."},
    {"nearest", PL_KIND_VECTOR, END(nearest), .unit = "m", .fallback = "[0, 0, 0]", .fallback_doc = "none",
     .doc = "Or the vertex nearest to this place at the start."},
    {"point", PL_KIND_VECTOR, END(point), .unit = "m", .fallback = "[0, 0, 0]", .fallback_doc = "none",
     .doc =
         "Or the point of its surface nearest to this place. Without any of the three: the nearest to the other end."},
    {"place", PL_KIND_VECTOR, END(place), .unit = "m", .fallback = "[0, 0, 0]",
     .fallback_doc = "where the other end is at the start",
     .doc = "Of an obstacle or, without one, of the world: the place to hold on to; of `b` only."},
};
static const pl_scene_object end_object = {
    .name = "attachment end",
    .doc = "A point of a body, or for `b` also of an obstacle, or a place that stands still.",
    .size = sizeof(pl_scene_attachment_end),
    KEYS(end_keys)};

static void prepare(void *out) { ((pl_scene_attachment *)out)->def = pl_default_attachment_def(); }

static const pl_scene_key attachment_keys[] = {
    {"name", PL_KIND_TEXT, ATTACHMENT(name), .fallback = "", .fallback_doc = "attachment N",
     .doc = "For signals: those of one name are counted together. At most 31 bytes."},
    {"a", PL_KIND_OBJECT, ATTACHMENT(a), .object = &end_object, .flags = PL_KEY_REQUIRED, .doc = "A point of a body."},
    {"b", PL_KIND_OBJECT, ATTACHMENT(b), .object = &end_object, .flags = PL_KEY_REQUIRED,
     .doc = "What it holds on to: a point of a body of any model, of an obstacle, or a place."},
    {"stiffness", PL_KIND_NUMBER, ATTACHMENT(def.stiffness), .unit = "N/m", .range = &pl_range_not_negative,
     .fallback = "0", .fallback_doc = "rigid", .doc = "Of the spring between the two; 0: rigid."},
    {"damping", PL_KIND_NUMBER, ATTACHMENT(def.damping), .unit = "N s/m", .range = &pl_range_not_negative,
     .fallback = "0", .doc = "Of the spring."},
    {"breaks", PL_KIND_NUMBER, ATTACHMENT(def.breaks), .unit = "N", .range = &pl_range_not_negative, .fallback = "0",
     .fallback_doc = "never", .doc = "It bears no more than this, and breaks for good when it would have to."},
    {"keep_gap", PL_KIND_FLAG, ATTACHMENT(def.keep_gap), .fallback = "false",
     .doc = "What is apart at the start stays so, as the two stand to each other then; false: pulled together."},
    {"radius", PL_KIND_NUMBER, ATTACHMENT(radius), .unit = "m", .range = &pl_range_not_negative, .fallback = "0",
     .fallback_doc = "one attachment",
     .doc = "Instead of one: every particle of the body of `a` that is nearer than this to the body, obstacle or place "
            "of `b`, each to the nearest point there."},
    PL_SPAN_KEYS(
        ATTACHMENT(span),
        "From when. Which points it holds is said at the start; a gap to a place or an obstacle is that of when "
        "it begins, and none is kept between bodies."),
};
const pl_scene_object pl_scene_attachment_object = {
    .name = "attachment",
    .doc = "A body holds on to another, to an obstacle or to a place: rigidly or by a spring, until it breaks.",
    .size = sizeof(pl_scene_attachment),
    KEYS(attachment_keys),
    .prepare = prepare};
