/* SPDX-License-Identifier: MIT */
#include "run/run_signals.h"

#include <math.h>
#include <string.h>

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

/* of bodies only: what pushes one mostly pushes another */
static const char *const contact_columns[] = {"contacts",           "penetration_m",      "contact_force_x_N",
                                              "contact_force_y_N",  "contact_force_z_N",  "friction_force_x_N",
                                              "friction_force_y_N", "friction_force_z_N", "asleep"};
enum { CONTACT_COLUMNS = sizeof contact_columns / sizeof contact_columns[0] };

/* A body's name in a field that is quoted: quotes are doubled, breaks become spaces. */
static void write_name(pl_file *file, const char *name)
{
  for (const char *c = name; *c; c++) {
    if (*c == '"') pl_file_write(file, "\"", 1);
    pl_file_write(file, (unsigned char)*c < 0x20 ? " " : c, 1);
  }
}

/* ---- attachments: those of one name together ---- */

static const char *name_at(const pl_world *world, size_t i)
{
  return pl_attachment_name(world, pl_world_attachment_at(world, i));
}

static bool is_first_of_name(const pl_world *world, size_t i)
{
  for (size_t k = 0; k < i; k++)
    if (strcmp(name_at(world, k), name_at(world, i)) == 0) return false;
  return true;
}

static void write_attachments_head(pl_file *file, const pl_world *world)
{
  static const char *const names[] = {"force_x_N", "force_y_N", "force_z_N", "broken"};
  for (size_t i = 0; i < pl_world_attachment_count(world); i++)
    for (int k = 0; k < 4 && is_first_of_name(world, i); k++) {
      pl_file_printf(file, ",\"");
      write_name(file, name_at(world, i));
      pl_file_printf(file, ":%s\"", names[k]);
    }
}

static pl_status write_attachments(pl_file *file, const pl_world *world)
{
  size_t count = pl_world_attachment_count(world);
  for (size_t i = 0; i < count; i++) {
    if (!is_first_of_name(world, i)) continue;
    double force[3] = {0};
    size_t broken = 0;
    for (size_t k = i; k < count; k++) {
      pl_attachment_state state;
      if (strcmp(name_at(world, k), name_at(world, i)) != 0) continue;
      PL_TRY(pl_attachment_measure(world, pl_world_attachment_at(world, k), &state));
      for (int c = 0; c < 3; c++) force[c] += state.force[c];
      broken += state.broken;
    }
    pl_file_printf(file, ",%.17g,%.17g,%.17g,%zu", force[0], force[1], force[2], broken);
  }
  return PL_OK;
}

pl_status run_signals_head(pl_file *file, const pl_world *world)
{
  pl_file_printf(file, "step,time_s");
  for (int i = 0; i < COLUMNS; i++) pl_file_printf(file, ",%s", columns[i]);
  pl_file_printf(file, ",penetration_m,contacts,crossings,contact_passes,contact_sweeps,contact_lists,contact_work,"
                       "contact_cut_short,residual,not_converged,rotations");
  for (size_t b = 0; b < pl_world_body_count(world); b++)
    for (int i = 0; i < COLUMNS + CONTACT_COLUMNS; i++) {
      pl_file_printf(file, ",\"");
      write_name(file, pl_body_name(pl_world_body_at(world, b)));
      pl_file_printf(file, ":%s\"", i < COLUMNS ? columns[i] : contact_columns[i - COLUMNS]);
    }
  write_attachments_head(file, world);
  for (int s = 0; s < PL_STAGE_COUNT; s++) pl_file_printf(file, ",%s_ms", pl_stage_name((pl_stage)s));
  return pl_file_printf(file, ",finding_ms\n");
}

static void write_vector(pl_file *file, const double v[3])
{
  pl_file_printf(file, ",%.17g,%.17g,%.17g", v[0], v[1], v[2]);
}

static void write_signals(pl_file *file, const pl_body_signals *s)
{
  pl_file_printf(file, ",%.17g,%.17g,%.17g,%.17g", s->kinetic, s->elastic, s->gravitational,
                 s->kinetic + s->elastic + s->gravitational);
  write_vector(file, s->momentum);
  write_vector(file, s->angular_momentum);
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
  pl_file_printf(file, ",%.17g,%zu,%zu,%d,%d,%zu,%.17g,%d,%.17g,%d,%zu", stats.penetration, stats.contact_count,
                 stats.crossing_count, stats.contact_passes, stats.contact_sweeps, stats.contact_lists,
                 stats.contact_work, stats.contact_cut_short, stats.residual, stats.not_converged, stats.rotations);
  for (size_t b = 0; b < pl_world_body_count(world); b++) {
    PL_TRY(measure(world, b, &body));
    write_signals(file, &body);
    pl_file_printf(file, ",%zu,%.17g", body.contacts, body.penetration);
    write_vector(file, body.contact_force);
    write_vector(file, body.friction_force);
    pl_file_printf(file, ",%d", body.asleep);
  }
  PL_TRY(write_attachments(file, world));
  for (int s = 0; s < PL_STAGE_COUNT; s++) pl_file_printf(file, ",%.4f", 1e3 * stats.seconds[s]);
  return pl_file_printf(file, ",%.4f\n", 1e3 * stats.finding);
}

/* ---- who touches whom ---- */

pl_status run_contacts_head(pl_file *file)
{
  return pl_file_printf(file, "step,time_s,what,body,other,contacts,penetration_m,load_N,force_x_N,force_y_N,force_z_N,"
                              "friction_x_N,friction_y_N,friction_z_N\n");
}

static pl_status write_pair(pl_file *file, const pl_world *world, const char *what, const pl_contact_pair *pair)
{
  pl_file_printf(file, "%llu,%.17g,%s,\"", (unsigned long long)pl_world_step_count(world), pl_world_time(world), what);
  write_name(file, pair->name);
  pl_file_printf(file, "\",\"");
  write_name(file, pair->other_name);
  pl_file_printf(file, "\",%zu,%.17g,%.17g", pair->contacts, pair->penetration, pair->load);
  write_vector(file, pair->force);
  write_vector(file, pair->friction);
  return pl_file_printf(file, "\n");
}

pl_status run_contacts_rows(pl_file *file, const pl_world *world)
{
  for (size_t k = 0; k < pl_world_contact_event_count(world); k++) {
    pl_contact_event event = pl_world_contact_event(world, k);
    PL_TRY(write_pair(file, world, event.begins ? "begins" : "ends", &event.pair));
  }
  for (size_t k = 0; k < pl_world_contact_pair_count(world); k++) {
    pl_contact_pair pair = pl_world_contact_pair(world, k);
    PL_TRY(write_pair(file, world, "touches", &pair));
  }
  return PL_OK;
}
