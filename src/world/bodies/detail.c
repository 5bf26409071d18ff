/* SPDX-License-Identifier: MIT
   The fine mesh that a body carries for show: bound when it is given, put back when it is asked for. */
#include "pliant/detail.h"
#include "base/floats.h"

#include "base/memory.h"
#include "base/status.h"
#include "mesh/detail/detail.h"
#include "world/world.h"

struct pl_detail {
  pl_mesh *mesh;
  pl_detail_bond *bonds; /* storage order of the body's particles */
  pl_normals coarse;     /* of the body's triangles, storage order */
  pl_normals fine;
  double *positions, *velocities;
  uint64_t made_at[3]; /* revision of the world: positions, velocities, normals */
};

void pl_detail_free(struct pl_detail *detail)
{
  if (!detail) return;
  pl_mesh_destroy(detail->mesh);
  pl_release(detail->bonds);
  pl_normals_free(&detail->coarse);
  pl_normals_free(&detail->fine);
  pl_release(detail->positions);
  pl_release(detail->velocities);
  pl_release(detail);
}

/* Triangles of the body as its particles are stored. */
static pl_status place_triangles(const pl_body *body, pl_normals *out)
{
  pl_mesh_data rest = pl_mesh_view(body->rest);
  uint32_t *placed = PL_NEW(uint32_t, 3 * rest.triangle_count);
  if (!placed) return PL_ERROR_MEMORY;
  for (size_t k = 0; k < 3 * rest.triangle_count; k++) placed[k] = body->place[rest.triangles[k]];
  pl_status status = pl_normals_create(placed, rest.triangle_count, rest.vertex_count, out);
  pl_release(placed);
  return status;
}

static pl_status build(const pl_body *body, const pl_mesh_data *mesh, struct pl_detail *detail,
                       pl_detail_report *report)
{
  pl_mesh_data rest = pl_mesh_view(body->rest), shown = *mesh;
  shown.vertex_volumes = NULL; /* nothing but its look is wanted */
  shown.edges = NULL;
  shown.edge_count = 0;
  shown.edge_shares = shown.edge_weights = NULL;
  PL_TRY(pl_mesh_create(&shown, &detail->mesh));
  detail->bonds = PL_NEW(pl_detail_bond, mesh->vertex_count);
  detail->positions = PL_NEW(double, 3 * mesh->vertex_count);
  detail->velocities = PL_NEW(double, 3 * mesh->vertex_count);
  if (!detail->bonds || !detail->positions || !detail->velocities) return PL_ERROR_MEMORY;
  PL_TRY(pl_normals_create(mesh->triangles, mesh->triangle_count, mesh->vertex_count, &detail->fine));
  pl_detail_surface surface = {rest.positions, rest.vertex_count, rest.triangles, rest.triangle_count};
  PL_TRY(pl_detail_bind(&surface, mesh->positions, mesh->vertex_count, body->world->pool, detail->bonds, report));
  for (size_t i = 0; i < mesh->vertex_count; i++)
    for (int k = 0; k < 3; k++) detail->bonds[i].corner[k] = body->place[detail->bonds[i].corner[k]];
  return place_triangles(body, &detail->coarse);
}

pl_status pl_detail_create(pl_body *body, const pl_mesh *mesh, pl_detail_report *report)
{
  PL_OWN_FLOATS;
  if (!body || !mesh) return pl_fail(PL_ERROR_ARGUMENT, "pl_detail_create: %s is NULL", body ? "mesh" : "body");
  if (pl_mesh_view(body->rest).triangle_count == 0)
    return pl_fail(PL_ERROR_MESH, "body '%s' has no triangles that could carry a detail", body->name);
  pl_mesh_data data = pl_mesh_view(mesh);
  if (data.triangle_count == 0)
    return pl_fail(PL_ERROR_MESH, "the detail of body '%s' has no triangles to be seen", body->name);
  PL_TRY(pl_body_refuse_cuts(body, "a detail"));
  struct pl_detail *detail = PL_NEW(struct pl_detail, 1);
  if (!detail) return PL_ERROR_MEMORY;
  pl_detail_report made;
  pl_status status = build(body, &data, detail, &made);
  if (status != PL_OK) {
    pl_detail_free(detail);
    return status;
  }
  pl_detail_free(body->detail);
  body->detail = detail;
  if (report) *report = made;
  return PL_OK;
}

void pl_detail_destroy(pl_body *body)
{
  if (!body) return;
  pl_detail_free(body->detail);
  body->detail = NULL;
}

/* ---- questions: the answers are kept until the world changes ---- */

pl_mesh_data pl_detail_mesh(const pl_body *body)
{
  return body && body->detail ? pl_mesh_view(body->detail->mesh) : (pl_mesh_data){0};
}

static bool is_due(const pl_body *body, int what)
{
  uint64_t now = body->world->revision;
  if (body->detail->made_at[what] == now) return false;
  body->detail->made_at[what] = now;
  return true;
}

const double *pl_detail_positions(const pl_body *body)
{
  PL_OWN_FLOATS;
  if (!body || !body->detail) return NULL;
  struct pl_detail *d = body->detail;
  if (is_due(body, 0)) {
    pl_normals_update(&d->coarse, body->view.x, body->world->pool);
    pl_detail_positions_of(d->bonds, d->fine.vertex_count, body->view.x, &d->coarse, body->world->pool, d->positions);
  }
  return d->positions;
}

const double *pl_detail_velocities(const pl_body *body)
{
  PL_OWN_FLOATS;
  if (!body || !body->detail) return NULL;
  struct pl_detail *d = body->detail;
  if (is_due(body, 1)) {
    pl_normals_update_rates(&d->coarse, body->view.x, body->view.v, body->world->pool);
    pl_detail_velocities_of(d->bonds, d->fine.vertex_count, body->view.v, &d->coarse, body->world->pool, d->velocities);
  }
  return d->velocities;
}

const double *pl_detail_normals(const pl_body *body)
{
  PL_OWN_FLOATS;
  if (!body || !body->detail) return NULL;
  struct pl_detail *d = body->detail;
  if (is_due(body, 2)) pl_normals_update(&d->fine, pl_detail_positions(body), body->world->pool);
  return d->fine.normal;
}

pl_status pl_detail_interpolate(const pl_body *body, const double *values, int components, double *out)
{
  PL_OWN_FLOATS;
  if (!body || !values || !out || components < 1)
    return pl_fail(PL_ERROR_ARGUMENT, "pl_detail_interpolate needs a body, values, and room for the result");
  if (!body->detail) return pl_fail(PL_ERROR_ARGUMENT, "body '%s' has no detail", body->name);
  size_t count = body->detail->fine.vertex_count, width = (size_t)components;
  for (size_t i = 0; i < count; i++) {
    /* those of the normal never leave the triangle */
    const pl_detail_bond *bond = &body->detail->bonds[i];
    double w[3] = {bond->normal[0], bond->normal[1], 1 - bond->normal[0] - bond->normal[1]};
    const double *from[3];
    for (int k = 0; k < 3; k++) from[k] = values + width * body->order[bond->corner[k]];
    for (size_t c = 0; c < width; c++) out[width * i + c] = w[0] * from[0][c] + w[1] * from[1][c] + w[2] * from[2][c];
  }
  return PL_OK;
}
