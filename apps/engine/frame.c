/* SPDX-License-Identifier: MIT
   What a page draws: the scene and frames. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "base/timer.h"
#include "scene/json/text.h"
#include "scene/read/data.h"
#include "session.h"

enum { ENCODING_FLOAT = 0, ENCODING_BOX = 1, ENCODING_CARRIED = 2, HAS_COLORS = 1 };

/* --- the scene --- */

/* As the scene calls it. */
static const char *model_name(const pl_scene_body *body)
{
  const pl_json *model = pl_json_member(body->at, "model");
  return model && model->type == PL_JSON_OBJECT && model->count > 0 ? pl_json_first(model)->key : "";
}

static void add_bodies(const engine *e, pl_text *text)
{
  const pl_scene_body *given = e->scene->data.bodies.items;
  pl_text_add(text, "\"bodies\": [");
  for (size_t i = 0; i < pl_world_body_count(e->world); i++) {
    const pl_body *body = pl_world_body_at(e->world, i);
    char described[2048];
    pl_body_describe(body, described, sizeof described);
    pl_text_add(text, "%s{\"name\": ", i ? ", " : "");
    pl_text_add_json(text, pl_body_name(body));
    pl_text_add(text, ", \"model\": \"%s\", \"particles\": %zu, \"thickness\": %.9g, \"blobby\": %s, \"described\": ",
                model_name(&given[i]), pl_body_particle_count(body), pl_body_thickness(body),
                pl_body_blobby_def(body).radius > 0 ? "true" : "false");
    pl_text_add_json(text, described);
    pl_text_add(text, "}");
  }
  pl_text_add(text, "]");
}

/* Materials that cannot be represented are warnings, too. */
static void add_limits(const engine *e, pl_text *text, bool more)
{
  for (size_t i = 0; i < pl_world_body_count(e->world); i++) {
    const pl_body *body = pl_world_body_at(e->world, i);
    char limits[1024], line[1200];
    if (pl_body_limits(body, limits, sizeof limits) == 0) continue;
    for (char *at = limits; *at;) {
      size_t length = strcspn(at, "\n");
      snprintf(line, sizeof line, "body \"%s\": %.*s", pl_body_name(body), (int)length, at);
      pl_text_add(text, more ? ", " : "");
      pl_text_add_json(text, line);
      more = true;
      at += length + (at[length] != 0);
    }
  }
}

static void add_camera(const engine *e, pl_text *text)
{
  pl_camera c;
  if (!pl_scene_camera(e->scene, &c)) return;
  pl_text_add(text, ", \"camera\": {\"eye\": [%.9g, %.9g, %.9g], \"target\": [%.9g, %.9g, %.9g], \"fov\": %.9g}",
              c.eye[0], c.eye[1], c.eye[2], c.target[0], c.target[1], c.target[2], c.fov);
}

void engine_write_scene(engine *e, block_writer *to)
{
  pl_text text = {0};
  pl_text_add(&text, "{\"name\": ");
  pl_text_add_json(&text, e->name);
  pl_text_add(&text, ", \"title\": ");
  pl_text_add_json(&text, pl_scene_title(e->scene));
  pl_text_add(&text, ", \"description\": ");
  pl_text_add_json(&text, pl_scene_description(e->scene));
  pl_text_add(&text, ", \"step\": %.17g, \"steps\": %llu, \"duration\": %.17g, \"hash\": \"%016llx\", \"kept\": %s, ",
              pl_scene_step(e->scene), (unsigned long long)pl_scene_step_count(e->scene), pl_scene_duration(e->scene),
              (unsigned long long)pl_scene_hash(e->scene), e->kept ? "true" : "false");
  add_bodies(e, &text);
  add_camera(e, &text);
  engine_write_colors(e, &text);
  pl_text_add(&text, ", \"warnings\": [");
  for (size_t i = 0; i < pl_scene_warning_count(e->scene); i++) {
    pl_text_add(&text, i ? ", " : "");
    pl_text_add_json(&text, pl_scene_warning(e->scene, i));
  }
  add_limits(e, &text, pl_scene_warning_count(e->scene) > 0);
  pl_text_add(&text, "]}");
  char *reported = NULL;
  if (pl_text_finish(&text, &reported) != PL_OK) {
    to->bytes.status = PL_ERROR_MEMORY;
    return;
  }
  block_text(to, BLOCK_TAG('s', 'c', 'e', 'n'), reported);
  block_text(to, BLOCK_TAG('t', 'e', 'x', 't'), e->text);
  pl_release(reported);
}

/* --- bodies --- */

typedef struct body_head {
  uint32_t body, encoding, count, flags;
  float low[3], size[3]; /* of the box that 16 bits span */
  float range[2];        /* values of the lowest and highest colour */
} body_head;

static void box_of(const double *x, size_t count, float low[3], float size[3])
{
  for (size_t c = 0; c < 3; c++) {
    double least = INFINITY, most = -INFINITY;
    for (size_t i = 0; i < count; i++) {
      least = fmin(least, x[3 * i + c]);
      most = fmax(most, x[3 * i + c]);
    }
    low[c] = count > 0 ? (float)least : 0;
    size[c] = count > 0 ? (float)(most - least) : 0;
  }
}

static uint8_t *room_for(block_writer *to, size_t size)
{
  static const unsigned char zeros[4096] = {0};
  size_t at = to->bytes.size;
  for (size_t left = size; left > 0;) {
    size_t part = left < sizeof zeros ? left : sizeof zeros;
    pl_bytes_put(&to->bytes, zeros, part);
    left -= part;
  }
  return to->bytes.status == PL_OK ? to->bytes.data + at : NULL;
}

static void put_positions(block_writer *to, const body_head *head, const double *x)
{
  size_t numbers = 3 * (size_t)head->count;
  if (head->encoding == ENCODING_FLOAT) {
    uint8_t *out = room_for(to, numbers * sizeof(float));
    for (size_t k = 0; out && k < numbers; k++) {
      float value = (float)x[k];
      memcpy(out + k * sizeof value, &value, sizeof value);
    }
    return;
  }
  double scale[3];
  for (int c = 0; c < 3; c++) scale[c] = head->size[c] > 0 ? 65535 / (double)head->size[c] : 0;
  uint8_t *out = room_for(to, numbers * sizeof(uint16_t));
  for (size_t k = 0; out && k < numbers; k++) {
    double at = (x[k] - (double)head->low[k % 3]) * scale[k % 3];
    uint16_t value = (uint16_t)(at <= 0 ? 0 : at >= 65535 ? 65535 : at + 0.5);
    memcpy(out + k * sizeof value, &value, sizeof value);
  }
}

static void put_colors(engine *e, block_writer *to, const body_head *head)
{
  double scale = head->range[1] > head->range[0] ? 255 / (double)(head->range[1] - head->range[0]) : 0;
  uint8_t *out = room_for(to, head->count);
  for (size_t i = 0; out && i < head->count; i++) {
    double at = (e->values[i] - (double)head->range[0]) * scale;
    out[i] = (uint8_t)(at <= 0 ? 0 : at >= 255 ? 255 : at + 0.5);
  }
}

static pl_status write_body(engine *e, const engine_client *client, size_t index, block_writer *to)
{
  const pl_body *body = pl_world_body_at(e->world, index);
  shown s;
  PL_TRY(engine_show(body, &s));
  body_head head = {.body = (uint32_t)index,
                    .encoding = client->exact ? ENCODING_FLOAT : ENCODING_BOX,
                    .count = (uint32_t)s.rest.vertex_count};
  box_of(s.positions, head.count, head.low, head.size);
  if (client->color != ENGINE_COLOR_BODY) {
    head.flags = HAS_COLORS;
    PL_TRY(engine_paint(e, index, &s, client->color, head.range));
  }
  if (client->carried && engine_can_carry(body, &s)) head.encoding = ENCODING_CARRIED;
  block_put(to, &head, sizeof head);
  if (head.encoding == ENCODING_CARRIED)
    PL_TRY(engine_put_carriers(e, index, to));
  else
    put_positions(to, &head, s.positions);
  block_align(to);
  if (head.flags & HAS_COLORS) put_colors(e, to, &head);
  block_align(to);
  return PL_OK;
}

/* --- the rest of a frame --- */

static void write_obstacles(engine *e, block_writer *to)
{
  uint32_t head[2] = {(uint32_t)pl_world_obstacle_count(e->world), 0};
  block_begin(to, BLOCK_TAG('o', 'b', 's', 't'));
  block_put(to, head, sizeof head);
  for (size_t i = 0; i < head[0]; i++) {
    pl_obstacle_def def = {0};
    double axes[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    if (pl_world_obstacle_at(e->world, i, &def, axes) != PL_OK) def.shape = (pl_obstacle_shape)0;
    double of[30] = {(double)def.shape};
    memcpy(of + 1, def.point, sizeof def.point);
    memcpy(of + 4, def.normal, sizeof def.normal);
    memcpy(of + 7, def.center, sizeof def.center);
    memcpy(of + 10, def.half_size, sizeof def.half_size);
    memcpy(of + 13, def.point_a, sizeof def.point_a);
    memcpy(of + 16, def.point_b, sizeof def.point_b);
    of[19] = def.radius;
    of[20] = def.thickness;
    memcpy(of + 21, axes, sizeof axes);
    block_put(to, of, sizeof of);
  }
  block_end(to);
}

/* Measuring a large body costs more than sending it: then it takes a twentieth of the time, and other frames do
   without. */
static void write_signals(engine *e, block_writer *to)
{
  const double cheap = 5e-3, part = 20, begun = pl_seconds();
  if (e->signal_seconds > cheap && begun - e->signals_at < part * e->signal_seconds) return;
  pl_step_stats stats = pl_world_stats(e->world);
  uint32_t head[2] = {(uint32_t)pl_world_body_count(e->world), PL_STAGE_COUNT};
  block_begin(to, BLOCK_TAG('s', 'i', 'g', 'n'));
  block_put(to, head, sizeof head);
  block_put(to, stats.seconds, sizeof stats.seconds);
  for (size_t i = 0; i < head[0]; i++) {
    pl_body_signals s = {0};
    if (pl_body_measure(pl_world_body_at(e->world, i), &s) != PL_OK) s = (pl_body_signals){0};
    double of[12] = {s.kinetic,     s.elastic,      s.gravitational,    s.volume,
                     s.rest_volume, s.volume_error, s.penetration,      s.momentum[0],
                     s.momentum[1], s.momentum[2],  (double)s.contacts, (double)s.asleep};
    block_put(to, of, sizeof of);
  }
  const double of_contact[2] = {stats.contact_work, stats.contact_cut_short};
  block_put(to, of_contact, sizeof of_contact);
  block_end(to);
  e->signals_at = begun;
  e->signal_seconds = pl_seconds() - begun;
}

static void write_held(engine *e, block_writer *to)
{
  double of[8] = {e->held.grabbed ? 1 : 0, engine_pull_force(e)};
  const pull *p = &e->pull;
  const double *x = e->held.grabbed ? pl_body_positions(p->at.body) : NULL;
  for (int c = 0; x && c < 3; c++) {
    for (int i = 0; i < 3; i++) of[2 + c] += p->at.weights[i] * x[3 * (size_t)p->at.particles[i] + (size_t)c];
    of[5 + c] = p->target[c];
  }
  block_begin(to, BLOCK_TAG('p', 'u', 'l', 'l'));
  block_put(to, of, sizeof of);
  block_end(to);
  block_begin(to, BLOCK_TAG('p', 'i', 'n', 's'));
  for (size_t i = 0; i < e->held.pin_count; i++) {
    const held_pin *pin = &e->held.pins[i];
    const double *at = pl_body_positions(pin->body);
    if (at) block_put(to, at + 3 * (size_t)pin->particle, 3 * sizeof *at);
  }
  block_end(to);
}

/* Places and forces, where contact pushes. */
static pl_status write_contacts(engine *e, block_writer *to)
{
  block_begin(to, BLOCK_TAG('c', 'o', 'n', 't'));
  for (size_t b = 0; b < pl_world_body_count(e->world); b++) {
    const pl_body *body = pl_world_body_at(e->world, b);
    size_t count = pl_body_particle_count(body);
    PL_TRY(pl_grow((void **)&e->values, &e->value_capacity, 3 * count, sizeof *e->values));
    PL_TRY(pl_body_contact_forces(body, e->values, NULL));
    const double *x = pl_body_positions(body);
    for (size_t i = 0; x && i < count; i++) {
      const double *f = e->values + 3 * i;
      if (f[0] == 0 && f[1] == 0 && f[2] == 0) continue;
      float of[6] = {(float)x[3 * i], (float)x[3 * i + 1], (float)x[3 * i + 2], (float)f[0], (float)f[1], (float)f[2]};
      block_put(to, of, sizeof of);
    }
  }
  block_end(to);
  return PL_OK;
}

static void write_tape(engine *e, block_writer *to)
{
  const tape *t = &e->tape;
  double of[6] = {(double)t->count, (double)t->bytes};
  if (t->count > 0) {
    of[2] = (double)t->entries[0].step;
    of[3] = (double)t->entries[t->count - 1].step;
    of[4] = t->entries[0].time;
    of[5] = t->entries[t->count - 1].time;
  }
  block_begin(to, BLOCK_TAG('t', 'a', 'p', 'e'));
  block_put(to, of, sizeof of);
  block_end(to);
}

pl_status engine_write_frame(engine *e, engine_client *client, block_writer *to)
{
  struct {
    uint32_t number, revision;
    double time, step, step_seconds, pace;
    uint32_t playing, bodies;
  } head = {client->sent,
            e->revision,
            pl_world_time(e->world),
            (double)pl_world_step_count(e->world),
            e->step_seconds,
            e->real > 0 ? e->played / e->real : 0,
            e->playing,
            (uint32_t)pl_world_body_count(e->world)};
  block_begin(to, BLOCK_TAG('f', 'r', 'a', 'm'));
  block_put(to, &head, sizeof head);
  for (size_t b = 0; b < head.bodies; b++) PL_TRY(write_body(e, client, b, to));
  block_end(to);
  write_obstacles(e, to);
  write_signals(e, to);
  write_held(e, to);
  write_tape(e, to);
  engine_write_handles(e, to);
  if (client->contacts) PL_TRY(write_contacts(e, to));
  if (client->overlays) PL_TRY(engine_write_overlays(e, client, to));
  return PL_OK;
}
