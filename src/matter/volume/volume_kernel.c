/* SPDX-License-Identifier: MIT
   Vectors of space in registers of four, the fourth lane unused. No more than three numbers of a particle are read:
   what lies behind may belong to another body, and just be written by another thread. */
#include "matter/volume/volume_kernel.h"

#include <math.h>
#include <string.h>

#if defined(__AVX2__) && defined(__FMA__)
#include <immintrin.h>
typedef __m256d quad;
static inline quad multiply_add(quad a, quad b, quad c) { return _mm256_fmadd_pd(a, b, c); }
static inline quad turned(quad a) { return _mm256_permute4x64_pd(a, 0xc9); } /* y, z, x, w */
static inline quad larger(quad a, quad b) { return _mm256_max_pd(a, b); }
static inline quad size_of(quad a) { return _mm256_andnot_pd(_mm256_set1_pd(-0.0), a); }
static inline quad three(const double a[3]) { return _mm256_maskload_pd(a, _mm256_set_epi64x(0, -1, -1, -1)); }
#else
typedef double quad __attribute__((vector_size(32)));
static inline quad multiply_add(quad a, quad b, quad c) { return a * b + c; }
static inline quad turned(quad a) { return (quad){a[1], a[2], a[0], a[3]}; }
static inline quad larger(quad a, quad b)
{
  return (quad){a[0] > b[0] ? a[0] : b[0], a[1] > b[1] ? a[1] : b[1], a[2] > b[2] ? a[2] : b[2], 0};
}
static inline quad size_of(quad a) { return (quad){fabs(a[0]), fabs(a[1]), fabs(a[2]), 0}; }
static inline quad three(const double a[3]) { return (quad){a[0], a[1], a[2], 0}; }
#endif

static inline quad load(const double *from)
{
  quad a;
  memcpy(&a, from, sizeof a);
  return a;
}

static inline void store(quad a, double *to) { memcpy(to, &a, sizeof a); }
static inline quad all(double x) { return (quad){x, x, x, x}; }
static inline double sum_of(quad a) { return a[0] + a[1] + a[2]; }

static inline void put(quad a, double out[3])
{
  for (int c = 0; c < 3; c++) out[c] = a[c];
}

/* a × b with its lanes turned once: (z, x, y). Sums of it are turned back at the end. */
static inline quad cross(quad a, quad b) { return a * turned(b) - turned(a) * b; }

/* n/3 at a site: a sixth of the cross products along the walk. Seen from the particle itself, so that no digits are
   lost far from the origin. */
static inline quad gradient_at(const pl_volume_shape *shape, const double *x, size_t s, quad here)
{
  const uint32_t *walk = shape->walk + shape->first[s], *end = shape->walk + shape->first[s + 1];
  quad start = three(x + 3 * (size_t)*walk) - here, from = start, from_turned = turned(start), sum = all(0);
  const quad start_turned = from_turned;
  for (walk++; walk < end; walk++) {
    quad to = three(x + 3 * (size_t)*walk) - here, to_turned = turned(to);
    sum = multiply_add(from, to_turned, sum) - from_turned * to;
    from = to;
    from_turned = to_turned;
  }
  sum = multiply_add(from, start_turned, sum) - from_turned * start;
  return turned(sum) * all(1.0 / 6);
}

static void gather(const pl_volume_gather *at, size_t begin, size_t end, pl_volume_sums *sums)
{
  const quad origin = three(at->origin);
  quad volume = all(0), flux = all(0), strength = all(0), most = all(0), force = all(0), torque = all(0);
  quad moment = all(0), square = all(0), product = all(0);
  double mass = 0;
  for (size_t s = begin; s < end; s++) {
    size_t i = at->shape->sites[s];
    quad x = three(at->x + 3 * i), r = x - origin;
    quad g = gradient_at(at->shape, at->x, s, x);
    store(g, at->gradient + 4 * s);
    double w = at->weight[i], wm = w * at->mass[i], wmm = wm * at->mass[i];
    quad pushed = all(w) * g;
    volume = multiply_add(r, g, volume);
    flux = multiply_add(three(at->v + 3 * i), g, flux);
    strength = multiply_add(pushed, g, strength);
    most = larger(most, size_of(pushed));
    force = multiply_add(all(wm), g, force);
    torque = multiply_add(all(wm), cross(r, g), torque);
    quad heavy = all(wmm) * r;
    mass += wmm;
    moment += heavy;
    square = multiply_add(heavy, r, square);
    product = multiply_add(heavy, turned(r), product);
  }
  *sums = (pl_volume_sums){.volume = sum_of(volume),
                           .flux = sum_of(flux),
                           .strength = sum_of(strength),
                           .most = fmax(most[0], fmax(most[1], most[2])),
                           .mass = mass};
  put(force, sums->force);
  put(turned(torque), sums->torque);
  put(moment, sums->moment);
  put(square, sums->square);
  put(product, sums->product);
}

static double measure(const pl_volume_shape *shape, const double *x, const double origin[3], size_t begin, size_t end)
{
  const quad from = three(origin);
  quad volume = all(0);
  for (size_t s = begin; s < end; s++) {
    quad here = three(x + 3 * (size_t)shape->sites[s]);
    volume = multiply_add(here - from, gradient_at(shape, x, s, here), volume);
  }
  return sum_of(volume);
}

static void change(const pl_volume_change *change, size_t begin, size_t end, double *to, double spin[3])
{
  const pl_volume_gather *at = change->at;
  const quad origin = three(at->origin), push = three(change->push), turn = three(change->turn);
  quad spun = all(0);
  for (size_t s = begin; s < end; s++) {
    size_t i = at->shape->sites[s];
    quad r = three(at->x + 3 * i) - origin;
    quad rigid = push + turned(cross(turn, r));
    quad change_here =
        all(at->weight[i]) * multiply_add(all(change->scale), load(at->gradient + 4 * s), all(at->mass[i]) * rigid);
    spun += cross(all(at->mass[i]) * change_here, three(at->v + 3 * i));
    for (int c = 0; c < 3; c++) to[3 * i + (size_t)c] += change_here[c];
  }
  put(turned(spun), spin);
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
