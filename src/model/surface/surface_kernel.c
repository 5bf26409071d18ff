/* SPDX-License-Identifier: MIT
   Rows are three or two vectors of four floats, and what is done per particle is done on such vectors; what is done per
   region is done on PL_SURFACE_LANES regions side by side. Vectors of space have an idle fourth lane. */
#include "model/surface/surface_kernel.h"

#include <math.h>
#include <string.h>

#include "math/quad.h"
#include "model/surface/regions/region_sums.h"

enum { LANES = PL_SURFACE_LANES, ROW = PL_SURFACE_ROW, TILE = PL_SURFACE_TILE, MOTION = 8 };

typedef float quad __attribute__((vector_size(16)));
typedef int32_t quad_bits __attribute__((vector_size(16)));

static inline quad load(const float *from)
{
  quad a;
  memcpy(&a, from, sizeof a);
  return a;
}
static inline void store(quad a, float *to) { memcpy(to, &a, sizeof a); }
static inline quad all(float x) { return (quad){x, x, x, x}; }
static inline pl_quad widen(quad a) { return __builtin_convertvector(a, pl_quad); }
static inline quad narrow(pl_quad a) { return __builtin_convertvector(a, quad); }

/* The fourth lane becomes 0, or 1. */
static inline quad without_fourth(quad a) { return (quad)((quad_bits)a & (quad_bits){-1, -1, -1, 0}); }
static inline quad with_one(quad a) { return without_fourth(a) + (quad){0, 0, 0, 1}; }

static inline void transpose(quad a[4])
{
  quad p = __builtin_shufflevector(a[0], a[1], 0, 4, 1, 5), q = __builtin_shufflevector(a[0], a[1], 2, 6, 3, 7);
  quad r = __builtin_shufflevector(a[2], a[3], 0, 4, 1, 5), s = __builtin_shufflevector(a[2], a[3], 2, 6, 3, 7);
  a[0] = __builtin_shufflevector(p, r, 0, 1, 4, 5);
  a[1] = __builtin_shufflevector(p, r, 2, 3, 6, 7);
  a[2] = __builtin_shufflevector(q, s, 0, 1, 4, 5);
  a[3] = __builtin_shufflevector(q, s, 2, 3, 6, 7);
}

/* One number of each of LANES neighbours. */
typedef float lanes __attribute__((vector_size(4 * LANES)));
typedef double wide_lanes __attribute__((vector_size(8 * LANES)));
typedef int64_t wide_mask __attribute__((vector_size(8 * LANES)));

static inline lanes load_lanes(const float *from)
{
  lanes a;
  memcpy(&a, from, sizeof a);
  return a;
}
static inline wide_lanes load_wide(const double *from)
{
  wide_lanes a;
  memcpy(&a, from, sizeof a);
  return a;
}
static inline void store_wide(wide_lanes a, double *to) { memcpy(to, &a, sizeof a); }
static inline wide_lanes widen_lanes(lanes a) { return __builtin_convertvector(a, wide_lanes); }
static inline lanes narrow_lanes(wide_lanes a) { return __builtin_convertvector(a, lanes); }

/* Rows of `width` floats of LANES neighbours become `width` vectors of LANES numbers, and back. */
static inline void rows_to_lanes(const float *rows, int width, lanes *out)
{
  for (int k = 0; k < width; k += 4) {
    quad a[4], b[4];
    for (int r = 0; r < 4; r++) {
      a[r] = load(rows + r * width + k);
      b[r] = load(rows + (4 + r) * width + k);
    }
    transpose(a);
    transpose(b);
    for (int r = 0; r < 4; r++) out[k + r] = __builtin_shufflevector(a[r], b[r], 0, 1, 2, 3, 4, 5, 6, 7);
  }
}

static inline void lanes_to_rows(const lanes *in, int width, float *rows)
{
  for (int k = 0; k < width; k += 4) {
    quad a[4], b[4];
    for (int r = 0; r < 4; r++) {
      a[r] = __builtin_shufflevector(in[k + r], in[k + r], 0, 1, 2, 3);
      b[r] = __builtin_shufflevector(in[k + r], in[k + r], 4, 5, 6, 7);
    }
    transpose(a);
    transpose(b);
    for (int r = 0; r < 4; r++) {
      store(a[r], rows + r * width + k);
      store(b[r], rows + (4 + r) * width + k);
    }
  }
}

static inline quad cross(quad a, quad b)
{
  quad a1 = __builtin_shufflevector(a, a, 1, 2, 0, 3), b1 = __builtin_shufflevector(b, b, 1, 2, 0, 3);
  quad c = a * b1 - a1 * b;
  return __builtin_shufflevector(c, c, 1, 2, 0, 3);
}

/* Rows (`inward`) or columns of the rotation, times a factor: what turns vectors into the body's view, or out of it. */
static inline void axes(const pl_surface_frame *frame, bool inward, double factor, pl_quad out[3])
{
  const double *R = frame->rotation;
  for (int k = 0; k < 3; k++)
    out[k] = pl_quad_all(factor) *
             (inward ? (pl_quad){R[3 * k], R[3 * k + 1], R[3 * k + 2], 0} : (pl_quad){R[k], R[3 + k], R[6 + k], 0});
}

static inline pl_quad turned(const pl_quad axis[3], pl_quad a)
{
  return pl_quad_multiply_add(pl_quad_all(a[0]), axis[0],
                              pl_quad_multiply_add(pl_quad_all(a[1]), axis[1], pl_quad_all(a[2]) * axis[2]));
}

static inline pl_quad cross_wide(pl_quad a, pl_quad b)
{
  pl_quad a1 = __builtin_shufflevector(a, a, 1, 2, 0, 3), b1 = __builtin_shufflevector(b, b, 1, 2, 0, 3);
  pl_quad c = a * b1 - a1 * b;
  return __builtin_shufflevector(c, c, 1, 2, 0, 3);
}

/* ---- momentum ---- */

typedef struct moments {
  pl_quad first, momentum, spin, squares, products;
  double mass;
} moments;

static inline void add_momentum(double mass, pl_quad arm, pl_quad v, moments *sums)
{
  pl_quad momentum = pl_quad_all(mass) * v;
  sums->momentum += momentum;
  sums->spin += cross_wide(arm, momentum);
}

static inline void add_inertia(double mass, pl_quad arm, moments *sums)
{
  pl_quad first = pl_quad_all(mass) * arm;
  sums->mass += mass;
  sums->first += first;
  sums->squares = pl_quad_multiply_add(first, arm, sums->squares);
  sums->products = pl_quad_multiply_add(first, __builtin_shufflevector(arm, arm, 1, 2, 0, 3), sums->products);
}

static inline void keep_moments(const moments *sums, pl_surface_moments *out)
{
  memcpy(out->first, &sums->first, sizeof out->first);
  memcpy(out->momentum, &sums->momentum, sizeof out->momentum);
  memcpy(out->spin, &sums->spin, sizeof out->spin);
  memcpy(out->squares, &sums->squares, sizeof out->squares);
  memcpy(out->products, &sums->products, sizeof out->products);
  out->mass = sums->mass;
}

/* Momentum after matching, about where particles were before: x is still there. */
static inline void add_momentum_after(const pl_surface_step *step, size_t i, pl_quad v, moments *sums)
{
  if (step->after)
    add_momentum(step->mass[i], pl_quad_load_three(step->x + 3 * i) - pl_quad_load_three(step->frame->centre), v, sums);
}

static void correct_momentum(const pl_surface_step *step, size_t begin, size_t end)
{
  pl_quad centre = pl_quad_load_three(step->frame->centre), drift = pl_quad_load_three(step->drift),
          spin = pl_quad_load_three(step->spin);
  for (size_t i = begin; i < end; i++) {
    pl_quad x = pl_quad_load_three(step->x + 3 * i), v = pl_quad_load_three(step->v + 3 * i);
    pl_quad before = x - pl_quad_all(step->h) * v; /* where the particle was when momentum was taken */
    pl_quad more = drift + cross_wide(spin, before - centre);
    pl_quad_store_three(v + more, step->v + 3 * i);
    pl_quad_store_three(x + pl_quad_all(step->h) * more, step->x + 3 * i);
  }
}

/* ---- displacements ---- */

/* Row c: w u_c (x0, 1) */
static inline void write_displacement(quad u, quad place, float *row)
{
  quad weighted = u * all(place[3]), rest = with_one(place);
  for (int c = 0; c < 3; c++) store(all(weighted[c]) * rest, row + 4 * c);
}

static void predict(const pl_surface_step *step, size_t begin, size_t end)
{
  const pl_surface *surface = step->surface;
  pl_quad axis[3], origin = pl_quad_load_three(step->frame->origin), h = pl_quad_all(step->h);
  axes(step->frame, true, 1 / surface->size, axis);
  pl_quad centre = pl_quad_load_three(step->frame->centre);
  moments sums = {0};
  for (size_t i = begin; i < end; i++) {
    pl_quad v = pl_quad_load_three(step->v + 3 * i), x = pl_quad_load_three(step->x + 3 * i);
    if (step->force && !(step->pinned && step->pinned[i])) {
      v += pl_quad_all(step->h * surface->inverse_mass[i]) * pl_quad_load_three(step->force + 3 * i);
      pl_quad_store_three(v, step->v + 3 * i);
    }
    quad place = load(surface->made.place + 4 * i);
    if (step->before) {
      add_momentum(step->mass[i], x - centre, v, &sums);
      add_inertia(step->mass[i], x - centre, &sums);
    }
    pl_quad p = x + h * v - origin;
    quad u = without_fourth(narrow(turned(axis, p) - widen(place)));
    store(u, step->u + 4 * i);
    write_displacement(u, place, step->rows[0] + ROW * i);
  }
  if (step->before) keep_moments(&sums, step->before + begin / PL_SURFACE_GRAIN);
}

static void displace(const pl_surface_step *step, size_t begin, size_t end)
{
  for (size_t i = begin; i < end; i++)
    write_displacement(load(step->u + 4 * i), load(step->surface->made.place + 4 * i), step->rows[0] + ROW * i);
}

/* ---- matching ---- */

/* Unit normal of the triangles about particle i where it is now, weighted by area; 0 where there is none. */
static inline quad normal_at(const pl_surface_step *step, size_t i)
{
  const pl_surface_rest *made = &step->surface->made;
  quad at = load(made->place + 4 * i) + load(step->u + 4 * i), sum = all(0);
  for (uint32_t t = made->fan_start[i]; t < made->fan_start[i + 1]; t++) {
    size_t j = made->fan[2 * t], k = made->fan[2 * t + 1];
    quad to_j = load(made->place + 4 * j) + load(step->u + 4 * j) - at;
    quad to_k = load(made->place + 4 * k) + load(step->u + 4 * k) - at;
    sum += cross(to_j, to_k);
  }
  float square = sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2];
  return square > 0 ? without_fourth(sum) * all(1 / sqrtf(square)) : all(0);
}

/* The point above the particle takes part: A += a (p - t)(p0 - t0)^T. */
static inline void add_normal_point(const pl_surface_step *step, size_t i, const float centre[3], double *A)
{
  const pl_surface_rest *made = &step->surface->made;
  quad rest = load(made->normal + 4 * i), arm = load(made->normal_arm + 4 * i), u = load(step->u + 4 * i);
  if (!(rest[3] > 0)) return;
  quad lift = all(rest[3]) * (normal_at(step, i) - rest);
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++)
      A[LANES * (3 * r + c)] += (double)(arm[3] * (arm[r] * arm[c]) + arm[3] * (u[r] - centre[r] + lift[r]) * arm[c]);
}

/* A of LANES regions from the sums of their rows, and the centre of their displacements. */
static inline void covariances(const float *rest, const lanes s[ROW], double *A, lanes centre[4])
{
  const float *t0 = rest, *A0 = rest + 3 * LANES;
  static const int place[9] = {0, 1, 2, 1, 3, 4, 2, 4, 5};
  lanes share = load_lanes(rest + 9 * LANES);
  for (int r = 0; r < 3; r++) {
    for (int c = 0; c < 3; c++) {
      lanes more = s[4 * r + c] - s[4 * r + 3] * load_lanes(t0 + LANES * c);
      store_wide(widen_lanes(load_lanes(A0 + LANES * place[3 * r + c]) + more), A + LANES * (3 * r + c));
    }
    centre[r] = s[4 * r + 3] * share;
  }
  centre[3] = (lanes){0};
}

/* First two rows of the rotations of quaternions of any length: all that the search for the closest one uses.
   */
static inline void starts(const lanes q[4], double *R)
{
  wide_lanes w = widen_lanes(q[0]), x = widen_lanes(q[1]), y = widen_lanes(q[2]), z = widen_lanes(q[3]);
  wide_lanes two = 2 / (w * w + x * x + y * y + z * z);
  store_wide(1 - two * (y * y + z * z), R);
  store_wide(two * (x * y - w * z), R + LANES);
  store_wide(two * (x * z + w * y), R + 2 * LANES);
  store_wide(two * (x * y + w * z), R + 3 * LANES);
  store_wide(1 - two * (x * x + z * z), R + 4 * LANES);
  store_wide(two * (y * z - w * x), R + 5 * LANES);
}

/* Back, 4 cos(angle / 2) long; next to a half turn that is nothing, and the next search starts cold. */
static inline void turns(const wide_lanes R[9], lanes q[4])
{
  q[0] = narrow_lanes(1 + R[0] + R[4] + R[8]);
  q[1] = narrow_lanes(R[7] - R[5]);
  q[2] = narrow_lanes(R[2] - R[6]);
  q[3] = narrow_lanes(R[3] - R[1]);
}

/* Row c of regions: row c of R - 1, and of (centre of u) - (R - 1) t0. */
static inline void motions(const float *t0, const wide_lanes R[9], const lanes centre[4], lanes s[ROW])
{
  lanes x = load_lanes(t0), y = load_lanes(t0 + LANES), z = load_lanes(t0 + 2 * LANES);
  for (int r = 0; r < 3; r++) {
    for (int c = 0; c < 3; c++) s[4 * r + c] = narrow_lanes(r == c ? R[3 * r + c] - 1 : R[3 * r + c]);
    s[4 * r + 3] = centre[r] - (s[4 * r] * x + s[4 * r + 1] * y + s[4 * r + 2] * z);
  }
}

/* Sheets: of what regions pull, the part `flat` along their normals n = R n0 is taken away from their motions; rows[2]
   says what that does to displacements, flat n n^T (xx xy xz yy, yz zz). */
static inline void flatten(const float *normal, const wide_lanes R[9], float flat, lanes s[ROW], lanes out[MOTION])
{
  lanes n[3];
  for (int r = 0; r < 3; r++) {
    wide_lanes sum = {0};
    for (int c = 0; c < 3; c++) sum += R[3 * r + c] * widen_lanes(load_lanes(normal + LANES * c));
    n[r] = narrow_lanes(sum);
  }
  for (int c = 0; c < 4; c++) {
    lanes along = flat * (n[0] * s[c] + n[1] * s[4 + c] + n[2] * s[8 + c]);
    for (int r = 0; r < 3; r++) s[4 * r + c] -= n[r] * along;
  }
  for (int r = 0, k = 0; r < 3; r++)
    for (int c = r; c < 3; c++, k++) out[k] = flat * n[r] * n[c];
  out[6] = out[7] = (lanes){0};
}

/* sum w |R (x0 - t0) + t - x|^2 = sum w |u - its mean|^2 + 2 tr((1 - R)^T A): the second part. */
static inline wide_lanes turning_energies(const double *A, const wide_lanes R[9])
{
  wide_lanes sum = {0};
  for (int k = 0; k < 9; k++) sum += ((k % 4 == 0 ? 1.0 : 0.0) - R[k]) * load_wide(A + LANES * k);
  return 2 * sum;
}

/* Regions begin … begin + count - 1, at most TILE; begin is a multiple of LANES. Whole blocks are written: arrays end
   with room. */
static void match_tile(const pl_surface_step *step, size_t begin, size_t count)
{
  const pl_surface_rest *made = &step->surface->made;
  enum { BLOCKS = TILE / LANES };
  _Alignas(64) float sums[TILE * ROW];
  _Alignas(64) double A[BLOCKS][PL_ROTATION_BLOCK], R[BLOCKS][PL_ROTATION_BLOCK];
  lanes centre[BLOCKS][4];
  size_t blocks = (count + LANES - 1) / LANES;
  for (size_t k = ROW * count; k < ROW * LANES * blocks; k++) sums[k] = 0;
  pl_region_sums_take(&made->regions, step->rows[0], ROW, step->scratch, begin, begin + count, sums);
  for (size_t b = 0; b < blocks; b++) {
    lanes s[ROW], q[4];
    size_t first = begin + b * LANES;
    rows_to_lanes(sums + b * LANES * ROW, ROW, s);
    covariances(made->region + first / LANES * PL_SURFACE_REST_BLOCK, s, A[b], centre[b]);
    for (size_t l = 0; made->normal && l < LANES && b * LANES + l < count; l++) {
      float mean[3] = {centre[b][0][l], centre[b][1][l], centre[b][2][l]};
      add_normal_point(step, first + l, mean, A[b] + l);
    }
    rows_to_lanes(step->region_rotation + 4 * first, 4, q);
    starts(q, R[b]);
  }
  pl_closest_rotations(A[0], blocks, R[0]);
  for (size_t b = 0; b < blocks; b++) {
    lanes s[ROW], q[4];
    wide_lanes rotation[9];
    size_t first = begin + b * LANES;
    for (int k = 0; k < 9; k++) rotation[k] = load_wide(R[b] + LANES * k);
    if (step->centre) lanes_to_rows(centre[b], 4, step->centre + 4 * first);
    if (step->region_energy) store_wide(turning_energies(A[b], rotation), step->region_energy + first);
    if (!step->rows[1]) continue; /* energies are all that is asked for */
    turns(rotation, q);
    lanes_to_rows(q, 4, step->region_rotation + 4 * first);
    motions(made->region + first / LANES * PL_SURFACE_REST_BLOCK, rotation, centre[b], s);
    if (made->normals) {
      lanes across[MOTION];
      flatten(made->normals + first / LANES * 3 * LANES, rotation, (float)step->surface->flat, s, across);
      lanes_to_rows(across, MOTION, step->rows[2] + MOTION * first);
    }
    lanes_to_rows(s, ROW, step->rows[1] + ROW * first);
  }
}

static void match(const pl_surface_step *step, size_t begin, size_t end)
{
  for (size_t i = begin; i < end; i += TILE) match_tile(step, i, end - i < TILE ? end - i : TILE);
}

/* ---- goals ---- */

/* g_i - x0_i from the mean of its regions' motions. */
static inline quad goal(const float *sums, quad rest, float share)
{
  quad a[4] = {load(sums) * rest, load(sums + 4) * rest, load(sums + 8) * rest, all(0)};
  transpose(a);
  return (a[0] + a[1] + a[2] + a[3]) * all(share);
}

/* Velocity, angular momentum and what the second moments have more than in the rest shape: w v, w y × v, w (y y^T - x0
   x0^T). */
static inline void write_motion(quad u, quad v, quad place, float *row)
{
  quad rest = without_fourth(place), y = rest + u, w = all(place[3]);
  quad moment = cross(y, v);
  /* y y^T - x0 x0^T = u x0^T + x0 u^T + u u^T */
  quad u1 = __builtin_shufflevector(u, u, 1, 2, 0, 3), rest1 = __builtin_shufflevector(rest, rest, 1, 2, 0, 3);
  quad diagonal = u * (rest + y), mixed = u * (rest1 + u1) + rest * u1; /* xx yy zz; xy yz zx */
  store(w * v, row);
  row[3] = place[3] * diagonal[0];
  store(w * moment, row + 4);
  row[7] = place[3] * diagonal[1];
  store(w * mixed, row + 8);
  row[11] = place[3] * diagonal[2];
}

typedef struct outward {
  pl_quad axis[3]; /* to the world, and from a step's displacement to velocity */
  pl_quad inward[3];
  pl_quad velocity;
  quad spin, centre; /* seen from the body: per step, and the centre it turns about */
} outward;

static inline void look_outward(const pl_surface_step *step, outward *view)
{
  const pl_surface_frame *frame = step->frame;
  double size = step->surface->size;
  *view = (outward){0};
  axes(frame, false, step->to_goal ? size : size / step->h, view->axis);
  if (!step->damps) return;
  axes(frame, true, step->h / size, view->inward);
  view->velocity = pl_quad_load_three(frame->velocity);
  view->spin = narrow(pl_quad_all(size) * turned(view->inward, pl_quad_load_three(frame->spin)));
  view->centre = narrow(pl_quad_all(1 / step->h) *
                        turned(view->inward, pl_quad_load_three(frame->centre) - pl_quad_load_three(frame->origin)));
}

/* flat n n^T u, mean over the particle's regions. */
static inline quad across(const float *sums, quad u, float share)
{
  quad x = {sums[0], sums[1], sums[2], 0}, y = {sums[1], sums[3], sums[4], 0}, z = {sums[2], sums[4], sums[5], 0};
  return all(share) * (all(u[0]) * x + all(u[1]) * y + all(u[2]) * z);
}

static inline void pull_particle(const pl_surface_step *step, const outward *view, const float *sums,
                                 const float *crossing, size_t i, moments *after)
{
  const pl_surface *surface = step->surface;
  quad place = load(surface->made.place + 4 * i), u = load(step->u + 4 * i);
  float pull = surface->pulls ? surface->pulls[i] : surface->pull;
  if (step->pinned && step->pinned[i]) pull = 0;
  quad away = goal(sums, with_one(place), surface->made.share[i]) - u;
  if (crossing) away += across(crossing, u, surface->made.share[i]);
  quad move = all(pull) * away, total = move;
  if (step->to_goal) {
    pl_quad_store_three(turned(view->axis, widen(away)), step->to_goal + 3 * i);
    return;
  }
  if (step->total) {
    total += load(step->total + 4 * i);
    store(total, step->total + 4 * i);
    if (!step->last) store(u + move, step->u + 4 * i);
  }
  if (!step->last) return;
  float moved = (float)surface->size * sqrtf(total[0] * total[0] + total[1] * total[1] + total[2] * total[2]);
  surface->displacement[i] += surface->newest_part * (moved - surface->displacement[i]);
  pl_quad v = pl_quad_load_three(step->v + 3 * i) + turned(view->axis, widen(total));
  pl_quad_store_three(v, step->v + 3 * i);
  if (!step->damps) {
    add_momentum_after(step, i, v, after);
    pl_quad_store_three(pl_quad_load_three(step->x + 3 * i) + pl_quad_all(step->h) * v, step->x + 3 * i);
    return;
  }
  quad speed =
      narrow(turned(view->inward, v - view->velocity)) - cross(view->spin, without_fourth(place) + u - view->centre);
  store(speed, step->speed + 4 * i);
  write_motion(u, speed, place, step->rows[0] + ROW * i);
}

static void pull(const pl_surface_step *step, size_t begin, size_t end)
{
  outward view;
  moments after = {0};
  look_outward(step, &view);
  for (size_t first = begin; first < end; first += TILE) {
    _Alignas(64) float sums[TILE * ROW], crossing[TILE * MOTION];
    size_t count = end - first < TILE ? end - first : TILE;
    pl_region_sums_take(&step->surface->made.regions, step->rows[1], ROW, step->scratch, first, first + count, sums);
    if (step->rows[2])
      pl_region_sums_take(&step->surface->made.regions, step->rows[2], MOTION, step->more, first, first + count,
                          crossing);
    for (size_t k = 0; k < count; k++)
      pull_particle(step, &view, sums + ROW * k, step->rows[2] ? crossing + MOTION * k : NULL, first + k, &after);
  }
  if (step->after && step->last && !step->damps) keep_moments(&after, step->after + begin / PL_SURFACE_GRAIN);
}

/* ---- damping ---- */

/* a × b */
static inline void cross_lanes(const lanes a[3], const lanes b[3], lanes out[3])
{
  for (int c = 0; c < 3; c++) out[c] = a[(c + 1) % 3] * b[(c + 2) % 3] - a[(c + 2) % 3] * b[(c + 1) % 3];
}

/* w = I^-1 L for second moments C = xx xy xz yy yz zz: I = tr(C) 1 - C, with a little more of the trace so that lines
   and points have an answer, too; in double, as lines are nearly singular. Where the trace squared is no more than
   `square_noise`, the region is a point. */
static inline void spins(const lanes C[6], const lanes L[3], wide_lanes square_noise, lanes out[3])
{
  wide_lanes xy = widen_lanes(C[1]), xz = widen_lanes(C[2]), yz = widen_lanes(C[4]);
  wide_lanes xx = widen_lanes(C[0]), yy = widen_lanes(C[3]), zz = widen_lanes(C[5]);
  wide_lanes trace = (xx + yy + zz) * (1 + 1e-6), a = trace - xx, b = trace - yy, c = trace - zz;
  wide_lanes c00 = b * c - yz * yz, c01 = xy * c + xz * yz, c02 = xy * yz + b * xz;
  wide_lanes c11 = a * c - xz * xz, c12 = a * yz + xy * xz, c22 = a * b - xy * xy;
  wide_lanes determinant = a * c00 - xy * c01 - xz * c02;
  wide_mask regular = (wide_mask)((determinant > 1e-7 * trace * trace * trace) & (trace * trace > square_noise));
  wide_lanes inverse = (wide_lanes)((wide_mask)(1 / determinant) & regular);
  wide_lanes x = widen_lanes(L[0]), y = widen_lanes(L[1]), z = widen_lanes(L[2]);
  out[0] = narrow_lanes(inverse * (c00 * x + c01 * y + c02 * z));
  out[1] = narrow_lanes(inverse * (c01 * x + c11 * y + c12 * z));
  out[2] = narrow_lanes(inverse * (c02 * x + c12 * y + c22 * z));
}

/* Angular velocities w of LANES regions from their sums, and the velocity at the origin, v - w × t. d: displacement of
   the centre. */
static inline void rigid_motions(const float *rest, const lanes s[ROW], const lanes d[4], lanes out[MOTION])
{
  lanes share = load_lanes(rest + 9 * LANES), t0[3], t[3], P[3] = {s[0], s[1], s[2]}, L[3], C[6], moment[3], shift[3];
  for (int c = 0; c < 3; c++) {
    t0[c] = load_lanes(rest + LANES * c);
    t[c] = t0[c] + d[c];
    shift[c] = d[c] / share; /* M d */
  }
  cross_lanes(t, P, moment);
  for (int c = 0; c < 3; c++) L[c] = s[4 + c] - moment[c];
  /* second moments about the centre: A0 + more - M (t t^T - t0 t0^T), and t t^T - t0 t0^T = d t^T + t0 d^T */
  static const int more[6] = {3, 8, 10, 7, 9, 11}; /* where xx xy xz yy yz zz stand in the row */
  for (int r = 0, k = 0; r < 3; r++)
    for (int c = r; c < 3; c++, k++)
      C[k] = load_lanes(rest + LANES * (3 + k)) + (s[more[k]] - (shift[r] * t[c] + t0[r] * shift[c]));
  /* rounding leaves 1e-7 M |d| |t| in C, and 1e-16 M |t|^2 of double in A0 */
  wide_lanes dd = widen_lanes(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  wide_lanes tt = widen_lanes(t[0] * t[0] + t[1] * t[1] + t[2] * t[2]), mass = 1 / widen_lanes(share);
  spins(C, L, mass * mass * tt * (1e-12 * dd + 1e-20 * tt), out);
  cross_lanes(out, t, moment);
  for (int c = 0; c < 3; c++) out[4 + c] = share * P[c] - moment[c];
  out[3] = out[7] = (lanes){0};
}

static void region_motions(const pl_surface_step *step, size_t begin, size_t end)
{
  const pl_surface_rest *made = &step->surface->made;
  for (size_t first = begin; first < end; first += TILE) {
    _Alignas(64) float sums[TILE * ROW];
    size_t count = end - first < TILE ? end - first : TILE, blocks = (count + LANES - 1) / LANES;
    for (size_t k = ROW * count; k < ROW * LANES * blocks; k++) sums[k] = 0;
    pl_region_sums_take(&made->regions, step->rows[0], ROW, step->scratch, first, first + count, sums);
    for (size_t b = 0; b < blocks; b++) {
      lanes s[ROW], d[4], out[MOTION];
      size_t i = first + b * LANES;
      rows_to_lanes(sums + b * LANES * ROW, ROW, s);
      rows_to_lanes(step->centre + 4 * i, 4, d);
      rigid_motions(made->region + i / LANES * PL_SURFACE_REST_BLOCK, s, d, out);
      lanes_to_rows(out, MOTION, step->rows[1] + MOTION * i);
    }
  }
}

static void damp(const pl_surface_step *step, size_t begin, size_t end)
{
  const pl_surface *surface = step->surface;
  outward view;
  moments after = {0};
  look_outward(step, &view);
  for (size_t first = begin; first < end; first += TILE) {
    _Alignas(64) float sums[TILE * MOTION];
    size_t count = end - first < TILE ? end - first : TILE;
    pl_region_sums_take(&surface->made.regions, step->rows[1], MOTION, step->scratch, first, first + count, sums);
    for (size_t k = 0; k < count; k++) {
      size_t i = first + k;
      pl_quad v = pl_quad_load_three(step->v + 3 * i);
      if (!(step->pinned && step->pinned[i])) {
        quad share = all(surface->made.share[i]), y = load(surface->made.place + 4 * i) + load(step->u + 4 * i);
        quad rigid = share * (load(sums + MOTION * k + 4) + cross(load(sums + MOTION * k), y));
        v += turned(view.axis, widen(all(surface->damping) * (rigid - load(step->speed + 4 * i))));
        pl_quad_store_three(v, step->v + 3 * i);
      }
      add_momentum_after(step, i, v, &after);
      pl_quad_store_three(pl_quad_load_three(step->x + 3 * i) + pl_quad_all(step->h) * v, step->x + 3 * i);
    }
  }
  if (step->after) keep_moments(&after, step->after + begin / PL_SURFACE_GRAIN);
}

const pl_surface_kernels PL_ISA_NAME(pl_surface_kernels) = {predict,        displace, match,           pull,
                                                            region_motions, damp,     correct_momentum};
