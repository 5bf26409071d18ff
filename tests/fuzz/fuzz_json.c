/* SPDX-License-Identifier: MIT
   Any bytes as a JSON text: read or refused with a message, never anything else; what was read can be walked. */
#include <stdlib.h>
#include <string.h>

#include "scene/json/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int condition)
{
  if (!condition) abort();
}

static void check_value(const pl_json_document *document, const pl_json *value)
{
  char text[64];
  pl_json_path(document, value, text, sizeof text);
  require(memchr(text, '\0', sizeof text) != NULL);
  pl_json_excerpt(document, value, text, sizeof text);
  require(memchr(text, '\0', sizeof text) != NULL);
  require(value->line >= 1 && value->column >= 1 && value->begin < value->end && value->extent >= 1);
  if (value->type != PL_JSON_ARRAY && value->type != PL_JSON_OBJECT) return;
  uint32_t covered = 1;
  const pl_json *child = pl_json_first(value);
  for (uint32_t i = 0; i < value->count; i++, child = pl_json_next(child)) covered += child->extent;
  require(covered == value->extent);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  pl_json_document document = {0};
  if (pl_json_read("fuzz.json", (const char *)data, size, &document) == PL_OK) {
    require(pl_json_root(&document)->extent == document.value_count);
    for (size_t i = 0; i < document.value_count; i++) check_value(&document, &document.values[i]);
  } else {
    require(strncmp(pl_last_error(), "fuzz.json:", 10) == 0);
  }
  pl_json_free(&document);
  return 0;
}
