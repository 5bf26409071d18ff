/* SPDX-License-Identifier: MIT
   Round and square things as triangles. */
#include "base/status.h"
#include "picture/trace/scenery.h"

static const float pi = 3.14159265f;

/* One ring of a capsule: `sides` vertices around the axis. */
typedef struct ring {
  vec center;
  float along, out; /* of the normal: along the axis and away from it */
  float radius;
  vec color;
} ring;

typedef struct spindle {
  vec axis, a, b; /* axis and two directions across */
  int sides;
} spindle;

static vec ring_normal(const spindle *s, const ring *r, int side)
{
  float angle = 2 * pi * (float)(side % s->sides) / (float)s->sides;
  vec across = vec_add(vec_scale(s->a, cosf(angle)), vec_scale(s->b, sinf(angle)));
  return vec_add(vec_scale(s->axis, r->along), vec_scale(across, r->out));
}

static pl_status add_ring(pl_scenery *scenery, const spindle *s, const ring *r, uint32_t *first)
{
  for (int side = 0; side < s->sides; side++) {
    uint32_t index = 0;
    PL_TRY(pl_scenery_vertex(scenery, vec_mad(r->center, r->radius, ring_normal(s, r, side)), r->color, &index));
    if (side == 0) *first = index;
  }
  return PL_OK;
}

static pl_status join_rings(pl_scenery *scenery, const spindle *s, const ring *lower, uint32_t first_lower,
                            const ring *upper, uint32_t first_upper)
{
  for (int side = 0; side < s->sides; side++) {
    uint32_t here = (uint32_t)side, next = (uint32_t)((side + 1) % s->sides);
    vec n[4] = {ring_normal(s, lower, side), ring_normal(s, lower, side + 1), ring_normal(s, upper, side + 1),
                ring_normal(s, upper, side)};
    uint32_t corner[4] = {first_lower + here, first_lower + next, first_upper + next, first_upper + here};
    PL_TRY(pl_scenery_triangle(scenery, (uint32_t[3]){corner[0], corner[1], corner[2]}, (vec[3]){n[0], n[1], n[2]}));
    PL_TRY(pl_scenery_triangle(scenery, (uint32_t[3]){corner[0], corner[2], corner[3]}, (vec[3]){n[0], n[2], n[3]}));
  }
  return PL_OK;
}

pl_status pl_scenery_capsule(pl_scenery *scenery, vec a, vec b, float radius, vec color_a, vec color_b, int sides)
{
  spindle s = {.axis = vec_unit(vec_sub(b, a)), .sides = sides};
  vec_frame(s.axis, &s.a, &s.b);
  int half = sides / 4 > 2 ? sides / 4 : 2; /* rings per cap */
  ring last = {0};
  uint32_t first_last = 0;
  for (int i = 0; i < 2 * half + 2; i++) {
    bool top = i > half;
    float angle = 0.5f * pi * (float)(top ? i - half - 1 : i - half) / (float)half;
    ring r = {top ? b : a, sinf(angle), cosf(angle), radius, top ? color_b : color_a};
    uint32_t first = 0;
    PL_TRY(add_ring(scenery, &s, &r, &first));
    if (i > 0) PL_TRY(join_rings(scenery, &s, &last, first_last, &r, first));
    last = r;
    first_last = first;
  }
  return PL_OK;
}

pl_status pl_scenery_box(pl_scenery *scenery, vec center, const vec half_axes[3], vec color)
{
  for (int face = 0; face < 6; face++) {
    int k = face / 2;
    float sign = face % 2 ? 1.0f : -1.0f;
    vec out = vec_scale(half_axes[k], sign), u = half_axes[(k + 1) % 3], v = vec_scale(half_axes[(k + 2) % 3], sign);
    vec n = vec_unit(out), normals[3] = {n, n, n};
    static const float corner[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    uint32_t index[4];
    for (int i = 0; i < 4; i++) {
      vec p = vec_mad(vec_mad(vec_add(center, out), corner[i][0], u), corner[i][1], v);
      PL_TRY(pl_scenery_vertex(scenery, p, color, &index[i]));
    }
    PL_TRY(pl_scenery_triangle(scenery, (uint32_t[3]){index[0], index[1], index[2]}, normals));
    PL_TRY(pl_scenery_triangle(scenery, (uint32_t[3]){index[0], index[2], index[3]}, normals));
  }
  return PL_OK;
}

/* ---- turned shapes: rings with a normal of their own ---- */

typedef struct turned {
  spindle s;
  vec foot;
  vec color;
  ring last;
  uint32_t first_last;
  bool begun;
} turned;

/* The next point of the profile, in the half plane of the radius and the height, with its normal. */
static pl_status turn_to(pl_scenery *scenery, turned *t, const float at[2], const float normal[2])
{
  ring place = {.center = vec_mad(t->foot, at[1], t->s.axis), .out = 1, .radius = at[0], .color = t->color};
  ring shade = {.along = normal[1], .out = normal[0]};
  uint32_t first = 0;
  PL_TRY(add_ring(scenery, &t->s, &place, &first));
  if (t->begun) PL_TRY(join_rings(scenery, &t->s, &t->last, t->first_last, &shade, first));
  t->last = shade;
  t->first_last = first;
  t->begun = true;
  return PL_OK;
}

/* An arc of the profile about a middle, from one angle to another; `side` -1: seen from inside. */
static pl_status turn_along(pl_scenery *scenery, turned *t, const float middle[2], float radius, const float angles[2],
                            float side)
{
  enum { PARTS = 24 };
  for (int k = 0; k <= PARTS; k++) {
    float angle = angles[0] + (angles[1] - angles[0]) * (float)k / PARTS, c = cosf(angle), s = sinf(angle);
    PL_TRY(turn_to(scenery, t, (float[2]){middle[0] + radius * c, middle[1] + radius * s},
                   (float[2]){side * c, side * s}));
  }
  return PL_OK;
}

static pl_status turn_line(pl_scenery *scenery, turned *t, const float from[2], const float to[2],
                           const float normal[2])
{
  PL_TRY(turn_to(scenery, t, from, normal));
  return turn_to(scenery, t, to, normal);
}

static turned start_turning(vec foot, vec axis, vec color)
{
  enum { SIDES = 96 };
  turned t = {.s = {.axis = vec_unit(axis), .sides = SIDES}, .foot = foot, .color = color};
  vec_frame(t.s.axis, &t.s.a, &t.s.b);
  return t;
}

pl_status pl_scenery_cylinder(pl_scenery *scenery, vec a, vec b, float radius, vec color)
{
  float length = vec_length(vec_sub(b, a));
  turned t = start_turning(a, vec_sub(b, a), color);
  PL_TRY(turn_line(scenery, &t, (float[2]){0, 0}, (float[2]){radius, 0}, (float[2]){0, -1}));
  PL_TRY(turn_line(scenery, &t, (float[2]){radius, 0}, (float[2]){radius, length}, (float[2]){1, 0}));
  return turn_line(scenery, &t, (float[2]){radius, length}, (float[2]){0, length}, (float[2]){0, 1});
}

pl_status pl_scenery_bowl(pl_scenery *scenery, vec center, vec axis, float radius, float thickness, vec color)
{
  turned t = start_turning(center, axis, color);
  const float middle[2] = {0, 0}, rim[2] = {radius + thickness / 2, 0};
  PL_TRY(turn_along(scenery, &t, middle, radius + thickness, (float[2]){-pi / 2, 0}, 1));
  PL_TRY(turn_along(scenery, &t, rim, thickness / 2, (float[2]){0, pi}, 1));
  return turn_along(scenery, &t, middle, radius, (float[2]){0, -pi / 2}, -1);
}

pl_status pl_scenery_glass(pl_scenery *scenery, vec a, vec b, float radius, float thickness, vec color)
{
  float length = vec_length(vec_sub(b, a)), outer = radius + thickness, half = thickness / 2;
  turned t = start_turning(a, vec_sub(b, a), color);
  const float foot[2] = {radius + half, -half}, rim[2] = {radius + half, length};
  PL_TRY(turn_line(scenery, &t, (float[2]){0, -thickness}, (float[2]){radius + half, -thickness}, (float[2]){0, -1}));
  PL_TRY(turn_along(scenery, &t, foot, half, (float[2]){-pi / 2, 0}, 1));
  PL_TRY(turn_line(scenery, &t, (float[2]){outer, -half}, (float[2]){outer, length}, (float[2]){1, 0}));
  PL_TRY(turn_along(scenery, &t, rim, half, (float[2]){0, pi}, 1));
  PL_TRY(turn_line(scenery, &t, (float[2]){radius, length}, (float[2]){radius, 0}, (float[2]){-1, 0}));
  return turn_line(scenery, &t, (float[2]){radius, 0}, (float[2]){0, 0}, (float[2]){0, 1});
}
