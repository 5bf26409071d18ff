/* SPDX-License-Identifier: MIT */
#include "contact/report/vertex_contacts.h"

#include <math.h>

#include "contact/solve/solver.h"
#include "math/vec3.h"

/* Gaps below this part of the distance that surfaces keep count as contact. */
static const double near_part = 0.5;

size_t pl_contact_count(const pl_contact_state *state)
{
  return state && state->done ? state->done->contacts.count : 0;
}

bool pl_contact_vertex(const pl_contact_state *state, size_t k, pl_vertex_contact *out)
{
  const pl_contact *contact = &state->done->contacts.items[k];
  if (contact->obstacle != PL_NO_OBSTACLE) {
    double skin = state->setup.bodies[contact->owners[0]].surface->skin;
    if (pl_contact_is_between_particles(contact) || contact->swept.gap > near_part * skin) return false;
    *out = (pl_vertex_contact){.obstacle = state->setup.obstacles[contact->obstacle].index,
                               .body = contact->owners[0],
                               .particle = contact->particles[0]};
    pl_vec3_copy(contact->swept.normal, out->normal);
    return true;
  }
  if (contact->candidate.kind == PL_EDGES) return false;
  if (contact->swept.gap > near_part * contact->swept.kept) return false;
  *out = (pl_vertex_contact){.obstacle = PL_NO_OBSTACLE,
                             .body = contact->owners[0],
                             .other = contact->owners[3],
                             .particle = contact->particles[0]};
  double all = 0;
  for (int c = 0; c < 3; c++) {
    out->corners[c] = contact->particles[c + 1];
    all += out->weights[c] = fabs(contact->swept.weights[c + 1]);
  }
  pl_vec3_scale(contact->swept.normal, contact->swept.weights[0] < 0 ? -1 : 1, out->normal);
  for (int c = 0; c < 3; c++) out->weights[c] = all > 0 ? out->weights[c] / all : 1.0 / 3;
  return true;
}
