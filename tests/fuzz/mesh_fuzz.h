/* SPDX-License-Identifier: MIT
   Any bytes as a mesh file: read or refused with a message that names the file, never anything else; what was read can
   be inspected, described and repaired. */
#pragma once

#include <stdlib.h>
#include <string.h>

#include "pliant/io.h"

static inline void require(int condition)
{
  if (!condition) abort();
}

static inline void fuzz_repair(const pl_mesh *mesh)
{
  pl_mesh *mended = NULL;
  pl_repair_options options = pl_default_repair_options();
  pl_repair_report report;
  char text[512];
  options.weld = options.unused = true;
  if (pl_mesh_repair(mesh, &options, &mended, NULL, &report) == PL_OK) {
    require(pl_repair_describe(&report, text, sizeof text) > 0);
    require(report.after.degenerate_count == 0 && report.after.duplicate_count == 0);
    require(report.after.misoriented_edge_count == 0 || !report.after.orientable);
  } else {
    require(strlen(pl_last_error()) > 0); /* nothing was left */
  }
  pl_mesh_destroy(mended);
}

static inline int fuzz_mesh(const char *name, const uint8_t *data, size_t size)
{
  pl_mesh *mesh = NULL;
  pl_mesh_notes notes;
  pl_mesh_info info;
  char text[512];
  pl_status status = pl_mesh_read(name, (const char *)data, size, &mesh, &notes);
  require((status == PL_OK) == (mesh != NULL));
  if (status != PL_OK) {
    require(strncmp(pl_last_error(), name, strlen(name)) == 0);
    return 0;
  }
  require(pl_mesh_inspect(mesh, &info) == PL_OK);
  require(pl_mesh_describe(&info, text, sizeof text) > 0);
  fuzz_repair(mesh);
  pl_mesh_destroy(mesh);
  return 0;
}
