/* SPDX-License-Identifier: MIT */
#pragma once

#include "pliant/pliant.h"

/* How well small features keep their shape: the root of the mean square change of the angles of a body's triangles,
   degrees. */
double surface_angles(const pl_body *body);
