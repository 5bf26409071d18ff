/* SPDX-License-Identifier: MIT
   Any bytes as a file of a subspace, and behind a good header with the right checksum: refused, or a basis that a body
   can be put into and stepped in. */
#include "harness.h"

#include "base/hash.h"
#include "pliant/io_subspace.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { HEADER = 48, VERTICES = 12 };

static pl_body *make_body(pl_world **world)
{
  pl_world_def def = pl_default_world_def();
  pl_body_def body_def = pl_default_body_def(PL_MODEL_GRAPH);
  pl_mesh *mesh = NULL;
  pl_body *body = NULL;
  def.threads = 1;
  require(pl_world_create(&def, world) == PL_OK && pl_make_icosphere(0.1, 1, &mesh) == PL_OK);
  body_def.mesh = mesh;
  require(pl_body_create(*world, &body_def, &body) == PL_OK);
  pl_mesh_destroy(mesh);
  return body;
}

/* Header of a file with as many functions as there are numbers for. */
static size_t put_header(unsigned char *out, const pl_mesh_data *rest, size_t bytes)
{
  const uint32_t marks[2] = {1, 0x01020304};
  size_t size = bytes / (VERTICES * sizeof(double)), used = size * VERTICES * sizeof(double);
  const uint64_t words[4] = {VERTICES, size,
                             pl_hash_bytes(PL_HASH_START, rest->positions, 3 * VERTICES * sizeof(double)),
                             pl_hash_bytes(PL_HASH_START, out + HEADER, used)};
  memcpy(out, "PLIANTSB", 8);
  memcpy(out + 8, marks, sizeof marks);
  memcpy(out + 16, words, sizeof words);
  return HEADER + used;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  pl_world *world = NULL;
  double *basis = NULL;
  size_t count = 0;
  limit_memory();
  pl_body *body = make_body(&world);
  pl_mesh_data rest = pl_body_rest(body);
  unsigned char *file = malloc(HEADER + size);
  size_t length = size;
  if (size && data[0] % 2) {
    memcpy(file + HEADER, data + 1, size - 1);
    length = put_header(file, &rest, size - 1);
  } else {
    memcpy(file, data, size);
  }
  const char *path = write_input("basis.plb", file, length);
  if (pl_subspace_load(path, &rest, &basis, &count) == PL_OK) {
    require(count > 0);
    for (size_t k = 0; k < VERTICES * count; k++) require(isfinite(basis[k]));
    if (pl_body_set_subspace(body, basis, count) == PL_OK) step_within_budget(world);
  }
  pl_free(basis);
  free(file);
  pl_world_destroy(world);
  require(memory_used == 0);
  return 0;
}
