/* SPDX-License-Identifier: MIT */
#include "limits.h"

#include <stdio.h>
#include <string.h>

#include "pliant/body.h"

void limits_warn(const pl_world *world, const char *before)
{
  for (size_t i = 0; i < pl_world_body_count(world); i++) {
    const pl_body *body = pl_world_body_at(world, i);
    char text[1024];
    if (pl_body_limits(body, text, sizeof text) == 0) continue;
    for (const char *line = text; *line;) {
      size_t length = strcspn(line, "\n");
      fprintf(stderr, "%sbody \"%s\": %.*s\n", before, pl_body_name(body), (int)length, line);
      line += length + (line[length] != 0);
    }
  }
}
