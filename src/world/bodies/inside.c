/* SPDX-License-Identifier: MIT */
#include "pliant/inside.h"

#include <math.h>
#include <string.h>

#include "base/floats.h"
#include "base/status.h"
#include "world/world.h"

pl_carriers pl_body_carriers(const pl_body *body)
{
  pl_carriers out = {0};
  if (body && body->model->carriers) body->model->carriers(&body->view, &out);
  return out;
}

static pl_status check(const char *what, const pl_body *body, const double *out)
{
  if (!body || !out) return pl_fail(PL_ERROR_ARGUMENT, "%s: a pointer is NULL", what);
  return PL_OK;
}

/* `out` is in storage order until now. */
static void reorder(const pl_body *body, const double *from, double *out)
{
  for (size_t i = 0; i < body->count; i++) out[body->order[i]] = from[i];
}

/* Room in storage order, from the world's scratch arena. */
static pl_status take_zeros(const pl_body *body, double **out)
{
  *out = PL_TAKE(&body->world->scratch, double, body->count);
  if (!*out) return PL_ERROR_MEMORY;
  memset(*out, 0, body->count * sizeof **out);
  return PL_OK;
}

/* |rest - first| / length of one fibre. */
static double strain_of(const pl_fibres *f, size_t k)
{
  double sum = 0;
  for (size_t c = f->components * k; c < f->components * (k + 1); c++) {
    double d = f->rest[c] - f->first[c];
    sum += d * d;
  }
  return sqrt(sum) / f->length[k];
}

pl_status pl_body_plastic_strain(const pl_body *body, double *strain)
{
  PL_OWN_FLOATS;
  PL_TRY(check("pl_body_plastic_strain", body, strain));
  memset(strain, 0, body->count * sizeof *strain);
  pl_fibres f = {0};
  if (body->model->fibres) body->model->fibres(&body->view, &f);
  if (!f.rest || !f.first) return PL_OK;
  pl_arena *scratch = &body->world->scratch;
  pl_arena_mark mark = pl_arena_here(scratch);
  double *sums = PL_TAKE(scratch, double, body->count), *counts = PL_TAKE(scratch, double, body->count);
  pl_status status = sums && counts ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK) {
    memset(sums, 0, body->count * sizeof *sums);
    memset(counts, 0, body->count * sizeof *counts);
    for (size_t k = 0; k < f.count - f.still; k++) {
      if (!(f.length[k] > 0)) continue;
      double of = strain_of(&f, k);
      for (size_t end = 0; end < 2; end++) {
        sums[f.ends[2 * k + end]] += of;
        counts[f.ends[2 * k + end]]++;
      }
    }
    for (size_t i = 0; i < body->count; i++) sums[i] = counts[i] > 0 ? sums[i] / counts[i] : 0;
    reorder(body, sums, strain);
  }
  pl_arena_back_to(scratch, mark);
  return status;
}

pl_status pl_body_volume_weights(const pl_body *body, double *weights)
{
  PL_OWN_FLOATS;
  PL_TRY(check("pl_body_volume_weights", body, weights));
  memset(weights, 0, body->count * sizeof *weights);
  const pl_volume *volume = body->volume;
  if (!volume || body->def.volume.mode != PL_VOLUME_KEEP) return PL_OK;
  reorder(body, volume->smoothed, weights);
  for (size_t i = 0; i < body->count; i++) weights[i] *= (double)volume->shape.site_count;
  return PL_OK;
}

pl_status pl_body_region(const pl_body *body, uint32_t particle, double *member)
{
  PL_OWN_FLOATS;
  PL_TRY(check("pl_body_region", body, member));
  if (particle >= body->count)
    return pl_fail(PL_ERROR_ARGUMENT, "pl_body_region: particle %u does not exist; body '%s' has %zu", particle,
                   body->name, body->count);
  memset(member, 0, body->count * sizeof *member);
  if (!body->model->region) return PL_OK;
  double *stored;
  pl_arena_mark mark = pl_arena_here(&body->world->scratch);
  PL_TRY(take_zeros(body, &stored));
  body->model->region(&body->view, body->place[particle], stored);
  reorder(body, stored, member);
  pl_arena_back_to(&body->world->scratch, mark);
  return PL_OK;
}

pl_status pl_body_paths(const pl_body *body, double *path)
{
  PL_OWN_FLOATS;
  PL_TRY(check("pl_body_paths", body, path));
  memset(path, 0, body->count * sizeof *path);
  if (!body->model->paths) return PL_OK;
  double *stored;
  pl_arena_mark mark = pl_arena_here(&body->world->scratch);
  PL_TRY(take_zeros(body, &stored));
  body->model->paths(&body->view, stored);
  reorder(body, stored, path);
  pl_arena_back_to(&body->world->scratch, mark);
  return PL_OK;
}
