/* SPDX-License-Identifier: MIT
   The surface model: shape matching of overlapping regions.

   [D] Diziol, Bender, Bayer, "Robust Real-Time Deformation of Incompressible Surface Meshes", sect. 4. Every particle i
   has a region R_i (regions.h). With weights w, rest positions x0 and positions x,

     M_i = sum w_j,  t_i = sum w_j x_j / M_i,  A_i = sum w_j (x_j - t_i)(x0_j - t0_i)^T,   over j in R_i,
     R_i = the rotation closest to A_i,
     g_i = mean over j in R_i of  R_j (x0_i - t0_j) + t_j          ([D] prints x0_j for x0_i)

   and the step is v += h f/m, x' = x + h v, v += s (g - x')/h, damping, x += h v. With w_j = m_j / |R_j| (`share`)
   momentum and angular momentum do not change; [D] has w_j = m_j (`mass`).

   Everything that is summed is seen from the body: it is laid over its rest shape as well as a rigid motion can
   (frame.c), and u, the displacement left over, and not x enters the sums, in float. With x = x0 + u

     A_i = A0_i + sum w u x0^T - (sum w u) t0_i^T,
       g_i - x0_i = mean (R_j - 1) x0_i + mean (u-centre_j - (R_j - 1) t0_j):

   in the rest shape all sums are zero to the bit, wherever the body is, and rounding is in proportion to the
   deformation. Lengths are in units of `size`, so that all numbers stay within about [-1, 1]. */
#pragma once

#include "math/rotation.h"
#include "model/model.h"
#include "model/surface/regions/regions.h"

enum {
  PL_SURFACE_ROW = 12,                  /* floats of a row in the sums of matching */
  PL_SURFACE_ACROSS = 8,                /* and of sheets, of what is missing along normals */
  PL_SURFACE_LANES = PL_ROTATION_LANES, /* regions side by side */
  PL_SURFACE_REST = 10,                 /* numbers of a region's rest shape: t0, A0, 1/M */
  PL_SURFACE_REST_BLOCK = PL_SURFACE_REST * PL_SURFACE_LANES,
  PL_SURFACE_GRAIN = 512, /* particles that a thread takes at a time: sums over them are made in this order */
  PL_SURFACE_TILE = 64    /* regions that are worked on at a time, in the cache */
};

/* Particles with room for idle lanes: arrays that lanes are written to have so many. */
static inline size_t pl_surface_padded(size_t count)
{
  return (count + PL_SURFACE_LANES - 1) / PL_SURFACE_LANES * PL_SURFACE_LANES;
}

/* What follows from the mesh, the masses and the choice of regions. Storage order. */
typedef struct pl_surface_rest {
  pl_regions regions;
  double spread; /* m^2: what a strain of 1 along the body leaves of regions, see material.c */
  float *place;  /* 4 per particle: x0 (3), w */
  float *share;  /* 1 / |R_i| */
  float *held;   /* what held particles weigh more than their masses; 1: not more */
  float *region; /* blocks of PL_SURFACE_LANES regions: t0 (3), A0 (xx xy xz yy yz zz), 1/M, a row of lanes each */
  uint32_t *fan; /* with normal points: the triangles about particle i are fan_start[i] … fan_start[i + 1] - 1, */
  uint32_t *fan_start; /* each the two other corners in their order */
  float *normals; /* of sheets: blocks of PL_SURFACE_LANES regions: unit normal n0, a row of lanes each; else NULL */
  double bend;    /* of sheets, m^4: what a curvature of 1 across the body leaves of regions, see material.c */
  float *normal; /* 4 per particle: unit normal n0 in the rest shape (3), distance l of its point; l = 0: it has none */
  float *normal_arm; /* 4 per particle: p0 - t0 with p0 = x0 + l n0 (3), its weight a = M/|R| */
} pl_surface_rest;

typedef struct pl_surface {
  size_t count;
  double size;      /* unit of length, m: a power of two */
  double centre[3]; /* of the rest shape, m */
  double mean_mass; /* unit of weights, kg */
  double density;   /* kg/m^3 */
  double coarsest;  /* the longest of the particles' mean edges, m */
  double diagonal;  /* of the box about the rest shape, m */
  double thickness; /* of a sheet, m; 0: it is none */

  /* the mesh as it came, the caller's order: regions may be made anew */
  double *rest; /* 3 per particle, m */
  uint32_t *edges;
  size_t edge_count;
  uint32_t *triangles;
  size_t triangle_count;
  double *mass;      /* kg, the caller's order */
  double *stiffness; /* factors on k, the caller's order; NULL: 1 */
  uint8_t *clamped;  /* 1: held by pins of the definition, the caller's order */

  pl_surface_rest made; /* for the definition `def` */
  pl_surface_def def;

  double h;
  float pull;                       /* s */
  float *pulls;                     /* s per particle, where factors are given; NULL: pull */
  double *inverse_mass;             /* 1/kg, storage order */
  float damping;                    /* the part that fades in a step */
  double whole_pull, whole_damping; /* s, not yet below 1, and the part that fades, as doubles */
  double flat;       /* of sheets: the part of the pull that is missing along normals; less than 0: there is more */
  float newest_part; /* of `displacement`, what the last step makes */

  /* registered: 4 per particle, the rotation R_i as a quaternion w x y z of any length, seen from the body */
  float *region_rotation;
  float *displacement; /* m: how far matching moved each particle in the last few steps, in the mean; registered */
} pl_surface;

/* material.c: which regions (`region` or `radius`), and how hard they pull (k, 1/s^2, of those that are made), for a
   definition: the paper's numbers where some are given, else those of its material. */
bool pl_surface_is_given(const pl_surface_def *def);
pl_surface_def pl_surface_regions_of(const pl_surface *surface, const pl_surface_def *def);
double pl_surface_stiffness(const pl_surface *surface, const pl_surface_def *def);
pl_status pl_surface_measure_edges(pl_surface *surface);
/* Unit vector along the rest shape. */
pl_status pl_surface_long_axis(const pl_surface *surface, double out[3]);
/* sum w |what no turn explains of the strain|^2 of a region with the second moments C. */
double pl_surface_spread_of(const double C[9], const double along[3]);

/* Of sheets: normals of regions, and what bending leaves of them. */
pl_status pl_surface_find_bend(const pl_surface *surface, const double along[3], pl_surface_rest *rest);

/* rest.c; def: as pl_surface_regions_of gives it */
pl_status pl_surface_make_rest(const pl_surface *surface, const pl_surface_def *def, pl_surface_rest *out);
void pl_surface_release_rest(pl_surface_rest *rest);

/* How the body is seen: y = rotation^T (x - origin) / size. Velocities are seen without a rigid motion, per step. */
typedef struct pl_surface_frame {
  double rotation[9];
  double origin[3];
  double velocity[3]; /* of the rigid motion, m/s at `centre` */
  double spin[3];     /* rad/s */
  double centre[3];   /* m */
} pl_surface_frame;

/* frame.c: the rest shape laid over where the particles will be after h at the velocities v (NULL: at rest), by a
   sample of them. */
void pl_surface_lay(const pl_surface *surface, const double *x, const double *v, double h, pl_surface_frame *out);

/* advance.c */
pl_status pl_surface_advance(pl_model_body *const *bodies, size_t count, const pl_model_context *context);
size_t pl_surface_scratch(const pl_model_body *body);

/* energy.c: the force is m k (g - x) with the k in use, s/h^2. With `share`, without normal points and factors on the
   stiffness it is exactly -dE/dx of
     E = k/2 sum_j sum_{i in R_j} w_i |R_j (x0_i - t0_j) + t_j - x_i|^2,
   since R_j and t_j make E smallest. Otherwise (of sheets, too) k/2 sum m |g - x|^2 stands for one. */
pl_status pl_surface_energy(const pl_model_body *body, const double *x, const pl_model_context *context, double *energy,
                            double *force);

/* handles.c: particles with prescribed motion, before the step, and grabs. */
typedef struct pl_surface_held {
  uint8_t *pinned; /* per particle; NULL: none is */
  double *impulse; /* 3 per hold, N s */
} pl_surface_held;
pl_status pl_surface_begin_handles(pl_model_body *body, const pl_model_context *context, pl_surface_held *held);
void pl_surface_end_handles(pl_model_body *body, const pl_model_context *context, const pl_surface_held *held);
pl_status pl_surface_apply_impulses(pl_model_body *body, const pl_impulse *impulses, size_t count,
                                    const pl_model_context *context);
pl_status pl_surface_compliance(pl_model_body *body, const uint32_t *particles, size_t count,
                                const pl_model_context *context, double *out);

const pl_model *pl_surface_model(void);
