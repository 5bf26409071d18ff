/* SPDX-License-Identifier: MIT
   Bodies against obstacles: contact and friction impulses that go through the model's one door. */
#pragma once

#include "contact/moving.h"
#include "model/model.h"

/* What the contact of the last step left at each particle: where the iteration starts. Registered. */
typedef struct pl_contact_memory {
  double *impulse;    /* 3 per particle, N s */
  uint32_t *obstacle; /* per particle: index + 1, 0: none */
} pl_contact_memory;

typedef struct pl_contact_setup {
  const pl_model *model;
  pl_model_body *body;
  const uint32_t *particles; /* that can touch */
  size_t particle_count;
  const pl_moving_obstacle *obstacles;
  size_t obstacle_count;
  double size;    /* of the body, m */
  double gravity; /* |g|, m/s^2: what is slow */
} pl_contact_setup;

/* Pushes the body out of the obstacles after its free motion, with friction. Adds to the stats of the context. */
pl_status pl_contact_resolve(const pl_contact_setup *setup, pl_contact_memory memory, const pl_model_context *context);

/* The most bytes that it takes from the arena, without what the model takes. */
size_t pl_contact_scratch(pl_coupling coupling, size_t particle_count, size_t obstacle_count);
