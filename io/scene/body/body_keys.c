/* SPDX-License-Identifier: MIT
   The keys of a body: its material, its start, what holds it. */
#include "scene/schema/tables.h"

#define KEYS(array) .keys = array, .key_count = sizeof array / sizeof *array

/* selections of particles */
#define SELECTION(field) offsetof(pl_scene_selection, field)
#define WITHIN(shape, field) (offsetof(pl_scene_selection, shape.field) - offsetof(pl_scene_selection, shape))
#define SHAPE_SIZE(shape) sizeof(((pl_scene_selection *)0)->shape)

static const pl_scene_range stride_range = {1, 4294967295.0, false, false, ">= 1"};

static const pl_scene_key box_keys[] = {
    {"low", PL_KIND_VECTOR, WITHIN(box, low), .unit = "m", .flags = PL_KEY_REQUIRED,
     .doc = "The corner with the smallest coordinates."},
    {"high", PL_KIND_VECTOR, WITHIN(box, high), .unit = "m", .flags = PL_KEY_REQUIRED,
     .doc = "The corner with the largest coordinates."},
};
static const pl_scene_object box_object = {.name = "box selection",
                                           .doc = "The particles in a box along the axes, its faces included.",
                                           .size = SHAPE_SIZE(box),
                                           KEYS(box_keys)};
static const pl_scene_key sphere_keys[] = {
    {"center", PL_KIND_VECTOR, WITHIN(sphere, center), .unit = "m", .flags = PL_KEY_REQUIRED, .doc = "Its middle."},
    {"radius", PL_KIND_NUMBER, WITHIN(sphere, radius), .unit = "m", .range = &pl_range_positive,
     .flags = PL_KEY_REQUIRED, .doc = "Its radius."},
};
static const pl_scene_object sphere_object = {.name = "sphere selection",
                                              .doc = "The particles in a ball, its surface included.",
                                              .size = SHAPE_SIZE(sphere),
                                              KEYS(sphere_keys)};
static const pl_scene_key plane_keys[] = {
    {"point", PL_KIND_VECTOR, WITHIN(plane, point), .unit = "m", .flags = PL_KEY_REQUIRED,
     .doc = "A point of the plane."},
    {"normal", PL_KIND_VECTOR, WITHIN(plane, normal), .flags = PL_KEY_REQUIRED,
     .doc = "Points to the side that is selected; of any length."},
};
static const pl_scene_object plane_object = {.name = "plane selection",
                                             .doc = "The particles on one side of a plane, itself included.",
                                             .size = SHAPE_SIZE(plane),
                                             KEYS(plane_keys)};
static const pl_scene_key range_keys[] = {
    {"first", PL_KIND_COUNT, WITHIN(range, first), .flags = PL_KEY_REQUIRED, .doc = "The first index, from 0."},
    {"last", PL_KIND_COUNT, WITHIN(range, last), .flags = PL_KEY_REQUIRED, .doc = "The last index, itself included."},
    {"stride", PL_KIND_COUNT, WITHIN(range, stride), .range = &stride_range, .fallback = "1",
     .doc = "From one index to the next."},
};
static const pl_scene_object range_object = {.name = "range selection",
                                             .doc = "The particles first, first + stride, … up to last.",
                                             .size = SHAPE_SIZE(range),
                                             KEYS(range_keys)};

static const pl_scene_key selection_keys[] = {
    {"box", PL_KIND_OBJECT, SELECTION(box), .object = &box_object, .flags = PL_KEY_ONE_OF,
     .doc = "In a box along the axes."},
    {"sphere", PL_KIND_OBJECT, SELECTION(sphere), .object = &sphere_object, .flags = PL_KEY_ONE_OF,
     .doc = "In a ball."},
    {"plane", PL_KIND_OBJECT, SELECTION(plane), .object = &plane_object, .flags = PL_KEY_ONE_OF,
     .doc = "On one side of a plane."},
    {"indices", PL_KIND_INDICES, SELECTION(indices), .columns = 1, .flags = PL_KEY_ONE_OF,
     .doc = "By index, from 0, in the order of the mesh."},
    {"range", PL_KIND_OBJECT, SELECTION(range), .object = &range_object, .flags = PL_KEY_ONE_OF,
     .doc = "Indices at even steps."},
    {"union", PL_KIND_SELECTIONS, SELECTION(any), .flags = PL_KEY_ONE_OF, .doc = "In any of these selections."},
    {"intersection", PL_KIND_SELECTIONS, SELECTION(every), .flags = PL_KEY_ONE_OF,
     .doc = "In all of these selections."},
    {"complement", PL_KIND_SELECTION, SELECTION(complement), .flags = PL_KEY_ONE_OF, .doc = "Not in this selection."},
};
const pl_scene_object pl_scene_selection_object = {
    .name = "selection",
    .doc =
        "Particles of a body, by where they are in the rest shape (after the mesh's scale, rotate and translate) or by "
        "index. Instead of an object, the name of one of the body's selections, or \"all\".",
    .size = sizeof(pl_scene_selection),
    KEYS(selection_keys)};

static const pl_scene_key named_keys[] = {
    {"name", PL_KIND_TEXT, offsetof(pl_scene_named_selection, name), .flags = PL_KEY_REQUIRED,
     .doc = "How others refer to it."},
    {"particles", PL_KIND_SELECTION, offsetof(pl_scene_named_selection, particles), .flags = PL_KEY_REQUIRED,
     .doc = "What it stands for; it may use selections named before it."},
};
static const pl_scene_object named_object = {.name = "named selection",
                                             .doc = "A selection that can be used several times.",
                                             .size = sizeof(pl_scene_named_selection),
                                             KEYS(named_keys)};

/* what holds */
static void prepare_pin(void *out) { ((pl_scene_pin *)out)->def = pl_default_pin_def(); }
static void prepare_grab(void *out) { ((pl_scene_grab *)out)->def = pl_default_grab_def(); }

static const pl_scene_key pin_keys[] = {
    {"particles", PL_KIND_SELECTION, offsetof(pl_scene_pin, particles), .flags = PL_KEY_REQUIRED,
     .doc = "What is held."},
    {"motion", PL_KIND_OBJECT, offsetof(pl_scene_pin, motion), .object = &pl_scene_motion_object,
     .flags = PL_KEY_OPTIONAL, .doc = "Moves them from where they start; without it they stay there."},
    PL_SPAN_KEYS(offsetof(pl_scene_pin, span),
                 "From when; the times of its motion count from then. With a begin or an end, pins and grabs of a body "
                 "together hold at most 256 particles."),
};
static const pl_scene_object pin_object = {.name = "pin",
                                           .doc = "Particles that are held exactly.",
                                           .size = sizeof(pl_scene_pin),
                                           KEYS(pin_keys),
                                           .prepare = prepare_pin};
static const pl_scene_range grab_damping_range = {-1, 1e300, false, false, ">= 0, or -1 for critical damping,"};
static const pl_scene_key grab_keys[] = {
    {"particles", PL_KIND_SELECTION, offsetof(pl_scene_grab, particles), .flags = PL_KEY_REQUIRED,
     .doc = "At most 16; their weighted mean is the point that is pulled."},
    {"weights", PL_KIND_NUMBERS, offsetof(pl_scene_grab, weights), .columns = 1, .range = &pl_range_positive,
     .doc = "One per particle in the order of their indices; without them all count the same."},
    {"target", PL_KIND_TRACK, offsetof(pl_scene_grab, target), .unit = "m", .flags = PL_KEY_REQUIRED,
     .doc = "Where it is pulled to, constant or over time (at most 32 keys)."},
    {"stiffness", PL_KIND_NUMBER, offsetof(pl_scene_grab, def.stiffness), .unit = "N/m",
     .range = &pl_range_not_negative, .fallback = "0",
     .fallback_doc = "strong enough to carry the body: its mass times (2 pi 4 Hz)^2", .doc = "Of the spring."},
    {"damping", PL_KIND_NUMBER, offsetof(pl_scene_grab, def.damping), .unit = "N s/m", .range = &grab_damping_range,
     .fallback = "-1", .fallback_doc = "critical for the body's mass", .doc = "Of the spring."},
    {"attitude", PL_KIND_TRACK, offsetof(pl_scene_grab, attitude), .unit = "rad", .fallback = "[0, 0, 0]",
     .fallback_doc = "it does not turn",
     .doc = "It turns what it holds, too, three particles or more: a torsional spring to this rotation (axis times "
            "angle) from how they stood when it began, constant or over time (at most 32 keys)."},
    {"turn_stiffness", PL_KIND_NUMBER, offsetof(pl_scene_grab, def.turn_stiffness), .unit = "N m/rad",
     .range = &pl_range_not_negative, .fallback = "0",
     .fallback_doc = "strong enough to turn the body: its inertia times (2 pi 4 Hz)^2", .doc = "Of that spring."},
    {"turn_damping", PL_KIND_NUMBER, offsetof(pl_scene_grab, def.turn_damping), .unit = "N m s/rad",
     .range = &grab_damping_range, .fallback = "-1", .fallback_doc = "critical for the body's inertia",
     .doc = "Of that spring."},
    PL_SPAN_KEYS(offsetof(pl_scene_grab, span), "From when."),
};
static const pl_scene_object grab_object = {.name = "grab",
                                            .doc = "A spring from a point of the body to a place.",
                                            .size = sizeof(pl_scene_grab),
                                            KEYS(grab_keys),
                                            .prepare = prepare_grab};

/* other matter */
static const pl_scene_key change_keys[] = {
    {"time", PL_KIND_NUMBER, offsetof(pl_scene_change, time), .unit = "s", .range = &pl_range_not_negative,
     .flags = PL_KEY_REQUIRED, .doc = "From when."},
    {"model", PL_KIND_OBJECT, offsetof(pl_scene_change, model), .object = &pl_scene_model_object,
     .flags = PL_KEY_OPTIONAL,
     .doc = "Its material, said in full: what is not said is what it is by default. The same model, with those keys "
            "alike that a body settles when it is made; values per vertex stay what they are."},
    {"inelastic", PL_KIND_OBJECT, offsetof(pl_scene_change, inelastic), .object = &pl_scene_inelastic_object,
     .flags = PL_KEY_OPTIONAL, .doc = "How it creeps and yields; what has flowed stays."},
    {"volume", PL_KIND_OBJECT, offsetof(pl_scene_change, volume), .object = &pl_scene_volume_object,
     .flags = PL_KEY_OPTIONAL, .doc = "How its volume is kept, or the pressure inside."},
};
static const pl_scene_object change_object = {.name = "change",
                                              .doc = "What a body is made of from some time on.",
                                              .size = sizeof(pl_scene_change),
                                              KEYS(change_keys)};

/* the start */
static const pl_scene_key start_keys[] = {
    {"scale", PL_KIND_SCALE, offsetof(pl_scene_start, scale), .fallback = "[1, 1, 1]",
     .doc = "First: squeezes the body about its centre of mass, along the axes; one number for all three. [1, 0, 1] is "
            "flat, 0 a "
            "point, -1 inside out. The rest shape stays what it is."},
    {"scatter", PL_KIND_NUMBER, offsetof(pl_scene_start, scatter), .unit = "m", .range = &pl_range_not_negative,
     .fallback = "0", .doc = "Then: shifts every particle by a random vector of at most so much along each axis."},
    {"rotate", PL_KIND_VECTOR, offsetof(pl_scene_start, rotate), .unit = "rad", .fallback = "[0, 0, 0]",
     .doc = "Then: turns the body about its centre of mass: axis times angle."},
    {"translate", PL_KIND_VECTOR, offsetof(pl_scene_start, translate), .unit = "m", .fallback = "[0, 0, 0]",
     .doc = "Then shifts it."},
    {"velocity", PL_KIND_VECTOR, offsetof(pl_scene_start, velocity), .unit = "m/s", .fallback = "[0, 0, 0]",
     .doc = "Of every particle."},
    {"spin", PL_KIND_VECTOR, offsetof(pl_scene_start, spin), .unit = "rad/s", .fallback = "[0, 0, 0]",
     .doc = "Angular velocity about the centre of mass."},
};
static const pl_scene_object start_object = {
    .name = "start",
    .doc = "Where the body is and how it moves at time 0, seen from its rest shape.",
    .size = sizeof(pl_scene_start),
    KEYS(start_keys)};

/* the subspace */
#define SUBSPACE(field) offsetof(pl_scene_subspace, field)
static const pl_scene_range count_range = {1, 4294967295.0, false, false, ">= 1"};
static const pl_scene_key sample_keys[] = {
    {"file", PL_KIND_TEXT, offsetof(pl_scene_sample, file), .flags = PL_KEY_ONE_OF,
     .doc = "A mesh with as many vertices as the body has particles, in the same order, where they are in m."},
    {"gravity", PL_KIND_VECTOR, offsetof(pl_scene_sample, gravity), .unit = "m/s^2", .flags = PL_KEY_ONE_OF,
     .doc = "The shape that the body takes from its start under this gravity, alone in the world and with all its "
            "freedom."},
    {"seconds", PL_KIND_NUMBER, offsetof(pl_scene_sample, seconds), .unit = "s", .range = &pl_range_positive,
     .fallback = "0.5", .doc = "After this time."},
};
static const pl_scene_object sample_object = {
    .name = "sample", .doc = "A deformed shape of the body.", .size = sizeof(pl_scene_sample), KEYS(sample_keys)};
static const pl_scene_key subspace_keys[] = {
    {"modes", PL_KIND_COUNT, SUBSPACE(modes), .range = &count_range, .flags = PL_KEY_ONE_OF,
     .doc = "So many of the body's smoothest shapes."},
    {"samples", PL_KIND_LIST, SUBSPACE(samples), .object = &sample_object, .flags = PL_KEY_ONE_OF,
     .doc = "Deformed shapes, from files or as the body takes them under loads; their principal components are "
            "taken."},
    {"file", PL_KIND_TEXT, SUBSPACE(file), .flags = PL_KEY_ONE_OF,
     .doc = "A subspace written by `pliant subspace record` or `pliant subspace modes` for this body."},
    {"size", PL_KIND_COUNT, SUBSPACE(size), .range = &count_range, .fallback = "12",
     .doc = "At most so many functions are made from samples."},
    {"rotations", PL_KIND_FLAG, SUBSPACE(rotations), .fallback = "true", .fallback_doc = "false for a body with pins",
     .doc = "Up to four more functions, with which the body can turn and move as a whole."},
};
static const pl_scene_object subspace_object = {
    .name = "subspace",
    .doc = "The body moves only as a few smooth functions of its particles let it: a cheaper solve, a simpler motion "
           "(Huang et al., sect. 4). Pins of such a body stay where they are.",
    .size = sizeof(pl_scene_subspace),
    KEYS(subspace_keys)};

/* the blobby surface */
#define BLOBBY(field) offsetof(pl_scene_blobby, def.field)
static const pl_scene_range sharpness_range = {0.1, 100, false, false, "from 0.1 to 100"};
static const pl_scene_key blobby_keys[] = {
    {"radius", PL_KIND_NUMBER, BLOBBY(radius), .unit = "m", .range = &pl_range_positive, .flags = PL_KEY_REQUIRED,
     .doc = "Of the surface around a single particle; about as much as they are apart."},
    {"spacing", PL_KIND_NUMBER, BLOBBY(spacing), .unit = "m", .range = &pl_range_not_negative, .fallback = "0",
     .fallback_doc = "a third of the radius", .doc = "Of the grid that it is found on, at most half the radius."},
    {"sharpness", PL_KIND_NUMBER, BLOBBY(sharpness), .range = &sharpness_range, .fallback = "2",
     .doc = "How quickly the potential of a particle falls: exp(sharpness (1 - r^2 / radius^2))."},
};
static const pl_scene_object blobby_object = {
    .name = "blobby",
    .doc = "Pictures, and caches that may have another topology in every frame (OBJ, PLY), show the surface where the "
           "potentials of all particles add up to 1, as of goop (Blinn 1982; Terzopoulos and Fleischer, figs. 20 and "
           "21), instead of the body's mesh.",
    .size = sizeof(pl_scene_blobby),
    KEYS(blobby_keys)};

/* the plane */
#define PLANAR(field) offsetof(pl_scene_planar, def.field)
static const pl_scene_key planar_keys[] = {
    {"normal", PL_KIND_VECTOR, PLANAR(normal), .fallback = "[0, 0, 1]", .doc = "Of the plane, of any length."},
    {"keep_area", PL_KIND_FLAG, PLANAR(keep_area), .fallback = "false",
     .doc =
         "Of a closed curve: it encloses as much as at rest whenever contact begins; what that then takes comes back "
         "in the next small step."},
};
static const pl_scene_object planar_object = {
    .name = "planar",
    .doc =
        "Flatland: the body stays in the plane in which it starts, as if the world had two dimensions. Curves of the "
        "continuum model have signed curvature there. Not for the models cage and hexahedral.",
    .size = sizeof(pl_scene_planar),
    KEYS(planar_keys)};

/* contact */
#define CONTACT(field) offsetof(pl_scene_contact, field)
static const pl_scene_range group_range = {0, 31, false, false, "from 0 to 31"};
static const pl_scene_key contact_keys[] = {
    {"bodies", PL_KIND_FLAG, CONTACT(bodies), .fallback = "true", .doc = "Touches other bodies that touch it."},
    {"self", PL_KIND_FLAG, CONTACT(self), .fallback = "false", .doc = "Touches itself."},
    {"friction", PL_KIND_NUMBER, CONTACT(friction), .range = &pl_range_not_negative, .fallback = "0.5",
     .doc = "Coulomb coefficient; of two bodies the geometric mean counts, against an obstacle that of the obstacle."},
    {"rolling_friction", PL_KIND_NUMBER, CONTACT(rolling_friction), .range = &pl_range_not_negative, .fallback = "0.05",
     .doc = "Tangent of the steepest slope that a round body stays on while no other body is near; that of the "
            "obstacle adds to it."},
    {"restitution", PL_KIND_NUMBER, CONTACT(restitution), .range = &pl_range_unit, .fallback = "0",
     .doc = "Part of the approach speed that is given back; of two bodies the larger counts."},
    {"skin", PL_KIND_NUMBER, CONTACT(skin), .unit = "m", .range = &pl_range_not_negative, .fallback = "0",
     .fallback_doc =
         "6 % of the mesh's mean edge, from one to three thousandths of the body's size; or half the thickness "
         "of an open surface",
     .doc = "Kept free around the surface: two bodies keep as far apart as both skins."},
    {"group", PL_KIND_COUNT, CONTACT(group), .range = &group_range, .fallback = "0",
     .doc = "A number that other bodies can ignore it by."},
    {"ignores", PL_KIND_INDICES, CONTACT(ignores), .columns = 1, .range = &group_range,
     .doc = "Groups of bodies that it passes through."},
};
static const pl_scene_object contact_object = {.name = "contact",
                                               .doc = "How a body touches other bodies and itself.",
                                               .size = sizeof(pl_scene_contact),
                                               KEYS(contact_keys)};

/* the body */
#define BODY(field) offsetof(pl_scene_body, field)
static const pl_scene_key body_keys[] = {
    {"name", PL_KIND_TEXT, BODY(name), .fallback = "", .fallback_doc = "\"body 1\", \"body 2\", …",
     .doc = "For messages and files; different from the names of other bodies."},
    {"mesh", PL_KIND_OBJECT, BODY(mesh), .object = &pl_scene_mesh_object, .flags = PL_KEY_REQUIRED,
     .doc = "The rest shape; its vertices are the particles."},
    {"density", PL_KIND_NUMBER, BODY(density), .unit = "kg/m^3", .range = &pl_range_positive, .fallback = "1000",
     .doc = "Mass of a particle is this times the volume that belongs to it."},
    {"thickness", PL_KIND_NUMBER, BODY(thickness), .unit = "m", .range = &pl_range_not_negative, .fallback = "0",
     .fallback_doc = "none",
     .doc = "Of an open surface, or the diameter of a curve: gives particles volume and so mass. Solids and closed "
            "surfaces need none."},
    {"masses", PL_KIND_FIELD, BODY(masses), .unit = "kg", .columns = 1, .range = &pl_range_positive,
     .doc = "One per particle, or one number for all; instead of density."},
    {"stiffness", PL_KIND_FIELD, BODY(stiffness), .columns = 1, .range = &pl_range_positive,
     .doc = "Factors on the model's stiffness, one per particle; without them, 1."},
    {"positions", PL_KIND_NUMBERS, BODY(positions), .unit = "m", .columns = 3,
     .doc = "Where the particles start; without them, the rest shape."},
    {"velocities", PL_KIND_NUMBERS, BODY(velocities), .unit = "m/s", .columns = 3,
     .doc = "How fast the particles start; without them, at rest."},
    {"start", PL_KIND_OBJECT, BODY(start), .object = &start_object,
     .doc = "A rigid displacement and motion of the start."},
    {"model", PL_KIND_OBJECT, BODY(model), .object = &pl_scene_model_object, .flags = PL_KEY_REQUIRED,
     .doc = "What gives the body its shape and material, such as {\"graph\": {}}."},
    {"drag", PL_KIND_NUMBER, BODY(drag), .unit = "1/s", .range = &pl_range_not_negative, .fallback = "0",
     .doc = "Of still air, on all motion: alone, it lets every velocity fade as exp(-drag t). Lets things that roll or "
            "swing come to rest."},
    {"contact", PL_KIND_OBJECT, BODY(contact), .object = &contact_object,
     .doc = "How it touches other bodies and itself."},
    {"sleep", PL_KIND_FLAG, BODY(sleep), .fallback = "true",
     .doc = "It may fall asleep when it lies still; false keeps awake what it touches, too."},
    {"selections", PL_KIND_LIST, BODY(selections), .object = &named_object, .doc = "Particles that have a name."},
    {"pins", PL_KIND_LIST, BODY(pins), .object = &pin_object, .doc = "Particles that are held or moved."},
    {"grabs", PL_KIND_LIST, BODY(grabs), .object = &grab_object, .doc = "Springs that pull particles."},
    {"changes", PL_KIND_LIST, BODY(changes), .object = &change_object, .doc = "Its matter becomes another."},
    {"subspace", PL_KIND_OBJECT, BODY(subspace), .object = &subspace_object, .flags = PL_KEY_OPTIONAL,
     .doc = "Few functions instead of free particles; without it the body has all its freedom."},
    {"volume", PL_KIND_OBJECT, BODY(volume), .object = &pl_scene_volume_object, .flags = PL_KEY_OPTIONAL,
     .doc = "Keeps the volume of a closed surface, or puts a pressure inside; without it the volume is free."},
    {"inelastic", PL_KIND_OBJECT, BODY(inelastic), .object = &pl_scene_inelastic_object, .flags = PL_KEY_OPTIONAL,
     .doc = "How its matter creeps, gives way late and yields; without it the body is elastic."},
    {"fracture", PL_KIND_OBJECT, BODY(fracture), .object = &pl_scene_fracture_object, .flags = PL_KEY_OPTIONAL,
     .doc = "When its links break or crease; without it they never do."},
    {"heat", PL_KIND_OBJECT, BODY(heat), .object = &pl_scene_heat_object, .flags = PL_KEY_OPTIONAL,
     .doc = "It conducts heat; without it, it has no temperature."},
    {"blobby", PL_KIND_OBJECT, BODY(blobby), .object = &blobby_object, .flags = PL_KEY_OPTIONAL | PL_KEY_OUTSIDE,
     .doc = "It is shown as a blob around its particles; no influence on the motion."},
    {"planar", PL_KIND_OBJECT, BODY(planar), .object = &planar_object, .flags = PL_KEY_OPTIONAL,
     .doc = "It stays in a plane; without it, it may go anywhere."},
    {"detail", PL_KIND_OBJECT, BODY(detail), .object = &pl_scene_mesh_object, .flags = PL_KEY_OPTIONAL | PL_KEY_OUTSIDE,
     .doc =
         "A fine mesh that caches and pictures show instead of the body's own; it follows the body's triangles and has "
         "no influence on the motion. It is placed like the body's mesh: scaled, turned and shifted as it says itself, "
         "then "
         "as the body's mesh is."},
};
const pl_scene_object pl_scene_body_object = {.name = "body",
                                              .doc = "A soft body: a mesh, a material, a model, and what holds it.",
                                              .size = sizeof(pl_scene_body),
                                              KEYS(body_keys)};
