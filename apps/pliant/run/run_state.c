/* SPDX-License-Identifier: MIT */
#include "run/run_state.h"

#include "cache/quote.h"

pl_status run_state_head(pl_file *file, const char *scene, const pl_world *world)
{
  pl_file_printf(file, "{ \"scene\": ");
  pl_file_quote(file, scene);
  return pl_file_printf(file, ",\n  \"step_size\": %.17g,\n  \"states\": [", pl_world_step_size(world));
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
    pl_file_printf(file, " }");
  }
  return pl_file_printf(file, " ] }");
}

pl_status run_state_tail(pl_file *file) { return pl_file_printf(file, "\n] }\n"); }
