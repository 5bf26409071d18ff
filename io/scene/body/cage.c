/* SPDX-License-Identifier: MIT
   What a scene says about a cage that is given: its mesh, its quadrature points. */
#include "scene/read/resolve.h"

static pl_status resolve_quadrature(pl_scene *scene, const pl_scene_cage *cage, pl_cage_model_def *def)
{
  const pl_json *points = cage->quadrature_points.at, *weights = cage->quadrature_weights.at;
  if (!points && !weights) return PL_OK;
  if (!points || !weights)
    return pl_scene_fail_key(scene, points ? points : weights, "needs \"%s\" beside it",
                             points ? "quadrature_weights" : "quadrature_points");
  def->quadrature_points = cage->quadrature_points.values;
  def->quadrature_count = cage->quadrature_points.count / 3;
  return pl_scene_spread(scene, &cage->quadrature_weights, def->quadrature_count, "quadrature point",
                         &def->quadrature_weights);
}

pl_status pl_scene_resolve_cage(pl_scene *scene, pl_scene_body *body)
{
  const pl_scene_cage *cage = &body->model.cage;
  body->def.cage = cage->def;
  PL_TRY(pl_scene_build_cage(scene, body));
  body->def.cage.mesh = body->built_cage;
  const pl_json *vertices = pl_json_member(cage->at, "vertices");
  if (body->built_cage && vertices)
    return pl_scene_fail_key(scene, vertices, "has no effect beside a mesh that is the cage; leave one of them out");
  return resolve_quadrature(scene, cage, &body->def.cage);
}
