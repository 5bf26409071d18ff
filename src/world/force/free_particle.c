/* SPDX-License-Identifier: MIT
   A particle alone in what it feels: from x with velocity v and a force f of everything else, implicit Euler takes
   it to the least of

     m/(2 h^2) |y - x - h v - h^2 f/m|^2 + E(y),

   by Newton's method with steps that are cut until they go downhill. The mean force that it felt is what it was
   turned aside by: m (y - x - h v - h^2 f/m) / h^2. A body that falls through a fluid has its terminal speed
   exactly, and where a potential carries it, it is at rest exactly; both whatever holds its particles
   together. */
#include <math.h>

#include "base/arena.h"
#include "math/mat3.h"
#include "world/world.h"

enum { MOST_SOLVES = 20, MOST_CUTS = 12, GRAIN = 64 };

typedef struct flight {
  const pl_potential_forces *forces;
  size_t particle;
  double aim[3];  /* m: where it would get */
  double inertia; /* kg/s^2: mass / h^2 */
} flight;

static double height(const flight *f, const double y[3], double gradient[3], double *hessian)
{
  double off[3];
  pl_vec3_sub(y, f->aim, off);
  if (gradient) pl_vec3_scale(off, f->inertia, gradient);
  for (size_t k = 0; hessian && k < 9; k++) hessian[k] = k % 4 ? 0 : f->inertia;
  return 0.5 * f->inertia * pl_vec3_dot(off, off) +
         f->forces->outer.at(&f->forces->outer, f->particle, y, gradient, hessian);
}

/* out = A^-1 b for a symmetric, positive definite A. */
static void solve(const double A[9], const double b[3], double out[3])
{
  double bc[3], ca[3], ab[3];
  pl_vec3_cross(A + 3, A + 6, bc);
  pl_vec3_cross(A + 6, A, ca);
  pl_vec3_cross(A, A + 3, ab);
  double determinant = pl_vec3_dot(A, bc);
  for (size_t k = 0; k < 3; k++) out[k] = (bc[k] * b[0] + ca[k] * b[1] + ab[k] * b[2]) / determinant;
}

/* Ends when a step of Newton's method is below this part of what a potential reaches. */
static void land(const flight *f, double y[3], double enough)
{
  double gradient[3], hessian[9], newton_step[3], trial[3];
  for (int k = 0; k < MOST_SOLVES; k++) {
    double now = height(f, y, gradient, hessian), part = 1;
    solve(hessian, gradient, newton_step);
    double slope = pl_vec3_dot(newton_step, gradient), length = pl_vec3_length(newton_step);
    int cut = 0;
    for (; cut < MOST_CUTS; cut++) {
      pl_vec3_add_scaled(y, -part, newton_step, trial);
      if (height(f, trial, NULL, NULL) <= now - 1e-4 * part * slope) break;
      part *= 0.5;
    }
    if (cut == MOST_CUTS) return; /* as low as rounding lets it */
    pl_vec3_copy(trial, y);
    if (part * length <= enough) return;
  }
}

typedef struct carrying {
  const pl_potential_forces *forces;
  const pl_body *body;
  const double *gravity;
  double *force;
} carrying;

static void carry(void *context, size_t begin, size_t end)
{
  const carrying *c = context;
  const pl_model_body *view = &c->body->view;
  double h = c->forces->h, enough = INFINITY;
  for (size_t r = 0; r < c->forces->repulsion_count; r++) enough = fmin(enough, 1e-9 * c->forces->repulsions[r].range);
  for (size_t i = begin; i < end; i++) {
    flight f = {.forces = c->forces, .particle = i, .inertia = view->mass[i] / (h * h)};
    double y[3];
    for (size_t k = 0; k < 3; k++) {
      double others = c->force[3 * i + k] / view->mass[i] + (view->traits.carried ? c->gravity[k] : 0);
      y[k] = view->x[3 * i + k];
      f.aim[k] = y[k] + h * view->v[3 * i + k] + h * h * others;
    }
    if (height(&f, f.aim, NULL, NULL) < height(&f, y, NULL, NULL)) pl_vec3_copy(f.aim, y);
    land(&f, y, enough);
    for (size_t k = 0; k < 3; k++) c->force[3 * i + k] += f.inertia * (y[k] - f.aim[k]);
  }
}

void pl_potential_forces_add_mean(const pl_potential_forces *forces, const pl_body *body, const double gravity[3],
                                  pl_pool *pool, double *force)
{
  carrying c = {forces, body, gravity, force};
  pl_parallel_for(pool, body->count, GRAIN, carry, &c);
}
