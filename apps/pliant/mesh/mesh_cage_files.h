/* SPDX-License-Identifier: MIT */
#pragma once

#include "mesh/cage/green.h"
#include "pliant/io.h"

/* Loads a cage and prepares its coordinates; messages begin with the file's name. Destroy both. */
pl_status mesh_load_cage(const char *path, pl_mesh **mesh, pl_green **green);
