/* SPDX-License-Identifier: MIT
   Meshes that lie beside the repository, not in it: folder shared/meshes of $PLIANT_SHARED, or next to the source
   folder. Tests that want them skip loudly where they are missing. */
#pragma once

#include <string.h>

#include "testing.h"

#ifndef PLIANT_SHARED_DIR
#define PLIANT_SHARED_DIR "../shared"
#endif

/* Path of a shared mesh, or NULL if it is not there; valid until the next call. */
static inline const char *shared_mesh(const char *name)
{
  static char path[1024];
  const char *folder = getenv("PLIANT_SHARED");
  snprintf(path, sizeof path, "%s/meshes/%s", folder && *folder ? folder : PLIANT_SHARED_DIR, name);
  FILE *file = fopen(path, "rb");
  if (!file) {
    print_message("SKIPPED: %s is not there; PLIANT_SHARED may name the folder above meshes/\n", path);
    return NULL;
  }
  fclose(file);
  return path;
}
