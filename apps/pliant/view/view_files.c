/* SPDX-License-Identifier: MIT */
#include "view/view_files.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/status.h"
#include "cache/formats/text.h"
#include "file.h"
#include "run/gallery.h"

static pl_status add_file(view_files *files, const char *folder, const char *path)
{
  char *name = pl_text("%s%s", folder, path);
  if (!name) return PL_ERROR_MEMORY;
  view_file file = {0};
  pl_status status = pl_file_read(name, &file.data, &file.size);
  pl_release(name);
  if (status == PL_OK) status = pl_grow((void **)&files->files, &files->capacity, files->count + 1, sizeof file);
  if (status == PL_OK && !(file.path = pl_text("%s", path))) status = PL_ERROR_MEMORY;
  if (status != PL_OK) {
    pl_release(file.data);
    return status;
  }
  files->files[files->count++] = file;
  return PL_OK;
}

static pl_status add_folder(view_files *files, const char *folder, const char *path)
{
  char *name = pl_text("%s%s", folder, path);
  if (!name) return PL_ERROR_MEMORY;
  DIR *entries = opendir(name);
  pl_status status = entries ? PL_OK : pl_fail(PL_ERROR_FILE, "%s: there is no page; `make web` builds it", name);
  for (struct dirent *entry; status == PL_OK && (entry = readdir(entries));) {
    if (entry->d_name[0] == '.') continue;
    char *inner = pl_text("%s/%s", path, entry->d_name), *whole = pl_text("%s/%s", name, entry->d_name);
    if (!inner || !whole)
      status = PL_ERROR_MEMORY;
    else
      status = is_folder(whole) ? add_folder(files, folder, inner) : add_file(files, folder, inner);
    pl_release(inner);
    pl_release(whole);
  }
  if (entries) closedir(entries);
  pl_release(name);
  return status;
}

pl_status view_files_load(const char *folder, view_files *out)
{
  *out = (view_files){0};
  pl_status status = add_folder(out, folder, "");
  if (status == PL_OK && !view_files_find(out, "/"))
    status = pl_fail(PL_ERROR_FILE, "%s: there is no index.html; `make web` builds the page", folder);
  if (status != PL_OK) view_files_free(out);
  return status;
}

void view_files_free(view_files *files)
{
  for (size_t i = 0; i < files->count; i++) {
    pl_release(files->files[i].path);
    pl_release(files->files[i].data);
  }
  pl_release(files->files);
  *files = (view_files){0};
}

const view_file *view_files_find(const view_files *files, const char *path)
{
  if (strcmp(path, "/") == 0) path = "/index.html";
  for (size_t i = 0; i < files->count; i++)
    if (strcmp(files->files[i].path, path) == 0) return &files->files[i];
  return NULL;
}

const char *view_file_type(const char *path)
{
  static const char *const types[][2] = {{".html", "text/html; charset=utf-8"},
                                         {".js", "text/javascript; charset=utf-8"},
                                         {".css", "text/css; charset=utf-8"},
                                         {".json", "application/json; charset=utf-8"},
                                         {".svg", "image/svg+xml"},
                                         {".png", "image/png"},
                                         {".webp", "image/webp"},
                                         {".wasm", "application/wasm"}};
  const char *dot = strrchr(path, '.');
  for (size_t i = 0; dot && i < sizeof types / sizeof *types; i++)
    if (strcmp(dot, types[i][0]) == 0) return types[i][1];
  return "application/octet-stream";
}

bool view_find_page(char path[VIEW_PATH_SIZE])
{
  char program[VIEW_PATH_SIZE - 64];
  ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  if (length <= 0) return false;
  program[length] = '\0';
  char *slash = strrchr(program, '/');
  if (slash) *slash = '\0';
  static const char *const places[] = {"web", "../share/pliant/web"};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    snprintf(path, VIEW_PATH_SIZE, "%s/%s", program, places[i]);
    if (is_folder(path)) return true;
  }
  return false;
}
