/* SPDX-License-Identifier: MIT
   Any bytes as a report that was saved on the page: read or refused; and its state and its changes, too, by a world
   that is made of another scene. */
#include "harness.h"

#include "../world/snapshot/forge.h"
#include "report.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static forged_world forged;
  report_view view = {0};
  if (!forged.world) forged = forged_make();
  if (report_read(data, size, &view) != PL_OK) return 0;
  require(memchr(view.made, 0, sizeof view.made) != NULL);
  require(memchr(view.name, 0, sizeof view.name) != NULL);
  size_t sum = 0;
  for (size_t k = 0; k < view.text_size; k++) sum += (unsigned char)view.text[k];
  for (size_t k = 0; k < view.mark_count; k++) sum += report_mark_at(&view, k).step;
  if (sum == 1) fputs("", stderr); /* so that reading is not left out */
  if (view.start) (void)pl_world_restore(forged.world, view.start, view.start_size);
  if (pl_world_replay(forged.world, view.changes, view.change_size) == PL_OK) (void)pl_world_step(forged.world);
  require(is_finite_state(forged.world));
  require(pl_world_replay(forged.world, NULL, 0) == PL_OK);
  return 0;
}
