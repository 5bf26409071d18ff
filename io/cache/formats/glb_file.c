/* SPDX-License-Identifier: MIT */
#include "cache/formats/glb_file.h"

#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "cache/palette.h"
#include "cache/quote.h"

enum { FILE_HEADER = 12, CHUNK_HEADER = 8 };

pl_status pl_glb_add(pl_glb_table *table, pl_glb_accessor accessor)
{
  PL_TRY(pl_grow((void **)&table->accessors, &table->capacity, table->count + 1, sizeof accessor));
  accessor.offset = table->bytes;
  table->accessors[table->count++] = accessor;
  table->bytes += (accessor.bytes + 3) / 4 * 4;
  return PL_OK;
}

static const char *comma(size_t i) { return i ? "," : ""; }

static void write_views(pl_file *file, const pl_glb_table *table)
{
  pl_file_printf(file, ",\n\"buffers\":[{\"byteLength\":%llu}],\n\"bufferViews\":[", (unsigned long long)table->bytes);
  for (size_t i = 0; i < table->count; i++) {
    const pl_glb_accessor *a = &table->accessors[i];
    pl_file_printf(file, "%s\n{\"buffer\":0,\"byteOffset\":%llu,\"byteLength\":%llu", comma(i),
                   (unsigned long long)a->offset, (unsigned long long)a->bytes);
    if (a->stride) pl_file_printf(file, ",\"byteStride\":%d", a->stride);
    if (a->target) pl_file_printf(file, ",\"target\":%d", a->target);
    pl_file_printf(file, "}");
  }
  pl_file_printf(file, "]");
}

static void write_bound(pl_file *file, const char *name, const double *bound, int count)
{
  pl_file_printf(file, ",\"%s\":[", name);
  for (int i = 0; i < count; i++) pl_file_printf(file, "%s%.9g", comma((size_t)i), bound[i]);
  pl_file_printf(file, "]");
}

static void write_accessors(pl_file *file, const pl_glb_table *table)
{
  pl_file_printf(file, ",\n\"accessors\":[");
  for (size_t i = 0; i < table->count; i++) {
    const pl_glb_accessor *a = &table->accessors[i];
    pl_file_printf(file, "%s\n{\"bufferView\":%zu,\"componentType\":%d,\"count\":%zu,\"type\":\"%s\"", comma(i), i,
                   a->component_type, a->count, a->type);
    if (a->normalized) pl_file_printf(file, ",\"normalized\":true");
    if (a->bound_count) {
      write_bound(file, "min", a->low, a->bound_count);
      write_bound(file, "max", a->high, a->bound_count);
    }
    pl_file_printf(file, "}");
  }
  pl_file_printf(file, "]");
}

static void write_attributes(pl_file *file, int points, int normals)
{
  pl_file_printf(file, "{\"POSITION\":%d", points);
  if (normals >= 0) pl_file_printf(file, ",\"NORMAL\":%d", normals);
  pl_file_printf(file, "}");
}

static void write_targets(pl_file *file, const pl_glb_scene *scene, size_t b)
{
  pl_file_printf(file, ",\"targets\":[");
  for (size_t t = 0; t < scene->target_count; t++) {
    const int *accessors = scene->targets + 2 * (t * scene->body_count + b);
    pl_file_printf(file, "%s", comma(t));
    write_attributes(file, accessors[0], accessors[1]);
  }
  pl_file_printf(file, "]");
}

static void write_target_names(pl_file *file, const pl_glb_scene *scene)
{
  pl_file_printf(file, ",\"extras\":{\"targetNames\":[");
  for (size_t t = 0; t < scene->target_count; t++) pl_file_printf(file, "%s\"frame %zu\"", comma(t), scene->frames[t]);
  pl_file_printf(file, "]}");
}

static void write_meshes(pl_file *file, const pl_glb_scene *scene)
{
  static const int modes[] = {0, 0, 1, 4}; /* by corners: points, lines, triangles */
  pl_file_printf(file, ",\n\"meshes\":[");
  for (size_t b = 0; b < scene->body_count; b++) {
    const pl_glb_body *body = &scene->bodies[b];
    pl_file_printf(file, "%s\n{\"name\":", comma(b));
    pl_file_quote(file, body->name);
    pl_file_printf(
        file, ",\"primitives\":[{\"mode\":%d,\"material\":%zu,\"attributes\":", modes[body->shown->corner_count], b);
    write_attributes(file, body->points, body->normals);
    if (body->indices >= 0) pl_file_printf(file, ",\"indices\":%d", body->indices);
    if (scene->target_count) write_targets(file, scene, b);
    pl_file_printf(file, "}]");
    if (scene->target_count) write_target_names(file, scene);
    pl_file_printf(file, "}");
  }
  pl_file_printf(file, "]");
}

static void write_nodes(pl_file *file, const pl_glb_scene *scene)
{
  pl_file_printf(file, ",\n\"scene\":0,\"scenes\":[{\"nodes\":[");
  for (size_t b = 0; b < scene->body_count; b++) pl_file_printf(file, "%s%zu", comma(b), b);
  pl_file_printf(file, "]}],\n\"nodes\":[");
  for (size_t b = 0; b < scene->body_count; b++) {
    const pl_glb_body *body = &scene->bodies[b];
    const double *at = body->translation;
    pl_file_printf(file, "%s\n{\"name\":", comma(b));
    pl_file_quote(file, body->name);
    pl_file_printf(file, ",\"mesh\":%zu,\"translation\":[%.17g,%.17g,%.17g],\"scale\":[%.17g,%.17g,%.17g]}", b, at[0],
                   at[1], at[2], body->scale, body->scale, body->scale);
  }
  pl_file_printf(file, "]");
}

static void write_materials(pl_file *file, const pl_glb_scene *scene)
{
  pl_file_printf(file, ",\n\"materials\":[");
  for (size_t b = 0; b < scene->body_count; b++) {
    float colour[3];
    pl_body_color(b, colour);
    pl_file_printf(file, "%s\n{\"name\":", comma(b));
    pl_file_quote(file, scene->bodies[b].name);
    pl_file_printf(file,
                   ",\"doubleSided\":true,\"pbrMetallicRoughness\":{\"baseColorFactor\":[%.4f,%.4f,%.4f,1],"
                   "\"metallicFactor\":0,\"roughnessFactor\":0.5}}",
                   (double)colour[0], (double)colour[1], (double)colour[2]);
  }
  pl_file_printf(file, "]");
}

/* All bodies share one sampler: they have the same frames. */
static void write_animation(pl_file *file, const pl_glb_scene *scene)
{
  pl_file_printf(file,
                 ",\n\"animations\":[{\"name\":\"simulation\",\"samplers\":[{\"input\":%d,\"output\":%d,"
                 "\"interpolation\":\"LINEAR\"}],\"channels\":[",
                 scene->times, scene->weights);
  for (size_t b = 0; b < scene->body_count; b++)
    pl_file_printf(file, "%s{\"sampler\":0,\"target\":{\"node\":%zu,\"path\":\"weights\"}}", comma(b), b);
  pl_file_printf(file, "]}]");
}

static void write_json(pl_file *file, const pl_glb_scene *scene)
{
  pl_file_printf(file,
                 "{\"asset\":{\"version\":\"2.0\",\"generator\":\"pliant %s\"},\n"
                 "\"extensionsUsed\":[\"KHR_mesh_quantization\"],\"extensionsRequired\":[\"KHR_mesh_quantization\"]",
                 pl_version());
  write_nodes(file, scene);
  write_meshes(file, scene);
  write_materials(file, scene);
  if (scene->target_count) write_animation(file, scene);
  write_accessors(file, scene->table);
  write_views(file, scene->table);
  pl_file_printf(file, "}");
}

pl_status pl_glb_write_head(pl_file *file, const pl_glb_scene *scene)
{
  char placeholder[FILE_HEADER + CHUNK_HEADER] = {0};
  pl_file_write(file, placeholder, sizeof placeholder);
  write_json(file, scene);
  while (pl_file_size(file) % 4 && pl_file_write(file, " ", 1) == PL_OK) {}
  uint64_t json = pl_file_size(file) - sizeof placeholder;
  uint64_t total = pl_file_size(file) + CHUNK_HEADER + scene->table->bytes;
  if (total > UINT32_MAX)
    return pl_fail(PL_ERROR_LIMIT,
                   "%s: would be larger than 4 GiB, the most that GLB allows; use .pc2, or fewer frames",
                   pl_file_path(file));
  uint32_t head[5] = {0x46546c67 /* glTF */, 2, (uint32_t)total, (uint32_t)json, 0x4e4f534a /* JSON */};
  uint32_t binary[2] = {(uint32_t)scene->table->bytes, 0x004e4942 /* BIN */};
  pl_file_write_at(file, 0, head, sizeof head);
  return pl_file_write(file, binary, sizeof binary);
}
