/* SPDX-License-Identifier: MIT */
#include "contact/narrow/swept_contact.h"

#include <math.h>

#include "contact/narrow/edge_edge.h"
#include "math/vec3.h"

/* Contact along the vector from the second feature to the first at one moment, with the height of the particles at the
   end of the step. */
static void use(const pl_closest_points *near, const pl_points *after, double apart, pl_swept_contact *swept)
{
  static const double up[3] = {0, 1, 0};
  for (int k = 0; k < 4; k++) swept->weights[k] = near->weights[k];
  pl_vec3_normalise(near->separation, up, swept->normal);
  double height = pl_height_along(after, swept->weights, swept->normal);
  swept->kept = apart;
  swept->gap = height - apart;
  swept->depth = fmax(0, -height);
}

/* May edges touch at an end? Only if one of the bodies is a curve; else vertex-triangle contacts handle that. */
static bool ends_meet(const pl_pair *pair, const pl_contact_body *bodies)
{
  return bodies[pair->first].surface->triangle_count == 0 || bodies[pair->second].surface->triangle_count == 0;
}

/* Two-sided surfaces, or those of one body: features that were apart stay on their sides. */
static bool find_meeting(const pl_pair *pair, const pl_candidate *candidate, const pl_contact_body *bodies, double h,
                         pl_swept_contact *swept)
{
  uint32_t particles[4], owners[4];
  double apart = (double)candidate->apart;
  pl_points before, after;
  pl_candidate_particles(pair, candidate, bodies, particles, owners);
  for (int k = 0; k < 4; k++) {
    const pl_model_body *body = bodies[owners[k]].body;
    size_t at = 3 * (size_t)particles[k];
    pl_vec3_copy(body->x + at, after.at[k]);
    pl_vec3_add_scaled(body->x + at, -h, body->v + at, before.at[k]);
  }
  pl_feature_pair features = pl_candidate_features(candidate);
  bool only_inner = features == PL_EDGE_EDGE && !ends_meet(pair, bodies);
  double motion = pl_relative_motion(features, &before, &after);
  pl_closest_points end = pl_nearest(features, &after);
  if (end.distance - motion > 2 * apart) return false;
  pl_closest_points start = pl_nearest(features, &before);
  swept->inside = swept->after_impulses = swept->sided = false;
  if (motion > 0.9 * start.distance && start.distance > 1e-3 * apart) { /* closer features have no reliable side */
    pl_closest_points then;
    double least = 0.1 * fmin(start.distance, apart);
    if (pl_first_meeting(features, &before, &after, least, &then) < 1) {
      if (only_inner && !then.inner) return false;
      use(&then, &after, apart, swept);
      return true;
    }
  }
  if (end.distance > 2 * apart || (only_inner && !end.inner)) return false;
  use(&end, &after, apart, swept);
  return true;
}

bool pl_swept_contact_find(const pl_pair *pair, const pl_candidate *candidate, const pl_contact_body *bodies, double h,
                           pl_swept_contact *swept)
{
  return pl_is_convex_edge_pair(pair, candidate, bodies) ? pl_swept_contact_of_edges(pair, candidate, bodies, h, swept)
                                                         : find_meeting(pair, candidate, bodies, h, swept);
}
