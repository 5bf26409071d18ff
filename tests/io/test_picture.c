/* SPDX-License-Identifier: MIT */
#include "pliant/io_picture.h"

#include <png.h>
#include <string.h>

#include "base/status.h"
#include "failing.h"
#include "io/cache/cache_fixture.h"
#include "picture/film.h"
#include "picture/trace/light.h"
#include "picture/trace/scenery.h"
#include "pliant/make.h"

enum { RINGS = 40, SIDES = 80, BALL_POINTS = (RINGS + 1) * SIDES, BALL_FACES = 2 * RINGS * SIDES };

typedef struct ball {
  double positions[3 * BALL_POINTS];
  uint32_t triangles[3 * BALL_FACES];
  pl_frame_body body;
  pl_frame frame;
} ball;

static ball *make_ball(double x, double y, double z, double radius)
{
  ball *b = calloc(1, sizeof *b);
  assert_non_null(b);
  size_t n = 0;
  for (int i = 0; i <= RINGS; i++)
    for (int j = 0; j < SIDES; j++) {
      double a = acos(-1) * i / RINGS, c = 2 * acos(-1) * j / SIDES;
      b->positions[n++] = x + radius * sin(a) * cos(c);
      b->positions[n++] = y + radius * cos(a);
      b->positions[n++] = z - radius * sin(a) * sin(c);
    }
  n = 0;
  for (uint32_t i = 0; i < RINGS; i++)
    for (uint32_t j = 0; j < SIDES; j++) {
      uint32_t p = i * SIDES + j, q = i * SIDES + (j + 1) % SIDES;
      uint32_t quad[6] = {p, p + SIDES, q + SIDES, p, q + SIDES, q};
      memcpy(b->triangles + n, quad, sizeof quad);
      n += 6;
    }
  b->body = (pl_frame_body){.name = "ball",
                            .rest = {.positions = b->positions,
                                     .vertex_count = BALL_POINTS,
                                     .triangles = b->triangles,
                                     .triangle_count = BALL_FACES},
                            .positions = b->positions,
                            .velocities = b->positions};
  b->frame = (pl_frame){.bodies = &b->body, .body_count = 1};
  return b;
}

static pl_render_options small_options(int width, int height)
{
  pl_render_options options = pl_default_render_options();
  options.width = width;
  options.height = height;
  options.quality = PL_QUALITY_DRAFT;
  return options;
}

static const uint8_t *pixel(const pl_image *image, int x, int y)
{
  assert_in_range(x, 0, image->width - 1);
  assert_in_range(y, 0, image->height - 1);
  return image->pixels + 3 * ((size_t)y * (size_t)image->width + (size_t)x);
}

/* A sphere on the axis of view is a disc of radius tan(asin(r / d)); at the edge a pixel counts by its redness. */
static void a_sphere_covers_what_geometry_says(void **state)
{
  (void)state;
  ball *b = make_ball(2, 3, 4, 0.5);
  pl_camera camera = {{2, 3, 6.5}, {2, 3, 4}, {0, 1, 0}, 40};
  pl_render_options options = small_options(300, 200);
  options.ground = -INFINITY;
  pl_image image;
  assert_ok(pl_render_frame(&b->frame, &camera, &options, &image));
  double covered = 0, sum_x = 0, sum_y = 0;
  for (int y = 0; y < 200; y++)
    for (int x = 0; x < 300; x++) {
      const uint8_t *p = pixel(&image, x, y);
      if (p[0] - p[2] < 20) continue; /* the background is grey or bluish */
      covered++;
      sum_x += x + 0.5;
      sum_y += y + 0.5;
    }
  double radius = tan(asin(0.5 / 2.5)) / tan(20 * acos(-1) / 180) * 100;
  /* Pixels less than about half covered do not count, so the border is right within half a pixel. */
  assert_close(sqrt(covered / acos(-1)), radius, 0.5);
  assert_close(sum_x / covered, 150, 0.5);
  assert_close(sum_y / covered, 100, 0.5);
  pl_image_free(&image);
  free(b);
}

/* Brightness of the picture where a point of the world is seen. */
static double brightness_at(const pl_image *image, const pl_studio *studio, const pl_camera *camera, vec point)
{
  double scale = 0;
  for (int k = 0; k < 3; k++) scale += (camera->eye[k] - camera->target[k]) * (camera->eye[k] - camera->target[k]);
  vec to = vec_sub(vec_scale(vec_sub(point, vec_of(camera->target)), (float)(1 / sqrt(scale))), studio->eye);
  float depth = -vec_dot(to, studio->backward);
  float x = vec_dot(to, studio->right) / vec_dot(studio->right, studio->right) / depth;
  float y = vec_dot(to, studio->up) / vec_dot(studio->up, studio->up) / depth;
  const uint8_t *p =
      pixel(image, (int)((x + 1) * 0.5f * (float)image->width), (int)((1 - y) * 0.5f * (float)image->height));
  return (p[0] + p[1] + p[2]) / 3.0;
}

static void the_shadow_falls_away_from_the_light(void **state)
{
  (void)state;
  ball *b = make_ball(0, 1.5, 0, 0.4);
  pl_camera camera = {{0.8, 3.0, 8}, {0, 0.8, 0}, {0, 1, 0}, 40};
  pl_render_options options = small_options(320, 240);
  options.ground = 0;
  pl_image image;
  assert_ok(pl_render_frame(&b->frame, &camera, &options, &image));
  pl_studio studio;
  assert_ok(pl_studio_set(&studio, NULL, &camera, 320.0 / 240, 1, 1));
  float t = 1.5f / studio.key.y;
  vec shadow = {-t * studio.key.x, 0, -t * studio.key.z};
  double dark = brightness_at(&image, &studio, &camera, shadow);
  vec right = vec_scale(vec_unit((vec){studio.key.z, 0, -studio.key.x}), 1.2f);
  double one_side = brightness_at(&image, &studio, &camera, vec_add(shadow, right));
  double other_side = brightness_at(&image, &studio, &camera, vec_sub(shadow, right));
  double towards_light = brightness_at(&image, &studio, &camera, vec_scale(shadow, -1));
  pl_studio_free(&studio);
  assert_less(dark, 0.85 * one_side);
  assert_less(dark, 0.85 * other_side);
  assert_less(dark, 0.85 * towards_light);
  pl_image_free(&image);
  free(b);
}

/* No acne: a ball in the open is lit without specks, so neighbouring pixels inside it differ little. */
static void smooth_surfaces_are_smooth(void **state)
{
  (void)state;
  ball *b = make_ball(0, 0, 0, 1);
  pl_camera camera = {{0, 0, 5}, {0, 0, 0}, {0, 1, 0}, 30};
  pl_render_options options = small_options(200, 200);
  options.ground = -INFINITY;
  pl_image image;
  assert_ok(pl_render_frame(&b->frame, &camera, &options, &image));
  int jumps = 0;
  for (int y = 60; y < 140; y++)
    for (int x = 60; x < 140; x++) jumps += abs(pixel(&image, x, y)[1] - pixel(&image, x + 1, y)[1]) > 14;
  assert_int_equal(jumps, 0);
  pl_image_free(&image);
  free(b);
}

static void any_number_of_threads_gives_the_same_pixels(void **state)
{
  cache_fixture *f = *state;
  pl_image images[3];
  static const int threads[3] = {1, 2, 7};
  for (int i = 0; i < 3; i++) {
    pl_render_options options = small_options(160, 90);
    options.threads = threads[i];
    assert_ok(pl_render_frame(&f->frame, NULL, &options, &images[i]));
    assert_memory_equal(images[i].pixels, images[0].pixels, 3 * 160 * 90);
  }
  for (int i = 0; i < 3; i++) pl_image_free(&images[i]);
}

/* Lengths only matter relative to each other: a scene of millimetres and one of kilometres look alike. */
static void scale_does_not_matter(void **state)
{
  (void)state;
  static const double sizes[3] = {1, 1e-3, 1e4};
  pl_image images[3];
  for (int i = 0; i < 3; i++) {
    ball *b = make_ball(0.3 * sizes[i], sizes[i], 0, 0.5 * sizes[i]);
    pl_render_options options = small_options(80, 60);
    assert_ok(pl_render_frame(&b->frame, NULL, &options, &images[i]));
    int different = 0;
    for (int k = 0; k < 3 * 80 * 60; k++) different += abs(images[i].pixels[k] - images[0].pixels[k]) > 6;
    assert_true(different < 3 * 80 * 60 / 100); /* rounding moves a few pixels at edges */
    free(b);
  }
  for (int i = 0; i < 3; i++) pl_image_free(&images[i]);
}

static void everything_is_in_the_picture(void **state)
{
  (void)state;
  uint64_t seed = 5;
  for (int round = 0; round < 50; round++) {
    double points[3 * 30], tangent = tan(14 * acos(-1) / 180);
    for (int k = 0; k < 90; k++) points[k] = 100 * round + (1 + k % 3) * random_unit(&seed);
    pl_frame_body body = {.rest = {.positions = points, .vertex_count = 30}, .positions = points};
    pl_frame frame = {.bodies = &body, .body_count = 1};
    int width = 100 + 13 * round, height = 300;
    pl_framing framing = pl_framing_start(width, height);
    assert_ok(pl_framing_add(&framing, &frame));
    pl_camera camera = pl_framing_camera(&framing);
    pl_studio studio;
    assert_ok(pl_studio_set(&studio, NULL, &camera, (double)width / height, 1, 1));
    double reach = 0;
    for (int i = 0; i < 30; i++) {
      double to[3];
      for (int k = 0; k < 3; k++) to[k] = points[3 * i + k] - camera.eye[k];
      vec v = vec_of(to);
      double depth = -(double)vec_dot(v, studio.backward);
      assert_less(0, depth);
      double x = (double)vec_dot(v, vec_unit(studio.right)) / depth / tangent * height / width;
      double y = (double)vec_dot(v, vec_unit(studio.up)) / depth / tangent;
      reach = fmax(reach, fmax(fabs(x), fabs(y)));
    }
    pl_studio_free(&studio);
    /* Inside the margin that framing leaves (float directions limit the digits), and not much smaller than it: the
       camera goes at most a quarter further away for the shadows. */
    assert_less(reach, 0.8 + 1e-4);
    assert_less(0.8 / 1.5, reach);
  }
}

static void a_frame_seen_before_moves_nothing(void **state)
{
  cache_fixture *f = *state;
  pl_framing framing = pl_framing_start(16, 9);
  assert_ok(pl_framing_add(&framing, &f->frame));
  pl_camera before = pl_framing_camera(&framing);
  assert_ok(pl_framing_add(&framing, &f->frame));
  pl_camera after = pl_framing_camera(&framing);
  assert_memory_equal(&before, &after, sizeof before);
}

static void png_files_hold_the_pixels(void **state)
{
  cache_fixture *f = *state;
  pl_image image;
  assert_ok(pl_image_create(37, 21, &image));
  uint64_t seed = 3;
  for (size_t i = 0; i < 3 * 37 * 21; i++) image.pixels[i] = (uint8_t)random_bits(&seed);
  const char *path = in_folder(f, "x.png");
  assert_ok(pl_image_write_png(&image, path));
  assert_int_equal(count_entries(f->folder), 1);
  png_image read = {.version = PNG_IMAGE_VERSION};
  assert_true(png_image_begin_read_from_file(&read, path));
  read.format = PNG_FORMAT_RGB;
  uint8_t pixels[3 * 37 * 21];
  assert_int_equal(PNG_IMAGE_SIZE(read), sizeof pixels);
  assert_true(png_image_finish_read(&read, NULL, pixels, 0, NULL));
  assert_memory_equal(pixels, image.pixels, sizeof pixels);
  assert_int_equal(pl_image_write_png(&image, in_folder(f, "none/x.png")), PL_ERROR_FILE);
  pl_image_free(&image);
}

static void colours_show_values(void **state)
{
  cache_fixture *f = *state;
  pl_render_options options = small_options(64, 48);
  pl_image plain, fast, heat;
  assert_ok(pl_render_frame(&f->frame, NULL, &options, &plain));
  options.color = "velocity";
  assert_ok(pl_render_frame(&f->frame, NULL, &options, &fast));
  options.color = "heat"; /* only the bar has it */
  assert_ok(pl_render_frame(&f->frame, NULL, &options, &heat));
  assert_memory_not_equal(plain.pixels, fast.pixels, 3 * 64 * 48);
  assert_memory_not_equal(fast.pixels, heat.pixels, 3 * 64 * 48);
  options.color = "smell";
  pl_image none;
  assert_int_equal(pl_render_frame(&f->frame, NULL, &options, &none), PL_ERROR_ARGUMENT);
  assert_non_null(strstr(pl_last_error(), "no body has a field 'smell'"));
  assert_null(none.pixels);
  pl_image_free(&plain);
  pl_image_free(&fast);
  pl_image_free(&heat);
}

/* Curves, points, every obstacle: all leave the background changed. */
static void lines_points_and_obstacles_are_drawn(void **state)
{
  cache_fixture *f = *state;
  pl_render_options options = small_options(96, 72);
  options.ground = -INFINITY;
  f->frame.body_count = 1;
  f->bodies[0] = f->bodies[1];
  f->bodies[0].rest.triangle_count = 0;
  f->frame.obstacle_count = 0;
  pl_camera camera = {{0.5, 0.6, 4}, {0.5, 0.1, 0}, {0, 1, 0}, 30};
  pl_image lines, dots, obstacles[8];
  assert_ok(pl_render_frame(&f->frame, &camera, &options, &lines));
  f->bodies[0].rest.edge_count = 0;
  assert_ok(pl_render_frame(&f->frame, &camera, &options, &dots));
  assert_memory_not_equal(lines.pixels, dots.pixels, 3 * 96 * 72);
  pl_frame empty = {.obstacles = &f->obstacle, .obstacle_axes = f->axes, .obstacle_count = 1};
  pl_mesh *ball = NULL;
  assert_ok(pl_make_icosphere(0.4, 8, &ball));
  for (int i = 0; i < 8; i++) {
    f->obstacle = pl_default_obstacle_def((pl_obstacle_shape)(PL_OBSTACLE_PLANE + i));
    f->obstacle.radius = 0.3;
    f->obstacle.point_b[1] = 0.5;
    f->obstacle.mesh = ball;
    assert_ok(pl_render_frame(&empty, &camera, &options, &obstacles[i]));
    for (int k = 0; k < i; k++) assert_memory_not_equal(obstacles[i].pixels, obstacles[k].pixels, 3 * 96 * 72);
  }
  for (int i = 0; i < 8; i++) pl_image_free(&obstacles[i]);
  pl_mesh_destroy(ball);
  pl_image_free(&lines);
  pl_image_free(&dots);
}

static bool stop_at_once(double done, void *user)
{
  assert_true(done > 0 && done <= 1);
  ++*(int *)user;
  return false;
}

static void refuses_what_cannot_be_drawn(void **state)
{
  cache_fixture *f = *state;
  pl_image image;
  pl_render_options options = small_options(64, 48), unmarked = {.width = 64, .height = 48};
  pl_camera camera = {{1, 1, 1}, {1, 1, 1}, {0, 1, 0}, 30};
  assert_int_equal(pl_render_frame(&f->frame, NULL, &unmarked, &image), PL_ERROR_ARGUMENT);
  assert_int_equal(pl_render_frame(NULL, NULL, &options, &image), PL_ERROR_ARGUMENT);
  assert_int_equal(pl_render_frame(&f->frame, &camera, &options, &image), PL_ERROR_ARGUMENT);
  camera.eye[0] = 9;
  camera.fov = 180;
  assert_int_equal(pl_render_frame(&f->frame, &camera, &options, &image), PL_ERROR_ARGUMENT);
  options.width = 3;
  assert_int_equal(pl_render_frame(&f->frame, NULL, &options, &image), PL_ERROR_ARGUMENT);
  options = small_options(64, 48);
  int calls = 0;
  options.progress = stop_at_once;
  options.progress_user = &calls;
  assert_int_equal(pl_render_frame(&f->frame, NULL, &options, &image), PL_ERROR_INTERRUPTED);
  assert_int_equal(calls, 1);
  options.progress = NULL;
  f->ball_positions[4] = NAN;
  assert_int_equal(pl_render_frame(&f->frame, NULL, &options, &image), PL_ERROR_DIVERGED);
  assert_non_null(strstr(pl_last_error(), "body 'ball'"));
  pl_frame nothing = {0};
  assert_ok(pl_render_frame(&nothing, NULL, &options, &image));
  pl_image_free(&image);
}

static void every_letter_is_drawn(void **state)
{
  (void)state;
  static const uint8_t white[3] = {255, 255, 255};
  uint8_t seen[95][3 * 24 * 32];
  for (int c = 32; c < 127; c++) {
    char text[2] = {(char)c, 0};
    pl_image image;
    assert_ok(pl_image_create(24, 32, &image));
    double width = pl_image_text(&image, 4, 22, 14, white, text);
    assert_close(width, pl_text_width(14, text), 0);
    for (int y = 0; y < 32; y++)
      for (int x = 0; x < 24; x++)
        if (x < 2 || x > 6 + width || y < 6 || y > 28) assert_int_equal(pixel(&image, x, y)[0], 0);
    memcpy(seen[c - 32], image.pixels, sizeof seen[0]);
    for (int other = 0; other < c - 32; other++) assert_memory_not_equal(seen[other], image.pixels, sizeof seen[0]);
    pl_image_free(&image);
  }
  pl_image image; /* words over the border are cut */
  assert_ok(pl_image_create(20, 10, &image));
  pl_image_text(&image, -30, 12, 14, white, "outside \xc3\xa9 everywhere");
  pl_image_free(&image);
}

static pl_status draw_and_write(void *context)
{
  cache_fixture *f = context;
  pl_render_options options = small_options(16, 16);
  options.threads = 1;
  pl_image image;
  PL_TRY(pl_render_frame(&f->frame, NULL, &options, &image));
  pl_status status = pl_image_write_png(&image, in_folder(f, "a.png"));
  pl_image_free(&image);
  return status;
}

static void every_allocation_may_fail(void **state)
{
  cache_fixture *f = *state;
  assert_true(fail_each_allocation(draw_and_write, f) > 20);
  assert_int_equal(count_entries(f->folder), 1);
}

/* The meshes of obstacles are shown after they are gone from the world; each is kept once, where it stands. */
static void films_keep_the_meshes_of_obstacles(void **state)
{
  cache_fixture *f = *state;
  pl_film *film = NULL;
  pl_mesh *ball = NULL;
  assert_ok(pl_make_icosphere(0.4, 8, &ball));
  f->obstacle = pl_default_obstacle_def(PL_OBSTACLE_MESH);
  f->obstacle.mesh = ball;
  pl_film_options options = {.stride = 1, .width = 96, .height = 72};
  assert_ok(pl_film_create(in_folder(f, "film"), &f->frame, &options, &film));
  for (size_t i = 0; i < 3; i++) {
    set_frame(f, i);
    f->obstacle.center[0] = (double)i;
    assert_ok(pl_film_add(film, &f->frame, i));
  }
  pl_mesh_destroy(ball);
  pl_frame frame;
  const pl_mesh *kept = NULL;
  for (size_t i = 0; i < 3; i++) {
    assert_ok(pl_film_frame(film, i, &frame));
    assert_int_equal(frame.obstacle_count, 1);
    assert_close(frame.obstacles[0].center[0], (double)i, 0);
    assert_int_equal(pl_mesh_view(frame.obstacles[0].mesh).vertex_count, 642);
    assert_true(i == 0 || frame.obstacles[0].mesh == kept);
    kept = frame.obstacles[0].mesh;
  }
  pl_film_destroy(film);
  remove(in_folder(f, "film"));
}

/* Of a chain of nine points on half a circle of 1 m what is drawn is round: besides its thickness no farther from the
   circle than the four pieces of each edge are (1.2 mm), where it ends and is straighter 7 mm. Straight edges would be
   off by 1 - cos 11.25 degrees, 19 mm. A dead edge is not drawn, what it left alone is a knot, and its neighbour ends
   there. */
static void threads_are_drawn_along_curves(void **state)
{
  (void)state;
  enum { POINTS = 9 };
  const double thick = 0.01;
  double x[3 * POINTS] = {0};
  uint32_t edges[2 * (POINTS - 1)];
  for (size_t i = 0; i < POINTS; i++) {
    double angle = acos(-1) * (double)i / (POINTS - 1);
    x[3 * i] = cos(angle);
    x[3 * i + 1] = sin(angle);
    if (i > 0) edges[2 * i - 2] = (uint32_t)i - 1, edges[2 * i - 1] = (uint32_t)i;
  }
  pl_frame_body body = {.name = "thread",
                        .rest = {.positions = x, .vertex_count = POINTS, .edges = edges, .edge_count = POINTS - 1},
                        .positions = x,
                        .velocities = x,
                        .thickness = thick};
  pl_frame frame = {.bodies = &body, .body_count = 1};
  pl_render_options options = small_options(64, 48);
  pl_camera camera = {.eye = {0, 0, 4}, .fov = 40};
  for (int torn = 0; torn < 2; torn++) {
    pl_scenery scenery = {0};
    double worst = 0, middle = 0, gap = INFINITY;
    if (torn) edges[2 * 7 + 1] = edges[2 * 7]; /* the last one: its far end is alone */
    assert_ok(pl_scenery_fill(&scenery, &frame, &camera, &options));
    for (size_t i = 0; i < scenery.vertex_count; i++) {
      double at[3];
      for (size_t k = 0; k < 3; k++) at[k] = scenery.positions[3 * i + k] / scenery.scale + scenery.center[k];
      double across = sqrt(at[0] * at[0] + at[1] * at[1]) - 1, angle = atan2(at[1], at[0]);
      double off = sqrt(across * across + at[2] * at[2]);
      worst = fmax(worst, off);
      if (fabs(angle - 0.5 * acos(-1)) < 0.8) middle = fmax(middle, off);
      gap = fmin(gap, fabs(angle - 15 * acos(-1) / 16));
    }
    double radius = fmax(0.5 * thick, 0.0022 / scenery.scale); /* no thinner than a pixel */
    assert_true(middle > 0.9 * radius && middle < radius + 0.0015);
    assert_true(worst < radius + 0.007);
    assert_true((gap > 0.1) == torn); /* the middle of the dead edge is empty */
    pl_scenery_free(&scenery);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(threads_are_drawn_along_curves),
      cmocka_unit_test(a_sphere_covers_what_geometry_says),
      cmocka_unit_test(the_shadow_falls_away_from_the_light),
      cmocka_unit_test(smooth_surfaces_are_smooth),
      cmocka_unit_test_setup_teardown(any_number_of_threads_gives_the_same_pixels, cache_setup, cache_teardown),
      cmocka_unit_test(scale_does_not_matter),
      cmocka_unit_test(everything_is_in_the_picture),
      cmocka_unit_test_setup_teardown(a_frame_seen_before_moves_nothing, cache_setup, cache_teardown),
      cmocka_unit_test_setup_teardown(png_files_hold_the_pixels, cache_setup, cache_teardown),
      cmocka_unit_test_setup_teardown(colours_show_values, cache_setup, cache_teardown),
      cmocka_unit_test_setup_teardown(lines_points_and_obstacles_are_drawn, cache_setup, cache_teardown),
      cmocka_unit_test_setup_teardown(films_keep_the_meshes_of_obstacles, cache_setup, cache_teardown),
      cmocka_unit_test_setup_teardown(refuses_what_cannot_be_drawn, cache_setup, cache_teardown),
      cmocka_unit_test(every_letter_is_drawn),
      cmocka_unit_test_setup_teardown(every_allocation_may_fail, cache_setup, cache_teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
