/* SPDX-License-Identifier: MIT
   libpliant-io: everything that touches files. */
#pragma once

#include "pliant/io_cache.h"
#include "pliant/io_gray.h"
#include "pliant/io_mesh.h"
#include "pliant/io_picture.h"
#include "pliant/io_scene.h"
#include "pliant/io_subspace.h"
#include "pliant/pliant.h"
