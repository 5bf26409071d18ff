/* SPDX-License-Identifier: MIT
   Ctrl-C and its like ask a long command to stop at the next good place; a second time they end it at once. Commands
   listen when they have read what they need: before, there is nothing to put in order, and who waits for a pipe that
   nobody writes to would wait on. */
#pragma once

#include <stdbool.h>

void stop_ignore_pipes(void); /* a reader that went away is an error of a write, told by its result */
void stop_listen(void);
bool stop_requested(void);
