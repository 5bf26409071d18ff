/* SPDX-License-Identifier: MIT */
#pragma once

#include "mesh/soup.h"

/* Reads what Assimp can; without Assimp in this build it fails with a message that says so. */
pl_status pl_assimp_load(const char *path, pl_mesh **out, pl_mesh_notes *notes);
