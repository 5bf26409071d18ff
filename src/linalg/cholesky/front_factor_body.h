/* SPDX-License-Identifier: MIT
   Kernels of the factorisation; part of front_kernel_body.h. */

#include <math.h>

static uint32_t diagonal(void *corner, size_t stride, uint32_t width, void *inverse_out)
{
  real *a = corner, *inverse = inverse_out;
  for (uint32_t j = 0; j < width; j++) {
    real *column = a + j * stride;
    real pivot = column[j];
    if (!(pivot > 0) || !(pivot <= (sizeof(real) == 4 ? (real)3e38 : (real)1e308))) return j;
    real root = (real)sqrt((double)pivot), over = 1 / root;
    column[j] = root;
    for (uint32_t i = j + 1; i < width; i++) column[i] *= over;
    for (uint32_t c = j + 1; c < width; c++)
      for (uint32_t i = c; i < width; i++) a[i + c * stride] -= column[i] * column[c];
  }
  memset(inverse, 0, PL_STRIP * PL_STRIP * sizeof(real));
  for (uint32_t j = 0; j < width; j++) { /* column j of L^-1 by forward substitution */
    real *x = inverse + j * PL_STRIP;
    x[j] = 1;
    for (uint32_t k = j; k < width; k++) {
      const real *column = a + k * stride;
      x[k] /= column[k];
      for (uint32_t i = k + 1; i < width; i++) x[i] -= column[i] * x[k];
    }
  }
  return width;
}

/* One line of rows: L21 = S21 L11^-T in place (columns from the last to the first, each needs those before it), then
   P21 = -L21 L11^-1 into the tile. */
static void rows_line(real *s, size_t stride, uint32_t width, const real *inverse, real *tile)
{
  for (uint32_t c = width; c-- > 0;) {
    vec sum[LINE];
    PL_UNROLL for (int v = 0; v < LINE; v++) sum[v] = vec_all(0);
    for (uint32_t j = 0; j <= c; j++) {
      vec factor = vec_all(inverse[c + j * PL_STRIP]);
      PL_UNROLL for (int v = 0; v < LINE; v++) sum[v] = vec_fma(vec_load(s + j * stride + v * VEC), factor, sum[v]);
    }
    PL_UNROLL for (int v = 0; v < LINE; v++) vec_store(s + c * stride + v * VEC, sum[v]);
  }
  for (uint32_t c = 0; c < width; c++) {
    vec sum[LINE];
    PL_UNROLL for (int v = 0; v < LINE; v++) sum[v] = vec_all(0);
    for (uint32_t j = c; j < width; j++) {
      vec factor = vec_all(inverse[j + c * PL_STRIP]);
      PL_UNROLL for (int v = 0; v < LINE; v++) sum[v] = vec_fnma(vec_load(s + j * stride + v * VEC), factor, sum[v]);
    }
    PL_UNROLL for (int v = 0; v < LINE; v++) vec_store(tile + c * LANES + v * VEC, sum[v]);
  }
}

/* The first lines hold the inverse itself, and the line where it ends holds rows of both kinds. */
static void rows(void *corner, size_t stride, uint32_t width, uint32_t begin, uint32_t end, const void *inverse_in,
                 void *tiles)
{
  const real *inverse = inverse_in;
  for (uint32_t r = begin; r < end; r += LANES) {
    real *tile = (real *)tiles + (size_t)r * width, *s = (real *)corner + r;
    if (r >= width) {
      rows_line(s, stride, width, inverse, tile);
      continue;
    }
    uint32_t top = width - r < LANES ? width - r : LANES; /* rows of the triangle in this line */
    real kept[PL_STRIP * LANES];
    for (uint32_t c = 0; c < width; c++) memcpy(kept + c * LANES, s + c * stride, LANES * sizeof(real));
    if (top < LANES) rows_line(kept, LANES, width, inverse, tile);
    for (uint32_t c = 0; c < width; c++) {
      memcpy(tile + c * LANES, inverse + r + c * PL_STRIP, top * sizeof(real));
      memcpy(s + c * stride + top, kept + c * LANES + top, (LANES - top) * sizeof(real));
    }
  }
}

/* C -= A B^T for `vectors` vectors of rows and PL_FRONT_COLUMNS columns. */
enum { COLUMNS = VEC_BYTES == 64 ? 8 : 4, VECTORS = VEC_BYTES == 64 ? 3 : VEC_BYTES == 32 ? 3 : 2 };

#define PL_UPDATE_BLOCK(name, vectors)                                                                                 \
  static inline void name(real *c, const real *a, const real *b, size_t stride, uint32_t depth)                        \
  {                                                                                                                    \
    vec sum[vectors][COLUMNS];                                                                                         \
    PL_UNROLL for (int v = 0; v < (vectors); v++) PL_UNROLL for (int j = 0; j < COLUMNS; j++) sum[v][j] =              \
        vec_load(c + (size_t)j * stride + v * VEC);                                                                    \
    for (uint32_t k = 0; k < depth; k++, a += stride, b += stride) {                                                   \
      vec left[vectors];                                                                                               \
      PL_UNROLL for (int v = 0; v < (vectors); v++) left[v] = vec_load(a + v * VEC);                                   \
      PL_UNROLL for (int j = 0; j < COLUMNS; j++)                                                                      \
      {                                                                                                                \
        vec right = vec_all(b[j]);                                                                                     \
        PL_UNROLL for (int v = 0; v < (vectors); v++) sum[v][j] = vec_fnma(left[v], right, sum[v][j]);                 \
      }                                                                                                                \
    }                                                                                                                  \
    PL_UNROLL for (int v = 0; v < (vectors); v++) PL_UNROLL for (int j = 0; j < COLUMNS; j++)                          \
        vec_store(c + (size_t)j * stride + v * VEC, sum[v][j]);                                                        \
  }
PL_UPDATE_BLOCK(update_block, VECTORS)
PL_UPDATE_BLOCK(update_vector, 1)

static void update(void *front, size_t stride, uint32_t height, uint32_t at, uint32_t width, uint32_t begin,
                   uint32_t end)
{
  real *f = front;
  const real *strip = f + at * stride;
  uint32_t padded = (height + LANES - 1) / LANES * LANES;
  for (uint32_t j = begin; j < end; j += COLUMNS) {
    uint32_t r = j / VEC * VEC;
    for (; r + VECTORS * VEC <= padded; r += VECTORS * VEC)
      update_block(f + r + j * stride, strip + r, strip + j, stride, width);
    for (; r < padded; r += VEC) update_vector(f + r + j * stride, strip + r, strip + j, stride, width);
  }
}

static void assemble(void *front, size_t stride, const void *child, size_t child_stride, uint32_t count,
                     const uint32_t *relative, uint32_t begin, uint32_t end)
{
  for (uint32_t j = begin; j < end; j++) {
    real *to = (real *)front + relative[j] * stride;
    const real *from = (const real *)child + j * child_stride;
    for (uint32_t i = j; i < count; i++) to[relative[i]] += from[i];
  }
}

static void take(const void *front, size_t stride, uint32_t height, uint32_t width, void *out, size_t out_stride)
{
  for (uint32_t j = width; j < height; j++)
    memmove((real *)out + (j - width) * out_stride + (j - width), (const real *)front + j * stride + j,
            (height - j) * sizeof(real));
}

static void put(void *column, const uint32_t *position, const double *values, size_t count, double scale)
{
  for (size_t i = 0; i < count; i++) ((real *)column)[position[i]] = (real)(values[i] * scale);
}
