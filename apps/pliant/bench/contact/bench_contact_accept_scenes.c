/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/status.h"
#include "bench/contact/bench_contact_accept.h"
#include "math/vec3.h"
#include "pliant/make.h"

static pl_status add_plane(pl_world *world, double x, double y, double z, double nx, double ny, double nz)
{
  pl_obstacle_def def = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  pl_vec3_set(def.point, x, y, z);
  pl_vec3_set(def.normal, nx, ny, nz);
  def.friction = 0.6;
  pl_obstacle_id id;
  return pl_obstacle_create(world, &def, &id);
}

typedef struct placed {
  double at[3], velocity[3];
  double turn; /* rad, about y */
} placed;

static pl_status add_body(pl_world *world, pl_body_def *def, const placed *where)
{
  pl_mesh_data rest = pl_mesh_view(def->mesh);
  double *x = PL_NEW(double, 3 * rest.vertex_count), *v = PL_NEW(double, 3 * rest.vertex_count), c = cos(where->turn),
         s = sin(where->turn);
  pl_status status = x && v ? PL_OK : PL_ERROR_MEMORY;
  for (size_t i = 0; i < rest.vertex_count && status == PL_OK; i++) {
    const double *p = rest.positions + 3 * i;
    pl_vec3_set(x + 3 * i, c * p[0] + s * p[2] + where->at[0], p[1] + where->at[1], c * p[2] - s * p[0] + where->at[2]);
    pl_vec3_copy(where->velocity, v + 3 * i);
  }
  pl_body *body;
  def->positions = x;
  def->velocities = v;
  if (status == PL_OK) status = pl_body_create(world, def, &body);
  pl_release(x);
  pl_release(v);
  return status;
}

static pl_body_def touching(pl_model_kind model, const pl_mesh *mesh)
{
  pl_body_def def = pl_default_body_def(model);
  def.mesh = mesh;
  def.contact.bodies = true;
  def.contact.friction = 0.6;
  def.surface.region = 2;
  def.graph.youngs_modulus = def.cage.youngs_modulus = def.hex.youngs_modulus = 3e5;
  def.hex.nodes = 60;
  if (model != PL_MODEL_GRAPH) def.volume.mode = PL_VOLUME_KEEP;
  return def;
}

/* A box of `size`, or a ball of that diameter; solid for graphs. */
static pl_status make_shape(pl_model_kind model, double size, bool box, pl_mesh **out)
{
  if (model == PL_MODEL_GRAPH) {
    pl_lattice_def lattice = pl_default_lattice_def();
    for (int k = 0; k < 3; k++) {
      lattice.counts[k] = 5;
      lattice.origin[k] = -0.5 * size;
    }
    lattice.spacing = 0.25 * size;
    return pl_make_lattice(&lattice, out);
  }
  if (box) return pl_make_box((const uint32_t[3]){5, 5, 5}, 0.25 * size, out);
  return pl_make_icosphere(0.5 * size, 4, out);
}

static pl_status add_shape(pl_world *world, pl_model_kind model, double size, bool box, double density,
                           const placed *where)
{
  pl_mesh *mesh = NULL;
  PL_TRY(make_shape(model, size, box, &mesh));
  pl_body_def def = touching(model, mesh);
  def.density = density;
  pl_status status = add_body(world, &def, where);
  pl_mesh_destroy(mesh);
  return status;
}

pl_status accept_tower(const accept_scene *scene, pl_world *world)
{
  enum { BOXES = 8 };
  PL_TRY(add_plane(world, 0, 0, 0, 0, 1, 0));
  for (int k = 0; k < BOXES; k++)
    PL_TRY(add_shape(world, scene->model, 0.4, true, 500, &(placed){.at = {0, 0.21 + 0.41 * k, 0}, .turn = 0.1 * k}));
  return PL_OK;
}

pl_status accept_ball_on_ball(const accept_scene *scene, pl_world *world)
{
  PL_TRY(add_plane(world, 0, 0, 0, 0, 1, 0));
  PL_TRY(add_shape(world, scene->model, 1, false, 100, &(placed){.at = {0, 0.51, 0}}));
  return add_shape(world, scene->model, 1, false, 100 * scene->number, &(placed){.at = {0, 1.52, 0}});
}

pl_status accept_floor(const accept_scene *scene, pl_world *world)
{
  pl_mesh *mesh = NULL;
  PL_TRY(add_plane(world, 0, 0, 0, 0, 1, 0));
  if (scene->model == PL_MODEL_GRAPH) {
    pl_lattice_def lattice = pl_default_lattice_def();
    uint32_t side = (uint32_t)lround(cbrt(scene->number));
    for (int k = 0; k < 3; k++) {
      lattice.counts[k] = side;
      lattice.origin[k] = -0.25;
    }
    lattice.spacing = 0.5 / (side - 1);
    PL_TRY(pl_make_lattice(&lattice, &mesh));
  } else {
    PL_TRY(pl_make_icosphere(0.5, (uint32_t)lround(sqrt(scene->number / 10)), &mesh));
  }
  pl_body_def def = touching(scene->model, mesh);
  def.hex.nodes = 500;
  pl_status status = add_body(world, &def, &(placed){.at = {0, 0.7, 0}});
  pl_mesh_destroy(mesh);
  return status;
}

pl_status accept_mixed(const accept_scene *scene, pl_world *world)
{
  static const pl_model_kind models[] = {PL_MODEL_SURFACE, PL_MODEL_GRAPH, PL_MODEL_CAGE, PL_MODEL_HEX};
  static const double wall = 0.9;
  PL_TRY(add_plane(world, 0, 0, 0, 0, 1, 0));
  PL_TRY(add_plane(world, -wall, 0, 0, 1, 0, 0));
  PL_TRY(add_plane(world, wall, 0, 0, -1, 0, 0));
  PL_TRY(add_plane(world, 0, 0, -wall, 0, 0, 1));
  PL_TRY(add_plane(world, 0, 0, wall, 0, 0, -1));
  /* nine to a layer; the second lies 14 mm in the first, the fourth 0.04 mm */
  for (int k = 0; k < (int)scene->number; k++) {
    int layer = k / 9, place = k % 9, column = place % 3, line = place / 3;
    placed where = {.at = {0.55 * (column - 1) + 0.02 * layer, 0.3 + 0.55 * layer, 0.55 * (line - 1)}, .turn = 0.3 * k};
    if (k == 1) where.at[0] = -0.55 + 0.4 - 0.014, where.turn = 0;
    if (k == 3) where.at[2] = -0.55 + 0.4 - 0.00004, where.turn = 0;
    PL_TRY(add_shape(world, models[k % 4], 0.4, k == 0 || k % 3 == 1, 200 + 60 * k, &where));
  }
  return PL_OK;
}

pl_status accept_overlap(const accept_scene *scene, pl_world *world)
{
  PL_TRY(add_plane(world, 0, 0, 0, 0, 1, 0));
  PL_TRY(add_shape(world, scene->model, 0.5, false, 500, &(placed){.at = {0, 0.26, 0}}));
  return add_shape(world, scene->model, 0.5, false, 500, &(placed){.at = {0.5 - scene->number, 0.26, 0.02}});
}

pl_status accept_slabs(const accept_scene *scene, pl_world *world)
{
  enum { PAIRS = 20 };
  (void)scene;
  pl_mesh *slab = NULL;
  PL_TRY(pl_make_box((const uint32_t[3]){17, 2, 17}, 0.01, &slab)); /* 16 × 1 × 16 cm */
  pl_mesh_data rest = pl_mesh_view(slab);
  uint32_t held[2 * 2 * 17];
  size_t count = 0;
  for (uint32_t i = 0; i < rest.vertex_count; i++)
    if (fabs(fabs(rest.positions[3 * (size_t)i]) - 0.08) < 1e-9) held[count++] = i;
  pl_pin_def pin = pl_default_pin_def();
  pin.particles = held;
  pin.count = count;
  pl_status status = PL_OK;
  for (int k = 0; k < PAIRS && status == PL_OK; k++) {
    double diameter = 0.02 + 0.02 * (k % 4), speed = 10 + 50.0 * k / (PAIRS - 1), beside = 0.5 * k;
    pl_mesh *ball = NULL;
    status = pl_make_icosphere(0.5 * diameter, 3, &ball);
    pl_body_def def = touching(PL_MODEL_SURFACE, slab);
    def.pins = &pin;
    def.pin_count = 1;
    if (status == PL_OK) status = add_body(world, &def, &(placed){.at = {beside, 0, 0}});
    def = touching(PL_MODEL_SURFACE, ball);
    placed thrown = {.at = {beside + 0.003 * (k % 5), 0.1 + 0.013 * k, 0.002 * (k % 7)}, .velocity = {0, -speed, 0}};
    if (status == PL_OK) status = add_body(world, &def, &thrown);
    pl_mesh_destroy(ball);
  }
  pl_mesh_destroy(slab);
  return status;
}

pl_status accept_hit(const accept_scene *scene, pl_world *world)
{
  PL_TRY(add_plane(world, 0, 0, 0, 0, 1, 0));
  return add_shape(world, scene->model, 0.5, false, 500,
                   &(placed){.at = {0, 1.63, 0}, .velocity = {0, -scene->number, 0}});
}
