/* SPDX-License-Identifier: MIT
   Flatland (Terzopoulos and Fleischer, fig. 7): a body that stays in the plane in which it starts. Forces act on it in
   that plane alone. Obstacles at right angles to the plane act by their outlines. */
#pragma once

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pl_planar_def {
  double normal[3]; /* of the plane, of any length; default 0, 0, 0: the body may go anywhere. Curves of the continuum
                       model have signed curvature in it: one that was pushed through its straight shape comes back */
  bool keep_area;   /* of a closed curve: it encloses as much as at rest when a step's contact begins; default false */
} pl_planar_def;

#ifdef __cplusplus
}
#endif
