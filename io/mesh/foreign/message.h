/* SPDX-License-Identifier: MIT
   What pliant-mesh-reader writes to its standard output: this head, then the text, the positions, the corners of all
   polygons, the number of corners of each, the edges, and the end mark. Both sides run on one machine: its own byte
   order. */
#pragma once

#include <stdint.h>

#define FOREIGN_BEGIN "PLMESH02"
#define FOREIGN_END "complete"
enum { FOREIGN_MARK = 8 };

typedef enum foreign_answer { FOREIGN_READ, FOREIGN_REFUSED, FOREIGN_UNKNOWN } foreign_answer;

typedef struct foreign_head {
  char begin[FOREIGN_MARK];
  uint32_t answer; /* of foreign_answer; unless it was read, only the text follows: why not */
  uint32_t major, minor, meshes;
  uint64_t text, vertices, corners, polygons, edges;
} foreign_head;
