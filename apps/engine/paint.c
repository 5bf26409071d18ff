/* SPDX-License-Identifier: MIT
   What vertices are coloured by: a number for each of them. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "pliant/inside.h"
#include "session.h"

/* --- which there are --- */

static bool find_field(const engine *e, const pl_body *body, const char *name, size_t *index, pl_field *out)
{
  for (size_t i = 0; i < pl_world_field_count(e->world); i++) {
    *out = pl_world_field(e->world, i);
    *index = i;
    if (out->body == body && strcmp(out->name, name) == 0) return true;
  }
  return false;
}

static bool flows(const pl_body *body)
{
  pl_inelastic_def def = pl_body_inelastic(body);
  return def.relaxation_time != 0 || def.delayed > 0 || def.yield > 0;
}

static bool can_paint(const engine *e, const pl_body *body, engine_color color)
{
  size_t index;
  pl_field field;
  switch (color) {
  case ENGINE_COLOR_PLASTIC: return flows(body) || find_field(e, body, "rest edges", &index, &field);
  case ENGINE_COLOR_VOLUME: return pl_body_volume(body).mode == PL_VOLUME_KEEP;
  case ENGINE_COLOR_TEMPERATURE: return pl_body_temperatures(body) != NULL;
  case ENGINE_COLOR_ACTIVE: return find_field(e, body, "active rotations", &index, &field);
  case ENGINE_COLOR_REGION:
  case ENGINE_COLOR_PATH: return find_field(e, body, "region rotations", &index, &field);
  default: return true;
  }
}

void engine_write_colors(const engine *e, pl_text *text)
{
  static const char *const names[ENGINE_COLOR_COUNT][2] = {
      {"Body", ""},           {"Speed", "m/s"},         {"Displacement", "m"},   {"Stretch", "1"},
      {"Contact force", "N"}, {"Friction force", "N"},  {"Plastic strain", "1"}, {"Volume weights", "of the mean"},
      {"Temperature", "K"},   {"Active rotations", ""}, {"Region", ""},          {"Paths", ""}};
  pl_text_add(text, ", \"colors\": [");
  for (uint32_t c = 0; c < ENGINE_COLOR_COUNT; c++) {
    bool any = false;
    for (size_t b = 0; b < pl_world_body_count(e->world); b++)
      any = any || can_paint(e, pl_world_body_at(e->world, b), (engine_color)c);
    if (any)
      pl_text_add(text, "%s{\"id\": %u, \"name\": \"%s\", \"unit\": \"%s\"}", c ? ", " : "", c, names[c][0],
                  names[c][1]);
  }
  pl_text_add(text, "]");
}

/* --- of what is shown --- */

static double length_of(const double v[3]) { return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

/* How much longer or shorter the triangles' edges are at each vertex: the mean of |l / l0 - 1|. counts lies behind
   the values. */
static void measure_stretch(const shown *s, double *values)
{
  size_t count = s->rest.vertex_count;
  double *weights = values + count;
  memset(values, 0, 2 * count * sizeof *values);
  for (size_t k = 0; k < 3 * s->rest.triangle_count; k++) {
    size_t a = s->rest.triangles[k], b = s->rest.triangles[k % 3 == 2 ? k - 2 : k + 1];
    double now[3], rest[3];
    for (size_t c = 0; c < 3; c++) {
      now[c] = s->positions[3 * b + c] - s->positions[3 * a + c];
      rest[c] = s->rest.positions[3 * b + c] - s->rest.positions[3 * a + c];
    }
    double l0 = length_of(rest);
    if (!(l0 > 0)) continue;
    double change = fabs(length_of(now) / l0 - 1);
    values[a] += change;
    values[b] += change;
    weights[a] += 1;
    weights[b] += 1;
  }
  for (size_t i = 0; i < count; i++) values[i] = weights[i] > 0 ? values[i] / weights[i] : 0;
}

static void measure_lengths(const double *vectors, const double *less, size_t count, double *values)
{
  for (size_t i = 0; i < count; i++) {
    double v[3];
    for (size_t c = 0; c < 3; c++) v[c] = vectors[3 * i + c] - (less ? less[3 * i + c] : 0);
    values[i] = length_of(v);
  }
}

/* --- of particles --- */

static pl_status forces_of(const pl_body *body, bool friction, double *forces, double *values)
{
  PL_TRY(friction ? pl_body_contact_forces(body, NULL, forces) : pl_body_contact_forces(body, forces, NULL));
  measure_lengths(forces, NULL, pl_body_particle_count(body), values);
  return PL_OK;
}

static pl_status active_of(const engine *e, const pl_body *body, double *values)
{
  size_t index;
  pl_field field;
  if (!find_field(e, body, "active rotations", &index, &field)) return PL_OK;
  return pl_world_field_read(e->world, index, values);
}

static pl_status paths_of(const pl_body *body, double *values)
{
  PL_TRY(pl_body_paths(body, values));
  /* Neighbouring paths get colours that are far apart. */
  for (size_t i = 0; i < pl_body_particle_count(body); i++) values[i] = fmod(0.618034 * values[i], 1);
  return PL_OK;
}

/* `room` is for three numbers per particle. */
static pl_status measure_particles(engine *e, size_t index, uint32_t color, double *values, double *room)
{
  const pl_body *body = pl_world_body_at(e->world, index);
  size_t count = pl_body_particle_count(body);
  memset(values, 0, count * sizeof *values);
  switch (color) {
  case ENGINE_COLOR_CONTACT:
  case ENGINE_COLOR_FRICTION: return forces_of(body, color == ENGINE_COLOR_FRICTION, room, values);
  case ENGINE_COLOR_PLASTIC: return pl_body_plastic_strain(body, values);
  case ENGINE_COLOR_VOLUME: return pl_body_volume_weights(body, values);
  case ENGINE_COLOR_TEMPERATURE:
    if (pl_body_temperatures(body)) memcpy(values, pl_body_temperatures(body), count * sizeof *values);
    return PL_OK;
  case ENGINE_COLOR_ACTIVE: return active_of(e, body, values);
  case ENGINE_COLOR_REGION:
    if (e->looked_body != index || e->looked_particle >= count) return PL_OK;
    return pl_body_region(body, e->looked_particle, values);
  default: return paths_of(body, values);
  }
}

/* --- both --- */

/* `values` has room for twice as many numbers as there are vertices, or for five per particle. */
static pl_status measure_shown(engine *e, size_t index, const shown *s, uint32_t color, double *values)
{
  size_t count = s->rest.vertex_count;
  switch (color) {
  case ENGINE_COLOR_SPEED: measure_lengths(s->velocities, NULL, count, values); return PL_OK;
  case ENGINE_COLOR_DISPLACEMENT: measure_lengths(s->positions, s->rest.positions, count, values); return PL_OK;
  case ENGINE_COLOR_STRETCH: measure_stretch(s, values); return PL_OK;
  default: return measure_particles(e, index, color, values, values + count);
  }
}

static shown own_mesh(const pl_body *body)
{
  return (shown){
      .rest = pl_body_rest(body), .positions = pl_body_positions(body), .velocities = pl_body_velocities(body)};
}

/* What only particles have reaches the vertices of a detail by interpolation, those of a blobby surface from the
   particle that does most there. */
static pl_status measure(engine *e, size_t index, const shown *s, uint32_t color)
{
  const pl_body *body = pl_world_body_at(e->world, index);
  size_t count = s->rest.vertex_count, own = pl_body_particle_count(body);
  PL_TRY(pl_grow((void **)&e->values, &e->value_capacity, 2 * count + 5 * own, sizeof *e->values));
  bool of_vertices = color >= ENGINE_COLOR_SPEED && color <= ENGINE_COLOR_STRETCH;
  if (!s->nearest && (of_vertices || !s->detail)) return measure_shown(e, index, s, color, e->values);
  double *values = e->values + 2 * count;
  const shown particles = own_mesh(body);
  if (!particles.positions || !particles.velocities) return PL_ERROR_MEMORY;
  PL_TRY(measure_shown(e, index, &particles, color, values));
  if (!s->nearest) return pl_detail_interpolate(body, values, 1, e->values);
  for (size_t i = 0; i < count; i++) e->values[i] = values[s->nearest[i]];
  return PL_OK;
}

pl_status engine_paint(engine *e, size_t index, const shown *s, uint32_t color, float range[2])
{
  PL_TRY(measure(e, index, s, color));
  range[0] = color == ENGINE_COLOR_TEMPERATURE ? INFINITY : 0;
  range[1] = color >= ENGINE_COLOR_ACTIVE ? 1 : 0;
  for (size_t i = 0; i < s->rest.vertex_count; i++) {
    range[0] = fminf(range[0], (float)e->values[i]);
    range[1] = fmaxf(range[1], (float)e->values[i]);
  }
  if (!isfinite(range[0])) range[0] = 0;
  return PL_OK;
}
