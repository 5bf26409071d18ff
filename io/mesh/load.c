/* SPDX-License-Identifier: MIT */
#include <string.h>
#include <strings.h>

#include "base/floats.h"
#include "base/memory.h"
#include "file.h"
#include "mesh/foreign/foreign.h"
#include "mesh/soup.h"

typedef pl_status (*read_function)(const char *name, const char *data, size_t size, pl_mesh **out,
                                   pl_mesh_notes *notes);

/* With the dot; "" if there is none. */
static const char *extension(const char *name)
{
  const char *dot = strrchr(name, '.');
  return dot && !strchr(dot, '/') ? dot : "";
}

static read_function reader_for(const char *name)
{
  static const struct {
    const char *extension;
    read_function read;
  } readers[] = {{".obj", pl_obj_read}, {".ply", pl_ply_read}, {".stl", pl_stl_read}};
  for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
    if (strcasecmp(extension(name), readers[i].extension) == 0) return readers[i].read;
  return NULL;
}

pl_status pl_mesh_read(const char *name, const char *data, size_t size, pl_mesh **out, pl_mesh_notes *notes)
{
  PL_OWN_FLOATS;
  if (!name || !data || !out) return pl_fail(PL_ERROR_ARGUMENT, "pl_mesh_read: an argument is NULL");
  *out = NULL;
  if (notes) *notes = (pl_mesh_notes){""};
  read_function read = reader_for(name);
  if (!read) return pl_fail(PL_ERROR_UNSUPPORTED, "%s: meshes are read from .obj, .ply and .stl files", name);
  return read(name, data, size, out, notes);
}

pl_status pl_mesh_load(const char *path, pl_mesh **out, pl_mesh_notes *notes)
{
  PL_OWN_FLOATS;
  if (!path || !out) return pl_fail(PL_ERROR_ARGUMENT, "pl_mesh_load: an argument is NULL");
  *out = NULL;
  if (!reader_for(path)) {
    if (notes) *notes = (pl_mesh_notes){""};
    return pl_foreign_load(path, out, notes);
  }
  char *data = NULL;
  size_t size = 0;
  PL_TRY(pl_file_read(path, &data, &size));
  pl_status status = pl_mesh_read(path, data, size, out, notes);
  pl_release(data);
  return status;
}
