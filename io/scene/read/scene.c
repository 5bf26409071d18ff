/* SPDX-License-Identifier: MIT */
#include "pliant/io_scene.h"

#include <math.h>
#include <string.h>

#include "base/floats.h"
#include "base/memory.h"
#include "base/status.h"
#include "file.h"
#include "scene/read/data.h"
#include "scene/read/resolve.h"
#include "scene/schema/walk.h"

static pl_status set_folder(pl_scene *scene, const char *name)
{
  const char *slash = strrchr(name, '/');
  size_t length = slash ? (size_t)(slash - name) + 1 : 0;
  scene->folder = PL_KEEP(scene, char, length + 1);
  if (!scene->folder) return PL_ERROR_MEMORY;
  memcpy(scene->folder, name, length);
  return PL_OK;
}

static pl_status read(pl_scene *scene, const char *name, const char *text, size_t size)
{
  PL_TRY(set_folder(scene, name));
  PL_TRY(pl_json_read(name, text, size, &scene->document));
  PL_TRY(pl_scene_read_object(scene, pl_json_root(&scene->document), &pl_scene_root, &scene->data));
  if (scene->outline) return PL_OK;
  PL_TRY(pl_scene_resolve(scene));
  pl_status status = PL_OK;
  scene->hash = pl_scene_hash_values(scene, &status);
  return status;
}

/* How much of a scene is read, and from where. */
typedef enum extent {
  EVERYTHING,
  CONFINED, /* files only below the scene's folder */
  OUTLINE   /* no files at all, only the text itself */
} extent;

static pl_status parse(const char *name, const char *text, size_t size, extent extent, pl_scene **out)
{
  *out = NULL;
  if (!name || !text) return pl_fail(PL_ERROR_ARGUMENT, "pl_scene_parse needs a name and a text");
  pl_scene *scene = PL_NEW(pl_scene, 1);
  if (!scene) return PL_ERROR_MEMORY;
  scene->confined = extent == CONFINED;
  scene->outline = extent == OUTLINE;
  pl_status status = read(scene, name, text, size);
  if (status == PL_OK)
    *out = scene;
  else
    pl_scene_destroy(scene);
  return status;
}

pl_status pl_scene_parse(const char *name, const char *text, size_t size, pl_scene **out)
{
  PL_OWN_FLOATS;
  return parse(name, text, size, EVERYTHING, out);
}

pl_status pl_scene_parse_confined(const char *name, const char *text, size_t size, pl_scene **out)
{
  PL_OWN_FLOATS;
  return parse(name, text, size, CONFINED, out);
}

static pl_status load(const char *path, extent extent, pl_scene **out)
{
  *out = NULL;
  char *text = NULL;
  size_t size = 0;
  PL_TRY(pl_file_read(path, &text, &size));
  pl_status status = parse(path, text, size, extent, out);
  pl_release(text);
  return status;
}

pl_status pl_scene_load(const char *path, pl_scene **out)
{
  PL_OWN_FLOATS;
  return load(path, EVERYTHING, out);
}

pl_status pl_scene_outline(const char *path, pl_scene **out)
{
  PL_OWN_FLOATS;
  return load(path, OUTLINE, out);
}

size_t pl_scene_input_count(const pl_scene *scene)
{
  size_t count = 1; /* itself */
  for (const pl_scene_input *input = scene->inputs; input; input = input->before) count++;
  return count;
}

const char *pl_scene_input_at(const pl_scene *scene, size_t i)
{
  if (i == 0) return pl_scene_name(scene);
  const pl_scene_input *input = scene->inputs;
  while (input && --i > 0) input = input->before;
  return input ? input->path : "";
}

const char *pl_scene_subspace_file(const pl_scene *scene, const char *body)
{
  const pl_scene_body *bodies = scene->data.bodies.items;
  for (size_t i = 0; body && i < scene->data.bodies.count; i++)
    if (strcmp(bodies[i].name, body) == 0) return bodies[i].subspace.path;
  return NULL;
}

void pl_scene_destroy(pl_scene *scene)
{
  if (!scene) return;
  pl_scene_body *bodies = scene->data.bodies.items;
  for (size_t i = 0; bodies && i < scene->data.bodies.count; i++) {
    pl_mesh_destroy(bodies[i].built);
    pl_mesh_destroy(bodies[i].built_detail);
    pl_mesh_destroy(bodies[i].built_cage);
  }
  const pl_scene_obstacle *obstacles = scene->data.obstacles.items;
  for (size_t i = 0; obstacles && i < scene->data.obstacles.count; i++) pl_mesh_destroy(obstacles[i].built);
  pl_json_free(&scene->document);
  pl_release(scene->warnings);
  pl_scene_release_memory(scene);
  pl_release(scene);
}

static pl_status grab(pl_world *world, pl_body *body, const pl_scene_grab *given)
{
  pl_grab_id id;
  PL_TRY(pl_scene_begin(world, &given->span));
  PL_TRY(pl_grab_create(body, &given->def, &id));
  if (!pl_scene_ends(&given->span)) return PL_OK;
  PL_TRY(pl_world_schedule(world, given->span.end));
  return pl_grab_remove(body, id);
}

static pl_status add_grabs(const pl_scene *scene, const pl_scene_body *given, pl_world *world, pl_body *body)
{
  const pl_scene_grab *grabs = given->grabs.items;
  for (size_t i = 0; i < given->grabs.count; i++)
    PL_TRY(pl_scene_wrap(scene, grabs[i].at, grab(world, body, &grabs[i])));
  return pl_world_schedule(world, -1);
}

static pl_status pin(pl_world *world, pl_body *body, const pl_scene_pin *given)
{
  pl_pin_id id;
  PL_TRY(pl_scene_begin(world, &given->span));
  PL_TRY(pl_pin_create(body, &given->def, &id));
  if (!pl_scene_ends(&given->span)) return PL_OK;
  PL_TRY(pl_world_schedule(world, given->span.end));
  return pl_pin_remove(body, id);
}

/* The others are in the body's definition. */
static pl_status add_timed_pins(const pl_scene *scene, const pl_scene_body *given, pl_world *world, pl_body *body)
{
  const pl_scene_pin *pins = given->pins.items;
  for (size_t i = 0; i < given->pins.count; i++)
    if (pl_scene_is_timed(&pins[i].span)) PL_TRY(pl_scene_wrap(scene, pins[i].at, pin(world, body, &pins[i])));
  return pl_world_schedule(world, -1);
}

static pl_status add_body(const pl_scene *scene, const pl_scene_body *given, pl_world *world)
{
  pl_body *body = NULL;
  PL_TRY(pl_scene_wrap(scene, given->at, pl_body_create(world, &given->def, &body)));
  if (given->blobby.at) PL_TRY(pl_scene_wrap(scene, given->blobby.at, pl_body_set_blobby(body, &given->blobby.def)));
  if (given->built_detail)
    PL_TRY(pl_scene_wrap(scene, given->detail.at, pl_detail_create(body, given->built_detail, NULL)));
  PL_TRY(pl_scene_add_subspace(scene, given, body));
  PL_TRY(add_timed_pins(scene, given, world, body));
  PL_TRY(add_grabs(scene, given, world, body));
  return pl_scene_add_changes(scene, given, world, body);
}

static pl_status add_obstacles(const pl_scene *scene, pl_world *world, pl_obstacle_id *ids)
{
  const pl_scene_obstacle *obstacles = scene->data.obstacles.items;
  for (size_t i = 0; i < scene->data.obstacles.count; i++)
    PL_TRY(pl_scene_wrap(scene, obstacles[i].at, pl_obstacle_create(world, &obstacles[i].def, &ids[i])));
  PL_TRY(pl_scene_add_attachments(scene, world, ids));
  return pl_scene_add_forces(scene, world, ids);
}

static pl_status fill_world(const pl_scene *scene, pl_world *world)
{
  const pl_scene_body *bodies = scene->data.bodies.items;
  for (size_t i = 0; i < scene->data.bodies.count; i++) PL_TRY(add_body(scene, &bodies[i], world));
  pl_obstacle_id *ids = PL_NEW(pl_obstacle_id, scene->data.obstacles.count);
  if (!ids) return PL_ERROR_MEMORY;
  pl_status status = add_obstacles(scene, world, ids);
  pl_release(ids);
  return status == PL_OK ? pl_scene_start_from(scene, world) : status;
}

pl_status pl_scene_world(const pl_scene *scene, pl_world **out)
{
  PL_OWN_FLOATS;
  *out = NULL;
  if (scene->outline)
    return pl_fail(PL_ERROR_ARGUMENT, "%s: only the outline was read; a world needs pl_scene_load",
                   scene->document.name);
  const pl_scene_data *data = &scene->data;
  pl_world_def def = pl_default_world_def();
  def.step = data->time.step;
  def.substeps = data->time.substeps;
  def.threads = data->threads;
  def.sleep = data->sleep.def;
  memcpy(def.gravity, data->gravity.value, sizeof def.gravity);
  def.gravity_keys = scene->gravity_keys;
  def.gravity_key_count = scene->gravity_key_count;
  pl_world *world = NULL;
  PL_TRY(pl_scene_wrap(scene, data->at, pl_world_create(&def, &world)));
  pl_status status = fill_world(scene, world);
  if (status == PL_OK)
    *out = world;
  else
    pl_world_destroy(world);
  return status;
}

pl_status pl_scene_set_step(pl_scene *scene, double step)
{
  PL_OWN_FLOATS;
  if (!pl_scene_in_range(&pl_range_positive, step))
    return pl_fail(PL_ERROR_ARGUMENT, "step must be > 0 s, got %g", step);
  scene->data.time.step = step;
  scene->step_set = true;
  return PL_OK;
}

pl_status pl_scene_set_substeps(pl_scene *scene, int substeps)
{
  PL_OWN_FLOATS;
  if (substeps < 0 || substeps > 100)
    return pl_fail(PL_ERROR_ARGUMENT, "substeps must be in [0, 100], got %d", substeps);
  scene->data.time.substeps = substeps;
  scene->substeps_set = true;
  return PL_OK;
}

pl_status pl_scene_set_duration(pl_scene *scene, double duration)
{
  PL_OWN_FLOATS;
  if (!pl_scene_in_range(&pl_range_not_negative, duration))
    return pl_fail(PL_ERROR_ARGUMENT, "duration must be >= 0 s, got %g", duration);
  scene->data.time.duration = duration;
  scene->duration_set = true;
  return PL_OK;
}

pl_status pl_scene_set_fps(pl_scene *scene, double fps)
{
  PL_OWN_FLOATS;
  if (!pl_scene_in_range(&pl_range_fps, fps))
    return pl_fail(PL_ERROR_ARGUMENT, "fps must be %s frames per second, got %g", pl_range_fps.text, fps);
  scene->data.time.fps = fps;
  scene->fps_set = true;
  return PL_OK;
}

pl_status pl_scene_set_threads(pl_scene *scene, int threads)
{
  PL_OWN_FLOATS;
  if (threads < 0) return pl_fail(PL_ERROR_ARGUMENT, "threads must be >= 0, got %d", threads);
  scene->data.threads = threads;
  scene->threads_set = true;
  return PL_OK;
}

const char *pl_scene_name(const pl_scene *scene) { return scene->document.name; }
const char *pl_scene_title(const pl_scene *scene) { return scene->data.title; }
const char *pl_scene_description(const pl_scene *scene) { return scene->data.description; }
double pl_scene_step(const pl_scene *scene) { return scene->data.time.step; }
int pl_scene_substeps(const pl_scene *scene) { return scene->data.time.substeps; }
double pl_scene_duration(const pl_scene *scene) { return scene->data.time.duration; }
double pl_scene_fps(const pl_scene *scene) { return scene->data.time.fps; }

static const double most_steps = 1e15; /* thousands of years of them */

/* The slack keeps 4 s of 0.005 s at 800 steps although neither is exact in binary. */
uint64_t pl_scene_step_count(const pl_scene *scene)
{
  double steps = scene->data.time.duration / scene->data.time.step;
  return steps >= most_steps ? (uint64_t)most_steps : (uint64_t)floor(steps * (1 + 1e-12) + 1e-9);
}

uint64_t pl_scene_frame_step(const pl_scene *scene, size_t frame)
{
  return (uint64_t)llround(fmin((double)frame / scene->data.time.fps / scene->data.time.step, most_steps));
}

size_t pl_scene_frame_count(const pl_scene *scene)
{
  double frames = (double)pl_scene_step_count(scene) * scene->data.time.step * scene->data.time.fps;
  if (frames >= 1e15) return (size_t)1000000000000000;
  size_t count = (size_t)floor(frames * (1 + 1e-12) + 1e-9) + 1;
  while (count > 1 && pl_scene_frame_step(scene, count - 1) > pl_scene_step_count(scene)) count--;
  return count;
}

bool pl_scene_camera(const pl_scene *scene, pl_camera *out)
{
  if (!scene->data.camera.at) return false;
  *out = scene->data.camera.camera;
  return true;
}

size_t pl_scene_warning_count(const pl_scene *scene) { return scene->warning_count; }

const char *pl_scene_warning(const pl_scene *scene, size_t i)
{
  return i < scene->warning_count ? scene->warnings[i] : "";
}
