/* SPDX-License-Identifier: MIT
   Contacts come and go from pass to pass: they open, or a vertex slides to the next face, or off the end of a surface. */
#include "base/status.h"
#include "contact/solver.h"
#include "math/vec3.h"

pl_status pl_contact_take_over(const pl_contact_solver *s, const pl_contact_pass *last, pl_contacts *contacts)
{
  pl_contact *all = PL_TAKE(s->context->scratch, pl_contact, last->contacts.count + contacts->count);
  if (!all) return PL_ERROR_MEMORY;
  size_t count = 0, old = 0;
  for (size_t k = 0; k <= contacts->count; k++) {
    for (; old < last->contacts.count; old++) {
      const pl_contact *was = &last->contacts.items[old];
      int order = k < contacts->count ? pl_contact_compare(was, &contacts->items[k]) : -1;
      if (order > 0) break;
      if (order == 0 || pl_vec3_length(last->rows[last->where[old]].impulse) == 0) continue;
      all[count] = *was;
      all[count++].replaced = (k > 0 && pl_contact_same_memory(was, &contacts->items[k - 1])) ||
                              (k < contacts->count && pl_contact_same_memory(was, &contacts->items[k]));
    }
    if (k < contacts->count) all[count++] = contacts->items[k];
  }
  *contacts = (pl_contacts){all, count};
  return PL_OK;
}

void pl_contact_forget_replaced(pl_contact_pass *p)
{
  size_t count = 0;
  for (size_t k = 0; k < p->contacts.count; k++) {
    if (p->contacts.items[k].replaced) continue;
    p->contacts.items[count] = p->contacts.items[k];
    p->where[count++] = p->where[k];
  }
  p->contacts.count = count;
}
