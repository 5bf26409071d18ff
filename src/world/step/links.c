/* SPDX-License-Identifier: MIT
   Links of a body that may break, as callers see them, and what does not go with them. */
#include <string.h>

#include "base/floats.h"
#include "base/status.h"
#include "matter/fracture.h"
#include "matter/molten.h"
#include "world/bodies/skin.h"
#include "world/world.h"

/* ---- what cannot be combined with them ---- */

static bool breaks(const pl_body_def *def)
{
  return pl_fracture_is_on(&def->fracture) || (def->heat.conducts && def->heat.melting_point > 0);
}

pl_status pl_body_check_cuts(const pl_body_def *def)
{
  if (!breaks(def)) return PL_OK;
  if (def->volume.mode != PL_VOLUME_FREE)
    return pl_fail(
        PL_ERROR_UNSUPPORTED,
        "the body may break (fracture, heat.melting_point) and is to keep its volume: what has a tear encloses "
        "none; leave one of them out");
  return PL_OK;
}

pl_status pl_body_refuse_cuts(const pl_body *body, const char *what)
{
  if (!body->view.links) return PL_OK;
  return pl_fail(PL_ERROR_UNSUPPORTED,
                 "body '%s' may break (fracture, heat.melting_point) and cannot have %s: leave one "
                 "of them out",
                 body->name, what);
}

/* ---- consequences of changed links ---- */

void pl_body_find_pieces(pl_body *body)
{
  pl_matter_find_pieces(body->matter, body->model, &body->view);
  pl_body_find_skin(body);
}

pl_status pl_body_restored(pl_body *body, const pl_model_context *context)
{
  pl_body_find_pieces(body);
  return body->model->restored(&body->view, context);
}

/* ---- molten matter ---- */

static bool is_cohesive(const pl_body *body)
{
  return body->view.links && body->def.heat.cohesion > 0 && !body->view.traits.carried &&
         body->view.links->pieces.count > 1 && !pl_body_is_asleep(body);
}

static double mean_link(const pl_body *body)
{
  pl_fibres fibres;
  body->model->fibres(&body->view, &fibres);
  double sum = 0;
  for (size_t k = 0; k < fibres.link_count; k++) sum += fibres.link_length[k] / (double)fibres.link_count;
  return sum;
}

static size_t list_molten(const pl_body *body, pl_molten *out)
{
  const pl_pieces *pieces = &body->view.links->pieces;
  double distance = body->def.heat.droplet > 0 ? body->def.heat.droplet : mean_link(body);
  size_t count = 0;
  for (size_t p = 0; p < pieces->count; p++) {
    if (pieces->first[p + 1] - pieces->first[p] > 1) continue;
    size_t i = pieces->particle[pieces->first[p]];
    out[count++] =
        (pl_molten){body->view.x + 3 * i, body->view.v + 3 * i,    body->world->blocks.force + 3 * (body->first + i),
                    body->view.mass[i],   body->def.heat.cohesion, distance};
  }
  return count;
}

/* Stage 1. */
pl_status pl_world_push_molten(pl_world *world)
{
  size_t most = 0, count = 0;
  for (size_t b = 0; b < world->body_count; b++)
    if (is_cohesive(world->bodies[b])) most += world->bodies[b]->count;
  if (most == 0) return PL_OK;
  pl_arena_mark mark = pl_arena_here(&world->scratch);
  pl_molten *list = PL_TAKE(&world->scratch, pl_molten, most);
  if (!list) return PL_ERROR_MEMORY;
  for (size_t b = 0; b < world->body_count; b++)
    if (is_cohesive(world->bodies[b])) count += list_molten(world->bodies[b], list + count);
  PL_TRY(pl_molten_push(list, count, world->h, world->pool, &world->scratch));
  pl_arena_back_to(&world->scratch, mark);
  return PL_OK;
}

/* ---- as callers see them ---- */

static void fibres_of(const pl_body *body, pl_fibres *out)
{
  *out = (pl_fibres){0};
  if (body->view.links && body->model->fibres) body->model->fibres(&body->view, out);
}

size_t pl_body_link_count(const pl_body *body) { return body && body->view.links ? body->view.links->count : 0; }

pl_status pl_body_links(const pl_body *body, uint32_t *ends, uint8_t *state)
{
  PL_OWN_FLOATS;
  if (!body) return pl_fail(PL_ERROR_ARGUMENT, "pl_body_links: body is NULL");
  pl_fibres fibres;
  fibres_of(body, &fibres);
  size_t count = pl_body_link_count(body);
  for (size_t k = 0; ends && k < 2 * count; k++)
    ends[k] = fibres.link_ends ? body->order[fibres.link_ends[k]] : UINT32_MAX;
  if (state && count) memcpy(state, body->view.links->state, count);
  return PL_OK;
}

pl_status pl_body_set_links(pl_body *body, const uint8_t *state)
{
  PL_OWN_FLOATS;
  if (!body || !state) return pl_fail(PL_ERROR_ARGUMENT, "pl_body_set_links: %s is NULL", body ? "state" : "body");
  size_t count = pl_body_link_count(body);
  if (count == 0)
    return pl_fail(PL_ERROR_UNSUPPORTED,
                   "body '%s' has no links that may break: give it a fracture limit when it is made", body->name);
  for (size_t k = 0; k < count; k++)
    if (state[k] > PL_LINK_CREASED)
      return pl_fail(PL_ERROR_ARGUMENT, "pl_body_set_links: state[%zu] is %u, which is no pl_link_state", k, state[k]);
  pl_bytes payload = {0};
  pl_bytes_put(&payload, state, count);
  return pl_change_queue(body->world, PL_CHANGE_BODY_LINKS, body, &payload);
}

pl_status pl_links_apply(pl_body *body, pl_reader *payload)
{
  size_t count = pl_body_link_count(body);
  const uint8_t *given = pl_reader_take(payload, count, 1);
  if (!given || !count) return pl_fail(PL_ERROR_FORMAT, "recorded links do not fit body '%s'", body->name);
  for (size_t k = 0; k < count; k++)
    if (given[k] > PL_LINK_CREASED)
      return pl_fail(PL_ERROR_FORMAT, "a recorded link of body '%s' is damaged", body->name);
  uint8_t *state = body->matter->links.state;
  for (size_t k = 0; k < count; k++)
    if (state[k] != PL_LINK_BROKEN) state[k] = given[k];
  pl_body_forget_energy(body);
  pl_model_context context = pl_world_context(body->world);
  pl_matter_setup setup = pl_body_matter(body);
  PL_TRY(pl_matter_links_changed(&setup, &context));
  pl_body_find_skin(body);
  return PL_OK;
}
