/* SPDX-License-Identifier: MIT
   Bodies: made from definitions, asked for their state. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/floats.h"
#include "base/limits.h"
#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"
#include "mesh/core/topology.h"
#include "mesh/measure/measure.h"
#include "world/bodies/magnitudes.h"
#include "world/bodies/skin.h"
#include "world/world.h"

pl_body_def pl_default_body_def(pl_model_kind model)
{
  pl_body_def def = {.mark = PL_MARK_BODY,
                     .model = model,
                     .density = 1000,
                     .contact = {.bodies = true, .friction = 0.5, .rolling_friction = 0.05},
                     .sleep = true,
                     .volume = pl_default_volume_def(),
                     .inelastic = pl_default_inelastic_def(),
                     .fracture = pl_default_fracture_def(),
                     .heat = pl_default_heat_def()};
  pl_models_fill_defaults(&def);
  return def;
}

/* ---- creation ---- */

static pl_status check_array(const char *name, const double *values, size_t count, bool positive)
{
  for (size_t k = 0; values && k < count; k++)
    if (!isfinite(values[k]) || (positive && !(values[k] > 0)))
      return pl_fail(PL_ERROR_ARGUMENT, "%s[%zu] must be %s, got %g", name, k,
                     positive ? "positive and finite" : "finite", values[k]);
  return PL_OK;
}

static pl_status check_contact(const pl_contact_def *def)
{
  if (!(def->friction >= 0 && isfinite(def->friction)))
    return pl_fail(PL_ERROR_ARGUMENT, "contact.friction must be zero or positive, got %g", def->friction);
  if (!(def->rolling_friction >= 0 && isfinite(def->rolling_friction)))
    return pl_fail(PL_ERROR_ARGUMENT, "contact.rolling_friction must be zero or positive, got %g",
                   def->rolling_friction);
  if (!(def->restitution >= 0 && def->restitution <= 1))
    return pl_fail(PL_ERROR_ARGUMENT, "contact.restitution must be in [0, 1], got %g", def->restitution);
  if (!(def->skin >= 0 && isfinite(def->skin)))
    return pl_fail(PL_ERROR_ARGUMENT, "contact.skin must be zero or positive, in m, got %g", def->skin);
  if (def->group > 31) return pl_fail(PL_ERROR_ARGUMENT, "contact.group must be from 0 to 31, got %u", def->group);
  return PL_OK;
}

static pl_status check_def(const pl_world *world, const pl_body_def *def)
{
  if (!def) return pl_fail(PL_ERROR_ARGUMENT, "pl_body_create: the definition is NULL");
  if (def->mark != PL_MARK_BODY)
    return pl_fail(PL_ERROR_ARGUMENT,
                   "pl_body_create: start from pl_default_body_def(); this definition was not made by it");
  if (!pl_model_find(def->model)) return pl_fail(PL_ERROR_ARGUMENT, "there is no model %d", (int)def->model);
  if (!def->mesh) return pl_fail(PL_ERROR_ARGUMENT, "the body has no mesh");
  if (def->name && pl_world_body(world, def->name))
    return pl_fail(PL_ERROR_ARGUMENT, "the world already has a body of this name");
  if (!(def->drag >= 0 && isfinite(def->drag)))
    return pl_fail(PL_ERROR_ARGUMENT, "drag must be zero or positive, in 1/s, got %g", def->drag);
  if (!(def->density > 0 && isfinite(def->density)))
    return pl_fail(PL_ERROR_ARGUMENT, "density must be positive, in kg/m^3, got %g", def->density);
  if (!(def->thickness >= 0 && isfinite(def->thickness)))
    return pl_fail(PL_ERROR_ARGUMENT, "thickness must be positive, in m, got %g", def->thickness);
  size_t n = pl_mesh_view(def->mesh).vertex_count;
  if (def->pin_count && !def->pins)
    return pl_fail(PL_ERROR_ARGUMENT, "pins is NULL but pin_count is %zu", def->pin_count);
  PL_TRY(check_contact(&def->contact));
  PL_TRY(check_array("masses", def->masses, n, true));
  PL_TRY(check_array("stiffness", def->stiffness, n, true));
  PL_TRY(check_array("positions", def->positions, 3 * n, false));
  PL_TRY(check_array("velocities", def->velocities, 3 * n, false));
  PL_TRY(pl_volume_check(&def->volume));
  PL_TRY(pl_inelastic_check(&def->inelastic));
  PL_TRY(pl_fracture_check(&def->fracture));
  PL_TRY(pl_body_check_cuts(def));
  PL_TRY(pl_heat_check(&def->heat));
  PL_TRY(pl_planar_check(&def->planar));
  PL_TRY(pl_model_find(def->model)->check(def));
  return pl_magnitudes_of_body(def);
}

/* The caller's mesh, with the edges of its triangles where it has none, and with volumes where they can be known. */
static pl_status complete_rest(pl_body *body, const pl_body_def *def)
{
  pl_mesh_data data = pl_mesh_view(def->mesh);
  uint32_t *edges = NULL;
  double *volumes = NULL;
  pl_status status = PL_OK;
  if (data.edge_count == 0 && data.triangle_count > 0) {
    status =
        pl_mesh_edges_from_triangles(data.triangles, data.triangle_count, data.vertex_count, &edges, &data.edge_count);
    data.edges = edges;
    data.edge_shares = NULL;
  }
  if (status == PL_OK && !data.vertex_volumes) {
    volumes = PL_NEW(double, data.vertex_count);
    pl_status (*measure)(const pl_mesh_data *, double, double *) =
        body->model->volumes ? body->model->volumes : pl_mesh_vertex_volumes;
    status = volumes ? measure(&data, def->thickness, volumes) : PL_ERROR_MEMORY;
    if (status == PL_OK) data.vertex_volumes = volumes;
    if (status != PL_OK && status != PL_ERROR_MEMORY && def->masses) status = PL_OK; /* then they are not needed */
  }
  if (status == PL_OK) status = pl_mesh_create(&data, &body->rest);
  pl_release(edges);
  pl_release(volumes);
  return status;
}

static pl_status allocate(pl_body *body)
{
  size_t n = body->count;
  body->mass = PL_NEW(double, n);
  body->order = PL_NEW(uint32_t, n);
  body->place = PL_NEW(uint32_t, n);
  body->start_x = PL_NEW(double, 3 * n);
  body->start_v = PL_NEW(double, 3 * n);
  body->touchable = PL_NEW(uint32_t, n);
  body->fixed = PL_NEW(uint32_t, n);
  body->fixed_velocity = PL_NEW(double, 3 * n);
  body->holds = PL_NEW(pl_hold, PL_MOST_HELD);
  body->published_x = PL_NEW(double, 3 * n);
  body->published_v = PL_NEW(double, 3 * n);
  bool all = body->mass && body->order && body->place && body->start_x && body->start_v && body->touchable &&
             body->fixed && body->fixed_velocity && body->holds && body->published_x && body->published_v;
  return all ? PL_OK : PL_ERROR_MEMORY;
}

static void set_masses(pl_body *body, const pl_body_def *def)
{
  pl_mesh_data rest = pl_mesh_view(body->rest);
  for (size_t i = 0; i < body->count; i++)
    body->mass[i] = def->masses ? def->masses[i] : def->density * rest.vertex_volumes[i];
}

static double diagonal(const double *x, size_t count)
{
  double low[3], high[3];
  pl_vec3_copy(x, low);
  pl_vec3_copy(x, high);
  for (size_t i = 0; i < count; i++)
    for (size_t c = 0; c < 3; c++) {
      low[c] = fmin(low[c], x[3 * i + c]);
      high[c] = fmax(high[c], x[3 * i + c]);
    }
  return pl_vec3_distance(low, high);
}

static pl_status measure_rest(pl_body *body)
{
  pl_mesh_data rest = pl_mesh_view(body->rest);
  body->size = diagonal(rest.positions, rest.vertex_count);
  bool closed = false;
  PL_TRY(pl_mesh_is_curve(&rest, &body->is_curve));
  if (rest.triangle_count) PL_TRY(pl_mesh_is_closed(&rest, &closed));
  if (closed) body->rest_volume = pl_mesh_volume(rest.positions, rest.triangles, rest.triangle_count);
  return PL_OK;
}

/* The model chooses the storage order of its particles. */
static pl_status create_model(pl_body *body, const pl_body_def *def)
{
  pl_mesh_data rest = pl_mesh_view(body->rest);
  uint8_t *fixed = PL_NEW(uint8_t, body->count);
  if (!fixed) return PL_ERROR_MEMORY;
  for (size_t p = 0; p < def->pin_count; p++)
    for (size_t k = 0; k < def->pins[p].count; k++) fixed[def->pins[p].particles[k]] = 1;
  pl_model_setup setup = {def, rest, body->mass, fixed};
  body->view.traits = body->model->traits;
  pl_status status = body->model->create(&setup, &body->view.data, body->order);
  pl_release(fixed);
  if (status != PL_OK) return status;
  for (size_t i = 0; i < body->count; i++) {
    size_t from = body->order[i];
    body->place[from] = (uint32_t)i;
    memcpy(body->start_x + 3 * i, (def->positions ? def->positions : rest.positions) + 3 * from, 3 * sizeof(double));
    if (def->velocities) memcpy(body->start_v + 3 * i, def->velocities + 3 * from, 3 * sizeof(double));
  }
  return PL_OK;
}

/* What is kept free around the surface: as said, or half the thickness of what is open, or what a mesh as coarse is
   good for: flat faces leave more than that free where they bend over each other, and thinner skins need more
   looking. */
static double skin_of(const pl_body *body, const pl_body_def *def)
{
  static const double part_of_edge = 0.06, least_of_size = 1e-3, most_of_size = 3e-3;
  if (def->contact.skin > 0) return def->contact.skin;
  if (body->rest_volume == 0 && def->thickness > 0) return 0.5 * def->thickness;
  return fmin(fmax(part_of_edge * body->surface.mean_edge, least_of_size * body->size), most_of_size * body->size);
}

static pl_status find_surface(pl_body *body, const pl_body_def *def)
{
  pl_mesh_data rest = pl_mesh_view(body->rest);
  PL_TRY(pl_contact_surface_build(&rest, body->order, body->place, &body->surface));
  body->surface.skin = skin_of(body, def);
  const double most_sizes = 10; /* with more, everything is near everything, and a step takes minutes */
  if (body->size > 0 && body->surface.skin > most_sizes * body->size)
    return pl_fail(PL_ERROR_ARGUMENT,
                   "%s keeps %g m free around the body, more than %g times its size of %g m; is it in other units?",
                   def->contact.skin > 0 ? "contact.skin" : "thickness", body->surface.skin, most_sizes, body->size);
  return PL_OK;
}

/* Vertices of the surface first. Then all others of a body that has none, and of one that may break: its inside meets
   obstacles when it comes to light. */
static pl_status find_touchable(pl_body *body)
{
  const pl_contact_surface *surface = &body->surface;
  uint8_t *used = PL_NEW(uint8_t, body->count);
  if (!used) return PL_ERROR_MEMORY;
  for (size_t k = 0; k < surface->vertex_count; k++) {
    used[surface->vertices[k]] = 1;
    body->touchable[body->touchable_count++] = surface->vertices[k];
  }
  bool all = pl_mesh_view(body->rest).triangle_count == 0 || body->view.links;
  for (size_t i = 0; all && i < body->count; i++)
    if (!used[i]) body->touchable[body->touchable_count++] = (uint32_t)i;
  pl_release(used);
  return PL_OK;
}

static pl_status name_body(pl_body *body, const char *name)
{
  char numbered[32];
  uint32_t number = body->world->next_serial; /* the caller may have used such a name */
  do snprintf(numbered, sizeof numbered, "body %u", number++);
  while (pl_world_body(body->world, numbered));
  if (!name) name = numbered;
  body->name = PL_NEW(char, strlen(name) + 1);
  if (!body->name) return PL_ERROR_MEMORY;
  memcpy(body->name, name, strlen(name) + 1);
  return PL_OK;
}

static pl_status build(pl_body *body, const pl_body_def *def)
{
  PL_TRY(name_body(body, def->name));
  PL_TRY(complete_rest(body, def));
  body->count = pl_mesh_view(body->rest).vertex_count;
  PL_TRY(allocate(body));
  set_masses(body, def);
  PL_TRY(measure_rest(body));
  for (size_t p = 0; p < def->pin_count; p++) PL_TRY(pl_pin_check(body, &def->pins[p]));
  PL_TRY(create_model(body, def));
  PL_TRY(pl_body_set_up_planar(body, &def->planar));
  PL_TRY(pl_body_set_up_volume(body, &def->volume));
  PL_TRY(pl_body_set_up_heat(body, &def->heat));
  PL_TRY(pl_body_set_up_matter(body, def));
  PL_TRY(find_surface(body, def));
  PL_TRY(find_touchable(body));
  return pl_body_add_pins(body, def->pins, def->pin_count);
}

pl_status pl_body_prepare(pl_body *body, unsigned changes)
{
  pl_model_context context = pl_world_context(body->world);
  pl_status status = body->model->prepare(&body->view, &body->def, changes, &context);
  if (status != PL_OK) return pl_fail_in(status, "body '%s': ", body->name);
  return pl_world_redeclare(body->world); /* a model may keep other state than before */
}

static pl_status join(pl_world *world, pl_body *body)
{
  PL_TRY(pl_grow((void **)&world->bodies, &world->body_capacity, world->body_count + 1, sizeof(pl_body *)));
  world->bodies[world->body_count++] = body;
  pl_status status = pl_world_rebuild(world);
  if (status == PL_OK) status = pl_body_prepare(body, PL_CHANGED_STEP | PL_CHANGED_MATERIAL | PL_CHANGED_FIXED);
  if (status == PL_OK) status = pl_body_make_skin(body);
  pl_model_context context = pl_world_context(world);
  if (status == PL_OK) status = body->model->reset(&body->view, &context);
  if (status == PL_OK && pl_world_obstacle_count(world)) status = body->model->reserve(&body->view);
  if (status == PL_OK) status = pl_world_reserve_heat(world);
  if (status == PL_OK) status = pl_world_reserve_scratch(world);
  if (status == PL_OK) {
    body->serial = world->next_serial++;
    body->tangled_steps = 1;
    pl_body_identify(body);
    return PL_OK;
  }
  /* the blocks keep room for it until the next body comes */
  world->body_count--;
  while (world->registry.count && world->registry.entries[world->registry.count - 1].body == world->body_count)
    world->registry.count--;
  return status;
}

pl_status pl_body_create(pl_world *world, const pl_body_def *def, pl_body **out)
{
  PL_OWN_FLOATS;
  if (!world || !out) return pl_fail(PL_ERROR_ARGUMENT, "pl_body_create: %s is NULL", world ? "out" : "world");
  *out = NULL;
  pl_status status = check_def(world, def);
  pl_body *body = NULL;
  if (status == PL_OK) {
    body = PL_NEW(pl_body, 1);
    if (!body) return PL_ERROR_MEMORY;
    body->world = world;
    body->model = pl_model_find(def->model);
    body->def = pl_def_without_pointers(def);
    body->sleep.forbidden = !def->sleep;
    pl_body_forget_energy(body);
    status = build(body, def);
    if (status == PL_OK) status = join(world, body);
  }
  if (status != PL_OK) {
    pl_body_free(body);
    bool told = strncmp(pl_last_error(), "body '", 6) == 0;
    return def && def->mark == PL_MARK_BODY && def->name && !told ? pl_fail_in(status, "body '%s': ", def->name)
                                                                  : status;
  }
  *out = body;
  return PL_OK;
}

void pl_body_free(pl_body *body)
{
  if (!body) return;
  if (body->model) body->model->destroy(body->view.data);
  for (size_t p = 0; p < body->pin_count; p++) pl_pin_free(&body->pins[p]);
  pl_contact_surface_free(&body->surface);
  pl_planar_free(body->planar);
  pl_skin_free(body->skin);
  pl_mesh_destroy(body->rest);
  pl_release(body->name);
  pl_release(body->mass);
  pl_release(body->order);
  pl_release(body->place);
  pl_release(body->start_x);
  pl_release(body->start_v);
  pl_release(body->touchable);
  pl_release(body->pins);
  pl_release(body->grabs);
  pl_release(body->fixed);
  pl_release(body->fixed_velocity);
  pl_release(body->holds);
  pl_release(body->basis);
  pl_detail_free(body->detail);
  pl_body_blobby_free(body->blobby);
  pl_volume_free(body->volume);
  pl_matter_free(body->matter);
  pl_heat_free(body->heat);
  pl_release(body->published_x);
  pl_release(body->published_v);
  pl_release(body->published_temperature);
  pl_release(body);
}

void pl_body_place_in_blocks(pl_body *body)
{
  const pl_blocks *blocks = &body->world->blocks;
  body->view.name = body->name;
  body->view.count = body->count;
  body->view.x = blocks->x + 3 * body->first;
  body->view.v = blocks->v + 3 * body->first;
  body->view.mass = blocks->mass + body->first;
  body->view.drag = body->def.drag;
  body->view.force = blocks->force + 3 * body->first;
  body->view.fixed = body->fixed;
  body->view.fixed_velocity = body->fixed_velocity;
  body->view.holds = body->holds;
  body->view.origin = body->start_x;
  for (size_t i = 0; i < body->count; i++) blocks->mass[body->first + i] = body->mass[body->order[i]];
}

/* ---- questions: of nothing, the answer is nothing ---- */

const char *pl_body_name(const pl_body *body) { return body ? body->name : ""; }
size_t pl_body_particle_count(const pl_body *body) { return body ? body->count : 0; }
pl_mesh_data pl_body_rest(const pl_body *body) { return body ? pl_mesh_view(body->rest) : (pl_mesh_data){0}; }
double pl_body_thickness(const pl_body *body) { return body ? body->def.thickness : 0; }
const double *pl_body_masses(const pl_body *body) { return body ? body->mass : NULL; }

void pl_body_describe(const pl_body *body, char *text, size_t size)
{
  PL_OWN_FLOATS;
  if (!text || !size) return;
  text[0] = 0;
  if (body) body->model->describe(&body->view, text, size);
}

size_t pl_body_limits(const pl_body *body, char *text, size_t size)
{
  char own[1024] = "";
  if (body && body->model->limits) body->model->limits(&body->view, own, sizeof own);
  size_t lines = 0;
  for (const char *c = own; *c; c++) lines += *c == '\n';
  if (text && size) snprintf(text, size, "%s", own);
  return lines;
}

/* The published copy is a cache: making it anew changes nothing that a caller of a const function can observe. */
static const double *publish(const pl_body *body, const double *from, double *to, uint64_t *made_at)
{
  if (*made_at != body->world->revision) {
    for (size_t i = 0; i < body->count; i++) memcpy(to + 3 * (size_t)body->order[i], from + 3 * i, 3 * sizeof(double));
    *made_at = body->world->revision;
  }
  return to;
}

const double *pl_body_positions(const pl_body *body)
{
  if (!body) return NULL;
  return publish(body, body->view.x, body->published_x, &((pl_body *)body)->published_at[0]);
}

const double *pl_body_velocities(const pl_body *body)
{
  if (!body) return NULL;
  return publish(body, body->view.v, body->published_v, &((pl_body *)body)->published_at[1]);
}

/* Energies and momenta of the particles themselves. */
static void measure_particles(const pl_body *body, const double gravity[3], pl_body_signals *out)
{
  const pl_model_body *view = &body->view;
  for (size_t i = 0; i < body->count; i++) {
    const double *x = view->x + 3 * i, *v = view->v + 3 * i;
    double momentum[3], moment[3];
    pl_vec3_scale(v, view->mass[i], momentum);
    pl_vec3_cross(x, momentum, moment);
    out->kinetic += 0.5 * pl_vec3_dot(momentum, v);
    out->gravitational -= view->mass[i] * pl_vec3_dot(gravity, x);
    pl_vec3_add(out->momentum, momentum, out->momentum);
    pl_vec3_add(out->angular_momentum, moment, out->angular_momentum);
  }
}

pl_status pl_body_measure(const pl_body *body, pl_body_signals *out)
{
  PL_OWN_FLOATS;
  if (!body || !out) return pl_fail(PL_ERROR_ARGUMENT, "pl_body_measure: %s is NULL", body ? "out" : "body");
  *out = (pl_body_signals){.rest_volume = body->rest_volume};
  const pl_model_body *view = &body->view;
  double gravity[3];
  pl_world_gravity(body->world, gravity);
  if (body->model->measure)
    PL_TRY(body->model->measure(view, gravity, out));
  else
    measure_particles(body, gravity, out);
  pl_body_measure_volume(body, out);
  pl_body_measure_contact(body, out);
  out->asleep = pl_body_is_asleep(body);
  pl_model_context context = pl_world_context(body->world);
  return body->model->energy(view, view->x, &context, &out->elastic, NULL);
}

/* ---- changes ---- */

static pl_status queue_vectors(pl_body *body, pl_change kind, pl_quantity quantity, const char *name,
                               const double *values)
{
  if (!body || !values) return pl_fail(PL_ERROR_ARGUMENT, "%s: a pointer is NULL", name);
  PL_TRY(pl_limit_check_all(quantity, name, values, 3 * body->count));
  pl_bytes payload = {0};
  pl_bytes_put(&payload, values, 3 * body->count * sizeof(double));
  return pl_change_queue(body->world, kind, body, &payload);
}

pl_status pl_body_set_positions(pl_body *body, const double *positions)
{
  PL_OWN_FLOATS;
  return queue_vectors(body, PL_CHANGE_BODY_POSITIONS, PL_QUANTITY_LENGTH, "positions", positions);
}

pl_status pl_body_set_velocities(pl_body *body, const double *velocities)
{
  PL_OWN_FLOATS;
  return queue_vectors(body, PL_CHANGE_BODY_VELOCITIES, PL_QUANTITY_SPEED, "velocities", velocities);
}

pl_status pl_body_reset(pl_body *body)
{
  PL_OWN_FLOATS;
  if (!body) return pl_fail(PL_ERROR_ARGUMENT, "pl_body_reset: body is NULL");
  return pl_change_queue(body->world, PL_CHANGE_BODY_RESET, body, &(pl_bytes){0});
}

pl_status pl_body_remove(pl_body *body)
{
  PL_OWN_FLOATS;
  if (!body) return pl_fail(PL_ERROR_ARGUMENT, "pl_body_remove: body is NULL");
  return pl_change_queue(body->world, PL_CHANGE_BODY_REMOVE, body, &(pl_bytes){0});
}

pl_status pl_body_apply_force(pl_body *body, const uint32_t *particles, size_t count, const double force[3])
{
  PL_OWN_FLOATS;
  if (!body || (count && !particles) || !force)
    return pl_fail(PL_ERROR_ARGUMENT, "pl_body_apply_force: a pointer is NULL");
  PL_TRY(pl_limit_check_all(PL_QUANTITY_FORCE, "force", force, 3));
  for (size_t k = 0; k < count; k++)
    if (particles[k] >= body->count)
      return pl_fail(PL_ERROR_ARGUMENT, "pl_body_apply_force: particle %u does not exist; body '%s' has %zu",
                     particles[k], body->name, body->count);
  pl_bytes payload = {0};
  pl_bytes_put(&payload, force, 3 * sizeof(double));
  pl_size_put(&payload, count);
  pl_bytes_put(&payload, particles, count * sizeof(uint32_t));
  return pl_change_queue(body->world, PL_CHANGE_BODY_FORCE, body, &payload);
}
