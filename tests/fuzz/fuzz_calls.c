/* SPDX-License-Identifier: MIT
   Any bytes as what a host says to a world, in any order and with extreme numbers. */
#include "harness.h"

#include "../world/byte_calls.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  limit_memory();
  const char *broken = size <= 1024 ? run_calls(data, size) : NULL;
  if (broken) fprintf(stderr, "%s; last error: %s\n", broken, pl_last_error());
  require(!broken);
  require(memory_used == 0);
  return 0;
}
