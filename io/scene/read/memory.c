/* SPDX-License-Identifier: MIT
   What belongs to a scene: memory, paths, and how it complains. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "base/status.h"
#include "scene/read/data.h"

struct pl_scene_memory {
  _Alignas(64) pl_scene_memory *next; /* the header fills one aligned unit, so what follows is aligned, too */
};

void *pl_scene_keep(pl_scene *scene, size_t count, size_t size)
{
  if (size && count > SIZE_MAX / 2 / size) {
    pl_fail(PL_ERROR_MEMORY, "%zu elements of %zu bytes are more than this machine can address", count, size);
    return NULL;
  }
  pl_scene_memory *block = pl_allocate(1, sizeof(pl_scene_memory) + count * size);
  if (!block) return NULL;
  block->next = scene->memory;
  scene->memory = block;
  return block + 1;
}

void pl_scene_release_memory(pl_scene *scene)
{
  while (scene->memory) {
    pl_scene_memory *next = scene->memory->next;
    pl_release(scene->memory);
    scene->memory = next;
  }
}

/* Whether a path stays below where it begins. */
static bool is_below_folder(const char *file)
{
  if (file[0] == '/') return false;
  for (const char *part = file; part; part = strchr(part, '/')) {
    while (*part == '/') part++;
    if (strncmp(part, "..", 2) == 0 && (part[2] == '/' || part[2] == '\0')) return false;
  }
  return true;
}

/* Whether links on the way lead out of the scene's folder. */
static bool leaves_folder(const pl_scene *scene, const char *path)
{
  char *end = realpath(path, NULL), *folder = realpath(scene->folder, NULL); /* NULL: there is no such file */
  size_t length = folder ? strlen(folder) : 0;
  bool out = end && folder && (strncmp(end, folder, length) != 0 || (end[length] != '/' && folder[length - 1] != '/'));
  free(end);
  free(folder);
  return out;
}

pl_status pl_scene_path(pl_scene *scene, const pl_json *at, const char *file, const char **path)
{
  if (scene->confined && !scene->folder[0])
    return pl_scene_fail(scene, at, "names a file, \"%s\"; a scene without a folder of its own has none", file);
  if (scene->confined && !is_below_folder(file))
    return pl_scene_fail(scene, at, "must be a file below the scene's folder here, got \"%s\"", file);
  const char *folder = file[0] == '/' ? "" : scene->folder;
  size_t size = strlen(folder) + strlen(file) + 1;
  char *text = PL_KEEP(scene, char, size);
  if (!text) return PL_ERROR_MEMORY;
  snprintf(text, size, "%s%s", folder, file);
  *path = text;
  if (scene->confined && leaves_folder(scene, text))
    return pl_scene_fail(scene, at, "must be a file below the scene's folder here, but a link leads \"%s\" elsewhere",
                         file);
  struct stat about; /* a scene may come from anybody: it names files, and nothing that waits or never ends */
  if (stat(text, &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode))
    return pl_scene_fail(scene, at, "names %s, which is no plain file but a pipe or a device", text);
  pl_scene_input *input = PL_KEEP(scene, pl_scene_input, 1);
  if (!input) return PL_ERROR_MEMORY;
  *input = (pl_scene_input){text, scene->inputs};
  scene->inputs = input;
  return PL_OK;
}

static void describe(const pl_scene *scene, const pl_json *at, bool key, char *text, size_t size)
{
  char path[256];
  pl_json_path(&scene->document, at, path, sizeof path);
  snprintf(text, size, "%s:%u:%u: %s", scene->document.name, key ? at->key_line : at->line,
           key ? at->key_column : at->column, path[0] ? path : "the scene");
}

static pl_status fail_with(const pl_scene *scene, const pl_json *at, bool key, const char *format, va_list arguments)
{
  char place[1024], message[1024];
  describe(scene, at, key, place, sizeof place);
  vsnprintf(message, sizeof message, format, arguments);
  return pl_fail(PL_ERROR_FORMAT, "%s %s", place, message);
}

pl_status pl_scene_fail(const pl_scene *scene, const pl_json *at, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  pl_status status = fail_with(scene, at, false, format, arguments);
  va_end(arguments);
  return status;
}

pl_status pl_scene_fail_key(const pl_scene *scene, const pl_json *at, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  pl_status status = fail_with(scene, at, true, format, arguments);
  va_end(arguments);
  return status;
}

pl_status pl_scene_wrap(const pl_scene *scene, const pl_json *at, pl_status status)
{
  if (status == PL_OK || status == PL_ERROR_MEMORY) return status;
  char reason[1024];
  snprintf(reason, sizeof reason, "%s", pl_last_error());
  pl_scene_fail(scene, at, "cannot be used: %s", reason);
  return status;
}

pl_status pl_scene_warn(pl_scene *scene, const pl_json *at, const char *format, ...)
{
  char place[1024], message[1024];
  describe(scene, at, false, place, sizeof place);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  size_t size = strlen(place) + strlen(message) + 2;
  char *text = PL_KEEP(scene, char, size);
  if (!text) return PL_ERROR_MEMORY;
  snprintf(text, size, "%s %s", place, message);
  PL_TRY(pl_grow((void **)&scene->warnings, &scene->warning_capacity, scene->warning_count + 1, sizeof(char *)));
  scene->warnings[scene->warning_count++] = text;
  return PL_OK;
}
