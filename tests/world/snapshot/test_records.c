/* SPDX-License-Identifier: MIT
   Structs as bytes: what was put comes back, what may not be there does not, and layouts name all that structs have. */
#include "testing.h"

#include <math.h>

#include "base/hash.h"
#include "base/memory.h"
#include "model/model.h"
#include "world/snapshot/records.h"
#include "world/world.h"

typedef struct sample {
  double numbers[2];
  uint32_t word;
  bool flag;
  size_t size;
  char text[5];
  const char *pointer;
} sample;

static const pl_member members[] = {PL_MEMBER(sample, numbers, NUMBER), PL_MEMBER(sample, word, WORD),
                                    PL_MEMBER(sample, flag, FLAG), PL_MEMBER(sample, size, SIZE),
                                    PL_MEMBER(sample, text, TEXT)};
enum { BYTES = 16 + 4 + 1 + 8 + 5 };

static bool reads(const unsigned char *data, size_t size, sample *out)
{
  pl_reader from = {.at = data, .left = size};
  pl_record_get(&from, PL_LAYOUT(members), out);
  return !from.failed;
}

static void test_there_and_back(void **state)
{
  (void)state;
  sample one = {{1.5, -2}, 7, true, 99, "four", "here"}, two = {.pointer = "kept"};
  pl_bytes bytes = {0};
  pl_record_put(&bytes, PL_LAYOUT(members), &one);
  assert_int_equal(bytes.size, BYTES); /* in every build */
  assert_true(reads(bytes.data, bytes.size, &two));
  assert_memory_equal(two.numbers, one.numbers, sizeof one.numbers);
  assert_true(two.word == 7 && two.flag && two.size == 99 && strcmp(two.text, "four") == 0);
  assert_string_equal(two.pointer, "kept");
  for (size_t left = 0; left < bytes.size; left++) assert_false(reads(bytes.data, left, &two));
  pl_bytes_free(&bytes);
}

static void test_what_may_not_be(void **state)
{
  (void)state;
  sample one = {{1, 2}, 7, true, 99, "four", NULL}, two = {0};
  const double bad[] = {NAN, INFINITY, -INFINITY};
  pl_bytes bytes = {0};
  pl_record_put(&bytes, PL_LAYOUT(members), &one);
  for (size_t k = 0; k < 3; k++) {
    memcpy(bytes.data + 8, &bad[k], sizeof bad[k]);
    assert_false(reads(bytes.data, bytes.size, &two));
    memcpy(bytes.data + 8, &one.numbers[1], sizeof(double));
  }
  bytes.data[20] = 2; /* the flag */
  assert_false(reads(bytes.data, bytes.size, &two));
  bytes.data[20] = 1;
  bytes.data[BYTES - 1] = 'x'; /* the end of the text */
  assert_false(reads(bytes.data, bytes.size, &two));
  bytes.data[BYTES - 1] = 0;
  assert_true(reads(bytes.data, bytes.size, &two));
  pl_bytes_free(&bytes);
}

/* Bytes of a struct that no member covers: pointers and padding. */
static size_t uncovered(pl_layout layout, size_t at, size_t size)
{
  size_t left = 0;
  for (size_t byte = at; byte < at + size; byte++) {
    bool covered = false;
    for (size_t m = 0; m < layout.count && !covered; m++)
      covered = byte >= layout.members[m].at && byte < layout.members[m].at + layout.members[m].bytes;
    left += !covered;
  }
  return left;
}

static void check_padding(const char *name, size_t left, size_t pointers, size_t padding)
{
  if (left != pointers + padding) print_error("%s: %zu bytes are not written\n", name, left - pointers);
  assert_int_equal(left, pointers + padding);
}

static void test_layouts_are_complete(void **state)
{
  (void)state;
  const size_t pointer = sizeof(void *);
  if (pointer != 8) skip(); /* padding is counted for these */
  const struct {
    const char *name;
    pl_layout layout;
    size_t size, pointers, padding;
  } records[] = {{"grab", pl_layout_of_grab, sizeof(pl_grab), 0, 4},
                 {"volume", pl_layout_of_volume, sizeof(pl_volume_def), 0, 4},
                 {"inelastic", pl_layout_of_inelastic, sizeof(pl_inelastic_def), 0, 4},
                 {"sleep", pl_layout_of_sleep, sizeof(pl_sleep_def), 0, 0},
                 {"obstacle", pl_layout_of_obstacle, sizeof(pl_obstacle_def), 2 * pointer + sizeof(pl_motion), 8},
                 {"touching", pl_layout_of_touching, sizeof(pl_touching), 0, 0},
                 {"attachment", pl_layout_of_attachment, sizeof(pl_attachment), 0, 4},
                 {"force", pl_layout_of_force, sizeof(pl_force), 0, 0}};
  for (size_t k = 0; k < sizeof records / sizeof *records; k++)
    check_padding(records[k].name, uncovered(records[k].layout, 0, records[k].size), records[k].pointers,
                  records[k].padding);
  const struct {
    pl_model_kind kind;
    size_t pointers, padding;
  } models[] = {{PL_MODEL_GRAPH, 0, 16}, {PL_MODEL_SURFACE, 0, 6},     {PL_MODEL_CAGE, 3, 16},
                {PL_MODEL_HEX, 0, 12},   {PL_MODEL_CONTINUUM, 13, 24}, {PL_MODEL_HYBRID, 3, 8}};
  for (size_t k = 0; k < sizeof models / sizeof *models; k++) {
    const pl_model *model = pl_model_find(models[k].kind);
    check_padding(model->name, uncovered(model->layout, model->part.at, model->part.size), models[k].pointers * pointer,
                  models[k].padding);
  }
}

static uint64_t add_layout(uint64_t hash, pl_layout layout)
{
  for (size_t m = 0; m < layout.count; m++) {
    uint32_t kind[2] = {layout.members[m].kind, (uint32_t)layout.members[m].bytes};
    hash = pl_hash_bytes(hash, kind, sizeof kind);
  }
  return hash;
}

/* What is written with one layout is not read with another: whoever changes one raises PL_RECORDS_VERSION, so that
   files of before are refused by name, and writes both numbers down here. */
static void test_layouts_are_of_this_version(void **state)
{
  (void)state;
  if (sizeof(void *) != 8) skip(); /* counts have the width of pointers in memory */
  const pl_layout layouts[] = {pl_layout_of_grab,       pl_layout_of_volume,   pl_layout_of_inelastic,
                               pl_layout_of_sleep,      pl_layout_of_obstacle, pl_layout_of_touching,
                               pl_layout_of_attachment, pl_layout_of_force};
  uint64_t hash = PL_HASH_START;
  for (size_t k = 0; k < sizeof layouts / sizeof *layouts; k++) hash = add_layout(hash, layouts[k]);
  for (int kind = PL_MODEL_GRAPH; kind <= PL_MODEL_HYBRID; kind++)
    hash = add_layout(hash, pl_model_find((pl_model_kind)kind)->layout);
  const uint64_t known = UINT64_C(0xb24fda3efd627896);
  if (hash != known) print_error("layouts changed, to 0x%016llx\n", (unsigned long long)hash);
  assert_true(hash == known);
  assert_int_equal(PL_RECORDS_VERSION, 24);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_there_and_back), cmocka_unit_test(test_what_may_not_be),
                                     cmocka_unit_test(test_layouts_are_complete),
                                     cmocka_unit_test(test_layouts_are_of_this_version)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
