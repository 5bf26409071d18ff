/* SPDX-License-Identifier: MIT
   Everything that is not OBJ, PLY or STL, through Assimp, where this build has it. Vertices come one per corner of each
   face; its own joining uses an absolute distance (a mesh of micrometres would collapse), so corners at exactly equal
   places are joined here. What cannot be kept is the file's own order of vertices, and the notes say so. */
#include "mesh/assimp.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "mesh/repair/weld.h"

#if PLIANT_ASSIMP

#include <assimp/cimport.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <assimp/version.h>

static pl_status add_faces(pl_soup *soup, const struct aiMesh *mesh, uint32_t first)
{
  for (unsigned i = 0; i < mesh->mNumFaces; i++) {
    const struct aiFace *face = &mesh->mFaces[i];
    for (unsigned k = 0; k < face->mNumIndices; k++)
      if (face->mIndices[k] >= mesh->mNumVertices)
        return pl_fail(PL_ERROR_FORMAT, "a face uses a vertex that is not there");
    if (face->mNumIndices == 2 && face->mIndices[0] != face->mIndices[1])
      pl_builder_edge(&soup->builder, first + face->mIndices[0], first + face->mIndices[1]);
    if (face->mNumIndices < 3) continue;
    for (unsigned k = 0; k < face->mNumIndices; k++) PL_TRY(pl_soup_corner(soup, first + face->mIndices[k]));
    PL_TRY(pl_soup_polygon(soup, face->mNumIndices));
  }
  return soup->builder.status;
}

static pl_status add_mesh(pl_soup *soup, const struct aiMesh *mesh)
{
  uint32_t first = (uint32_t)soup->builder.vertex_count;
  for (unsigned v = 0; v < mesh->mNumVertices; v++) {
    double p[3] = {(double)mesh->mVertices[v].x, (double)mesh->mVertices[v].y, (double)mesh->mVertices[v].z};
    if (!isfinite(p[0] + p[1] + p[2]))
      return pl_fail(PL_ERROR_FORMAT, "vertex %u of mesh '%.64s' has a position that is not a finite number", v,
                     mesh->mName.data);
    pl_builder_vertex(&soup->builder, p[0], p[1], p[2]);
  }
  return add_faces(soup, mesh, first);
}

/* Vertices at exactly equal places become the first of them. */
static pl_status join(pl_soup *soup)
{
  pl_mesh_builder *b = &soup->builder;
  uint32_t *first = PL_NEW(uint32_t, b->vertex_count);
  if (!first) return PL_ERROR_MEMORY;
  pl_status status = pl_weld(b->positions, b->vertex_count, 0, first);
  size_t kept = 0;
  for (size_t v = 0; status == PL_OK && v < b->vertex_count; v++) {
    if (first[v] != v) {
      first[v] = first[first[v]];
      continue;
    }
    memmove(b->positions + 3 * kept, b->positions + 3 * v, 3 * sizeof(double));
    first[v] = (uint32_t)kept++;
  }
  if (status == PL_OK) {
    for (size_t i = 0; i < soup->corner_count; i++) soup->corners[i] = first[soup->corners[i]];
    for (size_t i = 0; i < 2 * b->edge_count; i++) b->edges[i] = first[b->edges[i]];
    b->vertex_count = kept;
  }
  pl_release(first);
  return status;
}

static pl_status add_scene(pl_soup *soup, const struct aiScene *scene, pl_mesh_notes *notes)
{
  for (unsigned i = 0; i < scene->mNumMeshes; i++) PL_TRY(add_mesh(soup, scene->mMeshes[i]));
  size_t corners = soup->builder.vertex_count;
  if (corners == 0) return pl_fail(PL_ERROR_FORMAT, "the file has no vertices");
  PL_TRY(join(soup));
  pl_notes_add(notes,
               "Read by Assimp %u.%u: %u %s, %zu corners at exactly equal places became %zu vertices. "
               "The order of "
               "vertices is not the file's, and vertices without a face are gone.",
               aiGetVersionMajor(), aiGetVersionMinor(), scene->mNumMeshes,
               scene->mNumMeshes == 1 ? "mesh" : "meshes, now one", corners, soup->builder.vertex_count);
  return PL_OK;
}

pl_status pl_assimp_load(const char *path, pl_mesh **out, pl_mesh_notes *notes)
{
  *out = NULL;
  const char *dot = strrchr(path, '.');
  if (!dot || !aiIsExtensionSupported(dot))
    return pl_fail(PL_ERROR_UNSUPPORTED,
                   "%s: meshes are read from .obj, .ply, .stl and what Assimp knows (.glb, .fbx, .dae, "
                   ".3ds, .off, ...)",
                   path);
  const struct aiScene *scene = aiImportFile(path, aiProcess_PreTransformVertices);
  if (!scene) return pl_fail(PL_ERROR_FORMAT, "%s: %s", path, aiGetErrorString());
  pl_soup soup = {0};
  pl_status status = add_scene(&soup, scene, notes);
  aiReleaseImport(scene);
  if (status == PL_OK) status = pl_soup_finish(&soup, out, notes);
  pl_soup_free(&soup);
  return status == PL_OK || status == PL_ERROR_MEMORY ? status : pl_fail_in(status, "%s: ", path);
}

#else

pl_status pl_assimp_load(const char *path, pl_mesh **out, pl_mesh_notes *notes)
{
  (void)notes;
  *out = NULL;
  return pl_fail(PL_ERROR_UNSUPPORTED,
                 "%s: meshes are read from .obj, .ply and .stl; for other formats build with Assimp (libassimp-dev)",
                 path);
}

#endif
