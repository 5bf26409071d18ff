/* SPDX-License-Identifier: MIT
   One subcommand of the program. argv[0] is the subcommand's name; the return value is the exit code. */
#pragma once

typedef struct command {
  const char *name;
  const char *summary; /* one line for `pliant --help` */
  int (*run)(int argc, char **argv);
} command;

enum {
  EXIT_OK = 0,
  EXIT_FAILED = 1, /* the work could not be done; the reason is on stderr */
  EXIT_USAGE = 2,  /* the command line is wrong */
  EXIT_INTERRUPTED = 130
};
