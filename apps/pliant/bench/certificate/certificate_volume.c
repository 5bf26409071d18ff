/* SPDX-License-Identifier: MIT
   Balls whose volume is kept, squeezed and dropped, and a ball that lies on the floor. */
#include <math.h>
#include <stdio.h>

#include "base/status.h"
#include "bench/certificate/certificate.h"

static const double radius = 0.25;

typedef struct course {
  double worst, last, height; /* errors of the volume, relative; height in diameters */
} course;

/* A plate comes down to half of the diameter within a second and stays, or the ball falls by `drop`. */
static pl_status run_ball(cert_kind kind, double frame, bool keep, double drop, bool squeeze, course *out)
{
  pl_world_def world = cert_world(frame);
  pl_body_def def = pl_default_body_def(cert_model(kind));
  if (keep) def.volume.mode = PL_VOLUME_KEEP;
  cert_subject s;
  PL_TRY(cert_make_ball(&world, kind, radius, &def, &s));
  pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE), plate = floor;
  pl_obstacle_id id;
  const pl_pose_key keys[2] = {{.time = 0}, {.time = 1, .translate = {0, -radius, 0}}};
  floor.point[1] = -radius - drop;
  plate.point[1] = radius;
  plate.normal[1] = -1;
  plate.motion.keys = keys;
  plate.motion.count = 2;
  pl_status status = pl_obstacle_create(s.world, &floor, &id);
  if (status == PL_OK && squeeze) status = pl_obstacle_create(s.world, &plate, &id);
  out->worst = 0;
  for (int k = 0; status == PL_OK && k < (int)lround(2 / frame); k++) {
    status = pl_world_step(s.world);
    out->last = fabs(pl_body_volume_error(s.body));
    out->worst = fmax(out->worst, out->last);
  }
  if (!keep && status == PL_OK) {
    pl_body_signals signals;
    status = pl_body_measure(s.body, &signals);
    out->last = fabs(signals.volume / signals.rest_volume - 1);
  }
  out->height = cert_height(s.body) / (2 * radius);
  cert_free(&s);
  return status;
}

static void print(certificate *c, const char *what, cert_kind kind, const char *how, double found, double high,
                  const char *unit)
{
  cert_row row = {.what = what, .who = cert_name(kind), .found = found, .high = high, .unit = unit};
  snprintf(row.how, sizeof row.how, "%s", how);
  cert_print(c, &row);
}

static void squeezed(certificate *c, cert_kind kind)
{
  const char *what = "ball squeezed to half, volume lost";
  course found;
  if (!cert_wants(c, what, cert_name(kind))) return;
  if (run_ball(kind, 1.0 / 200, true, 0, true, &found) != PL_OK)
    cert_failed(c, what, cert_name(kind));
  else
    print(c, what, kind, "1/200 s", 100 * found.last, 0.5, "%");
}

static void dropped(certificate *c, cert_kind kind, double frame, const char *how, double worst, double last)
{
  const char *what = "ball dropped 1 m, volume";
  course found;
  char text[48];
  if (!cert_wants(c, what, cert_name(kind))) return;
  if (run_ball(kind, frame, true, 1, false, &found) != PL_OK) {
    cert_failed(c, what, cert_name(kind));
    return;
  }
  snprintf(text, sizeof text, "%s, worst", how);
  print(c, what, kind, text, 100 * found.worst, worst, "%");
  snprintf(text, sizeof text, "%s, at the end", how);
  print(c, what, kind, text, 100 * found.last, last, "%");
}

/* By default a ball of soft rubber stands on the floor, at any step. */
static void standing(certificate *c, cert_kind kind)
{
  const char *what = "ball on the floor, height";
  if (!cert_wants(c, what, cert_name(kind))) return;
  course coarse, fine;
  if (run_ball(kind, 1.0 / 60, false, 0, false, &coarse) != PL_OK ||
      run_ball(kind, 1.0 / 200, false, 0, false, &fine) != PL_OK) {
    cert_failed(c, what, cert_name(kind));
    return;
  }
  cert_row row = {.what = what,
                  .who = cert_name(kind),
                  .how = "1/60 s beside 1/200 s",
                  .found = coarse.height,
                  .theory = fine.height,
                  .low = 0.97 * fine.height,
                  .high = 1.03 * fine.height,
                  .unit = "diameters"};
  cert_print(c, &row);
}

void cert_volumes(certificate *c)
{
  for (int kind = 0; kind < CERT_HYBRID; kind++) standing(c, (cert_kind)kind);
  for (int kind = 0; kind < CERT_HYBRID; kind++)
    if (!c->quick) squeezed(c, (cert_kind)kind);
  for (int kind = 0; kind < CERT_HYBRID; kind++) {
    if (c->quick) continue;
    dropped(c, (cert_kind)kind, 1.0 / 200, "1/200 s", 0.1, 0.01);
    dropped(c, (cert_kind)kind, 1.0 / 60, "1/60 s", 0.2, 0.05);
  }
}
