/* SPDX-License-Identifier: MIT
   Values per vertex: a number, an array, a file, or an image that is laid over the grid of the mesh. */
#include <string.h>

#include "base/status.h"
#include "pliant/io_gray.h"
#include "scene/read/data.h"
#include "scene/schema/tables.h"

typedef struct image_data {
  const pl_json *at;
  const char *file;
  double black, white;
} image_data;

static const pl_scene_key image_keys[] = {
    {"image", PL_KIND_TEXT, offsetof(image_data, file), .flags = PL_KEY_REQUIRED | PL_KEY_OUTSIDE,
     .doc = "A PGM or PNG file."},
    {"black", PL_KIND_NUMBER, offsetof(image_data, black), .fallback = "0", .flags = PL_KEY_OUTSIDE,
     .doc = "What black stands for."},
    {"white", PL_KIND_NUMBER, offsetof(image_data, white), .fallback = "1", .flags = PL_KEY_OUTSIDE,
     .doc = "What white stands for."},
};
const pl_scene_object pl_scene_image_object = {
    .name = "image",
    .doc = "Values from a gray picture, laid over a mesh with a grid of two directions: the first goes from left to "
           "right, the second from top to bottom.",
    .size = sizeof(image_data),
    .keys = image_keys,
    .key_count = sizeof image_keys / sizeof *image_keys};

static pl_status check_ends(const pl_scene *scene, const image_data *image, const pl_scene_range *range)
{
  const double ends[2] = {image->black, image->white};
  const char *const names[2] = {"black", "white"};
  for (int k = 0; k < 2; k++)
    if (!pl_scene_in_range(range, ends[k])) {
      const pl_json *said = pl_json_member(image->at, names[k]);
      return pl_scene_fail(scene, said ? said : image->at, "has a %s that must be %s, got %g", names[k], range->text,
                           ends[k]);
    }
  return PL_OK;
}

pl_status pl_scene_read_field(pl_scene *scene, const pl_json *at, const pl_scene_key *key, pl_scene_numbers *out)
{
  if (at->type != PL_JSON_OBJECT) return pl_scene_read_numbers(scene, at, key, out);
  image_data image = {0};
  const char *path = NULL;
  pl_gray gray;
  PL_TRY(pl_scene_read_object(scene, at, &pl_scene_image_object, &image));
  image.at = at;
  PL_TRY(check_ends(scene, &image, key->range));
  const pl_json *file = pl_json_member(at, "image");
  PL_TRY(pl_scene_path(scene, file, image.file, &path));
  PL_TRY(pl_scene_wrap(scene, file, pl_gray_load(path, &gray)));
  size_t count = (size_t)gray.width * gray.height;
  *out = (pl_scene_numbers){at, PL_KEEP(scene, double, count), count, false, gray.width, gray.height};
  for (size_t k = 0; out->values && k < count; k++)
    out->values[k] = image.black + (image.white - image.black) * gray.values[k];
  pl_gray_free(&gray);
  return out->values ? PL_OK : PL_ERROR_MEMORY;
}

pl_status pl_scene_spread_field(pl_scene *scene, const pl_scene_numbers *numbers, const pl_mesh *mesh,
                                const double **out)
{
  size_t count = pl_mesh_view(mesh).vertex_count;
  if (numbers->width == 0) return pl_scene_spread(scene, numbers, count, "vertex", out);
  const pl_gray gray = {numbers->width, numbers->height, numbers->values};
  double *values = PL_KEEP(scene, double, count);
  if (!values) return PL_ERROR_MEMORY;
  *out = values;
  return pl_scene_wrap(scene, numbers->at, pl_gray_sample(&gray, 0, 1, mesh, values));
}

pl_status pl_scene_resolve_field(pl_scene *scene, const pl_scene_numbers *numbers, const pl_mesh *mesh,
                                 pl_node_field *out)
{
  if (!numbers->at) return PL_OK;
  if (!numbers->constant) return pl_scene_spread_field(scene, numbers, mesh, &out->values);
  out->value = numbers->values[0];
  return PL_OK;
}
