/* SPDX-License-Identifier: MIT
   Bodies that nothing holds: their momenta are known before a step, and far turns are made on arcs. A body that broken
   cells have parted is several of these, which share no mass: each of them has its own momenta and arc. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include "model/common/aggregate.h"
#include "model/embedded/embedded.h"

/* Turning by less than this in a step, rad, stretches a body by less than a thousandth. */
static const double least_turn = 0.04;

/* ---- what moves as one ---- */

typedef struct spin_part {
  double mass, centre[3], inertia[9];
  double drift[3], spin[3]; /* momentum, and angular momentum about the centre */
  double motion;            /* twice the kinetic energy of a field */
  bool held;                /* by a spring */
  bool turned;
  double turn[3], R[9]; /* of one that turned far */
} spin_part;

/* A body, or its pieces; and of each the three fields of rotation about its centre, with their products with M. Pieces
   share no mass, so that a field and a product hold those of all of them. */
typedef struct spin_parts {
  size_t count;
  const uint32_t *of; /* per node; NULL: there is one part */
  spin_part *list;
  double *field[3], *momentum[3];
} spin_parts;

static spin_part *part_of(const spin_parts *parts, size_t unknown)
{
  return &parts->list[parts->of ? parts->of[unknown / 3] : 0];
}

static bool take_parts(const pl_embedded *nodes, bool pieces, pl_arena *scratch, spin_parts *parts)
{
  pieces = pieces && pl_embedded_is_in_pieces(nodes);
  *parts = (spin_parts){.count = pieces ? nodes->pieces.count : 1, .of = pieces ? nodes->pieces.of : NULL};
  parts->list = PL_TAKE(scratch, spin_part, parts->count);
  bool all = parts->list;
  for (int k = 0; k < 3; k++) {
    parts->field[k] = PL_TAKE(scratch, double, nodes->unknowns);
    parts->momentum[k] = PL_TAKE(scratch, double, nodes->unknowns);
    all = all && parts->field[k] && parts->momentum[k];
  }
  if (all) memset(parts->list, 0, parts->count * sizeof(spin_part));
  return all;
}

size_t pl_embedded_parts_scratch(const pl_embedded *nodes)
{
  size_t count = nodes->pieces.of ? nodes->unknowns / 3 : 1;
  return count * sizeof(spin_part) + 64;
}

/* Masses and centres of nodes at y; centre: of the whole there, where that is known. */
static void find_centres(const pl_embedded *nodes, const double *y, const double centre[3], spin_parts *parts)
{
  if (!parts->of) {
    parts->list->mass = nodes->total_mass;
    pl_vec3_copy(centre, parts->list->centre);
    return;
  }
  double *one = parts->field[0], *mass = parts->momentum[0];
  for (size_t i = 0; i < nodes->unknowns; i++) one[i] = 1;
  nodes->kind->mass(nodes, one, mass);
  for (size_t i = 0; i < nodes->unknowns; i += 3) {
    spin_part *part = part_of(parts, i);
    part->mass += mass[i];
    pl_vec3_add_scaled(part->centre, mass[i], y + i, part->centre);
  }
  for (size_t p = 0; p < parts->count; p++)
    pl_vec3_scale(parts->list[p].centre, 1 / parts->list[p].mass, parts->list[p].centre);
}

static void fill_fields(const pl_embedded *nodes, const double *y, spin_parts *parts)
{
  for (int k = 0; k < 3; k++) {
    double axis[3] = {k == 0, k == 1, k == 2}, arm[3];
    for (size_t i = 0; i < nodes->unknowns; i += 3) {
      pl_vec3_sub(y + i, part_of(parts, i)->centre, arm);
      pl_vec3_cross(axis, arm, parts->field[k] + i);
    }
    nodes->kind->mass(nodes, parts->field[k], parts->momentum[k]);
  }
}

static bool begin_parts(const pl_embedded *nodes, bool pieces, const double *y, const double centre[3],
                        pl_arena *scratch, spin_parts *parts)
{
  if (!take_parts(nodes, pieces, scratch, parts)) return false;
  find_centres(nodes, y, centre, parts);
  fill_fields(nodes, y, parts);
  return true;
}

/* Parts that springs hold: those with nodes on which a force of a spring acts. */
static pl_status mark_held(const pl_embedded *nodes, size_t springs, const pl_model_context *context, spin_parts *parts)
{
  static const double push[3] = {1, 1, 1};
  if (springs == 0) return PL_OK;
  pl_arena_mark mark = pl_arena_here(context->scratch);
  double *nodal_force = PL_TAKE(context->scratch, double, nodes->unknowns);
  if (!nodal_force) return PL_ERROR_MEMORY;
  memset(nodal_force, 0, nodes->unknowns * sizeof(double));
  for (size_t s = 0; s < springs; s++)
    for (size_t k = 0; k < nodes->springs[s].count; k++)
      nodes->kind->gather_one(nodes, nodes->springs[s].particles[k], push, nodal_force);
  for (size_t i = 0; i < nodes->unknowns; i++)
    if (nodal_force[i] != 0) part_of(parts, i)->held = true;
  pl_arena_back_to(context->scratch, mark);
  return PL_OK;
}

/* ---- momenta ---- */

static void find_inertia(const pl_embedded *nodes, spin_parts *parts)
{
  for (size_t p = 0; p < parts->count; p++) pl_mat3_zero(parts->list[p].inertia);
  for (int k = 0; k < 9; k++)
    for (size_t i = 0; i < nodes->unknowns; i++)
      part_of(parts, i)->inertia[k] += parts->field[k / 3][i] * parts->momentum[k % 3][i];
}

/* Sum and moment of `momentum`, 3 numbers per node. */
static void add_up(const pl_embedded *nodes, const double *momentum, spin_parts *parts)
{
  for (size_t p = 0; p < parts->count; p++) {
    pl_vec3_set(parts->list[p].drift, 0, 0, 0);
    pl_vec3_set(parts->list[p].spin, 0, 0, 0);
  }
  for (size_t i = 0; i < nodes->unknowns; i++) part_of(parts, i)->drift[i % 3] += momentum[i];
  for (int k = 0; k < 3; k++)
    for (size_t i = 0; i < nodes->unknowns; i++) part_of(parts, i)->spin[k] += parts->field[k][i] * momentum[i];
}

static void find_momenta(const pl_embedded *nodes, spin_parts *parts)
{
  nodes->kind->momentum(nodes, nodes->work);
  add_up(nodes, nodes->work, parts);
}

/* inertia × out = momentum; zero for a part that is but a point */
static void spin_of(const pl_embedded *nodes, const spin_part *part, const double momentum[3], double out[3])
{
  static const double point = 1e-20; /* of a part that is as large as the body: rounding of one's place */
  const double *inertia = part->inertia;
  double determinant = pl_mat3_determinant(inertia), trace = inertia[0] + inertia[4] + inertia[8];
  pl_vec3_set(out, 0, 0, 0);
  if (!(trace > point * part->mass * nodes->size * nodes->size)) return;
  for (int k = 0; determinant > 0 && k < 3; k++) {
    double column[3];
    pl_vec3_cross(inertia + 3 * ((k + 1) % 3), inertia + 3 * ((k + 2) % 3), column);
    pl_vec3_add_scaled(out, momentum[k] / determinant, column, out);
  }
}

static pl_target_momentum *target_of(pl_embedded *nodes, const spin_parts *parts, size_t part)
{
  return parts->of ? &nodes->piece_targets[part] : &nodes->target_momentum;
}

/* Internal forces have neither a sum nor a moment: both momenta after the step are known. The rigid motion that is
   missing where the nodes have come to is added to their velocities: dw, from a drift and a spin per part. */
static void keep_momentum(pl_embedded *nodes, spin_parts *parts, double *dw)
{
  find_momenta(nodes, parts);
  find_inertia(nodes, parts);
  for (size_t p = 0; p < parts->count; p++) {
    spin_part *part = &parts->list[p];
    pl_target_momentum *target = target_of(nodes, parts, p);
    double missing[3];
    for (int k = 0; k < 3; k++) {
      part->drift[k] = target->made != 0 ? (target->drift[k] - part->drift[k]) / part->mass : 0;
      missing[k] = target->made != 0 ? target->spin[k] - part->spin[k] : 0;
    }
    spin_of(nodes, part, missing, part->turn);
    target->made = 0;
  }
  for (size_t i = 0; i < nodes->unknowns; i++) {
    const spin_part *part = part_of(parts, i);
    dw[i] = part->drift[i % 3];
    for (int k = 0; k < 3; k++) dw[i] += part->turn[k] * parts->field[k][i];
    nodes->w[i] += dw[i];
  }
  if (nodes->kind->add_velocity) nodes->kind->add_velocity(nodes, dw);
}

static pl_status correct_momenta(pl_model_body *body, const pl_model_context *context)
{
  pl_embedded *nodes = body->data;
  spin_parts parts;
  double centre[3];
  nodes->kind->centre(nodes, centre);
  if (!begin_parts(nodes, true, nodes->y, centre, context->scratch, &parts)) return PL_ERROR_MEMORY;
  keep_momentum(nodes, &parts, nodes->work);
  if (parts.of) { /* particles of broken cells follow nodes of several pieces */
    nodes->kind->velocities(nodes, context->pool, body->v);
    return PL_OK;
  }
  for (size_t i = 0; i < nodes->particles; i++) {
    double arm[3], more[3];
    pl_vec3_sub(body->x + 3 * i, centre, arm);
    pl_vec3_cross(parts.list->turn, arm, more);
    for (size_t c = 0; c < 3; c++) body->v[3 * i + c] += parts.list->drift[c] + more[c];
  }
  return PL_OK;
}

pl_status pl_embedded_correct_momenta(pl_model_body *body, const pl_model_context *context)
{
  const pl_embedded *nodes = body->data;
  bool any = nodes->target_momentum.made != 0;
  for (size_t p = 0; pl_embedded_is_in_pieces(nodes) && p < nodes->pieces.count; p++)
    any = any || nodes->piece_targets[p].made != 0;
  if (!any) return PL_OK;
  pl_arena_mark mark = pl_arena_here(context->scratch);
  pl_status status = correct_momenta(body, context);
  pl_arena_back_to(context->scratch, mark);
  return status;
}

/* Free parts: their momenta at the end of the step are predicted when it begins. */
pl_status pl_embedded_predict_momenta(pl_embedded *nodes, const double *outside, double drag, size_t springs,
                                      const pl_model_context *context)
{
  spin_parts parts;
  double h = context->h;
  if (!begin_parts(nodes, true, nodes->y, nodes->start_centre, context->scratch, &parts)) return PL_ERROR_MEMORY;
  PL_TRY(mark_held(nodes, springs, context, &parts));
  find_momenta(nodes, &parts);
  for (size_t p = 0; p < parts.count; p++) {
    pl_target_momentum *target = target_of(nodes, &parts, p);
    for (int k = 0; k < 3; k++) {
      target->drift[k] = parts.list[p].drift[k] - h * drag * parts.list[p].drift[k];
      target->spin[k] = parts.list[p].spin[k] - h * drag * parts.list[p].spin[k];
    }
    target->made = !parts.list[p].held;
  }
  add_up(nodes, outside, &parts);
  for (size_t p = 0; p < parts.count; p++) {
    pl_target_momentum *target = target_of(nodes, &parts, p);
    pl_vec3_add_scaled(target->spin, h, parts.list[p].spin, target->spin);
  }
  for (size_t i = 0; i < nodes->unknowns; i++)
    target_of(nodes, &parts, parts.of ? parts.of[i / 3] : 0)->drift[i % 3] += h * outside[i];
  return PL_OK;
}

void pl_embedded_cancel_targets(pl_embedded *nodes, const double *dw)
{
  nodes->target_momentum.made = 0;
  for (size_t i = 0; pl_embedded_is_in_pieces(nodes) && i < nodes->unknowns; i++)
    if (!dw || dw[i] != 0) nodes->piece_targets[nodes->pieces.of[i / 3]].made = 0;
}

/* ---- arcs ---- */

/* Does anything move so far against the rest that it may be turning? */
static bool may_turn(const pl_embedded *nodes, const double *moved)
{
  double mean[3] = {0, 0, 0}, most = 0;
  for (size_t i = 0; i < nodes->unknowns; i++) mean[i % 3] += 3 * moved[i] / (double)nodes->unknowns;
  for (size_t i = 0; i < nodes->unknowns; i += 3) {
    double against[3];
    pl_vec3_sub(moved + i, mean, against);
    most = fmax(most, pl_vec3_length(against));
  }
  return most > 0.25 * least_turn * nodes->size;
}

/* By which angle each part turned, and how far it went as a whole (into `drift`). Is most of the motion about the
   centre a rotation? What crumples is not turned by turning all of it. */
static bool find_turns(const pl_embedded *nodes, spin_parts *parts, const double *moved)
{
  double *product = nodes->work;
  bool any = false;
  nodes->kind->mass(nodes, moved, product);
  find_inertia(nodes, parts);
  add_up(nodes, product, parts);
  for (size_t i = 0; i < nodes->unknowns; i++) part_of(parts, i)->motion += moved[i] * product[i];
  for (size_t p = 0; p < parts->count; p++) {
    spin_part *part = &parts->list[p];
    double all = part->motion - pl_vec3_dot(part->drift, part->drift) / part->mass;
    spin_of(nodes, part, part->spin, part->turn);
    pl_vec3_scale(part->drift, 1 / part->mass, part->drift);
    part->turned =
        !part->held && pl_vec3_length(part->turn) > least_turn && pl_vec3_dot(part->spin, part->turn) > 0.5 * all;
    if (part->turned) pl_mat3_from_rotation_vector(part->turn, part->R);
    any = any || part->turned;
  }
  return any;
}

/* To where a rotation about the centre takes the nodes with all that is not rigid in their motion. */
static void place_on_arcs(const pl_embedded *nodes, const spin_parts *parts, const double *moved, double *y)
{
  for (size_t i = 0; i < nodes->unknowns; i += 3) {
    const spin_part *part = part_of(parts, i);
    double arm[3], along[3], turned[3];
    if (!part->turned) {
      if (y != nodes->y) pl_vec3_copy(nodes->y + i, y + i);
      continue;
    }
    pl_vec3_sub(nodes->start + i, part->centre, arm);
    pl_vec3_cross(part->turn, arm, along);
    for (size_t c = 0; c < 3; c++) arm[c] += moved[i + c] - part->drift[c] - along[c];
    pl_mat3_apply(part->R, arm, turned);
    for (size_t c = 0; c < 3; c++) y[i + c] = part->centre[c] + part->drift[c] + turned[c];
  }
}

/* Velocities turn along. */
static void turn_velocities(pl_embedded *nodes, spin_parts *parts)
{
  nodes->kind->momentum(nodes, nodes->work);
  for (size_t p = 0; p < parts->count; p++) pl_vec3_set(parts->list[p].drift, 0, 0, 0);
  for (size_t i = 0; i < nodes->unknowns; i += 3) {
    spin_part *part = part_of(parts, i);
    pl_vec3_add_scaled(part->drift, 1 / part->mass, nodes->work + i, part->drift);
  }
  for (size_t i = 0; i < nodes->unknowns; i += 3) {
    const spin_part *part = part_of(parts, i);
    double *w = nodes->w + i, turned[3];
    if (!part->turned) continue;
    pl_vec3_sub(w, part->drift, w);
    pl_mat3_apply(part->R, w, turned);
    pl_vec3_add(turned, part->drift, w);
  }
  if (nodes->kind->turn) nodes->kind->turn(nodes, parts->list->R);
}

/* What turned counts, not what turns now: the two differ where velocities were changed without positions. */
static pl_status find_arcs(pl_model_body *body, const pl_model_context *context, double *y, spin_parts *parts,
                           bool *turned)
{
  const pl_embedded *nodes = body->data;
  size_t held = body->fixed_count + body->hold_count; /* the first springs */
  *turned = false;
  if (!nodes->keeps_momentum || (held > 0 && !pl_embedded_is_in_pieces(nodes))) return PL_OK;
  double *moved = PL_TAKE(context->scratch, double, nodes->unknowns);
  if (!moved) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < nodes->unknowns; i++) moved[i] = nodes->y[i] - nodes->start[i];
  if (!may_turn(nodes, moved)) return PL_OK;
  if (!begin_parts(nodes, true, nodes->start, nodes->start_centre, context->scratch, parts)) return PL_ERROR_MEMORY;
  PL_TRY(mark_held(nodes, held, context, parts));
  *turned = find_turns(nodes, parts, moved);
  if (*turned) place_on_arcs(nodes, parts, moved, y);
  return PL_OK;
}

pl_status pl_embedded_arc(pl_model_body *body, const pl_model_context *context, double *y, bool *turned)
{
  spin_parts parts;
  pl_arena_mark mark = pl_arena_here(context->scratch);
  pl_status status = find_arcs(body, context, y, &parts, turned);
  pl_arena_back_to(context->scratch, mark);
  return status;
}

pl_status pl_embedded_move_on_arc(pl_model_body *body, const pl_model_context *context, bool *bent)
{
  pl_embedded *nodes = body->data;
  spin_parts parts;
  pl_arena_mark mark = pl_arena_here(context->scratch);
  pl_status status = find_arcs(body, context, nodes->y, &parts, bent);
  if (status == PL_OK && *bent) turn_velocities(nodes, &parts);
  pl_arena_back_to(context->scratch, mark);
  return status;
}

/* ---- the body as a whole ---- */

static pl_status find_aggregate(const pl_embedded *nodes, const pl_model_context *context, pl_aggregate *out)
{
  spin_parts parts;
  *out = (pl_aggregate){.mass = nodes->total_mass, .kinetic = nodes->kind->kinetic(nodes)};
  nodes->kind->centre(nodes, out->centre);
  if (!begin_parts(nodes, false, nodes->y, out->centre, context->scratch, &parts)) return PL_ERROR_MEMORY;
  find_inertia(nodes, &parts);
  find_momenta(nodes, &parts);
  memcpy(out->inertia, parts.list->inertia, sizeof out->inertia);
  pl_vec3_copy(parts.list->drift, out->momentum);
  pl_vec3_copy(parts.list->spin, out->moment);
  return PL_OK;
}

pl_status pl_embedded_aggregate(const pl_model_body *body, const pl_model_context *context, pl_aggregate *out)
{
  pl_arena_mark mark = pl_arena_here(context->scratch);
  pl_status status = find_aggregate(body->data, context, out);
  pl_arena_back_to(context->scratch, mark);
  return status;
}

/* Before nodes that moved are looked at (nodes_changed) the centre is that of where they were, and a spin about it has
   some momentum: it is taken out. */
static void set_drift(pl_embedded *nodes, const double drift[3])
{
  double *momentum = nodes->work, shift[3];
  nodes->kind->momentum(nodes, momentum);
  pl_vec3_copy(drift, shift);
  for (size_t i = 0; i < nodes->unknowns; i += 3)
    pl_vec3_add_scaled(shift, -1 / nodes->total_mass, momentum + i, shift);
  for (size_t i = 0; i < nodes->unknowns; i++) nodes->w[i] += shift[i % 3];
}

/* w = to + part (w - from), and what moves besides the nodes in the same way: part of its own motion, and the rigid one
   along `dw`. */
pl_status pl_embedded_set_rigid_motion(pl_model_body *body, const pl_aggregate *aggregate,
                                       const struct pl_rigid_motion *to, double part, const pl_model_context *context)
{
  pl_embedded *nodes = body->data;
  const double shrink[9] = {part, 0, 0, 0, part, 0, 0, 0, part};
  double *dw = nodes->work;
  for (size_t i = 0; i < nodes->unknowns; i += 3) {
    double arm[3], before[3], after[3];
    pl_vec3_sub(nodes->y + i, aggregate->centre, arm);
    pl_vec3_cross(aggregate->motion.spin, arm, before);
    pl_vec3_cross(to->spin, arm, after);
    for (size_t c = 0; c < 3; c++) {
      dw[i + c] = to->drift[c] + after[c] - part * (aggregate->motion.drift[c] + before[c]);
      nodes->w[i + c] = part * nodes->w[i + c] + dw[i + c];
    }
  }
  if (nodes->kind->turn) nodes->kind->turn(nodes, shrink);
  if (nodes->kind->add_velocity) nodes->kind->add_velocity(nodes, dw);
  set_drift(nodes, to->drift);
  pl_embedded_cancel_targets(nodes, NULL);
  nodes->kind->velocities(nodes, context->pool, body->v);
  return PL_OK;
}

double pl_embedded_energy_at_start(const pl_model_body *body) { return ((const pl_embedded *)body->data)->energy; }
