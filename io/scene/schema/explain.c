/* SPDX-License-Identifier: MIT
   Every effective value of a scene, its unit and where it came from; and what follows from them. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/floats.h"
#include "scene/json/text.h"
#include "scene/schema/walk.h"

typedef struct explainer {
  const pl_scene *scene;
  pl_text text;
} explainer;

static void add_line(explainer *e, const char *path, const char *value, const char *unit, const char *source)
{
  char both[160];
  snprintf(both, sizeof both, "%s%s%s", value, unit && unit[0] ? " " : "", unit ? unit : "");
  pl_text_add(&e->text, "%-44s %-28s %s\n", path, both, source);
}

/* A value the caller set over the file. */
static bool overridden(const explainer *e, const char *path, char *value, size_t size)
{
  const pl_scene *scene = e->scene;
  const struct {
    const char *path;
    bool set;
    double value;
  } candidates[] = {{"time.step", scene->step_set, scene->data.time.step},
                    {"time.substeps", scene->substeps_set, scene->data.time.substeps},
                    {"time.duration", scene->duration_set, scene->data.time.duration},
                    {"time.fps", scene->fps_set, scene->data.time.fps},
                    {"threads", scene->threads_set, scene->data.threads}};
  for (size_t i = 0; i < sizeof candidates / sizeof *candidates; i++)
    if (candidates[i].set && strcmp(candidates[i].path, path) == 0) {
      snprintf(value, size, "%.9g", candidates[i].value);
      return true;
    }
  return false;
}

static pl_status explain_value(void *context, const char *path, const pl_scene_key *key, const pl_json *at)
{
  explainer *e = context;
  char value[128], source[1200];
  if (overridden(e, path, value, sizeof value)) {
    add_line(e, path, value, key->unit, "set by the caller");
  } else if (at) {
    pl_json_excerpt(&e->scene->document, at, value, sizeof value);
    snprintf(source, sizeof source, "%s:%u", e->scene->document.name, at->line);
    add_line(e, path, value, key->unit, source);
  } else if (key->fallback[0]) {
    snprintf(source, sizeof source, "default%s%s", key->fallback_doc ? ": " : "",
             key->fallback_doc ? key->fallback_doc : "");
    add_line(e, path, key->fallback, key->unit, source);
  }
  return e->text.status;
}

static void add_box(explainer *e, const char *path, const double *positions, size_t count)
{
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
  for (size_t i = 0; i < 3 * count; i++) {
    low[i % 3] = fmin(low[i % 3], positions[i]);
    high[i % 3] = fmax(high[i % 3], positions[i]);
  }
  char value[128];
  snprintf(value, sizeof value, "[%.4g, %.4g, %.4g] to [%.4g, %.4g, %.4g]", low[0], low[1], low[2], high[0], high[1],
           high[2]);
  add_line(e, path, value, "m", "derived");
}

static void add_number(explainer *e, const char *path, const char *name, double number, const char *unit)
{
  char whole[160], value[64];
  snprintf(whole, sizeof whole, "%.80s.%s", path, name);
  snprintf(value, sizeof value, "%.9g", number);
  add_line(e, whole, value, unit, "derived");
}

/* What the model says about itself, line by line: "stiffness = 12 N/m". */
static void add_description(explainer *e, const pl_body *body)
{
  char text[1024], path[160];
  pl_body_describe(body, text, sizeof text);
  for (char *line = text; *line;) {
    char *end = line + strcspn(line, "\n"), *next = *end ? end + 1 : end;
    *end = '\0';
    char *equals = strstr(line, " = ");
    if (equals) *equals = '\0';
    snprintf(path, sizeof path, "%.80s.%.60s", pl_body_name(body), line);
    add_line(e, path, equals ? equals + 3 : "", NULL, "derived");
    line = next;
  }
}

static void add_limits(explainer *e, const pl_body *body)
{
  char text[1024], path[160];
  pl_body_limits(body, text, sizeof text);
  snprintf(path, sizeof path, "%.80s.limit", pl_body_name(body));
  for (char *line = text; *line;) {
    char *end = line + strcspn(line, "\n"), *next = *end ? end + 1 : end;
    *end = '\0';
    pl_text_add(&e->text, "%-44s %s\n", path, line);
    line = next;
  }
}

static void explain_body(explainer *e, const pl_scene_body *body, const pl_body *made)
{
  pl_mesh_data mesh = pl_body_rest(made);
  const double *masses = pl_body_masses(made);
  size_t pinned = 0;
  double mass = 0;
  for (size_t i = 0; i < body->def.pin_count; i++) pinned += body->def.pins[i].count;
  for (size_t i = 0; i < mesh.vertex_count; i++) mass += masses[i];
  add_number(e, body->name, "particles", (double)mesh.vertex_count, NULL);
  add_number(e, body->name, "triangles", (double)mesh.triangle_count, NULL);
  add_number(e, body->name, "pinned particles", (double)pinned, NULL);
  add_number(e, body->name, "mass", mass, "kg");
  if (body->built_detail) add_number(e, body->name, "detail vertices", (double)pl_detail_mesh(made).vertex_count, NULL);
  add_description(e, made);
  add_limits(e, made);
  char path[160];
  snprintf(path, sizeof path, "%.80s.rest bounds", body->name);
  add_box(e, path, mesh.positions, mesh.vertex_count);
  if (!body->def.positions) return;
  snprintf(path, sizeof path, "%.80s.start bounds", body->name);
  add_box(e, path, body->def.positions, mesh.vertex_count);
}

pl_status pl_scene_explain(const pl_scene *scene, char **out)
{
  PL_OWN_FLOATS;
  *out = NULL;
  pl_world *world = NULL;
  pl_status made = pl_scene_world(scene, &world);
  if (made != PL_OK) return made;
  explainer e = {.scene = scene};
  pl_status status = pl_scene_walk(scene, 0, explain_value, &e);
  pl_text_add(&e.text, "\n");
  add_number(&e, "time", "steps", (double)pl_scene_step_count(scene), NULL);
  add_number(&e, "time", "small steps in a step", pl_world_substeps(world), NULL);
  add_number(&e, "time", "small step", pl_world_step_size(world) / pl_world_substeps(world), "s");
  add_number(&e, "time", "frames", (double)pl_scene_frame_count(scene), NULL);
  char hash[32];
  snprintf(hash, sizeof hash, "0x%016llx", (unsigned long long)pl_scene_hash(scene));
  add_line(&e, "scene.hash", hash, NULL, "derived: what a snapshot must belong to");
  const pl_scene_body *bodies = scene->data.bodies.items;
  for (size_t i = 0; i < scene->data.bodies.count; i++) explain_body(&e, &bodies[i], pl_world_body_at(world, i));
  pl_world_destroy(world);
  if (status != PL_OK) e.text.status = status;
  return pl_text_finish(&e.text, out);
}
