/* SPDX-License-Identifier: MIT
   Contacts with obstacles. */
#include <math.h>
#include <string.h>

#include "base/isa.h"
#include "base/status.h"
#include "contact/narrow/find.h"
#include "contact/obstacle/shapes_kernel.h"
#include "math/vec3.h"

enum { GRAIN = 1024 }; /* particles */

/* A ball about some particles, and how fast the fastest of them is. */
typedef struct body_extent {
  double centre[3], radius; /* m */
  double max_speed;         /* m/s */
} body_extent;

static body_extent extent_of(const pl_particle_block *blocks, size_t count)
{
  const pl_shapes_kernels *kernels = PL_ISA_PICK(pl_shapes_kernels);
  pl_lane_range range = {.low = blocks[0].x, .high = blocks[0].x};
  double low[3], high[3], max_speed = 0, farthest = 0, squares[PL_BLOCK] = {0};
  for (size_t k = 0; k < count; k++) kernels->widen(&blocks[k], &range);
  body_extent extent;
  for (size_t c = 0; c < 3; c++) {
    low[c] = INFINITY;
    high[c] = -INFINITY;
    for (size_t l = 0; l < PL_BLOCK; l++) {
      low[c] = range.low.at[c][l] < low[c] ? range.low.at[c][l] : low[c];
      high[c] = range.high.at[c][l] > high[c] ? range.high.at[c][l] : high[c];
    }
    extent.centre[c] = 0.5 * (low[c] + high[c]);
  }
  for (size_t k = 0; k < count; k++) kernels->stretch(&blocks[k], extent.centre, squares);
  for (size_t l = 0; l < PL_BLOCK; l++) {
    max_speed = range.max_speed[l] > max_speed ? range.max_speed[l] : max_speed;
    farthest = squares[l] > farthest ? squares[l] : farthest;
  }
  extent.max_speed = sqrt(max_speed);
  extent.radius = sqrt(farthest) * (1 + 1e-12);
  return extent;
}

/* How far particles may be from the centre without being nearer to the obstacle than the margin: distances change no
   faster than points move. */
static double clear_radius(const body_extent *extent, const pl_moving_obstacle *obstacle, double h, double margin)
{
  double normal[3], velocity[3];
  return pl_obstacle_gap(obstacle, extent->centre, h, normal, velocity) - pl_obstacle_slack(obstacle) - margin;
}

static bool is_nearer(const double point[3], const body_extent *extent, double radius)
{
  double off[3];
  pl_vec3_sub(point, extent->centre, off);
  return radius > 0 && pl_vec3_dot(off, off) * (1 + 1e-12) < radius * radius;
}

static double gap_at(const pl_moving_obstacle *obstacle, const pl_contact_body *body, uint32_t particle, double h,
                     double normal[3], double surface_velocity[3])
{
  const double *x = body->body->x + 3 * (size_t)particle;
  double from[3]; /* models move x by h v */
  pl_vec3_add_scaled(x, -h, body->body->v + 3 * (size_t)particle, from);
  double gap = pl_obstacle_swept_gap(obstacle, from, x, h, normal, surface_velocity);
  return pl_contact_own_gap(body, gap, normal);
}

void pl_contact_update_obstacle_gap(const pl_contact_setup *setup, pl_contact *contact, double h)
{
  pl_swept_contact *swept = &contact->swept;
  if (pl_contact_is_between_particles(contact))
    swept->gap = pl_contact_height(setup, contact) - contact->level;
  else
    swept->gap = gap_at(&setup->obstacles[contact->obstacle], &setup->bodies[contact->bodies[0]], contact->candidate.a,
                        h, swept->normal, contact->surface_velocity);
  swept->depth = fmax(0, -swept->gap);
}

/* Of the body's size. */
static const double deep_part = 0.02;

bool pl_contact_started_inside(const pl_contact_setup *setup, const pl_contact *contact)
{
  const pl_contact_body *body = &setup->bodies[contact->owners[0]];
  double start[3];
  if (contact->obstacle == PL_NO_OBSTACLE || pl_contact_is_between_particles(contact) || contact->swept.gap >= 0)
    return false;
  memcpy(start, body->start_position + contact->particles[0] * sizeof start, sizeof start);
  return pl_obstacle_start_gap(&setup->obstacles[contact->obstacle], start) - body->around < -deep_part * body->size;
}

typedef struct obstacle_search {
  const pl_contact_setup *setup;
  const pl_contact_body *body;
  const uint32_t *near; /* obstacles that may be touched */
  size_t near_count;
  double h, margin;
  pl_particle_block *blocks; /* of particles, of one body after the other */
  size_t block_count;
  uint8_t *found;             /* per particle and near obstacle */
  pl_gap_sample *met;         /* their gaps, of those that are found */
  uint32_t *poking_obstacles; /* near obstacles that may poke through the surface */
  size_t poking_count;
  double *gaps; /* gaps of all particles of the body, per poking obstacle */
  pl_feature_contacts feature_contacts;
} obstacle_search;

/* A group of neighbouring particles: a cluster of the surface's vertices; of other particles, and without triangles,
   consecutive ones. */
typedef struct particle_group {
  const uint32_t *cluster; /* indices of its particles in the body's list; NULL: consecutive ones */
  size_t first, count;     /* in that list */
} particle_group;

static particle_group group_of(const pl_contact_body *body, size_t group)
{
  const pl_clusters *clusters = &body->surface->vertex_clusters;
  size_t vertices = clusters->count ? body->surface->vertex_count : 0;
  bool is_cluster = group < clusters->count;
  size_t first = is_cluster ? PL_BLOCK * group : vertices + PL_BLOCK * (group - clusters->count);
  size_t left = (is_cluster ? vertices : body->particle_count) - first;
  return (particle_group){is_cluster ? clusters->features + first : NULL, first, left < PL_BLOCK ? left : PL_BLOCK};
}

static size_t groups_of(const pl_contact_body *body)
{
  const pl_clusters *clusters = &body->surface->vertex_clusters;
  size_t others = body->particle_count - (clusters->count ? body->surface->vertex_count : 0);
  return clusters->count + (others + PL_BLOCK - 1) / PL_BLOCK;
}

/* In the body's list. */
static size_t name_of(const particle_group *group, size_t lane)
{
  return group->cluster ? group->cluster[lane] : group->first + lane;
}

/* Gathers the particles into blocks; missing lanes repeat the first. */
static void gather(const obstacle_search *s)
{
  const pl_shapes_kernels *kernels = PL_ISA_PICK(pl_shapes_kernels);
  const pl_contact_body *body = s->body;
  for (size_t k = 0; k < s->block_count; k++) {
    uint32_t particles[PL_BLOCK];
    particle_group group = group_of(body, k);
    for (size_t l = 0; l < PL_BLOCK; l++) particles[l] = body->particles[name_of(&group, l < group.count ? l : 0)];
    kernels->gather(body->body->x, body->body->v, particles, &s->blocks[k]);
  }
}

/* A block of particles against an obstacle; for one that stands still all gaps are found at once. */
typedef struct block_look {
  const pl_moving_obstacle *obstacle;
  pl_obstacle_gaps all;
  body_extent extent;
  double clear; /* m: particles within this radius of the centre are out of reach of the obstacle */
} block_look;

static void look_at_block(const obstacle_search *s, size_t group, bool all_gaps, block_look *look)
{
  if (!look->obstacle->grid && !look->obstacle->moves) {
    PL_ISA_PICK(pl_shapes_kernels)->meet(look->obstacle, &s->blocks[group], s->h, &look->all);
    return;
  }
  if (all_gaps) return; /* gaps of all particles are needed */
  look->extent = extent_of(&s->blocks[group], 1);
  look->clear = clear_radius(&look->extent, look->obstacle, s->h, s->margin + s->body->around);
}

/* Its gap, INFINITY if it is too far. */
static double look_at_particle(const obstacle_search *s, const block_look *look, size_t lane, uint32_t particle,
                               pl_gap_sample *met)
{
  const pl_model_body *body = s->body->body;
  if (!look->all.sure[lane]) {
    bool far =
        look->clear > look->extent.radius || is_nearer(body->x + 3 * (size_t)particle, &look->extent, look->clear);
    return far ? INFINITY : gap_at(look->obstacle, s->body, particle, s->h, met->normal, met->surface_velocity);
  }
  for (size_t c = 0; c < 3; c++) met->normal[c] = look->all.normal.at[c][lane];
  pl_vec3_set(met->surface_velocity, 0, 0, 0);
  return pl_contact_own_gap(s->body, look->all.gap[lane], met->normal);
}

static void search_particles(void *context, size_t begin, size_t end)
{
  const obstacle_search *s = context;
  for (size_t group = begin; group < end; group++) {
    particle_group of = group_of(s->body, group);
    for (size_t o = 0, p = 0; o < s->near_count; o++) {
      bool all_gaps = p < s->poking_count && s->poking_obstacles[p] == s->near[o];
      block_look look = {.obstacle = &s->setup->obstacles[s->near[o]]};
      look_at_block(s, group, all_gaps, &look);
      for (size_t k = 0; k < of.count; k++) {
        if (!all_gaps && look.all.sure[k] && !(look.all.gap[k] - s->body->around < s->margin)) continue;
        size_t name = name_of(&of, k);
        uint32_t particle = s->body->particles[name];
        pl_gap_sample *met = &s->met[name * s->near_count + o];
        met->gap = look_at_particle(s, &look, k, particle, met);
        s->found[name * s->near_count + o] = met->gap < s->margin;
        if (all_gaps) s->gaps[p * s->body->body->count + particle] = met->gap;
      }
      p += all_gaps;
    }
  }
}

/* The obstacles that may touch the surface between particles. */
static pl_status choose_poking(obstacle_search *s, const body_extent *extent, const pl_model_context *context)
{
  const double *particle = s->body->body->x + 3 * (size_t)s->body->particles[0];
  s->poking_obstacles = PL_TAKE(context->scratch, uint32_t, s->near_count);
  if (!s->poking_obstacles) return PL_ERROR_MEMORY;
  for (size_t o = 0; o < s->near_count && s->body->surface->triangle_count; o++)
    if (pl_may_touch_between_particles(&s->setup->obstacles[s->near[o]], extent->centre, extent->radius, particle))
      s->poking_obstacles[s->poking_count++] = s->near[o];
  s->gaps = PL_TAKE(context->scratch, double, s->poking_count * s->body->body->count);
  return s->gaps ? PL_OK : PL_ERROR_MEMORY;
}

static pl_status find_feature_contacts(obstacle_search *s, const pl_model_context *context)
{
  pl_feature_contact_search search = {.body = s->body,
                                      .obstacles = s->setup->obstacles,
                                      .poking_obstacles = s->poking_obstacles,
                                      .poking_count = s->poking_count,
                                      .gaps = s->gaps,
                                      .margin =
                                          0.5 * (s->margin + 1e-3 * s->body->size), /* what they can move in a step */
                                      .h = s->h};
  return s->poking_count ? pl_feature_contacts_find(&search, context, &s->feature_contacts) : PL_OK;
}

/* Sleeping bodies are tested only against obstacles that move. */
static bool is_wanted(const pl_contact_body *body, const pl_moving_obstacle *obstacle)
{
  return !body->asleep || obstacle->moves;
}

static bool is_anything_wanted(const pl_contact_setup *setup, const pl_contact_body *body)
{
  bool any = !body->asleep;
  for (size_t o = 0; o < setup->obstacle_count && !any; o++) any = setup->obstacles[o].moves;
  return any;
}

static pl_status search_body(obstacle_search *s, uint32_t *near, const pl_model_context *context, double *max_speed)
{
  if (!is_anything_wanted(s->setup, s->body)) return PL_OK;
  gather(s);
  body_extent extent = extent_of(s->blocks, s->block_count);
  /* Speculative margin: particles within it may be pushed in by the response of their neighbours, or have passed
     through the obstacle: twice the largest motion in a step, and a thousandth of the body's size. */
  s->margin = 2 * s->h * extent.max_speed + 1e-3 * s->body->size;
  *max_speed = s->margin / s->h - extent.max_speed; /* free motion plus this stays within the margin */
  s->near = near;
  s->near_count = 0;
  for (uint32_t o = 0; o < s->setup->obstacle_count; o++)
    if (is_wanted(s->body, &s->setup->obstacles[o]) &&
        !(s->body->body->traits.collides_with_planes && s->setup->obstacles[o].shape->shape == PL_OBSTACLE_PLANE) &&
        clear_radius(&extent, &s->setup->obstacles[o], s->h, s->margin + s->body->around) <= extent.radius)
      near[s->near_count++] = o;
  if (s->near_count == 0) return PL_OK;
  PL_TRY(choose_poking(s, &extent, context));
  s->found = PL_TAKE(context->scratch, uint8_t, s->body->particle_count * s->near_count);
  s->met = PL_TAKE(context->scratch, pl_gap_sample, s->body->particle_count * s->near_count);
  if (!s->found || !s->met) return PL_ERROR_MEMORY;
  memset(s->found, 0, s->body->particle_count * s->near_count);
  pl_parallel_for(context->pool, s->block_count, GRAIN / PL_BLOCK, search_particles, s);
  return find_feature_contacts(s, context);
}

static pl_contact at_obstacle(uint32_t body, uint32_t particle, uint32_t obstacle, double size)
{
  /* deeper than this part of the body's size is worth another pass */
  static const double depth_tolerance = 1e-6;
  return (pl_contact){.obstacle = obstacle,
                      .bodies = {body, body},
                      .candidate = {.a = particle},
                      .particles = {particle},
                      .owners = {body},
                      .swept = {.weights = {1}},
                      .least = depth_tolerance * size,
                      .tolerance = 0.01 * depth_tolerance * size};
}

static pl_contact from_met(const obstacle_search *s, uint32_t body, size_t found)
{
  const pl_gap_sample *met = &s->met[found];
  pl_contact contact =
      at_obstacle(body, s->body->particles[found / s->near_count], s->near[found % s->near_count], s->body->size);
  contact.swept.gap = met->gap;
  contact.swept.depth = fmax(0, -met->gap);
  pl_vec3_copy(met->normal, contact.swept.normal);
  pl_vec3_copy(met->surface_velocity, contact.surface_velocity);
  return contact;
}

/* Keeps the obstacle beyond where it ends now, along the normal. */
static pl_contact from_feature_contact(const pl_contact_setup *setup, uint32_t body,
                                       const pl_feature_contact *feature_contact, pl_obstacle_feature kind, double h)
{
  const pl_contact_surface *surface = setup->bodies[body].surface;
  const uint32_t *particles = kind == PL_EDGE_AT_OBSTACLE ? surface->edges + 2 * (size_t)feature_contact->feature
                                                          : surface->triangles + 3 * (size_t)feature_contact->feature;
  pl_contact contact = at_obstacle(body, feature_contact->feature, feature_contact->obstacle, setup->bodies[body].size);
  contact.candidate.kind = kind;
  contact.least = fmax(contact.least, 0.1 * feature_contact->dip);
  contact.tolerance = 0.01 * contact.least;
  for (uint32_t e = 0; e <= kind; e++) {
    contact.particles[e] = particles[e];
    contact.owners[e] = body;
    contact.swept.weights[e] = feature_contact->deepest.weights[e];
  }
  pl_vec3_copy(feature_contact->deepest.normal, contact.swept.normal);
  pl_vec3_copy(feature_contact->surface_velocity, contact.surface_velocity);
  contact.level = pl_contact_height(setup, &contact) - feature_contact->deepest.gap;
  pl_contact_update_obstacle_gap(setup, &contact, h);
  return contact;
}

bool pl_obstacles_exceed_margin(const pl_contact_setup *setup, const double *max_speed)
{
  for (size_t b = 0; b < setup->body_count; b++) {
    const pl_contact_body *body = &setup->bodies[b];
    double most = 0;
    for (size_t k = 0; k < body->particle_count; k++) {
      const double *v = body->body->v + 3 * (size_t)body->particles[k];
      double square = pl_vec3_dot(v, v);
      most = square > most ? square : most;
    }
    if (sqrt(most) > max_speed[b]) return true;
  }
  return false;
}

pl_status pl_contacts_with_obstacles(const pl_contact_setup *setup, const pl_model_context *context, double *max_speed,
                                     pl_contacts *out)
{
  *out = (pl_contacts){0};
  obstacle_search *all = PL_TAKE(context->scratch, obstacle_search, setup->body_count);
  uint32_t *near = PL_TAKE(context->scratch, uint32_t, setup->obstacle_count * setup->body_count);
  size_t count = 0, most = 0;
  for (size_t b = 0; b < setup->body_count; b++)
    most = groups_of(&setup->bodies[b]) > most ? groups_of(&setup->bodies[b]) : most;
  pl_particle_block *blocks = PL_TAKE(context->scratch, pl_particle_block, most);
  if (!all || !near || !blocks) return PL_ERROR_MEMORY;
  for (size_t b = 0; b < setup->body_count; b++) {
    const pl_contact_body *body = &setup->bodies[b];
    all[b] = (obstacle_search){
        .setup = setup, .body = body, .h = context->h, .blocks = blocks, .block_count = groups_of(body)};
    max_speed[b] = INFINITY;
    if (body->particle_count == 0) continue;
    PL_TRY(search_body(&all[b], near + b * setup->obstacle_count, context, &max_speed[b]));
    for (size_t k = 0; k < body->particle_count * all[b].near_count; k++) count += all[b].found[k];
    count += all[b].feature_contacts.count;
  }
  out->items = PL_TAKE(context->scratch, pl_contact, count);
  if (!out->items) return PL_ERROR_MEMORY;
  for (uint32_t b = 0; b < setup->body_count; b++) {
    const obstacle_search *s = &all[b];
    for (size_t k = 0; k < s->body->particle_count * s->near_count; k++)
      if (s->found[k]) out->items[out->count++] = from_met(s, b, k);
    for (size_t k = 0; k < s->feature_contacts.count; k++)
      out->items[out->count++] = from_feature_contact(
          setup, b, &s->feature_contacts.items[k],
          k < s->feature_contacts.edge_count ? PL_EDGE_AT_OBSTACLE : PL_TRIANGLE_AT_OBSTACLE, context->h);
  }
  return PL_OK;
}
