/* SPDX-License-Identifier: MIT
   The smallest host: a mesh of its own, checked by the library. */
#include <pliant/io.h>
#include <stdio.h>

int main(void)
{
  const double positions[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
  const uint32_t triangles[] = {0, 1, 2};
  pl_mesh *mesh = NULL;
  pl_status status = pl_mesh_create(
      &(pl_mesh_data){.positions = positions, .vertex_count = 3, .triangles = triangles, .triangle_count = 1}, &mesh);
  if (status != PL_OK) {
    fprintf(stderr, "host: %s: %s\n", pl_status_name(status), pl_last_error());
    return 1;
  }
  printf("pliant %s: a mesh of %zu vertices\n", pl_version(), pl_mesh_view(mesh).vertex_count);
  pl_mesh_destroy(mesh);
  return 0;
}
