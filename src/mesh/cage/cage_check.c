/* SPDX-License-Identifier: MIT
   What is wrong with a cage. */
#include <math.h>
#include <string.h>

#include "base/floats.h"
#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"
#include "mesh/cage/cage.h"
#include "mesh/core/words.h"
#include "mesh/query/clearance.h"
#include "mesh/query/separation.h"
#include "pliant/mesh_info.h"

/* Boxes of faces, one array per side, so that comparing them is quick. */
static pl_status find_crossings(const pl_mesh_data *cage, double gap, pl_cage_report *r)
{
  size_t m = cage->triangle_count;
  double *box = PL_NEW(double, 6 * m);
  if (!box) return PL_ERROR_MEMORY;
  for (size_t t = 0; t < m; t++)
    for (size_t k = 0; k < 3; k++) {
      const uint32_t *v = cage->triangles + 3 * t;
      double a = cage->positions[3 * (size_t)v[0] + k], b = cage->positions[3 * (size_t)v[1] + k],
             c = cage->positions[3 * (size_t)v[2] + k];
      box[k * m + t] = fmin(a, fmin(b, c)) - gap;
      box[(3 + k) * m + t] = fmax(a, fmax(b, c));
    }
  for (size_t s = 0; s < m; s++)
    for (size_t t = s + 1; t < m; t++) {
      bool overlap = true;
      for (size_t k = 0; k < 3; k++)
        overlap = overlap && box[k * m + t] <= box[(3 + k) * m + s] && box[k * m + s] <= box[(3 + k) * m + t];
      if (!overlap || !pl_triangles_meet(cage->positions, cage->triangles + 3 * s, cage->triangles + 3 * t, gap))
        continue;
      if (r->crossing_count++ > 0) continue;
      r->first_crossing[0] = s;
      r->first_crossing[1] = t;
    }
  pl_release(box);
  return PL_OK;
}

static pl_status check_alone(const pl_mesh *cage, pl_cage_report *r)
{
  pl_mesh_info info;
  pl_mesh_data data = pl_mesh_view(cage);
  PL_TRY(pl_mesh_inspect(cage, &info));
  r->vertex_count = info.vertex_count;
  r->triangle_count = info.triangle_count;
  r->closed = info.closed && info.triangle_count > 0;
  r->oriented = info.oriented;
  r->manifold = info.manifold;
  r->outward = info.volume > 0;
  r->parts = info.components;
  r->degenerate_count = info.degenerate_count;
  r->first_degenerate = info.first_degenerate;
  r->unused_count = info.unused_vertex_count;
  r->first_unused = info.first_unused_vertex;
  double size[3];
  pl_vec3_sub(info.high, info.low, size);
  if (!(r->margin > 0)) r->margin = 1e-6 * pl_vec3_length(size);
  return find_crossings(&data, 1e-9 * pl_vec3_length(size), r);
}

static void check_vertices(const pl_mesh_data *mesh, const pl_inside *cage, pl_cage_report *r)
{
  for (size_t v = 0; v < mesh->vertex_count; v++) {
    pl_bvh_point closest;
    if (pl_bvh_closest(cage->bvh, mesh->positions + 3 * v, r->clearance, &closest)) r->clearance = closest.distance;
    if (pl_inside_contains(cage, mesh->positions + 3 * v)) continue;
    if (r->outside_count++ == 0) r->first_outside = v;
  }
}

static void check_faces(const pl_mesh_data *cage, const pl_cage_target *target, pl_cage_report *r)
{
  for (size_t t = 0; t < cage->triangle_count; t++) {
    const double *p[3];
    for (size_t k = 0; k < 3; k++) {
      pl_bvh_point closest;
      p[k] = cage->positions + 3 * (size_t)cage->triangles[3 * t + k];
      if (pl_bvh_closest(target->bvh, p[k], r->clearance, &closest)) r->clearance = closest.distance;
    }
    /* the test errs by a hundredth: a cage made with this margin passes */
    if (pl_triangle_is_clear(target->bvh, p[0], p[1], p[2], 0.98 * r->margin)) continue;
    if (r->near_count++ == 0) r->first_near = t;
  }
}

static pl_status check_around(const pl_mesh_data *cage, const pl_mesh_data *mesh, pl_cage_report *r)
{
  pl_inside inside = {0};
  pl_cage_target target = {0};
  pl_status status =
      pl_inside_create(cage->positions, cage->vertex_count, cage->triangles, cage->triangle_count, &inside);
  if (status == PL_OK) status = pl_cage_target_create(mesh, r->margin, &target);
  if (status == PL_OK) {
    check_vertices(mesh, &inside, r);
    check_faces(cage, &target, r);
  }
  pl_cage_target_free(&target);
  pl_inside_free(&inside);
  return status;
}

pl_status pl_cage_check(const pl_mesh *cage, const pl_mesh *mesh, double margin, pl_cage_report *report)
{
  PL_OWN_FLOATS;
  if (!cage || !report) return pl_fail(PL_ERROR_ARGUMENT, "pl_cage_check: the cage or the report is NULL");
  if (!(margin >= 0) || !isfinite(margin))
    return pl_fail(PL_ERROR_ARGUMENT, "the margin of a cage must be a number of metres, 0 or above, got %g", margin);
  pl_cage_report r = {.margin = margin, .clearance = INFINITY};
  PL_TRY(check_alone(cage, &r));
  if (mesh) {
    pl_mesh_data of_cage = pl_mesh_view(cage), data = pl_mesh_view(mesh);
    PL_TRY(check_around(&of_cage, &data, &r));
  }
  r.good = r.closed && r.oriented && r.outward && r.manifold && r.degenerate_count == 0 && r.unused_count == 0 &&
           r.crossing_count == 0 && r.outside_count == 0 && r.near_count == 0;
  *report = r;
  return PL_OK;
}

static void describe_faults(const pl_cage_report *r, pl_words *w)
{
  if (!r->closed) pl_say(w, "It is not closed: `pliant mesh info` tells where its holes are.\n");
  if (!r->oriented) pl_say(w, "Its faces do not agree on what is outside; `pliant mesh repair` turns them.\n");
  if (r->closed && r->oriented && !r->outward) pl_say(w, "Its faces look inwards; `pliant mesh repair` turns them.\n");
  if (!r->manifold) pl_say(w, "It is not a manifold: faces around a vertex or edge do not form one fan.\n");
  if (r->degenerate_count)
    pl_say(w, "%zu %s no area, face %zu the first; `pliant mesh repair` drops them.\n",
           PL_COUNTED(r->degenerate_count, "face has", "faces have"), r->first_degenerate);
  if (r->unused_count)
    pl_say(w, "%zu %s no face, vertex %zu the first; `pliant mesh repair --drop-unused` drops them.\n",
           PL_COUNTED(r->unused_count, "vertex has", "vertices have"), r->first_unused);
  if (r->crossing_count)
    pl_say(w, "%zu %s, faces %zu and %zu the first.\n",
           PL_COUNTED(r->crossing_count, "pair of faces meets", "pairs of faces meet"), r->first_crossing[0],
           r->first_crossing[1]);
  if (r->outside_count)
    pl_say(w, "%zu %s outside, vertex %zu the first.\n",
           PL_COUNTED(r->outside_count, "vertex of the mesh is", "vertices of the mesh are"), r->first_outside);
  if (r->near_count)
    pl_say(w, "%zu %s nearer to the mesh than %.3g m, face %zu the first.\n",
           PL_COUNTED(r->near_count, "face comes", "faces come"), r->margin, r->first_near);
}

size_t pl_cage_describe(const pl_cage_report *report, char *text, size_t size)
{
  PL_OWN_FLOATS;
  pl_words w = {text, size, 0};
  if (size) *text = '\0';
  pl_say(&w, "A cage of %zu vertices and %zu faces%s", report->vertex_count, report->triangle_count,
         report->parts > 1 ? "" : ".\n");
  if (report->parts > 1) pl_say(&w, " in %zu parts.\n", report->parts);
  if (report->box) pl_say(&w, "Nothing nearer than a box was valid around this mesh.\n");
  if (report->wanted && report->wanted != report->vertex_count)
    pl_say(&w, "%zu vertices were wanted; this is the nearest number that could be reached.\n", report->wanted);
  if (report->wanted && !report->box)
    pl_say(&w, "It began at %.3g m from the mesh%s.\n", report->offset,
           report->tries > 1 ? ", because nearer ones could not be reduced so far" : "");
  describe_faults(report, &w);
  if (isfinite(report->clearance) && report->outside_count == 0)
    pl_say(&w, "The mesh is inside; the least distance between them is %.3g m.\n", report->clearance);
  if (report->good) pl_say(&w, "It is closed, faces outwards and does not meet itself.\n");
  return w.used;
}
