/* SPDX-License-Identifier: MIT
   Green Coordinates of a triangle cage and their gradients in closed form: Lipman, Levin, Cohen-Or, "Green
   Coordinates", 2008, as Martin et al. (eqs. 11, 12) use them, with G = -1 / (4 π r), so that Σφ = 1 and ψ > 0 inside.
   A register full of points goes through all faces; nothing passes between lanes.

   With r_k from the point to corner k, ρ_k = |r_k|, h the height of the face above the point, Ω the solid angle of the
   face, and of edge k, running a → b: length l, outward direction m_k, d_k = m_k . r_a, height H_k of corner k,
     q = ρ_a ρ_b + r_a . r_b,   L = ln((ρ_a + ρ_b + l)² / 2 q)   (the potential of the edge)
     4π ψ = Σ d_e L_e - h Ω                    4π ∇ψ = n Ω - Σ m_e L_e
     4π φ_k = (d_k Ω + h Σ (m_k.m_e) L_e) / H_k
     4π ∇φ_k = (-m_k Ω + d_k ∇Ω - n Σ (m_k.m_e) L_e + h Σ (m_k.m_e) ∇L_e) / H_k
     ∇L = l / q (r_a / ρ_a + r_b / ρ_b)        ∇Ω = Σ E_e,  E = (r_a × r_b) (ρ_a + ρ_b) / (ρ_a ρ_b q)
   Near an edge ∇Ω grows without bound and cancels between the two faces. With λ_k = d_k / H_k, a barycentric
   coordinate, that part is λ_k E_e, where λ_k is what it is on the edge, which both faces share and which is left out
   here because the cage is closed, plus d_e (m_k.m_e) / H_k. So d_k ∇Ω becomes Σ (m_k.m_e) d_e E_e: bounded. */
#include "mesh/cage/green_kernel.h"

#include <string.h>

#include "math/wide_functions.h"

enum { LANES = PL_GREEN_LANES };

typedef struct vector {
  pl_wide x, y, z;
} vector;

static inline pl_wide dot(vector a, vector b) { return pl_wide_fma(a.x, b.x, pl_wide_fma(a.y, b.y, a.z * b.z)); }

static inline vector cross(vector a, vector b)
{
  return (vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline vector wide_vector(const double a[3])
{
  return (vector){pl_wide_set(a[0]), pl_wide_set(a[1]), pl_wide_set(a[2])};
}

/* a + s b */
static inline vector add_scaled(vector a, pl_wide s, vector b)
{
  return (vector){pl_wide_fma(s, b.x, a.x), pl_wide_fma(s, b.y, a.y), pl_wide_fma(s, b.z, a.z)};
}

static inline vector scaled(pl_wide s, vector a) { return (vector){s * a.x, s * a.y, s * a.z}; }

static inline void add_to(double *at, pl_wide a) { pl_wide_store(pl_wide_load(at) + a, at); }

static inline void store_vector(double *at, vector a)
{
  pl_wide_store(a.x, at);
  pl_wide_store(a.y, at + LANES);
  pl_wide_store(a.z, at + 2 * LANES);
}

static inline void add_vector(double *at, vector a)
{
  add_to(at, a.x);
  add_to(at + LANES, a.y);
  add_to(at + 2 * LANES, a.z);
}

/* A face as seen from the points. */
typedef struct view {
  vector normal;
  vector r[3];
  pl_wide rho[3];
  pl_wide height, angle;             /* h and Ω */
  pl_wide distance[3], q[3], log[3]; /* of the edges: d, q, L */
  vector across[3];                  /* r_a × r_b */
} view;

static inline void see_corners(const pl_green_face *face, vector point, view *v)
{
  v->normal = wide_vector(face->normal);
  for (int k = 0; k < 3; k++) {
    vector corner = wide_vector(face->corner[k]);
    v->r[k] = (vector){corner.x - point.x, corner.y - point.y, corner.z - point.z};
    v->rho[k] = pl_wide_sqrt(dot(v->r[k], v->r[k]));
  }
}

/* Of two arms to a plane or line the shorter gives the distance with fewer rounding errors. */
static inline pl_wide along(vector direction, vector a, pl_wide rho_a, vector b, pl_wide rho_b)
{
  return pl_wide_select(rho_a <= rho_b, dot(direction, a), dot(direction, b));
}

static inline void see_edges(const pl_green_face *face, view *v)
{
  const pl_wide zero = pl_wide_set(0.0), two = pl_wide_set(2.0);
  pl_wide product[3];
  for (int k = 0; k < 3; k++) {
    int a = (k + 1) % 3, b = (k + 2) % 3;
    product[k] = dot(v->r[a], v->r[b]);
    v->across[k] = cross(v->r[a], v->r[b]);
    pl_wide rhos = v->rho[a] * v->rho[b];
    /* next to the edge the two terms of q cancel; their product with the difference does not */
    pl_wide beside = dot(v->across[k], v->across[k]) / (rhos - product[k]);
    v->q[k] = pl_wide_select(product[k] <= zero, beside, rhos + product[k]);
    pl_wide sum = v->rho[a] + v->rho[b] + pl_wide_set(face->length[k]);
    v->log[k] = pl_wide_log(sum * sum / (two * v->q[k]));
    v->distance[k] = along(wide_vector(face->outward[k]), v->r[a], v->rho[a], v->r[b], v->rho[b]);
  }
  pl_wide height = along(v->normal, v->r[0], v->rho[0], v->r[1], v->rho[1]);
  pl_mask third = (v->rho[2] < v->rho[0]) & (v->rho[2] < v->rho[1]);
  v->height = pl_wide_select(third, dot(v->normal, v->r[2]), height);
  pl_wide below = pl_wide_fma(product[0], v->rho[0], v->rho[0] * v->rho[1] * v->rho[2]);
  below = pl_wide_fma(product[1], v->rho[1], below);
  below = pl_wide_fma(product[2], v->rho[2], below);
  v->angle = two * pl_wide_atan2(v->height * pl_wide_set(face->double_area), below);
}

/* Σ_e (m_k . m_e) L_e */
static inline pl_wide mixed_logs(const pl_green_face *face, const view *v, int k)
{
  pl_wide sum = pl_wide_set(face->product[k][0]) * v->log[0];
  sum = pl_wide_fma(pl_wide_set(face->product[k][1]), v->log[1], sum);
  return pl_wide_fma(pl_wide_set(face->product[k][2]), v->log[2], sum);
}

static const double quarter_pi_inverse = 0.0795774715459476678844; /* 1 / 4π */

static inline void add_values(const pl_green_face *face, const view *v, double *phi, double *psi)
{
  pl_wide sum = -v->height * v->angle;
  for (int k = 0; k < 3; k++) {
    sum = pl_wide_fma(v->distance[k], v->log[k], sum);
    pl_wide value = pl_wide_fma(v->height, mixed_logs(face, v, k), v->distance[k] * v->angle);
    add_to(phi + (size_t)LANES * face->vertex[k], value * pl_wide_set(quarter_pi_inverse / face->height[k]));
  }
  pl_wide_store(sum * pl_wide_set(quarter_pi_inverse), psi);
}

static inline void add_gradients(const pl_green_face *face, const view *v, double *dphi, double *dpsi)
{
  const pl_wide one = pl_wide_set(1.0);
  vector of_edge[3], sum = scaled(v->angle, v->normal);
  for (int k = 0; k < 3; k++) {
    int a = (k + 1) % 3, b = (k + 2) % 3;
    pl_wide scale = one / (v->rho[a] * v->rho[b] * v->q[k]); /* 1 / ρ_a, 1 / ρ_b and 1 / q with one division */
    pl_wide to_log = v->height * pl_wide_set(face->length[k]) * scale;
    of_edge[k] = scaled(v->distance[k] * scale * (v->rho[a] + v->rho[b]), v->across[k]);
    of_edge[k] = add_scaled(of_edge[k], to_log * v->rho[b], v->r[a]);
    of_edge[k] = add_scaled(of_edge[k], to_log * v->rho[a], v->r[b]);
    sum = add_scaled(sum, -v->log[k], wide_vector(face->outward[k]));
  }
  store_vector(dpsi, scaled(pl_wide_set(quarter_pi_inverse), sum));
  for (int k = 0; k < 3; k++) {
    vector g = scaled(-v->angle, wide_vector(face->outward[k]));
    g = add_scaled(g, -mixed_logs(face, v, k), v->normal);
    for (int e = 0; e < 3; e++) g = add_scaled(g, pl_wide_set(face->product[k][e]), of_edge[e]);
    add_vector(dphi + (size_t)3 * LANES * face->vertex[k],
               scaled(pl_wide_set(quarter_pi_inverse / face->height[k]), g));
  }
}

void PL_ISA_NAME(pl_green_kernel)(const pl_green_face *faces, size_t face_count, size_t vertex_count,
                                  const double *points, const pl_green_block *block)
{
  memset(block->phi, 0, vertex_count * LANES * sizeof(double));
  if (block->dphi) memset(block->dphi, 0, 3 * vertex_count * LANES * sizeof(double));
  for (int first = 0; first < LANES; first += PL_WIDE_LANES) {
    vector point = {pl_wide_load(points + first), pl_wide_load(points + LANES + first),
                    pl_wide_load(points + 2 * LANES + first)};
    for (size_t f = 0; f < face_count; f++) {
      view v;
      see_corners(faces + f, point, &v);
      see_edges(faces + f, &v);
      add_values(faces + f, &v, block->phi + first, block->psi + LANES * f + first);
      if (block->dphi) add_gradients(faces + f, &v, block->dphi + first, block->dpsi + 3 * LANES * f + first);
    }
  }
}
