/* SPDX-License-Identifier: MIT
   What pliant/cage.h offers of Green Coordinates. */
#include <string.h>

#include "base/floats.h"
#include "base/memory.h"
#include "base/status.h"
#include "mesh/cage/carry.h"
#include "pliant/cage.h"

struct pl_rig {
  pl_pool *pool;
  pl_green *green;
  double *normals; /* s_j n_j where the cage is now */
  pl_carry carry;
};

static pl_status make_green(const pl_mesh *cage, pl_green **out)
{
  if (!cage) return pl_fail(PL_ERROR_ARGUMENT, "the cage is NULL");
  pl_mesh_data data = pl_mesh_view(cage);
  return pl_green_create(data.positions, data.vertex_count, data.triangles, data.triangle_count, out);
}

pl_status pl_cage_coordinates(const pl_mesh *cage, const double *points, size_t count, int threads, double *phi,
                              double *psi, double *dphi, double *dpsi)
{
  PL_OWN_FLOATS;
  pl_green *green = NULL;
  pl_pool *pool = NULL;
  if (!phi || !psi || !dphi != !dpsi || (count && !points))
    return pl_fail(PL_ERROR_ARGUMENT,
                   "pl_cage_coordinates: points, phi and psi must not be NULL, dphi and dpsi only together");
  PL_TRY(make_green(cage, &green));
  pl_status status = pl_pool_create(threads, NULL, NULL, &pool);
  if (status == PL_OK)
    status = pl_green_coordinates(green, points, count, pool, &(pl_green_values){phi, psi, dphi, dpsi});
  pl_pool_destroy(pool);
  pl_green_destroy(green);
  return status;
}

static pl_status make_rig(const pl_mesh *cage, const double *points, size_t count, int threads, pl_rig *rig)
{
  PL_TRY(make_green(cage, &rig->green));
  PL_TRY(pl_pool_create(threads, NULL, NULL, &rig->pool));
  rig->normals = PL_NEW(double, 3 * rig->green->face_count);
  if (!rig->normals) return PL_ERROR_MEMORY;
  memcpy(rig->normals, rig->green->normals, 3 * rig->green->face_count * sizeof(double));
  return pl_carry_create(rig->green, points, count, rig->pool, &rig->carry);
}

pl_status pl_rig_create(const pl_mesh *cage, const double *points, size_t count, int threads, pl_rig **out)
{
  PL_OWN_FLOATS;
  if (!out || (count && !points)) return pl_fail(PL_ERROR_ARGUMENT, "pl_rig_create: points and out must not be NULL");
  pl_rig *rig = PL_NEW(pl_rig, 1);
  if (!rig) return PL_ERROR_MEMORY;
  pl_status status = make_rig(cage, points, count, threads, rig);
  if (status == PL_OK)
    *out = rig;
  else
    pl_rig_destroy(rig);
  return status;
}

void pl_rig_destroy(pl_rig *rig)
{
  if (!rig) return;
  pl_carry_free(&rig->carry);
  pl_release(rig->normals);
  pl_pool_destroy(rig->pool);
  pl_green_destroy(rig->green);
  pl_release(rig);
}

void pl_rig_carry(pl_rig *rig, const double *cage_positions, double *out)
{
  PL_OWN_FLOATS;
  pl_green_normals(rig->green, cage_positions, rig->normals, NULL);
  pl_carry_points(&rig->carry, cage_positions, rig->normals, rig->pool, out);
}
