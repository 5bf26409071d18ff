/* SPDX-License-Identifier: MIT */
#include "run/run_outputs.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "base/status.h"
#include "cache/formats/text.h"
#include "own_files.h"
#include "run/run_signals.h"
#include "run/run_state.h"
#include "stop.h"

static pl_sink_options sink_options(const run_options *options, const pl_scene *scene, const run_checkpoint *from)
{
  pl_sink_options sink = pl_default_sink_options();
  sink.fps = pl_scene_fps(scene);
  sink.frame_count = pl_scene_frame_count(scene);
  sink.resumable = options->checkpoint_file != NULL;
  sink.resume_frames = from ? (size_t)from->frame_count : 0;
  sink.width = options->width;
  sink.height = options->height;
  if (options->tiles) sink.tiles = options->tiles;
  sink.title = pl_scene_title(scene);
  return sink;
}

static bool draw_on(double done, void *user)
{
  const run_outputs *out = user;
  if (out->progress) progress_part(out->progress, out->drawing, done);
  return !stop_requested();
}

static void set_picture(run_outputs *out, size_t i)
{
  const run_options *options = out->options;
  pl_render_options *picture = &out->pictures[i];
  *picture = pl_default_render_options();
  bool video = strcasecmp(pl_path_extension(options->outputs[i]), ".mp4") == 0;
  picture->quality = options->quality ? options->quality : video ? PL_QUALITY_DRAFT : PL_QUALITY_GOOD;
  picture->threads = options->threads;
  picture->progress = draw_on;
  picture->progress_user = out;
}

static bool is_drawn(const char *path)
{
  const char *extension = pl_path_extension(path);
  return strcasecmp(extension, ".png") == 0 || strcasecmp(extension, ".mp4") == 0;
}

/* The i-th output was in its place already when the checkpoint was written. */
static bool was_done(const run_options *options, const run_checkpoint *from, size_t i)
{
  if (!from || !from->completed) return false;
  uint64_t before = 0;
  for (size_t k = 0; k < i; k++) before += is_drawn(options->outputs[k]);
  return !is_drawn(options->outputs[i]) || before < from->drawn;
}

static pl_status open_sinks(run_outputs *out, const pl_scene *scene, const pl_world *world, const run_checkpoint *from)
{
  const run_options *options = out->options;
  pl_sink_options sink = sink_options(options, scene, from);
  if (pl_scene_camera(scene, &out->camera)) sink.camera = &out->camera;
  for (size_t i = 0; i < options->output_count; i++) {
    if (was_done(options, from, i)) continue;
    set_picture(out, i);
    sink.picture = &out->pictures[i];
    PL_TRY(pl_sink_open(options->outputs[i], &sink, &out->sinks[i]));
    if (!from) continue;
    pl_frame like;
    PL_TRY(pl_world_frame(world, out->buffer, &like));
    PL_TRY(pl_sink_start(out->sinks[i], &like));
  }
  return PL_OK;
}

static pl_status open_numbers(run_outputs *out, const pl_world *world, const run_checkpoint *from)
{
  const run_options *options = out->options;
  if (from && from->completed) return PL_OK;
  if (options->signals && from) PL_TRY(pl_file_resume(options->signals, from->signals_size, &out->signals));
  if (options->signals && !from) {
    PL_TRY(pl_file_create(options->signals, &out->signals));
    PL_TRY(run_signals_head(out->signals, world));
  }
  if (options->contacts && from) PL_TRY(pl_file_resume(options->contacts, from->contacts_size, &out->contacts));
  if (options->contacts && !from) {
    PL_TRY(pl_file_create(options->contacts, &out->contacts));
    PL_TRY(run_contacts_head(out->contacts));
  }
  if (options->state_file && from) PL_TRY(pl_file_resume(options->state_file, from->state_size, &out->states));
  if (options->state_file && !from) {
    PL_TRY(pl_file_create(options->state_file, &out->states));
    PL_TRY(run_state_head(out->states, options->scene, world));
  }
  return PL_OK;
}

/* ---- what must not be written over ---- */

static pl_status check_against_inputs(const char *output, const pl_scene *scene)
{
  for (size_t i = 0; i < pl_scene_input_count(scene); i++)
    if (is_same_file(output, pl_scene_input_at(scene, i)))
      return pl_fail(PL_ERROR_FILE,
                     "the output %s would replace %s, which the scene is made of; choose another name, or give "
                     "--overwrite-input if that is what you want",
                     output, pl_scene_input_at(scene, i));
  return PL_OK;
}

pl_status run_outputs_check(const run_options *options, const pl_scene *scene)
{
  const char *single[] = {options->signals, options->contacts, options->state_file, options->checkpoint_file};
  enum { SINGLE = sizeof single / sizeof *single };
  size_t count = SINGLE + options->output_count;
  for (size_t i = 0; i < count; i++) {
    const char *one = i < SINGLE ? single[i] : options->outputs[i - SINGLE];
    if (!one) continue;
    if (!options->overwrite_input) PL_TRY(check_against_inputs(one, scene));
    for (size_t k = 0; k < i; k++) {
      const char *other = k < SINGLE ? single[k] : options->outputs[k - SINGLE];
      if (other && is_same_file(one, other))
        return pl_fail(PL_ERROR_FILE, "the outputs %s and %s are the same file; give them different names", other, one);
    }
  }
  return PL_OK;
}

pl_status run_outputs_check_files(const run_outputs *out, const pl_scene *scene)
{
  for (size_t i = 0; i < out->options->output_count && !out->options->overwrite_input; i++)
    for (size_t k = 0; k < pl_sink_file_count(out->sinks[i]); k++)
      PL_TRY(check_against_inputs(pl_sink_file(out->sinks[i], k), scene));
  return PL_OK;
}

/* ---- open ---- */

pl_status run_outputs_open(const run_options *options, const pl_scene *scene, const pl_world *world,
                           const run_checkpoint *from, run_outputs *out)
{
  *out = (run_outputs){.options = options,
                       .frame_count = from ? from->frame_count : 0,
                       .state_count = from ? from->state_count : 0,
                       .completed = from && from->completed,
                       .drawn = from && from->completed ? (size_t)from->drawn : 0,
                       .sinks = PL_NEW(pl_sink *, options->output_count),
                       .pictures = PL_NEW(pl_render_options, options->output_count)};
  pl_status status = out->sinks && out->pictures ? pl_frame_buffer_create(&out->buffer) : PL_ERROR_MEMORY;
  pl_frame_buffer_show_detail(out->buffer, !options->no_detail);
  if (status == PL_OK) status = open_sinks(out, scene, world, from);
  if (status == PL_OK) status = open_numbers(out, world, from);
  return status;
}

pl_status run_outputs_frame(run_outputs *out, const pl_world *world)
{
  pl_frame frame;
  if (out->options->output_count) PL_TRY(pl_world_frame(world, out->buffer, &frame));
  for (size_t i = 0; i < out->options->output_count; i++) PL_TRY(pl_sink_write(out->sinks[i], &frame));
  out->frame_count++;
  return PL_OK;
}

pl_status run_outputs_step(run_outputs *out, const pl_world *world)
{
  if (out->signals) PL_TRY(run_signals_row(out->signals, world));
  if (out->contacts) PL_TRY(run_contacts_rows(out->contacts, world));
  const run_options *options = out->options;
  if (!out->states || out->state_count >= options->state_count) return PL_OK;
  if (options->states[out->state_count] != pl_world_step_count(world)) return PL_OK;
  return run_state_add(out->states, world, out->state_count++ == 0);
}

static void note_sizes(const run_outputs *out, run_checkpoint *checkpoint)
{
  checkpoint->frame_count = out->frame_count;
  checkpoint->state_count = out->state_count;
  checkpoint->completed = out->completed;
  checkpoint->drawn = out->drawn;
  checkpoint->signals_size = out->signals ? pl_file_size(out->signals) : 0;
  checkpoint->contacts_size = out->contacts ? pl_file_size(out->contacts) : 0;
  checkpoint->state_size = out->states ? pl_file_size(out->states) : 0;
}

pl_status run_outputs_keep(run_outputs *out, run_checkpoint *checkpoint)
{
  for (size_t i = 0; i < out->options->output_count; i++)
    if (out->sinks[i]) PL_TRY(pl_sink_keep(out->sinks[i]));
  if (out->signals) PL_TRY(pl_file_keep(out->signals));
  if (out->contacts) PL_TRY(pl_file_keep(out->contacts));
  if (out->states) PL_TRY(pl_file_keep(out->states));
  note_sizes(out, checkpoint);
  return PL_OK;
}

static void release(run_outputs *out)
{
  pl_release(out->sinks);
  pl_release(out->pictures);
  pl_frame_buffer_destroy(out->buffer);
  *out = (run_outputs){0};
}

void run_outputs_abandon(run_outputs *out)
{
  for (size_t i = 0; out->sinks && i < out->options->output_count; i++) pl_sink_abandon(out->sinks[i]);
  pl_file_abandon(out->signals);
  pl_file_abandon(out->contacts);
  pl_file_abandon(out->states);
  release(out);
}

/* Takes a pointer out of its place: the call it is meant for frees it, whatever comes. */
static pl_sink *take_sink(pl_sink **place)
{
  pl_sink *sink = *place;
  *place = NULL;
  return sink;
}

static pl_file *take_file(pl_file **place)
{
  pl_file *file = *place;
  *place = NULL;
  return file;
}

static pl_status suspend_all(run_outputs *out)
{
  for (size_t i = 0; i < out->options->output_count; i++)
    if (out->sinks[i]) PL_TRY(pl_sink_suspend(take_sink(&out->sinks[i])));
  if (out->signals) PL_TRY(pl_file_suspend(take_file(&out->signals)));
  if (out->contacts) PL_TRY(pl_file_suspend(take_file(&out->contacts)));
  if (out->states) PL_TRY(pl_file_suspend(take_file(&out->states)));
  return PL_OK;
}

pl_status run_outputs_suspend(run_outputs *out, run_checkpoint *checkpoint)
{
  note_sizes(out, checkpoint);
  pl_status status = suspend_all(out);
  if (status != PL_OK)
    run_outputs_abandon(out);
  else
    release(out);
  return status;
}

/* --- at the end --- */

static void write_size(double bytes, char *text, size_t size)
{
  static const char *const units[] = {"bytes", "kB", "MB", "GB", "TB"};
  int unit = 0;
  for (; bytes >= 1000 && unit < 4; unit++) bytes /= 1000;
  snprintf(text, size, unit ? "%.1f %s" : "%.0f %s", bytes, units[unit]);
}

static double bytes_of(const char *path)
{
  struct stat about;
  return stat(path, &about) == 0 ? (double)about.st_size : 0;
}

static void tell_file(const char *path)
{
  char size[32];
  write_size(bytes_of(path), size, sizeof size);
  fprintf(stderr, "  %s  (%s)\n", path, size);
}

/* The names of a sink's files, which it takes with it. */
typedef struct made {
  char **paths;
  size_t count;
  char *notes;
} made;

static void free_made(made *m)
{
  for (size_t i = 0; i < m->count; i++) pl_release(m->paths[i]);
  pl_release(m->paths);
  pl_release(m->notes);
}

static pl_status note_made(const pl_sink *sink, made *m)
{
  *m = (made){.paths = PL_NEW(char *, pl_sink_file_count(sink)), .notes = pl_text("%s", pl_sink_notes(sink))};
  bool fine = m->paths && m->notes;
  for (; fine && m->count < pl_sink_file_count(sink); m->count++)
    fine = (m->paths[m->count] = pl_text("%s", pl_sink_file(sink, m->count))) != NULL;
  if (!fine) free_made(m);
  return fine ? PL_OK : PL_ERROR_MEMORY;
}

/* All of a few, else the first and the last with the size of all. */
static void print_outputs(const made *m)
{
  enum { FEW = 8 };
  double total = 0;
  for (size_t i = 0; i < m->count; i++) total += bytes_of(m->paths[i]);
  if (m->count <= FEW) {
    for (size_t i = 0; i < m->count; i++) tell_file(m->paths[i]);
  } else {
    char size[32];
    write_size(total, size, sizeof size);
    fprintf(stderr, "  %s, ... %s  (%zu files, %s)\n", m->paths[0], m->paths[m->count - 1], m->count, size);
  }
  if (m->notes[0]) fprintf(stderr, "    %s\n", m->notes);
}

static pl_status finish_sink(run_outputs *out, size_t i)
{
  made m;
  PL_TRY(note_made(out->sinks[i], &m));
  out->drawing = out->options->outputs[i];
  pl_status status = pl_sink_finish(take_sink(&out->sinks[i]));
  progress_clear(out->progress);
  if (status == PL_OK && !out->progress->quiet) print_outputs(&m);
  free_made(&m);
  return status;
}

static pl_status finish_numbers(run_outputs *out)
{
  if (out->signals) {
    PL_TRY(pl_file_commit(take_file(&out->signals)));
    if (!out->progress->quiet) tell_file(out->options->signals);
  }
  if (out->contacts) {
    PL_TRY(pl_file_commit(take_file(&out->contacts)));
    if (!out->progress->quiet) tell_file(out->options->contacts);
  }
  if (out->states) {
    run_state_tail(out->states);
    PL_TRY(pl_file_commit(take_file(&out->states)));
    if (!out->progress->quiet) tell_file(out->options->state_file);
  }
  return PL_OK;
}

pl_status run_outputs_complete(run_outputs *out, progress *progress)
{
  out->progress = progress;
  if (!progress->quiet && (out->options->output_count || out->signals || out->contacts || out->states))
    fprintf(stderr, "Made\n");
  for (size_t i = 0; i < out->options->output_count; i++)
    if (out->sinks[i] && !is_drawn(out->options->outputs[i])) PL_TRY(finish_sink(out, i));
  PL_TRY(finish_numbers(out));
  out->completed = true;
  return PL_OK;
}

/* The next output that is drawn, or their number. */
static size_t next_drawn(const run_outputs *out)
{
  size_t i = 0;
  while (out->sinks && i < out->options->output_count && !out->sinks[i]) i++;
  return out->sinks ? i : out->options->output_count;
}

bool run_outputs_to_draw(const run_outputs *out) { return next_drawn(out) < out->options->output_count; }

pl_status run_outputs_draw(run_outputs *out)
{
  pl_status status = finish_sink(out, next_drawn(out));
  if (status == PL_OK) out->drawn++;
  return status;
}
