/* SPDX-License-Identifier: MIT
   What keeps the faces of a cage from collapsing. Some motions of its vertices hardly move matter, so that hardly
   anything resists them; a face that has shrunk to a line turns its normal over within one step, and all it carries
   jumps. With a and b the stretches of a face, q = 2 a b / (a^2 + b^2) is 1 where it kept its shape and 0 where it has
   none; every face has the energy
     strength × area / 2 × max(0, 1/q - 1/0.9)^2,
   nothing at all until it is stretched 1.6 times as much one way as the other, without bound as it collapses. (1/q - 1
   is the energy of Hormann and Greiner, "MIPS", 2000.) Frozen normals, the paper's option, go without. */
#include <math.h>
#include <string.h>

#include "math/vec3.h"
#include "model/cage/cage.h"

enum { NUMBERS = PL_CAGE_FACE_NUMBERS };

static const double kept = 1 / 0.9; /* 1/q up to which nothing happens */
/* Flatter faces are taken for no flatter; those that have shrunk to so little in all directions have no shape to
   lose. */
static const double flattest = 1e-4;

/* Gives what edges U = x1 - x0 and W = x2 - x0 do to what corners do. */
static void from_edges(const double along_U[3], const double along_W[3], double factor, double out[NUMBERS])
{
  for (int c = 0; c < 3; c++) {
    out[3 + c] = factor * along_U[c];
    out[6 + c] = factor * along_W[c];
    out[c] = -out[3 + c] - out[6 + c];
  }
}

/* 1/q = s^2 / r, where s is the length of the scaled normal and r the ratio of areas:
     s^2 = (|w|^2 |U|^2 - 2 (u.w) (U.W) + |u|^2 |W|^2) / (8 area^2),   dr/dU = W × n / (2 area),
       dr/dW = n × U / (2 area). */
static void look_at(const pl_cage *cage, size_t face, pl_cage_face *out)
{
  const uint32_t *corner = cage->green->triangles + 3 * face;
  const double *rest = cage->green->positions, *y = cage->nodes.y;
  double U[3], W[3], normal[3], area = cage->green->areas[face], s = pl_vec3_length(cage->normals + 3 * face);
  pl_vec3_sub(y + 3 * (size_t)corner[1], y + 3 * (size_t)corner[0], U);
  pl_vec3_sub(y + 3 * (size_t)corner[2], y + 3 * (size_t)corner[0], W);
  pl_vec3_cross(U, W, normal);
  double doubled = pl_vec3_length(normal);
  out->square = s * s;
  out->ratio = fmax(doubled / (2 * area), flattest * fmax(1, s * s));
  out->lost = fmax(0, out->square / out->ratio - kept);
  if (out->lost == 0) return;
  double u[3], w[3], along_U[3], along_W[3];
  pl_vec3_sub(rest + 3 * (size_t)corner[1], rest + 3 * (size_t)corner[0], u);
  pl_vec3_sub(rest + 3 * (size_t)corner[2], rest + 3 * (size_t)corner[0], w);
  pl_vec3_scale(normal, 1 / fmax(doubled, flattest * area), normal);
  pl_vec3_cross(W, normal, along_U);
  pl_vec3_cross(normal, U, along_W);
  from_edges(along_U, along_W, 1 / (2 * area), out->of_ratio);
  double over = 1 / (4 * area * area);
  out->uu = over * pl_vec3_dot(u, u);
  out->uw = over * pl_vec3_dot(u, w);
  out->ww = over * pl_vec3_dot(w, w);
  for (int c = 0; c < 3; c++) {
    along_U[c] = out->ww * U[c] - out->uw * W[c];
    along_W[c] = out->uu * W[c] - out->uw * U[c];
  }
  from_edges(along_U, along_W, 1, out->of_square);
  for (size_t k = 0; k < NUMBERS; k++)
    out->slope[k] = (out->of_square[k] - out->square / out->ratio * out->of_ratio[k]) / out->ratio;
}

void pl_cage_update_faces(pl_cage *cage)
{
  for (size_t j = 0; cage->full && j < cage->faces; j++) look_at(cage, j, &cage->shapes[j]);
}

/* Has the face lost some of its shape? Then, its stiffness and its places among the unknowns. */
static bool resists(const pl_cage *cage, size_t face, double *stiffness, size_t places[NUMBERS])
{
  if (!cage->full || cage->shapes[face].lost == 0) return false;
  for (size_t k = 0; k < NUMBERS; k++) places[k] = 3 * (size_t)cage->green->triangles[3 * face + k / 3] + k % 3;
  *stiffness = cage->face_strength * cage->green->areas[face];
  return true;
}

double pl_cage_faces_energy(const pl_cage *cage, double *f)
{
  double energy = 0;
  for (size_t j = 0; j < cage->faces; j++) {
    const pl_cage_face *face = &cage->shapes[j];
    size_t places[NUMBERS];
    double stiffness;
    if (!resists(cage, j, &stiffness, places)) continue;
    energy += 0.5 * stiffness * face->lost * face->lost;
    for (size_t k = 0; f && k < NUMBERS; k++) f[places[k]] -= stiffness * face->lost * face->slope[k];
  }
  return energy;
}

/* How s^2 / r bends upwards, r taken for a linear function of the corners. */
static double bend_of(const pl_cage_face *face, size_t a, size_t b)
{
  const double by_corner[9] = {face->uu + face->ww - 2 * face->uw,
                               face->uw - face->ww,
                               face->uw - face->uu,
                               face->uw - face->ww,
                               face->ww,
                               -face->uw,
                               face->uw - face->uu,
                               -face->uw,
                               face->uu};
  double both = face->of_square[a] * face->of_ratio[b] + face->of_ratio[a] * face->of_square[b];
  double bend = a % 3 == b % 3 ? by_corner[3 * (a / 3) + b / 3] : 0;
  bend += (2 * face->square / face->ratio * face->of_ratio[a] * face->of_ratio[b] - both) / face->ratio;
  return bend / face->ratio;
}

static void fill(const pl_cage_face *face, double out[NUMBERS][NUMBERS])
{
  for (size_t a = 0; a < NUMBERS; a++)
    for (size_t b = 0; b < NUMBERS; b++) out[a][b] = face->slope[a] * face->slope[b] + face->lost * bend_of(face, a, b);
}

void pl_cage_faces_stiffness(const pl_cage *cage, const double *u, double *out)
{
  for (size_t j = 0; j < cage->faces; j++) {
    size_t places[NUMBERS];
    double stiffness, K[NUMBERS][NUMBERS];
    if (!resists(cage, j, &stiffness, places)) continue;
    fill(&cage->shapes[j], K);
    for (size_t a = 0; a < NUMBERS; a++)
      for (size_t b = 0; b < NUMBERS; b++) out[places[a]] += stiffness * K[a][b] * u[places[b]];
  }
}

void pl_cage_faces_assemble(pl_cage *cage, double factor)
{
  for (size_t j = 0; j < cage->faces; j++) {
    size_t places[NUMBERS];
    double stiffness, K[NUMBERS][NUMBERS];
    if (!resists(cage, j, &stiffness, places)) continue;
    fill(&cage->shapes[j], K);
    for (size_t a = 0; a < NUMBERS; a++)
      for (size_t b = 0; b < NUMBERS; b++)
        if (places[a] >= places[b]) cage->matrix[places[a] * cage->stride + places[b]] += factor * stiffness * K[a][b];
  }
}
