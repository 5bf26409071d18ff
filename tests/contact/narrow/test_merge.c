/* SPDX-License-Identifier: MIT
   Lists of contacts become one: what was seen in the same way stands once, what was seen in another way stands beside
   it. */
#include "base/arena.h"
#include "contact/narrow/find.h"
#include "fixtures.h"

/* A vertex over a triangle, nearer to its first corner the less `part` is. */
static pl_contact over(uint32_t vertex, uint32_t triangle, double part)
{
  pl_contact contact = {.obstacle = PL_NO_OBSTACLE, .bodies = {0, 1}, .candidate = {.a = vertex, .b = triangle}};
  contact.swept = (pl_swept_contact){.weights = {1, part - 1, -part, 0}, .normal = {0, 1, 0}};
  return contact;
}

static pl_contact at_obstacle(uint32_t vertex)
{
  return (pl_contact){.obstacle = 0, .bodies = {0, 0}, .candidate = {.a = vertex}, .swept.normal = {0, 1, 0}};
}

static void assert_rising(const pl_contacts *all)
{
  for (size_t k = 1; k < all->count; k++) assert_true(pl_contact_compare(&all->items[k - 1], &all->items[k]) < 0);
}

/* An impulse that went to some corners of a triangle must not be taken back from others. */
static void test_views(void **state)
{
  (void)state;
  pl_arena scratch = {0};
  pl_model_context context = {.scratch = &scratch};
  pl_contact known[] = {at_obstacle(4), over(1, 7, 0.2), over(2, 7, 0.5), over(3, 8, 0.5)};
  pl_contact seen[] = {at_obstacle(4), over(1, 7, 0.6), over(2, 7, 0.5), over(3, 9, 0.5)};
  pl_contact third[] = {over(1, 7, 0.6), over(1, 9, 0.6)};
  seen[0].swept.gap = seen[2].swept.gap = 1;
  third[0].swept.gap = 2;
  pl_contacts first = {known, 4}, second = {seen, 4}, last = {third, 2}, both, all;
  assert_ok(pl_contacts_merge(&first, &second, PL_MERGE_VIEWS, &context, &both));
  assert_int_equal(both.count, 6);
  assert_rising(&both);
  assert_true(both.items[0].swept.gap == 0); /* at obstacles what is known counts */
  assert_true(both.items[1].swept.weights[2] == -0.2 && both.items[2].swept.weights[2] == -0.6);
  assert_true(both.items[3].swept.gap == 1); /* else what is seen last, if it is seen in the same way */
  assert_ok(pl_contacts_merge(&both, &last, PL_MERGE_VIEWS, &context, &all));
  assert_int_equal(all.count, 7);
  assert_rising(&all);
  assert_true(all.items[1].swept.weights[2] == -0.2 && all.items[1].swept.gap == 0);
  assert_true(all.items[2].swept.weights[2] == -0.6 && all.items[2].swept.gap == 2);
  assert_ok(pl_contacts_merge(&both, &last, PL_MERGE_LAST, &context, &all));
  assert_int_equal(all.count, 6);
  assert_rising(&all);
  assert_true(all.items[1].swept.weights[2] == -0.6 && all.items[1].swept.gap == 2);
  pl_arena_free(&scratch);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_views)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
