/* SPDX-License-Identifier: MIT
   What was played, moment by moment, for those who make files of it. */
#include <string.h>

#include "base/status.h"
#include "session.h"

/* The world that is played keeps its own state: another one goes through the recorded states. */
pl_status engine_each_moment(engine *e, pl_status (*each)(const pl_world *world, void *user), void *user)
{
  pl_world *world = NULL;
  PL_TRY(pl_scene_world(e->scene, &world));
  pl_status status = PL_OK;
  for (size_t i = 0; i < e->tape.count && status == PL_OK; i++) {
    status = pl_world_restore(world, e->tape.entries[i].data, e->tape.entries[i].size);
    if (status == PL_OK) status = each(world, user);
  }
  pl_world_destroy(world);
  return status;
}

double engine_moments_per_second(const engine *e) { return 1 / (pl_world_step_size(e->world) * (double)e->tape.apart); }

void engine_write_file(engine *e, const char *name, const void *data, size_t size)
{
  pl_bytes reported = {0};
  pl_bytes_put(&reported, name, strlen(name) + 1);
  pl_bytes_put(&reported, data, size);
  if (reported.status == PL_OK) engine_note(e, BLOCK_TAG('f', 'i', 'l', 'e'), reported.data, reported.size);
  pl_bytes_free(&reported);
}
