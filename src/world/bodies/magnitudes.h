/* SPDX-License-Identifier: MIT
   Numbers of definitions held against the table of magnitudes (base/limits.h). Signs and ranges of choice are what the
   definitions' own checks look at. */
#pragma once

#include "pliant/body.h"
#include "pliant/obstacle.h"

/* The material, of whatever model: also those parts that the body's model does not read, since they are kept. */
pl_status pl_magnitudes_of_material(const pl_body_def *def);
pl_status pl_magnitudes_of_volume(const pl_volume_def *def);
pl_status pl_magnitudes_of_matter(const pl_body_def *def); /* how it creeps, yields and breaks */
/* All of it; n: vertices of its mesh. */
pl_status pl_magnitudes_of_body(const pl_body_def *def);
pl_status pl_magnitudes_of_obstacle(const pl_obstacle_def *def);
