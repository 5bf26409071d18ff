/* SPDX-License-Identifier: MIT */
#pragma once

#include "pliant/mesh.h"

/* Owns what its view points to. Never changes after creation. */
struct pl_mesh {
  pl_mesh_data data;
};
