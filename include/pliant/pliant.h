/* SPDX-License-Identifier: MIT
   Pliant: soft bodies. Includes the whole public interface of libpliant; file formats, scenes and pictures are in
   pliant/io.h (libpliant-io). */
#pragma once

#include "pliant/attachment.h"
#include "pliant/blobby.h"
#include "pliant/body.h"
#include "pliant/cage.h"
#include "pliant/detail.h"
#include "pliant/force.h"
#include "pliant/heat.h"
#include "pliant/inside.h"
#include "pliant/keyframes.h"
#include "pliant/make.h"
#include "pliant/mesh.h"
#include "pliant/mesh_info.h"
#include "pliant/model.h"
#include "pliant/obstacle.h"
#include "pliant/precision.h"
#include "pliant/statics.h"
#include "pliant/status.h"
#include "pliant/subspace.h"
#include "pliant/tangle.h"
#include "pliant/threads.h"
#include "pliant/volume.h"
#include "pliant/world.h"
