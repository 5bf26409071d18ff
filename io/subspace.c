/* SPDX-License-Identifier: MIT
   A .plb file: this header, then vertices × size doubles. */
#include "pliant/io_subspace.h"

#include <math.h>
#include <string.h>

#include "base/floats.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/memory.h"
#include "base/status.h"
#include "file.h"

static const char magic[8] = "PLIANTSB";

enum { VERSION = 1, BYTE_ORDER_MARK = 0x01020304 };

typedef struct subspace_header {
  char magic[8];
  uint32_t version;
  uint32_t byte_order;
  uint64_t vertices, size;
  uint64_t shape;    /* of the rest positions */
  uint64_t checksum; /* of the numbers */
} subspace_header;

static uint64_t shape_of(const pl_mesh_data *rest)
{
  return pl_hash_bytes(PL_HASH_START, rest->positions, 3 * rest->vertex_count * sizeof(double));
}

pl_status pl_subspace_save(const char *path, const pl_mesh_data *rest, const double *basis, size_t size)
{
  PL_OWN_FLOATS;
  if (!path || !rest || !basis) return pl_fail(PL_ERROR_ARGUMENT, "pl_subspace_save: a pointer is NULL");
  size_t bytes = rest->vertex_count * size * sizeof(double);
  subspace_header header = {.version = VERSION,
                            .byte_order = BYTE_ORDER_MARK,
                            .vertices = rest->vertex_count,
                            .size = size,
                            .shape = shape_of(rest),
                            .checksum = pl_hash_bytes(PL_HASH_START, basis, bytes)};
  memcpy(header.magic, magic, sizeof magic);
  pl_file *file = NULL;
  PL_TRY(pl_file_create(path, &file));
  pl_file_write(file, &header, sizeof header);
  pl_file_write(file, basis, bytes);
  return pl_file_commit(file);
}

static pl_status check(const char *path, const char *data, size_t bytes, const pl_mesh_data *rest,
                       subspace_header *header)
{
  if (bytes < sizeof *header || memcmp(data, magic, sizeof magic) != 0)
    return pl_fail(PL_ERROR_FORMAT, "%s: is not a subspace; `pliant subspace modes` makes one", path);
  memcpy(header, data, sizeof *header);
  if (header->version != VERSION || header->byte_order != BYTE_ORDER_MARK)
    return pl_fail(PL_ERROR_FORMAT,
                   "%s: has version %u; this library reads version %d of machines with the same byte "
                   "order",
                   path, header->version, VERSION);
  if (header->vertices != rest->vertex_count)
    return pl_fail(PL_ERROR_MISMATCH, "%s: was made for %llu vertices, the body has %zu", path,
                   (unsigned long long)header->vertices, rest->vertex_count);
  if (header->shape != shape_of(rest))
    return pl_fail(PL_ERROR_MISMATCH,
                   "%s: was made for another rest shape with as many vertices; make it anew for this one", path);
  size_t left = bytes - sizeof *header, row = rest->vertex_count * sizeof(double);
  if (header->size == 0 || header->size > left / row || header->size * row != left ||
      pl_hash_bytes(PL_HASH_START, data + sizeof *header, left) != header->checksum)
    return pl_fail(PL_ERROR_FORMAT, "%s: is cut off or damaged", path);
  for (size_t k = 0; k < left / sizeof(double); k++) {
    double value;
    memcpy(&value, data + sizeof *header + k * sizeof value, sizeof value);
    if (!pl_is_within(PL_QUANTITY_FACTOR, value))
      return pl_fail(PL_ERROR_FORMAT, "%s: number %zu, %g, is no part of a shape", path, k, value);
  }
  return PL_OK;
}

pl_status pl_subspace_load(const char *path, const pl_mesh_data *rest, double **basis, size_t *size)
{
  PL_OWN_FLOATS;
  if (!path || !rest || !basis || !size) return pl_fail(PL_ERROR_ARGUMENT, "pl_subspace_load: a pointer is NULL");
  *basis = NULL;
  *size = 0;
  char *data = NULL;
  size_t bytes = 0;
  PL_TRY(pl_file_read(path, &data, &bytes));
  subspace_header header;
  pl_status status = check(path, data, bytes, rest, &header);
  if (status == PL_OK) {
    *basis = PL_NEW(double, rest->vertex_count *header.size);
    if (!*basis) status = PL_ERROR_MEMORY;
  }
  if (status == PL_OK) {
    memcpy(*basis, data + sizeof header, bytes - sizeof header);
    *size = header.size;
  }
  pl_release(data);
  return status;
}
