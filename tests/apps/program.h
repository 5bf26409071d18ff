/* SPDX-License-Identifier: MIT
   Runs the program as a person would, and looks at its exit code and at what it prints. */
#pragma once

#include "testing.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

static char output[1 << 17];

/* Runs `pliant ARGUMENTS` through the shell; before: what the shell does first ("cd folder && "), or "". Exit code;
   stdout and stderr together are in output. */
static int run_program(const char *before, const char *arguments)
{
  char line[8192];
  snprintf(line, sizeof line, "%s%s %s 2>&1", before, PLIANT_PROGRAM, arguments);
  FILE *pipe = popen(line, "r");
  assert_non_null(pipe);
  size_t size = fread(output, 1, sizeof output - 1, pipe);
  output[size] = '\0';
  int status = pclose(pipe);
  assert_true(WIFEXITED(status));
  return WEXITSTATUS(status);
}

/* That exit code, and that text somewhere in the output. */
static void expect_program(const char *before, const char *arguments, int code, const char *text)
{
  int got = run_program(before, arguments);
  if (got != code || !strstr(output, text))
    print_error("pliant %s: exit %d, expected %d\n%s\nlacks: %s\n", arguments, got, code, output, text);
  assert_int_equal(got, code);
  assert_non_null(strstr(output, text));
}
