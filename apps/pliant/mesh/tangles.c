/* SPDX-License-Identifier: MIT */
#include "mesh/tangles.h"

static void tell_triangles(FILE *out, const uint32_t *triangles, size_t count, size_t most)
{
  size_t told = most && most < count ? most : count;
  fprintf(out, " (");
  for (size_t k = 0; k < told; k++) fprintf(out, "%s%u", k ? ", " : "", triangles[k]);
  fprintf(out, "%s)", told < count ? ", …" : "");
}

void tangle_tell(FILE *out, const pl_tangle *tangle, size_t most_triangles)
{
  const char *a = pl_body_name(tangle->a), *b = pl_body_name(tangle->b);
  bool self = tangle->a == tangle->b;
  if (self)
    fprintf(out, "body '%s' starts through itself: %zu of its triangles", a, tangle->a_triangle_count);
  else if (tangle->crossing_count == 0)
    fprintf(out, "body '%s' starts wholly inside body '%s'", a, b);
  else
    fprintf(out, "bodies '%s' and '%s' start inside each other: %zu triangles of '%s'", a, b, tangle->a_triangle_count,
            a);
  if (tangle->crossing_count) {
    tell_triangles(out, tangle->a_triangles, tangle->a_triangle_count, most_triangles);
    fprintf(out, " cross ");
    if (self) {
      fprintf(out, "each other");
    } else {
      fprintf(out, "%zu of '%s'", tangle->b_triangle_count, b);
      tell_triangles(out, tangle->b_triangles, tangle->b_triangle_count, most_triangles);
    }
  }
  fprintf(out, " near (%.4g, %.4g, %.4g), about %.2g m deep", tangle->position[0], tangle->position[1],
          tangle->position[2], tangle->depth);
}

void tangles_warn(const pl_world *world, const char *before)
{
  enum { MOST_TOLD = 8, MOST_TRIANGLES = 4 };
  size_t count = pl_world_tangle_count(world);
  for (size_t k = 0; k < count && k < MOST_TOLD; k++) {
    pl_tangle tangle = pl_world_tangle_at(world, k);
    fputs(before, stderr);
    tangle_tell(stderr, &tangle, MOST_TRIANGLES);
    fprintf(stderr, "; pushed apart over the first steps\n");
  }
  if (count > MOST_TOLD) fprintf(stderr, "%sand %zu more; `pliant check` lists them all\n", before, count - MOST_TOLD);
}
