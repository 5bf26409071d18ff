/* SPDX-License-Identifier: MIT */
#pragma once

#include "contact/tangle/regions.h"

/* Gives the two sides of every region the separating speed that frees them in a few tenths of a second; faster sides
   are slowed down. Impulses go through the models and conserve momentum. */
pl_status pl_tangle_regions_separate(const pl_tangle_regions *tangle_regions, const pl_contact_body *bodies,
                                     const pl_model_context *context);
