/* SPDX-License-Identifier: MIT */
#pragma once

#include "pliant/io_mesh.h"

/* Reads what Assimp can, in a process of its own; without Assimp in this build it fails with a message that says so. */
pl_status pl_foreign_load(const char *path, pl_mesh **out, pl_mesh_notes *notes);
