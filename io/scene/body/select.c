/* SPDX-License-Identifier: MIT
   Which particles a selection means. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "scene/read/data.h"

typedef struct selector {
  pl_scene *scene;
  const pl_scene_body *body;
  pl_mesh_data mesh;
  double slack; /* m; a particle that rounding put this far outside still counts */
  size_t names; /* how many of the body's named selections may be used: those before the one being read */
} selector;

static pl_status mark(const selector *s, const pl_scene_selection *selection, bool *chosen);

static void mark_box(const selector *s, const double low[3], const double high[3], bool *chosen)
{
  for (size_t i = 0; i < s->mesh.vertex_count; i++) {
    const double *x = s->mesh.positions + 3 * i;
    bool inside = true;
    for (int k = 0; k < 3; k++) inside = inside && x[k] >= low[k] - s->slack && x[k] <= high[k] + s->slack;
    chosen[i] = inside;
  }
}

static void mark_sphere(const selector *s, const double center[3], double radius, bool *chosen)
{
  for (size_t i = 0; i < s->mesh.vertex_count; i++) {
    const double *x = s->mesh.positions + 3 * i;
    double d[3] = {x[0] - center[0], x[1] - center[1], x[2] - center[2]};
    chosen[i] = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]) <= radius + s->slack;
  }
}

static pl_status mark_plane(const selector *s, const pl_scene_selection *selection, bool *chosen)
{
  const double *n = selection->plane.normal, *p = selection->plane.point;
  double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  if (!(length > 0) || !isfinite(length))
    return pl_scene_fail(s->scene, pl_json_member(selection->plane.at, "normal"), "must not be of length zero");
  for (size_t i = 0; i < s->mesh.vertex_count; i++) {
    const double *x = s->mesh.positions + 3 * i;
    double height = ((x[0] - p[0]) * n[0] + (x[1] - p[1]) * n[1] + (x[2] - p[2]) * n[2]) / length;
    chosen[i] = height >= -s->slack;
  }
  return PL_OK;
}

static pl_status mark_index(const selector *s, const pl_json *at, uint32_t index, bool *chosen)
{
  if (index >= s->mesh.vertex_count)
    return pl_scene_fail(s->scene, at, "has particle %u, but body \"%s\" has the particles 0 to %zu", index,
                         s->body->name, s->mesh.vertex_count - 1);
  chosen[index] = true;
  return PL_OK;
}

static pl_status mark_range(const selector *s, const pl_scene_selection *selection, bool *chosen)
{
  uint32_t first = selection->range.first, last = selection->range.last, stride = selection->range.stride;
  if (last < first)
    return pl_scene_fail(s->scene, selection->range.at, "must have last (%u) not before first (%u)", last, first);
  PL_TRY(mark_index(s, selection->range.at, last, chosen));
  chosen[last] = false;
  for (size_t i = first; i <= last; i += stride) chosen[i] = true;
  return PL_OK;
}

static pl_status mark_indices(const selector *s, const pl_scene_selection *selection, bool *chosen)
{
  for (size_t i = 0; i < selection->indices.count; i++)
    PL_TRY(mark_index(s, selection->indices.at, selection->indices.values[i], chosen));
  return PL_OK;
}

static pl_status mark_named(const selector *s, const pl_scene_selection *selection, bool *chosen)
{
  if (strcmp(selection->name, "all") == 0) {
    for (size_t i = 0; i < s->mesh.vertex_count; i++) chosen[i] = true;
    return PL_OK;
  }
  const pl_scene_named_selection *named = s->body->selections.items;
  for (size_t i = 0; i < s->names; i++)
    if (strcmp(named[i].name, selection->name) == 0) {
      selector before = *s;
      before.names = i;
      return mark(&before, named[i].particles, chosen);
    }
  for (size_t i = s->names; i < s->body->selections.count; i++)
    if (strcmp(named[i].name, selection->name) == 0)
      return pl_scene_fail(s->scene, selection->at, "uses the selection \"%s\" before it is there; put that one first",
                           selection->name);
  return pl_scene_fail(s->scene, selection->at,
                       "must be \"all\" or the name of one of the body's selections; there is none called \"%s\"",
                       selection->name);
}

static pl_status mark_list(const selector *s, const pl_scene_list *list, bool every, bool *chosen)
{
  bool *part = PL_NEW(bool, s->mesh.vertex_count);
  if (!part) return PL_ERROR_MEMORY;
  pl_status status = PL_OK;
  for (size_t i = 0; i < s->mesh.vertex_count; i++) chosen[i] = every;
  for (size_t j = 0; j < list->count && status == PL_OK; j++) {
    memset(part, 0, s->mesh.vertex_count * sizeof *part);
    status = mark(s, (const pl_scene_selection *)list->items + j, part);
    for (size_t i = 0; i < s->mesh.vertex_count; i++) chosen[i] = every ? chosen[i] && part[i] : chosen[i] || part[i];
  }
  pl_release(part);
  return status;
}

/* `chosen` is all false at the start. */
static pl_status mark(const selector *s, const pl_scene_selection *selection, bool *chosen)
{
  if (selection->name) return mark_named(s, selection, chosen);
  if (selection->indices.at) return mark_indices(s, selection, chosen);
  if (selection->range.at) return mark_range(s, selection, chosen);
  if (selection->plane.at) return mark_plane(s, selection, chosen);
  if (selection->any.at) return mark_list(s, &selection->any, false, chosen);
  if (selection->every.at) return mark_list(s, &selection->every, true, chosen);
  if (selection->complement) {
    PL_TRY(mark(s, selection->complement, chosen));
    for (size_t i = 0; i < s->mesh.vertex_count; i++) chosen[i] = !chosen[i];
    return PL_OK;
  }
  if (selection->box.at) {
    for (int k = 0; k < 3; k++)
      if (selection->box.low[k] > selection->box.high[k])
        return pl_scene_fail(s->scene, selection->box.at, "must have low below high, but %c goes from %g to %g",
                             "xyz"[k], selection -> box.low[k], selection->box.high[k]);
    mark_box(s, selection->box.low, selection->box.high, chosen);
  } else {
    mark_sphere(s, selection->sphere.center, selection->sphere.radius, chosen);
  }
  return PL_OK;
}

static void bounds(const pl_mesh_data *mesh, double low[3], double high[3])
{
  for (int k = 0; k < 3; k++) {
    low[k] = INFINITY;
    high[k] = -INFINITY;
    for (size_t i = 0; i < mesh->vertex_count; i++) {
      low[k] = fmin(low[k], mesh->positions[3 * i + (size_t)k]);
      high[k] = fmax(high[k], mesh->positions[3 * i + (size_t)k]);
    }
  }
}

static pl_status gather(const selector *s, const pl_json *at, const bool *chosen, const double low[3],
                        const double high[3], uint32_t **particles, size_t *count)
{
  size_t n = 0;
  for (size_t i = 0; i < s->mesh.vertex_count; i++) n += chosen[i];
  if (n == 0)
    return pl_scene_fail(
        s->scene, at,
        "selects none of the %zu particles of body \"%s\", which lie between [%g, %g, %g] and [%g, %g, %g] m",
        s->mesh.vertex_count, s->body->name, low[0], low[1], low[2], high[0], high[1], high[2]);
  *particles = PL_KEEP(s->scene, uint32_t, n);
  if (!*particles) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < s->mesh.vertex_count; i++)
    if (chosen[i]) (*particles)[(*count)++] = (uint32_t)i;
  return PL_OK;
}

pl_status pl_scene_select(pl_scene *scene, const pl_scene_body *body, const pl_scene_selection *selection, size_t names,
                          uint32_t **particles, size_t *count)
{
  *particles = NULL;
  *count = 0;
  selector s = {.scene = scene, .body = body, .mesh = pl_mesh_view(body->built), .names = names};
  double low[3], high[3];
  bounds(&s.mesh, low, high);
  /* Wide enough for the rounding of s (i, j, k) and of a rotation, far less than the distance of particles. */
  for (int k = 0; k < 3; k++) s.slack = fmax(s.slack, 1e-9 * fmax(high[k] - low[k], fmax(fabs(low[k]), fabs(high[k]))));
  bool *chosen = PL_NEW(bool, s.mesh.vertex_count);
  if (!chosen) return PL_ERROR_MEMORY;
  pl_status status = mark(&s, selection, chosen);
  if (status == PL_OK) status = gather(&s, selection->at, chosen, low, high, particles, count);
  pl_release(chosen);
  return status;
}
