/* SPDX-License-Identifier: MIT
   Ctrl-C and its like ask a long command to stop at the next good place; a second time they end it at once. */
#pragma once

#include <stdbool.h>

void stop_listen(void);
bool stop_requested(void);
