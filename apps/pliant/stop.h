/* SPDX-License-Identifier: MIT
   Ctrl-C and its like ask a long command to stop at the next good place; a second time they end it at once. Commands
   listen once they have read their input: before, there is nothing to finish, and a command that reads a pipe without a
   writer must end at once. */
#pragma once

#include <stdbool.h>

void stop_ignore_pipes(void); /* a reader that went away is an error of a write */
void stop_listen(void);
bool stop_requested(void);
