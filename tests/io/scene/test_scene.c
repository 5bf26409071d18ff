/* SPDX-License-Identifier: MIT
   A scene becomes a world: bodies start where they should, selections mean what they say, numbers and meshes come from
   anywhere. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "fixtures.h"
#include "scene/read/data.h"
#include "scene_text.h"

static const pl_scene_body *body_of(const pl_scene *scene, size_t i)
{
  return (const pl_scene_body *)scene->data.bodies.items + i;
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
  /* Centre of the 1.5 x 1 x 1 box: (0.75, 0.5, 0.5). Node 0 lies at (-0.75, -0.5) from it, after the turn (0.5, -0.75).
     */
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

/* An outline has what lists show, without the mesh that the scene names; keys are checked, and no world comes of it. */
static void outlines_need_no_meshes(void **state)
{
  (void)state;
  static const char text[] = "{\"pliant\": 1, \"title\": \"Nothing there\", \"time\": {\"duration\": 2.5},\n"
                             "\"bodies\": [{\"mesh\": {\"file\": \"nowhere.obj\"}, \"model\": {\"graph\": {}}}]%s}";
  char path[] = "/tmp/pliant-outline-XXXXXX";
  int descriptor = mkstemp(path);
  assert_true(descriptor >= 0);
  assert_true(dprintf(descriptor, text, "") > 0);
  pl_scene *scene = NULL;
  pl_world *world = NULL;
  assert_refused(pl_scene_load(path, &scene), PL_ERROR_FILE, "nowhere.obj");
  assert_ok(pl_scene_outline(path, &scene));
  assert_string_equal(pl_scene_title(scene), "Nothing there");
  assert_close(pl_scene_duration(scene), 2.5, 0);
  assert_refused(pl_scene_world(scene, &world), PL_ERROR_ARGUMENT, "a world needs pl_scene_load");
  assert_null(world);
  pl_scene_destroy(scene);
  assert_int_equal(ftruncate(descriptor, 0), 0);
  assert_int_equal(lseek(descriptor, 0, SEEK_SET), 0);
  assert_true(dprintf(descriptor, text, ", \"bodys\": []") > 0);
  assert_refused(pl_scene_outline(path, &scene), PL_ERROR_FORMAT, "did you mean \"bodies\"?");
  assert_null(scene);
  close(descriptor);
  assert_int_equal(unlink(path), 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_scene_becomes_a_world),
      cmocka_unit_test(outlines_need_no_meshes),
      cmocka_unit_test(starts_are_placed_about_the_centre_of_mass),
      cmocka_unit_test(starts_may_be_squeezed_and_scattered),
      cmocka_unit_test(meshes_of_one_kind_are_alike),
      cmocka_unit_test(selections_mean_what_they_say),
      cmocka_unit_test(arrays_come_from_anywhere),
      cmocka_unit_test(a_scanned_mesh_becomes_a_body),
      cmocka_unit_test(surfaces_are_filled),
      cmocka_unit_test(meshes_are_obstacles),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
