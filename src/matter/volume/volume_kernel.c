/* SPDX-License-Identifier: MIT
   Vectors of space in registers of four, the fourth lane unused. No more than three numbers of a particle are read:
   what lies behind may belong to another body, and just be written by another thread. */
#include "matter/volume/volume_kernel.h"

#include <math.h>
#include <string.h>

#include "math/quad.h"

#if defined(__AVX2__) && defined(__FMA__)
static inline pl_quad turned(pl_quad a) { return _mm256_permute4x64_pd(a, 0xc9); } /* y, z, x, w */
static inline pl_quad larger(pl_quad a, pl_quad b) { return _mm256_max_pd(a, b); }
static inline pl_quad size_of(pl_quad a) { return _mm256_andnot_pd(_mm256_set1_pd(-0.0), a); }
static inline pl_quad three(const double a[3]) { return _mm256_maskload_pd(a, _mm256_set_epi64x(0, -1, -1, -1)); }
#else
static inline pl_quad turned(pl_quad a) { return (pl_quad){a[1], a[2], a[0], a[3]}; }
static inline pl_quad larger(pl_quad a, pl_quad b)
{
  return (pl_quad){a[0] > b[0] ? a[0] : b[0], a[1] > b[1] ? a[1] : b[1], a[2] > b[2] ? a[2] : b[2], 0};
}
static inline pl_quad size_of(pl_quad a) { return (pl_quad){fabs(a[0]), fabs(a[1]), fabs(a[2]), 0}; }
static inline pl_quad three(const double a[3]) { return (pl_quad){a[0], a[1], a[2], 0}; }
#endif

static inline void store(pl_quad a, double *to) { memcpy(to, &a, sizeof a); }
static inline double sum_of(pl_quad a) { return a[0] + a[1] + a[2]; }

/* a × b with its lanes turned once: (z, x, y). Sums of it are turned back at the end. */
static inline pl_quad cross(pl_quad a, pl_quad b) { return a * turned(b) - turned(a) * b; }

/* n/3 at a site: a sixth of the cross products along the walk. Seen from the particle itself, so that no digits are
   lost far from the origin. */
static inline pl_quad gradient_at(const pl_volume_shape *shape, const double *x, size_t s, pl_quad here)
{
  const uint32_t *walk = shape->walk + shape->first[s], *end = shape->walk + shape->first[s + 1];
  pl_quad start = three(x + 3 * (size_t)*walk) - here, from = start, from_turned = turned(start), sum = pl_quad_all(0);
  const pl_quad start_turned = from_turned;
  for (walk++; walk < end; walk++) {
    pl_quad to = three(x + 3 * (size_t)*walk) - here, to_turned = turned(to);
    sum = pl_quad_multiply_add(from, to_turned, sum) - from_turned * to;
    from = to;
    from_turned = to_turned;
  }
  sum = pl_quad_multiply_add(from, start_turned, sum) - from_turned * start;
  return turned(sum) * pl_quad_all(1.0 / 6);
}

static void gather(const pl_volume_gather *at, size_t begin, size_t end, pl_volume_sums *sums)
{
  const pl_quad origin = three(at->origin);
  pl_quad volume = pl_quad_all(0), flux = pl_quad_all(0), strength = pl_quad_all(0), most = pl_quad_all(0),
          force = pl_quad_all(0), torque = pl_quad_all(0);
  pl_quad moment = pl_quad_all(0), square = pl_quad_all(0), product = pl_quad_all(0);
  double mass = 0;
  for (size_t s = begin; s < end; s++) {
    size_t i = at->shape->sites[s];
    pl_quad x = three(at->x + 3 * i), r = x - origin;
    pl_quad g = gradient_at(at->shape, at->x, s, x);
    store(g, at->gradient + 4 * s);
    double w = at->weight[i], wm = w * at->mass[i], wmm = wm * at->mass[i];
    pl_quad pushed = pl_quad_all(w) * g;
    volume = pl_quad_multiply_add(r, g, volume);
    flux = pl_quad_multiply_add(three(at->v + 3 * i), g, flux);
    strength = pl_quad_multiply_add(pushed, g, strength);
    most = larger(most, size_of(pushed));
    force = pl_quad_multiply_add(pl_quad_all(wm), g, force);
    torque = pl_quad_multiply_add(pl_quad_all(wm), cross(r, g), torque);
    pl_quad heavy = pl_quad_all(wmm) * r;
    mass += wmm;
    moment += heavy;
    square = pl_quad_multiply_add(heavy, r, square);
    product = pl_quad_multiply_add(heavy, turned(r), product);
  }
  *sums = (pl_volume_sums){.volume = sum_of(volume),
                           .flux = sum_of(flux),
                           .strength = sum_of(strength),
                           .most = fmax(most[0], fmax(most[1], most[2])),
                           .mass = mass};
  pl_quad_store_three(force, sums->force);
  pl_quad_store_three(turned(torque), sums->torque);
  pl_quad_store_three(moment, sums->moment);
  pl_quad_store_three(square, sums->square);
  pl_quad_store_three(product, sums->product);
}

static double measure(const pl_volume_shape *shape, const double *x, const double origin[3], size_t begin, size_t end)
{
  const pl_quad from = three(origin);
  pl_quad volume = pl_quad_all(0);
  for (size_t s = begin; s < end; s++) {
    pl_quad here = three(x + 3 * (size_t)shape->sites[s]);
    volume = pl_quad_multiply_add(here - from, gradient_at(shape, x, s, here), volume);
  }
  return sum_of(volume);
}

static void change(const pl_volume_change *change, size_t begin, size_t end, double *to, double spin[3])
{
  const pl_volume_gather *at = change->at;
  const pl_quad origin = three(at->origin), push = three(change->push), turn = three(change->turn);
  pl_quad spun = pl_quad_all(0);
  for (size_t s = begin; s < end; s++) {
    size_t i = at->shape->sites[s];
    pl_quad r = three(at->x + 3 * i) - origin;
    pl_quad rigid = push + turned(cross(turn, r));
    pl_quad change_here = pl_quad_all(at->weight[i]) * pl_quad_multiply_add(pl_quad_all(change->scale),
                                                                            pl_quad_load(at->gradient + 4 * s),
                                                                            pl_quad_all(at->mass[i]) * rigid);
    spun += cross(pl_quad_all(at->mass[i]) * change_here, three(at->v + 3 * i));
    for (int c = 0; c < 3; c++) to[3 * i + (size_t)c] += change_here[c];
  }
  pl_quad_store_three(turned(spun), spin);
}

static void smooth(const pl_volume_shape *shape, const double *weight, const uint8_t *closed, size_t begin, size_t end,
                   double *out)
{
  for (size_t s = begin; s < end; s++) {
    double sum = 0;
    uint32_t first = shape->first[s], last = shape->first[s + 1];
    for (uint32_t k = first; k < last; k++) sum += weight[shape->walk[k]];
    uint32_t i = shape->sites[s];
    out[i] = closed[i] ? 0 : sum / (double)(last - first);
  }
}

static double deformation(const pl_volume_shape *shape, const double *x, const double *moved, const double factor[3],
                          size_t begin, size_t end, double *out)
{
  double total = 0;
  for (size_t s = begin; s < end; s++) {
    size_t i = shape->sites[s];
    const double *a = x + 3 * i, *b = x + 3 * (size_t)shape->partner[s];
    double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    double strain = fabs(sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]) - shape->length[s]);
    double value = (factor[0] + factor[1] * shape->thickness[s]) * strain + factor[2] * moved[i];
    out[i] = value;
    total += value;
  }
  return total;
}

const pl_volume_kernels PL_ISA_NAME(pl_volume_kernels) = {gather, measure, change, smooth, deformation};
