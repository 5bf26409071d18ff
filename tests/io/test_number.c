/* SPDX-License-Identifier: MIT */
#include "number.h"

#include <string.h>

#include "testing.h"

static double read_number(const char *text, size_t expected_length)
{
  double value = -1;
  const char *end = pl_number_read(text, text + strlen(text), &value);
  assert_non_null(end);
  assert_int_equal(end - text, expected_length);
  return value;
}

/* In the C locale strtod is correctly rounded: the two must agree in every bit. */
static void agrees_with_strtod(const char *text)
{
  double expected = strtod(text, NULL), value = read_number(text, strlen(text));
  if (memcmp(&expected, &value, sizeof value) != 0) {
    print_error("%s: got %.17g, expected %.17g\n", text, value, expected);
    fail();
  }
}

static void rounds_correctly(void **state)
{
  (void)state;
  static const char *const texts[] = {
      "0",
      "-0",
      "+1",
      "1.",
      ".5",
      "-0.1",
      "9007199254740993",
      "9007199254740992.9999999999",
      "123456789012345678901234567890",
      "2.2250738585072014e-308",
      "2.2250738585072011e-308",
      "4.9e-324",
      "2.4703282292062327208e-324",
      "1e-400",
      "1.7976931348623157e308",
      "1.7976931348623159e308",
      "1e400",
      "1e22",
      "1e23",
      "8.5e-22",
      "0.000000000000000000000000000000000001234",
      "1000000000000000000000000000000000000e-36",
      "1E+2",
      "3.141592653589793238462643383279502884197169399375105820974944",
      "1e99999999999999999999",
      "0e99999999999999999999",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) agrees_with_strtod(texts[i]);
  uint64_t seed = 1;
  for (int i = 0; i < 200000; i++) {
    uint64_t bits = random_bits(&seed);
    double value;
    memcpy(&value, &bits, sizeof value);
    if (!isfinite(value)) continue;
    char text[64];
    snprintf(text, sizeof text, "%.*g", (int)(random_bits(&seed) % 20) + 1, value);
    agrees_with_strtod(text);
    snprintf(text, sizeof text, "%.*f", (int)(random_bits(&seed) % 18), random_unit(&seed) * 100);
    agrees_with_strtod(text);
  }
}

/* Exactly between 1 and the next double, decided by the last of a thousand digits. */
static void reads_a_thousand_digits(void **state)
{
  (void)state;
  char text[1100] = "1.00000000000000011102230246251565404236316680908203125";
  size_t length = strlen(text);
  assert_true(read_number(text, length) == 1.0);
  memset(text + length, '0', 1000 - length);
  text[1000] = '\0';
  assert_true(read_number(text, 1000) == 1.0);
  text[999] = '1';
  assert_true(read_number(text, 1000) == 1.0 + 0x1p-52);
}

static void stops_where_the_number_ends(void **state)
{
  (void)state;
  assert_true(read_number("1.5.2", 3) == 1.5);
  assert_true(read_number("1e", 1) == 1);
  assert_true(read_number("1e+x", 1) == 1);
  assert_true(read_number("7/8", 1) == 7);
  static const char *const bad[] = {"", "-", ".", "-.", "e5", "nan", "inf", "x1", " 1", "+-1"};
  double value;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    assert_null(pl_number_read(bad[i], bad[i] + strlen(bad[i]), &value));
}

static void reads_integers(void **state)
{
  (void)state;
  int64_t value = 0;
  const char *text = "-12/3";
  assert_true(pl_integer_read(text, text + 5, &value) == text + 3);
  assert_int_equal(value, -12);
  static const char *const bad[] = {"", "-", "x", "99999999999999999999"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    assert_null(pl_integer_read(bad[i], bad[i] + strlen(bad[i]), &value));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rounds_correctly),
      cmocka_unit_test(reads_a_thousand_digits),
      cmocka_unit_test(stops_where_the_number_ends),
      cmocka_unit_test(reads_integers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
