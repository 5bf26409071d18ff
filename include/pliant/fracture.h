/* SPDX-License-Identifier: MIT
   Matter that breaks (Terzopoulos & Fleischer, "Deformable models", sect. 4.3).

   A link of a body (an edge of its graph, or of its grid) breaks where it is deformed beyond a limit. Broken links are
   state: particles stay what they are, so that pins, snapshots and recordings hold. What is no longer linked flies on
   its own and touches what it came from. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "pliant/mesh.h"
#include "pliant/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum pl_link_state {
  PL_LINK_SOUND,
  PL_LINK_BROKEN, /* holds nothing */
  PL_LINK_CREASED /* holds, and bends freely */
} pl_link_state;

/* Limits of a link; each may be left out with 0, the default. Where several are given, the one reached first counts. */
typedef struct pl_fracture_def {
  double strain;  /* elongation, relative to length, that has not flowed (mode I, opening) */
  double stress;  /* Pa: the same as a stress, strain times Young's modulus; a link that heat made softer bears less */
  double energy;  /* J/m^2, of new surface: a link of length L breaks when its elastic energy opens its section, at the
                     strain (2 energy / (E L))^(1/2). Finer grids so bear the same load at a crack */
  double shear;   /* shear of a link or of the cells beside it (modes II and III, sliding and tearing) */
  double failure; /* elongation from the first length, with what has flowed: E of the paper's fig. 6 */
  double crease;  /* bending: strain at the surface of a grid's sheet or curve; the link goes on to hold, creased */
  double variation; /* [0, 1): limits differ from link to link evenly by up to this part of them; default 0 */
  uint32_t seed;    /* of that; the same limits for any number of threads and any step */
  double speed; /* m/s, >= 0: cracks run no faster, whatever the step; default 0: one link in a small step at most */
} pl_fracture_def;

PL_API pl_fracture_def pl_default_fracture_def(void); /* nothing breaks */

typedef struct pl_body pl_body;

/* The links of a body whose matter may break (fracture, or a melting point): 0 for others. */
PL_API size_t pl_body_link_count(const pl_body *body);
/* ends: 2 particles per link, the caller's order (UINT32_MAX for hexahedra, whose links are cells); state:
   pl_link_state. Either may be NULL. */
PL_API pl_status pl_body_links(const pl_body *body, uint32_t *ends, uint8_t *state);
/* Queued for the start of the next step: one pl_link_state per link. What is broken stays so until the body is
   reset. */
PL_API pl_status pl_body_set_links(pl_body *body, const uint8_t *state);

/* Pieces that broken links have parted: how many there are, 1 for a body that is whole. of: per particle, its piece;
   asleep: per particle, 1: it lies still until something happens to it, since its piece sleeps, or the body. Either may
   be NULL. */
PL_API size_t pl_body_pieces(const pl_body *body, uint32_t *of, uint8_t *asleep);

/* What is seen of a body: its mesh, of which triangles and edges over broken links are three times, or twice, the same
   vertex, and of a solid with a grid the faces of all its cells, so that tears show the inside. Counts never change.
   For a body that cannot break it is the mesh itself. Until the body goes; changed by steps. */
PL_API pl_mesh_data pl_body_skin(const pl_body *body);
PL_API uint64_t pl_body_skin_revision(const pl_body *body); /* rises when that changes */

#ifdef __cplusplus
}
#endif
