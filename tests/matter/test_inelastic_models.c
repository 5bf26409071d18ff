/* SPDX-License-Identifier: MIT
   Terzopoulos & Fleischer's figs. 5 and 6 on a bar of every model that can wear the laws. The scalar law alone is in
   test_inelastic.c, what only graphs have in test_inelastic_bars.c. */
#include "inelastic_models.h"

/* Fig. 5 c: strain over its elastic part, from what the load does at once. Within 1 % of the whole at any step. */
static void bars_creep_and_recover(void **state)
{
  (void)state;
  const double steps[] = {0.001, 0.005, 0.02}, on = 1.2, t1 = 2, c = 0.8, t2 = 0.4;
  for (size_t m = 0; m < BAR_MODELS; m++)
    for (size_t s = 0; s < sizeof steps / sizeof *steps; s++) {
      const double pull[3] = {bar_models[m].load, 0, 0}, none[3] = {0, 0, 0};
      pl_inelastic_def law = pl_default_inelastic_def();
      model_bar elastic = make_model_bar(&bar_models[m], 0.005, &law, true, 1);
      for (int i = 0; i < 400; i++) pull_bar(&elastic, pull);
      double unit = bar_stretch(&elastic);
      pl_world_destroy(elastic.world);

      law.relaxation_time = t1;
      law.delayed = c;
      law.delay = t2;
      model_bar b = make_model_bar(&bar_models[m], steps[s], &law, true, 1);
      int half = (int)lround(on / steps[s]);
      double worst = 0, late = c * (1 - exp(-on / t2));
      for (int i = 1; i <= 2 * half; i++) {
        pull_bar(&b, i <= half ? pull : none);
        double t = i * steps[s], passed = i <= half ? t : t - on;
        if (passed < 0.2) continue; /* the bar itself takes that long to get there */
        double strain = bar_stretch(&b) / unit;
        double exact = i <= half ? 1 + t / t1 + c * (1 - exp(-t / t2)) : on / t1 + late * exp(-passed / t2);
        worst = fmax(worst, fabs(strain - exact));
      }
      double top = 1 + on / t1 + c * (1 - exp(-on / t2));
      print_message("%s, h = %g s: elastic strain %.3f, out by %.2f %% of the largest strain\n", bar_models[m].name,
                    steps[s], unit / b.length, 100 * worst / top);
      assert_less(worst, 0.01 * top);
      pl_world_destroy(b.world);
    }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bars_creep_and_recover),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
