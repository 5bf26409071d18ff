/* SPDX-License-Identifier: MIT
   The scenes of Diziol et al. twice: side by side, where each body has a place of its own and touches hardly more than
   obstacles, and heaped, all touching each other. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/status.h"
#include "bench/contact/bench_contact.h"

typedef struct scene_row {
  const char *name;
  contact_scene scene;
  double loss; /* the paper's, largest of any object */
} scene_row;

static const scene_row rows[] = {
    {"armadillos", {"surface/armadillos.json"}, 0.001},  {"heaped armadillos", {"contact/heap-armadillos.json"}, 0.001},
    {"ducks", {"surface/ducks-and-rings.json"}, 0.005},  {"heaped ducks", {"contact/heap-ducks.json"}, 0.005},
    {"balls", {"surface/balls-in-glasses.json"}, 0.002}, {"heaped balls", {"contact/heap-balls.json"}, 0.002}};

static void print_row(const scene_row *of, const contact_result *r, bool json, bool first)
{
  const contact_times *t = &r->times;
  double finding = t->finding / t->elasticity, contact = (t->finding + t->solving) / t->elasticity;
  double reused = r->pair_steps ? fmax(0, 1 - (double)r->rebuilt / (double)r->pair_steps) : 1;
  if (json)
    printf("%s\n{\"scene\": \"%s\", \"bodies\": %zu, \"particles\": %zu, \"steps\": %zu, \"stopped\": %s, "
           "\"elasticity_ms\": %g, \"finding_ms\": %g, \"solving_ms\": %g, \"volume_ms\": %g, \"step_ms\": %g, "
           "\"finding_over_elastic\": %g, \"contact_over_elastic\": %g, \"contacts\": %g, \"reused\": %g, \"passes\": "
           "%g, \"sweeps\": %g, "
           "\"not_converged\": %zu, \"depth_moving\": %g, \"depth_end\": %g, \"edge_depth_moving\": %g, "
           "\"edge_depth_end\": %g, \"obstacle_depth_moving\": %g, "
           "\"obstacle_depth_end\": %g, \"speed_m_per_s\": %g, \"paper_loss\": %g, \"loss\": %g}",
           first ? "" : ",", of->name, r->bodies, r->particles, r->steps, r->stopped ? "true" : "false",
           1e3 * t->elasticity, 1e3 * t->finding, 1e3 * t->solving, 1e3 * t->volume, 1e3 * t->step, finding, contact,
           r->contacts, reused, r->passes, r->sweeps, r->not_converged, r->moving.relative, r->last.relative,
           r->moving.edges_relative, r->last.edges_relative, r->moving.obstacles_relative, r->last.obstacles_relative,
           r->last_speed, of->loss, r->loss);
  else
    printf("%-18s %6zu %7zu %5zu%s | %8.3f %8.3f %8.3f %8.3f %8.3f | %7.2f %7.2f | %7.1f %5.1f %5.1f %6.1f %6zu | "
           "%8.4f %8.4f %8.4f %8.4f %8.4f "
           "%8.4f %7.3f | %6.2f %8.4f %s\n",
           of->name, r->bodies, r->particles, r->steps, r->stopped ? "*" : " ", 1e3 * t->elasticity, 1e3 * t->finding,
           1e3 * t->solving, 1e3 * t->volume, 1e3 * t->step, finding, contact, r->contacts, 100 * reused, r->passes,
           r->sweeps, r->not_converged, 100 * r->moving.relative, 100 * r->last.relative,
           100 * r->moving.edges_relative, 100 * r->last.edges_relative, 100 * r->moving.obstacles_relative,
           100 * r->last.obstacles_relative, r->last_speed, 100 * of->loss, 100 * r->loss,
           r->loss <= of->loss ? "holds" : "DOES NOT HOLD");
  fflush(stdout);
}

bool contact_scenes_has(const char *row)
{
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
    if (strcmp(rows[k].name, row) == 0) return true;
  return false;
}

pl_status bench_contact_scenes(const contact_bench_options *options)
{
  if (options->json)
    printf("\"scenes\": [");
  else
    printf(
        "Scenes of Diziol et al., bodies side by side and heaped on each other%s: ms per step by stage, mean of all "
        "steps (*: stopped at the limit of time);\nfinding over elastic (asked: 3), all contact over elastic (asked: "
        "5); mean contacts, lists "
        "used again, %%, steps not converged;\ndepths as above, of middles of edges, too; fastest at the end, m/s; "
        "largest loss of volume, %%, "
        "theirs and ours\n\n"
        "%-18s %6s %7s %6s | %8s %8s %8s %8s %8s | %7s %7s | %7s %5s %5s %6s %6s | %17s %17s %17s %7s | %6s %8s\n",
        options->self ? ", touching themselves, too" : "", "scene", "bodies", "partic.", "steps", "elastic", "finding",
        "solving", "volume", "step", "find/e", "cont/e", "contact", "reuse", "round", "sweep", "capped", "in bodies",
        "edges in bodies", "in obstacles", "m/s", "theirs", "ours");
  bool first = true;
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    if (!contact_row_is_wanted(options, rows[k].name)) continue;
    contact_watch watch = {.check_every = 20, .no_sleep = true};
    contact_result result;
    PL_TRY(contact_scene_steps(&rows[k].scene, options, &watch.steps));
    if (options->quick) watch.steps = 5;
    PL_TRY(contact_run(contact_scene_make, &rows[k].scene, &watch, options, &result));
    print_row(&rows[k], &result, options->json, first);
    first = false;
  }
  printf(options->json ? "\n]" : "\n");
  return PL_OK;
}
