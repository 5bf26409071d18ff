/* SPDX-License-Identifier: MIT */
#pragma once

#include "contact/tangle/knots.h"

/* Gives the two sides of every knot the speed away from each other that lets them come free in a few tenths of a
   second, and no more: sides that are faster are slowed down, so that nothing is flung when it comes free. Impulses go
   through the doors of the models and conserve momentum. */
pl_status pl_knots_loosen(const pl_knots *knots, const pl_contact_body *bodies, const pl_model_context *context);
