/* SPDX-License-Identifier: MIT
   Heat of one body: conductances, heat capacities and exchange through the surface. */
#include "matter/heat/heat.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/functions.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include "mesh/measure/measure.h"

pl_heat_def pl_default_heat_def(void)
{
  return (pl_heat_def){.temperature = {.value = 293.15},
                       .conductivity = {.value = 0.2},
                       .conductivity_matrix = {1, 0, 0, 0, 1, 0, 0, 0, 1},
                       .capacity = 1500,
                       .contact = 500,
                       .ambient = 293.15,
                       .soft_stiffness = 0.01};
}

/* ---- checks ---- */

static pl_status check_track(const char *name, const pl_number_track *track, bool positive)
{
  if (track->count > PL_MOST_VOLUME_KEYS)
    return pl_fail(PL_ERROR_ARGUMENT, "%s can have %d keys, got %zu", name, PL_MOST_VOLUME_KEYS, track->count);
  for (size_t k = 0; k < track->count; k++) {
    const pl_number_key *key = &track->keys[k];
    if (!isfinite(key->value) || (positive && !(key->value > 0)))
      return pl_fail(PL_ERROR_ARGUMENT, "%s must be %s, got %g in key %zu", name,
                     positive ? "positive, in K" : "finite, in W", key->value, k);
    if (!isfinite(key->time) || (k > 0 && !(key->time > track->keys[k - 1].time)))
      return pl_fail(PL_ERROR_ARGUMENT, "%s: times of keys must rise, in s; key %zu is at %g", name, k, key->time);
  }
  return PL_OK;
}

static pl_status check_size(const char *name, double value, bool positive, const char *unit)
{
  if (isfinite(value) && (positive ? value > 0 : value >= 0)) return PL_OK;
  return pl_fail(PL_ERROR_ARGUMENT, "heat.%s must be %s, in %s, got %g", name,
                 positive ? "positive" : "zero or positive", unit, value);
}

static pl_status check_matrix(const double m[9])
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      if (!isfinite(m[3 * i + j]) || m[3 * i + j] != m[3 * j + i])
        return pl_fail(PL_ERROR_ARGUMENT, "heat.conductivity_matrix must be symmetric and finite");
  if (m[0] > 0 && m[0] * m[4] - m[1] * m[1] > 0 && pl_mat3_determinant(m) > 0) return PL_OK;
  return pl_fail(PL_ERROR_ARGUMENT, "heat.conductivity_matrix must be positive definite");
}

pl_status pl_heat_check(const pl_heat_def *def)
{
  if (!def->conducts) return PL_OK;
  if (!def->temperature.values) PL_TRY(check_size("temperature", def->temperature.value, true, "K"));
  if (!def->conductivity.values) PL_TRY(check_size("conductivity", def->conductivity.value, false, "W/(m K)"));
  PL_TRY(check_size("capacity", def->capacity, true, "J/(kg K)"));
  PL_TRY(check_size("contact", def->contact, false, "W/(m^2 K)"));
  PL_TRY(check_size("convection", def->convection, false, "W/(m^2 K)"));
  PL_TRY(check_size("cohesion", def->cohesion, false, "m/s^2"));
  PL_TRY(check_size("droplet", def->droplet, false, "m"));
  PL_TRY(check_size("ambient", def->ambient, true, "K"));
  pl_softening softening = pl_softening_of(def);
  PL_TRY(pl_softening_check(&softening));
  if (def->source_count && !def->sources)
    return pl_fail(PL_ERROR_ARGUMENT, "heat.sources is NULL but source_count is %zu", def->source_count);
  for (size_t k = 0; k < def->source_count; k++) {
    PL_TRY(check_track("heat.sources: temperature", &def->sources[k].temperature, true));
    PL_TRY(check_track("heat.sources: power", &def->sources[k].power, false));
    if (def->sources[k].count == 0 || !def->sources[k].particles)
      return pl_fail(PL_ERROR_ARGUMENT, "heat.sources[%zu] has no particles", k);
  }
  return check_matrix(def->conductivity_matrix);
}

static pl_status check_values(const char *name, const pl_node_field *field, size_t count, bool positive,
                              const char *unit)
{
  for (size_t i = 0; field->values && i < count; i++) PL_TRY(check_size(name, field->values[i], positive, unit));
  return PL_OK;
}

/* ---- making ---- */

static double value_at(const pl_node_field *field, size_t i) { return field->values ? field->values[i] : field->value; }

/* The caller's particle whose values count at a node. */
static uint32_t vertex_of(const pl_heat *heat, const pl_heat_setup *setup, size_t node)
{
  return setup->order[heat->nearest ? heat->nearest[node] : node];
}

static pl_status find_nearest(const pl_heat_setup *setup, pl_heat *heat)
{
  const pl_model_cells *cells = &setup->cells;
  heat->nearest = PL_NEW(uint32_t, cells->node_count);
  heat->place = PL_NEW(uint32_t, heat->particle_count);
  if (!heat->nearest || !heat->place) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < cells->node_count; i++) {
    double least = INFINITY;
    for (uint32_t p = 0; p < heat->particle_count; p++) {
      double d[3];
      pl_vec3_sub(setup->rest->positions + 3 * (size_t)setup->order[p], cells->nodes + 3 * i, d);
      if (pl_vec3_dot(d, d) < least) {
        least = pl_vec3_dot(d, d);
        heat->nearest[i] = p;
      }
    }
  }
  for (size_t p = 0; p < heat->particle_count; p++) {
    const double *weight = cells->weight + 8 * p;
    int heaviest = 0;
    for (int c = 1; c < 8; c++)
      if (weight[c] > weight[heaviest]) heaviest = c;
    heat->place[p] = cells->corners[8 * (size_t)cells->host[p] + (size_t)heaviest];
  }
  return PL_OK;
}

static pl_status links_of_cells(const pl_heat_setup *setup, pl_heat_links *links)
{
  const pl_model_cells *cells = &setup->cells;
  for (size_t e = 0; e < cells->count; e++) {
    pl_heat_cell cell = {.dimensions = 3, .scale = cells->fill[e]};
    memcpy(cell.corners, cells->corners + 8 * e, sizeof cell.corners);
    PL_TRY(pl_heat_links_of_cell(&cell, cells->nodes, setup->def->conductivity_matrix, links));
  }
  return pl_heat_links_merge(links);
}

static pl_status take_links(const pl_heat_setup *setup, const pl_heat_links *links, pl_heat *heat)
{
  size_t count = heat->link_count = links->count;
  heat->ends = PL_NEW(uint32_t, 2 * count);
  heat->conductance = PL_NEW(double, count);
  heat->whole = PL_NEW(double, count);
  heat->starts = PL_NEW(size_t, heat->count + 1);
  heat->others = PL_NEW(uint32_t, 2 * count);
  heat->through = PL_NEW(uint32_t, 2 * count);
  if (!heat->ends || !heat->conductance || !heat->whole || !heat->starts || !heat->others || !heat->through)
    return PL_ERROR_MEMORY;
  for (size_t k = 0; k < count; k++) {
    uint32_t ends[2] = {links->items[k].a, links->items[k].b};
    double k_of[2];
    for (int e = 0; e < 2; e++) {
      heat->ends[2 * k + (size_t)e] = heat->nearest ? ends[e] : setup->place[ends[e]];
      k_of[e] = value_at(&setup->def->conductivity, vertex_of(heat, setup, heat->ends[2 * k + (size_t)e]));
      heat->starts[heat->ends[2 * k + (size_t)e] + 1]++;
    }
    double sum = k_of[0] + k_of[1];
    heat->whole[k] = heat->conductance[k] = sum > 0 ? links->items[k].width * 2 * k_of[0] * k_of[1] / sum : 0;
  }
  for (size_t i = 0; i < heat->count; i++) heat->starts[i + 1] += heat->starts[i];
  for (size_t k = 2 * count; k-- > 0;) { /* from behind: starts end up one place too far */
    size_t at = --heat->starts[heat->ends[k] + 1];
    heat->others[at] = heat->ends[k ^ 1];
    heat->through[at] = (uint32_t)(k / 2);
  }
  memmove(heat->starts, heat->starts + 1, heat->count * sizeof(size_t));
  heat->starts[heat->count] = 2 * count;
  return PL_OK;
}

static pl_status find_corners(const pl_heat_setup *setup, pl_heat *heat)
{
  const pl_mesh_data *rest = setup->rest;
  size_t count = 3 * rest->triangle_count, n = heat->particle_count;
  heat->open = setup->open;
  heat->corner_starts = PL_NEW(size_t, n + 1);
  heat->corners = PL_NEW(uint32_t, 2 * count);
  if (!heat->corner_starts || !heat->corners) return PL_ERROR_MEMORY;
  for (size_t k = 0; k < count; k++) heat->corner_starts[setup->place[rest->triangles[k]] + 1]++;
  for (size_t i = 0; i < n; i++) heat->corner_starts[i + 1] += heat->corner_starts[i];
  for (size_t k = count; k-- > 0;) { /* from behind: starts end up one place too far */
    size_t first = k - k % 3, at = --heat->corner_starts[setup->place[rest->triangles[k]] + 1];
    for (size_t c = 1; c < 3; c++) heat->corners[2 * at + c - 1] = setup->place[rest->triangles[first + (k + c) % 3]];
  }
  memmove(heat->corner_starts, heat->corner_starts + 1, n * sizeof(size_t));
  heat->corner_starts[n] = count;
  return PL_OK;
}

/* Particles without triangles have the surface of a cube of their volume, cut by six neighbours: none, in a solid. */
static pl_status find_areas(const pl_heat_setup *setup, pl_heat *heat)
{
  size_t n = heat->particle_count;
  double *areas = PL_NEW(double, n);
  heat->area = PL_NEW(double, n);
  if (!areas || !heat->area) {
    pl_release(areas);
    return PL_ERROR_MEMORY;
  }
  pl_mesh_vertex_areas(setup->rest, areas);
  for (size_t i = 0; i < n; i++) {
    size_t vertex = setup->order[i];
    heat->area[i] =
        setup->rest->triangle_count == 0 ? pl_cbrt(pl_pow(setup->rest->vertex_volumes[vertex], 2)) : areas[vertex];
  }
  pl_release(areas);
  return PL_OK;
}

static pl_status take_nodes(const pl_heat_setup *setup, pl_heat *heat)
{
  heat->temperature = PL_NEW(double, heat->count);
  heat->start = PL_NEW(double, heat->count);
  heat->capacity = PL_NEW(double, heat->count);
  heat->air = PL_NEW(double, heat->count);
  if (!heat->temperature || !heat->start || !heat->capacity || !heat->air) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < heat->count; i++) {
    uint32_t vertex = vertex_of(heat, setup, i);
    heat->start[i] = value_at(&setup->def->temperature, vertex);
    heat->capacity[i] = setup->def->capacity * (heat->nearest ? setup->cells.mass[i] : setup->mass[vertex]);
  }
  PL_TRY(find_areas(setup, heat));
  PL_TRY(find_corners(setup, heat));
  double per_area = setup->def->convection * (setup->open ? 2 : 1);
  for (uint32_t p = 0; p < heat->particle_count; p++) heat->air[pl_heat_place(heat, p)] += per_area * heat->area[p];
  return PL_OK;
}

static pl_status take_source(const pl_heat_setup *setup, const pl_heat_source_def *def, const pl_heat *heat,
                             pl_heat_source *out)
{
  out->nodes = PL_NEW(uint32_t, def->count);
  out->parts = PL_NEW(double, def->count);
  if (!out->nodes || !out->parts) return PL_ERROR_MEMORY;
  out->count = def->count;
  out->temperature = def->temperature;
  out->power = def->power;
  double all = 0;
  for (size_t k = 0; k < def->count; k++) {
    if (def->particles[k] >= heat->particle_count)
      return pl_fail(PL_ERROR_ARGUMENT, "heat.sources: particle %u does not exist; the body has %zu", def->particles[k],
                     heat->particle_count);
    out->nodes[k] = pl_heat_place(heat, setup->place[def->particles[k]]);
    all += out->parts[k] = setup->mass[def->particles[k]];
  }
  for (size_t k = 0; k < def->count; k++) out->parts[k] /= all;
  return PL_OK;
}

static pl_status take_sources(const pl_heat_setup *setup, pl_heat *heat)
{
  heat->sources = PL_NEW(pl_heat_source, setup->def->source_count);
  if (!heat->sources) return PL_ERROR_MEMORY;
  heat->source_count = setup->def->source_count;
  for (size_t k = 0; k < heat->source_count; k++)
    PL_TRY(take_source(setup, &setup->def->sources[k], heat, &heat->sources[k]));
  return PL_OK;
}

static pl_status build(const pl_heat_setup *setup, pl_heat *heat, pl_heat_links *links)
{
  const pl_heat_def *def = setup->def;
  size_t n = heat->particle_count = setup->rest->vertex_count;
  heat->count = setup->cells.count ? setup->cells.node_count : n;
  heat->cells = setup->cells;
  heat->contact = def->contact;
  heat->ambient = def->ambient;
  heat->softening = pl_softening_of(def);
  PL_TRY(check_values("temperature", &def->temperature, n, true, "K"));
  PL_TRY(check_values("conductivity", &def->conductivity, n, false, "W/(m K)"));
  if (!setup->rest->vertex_volumes)
    return pl_fail(PL_ERROR_MESH, "heat needs the volume of vertices; give a thickness, a closed surface or "
                                  "vertex_volumes");
  if (setup->cells.count) PL_TRY(find_nearest(setup, heat));
  PL_TRY(setup->cells.count ? links_of_cells(setup, links)
                            : pl_heat_links_of_mesh(setup->rest, def->conductivity_matrix, links));
  PL_TRY(take_nodes(setup, heat));
  PL_TRY(take_links(setup, links, heat));
  PL_TRY(take_sources(setup, heat));
  pl_heat_reset(heat);
  return PL_OK;
}

pl_status pl_heat_make(const pl_heat_setup *setup, pl_heat **out)
{
  pl_heat *heat = PL_NEW(pl_heat, 1);
  if (!heat) return PL_ERROR_MEMORY;
  pl_heat_links links = {0};
  pl_status status = build(setup, heat, &links);
  pl_heat_links_free(&links);
  if (status != PL_OK) {
    pl_heat_free(heat);
    return status;
  }
  *out = heat;
  return PL_OK;
}

void pl_heat_free(pl_heat *heat)
{
  if (!heat) return;
  for (size_t k = 0; k < heat->source_count; k++) {
    pl_release(heat->sources[k].nodes);
    pl_release(heat->sources[k].parts);
  }
  pl_release(heat->sources);
  pl_release(heat->temperature);
  pl_release(heat->start);
  pl_release(heat->capacity);
  pl_release(heat->air);
  pl_release(heat->ends);
  pl_release(heat->conductance);
  pl_release(heat->whole);
  pl_release(heat->starts);
  pl_release(heat->others);
  pl_release(heat->through);
  pl_release(heat->area);
  pl_release(heat->corner_starts);
  pl_release(heat->corners);
  pl_release(heat->place);
  pl_release(heat->nearest);
  pl_release(heat);
}

void pl_heat_reset(pl_heat *heat)
{
  memcpy(heat->temperature, heat->start, heat->count * sizeof(double));
  heat->flows = (pl_heat_flows){0};
}

/* ---- links of the matter ---- */

double pl_heat_of_link(const pl_heat *heat, const pl_fibres *fibres, size_t link)
{
  const double *T = heat->temperature;
  if (!heat->place) return 0.5 * (T[fibres->link_ends[2 * link]] + T[fibres->link_ends[2 * link + 1]]);
  double sum = 0; /* links of voxels are the voxels */
  for (size_t c = 0; c < 8; c++) sum += T[heat->cells.corners[8 * link + c]];
  return sum / 8;
}

static void close_between(pl_heat *heat, uint32_t a, uint32_t b)
{
  for (size_t k = heat->starts[a]; k < heat->starts[a + 1]; k++)
    if (heat->others[k] == b) heat->conductance[heat->through[k]] = 0;
}

void pl_heat_close_broken(pl_heat *heat, const pl_fibres *fibres, const pl_links *links)
{
  memcpy(heat->conductance, heat->whole, heat->link_count * sizeof(double));
  if (heat->place) return; /* nodes of voxels have no links of their own */
  for (size_t k = 0; k < links->count; k++)
    if (links->state[k] == PL_LINK_BROKEN) close_between(heat, fibres->link_ends[2 * k], fibres->link_ends[2 * k + 1]);
}

/* ---- particles and nodes ---- */

double pl_heat_at(const pl_heat *heat, uint32_t particle)
{
  if (!heat->place) return heat->temperature[particle];
  const uint32_t *corners = heat->cells.corners + 8 * (size_t)heat->cells.host[particle];
  double sum = 0;
  for (size_t c = 0; c < 8; c++) sum += heat->cells.weight[8 * (size_t)particle + c] * heat->temperature[corners[c]];
  return sum;
}

void pl_heat_write(pl_heat *heat, const double *particles)
{
  for (size_t i = 0; i < heat->count; i++) heat->temperature[i] = particles[heat->nearest ? heat->nearest[i] : i];
}

double pl_heat_facing(const pl_heat *heat, const double *x, uint32_t particle, const double normal[3])
{
  size_t begin = heat->corner_starts[particle], end = heat->corner_starts[particle + 1];
  if (begin == end) return heat->area[particle];
  double sum = 0;
  for (size_t k = begin; k < end; k++) {
    double a[3], b[3], across[3];
    pl_vec3_sub(x + 3 * (size_t)heat->corners[2 * k], x + 3 * (size_t)particle, a);
    pl_vec3_sub(x + 3 * (size_t)heat->corners[2 * k + 1], x + 3 * (size_t)particle, b);
    pl_vec3_cross(a, b, across);
    double facing = -pl_vec3_dot(across, normal) / 6; /* a third of half of it */
    sum += heat->open ? fabs(facing) : fmax(facing, 0);
  }
  return sum;
}
