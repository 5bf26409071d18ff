/* SPDX-License-Identifier: MIT
   An engine's life: scenes, play, and what messages ask for. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "base/timer.h"
#include "session.h"

static const double record_apart = 1.0 / 60;     /* s between moments of the recording */
static const double fastest = 8, slowest = 1e-3; /* of play */

pl_status engine_create(const engine_options *options, engine **out)
{
  *out = PL_NEW(engine, 1);
  if (!*out) return PL_ERROR_MEMORY;
  (*out)->options = *options;
  (*out)->speed = 1;
  (*out)->tape.budget = options->tape_bytes;
  return PL_OK;
}

static void forget_world(engine *e)
{
  tape_clear(&e->tape, 1);
  report_free(&e->report);
  engine_free_rigs(e);
  engine_free_carried(e);
  pl_release(e->shapes);
  e->shapes = NULL;
  pl_world_destroy(e->world);
  e->world = NULL;
  e->held = (held){0};
  e->pull = (pull){0};
}

void engine_destroy(engine *e)
{
  if (!e) return;
  forget_world(e);
  tape_free(&e->tape);
  pl_scene_destroy(e->scene);
  for (size_t i = 0; i < e->note_count; i++) pl_bytes_free(&e->notes[i].payload);
  pl_release(e->values);
  pl_release(e->name);
  pl_release(e->text);
  pl_release(e);
}

pl_world *engine_world(engine *e) { return e->world; }

/* --- notes: sent once to each page --- */

/* Replaces the oldest. */
void engine_note(engine *e, uint32_t tag, const void *data, size_t size)
{
  if (e->note_count == MOST_NOTES) {
    pl_bytes_free(&e->notes[0].payload);
    memmove(&e->notes[0], &e->notes[1], (MOST_NOTES - 1) * sizeof *e->notes);
    e->note_count--;
  }
  note *n = &e->notes[e->note_count++];
  *n = (note){.tag = tag, .mark = ++e->mark};
  pl_bytes_put(&n->payload, data, size);
}

void engine_error(engine *e)
{
  const char *text = pl_last_error();
  engine_note(e, BLOCK_TAG('e', 'r', 'o', 'r'), text, strlen(text));
}

static void note_hash(engine *e)
{
  struct {
    uint64_t step, hash;
    uint32_t touched, whole;
  } hash = {pl_world_step_count(e->world), pl_world_hash(e->world), e->touched,
            pl_world_step_count(e->world) == pl_scene_step_count(e->scene)};
  engine_note(e, BLOCK_TAG('h', 'a', 's', 'h'), &hash, sizeof hash);
}

/* --- scenes --- */

static char *copy_text(const char *text, size_t size)
{
  char *copy = PL_NEW(char, size + 1);
  if (copy) memcpy(copy, text, size);
  return copy;
}

static uint64_t steps_apart(const engine *e)
{
  double steps = round(record_apart / pl_world_step_size(e->world));
  return steps > 1 ? (uint64_t)steps : 1;
}

pl_status engine_put_world(engine *e, pl_world *world, const char *text)
{
  forget_world(e);
  e->world = world;
  e->revision++;
  e->carried_of++;
  e->change++;
  e->behind = e->real = e->played = 0;
  e->posing = false;
  e->looked_body = e->looked_particle = 0;
  e->touched = false;
  tape_clear(&e->tape, steps_apart(e));
  PL_TRY(report_begin(&e->report, world, text));
  return tape_record(&e->tape, e->world, &e->held);
}

pl_status engine_open(engine *e, const char *name, const char *text, size_t size)
{
  if (size > SCENE_TEXT_LIMIT)
    return pl_fail(PL_ERROR_LIMIT, "%s: the scene's text has %zu bytes; at most %d are taken", name, size,
                   SCENE_TEXT_LIMIT);
  pl_scene *scene = NULL;
  pl_world *world = NULL;
  char *kept_name = copy_text(name, strlen(name)), *kept_text = copy_text(text, size);
  pl_status status = kept_name && kept_text ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK)
    status = (e->options.confined ? pl_scene_parse_confined : pl_scene_parse)(name, text, size, &scene);
  if (status == PL_OK) status = pl_scene_set_threads(scene, e->options.threads);
  if (status == PL_OK) status = pl_scene_world(scene, &world);
  if (status != PL_OK) {
    pl_scene_destroy(scene);
    pl_release(kept_name);
    pl_release(kept_text);
    return status;
  }
  pl_scene_destroy(e->scene);
  pl_release(e->name);
  pl_release(e->text);
  e->scene = scene;
  e->name = kept_name;
  e->text = kept_text;
  e->scene_number++;
  e->kept = false;
  e->playing = false; /* until whoever opened it says so, when it is as it should be */
  return engine_put_world(e, world, e->text);
}

/* --- play --- */

pl_status engine_step(engine *e)
{
  engine_limit_pull(e);
  double begun = pl_seconds();
  pl_status status = pl_world_step(e->world);
  double cost = pl_seconds() - begun;
  e->step_seconds = e->step_seconds > 0 ? 0.9 * e->step_seconds + 0.1 * cost : cost;
  e->change++;
  if (status != PL_OK) {
    e->playing = false;
    engine_error(e);
    return status;
  }
  if (pl_world_step_count(e->world) == pl_scene_step_count(e->scene)) note_hash(e);
  PL_TRY(report_step(&e->report, e->world));
  return tape_record(&e->tape, e->world, &e->held);
}

bool engine_play(engine *e, double seconds, double budget)
{
  if (!e->world || !e->playing) return false;
  double h = pl_world_step_size(e->world), begun = pl_seconds();
  if (!(seconds > 0)) seconds = 0;
  if (seconds > 0.25) seconds = 0.25; /* a page that slept does not rush after it */
  e->behind += seconds * e->speed;
  double taken = 0;
  while (e->behind >= h) {
    if (engine_step(e) != PL_OK) return false;
    e->behind -= h;
    taken += h;
    if (pl_seconds() - begun >= budget) break;
  }
  /* What cannot be caught up is dropped: play is slower than the wall then, and the page says so. */
  if (e->behind > h) e->behind = h;
  e->real = 0.95 * e->real + seconds;
  e->played = 0.95 * e->played + taken;
  return true;
}

/* Time jumped: what is recorded begins here. The text that made the world stays. */
pl_status engine_begin_report(engine *e)
{
  char *text = e->report.text;
  e->report.text = NULL;
  pl_status status = report_begin(&e->report, e->world, text ? text : e->text);
  pl_release(text);
  return status;
}

static pl_status seek(engine *e, uint64_t step)
{
  const tape_entry *entry = tape_find(&e->tape, step);
  if (!entry) return PL_OK;
  engine_drop(e);
  PL_TRY(pl_world_restore(e->world, entry->data, entry->size));
  e->held = entry->held;
  engine_let_grabs_go(&e->held);
  e->playing = false;
  e->touched = true;
  e->behind = 0;
  e->change++;
  return engine_begin_report(e);
}

static pl_status reset(engine *e)
{
  pl_world *world = NULL;
  PL_TRY(pl_scene_world(e->scene, &world));
  return engine_put_world(e, world, e->text);
}

static pl_status restore(engine *e, const block *b)
{
  engine_drop(e);
  PL_TRY(pl_world_restore(e->world, b->payload, b->size));
  e->held = (held){0};
  e->touched = true;
  e->change++;
  e->carried_of++; /* particles of subspaces that are fixed may be elsewhere */
  tape_clear(&e->tape, steps_apart(e));
  PL_TRY(engine_begin_report(e));
  return tape_record(&e->tape, e->world, &e->held);
}

static pl_status write_report(engine *e)
{
  block_writer to = {0};
  pl_status status = report_write(&e->report, e->name, e->world, &to);
  if (status == PL_OK) engine_note(e, BLOCK_TAG('r', 'e', 'p', 't'), to.bytes.data, to.bytes.size);
  block_free(&to);
  return status;
}

static pl_status save(engine *e)
{
  void *data = NULL;
  size_t size = 0;
  PL_TRY(pl_world_save(e->world, &data, &size));
  engine_note(e, BLOCK_TAG('s', 'n', 'a', 'p'), data, size);
  pl_free(data);
  note_hash(e);
  return PL_OK;
}

/* --- messages --- */

/* Fixed-size payloads; a longer one is from a newer page and its end is ignored. */
static pl_status take(const block *b, void *out, size_t size)
{
  if (b->size < size)
    return pl_fail(PL_ERROR_FORMAT, "block '%.4s' has %zu bytes; it needs %zu", (const char *)&b->tag, b->size, size);
  memcpy(out, b->payload, size);
  return PL_OK;
}

static pl_status take_numbers(const block *b, double *out, size_t count)
{
  PL_TRY(take(b, out, count * sizeof *out));
  for (size_t i = 0; i < count; i++)
    if (!isfinite(out[i]))
      return pl_fail(PL_ERROR_FORMAT, "block '%.4s' has a number that is not finite", (const char *)&b->tag);
  return PL_OK;
}

/* Two texts with a zero byte between. */
static pl_status take_texts(const block *b, const char **first, const char **second, size_t *size)
{
  const char *text = (const char *)b->payload, *end = memchr(text, 0, b->size);
  if (!end) return pl_fail(PL_ERROR_FORMAT, "block '%.4s' needs two texts", (const char *)&b->tag);
  *first = text;
  *second = end + 1;
  *size = b->size - (size_t)(end + 1 - text);
  return PL_OK;
}

static pl_status open_scene(engine *e, const block *b)
{
  const char *name = NULL, *text = NULL;
  size_t size = 0;
  PL_TRY(take_texts(b, &name, &text, &size));
  if (strlen(name) > 200 || strchr(name, '/'))
    return pl_fail(PL_ERROR_ARGUMENT, "a scene's name may not be a path, nor longer than 200 bytes");
  return engine_open(e, name, text, size);
}

static pl_status set_parameter(engine *e, const block *b)
{
  const char *path = NULL, *value = NULL;
  size_t size = 0;
  PL_TRY(take_texts(b, &path, &value, &size));
  if (size > SCENE_TEXT_LIMIT) return pl_fail(PL_ERROR_LIMIT, "%s: the value has %zu bytes", path, size);
  char *ended = copy_text(value, size);
  if (!ended) return PL_ERROR_MEMORY;
  pl_status status = engine_set_parameter(e, path, ended);
  pl_release(ended);
  return status;
}

static pl_status set_play(engine *e, const block *b)
{
  struct {
    uint32_t on, unused;
    double speed;
  } play = {0};
  PL_TRY(take(b, &play, sizeof play));
  if (!(play.speed >= slowest && play.speed <= fastest))
    return pl_fail(PL_ERROR_ARGUMENT, "play: the speed must be from %g to %g, got %g", slowest, fastest, play.speed);
  e->playing = play.on != 0;
  if (e->playing) e->posing = false;
  e->speed = play.speed;
  e->behind = e->real = e->played = 0;
  e->change++;
  return PL_OK;
}

static pl_status single_steps(engine *e, const block *b)
{
  uint32_t count = 0;
  PL_TRY(take(b, &count, sizeof count));
  if (count > 100) return pl_fail(PL_ERROR_LIMIT, "at most 100 steps are taken at once, asked for %u", count);
  e->playing = false;
  for (uint32_t i = 0; i < count && !(e->options.stopped && e->options.stopped()); i++) PL_TRY(engine_step(e));
  return PL_OK;
}

static pl_status hold(engine *e, const block *b)
{
  double numbers[6] = {0};
  uint32_t of[4] = {0};
  PL_TRY(take_numbers(b, numbers, 6));
  PL_TRY(take(&(block){b->tag, b->payload + sizeof numbers, b->size - sizeof numbers}, of, sizeof of));
  if (of[0] >= pl_world_body_count(e->world)) return pl_fail(PL_ERROR_ARGUMENT, "there is no body %u", of[0]);
  surface_point at = {.body = pl_world_body_at(e->world, of[0]), .body_index = of[0]};
  double sum = 0;
  for (int i = 0; i < 3; i++) {
    at.particles[i] = of[i + 1];
    at.weights[i] = numbers[3 + i];
    sum += numbers[3 + i];
    if (of[i + 1] >= pl_body_particle_count(at.body) || numbers[3 + i] < 0)
      return pl_fail(PL_ERROR_ARGUMENT, "particle %u of weight %g cannot be held", of[i + 1], numbers[3 + i]);
  }
  if (!(sum > 0)) return pl_fail(PL_ERROR_ARGUMENT, "what is held needs a weight");
  return engine_hold(e, &at, numbers);
}

static pl_status rays(engine *e, const block *b)
{
  double n[9] = {0};
  switch (b->tag) {
  case BLOCK_TAG('g', 'r', 'a', 'b'): PL_TRY(take_numbers(b, n, 9)); return engine_grab(e, n, n + 3, n + 6);
  case BLOCK_TAG('m', 'o', 'v', 'e'):
    PL_TRY(take_numbers(b, n, 6));
    engine_move(e, n, n + 3);
    return engine_settle(e);
  case BLOCK_TAG('p', 'u', 'l', 'l'):
    PL_TRY(take_numbers(b, n, 3));
    engine_pull(e, n);
    return engine_settle(e);
  default: PL_TRY(take_numbers(b, n, 6)); return engine_pin(e, n, n + 3);
  }
}

/* f64 view[16], u32 count, u32, f32 outline[2 count] */
static pl_status lasso(engine *e, const block *b)
{
  enum { MOST_OUTLINE = 512 };
  double view[16];
  uint32_t head[2];
  float outline[2 * MOST_OUTLINE];
  PL_TRY(take_numbers(b, view, 16));
  PL_TRY(take(&(block){b->tag, b->payload + sizeof view, b->size - sizeof view}, head, sizeof head));
  if (head[0] > MOST_OUTLINE)
    return pl_fail(PL_ERROR_LIMIT, "an outline has at most %d corners, got %u", MOST_OUTLINE, head[0]);
  const size_t before = sizeof view + sizeof head;
  PL_TRY(take(&(block){b->tag, b->payload + before, b->size - before}, outline, 2 * head[0] * sizeof *outline));
  return engine_lasso(e, view, outline, head[0]);
}

/* u32 handle, u32, f64 target[3] */
static pl_status move_handle(engine *e, const block *b)
{
  uint32_t head[2];
  double target[3];
  PL_TRY(take(b, head, sizeof head));
  PL_TRY(take_numbers(&(block){b->tag, b->payload + sizeof head, b->size - sizeof head}, target, 3));
  return engine_move_handle(e, head[0], target);
}

static pl_status set_posing(engine *e, const block *b)
{
  uint32_t on = 0;
  PL_TRY(take(b, &on, sizeof on));
  return engine_set_posing(e, on != 0);
}

/* format, zero byte */
static pl_status export_moments(engine *e, const block *b)
{
  const char *format = NULL, *rest = NULL;
  size_t size = 0;
  PL_TRY(take_texts(b, &format, &rest, &size));
  if (!e->options.export)
    return pl_fail(PL_ERROR_ARGUMENT, "files of what was played are made by `pliant view`, not in a browser");
  return e->options.export(e, format);
}

/* What needs a world. */
static pl_status act(engine *e, const block *b)
{
  uint64_t step = 0;
  switch (b->tag) {
  case BLOCK_TAG('p', 'l', 'a', 'y'): return set_play(e, b);
  case BLOCK_TAG('s', 't', 'e', 'p'): return single_steps(e, b);
  case BLOCK_TAG('r', 's', 'e', 't'): return reset(e);
  case BLOCK_TAG('s', 'e', 'e', 'k'): PL_TRY(take(b, &step, sizeof step)); return seek(e, step);
  case BLOCK_TAG('g', 'r', 'a', 'b'):
  case BLOCK_TAG('m', 'o', 'v', 'e'):
  case BLOCK_TAG('p', 'u', 'l', 'l'):
  case BLOCK_TAG('p', 'i', 'n', ' '): return rays(e, b);
  case BLOCK_TAG('h', 'o', 'l', 'd'): return hold(e, b);
  case BLOCK_TAG('d', 'r', 'o', 'p'): engine_drop(e); return PL_OK;
  case BLOCK_TAG('u', 'n', 'p', 'n'): engine_unpin(e); return PL_OK;
  case BLOCK_TAG('l', 'a', 's', 's'): return lasso(e, b);
  case BLOCK_TAG('h', 'n', 'd', 'l'): return move_handle(e, b);
  case BLOCK_TAG('u', 'n', 'h', 'd'): engine_remove_handles(e); return PL_OK;
  case BLOCK_TAG('p', 'o', 's', 'e'): return set_posing(e, b);
  case BLOCK_TAG('e', 'd', 'i', 't'): return engine_edit(e, (const char *)b->payload, b->size);
  case BLOCK_TAG('p', 'a', 'r', 'm'): return set_parameter(e, b);
  case BLOCK_TAG('s', 'a', 'v', 'e'): return save(e);
  case BLOCK_TAG('r', 'e', 'p', 't'): return write_report(e);
  case BLOCK_TAG('e', 'x', 'p', 't'): return export_moments(e, b);
  case BLOCK_TAG('l', 'o', 'a', 'd'): return restore(e, b);
  default: return PL_OK; /* of a newer page */
  }
}

static pl_status want(engine_client *client, const block *b)
{
  uint32_t wanted[5] = {0}; /* pages of before say less */
  PL_TRY(take(b, wanted, 3 * sizeof *wanted));
  memcpy(wanted, b->payload, b->size < sizeof wanted ? b->size / sizeof *wanted * sizeof *wanted : sizeof wanted);
  if (wanted[0] >= ENGINE_COLOR_COUNT) return pl_fail(PL_ERROR_ARGUMENT, "there is no way of colouring %u", wanted[0]);
  client->color = wanted[0];
  client->contacts = wanted[1] != 0;
  client->exact = wanted[2] != 0;
  client->carried = wanted[4] != 0;
  client->overlays = wanted[3] & ((1U << ENGINE_OVERLAY_COUNT) - 1);
  client->seen_change--;
  return PL_OK;
}

static pl_status run_command(engine *e, engine_client *client, bool may_act, const block *b)
{
  if (b->tag == BLOCK_TAG('a', 'c', 'k', 'n')) return take(b, &client->acknowledged, sizeof client->acknowledged);
  if (b->tag == BLOCK_TAG('w', 'a', 'n', 't')) return want(client, b);
  if (!may_act) return PL_OK;
  if (b->tag == BLOCK_TAG('o', 'p', 'e', 'n')) return open_scene(e, b);
  return e->world ? act(e, b) : PL_OK;
}

engine_client engine_join(const engine *e) { return (engine_client){.marks = e->mark}; }

pl_status engine_message(engine *e, engine_client *client, bool may_act, const void *data, size_t size)
{
  block_reader reader;
  PL_TRY(block_open(data, size, &reader));
  block b;
  while (block_next(&reader, &b))
    if (run_command(e, client, may_act, &b) != PL_OK) engine_error(e);
  return PL_OK;
}

void engine_release_grab(engine *e)
{
  if (e->world) engine_drop(e);
}

/* --- what a page gets --- */

static void write_notes(engine *e, engine_client *client, block_writer *to)
{
  for (size_t i = 0; i < e->note_count; i++) {
    const note *n = &e->notes[i];
    if ((int32_t)(n->mark - client->marks) <= 0) continue;
    block_begin(to, n->tag);
    block_put(to, n->payload.data, n->payload.size);
    block_end(to);
    client->marks = n->mark;
  }
}

static pl_status write_hello(block_writer *to)
{
  char *schema = NULL;
  PL_TRY(pl_scene_schema(&schema));
  block_text(to, BLOCK_TAG('h', 'e', 'l', 'o'), pl_version());
  block_text(to, BLOCK_TAG('s', 'c', 'h', 'm'), schema);
  pl_free(schema);
  engine_write_look(to);
  return PL_OK;
}

pl_status engine_write(engine *e, engine_client *client, block_writer *to)
{
  block_message(to);
  if (!client->greeted) PL_TRY(write_hello(to));
  client->greeted = true;
  write_notes(e, client, to);
  if (!e->world) return to->bytes.status;
  if (client->scene != e->scene_number) engine_write_scene(e, to);
  bool fresh = client->revision != e->revision || client->scene != e->scene_number;
  bool frame = (fresh || client->seen_change != e->change) && client->sent == client->acknowledged;
  client->scene = e->scene_number;
  if (fresh || frame) PL_TRY(engine_write_topology(e, client, to));
  if (frame) {
    PL_TRY(engine_write_weights(e, client, to));
    client->sent = ++e->frame;
    client->seen_change = e->change;
    PL_TRY(engine_write_frame(e, client, to));
  }
  return to->bytes.status;
}
