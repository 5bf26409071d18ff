/* SPDX-License-Identifier: MIT */
#include "run/run_state.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "cache/quote.h"

pl_status run_state_head(pl_file *file, const char *scene, const pl_world *world)
{
  pl_file_printf(file, "{ \"scene\": ");
  pl_file_quote(file, scene);
  return pl_file_printf(file, ",\n  \"step_size\": %.17g,\n  \"states\": [", pl_world_step_size(world));
}

/* Unknown and infinite ones are null. */
static void write_number(pl_file *file, double value)
{
  if (isfinite(value))
    pl_file_printf(file, "%.17g", value);
  else
    pl_file_printf(file, "null");
}

/* All that the engine keeps of a body besides positions and velocities, as numbers behind each other. */
static pl_status write_fields(pl_file *file, const pl_world *world, const pl_body *body)
{
  bool first = true;
  pl_file_printf(file, ",\n        \"fields\": {");
  for (size_t i = 0; i < pl_world_field_count(world); i++) {
    pl_field field = pl_world_field(world, i);
    if (field.body != body || strcmp(field.name, "positions") == 0 || strcmp(field.name, "velocities") == 0) continue;
    size_t count = field.count * (size_t)field.components;
    double *values = PL_NEW(double, count + 1);
    if (!values) return PL_ERROR_MEMORY;
    pl_status status = pl_world_field_read(world, i, values);
    pl_file_printf(file, "%s\n          ", first ? "" : ",");
    pl_file_quote(file, field.name);
    pl_file_printf(file, ": [");
    for (size_t k = 0; status == PL_OK && k < count; k++) {
      if (k) pl_file_printf(file, ", ");
      write_number(file, values[k]);
    }
    pl_release(values);
    PL_TRY(status);
    pl_file_printf(file, "]");
    first = false;
  }
  return pl_file_printf(file, " }");
}

static void write_rows(pl_file *file, const char *name, const double *values, size_t count)
{
  pl_file_printf(file, ",\n        \"%s\": [", name);
  for (size_t i = 0; i < count; i++)
    pl_file_printf(file, "%s[%.17g, %.17g, %.17g]", i ? ", " : "", values[3 * i], values[3 * i + 1], values[3 * i + 2]);
  pl_file_printf(file, "]");
}

pl_status run_state_add(pl_file *file, const pl_world *world, bool first)
{
  pl_file_printf(file, "%s\n    { \"step\": %llu, \"time\": %.17g, \"hash\": \"0x%016llx\", \"bodies\": [",
                 first ? "" : ",", (unsigned long long)pl_world_step_count(world), pl_world_time(world),
                 (unsigned long long)pl_world_hash(world));
  for (size_t b = 0; b < pl_world_body_count(world); b++) {
    const pl_body *body = pl_world_body_at(world, b);
    const double *positions = pl_body_positions(body), *velocities = pl_body_velocities(body);
    if (!positions || !velocities) return PL_ERROR_MEMORY;
    pl_file_printf(file, "%s\n      { \"name\": ", b ? "," : "");
    pl_file_quote(file, pl_body_name(body));
    write_rows(file, "positions", positions, pl_body_particle_count(body));
    write_rows(file, "velocities", velocities, pl_body_particle_count(body));
    PL_TRY(write_fields(file, world, body));
    pl_file_printf(file, " }");
  }
  return pl_file_printf(file, " ] }");
}

pl_status run_state_tail(pl_file *file) { return pl_file_printf(file, "\n] }\n"); }
