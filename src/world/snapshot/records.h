/* SPDX-License-Identifier: MIT
   What snapshots and recordings keep of the world's structs. */
#pragma once

#include "base/record.h"

/* Of snapshots and recordings. It is raised whenever a layout here, one of a model, the list of changes or what is
   registered grows or changes; test_records.c knows the layouts of this version. */
enum { PL_RECORDS_VERSION = 24, PL_BYTE_ORDER_MARK = 0x01020304 };

extern const pl_layout pl_layout_of_grab;       /* pl_grab */
extern const pl_layout pl_layout_of_volume;     /* pl_volume_def */
extern const pl_layout pl_layout_of_inelastic;  /* pl_inelastic_def */
extern const pl_layout pl_layout_of_sleep;      /* pl_sleep_def */
extern const pl_layout pl_layout_of_obstacle;   /* pl_obstacle_def, without name, mesh and motion */
extern const pl_layout pl_layout_of_touching;   /* pl_touching */
extern const pl_layout pl_layout_of_attachment; /* pl_attachment */
extern const pl_layout pl_layout_of_force;      /* pl_force */
