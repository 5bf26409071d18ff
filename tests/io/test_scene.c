/* SPDX-License-Identifier: MIT
   Scenes: what is said arrives in the definitions, selections mean what they say, the same scene has the same
   fingerprint, and running out of memory leaves nothing behind. */
#include <string.h>
#include <unistd.h>

#include "failing.h"
#include "pliant/io_scene.h"
#include "scene/data.h"
#include "testing.h"

static pl_scene *parse(const char *text)
{
  pl_scene *scene = NULL;
  assert_ok(pl_scene_parse("s.json", text, strlen(text), &scene));
  return scene;
}

static const pl_scene_body *body_of(const pl_scene *scene, size_t i)
{
  return (const pl_scene_body *)scene->data.bodies.items + i;
}

#define MESH "\"mesh\": {\"lattice\": {\"counts\": [4, 3, 3], \"spacing\": 0.5}}"
#define GRAPH "\"model\": {\"graph\": {}}"
#define SCENE(body, rest) "{\"pliant\": 1, \"bodies\": [{" MESH ", " GRAPH body "}]" rest "}"

/* The defaults of the tables are those of the C interface. */
static void defaults_are_those_of_the_library(void **state)
{
  (void)state;
  pl_scene *scene = parse(SCENE("", ", \"obstacles\": [{\"plane\": {}}, {\"sphere\": {}}, {\"box\": {}}]"));
  pl_world_def world = pl_default_world_def();
  pl_body_def body = pl_default_body_def(PL_MODEL_GRAPH);
  assert_close(pl_scene_step(scene), world.step, 0);
  assert_memory_equal(scene->data.gravity.value, world.gravity, sizeof world.gravity);
  assert_memory_equal(&scene->data.sleep.def, &world.sleep, sizeof world.sleep);
  assert_int_equal(scene->data.threads, world.threads);
  assert_close(body_of(scene, 0)->def.density, body.density, 0);
  assert_close(body_of(scene, 0)->def.thickness, body.thickness, 0);
  assert_close(body_of(scene, 0)->def.drag, body.drag, 0);
  assert_string_equal(body_of(scene, 0)->def.name, "body 1");
  static const pl_obstacle_shape shapes[] = {PL_OBSTACLE_PLANE, PL_OBSTACLE_SPHERE, PL_OBSTACLE_BOX};
  for (size_t i = 0; i < 3; i++) {
    const pl_obstacle_def *ours = &((const pl_scene_obstacle *)scene->data.obstacles.items)[i].def;
    pl_obstacle_def theirs = pl_default_obstacle_def(shapes[i]);
    assert_int_equal(ours->shape, theirs.shape);
    assert_int_equal(ours->mark, theirs.mark);
    assert_null(ours->name);
    assert_memory_equal(ours->point, theirs.point, sizeof theirs.point);
    assert_memory_equal(ours->normal, theirs.normal, sizeof theirs.normal);
    assert_memory_equal(ours->center, theirs.center, sizeof theirs.center);
    assert_memory_equal(ours->half_size, theirs.half_size, sizeof theirs.half_size);
    assert_close(ours->radius, theirs.radius, 0);
    assert_close(ours->friction, theirs.friction, 0);
    assert_close(ours->restitution, theirs.restitution, 0);
  }
  pl_scene_destroy(scene);
}

/* How many bytes the reader stores for a plain value; 0 for what is made of others. */
static size_t bytes_of(pl_scene_kind kind)
{
  switch (kind) {
  case PL_KIND_NUMBER: return sizeof(double);
  case PL_KIND_INTEGER:
  case PL_KIND_WORD: return sizeof(int);
  case PL_KIND_COUNT: return sizeof(uint32_t);
  case PL_KIND_FLAG: return sizeof(bool);
  case PL_KIND_VECTOR:
  case PL_KIND_SCALE: return 3 * sizeof(double);
  case PL_KIND_COUNTS: return 3 * sizeof(uint32_t);
  default: return 0;
  }
}

/* Objects that wrap a definition of the C interface: filling in the table's defaults changes nothing. */
static void defaults_of_definitions_agree(void **state)
{
  (void)state;
  pl_scene_object_set set;
  pl_scene_all_objects(&set);
  pl_scene *scene = parse(SCENE("", ""));
  size_t compared = 0;
  for (size_t i = 0; i < set.count; i++) {
    const pl_scene_object *object = set.objects[i];
    bool plain = object->prepare != NULL;
    for (size_t k = 0; k < object->key_count; k++)
      plain = plain && object->keys[k].kind != PL_KIND_TEXT && !(object->keys[k].flags & PL_KEY_REQUIRED);
    if (!plain) continue;
    char *prepared = pl_scene_keep(scene, 1, object->size), *filled = pl_scene_keep(scene, 1, object->size);
    object->prepare(prepared);
    assert_ok(pl_scene_read_object(scene, NULL, object, filled));
    for (size_t k = 0; k < object->key_count; k++) { /* key by key: gaps between fields may hold anything */
      size_t at = object->keys[k].offset, size = bytes_of(object->keys[k].kind);
      if (memcmp(prepared + at, filled + at, size) != 0)
        print_error("%s: the defaults of %s differ\n", object->name, object->keys[k].name);
      assert_memory_equal(prepared + at, filled + at, size);
    }
    compared++;
  }
  assert_true(compared >= 3); /* graph model, lattice, repair */
  pl_scene_destroy(scene);
}

static void every_key_is_documented_once(void **state)
{
  (void)state;
  pl_scene_object_set set;
  pl_scene_all_objects(&set);
  assert_true(set.count > 30 && set.count < sizeof set.objects / sizeof *set.objects);
  for (size_t i = 0; i < set.count; i++) {
    const pl_scene_object *object = set.objects[i];
    for (size_t j = 0; j < i; j++) assert_string_not_equal(object->name, set.objects[j]->name);
    for (size_t k = 0; k < object->key_count; k++) {
      const pl_scene_key *key = &object->keys[k];
      size_t length = strlen(key->doc);
      assert_true(length > 5 && key->doc[length - 1] == '.');
      for (size_t j = 0; j < k; j++) assert_string_not_equal(key->name, object->keys[j].name);
      bool number = key->kind == PL_KIND_NUMBER || key->kind == PL_KIND_VECTOR || key->kind == PL_KIND_INTEGER;
      /* one of several ways of saying the same thing is absent where another is there */
      bool settled = key->fallback || (key->flags & (PL_KEY_REQUIRED | PL_KEY_ONE_OF));
      if (number && !settled) print_error("%s.%s has no default\n", object->name, key->name);
      assert_true(!number || settled);
    }
  }
}

static void values_arrive(void **state)
{
  (void)state;
  pl_scene *scene = parse(
      "{\"pliant\": 1, \"title\": \"T\", \"description\": \"D\", \"time\": {\"step\": 0.01, \"duration\": 2, \"fps\": "
      "25},\n"
      "\"gravity\": {\"keys\": [{\"time\": 0, \"value\": [1, 2, 3]}, {\"time\": 2, \"value\": [4, 5, 6]}]}, "
      "\"threads\": 3,\n"
      "\"bodies\": [{\"name\": \"b\", \"density\": 7, \"drag\": 1.5, \"mesh\": {\"lattice\": {\"counts\": [2, 3, 4], "
      "\"spacing\": 0.5,"
      "\"origin\": [1, 0, 0], \"neighbours\": 6}, \"scale\": 2, \"rotate\": [0, 0, 1.5707963267948966], "
      "\"translate\": [0, 0, 10]},\n"
      "\"model\": {\"graph\": {\"stiffness\": 6, \"edge\": 0.25, \"laplacian\": 0.75, "
      "\"weights\": "
      "\"uniform\", \"covariance\": \"mass\", \"damping\": \"literal\", \"damping_mass\": 0.1, \"damping_stiffness\": "
      "0.2, "
      "\"precision\": \"double\"}},\n"
      "\"pins\": [{\"particles\": {\"indices\": [3, 1]}, \"motion\": {\"pivot\": [7, 8, 9], \"keys\": [{\"time\": 0.5, "
      "\"translate\": [1, 1, 1]}, {\"time\": 1, \"rotate\": [0, 3, 0]}]}}],\n"
      "\"grabs\": [{\"particles\": {\"indices\": [5, 4]}, \"weights\": [1, 3], \"target\": [1, 2, 3], \"stiffness\": "
      "11, "
      "\"damping\": 12}]}],\n"
      "\"obstacles\": [{\"name\": \"c\", \"capsule\": {\"point_a\": [1, 2, 3], \"point_b\": [4, 5, 6], \"radius\": 7}, "
      "\"friction\": 0.8, \"restitution\": 0.9, \"motion\": {\"keys\": [{\"time\": 0}]}}],\n"
      "\"camera\": {\"eye\": [0, 1, 2], \"target\": [3, 4, 5], \"fov\": 40}}");
  assert_string_equal(pl_scene_title(scene), "T");
  assert_string_equal(pl_scene_description(scene), "D");
  assert_string_equal(pl_scene_name(scene), "s.json");
  assert_close(pl_scene_step(scene), 0.01, 0);
  assert_close(pl_scene_duration(scene), 2, 0);
  assert_close(pl_scene_fps(scene), 25, 0);
  assert_int_equal(scene->gravity_key_count, 2);
  assert_close(scene->gravity_keys[1].value[2], 6, 0);
  assert_int_equal(scene->data.threads, 3);
  const pl_body_def *def = &body_of(scene, 0)->def;
  assert_string_equal(def->name, "b");
  assert_close(def->density, 7, 0);
  assert_close(def->drag, 1.5, 0);
  pl_mesh_data mesh = pl_mesh_view(def->mesh);
  assert_int_equal(mesh.vertex_count, 24);
  assert_int_equal(mesh.edge_count, 1 * 3 * 4 + 2 * 2 * 4 + 2 * 3 * 3);
  /* Node (0, 0, 0) at (1, 0, 0), doubled, turned by 90 degrees about z, shifted; rounding of one sine. */
  assert_close(mesh.positions[0], 0, 1e-15);
  assert_close(mesh.positions[1], 2, 1e-15);
  assert_close(mesh.positions[2], 10, 0);
  assert_close(mesh.vertex_volumes[0], 0.125 / 8 * 8, 1e-15);
  assert_close(def->graph.stiffness, 6, 0);
  assert_close(def->graph.edge, 0.25, 0);
  assert_close(def->graph.laplacian, 0.75, 0);
  assert_int_equal(def->graph.weights, PL_WEIGHTS_UNIFORM);
  assert_int_equal(def->graph.covariance, PL_COVARIANCE_MASS);
  assert_int_equal(def->graph.damping, PL_DAMPING_LITERAL);
  assert_close(def->graph.damping_mass, 0.1, 0);
  assert_close(def->graph.damping_stiffness, 0.2, 0);
  assert_int_equal(def->graph.precision, PL_PRECISION_DOUBLE);
  assert_int_equal(def->pin_count, 1);
  assert_int_equal(def->pins[0].count, 2);
  assert_int_equal(def->pins[0].particles[0], 1);
  assert_close(def->pins[0].motion.pivot[2], 9, 0);
  assert_close(def->pins[0].motion.keys[1].rotate[1], 3, 0);
  const pl_grab_def *grab = &((const pl_scene_grab *)body_of(scene, 0)->grabs.items)[0].def;
  assert_int_equal(grab->count, 2);
  assert_close(grab->weights[1], 3, 0);
  assert_close(grab->target[0], 1, 0);
  assert_close(grab->stiffness, 11, 0);
  assert_close(grab->damping, 12, 0);
  const pl_obstacle_def *capsule = &((const pl_scene_obstacle *)scene->data.obstacles.items)[0].def;
  assert_int_equal(capsule->shape, PL_OBSTACLE_CAPSULE);
  assert_string_equal(capsule->name, "c");
  assert_close(capsule->point_b[2], 6, 0);
  assert_close(capsule->radius, 7, 0);
  assert_close(capsule->friction, 0.8, 0);
  assert_close(capsule->restitution, 0.9, 0);
  assert_int_equal(capsule->motion.count, 1);
  pl_camera camera;
  assert_true(pl_scene_camera(scene, &camera));
  assert_close(camera.target[1], 4, 0);
  assert_close(camera.fov, 40, 0);
  pl_scene_destroy(scene);
}

/* The words of the table stand in the order of the enumeration. */
static void characters_have_the_names_of_the_library(void **state)
{
  (void)state;
  pl_scene_object_set set;
  pl_scene_all_objects(&set);
  const pl_scene_key *which = NULL;
  for (size_t i = 0; i < set.count; i++)
    if (strcmp(set.objects[i]->name, "character mesh") == 0) which = pl_scene_find_key(set.objects[i], "which");
  assert_non_null(which);
  for (int i = 0; i < PL_CHARACTER_COUNT; i++) assert_string_equal(which->words[i], pl_character_name((pl_character)i));
  assert_null(which->words[PL_CHARACTER_COUNT]);
}

/* Objects inside the graph model: what is said arrives, the rest stays as in the library. */
static void parts_of_the_graph_model_arrive(void **state)
{
  (void)state;
  const pl_graph_def wanted = pl_default_body_def(PL_MODEL_GRAPH).graph;
  pl_scene *scene = parse("{\"pliant\": 1, \"bodies\": [{" MESH ", \"model\": {\"graph\": {\"plasticity\": {\"rule\": "
                          "\"rate\"}, \"rotations\": {\"mode\": \"propagated\"}}}}]}");
  const pl_graph_def *got = &body_of(scene, 0)->def.graph;
  assert_int_equal(got->plasticity.rule, PL_PLASTIC_RATE);
  assert_close(got->plasticity.yield, wanted.plasticity.yield, 0);
  assert_close(got->plasticity.creep, wanted.plasticity.creep, 0);
  assert_close(got->plasticity.maximum, wanted.plasticity.maximum, 0);
  assert_int_equal(got->rotations.mode, PL_ROTATIONS_PROPAGATED);
  assert_int_equal(got->rotations.criterion, wanted.rotations.criterion);
  assert_close(got->rotations.threshold, wanted.rotations.threshold, 0);
  assert_int_equal(got->rotations.seed_count, wanted.rotations.seed_count);
  pl_scene_destroy(scene);
  scene =
      parse("{\"pliant\": 1, \"bodies\": [{\"mesh\": {\"arrays\": {\"positions\": [0, 0, 0, 1, 0, 0, 0, 1, 0], "
            "\"edges\": [0, 1, 1, 2], \"edge_weights\": [[1, 2], [3, 4]]}}, \"masses\": 1, \"stiffness\": [1, 2, 3], "
            "\"model\": {\"graph\": {\"stiffness\": 1, \"laplacian_weights\": \"given\", \"weights\": \"cotangent\", "
            "\"anisotropy\": [1, 2, 3], \"anisotropy_axes\": [0, 0, 1], \"angular_momentum\": \"free\", "
            "\"plasticity\": {\"rule\": \"step\", \"yield\": 0.1, \"creep\": 2, \"maximum\": 3}, "
            "\"rotations\": {\"mode\": \"full\", \"criterion\": \"transform\", \"threshold\": 0.5, "
            "\"seeds\": [2, 1]}}}}]}");
  const pl_body_def *def = &body_of(scene, 0)->def;
  assert_close(def->stiffness[2], 3, 0);
  assert_close(pl_mesh_view(def->mesh).edge_weights[3], 4, 0);
  assert_int_equal(def->graph.laplacian_weights, PL_LAPLACIAN_GIVEN);
  assert_int_equal(def->graph.weights, PL_WEIGHTS_COTANGENT);
  assert_close(def->graph.anisotropy[1], 2, 0);
  assert_close(def->graph.anisotropy_axes[2], 1, 0);
  assert_int_equal(def->graph.angular_momentum, PL_MOMENTUM_FREE);
  assert_int_equal(def->graph.plasticity.rule, PL_PLASTIC_STEP);
  assert_close(def->graph.plasticity.yield, 0.1, 0);
  assert_close(def->graph.plasticity.creep, 2, 0);
  assert_close(def->graph.plasticity.maximum, 3, 0);
  assert_int_equal(def->graph.rotations.criterion, PL_CRITERION_TRANSFORM);
  assert_close(def->graph.rotations.threshold, 0.5, 0);
  assert_int_equal(def->graph.rotations.seed_count, 2);
  assert_int_equal(def->graph.rotations.seeds[0], 2);
  pl_scene_destroy(scene);
}

static void a_scene_becomes_a_world(void **state)
{
  (void)state;
  pl_scene *scene =
      parse(SCENE(", \"pins\": [{\"particles\": {\"plane\": {\"point\": [0, 0, 0], \"normal\": [-1, 0, 0]}}}], "
                  "\"grabs\": [{\"particles\": {\"indices\": [35]}, \"target\": [2, 2, 2]}]",
                  ", \"obstacles\": [{\"plane\": {\"point\": [0, -1, 0]}}]"));
  pl_world *world = NULL;
  assert_ok(pl_scene_world(scene, &world));
  pl_scene_destroy(scene); /* the world does not need it any more */
  assert_int_equal(pl_world_body_count(world), 1);
  for (int i = 0; i < 50; i++) assert_ok(pl_world_step(world));
  assert_int_equal(pl_world_obstacle_count(world), 1);
  const pl_body *body = pl_world_body_at(world, 0);
  const double *x = pl_body_positions(body);
  assert_close(x[0], 0, 0);
  assert_true(x[3 * 35 + 1] > 1.0 + 1e-3); /* the grab pulls up what gravity alone would lower */
  double mass = 0;
  for (size_t i = 0; i < pl_body_particle_count(body); i++) mass += pl_body_masses(body)[i];
  assert_close(mass, 1000 * 1.5 * 1 * 1, 1e-9);
  pl_world_destroy(world);
}

/* What the body's start says, against the formulas, for a body whose centre of mass is known. */
static void starts_are_placed_about_the_centre_of_mass(void **state)
{
  (void)state;
  pl_scene *scene = parse(SCENE(", \"start\": {\"rotate\": [0, 0, 1.5707963267948966], \"translate\": [0, 5, 0], "
                                "\"velocity\": [1, 0, 0], \"spin\": [0, 0, 2]}",
                                ""));
  const pl_body_def *def = &body_of(scene, 0)->def;
  /* Centre of the 1.5 x 1 x 1 box: (0.75, 0.5, 0.5). Node 0 lies at (-0.75, -0.5) from it, after the turn (0.5, -0.75). */
  assert_close(def->positions[0], 0.75 + 0.5, 1e-14);
  assert_close(def->positions[1], 0.5 - 0.75 + 5, 1e-14);
  assert_close(def->positions[2], 0, 1e-14);
  assert_close(def->velocities[0], 1 + 2 * 0.75, 1e-14);
  assert_close(def->velocities[1], 2 * 0.5, 1e-14);
  pl_scene_destroy(scene);
}

/* Squeezed first, about the centre; then scattered by at most what is said, the same in every run; then turned. */
static void starts_may_be_squeezed_and_scattered(void **state)
{
  (void)state;
  pl_scene *flat = parse(SCENE(", \"start\": {\"scale\": [-1, 0, 1], \"rotate\": [0, 0, 1.5707963267948966]}", ""));
  const pl_body_def *def = &body_of(flat, 0)->def;
  /* node 0 lies at (-0.75, -0.5) from (0.75, 0.5); mirrored and flattened (0.75, 0); turned (0, 0.75) */
  assert_close(def->positions[0], 0.75, 1e-14);
  assert_close(def->positions[1], 0.5 + 0.75, 1e-14);
  assert_close(def->positions[2], 0, 1e-14);
  pl_scene_destroy(flat);
  pl_scene *one = parse(SCENE(", \"start\": {\"scale\": 0, \"scatter\": 0.25}", "")),
           *two = parse(SCENE(", \"start\": {\"scale\": 0, \"scatter\": 0.25}", ""));
  const double *x = body_of(one, 0)->def.positions;
  assert_memory_equal(x, body_of(two, 0)->def.positions, 36 * 3 * sizeof *x);
  double most = 0;
  for (size_t i = 0; i < 36 * 3; i++) {
    double off = fabs(x[i] - (i % 3 ? 0.5 : 0.75));
    assert_true(off <= 0.25);
    most = fmax(most, off);
  }
  assert_less(0.2, most);
  assert_true(pl_scene_hash(one) == pl_scene_hash(two));
  pl_scene_destroy(one);
  pl_scene_destroy(two);
}

/* Bodies of one kind share the work of making their mesh; nobody must get somebody else's. */
static void meshes_of_one_kind_are_alike(void **state)
{
  (void)state;
#define RING(radius, more) "{\"mesh\": {\"torus\": {\"radius\": " radius "}" more "}, \"model\": {\"graph\": {}}}"
  pl_scene *scene = parse("{\"pliant\": 1, \"bodies\": [" RING("0.5", "") "," RING("0.6", "") "," RING(
      "0.5", ", \"translate\": [1, 0, 0]") "," RING("0.6", "") "," RING("0.5", ", \"scale\": 2") "]}");
#undef RING
  static const double radii[] = {0.5, 0.6, 0.5, 0.6, 0.5}, shifts[] = {0, 0, 1, 0, 0}, scales[] = {1, 1, 1, 1, 2};
  for (size_t b = 0; b < 5; b++) {
    pl_mesh *ring = NULL;
    assert_ok(pl_make_torus(radii[b], 0.2, 48, 20, &ring));
    pl_mesh_data wanted = pl_mesh_view(ring), got = pl_mesh_view(body_of(scene, b)->built);
    assert_int_equal(got.triangle_count, wanted.triangle_count);
    for (size_t k = 0; k < 3 * wanted.vertex_count; k++)
      assert_close(got.positions[k], scales[b] * wanted.positions[k] + (k % 3 ? 0 : shifts[b]), 1e-15);
    pl_mesh_destroy(ring);
  }
  pl_scene_destroy(scene);
}

static size_t selected(const char *selection)
{
  char text[1024];
  snprintf(
      text, sizeof text,
      SCENE(", \"selections\": [{\"name\": \"end\", \"particles\": {\"range\": {\"first\": 27, \"last\": 35}}}, "
            "{\"name\": "
            "\"ends\", \"particles\": {\"union\": [\"end\", {\"indices\": [0, 1]}]}}], \"pins\": [{\"particles\": %s}]",
            ""),
      selection);
  pl_scene *scene = parse(text);
  size_t count = body_of(scene, 0)->def.pins[0].count;
  pl_scene_destroy(scene);
  return count;
}

/* The lattice has 4 x 3 x 3 nodes, 0.5 apart. */
static void selections_mean_what_they_say(void **state)
{
  (void)state;
  assert_int_equal(selected("\"all\""), 36);
  assert_int_equal(selected("\"end\""), 9);
  assert_int_equal(selected("\"ends\""), 11);
  assert_int_equal(selected("{\"box\": {\"low\": [0, 0, 0], \"high\": [0, 1, 1]}}"), 9);
  assert_int_equal(selected("{\"box\": {\"low\": [0.4, 0.4, 0.4], \"high\": [1.1, 0.6, 0.6]}}"), 2);
  assert_int_equal(selected("{\"sphere\": {\"center\": [0, 0, 0], \"radius\": 0.5}}"), 4);
  assert_int_equal(selected("{\"plane\": {\"point\": [1, 0, 0], \"normal\": [3, 0, 0]}}"), 18);
  assert_int_equal(selected("{\"indices\": [5, 7, 5]}"), 2);
  assert_int_equal(selected("{\"range\": {\"first\": 1, \"last\": 10, \"stride\": 3}}"), 4);
  assert_int_equal(selected("{\"intersection\": [{\"plane\": {\"point\": [0, 0, 0], \"normal\": [-1, 0, 0]}}, "
                            "{\"plane\": {\"point\": [0, 1, 0], \"normal\": [0, 1, 0]}}]}"),
                   3);
  assert_int_equal(selected("{\"complement\": \"ends\"}"), 25);
  assert_int_equal(selected("{\"union\": [\"end\", \"all\"]}"), 36);
}

static void write_file(const char *name, const char *content)
{
  FILE *file = fopen(name, "w");
  assert_non_null(file);
  fputs(content, file);
  fclose(file);
}

/* In place, as plain numbers, as JSON, as OBJ: the same numbers. */
static void arrays_come_from_anywhere(void **state)
{
  (void)state;
  char folder[] = "/tmp/pliant-scene-XXXXXX", path[64];
  assert_non_null(mkdtemp(folder));
  static const struct {
    const char *name, *content;
  } files[] = {{"x.txt", "# four points\n0 0 0\n1, 0, 0;\n0 1.5 0\n0 0 1e0 # last"},
               {"x.json", "[[0, 0, 0], [1, 0, 0], // rows\n 0, 1.5, 0, [0, 0, 1],]"},
               {"x.obj", "v 0 0 0\nv 1 0 0\nv 0 1.5 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n"},
               {"e.txt", "0 1\n0 2\n0 3\n1 2\n1 3\n2 3\n"}};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    snprintf(path, sizeof path, "%s/%s", folder, files[i].name);
    write_file(path, files[i].content);
  }
  static const char *const sources[] = {"\"x.txt\"", "\"x.json\"", "\"x.obj\"",
                                        "[0, 0, 0, [1, 0, 0], 0, 1.5, 0, 0, 0, 1]"};
  uint64_t hash = 0;
  for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
    char text[512];
    snprintf(text, sizeof text,
             "{\"pliant\": 1, \"bodies\": [{\"mesh\": {\"arrays\": {\"positions\": %s, \"edges\": \"e.txt\", "
             "\"triangles\": \"x.obj\"}}, \"masses\": 0.5, \"positions\": %s, \"velocities\": %s, " GRAPH "}]}",
             sources[i], sources[i], sources[(i + 1) % 4]);
    snprintf(path, sizeof path, "%s/scene.json", folder);
    write_file(path, text);
    pl_scene *scene = NULL;
    assert_ok(pl_scene_load(path, &scene)); /* paths are relative to the scene, not to the working folder */
    const pl_body_def *def = &body_of(scene, 0)->def;
    pl_mesh_data mesh = pl_mesh_view(def->mesh);
    assert_int_equal(mesh.vertex_count, 4);
    assert_int_equal(mesh.edge_count, 6);
    assert_int_equal(mesh.triangle_count, 4);
    assert_close(mesh.positions[7], 1.5, 0);
    assert_close(def->positions[7], 1.5, 0);
    assert_close(def->velocities[7], 1.5, 0);
    assert_close(def->masses[3], 0.5, 0);
    if (i == 0) hash = pl_scene_hash(scene);
    assert_true(pl_scene_hash(scene) == hash); /* it is the numbers that count */
    pl_scene_destroy(scene);
  }
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    snprintf(path, sizeof path, "%s/%s", folder, files[i].name);
    remove(path);
  }
  snprintf(path, sizeof path, "%s/scene.json", folder);
  remove(path);
  assert_int_equal(rmdir(folder), 0);
}

/* A mesh that somebody else made, if the folder with them is there. */
static void a_scanned_mesh_becomes_a_body(void **state)
{
  (void)state;
  const char *shared = getenv("PLIANT_SHARED");
  char path[4096], text[8192];
  snprintf(path, sizeof path, "%s/meshes/bunny_3k.obj", shared ? shared : PLIANT_SOURCE_DIR "/../shared");
  if (access(path, R_OK) != 0) {
    print_message("SKIPPED: there is no %s\n", path);
    skip();
  }
  snprintf(text, sizeof text,
           "{\"pliant\": 1, \"bodies\": [{\"mesh\": {\"file\": \"%s\", \"scale\": 2, \"repair\": {\"weld\": true}}, "
           "\"model\": {\"graph\": {\"stiffness\": 100}}}]}",
           path);
  pl_scene *scene = parse(text);
  pl_world *world = NULL;
  assert_ok(pl_scene_world(scene, &world));
  assert_true(pl_body_particle_count(pl_world_body_at(world, 0)) > 1000);
  for (int i = 0; i < 5; i++) assert_ok(pl_world_step(world));
  pl_world_destroy(world);
  pl_scene_destroy(scene);
}

static uint64_t hash_of(const char *text)
{
  pl_scene *scene = parse(text);
  uint64_t hash = pl_scene_hash(scene);
  pl_scene_destroy(scene);
  return hash;
}

/* A surface becomes a solid: its vertices stay first, and the masses add up to what it encloses. */
static void surfaces_are_filled(void **state)
{
  (void)state;
  pl_scene *scene = parse(
      "{\"pliant\": 1, \"bodies\": [{\"mesh\": {\"icosphere\": {\"radius\": 1, \"cuts\": 2}, \"scale\": 0.5, \"fill\": "
      "{\"nodes\": 600, \"weights\": \"qp\"}}, \"density\": 1000, \"model\": {\"graph\": {\"laplacian\": 1, "
      "\"laplacian_weights\": \"given\"}}}]}");
  pl_world *world = NULL;
  assert_ok(pl_scene_world(scene, &world));
  const pl_body *body = pl_world_body_at(world, 0);
  pl_mesh_data rest = pl_body_rest(body);
  assert_int_equal(rest.vertex_count, 600);
  assert_non_null(rest.edge_weights);
  double mass = 0;
  for (size_t i = 0; i < 600; i++) mass += pl_body_masses(body)[i];
  pl_body_signals signals;
  assert_ok(pl_body_measure(body, &signals));
  assert_close(mass, 1000 * signals.rest_volume, 1e-9 * mass); /* the volume that the triangles enclose */
  for (int i = 0; i < 5; i++) assert_ok(pl_world_step(world));
  pl_world_destroy(world);
  pl_scene_destroy(scene);
}

static void hashes_tell_what_moves_differently(void **state)
{
  (void)state;
  uint64_t hash = hash_of(SCENE("", ""));
  assert_true(hash_of("/* c */ " SCENE("", "")) == hash);
  assert_true(hash_of(SCENE("", ", \"title\": \"t\", \"threads\": 2, \"time\": {\"duration\": 9, \"fps\": 25}")) ==
              hash);
  assert_true(hash_of(SCENE(", \"density\": 1e3", ", \"gravity\": [0, -9.81, 0], \"time\": {\"step\": 5e-3}")) == hash);
  assert_true(hash_of(SCENE(", \"density\": 999", "")) != hash);
  assert_true(hash_of(SCENE(", \"name\": \"x\"", "")) != hash);
  assert_true(hash_of(SCENE("", ", \"gravity\": [0, -9.8, 0]")) != hash);
  assert_true(hash_of(SCENE("", ", \"time\": {\"step\": 0.006}")) != hash);
  assert_true(hash_of(SCENE("", ", \"obstacles\": [{\"plane\": {}}]")) != hash);
  static const char *const rings[2] = {
      SCENE("", ", \"obstacles\": [{\"mesh\": {\"torus\": {\"tube\": 0.1}, \"translate\": [9, 0, 0]}}]"),
      SCENE("", ", \"obstacles\": [{\"mesh\": {\"torus\": {\"tube\": 0.1}, \"translate\": [9, 0, 1]}}]")};
  assert_true(hash_of(rings[0]) != hash_of(rings[1]));
  assert_true(hash_of(SCENE(", \"masses\": 1", "")) != hash_of(SCENE(", \"masses\": 2", "")));
  pl_scene *scene = parse(SCENE("", ""));
  assert_ok(pl_scene_set_threads(scene, 5));
  assert_ok(pl_scene_set_duration(scene, 5));
  assert_true(pl_scene_hash(scene) == hash);
  assert_ok(pl_scene_set_step(scene, 0.006));
  assert_true(pl_scene_hash(scene) == hash_of(SCENE("", ", \"time\": {\"step\": 0.006}")));
  assert_int_equal(pl_scene_set_step(scene, 0), PL_ERROR_ARGUMENT);
  assert_int_equal(pl_scene_set_step(scene, NAN), PL_ERROR_ARGUMENT);
  assert_int_equal(pl_scene_set_duration(scene, -1), PL_ERROR_ARGUMENT);
  assert_int_equal(pl_scene_set_fps(scene, 0), PL_ERROR_ARGUMENT);
  assert_int_equal(pl_scene_set_threads(scene, -1), PL_ERROR_ARGUMENT);
  pl_scene_destroy(scene);
}

static void frames_fall_on_the_nearest_steps(void **state)
{
  (void)state;
  pl_scene *scene = parse(SCENE("", ""));
  assert_int_equal(pl_scene_step_count(scene), 800);
  assert_int_equal(pl_scene_frame_count(scene), 201);
  assert_int_equal(pl_scene_frame_step(scene, 200), 800);
  assert_ok(pl_scene_set_fps(scene, 60)); /* 3.33 steps per frame */
  assert_int_equal(pl_scene_frame_count(scene), 241);
  assert_int_equal(pl_scene_frame_step(scene, 1), 3);
  assert_int_equal(pl_scene_frame_step(scene, 2), 7);
  assert_int_equal(pl_scene_frame_step(scene, 240), 800);
  assert_ok(pl_scene_set_duration(scene, 0));
  assert_int_equal(pl_scene_step_count(scene), 0);
  assert_int_equal(pl_scene_frame_count(scene), 1);
  /* Whatever the numbers, frames never lie beyond the last step and never go back. */
  uint64_t random = 3;
  for (int i = 0; i < 2000; i++) {
    assert_ok(pl_scene_set_step(scene, exp(3 * random_unit(&random) - 4)));
    assert_ok(pl_scene_set_fps(scene, exp(2 * random_unit(&random) + 3)));
    assert_ok(pl_scene_set_duration(scene, 1 + random_unit(&random)));
    size_t frames = pl_scene_frame_count(scene);
    assert_true(pl_scene_frame_step(scene, frames - 1) <= pl_scene_step_count(scene));
    assert_true(pl_scene_frame_step(scene, 0) == 0);
  }
  pl_scene_destroy(scene);
}

static void warnings_name_what_is_probably_not_meant(void **state)
{
  (void)state;
  static const struct {
    const char *text, *warning;
  } cases[] = {
      {SCENE("", ",\n\"time\": {\"fps\": 60}"),
       "s.json:2:9: time has 3.333 steps per frame; each frame shows the nearest step. "
       "A step of 0.00416666667 s gives 4 per frame"},
      {SCENE("", ",\n\"time\": {\"fps\": 300}"),
       "s.json:2:9: time asks for 300 frames per second but takes only 200 steps per "
       "second; frames will repeat"},
      {SCENE("", ",\n\"time\": {\"duration\": 0.001}"),
       "s.json:2:9: time has a duration of 0.001 s, less than one step of 0.005 s"},
      {SCENE("", ",\n\"obstacles\": [{\"plane\": {\"point\": [0, 0.25, 0]}}]"),
       "s.json:2:15: obstacles[0] has 12 of the 36 particles of body \"body 1\" inside at the start, up to 0.25 m "
       "deep; they "
       "will be pushed out at once"},
      {SCENE("",
             ",\n\"obstacles\": [{\"mesh\": {\"box\": {\"counts\": [9, 2, 9], \"spacing\": 0.5}, \"scale\": [1, 0.2, "
             "1]}}]"),
       "s.json:2:15: obstacles[0] has 12 of the 36 particles of body \"body 1\" inside at the start, up to 0.05 m "
       "deep; they "
       "will be pushed out at once"},
      {SCENE(",\n\"thickness\": 0.1", ""),
       "s.json:2:14: bodies[0].thickness is not used: the mesh knows the volume of its vertices"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    pl_scene *scene = parse(cases[i].text);
    assert_int_equal(pl_scene_warning_count(scene), 1);
    assert_string_equal(pl_scene_warning(scene, 0), cases[i].warning);
    assert_string_equal(pl_scene_warning(scene, 1), "");
    pl_scene_destroy(scene);
  }
  /* An obstacle that a motion takes out of the way at time 0 is no trouble. */
  pl_scene *scene = parse(SCENE("", ", \"obstacles\": [{\"sphere\": {}, \"motion\": {\"keys\": [{\"time\": 0, "
                                    "\"translate\": [0, 9, 0]}]}}]"));
  assert_int_equal(pl_scene_warning_count(scene), 0);
  pl_scene_destroy(scene);
}

static void explain_says_value_unit_and_source(void **state)
{
  (void)state;
  pl_scene *scene = parse(SCENE(",\n\"density\": 900", ""));
  assert_ok(pl_scene_set_step(scene, 0.002));
  char *text = NULL;
  assert_ok(pl_scene_explain(scene, &text));
  static const char *const lines[] = {
      "\ntime.step                                    0.002 s                      set by the caller\n",
      "\ntime.duration                                4 s                          default\n",
      "\nbodies[0].density                            900 kg/m^3                   s.json:2\n",
      "\nbodies[0].model.graph.stiffness              0 N/m                        default: from youngs_modulus\n",
      "\nbody 1.particles                             36                           derived\n",
      "\nbody 1.mass                                  1350 kg                      derived\n",
      "\nbody 1.edge stiffness ", /* what the model made of Young's modulus */
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    if (!strstr(text, lines[i])) print_error("missing: %s\nin:\n%s", lines[i], text);
    assert_non_null(strstr(text, lines[i]));
  }
  pl_free(text);
  pl_scene_destroy(scene);
}

/* Twice the same mesh, a shell, and what the C interface makes of it. */
static void meshes_are_obstacles(void **state)
{
  (void)state;
  pl_scene *scene = parse(SCENE(
      "", ", \"obstacles\": [{\"mesh\": {\"icosphere\": {\"radius\": 0.5, \"cuts\": 8}, \"translate\": [9, 0, 0]}},"
          "{\"mesh\": {\"icosphere\": {\"radius\": 0.5, \"cuts\": 8}, \"translate\": [9, 0, 0]}, \"spacing\": 0.1},"
          "{\"mesh\": {\"sheet\": {}, \"translate\": [0, -3, 0]}, \"thickness\": 0.02, \"friction\": 0.1}]"));
  assert_int_equal(pl_scene_warning_count(scene), 0);
  pl_world *world = NULL;
  assert_ok(pl_scene_world(scene, &world));
  assert_int_equal(pl_world_obstacle_count(world), 3);
  pl_obstacle_def def;
  assert_ok(pl_world_obstacle_at(world, 1, &def, NULL));
  assert_int_equal(def.shape, PL_OBSTACLE_MESH);
  assert_close(def.spacing, 0.1, 0);
  assert_close(def.thickness, 0, 0);
  assert_ok(pl_world_obstacle_at(world, 2, &def, NULL));
  assert_close(def.thickness, 0.02, 0);
  assert_close(def.friction, 0.1, 0);
  double distance, normal[3];
  assert_ok(pl_obstacle_distance(world, (pl_obstacle_id){0, 1}, (double[]){9, 1, 0}, &distance, normal));
  assert_close(distance, 0.5, 0.01);
  assert_ok(pl_obstacle_distance(world, (pl_obstacle_id){2, 1}, (double[]){0, -2.9, 0}, &distance, normal));
  assert_close(distance, 0.09, 1e-6);
  pl_world_destroy(world);
  pl_scene_destroy(scene);
}

static const char rich[] = SCENE(
    ", \"name\": \"x\", \"masses\": 2, \"start\": {\"spin\": [1, 0, 0], \"translate\": [0, 1, 0]}, \"selections\": "
    "[{\"name\": \"a\", \"particles\": {\"union\": [{\"indices\": [0]}, {\"complement\": {\"range\": {\"first\": 3, "
    "\"last\": 35}}}]}}], \"pins\": [{\"particles\": \"a\", \"motion\": {\"keys\": [{\"time\": 0}]}}], \"grabs\": "
    "[{\"particles\": {\"indices\": [9]}, \"target\": [0, 0, 0], \"weights\": 1}]",
    ", \"time\": {\"fps\": 60}, \"obstacles\": [{\"plane\": {\"point\": [0, 1, 0]}}, {\"mesh\": {\"box\": {\"counts\": "
    "[2, 2, 2], "
    "\"spacing\": 1}}}], \"gravity\": {\"keys\": "
    "[{\"time\": 0, \"value\": [0, 1, 0]}]}");

static pl_status load_and_explain(void *context)
{
  (void)context;
  pl_scene *scene = NULL;
  char *text = NULL;
  pl_status status = pl_scene_parse("s.json", rich, sizeof rich - 1, &scene);
  if (status == PL_OK) status = pl_scene_explain(scene, &text);
  if (status == PL_OK) {
    pl_free(text);
    text = NULL;
    status = pl_scene_schema(&text);
  }
  pl_free(text);
  pl_scene_destroy(scene);
  return status;
}

static void failed_allocations_leave_nothing(void **state)
{
  (void)state;
  assert_true(fail_each_allocation(load_and_explain, NULL) > 100);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(defaults_are_those_of_the_library),
      cmocka_unit_test(defaults_of_definitions_agree),
      cmocka_unit_test(every_key_is_documented_once),
      cmocka_unit_test(values_arrive),
      cmocka_unit_test(parts_of_the_graph_model_arrive),
      cmocka_unit_test(characters_have_the_names_of_the_library),
      cmocka_unit_test(a_scene_becomes_a_world),
      cmocka_unit_test(starts_are_placed_about_the_centre_of_mass),
      cmocka_unit_test(starts_may_be_squeezed_and_scattered),
      cmocka_unit_test(meshes_of_one_kind_are_alike),
      cmocka_unit_test(selections_mean_what_they_say),
      cmocka_unit_test(arrays_come_from_anywhere),
      cmocka_unit_test(a_scanned_mesh_becomes_a_body),
      cmocka_unit_test(surfaces_are_filled),
      cmocka_unit_test(hashes_tell_what_moves_differently),
      cmocka_unit_test(frames_fall_on_the_nearest_steps),
      cmocka_unit_test(warnings_name_what_is_probably_not_meant),
      cmocka_unit_test(meshes_are_obstacles),
      cmocka_unit_test(explain_says_value_unit_and_source),
      cmocka_unit_test(failed_allocations_leave_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
