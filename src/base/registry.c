/* SPDX-License-Identifier: MIT */
#include "base/registry.h"

#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "base/status.h"

/* Bytes of all that were added. */
static size_t end_of(const pl_registry *registry)
{
  if (registry->count == 0) return 0;
  const pl_registered *last = registry->entries + (registry->count - 1);
  return last->at + pl_registered_bytes(last);
}

pl_status pl_registry_add(pl_registry *registry, const char *name, pl_domain domain, pl_type type, int components,
                          size_t count, void *data)
{
  size_t at = end_of(registry);
  PL_TRY(pl_registry_reserve(registry, registry->count + 1));
  registry->entries[registry->count++] =
      (pl_registered){name, domain, type, components, count, data, registry->body, 0, at, 0};
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
  static const size_t sizes[] = {sizeof(double), sizeof(uint32_t), sizeof(float), 1};
  size_t size = sizes[entry->type], count = entry->count;
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

uint64_t pl_registry_hash(const pl_registry *registry, uint64_t hash)
{
  for (size_t i = 0; i < registry->count; i++)
    hash = pl_hash_bytes(hash, registry->entries[i].data, pl_registered_bytes(&registry->entries[i]));
  return hash;
}
