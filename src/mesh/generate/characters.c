/* SPDX-License-Identifier: MIT
   Friends made of blobs, about 1 m tall, facing +z, standing on y = 0. */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/floats.h"
#include "base/memory.h"
#include "base/status.h"
#include "mesh/core/topology.h"
#include "mesh/generate/blobs.h"
#include "mesh/generate/isosurface.h"
#include "mesh/generate/relax.h"
#include "mesh/generate/split.h"
#include "pliant/make.h"

enum { MOST = 500000, TRIES = 16, ROUNDS = 24 };
#define CLOSE 0.01     /* so few vertices missing are near enough to stop looking */
#define TOLERABLE 0.05 /* the most that may be missing: the rest comes from cutting edges */

#define EGG(x, y, z, rx, ry, rz) .kind = PL_BLOB_EGG, .a = {x, y, z}, .b = {rx, ry, rz}
#define LIMB(x, y, z, r, x2, y2, z2, r2) .kind = PL_BLOB_LIMB, .a = {x, y, z}, .b = {x2, y2, z2}, .size = {r, r2}
#define BLEND(k) .blend = k
#define TURN(x, y, z) .turn = {x, y, z}
#define TWICE .twice = true
#define CARVE .carve = true

static const pl_blob duck[] = {
    {EGG(0, 0.30, -0.02, 0.30, 0.27, 0.40)},                                            /* body */
    {EGG(0, 0.34, 0.16, 0.25, 0.26, 0.24), BLEND(0.10)},                                /* chest */
    {LIMB(0, 0.38, -0.28, 0.15, 0, 0.55, -0.50, 0.035), BLEND(0.16)},                   /* tail */
    {LIMB(0, 0.46, 0.20, 0.15, 0, 0.64, 0.22, 0.13), BLEND(0.12)},                      /* neck */
    {EGG(0, 0.79, 0.24, 0.205, 0.20, 0.205), BLEND(0.08)},                              /* head */
    {EGG(0, 0.780, 0.445, 0.125, 0.052, 0.155), TURN(-8, 0, 0), BLEND(0.05)},           /* beak */
    {EGG(0, 0.735, 0.420, 0.100, 0.048, 0.110), TURN(0, 0, 0), BLEND(0.05)},            /* lower beak */
    {EGG(0.118, 0.868, 0.362, 0.052, 0.060, 0.048), TWICE, BLEND(0.02)},                /* eyes */
    {EGG(0.275, 0.36, -0.07, 0.085, 0.16, 0.27), TURN(16, 10, 10), TWICE, BLEND(0.06)}, /* wings */
};

static const pl_blob rabbit[] = {
    {EGG(0, 0.25, -0.05, 0.215, 0.25, 0.24)},                                            /* body */
    {EGG(0, 0.31, 0.06, 0.16, 0.20, 0.16), BLEND(0.10)},                                 /* chest */
    {EGG(0, 0.57, 0.09, 0.185, 0.165, 0.18), BLEND(0.07)},                               /* head */
    {EGG(0.085, 0.515, 0.18, 0.09, 0.08, 0.08), TWICE, BLEND(0.06)},                     /* cheeks */
    {EGG(0.032, 0.525, 0.262, 0.045, 0.04, 0.04), TWICE, BLEND(0.03)},                   /* muzzle */
    {EGG(0, 0.562, 0.292, 0.034, 0.026, 0.028), BLEND(0.015)},                           /* nose */
    {EGG(0.100, 0.618, 0.208, 0.042, 0.052, 0.042), TWICE, BLEND(0.018)},                /* eyes */
    {EGG(0.105, 0.845, 0.03, 0.066, 0.20, 0.042), TURN(-6, 12, -9), TWICE, BLEND(0.05)}, /* ears */
    {EGG(0.112, 0.855, 0.075, 0.034, 0.145, 0.030), TURN(-6, 12, -9), TWICE, CARVE, BLEND(0.025)},
    {EGG(0.165, 0.165, -0.02, 0.105, 0.15, 0.165), TWICE, BLEND(0.05)},                /* thighs */
    {LIMB(0.150, 0.055, 0.02, 0.062, 0.165, 0.052, 0.22, 0.055), TWICE, BLEND(0.05)},  /* feet */
    {LIMB(0.105, 0.36, 0.11, 0.062, 0.068, 0.055, 0.185, 0.052), TWICE, BLEND(0.035)}, /* front legs */
    {EGG(0, 0.17, -0.305, 0.085, 0.085, 0.075), BLEND(0.03)},                          /* tail */
};

static const pl_blob bear[] = {
    {EGG(0, 0.33, 0.00, 0.245, 0.275, 0.215)},                                          /* body */
    {EGG(0, 0.30, 0.09, 0.185, 0.20, 0.165), BLEND(0.08)},                              /* belly */
    {EGG(0, 0.735, 0.03, 0.230, 0.200, 0.195), BLEND(0.06)},                            /* head */
    {EGG(0.175, 0.905, 0.01, 0.085, 0.085, 0.055), TURN(0, 12, 0), TWICE, BLEND(0.03)}, /* ears */
    {EGG(0.178, 0.905, 0.062, 0.046, 0.046, 0.030), TWICE, CARVE, BLEND(0.025)},
    {EGG(0, 0.685, 0.195, 0.105, 0.082, 0.085), BLEND(0.04)},                           /* snout */
    {EGG(0, 0.730, 0.258, 0.046, 0.034, 0.034), BLEND(0.018)},                          /* nose */
    {EGG(0.085, 0.788, 0.180, 0.040, 0.046, 0.040), TWICE, BLEND(0.018)},               /* eyes */
    {LIMB(0.215, 0.485, 0.03, 0.085, 0.335, 0.315, 0.135, 0.082), TWICE, BLEND(0.05)},  /* arms */
    {LIMB(0.150, 0.125, 0.08, 0.115, 0.205, 0.108, 0.32, 0.100), TWICE, BLEND(0.06)},   /* legs */
    {EGG(0.213, 0.130, 0.385, 0.098, 0.122, 0.055), TURN(0, 8, 0), TWICE, BLEND(0.03)}, /* soles */
    {EGG(0, 0.17, -0.195, 0.070, 0.070, 0.065), BLEND(0.05)},                           /* tail */
};

static const pl_blob dino[] = {
    {EGG(0, 0.42, 0.02, 0.215, 0.25, 0.25)},                          /* body */
    {EGG(0, 0.36, 0.10, 0.165, 0.20, 0.17), BLEND(0.08)},             /* belly */
    {LIMB(0, 0.36, -0.12, 0.18, 0, 0.18, -0.48, 0.095), BLEND(0.12)}, /* tail */
    {LIMB(0, 0.18, -0.46, 0.095, 0, 0.20, -0.76, 0.028), BLEND(0.08)},
    {LIMB(0, 0.56, 0.12, 0.145, 0, 0.78, 0.19, 0.125), BLEND(0.10)},                    /* neck */
    {EGG(0, 0.845, 0.22, 0.165, 0.145, 0.175), BLEND(0.06)},                            /* head */
    {EGG(0, 0.79, 0.37, 0.135, 0.095, 0.125), BLEND(0.06)},                             /* snout */
    {EGG(0.050, 0.845, 0.445, 0.032, 0.028, 0.034), TWICE, BLEND(0.02)},                /* nostrils */
    {EGG(0.098, 0.920, 0.295, 0.054, 0.058, 0.052), TWICE, BLEND(0.02)},                /* eyes */
    {LIMB(0.145, 0.28, 0.00, 0.125, 0.170, 0.085, 0.03, 0.085), TWICE, BLEND(0.06)},    /* legs */
    {EGG(0.178, 0.048, 0.085, 0.088, 0.050, 0.125), TURN(0, 8, 0), TWICE, BLEND(0.03)}, /* feet */
    {LIMB(0.150, 0.545, 0.15, 0.062, 0.195, 0.415, 0.265, 0.045), TWICE, BLEND(0.035)}, /* arms */
    {LIMB(0, 0.945, 0.085, 0.060, 0, 1.000, 0.010, 0.024), BLEND(0.03)},                /* spikes */
    {LIMB(0, 0.800, 0.040, 0.062, 0, 0.870, -0.060, 0.024), BLEND(0.03)},
    {LIMB(0, 0.640, -0.035, 0.070, 0, 0.705, -0.155, 0.024), BLEND(0.03)},
    {LIMB(0, 0.495, -0.165, 0.068, 0, 0.545, -0.290, 0.024), BLEND(0.03)},
    {LIMB(0, 0.345, -0.330, 0.058, 0, 0.390, -0.435, 0.022), BLEND(0.03)},
    {LIMB(0, 0.255, -0.510, 0.044, 0, 0.300, -0.590, 0.020), BLEND(0.025)},
};

static const pl_blob armadillo[] = {
    {EGG(0, 0.44, 0.01, 0.185, 0.250, 0.150)},                               /* body */
    {EGG(0, 0.38, 0.07, 0.150, 0.180, 0.125), BLEND(0.06)},                  /* belly */
    {EGG(0, 0.46, -0.060, 0.200, 0.260, 0.150), TURN(8, 0, 0), BLEND(0.02)}, /* shell, with bands */
    {EGG(0, 0.635, -0.075, 0.150, 0.062, 0.130), TURN(24, 0, 0), BLEND(0.03)},
    {EGG(0, 0.525, -0.085, 0.196, 0.064, 0.146), TURN(14, 0, 0), BLEND(0.03)},
    {EGG(0, 0.410, -0.082, 0.208, 0.064, 0.154), TURN(2, 0, 0), BLEND(0.03)},
    {EGG(0, 0.298, -0.066, 0.190, 0.062, 0.150), TURN(-10, 0, 0), BLEND(0.03)},
    {LIMB(0, 0.260, -0.120, 0.095, 0, 0.115, -0.370, 0.060), BLEND(0.06)}, /* tail */
    {LIMB(0, 0.115, -0.370, 0.060, 0, 0.155, -0.590, 0.030), BLEND(0.04)},
    {LIMB(0, 0.620, 0.030, 0.100, 0, 0.760, 0.065, 0.085), BLEND(0.06)},                    /* neck */
    {EGG(0, 0.835, 0.080, 0.118, 0.108, 0.125), BLEND(0.04)},                               /* head */
    {LIMB(0, 0.815, 0.150, 0.080, 0, 0.775, 0.315, 0.040), BLEND(0.05)},                    /* snout */
    {EGG(0, 0.794, 0.342, 0.038, 0.032, 0.030), BLEND(0.014)},                              /* nose */
    {EGG(0.072, 0.872, 0.165, 0.036, 0.040, 0.036), TWICE, BLEND(0.016)},                   /* eyes */
    {EGG(0.098, 0.950, 0.035, 0.056, 0.100, 0.040), TURN(-8, 14, -20), TWICE, BLEND(0.03)}, /* ears */
    {EGG(0.104, 0.960, 0.072, 0.030, 0.064, 0.026), TURN(-8, 14, -20), TWICE, CARVE, BLEND(0.02)},
    {LIMB(0.150, 0.610, 0.030, 0.078, 0.325, 0.555, 0.075, 0.062), TWICE, BLEND(0.05)}, /* arms, raised */
    {LIMB(0.325, 0.555, 0.075, 0.062, 0.375, 0.690, 0.190, 0.052), TWICE, BLEND(0.03)},
    {EGG(0.382, 0.728, 0.208, 0.068, 0.060, 0.046), TURN(-30, 0, 0), TWICE, BLEND(0.03)}, /* hands */
    {LIMB(0.340, 0.750, 0.216, 0.034, 0.306, 0.808, 0.252, 0.026), TWICE, BLEND(0.02)},   /* claws */
    {LIMB(0.382, 0.768, 0.222, 0.034, 0.382, 0.836, 0.262, 0.026), TWICE, BLEND(0.02)},
    {LIMB(0.424, 0.750, 0.216, 0.034, 0.460, 0.808, 0.252, 0.026), TWICE, BLEND(0.02)},
    {EGG(0.125, 0.235, 0.030, 0.100, 0.140, 0.115), TWICE, BLEND(0.05)}, /* legs */
    {LIMB(0.140, 0.170, 0.020, 0.080, 0.155, 0.062, 0.005, 0.062), TWICE, BLEND(0.04)},
    {EGG(0.168, 0.044, 0.065, 0.082, 0.044, 0.120), TURN(0, 10, 0), TWICE, BLEND(0.03)}, /* feet */
    {LIMB(0.122, 0.040, 0.150, 0.036, 0.118, 0.032, 0.205, 0.027), TWICE, BLEND(0.02)},
    {LIMB(0.178, 0.040, 0.162, 0.036, 0.188, 0.032, 0.218, 0.027), TWICE, BLEND(0.02)},
    {LIMB(0.232, 0.040, 0.142, 0.036, 0.258, 0.032, 0.192, 0.027), TWICE, BLEND(0.02)},
};

typedef struct character {
  const char *name;
  const pl_blob *blobs;
  size_t count;
  uint32_t fewest;  /* vertices that still give well-shaped triangles around its small parts */
  double low, high; /* y of the surface's ends: a coarse mesh may miss the tip of an ear, but must not grow for it */
} character;

#define CHARACTER(name, fewest, low, high)                                                                             \
  {                                                                                                                    \
#name, name, sizeof name / sizeof *name, fewest, low, high                                                         \
  }
static const character characters[] = {
    CHARACTER(duck, 400, 0.03, 0.99),
    CHARACTER(rabbit, 1000, -0.0099, 1.0423),
    CHARACTER(bear, 1000, 0.0069, 0.9899),
    CHARACTER(dino, 1000, -0.0065, 1.0238),
    CHARACTER(armadillo, 1500, -0.0052, 1.0459),
};

const char *pl_character_name(pl_character which)
{
  return (unsigned)which < PL_CHARACTER_COUNT ? characters[which].name : NULL;
}

static double field(const void *context, const double p[3])
{
  const character *who = context;
  return pl_blobs_distance(who->blobs, who->count, p);
}

/* Keeps the largest component: on coarse cells the tip of an ear may come off. */
static pl_status keep_largest(pl_mesh_builder *b)
{
  pl_mesh_data data = {.vertex_count = b->vertex_count, .triangles = b->triangles, .triangle_count = b->triangle_count};
  uint32_t *component = PL_NEW(uint32_t, b->vertex_count);
  uint32_t *sizes = component ? PL_NEW(uint32_t, b->vertex_count) : NULL;
  size_t count = 0, largest = 0;
  pl_status status = sizes ? pl_mesh_components(&data, component, &count) : PL_ERROR_MEMORY;
  if (status == PL_OK && count > 1) {
    for (size_t v = 0; v < b->vertex_count; v++) sizes[component[v]]++;
    for (size_t c = 1; c < count; c++)
      if (sizes[c] > sizes[largest]) largest = c;
    size_t vertices = 0, corners = 0;
    for (size_t v = 0; v < b->vertex_count; v++) {
      bool keep = component[v] == largest;
      if (keep) memmove(b->positions + 3 * vertices, b->positions + 3 * v, 3 * sizeof(double));
      component[v] = keep ? (uint32_t)vertices++ : UINT32_MAX;
    }
    for (size_t i = 0; i < 3 * b->triangle_count; i++)
      if (component[b->triangles[i]] != UINT32_MAX) b->triangles[corners++] = component[b->triangles[i]];
    b->vertex_count = vertices;
    b->triangle_count = corners / 3;
  }
  pl_release(component);
  pl_release(sizes);
  return status;
}

/* A closed surface has 3/2 edges per triangle; Euler's number 2 makes it a sphere. */
static bool is_a_sphere(const pl_mesh_builder *b) { return 2 * b->vertex_count == b->triangle_count + 4; }

/* Looks for the cell that gives the wanted number of vertices, or a few less: a surface crosses about as many edges as
   its area has cells, so the cell goes with the root of the number. */
static pl_status polygonise(const character *who, uint32_t vertices, double *cell, pl_mesh_builder *out)
{
  double low[3], high[3], best = INFINITY, size = 0.9 / sqrt(vertices / 3.0);
  pl_blobs_box(who->blobs, who->count, low, high);
  for (int i = 0; i < TRIES && best > CLOSE; i++) {
    pl_mesh_builder tried = {0};
    pl_status status = pl_isosurface(field, who, low, high, size, &tried);
    if (status == PL_OK) status = keep_largest(&tried);
    if (status != PL_OK) {
      pl_builder_free(&tried);
      return status;
    }
    double ratio = (double)tried.vertex_count / vertices, miss = 1 - ratio;
    bool better = miss >= 0 && miss < best && is_a_sphere(&tried);
    if (better) {
      best = miss;
      *cell = size;
      pl_mesh_builder worse = *out;
      *out = tried;
      tried = worse;
    }
    pl_builder_free(&tried);
    /* a little too far after a miss, so that a try that was no sphere is not repeated */
    size *= sqrt(fmax(ratio, 0.1) / (1 - CLOSE / 2)) * (better ? 1 : 1.001);
  }
  if (best > TOLERABLE)
    return pl_fail(PL_ERROR_ARGUMENT, "%s: %u vertices are too few for its small parts; try more", who->name, vertices);
  return PL_OK;
}

/* To the wanted height, feet on the ground. */
static void place(const character *who, double height, pl_mesh_builder *b)
{
  double scale = height / (who->high - who->low);
  for (size_t v = 0; v < b->vertex_count; v++) {
    b->positions[3 * v] *= scale;
    b->positions[3 * v + 1] = (b->positions[3 * v + 1] - who->low) * scale;
    b->positions[3 * v + 2] *= scale;
  }
}

static pl_status make(const character *who, double height, uint32_t vertices, pl_mesh **out)
{
  pl_mesh_builder b = {0};
  double cell = 0;
  pl_status status = polygonise(who, vertices, &cell, &b);
  if (status == PL_OK) status = pl_split_longest(&b, vertices - b.vertex_count);
  if (status == PL_OK)
    status = pl_relax(field, who, cell, ROUNDS, b.positions, b.vertex_count, b.triangles, b.triangle_count);
  if (status != PL_OK) {
    pl_builder_free(&b);
    return status;
  }
  place(who, height, &b);
  return pl_builder_finish(&b, out);
}

pl_status pl_make_character(pl_character which, double height, uint32_t vertices, pl_mesh **out)
{
  PL_OWN_FLOATS;
  *out = NULL;
  if ((unsigned)which >= PL_CHARACTER_COUNT)
    return pl_fail(PL_ERROR_ARGUMENT, "character: there is no number %d", (int)which);
  character who = characters[which];
  if (!(height > 0 && isfinite(height)))
    return pl_fail(PL_ERROR_ARGUMENT, "%s: the height must be positive, got %g", who.name, height);
  if (vertices < who.fewest || vertices > MOST)
    return pl_fail(PL_ERROR_ARGUMENT, "%s: the number of vertices must be %u to %d, got %u", who.name, who.fewest, MOST,
                   vertices);
  pl_blob *blobs = PL_NEW(pl_blob, who.count);
  if (!blobs) return PL_ERROR_MEMORY;
  pl_blobs_prepare(who.blobs, who.count, blobs);
  who.blobs = blobs;
  pl_status status = make(&who, height, vertices, out);
  pl_release(blobs);
  return status;
}
