/* SPDX-License-Identifier: MIT
   pliant run: simulate a scene, write caches and numbers, survive interruptions. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/status.h"
#include "base/timer.h"
#include "bench/kernels/angles.h"
#include "cache/formats/text.h"
#include "command.h"
#include "limits.h"
#include "mesh/tangles.h"
#include "progress.h"
#include "run/run_checkpoint.h"
#include "run/run_options.h"
#include "run/run_outputs.h"
#include "stop.h"

static const double checkpoint_seconds = 30;

typedef struct run {
  run_options options;
  pl_scene *scene;
  pl_world *world;
  run_outputs outputs;
  progress progress;
  char *request; /* what a checkpoint must agree with */
  uint64_t step_count;
  bool has_checkpoint;    /* a file of this run is on the disk */
  double checkpoint_time; /* when it was written, or the run began */
  double begun;
  pl_step_stats total; /* of all steps: seconds */
  bool reported_cut;   /* that contact was cut short */
} run;

static int fail(run *r)
{
  progress_clear(&r->progress);
  fprintf(stderr, "pliant run: %s\n", pl_last_error());
  return EXIT_FAILED;
}

/* --- before --- */

static pl_status load(run *r)
{
  const run_options *o = &r->options;
  PL_TRY(pl_scene_load(o->scene, &r->scene));
  if (o->has_threads) PL_TRY(pl_scene_set_threads(r->scene, o->threads));
  if (o->has_substeps) PL_TRY(pl_scene_set_substeps(r->scene, o->substeps));
  if (o->has_fps) PL_TRY(pl_scene_set_fps(r->scene, o->fps));
  if (o->has_duration) PL_TRY(pl_scene_set_duration(r->scene, o->duration));
  if (o->has_steps) PL_TRY(pl_scene_set_duration(r->scene, (double)o->steps * pl_scene_step(r->scene)));
  r->step_count = pl_scene_step_count(r->scene);
  if (o->state_count && o->states[o->state_count - 1] > r->step_count)
    return pl_fail(PL_ERROR_ARGUMENT, "--state %llu: the run has only %llu steps",
                   (unsigned long long)o->states[o->state_count - 1], (unsigned long long)r->step_count);
  for (size_t i = 0; i < pl_scene_warning_count(r->scene) && !o->quiet; i++)
    fprintf(stderr, "pliant run: warning: %s\n", pl_scene_warning(r->scene, i));
  PL_TRY(pl_scene_world(r->scene, &r->world));
  if (o->quiet) return PL_OK;
  limits_warn(r->world, "pliant run: warning: ");
  PL_TRY(pl_world_find_tangles(r->world));
  tangles_warn(r->world, "pliant run: warning: ");
  return PL_OK;
}

/* Appends to a text that grows; NULL stays NULL. */
static char *extend(char *text, const char *option, const char *value)
{
  char *longer = text ? pl_text("%s %s %s", text, option, value) : NULL;
  pl_release(text);
  return longer;
}

static pl_status describe_request(run *r)
{
  const run_options *o = &r->options;
  char *text =
      pl_text(" --steps %llu --fps %.17g --size %dx%d --tiles %d --quality %d", (unsigned long long)r->step_count,
              pl_scene_fps(r->scene), o->width, o->height, o->tiles, (int)o->quality);
  for (size_t i = 0; i < o->output_count; i++) text = extend(text, "-o", o->outputs[i]);
  if (o->signals) text = extend(text, "--signals", o->signals);
  if (o->contacts) text = extend(text, "--contacts", o->contacts);
  for (size_t i = 0; i < o->state_count; i++) {
    char step[32];
    snprintf(step, sizeof step, "%llu", (unsigned long long)o->states[i]);
    text = extend(text, "--state", step);
  }
  if (o->state_file) text = extend(text, "--state-file", o->state_file);
  r->request = text;
  return text ? PL_OK : PL_ERROR_MEMORY;
}

/* From the start. What an interrupted run left is gone then, if it may be, and its checkpoint must not lead there. */
static pl_status open_new(run *r)
{
  const run_options *o = &r->options;
  bool left = o->checkpoint_file && run_checkpoint_exists(o->checkpoint_file);
  if (left && !o->restart)
    return pl_fail(PL_ERROR_FILE,
                   "%s of an interrupted run is there: --resume continues it, --restart drops it and starts again",
                   o->checkpoint_file);
  PL_TRY(run_outputs_open(o, r->scene, r->world, NULL, &r->outputs));
  if (left) unlink(o->checkpoint_file);
  return PL_OK;
}

/* Counts in a checkpoint are not trusted: all of them follow from the step. */
static pl_status check_counts(const run *r, const run_checkpoint *from)
{
  const run_options *o = &r->options;
  uint64_t frames = 0, states = 0;
  while (frames < pl_scene_frame_count(r->scene) && pl_scene_frame_step(r->scene, (size_t)frames) <= from->step)
    frames++;
  while (states < o->state_count && o->states[states] <= from->step) states++;
  if (from->step <= r->step_count && from->frame_count == frames && from->drawn <= o->output_count &&
      from->state_count == (o->state_file ? states : 0))
    return PL_OK;
  return pl_fail(PL_ERROR_FORMAT, "%s: contradicts itself; the run has to start again", o->checkpoint_file);
}

static pl_status open_outputs(run *r)
{
  const run_options *o = &r->options;
  PL_TRY(run_outputs_check(o, r->scene));
  PL_TRY(describe_request(r));
  if (!o->resume) return open_new(r);
  run_checkpoint from;
  PL_TRY(run_checkpoint_read(o->checkpoint_file, pl_scene_hash(r->scene), r->request, r->world, &from));
  PL_TRY(check_counts(r, &from));
  pl_status status = run_outputs_open(o, r->scene, r->world, &from, &r->outputs);
  r->has_checkpoint = status == PL_OK;
  if (status != PL_OK) run_outputs_suspend(&r->outputs, &from); /* it may work another time */
  return status;
}

/* --- checkpoints --- */

static pl_status write_checkpoint(run *r, pl_status (*hold)(run_outputs *, run_checkpoint *))
{
  run_checkpoint checkpoint = {.scene_hash = pl_scene_hash(r->scene), .step = pl_world_step_count(r->world)};
  PL_TRY(hold(&r->outputs, &checkpoint));
  PL_TRY(run_checkpoint_write(r->options.checkpoint_file, &checkpoint, r->request, r->world));
  r->has_checkpoint = true;
  r->checkpoint_time = pl_seconds();
  return PL_OK;
}

static bool checkpoint_due(const run *r)
{
  if (!r->options.checkpoint_file) return false;
  if (r->options.checkpoint_every) return pl_world_step_count(r->world) % r->options.checkpoint_every == 0;
  return pl_seconds() - r->checkpoint_time >= checkpoint_seconds;
}

static int interrupted(run *r)
{
  progress_clear(&r->progress);
  unsigned long long step = pl_world_step_count(r->world);
  if (!r->options.checkpoint_file) {
    fprintf(stderr, "pliant run: interrupted after step %llu of %llu\n", step, (unsigned long long)r->step_count);
    return EXIT_INTERRUPTED;
  }
  if (write_checkpoint(r, run_outputs_suspend) != PL_OK) {
    fail(r);
    return EXIT_INTERRUPTED;
  }
  fprintf(
      stderr,
      "pliant run: interrupted after step %llu of %llu; the same command with --resume continues (%s has the state)\n",
      step, (unsigned long long)r->step_count, r->options.checkpoint_file);
  return EXIT_INTERRUPTED;
}

/* --- the run --- */

/* Everything that is due at the state the world is in now. */
static pl_status record(run *r)
{
  uint64_t step = pl_world_step_count(r->world);
  if (r->options.hash)
    printf("step %llu 0x%016llx\n", (unsigned long long)step, (unsigned long long)pl_world_hash(r->world));
  if (ferror(stdout))
    return pl_fail(PL_ERROR_FILE, "the hashes cannot be written: nobody reads them, or the disk is full");
  PL_TRY(run_outputs_step(&r->outputs, r->world));
  bool first = r->outputs.frame_count == 0;
  while (r->outputs.frame_count < pl_scene_frame_count(r->scene) &&
         pl_scene_frame_step(r->scene, (size_t)r->outputs.frame_count) <= step)
    PL_TRY(run_outputs_frame(&r->outputs, r->world));
  return first ? run_outputs_check_files(&r->outputs, r->scene) : PL_OK;
}

static void tell_end(run *r, uint64_t first)
{
  progress_clear(&r->progress);
  if (r->options.quiet) return;
  double seconds = pl_seconds() - r->begun;
  unsigned long long steps = pl_world_step_count(r->world) - first;
  fprintf(stderr, "%.3f s simulated in %.1f s: %llu steps of %.3f ms\n", pl_world_time(r->world), seconds, steps,
          steps ? 1e3 * seconds / (double)steps : 0.0);
}

/* Once: who sees one such step will see more. */
static void tell_cut(run *r, const pl_step_stats *stats)
{
  if (!stats->contact_cut_short || r->reported_cut) return;
  r->reported_cut = true;
  progress_clear(&r->progress);
  fprintf(stderr,
          "pliant run: warning: near %g s contact was cut short, or it would have taken too long: bodies "
          "may be in each other. Look for what is too fast, too thin or too much pressed, or take a smaller step than "
          "%g s\n",
          pl_world_time(r->world), pl_world_step_size(r->world));
}

static void add_stats(run *r)
{
  pl_step_stats stats = pl_world_stats(r->world);
  for (int s = 0; s < PL_STAGE_COUNT; s++) r->total.seconds[s] += stats.seconds[s];
  r->total.finding += stats.finding;
  tell_cut(r, &stats);
}

static void tell_stages(const run *r, uint64_t first)
{
  double steps = (double)(pl_world_step_count(r->world) - first);
  if (!r->options.verbose || steps == 0) return;
  fprintf(stderr, "Milliseconds per step\n");
  for (int s = 0; s < PL_STAGE_COUNT; s++) {
    double all = 1e3 * r->total.seconds[s] / steps, finding = 1e3 * r->total.finding / steps;
    fprintf(stderr, "  %-10s %9.4f", pl_stage_name((pl_stage)s), all);
    if (s == PL_STAGE_CONTACT) fprintf(stderr, "  (finding %.4f, solving %.4f)", finding, all - finding);
    fprintf(stderr, "\n");
  }
}

static void tell_angles(const run *r)
{
  for (size_t b = 0; r->options.angles && b < pl_world_body_count(r->world); b++) {
    const pl_body *body = pl_world_body_at(r->world, b);
    printf("%s: angles of the surface have changed by %.2f degrees (rms)\n", pl_body_name(body), surface_angles(body));
  }
}

/* Before each picture a checkpoint of what is in its place by then: drawing takes long, and can be resumed. */
static pl_status draw(run *r)
{
  pl_status status = PL_OK;
  while (status == PL_OK && run_outputs_to_draw(&r->outputs)) {
    if (r->options.checkpoint_file) status = write_checkpoint(r, run_outputs_keep);
    if (status == PL_OK) status = run_outputs_draw(&r->outputs);
  }
  return status;
}

static int interrupted_drawing(run *r)
{
  run_checkpoint left;
  const char *drawing = r->outputs.drawing;
  progress_clear(&r->progress);
  run_outputs_suspend(&r->outputs, &left);
  fprintf(
      stderr,
      "pliant run: interrupted while %s was drawn; the same command with --resume draws it; everything before it is "
      "there\n",
      drawing);
  return EXIT_INTERRUPTED;
}

static int finish(run *r, uint64_t first)
{
  tell_end(r, first);
  tell_stages(r, first);
  tell_angles(r);
  pl_status status = run_outputs_complete(&r->outputs, &r->progress);
  if (status == PL_OK) status = draw(r);
  if (status == PL_ERROR_INTERRUPTED) return interrupted_drawing(r);
  if (status != PL_OK) return fail(r);
  if (r->has_checkpoint) unlink(r->options.checkpoint_file);
  if (r->options.hash && (fflush(stdout) != 0 || ferror(stdout))) {
    fprintf(stderr, "pliant run: the hashes could not be written\n");
    return EXIT_FAILED;
  }
  return EXIT_OK;
}

/* The outputs are completed with what came before. */
static int diverged(run *r, uint64_t first)
{
  unsigned long long step = pl_world_step_count(r->world);
  fail(r);
  fprintf(
      stderr,
      "pliant run: stopped after step %llu of %llu, the last good state; outputs hold the %llu frames up to there\n",
      step, (unsigned long long)r->step_count, (unsigned long long)r->outputs.frame_count);
  finish(r, first);
  return EXIT_FAILED;
}

static int simulate(run *r)
{
  uint64_t first = pl_world_step_count(r->world);
  r->progress = progress_start(r->options.quiet, first, r->step_count);
  r->begun = r->checkpoint_time = pl_seconds();
  if (!r->options.resume && record(r) != PL_OK) return fail(r);
  while (pl_world_step_count(r->world) < r->step_count) {
    if (stop_requested()) return interrupted(r);
    pl_status status = pl_world_step(r->world);
    add_stats(r);
    if (status == PL_ERROR_DIVERGED) return diverged(r, first);
    if (status != PL_OK || record(r) != PL_OK) return fail(r);
    if (checkpoint_due(r) && write_checkpoint(r, run_outputs_keep) != PL_OK) return fail(r);
    progress_show(&r->progress, pl_world_step_count(r->world), pl_world_time(r->world));
  }
  return finish(r, first);
}

int command_run(int argc, char **argv)
{
  run r = {0};
  int code = run_options_parse(argc, argv, &r.options);
  if (code == EXIT_OK) {
    pl_status status = load(&r);
    stop_listen();
    if (status == PL_OK) status = open_outputs(&r);
    code = status == PL_OK ? simulate(&r) : fail(&r);
    /* After a failure nothing half made may stay, and no checkpoint that leads to it. */
    if (code == EXIT_FAILED && r.has_checkpoint && r.outputs.options) unlink(r.options.checkpoint_file);
    if (r.outputs.options) run_outputs_abandon(&r.outputs);
  }
  pl_world_destroy(r.world);
  pl_scene_destroy(r.scene);
  pl_release(r.request);
  run_options_free(&r.options);
  return code < 0 ? EXIT_OK : code;
}
