/* SPDX-License-Identifier: MIT */
#include "depth.h"

#include <math.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"
#include "mesh/core/topology.h"
#include "mesh/measure/measure.h"
#include "mesh/query/winding_number.h"
#include "world/world.h"

typedef struct solid {
  double lower[3], upper[3];
  uint8_t *outer; /* per vertex: is it a corner of the surface? What is within a lattice touches nothing */
  pl_bvh *bvh;    /* NULL until somebody is near */
  pl_winding_tree *tree;
} solid;

static pl_status mark_outer(const depth_surface *surface, solid *out)
{
  out->outer = PL_NEW(uint8_t, surface->vertex_count);
  if (!out->outer) return PL_ERROR_MEMORY;
  for (size_t k = 0; k < 3 * surface->triangle_count; k++) out->outer[surface->triangles[k]] = 1;
  return PL_OK;
}

static void bound(const depth_surface *surface, solid *out)
{
  for (int k = 0; k < 3; k++) {
    out->lower[k] = INFINITY;
    out->upper[k] = -INFINITY;
    for (size_t i = 0; i < surface->vertex_count; i++) {
      out->lower[k] = fmin(out->lower[k], surface->positions[3 * i + (size_t)k]);
      out->upper[k] = fmax(out->upper[k], surface->positions[3 * i + (size_t)k]);
    }
  }
}

static bool are_near(const solid *a, const solid *b)
{
  for (int k = 0; k < 3; k++)
    if (a->lower[k] > b->upper[k] || b->lower[k] > a->upper[k]) return false;
  return true;
}

static bool is_in_box(const solid *s, const double point[3])
{
  for (int k = 0; k < 3; k++)
    if (point[k] < s->lower[k] || point[k] > s->upper[k]) return false;
  return true;
}

static pl_status make_trees(const depth_surface *surface, solid *s)
{
  if (s->tree) return PL_OK;
  PL_TRY(pl_bvh_create(surface->positions, surface->triangles, surface->triangle_count, &s->bvh));
  return pl_winding_tree_create(s->bvh, &s->tree);
}

/* 0: outside. */
static double depth_in(const solid *b, const double point[3])
{
  pl_bvh_point closest;
  bool inside = is_in_box(b, point) && pl_winding_number(b->tree, point) > 0.5;
  return inside && pl_bvh_closest(b->bvh, point, INFINITY, &closest) ? closest.distance : 0;
}

/* Vertices of the surface of `a` inside `b`. */
static double deepest_vertex(const depth_surface *a, const uint8_t *outer, const solid *b)
{
  double deepest = 0;
  for (size_t i = 0; i < a->vertex_count; i++)
    if (outer[i]) deepest = fmax(deepest, depth_in(b, a->positions + 3 * i));
  return deepest;
}

static double deepest_middle(const depth_surface *a, const solid *b)
{
  double deepest = 0;
  for (size_t side = 0; side < 3 * a->triangle_count; side++) {
    uint32_t from = pl_side_from(a->triangles, (uint32_t)side), to = pl_side_to(a->triangles, (uint32_t)side);
    if (from > to) continue; /* the triangle beyond has it the other way round */
    double middle[3];
    pl_vec3_add(a->positions + 3 * (size_t)from, a->positions + 3 * (size_t)to, middle);
    pl_vec3_scale(middle, 0.5, middle);
    deepest = fmax(deepest, depth_in(b, middle));
  }
  return deepest;
}

double depth_volume(const pl_mesh_data *mesh, const double *positions)
{
  return pl_mesh_volume(positions, mesh->triangles, mesh->triangle_count);
}

static pl_status look_at_pairs(const depth_surface *surfaces, solid *solids, size_t count, depth *out)
{
  for (size_t a = 0; a < count; a++)
    for (size_t b = 0; b < count; b++) {
      if (a == b || !are_near(&solids[a], &solids[b])) continue;
      PL_TRY(make_trees(&surfaces[b], &solids[b]));
      double deepest = deepest_vertex(&surfaces[a], solids[a].outer, &solids[b]);
      double size = fmin(surfaces[a].size, surfaces[b].size);
      out->relative = fmax(out->relative, deepest / size);
      out->edges_relative = fmax(out->edges_relative, deepest_middle(&surfaces[a], &solids[b]) / size);
      if (deepest <= out->bodies) continue;
      out->bodies = deepest;
      out->body_pair[0] = a;
      out->body_pair[1] = b;
    }
  return PL_OK;
}

pl_status depth_of_surfaces(const depth_surface *surfaces, size_t count, depth *out)
{
  solid *solids = PL_NEW(solid, count);
  if (!solids) return PL_ERROR_MEMORY;
  pl_status status = PL_OK;
  for (size_t k = 0; k < count && status == PL_OK; k++) {
    bound(&surfaces[k], &solids[k]);
    status = mark_outer(&surfaces[k], &solids[k]);
  }
  if (status == PL_OK) status = look_at_pairs(surfaces, solids, count, out);
  for (size_t k = 0; k < count; k++) {
    pl_winding_tree_destroy(solids[k].tree);
    pl_bvh_destroy(solids[k].bvh);
    pl_release(solids[k].outer);
  }
  pl_release(solids);
  return status;
}

static pl_status look_at_obstacle(const pl_world *world, pl_obstacle_id id, depth *out)
{
  for (size_t b = 0; b < world->body_count; b++) {
    const pl_body *body = world->bodies[b];
    for (size_t k = 0; k < body->touchable_count; k++) {
      double distance;
      PL_TRY(pl_obstacle_distance(world, id, body->view.x + 3 * (size_t)body->touchable[k], &distance, NULL));
      out->obstacles = fmax(out->obstacles, -distance);
      out->obstacles_relative = fmax(out->obstacles_relative, -distance / body->size);
    }
  }
  return PL_OK;
}

static pl_status look_at_obstacles(const pl_world *world, depth *out)
{
  for (uint32_t k = 0; k < world->obstacle_count; k++)
    if (world->obstacles[k].state == PL_SLOT_ACTIVE)
      PL_TRY(look_at_obstacle(world, (pl_obstacle_id){k, world->obstacles[k].generation}, out));
  return PL_OK;
}

pl_status depth_of_world(const pl_world *world, depth *out)
{
  depth_surface *surfaces = PL_NEW(depth_surface, world->body_count);
  if (!surfaces) return PL_ERROR_MEMORY;
  size_t count = 0;
  for (size_t b = 0; b < world->body_count; b++) {
    const pl_body *body = world->bodies[b];
    pl_mesh_data rest = pl_body_rest(body);
    if (body->rest_volume > 0)
      surfaces[count++] =
          (depth_surface){pl_body_positions(body), rest.vertex_count, rest.triangles, rest.triangle_count, body->size};
  }
  pl_status status = depth_of_surfaces(surfaces, count, out);
  pl_release(surfaces);
  return status == PL_OK ? look_at_obstacles(world, out) : status;
}
