/* SPDX-License-Identifier: MIT */
#include "run_signals.h"

#include <math.h>

static const char *const columns[] = {"kinetic_J",
                                      "elastic_J",
                                      "gravitational_J",
                                      "energy_J",
                                      "momentum_x_Ns",
                                      "momentum_y_Ns",
                                      "momentum_z_Ns",
                                      "angular_momentum_x_Nms",
                                      "angular_momentum_y_Nms",
                                      "angular_momentum_z_Nms",
                                      "volume_m3",
                                      "rest_volume_m3",
                                      "volume_error"};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

/* A body's name in a field that is quoted: quotes are doubled, breaks become spaces. */
static void write_name(pl_file *file, const char *name)
{
  for (const char *c = name; *c; c++) {
    if (*c == '"') pl_file_write(file, "\"", 1);
    pl_file_write(file, (unsigned char)*c < 0x20 ? " " : c, 1);
  }
}

pl_status run_signals_head(pl_file *file, const pl_world *world)
{
  pl_file_printf(file, "step,time_s");
  for (int i = 0; i < COLUMNS; i++) pl_file_printf(file, ",%s", columns[i]);
  pl_file_printf(file, ",penetration_m,contacts,residual,not_converged,rotations");
  for (size_t b = 0; b < pl_world_body_count(world); b++)
    for (int i = 0; i < COLUMNS; i++) {
      pl_file_printf(file, ",\"");
      write_name(file, pl_body_name(pl_world_body_at(world, b)));
      pl_file_printf(file, ":%s\"", columns[i]);
    }
  for (int s = 0; s < PL_STAGE_COUNT; s++) pl_file_printf(file, ",%s_ms", pl_stage_name((pl_stage)s));
  return pl_file_printf(file, "\n");
}

static void write_signals(pl_file *file, const pl_body_signals *s)
{
  pl_file_printf(file, ",%.17g,%.17g,%.17g,%.17g", s->kinetic, s->elastic, s->gravitational,
                 s->kinetic + s->elastic + s->gravitational);
  pl_file_printf(file, ",%.17g,%.17g,%.17g", s->momentum[0], s->momentum[1], s->momentum[2]);
  pl_file_printf(file, ",%.17g,%.17g,%.17g", s->angular_momentum[0], s->angular_momentum[1], s->angular_momentum[2]);
  pl_file_printf(file, ",%.17g,%.17g,%.17g", s->volume, s->rest_volume, s->volume_error);
}

static void add_signals(pl_body_signals *sum, const pl_body_signals *body)
{
  sum->kinetic += body->kinetic;
  sum->elastic += body->elastic;
  sum->gravitational += body->gravitational;
  for (int c = 0; c < 3; c++) {
    sum->momentum[c] += body->momentum[c];
    sum->angular_momentum[c] += body->angular_momentum[c];
  }
  sum->volume += body->volume;
  sum->rest_volume += body->rest_volume;
  if (fabs(body->volume_error) > fabs(sum->volume_error)) sum->volume_error = body->volume_error; /* the worst */
}

static pl_status measure(const pl_world *world, size_t b, pl_body_signals *out)
{
  *out = (pl_body_signals){0};
  return pl_body_measure(pl_world_body_at(world, b), out);
}

pl_status run_signals_row(pl_file *file, const pl_world *world)
{
  pl_body_signals sum = {0}, body;
  for (size_t b = 0; b < pl_world_body_count(world); b++) {
    PL_TRY(measure(world, b, &body));
    add_signals(&sum, &body);
  }
  pl_step_stats stats = pl_world_stats(world);
  pl_file_printf(file, "%llu,%.17g", (unsigned long long)pl_world_step_count(world), pl_world_time(world));
  write_signals(file, &sum);
  pl_file_printf(file, ",%.17g,%zu,%.17g,%d,%zu", stats.penetration, stats.contact_count, stats.residual,
                 stats.not_converged, stats.rotations);
  for (size_t b = 0; b < pl_world_body_count(world); b++) {
    PL_TRY(measure(world, b, &body));
    write_signals(file, &body);
  }
  for (int s = 0; s < PL_STAGE_COUNT; s++) pl_file_printf(file, ",%.4f", 1e3 * stats.seconds[s]);
  return pl_file_printf(file, "\n");
}
