/* SPDX-License-Identifier: MIT
   From a world to a frame. */
#include <math.h>
#include <string.h>

#include "base/floats.h"
#include "base/memory.h"
#include "base/status.h"
#include "pliant/io_cache.h"

/* Arrays grow and are kept from frame to frame. */
struct pl_frame_buffer {
  pl_frame_body *bodies;
  size_t body_capacity;
  pl_frame_field *fields;
  size_t field_capacity;
  double *values;
  size_t value_capacity;
  pl_obstacle_def *obstacles;
  size_t obstacle_capacity;
  double *axes;
  size_t axes_capacity;
  double *springs;
  size_t spring_capacity;
  double *own; /* a field of a body with a detail, before it is interpolated */
  size_t own_capacity;
  bool hide_detail;
};

pl_status pl_frame_buffer_create(pl_frame_buffer **out)
{
  PL_OWN_FLOATS;
  *out = PL_NEW(pl_frame_buffer, 1);
  return *out ? PL_OK : PL_ERROR_MEMORY;
}

void pl_frame_buffer_destroy(pl_frame_buffer *buffer)
{
  if (!buffer) return;
  pl_release(buffer->bodies);
  pl_release(buffer->fields);
  pl_release(buffer->values);
  pl_release(buffer->obstacles);
  pl_release(buffer->axes);
  pl_release(buffer->own);
  pl_release(buffer->springs);
  pl_release(buffer);
}

void pl_frame_buffer_show_detail(pl_frame_buffer *buffer, bool on)
{
  if (buffer) buffer->hide_detail = !on;
}

/* How many vertices the body is shown by: 0 if not by a detail. */
static size_t detail_count(const pl_frame_buffer *buffer, const pl_body *body)
{
  bool own = buffer->hide_detail || pl_body_blobby_def(body).radius > 0;
  return own ? 0 : pl_detail_mesh(body).vertex_count;
}

static bool is_shown(const pl_field *field)
{
  return field->body && strcmp(field->domain, "particle") == 0 && strcmp(field->name, "positions") != 0 &&
         strcmp(field->name, "velocities") != 0;
}

static pl_status reserve(const pl_world *world, pl_frame_buffer *buffer)
{
  size_t fields = 0, values = 0, own = 0;
  for (size_t i = 0; i < pl_world_field_count(world); i++) {
    pl_field field = pl_world_field(world, i);
    if (!is_shown(&field)) continue;
    fields++;
    size_t count = field.count * (size_t)field.components, detail = detail_count(buffer, field.body);
    values += detail ? detail * (size_t)field.components : count;
    if (detail && count > own) own = count;
  }
  size_t bodies = pl_world_body_count(world), obstacles = pl_world_obstacle_count(world);
  PL_TRY(pl_grow((void **)&buffer->bodies, &buffer->body_capacity, bodies, sizeof *buffer->bodies));
  PL_TRY(pl_grow((void **)&buffer->fields, &buffer->field_capacity, fields, sizeof *buffer->fields));
  PL_TRY(pl_grow((void **)&buffer->values, &buffer->value_capacity, values, sizeof *buffer->values));
  PL_TRY(pl_grow((void **)&buffer->own, &buffer->own_capacity, own, sizeof *buffer->own));
  PL_TRY(pl_grow((void **)&buffer->obstacles, &buffer->obstacle_capacity, obstacles, sizeof *buffer->obstacles));
  return pl_grow((void **)&buffer->axes, &buffer->axes_capacity, 9 * obstacles, sizeof *buffer->axes);
}

/* The fields of one body, appended. */
static pl_status fill_fields(const pl_world *world, const pl_body *body, pl_frame_buffer *buffer,
                             pl_frame_field **field, double **values, size_t *count)
{
  size_t detail = detail_count(buffer, body);
  *count = 0;
  for (size_t i = 0; i < pl_world_field_count(world); i++) {
    pl_field from = pl_world_field(world, i);
    if (from.body != body || !is_shown(&from)) continue;
    PL_TRY(pl_world_field_read(world, i, detail ? buffer->own : *values));
    if (detail) PL_TRY(pl_detail_interpolate(body, buffer->own, from.components, *values));
    *(*field)++ = (pl_frame_field){from.name, from.components, *values};
    *values += (detail ? detail : from.count) * (size_t)from.components;
    ++*count;
  }
  return PL_OK;
}

static pl_status fill_bodies(const pl_world *world, pl_frame_buffer *buffer)
{
  pl_frame_field *field = buffer->fields;
  double *values = buffer->values;
  for (size_t b = 0; b < pl_world_body_count(world); b++) {
    const pl_body *body = pl_world_body_at(world, b);
    pl_frame_body *out = &buffer->bodies[b];
    bool detail = detail_count(buffer, body) > 0;
    *out = (pl_frame_body){.name = pl_body_name(body),
                           .rest = detail ? pl_detail_mesh(body) : pl_body_skin(body),
                           .revision = detail ? 0 : pl_body_skin_revision(body),
                           .positions = detail ? pl_detail_positions(body) : pl_body_positions(body),
                           .velocities = detail ? pl_detail_velocities(body) : pl_body_velocities(body),
                           .fields = field,
                           .thickness = pl_body_thickness(body)};
    if (!out->positions || !out->velocities) return PL_ERROR_MEMORY;
    if (!buffer->hide_detail) out->blobby = pl_body_blobby_def(body);
    PL_TRY(fill_fields(world, body, buffer, &field, &values, &out->field_count));
  }
  return PL_OK;
}

static pl_status fill_springs(const pl_world *world, pl_frame_buffer *buffer, size_t *count)
{
  *count = 0;
  for (size_t b = 0; b < pl_world_body_count(world); b++)
    *count += pl_body_springs(pl_world_body_at(world, b), NULL, 0);
  PL_TRY(pl_grow((void **)&buffer->springs, &buffer->spring_capacity, 6 * *count, sizeof(double)));
  size_t at = 0;
  for (size_t b = 0; b < pl_world_body_count(world) && at < *count; b++)
    at += pl_body_springs(pl_world_body_at(world, b), buffer->springs + 6 * at, *count - at);
  return PL_OK;
}

/* The worst of those that keep their volume. */
static void judge_volumes(const pl_world *world, pl_frame *out)
{
  for (size_t b = 0; b < pl_world_body_count(world); b++) {
    const pl_body *body = pl_world_body_at(world, b);
    if (pl_body_volume(body).mode != PL_VOLUME_KEEP) continue;
    double error = pl_body_volume_error(body);
    out->keeps_volume = true;
    if (fabs(error) > fabs(out->volume_error)) out->volume_error = error;
  }
}

pl_status pl_world_frame(const pl_world *world, pl_frame_buffer *buffer, pl_frame *out)
{
  PL_OWN_FLOATS;
  if (!world || !buffer || !out)
    return pl_fail(PL_ERROR_ARGUMENT, "pl_world_frame needs a world, a buffer and a frame");
  PL_TRY(reserve(world, buffer));
  PL_TRY(fill_bodies(world, buffer));
  size_t springs;
  PL_TRY(fill_springs(world, buffer, &springs));
  for (size_t i = 0; i < pl_world_obstacle_count(world); i++)
    PL_TRY(pl_world_obstacle_at(world, i, &buffer->obstacles[i], buffer->axes + 9 * i));
  *out = (pl_frame){.time = pl_world_time(world),
                    .step = pl_world_step_count(world),
                    .bodies = buffer->bodies,
                    .body_count = pl_world_body_count(world),
                    .obstacles = buffer->obstacles,
                    .obstacle_axes = buffer->axes,
                    .obstacle_count = pl_world_obstacle_count(world),
                    .springs = buffer->springs,
                    .spring_count = springs};
  judge_volumes(world, out);
  return PL_OK;
}
