/* SPDX-License-Identifier: MIT */
#include "report.h"

#include <string.h>

#include "base/isa.h"
#include "base/memory.h"
#include "base/status.h"

void report_free(report *r)
{
  pl_release(r->text);
  pl_free(r->start);
  *r = (report){0};
}

pl_status report_begin(report *r, pl_world *world, const char *text)
{
  size_t size = strlen(text) + 1;
  char *copy = PL_NEW(char, size);
  if (!copy) return PL_ERROR_MEMORY;
  memcpy(copy, text, size);
  report_free(r);
  r->text = copy;
  r->apart = REPORT_APART;
  PL_TRY(pl_world_record(world, false));
  PL_TRY(pl_world_save(world, &r->start, &r->start_size)); /* what is queued is in it */
  return pl_world_record(world, true);
}

/* Every second mark goes when there is no room, and the rest are farther apart. */
static void add_mark(report *r, const pl_world *world)
{
  if (r->mark_count == REPORT_MARKS) {
    for (size_t i = 0; i < REPORT_MARKS / 2; i++) r->marks[i] = r->marks[2 * i];
    r->mark_count = REPORT_MARKS / 2;
    r->apart *= 2;
  }
  r->marks[r->mark_count++] = (report_mark){pl_world_step_count(world), pl_world_hash(world)};
}

pl_status report_step(report *r, pl_world *world)
{
  if (!r->text) return PL_OK;
  bool due = pl_world_step_count(world) % r->apart == 0;
  bool full = due && r->mark_count == REPORT_MARKS && r->apart == REPORT_MOST_APART;
  if (due && !full) add_mark(r, world);
  const void *data;
  size_t size;
  PL_TRY(pl_world_recording(world, &data, &size));
  if (!full && size <= REPORT_CHANGES_LIMIT) return PL_OK;
  char *text = r->text;
  r->text = NULL;
  pl_status status = report_begin(r, world, text);
  pl_release(text);
  return status;
}

static void put_block(block_writer *to, uint32_t tag, const void *data, size_t size)
{
  block_begin(to, tag);
  block_put(to, data, size);
  block_end(to);
}

pl_status report_write(report *r, const char *name, pl_world *world, block_writer *to)
{
  const void *changes = NULL;
  size_t size = 0;
  if (!r->text) return pl_fail(PL_ERROR_ARGUMENT, "nothing was recorded that could be reported");
  PL_TRY(pl_world_recording(world, &changes, &size));
  block_message(to);
  block_begin(to, BLOCK_TAG('m', 'a', 'd', 'e'));
  block_put(to, pl_version(), strlen(pl_version()));
  block_put(to, " ", 1);
  block_put(to, pl_isa_name(pl_isa_best()), strlen(pl_isa_name(pl_isa_best())));
  block_end(to);
  block_text(to, BLOCK_TAG('n', 'a', 'm', 'e'), name);
  block_text(to, BLOCK_TAG('t', 'e', 'x', 't'), r->text);
  put_block(to, BLOCK_TAG('s', 'n', 'a', 'p'), r->start, r->start_size);
  put_block(to, BLOCK_TAG('c', 'h', 'n', 'g'), changes, size);
  report_mark last = {pl_world_step_count(world), pl_world_hash(world)};
  bool marked = r->mark_count > 0 && r->marks[r->mark_count - 1].step == last.step;
  block_begin(to, BLOCK_TAG('m', 'a', 'r', 'k'));
  block_put(to, r->marks, (r->mark_count - marked) * sizeof *r->marks);
  block_put(to, &last, sizeof last);
  block_end(to);
  return to->bytes.status;
}

/* --- reading --- */

static void copy_text(char *to, size_t room, const block *b)
{
  size_t size = b->size < room - 1 ? b->size : room - 1;
  memcpy(to, b->payload, size);
  to[size] = '\0';
}

pl_status report_read(const void *data, size_t size, report_view *out)
{
  *out = (report_view){0};
  block_reader reader;
  PL_TRY(block_open(data, size, &reader));
  for (block b; block_next(&reader, &b);) {
    switch (b.tag) {
    case BLOCK_TAG('m', 'a', 'd', 'e'): copy_text(out->made, sizeof out->made, &b); break;
    case BLOCK_TAG('n', 'a', 'm', 'e'): copy_text(out->name, sizeof out->name, &b); break;
    case BLOCK_TAG('t', 'e', 'x', 't'):
      out->text = (const char *)b.payload;
      out->text_size = b.size;
      break;
    case BLOCK_TAG('s', 'n', 'a', 'p'):
      out->start = b.payload;
      out->start_size = b.size;
      break;
    case BLOCK_TAG('c', 'h', 'n', 'g'):
      out->changes = b.payload;
      out->change_size = b.size;
      break;
    case BLOCK_TAG('m', 'a', 'r', 'k'):
      out->marks = b.payload;
      out->mark_count = b.size / sizeof(report_mark);
      break;
    default: break;
    }
  }
  if (!out->text || !out->changes || out->mark_count == 0)
    return pl_fail(PL_ERROR_FORMAT, "the report is cut off: it has no scene, no changes or no hashes");
  if (out->mark_count > REPORT_MARKS + 1) /* and the last one */
    return pl_fail(PL_ERROR_FORMAT, "the report is damaged: it has more hashes than any");
  for (size_t i = 1; i < out->mark_count; i++)
    if (report_mark_at(out, i).step < report_mark_at(out, i - 1).step)
      return pl_fail(PL_ERROR_FORMAT, "the report is damaged: its hashes are not in order");
  return PL_OK;
}

report_mark report_mark_at(const report_view *view, size_t i)
{
  report_mark mark;
  memcpy(&mark, view->marks + i * sizeof mark, sizeof mark);
  return mark;
}

uint64_t report_most_apart(const report_view *view)
{
  return view->mark_count > REPORT_MARKS / 2 ? REPORT_MOST_APART : REPORT_APART; /* add_mark */
}
