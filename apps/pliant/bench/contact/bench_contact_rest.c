/* SPDX-License-Identifier: MIT
   Piles that have to come to rest. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/status.h"
#include "bench/contact/bench_contact.h"

typedef struct pile {
  const char *name;
  contact_scene scene;
} pile;

static const pile piles[] = {{"pile", {"contact/pile.json"}}, {"tower", {"contact/tower.json"}}};

static void print_time(char *text, size_t size, double time, bool stopped)
{
  if (isfinite(time))
    snprintf(text, size, "%.2f s", time);
  else
    snprintf(text, size, "%s", stopped ? "stopped" : "NEVER");
}

static void print_pile(const pile *of, const contact_result *r, bool json, bool first)
{
  const contact_times *t = &r->times;
  if (json) {
    printf("%s\n{\"name\": \"%s\", \"bodies\": %zu, \"particles\": %zu, \"steps\": %zu, \"stopped\": %s, ",
           first ? "" : ",", of->name, r->bodies, r->particles, r->steps, r->stopped ? "true" : "false");
    if (isfinite(r->rest_time)) printf("\"rest_s\": %g, ", r->rest_time);
    if (isfinite(r->sleep_time)) printf("\"asleep_s\": %g, ", r->sleep_time);
    printf("\"speed_m_per_s\": %g, \"depth_moving\": %g, \"depth_end\": %g, \"obstacle_depth_moving\": %g, "
           "\"obstacle_depth_end\": %g, \"loss\": %g, \"contacts\": %g, \"passes\": %g, \"sweeps\": %g, "
           "\"not_converged\": %zu, \"step_ms\": %g, "
           "\"elasticity_ms\": %g, \"finding_ms\": %g, \"solving_ms\": %g}",
           r->last_speed, r->moving.relative, r->last.relative, r->moving.obstacles_relative,
           r->last.obstacles_relative, r->loss, r->contacts, r->passes, r->sweeps, r->not_converged, 1e3 * t->step,
           1e3 * t->elasticity, 1e3 * t->finding, 1e3 * t->solving);
  } else {
    char rest[32], asleep[32];
    print_time(rest, sizeof rest, r->rest_time, r->stopped);
    print_time(asleep, sizeof asleep, r->sleep_time, r->stopped);
    printf("%-7s %6zu %9zu %5zu %9s %9s %9.4f | %8.4f %8.4f %8.4f %8.4f | %8.4f | %7.1f %5.1f %6.1f %6zu | %8.3f %8.3f "
           "%8.3f %8.3f\n",
           of->name, r->bodies, r->particles, r->steps, rest, asleep, r->last_speed, 100 * r->moving.relative,
           100 * r->last.relative, 100 * r->moving.obstacles_relative, 100 * r->last.obstacles_relative, 100 * r->loss,
           r->contacts, r->passes, r->sweeps, r->not_converged, 1e3 * t->step, 1e3 * t->elasticity, 1e3 * t->finding,
           1e3 * t->solving);
  }
  fflush(stdout);
}

bool contact_rest_has(const char *row)
{
  for (size_t k = 0; k < sizeof piles / sizeof *piles; k++)
    if (strcmp(piles[k].name, row) == 0) return true;
  return false;
}

pl_status bench_contact_rest(const contact_bench_options *options)
{
  if (options->json)
    printf("\"rest\": [");
  else
    printf("Piles: when everything is below 1 cm/s for good (asked: within 5 s), and when all sleep; how deep vertices "
           "are in other bodies "
           "and in obstacles,\n%% of the body's size, the worst while moving (asked: 1) and at the end (asked: 0.1); "
           "loss of volume, %%;\nmean contacts, rounds and sweeps per step, steps not converged; ms per step\n\n"
           "%-7s %6s %9s %5s %9s %9s %9s | %17s %17s | %8s | %7s %5s %6s %6s | %8s %8s %8s %8s\n"
           "%-7s %6s %9s %5s %9s %9s %9s | %8s %8s %8s %8s | %8s | %7s %5s %6s %6s | %8s\n",
           "pile", "bodies", "particles", "steps", "rest", "asleep", "m/s, end", "in bodies", "in obstacles", "loss",
           "contact", "round", "sweep", "capped", "step", "elastic", "finding", "solving", "", "", "", "", "", "", "",
           "moving", "end", "moving", "end", "", "", "", "", "", "");
  bool first = true;
  for (size_t k = 0; k < sizeof piles / sizeof *piles; k++) {
    if (!contact_row_is_wanted(options, piles[k].name)) continue;
    contact_watch watch = {.check_every = 20};
    contact_result result;
    PL_TRY(contact_scene_steps(&piles[k].scene, options, &watch.steps));
    if (options->quick) watch.steps = 20;
    PL_TRY(contact_run(contact_scene_make, &piles[k].scene, &watch, options, &result));
    print_pile(&piles[k], &result, options->json, first);
    first = false;
  }
  printf(options->json ? "\n]" : "\n");
  return PL_OK;
}
