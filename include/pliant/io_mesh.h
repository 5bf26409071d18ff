/* SPDX-License-Identifier: MIT
   Meshes from files and to files. OBJ, PLY (text, little and big endian) and STL (text and binary) are read by readers
   of our own that keep the order of vertices and complain with file, line and column; everything else (GLB, FBX, DAE,
   3DS, OFF, …) through Assimp where this build has it. */
#pragma once

#include "pliant/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the user should know about how a file was read, a sentence per line; empty if there is nothing to say. */
typedef struct pl_mesh_notes {
  char text[1024];
} pl_mesh_notes;

/* The extension says the format. notes may be NULL. Polygons are cut into triangles; nothing else is changed:
   pl_mesh_repair does that. */
PL_API pl_status pl_mesh_load(const char *path, pl_mesh **out, pl_mesh_notes *notes);

/* The same from memory: `name` is used for its extension and in messages. Only our own formats. */
PL_API pl_status pl_mesh_read(const char *name, const char *data, size_t size, pl_mesh **out, pl_mesh_notes *notes);

/* Writes .obj (17 digits: reading it gives the same bits) or .ply (binary, double). Triangles and edges are written,
   volumes and shares are not. */
PL_API pl_status pl_mesh_save(const char *path, const pl_mesh *mesh);

#ifdef __cplusplus
}
#endif
