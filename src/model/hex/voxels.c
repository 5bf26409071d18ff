/* SPDX-License-Identifier: MIT
   Voxels about the middle of a surface: those with a vertex in them, so that every vertex has a host, and those whose
   middle is inside. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/functions.h"
#include "math/vec3.h"
#include "mesh/measure/measure.h"
#include "mesh/query/inside.h"
#include "model/hex/hex.h"

enum { SAMPLES = 3, TRIALS = 24, MOST_CELLS = 4000000 };
static const uint32_t none = UINT32_MAX;
static const double least_fill = 0.02; /* an element that only touches the body still has to be stiff */

typedef struct making {
  const pl_mesh_data *surface;
  pl_inside inside;
  double low[3], high[3];
  uint8_t *solid; /* of each cell of the grid */
  size_t cells;
  pl_voxels *out;
} making;

static size_t cell_at(const making *m, const uint32_t index[3])
{
  return ((size_t)index[0] * m->out->counts[1] + index[1]) * m->out->counts[2] + index[2];
}

static void index_of(const making *m, size_t cell, uint32_t index[3])
{
  index[2] = (uint32_t)(cell % m->out->counts[2]);
  index[1] = (uint32_t)(cell / m->out->counts[2] % m->out->counts[1]);
  index[0] = (uint32_t)(cell / m->out->counts[2] / m->out->counts[1]);
}

/* The cell that a point of the surface is in; rounding does not take it out of the grid. */
static size_t host_of(const making *m, const double point[3], double local[3])
{
  uint32_t index[3];
  for (int k = 0; k < 3; k++) {
    double at = (point[k] - m->out->origin[k]) / m->out->spacing[k], last = (double)m->out->counts[k] - 1;
    double cell = fmin(fmax(floor(at), 0), last);
    index[k] = (uint32_t)cell;
    local[k] = at - cell;
  }
  return cell_at(m, index);
}

static pl_status lay_grid(making *m, const double spacing[3])
{
  double cells = 1;
  for (int k = 0; k < 3; k++) {
    double count = fmax(1, ceil((m->high[k] - m->low[k]) / spacing[k] - 1e-9));
    cells *= count;
    if (!(cells <= MOST_CELLS))
      return pl_fail(PL_ERROR_LIMIT, "voxels of %g m are too fine for this surface: more than %d of them", spacing[k],
                     (int)MOST_CELLS);
    m->out->counts[k] = (uint32_t)count;
    m->out->spacing[k] = spacing[k];
    m->out->origin[k] = 0.5 * (m->low[k] + m->high[k] - spacing[k] * count);
  }
  m->cells = (size_t)cells;
  pl_release(m->solid);
  m->solid = PL_NEW(uint8_t, m->cells);
  return m->solid ? PL_OK : PL_ERROR_MEMORY;
}

static void cell_point(const making *m, const uint32_t index[3], const double local[3], double out[3])
{
  for (int k = 0; k < 3; k++) out[k] = m->out->origin[k] + m->out->spacing[k] * (index[k] + local[k]);
}

static pl_status mark_solid(making *m, const double spacing[3])
{
  PL_TRY(lay_grid(m, spacing));
  for (size_t i = 0; i < m->surface->vertex_count; i++) {
    double local[3];
    m->solid[host_of(m, m->surface->positions + 3 * i, local)] = 1;
  }
  m->out->element_count = 0;
  for (size_t cell = 0; cell < m->cells; cell++) {
    const double middle[3] = {0.5, 0.5, 0.5};
    uint32_t index[3];
    double point[3];
    index_of(m, cell, index);
    cell_point(m, index, middle, point);
    if (!m->solid[cell]) m->solid[cell] = pl_inside_contains(&m->inside, point);
    m->out->element_count += m->solid[cell];
  }
  return PL_OK;
}

/* Numbers the corners of solid cells in the order of the grid; returns how many there are. */
static size_t number_nodes(const making *m, uint32_t *number)
{
  size_t n1 = (size_t)m->out->counts[1] + 1, n2 = (size_t)m->out->counts[2] + 1;
  size_t all = ((size_t)m->out->counts[0] + 1) * n1 * n2, count = 0;
  memset(number, 0xff, all * sizeof *number);
  for (size_t cell = 0; cell < m->cells; cell++) {
    uint32_t index[3];
    index_of(m, cell, index);
    for (uint32_t c = 0; m->solid[cell] && c < PL_HEX_CORNERS; c++)
      number[((index[0] + (c >> 2)) * n1 + index[1] + (c >> 1 & 1)) * n2 + index[2] + (c & 1)] = 0;
  }
  for (size_t k = 0; k < all; k++)
    if (number[k] != none) number[k] = (uint32_t)count++;
  return count;
}

static uint32_t *new_numbers(const making *m)
{
  return PL_NEW(uint32_t,
                ((size_t)m->out->counts[0] + 1) * ((size_t)m->out->counts[1] + 1) * ((size_t)m->out->counts[2] + 1));
}

static pl_status count_nodes(making *m, double side, size_t *count)
{
  const double spacing[3] = {side, side, side};
  PL_TRY(mark_solid(m, spacing));
  uint32_t *number = new_numbers(m);
  if (!number) return PL_ERROR_MEMORY;
  *count = number_nodes(m, number);
  pl_release(number);
  return PL_OK;
}

/* The number of nodes jumps as voxels shrink; of all spacings tried the one that comes nearest. */
static pl_status search_spacing(making *m, size_t wanted, double *best)
{
  double volume = 1, coarse = 0, fine = 0;
  for (int k = 0; k < 3; k++) {
    coarse = fmax(coarse, m->high[k] - m->low[k]);
    volume *= fmax(m->high[k] - m->low[k], 1e-9 * coarse);
  }
  fine = 0.3 * pl_cbrt(volume / (double)wanted);
  size_t nearest = SIZE_MAX;
  for (int trial = 0; trial < TRIALS && nearest > 0; trial++) {
    double side = sqrt(fine * coarse);
    size_t count = 0;
    PL_TRY(count_nodes(m, side, &count));
    size_t off = count > wanted ? count - wanted : wanted - count;
    if (off < nearest) {
      nearest = off;
      *best = side;
    }
    if (count > wanted)
      fine = side;
    else
      coarse = side;
  }
  return PL_OK;
}

static pl_status choose_spacing(making *m, const pl_hex_def *def, double spacing[3])
{
  double side = def->spacing;
  if (def->cells[0]) {
    for (int k = 0; k < 3; k++) spacing[k] = (m->high[k] - m->low[k]) / def->cells[k];
    return PL_OK;
  }
  if (side <= 0) PL_TRY(search_spacing(m, def->nodes, &side));
  for (int k = 0; k < 3; k++) spacing[k] = side;
  return PL_OK;
}

static void measure_fill(const making *m, const uint32_t index[3], double *fill)
{
  int inside = 0;
  for (int s = 0; s < SAMPLES * SAMPLES * SAMPLES; s++) {
    const int at[3] = {s / (SAMPLES * SAMPLES), s / SAMPLES % SAMPLES, s % SAMPLES};
    const double local[3] = {(at[0] + 0.5) / SAMPLES, (at[1] + 0.5) / SAMPLES, (at[2] + 0.5) / SAMPLES};
    double point[3];
    cell_point(m, index, local, point);
    inside += pl_inside_contains(&m->inside, point);
  }
  *fill = fmax(least_fill, (double)inside / (SAMPLES * SAMPLES * SAMPLES));
}

static pl_status allocate(pl_voxels *out, size_t vertices)
{
  out->nodes = PL_NEW(double, 3 * out->node_count);
  out->corners = PL_NEW(uint32_t, PL_HEX_CORNERS * out->element_count);
  out->fill = PL_NEW(double, out->element_count);
  out->host = PL_NEW(uint32_t, vertices);
  out->weight = PL_NEW(double, PL_HEX_CORNERS *vertices);
  return out->nodes && out->corners && out->fill && out->host && out->weight ? PL_OK : PL_ERROR_MEMORY;
}

/* place[cell]: the element. */
static void fill_elements(const making *m, const uint32_t *number, uint32_t *place)
{
  pl_voxels *out = m->out;
  size_t n1 = (size_t)out->counts[1] + 1, n2 = (size_t)out->counts[2] + 1;
  uint32_t element = 0;
  for (size_t cell = 0; cell < m->cells; cell++) {
    if (!m->solid[cell]) continue;
    uint32_t index[3];
    index_of(m, cell, index);
    for (uint32_t c = 0; c < PL_HEX_CORNERS; c++) {
      const double local[3] = {c >> 2, c >> 1 & 1, c & 1};
      uint32_t node = number[((index[0] + (c >> 2)) * n1 + index[1] + (c >> 1 & 1)) * n2 + index[2] + (c & 1)];
      out->corners[PL_HEX_CORNERS * (size_t)element + c] = node;
      cell_point(m, index, local, out->nodes + 3 * (size_t)node);
    }
    measure_fill(m, index, &out->fill[element]);
    place[cell] = element++;
  }
}

static void embed(const making *m, const uint32_t *place)
{
  pl_voxels *out = m->out;
  for (size_t i = 0; i < m->surface->vertex_count; i++) {
    double local[3];
    out->host[i] = place[host_of(m, m->surface->positions + 3 * i, local)];
    for (uint32_t c = 0; c < PL_HEX_CORNERS; c++)
      out->weight[PL_HEX_CORNERS * i + c] = (c >> 2 ? local[0] : 1 - local[0]) *
                                            (c >> 1 & 1 ? local[1] : 1 - local[1]) * (c & 1 ? local[2] : 1 - local[2]);
  }
}

/* The elements' volumes add up to that of the surface. */
static void scale_fill(pl_voxels *out, double volume)
{
  double sum = 0, cell = out->spacing[0] * out->spacing[1] * out->spacing[2];
  for (size_t e = 0; e < out->element_count; e++) sum += out->fill[e] * cell;
  if (!(volume > 0)) return;
  for (size_t e = 0; e < out->element_count; e++) out->fill[e] *= volume / sum;
}

static pl_status build(making *m, const pl_hex_def *def)
{
  double spacing[3];
  for (int k = 0; k < 3; k++) m->low[k] = INFINITY, m->high[k] = -INFINITY;
  for (size_t i = 0; i < 3 * m->surface->vertex_count; i++) {
    m->low[i % 3] = fmin(m->low[i % 3], m->surface->positions[i]);
    m->high[i % 3] = fmax(m->high[i % 3], m->surface->positions[i]);
  }
  PL_TRY(choose_spacing(m, def, spacing));
  PL_TRY(mark_solid(m, spacing));
  uint32_t *number = new_numbers(m), *place = PL_NEW(uint32_t, m->cells);
  pl_status status = number && place ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK) {
    m->out->node_count = number_nodes(m, number);
    status = allocate(m->out, m->surface->vertex_count);
  }
  if (status == PL_OK) {
    fill_elements(m, number, place);
    embed(m, place);
    scale_fill(m->out, pl_mesh_volume(m->inside.positions, m->inside.triangles, m->inside.triangle_count));
  }
  pl_release(number);
  pl_release(place);
  return status;
}

pl_status pl_voxels_make(const pl_mesh_data *surface, const pl_hex_def *def, pl_voxels *out)
{
  *out = (pl_voxels){0};
  making m = {.surface = surface, .out = out};
  pl_status status = pl_inside_create(surface->positions, surface->vertex_count, surface->triangles,
                                      surface->triangle_count, &m.inside);
  if (status == PL_OK) status = build(&m, def);
  pl_inside_free(&m.inside);
  pl_release(m.solid);
  return status;
}

void pl_voxels_free(pl_voxels *voxels)
{
  pl_release(voxels->nodes);
  pl_release(voxels->corners);
  pl_release(voxels->fill);
  pl_release(voxels->host);
  pl_release(voxels->weight);
  *voxels = (pl_voxels){0};
}
