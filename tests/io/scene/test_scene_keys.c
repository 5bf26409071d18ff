/* SPDX-License-Identifier: MIT
   What a scene says arrives in the definitions, and what it does not say is as in the C interface. */
#include "scene/read/data.h"
#include "scene_text.h"

static const pl_scene_body *body_of(const pl_scene *scene, size_t i)
{
  return (const pl_scene_body *)scene->data.bodies.items + i;
}

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

/* Whatever a scene leaves out can be filled in: no default is refused by its own range. */
static void every_default_may_be(void **state)
{
  (void)state;
  pl_scene_object_set set;
  pl_scene_all_objects(&set);
  pl_scene *scene = parse(SCENE("", ""));
  for (size_t i = 0; i < set.count; i++)
    for (size_t k = 0; k < set.objects[i]->key_count; k++) {
      const pl_scene_key *key = &set.objects[i]->keys[k];
      if (!key->fallback) continue;
      const pl_scene_object alone = {
          .name = set.objects[i]->name, .doc = ".", .size = set.objects[i]->size, .keys = key, .key_count = 1};
      char *filled = pl_scene_keep(scene, 1, alone.size);
      assert_non_null(filled);
      if (pl_scene_read_object(scene, NULL, &alone, filled) != PL_OK)
        print_error("%s.%s: %s\n", alone.name, key->name, pl_last_error());
      assert_ok(pl_scene_read_object(scene, NULL, &alone, filled));
    }
  pl_scene_destroy(scene);
  scene = parse(SCENE(", \"heat\": {\"sources\": [{\"particles\": {\"indices\": [0]}, \"power\": 5}]}", ""));
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

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(defaults_are_those_of_the_library),
      cmocka_unit_test(defaults_of_definitions_agree),
      cmocka_unit_test(every_key_is_documented_once),
      cmocka_unit_test(every_default_may_be),
      cmocka_unit_test(values_arrive),
      cmocka_unit_test(characters_have_the_names_of_the_library),
      cmocka_unit_test(parts_of_the_graph_model_arrive),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
