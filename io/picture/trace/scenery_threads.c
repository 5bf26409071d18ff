/* SPDX-License-Identifier: MIT
   Curves and threads: every edge is drawn along a curve that goes on smoothly into those that continue it in the rest
   shape, as the paper's nets are (Terzopoulos & Fleischer, figs. 18 and 19). A cubic with the slopes of Catmull and
   Rom, weighted for edges of unlike length. */
#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"
#include "picture/trace/scenery.h"

enum { PIECES = 4 };

/* An edge goes on into another one that turns by no more than 45 degrees at rest. */
static const double straight_on = 0.7;

typedef struct ends_at {
  size_t *first;  /* per vertex, and the end */
  uint32_t *edge; /* that begin or end there */
} ends_at;

static void free_ends(ends_at *ends)
{
  pl_release(ends->first);
  pl_release(ends->edge);
}

static bool is_live(const pl_mesh_data *rest, size_t edge)
{
  return rest->edges[2 * edge] != rest->edges[2 * edge + 1];
}

static pl_status list_ends(const pl_mesh_data *rest, ends_at *out)
{
  out->first = PL_NEW(size_t, rest->vertex_count + 2);
  out->edge = PL_NEW(uint32_t, 2 * rest->edge_count + 1);
  if (!out->first || !out->edge) return PL_ERROR_MEMORY;
  for (size_t k = 0; k < 2 * rest->edge_count; k++)
    if (is_live(rest, k / 2)) out->first[rest->edges[k] + 2]++;
  for (size_t i = 0; i < rest->vertex_count; i++) out->first[i + 2] += out->first[i + 1];
  for (size_t k = 0; k < 2 * rest->edge_count; k++)
    if (is_live(rest, k / 2)) out->edge[out->first[rest->edges[k] + 1]++] = (uint32_t)(k / 2);
  return PL_OK; /* first[i + 1] has run up to the start of the next vertex */
}

/* From where a thread comes to `at`, on its way along an edge to `to`; itself where it begins there. */
static uint32_t before(const pl_mesh_data *rest, const ends_at *ends, size_t edge, uint32_t at, uint32_t to)
{
  double direction[3], best = straight_on;
  uint32_t from = at;
  pl_vec3_sub(rest->positions + 3 * (size_t)to, rest->positions + 3 * (size_t)at, direction);
  for (size_t k = ends->first[at]; k < ends->first[at + 1]; k++) {
    const uint32_t *other = rest->edges + 2 * (size_t)ends->edge[k];
    uint32_t far = other[0] == at ? other[1] : other[0];
    double back[3];
    if (ends->edge[k] == edge) continue;
    pl_vec3_sub(rest->positions + 3 * (size_t)at, rest->positions + 3 * (size_t)far, back);
    double lengths = pl_vec3_length(direction) * pl_vec3_length(back);
    if (!(pl_vec3_dot(direction, back) > best * lengths)) continue;
    best = pl_vec3_dot(direction, back) / lengths;
    from = far;
  }
  return from;
}

/* Of a curve through x_from, x_at and x_to, at the second, over the length of the way to the third; false where a
   thread begins. */
static bool slope_at(const double *x, uint32_t from, uint32_t at, uint32_t to, double out[3])
{
  double back[3];
  pl_vec3_sub(x + 3 * (size_t)to, x + 3 * (size_t)at, out);
  if (from == at) return false;
  pl_vec3_sub(x + 3 * (size_t)at, x + 3 * (size_t)from, back);
  double ahead = pl_vec3_length(out), behind = pl_vec3_length(back);
  if (!(behind > 0)) return false;
  /* the longer of the two has less of a say */
  double share = behind / (ahead + behind);
  for (size_t k = 0; k < 3; k++) out[k] = share * out[k] + (1 - share) * ahead / behind * back[k];
  return true;
}

static void point_on(const double *a, const double *b, double slopes[2][3], double t, double out[3])
{
  double s = 1 - t;
  for (size_t k = 0; k < 3; k++)
    out[k] =
        s * s * (1 + 2 * t) * a[k] + t * t * (1 + 2 * s) * b[k] + s * s * t * slopes[0][k] - t * t * s * slopes[1][k];
}

static pl_status add_thread(pl_scenery *scenery, const pl_frame_body *body, const ends_at *ends, size_t edge,
                            const pl_thread_style *style)
{
  const pl_mesh_data *rest = &body->rest;
  uint32_t a = rest->edges[2 * edge], b = rest->edges[2 * edge + 1];
  double slopes[2][3];
  bool goes_on[2] = {slope_at(body->positions, before(rest, ends, edge, a, b), a, b, slopes[0]),
                     slope_at(body->positions, before(rest, ends, edge, b, a), b, a, slopes[1])};
  pl_vec3_scale(slopes[1], -1, slopes[1]); /* along the edge, too */
  for (size_t e = 0; e < 2; e++) {         /* an end that nothing bends */
    if (goes_on[e] || !goes_on[1 - e]) continue;
    for (size_t k = 0; k < 3; k++) slopes[e][k] = 1.5 * slopes[e][k] - 0.5 * slopes[1 - e][k];
  }
  vec last = pl_scenery_place(scenery, body->positions + 3 * (size_t)a), last_color = style->colors[a];
  for (int piece = 1; piece <= PIECES; piece++) {
    double t = (double)piece / PIECES, place[3];
    point_on(body->positions + 3 * (size_t)a, body->positions + 3 * (size_t)b, slopes, t, place);
    vec next = pl_scenery_place(scenery, place);
    vec color = vec_mix(style->colors[a], style->colors[b], (float)t);
    PL_TRY(pl_scenery_capsule(scenery, last, next, style->radius, last_color, color, style->sides));
    last = next;
    last_color = color;
  }
  return PL_OK;
}

pl_status pl_scenery_threads(pl_scenery *scenery, const pl_frame_body *body, const pl_thread_style *style)
{
  const pl_mesh_data *rest = &body->rest;
  ends_at ends = {0};
  pl_status status = list_ends(rest, &ends);
  for (size_t e = 0; e < rest->edge_count && status == PL_OK; e++) {
    bool hidden = style->hidden && style->hidden[rest->edges[2 * e]] && style->hidden[rest->edges[2 * e + 1]];
    if (is_live(rest, e) && !hidden) status = add_thread(scenery, body, &ends, e, style);
  }
  for (size_t i = 0; i < rest->vertex_count && status == PL_OK; i++) {
    bool lone = ends.first[i] == ends.first[i + 1];
    if (style->hidden ? style->hidden[i] : !lone) continue;
    vec p = pl_scenery_place(scenery, body->positions + 3 * i);
    status = pl_scenery_capsule(scenery, p, p, style->knot, style->colors[i], style->colors[i], style->sides);
  }
  free_ends(&ends);
  return status;
}
