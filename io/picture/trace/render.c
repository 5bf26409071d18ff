/* SPDX-License-Identifier: MIT
   The picture in four passes over its pixels:
   1 look     what the ray through each pixel's middle meets
   2 light    how much light arrives there, with few rays, in patterns that 4 x 4 pixels share
   3 smooth   the mean over those patterns, among neighbours that lie on the same smooth surface
   4 resolve  shading; pixels on an edge look again with several rays, which take their light from the neighbours
   Blocks are rows of the picture, so that nothing depends on the number of threads. */
#include <math.h>
#include <string.h>

#include "base/floats.h"
#include "base/memory.h"
#include "base/pool.h"
#include "base/status.h"
#include "math/vec3.h"
#include "picture/sheet.h"
#include "picture/trace/light.h"
#include "picture/trace/render.h"

enum { OPTIONS_MARK = 0x72656e31 };

typedef struct pass {
  pl_studio studio;
  int width, height;
  int edge_rays;
  float pixel; /* size of a pixel at distance 1 */
  pl_sample *samples;
  pl_incident_light *raw, *light;
  uint8_t *pixels;
} pass;

static float to_x(const pass *p, float column) { return 2 * column / (float)p->width - 1; }
static float to_y(const pass *p, float row) { return 1 - 2 * row / (float)p->height; }
static size_t at(const pass *p, int x, int y) { return (size_t)y * (size_t)p->width + (size_t)x; }
static bool inside(const pass *p, int x, int y) { return x >= 0 && y >= 0 && x < p->width && y < p->height; }

static void style(void *context, size_t begin, size_t end)
{
  pass *p = context;
  for (int y = (int)begin; y < (int)end; y++)
    for (int x = 0; x < p->width; x++)
      p->samples[at(p, x, y)] = pl_studio_sample(&p->studio, to_x(p, (float)x + 0.5f), to_y(p, (float)y + 0.5f));
}

static void light(void *context, size_t begin, size_t end)
{
  pass *p = context;
  /* neighbours in the 4 x 4 block get patterns far apart */
  static const int pattern[4][4] = {{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}};
  for (int y = (int)begin; y < (int)end; y++)
    for (int x = 0; x < p->width; x++)
      p->raw[at(p, x, y)] = pl_studio_incident_light(&p->studio, &p->samples[at(p, x, y)], pattern[y & 3][x & 3]);
}

/* Do two samples lie on one smooth piece of surface? */
static bool flush(const pass *p, const pl_sample *a, const pl_sample *b, float reach)
{
  if (a->surface != b->surface) return false;
  if (vec_dot(a->normal, b->normal) < 0.88f) return false;
  return fabsf(vec_dot(vec_sub(a->place, b->place), a->normal)) < reach * p->pixel * a->distance + 2e-4f;
}

static pl_incident_light mean_light(const pass *p, int x, int y)
{
  static const float weight[5] = {0.5f, 1, 1, 1, 0.5f}; /* every pattern of the 4 x 4 block counts the same */
  const pl_sample *here = &p->samples[at(p, x, y)];
  pl_incident_light sum = {0, {0, 0, 0}};
  float total = 0;
  for (int j = -2; j <= 2; j++)
    for (int i = -2; i <= 2; i++) {
      if (!inside(p, x + i, y + j)) continue;
      size_t k = at(p, x + i, y + j);
      if ((i || j) && !flush(p, here, &p->samples[k], 3)) continue;
      float w = weight[i + 2] * weight[j + 2];
      sum.key += w * p->raw[k].key;
      sum.ambient = vec_mad(sum.ambient, w, p->raw[k].ambient);
      total += w;
    }
  return (pl_incident_light){sum.key / total, vec_scale(sum.ambient, 1 / total)};
}

static void smooth(void *context, size_t begin, size_t end)
{
  pass *p = context;
  for (int y = (int)begin; y < (int)end; y++)
    for (int x = 0; x < p->width; x++)
      if (p->samples[at(p, x, y)].surface != PL_SURFACE_NONE) p->light[at(p, x, y)] = mean_light(p, x, y);
}

static bool on_edge(const pass *p, int x, int y)
{
  static const int step[8][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
  const pl_sample *here = &p->samples[at(p, x, y)];
  for (int k = 0; k < 8; k++) {
    int i = x + step[k][0], j = y + step[k][1];
    if (!inside(p, i, j)) continue;
    const pl_sample *there = &p->samples[at(p, i, j)];
    if (here->surface != there->surface) return true;
    if (here->surface != PL_SURFACE_NONE && !flush(p, here, there, 4)) return true;
  }
  return false;
}

/* Light for a ray between pixels: that of the neighbours on the same piece of surface, or its own rays. */
static pl_incident_light borrow_light(const pass *p, int x, int y, const pl_sample *s, int pattern)
{
  pl_incident_light sum = {0, {0, 0, 0}};
  float total = 0;
  for (int j = y - 1; j <= y + 1; j++)
    for (int i = x - 1; i <= x + 1; i++) {
      if (!inside(p, i, j)) continue;
      size_t k = at(p, i, j);
      if (!flush(p, s, &p->samples[k], 3)) continue;
      float w = i == x && j == y ? 4.0f : 1.0f;
      sum.key += w * p->light[k].key;
      sum.ambient = vec_mad(sum.ambient, w, p->light[k].ambient);
      total += w;
    }
  if (total > 0) return (pl_incident_light){sum.key / total, vec_scale(sum.ambient, 1 / total)};
  return pl_studio_incident_light(&p->studio, s, pattern);
}

/* The tone curve comes before the mean, so that a bright background does not eat the edge. */
static void resolve_edge(const pass *p, int x, int y, float out[3])
{
  out[0] = out[1] = out[2] = 0;
  for (int i = 0; i < p->edge_rays; i++) {
    float u = ((float)i + 0.5f) / (float)p->edge_rays, v = (float)i * 0.618033989f + 0.31f;
    v -= floorf(v);
    pl_sample s = pl_studio_sample(&p->studio, to_x(p, (float)x + u), to_y(p, (float)y + v));
    pl_incident_light incident = {1, {1, 1, 1}};
    if (s.surface != PL_SURFACE_NONE) incident = borrow_light(p, x, y, &s, i & 15);
    float tone[3];
    pl_tone(pl_studio_shade(&p->studio, &s, &incident), tone);
    for (int k = 0; k < 3; k++) out[k] += tone[k] / (float)p->edge_rays;
  }
}

static void resolve(void *context, size_t begin, size_t end)
{
  pass *p = context;
  for (int y = (int)begin; y < (int)end; y++)
    for (int x = 0; x < p->width; x++) {
      size_t k = at(p, x, y);
      float out[3];
      if (on_edge(p, x, y))
        resolve_edge(p, x, y, out);
      else
        pl_tone(pl_studio_shade(&p->studio, &p->samples[k], &p->light[k]), out);
      /* Half a step of noise hides the bands of smooth gradients. */
      float noise = (float)((x * 73 + y * 151 + (x ^ y) * 37) & 63) / 64.0f;
      for (int c = 0; c < 3; c++) p->pixels[3 * k + (size_t)c] = (uint8_t)(out[c] + noise < 255 ? out[c] + noise : 255);
    }
}

pl_render_options pl_default_render_options(void)
{
  return (pl_render_options){
      .mark = OPTIONS_MARK, .width = 1280, .height = 720, .quality = PL_QUALITY_GOOD, .ground = NAN};
}

static pl_status check(const pl_camera *camera, const pl_render_options *options)
{
  if (options->mark != OPTIONS_MARK)
    return pl_fail(PL_ERROR_ARGUMENT, "render options must come from pl_default_render_options");
  if (options->width < 16 || options->height < 16 || options->width > 16384 || options->height > 16384)
    return pl_fail(PL_ERROR_ARGUMENT, "a picture must have 16 to 16384 pixels each way, got %d x %d", options->width,
                   options->height);
  if (options->quality < PL_QUALITY_DRAFT || options->quality > PL_QUALITY_BEST)
    return pl_fail(PL_ERROR_ARGUMENT, "the quality must be draft, good or best");
  double distance = pl_vec3_distance(camera->eye, camera->target);
  if (!(distance > 0 && isfinite(distance)))
    return pl_fail(PL_ERROR_ARGUMENT, "the camera must stand apart from its target");
  if (!(camera->fov > 0 && camera->fov <= 170))
    return pl_fail(PL_ERROR_ARGUMENT, "the camera's angle of view must be in (0, 170] degrees, got %g", camera->fov);
  return PL_OK;
}

/* The passes in order; false stops. */
static pl_status run_passes(pass *p, pl_pool *pool, const pl_render_options *options)
{
  static const struct {
    pl_range_function function;
    double done;
  } passes[] = {{style, 0.15}, {light, 0.80}, {smooth, 0.85}, {resolve, 1.0}};
  for (size_t i = 0; i < 4; i++) {
    pl_parallel_for(pool, (size_t)p->height, 4, passes[i].function, p);
    if (options->progress && !options->progress(passes[i].done, options->progress_user))
      return pl_fail(PL_ERROR_INTERRUPTED, "the rendering was stopped");
  }
  return PL_OK;
}

static pl_status render(const pl_scenery *scenery, const pl_camera *camera, const pl_render_options *options,
                        pl_pool *pool, pl_image *image)
{
  static const int samples[][3] = {{0, 0, 0}, {4, 6, 6}, {10, 14, 12}, {24, 96, 32}}; /* key, sky, edge rays */
  const int *rays = samples[options->quality];
  size_t count = (size_t)options->width * (size_t)options->height;
  pass p = {.width = options->width, .height = options->height, .edge_rays = rays[2], .pixels = image->pixels};
  PL_TRY(pl_studio_set(&p.studio, scenery, camera, (double)options->width / options->height, rays[0], rays[1]));
  p.pixel = 2 * vec_length(p.studio.up) / (float)options->height;
  p.samples = PL_NEW(pl_sample, count);
  p.raw = PL_NEW(pl_incident_light, count);
  p.light = PL_NEW(pl_incident_light, count);
  pl_status status = p.samples && p.raw && p.light ? run_passes(&p, pool, options) : PL_ERROR_MEMORY;
  pl_studio_free(&p.studio);
  pl_release(p.samples);
  pl_release(p.raw);
  pl_release(p.light);
  return status;
}

pl_status pl_render_with_pool(const pl_frame *frame, const pl_camera *camera, const pl_render_options *options,
                              pl_pool *pool, pl_image *out)
{
  PL_TRY(check(camera, options));
  pl_scenery scenery = {0};
  pl_status status = pl_scenery_fill(&scenery, frame, camera, options);
  if (status == PL_OK) status = pl_image_create(options->width, options->height, out);
  if (status == PL_OK) status = render(&scenery, camera, options, pool, out);
  pl_scenery_free(&scenery);
  if (status != PL_OK) pl_image_free(out);
  if (status != PL_OK || !options->caption) return status;
  char caption[96];
  pl_caption_text(frame, caption, sizeof caption);
  pl_caption(out, caption);
  return PL_OK;
}

pl_status pl_render_frame(const pl_frame *frame, const pl_camera *camera, const pl_render_options *options,
                          pl_image *out)
{
  PL_OWN_FLOATS;
  if (!out) return pl_fail(PL_ERROR_ARGUMENT, "pl_render_frame: out is NULL");
  *out = (pl_image){0};
  if (!frame || !options) return pl_fail(PL_ERROR_ARGUMENT, "pl_render_frame: no frame or no options");
  pl_framing framing = pl_framing_start(options->width, options->height);
  if (!camera) PL_TRY(pl_framing_add(&framing, frame));
  pl_camera framed = camera ? *camera : pl_framing_camera(&framing);
  pl_pool *pool = NULL;
  PL_TRY(pl_pool_create(options->threads, NULL, NULL, &pool));
  pl_status status = pl_render_with_pool(frame, &framed, options, pool, out);
  pl_pool_destroy(pool);
  return status;
}
