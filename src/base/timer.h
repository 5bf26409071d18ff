/* SPDX-License-Identifier: MIT */
#pragma once

#include "pliant/status.h"

/* Monotonic seconds from an arbitrary start. */
PL_API double pl_seconds(void);
