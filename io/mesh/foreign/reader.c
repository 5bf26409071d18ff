/* SPDX-License-Identifier: MIT
   pliant-mesh-reader FILE SECONDS MEGABYTES: reads a mesh with Assimp and writes it to the standard output (message.h).
   A program of its own, with limits, so that a file that breaks Assimp breaks nothing else. The library starts it. */
#include <assimp/cimport.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <assimp/version.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "message.h"

static void limit(int what, rlim_t value)
{
  struct rlimit both = {value, value};
  setrlimit(what, &both);
}

static void answer(FILE *out, foreign_head head, const char *text)
{
  memcpy(head.begin, FOREIGN_BEGIN, FOREIGN_MARK);
  head.text = strlen(text);
  fwrite(&head, sizeof head, 1, out);
  fwrite(text, 1, head.text, out);
}

static int refuse(FILE *out, foreign_answer why, const char *text)
{
  answer(out, (foreign_head){.answer = why}, text);
  fwrite(FOREIGN_END, 1, FOREIGN_MARK, out);
  return fflush(out) == 0 ? 0 : 1;
}

static void count(const struct aiScene *scene, foreign_head *head)
{
  for (unsigned m = 0; m < scene->mNumMeshes; m++) {
    const struct aiMesh *mesh = scene->mMeshes[m];
    head->vertices += mesh->mNumVertices;
    for (unsigned i = 0; i < mesh->mNumFaces; i++) {
      unsigned corners = mesh->mFaces[i].mNumIndices;
      head->edges += corners == 2;
      head->polygons += corners > 2;
      head->corners += corners > 2 ? corners : 0;
    }
  }
}

static void write_positions(FILE *out, const struct aiScene *scene)
{
  for (unsigned m = 0; m < scene->mNumMeshes; m++)
    for (unsigned v = 0; v < scene->mMeshes[m]->mNumVertices; v++) {
      const struct aiVector3D *at = &scene->mMeshes[m]->mVertices[v];
      double p[3] = {(double)at->x, (double)at->y, (double)at->z};
      fwrite(p, sizeof p, 1, out);
    }
}

/* The faces of polygons (or of edges): their vertices (or how many). */
static void write_faces(FILE *out, const struct aiScene *scene, bool edges, bool how_many)
{
  uint32_t first = 0;
  for (unsigned m = 0; m < scene->mNumMeshes; m++) {
    const struct aiMesh *mesh = scene->mMeshes[m];
    for (unsigned i = 0; i < mesh->mNumFaces; i++) {
      const struct aiFace *face = &mesh->mFaces[i];
      if (edges ? face->mNumIndices != 2 : face->mNumIndices < 3) continue;
      uint32_t corners = face->mNumIndices;
      if (how_many) fwrite(&corners, sizeof corners, 1, out);
      for (unsigned k = 0; k < corners && !how_many; k++) {
        /* one out of range stays so for the other side */
        uint32_t vertex = face->mIndices[k] < mesh->mNumVertices ? first + face->mIndices[k] : UINT32_MAX;
        fwrite(&vertex, sizeof vertex, 1, out);
      }
    }
    first += mesh->mNumVertices;
  }
}

static int read_with_assimp(FILE *out, const char *path)
{
  const char *dot = strrchr(path, '.');
  if (!dot || !aiIsExtensionSupported(dot)) return refuse(out, FOREIGN_UNKNOWN, "");
  const struct aiScene *scene = aiImportFile(path, aiProcess_PreTransformVertices);
  if (!scene) return refuse(out, FOREIGN_REFUSED, aiGetErrorString());
  foreign_head head = {
      .answer = FOREIGN_READ, .major = aiGetVersionMajor(), .minor = aiGetVersionMinor(), .meshes = scene->mNumMeshes};
  count(scene, &head);
  answer(out, head, "");
  write_positions(out, scene);
  write_faces(out, scene, false, false);
  write_faces(out, scene, false, true);
  write_faces(out, scene, true, false);
  fwrite(FOREIGN_END, 1, FOREIGN_MARK, out);
  return fflush(out) == 0 && !ferror(out) ? 0 : 1;
}

int main(int argc, char **argv)
{
  if (argc != 4) {
    fputs("pliant-mesh-reader is started by the pliant library to read meshes through Assimp\n", stderr);
    return 2;
  }
  prctl(PR_SET_PDEATHSIG, 9);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  limit(RLIMIT_CPU, strtoul(argv[2], NULL, 10));
#ifndef READER_SANITIZED
  limit(RLIMIT_AS, (rlim_t)strtoul(argv[3], NULL, 10) << 20);
#endif
  limit(RLIMIT_FSIZE, 0); /* it writes no file; a pipe is none */
  limit(RLIMIT_CORE, 0);
  FILE *out = fdopen(dup(1), "wb"); /* what Assimp says itself goes elsewhere */
  if (!out || dup2(2, 1) < 0) return 1;
  return read_with_assimp(out, argv[1]);
}
