/* SPDX-License-Identifier: MIT
   What `pliant bench NAME --json` printed. */
#pragma once

#include <jansson.h>

#include "testing.h"

/* Fails the test if the program does, or if it prints no JSON. */
static inline json_t *bench(const char *name, const char *arguments)
{
  char line[512];
  snprintf(line, sizeof line, "%s bench %s --json %s", PLIANT_PROGRAM, name, arguments);
  FILE *pipe = popen(line, "r");
  assert_non_null(pipe);
  json_error_t error;
  json_t *root = json_loadf(pipe, 0, &error);
  int status = pclose(pipe);
  if (!root) print_error("%s: line %d: %s\n", line, error.line, error.text);
  assert_non_null(root);
  assert_int_equal(status, 0);
  return root;
}

static inline double number(const json_t *object, const char *key)
{
  const json_t *value = json_object_get(object, key);
  if (!json_is_number(value)) print_error("no number '%s'\n", key);
  assert_true(json_is_number(value));
  return json_number_value(value);
}
