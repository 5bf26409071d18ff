/* SPDX-License-Identifier: MIT
   The blobby surface that a body shows: found when it is asked for. */
#include "mesh/blobby/blobby.h"

#include <math.h>

#include "base/floats.h"
#include "base/limits.h"
#include "base/memory.h"
#include "base/status.h"
#include "world/world.h"

struct pl_body_blobby {
  pl_blobby_def def;
  pl_blobby blobby;
};

void pl_body_blobby_free(struct pl_body_blobby *blobby)
{
  if (!blobby) return;
  pl_blobby_free(&blobby->blobby);
  pl_release(blobby);
}

pl_blobby_def pl_default_blobby_def(void) { return (pl_blobby_def){.sharpness = 2}; }

static pl_status check(const pl_blobby_def *def)
{
  if (!(def->radius >= 0 && isfinite(def->radius)))
    return pl_fail(PL_ERROR_ARGUMENT, "blobby.radius must be zero or positive, in m, got %g", def->radius);
  if (!(def->spacing >= 0 && def->spacing <= 0.5 * def->radius))
    return pl_fail(PL_ERROR_ARGUMENT, "blobby.spacing must be from 0 to half the radius of %g m, got %g", def->radius,
                   def->spacing);
  if (!(def->sharpness >= 0.1 && def->sharpness <= 100))
    return pl_fail(PL_ERROR_ARGUMENT, "blobby.sharpness must be from 0.1 to 100, got %g", def->sharpness);
  return pl_limit_check_size(PL_QUANTITY_LENGTH, "blobby.radius", def->radius);
}

pl_status pl_body_set_blobby(pl_body *body, const pl_blobby_def *def)
{
  PL_OWN_FLOATS;
  if (!body || !def) return pl_fail(PL_ERROR_ARGUMENT, "pl_body_set_blobby: %s is NULL", body ? "def" : "body");
  PL_TRY(check(def));
  if (def->radius == 0) {
    pl_body_blobby_free(body->blobby);
    body->blobby = NULL;
    return PL_OK;
  }
  if (!body->blobby) body->blobby = PL_NEW(struct pl_body_blobby, 1);
  if (!body->blobby) return PL_ERROR_MEMORY;
  body->blobby->def = *def;
  return PL_OK;
}

pl_blobby_def pl_body_blobby_def(const pl_body *body)
{
  return body && body->blobby ? body->blobby->def : pl_default_blobby_def();
}

pl_status pl_body_blobby(const pl_body *body, pl_blobby_surface *out)
{
  PL_OWN_FLOATS;
  if (!body || !out) return pl_fail(PL_ERROR_ARGUMENT, "pl_body_blobby: %s is NULL", body ? "out" : "body");
  *out = (pl_blobby_surface){0};
  if (!body->blobby) return PL_OK;
  pl_status status =
      pl_blobby_find(&body->blobby->blobby, &body->blobby->def, pl_body_positions(body), body->count, out);
  return status == PL_OK ? PL_OK : pl_fail_in(status, "body '%s': ", body->name);
}
