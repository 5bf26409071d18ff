/* SPDX-License-Identifier: MIT */
#include "mesh_fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return fuzz_mesh("fuzz.ply", data, size); }
