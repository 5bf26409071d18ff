/* SPDX-License-Identifier: MIT
   What is written about scenes is true: schema and reference are what the tables give, examples can be read, and so can
   the gallery. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "file.h"
#include "pliant/io_scene.h"
#include "testing.h"

#define MARK "<!-- reference: made by `pliant scenes --reference`, do not edit -->\n\n"
#define REMEDY "is not up to date; run tools/scene-docs build/pliant\n"

static char *read_text(const char *name)
{
  char path[4096], *text = NULL;
  size_t size = 0;
  snprintf(path, sizeof path, PLIANT_SOURCE_DIR "/%s", name);
  assert_ok(pl_file_read(path, &text, &size));
  return text;
}

static void the_schema_is_up_to_date(void **state)
{
  (void)state;
  char *schema = NULL, *text = read_text("docs/scene.schema.json");
  assert_ok(pl_scene_schema(&schema));
  if (strcmp(schema, text) != 0) print_error("docs/scene.schema.json " REMEDY);
  assert_true(strcmp(schema, text) == 0);
  pl_release(text);
  pl_free(schema);
}

static void the_reference_is_up_to_date(void **state)
{
  (void)state;
  char *reference = NULL, *text = read_text("docs/scene.md");
  assert_ok(pl_scene_reference(&reference));
  const char *section = strstr(text, MARK);
  assert_non_null(section);
  bool same = strcmp(section + strlen(MARK), reference) == 0;
  if (!same) print_error("docs/scene.md " REMEDY);
  assert_true(same);
  pl_release(text);
  pl_free(reference);
}

/* Every block marked as JSON is a scene without a warning. */
static size_t run_examples(const char *name)
{
  char *text = read_text(name);
  size_t count = 0;
  for (char *at = strstr(text, "```json\n"); at; at = strstr(at, "```json\n")) {
    at += strlen("```json\n");
    char *end = strstr(at, "```");
    assert_non_null(end);
    pl_scene *scene = NULL;
    assert_ok(pl_scene_parse(name, at, (size_t)(end - at), &scene));
    for (size_t i = 0; i < pl_scene_warning_count(scene); i++) print_error("%s\n", pl_scene_warning(scene, i));
    assert_int_equal(pl_scene_warning_count(scene), 0);
    pl_world *world = NULL;
    assert_ok(pl_scene_world(scene, &world));
    for (int i = 0; i < 5; i++) assert_ok(pl_world_step(world));
    pl_world_destroy(world);
    pl_scene_destroy(scene);
    at = end + 3;
    count++;
  }
  pl_release(text);
  return count;
}

static void the_examples_can_be_read(void **state)
{
  (void)state;
  assert_true(run_examples("docs/scene.md") >= 4);
  assert_true(run_examples("README.md") >= 1);
}

/* What the papers say of a figure: particles of the body named, or (NULL) of all bodies together, and how many these
   are. Huang et al., table 2; Diziol et al., table 1 and fig. 7 (for fig. 8 it gives none, the gallery does). */
static const struct figure {
  const char *scene, *body;
  size_t particles, bodies;
} figures[] = {
    {"graph/fig1-bar.json", "bar", 3321, 0},
    {"graph/fig2b-laplacian.json", "duck", 5001, 0},
    {"graph/fig2c-edge.json", "duck", 5001, 0},
    {"graph/fig3-plastic.json", "bear", 4292, 0},
    {"graph/fig5-modes.json", "bar", 3321, 0},
    {"graph/fig6a-covariance.json", "bar", 3321, 0},
    {"graph/fig6b-transform.json", "bar", 3321, 0},
    {"graph/fig6c-symmetry.json", "bar", 3321, 0},
    {"graph/fig7a-torus.json", "torus", 3427, 0},
    {"graph/fig7b-bar.json", "bar", 3321, 0},
    {"graph/fig8-large.json", "dino", 14190, 0},
    {"graph/fig9a-plant.json", "plant", 2606, 0},
    {"graph/torus.json", "torus", 3427, 0},
    {"surface/armadillos.json", NULL, 32442, 6},
    {"surface/ducks-and-rings.json", NULL, 21280, 40},
    {"surface/balls-in-glasses.json", NULL, 7640, 20},
    {"surface/fig7-squeezed.json", NULL, 6248, 4},
    {"surface/fig8-lattice.json", NULL, 1410 + 2 * 3321, 3},
};
enum { FIGURES = sizeof figures / sizeof *figures };

static void check_figure(const struct figure *figure, const pl_world *world)
{
  size_t particles = 0;
  for (size_t b = 0; b < pl_world_body_count(world); b++) {
    const pl_body *body = pl_world_body_at(world, b);
    if (!figure->body || strcmp(pl_body_name(body), figure->body) == 0) particles += pl_body_particle_count(body);
  }
  if (particles != figure->particles) print_error("%s has %zu particles\n", figure->scene, particles);
  assert_int_equal(particles, figure->particles);
  if (figure->body) return;
  assert_int_equal(pl_world_body_count(world), figure->bodies);
  assert_close(pl_world_step_size(world), 0.005, 0);
}

/* Three steps of a scene, without a warning. Returns how many figures of a paper it is. */
static size_t run_scene(const char *path)
{
  pl_scene *scene = NULL;
  assert_ok(pl_scene_load(path, &scene));
  for (size_t i = 0; i < pl_scene_warning_count(scene); i++) print_error("%s\n", pl_scene_warning(scene, i));
  assert_int_equal(pl_scene_warning_count(scene), 0);
  assert_true(strlen(pl_scene_title(scene)) > 10);
  pl_world *world = NULL;
  assert_ok(pl_scene_world(scene, &world));
  size_t found = 0;
  for (size_t i = 0; i < FIGURES; i++)
    if (strcmp(strstr(path, "/scenes/") + strlen("/scenes/"), figures[i].scene) == 0) {
      check_figure(&figures[i], world);
      found++;
    }
  for (int i = 0; i < 3; i++) assert_ok(pl_world_step(world));
  pl_world_destroy(world);
  pl_scene_destroy(scene);
  return found;
}

/* All scenes of a folder; adds up how many there are, and how many of them are figures. */
static void run_folder(const char *name, size_t *scenes, size_t *found)
{
  char path[4096];
  snprintf(path, sizeof path, PLIANT_SOURCE_DIR "/scenes/%s", name);
  DIR *folder = opendir(path);
  assert_non_null(folder);
  for (struct dirent *entry; (entry = readdir(folder));) {
    const char *ending = strrchr(entry->d_name, '.');
    if (!ending || strcmp(ending, ".json") != 0) continue;
    snprintf(path, sizeof path, PLIANT_SOURCE_DIR "/scenes/%s%s", name, entry->d_name);
    *found += run_scene(path);
    ++*scenes;
  }
  closedir(folder);
}

static void the_gallery_can_be_run(void **state)
{
  (void)state;
  static const char *const folders[] = {"", "cage/", "contact/", "continuum/", "graph/", "matter/", "surface/"};
  size_t scenes = 0, found = 0;
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) run_folder(folders[i], &scenes, &found);
  assert_true(scenes >= 70);
  assert_int_equal(found, FIGURES);
}

/* The default scene: 81 nodes of the left face are held. */
static void the_bar_is_clamped_at_its_face(void **state)
{
  (void)state;
  pl_scene *scene = NULL;
  char *text = NULL;
  assert_ok(pl_scene_load(PLIANT_SOURCE_DIR "/scenes/bar.json", &scene));
  assert_ok(pl_scene_explain(scene, &text));
  assert_non_null(strstr(text, "bar.particles                                3321 "));
  assert_non_null(strstr(text, "bar.pinned particles                         81 "));
  pl_free(text);
  pl_scene_destroy(scene);
}

/* Particle 11 of scenes/crosscheck.json as a program written apart from this one has it (numpy: dense matrices,
   rotations by singular values, straight from the equations). It agreed to 4e-16 m and 3e-14 m/s for all particles; the
   tolerance leaves room for other processors. */
static void a_case_from_elsewhere_gives_the_same_numbers(void **state)
{
  (void)state;
  static const struct {
    int step;
    double position[3], velocity[3];
  } expected[] = {
      {1,
       {0.20635121215658742, 0.10536713792214157, 0.099311088795337191},
       {-1.3648787843412591, 0.53671379221415649, -0.068891120466281097}},
      {10,
       {0.19865323947534633, 0.10374483097141245, 0.10001353618546903},
       {0.089857524244742359, -0.28813067313638924, 0.00022943121050941664}},
      {100,
       {0.20064163352683526, 0.097241353687700788, 0.10000697200124468},
       {-0.00010222278856667004, 0.00036454766898386229, 3.4039301055070049e-07}},
  };
  pl_scene *scene = NULL;
  pl_world *world = NULL;
  assert_ok(pl_scene_load(PLIANT_SOURCE_DIR "/scenes/crosscheck.json", &scene));
  assert_ok(pl_scene_world(scene, &world));
  const pl_body *body = pl_world_body_at(world, 0);
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
    while (pl_world_step_count(world) < (uint64_t)expected[i].step) assert_ok(pl_world_step(world));
    for (size_t k = 0; k < 3; k++) {
      assert_close(pl_body_positions(body)[33 + k], expected[i].position[k], 1e-13);
      assert_close(pl_body_velocities(body)[33 + k], expected[i].velocity[k], 1e-11);
    }
  }
  pl_world_destroy(world);
  pl_scene_destroy(scene);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_schema_is_up_to_date),       cmocka_unit_test(the_reference_is_up_to_date),
      cmocka_unit_test(the_examples_can_be_read),       cmocka_unit_test(the_gallery_can_be_run),
      cmocka_unit_test(the_bar_is_clamped_at_its_face), cmocka_unit_test(a_case_from_elsewhere_gives_the_same_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
