/* SPDX-License-Identifier: MIT
   A host program: a soft bar, clamped at one end, bends for a second under gravity. */
#include <pliant/io.h>
#include <stdio.h>

/* A bar of 11 × 3 × 3 nodes, 1 m long. Node (i, j, k) has index (3 i + j) 3 + k: the first nine are the face at x = 0.
   */
static pl_status add_bar(pl_world *world, pl_body **out)
{
  pl_lattice_def lattice = pl_default_lattice_def();
  lattice.counts[0] = 11;
  lattice.counts[1] = lattice.counts[2] = 3;
  lattice.spacing = 0.1;
  pl_mesh *mesh = NULL;
  pl_status status = pl_make_lattice(&lattice, &mesh);
  if (status != PL_OK) return status;

  const uint32_t face[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
  pl_pin_def pin = pl_default_pin_def();
  pin.particles = face;
  pin.count = 9;

  pl_body_def def = pl_default_body_def(PL_MODEL_GRAPH);
  def.name = "bar";
  def.mesh = mesh;
  def.density = 1000;             /* kg/m^3 */
  def.graph.youngs_modulus = 1e6; /* Pa */
  def.pins = &pin;
  def.pin_count = 1;
  status = pl_body_create(world, &def, out);
  pl_mesh_destroy(mesh); /* the body has copied what it needs */
  return status;
}

static pl_status run(pl_world **world)
{
  pl_world_def def = pl_default_world_def();
  pl_status status = pl_world_create(&def, world);
  pl_body *bar = NULL;
  if (status == PL_OK) status = add_bar(*world, &bar);
  for (int frame = 0; status == PL_OK && frame < 60; frame++) status = pl_world_advance(*world, 1.0 / 60, 0);
  if (status != PL_OK) return status;

  const double *positions = pl_body_positions(bar); /* 3 per particle, in our order */
  size_t tip = pl_body_particle_count(bar) - 1;
  printf("pliant %s: after %.2f s the tip is at (%.3f, %.3f, %.3f) m\n", pl_version(), pl_world_time(*world),
         positions[3 * tip], positions[3 * tip + 1], positions[3 * tip + 2]);
  return PL_OK;
}

int main(void)
{
  pl_world *world = NULL;
  pl_status status = run(&world);
  if (status != PL_OK) fprintf(stderr, "host: %s: %s\n", pl_status_name(status), pl_last_error());
  pl_world_destroy(world);
  return status == PL_OK ? 0 : 1;
}
