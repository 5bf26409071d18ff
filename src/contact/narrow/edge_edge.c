/* SPDX-License-Identifier: MIT */
#include "contact/narrow/edge_edge.h"

#include <math.h>
#include <string.h>

#include "contact/narrow/edge_edge_kernel.h"
#include "math/vec3.h"

static const double up[3] = {0, 1, 0};

bool pl_is_convex_edge_pair(const pl_pair *pair, const pl_candidate *candidate, const pl_contact_body *bodies)
{
  return candidate->kind == PL_EDGES && pair->first != pair->second && bodies[pair->first].surface->closed &&
         bodies[pair->second].surface->closed;
}

/* Unit normal of a triangle so many seconds before the end of the step. */
static void face_normal(const pl_contact_body *body, uint32_t triangle, double back, double normal[3])
{
  double corner[3][3], b[3], c[3];
  for (size_t k = 0; k < 3; k++)
    pl_particle_place(body, body->surface->triangles[3 * (size_t)triangle + k], back, corner[k]);
  pl_vec3_sub(corner[1], corner[0], b);
  pl_vec3_sub(corner[2], corner[0], c);
  pl_vec3_cross(b, c, normal);
  pl_vec3_normalise(normal, up, normal);
}

/* An edge of a closed surface at some time of the step. */
typedef struct convex {
  double normal[2][3]; /* of its two triangles */
  double between;      /* cosine of the angle between them */
  double length;       /* m^2, its square; no longer than at rest */
  bool hollow;         /* it is a valley */
} convex;

static convex edge_of_pair(const pl_contact_body *body, uint32_t edge, double back)
{
  const uint32_t *sides = body->surface->edge_triangles + 2 * (size_t)edge;
  const uint32_t *ends = body->surface->edges + 2 * (size_t)edge,
                 *corner = body->surface->triangles + 3 * (size_t)sides[0];
  convex r;
  for (int k = 0; k < 2; k++) face_normal(body, sides[k], back, r.normal[k]);
  r.between = pl_vec3_dot(r.normal[0], r.normal[1]);
  /* the first triangle runs along the edge in one of its two senses: a convex edge turns the normals the same way round
     */
  bool forward = (corner[0] == ends[0] && corner[1] == ends[1]) || (corner[1] == ends[0] && corner[2] == ends[1]) ||
                 (corner[2] == ends[0] && corner[0] == ends[1]);
  double fold[3], from[3], to[3], along[3];
  pl_vec3_cross(r.normal[0], r.normal[1], fold);
  pl_particle_place(body, ends[!forward], back, from);
  pl_particle_place(body, ends[forward], back, to);
  pl_vec3_sub(to, from, along);
  r.hollow = pl_vec3_dot(fold, along) <= 0;
  r.length = fmin(pl_vec3_dot(along, along), body->surface->longest_edge * body->surface->longest_edge);
  return r;
}

/* Vertex contacts keep the distance of the pair from faces. The ends of an edge that crosses a convex edge are half its
   length away from the crossing, and may be lower than the convex edge by that times the tangent of half the angle
   between its faces. Where this is at most the distance plus the thinner skin, penetration stays within that skin, and
   no edge contact is needed. */
double pl_edge_edge_shallow(const pl_pair *pair, const pl_contact_body *bodies)
{
  const pl_contact_body *a = &bodies[pair->first], *b = &bodies[pair->second];
  return 2 * (pl_pair_apart(a, b) + fmin(a->surface->skin, b->surface->skin));
}

pl_folds pl_edge_edge_folds(const pl_contact_body *body, double h, bool ends)
{
  const pl_contact_surface *s = body->surface;
  return (pl_folds){s->edge_wings, body->body->x, body->body->v, h, s->longest_edge, ends};
}

void pl_edge_edge_bound(const pl_contact_body *body, double h, bool ends)
{
  pl_contact_surface *s = body->surface;
  const pl_edge_edge_kernels *kernels = PL_ISA_PICK(pl_edge_edge_kernels);
  pl_folds of = pl_edge_edge_folds(body, h, ends);
  pl_fold_places places[2] = {{.places = s->fold_places}, {.places = s->fold_places + 3 * s->particle_count}};
  const float *around = s->references[s->newest].around;
  double origin[3];
  for (int c = 0; c < 3; c++) origin[c] = 0.5 * ((double)around[c] + (double)around[c + 3]);
  kernels->place(&of, s->particle_count, h, origin, &places[0]);
  if (ends) kernels->place(&of, s->particle_count, 0, origin, &places[1]);
  for (size_t k = 0; k < s->edge_clusters.count; k++) {
    pl_folded *folded = &s->folded[k];
    if (!s->near_edges[k]) {
      folded->lanes[PL_NEW_CONVEX_EDGE] = folded->lanes[PL_KNOWN_CONVEX_EDGE] = 0;
      folded->range = (pl_fold_range){0, 0, INFINITY};
    } else if (!kernels->bound(&of, places, k, folded)) {
      kernels->fold(&of, s->edge_clusters.features + PL_BLOCK * k, k, folded);
    }
  }
  memset(s->near_edges, 0, s->edge_clusters.count);
  s->edges_pushed = kernels->any(s->edge_partner, s->edge_count);
}

double pl_edge_edge_reach(const pl_pair *pair, double apart) { return fmax(4 * apart, pair->deepest); }

static bool has_pushed(const pl_pair *pair, const pl_candidate *candidate, const pl_contact_body *bodies)
{
  return bodies[pair->first].surface->edge_partner[candidate->a] == bodies[pair->second].serial + 1;
}

static bool is_ridge(const convex *r, bool pushed)
{
  return pushed ? !r->hollow || r->between >= PL_NEARLY_FLAT : !r->hollow && r->between <= PL_FLAT;
}

/* Is a direction, normal to an edge, between the normals of its two triangles? Only then can a nearest point be on this
   edge. */
static bool sticks_out(const convex *r, const double direction[3], double sign, bool pushed)
{
  if (!is_ridge(r, pushed)) return false;
  /* faces that lie on each other are at the end of the range */
  double least = r->between - (pushed ? 0.5 * (1 - r->between) + 1 - PL_NEARLY_FLAT : 0.1 * (1 - r->between));
  return sign * pl_vec3_dot(direction, r->normal[0]) >= least && sign * pl_vec3_dot(direction, r->normal[1]) >= least;
}

typedef struct crossing {
  pl_points before, after;
  convex first, second; /* filled last: most edges are not near enough to need them */
  double shallow;       /* m, the pair's */
  bool pushed;          /* in the last step */
} crossing;

/* Positions of the four particles at the start and the end of the step. */
static void follow(const pl_pair *pair, const pl_candidate *candidate, const pl_contact_body *bodies, double h,
                   crossing *c)
{
  uint32_t particles[4], owners[4];
  pl_candidate_particles(pair, candidate, bodies, particles, owners);
  for (int k = 0; k < 4; k++) {
    pl_particle_place(&bodies[owners[k]], particles[k], h, c->before.at[k]);
    pl_particle_place(&bodies[owners[k]], particles[k], 0, c->after.at[k]);
  }
}

bool pl_edge_edge_is_near(const pl_pair *pair, const pl_candidate *candidate, const pl_contact_body *bodies)
{
  crossing c;
  double reach = pl_edge_edge_reach(pair, (double)candidate->apart);
  follow(pair, candidate, bodies, pair->h, &c);
  return pl_nearest(PL_EDGE_EDGE, &c.before).distance <= reach || pl_nearest(PL_EDGE_EDGE, &c.after).distance <= reach;
}

/* The convexity of both edges so many seconds before the end of the step. */
static void look_at_edge_pairs(crossing *c, const pl_pair *pair, const pl_candidate *candidate,
                               const pl_contact_body *bodies, double back)
{
  c->first = edge_of_pair(&bodies[pair->first], candidate->a, back);
  c->second = edge_of_pair(&bodies[pair->second], candidate->b, back);
  c->shallow = pl_edge_edge_shallow(pair, bodies);
  c->pushed = has_pushed(pair, candidate, bodies);
}

/* Could an edge be deep across a convex edge with its ends on the convex edge's faces, or have them beyond? */
static bool goes_deep(const convex *edge, const convex *across, double shallow)
{
  return edge->length > PL_OVERHANG * across->length ||
         edge->length * (1 - across->between) >= shallow * shallow * (1 + across->between);
}

/* Is a normal from the second to the first within the normal cones of both convex edges? */
static bool meets(const crossing *c, const double normal[3])
{
  bool deep = goes_deep(&c->first, &c->second, c->shallow) && goes_deep(&c->second, &c->first, c->shallow);
  if (!c->pushed && !deep) return false;
  return sticks_out(&c->second, normal, 1, c->pushed) && sticks_out(&c->first, normal, -1, c->pushed);
}

/* Square of the sine of half a degree: edges at a smaller angle count as parallel, and vertex contacts suffice. */
static const double parallel = 1e-4;

/* The direction normal to both edges, out of the second body; false: they are parallel. Unlike the vector between
   nearest points it is well defined where edges touch, and continuous through it. */
static bool square_to_both(const crossing *c, const pl_points *points, double normal[3])
{
  double a[3], b[3], out[3];
  pl_vec3_sub(points->at[1], points->at[0], a);
  pl_vec3_sub(points->at[3], points->at[2], b);
  pl_vec3_cross(a, b, normal);
  double square = pl_vec3_dot(normal, normal);
  if (!(square > parallel * pl_vec3_dot(a, a) * pl_vec3_dot(b, b))) return false;
  pl_vec3_add(c->second.normal[0], c->second.normal[1], out);
  pl_vec3_sub(out, c->first.normal[0], out);
  pl_vec3_sub(out, c->first.normal[1], out);
  pl_vec3_scale(normal, (pl_vec3_dot(out, normal) < 0 ? -1 : 1) / sqrt(square), normal);
  return true;
}

static void use(const crossing *c, const double weights[4], const double normal[3], double kept,
                pl_swept_contact *swept)
{
  for (int k = 0; k < 4; k++) swept->weights[k] = weights[k];
  pl_vec3_copy(normal, swept->normal);
  double height = pl_height_along(&c->after, weights, normal);
  swept->kept = kept;
  swept->gap = height - kept;
  swept->depth = fmax(0, -height);
}

/* Contact of edges that were apart at the start of the step, with the vector from the second to the first at the time
   of impact, or at the end. when: that time, as a part of the step. */
static bool find_meeting(const crossing *c, double apart, double motion, const pl_closest_points *start,
                         pl_swept_contact *swept, double *when)
{
  pl_closest_points then;
  bool met = false;
  *when = 1;
  if (motion > 0.9 * start->distance && start->distance > 1e-3 * apart) { /* closer edges have no reliable side */
    *when = pl_first_meeting(PL_EDGE_EDGE, &c->before, &c->after, 0.1 * fmin(start->distance, apart), &then);
    met = *when < 1;
  }
  if (!met) then = pl_nearest(PL_EDGE_EDGE, &c->after);
  if (!then.inner || (!met && then.distance > 2 * apart)) return false; /* vertex contacts handle this */
  double normal[3];
  pl_vec3_normalise(then.separation, up, normal);
  use(c, then.weights, normal, apart, swept);
  return true;
}

/* Edges whose height at the start of the step is within reach of contact, or slightly negative; false: it is not. */
static bool find_near(const crossing *c, const pl_pair *pair, double apart, const pl_closest_points *start,
                      pl_swept_contact *swept)
{
  double normal[3];
  if (!square_to_both(c, &c->before, normal)) return false;
  double height = pl_vec3_dot(normal, start->separation);
  if (height < -pair->deepest || height > PL_START_POSE_FACTOR * apart) return false;
  /* edges closer than `apart` keep their present height: vertex contacts restore the distance, and edge contacts that
     push intermittently would keep bodies from rest */
  use(c, start->weights, normal, fmax(0, fmin(apart, height)), swept);
  swept->inside = height < 0;
  return true;
}

/* Signed distance of the edges at the start of the step, m; negative: penetration; -INFINITY: deeper than contact
   resolves. */
static double height_before(const crossing *c, const pl_pair *pair, const pl_closest_points *start)
{
  double normal[3];
  if (!start->inner || !square_to_both(c, &c->before, normal)) return start->distance;
  double height = pl_vec3_dot(normal, start->separation);
  return height < -pair->deepest ? -INFINITY : height;
}

/* Edges that are through each other when the step ends, as they are then: faces that were flat when it began may be
   folded over a convex edge. */
static bool find_through(crossing *c, const pl_pair *pair, const pl_candidate *candidate, const pl_contact_body *bodies,
                         double h, const pl_closest_points *start, pl_swept_contact *swept)
{
  pl_closest_points end = pl_nearest(PL_EDGE_EDGE, &c->after);
  double normal[3];
  if (!end.inner) return false;
  look_at_edge_pairs(c, pair, candidate, bodies, 0);
  if (!square_to_both(c, &c->after, normal) || !(pl_vec3_dot(normal, end.separation) < 0) || !meets(c, normal))
    return false;
  look_at_edge_pairs(c, pair, candidate, bodies, h);
  double before = height_before(c, pair, start);
  if (isinf(before)) return false;
  use(c, end.weights, normal, fmax(0, fmin((double)candidate->apart, before)), swept);
  swept->inside = before < 0;
  return true;
}

bool pl_swept_contact_of_edges(const pl_pair *pair, const pl_candidate *candidate, const pl_contact_body *bodies,
                               double h, pl_swept_contact *swept)
{
  double apart = (double)candidate->apart;
  crossing c;
  follow(pair, candidate, bodies, h, &c);
  double motion = pl_relative_motion(PL_EDGE_EDGE, &c.before, &c.after);
  pl_closest_points start = pl_nearest(PL_EDGE_EDGE, &c.before);
  bool comes = start.distance - motion <= 2 * apart &&
               pl_least_distance(pl_candidate_bound_distance(pair, candidate, bodies)) <= 2 * apart;
  bool near = start.inner && start.distance <= pair->deepest;
  if (!comes && !near) return false;
  swept->sided = true;
  swept->inside = swept->after_impulses = false;
  bool seen = false;
  if (near) {
    look_at_edge_pairs(&c, pair, candidate, bodies, h);
    seen = find_near(&c, pair, apart, &start, swept);
    if (seen && meets(&c, swept->normal)) return swept->gap <= pair->reach;
  }
  if (!comes) return false;
  swept->inside = false;
  double when;
  if (!seen && find_meeting(&c, apart, motion, &start, swept, &when)) {
    look_at_edge_pairs(&c, pair, candidate, bodies, (1 - when) * h);
    if (meets(&c, swept->normal)) return true;
  }
  return pair->pushed && find_through(&c, pair, candidate, bodies, h, &start, swept);
}

bool pl_swept_contact_of_edges_after_impulses(const pl_pair *pair, const pl_candidate *candidate,
                                              const pl_contact_body *bodies, double h, pl_swept_contact *swept)
{
  crossing c;
  follow(pair, candidate, bodies, h, &c);
  pl_closest_points start = pl_nearest(PL_EDGE_EDGE, &c.before);
  *swept = (pl_swept_contact){.sided = true, .after_impulses = true};
  return find_through(&c, pair, candidate, bodies, h, &start, swept) && !swept->inside;
}
