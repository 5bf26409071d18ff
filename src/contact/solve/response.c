/* SPDX-License-Identifier: MIT
   After the free motion contacts become constraint rows and attachments equality rows; islands are solved with a warm
   start, and the impulses are applied by the models. Then contacts are queried again, since impulses move coupled
   particles that no row acts on. */
#include "contact/solve/response.h"

#include <math.h>
#include <string.h>

#include "base/status.h"
#include "base/timer.h"
#include "contact/broad/swept_volumes.h"
#include "contact/report/report.h"
#include "contact/solve/solver.h"
#include "math/vec3.h"

enum { MOST_PASSES = 4, MOST_PASSES_THROUGH = 12 /* while surfaces pass through each other */ };

/* ---- slots and compliance ---- */

static pl_status start_equalities(pl_contact_solver *s)
{
  const pl_attached_list *attached = &s->setup->attached;
  s->equalities = PL_TAKE(s->context->scratch, pl_equality, attached->count);
  s->held = PL_TAKE(s->context->scratch, pl_equality *, attached->count);
  if (!s->equalities || !s->held) return PL_ERROR_MEMORY;
  pl_equalities_start(attached, s->setup->bodies, s->context->h, s->equalities);
  return pl_attached_sort(attached, s->context, &s->attached);
}

static pl_status start_solver(pl_contact_solver *s)
{
  size_t count = s->setup->body_count, particles = 0;
  pl_arena *scratch = s->context->scratch;
  s->first = PL_TAKE(scratch, size_t, count);
  s->bodies = PL_TAKE(scratch, pl_coupled, count);
  s->has_new_particles = PL_TAKE(scratch, uint8_t, count);
  s->island = PL_TAKE(scratch, uint32_t, count);
  s->members = PL_TAKE(scratch, uint32_t, count);
  s->max_speed = PL_TAKE(scratch, double, count);
  s->moved_bodies = PL_TAKE(scratch, uint8_t, count);
  if (!s->max_speed || !s->moved_bodies || !s->first || !s->bodies || !s->has_new_particles || !s->island ||
      !s->members)
    return PL_ERROR_MEMORY;
  for (size_t b = 0; b < count; b++) {
    const pl_contact_body *body = &s->setup->bodies[b];
    s->first[b] = particles;
    s->bodies[b] = (pl_coupled){.model = body->model, .body = body->body};
    s->has_new_particles[b] = 0;
    particles += body->body->count;
  }
  s->slot = PL_TAKE(scratch, uint32_t, particles);
  if (!s->slot) return PL_ERROR_MEMORY;
  memset(s->slot, 0xff, particles * sizeof(uint32_t));
  return start_equalities(s);
}

static pl_status gather_body(const pl_contact_solver *s, size_t b)
{
  pl_coupled *coupled = &s->bodies[b];
  size_t n = coupled->body->count, count = 0;
  uint32_t *slot = s->slot + s->first[b];
  for (size_t i = 0; i < n; i++) count += slot[i] != PL_UNTOUCHED;
  uint32_t *particles = PL_TAKE(s->context->scratch, uint32_t, count);
  if (!particles) return PL_ERROR_MEMORY;
  coupled->count = 0;
  for (uint32_t i = 0; i < n; i++) {
    if (slot[i] == PL_UNTOUCHED) continue;
    slot[i] = (uint32_t)coupled->count;
    particles[coupled->count++] = i;
  }
  bool first = !coupled->particles;
  coupled->particles = particles;
  s->has_new_particles[b] = 0;
  if (first) PL_TRY(pl_angular_correction_start(coupled->model, coupled->body, s->context, &coupled->angular));
  return pl_coupled_gather(coupled, s->context);
}

/* Volume gradients of bodies in contact, at their present positions. */
static pl_status find_pressures(const pl_contact_solver *s)
{
  for (size_t b = 0; b < s->setup->body_count; b++)
    if (s->bodies[b].count && s->setup->bodies[b].volume)
      PL_TRY(pl_pressure_find(s->setup->bodies[b].volume, s->bodies[b].angular, s->context, &s->bodies[b].pressure));
  return PL_OK;
}

/* Relative volume error above which another pass is made: the volume is cubic in positions, a pass linearises it.
   Smaller tolerances of a body are used instead. */
static const double worth_a_pass = 5e-4;
enum { MOST_VOLUME_PASSES = 2 }; /* further passes; for smaller tolerances no limit but that of all passes */

/* Relative volume error of bodies that are not closed above which passes go on as while surfaces pass through each
   other: the volume of a thin body is a small difference of large terms, and it may turn inside out. */
static const double badly_off = 0.01;

typedef struct volumes {
  bool off, badly;
} volumes;

static pl_status check_volume(const pl_contact_solver *s, size_t b, int passes, volumes *v)
{
  const pl_volume_setup *volume = s->setup->bodies[b].volume;
  double tolerance = volume ? volume->def->tolerance : 0, error;
  if (!s->bodies[b].pressure || !s->bodies[b].pressure->used) return PL_OK;
  bool close = tolerance > 0 && tolerance < worth_a_pass;
  PL_TRY(pl_pressure_error(volume, s->context, &error));
  bool badly = error > badly_off && !s->setup->bodies[b].surface->closed;
  v->badly = v->badly || badly;
  v->off = v->off || badly || (error > (close ? tolerance : worth_a_pass) && (passes <= MOST_VOLUME_PASSES || close));
  return PL_OK;
}

/* passes: made so far */
static pl_status check_volumes(const pl_contact_solver *s, int passes, volumes *v)
{
  *v = (volumes){0};
  for (size_t b = 0; b < s->setup->body_count && !v->badly; b++) PL_TRY(check_volume(s, b, passes, v));
  return PL_OK;
}

bool pl_contact_kept_volume(const pl_contact_state *state, size_t body)
{
  const pl_pressure *pressure = state && state->done ? state->solver.bodies[body].pressure : NULL;
  return pressure && pressure->used;
}

static void note_particle(const pl_contact_solver *s, uint32_t body, uint32_t particle)
{
  uint32_t *slot = &s->slot[s->first[body] + particle];
  if (*slot != PL_UNTOUCHED) return;
  *slot = 0;
  s->has_new_particles[body] = 1;
}

pl_status pl_contact_gather(const pl_contact_solver *s, const pl_contacts *contacts)
{
  for (size_t k = 0; k < s->setup->attached.count; k++)
    for (uint32_t e = 0; e < s->equalities[k].particle_count; e++) {
      const pl_attached_particle *point = &s->setup->attached.items[k].particles[e];
      note_particle(s, point->body, point->particle);
    }
  for (size_t k = 0; k < contacts->count; k++) {
    const pl_contact *contact = &contacts->items[k];
    for (uint32_t e = 0; e < pl_contact_particle_count(contact); e++)
      note_particle(s, contact->owners[e], contact->particles[e]);
  }
  for (size_t b = 0; b < s->setup->body_count; b++)
    if (s->has_new_particles[b]) PL_TRY(gather_body(s, b));
  return PL_OK;
}

/* ---- solving ---- */

/* m/s: velocity changes below a tenth of the thinnest skin per step count as converged. */
static double enough_of(const pl_contact_solver *s)
{
  static const double part_of_skin = 0.1;
  double least = INFINITY;
  for (size_t b = 0; b < s->setup->body_count; b++)
    if (s->bodies[b].count) least = fmin(least, s->setup->bodies[b].surface->skin);
  return part_of_skin * least / s->context->h;
}

static pl_status solve_islands(const pl_contact_solver *s, pl_contact_pass *p)
{
  size_t begin = 0, held = 0;
  int most = 0;
  double enough = enough_of(s);
  for (uint32_t root = 0; root < s->setup->body_count; root++) {
    if (begin == p->contacts.count && held == s->held_count) break;
    if (s->island[root] != root) continue;
    pl_rows rows = {.rows = p->rows + begin,
                    .bodies = s->bodies,
                    .members = s->members,
                    .enough = enough,
                    .equalities = {.items = s->held + held}};
    for (uint32_t b = root; b < s->setup->body_count; b++)
      if (s->island[b] == root && s->bodies[b].count) s->members[rows.member_count++] = b;
    while (begin + rows.count < p->contacts.count && s->island[p->rows[begin + rows.count].particles[0].body] == root)
      rows.count++;
    while (held + rows.equalities.count < s->held_count &&
           s->island[s->held[held + rows.equalities.count]->particles[0].body] == root)
      rows.equalities.count++;
    if (rows.count == 0 && rows.equalities.count == 0) continue;
    bool converged = true;
    PL_TRY(pl_rows_solve(&rows, s->context, &converged));
    s->context->stats->not_converged += !converged;
    most = rows.sweeps > most ? rows.sweeps : most;
    begin += rows.count;
    held += rows.equalities.count;
  }
  s->context->stats->contact_passes++;
  s->context->stats->contact_sweeps += most;
  return PL_OK;
}

typedef struct verdict {
  bool good;    /* no gap is violated */
  bool through; /* a surface passes through one without an inside, or penetrates an obstacle by more than its skin */
} verdict;

static verdict judge(const pl_contact_solver *s, const pl_contacts *contacts)
{
  verdict v = {.good = true};
  for (size_t k = 0; k < contacts->count; k++) {
    const pl_contact *contact = &contacts->items[k];
    bool body = contact->obstacle == PL_NO_OBSTACLE;
    v.good = v.good && !pl_contact_violates_gap(s, contact);
    v.through = v.through || (body && contact->swept.depth > 0 && !contact->swept.inside && !contact->swept.sided);
    v.through = v.through || (!body && pl_contact_violates_gap(s, contact) &&
                              contact->swept.depth > s->setup->bodies[contact->owners[0]].surface->skin);
  }
  return v;
}

/* Whether the velocity of a contact's particle is unchanged since rows were made; false if particles are coupled. */
static bool has_stayed(const pl_contact_solver *s, const pl_contact *contact)
{
  const pl_coupled *coupled = &s->bodies[contact->owners[0]];
  if (coupled->body->traits.coupling != PL_COUPLING_NONE || pl_contact_is_between_particles(contact)) return false;
  const double *v = coupled->body->v + 3 * (size_t)contact->particles[0];
  const double *visited = coupled->visited + s->slot[s->first[contact->owners[0]] + contact->particles[0]];
  for (size_t c = 0; c < 3; c++)
    if (v[c] != visited[c * coupled->count]) return false;
  return true;
}

/* Gaps and depths after solving. */
static void update_gaps(const pl_contact_solver *s, pl_contacts *contacts)
{
  for (size_t k = 0; k < contacts->count; k++) {
    pl_contact *contact = &contacts->items[k];
    if (contact->obstacle != PL_NO_OBSTACLE) {
      if (!has_stayed(s, contact)) pl_contact_update_obstacle_gap(s->setup, contact, s->context->h);
      continue;
    }
    contact->swept.gap = pl_contact_height(s->setup, contact) - contact->swept.kept;
    contact->swept.depth = fmax(0, -contact->swept.gap - contact->swept.kept);
  }
}

static void update_obstacle_gaps(const pl_contact_solver *s, pl_contacts *contacts)
{
  for (size_t k = 0; k < contacts->count; k++)
    if (contacts->items[k].obstacle != PL_NO_OBSTACLE)
      pl_contact_update_obstacle_gap(s->setup, &contacts->items[k], s->context->h);
}

/* Whether a body may pass through others or itself for good; only closed bodies are separated again. */
static bool can_get_lost(const pl_contact_body *body, bool sheets)
{
  return body->def->self || (body->def->bodies && (sheets || !body->surface->closed));
}

/* Closed bodies are queried again after displacements by impulses above this part of their size: a stopped body may be
   hit by others. At rest impulses against elasticity displace bodies by less. */
static const double stirring_part = 0.02;

/* Whether impulses displaced a body by more than its skin, so that contacts may have been missed. */
static bool is_pushed_far(const pl_contact_solver *s, size_t b, bool sheets)
{
  const pl_contact_body *body = &s->setup->bodies[b];
  if (!body->def->bodies && !body->def->self) return false;
  double reach = fmax(body->surface->skin, can_get_lost(body, sheets) ? 0 : stirring_part * body->size);
  return s->context->h * pl_coupled_changed(&s->bodies[b]) > reach;
}

/* Marks bodies to be queried again: displaced far, or with violated gaps to other bodies; all, if penetrations may
   never be resolved. False: none. strayed: gaps to obstacles are violated: on curved ones sliding leaves the tangent
   plane. */
static bool mark_moved(const pl_contact_solver *s, const pl_contacts *contacts, uint8_t *moved_bodies, bool *strayed)
{
  bool sheets = false, any = false, lost = false;
  size_t count = s->setup->body_count;
  for (size_t b = 0; b < count; b++)
    sheets = sheets || (s->setup->bodies[b].def->bodies && !s->setup->bodies[b].surface->closed &&
                        s->setup->bodies[b].surface->vertex_count > 0);
  for (size_t b = 0; b < count; b++) {
    moved_bodies[b] = is_pushed_far(s, b, sheets);
    lost = lost || can_get_lost(&s->setup->bodies[b], sheets);
  }
  *strayed = false;
  for (size_t k = 0; k < contacts->count; k++) {
    const pl_contact *contact = &contacts->items[k];
    if (!pl_contact_violates_gap(s, contact)) continue;
    if (contact->obstacle != PL_NO_OBSTACLE)
      *strayed = true;
    else
      moved_bodies[contact->bodies[0]] = moved_bodies[contact->bodies[1]] = 1;
  }
  for (size_t b = 0; b < count; b++) any = any || moved_bodies[b];
  any = any || (*strayed && lost);
  if (any && lost) memset(moved_bodies, 1, count);
  return any;
}

static pl_status list(const pl_contact_solver *s, const pl_contact_setup *setup, pl_list_scope listed,
                      const uint8_t *wanted)
{
  size_t rebuilt = setup->pairs->rebuilt;
  PL_TRY(pl_pairs_update(setup->pairs, setup->bodies, setup->body_count, s->context, listed, wanted));
  s->context->stats->contact_lists += setup->pairs->rebuilt - rebuilt;
  return PL_OK;
}

pl_status pl_contact_find(const pl_contact_solver *s, const pl_contact_setup *setup, const pl_contacts *obstacles,
                          pl_detection detection, const uint8_t *wanted, pl_contacts *out)
{
  double start = pl_seconds();
  PL_TRY(list(s, setup, detection == PL_DETECT_AFTER_CORRECTION ? PL_LIST_KNOWN_EDGES : PL_LIST_ALL, wanted));
  PL_TRY(pl_contacts_with_bodies(setup, obstacles, s->context, detection, wanted, out));
  pl_attached_exclude(&setup->attached, &s->attached, out);
  s->context->stats->finding += pl_seconds() - start;
  return PL_OK;
}

/* Contacts that slid far enough to reach another face, with the faces found there. */
static pl_status find_slid(const pl_contact_solver *s, const pl_contact_pass *p, pl_contacts *out)
{
  double start = pl_seconds();
  pl_rows all = {.bodies = s->bodies};
  uint8_t *slid = PL_TAKE(s->context->scratch, uint8_t, p->contacts.count);
  uint8_t *moved = PL_TAKE(s->context->scratch, uint8_t, s->setup->body_count);
  if (!slid || !moved) return PL_ERROR_MEMORY;
  memset(moved, 0, s->setup->body_count);
  bool any = false;
  for (size_t k = 0; k < p->contacts.count; k++) {
    const pl_contact *contact = &p->contacts.items[k];
    double velocity[3];
    slid[k] = 0;
    if (contact->obstacle != PL_NO_OBSTACLE || contact->candidate.kind == PL_EDGES || !contact->swept.sided) continue;
    pl_row_velocity(&all, &p->rows[p->where[k]], velocity);
    slid[k] = s->context->h * pl_vec3_length(velocity) > (double)contact->candidate.apart;
    any = any || slid[k];
    if (slid[k]) moved[contact->bodies[0]] = 1; /* a pair is queried if one of its bodies is marked */
  }
  *out = (pl_contacts){0};
  if (!any) return PL_OK;
  PL_TRY(list(s, s->setup, PL_LIST_VERTICES, moved));
  PL_TRY(pl_contacts_after_sliding(s->setup, &p->contacts, slid, s->context, out));
  pl_attached_exclude(&s->setup->attached, &s->attached, out);
  s->context->stats->finding += pl_seconds() - start;
  return PL_OK;
}

/* Whether the side of a contact is certain. At sheets the approach determines it, and impulses may change that. */
static bool knows_its_side(const pl_contact_solver *s, const pl_contact *contact)
{
  const pl_contact_body *bodies = s->setup->bodies;
  if (contact->obstacle != PL_NO_OBSTACLE) return true;
  return contact->swept.sided && bodies[contact->bodies[0]].surface->closed &&
         bodies[contact->bodies[1]].surface->closed;
}

/* Keeps contacts of bodies that were not queried again, and contacts with an impulse whose side is certain, found
   again or not: their impulses balance others and must be solved with them. */
static pl_status keep_known(const pl_contact_solver *s, const pl_contact_pass *p, const uint8_t *moved_bodies,
                            pl_contacts *found)
{
  pl_contacts known = {.items = PL_TAKE(s->context->scratch, pl_contact, p->contacts.count)}, again = *found;
  if (!known.items) return PL_ERROR_MEMORY;
  for (size_t k = 0; k < p->contacts.count; k++) {
    const pl_contact *contact = &p->contacts.items[k];
    bool seen =
        contact->obstacle != PL_NO_OBSTACLE || moved_bodies[contact->bodies[0]] || moved_bodies[contact->bodies[1]];
    bool pushes = pl_vec3_length(p->rows[p->where[k]].impulse) > 0;
    if (!seen || (pushes && knows_its_side(s, contact))) known.items[known.count++] = *contact;
  }
  return pl_contacts_merge(&known, &again, PL_MERGE_VIEWS, s->context, found);
}

static pl_status find_obstacles(pl_contact_state *state, pl_contacts *out)
{
  double start = pl_seconds();
  *out = (pl_contacts){0};
  if (state->setup.obstacle_count)
    PL_TRY(pl_contacts_with_obstacles(&state->setup, &state->context, state->solver.max_speed, out));
  state->context.stats->finding += pl_seconds() - start;
  return PL_OK;
}

/* Passes: solves and queries again, until impulses cause no new contacts. */
static pl_status iterate(pl_contact_state *state)
{
  const pl_contact_solver *s = &state->solver;
  pl_contacts obstacles;
  PL_TRY(find_obstacles(state, &obstacles));
  PL_TRY(pl_contact_find(s, s->setup, &obstacles, PL_DETECT_FREE_MOTION, NULL, &state->passes[0].contacts));
  for (int k = 0; k < MOST_PASSES_THROUGH; k++) {
    pl_contact_pass *now = &state->passes[k % 2], *next = &state->passes[(k + 1) % 2];
    if (now->contacts.count == 0 && s->setup->attached.count == 0) break;
    PL_TRY(pl_contact_gather(&state->solver, &now->contacts));
    PL_TRY(pl_contact_make_rows(&state->solver, now, state->done));
    if (state->done)
      PL_TRY(pl_report_add_dropped(s->setup,
                                   &(pl_pushed){&state->done->contacts, state->done->rows, state->done->where},
                                   &now->contacts, s->context->h));
    if (k == 0) pl_contact_warm_start(s, now);
    PL_TRY(find_pressures(s));
    PL_TRY(solve_islands(s, now));
    state->done = now;
    update_gaps(s, &now->contacts);
    volumes volume;
    PL_TRY(check_volumes(s, k + 1, &volume));
    int most = volume.badly ? MOST_PASSES_THROUGH : MOST_PASSES;
    bool outrun = s->setup->obstacle_count && pl_obstacles_exceed_margin(s->setup, s->max_speed);
    if (outrun) PL_TRY(find_obstacles(state, &obstacles));
    bool strayed, again = mark_moved(s, &now->contacts, s->moved_bodies, &strayed);
    if ((outrun || again || strayed || volume.off) && pl_work_is_exhausted(s->context->work)) break;
    if (!outrun && !again && !strayed) {
      PL_TRY(find_slid(s, now, &next->contacts));
      if (k + 1 >= most || (next->contacts.count == 0 && !volume.off)) break;
      if (next->contacts.count == 0)
        PL_TRY(pl_contacts_merge(&now->contacts, &(pl_contacts){0}, PL_MERGE_LAST, s->context, &next->contacts));
      continue;
    }
    if (outrun || again) {
      PL_TRY(pl_contact_find(s, s->setup, &obstacles, PL_DETECT_AFTER_IMPULSES, s->moved_bodies, &next->contacts));
      PL_TRY(keep_known(s, now, s->moved_bodies, &next->contacts));
    } else {
      PL_TRY(pl_contacts_merge(&now->contacts, &(pl_contacts){0}, PL_MERGE_LAST, s->context, &next->contacts));
    }
    update_obstacle_gaps(s, &next->contacts); /* contacts without impulses have gaps of an earlier query */
    verdict v = judge(s, &next->contacts);
    if ((v.good && !volume.off) || (k + 1 >= most && !v.through)) break;
  }
  return PL_OK;
}

pl_status pl_contact_resolve(const pl_contact_setup *setup, const pl_model_context *context, pl_contact_state **out)
{
  pl_contact_state *state = *out = PL_TAKE(context->scratch, pl_contact_state, 1);
  if (!state) return PL_ERROR_MEMORY;
  *state = (pl_contact_state){.setup = *setup, .context = *context};
  state->solver = (pl_contact_solver){.setup = &state->setup, .context = &state->context};
  if (setup->body_count == 0) return PL_OK;
  PL_TRY(start_solver(&state->solver));
  PL_TRY(iterate(state));
  pl_contact_pass *done = state->done;
  if (!done) {
    pl_contact_clear_impulses(setup, context->pool);
    return PL_OK;
  }
  for (size_t k = 0; k < done->contacts.count; k++) {
    context->stats->contact_count += pl_vec3_length(done->rows[done->where[k]].impulse) > 0;
    context->stats->penetration = fmax(context->stats->penetration, done->contacts.items[k].swept.depth);
  }
  state->settled = done->contacts;
  PL_TRY(pl_contact_apply_rolling_friction(&state->solver, done));
  pl_contact_store_impulses(setup, done, context->pool);
  pl_equalities_store(&setup->attached, state->solver.equalities, context->h);
  PL_TRY(pl_contact_apply_restitution(&state->solver, done));
  return pl_report_add(setup, &(pl_pushed){&done->contacts, done->rows, done->where}, &done->contacts, context->h);
}

size_t pl_contact_scratch(const pl_contact_body *body, size_t obstacle_count)
{
  enum { PIECES = 32, ROUNDING = 128 };
  enum { PLACES = 3 }; /* positions after contact, positions at the last query, mean velocities (after_correction.c) */
  /* nearly all particles are near one or two obstacles; with more the arena grows once */
  enum { OBSTACLES_NEAR = 2 };
  size_t gathers = body->reshaped ? 2 : 1; /* once more with contacts caused by corrections (after_correction.c) */
  size_t near = obstacle_count < OBSTACLES_NEAR ? obstacle_count : OBSTACLES_NEAR;
  size_t particles = body->particle_count, contacts = particles * near;
  size_t clusters = body->surface->vertex_clusters.count + body->surface->edge_clusters.count +
                    body->surface->triangle_clusters.count; /* swept volumes (limit_correction.c) */
  size_t per_pass = contacts * (sizeof(pl_contact) + sizeof(pl_row) + sizeof(uint32_t)) +
                    pl_rows_scratch(contacts, particles) + PIECES * ROUNDING;
  size_t pressure = body->volume ? pl_pressure_scratch(body->volume) : 0;
  return pressure + near * pl_feature_contacts_scratch(body) +
         contacts * (sizeof(pl_contact) + sizeof(pl_gap_sample) + 1) +
         (particles + PL_BLOCK) * 6 * sizeof(double) + /* as blocks (find_obstacles.c) */
         body->body->count * sizeof(uint32_t) + particles * sizeof(uint32_t) +
         gathers * pl_coupled_scratch(body->body->traits.coupling, particles) + MOST_PASSES * per_pass +
         pl_angular_correction_scratch(body->body->count) + 3 * sizeof(pl_swept_volumes) +
         2 * clusters * sizeof(pl_swept_volumes_node) + PLACES * body->body->count * 3 * sizeof(double) +
         pl_rolling_scratch() + (obstacle_count + 1) * sizeof(uint32_t) + 512 + PIECES * ROUNDING;
}
