/* SPDX-License-Identifier: MIT */
#include "contact/report/report.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"

/* ---- lists of pairs ---- */

void pl_report_free(pl_report *report)
{
  pl_release(report->now.items);
  pl_release(report->next.items);
  pl_release(report->marked.items);
  pl_release(report->events);
  *report = (pl_report){0};
}

static pl_status reserve_list(pl_touching_list *list, size_t pairs)
{
  return pl_grow((void **)&list->items, &list->capacity, pairs, sizeof(pl_touching));
}

static pl_status reserve_events(pl_report *report, size_t events)
{
  return pl_grow((void **)&report->events, &report->event_capacity, events, sizeof(pl_touch_change));
}

pl_status pl_report_reserve(pl_report *report, size_t pairs)
{
  PL_TRY(reserve_list(&report->now, pairs));
  PL_TRY(reserve_list(&report->next, pairs));
  PL_TRY(reserve_list(&report->marked, pairs));
  return reserve_events(report, 2 * pairs);
}

static int compare_pairs(const pl_touching *a, const pl_touching *b)
{
  const uint32_t left[4] = {a->body, a->generation == 0, a->other, a->generation};
  const uint32_t right[4] = {b->body, b->generation == 0, b->other, b->generation};
  for (int k = 0; k < 4; k++)
    if (left[k] != right[k]) return left[k] < right[k] ? -1 : 1;
  return 0;
}

/* The first place whose pair is not before this one. */
static size_t place_of(const pl_touching_list *list, const pl_touching *pair)
{
  size_t low = 0, high = list->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (compare_pairs(&list->items[middle], pair) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* The entry of a pair, made if there is none. Contacts of one pair mostly follow each other, so *last is tried
   first. */
static pl_status find_entry(pl_touching_list *list, const pl_touching *pair, size_t *last)
{
  if (*last < list->count && compare_pairs(&list->items[*last], pair) == 0) return PL_OK;
  *last = place_of(list, pair);
  if (*last < list->count && compare_pairs(&list->items[*last], pair) == 0) return PL_OK;
  PL_TRY(reserve_list(list, list->count + 1));
  memmove(list->items + *last + 1, list->items + *last, (list->count - *last) * sizeof(pl_touching));
  list->items[*last] = *pair;
  list->count++;
  return PL_OK;
}

static pl_touching pair_of(const pl_contact_setup *setup, const pl_contact *contact)
{
  pl_touching pair = {.body = setup->bodies[contact->bodies[0]].serial};
  if (contact->obstacle != PL_NO_OBSTACLE) {
    pair.other = setup->obstacles[contact->obstacle].index;
    pair.generation = setup->obstacles[contact->obstacle].generation;
  } else {
    pair.other = setup->bodies[contact->bodies[1]].serial;
  }
  return pair;
}

/* ---- contacts of a step ---- */

typedef struct depenetration {
  const pl_contact_body *bodies;
} depenetration;

static void clear_bodies(void *context, size_t begin, size_t end)
{
  const depenetration *c = context;
  for (size_t b = begin; b < end; b++) {
    const pl_contact_body *body = &c->bodies[b];
    if (body->asleep) continue;
    memset(body->contact_force, 0, 3 * body->body->count * sizeof(float));
    memset(body->friction_force, 0, 3 * body->body->count * sizeof(float));
  }
}

/* Bodies are sorted by serial. */
static bool sleeps(const pl_contact_body *bodies, size_t count, uint32_t serial)
{
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (bodies[middle].serial < serial)
      low = middle + 1;
    else
      high = middle;
  }
  return low < count && bodies[low].serial == serial && bodies[low].asleep;
}

pl_status pl_report_begin(pl_report *report, const pl_contact_body *bodies, size_t count, pl_pool *pool)
{
  PL_TRY(reserve_list(&report->next, report->now.count));
  report->next.count = 0;
  for (size_t k = 0; k < report->now.count; k++) {
    const pl_touching *pair = &report->now.items[k];
    if (!sleeps(bodies, count, pair->body) || (pair->generation == 0 && !sleeps(bodies, count, pair->other))) continue;
    report->next.items[report->next.count++] = *pair;
  }
  depenetration c = {bodies};
  pl_parallel_for(pool, count, 1, clear_bodies, &c);
  return PL_OK;
}

/* The impulse of one row, as forces on the particles at its ends and on the pair. */
static pl_status add_row(const pl_contact_setup *setup, const pl_contact *contact, const pl_row *row, double h,
                         size_t *last)
{
  pl_touching pair = pair_of(setup, contact);
  PL_TRY(find_entry(&setup->report->next, &pair, last));
  pl_touching *entry = &setup->report->next.items[*last];
  double normal = pl_vec3_dot(row->impulse, row->normal) / h, along[3], across[3];
  for (int c = 0; c < 3; c++) {
    along[c] = normal * row->normal[c];
    across[c] = row->impulse[c] / h - along[c];
  }
  entry->count++;
  entry->load += normal;
  for (uint32_t e = 0; e < row->particle_count; e++) {
    const pl_contact_body *body = &setup->bodies[contact->owners[e]];
    double weight = contact->swept.weights[e];
    size_t at = 3 * (size_t)contact->particles[e];
    for (size_t c = 0; c < 3; c++) {
      body->contact_force[at + c] += (float)(weight * along[c]);
      body->friction_force[at + c] += (float)(weight * across[c]);
      if (contact->owners[e] != contact->bodies[0]) continue;
      entry->force[c] += weight * along[c];
      entry->friction[c] += weight * across[c];
    }
  }
  return PL_OK;
}

static bool has_pushed(const pl_row *row) { return pl_vec3_dot(row->impulse, row->impulse) > 0; }

pl_status pl_report_add_dropped(const pl_contact_setup *setup, const pl_pushed *before, const pl_contacts *after,
                                double h)
{
  size_t last = 0, k = 0;
  if (!setup->report) return PL_OK;
  for (size_t i = 0; i < before->contacts->count; i++) {
    const pl_contact *contact = &before->contacts->items[i];
    const pl_row *row = &before->rows[before->where[i]];
    while (k < after->count && pl_contact_compare(&after->items[k], contact) < 0) k++;
    bool stays = k < after->count && pl_contact_compare(&after->items[k], contact) == 0;
    if (!stays && has_pushed(row)) PL_TRY(add_row(setup, contact, row, h, &last));
  }
  return PL_OK;
}

pl_status pl_report_add(const pl_contact_setup *setup, const pl_pushed *pushed, const pl_contacts *seen, double h)
{
  size_t last = 0;
  if (!setup->report) return PL_OK;
  for (size_t k = 0; k < pushed->contacts->count; k++) {
    const pl_row *row = &pushed->rows[pushed->where[k]];
    if (has_pushed(row)) PL_TRY(add_row(setup, &pushed->contacts->items[k], row, h, &last));
  }
  for (size_t k = 0; k < seen->count; k++) {
    if (!(seen->items[k].swept.depth > 0)) continue;
    pl_touching pair = pair_of(setup, &seen->items[k]);
    PL_TRY(find_entry(&setup->report->next, &pair, &last));
    pl_touching *entry = &setup->report->next.items[last];
    entry->depth = fmax(entry->depth, seen->items[k].swept.depth);
  }
  return PL_OK;
}

/* ---- from step to step ---- */

pl_status pl_report_mark(pl_report *report)
{
  PL_TRY(reserve_list(&report->marked, report->now.count));
  report->marked.count = report->now.count;
  if (report->now.count) memcpy(report->marked.items, report->now.items, report->now.count * sizeof(pl_touching));
  report->marked_events = report->event_count;
  return PL_OK;
}

void pl_report_return(pl_report *report)
{
  pl_touching_list spare = report->now;
  report->now = report->marked;
  report->marked = spare;
  report->event_count = report->marked_events;
}

static bool is_about(const pl_touching *pair, uint32_t serial)
{
  return pair->body == serial || (pair->generation == 0 && pair->other == serial);
}

void pl_report_drop(pl_report *report, uint32_t serial)
{
  size_t kept = 0;
  for (size_t k = 0; k < report->now.count; k++)
    if (!is_about(&report->now.items[k], serial)) report->now.items[kept++] = report->now.items[k];
  report->now.count = kept;
  kept = 0;
  for (size_t k = 0; k < report->event_count; k++)
    if (!is_about(&report->events[k].pair, serial)) report->events[kept++] = report->events[k];
  report->event_count = kept;
}

static void add_event(pl_report *report, const pl_touching *pair, bool begins, double time)
{
  report->events[report->event_count++] = (pl_touch_change){*pair, begins, time};
}

pl_status pl_report_end(pl_report *report, double time)
{
  const pl_touching_list *now = &report->now, *next = &report->next;
  PL_TRY(reserve_events(report, report->event_count + now->count + next->count));
  for (size_t i = 0, k = 0; i < now->count || k < next->count;) {
    int order = i == now->count ? 1 : k == next->count ? -1 : compare_pairs(&now->items[i], &next->items[k]);
    if (order < 0) add_event(report, &now->items[i], false, time);
    if (order > 0) add_event(report, &next->items[k], true, time);
    i += order <= 0;
    k += order >= 0;
  }
  pl_touching_list spare = report->now;
  report->now = report->next;
  report->next = spare;
  return PL_OK;
}
