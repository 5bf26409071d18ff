/* SPDX-License-Identifier: MIT
   Kernels of the solve; part of front_kernel_body.h. */

static void load(void *vector, const double *x, size_t step, const uint32_t *order, size_t begin, size_t end,
                 double scale)
{
  real *v = vector;
  if (step == 1) { /* one right-hand side */
    for (size_t i = begin; i < end; i++) {
      v[4 * i] = (real)(x[order ? order[i] : i] * scale);
      v[4 * i + 1] = v[4 * i + 2] = v[4 * i + 3] = 0;
    }
    return;
  }
  for (size_t i = begin; i < end; i++) {
    const double *from = x + step * (order ? order[i] : i);
    for (int c = 0; c < 3; c++) v[4 * i + (size_t)c] = (real)(from[c] * scale);
    v[4 * i + 3] = 0;
  }
}

static void store(const void *vector, double *x, size_t step, const uint32_t *order, size_t begin, size_t end,
                  double scale)
{
  const real *v = vector;
  for (size_t i = begin; step == 1 && i < end; i++) x[order ? order[i] : i] = (double)v[4 * i] * scale;
  if (step == 1) return;
  for (size_t i = begin; i < end; i++) {
    double *to = x + step * (order ? order[i] : i);
    for (int c = 0; c < 3; c++) to[c] = (double)v[4 * i + (size_t)c] * scale;
  }
}

static void add(const void *vector, double *x, size_t step, const uint32_t *order, size_t begin, size_t end,
                double scale)
{
  const real *v = vector;
  for (size_t i = begin; i < end; i++) {
    double *to = x + step * (order ? order[i] : i);
    for (int c = 0; c < 3; c++) to[c] += (double)v[4 * i + (size_t)c] * scale;
  }
}

static void lift(void *vector, size_t from, const uint32_t *to, size_t count)
{
  real *v = vector;
  for (size_t i = 0; i < count; i++)
    for (size_t c = 0; c < 4; c++) v[4 * (size_t)to[i] + c] += v[4 * (from + i) + c];
}

static void lower(void *vector, size_t to, const uint32_t *from, size_t count)
{
  real *v = vector;
  for (size_t i = 0; i < count; i++) memcpy(v + 4 * (to + i), v + 4 * (size_t)from[i], 4 * sizeof(real));
}

/* Going down, the strips are read as they lie in memory; what comes so many bytes later is fetched early. */
enum { AHEAD = 8192 };

/* z holds the three vectors apart, `plane` numbers each; out += P own for `lines` lines of rows. */
enum { DOWN_LINES = LINE >= 4 ? 1 : LINE == 2 ? 2 : 4 };

#define PL_DOWN_BLOCK(name, lines, count)                                                                              \
  static inline void name(const real *tile, size_t tile_step, uint32_t width, const real *own, real *z, size_t plane)  \
  {                                                                                                                    \
    vec sum[count][(lines)*LINE];                                                                                      \
    PL_UNROLL for (int c = 0; c < (count); c++) PL_UNROLL for (int v = 0; v < (lines)*LINE; v++) sum[c][v] =           \
        vec_load(z + (size_t)c * plane + v * VEC);                                                                     \
    for (uint32_t j = 0; j < width; j++, tile += LANES, own += 4) {                                                    \
      vec x[count];                                                                                                    \
      PL_UNROLL for (int c = 0; c < (count); c++) x[c] = vec_all(own[c]);                                              \
      PL_UNROLL for (int l = 0; l < (lines); l++) PL_UNROLL for (int v = 0; v < LINE; v++)                             \
      {                                                                                                                \
        const real *at = tile + (size_t)l * tile_step + v * VEC;                                                       \
        vec p = vec_load(at);                                                                                          \
        if (v == 0) __builtin_prefetch((const char *)at + AHEAD, 0, 3);                                                \
        PL_UNROLL for (int c = 0; c < (count); c++) sum[c][l * LINE + v] = vec_fma(p, x[c], sum[c][l * LINE + v]);     \
      }                                                                                                                \
    }                                                                                                                  \
    PL_UNROLL for (int c = 0; c < (count); c++) PL_UNROLL for (int v = 0; v < (lines)*LINE; v++)                       \
        vec_store(z + (size_t)c * plane + v * VEC, sum[c][v]);                                                         \
  }
PL_DOWN_BLOCK(down_block, DOWN_LINES, 3)
PL_DOWN_BLOCK(down_pair, DOWN_LINES > 1 ? 2 : 1, 3)
PL_DOWN_BLOCK(down_line, 1, 3)
PL_DOWN_BLOCK(down_block_one, DOWN_LINES, 1)
PL_DOWN_BLOCK(down_line_one, 1, 1)

/* Lines of the triangle have zeros from their own end on: those columns are left out. */
static void down_strip(const real *tiles, uint32_t lines, uint32_t width, uint32_t columns, real *z, size_t plane,
                       real *own)
{
  for (uint32_t j = 0; j < width; j++)
    for (size_t c = 0; c < 3; c++) {
      own[4 * j + c] = z[c * plane + j];
      z[c * plane + j] = 0;
    }
  size_t step = (size_t)width * LANES;
  uint32_t l = 0;
  if (columns == 1) { /* the others are zero, and stay so */
    for (; (l + 1) * LANES < width; l++)
      down_line_one(tiles + l * step, step, (l + 1) * LANES, own, z + l * LANES, plane);
    for (; l + DOWN_LINES <= lines; l += DOWN_LINES)
      down_block_one(tiles + l * step, step, width, own, z + l * LANES, plane);
    for (; l < lines; l++) down_line_one(tiles + l * step, step, width, own, z + l * LANES, plane);
    return;
  }
  for (; (l + 1) * LANES < width; l++) down_line(tiles + l * step, step, (l + 1) * LANES, own, z + l * LANES, plane);
  for (; l + DOWN_LINES <= lines; l += DOWN_LINES) down_block(tiles + l * step, step, width, own, z + l * LANES, plane);
  for (; DOWN_LINES > 1 && l + 2 <= lines; l += 2) down_pair(tiles + l * step, step, width, own, z + l * LANES, plane);
  for (; l < lines; l++) down_line(tiles + l * step, step, width, own, z + l * LANES, plane);
}

static void gather_own(const real *x, uint32_t width, real *z, size_t plane)
{
  uint32_t i = 0;
  for (; i + 4 <= width; i += 4) rows_to_planes(x + 4 * i, x + 4 * i + 4, x + 4 * i + 8, x + 4 * i + 12, z + i, plane);
  for (; i < width; i++)
    for (size_t c = 0; c < 3; c++) z[c * plane + i] = x[4 * i + c];
}

static void down(const pl_strip_node *node, void *vector, void *scratch)
{
  uint32_t width = node->width, height = width + node->below;
  size_t plane = ((size_t)height + LANES - 1) / LANES * LANES;
  real *own = scratch, *z = own + 4 * PL_STRIP, *v = vector, *x = v + 4 * (size_t)node->first;
  const real *tiles = node->strips;
  gather_own(x, width, z, plane);
  for (size_t c = 0; c < 3; c++) memset(z + c * plane + width, 0, (plane - width) * sizeof(real));
  for (uint32_t at = 0; at < width; at += PL_STRIP) {
    uint32_t columns = pl_strip_columns(width, at), lines = pl_strip_lines(height, at, LANES);
    down_strip(tiles, lines, columns, node->columns, z + at, plane, own);
    tiles += (size_t)lines * LANES * columns;
  }
  memset(x, 0, 4 * (size_t)width * sizeof(real));
  uint32_t i = 0;
  for (; i + 4 <= width; i += 4) planes_to_rows(z + i, plane, x + 4 * i, x + 4 * i + 4, x + 4 * i + 8, x + 4 * i + 12);
  for (; i < width; i++)
    for (size_t c = 0; c < 3; c++) x[4 * i + c] = z[c * plane + i];
  const uint32_t *where = node->where;
  const real *from = z + width;
  for (i = 0; i + 4 <= node->below; i += 4)
    planes_to_rows(from + i, plane, v + 4 * (size_t)where[i], v + 4 * (size_t)where[i + 1],
                   v + 4 * (size_t)where[i + 2], v + 4 * (size_t)where[i + 3]);
  for (; i < node->below; i++)
    for (size_t c = 0; c < 3; c++) v[4 * (size_t)where[i] + c] += from[c * plane + i];
}

/* result[j] = sum over all rows of P[row][j] z[row] for `columns` columns from column j on. */
#define PL_UP_BLOCK(name, columns, count)                                                                              \
  static inline void name(const real *tile, size_t tile_step, uint32_t lines, const real *z, size_t plane,             \
                          size_t ahead, real *result)                                                                  \
  {                                                                                                                    \
    vec sum[columns][count];                                                                                           \
    PL_UNROLL for (int j = 0; j < (columns); j++) PL_UNROLL for (int c = 0; c < (count); c++) sum[j][c] = vec_all(0);  \
    for (uint32_t l = 0; l < lines; l++, tile += tile_step, z += LANES) PL_UNROLL for (int v = 0; v < LINE; v++)       \
      {                                                                                                                \
        vec x[count];                                                                                                  \
        PL_UNROLL for (int c = 0; c < (count); c++) x[c] = vec_load(z + (size_t)c * plane + v * VEC);                  \
        PL_UNROLL for (int j = 0; j < (columns); j++)                                                                  \
        {                                                                                                              \
          const real *at = tile + j * LANES + v * VEC;                                                                 \
          vec p = vec_load(at);                                                                                        \
          if (v == 0) __builtin_prefetch((const char *)at - ahead, 0, 2);                                              \
          PL_UNROLL for (int c = 0; c < (count); c++) sum[j][c] = vec_fma(p, x[c], sum[j][c]);                         \
        }                                                                                                              \
      }                                                                                                                \
    PL_UNROLL for (int j = 0; j < (columns); j++)                                                                      \
        row4_sums(result + 4 * j, sum[j][0], (count) > 1 ? sum[j][(count) / 2] : vec_all(0),                           \
                  (count) > 1 ? sum[j][(count)-1] : vec_all(0));                                                       \
  }
enum { UP_COLUMNS = VEC_BYTES == 64 ? 8 : 4 };
PL_UP_BLOCK(up_block, UP_COLUMNS, 3)
PL_UP_BLOCK(up_half, UP_COLUMNS / 2, 3)
PL_UP_BLOCK(up_column, 1, 3)
PL_UP_BLOCK(up_block_one, UP_COLUMNS, 1)
PL_UP_BLOCK(up_half_one, UP_COLUMNS / 2, 1)
PL_UP_BLOCK(up_column_one, 1, 1)

/* Going up, strips follow each other backwards in memory: while one is worked on, the one before it is fetched.
   Columns from j on have only zeros in lines that end above row j. */
static void up_strip(const real *tiles, uint32_t lines, uint32_t width, uint32_t columns, real *z, size_t plane,
                     real *result)
{
  size_t step = (size_t)width * LANES, ahead = lines * step * sizeof(real);
  uint32_t j = 0;
  for (uint32_t done; j < width; j += done) {
    uint32_t first = j / LANES;
    const real *tile = tiles + first * step + j * LANES, *rows = z + first * LANES;
    done = width - j >= UP_COLUMNS ? UP_COLUMNS : width - j >= UP_COLUMNS / 2 ? UP_COLUMNS / 2 : 1;
    if (columns == 1)
      (done == UP_COLUMNS ? up_block_one
       : done > 1         ? up_half_one
                          : up_column_one)(tile, step, lines - first, rows, plane, ahead, result + 4 * j);
    else
      (done == UP_COLUMNS ? up_block
       : done > 1         ? up_half
                          : up_column)(tile, step, lines - first, rows, plane, ahead, result + 4 * j);
  }
}

static void up(const pl_strip_node *node, void *vector, void *scratch)
{
  uint32_t width = node->width, height = width + node->below;
  size_t plane = ((size_t)height + LANES - 1) / LANES * LANES;
  real *result = scratch, *z = result + 4 * PL_STRIP, *x = (real *)vector + 4 * (size_t)node->first;
  const real *tiles = node->strips, *v = vector;
  const uint32_t *where = node->where;
  for (size_t c = 0; c < 3; c++) memset(z + c * plane + height, 0, (plane - height) * sizeof(real));
  gather_own(x, width, z, plane);
  uint32_t i = 0;
  for (; i + 4 <= node->below; i += 4)
    rows_to_planes(v + 4 * (size_t)where[i], v + 4 * (size_t)where[i + 1], v + 4 * (size_t)where[i + 2],
                   v + 4 * (size_t)where[i + 3], z + width + i, plane);
  for (; i < node->below; i++)
    for (size_t c = 0; c < 3; c++) z[c * plane + width + i] = v[4 * (size_t)where[i] + c];
  tiles += pl_strip_entries(width, height, LANES); /* from the end of the node back, strip by strip */
  for (uint32_t k = (width + PL_STRIP - 1) / PL_STRIP; k-- > 0;) {
    uint32_t at = k * PL_STRIP;
    uint32_t columns = pl_strip_columns(width, at), lines = pl_strip_lines(height, at, LANES);
    tiles -= (size_t)lines * LANES * columns;
    up_strip(tiles, lines, columns, node->columns, z + at, plane, result);
    memcpy(x + 4 * (size_t)at, result, 4 * (size_t)columns * sizeof(real));
    if (k > 0) gather_own(result, columns, z + at, plane);
  }
}
