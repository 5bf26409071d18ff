/* SPDX-License-Identifier: MIT
   The keys of forces. */
#include "scene/schema/tables.h"

#define KEYS(array) .keys = array, .key_count = sizeof array / sizeof *array
#define FLUID(field) offsetof(pl_scene_fluid, field)
#define REPULSION(field) offsetof(pl_scene_repulsion, field)
#define THRUST(field) offsetof(pl_scene_thrust, field)
#define GYRO(field) offsetof(pl_scene_gyro, field)
#define FORCE(field) offsetof(pl_scene_force, field)

static const pl_scene_key vortex_keys[] = {
    {"circulation", PL_KIND_NUMBER, offsetof(pl_scene_vortex, circulation), .unit = "m^2/s", .flags = PL_KEY_REQUIRED,
     .doc = "About the axis; at distance r from it the fluid goes round with circulation r / (2 pi (r^2 + core^2))."},
    {"center", PL_KIND_VECTOR, offsetof(pl_scene_vortex, center), .unit = "m", .fallback = "[0, 0, 0]",
     .doc = "A point of the axis."},
    {"axis", PL_KIND_VECTOR, offsetof(pl_scene_vortex, axis), .fallback = "[0, 1, 0]", .doc = "Of any length."},
    {"core", PL_KIND_NUMBER, offsetof(pl_scene_vortex, core), .unit = "m", .range = &pl_range_positive,
     .fallback = "0.1", .doc = "At this distance it goes round fastest."},
};
static const pl_scene_object vortex_object = {
    .name = "vortex", .doc = "A fluid that goes round an axis.", .size = sizeof(pl_scene_vortex), KEYS(vortex_keys)};

static const pl_scene_key fluid_keys[] = {
    {"velocity", PL_KIND_TRACK, FLUID(velocity), .unit = "m/s", .fallback = "[0, 0, 0]",
     .doc = "Of the stream, constant or over time."},
    {"gust", PL_KIND_NUMBER, FLUID(gust), .range = &pl_range_not_negative, .fallback = "0",
     .doc = "By so many times itself, at most, the stream swells and fades. Gusts travel with it."},
    {"period", PL_KIND_NUMBER, FLUID(period), .unit = "s", .range = &pl_range_positive, .fallback = "1",
     .doc = "Of gusts, about."},
    {"vortex", PL_KIND_OBJECT, FLUID(vortex), .object = &vortex_object, .flags = PL_KEY_OPTIONAL,
     .doc = "Besides the stream."},
    {"resistance", PL_KIND_NUMBER, FLUID(resistance), .unit = "N s/m^3", .range = &pl_range_not_negative,
     .fallback = "1",
     .doc = "Force per area and speed along the normal of a surface. Of a curve, per length, the body's thickness "
            "times that, across it."},
};
static const pl_scene_object fluid_object = {
    .name = "fluid",
    .doc = "A viscous fluid or a wind about surfaces and curves: resistance (n . (flow - v)) n per area.",
    .size = sizeof(pl_scene_fluid),
    KEYS(fluid_keys)};

static const pl_scene_key repulsion_keys[] = {
    {"obstacle", PL_KIND_TEXT, REPULSION(obstacle), .fallback = "", .fallback_doc = "all of them",
     .doc = "Name of the obstacle that repels."},
    {"strength", PL_KIND_NUMBER, REPULSION(strength), .unit = "m/s^2", .range = &pl_range_positive, .fallback = "50",
     .doc = "What a particle at its surface is given; e times less with each range."},
    {"range", PL_KIND_NUMBER, REPULSION(range), .unit = "m", .range = &pl_range_positive, .fallback = "0.02",
     .doc = "How far it reaches."},
};
static const pl_scene_object repulsion_object = {.name = "repulsion",
                                                 .doc = "An exponential potential about obstacles, beside contact.",
                                                 .size = sizeof(pl_scene_repulsion),
                                                 KEYS(repulsion_keys)};

#define TURNS(struct_field)                                                                                            \
  {                                                                                                                    \
    "turns", PL_KIND_FLAG, struct_field, .fallback = "true",                                                           \
                                         .doc = "With the body, from how it is in the rest shape; false: in the "      \
                                                "world's axes."                                                        \
  }

static const pl_scene_key thrust_keys[] = {
    {"force", PL_KIND_TRACK, THRUST(vector), .unit = "N", .fallback = "[0, 0, 0]",
     .doc = "In all, constant or over time; shared among the particles by mass."},
    TURNS(THRUST(turns)),
    {"particles", PL_KIND_SELECTION, THRUST(particles), .doc = "On these, at most 64; without it on all."},
};
static const pl_scene_object thrust_object = {
    .name = "thrust", .doc = "A thruster, or any force on a body.", .size = sizeof(pl_scene_thrust), KEYS(thrust_keys)};

static const pl_scene_key gyro_keys[] = {
    {"moment", PL_KIND_TRACK, GYRO(vector), .unit = "N m", .fallback = "[0, 0, 0]", .doc = "Constant or over time."},
    TURNS(GYRO(turns)),
    {"attitude", PL_KIND_VECTOR, GYRO(attitude), .unit = "rad", .fallback = "[0, 0, 0]",
     .doc = "What it holds with its stiffness: a rotation of the rest shape, axis times angle."},
    {"stiffness", PL_KIND_NUMBER, GYRO(stiffness), .unit = "N m/rad", .range = &pl_range_not_negative, .fallback = "0",
     .doc = "With which it holds its attitude."},
    {"damping", PL_KIND_NUMBER, GYRO(damping), .unit = "N m s/rad", .range = &pl_range_not_negative, .fallback = "0",
     .doc = "With which it brakes turning."},
};
static const pl_scene_object gyro_object = {
    .name = "gyro", .doc = "A moment on a body, with no force in all.", .size = sizeof(pl_scene_gyro), KEYS(gyro_keys)};

static const pl_scene_key force_keys[] = {
    {"name", PL_KIND_TEXT, FORCE(name), .fallback = "", .fallback_doc = "force N", .doc = "At most 31 bytes."},
    {"body", PL_KIND_TEXT, FORCE(body), .fallback = "", .fallback_doc = "every body",
     .doc = "Name of the body that it acts on; thrusters and gyros need one."},
    {"fluid", PL_KIND_OBJECT, FORCE(fluid), .object = &fluid_object, .flags = PL_KEY_ONE_OF, .doc = "A fluid or wind."},
    {"repulsion", PL_KIND_OBJECT, FORCE(repulsion), .object = &repulsion_object, .flags = PL_KEY_ONE_OF,
     .doc = "By obstacles."},
    {"thrust", PL_KIND_OBJECT, FORCE(thrust), .object = &thrust_object, .flags = PL_KEY_ONE_OF, .doc = "A thruster."},
    {"gyro", PL_KIND_OBJECT, FORCE(gyro), .object = &gyro_object, .flags = PL_KEY_ONE_OF, .doc = "A moment."},
    PL_SPAN_KEYS(FORCE(span), "From when."),
};
const pl_scene_object pl_scene_force_object = {
    .name = "force",
    .doc = "What acts on bodies of any model. A body that a force acts on does not fall asleep.",
    .size = sizeof(pl_scene_force),
    KEYS(force_keys)};
