/* SPDX-License-Identifier: MIT
   libpliant-io: everything that touches files. */
#pragma once

#include "pliant/pliant.h"
