/* SPDX-License-Identifier: MIT
   Broken mesh files with the exact message each must give. */
#pragma once

#include <string.h>

#include "pliant/io_mesh.h"
#include "testing.h"

typedef struct bad_mesh {
  const char *name;
  const char *content;
  size_t size; /* 0: up to the end of the string */
  pl_status status;
  const char *message;
} bad_mesh;

static inline void check_bad_meshes(const bad_mesh *cases, size_t count)
{
  int wrong = 0;
  for (size_t i = 0; i < count; i++) {
    const bad_mesh *c = &cases[i];
    pl_mesh *mesh = NULL;
    pl_status status = pl_mesh_read(c->name, c->content, c->size ? c->size : strlen(c->content), &mesh, NULL);
    if (status != c->status || strcmp(pl_last_error(), c->message) != 0) {
      print_error("case %zu: %s, expected %s\n got  %s\n want %s\n", i, pl_status_name(status),
                  pl_status_name(c->status), status ? pl_last_error() : "no error", c->message);
      wrong++;
    }
    if (status != PL_OK) assert_null(mesh);
    pl_mesh_destroy(mesh);
  }
  assert_int_equal(wrong, 0);
}

static inline pl_mesh *read_mesh(const char *name, const char *content, pl_mesh_notes *notes)
{
  pl_mesh *mesh = NULL;
  assert_ok(pl_mesh_read(name, content, strlen(content), &mesh, notes));
  return mesh;
}

static inline void expect_triangles(const pl_mesh *mesh, size_t count, const uint32_t *expected)
{
  pl_mesh_data data = pl_mesh_view(mesh);
  assert_int_equal(data.triangle_count, count);
  if (count) assert_memory_equal(data.triangles, expected, 3 * count * sizeof *expected);
}
