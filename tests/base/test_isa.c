/* SPDX-License-Identifier: MIT
   Run once as it is and once per value of PLIANT_ISA (CMakeLists.txt): the choice is made once per process. */
#include "base/isa.h"

#include <string.h>

#include "pliant/pliant.h"
#include "testing.h"

static void environment_lowers_the_choice(void **state)
{
  (void)state;
  const char *wanted = getenv("PLIANT_ISA");
  if (wanted && strcmp(wanted, "baseline") == 0) assert_int_equal(pl_isa_best(), PL_ISA_BASELINE);
  if (wanted && strcmp(wanted, "avx2") == 0) assert_true(pl_isa_best() <= PL_ISA_AVX2);
}

static void choice_never_exceeds_the_processor(void **state)
{
  (void)state;
#if defined(__x86_64__)
  if (pl_isa_best() >= PL_ISA_AVX2) assert_true(__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"));
  if (pl_isa_best() >= PL_ISA_AVX512) assert_true(__builtin_cpu_supports("avx512f"));
  if (!getenv("PLIANT_ISA") && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    assert_true(pl_isa_best() >= PL_ISA_AVX2);
#else
  assert_int_equal(pl_isa_best(), PL_ISA_BASELINE);
#endif
}

static void choice_stays(void **state)
{
  (void)state;
  pl_isa before = pl_isa_best();
  setenv("PLIANT_ISA", before == PL_ISA_BASELINE ? "avx512" : "baseline", 1);
  assert_int_equal(pl_isa_best(), before);
}

static void names_are_those_of_the_environment(void **state)
{
  (void)state;
  assert_string_equal(pl_isa_name(PL_ISA_BASELINE), "baseline");
  assert_string_equal(pl_isa_name(PL_ISA_AVX2), "avx2");
  assert_string_equal(pl_isa_name(PL_ISA_AVX512), "avx512");
}

static void a_name_that_is_none_is_refused(void **state)
{
  (void)state;
  const char *wanted = getenv("PLIANT_ISA");
  char kept[32] = "";
  if (wanted) snprintf(kept, sizeof kept, "%s", wanted);
  static const char *const bad[] = {"sse2", "AVX2", "avx2 ", "2"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    setenv("PLIANT_ISA", bad[i], 1);
    assert_int_equal(pl_isa_check(), PL_ERROR_ARGUMENT);
    assert_non_null(strstr(pl_last_error(), bad[i]));
    pl_world_def def = pl_default_world_def();
    pl_world *world = NULL;
    assert_int_equal(pl_world_create(&def, &world), PL_ERROR_ARGUMENT);
    assert_null(world);
  }
  static const char *const good[] = {"baseline", "avx2", "avx512", ""};
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    setenv("PLIANT_ISA", good[i], 1);
    assert_ok(pl_isa_check());
  }
  if (wanted)
    setenv("PLIANT_ISA", kept, 1);
  else
    unsetenv("PLIANT_ISA");
}

static const char *const which_baseline = "baseline";
#if defined(__x86_64__)
static const char *const which_avx2 = "avx2";
static const char *const which_avx512 = "avx512";
#endif

static void pick_takes_the_copy_of_the_choice(void **state)
{
  (void)state;
  assert_string_equal(*PL_ISA_PICK(which), pl_isa_name(pl_isa_best()));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(environment_lowers_the_choice),      cmocka_unit_test(choice_never_exceeds_the_processor),
      cmocka_unit_test(names_are_those_of_the_environment), cmocka_unit_test(pick_takes_the_copy_of_the_choice),
      cmocka_unit_test(a_name_that_is_none_is_refused),     cmocka_unit_test(choice_stays),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
