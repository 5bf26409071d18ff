/* SPDX-License-Identifier: MIT */
#include "math/keyframes.h"

#include <string.h>

#include "failing.h"
#include "math/mat3.h"

static void test_vectors_over_time(void **state)
{
  (void)state;
  const pl_key keys[3] = {{1, {1, 0, 0}}, {2, {3, 0, 0}}, {4, {3, 8, 0}}};
  const struct {
    double time, x, y;
  } cases[] = {{-5, 1, 0}, {1, 1, 0}, {1.5, 2, 0}, {2, 3, 0}, {3, 3, 4}, {4, 3, 8}, {99, 3, 8}};
  double out[3];
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    pl_keys_at(keys, 3, cases[k].time, out);
    assert_close(out[0], cases[k].x, 1e-15);
    assert_close(out[1], cases[k].y, 1e-15);
  }
  pl_keys_at(keys, 1, 7, out);
  assert_close(out[0], 1, 0);
  pl_keys_at(keys, 2, 1.25, out);
  assert_close(out[0], 1.5, 1e-15);
}

static const pl_pose_key turn[3] = {{.time = 0},
                                    {.time = 1, .translate = {1, 2, 3}, .rotate = {0, 0, 20}},
                                    {.time = 2, .translate = {1, 2, 3}, .rotate = {0, 0, 20}}};

/* x -> pivot + R (x - pivot) + t; three turns and a bit are taken as such, not shortened. */
static void test_rigid_motion(void **state)
{
  (void)state;
  const pl_motion motion = {.keys = turn, .count = 3, .pivot = {1, 1, 0}};
  for (double t = -0.5; t < 2.5; t += 0.0625) {
    double s = t < 0 ? 0 : t > 1 ? 1 : t, a = 20 * s, x[3] = {2, 1, 5}, out[3], back[3];
    pl_pose pose = pl_motion_at(&motion, t);
    pl_pose_apply(&pose, x, out);
    assert_close(out[0], 1 + cos(a) + s, 1e-14);
    assert_close(out[1], 1 + sin(a) + 2 * s, 1e-14);
    assert_close(out[2], 5 + 3 * s, 1e-14);
    pl_pose_apply_inverse(&pose, out, back);
    for (int c = 0; c < 3; c++) assert_close(back[c], x[c], 1e-14);
  }
}

/* At rest nothing moves by a bit, whatever the pivot. */
static void test_rest_is_exact(void **state)
{
  (void)state;
  const pl_pose_key still = {.time = 3};
  const pl_motion motions[2] = {{.pivot = {0.1, 0.7, -3}}, {.keys = &still, .count = 1, .pivot = {0.1, 0.7, -3}}};
  uint64_t seed = 3;
  for (int m = 0; m < 2; m++)
    for (int k = 0; k < 100; k++) {
      double x[3] = {random_unit(&seed), random_unit(&seed), random_unit(&seed)}, out[3];
      pl_pose pose = pl_motion_at(&motions[m], 0.3 * k);
      pl_pose_apply(&pose, x, out);
      assert_memory_equal(out, x, sizeof x);
      pl_pose_apply_inverse(&pose, x, out);
      assert_memory_equal(out, x, sizeof x);
    }
}

static void test_checks(void **state)
{
  (void)state;
  const pl_key same[2] = {{1, {0}}, {1, {0}}};
  assert_ok(pl_keys_check("x", PL_QUANTITY_LENGTH, NULL, 0));
  assert_int_equal(pl_keys_check("gravity", PL_QUANTITY_ACCELERATION, same, 2), PL_ERROR_ARGUMENT);
  assert_non_null(strstr(pl_last_error(), "gravity: the time of key 1"));
  assert_int_equal(pl_keys_check("gravity", PL_QUANTITY_ACCELERATION, (pl_key[]){{NAN, {0}}}, 1), PL_ERROR_ARGUMENT);
  assert_int_equal(pl_keys_check("gravity", PL_QUANTITY_ACCELERATION, NULL, 1), PL_ERROR_ARGUMENT);
  pl_motion motion = {.keys = turn, .count = 3};
  assert_ok(pl_motion_check("pin", &motion));
  motion.pivot[1] = NAN;
  assert_int_equal(pl_motion_check("pin", &motion), PL_ERROR_ARGUMENT);
}

static pl_status copy_and_write(void *context)
{
  (void)context;
  const pl_motion motion = {.keys = turn, .count = 3, .pivot = {1, 2, 3}};
  pl_motion copy = {0}, read = {0};
  pl_bytes bytes = {0};
  pl_status status = pl_motion_copy(&motion, &copy);
  if (status == PL_OK) {
    assert_ptr_not_equal(copy.keys, motion.keys);
    pl_motion_put(&bytes, &copy);
    status = bytes.status;
  }
  pl_reader reader = {.at = bytes.data, .left = bytes.size};
  if (status == PL_OK) status = pl_motion_get(&reader, &read);
  if (status == PL_OK) {
    assert_false(reader.failed);
    assert_int_equal(read.count, 3);
    assert_memory_equal(read.keys, turn, sizeof turn);
    assert_memory_equal(read.pivot, motion.pivot, sizeof motion.pivot);
  }
  pl_motion_free(&copy);
  pl_motion_free(&read);
  pl_bytes_free(&bytes);
  return status;
}

static void test_copies_and_bytes(void **state)
{
  (void)state;
  assert_true(fail_each_allocation(copy_and_write, NULL) >= 3);
}

static void test_cut_off_bytes(void **state)
{
  (void)state;
  const pl_motion motion = {.keys = turn, .count = 3};
  pl_bytes bytes = {0};
  pl_motion_put(&bytes, &motion);
  for (size_t left = 0; left < bytes.size; left++) {
    unsigned char *cut = malloc(left ? left : 1);
    memcpy(cut, bytes.data, left);
    pl_reader reader = {.at = cut, .left = left};
    pl_motion read;
    assert_ok(pl_motion_get(&reader, &read));
    assert_true(reader.failed);
    assert_int_equal(read.count, 0);
    free(cut);
  }
  pl_bytes_free(&bytes);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_vectors_over_time), cmocka_unit_test(test_rigid_motion),
                                     cmocka_unit_test(test_rest_is_exact),     cmocka_unit_test(test_checks),
                                     cmocka_unit_test(test_copies_and_bytes),  cmocka_unit_test(test_cut_off_bytes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
