/* SPDX-License-Identifier: MIT
   The rest shape of a body: from a file, a generator or arrays, then scaled, turned and shifted. */
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "mesh/core/grid.h"
#include "pliant/io_mesh.h"
#include "scene/body/place.h"
#include "scene/read/data.h"

/* A value per element from an array that may be one number for all. */
pl_status pl_scene_spread(pl_scene *scene, const pl_scene_numbers *numbers, size_t count, const char *of,
                          const double **out)
{
  *out = NULL;
  if (!numbers->at) return PL_OK;
  if (numbers->constant) {
    double *values = PL_KEEP(scene, double, count);
    if (!values) return PL_ERROR_MEMORY;
    for (size_t i = 0; i < count; i++) values[i] = numbers->values[0];
    *out = values;
    return PL_OK;
  }
  if (numbers->count != count)
    return pl_scene_fail(scene, numbers->at, "must have %zu values, one per %s, but has %zu", count, of,
                         numbers->count);
  *out = numbers->values;
  return PL_OK;
}

static pl_status check_indices(const pl_scene *scene, const pl_scene_indices *indices, size_t vertex_count)
{
  for (size_t i = 0; i < indices->count; i++)
    if (indices->values[i] >= vertex_count)
      return pl_scene_fail(scene, indices->at, "has vertex %u, but there are only the vertices 0 to %zu",
                           indices->values[i], vertex_count - 1);
  return PL_OK;
}

static pl_status from_arrays(pl_scene *scene, const pl_scene_arrays *arrays, pl_mesh **out)
{
  size_t vertex_count = arrays->positions.count / 3;
  pl_mesh_data data = {.positions = arrays->positions.values,
                       .vertex_count = vertex_count,
                       .triangles = arrays->triangles.values,
                       .triangle_count = arrays->triangles.count / 3,
                       .edges = arrays->edges.values,
                       .edge_count = arrays->edges.count / 2};
  memcpy(data.grid.counts, arrays->grid, sizeof data.grid.counts);
  for (size_t d = 0; d < 3; d++) data.grid.closed[d] = arrays->closed[d] == 1;
  PL_TRY(check_indices(scene, &arrays->triangles, vertex_count));
  PL_TRY(check_indices(scene, &arrays->edges, vertex_count));
  PL_TRY(pl_scene_spread(scene, &arrays->vertex_volumes, vertex_count, "vertex", &data.vertex_volumes));
  PL_TRY(pl_scene_spread(scene, &arrays->edge_shares, data.edge_count, "edge", &data.edge_shares));
  PL_TRY(pl_scene_spread(scene, &arrays->edge_weights, 2 * data.edge_count, "end of an edge", &data.edge_weights));
  return pl_scene_wrap(scene, arrays->at, pl_mesh_create(&data, out));
}

static pl_status from_file(pl_scene *scene, const pl_scene_mesh *mesh, pl_mesh **out)
{
  const char *path = NULL;
  PL_TRY(pl_scene_path(scene, pl_json_member(mesh->at, "file"), mesh->file, &path));
  pl_mesh_notes notes = {{0}};
  PL_TRY(pl_scene_wrap(scene, pl_json_member(mesh->at, "file"), pl_mesh_load(path, out, &notes)));
  if (!notes.text[0]) return PL_OK;
  for (char *c = notes.text; *c; c++)
    if (*c == '\n') *c = c[1] ? ' ' : '\0';
  return pl_scene_warn(scene, pl_json_member(mesh->at, "file"), "%s", notes.text);
}

/* Generators by the name of their key. */
static pl_status make_sphere(const pl_scene_shape *s, pl_mesh **out) { return pl_make_sphere(s->radius, s->n, out); }
static pl_status make_icosphere(const pl_scene_shape *s, pl_mesh **out)
{
  return pl_make_icosphere(s->radius, s->cuts, out);
}
static pl_status make_torus(const pl_scene_shape *s, pl_mesh **out)
{
  return pl_make_torus(s->radius, s->tube, s->around, s->across, out);
}
static pl_status make_cylinder(const pl_scene_shape *s, pl_mesh **out)
{
  return pl_make_cylinder(s->radius, s->length, s->around, s->along, out);
}
static pl_status make_capsule(const pl_scene_shape *s, pl_mesh **out)
{
  return pl_make_capsule(s->radius, s->length, s->around, s->along, out);
}
static pl_status make_tube(const pl_scene_shape *s, pl_mesh **out)
{
  return pl_make_tube(s->outer, s->inner, s->length, s->around, s->along, out);
}
static pl_status make_box(const pl_scene_shape *s, pl_mesh **out) { return pl_make_box(s->counts, s->spacing, out); }
static pl_status make_sheet(const pl_scene_shape *s, pl_mesh **out)
{
  return pl_make_sheet(s->width, s->depth, s->nx, s->nz, out);
}
static pl_status make_curve(const pl_scene_shape *s, pl_mesh **out)
{
  return pl_make_curve(s->points.values, (uint32_t)(s->points.count / 3), s->closed, out);
}
static pl_status make_line(const pl_scene_shape *s, pl_mesh **out)
{
  return pl_make_line(s->from, s->to, s->count, out);
}
static pl_status make_helix(const pl_scene_shape *s, pl_mesh **out)
{
  return pl_make_helix(s->radius, s->pitch, s->turns, s->count, out);
}

static pl_status make_plant(const pl_scene_shape *s, pl_mesh **out)
{
  return pl_make_plant(s->height, s->leaves, s->along, s->rows, out);
}

static pl_status make_character(const pl_scene_shape *s, pl_mesh **out)
{
  return pl_make_character((pl_character)s->which, s->height, s->vertices, out);
}

/* Rows of an image, or of as many numbers as were said. */
static pl_status field_size(const pl_scene_shape *s, uint32_t size[2])
{
  size[0] = s->nx ? s->nx : s->points.width;
  if (size[0] == 0) return pl_fail(PL_ERROR_ARGUMENT, "%s: numbers need nx, how many are in a row", s->at->key);
  if (s->points.constant || s->points.count % size[0] != 0 || (s->points.width && s->points.width != size[0]))
    return pl_fail(PL_ERROR_ARGUMENT, "%s: has %zu numbers, which are not rows of %u", s->at->key, s->points.count,
                   size[0]);
  size[1] = (uint32_t)(s->points.count / size[0]);
  return PL_OK;
}

static pl_status make_height_field(const pl_scene_shape *s, pl_mesh **out)
{
  uint32_t size[2];
  PL_TRY(field_size(s, size));
  return pl_make_height_field(s->width, s->depth, size[0], size[1], s->points.values, out);
}

static pl_status make_range_field(const pl_scene_shape *s, pl_mesh **out)
{
  uint32_t size[2];
  PL_TRY(field_size(s, size));
  return pl_make_range_field(s->height, size[0], size[1], s->points.values, out);
}

static pl_status from_shape(const pl_scene_shape *shape, pl_mesh **out)
{
  static const struct {
    const char *name;
    pl_status (*make)(const pl_scene_shape *shape, pl_mesh **out);
  } makers[] = {{"sphere", make_sphere},
                {"icosphere", make_icosphere},
                {"torus", make_torus},
                {"cylinder", make_cylinder},
                {"capsule", make_capsule},
                {"tube", make_tube},
                {"box", make_box},
                {"sheet", make_sheet},
                {"curve", make_curve},
                {"line", make_line},
                {"helix", make_helix},
                {"plant", make_plant},
                {"height_field", make_height_field},
                {"range_field", make_range_field},
                {"character", make_character}};
  for (size_t i = 0; i < sizeof makers / sizeof *makers; i++)
    if (strcmp(makers[i].name, shape->at->key) == 0) return makers[i].make(shape, out);
  return pl_fail(PL_ERROR_UNSUPPORTED, "there is no generator \"%s\"", shape->at->key);
}

/* A slip of a zero should not fill the memory. A shape's unused counts are 0. */
static pl_status check_size(pl_scene *scene, const pl_scene_mesh *mesh)
{
  const double limit = 2e7;
  const pl_scene_shape *s = &mesh->shape;
  const uint32_t *counts = mesh->lattice.def.counts;
  double n = s->n, cuts = s->cuts, around = s->around, nx = s->nx, width = s->counts[0], depth = s->counts[2];
  double count = mesh->lattice.at
                     ? (double)counts[0] * counts[1] * counts[2]
                     : n * n + 10 * cuts * cuts + around * (around + s->across + s->along) + nx * s->nz + s->count +
                           (double)s->points.count + 2 * (width * depth + (width + depth) * s->counts[1]);
  if (count <= limit) return PL_OK;
  return pl_scene_fail(scene, mesh->lattice.at ? mesh->lattice.at : s->at,
                       "would have about %.3g vertices; the most is %.0e", count, limit);
}

static pl_status make(pl_scene *scene, const pl_scene_mesh *mesh, pl_mesh **out)
{
  if (mesh->file) return from_file(scene, mesh, out);
  PL_TRY(check_size(scene, mesh));
  if (mesh->arrays.at) return from_arrays(scene, &mesh->arrays, out);
  if (mesh->lattice.at) return pl_scene_wrap(scene, mesh->lattice.at, pl_make_lattice(&mesh->lattice.def, out));
  return pl_scene_wrap(scene, mesh->shape.at, from_shape(&mesh->shape, out));
}

/* A copy of the mesh with its points moved and its volumes scaled. */
static pl_status moved(const pl_scene_mesh *mesh, pl_mesh_data data, pl_mesh **out)
{
  double *positions = PL_NEW(double, 3 * data.vertex_count);
  double *volumes = positions && data.vertex_volumes ? PL_NEW(double, data.vertex_count) : NULL;
  pl_status status = !positions || (data.vertex_volumes && !volumes) ? PL_ERROR_MEMORY : PL_OK;
  if (status == PL_OK) {
    for (size_t i = 0; i < 3 * data.vertex_count; i++) positions[i] = data.positions[i] * mesh->scale[i % 3];
    pl_solver_slot_points(positions, data.vertex_count, mesh->rotate, (double[3]){0, 0, 0}, mesh->translate);
    double factor = mesh->scale[0] * mesh->scale[1] * mesh->scale[2];
    for (size_t i = 0; volumes && i < data.vertex_count; i++) volumes[i] = data.vertex_volumes[i] * factor;
    data.positions = positions;
    data.vertex_volumes = volumes;
    status = pl_mesh_create(&data, out);
  }
  pl_release(volumes);
  pl_release(positions);
  return status;
}

/* Replaces *mesh by the links of its grid. */
static pl_status knot_net(pl_scene *scene, const pl_scene_mesh *wanted, pl_mesh **mesh)
{
  if (!wanted->net) return PL_OK;
  pl_mesh_data data = pl_mesh_view(*mesh);
  if (pl_grid_dimension(&data.grid) != 2)
    return pl_scene_fail_key(scene, pl_json_member(wanted->at, "net"), "wants a sheet with a grid; this mesh has none");
  uint32_t *edges = PL_NEW(uint32_t, 4 * (size_t)data.grid.counts[0] * data.grid.counts[1]);
  if (!edges) return PL_ERROR_MEMORY;
  size_t count = 0;
  for (int64_t i = 0; i < data.grid.counts[0]; i++)
    for (int64_t j = 0; j < data.grid.counts[1]; j++)
      for (int64_t d = 0; d < 2; d++) {
        uint32_t *ends = edges + 2 * count;
        count += pl_grid_vertex(&data.grid, i, j, 0, &ends[0]) &&
                 pl_grid_vertex(&data.grid, i + (d == 0), j + (d == 1), 0, &ends[1]) && ends[0] != ends[1];
      }
  data.triangles = NULL;
  data.triangle_count = 0;
  data.edges = edges;
  data.edge_count = count;
  data.edge_shares = data.edge_weights = NULL;
  pl_mesh *net = NULL;
  pl_status status = pl_mesh_create(&data, &net);
  pl_release(edges);
  if (status != PL_OK) return status;
  pl_mesh_destroy(*mesh);
  *mesh = net;
  return PL_OK;
}

/* Replaces *mesh by a repaired copy and warns of what was done. */
static pl_status repair(pl_scene *scene, const pl_scene_repair *wanted, pl_mesh **mesh)
{
  if (!wanted->at) return PL_OK;
  pl_mesh *mended = NULL;
  pl_repair_report report;
  PL_TRY(pl_scene_wrap(scene, wanted->at, pl_mesh_repair(*mesh, &wanted->options, &mended, NULL, &report)));
  pl_mesh_destroy(*mesh);
  *mesh = mended;
  if (report.welded + report.degenerate + report.duplicate + report.turned + report.unused == 0) return PL_OK;
  return pl_scene_warn(
      scene, wanted->at,
      "joined %zu vertices, dropped %zu and %zu triangles (degenerate, double), turned %zu, dropped %zu unused "
      "vertices%s",
      report.welded, report.degenerate, report.duplicate, report.turned, report.unused,
      report.order_kept ? "" : "; vertices have new indices");
}

/* Replaces *mesh by the graph that fills it and warns of what was not as it should be. */
static pl_status fill(pl_scene *scene, const pl_scene_fill *wanted, pl_mesh **mesh)
{
  if (!wanted->at) return PL_OK;
  pl_volume_graph_def def = pl_default_volume_graph_def();
  def.surface = *mesh;
  def.nodes = wanted->nodes;
  def.spacing = wanted->spacing;
  def.weights = wanted->weights;
  pl_mesh *filled = NULL;
  pl_volume_graph_report report;
  PL_TRY(pl_scene_wrap(scene, wanted->at, pl_make_volume_graph(&def, &filled, &report)));
  pl_mesh_destroy(*mesh);
  *mesh = filled;
  if (report.hole_count + report.crowded_edges + report.turned + report.degenerate == 0 && !report.shell_left_out)
    return PL_OK;
  return pl_scene_warn(
      scene, wanted->at,
      "filled a surface with %zu holes, %zu edges of more than two triangles, %zu degenerate triangles; turned %zu "
      "outwards%s: `pliant mesh info` says more",
      report.hole_count, report.crowded_edges, report.degenerate, report.turned,
      report.shell_left_out ? "; there was no room for a shell" : "");
}

static pl_status build(pl_scene *scene, const pl_scene_mesh *mesh, pl_mesh **out)
{
  pl_mesh *made = NULL;
  PL_TRY(make(scene, mesh, &made));
  pl_status status = repair(scene, &mesh->repair, &made);
  if (status == PL_OK) status = pl_scene_wrap(scene, mesh->at, moved(mesh, pl_mesh_view(made), out));
  if (status == PL_OK) status = knot_net(scene, mesh, out);
  if (status == PL_OK) status = fill(scene, &mesh->fill, out);
  pl_mesh_destroy(made);
  return status;
}

/* Made by the same generator from the same numbers. */
static bool is_same(const pl_scene_mesh *a, const pl_scene_mesh *b)
{
  if (!a->shape.at || !b->shape.at || strcmp(a->shape.at->key, b->shape.at->key) != 0) return false;
  if (a->shape.points.at || a->repair.at || b->repair.at || a->fill.at || b->fill.at || a->net != b->net) return false;
  pl_scene_shape one = a->shape, other = b->shape;
  one.at = other.at = NULL;
  one.points = other.points = (pl_scene_numbers){0};
  return memcmp(&one, &other, sizeof one) == 0 && memcmp(a->scale, b->scale, sizeof a->scale) == 0 &&
         memcmp(a->rotate, b->rotate, sizeof a->rotate) == 0 &&
         memcmp(a->translate, b->translate, sizeof a->translate) == 0;
}

/* Twenty ducks of one kind are made once: characters take a second each. */
pl_status pl_scene_build_mesh(pl_scene *scene, pl_scene_body *body)
{
  const pl_scene_body *bodies = scene->data.bodies.items;
  for (const pl_scene_body *before = bodies; before < body; before++) {
    if (!is_same(&before->mesh, &body->mesh)) continue;
    pl_mesh_data data = pl_mesh_view(before->built);
    return pl_mesh_create(&data, &body->built);
  }
  return build(scene, &body->mesh, &body->built);
}

/* A rock that lies about many times is made once, too. */
pl_status pl_scene_build_obstacle(pl_scene *scene, pl_scene_obstacle *obstacle)
{
  const pl_scene_obstacle *obstacles = scene->data.obstacles.items;
  for (const pl_scene_obstacle *before = obstacles; before < obstacle; before++) {
    if (!before->built || !is_same(&before->mesh, &obstacle->mesh)) continue;
    pl_mesh_data data = pl_mesh_view(before->built);
    return pl_mesh_create(&data, &obstacle->built);
  }
  return build(scene, &obstacle->mesh, &obstacle->built);
}

/* A cage, like a fine mesh, goes through the motions of the mesh that it goes round. */
pl_status pl_scene_build_cage(pl_scene *scene, pl_scene_body *body)
{
  pl_scene_mesh *given = &body->model.cage.mesh;
  if (!given->at) return PL_OK;
  pl_mesh *made = NULL;
  PL_TRY(build(scene, given, &made));
  pl_status status = moved(&body->mesh, pl_mesh_view(made), &body->built_cage);
  pl_mesh_destroy(made);
  return pl_scene_wrap(scene, given->at, status);
}

/* A fine mesh usually comes from where the coarse one came from: it goes through the same motions. */
pl_status pl_scene_build_detail(pl_scene *scene, pl_scene_body *body)
{
  if (!body->detail.at) return PL_OK;
  if (body->detail.fill.at)
    return pl_scene_fail_key(scene, body->detail.fill.at, "has no use here: of a detail only the surface is seen");
  pl_mesh *made = NULL;
  PL_TRY(build(scene, &body->detail, &made));
  pl_status status = moved(&body->mesh, pl_mesh_view(made), &body->built_detail);
  pl_mesh_destroy(made);
  return pl_scene_wrap(scene, body->detail.at, status);
}
