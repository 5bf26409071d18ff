/* SPDX-License-Identifier: MIT
   The keys of a scene: the world, time, gravity, motions, obstacles. */
#include "scene/schema/tables.h"

#define KEYS(array) .keys = array, .key_count = sizeof array / sizeof *array

static const char *const version_words[] = {"1", NULL};

/* time */
static const pl_scene_range substeps_range = {0, 100, false, false, "in [0, 100]"};
static const pl_scene_key time_keys[] = {
    {"step", PL_KIND_NUMBER, offsetof(pl_scene_time, step), .unit = "s", .range = &pl_range_positive,
     .fallback = "0.005", .flags = PL_KEY_OUTSIDE, .doc = "Length of one time step."},
    {"substeps", PL_KIND_INTEGER, offsetof(pl_scene_time, substeps), .range = &substeps_range, .fallback = "0",
     .flags = PL_KEY_OUTSIDE,
     .doc = "Small steps of equal length that every step is taken in. 0: as many as keep them at 1/200 s or less, but "
            "at most 16, "
            "and while something goes farther than half its size in one, twice as many, up to 16. 1 is one step as "
            "papers have it."},
    {"duration", PL_KIND_NUMBER, offsetof(pl_scene_time, duration), .unit = "s", .range = &pl_range_not_negative,
     .fallback = "4", .flags = PL_KEY_OUTSIDE, .doc = "How long `pliant run` simulates."},
    {"fps", PL_KIND_NUMBER, offsetof(pl_scene_time, fps), .unit = "1/s", .range = &pl_range_fps, .fallback = "50",
     .flags = PL_KEY_OUTSIDE, .doc = "Frames written per second of simulated time; each is the nearest step."},
};
static const pl_scene_object time_object = {
    .name = "time", .doc = "How time passes.", .size = sizeof(pl_scene_time), KEYS(time_keys)};

/* vectors over time */
static const pl_scene_key vector_key_keys[] = {
    {"time", PL_KIND_NUMBER, offsetof(pl_scene_key_data, key.time), .unit = "s", .flags = PL_KEY_REQUIRED,
     .doc = "When; later than the key before."},
    {"value", PL_KIND_VECTOR, offsetof(pl_scene_key_data, key.value), .flags = PL_KEY_REQUIRED,
     .doc = "The vector at that time, in the unit of what is keyed."},
};
static const pl_scene_object vector_key_object = {
    .name = "vector key", .doc = "A vector at one time.", .size = sizeof(pl_scene_key_data), KEYS(vector_key_keys)};
static const pl_scene_key track_keys[] = {
    {"keys", PL_KIND_LIST, offsetof(pl_scene_track, keys), .object = &vector_key_object, .flags = PL_KEY_REQUIRED,
     .doc = "At least one; linear between them, constant before the first and after the last."},
};
const pl_scene_object pl_scene_track_object = {.name = "vector over time",
                                               .doc = "A vector that changes with time.",
                                               .size = sizeof(pl_scene_track),
                                               KEYS(track_keys)};

/* rigid motions */
static const pl_scene_key pose_key_keys[] = {
    {"time", PL_KIND_NUMBER, offsetof(pl_scene_pose_data, key.time), .unit = "s", .flags = PL_KEY_REQUIRED,
     .doc = "When; later than the key before."},
    {"translate", PL_KIND_VECTOR, offsetof(pl_scene_pose_data, key.translate), .unit = "m", .fallback = "[0, 0, 0]",
     .doc = "Shift from where it is at rest."},
    {"rotate", PL_KIND_VECTOR, offsetof(pl_scene_pose_data, key.rotate), .unit = "rad", .fallback = "[0, 0, 0]",
     .doc = "Rotation vector about the pivot: axis times angle. Several turns are fine (one is 6.2832)."},
};
static const pl_scene_object pose_key_object = {
    .name = "pose key", .doc = "A rigid pose at one time.", .size = sizeof(pl_scene_pose_data), KEYS(pose_key_keys)};
static const pl_scene_key motion_keys[] = {
    {"keys", PL_KIND_LIST, offsetof(pl_scene_motion, keys), .object = &pose_key_object, .flags = PL_KEY_REQUIRED,
     .doc = "At least one; linear between them, constant before the first and after the last."},
    {"pivot", PL_KIND_VECTOR, offsetof(pl_scene_motion, pivot), .unit = "m", .fallback = "[0, 0, 0]",
     .doc = "The point that rotations turn about."},
};
const pl_scene_object pl_scene_motion_object = {.name = "motion",
                                                .doc = "A rigid motion given by poses over time.",
                                                .size = sizeof(pl_scene_motion),
                                                KEYS(motion_keys)};

/* obstacles */
#define OBSTACLE(field) offsetof(pl_scene_obstacle, field)
#define WITHIN(shape, field) (offsetof(pl_scene_obstacle, shape.field) - offsetof(pl_scene_obstacle, shape))
#define SHAPE_SIZE(shape) sizeof(((pl_scene_obstacle *)0)->shape)

static const pl_scene_key plane_keys[] = {
    {"point", PL_KIND_VECTOR, WITHIN(plane, point), .unit = "m", .fallback = "[0, 0, 0]",
     .doc = "A point of the plane."},
    {"normal", PL_KIND_VECTOR, WITHIN(plane, normal), .fallback = "[0, 1, 0]",
     .doc = "The way out, of any length. Everything behind the plane is solid."},
};
static const pl_scene_object plane_object = {
    .name = "plane obstacle", .doc = "A floor or wall without end.", .size = SHAPE_SIZE(plane), KEYS(plane_keys)};
static const pl_scene_key sphere_keys[] = {
    {"center", PL_KIND_VECTOR, WITHIN(sphere, center), .unit = "m", .fallback = "[0, 0, 0]", .doc = "Its middle."},
    {"radius", PL_KIND_NUMBER, WITHIN(sphere, radius), .unit = "m", .range = &pl_range_positive, .fallback = "0.5",
     .doc = "Its radius."},
};
static const pl_scene_object sphere_object = {
    .name = "sphere obstacle", .doc = "A ball.", .size = SHAPE_SIZE(sphere), KEYS(sphere_keys)};
static const pl_scene_key box_keys[] = {
    {"center", PL_KIND_VECTOR, WITHIN(box, center), .unit = "m", .fallback = "[0, 0, 0]", .doc = "Its middle."},
    {"half_size", PL_KIND_VECTOR, WITHIN(box, half_size), .unit = "m", .range = &pl_range_positive,
     .fallback = "[0.5, 0.5, 0.5]", .doc = "From the middle to the faces, along its own axes; turn it with motion."},
};
static const pl_scene_object box_object = {
    .name = "box obstacle", .doc = "A block.", .size = SHAPE_SIZE(box), KEYS(box_keys)};
static const pl_scene_key capsule_keys[] = {
    {"point_a", PL_KIND_VECTOR, WITHIN(capsule, point_a), .unit = "m", .flags = PL_KEY_REQUIRED,
     .doc = "One end of its axis."},
    {"point_b", PL_KIND_VECTOR, WITHIN(capsule, point_b), .unit = "m", .flags = PL_KEY_REQUIRED,
     .doc = "The other end of its axis."},
    {"radius", PL_KIND_NUMBER, WITHIN(capsule, radius), .unit = "m", .range = &pl_range_positive, .fallback = "0.5",
     .doc = "Around the axis."},
};
static const pl_scene_object capsule_object = {
    .name = "capsule obstacle", .doc = "A rod with round ends.", .size = SHAPE_SIZE(capsule), KEYS(capsule_keys)};
static const pl_scene_object cylinder_object = {
    .name = "cylinder obstacle", .doc = "A rod with flat ends.", .size = SHAPE_SIZE(cylinder), KEYS(capsule_keys)};
static const pl_scene_key bowl_keys[] = {
    {"center", PL_KIND_VECTOR, WITHIN(bowl, center), .unit = "m", .fallback = "[0, 0, 0]",
     .doc = "Middle of the half sphere, at the height of its rim."},
    {"normal", PL_KIND_VECTOR, WITHIN(bowl, normal), .fallback = "[0, 1, 0]", .doc = "Where it opens, of any length."},
    {"radius", PL_KIND_NUMBER, WITHIN(bowl, radius), .unit = "m", .range = &pl_range_positive, .fallback = "0.5",
     .doc = "Of the hollow."},
    {"thickness", PL_KIND_NUMBER, WITHIN(bowl, thickness), .unit = "m", .range = &pl_range_positive, .fallback = "0.05",
     .doc = "Of its wall, outwards."},
};
static const pl_scene_object bowl_object = {
    .name = "bowl obstacle", .doc = "A hollow half sphere.", .size = SHAPE_SIZE(bowl), KEYS(bowl_keys)};
static const pl_scene_key glass_keys[] = {
    {"point_a", PL_KIND_VECTOR, WITHIN(glass, point_a), .unit = "m", .fallback = "[0, 0, 0]",
     .doc = "Middle of its bottom, inside."},
    {"point_b", PL_KIND_VECTOR, WITHIN(glass, point_b), .unit = "m", .fallback = "[0, 1, 0]",
     .doc = "Middle of its opening."},
    {"radius", PL_KIND_NUMBER, WITHIN(glass, radius), .unit = "m", .range = &pl_range_positive, .fallback = "0.5",
     .doc = "Of the hollow."},
    {"thickness", PL_KIND_NUMBER, WITHIN(glass, thickness), .unit = "m", .range = &pl_range_positive,
     .fallback = "0.05", .doc = "Of its wall and bottom, outwards."},
};
static const pl_scene_object glass_object = {
    .name = "glass obstacle", .doc = "A hollow cylinder with a bottom.", .size = SHAPE_SIZE(glass), KEYS(glass_keys)};

static void prepare_obstacle(void *out)
{
  ((pl_scene_obstacle *)out)->def = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
}

static const pl_scene_key obstacle_keys[] = {
    {"name", PL_KIND_TEXT, OBSTACLE(def.name), .fallback = "", .fallback_doc = "none",
     .doc = "For messages; different from the names of other obstacles."},
    {"plane", PL_KIND_OBJECT, OBSTACLE(plane), .object = &plane_object, .flags = PL_KEY_ONE_OF,
     .doc = "A floor or wall."},
    {"sphere", PL_KIND_OBJECT, OBSTACLE(sphere), .object = &sphere_object, .flags = PL_KEY_ONE_OF, .doc = "A ball."},
    {"box", PL_KIND_OBJECT, OBSTACLE(box), .object = &box_object, .flags = PL_KEY_ONE_OF, .doc = "A block."},
    {"capsule", PL_KIND_OBJECT, OBSTACLE(capsule), .object = &capsule_object, .flags = PL_KEY_ONE_OF,
     .doc = "A rod with round ends."},
    {"cylinder", PL_KIND_OBJECT, OBSTACLE(cylinder), .object = &cylinder_object, .flags = PL_KEY_ONE_OF,
     .doc = "A rod with flat ends."},
    {"bowl", PL_KIND_OBJECT, OBSTACLE(bowl), .object = &bowl_object, .flags = PL_KEY_ONE_OF,
     .doc = "A hollow half sphere."},
    {"glass", PL_KIND_OBJECT, OBSTACLE(glass), .object = &glass_object, .flags = PL_KEY_ONE_OF,
     .doc = "A hollow cylinder with a bottom."},
    {"mesh", PL_KIND_OBJECT, OBSTACLE(mesh), .object = &pl_scene_mesh_object, .flags = PL_KEY_ONE_OF,
     .doc = "The solid that any mesh encloses: from a file, a generator or arrays, as a body's."},
    {"thickness", PL_KIND_NUMBER, OBSTACLE(thickness), .unit = "m", .range = &pl_range_not_negative, .fallback = "0",
     .doc = "Of a mesh only: makes a shell with two sides of it, for sheets and other open surfaces. 0: what it "
            "encloses is "
            "solid, and holes may make up a twentieth of its surface."},
    {"spacing", PL_KIND_NUMBER, OBSTACLE(spacing), .unit = "m", .range = &pl_range_not_negative, .fallback = "0",
     .fallback_doc = "its longest side / 64",
     .doc = "Of a mesh only: of the grid of signed distances that it is met through. Finer than this grid, walls and "
            "edges "
            "are still met, but take longer."},
    {"friction", PL_KIND_NUMBER, OBSTACLE(def.friction), .range = &pl_range_not_negative, .fallback = "0.5",
     .doc = "Coulomb coefficient; 0 slides freely."},
    {"rolling_friction", PL_KIND_NUMBER, OBSTACLE(def.rolling_friction), .range = &pl_range_not_negative,
     .fallback = "0", .doc = "Adds to that of bodies."},
    {"restitution", PL_KIND_NUMBER, OBSTACLE(def.restitution), .range = &pl_range_unit, .fallback = "0",
     .doc = "Part of the approach speed that is given back."},
    {"temperature", PL_KIND_NUMBER, OBSTACLE(def.temperature), .unit = "K", .range = &pl_range_not_negative,
     .fallback = "0", .fallback_doc = "it lets no heat through",
     .doc = "It warms or cools what lies on it, and stays as it is."},
    {"motion", PL_KIND_OBJECT, OBSTACLE(motion), .object = &pl_scene_motion_object, .flags = PL_KEY_OPTIONAL,
     .doc = "Moves the shape; without it, it stands still."},
};
static const pl_scene_object obstacle_object = {
    .name = "obstacle",
    .doc = "A solid that bodies rest on and slide along: one shape, its motion, friction and restitution.",
    .size = sizeof(pl_scene_obstacle),
    KEYS(obstacle_keys),
    .prepare = prepare_obstacle};

/* sleep */
static const pl_scene_key sleep_keys[] = {
    {"speed", PL_KIND_NUMBER, offsetof(pl_scene_sleep, def.speed), .unit = "1/s", .range = &pl_range_not_negative,
     .fallback = "0.01",
     .doc =
         "Particles that move less than this part of the body's size (its diagonal) in a second are still; a body as a "
         "whole must be twice as slow. Single particles that only quiver may be faster. 0: nobody sleeps."},
    {"time", PL_KIND_NUMBER, offsetof(pl_scene_sleep, def.time), .unit = "s", .range = &pl_range_not_negative,
     .fallback = "0.5", .doc = "How long they have to be."},
};
static const pl_scene_object sleep_object = {
    .name = "sleep",
    .doc =
        "When bodies that lie still, with all that they touch, are left out of steps until something happens to them. "
        "What touches no obstacle never sleeps, unless a body that is held is among what it touches.",
    .size = sizeof(pl_scene_sleep),
    KEYS(sleep_keys)};

/* pictures */
#define CAMERA(field) offsetof(pl_scene_view, camera.field)
static const pl_scene_range fov_range = {0, 170, true, false, "> 0 and at most 170"};

static const pl_scene_key camera_keys[] = {
    {"eye", PL_KIND_VECTOR, CAMERA(eye), .unit = "m", .flags = PL_KEY_REQUIRED | PL_KEY_OUTSIDE, .doc = "Where it is."},
    {"target", PL_KIND_VECTOR, CAMERA(target), .unit = "m", .flags = PL_KEY_REQUIRED | PL_KEY_OUTSIDE,
     .doc = "Where it looks."},
    {"up", PL_KIND_VECTOR, CAMERA(up), .fallback = "[0, 1, 0]", .flags = PL_KEY_OUTSIDE,
     .doc = "What is up in the picture, of any length."},
    {"fov", PL_KIND_NUMBER, CAMERA(fov), .unit = "degrees", .range = &fov_range, .fallback = "28",
     .flags = PL_KEY_OUTSIDE, .doc = "Vertical angle of view."},
};
static const pl_scene_object camera_object = {.name = "camera",
                                              .doc = "Where pictures and videos are taken from.",
                                              .size = sizeof(pl_scene_view),
                                              KEYS(camera_keys)};

/* the whole */
static const pl_scene_range thread_range = {0, 1024, false, false, "from 0 to 1024"};

/* from */
static const pl_scene_range from_range = {-1, 2147483647, false, false, ">= -1"};
static const pl_scene_key from_keys[] = {
    {"file", PL_KIND_TEXT, offsetof(pl_scene_from, file), .flags = PL_KEY_REQUIRED,
     .doc = "What `pliant run --state` wrote."},
    {"step", PL_KIND_INTEGER, offsetof(pl_scene_from, step), .range = &from_range, .fallback = "-1",
     .fallback_doc = "the last one there", .doc = "Which of its states."},
};
static void prepare_from(void *out) { ((pl_scene_from *)out)->step = -1; }
static const pl_scene_object from_object = {
    .name = "from",
    .doc = "Bodies that a state knows by name start with all that it says of them: positions, velocities, nodes, "
           "rotations, rest shapes, contact. Time begins at 0.",
    .size = sizeof(pl_scene_from),
    KEYS(from_keys),
    .prepare = prepare_from};

static const pl_scene_key root_keys[] = {
    {"$schema", PL_KIND_TEXT, offsetof(pl_scene_data, schema), .fallback = "", .fallback_doc = "none",
     .flags = PL_KEY_OUTSIDE, .doc = "For editors: where scene.schema.json is. Not looked at."},
    {"pliant", PL_KIND_INTEGER, offsetof(pl_scene_data, version), .words = version_words, .flags = PL_KEY_REQUIRED,
     .doc = "Version of this format: 1."},
    {"title", PL_KIND_TEXT, offsetof(pl_scene_data, title), .fallback = "", .fallback_doc = "none",
     .flags = PL_KEY_OUTSIDE, .doc = "One line for lists of scenes."},
    {"description", PL_KIND_TEXT, offsetof(pl_scene_data, description), .fallback = "", .fallback_doc = "none",
     .flags = PL_KEY_OUTSIDE, .doc = "What there is to see."},
    {"time", PL_KIND_OBJECT, offsetof(pl_scene_data, time), .object = &time_object, .doc = "How time passes."},
    {"gravity", PL_KIND_TRACK, offsetof(pl_scene_data, gravity), .unit = "m/s^2", .fallback = "[0, -9.81, 0]",
     .doc = "Acceleration of everything, constant or over time."},
    {"sleep", PL_KIND_OBJECT, offsetof(pl_scene_data, sleep), .object = &sleep_object,
     .doc = "When bodies that lie still are left alone."},
    {"from", PL_KIND_OBJECT, offsetof(pl_scene_data, from), .object = &from_object, .flags = PL_KEY_OPTIONAL,
     .doc = "A state of another run to start from."},
    {"threads", PL_KIND_INTEGER, offsetof(pl_scene_data, threads), .range = &thread_range, .fallback = "0",
     .fallback_doc = "one per core", .flags = PL_KEY_OUTSIDE,
     .doc = "Threads to compute with. The result is the same for any number."},
    {"bodies", PL_KIND_LIST, offsetof(pl_scene_data, bodies), .object = &pl_scene_body_object, .flags = PL_KEY_REQUIRED,
     .doc = "The soft bodies."},
    {"obstacles", PL_KIND_LIST, offsetof(pl_scene_data, obstacles), .object = &obstacle_object,
     .doc = "What they may touch."},
    {"attachments", PL_KIND_LIST, offsetof(pl_scene_data, attachments), .object = &pl_scene_attachment_object,
     .doc = "What they hold on to."},
    {"forces", PL_KIND_LIST, offsetof(pl_scene_data, forces), .object = &pl_scene_force_object,
     .doc = "What acts on them besides gravity and drag."},
    {"camera", PL_KIND_OBJECT, offsetof(pl_scene_data, camera), .object = &camera_object, .flags = PL_KEY_OPTIONAL,
     .doc = "For pictures and videos; without it everything is brought into view."},
};
const pl_scene_object pl_scene_root = {
    .name = "scene", .doc = "The whole file.", .size = sizeof(pl_scene_data), KEYS(root_keys)};
