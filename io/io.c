/* SPDX-License-Identifier: MIT */
#include "pliant/io.h"
