/* SPDX-License-Identifier: MIT
   The JSON reader: against Jansson on documents both understand, and by itself on positions, comments and messages. */
#include <jansson.h>
#include <locale.h>
#include <string.h>

#include "failing.h"
#include "scene/json/json.h"
#include "testing.h"

/* Jansson knows no comments: they become blanks, so that the rest keeps its place. Trailing commas too. */
static char *without_comments(const char *text)
{
  size_t size = strlen(text) + 1;
  char *plain = malloc(size);
  assert_non_null(plain);
  memcpy(plain, text, size);
  char *comma = NULL, last = '[';
  for (char *p = plain; *p;) {
    char *end = p + 1;
    bool comment = false;
    if (*p == '"') {
      while (*end && *end != '"') end += *end == '\\' && end[1] ? 2 : 1;
      if (*end) end++;
    } else if (strncmp(p, "//", 2) == 0) {
      comment = true;
      while (*end && *end != '\n') end++;
    } else if (strncmp(p, "/*", 2) == 0) {
      char *close = strstr(p + 2, "*/");
      comment = close != NULL;
      end = close ? close + 2 : end;
    }
    if ((*p == ']' || *p == '}') && comma) *comma = ' ';
    if (comment)
      for (char *q = p; q < end; q++) *q = *q == '\n' ? '\n' : ' ';
    else if (*p == ',')
      comma = strchr("[{,:", last) ? NULL : p;
    else if (!strchr(" \t\r\n", *p))
      comma = NULL;
    if (!comment && !strchr(" \t\r\n", *p)) last = *p;
    p = end;
  }
  return plain;
}

static void assert_same(const pl_json *ours, const json_t *theirs)
{
  switch (ours->type) {
  case PL_JSON_NULL: assert_true(json_is_null(theirs)); break;
  case PL_JSON_FALSE: assert_true(json_is_false(theirs)); break;
  case PL_JSON_TRUE: assert_true(json_is_true(theirs)); break;
  case PL_JSON_NUMBER:
    assert_true(json_is_real(theirs));
    assert_memory_equal(&ours->number, &(double){json_real_value(theirs)}, sizeof(double));
    break;
  case PL_JSON_STRING:
    assert_true(json_is_string(theirs));
    assert_string_equal(ours->string, json_string_value(theirs));
    assert_int_equal(ours->count, json_string_length(theirs));
    break;
  case PL_JSON_ARRAY: {
    assert_int_equal(ours->count, json_array_size(theirs));
    const pl_json *element = pl_json_first(ours);
    for (uint32_t i = 0; i < ours->count; i++, element = pl_json_next(element))
      assert_same(element, json_array_get(theirs, i));
    break;
  }
  case PL_JSON_OBJECT: {
    assert_int_equal(ours->count, json_object_size(theirs));
    const pl_json *member = pl_json_first(ours);
    for (uint32_t i = 0; i < ours->count; i++, member = pl_json_next(member)) {
      assert_ptr_equal(pl_json_member(ours, member->key), member);
      json_t *other = json_object_get(theirs, member->key);
      assert_non_null(other);
      assert_same(member, other);
    }
    break;
  }
  }
}

static json_t *oracle(const char *text)
{
  char *plain = without_comments(text);
  json_error_t error;
  json_t *theirs = json_loads(plain, JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL | JSON_DECODE_ANY, &error);
  free(plain);
  return theirs;
}

/* Both accept and agree, or both refuse. */
static void compare(const char *text, bool valid)
{
  pl_json_document document;
  pl_status status = pl_json_read("test.json", text, strlen(text), &document);
  json_t *theirs = oracle(text);
  if ((status == PL_OK) != valid || (theirs != NULL) != valid) {
    print_error("expected %s: %s\nours: %s, Jansson: %s\n", valid ? "valid" : "invalid", text,
                status == PL_OK ? "valid" : pl_last_error(), theirs ? "valid" : "invalid");
    fail();
  }
  if (valid) assert_same(pl_json_root(&document), theirs);
  json_decref(theirs);
  pl_json_free(&document);
}

static void agrees_on_valid_documents(void **state)
{
  (void)state;
  static const char *const texts[] = {
      "{}",
      "[]",
      "0",
      "-0",
      "\"\"",
      "null",
      " true ",
      "[false,true,null]",
      "{\"a\":{\"b\":[{\"c\":[]},{}]},\"d\":\"e\"}",
      "[1,-1,1.5,-2.25e3,1E5,1e+5,1e-5,123456789012345678901234567890,0.1,1e-400,4.9e-324,2.2250738585072011e-308]",
      "[1.7976931348623157e308,9007199254740993,0.000000000000000000000000000123456789012345678]",
      "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\u00e9\\u20AC\\ud83d\\ude00\", \"é€😀\"]",
      "// a comment\n{ /* another\n over lines */ \"a\": 1, // \"not\" this\n \"b\": [1, 2, 3,], }\n// end",
      "{\"http://x\": \"/* no comment */ // none\"}",
      "\t\r\n[\r1\r]\n",
      "{\"a\":1,\"A\":2,\"\":3}",
      "[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) compare(texts[i], true);
}

static void agrees_on_invalid_documents(void **state)
{
  (void)state;
  static const char *const texts[] = {
      "",
      "   ",
      "// only a comment",
      "{",
      "[",
      "{]",
      "[}",
      "[1 2]",
      "[1,,2]",
      "[,1]",
      "{,}",
      "{\"a\"}",
      "{\"a\":}",
      "{\"a\" 1}",
      "{a:1}",
      "{'a':1}",
      "{1:2}",
      "{\"a\":1 \"b\":2}",
      "{\"a\":1,\"a\":2}",
      "[01]",
      "[+1]",
      "[.5]",
      "[5.]",
      "[1e]",
      "[1e+]",
      "[-]",
      "[0x10]",
      "[1e999]",
      "[-1e999]",
      "[NaN]",
      "[Infinity]",
      "[tru]",
      "[True]",
      "[truefalse]",
      "\"open",
      "\"line\nbreak\"",
      "\"tab\tinside\"",
      "\"\\x\"",
      "\"\\u12\"",
      "\"\\u12G4\"",
      "\"\\u0000\"",
      "\"\\ud800\"",
      "\"\\ud800\\u0041\"",
      "\"\\udc00\"",
      "\"\xff\"",
      "\"\xc0\xaf\"",
      "\"\xe0\x80\x80\"",
      "\"\xed\xa0\x80\"",
      "\"\xf4\x90\x80\x80\"",
      "\"\xe2\x82",
      "{} {}",
      "[1] x",
      "/* never closed",
      "[1] /",
      "# comment\n[]",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) compare(texts[i], false);
}

/* A generator of documents that are valid or, by one changed byte, mostly not; both readers must agree on all. */
static void put_random(char *text, size_t *used, uint64_t *random, int depth)
{
  static const char *const leaves[] = {"1",    "-0.5",   "1e3", "\"x\"", "null", "true",  "\"\\u20ac\"",
                                       "\"\"", "123456", "[]",  "{}",    "0",    "false", "7.25E-2"};
  uint64_t pick = random_bits(random);
  if (depth == 0 || pick % 4 == 0) {
    *used += (size_t)sprintf(text + *used, "%s", leaves[pick / 4 % (sizeof leaves / sizeof *leaves)]);
    return;
  }
  bool object = pick % 4 == 1;
  int count = (int)(pick / 8 % 4);
  text[(*used)++] = object ? '{' : '[';
  for (int i = 0; i < count; i++) {
    if (i) text[(*used)++] = ',';
    if (pick & 1024) *used += (size_t)sprintf(text + *used, "\n /* c */ ");
    if (object) *used += (size_t)sprintf(text + *used, "\"k%d\":", i);
    put_random(text, used, random, depth - 1);
  }
  text[(*used)++] = object ? '}' : ']';
}

static void agrees_on_random_documents(void **state)
{
  (void)state;
  static char text[1 << 16];
  uint64_t random = 1;
  size_t accepted = 0;
  for (int i = 0; i < 20000; i++) {
    size_t used = 0;
    put_random(text, &used, &random, 5);
    text[used] = '\0';
    compare(text, true);
    static const char changes[] = "{}[],:\"0123e.-+ tx\\\n";
    text[random_bits(&random) % used] = changes[random_bits(&random) % (sizeof changes - 1)];
    pl_json_document document;
    pl_status status = pl_json_read("test.json", text, used, &document);
    json_t *theirs = oracle(text);
    bool comment_touched = strstr(text, "/*") || strstr(text, "*/") || strchr(text, '/');
    if ((status == PL_OK) != (theirs != NULL) && !comment_touched) {
      print_error("%s\nours: %s\n", text, status == PL_OK ? "valid" : pl_last_error());
      fail();
    }
    accepted += status == PL_OK;
    json_decref(theirs);
    pl_json_free(&document);
  }
  assert_true(accepted > 100 && accepted < 19000);
}

static void numbers_are_rounded_correctly_in_any_locale(void **state)
{
  (void)state;
  setlocale(LC_ALL, "de_DE.UTF-8"); /* a comma where it is installed; harmless where not */
  uint64_t random = 7;
  for (int i = 0; i < 20000; i++) {
    uint64_t bits = random_bits(&random);
    double value = 0;
    memcpy(&value, &bits, sizeof value);
    if (!isfinite(value)) continue;
    setlocale(LC_NUMERIC, "C");
    char text[64];
    int length = snprintf(text, sizeof text, "%.*e", i % 2 ? 16 : 19, value);
    setlocale(LC_ALL, "de_DE.UTF-8");
    pl_json_document document;
    assert_ok(pl_json_read("test.json", text, (size_t)length, &document));
    assert_memory_equal(&pl_json_root(&document)->number, &value, sizeof value);
    pl_json_free(&document);
  }
  setlocale(LC_ALL, "C");
}

static void positions_count_lines_and_characters(void **state)
{
  (void)state;
  static const char text[] = "{ // é\n  \"ké\": \"ü\", \"b\":\r\n\t[10, /* x\ny */ 20] }";
  pl_json_document document;
  assert_ok(pl_json_read("test.json", text, sizeof text - 1, &document));
  const pl_json *k = pl_json_member(pl_json_root(&document), "ké");
  assert_int_equal(k->key_line, 2);
  assert_int_equal(k->key_column, 3);
  assert_int_equal(k->line, 2);
  assert_int_equal(k->column, 9);
  const pl_json *b = pl_json_member(pl_json_root(&document), "b");
  assert_int_equal(b->key_column, 14);
  assert_int_equal(b->line, 3);
  assert_int_equal(b->column, 2);
  const pl_json *twenty = pl_json_next(pl_json_first(b));
  assert_int_equal(twenty->line, 4);
  assert_int_equal(twenty->column, 6);
  char path[64], excerpt[64];
  pl_json_path(&document, twenty, path, sizeof path);
  assert_string_equal(path, "b[1]");
  pl_json_path(&document, twenty, path, 3);
  assert_string_equal(path, "b[");
  pl_json_path(&document, pl_json_root(&document), path, sizeof path);
  assert_string_equal(path, "");
  pl_json_excerpt(&document, twenty, excerpt, sizeof excerpt);
  assert_string_equal(excerpt, "20");
  pl_json_excerpt(&document, k, excerpt, sizeof excerpt);
  assert_string_equal(excerpt, "\"ü\"");
  pl_json_excerpt(&document, pl_json_root(&document), excerpt, sizeof excerpt);
  assert_string_equal(excerpt, "an object");
  pl_json_free(&document);
}

static void messages_are_precise(void **state)
{
  (void)state;
  static const struct {
    const char *text, *message;
  } cases[] = {
      {"", "f:1:1: the file ends here; expected a value"},
      {"{\n  \"a\": 1\n  \"b\": 2 }", "f:3:3: expected a comma or } after a member, found \""},
      {"[1 2]", "f:1:4: expected a comma or ] after an element, found 2"},
      {"{a: 1}", "f:1:2: expected a key in double quotes or }, found a; text stands in double quotes"},
      {"{'a': 1}", "f:1:2: expected a key in double quotes or }; text stands in double quotes, not single"},
      {"{\"a\": 1,\n \"a\": 2}", "f:2:2: the key \"a\" stands twice in this object; it is also at line 1, column 2"},
      {"[NaN]", "f:1:2: expected a value; NaN is not a number that a scene can use"},
      {"[+1]", "f:1:2: expected a value; a number starts with a digit or a minus, as in 0.5"},
      {"[1e999]", "f:1:2: the number 1e999 is too large; the largest is about 1.797e308"},
      {"[007]", "f:1:2: a number does not start with a needless 0"},
      {"[1.]", "f:1:2: the decimal point of a number must be followed by a digit"},
      {"[\"a]", "f:1:2: this text is not closed with \" before the line ends"},
      {"\n\n  /* x", "f:3:3: this comment is never closed with */"},
      {"[\"C:\\path\"]",
       "f:1:5: a backslash must be followed by one of \" \\ / b f n r t u; a backslash itself is \\\\"},
      {"[\"\xff\"]", "f:1:3: the byte 0xFF is not UTF-8; save the file with the encoding UTF-8"},
      {"[] []", "f:1:4: expected the end of the file, found ["},
      {"# hello", "f:1:1: expected a value; comments start with //"},
      {"{\"a\" 1}", "f:1:6: expected a colon after the key, found 1"},
      {"[\x01]", "f:1:2: expected a value, found the byte 0x01"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    pl_json_document document;
    assert_int_equal(pl_json_read("f", cases[i].text, strlen(cases[i].text), &document), PL_ERROR_FORMAT);
    assert_string_equal(pl_last_error(), cases[i].message);
    assert_null(document.values);
  }
}

static void limits_hold(void **state)
{
  (void)state;
  char text[4096];
  memset(text, '[', sizeof text);
  pl_json_document document;
  assert_int_equal(pl_json_read("f", text, sizeof text, &document), PL_ERROR_FORMAT);
  assert_string_equal(pl_last_error(), "f:1:101: nested deeper than 100 levels");
  size_t used = 0;
  text[used++] = '{';
  for (int i = 0; i < 300; i++) used += (size_t)sprintf(text + used, "\"%d\":0,", i);
  assert_int_equal(pl_json_read("f", text, used, &document), PL_ERROR_FORMAT);
  assert_non_null(strstr(pl_last_error(), "an object has more than 256 keys"));
  assert_ok(pl_json_read("f", "\xEF\xBB\xBF[1]", 6, &document)); /* a byte order mark is passed over */
  pl_json_free(&document);
  assert_int_equal(pl_json_read("f", "[0\0]", 4, &document), PL_ERROR_FORMAT);
}

static pl_status read_for_failing(void *context)
{
  pl_json_document document;
  pl_status status = pl_json_read("f", context, strlen(context), &document);
  pl_json_free(&document);
  return status;
}

static void failed_allocations_leave_nothing(void **state)
{
  (void)state;
  char text[2048] = "[";
  for (size_t i = 0; i < 100; i++) strcat(text, "{\"a\": [1, \"x\"]}, ");
  strcat(text, "]");
  assert_true(fail_each_allocation(read_for_failing, text) > 3);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(agrees_on_valid_documents),
      cmocka_unit_test(agrees_on_invalid_documents),
      cmocka_unit_test(agrees_on_random_documents),
      cmocka_unit_test(numbers_are_rounded_correctly_in_any_locale),
      cmocka_unit_test(positions_count_lines_and_characters),
      cmocka_unit_test(messages_are_precise),
      cmocka_unit_test(limits_hold),
      cmocka_unit_test(failed_allocations_leave_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
