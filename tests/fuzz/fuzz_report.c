/* SPDX-License-Identifier: MIT
   Reports that were saved on the page, as somebody would forge them: patches of five bytes on a good one
   (../world/snapshot/forge.h), or any bytes. Read or refused; and what they hold, too, by a world that is made of
   another scene. */
#include "report.h"

#include "../world/snapshot/forge.h"
#include "harness.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A world with a bit of everything, changed and reported. */
static void make_report(block_writer *to)
{
  report r = {0};
  forged_world f = forged_make();
  require(report_begin(&r, f.world, "{ \"pliant\": 1 }") == PL_OK);
  forged_host(&f);
  require(report_step(&r, f.world) == PL_OK);
  require(report_write(&r, "forged.json", f.world, to) == PL_OK);
  report_free(&r);
  pl_world_destroy(f.world);
}

/* A sum of all that can be read, so that nothing of it is left out. */
static size_t read_all(const report_view *view)
{
  size_t sum = 0;
  require(memchr(view->made, 0, sizeof view->made) != NULL);
  require(memchr(view->name, 0, sizeof view->name) != NULL);
  for (size_t k = 0; k < view->text_size; k++) sum += (unsigned char)view->text[k];
  for (size_t k = 0; k < view->mark_count; k++) sum += report_mark_at(view, k).step;
  return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static forged_world forged;
  static block_writer good;
  static void *start;
  static size_t start_size;
  static volatile size_t sum;
  report_view view = {0};
  if (!forged.world) {
    forged = forged_make();
    require(pl_world_save(forged.world, &start, &start_size) == PL_OK);
    if (block_empty(&good)) make_report(&good);
  }
  if (size == 0) return 0;
  bool any = data[0] == 255;
  size_t length = any ? size - 1 : good.bytes.size;
  unsigned char *copy = malloc(length + 1);
  require(copy != NULL);
  memcpy(copy, any ? data + 1 : good.bytes.data, length);
  if (!any) forge(copy, length, data, size);
  if (report_read(copy, length, &view) == PL_OK) {
    sum = sum + read_all(&view);
    if (view.start) (void)pl_world_restore(forged.world, view.start, view.start_size);
    if (pl_world_replay(forged.world, view.changes, view.change_size) == PL_OK) (void)pl_world_step(forged.world);
    require(is_finite_state(forged.world));
    require(pl_world_replay(forged.world, NULL, 0) == PL_OK);
  }
  free(copy);
  if (pl_world_restore(forged.world, start, start_size) == PL_OK) return 0;
  pl_world_destroy(forged.world); /* a body went */
  pl_free(start);
  forged.world = NULL;
  return 0;
}
