/* SPDX-License-Identifier: MIT
   Cages around meshes: tries offsets from near to far until the wanted number of vertices is reached. */
#include "mesh/cage/cage.h"

#include <math.h>
#include <string.h>

#include "base/floats.h"
#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"
#include "mesh/core/mesh.h"

enum { CAGE_MARK = 0x63616765, VERTICES_LEAST = 8, REFINEMENTS = 8 };

pl_cage_def pl_default_cage_def(void) { return (pl_cage_def){.mark = CAGE_MARK, .vertices = 56}; }

/* ---- the target ---- */

/* Edges and single vertices, as triangles that use a vertex twice or three times, after the real ones. */
static size_t list_all(const pl_mesh_data *mesh, bool *used, uint32_t *out)
{
  size_t count = mesh->triangle_count;
  if (count) memcpy(out, mesh->triangles, 3 * count * sizeof *out);
  for (size_t i = 0; i < 3 * count; i++) used[out[i]] = true;
  for (size_t e = 0; e < mesh->edge_count; e++) {
    uint32_t a = mesh->edges[2 * e], b = mesh->edges[2 * e + 1];
    if (used[a] && used[b] && mesh->triangle_count) continue; /* edges of a surface, or inside it */
    uint32_t *t = out + 3 * count++;
    t[0] = a;
    t[1] = t[2] = b;
  }
  for (size_t e = 0; e < 2 * mesh->edge_count; e++) used[mesh->edges[e]] = true;
  for (uint32_t v = 0; v < mesh->vertex_count; v++) {
    if (used[v]) continue;
    uint32_t *t = out + 3 * count++;
    t[0] = t[1] = t[2] = v;
  }
  return count;
}

static void measure(const pl_mesh_data *mesh, pl_cage_target *out)
{
  for (int k = 0; k < 3; k++) {
    out->low[k] = INFINITY;
    out->high[k] = -INFINITY;
  }
  for (size_t i = 0; i < 3 * mesh->vertex_count; i++) {
    out->low[i % 3] = fmin(out->low[i % 3], mesh->positions[i]);
    out->high[i % 3] = fmax(out->high[i % 3], mesh->positions[i]);
  }
  out->size = mesh->vertex_count ? pl_vec3_distance(out->low, out->high) : 0;
}

pl_status pl_cage_target_create(const pl_mesh_data *mesh, double margin, pl_cage_target *out)
{
  *out = (pl_cage_target){0};
  measure(mesh, out);
  if (!(out->size > 0)) return pl_fail(PL_ERROR_MESH, "a mesh without extent cannot be put into a cage");
  out->margin = margin > 0 ? margin : 0.01 * out->size;
  out->gap = 1e-4 * out->size;
  bool *used = PL_NEW(bool, mesh->vertex_count);
  uint32_t *all = PL_NEW(uint32_t, 3 * (mesh->triangle_count + mesh->edge_count + mesh->vertex_count));
  pl_status status = used && all ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK) status = pl_bvh_create(mesh->positions, all, list_all(mesh, used, all), &out->bvh);
  if (status == PL_OK)
    status = pl_inside_create(mesh->positions, mesh->vertex_count, mesh->triangles, mesh->triangle_count, &out->body);
  pl_release(used);
  pl_release(all);
  return status;
}

void pl_cage_target_free(pl_cage_target *target)
{
  pl_bvh_destroy(target->bvh);
  pl_inside_free(&target->body);
  *target = (pl_cage_target){0};
}

/* ---- tries ---- */

/* The surface at an offset, with several times as many vertices as are wanted. */
static pl_status surface_for(const pl_cage_target *target, double offset, size_t wanted, pl_mesh_builder *out)
{
  double cell = 0.6 * (offset - target->margin);
  for (int i = 0;; i++) {
    PL_TRY(pl_cage_surface(target, offset, cell, out));
    if (out->vertex_count >= 4 * wanted || i == REFINEMENTS) return PL_OK;
    cell *= 0.9 * sqrt((double)out->vertex_count / (4 * (double)wanted));
    pl_builder_free(out);
    *out = (pl_mesh_builder){0};
  }
}

static pl_status try_offset(const pl_cage_target *target, double offset, size_t wanted, const pl_mesh *mesh,
                            pl_mesh **out, pl_cage_report *report)
{
  pl_mesh_builder surface = {0};
  pl_cage_faces faces = {0};
  pl_status status = surface_for(target, offset, wanted, &surface);
  if (status == PL_OK) {
    faces = (pl_cage_faces){surface.positions, surface.vertex_count, surface.triangles, surface.triangle_count};
    status = pl_cage_collapse(target, wanted, &faces);
  }
  const pl_mesh_data data = {.positions = faces.positions,
                             .vertex_count = faces.vertex_count,
                             .triangles = faces.triangles,
                             .triangle_count = faces.triangle_count};
  if (status == PL_OK) status = pl_mesh_create(&data, out);
  pl_builder_free(&surface);
  PL_TRY(status);
  status = pl_cage_check(*out, mesh, target->margin, report);
  if (status != PL_OK) {
    pl_mesh_destroy(*out);
    *out = NULL;
  }
  return status;
}

/* What always works: a box. */
static pl_status make_box(const pl_cage_target *target, const pl_mesh *mesh, pl_mesh **out, pl_cage_report *report)
{
  pl_mesh_builder b = {0};
  double room = 2 * target->margin + 0.02 * target->size;
  for (int c = 0; c < 8; c++) {
    double p[3];
    for (int k = 0; k < 3; k++) p[k] = c >> k & 1 ? target->high[k] + room : target->low[k] - room;
    pl_builder_vertex(&b, p[0], p[1], p[2]);
  }
  static const uint32_t quads[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                       {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
  for (int f = 0; f < 6; f++) pl_builder_quad(&b, quads[f][0], quads[f][1], quads[f][2], quads[f][3]);
  PL_TRY(pl_builder_finish(&b, out));
  pl_status status = pl_cage_check(*out, mesh, target->margin, report);
  report->box = true;
  return status;
}

static double miss(size_t count, size_t wanted) { return fabs((double)count - (double)wanted) / (double)wanted; }

/* Offsets grow until the number is met within a twentieth; the best of all is kept. */
static pl_status try_offsets(const pl_cage_target *target, const pl_cage_def *def, pl_mesh **out, pl_cage_report *best)
{
  static const double factors[] = {1, 1.4, 2, 2.8, 4, 5.6};
  double first = def->offset > 0 ? def->offset : fmax(0.05 * target->size, 2.5 * target->margin);
  size_t tries = 0;
  for (size_t i = 0; i < sizeof factors / sizeof *factors; i++) {
    pl_mesh *cage = NULL;
    pl_cage_report report;
    PL_TRY(try_offset(target, first * factors[i], def->vertices, def->mesh, &cage, &report));
    tries++;
    report.offset = first * factors[i];
    bool better =
        report.good && (!*out || miss(report.vertex_count, def->vertices) < miss(best->vertex_count, def->vertices));
    if (better) {
      pl_mesh_destroy(*out);
      *out = cage;
      *best = report;
      best->tries = tries;
    } else {
      pl_mesh_destroy(cage);
    }
    if (*out && miss(best->vertex_count, def->vertices) <= 0.05) return PL_OK;
  }
  return *out ? PL_OK : make_box(target, def->mesh, out, best);
}

static pl_status check_def(const pl_cage_def *def)
{
  if (!def || def->mark != CAGE_MARK)
    return pl_fail(PL_ERROR_ARGUMENT, "a cage definition must begin as pl_default_cage_def() returns it");
  if (!def->mesh) return pl_fail(PL_ERROR_ARGUMENT, "a cage needs a mesh to go around");
  if (def->vertices < VERTICES_LEAST || def->vertices > 1000000)
    return pl_fail(PL_ERROR_ARGUMENT, "a cage has from %d to 1000000 vertices, got %zu", VERTICES_LEAST, def->vertices);
  if (!(def->margin >= 0) || !isfinite(def->margin))
    return pl_fail(PL_ERROR_ARGUMENT, "the margin of a cage must be a number of metres, 0 or above, got %g",
                   def->margin);
  if (!(def->offset >= 0) || !isfinite(def->offset))
    return pl_fail(PL_ERROR_ARGUMENT, "the offset of a cage must be a number of metres, 0 or above, got %g",
                   def->offset);
  return PL_OK;
}

pl_status pl_make_cage(const pl_cage_def *def, pl_mesh **out, pl_cage_report *report)
{
  PL_OWN_FLOATS;
  PL_TRY(check_def(def));
  pl_cage_target target;
  pl_cage_report best = {0};
  pl_mesh *cage = NULL;
  pl_mesh_data data = pl_mesh_view(def->mesh);
  pl_status status = pl_cage_target_create(&data, def->margin, &target);
  if (status == PL_OK && def->offset > 0 && def->offset < 1.5 * target.margin)
    status =
        pl_fail(PL_ERROR_ARGUMENT, "an offset of %g m leaves no room: it must be at least 1.5 times the margin, %g m",
                def->offset, target.margin);
  if (status == PL_OK) status = try_offsets(&target, def, &cage, &best);
  pl_cage_target_free(&target);
  if (status != PL_OK) {
    pl_mesh_destroy(cage);
    return status;
  }
  best.wanted = def->vertices;
  if (report) *report = best;
  *out = cage;
  return PL_OK;
}
