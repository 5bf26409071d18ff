/* SPDX-License-Identifier: MIT
   Grabs: springs from a point of a body to a place, and torsional springs that turn what they hold. They come and go as
   changes; every step they are rows (pl_hold) of the model. */
#include <math.h>
#include <string.h>

#include "base/floats.h"
#include "base/limits.h"
#include "base/memory.h"
#include "base/status.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include "world/snapshot/records.h"
#include "world/world.h"

pl_grab_def pl_default_grab_def(void) { return (pl_grab_def){.mark = PL_MARK_GRAB, .damping = -1, .turn_damping = -1}; }

/* ---- checks ---- */

static pl_status check_keys(const char *what, pl_quantity quantity, const pl_key *keys, size_t count)
{
  if (count > PL_MOST_GRAB_KEYS)
    return pl_fail(PL_ERROR_LIMIT, "%s: at most %d keys, got %zu", what, (int)PL_MOST_GRAB_KEYS, count);
  return pl_keys_check(what, quantity, keys, count);
}

/* stiffness: 0 stands for the default; damping: what is negative does */
static pl_status check_spring(const char *what, const char *units, double stiffness, double damping)
{
  if (!(stiffness >= 0 && isfinite(stiffness)))
    return pl_fail(PL_ERROR_ARGUMENT, "grab: %sstiffness must be positive, in N%s, got %g", what, units, stiffness);
  if (!isfinite(damping))
    return pl_fail(PL_ERROR_ARGUMENT, "grab: %sdamping must be zero or positive, got %g", what, damping);
  PL_TRY(pl_limit_check_size(PL_QUANTITY_STIFFNESS, "grab: stiffness", stiffness));
  return pl_limit_check(PL_QUANTITY_DAMPING, "grab: damping", damping);
}

static pl_status check_turning(const pl_grab_def *def)
{
  if (!def->turns) return PL_OK;
  if (def->count < 3)
    return pl_fail(PL_ERROR_ARGUMENT, "a grab that turns needs three particles or more, not on a line, got %zu",
                   def->count);
  PL_TRY(pl_limit_check_all(PL_QUANTITY_ANGLE, "grab: the attitude", def->attitude, 3));
  PL_TRY(check_keys("grab: the attitude", PL_QUANTITY_ANGLE, def->attitude_keys, def->attitude_key_count));
  return check_spring("turn_", " m/rad", def->turn_stiffness, def->turn_damping);
}

static pl_status check_grab(const pl_body *body, const pl_grab_def *def)
{
  if (def->mark != PL_MARK_GRAB)
    return pl_fail(PL_ERROR_ARGUMENT, "grab: start from pl_default_grab_def(); this definition was not made by it");
  PL_TRY(pl_handle_check_particles(body, "grab", def->particles, def->count));
  if (def->count > PL_MOST_GRAB_PARTICLES)
    return pl_fail(PL_ERROR_LIMIT, "a grab takes at most %d particles, got %zu; use several grabs",
                   PL_MOST_GRAB_PARTICLES, def->count);
  for (size_t k = 0; def->weights && k < def->count; k++)
    if (!(def->weights[k] > 0 && isfinite(def->weights[k])))
      return pl_fail(PL_ERROR_ARGUMENT, "grab: weight %zu must be positive, got %g", k, def->weights[k]);
  PL_TRY(pl_limit_check_sizes(PL_QUANTITY_FACTOR, "grab: weights", def->weights, def->count));
  PL_TRY(pl_limit_check_all(PL_QUANTITY_LENGTH, "grab: the target", def->target, 3));
  PL_TRY(check_keys("grab: the target", PL_QUANTITY_LENGTH, def->keys, def->key_count));
  PL_TRY(check_spring("", "/m", def->stiffness, def->damping));
  return check_turning(def);
}

static bool are_possible(pl_quantity quantity, const pl_key *keys, size_t count)
{
  return count <= PL_MOST_GRAB_KEYS && pl_keys_check("grab", quantity, keys, count) == PL_OK;
}

static bool is_spring(double stiffness, double damping)
{
  return stiffness > 0 && damping >= 0 && pl_limit_check_size(PL_QUANTITY_STIFFNESS, "grab", stiffness) == PL_OK &&
         pl_is_within(PL_QUANTITY_DAMPING, damping);
}

bool pl_grab_is_possible(const pl_grab *grab, const pl_body *body)
{
  if (grab->state == PL_SLOT_FREE) return true;
  if ((grab->state != PL_SLOT_ACTIVE && grab->state != PL_SLOT_WAITING) || grab->count > PL_MOST_GRAB_PARTICLES)
    return false;
  if (grab->state == PL_SLOT_WAITING) return true;
  for (size_t k = 0; k < grab->count; k++)
    if (grab->particles[k] >= body->count || !(grab->weights[k] >= 0 && grab->weights[k] <= 1)) return false;
  if (grab->turns && !is_spring(grab->turn_stiffness, grab->turn_damping)) return false;
  return grab->count > 0 && is_spring(grab->stiffness, grab->damping) &&
         pl_are_within(PL_QUANTITY_LENGTH, grab->target, 3, NULL) &&
         pl_are_within(PL_QUANTITY_LENGTH, grab->anchors[0], (size_t)3 * PL_MOST_GRAB_PARTICLES, NULL) &&
         pl_are_within(PL_QUANTITY_ANGLE, grab->attitude, 3, NULL) &&
         are_possible(PL_QUANTITY_LENGTH, grab->keys, grab->key_count) &&
         are_possible(PL_QUANTITY_ANGLE, grab->attitude_keys, grab->attitude_key_count);
}

/* ---- come and go ---- */

/* Mass, and the mean moment of inertia of what the body is at rest. */
static void weigh(const pl_body *body, double *mass, double *inertia)
{
  const double *x = pl_mesh_view(body->rest).positions;
  double centre[3] = {0, 0, 0};
  *mass = *inertia = 0;
  for (size_t i = 0; i < body->count; i++) {
    *mass += body->mass[i];
    pl_vec3_add_scaled(centre, body->mass[i], x + 3 * i, centre);
  }
  pl_vec3_scale(centre, 1 / *mass, centre);
  for (size_t i = 0; i < body->count; i++) {
    double arm[3];
    pl_vec3_sub(x + 3 * i, centre, arm);
    *inertia += 2.0 / 3 * body->mass[i] * pl_vec3_dot(arm, arm);
  }
}

/* Strong enough to carry, and to turn, the body at 4 Hz, critically damped. */
static pl_grab make_grab(const pl_body *body, const pl_grab_def *def)
{
  const double four_hertz = 2 * 3.14159265358979323846 * 4;
  double mass, inertia, sum = 0;
  weigh(body, &mass, &inertia);
  pl_grab grab;
  memset(&grab, 0, sizeof grab); /* padding too: it goes into recordings and snapshots */
  grab.count = def->count;
  for (size_t k = 0; k < def->count; k++) sum += def->weights ? def->weights[k] : 1;
  for (size_t k = 0; k < def->count; k++) {
    grab.particles[k] = body->place[def->particles[k]];
    grab.weights[k] = (def->weights ? def->weights[k] : 1) / sum;
  }
  pl_vec3_copy(def->target, grab.target);
  grab.key_count = def->key_count;
  if (def->key_count) memcpy(grab.keys, def->keys, def->key_count * sizeof *def->keys);
  grab.stiffness = def->stiffness > 0 ? def->stiffness : mass * four_hertz * four_hertz;
  grab.damping = def->damping >= 0 ? def->damping : 2 * sqrt(mass * grab.stiffness);
  grab.turns = def->turns;
  if (!def->turns) return grab;
  pl_vec3_copy(def->attitude, grab.attitude);
  grab.attitude_key_count = def->attitude_key_count;
  if (def->attitude_key_count)
    memcpy(grab.attitude_keys, def->attitude_keys, def->attitude_key_count * sizeof *def->attitude_keys);
  grab.turn_stiffness = def->turn_stiffness > 0 ? def->turn_stiffness : inertia * four_hertz * four_hertz;
  grab.turn_damping = def->turn_damping >= 0 ? def->turn_damping : 2 * sqrt(inertia * grab.turn_stiffness);
  return grab;
}

pl_status pl_grab_create(pl_body *body, const pl_grab_def *def, pl_grab_id *out)
{
  PL_OWN_FLOATS;
  if (!body || !def || !out) return pl_fail(PL_ERROR_ARGUMENT, "pl_grab_create: a pointer is NULL");
  PL_TRY(check_grab(body, def));
  PL_TRY(pl_handle_check_room(body, def->count));
  size_t slot = 0;
  while (slot < body->grab_count && body->grabs[slot].state != PL_SLOT_FREE) slot++;
  PL_TRY(pl_grow((void **)&body->grabs, &body->grab_capacity, slot + 1, sizeof(pl_grab)));
  if (slot == body->grab_count) body->grab_count++;
  pl_grab grab = make_grab(body, def);
  grab.generation = body->grabs[slot].generation + 1;
  grab.state = PL_SLOT_WAITING;
  *out = (pl_grab_id){(uint32_t)slot, grab.generation};
  pl_bytes payload = {0};
  PL_PUT(&payload, *out);
  pl_record_put(&payload, pl_layout_of_grab, &grab);
  pl_status status = pl_change_queue(body->world, PL_CHANGE_GRAB_CREATE, body, &payload);
  if (status == PL_OK) body->grabs[slot] = grab;
  return status;
}

static pl_status take_slot(pl_body *body, pl_grab_id id)
{
  PL_TRY(pl_grow((void **)&body->grabs, &body->grab_capacity, (size_t)id.index + 1, sizeof(pl_grab)));
  while (body->grab_count <= id.index) memset(&body->grabs[body->grab_count++], 0, sizeof(pl_grab));
  return PL_OK;
}

static void middle_of(const pl_body *body, const pl_grab *grab, double out[3])
{
  pl_vec3_set(out, 0, 0, 0);
  for (size_t k = 0; k < grab->count; k++)
    pl_vec3_add_scaled(out, 1.0 / (double)grab->count, body->view.x + 3 * (size_t)grab->particles[k], out);
}

/* How the particles stand now is attitude 0. */
static void take_anchors(const pl_body *body, pl_grab *grab)
{
  double middle[3];
  middle_of(body, grab, middle);
  for (size_t k = 0; k < grab->count; k++)
    pl_vec3_sub(body->view.x + 3 * (size_t)grab->particles[k], middle, grab->anchors[k]);
}

pl_status pl_grab_apply_create(pl_body *body, pl_reader *payload)
{
  pl_grab_id id;
  pl_grab grab;
  memset(&grab, 0, sizeof grab);
  PL_GET(payload, id);
  pl_record_get(payload, pl_layout_of_grab, &grab);
  grab.state = PL_SLOT_ACTIVE;
  if (payload->failed || id.index >= PL_MOST_HELD + body->grab_count || !pl_grab_is_possible(&grab, body) ||
      !pl_handle_has_room(body, grab.count, SIZE_MAX, id.index))
    return pl_fail(PL_ERROR_FORMAT, "a recorded grab does not fit body '%s'", body->name);
  PL_TRY(body->model->reserve(&body->view));
  PL_TRY(take_slot(body, id));
  take_anchors(body, &grab);
  body->grabs[id.index] = grab;
  return PL_OK;
}

static pl_status check_grab_id(const pl_body *body, pl_grab_id id)
{
  if (!body) return pl_fail(PL_ERROR_ARGUMENT, "grab: body is NULL");
  if (id.index < body->grab_count && body->grabs[id.index].generation == id.generation &&
      body->grabs[id.index].state != PL_SLOT_FREE)
    return PL_OK;
  return pl_fail(PL_ERROR_STALE, "body '%s' has no grab %u of generation %u; it was removed", body->name, id.index,
                 id.generation);
}

static pl_status queue(pl_body *body, pl_change kind, pl_grab_id id, const double *value)
{
  pl_bytes payload = {0};
  PL_PUT(&payload, id);
  if (value) pl_bytes_put(&payload, value, 3 * sizeof(double));
  return pl_change_queue(body->world, kind, body, &payload);
}

pl_status pl_grab_move(pl_body *body, pl_grab_id id, const double target[3])
{
  PL_OWN_FLOATS;
  PL_TRY(check_grab_id(body, id));
  if (!target) return pl_fail(PL_ERROR_ARGUMENT, "pl_grab_move: target is NULL");
  PL_TRY(pl_limit_check_all(PL_QUANTITY_LENGTH, "grab: the target", target, 3));
  return queue(body, PL_CHANGE_GRAB_MOVE, id, target);
}

pl_status pl_grab_turn(pl_body *body, pl_grab_id id, const double attitude[3])
{
  PL_OWN_FLOATS;
  PL_TRY(check_grab_id(body, id));
  if (!attitude) return pl_fail(PL_ERROR_ARGUMENT, "pl_grab_turn: attitude is NULL");
  if (!body->grabs[id.index].turns)
    return pl_fail(PL_ERROR_ARGUMENT, "grab %u of body '%s' does not turn it: say so in its definition", id.index,
                   body->name);
  PL_TRY(pl_limit_check_all(PL_QUANTITY_ANGLE, "grab: the attitude", attitude, 3));
  return queue(body, PL_CHANGE_GRAB_TURN, id, attitude);
}

static pl_grab *take_value(pl_body *body, pl_reader *payload, pl_quantity quantity, double value[3])
{
  pl_grab_id id;
  PL_GET(payload, id);
  pl_reader_get(payload, value, 3 * sizeof(double));
  return !payload->failed && pl_are_within(quantity, value, 3, NULL) && check_grab_id(body, id) == PL_OK
             ? &body->grabs[id.index]
             : NULL;
}

pl_status pl_grab_apply_move(pl_body *body, pl_reader *payload)
{
  double target[3];
  pl_grab *grab = take_value(body, payload, PL_QUANTITY_LENGTH, target);
  if (!grab) return PL_OK; /* it went before, or moves nowhere */
  pl_vec3_copy(target, grab->target);
  grab->key_count = 0;
  return PL_OK;
}

pl_status pl_grab_apply_turn(pl_body *body, pl_reader *payload)
{
  double attitude[3];
  pl_grab *grab = take_value(body, payload, PL_QUANTITY_ANGLE, attitude);
  if (!grab) return PL_OK;
  pl_vec3_copy(attitude, grab->attitude);
  grab->attitude_key_count = 0;
  return PL_OK;
}

pl_status pl_grab_remove(pl_body *body, pl_grab_id id)
{
  PL_OWN_FLOATS;
  PL_TRY(check_grab_id(body, id));
  return queue(body, PL_CHANGE_GRAB_REMOVE, id, NULL);
}

pl_status pl_grab_apply_remove(pl_body *body, pl_reader *payload)
{
  pl_grab_id id;
  PL_GET(payload, id);
  if (!payload->failed && check_grab_id(body, id) == PL_OK) body->grabs[id.index].state = PL_SLOT_FREE;
  return PL_OK;
}

/* The slot is kept for a grab that comes when it is time. */
void pl_grab_await(pl_body *body, uint32_t kind, pl_reader payload)
{
  pl_grab_id id;
  pl_grab grab;
  PL_GET(&payload, id);
  if (payload.failed || id.index >= PL_MOST_HELD + body->grab_count || take_slot(body, id) != PL_OK) return;
  if (kind == PL_CHANGE_GRAB_CREATE) {
    memset(&grab, 0, sizeof grab);
    pl_record_get(&payload, pl_layout_of_grab, &grab);
    if (payload.failed || grab.count > PL_MOST_GRAB_PARTICLES ||
        !pl_handle_has_room(body, grab.count, SIZE_MAX, id.index))
      return;
    body->grabs[id.index] = grab;
  }
  body->grabs[id.index].generation = id.generation;
  body->grabs[id.index].state = PL_SLOT_WAITING;
}

/* ---- every step ---- */

static void value_at(const pl_key *keys, size_t count, const double fixed[3], double time, double out[3])
{
  if (count)
    pl_keys_at(keys, count, time, out);
  else
    pl_vec3_copy(fixed, out);
}

bool pl_grab_moves(const pl_grab *grab, double before, double now)
{
  double a[3], b[3];
  if (grab->state != PL_SLOT_ACTIVE) return false;
  value_at(grab->keys, grab->key_count, grab->target, before, a);
  value_at(grab->keys, grab->key_count, grab->target, now, b);
  if (memcmp(a, b, sizeof a) != 0) return true;
  value_at(grab->attitude_keys, grab->attitude_key_count, grab->attitude, before, a);
  value_at(grab->attitude_keys, grab->attitude_key_count, grab->attitude, now, b);
  return memcmp(a, b, sizeof a) != 0;
}

/* A spring on a weighted sum of particles that should become `wanted`. Its impulse at the new state,
   h (k (wanted - p - h v) - c v), solved for v: v + impulse / (h (k h + c)) = k (wanted - p) / (k h + c). */
static void add_spring(pl_body *body, const pl_grab *grab, const double *weights, size_t count, const double wanted[3],
                       const double spring[2], double h)
{
  double stiff = spring[0] * h + spring[1], sum[3] = {0, 0, 0};
  pl_hold hold = {.particles = grab->particles, .weights = weights, .count = count, .softness = 1 / (h * stiff)};
  for (size_t k = 0; k < count; k++)
    pl_vec3_add_scaled(sum, weights[k], body->view.x + 3 * (size_t)grab->particles[k], sum);
  for (size_t c = 0; c < 3; c++) hold.goal[c] = spring[0] * (wanted[c] - sum[c]) / stiff;
  body->holds[body->view.hold_count++] = hold;
}

/* Row j compares particle j with those before it. By sqrt(j (j + 1)) they are Helmert's matrix: orthonormal rows
   without a sum, so that springs of stiffness s on them resist a turn about a direction n as s sum |arm x n|^2, and
   let the whole of it move. */
static const double compare[PL_MOST_GRAB_PARTICLES][PL_MOST_GRAB_PARTICLES] = {
    {0},
    {1, -1},
    {1, 1, -2},
    {1, 1, 1, -3},
    {1, 1, 1, 1, -4},
    {1, 1, 1, 1, 1, -5},
    {1, 1, 1, 1, 1, 1, -6},
    {1, 1, 1, 1, 1, 1, 1, -7},
    {1, 1, 1, 1, 1, 1, 1, 1, -8},
    {1, 1, 1, 1, 1, 1, 1, 1, 1, -9},
    {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -10},
    {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -11},
    {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -12},
    {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -13},
    {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -14},
    {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -15}};

/* The mean over directions n of sum |arm x n|^2 is two thirds of sum |arm|^2. */
static void turn(pl_body *body, const pl_grab *grab, double h)
{
  double second = 0, attitude[3], R[9];
  for (size_t k = 0; k < grab->count; k++) second += 2.0 / 3 * pl_vec3_dot(grab->anchors[k], grab->anchors[k]);
  if (!(second > 0)) return;
  value_at(grab->attitude_keys, grab->attitude_key_count, grab->attitude, body->world->clock.time + h, attitude);
  pl_mat3_from_rotation_vector(attitude, R);
  for (size_t j = 1; j < grab->count; j++) {
    double wanted[3] = {0, 0, 0}, arm[3], part = 1 / (second * (double)j * (double)(j + 1));
    for (size_t k = 0; k <= j; k++) {
      pl_mat3_apply(R, grab->anchors[k], arm);
      pl_vec3_add_scaled(wanted, compare[j][k], arm, wanted);
    }
    add_spring(body, grab, compare[j], j + 1, wanted,
               (const double[2]){part * grab->turn_stiffness, part * grab->turn_damping}, h);
  }
}

void pl_grab_resolve(pl_body *body, const pl_grab *grab, double h)
{
  double target[3];
  value_at(grab->keys, grab->key_count, grab->target, body->world->clock.time + h, target);
  add_spring(body, grab, grab->weights, grab->count, target, (const double[2]){grab->stiffness, grab->damping}, h);
  if (grab->turns) turn(body, grab, h);
}

/* ---- for show ---- */

size_t pl_body_springs(const pl_body *body, double *ends, size_t most)
{
  PL_OWN_FLOATS;
  size_t count = 0;
  for (size_t g = 0; body && g < body->grab_count; g++) {
    const pl_grab *grab = &body->grabs[g];
    if (grab->state != PL_SLOT_ACTIVE) continue;
    if (count++ >= most) continue;
    double *from = ends + 6 * (count - 1), *to = from + 3;
    pl_vec3_set(from, 0, 0, 0);
    for (size_t k = 0; k < grab->count; k++)
      pl_vec3_add_scaled(from, grab->weights[k], body->view.x + 3 * (size_t)grab->particles[k], from);
    if (grab->key_count)
      pl_keys_at(grab->keys, grab->key_count, body->world->clock.time, to);
    else
      pl_vec3_copy(grab->target, to);
  }
  return count;
}
