/* SPDX-License-Identifier: MIT
   Matter that breaks (Terzopoulos & Fleischer, "Modeling inelastic deformation", sect. 4.3).

   A link of a body (an edge of its graph, or of its grid) breaks where it is deformed beyond a limit. Broken links are
   state: particles stay what they are, so that pins, snapshots and recordings hold. What is no longer linked flies on
   its own and touches what it came from. */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

typedef enum pl_link_state {
  PL_LINK_SOUND,
  PL_LINK_BROKEN, /* holds nothing */
  PL_LINK_CREASED /* holds, and bends freely */
} pl_link_state;

#ifdef __cplusplus
}
#endif
