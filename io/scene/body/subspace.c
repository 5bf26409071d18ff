/* SPDX-License-Identifier: MIT
   The subspace of a body: what it is made from is read with the scene, it is made with the world. */
#include "pliant/subspace.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "pliant/io_mesh.h"
#include "pliant/io_subspace.h"
#include "scene/read/resolve.h"

static pl_status read_sample(pl_scene *scene, const pl_scene_sample *sample, size_t vertex_count, double *positions)
{
  const pl_json *at = pl_json_member(sample->at, "file");
  const char *path = NULL;
  PL_TRY(pl_scene_path(scene, at, sample->file, &path));
  pl_mesh *mesh = NULL;
  PL_TRY(pl_scene_wrap(scene, at, pl_mesh_load(path, &mesh, NULL)));
  pl_mesh_data data = pl_mesh_view(mesh);
  pl_status status = PL_OK;
  if (data.vertex_count == vertex_count)
    memcpy(positions, data.positions, 3 * vertex_count * sizeof(double));
  else
    status =
        pl_scene_fail(scene, at, "has %zu vertices, but the body has %zu particles", data.vertex_count, vertex_count);
  pl_mesh_destroy(mesh);
  return status;
}

static pl_status read_samples(pl_scene *scene, pl_scene_subspace *subspace, size_t vertex_count)
{
  if (subspace->samples.count == 0) return pl_scene_fail(scene, subspace->samples.at, "needs at least one sample");
  double *positions = PL_KEEP(scene, double, 3 * vertex_count * subspace->samples.count);
  if (!positions) return PL_ERROR_MEMORY;
  const pl_scene_sample *samples = subspace->samples.items;
  for (size_t s = 0; s < subspace->samples.count; s++)
    if (samples[s].file) PL_TRY(read_sample(scene, &samples[s], vertex_count, positions + 3 * s * vertex_count));
  subspace->positions = positions;
  return PL_OK;
}

static pl_status read_basis(pl_scene *scene, pl_scene_subspace *subspace, const pl_mesh_data *rest)
{
  const char *path = NULL;
  PL_TRY(pl_scene_path(scene, pl_json_member(subspace->at, "file"), subspace->file, &path));
  double *basis = NULL;
  PL_TRY(pl_scene_wrap(scene, pl_json_member(subspace->at, "file"),
                       pl_subspace_load(path, rest, &basis, &subspace->basis_size)));
  size_t count = rest->vertex_count * subspace->basis_size;
  double *kept = PL_KEEP(scene, double, count);
  if (kept) memcpy(kept, basis, count * sizeof(double));
  subspace->basis = kept;
  subspace->path = path;
  pl_free(basis);
  return kept ? PL_OK : PL_ERROR_MEMORY;
}

pl_status pl_scene_resolve_subspace(pl_scene *scene, pl_scene_body *body)
{
  pl_scene_subspace *subspace = &body->subspace;
  if (!subspace->at) return PL_OK;
  pl_mesh_data rest = pl_mesh_view(body->built);
  const pl_json *rotations = pl_json_member(subspace->at, "rotations"), *size = pl_json_member(subspace->at, "size");
  if (!rotations) subspace->rotations = body->pins.count == 0;
  if (size && !subspace->samples.at)
    PL_TRY(pl_scene_warn(scene, size, "is not used: it says how many functions are made from samples"));
  if (rotations && subspace->file) PL_TRY(pl_scene_warn(scene, rotations, "is not used: the file has its functions"));
  if (rotations && subspace->rotations && body->pins.count)
    PL_TRY(pl_scene_warn(scene, rotations, "tears the body from its pins: turning it as a whole does not move these"));
  if (subspace->file) return read_basis(scene, subspace, &rest);
  return subspace->samples.at ? read_samples(scene, subspace, rest.vertex_count) : PL_OK;
}

/* The body from its start under another gravity. */
static pl_status take_pose(pl_world *world, const pl_body *body, const pl_scene_sample *sample, double *positions)
{
  PL_TRY(pl_world_reset(world));
  PL_TRY(pl_world_set_gravity(world, sample->gravity));
  long steps = lround(sample->seconds / pl_world_step_size(world));
  for (long k = 0; k < steps || k == 0; k++) PL_TRY(pl_world_step(world));
  memcpy(positions, pl_body_positions(body), 3 * pl_body_particle_count(body) * sizeof(double));
  return PL_OK;
}

/* Samples that are not in files, in a world of their own. */
static pl_status take_poses(const pl_scene *scene, const pl_scene_body *given, double *positions)
{
  const pl_scene_list *list = &given->subspace.samples;
  const pl_scene_sample *samples = list->items;
  size_t posed = 0, row = 0;
  for (size_t s = 0; s < list->count; s++) posed += samples[s].file == NULL;
  if (posed == 0) return PL_OK;
  pl_world_def def = pl_default_world_def();
  def.step = scene->data.time.step;
  def.substeps = scene->data.time.substeps;
  def.threads = scene->data.threads;
  pl_world *world = NULL;
  pl_body *body = NULL;
  PL_TRY(pl_world_create(&def, &world));
  pl_status status = pl_body_create(world, &given->def, &body);
  row = 3 * pl_body_particle_count(body);
  for (size_t s = 0; s < list->count && status == PL_OK; s++)
    if (!samples[s].file)
      status = pl_scene_wrap(scene, samples[s].at, take_pose(world, body, &samples[s], positions + s * row));
  pl_world_destroy(world);
  return status;
}

static pl_status components(const pl_scene *scene, const pl_scene_body *given, pl_body *body, double *basis,
                            size_t *size)
{
  const pl_scene_subspace *subspace = &given->subspace;
  size_t numbers = 3 * pl_body_particle_count(body) * subspace->samples.count;
  double *positions = PL_NEW(double, numbers);
  if (!positions) return PL_ERROR_MEMORY;
  memcpy(positions, subspace->positions, numbers * sizeof(double));
  pl_status status = take_poses(scene, given, positions);
  if (status == PL_OK)
    status = pl_subspace_components(body, positions, subspace->samples.count, subspace->size, subspace->rotations,
                                    basis, size);
  pl_release(positions);
  return status;
}

static pl_status make_basis(const pl_scene *scene, const pl_scene_body *given, pl_body *body)
{
  const pl_scene_subspace *subspace = &given->subspace;
  size_t most = subspace->samples.at ? subspace->size : subspace->modes, size = 0;
  double *basis = PL_NEW(double, pl_body_particle_count(body) * (most + PL_SUBSPACE_ROTATIONS));
  if (!basis) return PL_ERROR_MEMORY;
  pl_status status = subspace->samples.at ? components(scene, given, body, basis, &size)
                                          : pl_subspace_modes(body, most, subspace->rotations, basis, &size, NULL);
  if (status == PL_OK && size == 0)
    status =
        pl_fail(PL_ERROR_ARGUMENT, "the samples are all the same as the start: there is nothing to learn from them");
  if (status == PL_OK) status = pl_body_set_subspace(body, basis, size);
  pl_release(basis);
  return status;
}

pl_status pl_scene_add_subspace(const pl_scene *scene, const pl_scene_body *given, pl_body *body)
{
  const pl_scene_subspace *subspace = &given->subspace;
  if (!subspace->at) return PL_OK;
  if (subspace->basis)
    return pl_scene_wrap(scene, subspace->at, pl_body_set_subspace(body, subspace->basis, subspace->basis_size));
  return pl_scene_wrap(scene, subspace->at, make_basis(scene, given, body));
}
