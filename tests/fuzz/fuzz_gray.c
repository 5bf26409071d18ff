/* SPDX-License-Identifier: MIT
   Any bytes as a gray picture: read or refused with a message that names it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pliant/io.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  pl_gray gray;
  if (pl_gray_read("fuzz.pgm", data, size, &gray) != PL_OK) {
    if (strncmp(pl_last_error(), "fuzz.pgm", 8) != 0 || gray.values) abort();
    return 0;
  }
  for (size_t k = 0; k < (size_t)gray.width * gray.height; k++)
    if (!(gray.values[k] >= 0 && gray.values[k] <= 1)) abort();
  pl_gray_free(&gray);
  return 0;
}
