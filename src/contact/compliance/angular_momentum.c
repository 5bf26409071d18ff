/* SPDX-License-Identifier: MIT */
#include "contact/compliance/angular_momentum.h"

#include "base/status.h"
#include "math/mat3.h"
#include "model/common/momentum.h"

/* Arms, inertia and angular momentum at the start of the step: positions move by h v, so that (x + h v, v) has the same
   angular momentum as (x, v); moments of impulses likewise. */
static void look(const pl_model_body *body, double h, pl_angular_correction *out, double inertia[9])
{
  double mass = 0, centre[3] = {0, 0, 0};
  for (size_t i = 0; i < body->count; i++) {
    double *arm = out->arm + 3 * i;
    pl_vec3_add_scaled(body->x + 3 * i, -h, body->v + 3 * i, arm);
    pl_vec3_add_scaled(centre, body->mass[i], arm, centre);
    mass += body->mass[i];
  }
  pl_vec3_scale(centre, 1 / mass, centre);
  pl_mat3_zero(inertia);
  for (size_t i = 0; i < body->count; i++) {
    double *arm = out->arm + 3 * i, moment[3];
    pl_vec3_sub(arm, centre, arm);
    pl_mat3_outer_add(inertia, -body->mass[i], arm, arm);
    for (int c = 0; c < 9; c += 4) inertia[c] += body->mass[i] * pl_vec3_dot(arm, arm);
    pl_vec3_cross(arm, body->v + 3 * i, moment);
    pl_vec3_add_scaled(out->momentum, body->mass[i], moment, out->momentum);
  }
}

/* y, and R^T M G: the sum of m (r.y - y r^T). */
static pl_status find_answer(const pl_model *model, pl_model_body *body, const pl_model_context *context,
                             pl_angular_correction *out, double both[9])
{
  pl_arena_mark mark = pl_arena_here(context->scratch);
  double *impulse = PL_TAKE(context->scratch, double, 3 * body->count);
  if (!impulse) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < body->count; i++) pl_vec3_scale(out->arm + 3 * i, body->mass[i], impulse + 3 * i);
  pl_status status = model->impulse_response(body, impulse, context, out->response);
  pl_mat3_zero(both);
  for (size_t i = 0; i < body->count && status == PL_OK; i++) {
    pl_mat3_outer_add(both, -1, out->response + 3 * i, impulse + 3 * i);
    for (int c = 0; c < 9; c += 4) both[c] += pl_vec3_dot(impulse + 3 * i, out->response + 3 * i);
  }
  pl_arena_back_to(context->scratch, mark);
  return status;
}

/* Regularised: the inertia of particles on a line is singular. */
static void invert_inertia(const double inertia[9], double out[9])
{
  double a[9], trace = inertia[0] + inertia[4] + inertia[8];
  pl_mat3_copy(inertia, a);
  for (int c = 0; c < 9; c += 4) a[c] += 1e-9 * trace;
  for (int c = 0; c < 3; c++) pl_solve_inertia(a, (double[]){c == 0, c == 1, c == 2}, out + 3 * c);
}

pl_status pl_angular_correction_start(const pl_model *model, pl_model_body *body, const pl_model_context *context,
                                      pl_angular_correction **out)
{
  *out = NULL;
  if (body->traits.coupling != PL_COUPLING_SCALAR || !model->has_rigid_motions || !model->has_rigid_motions(body))
    return PL_OK;
  pl_angular_correction *angular = PL_TAKE(context->scratch, pl_angular_correction, 1);
  if (!angular) return PL_ERROR_MEMORY;
  *angular = (pl_angular_correction){.arm = PL_TAKE(context->scratch, double, 3 * body->count),
                                     .response = PL_TAKE(context->scratch, double, 3 * body->count),
                                     .share = 1};
  if (!angular->arm || !angular->response) return PL_ERROR_MEMORY;
  double inertia[9], both[9], part[9], product[9];
  look(body, context->h, angular, inertia);
  PL_TRY(find_answer(model, body, context, angular, both));
  invert_inertia(inertia, angular->inverse);
  pl_mat3_apply(angular->inverse, angular->momentum, angular->spin);
  pl_vec3_copy(angular->spin, angular->arc_spin);
  pl_angular_correction_reset(angular);
  pl_mat3_multiply(both, angular->inverse, part);
  pl_mat3_multiply(angular->inverse, part, product);
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++) angular->back[3 * r + c] = 0.5 * (product[3 * r + c] + product[3 * c + r]);
  pl_angular_correction_reduce_share(angular, context->h);
  *out = angular;
  return PL_OK;
}

void pl_angular_correction_reset(pl_angular_correction *angular)
{
  pl_vec3_set(angular->moment, 0, 0, 0);
  pl_vec3_set(angular->other, 0, 0, 0);
  pl_vec3_set(angular->couple, 0, 0, 0);
  pl_vec3_set(angular->a, 0, 0, 0);
  pl_vec3_set(angular->b, 0, 0, 0);
  pl_vec3_copy(angular->spin, angular->coming);
}

/* a and b of the correction, and the change of spin. */
typedef struct turn {
  double a[3], b[3], spin[3];
} turn;

static turn answer_moments(const pl_angular_correction *angular, const double moment[3], const double other[3],
                           const double couple[3])
{
  turn out;
  double all[3], less[3];
  pl_vec3_add(moment, couple, all);
  pl_mat3_apply(angular->inverse, all, out.spin);
  pl_mat3_apply(angular->inverse, moment, out.b);
  pl_mat3_apply(angular->back, moment, out.a);
  pl_mat3_apply(angular->inverse, other, less);
  for (int c = 0; c < 3; c++) {
    out.a[c] = angular->share * (out.a[c] + out.spin[c] - less[c]);
    out.b[c] *= -angular->share;
    out.spin[c] *= angular->share;
  }
  return out;
}

static void add_cross(const double a[3], const double b[3], double out[3])
{
  double product[3];
  pl_vec3_cross(a, b, product);
  pl_vec3_add(out, product, out);
}

void pl_angular_correction_update(pl_angular_correction *angular)
{
  turn now = answer_moments(angular, angular->moment, angular->other, angular->couple);
  pl_vec3_copy(now.a, angular->a);
  pl_vec3_copy(now.b, angular->b);
  pl_vec3_add(angular->spin, now.spin, angular->coming);
}

void pl_angular_correction_add_block(const pl_angular_correction *angular, const double arm[3],
                                     const double response[3], const double shift[3], double block[9])
{
  for (int c = 0; c < 3; c++) {
    double unit[3] = {c == 0, c == 1, c == 2}, moment[3], other[3], couple[3], velocity[3] = {0, 0, 0};
    pl_vec3_cross(arm, unit, moment);
    pl_vec3_cross(response, unit, other);
    pl_vec3_cross(shift, unit, couple);
    pl_vec3_scale(couple, angular->share, couple);
    turn by = answer_moments(angular, moment, other, couple);
    add_cross(by.a, arm, velocity);
    add_cross(by.b, response, velocity);
    pl_vec3_scale(by.spin, angular->share, by.spin);
    add_cross(by.spin, shift, velocity);
    for (int r = 0; r < 3; r++) block[3 * r + c] += velocity[r];
  }
}

pl_status pl_angular_correction_apply(pl_angular_correction *angular, const pl_model *model, pl_model_body *body,
                                      const pl_impulse *impulses, size_t count, const double couple[3],
                                      double positions, const pl_model_context *context)
{
  double moment[3] = {0, 0, 0}, other[3] = {0, 0, 0};
  if (count == 0) return PL_OK;
  for (size_t k = 0; k < count; k++) {
    add_cross(angular->arm + 3 * (size_t)impulses[k].particle, impulses[k].value, moment);
    add_cross(angular->response + 3 * (size_t)impulses[k].particle, impulses[k].value, other);
  }
  pl_vec3_add(angular->momentum, moment, angular->momentum);
  pl_vec3_add(angular->momentum, couple, angular->momentum);
  turn by = answer_moments(angular, moment, other, couple);
  pl_vec3_add(angular->spin, by.spin, angular->spin);
  pl_angular_correction_reset(angular);
  if (angular->share == 0) return PL_OK;
  for (size_t i = 0; i < body->count; i++) {
    double change[3] = {0, 0, 0};
    add_cross(by.a, angular->arm + 3 * i, change);
    add_cross(by.b, angular->response + 3 * i, change);
    pl_vec3_add(body->v + 3 * i, change, body->v + 3 * i);
    pl_vec3_add_scaled(body->x + 3 * i, positions, change, body->x + 3 * i);
  }
  return model->particles_moved ? model->particles_moved(body, context) : PL_OK;
}

/* out = (w × (w × r)) as a matrix on r, times a factor, added */
static void add_square(const double spin[3], double factor, double out[9])
{
  pl_mat3_outer_add(out, factor, spin, spin);
  for (int c = 0; c < 9; c += 4) out[c] -= factor * pl_vec3_dot(spin, spin);
}

/* Adds square * r to all velocities, without its angular momentum, and h times that to positions. */
static void add_arc(const pl_angular_correction *angular, pl_model_body *body, const double square[9], double h)
{
  double moment[3] = {0, 0, 0}, spin[3];
  for (size_t i = 0; i < body->count; i++) {
    double change[3], part[3];
    pl_mat3_apply(square, angular->arm + 3 * i, change);
    pl_vec3_cross(angular->arm + 3 * i, change, part);
    pl_vec3_add_scaled(moment, body->mass[i], part, moment);
  }
  pl_mat3_apply(angular->inverse, moment, spin);
  for (size_t i = 0; i < body->count; i++) {
    double change[3], part[3];
    pl_mat3_apply(square, angular->arm + 3 * i, change);
    pl_vec3_cross(spin, angular->arm + 3 * i, part);
    pl_vec3_sub(change, part, change);
    pl_vec3_add(body->v + 3 * i, change, body->v + 3 * i);
    pl_vec3_add_scaled(body->x + 3 * i, h, change, body->x + 3 * i);
  }
}

pl_status pl_angular_correction_follow_arc(pl_angular_correction *angular, const pl_model *model, pl_model_body *body,
                                           const pl_model_context *context, bool *arc_spin)
{
  const double flat = 1e-6; /* relative displacement below which contact is not affected */
  double h = context->h, change[3], square[9] = {0};
  const double *spin = angular->coming;
  pl_vec3_sub(spin, angular->arc_spin, change);
  *arc_spin = h * h * pl_vec3_length(change) * (pl_vec3_length(spin) + pl_vec3_length(angular->arc_spin)) > flat;
  if (!*arc_spin) return PL_OK;
  add_square(spin, h / 2, square);
  add_square(angular->arc_spin, -h / 2, square);
  pl_vec3_copy(spin, angular->arc_spin);
  add_arc(angular, body, square, h);
  return model->particles_moved ? model->particles_moved(body, context) : PL_OK;
}

bool pl_angular_correction_reduce_share(pl_angular_correction *angular, double h)
{
  double momentum[3], spin[3];
  pl_vec3_add(angular->momentum, angular->moment, momentum);
  pl_vec3_add(momentum, angular->couple, momentum);
  pl_mat3_apply(angular->inverse, momentum, spin);
  double share = pl_spin_correction_part(pl_vec3_length(spin), h);
  if (share >= angular->share) return false;
  angular->share = share;
  return true;
}

size_t pl_angular_correction_scratch(size_t particle_count)
{
  enum { PIECES = 4, ROUNDING = 128 };
  return sizeof(pl_angular_correction) + 9 * particle_count * sizeof(double) + PIECES * ROUNDING;
}
