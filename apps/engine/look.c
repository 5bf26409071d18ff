/* SPDX-License-Identifier: MIT
   How things look in pictures, told to the page, so that it shows what `pliant render` will draw: where the camera
   stands and the light comes from, and colours. */
#include <string.h>

#include "picture/camera.h"
#include "picture/palette.h"
#include "pliant/io_picture.h"
#include "session.h"

enum { SCALE_STEPS = 256, MOST_COLORS = 64 };

static void put_numbers(block_writer *to, const double *values, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    float value = (float)values[i];
    block_put(to, &value, sizeof value);
  }
}

/* How many colours there are before they begin again. */
static uint32_t count_colors(vec (*color)(size_t i))
{
  vec first = color(0);
  uint32_t count = 1;
  while (count < MOST_COLORS) {
    vec next = color(count);
    if (memcmp(&next, &first, sizeof next) == 0) break;
    count++;
  }
  return count;
}

static void put_color(block_writer *to, vec color)
{
  const float of[3] = {color.x, color.y, color.z};
  block_put(to, of, sizeof of);
}

/* f32 angle of view, direction to the camera[3], direction to the light[3]; u32 bodies, obstacles, steps of the scale;
   linear colours of all these, f32[3] each */
void engine_write_look(block_writer *to)
{
  static const double up[3] = {0, 1, 0};
  const pl_framing framing = pl_framing_start(16, 9);
  double axes[3][3], key[3];
  pl_camera_axes(framing.direction, up, axes);
  pl_camera_key(axes, key);
  const uint32_t counts[3] = {count_colors(pl_palette_body), count_colors(pl_palette_obstacle), SCALE_STEPS};
  block_begin(to, BLOCK_TAG('l', 'o', 'o', 'k'));
  put_numbers(to, &framing.fov, 1);
  put_numbers(to, framing.direction, 3);
  put_numbers(to, key, 3);
  block_put(to, counts, sizeof counts);
  for (uint32_t i = 0; i < counts[0]; i++) put_color(to, pl_palette_body(i));
  for (uint32_t i = 0; i < counts[1]; i++) put_color(to, pl_palette_obstacle(i));
  for (int i = 0; i < SCALE_STEPS; i++) put_color(to, pl_palette_scale((float)i / (SCALE_STEPS - 1)));
  block_end(to);
}
