/* SPDX-License-Identifier: MIT */
#pragma once

#include "contact/tangle/regions.h"

/* Gives the two sides of every region the speed away from each other that lets them come free in a few tenths of a
   second, and no more: sides that are faster are slowed down, so that nothing is flung when it comes free. Impulses go
   through the models and conserve momentum. */
pl_status pl_tangle_regions_separate(const pl_tangle_regions *tangle_regions, const pl_contact_body *bodies,
                                     const pl_model_context *context);
