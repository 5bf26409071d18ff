/* SPDX-License-Identifier: MIT
   A cantilever under a small load at its end: the same mesh and load in CalculiX (C3D8, integrated at 2 × 2 × 2 points
   as ours) must bend alike, and finer meshes must approach Euler–Bernoulli's beam. */
#include <unistd.h>

#include "embedded_cases.h"
#include "model/hex/hex.h"

static const double youngs = 1e6, poisson = 0.3, length = 1, width = 0.1, load = 1e-3;

/* Corner k of our elements in the order of CalculiX: round the bottom, then round the top. */
static const int corner_order[8] = {0, 4, 6, 2, 1, 5, 7, 3};

typedef struct cantilever {
  pl_world *world;
  pl_mesh *mesh;
  pl_body *body;
  double *u; /* displacements of the nodes */
} cantilever;

static bool at_root(const double *x) { return x[0] < 1e-9; }
static bool at_tip(const double *x) { return x[0] > length - 1e-9; }

static size_t count_tip(const pl_embedded *nodes)
{
  size_t count = 0;
  for (size_t i = 0; i < nodes->unknowns; i += 3) count += at_tip(nodes->rest + i);
  return count;
}

/* K u = f with the nodes at the root held by springs a thousand million times stiffer than the beam. */
static cantilever bend(uint32_t along, uint32_t across, double ratio)
{
  cantilever c = {.mesh = make_bar(along + 1, across + 1, across + 1, 1, 6)};
  pl_mesh_data data = pl_mesh_view(c.mesh);
  double *positions = malloc(3 * data.vertex_count * sizeof(double));
  for (size_t k = 0; k < 3 * data.vertex_count; k++)
    positions[k] = data.positions[k] * (k % 3 == 0 ? length / along : width / across);
  data.positions = positions;
  pl_mesh *scaled = NULL;
  assert_ok(pl_mesh_create(&data, &scaled));
  free(positions);
  pl_mesh_destroy(c.mesh);
  c.mesh = scaled;
  pl_world_def world_def = quiet_world(0.01);
  c.world = make_world(&world_def);
  pl_body_def def = pl_default_body_def(PL_MODEL_HEX);
  def.mesh = scaled;
  def.hex.youngs_modulus = youngs;
  def.hex.poisson_ratio = ratio;
  def.hex.cells[0] = along;
  def.hex.cells[1] = def.hex.cells[2] = across;
  c.body = make_body(c.world, &def);
  pl_embedded *nodes = inside(c.body);
  pl_model_context context = context_of(c.body);
  uint32_t root[512];
  const double one = 1;
  pl_spring springs[512];
  size_t held = select_particles(scaled, 0, 0, root);
  for (size_t k = 0; k < held; k++) springs[k] = (pl_spring){&root[k], &one, 1, 1e9 * youngs * width, {0, 0, 0}, NULL};
  c.u = calloc(nodes->unknowns, sizeof(double));
  for (size_t i = 0; i < nodes->unknowns; i += 3)
    if (at_tip(nodes->rest + i)) c.u[i + 1] = -load / (double)count_tip(nodes);
  assert_ok(nodes->kind->factorise(nodes, 0, 1, springs, held, &context));
  assert_ok(nodes->kind->solve(nodes, c.u, &context));
  return c;
}

static void release(cantilever *c)
{
  pl_world_destroy(c->world);
  pl_mesh_destroy(c->mesh);
  free(c->u);
}

static double tip_deflection(const cantilever *c)
{
  const pl_embedded *nodes = inside(c->body);
  double sum = 0;
  for (size_t i = 0; i < nodes->unknowns; i += 3)
    if (at_tip(nodes->rest + i)) sum -= c->u[i + 1];
  return sum / (double)count_tip(nodes);
}

static void write_input(const char *path, const cantilever *c)
{
  const pl_hex *hex = (const pl_hex *)inside(c->body);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fprintf(file, "*NODE, NSET=NALL\n");
  for (size_t i = 0; i < hex->voxels.node_count; i++)
    fprintf(file, "%zu, %.15g, %.15g, %.15g\n", i + 1, hex->voxels.nodes[3 * i], hex->voxels.nodes[3 * i + 1],
            hex->voxels.nodes[3 * i + 2]);
  fprintf(file, "*ELEMENT, TYPE=C3D8, ELSET=EALL\n");
  for (size_t e = 0; e < hex->voxels.element_count; e++) {
    fprintf(file, "%zu", e + 1);
    for (int k = 0; k < 8; k++) fprintf(file, ", %u", hex->voxels.corners[8 * e + (size_t)corner_order[k]] + 1);
    fprintf(file, "\n");
  }
  fprintf(file, "*NSET, NSET=TIP\n");
  for (size_t i = 0; i < hex->voxels.node_count; i++)
    if (at_tip(hex->voxels.nodes + 3 * i)) fprintf(file, "%zu,\n", i + 1);
  fprintf(file, "*BOUNDARY\n");
  for (size_t i = 0; i < hex->voxels.node_count; i++)
    if (at_root(hex->voxels.nodes + 3 * i)) fprintf(file, "%zu, 1, 3\n", i + 1);
  fprintf(file, "*MATERIAL, NAME=M\n*ELASTIC\n%.15g, %.15g\n*SOLID SECTION, ELSET=EALL, MATERIAL=M\n", youngs, poisson);
  fprintf(file, "*STEP\n*STATIC\n*CLOAD\n");
  for (size_t i = 0; i < hex->voxels.node_count; i++)
    if (at_tip(hex->voxels.nodes + 3 * i))
      fprintf(file, "%zu, 2, %.15g\n", i + 1, -load / (double)count_tip(&hex->nodes));
  fprintf(file, "*NODE PRINT, NSET=TIP\nU\n*END STEP\n");
  fclose(file);
}

/* The mean of the displacements along y that CalculiX printed. */
static double read_deflection(const char *path)
{
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  char line[256];
  double sum = 0;
  int count = 0;
  while (fgets(line, sizeof line, file)) {
    int node;
    double x, y, z;
    if (sscanf(line, "%d %lf %lf %lf", &node, &x, &y, &z) != 4) continue;
    sum -= y;
    count++;
  }
  fclose(file);
  assert_true(count > 0);
  return sum / count;
}

static void bends_as_in_calculix(void **state)
{
  (void)state;
  if (system("command -v ccx > /dev/null 2>&1") != 0) {
    print_message("SKIPPED: CalculiX (Debian: calculix-ccx) is not installed\n");
    skip();
  }
  char folder[] = "/tmp/pliant-ccx-XXXXXX", path[64], command[160];
  assert_non_null(mkdtemp(folder));
  cantilever c = bend(20, 4, poisson);
  snprintf(path, sizeof path, "%s/beam.inp", folder);
  write_input(path, &c);
  snprintf(command, sizeof command, "cd %s && ccx -i beam > ccx.log 2>&1", folder);
  assert_int_equal(system(command), 0);
  snprintf(path, sizeof path, "%s/beam.dat", folder);
  double theirs = read_deflection(path), ours = tip_deflection(&c);
  print_message("tip deflection: ours %.8g m, CalculiX %.8g m, ratio - 1 = %.3g\n", ours, theirs, ours / theirs - 1);
  assert_close(ours / theirs, 1, 1e-3);
  release(&c);
  snprintf(command, sizeof command, "rm -r %s", folder);
  assert_int_equal(system(command), 0);
}

/* Without Poisson effect the clamp does not disturb; P L^3 / 3 E I plus the shear P L / (5/6 G A). */
static void approaches_the_beam(void **state)
{
  (void)state;
  double moment = width * width * width * width / 12;
  double beam =
      load * length * length * length / (3 * youngs * moment) + load * length / (5.0 / 6 * youngs / 2 * width * width);
  double before = INFINITY;
  const uint32_t across[] = {1, 2, 4, 8};
  for (int k = 0; k < 4; k++) {
    cantilever c = bend(10 * across[k], across[k], 0);
    double off = 1 - tip_deflection(&c) / beam;
    print_message("%u elements across: %.3f %% too stiff\n", across[k], 100 * off);
    assert_true(off > -1e-3);
    assert_less(off, 0.4 * before); /* second order: a quarter of the error at half the size */
    before = off;
    release(&c);
  }
  assert_less(before, 0.01);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bends_as_in_calculix),
      cmocka_unit_test(approaches_the_beam),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
