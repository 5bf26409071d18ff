/* SPDX-License-Identifier: MIT */
#include "base/status.h"

#include <pthread.h>
#include <stdbool.h>
#include <string.h>

#include "testing.h"

static void last_error_holds_the_formatted_text(void **state)
{
  (void)state;
  assert_int_equal(pl_fail(PL_ERROR_MESH, "vertex %d of '%s'", 12, "duck"), PL_ERROR_MESH);
  assert_string_equal(pl_last_error(), "vertex 12 of 'duck'");
}

static void place_is_put_before_the_message(void **state)
{
  (void)state;
  pl_fail(PL_ERROR_MESH, "no vertices");
  assert_int_equal(pl_fail_in(PL_ERROR_MESH, "body '%s': ", "duck"), PL_ERROR_MESH);
  assert_string_equal(pl_last_error(), "body 'duck': no vertices");
}

static void message_may_quote_itself(void **state)
{
  (void)state;
  pl_fail(PL_ERROR_FILE, "inner");
  pl_fail(PL_ERROR_FILE, "outer (%s)", pl_last_error());
  assert_string_equal(pl_last_error(), "outer (inner)");
  pl_fail_in(PL_ERROR_FILE, "%s: ", pl_last_error());
  assert_string_equal(pl_last_error(), "outer (inner): outer (inner)");
}

static void long_text_is_cut_not_overrun(void **state)
{
  (void)state;
  char text[5000];
  memset(text, 'x', sizeof text - 1);
  text[sizeof text - 1] = '\0';
  pl_fail(PL_ERROR_FORMAT, "%s", text);
  assert_in_range(strlen(pl_last_error()), 1000, 4000);
  size_t before = strlen(pl_last_error());
  for (int i = 0; i < 100; i++) pl_fail_in(PL_ERROR_FORMAT, "%s: ", text);
  assert_in_range(strlen(pl_last_error()), before / 2, 4000);
}

static void *fail_elsewhere(void *argument)
{
  (void)argument;
  static char seen[64];
  snprintf(seen, sizeof seen, "%s", pl_last_error());
  pl_fail(PL_ERROR_FILE, "elsewhere");
  return seen;
}

static void threads_do_not_see_each_others_message(void **state)
{
  (void)state;
  pl_fail(PL_ERROR_FILE, "here");
  pthread_t thread;
  void *seen = NULL;
  assert_int_equal(pthread_create(&thread, NULL, fail_elsewhere, NULL), 0);
  assert_int_equal(pthread_join(thread, &seen), 0);
  assert_string_equal(seen, "");
  assert_string_equal(pl_last_error(), "here");
}

static void every_status_has_its_own_name(void **state)
{
  (void)state;
  for (int a = PL_OK; a <= PL_ERROR_INTERRUPTED; a++) {
    assert_string_not_equal(pl_status_name((pl_status)a), "unknown status");
    for (int b = PL_OK; b < a; b++) assert_string_not_equal(pl_status_name((pl_status)a), pl_status_name((pl_status)b));
  }
  assert_string_equal(pl_status_name((pl_status)1000), "unknown status");
}

static pl_status pass_on(pl_status status, bool *reached)
{
  PL_TRY(status);
  *reached = true;
  return PL_OK;
}

static void try_returns_on_failure_only(void **state)
{
  (void)state;
  bool reached = false;
  assert_int_equal(pass_on(PL_ERROR_LIMIT, &reached), PL_ERROR_LIMIT);
  assert_false(reached);
  assert_int_equal(pass_on(PL_OK, &reached), PL_OK);
  assert_true(reached);
}

static void version_agrees_with_the_header(void **state)
{
  (void)state;
  char text[32];
  snprintf(text, sizeof text, "%d.%d.%d", PLIANT_VERSION_MAJOR, PLIANT_VERSION_MINOR, PLIANT_VERSION_PATCH);
  assert_string_equal(pl_version(), text);
  assert_string_equal(pl_version(), PLIANT_CMAKE_VERSION);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(last_error_holds_the_formatted_text),
      cmocka_unit_test(place_is_put_before_the_message),
      cmocka_unit_test(message_may_quote_itself),
      cmocka_unit_test(long_text_is_cut_not_overrun),
      cmocka_unit_test(threads_do_not_see_each_others_message),
      cmocka_unit_test(every_status_has_its_own_name),
      cmocka_unit_test(try_returns_on_failure_only),
      cmocka_unit_test(version_agrees_with_the_header),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
