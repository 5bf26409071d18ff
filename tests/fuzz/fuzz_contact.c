/* SPDX-License-Identifier: MIT
   Any bytes as bodies whose triangles have no area, whose vertices coincide, that start inside each other: every step
   can be taken. */
#include <stdlib.h>

#include "../contact/byte_bodies.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  if (size <= 1024 && !run_bytes(data, size)) abort();
  return 0;
}
