/* SPDX-License-Identifier: MIT */
#include "base/registry.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "base/status.h"

/* Squares and products of three lengths stay finite. */
static const double most_number = 1e100;

static size_t size_of(pl_type type)
{
  static const size_t sizes[] = {sizeof(double), sizeof(uint32_t), sizeof(float), 1};
  return sizes[type];
}

/* Bytes of all that were added. */
static size_t end_of(const pl_registry *registry)
{
  if (registry->count == 0) return 0;
  const pl_registered *last = registry->entries + (registry->count - 1);
  return last->at + pl_registered_bytes(last);
}

static double most_of(pl_type type)
{
  return type == PL_TYPE_UINT32 ? UINT32_MAX : type == PL_TYPE_BYTE ? UINT8_MAX : most_number;
}

pl_status pl_registry_add(pl_registry *registry, const char *name, pl_domain domain, pl_type type, int components,
                          size_t count, void *data)
{
  size_t at = end_of(registry);
  PL_TRY(pl_registry_reserve(registry, registry->count + 1));
  registry->entries[registry->count++] =
      (pl_registered){name, domain, type, components, count, data, registry->body, 0, at, 0, most_of(type)};
  return PL_OK;
}

pl_status pl_registry_add_within(pl_registry *registry, double most, const char *name, pl_domain domain, pl_type type,
                                 int components, size_t count, void *data)
{
  PL_TRY(pl_registry_add(registry, name, domain, type, components, count, data));
  registry->entries[registry->count - 1].most = most;
  return PL_OK;
}

pl_status pl_registry_reserve(pl_registry *registry, size_t entries)
{
  return pl_grow((void **)&registry->entries, &registry->capacity, entries, sizeof(pl_registered));
}

void pl_registry_free(pl_registry *registry)
{
  pl_release(registry->entries);
  *registry = (pl_registry){0};
}

void pl_registry_set_lanes(pl_registry *registry, size_t lanes)
{
  registry->entries[registry->count - 1].lanes = lanes;
}

size_t pl_registered_bytes(const pl_registered *entry)
{
  size_t size = size_of(entry->type), count = entry->count;
  if (entry->lanes) count = (count + entry->lanes - 1) / entry->lanes * entry->lanes;
  return count * (size_t)entry->components * size;
}

size_t pl_registry_bytes(const pl_registry *registry)
{
  size_t bytes = 0;
  for (size_t i = 0; i < registry->count; i++) bytes += pl_registered_bytes(&registry->entries[i]);
  return bytes;
}

void pl_registry_copy_out(const pl_registry *registry, unsigned char *to)
{
  for (size_t i = 0; i < registry->count; i++) {
    size_t bytes = pl_registered_bytes(&registry->entries[i]);
    memcpy(to, registry->entries[i].data, bytes);
    to += bytes;
  }
}

void pl_registry_copy_in(pl_registry *registry, const unsigned char *from)
{
  for (size_t i = 0; i < registry->count; i++) {
    size_t bytes = pl_registered_bytes(&registry->entries[i]);
    memcpy(registry->entries[i].data, from, bytes);
    from += bytes;
  }
}

/* One value, wherever it lies. */
static double value_at(const unsigned char *from, pl_type type)
{
  double number;
  float small;
  uint32_t word;
  switch (type) {
  case PL_TYPE_DOUBLE: memcpy(&number, from, sizeof number); return number;
  case PL_TYPE_FLOAT: memcpy(&small, from, sizeof small); return (double)small;
  case PL_TYPE_UINT32: memcpy(&word, from, sizeof word); return word;
  default: return *from;
  }
}

/* Magnitudes of numbers are in the order of their bits, NaN above infinity. So they are compared as whole numbers,
   without branches and several at once: this is done with all values in every step. Not zero: a value is beyond `most`;
   a value is below `tiny` in magnitude and not plus zero. */
typedef struct range_bits {
  uint64_t beyond, tiny;
} range_bits;

static range_bits scan_doubles(const unsigned char *from, size_t bytes, double most, double tiny)
{
  const uint64_t all = UINT64_MAX, sign = all << 63;
  uint64_t limit, least, beyond = 0, found = 0;
  memcpy(&limit, &most, sizeof limit);
  memcpy(&least, &tiny, sizeof least);
  for (size_t at = 0; at < bytes; at += sizeof(double)) {
    uint64_t bits;
    memcpy(&bits, from + at, sizeof bits);
    beyond |= limit - (bits & ~sign);
    found |= bits & (0 - (((bits & ~sign) - least) >> 63));
  }
  return (range_bits){beyond & sign, found};
}

static range_bits scan_floats(const unsigned char *from, size_t bytes, float most, float tiny)
{
  const uint32_t all = UINT32_MAX, sign = all << 31;
  uint32_t limit, least, beyond = 0, found = 0;
  memcpy(&limit, &most, sizeof limit);
  memcpy(&least, &tiny, sizeof least);
  for (size_t at = 0; at < bytes; at += sizeof(float)) {
    uint32_t bits;
    memcpy(&bits, from + at, sizeof bits);
    beyond |= limit - (bits & ~sign);
    found |= bits & (0 - (((bits & ~sign) - least) >> 31));
  }
  return (range_bits){beyond & sign, found};
}

static const double tiny_number = 1e-200;
static const float tiny_float = 1e-30F;

static range_bits scan(const pl_registered *entry, const unsigned char *from, size_t bytes)
{
  const double most = isnan(entry->most) ? INFINITY : entry->most;
  switch (entry->type) {
  case PL_TYPE_DOUBLE: return scan_doubles(from, bytes, most, tiny_number);
  case PL_TYPE_FLOAT: return scan_floats(from, bytes, most < (double)FLT_MAX ? (float)most : FLT_MAX, tiny_float);
  case PL_TYPE_UINT32: return (range_bits){!(most >= UINT32_MAX), 0};
  default: return (range_bits){!(most >= UINT8_MAX), 0};
  }
}

static pl_status check_entry(const pl_registered *entry, const unsigned char *from)
{
  size_t bytes = pl_registered_bytes(entry), size = size_of(entry->type);
  if (isnan(entry->most) || !scan(entry, from, bytes).beyond) return PL_OK;
  for (size_t at = 0; at < bytes; at += size) {
    double value = value_at(from + at, entry->type);
    if (fabs(value) <= entry->most) continue;
    char owner[48] = "";
    if (entry->body != PL_NO_BODY) snprintf(owner, sizeof owner, " of body %zu", entry->body + 1);
    return pl_fail(PL_ERROR_FORMAT, "'%s'%s cannot hold %g at place %zu: at most %g", entry->name, owner, value,
                   at / size, entry->most);
  }
  return PL_OK;
}

pl_status pl_registry_check(const pl_registry *registry, const unsigned char *from)
{
  for (size_t i = 0; i < registry->count; i++) {
    PL_TRY(check_entry(&registry->entries[i], from));
    from += pl_registered_bytes(&registry->entries[i]);
  }
  return PL_OK;
}

static void clear_tiny(const pl_registered *entry, size_t bytes)
{
  double *numbers = entry->data;
  float *floats = entry->data;
  for (size_t i = 0; entry->type == PL_TYPE_DOUBLE && i < bytes / sizeof *numbers; i++)
    if (fabs(numbers[i]) < tiny_number) numbers[i] = 0;
  for (size_t i = 0; entry->type == PL_TYPE_FLOAT && i < bytes / sizeof *floats; i++)
    if (fabsf(floats[i]) < tiny_float) floats[i] = 0;
}

pl_status pl_registry_settle(const pl_registry *registry)
{
  for (size_t i = 0; i < registry->count; i++) {
    const pl_registered *entry = &registry->entries[i];
    size_t bytes = pl_registered_bytes(entry);
    range_bits seen = scan(entry, entry->data, bytes);
    if (seen.beyond) PL_TRY(check_entry(entry, entry->data));
    if (seen.tiny) clear_tiny(entry, bytes);
  }
  return PL_OK;
}

uint64_t pl_registry_hash(const pl_registry *registry, uint64_t hash)
{
  for (size_t i = 0; i < registry->count; i++)
    hash = pl_hash_bytes(hash, registry->entries[i].data, pl_registered_bytes(&registry->entries[i]));
  return hash;
}
