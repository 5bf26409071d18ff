/* SPDX-License-Identifier: MIT
   What contact did in a step, for output: pairs in contact, their number of contacts, forces and depths, and the forces
   on every particle. It never influences the motion. */
#pragma once

#include "contact/narrow/find.h"

/* Two that touch: a body, and another, or itself, or an obstacle. */
typedef struct pl_touching {
  uint32_t body;       /* serial */
  uint32_t other;      /* serial of a body, or slot of an obstacle */
  uint32_t generation; /* of the obstacle; 0: the other is a body */
  uint32_t count;      /* contacts that push */
  double force[3];     /* N, on the body, along the normals */
  double friction[3];  /* N, on the body, across them */
  double load;         /* N, sum of the normal forces' sizes */
  double depth;        /* m, of the deepest; 0: not at all */
} pl_touching;

/* Sorted by body, obstacles before bodies, other. */
typedef struct pl_touching_list {
  pl_touching *items;
  size_t count, capacity;
} pl_touching_list;

typedef struct pl_touch_change {
  pl_touching pair; /* as it is when it begins, as it was last when it ends */
  bool begins;
  double time; /* s, at the end of the step */
} pl_touch_change;

typedef struct pl_report {
  pl_touching_list now;  /* of the last step */
  pl_touching_list next; /* of the step that is being taken */
  pl_touch_change *events;
  size_t event_count, event_capacity;
  pl_touching_list marked; /* `now` and the number of events at the mark */
  size_t marked_events;
} pl_report;

void pl_report_free(pl_report *report);

/* Reserves memory for this many pairs, so that steps with fewer need none. */
pl_status pl_report_reserve(pl_report *report, size_t pairs);

/* Contacts and what was pushed: rows[where[k]] belongs to contact k. */
typedef struct pl_pushed {
  const pl_contacts *contacts;
  const pl_row *rows;
  const uint32_t *where;
} pl_pushed;

/* Begins a step: clears contacts, and forces on particles of bodies that are awake. Sleeping bodies keep theirs. */
pl_status pl_report_begin(pl_report *report, const pl_contact_body *bodies, size_t count, pl_pool *pool);

/* Contacts that the next pass does not have any more: their impulses stay. */
pl_status pl_report_add_dropped(const pl_contact_setup *setup, const pl_pushed *before, const pl_contacts *after,
                                double h);

/* Adds the impulses of the last pass, and the penetration depths after it. */
pl_status pl_report_add(const pl_contact_setup *setup, const pl_pushed *pushed, const pl_contacts *seen, double h);

/* Removes a body that was destroyed. */
void pl_report_drop(pl_report *report, uint32_t serial);

/* A step of several small ones begins; and it did not happen. */
pl_status pl_report_mark(pl_report *report);
void pl_report_return(pl_report *report);

/* The step is accepted: pairs in contact are updated, and those that began or ended join the events. */
pl_status pl_report_end(pl_report *report, double time);
