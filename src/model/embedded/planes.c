/* SPDX-License-Identifier: MIT
   The paper's own contact (Martin et al., sect. 5.4, "Collisions"): a particle behind a plane at the start of the step
   is pulled back to it by a spring along the normal that is part of the implicit step,
     K += k J^T n n^T J,   f += k J^T n (offset - n.x).
   There is no friction, and a body at rest lies as deep as its weight over the stiffness. */
#include <math.h>

#include "math/vec3.h"
#include "model/embedded/embedded.h"

void pl_spring_flatten(const pl_spring *spring, double vector[3])
{
  if (spring->axis) pl_vec3_scale(spring->axis, pl_vec3_dot(spring->axis, vector), vector);
}

size_t pl_embedded_plane_springs(const pl_model_body *body, size_t count, const pl_model_context *context)
{
  static const double one = 1.0;
  pl_embedded *nodes = body->data;
  double h = context->h;
  size_t room = count + PL_MOST_PLANES * nodes->particles;
  for (size_t p = 0; nodes->plane_penalty > 0 && p < context->plane_count; p++) {
    const pl_plane *plane = &context->planes[p];
    for (size_t i = 0; i < nodes->particles; i++) {
      double depth = plane->offset - pl_vec3_dot(plane->normal, body->x + 3 * i);
      if (!(depth > 0) || count == room) continue;
      pl_spring spring = {&nodes->numbers[i], &one, 1, h * h * nodes->plane_penalty, {0, 0, 0}, plane->normal};
      pl_vec3_scale(plane->normal, depth / h, spring.goal);
      nodes->springs[count++] = spring;
      context->stats->contact_count++;
      context->stats->penetration = fmax(context->stats->penetration, depth);
    }
  }
  return count;
}
