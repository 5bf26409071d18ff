/* SPDX-License-Identifier: MIT
   Hexahedra as laws of matter see them (model/fibres.h). A fibre is an edge of an element along an axis, as a Gauss
   point of it sees it. Rest edges are the columns of a tensor G, times the spacings: what has flowed is F = F_e G, and
   the elastic part F_e = F G^-1 stands in the energy in place of F. With the rotation R of F_e = R U the deformation of
   the edges is (U - 1) G, which no rigid motion changes; a law moves G towards U G, which leaves R as it was.

   F_e is F with the gradients of the shape functions taken over the flowed shape, G^-T g: each element gets a table of
   its own. Of these elements a link is the element itself: where it is hot it is softer, and a broken one resists
   nothing any more. Its mass goes to its corners, an eighth each, so that it couples nodes of different pieces no
   more, and a corner that no element holds flies on alone. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "model/hex/hex.h"

enum { GRAIN = 32 }; /* elements */

static size_t fibre_count(const pl_hex *hex) { return hex->voxels.element_count * PL_HEX_FIBRES; }

/* ---- arrays of fibres ---- */

void pl_hex_free_fibres(pl_hex *hex)
{
  pl_hex_fibre_arrays *fibres = &hex->fibres;
  pl_release(fibres->link);
  pl_release(fibres->length);
  pl_release(fibres->first);
  pl_release(fibres->rest);
  pl_release(fibres->gradient);
  pl_release(fibres->factor);
  pl_release(fibres->link_length);
  pl_release(fibres->crumbled);
  pl_release(fibres->carried);
  *fibres = (pl_hex_fibre_arrays){0};
}

static pl_status make_room(pl_hex *hex)
{
  pl_hex_fibre_arrays *fibres = &hex->fibres;
  size_t count = fibre_count(hex);
  if (fibres->link) return PL_OK;
  fibres->link = PL_NEW(uint32_t, count);
  fibres->length = PL_NEW(double, count);
  fibres->first = PL_NEW(double, 3 * count + 1);
  fibres->factor = PL_NEW(double, count);
  fibres->link_length = PL_NEW(double, hex->voxels.element_count);
  fibres->crumbled = PL_NEW(uint8_t, hex->voxels.element_count);
  fibres->carried = PL_NEW(uint32_t, hex->voxels.node_count);
  if (!fibres->link || !fibres->length || !fibres->first || !fibres->factor || !fibres->link_length ||
      !fibres->crumbled || !fibres->carried) {
    pl_hex_free_fibres(hex);
    return PL_ERROR_MEMORY;
  }
  for (size_t f = 0; f < count; f++) {
    fibres->link[f] = (uint32_t)(f / PL_HEX_FIBRES);
    fibres->length[f] = fibres->first[3 * f + f % 3] = hex->voxels.spacing[f % 3];
    fibres->factor[f] = 1;
  }
  const double *side = hex->voxels.spacing;
  for (size_t e = 0; e < hex->voxels.element_count; e++) fibres->link_length[e] = (side[0] + side[1] + side[2]) / 3;
  return PL_OK;
}

/* The inverse of G, transposed, of a Gauss point; false: it has no volume left. */
static bool invert(const pl_hex *hex, size_t point, double out[9])
{
  static const double least = 1e-3; /* of the volume */
  double column[3][3];
  for (size_t c = 0; c < 3; c++)
    pl_vec3_scale(hex->fibres.rest + 3 * (3 * point + c), 1 / hex->voxels.spacing[c], column[c]);
  for (size_t c = 0; c < 3; c++) {
    double across[3];
    pl_vec3_cross(column[(c + 1) % 3], column[(c + 2) % 3], across);
    for (size_t r = 0; r < 3; r++) out[3 * r + c] = across[r];
  }
  double determinant = column[0][0] * out[0] + column[0][1] * out[3] + column[0][2] * out[6];
  if (!(determinant > least)) return false;
  for (size_t k = 0; k < 9; k++) out[k] /= determinant;
  return true;
}

static void gradients_of(void *context, size_t begin, size_t end)
{
  pl_hex *hex = context;
  for (size_t e = begin; e < end; e++)
    for (size_t q = 0; q < PL_HEX_POINTS; q++) {
      double map[9], *out = hex->fibres.gradient + PL_HEX_UNKNOWNS * (PL_HEX_POINTS * e + q);
      bool sound = invert(hex, PL_HEX_POINTS * e + q, map);
      for (size_t k = 0; k < PL_HEX_CORNERS; k++)
        if (sound)
          pl_mat3_apply(map, hex->gradient[q][k], out + 3 * k);
        else
          pl_vec3_copy(hex->gradient[q][k], out + 3 * k);
    }
}

static void rest_changed(pl_hex *hex, pl_pool *pool)
{
  if (hex->fibres.gradient) pl_parallel_for(pool, hex->voxels.element_count, GRAIN, gradients_of, hex);
}

static bool is_broken(const pl_links *links, size_t element)
{
  return links && links->state[element] == PL_LINK_BROKEN;
}

void pl_hex_take_links(pl_hex *hex, const pl_links *links)
{
  pl_hex_fibre_arrays *fibres = &hex->fibres;
  fibres->links = links;
  for (size_t f = 0; fibres->factor && f < fibre_count(hex); f++) {
    size_t e = f / PL_HEX_FIBRES;
    fibres->factor[f] = !links ? 1 : is_broken(links, e) ? 0 : links->weight[e];
  }
  for (size_t e = 0; fibres->crumbled && e < hex->voxels.element_count; e++) fibres->crumbled[e] = is_broken(links, e);
}

static pl_status allow_pieces(pl_embedded *nodes)
{
  if (!nodes->piece_targets) nodes->piece_targets = PL_NEW(pl_target_momentum, nodes->unknowns / 3);
  if (!nodes->piece_targets) return PL_ERROR_MEMORY;
  return nodes->pieces.of ? PL_OK : pl_pieces_make(nodes->unknowns / 3, &nodes->pieces);
}

/* ---- pieces ---- */

/* The piece of nodes that has most of a particle: all of it, unless its element is broken. */
static uint32_t piece_below(const pl_hex *hex, size_t particle)
{
  const uint32_t *corner = hex->voxels.corners + PL_HEX_CORNERS * (size_t)hex->voxels.host[particle];
  const double *weight = hex->voxels.weight + PL_HEX_CORNERS * particle;
  size_t most = 0;
  for (size_t k = 1; k < PL_HEX_CORNERS; k++)
    if (weight[k] > weight[most]) most = k;
  return hex->nodes.pieces.of[corner[most]];
}

void pl_hex_find_pieces(const pl_model_body *body, pl_pieces *pieces)
{
  pl_hex *hex = body->data;
  pl_pieces *of_nodes = &hex->nodes.pieces;
  if (!of_nodes->of || !body->links) return; /* before it is prepared */
  pl_pieces_find(of_nodes, hex->voxels.node_count, PL_HEX_CORNERS, hex->voxels.corners, body->links);
  for (size_t p = 0; p < of_nodes->count; p++) hex->fibres.carried[p] = UINT32_MAX;
  for (uint32_t i = 0; i < body->count; i++) {
    uint32_t *first = &hex->fibres.carried[piece_below(hex, i)];
    if (*first == UINT32_MAX) *first = i;
    pieces->of[i] = *first;
  }
  pl_pieces_number(pieces, body->count);
}

void pl_hex_put_back(pl_model_body *body, const uint8_t *asleep)
{
  pl_hex *hex = body->data;
  pl_embedded *nodes = &hex->nodes;
  const uint32_t *of = body->links->pieces.of;
  for (size_t i = 0; i < nodes->unknowns; i++) {
    uint32_t first = hex->fibres.carried[nodes->pieces.of[i / 3]];
    if (first == UINT32_MAX || !asleep[of[first]]) continue;
    nodes->y[i] = nodes->start[i];
    nodes->w[i] = 0;
  }
  for (size_t i = 0; i < body->count; i++) {
    if (!asleep[of[i]]) continue;
    pl_hex_spread_one(nodes, (uint32_t)i, nodes->y, body->x + 3 * i);
    pl_hex_spread_one(nodes, (uint32_t)i, nodes->w, body->v + 3 * i);
  }
}

/* ---- momenta of what breaks ---- */

/* M w = momentum, M that of now, by conjugate gradients with the mass at each node: the eigenvalues of that are in [1 /
   8, 27 / 8], so that each round leaves less than two thirds of what is missing. */
static pl_status find_velocities(pl_hex *hex, const double *momentum, const pl_model_context *context)
{
  enum { MOST = 100 };
  static const double enough = 1e-30; /* of the square of all */
  pl_embedded *nodes = &hex->nodes;
  size_t n = nodes->unknowns;
  double *left = PL_TAKE(context->scratch, double, n), *way = PL_TAKE(context->scratch, double, n);
  double *product = PL_TAKE(context->scratch, double, n), all = 0, size = 0, before = 0;
  if (!left || !way || !product) return PL_ERROR_MEMORY;
  nodes->kind->mass(nodes, nodes->w, product);
  for (size_t k = 0; k < n; k++) {
    double weight = 1 / hex->node_mass[k / 3];
    left[k] = momentum[k] - product[k];
    way[k] = 0;
    all += weight * momentum[k] * momentum[k];
    size += weight * left[k] * left[k];
  }
  for (int round = 0; round < MOST && size > enough * all; round++) {
    double across = 0, next = 0;
    for (size_t k = 0; k < n; k++) way[k] = left[k] / hex->node_mass[k / 3] + (before > 0 ? size / before : 0) * way[k];
    nodes->kind->mass(nodes, way, product);
    for (size_t k = 0; k < n; k++) across += way[k] * product[k];
    for (size_t k = 0; k < n; k++) {
      nodes->w[k] += size / across * way[k];
      left[k] -= size / across * product[k];
      next += left[k] * left[k] / hex->node_mass[k / 3];
    }
    before = size;
    size = next;
  }
  return PL_OK;
}

/* Where elements break their mass moves to their corners. The momentum of each node stays, M' w' = M w: then those of
   the body stay, too, and since M' - M is never negative, the kinetic energy does not rise. */
static pl_status crumble(pl_model_body *body, const pl_model_context *context)
{
  pl_hex *hex = body->data;
  pl_embedded *nodes = &hex->nodes;
  double *momentum = PL_TAKE(context->scratch, double, nodes->unknowns);
  if (!momentum) return PL_ERROR_MEMORY;
  nodes->kind->momentum(nodes, momentum);
  pl_hex_take_links(hex, body->links);
  PL_TRY(find_velocities(hex, momentum, context));
  pl_embedded_cancel_targets(nodes, NULL);
  nodes->kind->velocities(nodes, context->pool, body->v);
  return PL_OK;
}

static pl_status links_changed(pl_model_body *body, const pl_model_context *context)
{
  pl_hex *hex = body->data;
  bool breaks = false;
  for (size_t e = 0; hex->fibres.crumbled && e < hex->voxels.element_count; e++)
    breaks = breaks || (is_broken(body->links, e) && !hex->fibres.crumbled[e]);
  if (!breaks) {
    pl_hex_take_links(hex, body->links);
    return PL_OK;
  }
  pl_arena_mark mark = pl_arena_here(context->scratch);
  pl_status status = crumble(body, context);
  pl_arena_back_to(context->scratch, mark);
  return status;
}

/* ---- the flowed shape ---- */

void pl_hex_forget_flow(pl_hex *hex, pl_pool *pool)
{
  if (!hex->fibres.rest) return;
  memcpy(hex->fibres.rest, hex->fibres.first, 3 * fibre_count(hex) * sizeof(double));
  rest_changed(hex, pool);
}

pl_status pl_hex_make_fibres(pl_hex *hex, const pl_model_body *body, pl_pool *pool)
{
  pl_hex_fibre_arrays *fibres = &hex->fibres;
  if (body->flows || body->links) PL_TRY(make_room(hex));
  if (body->links) PL_TRY(allow_pieces(&hex->nodes));
  pl_hex_take_links(hex, body->links);
  if (!body->flows) { /* any more */
    pl_release(fibres->rest);
    pl_release(fibres->gradient);
    fibres->rest = fibres->gradient = NULL;
    return PL_OK;
  }
  if (fibres->rest) return PL_OK;
  double *rest = PL_NEW(double, 3 * fibre_count(hex) + 1);
  double *gradient = PL_NEW(double, PL_HEX_UNKNOWNS *PL_HEX_POINTS * hex->voxels.element_count);
  if (!rest || !gradient) {
    pl_release(rest);
    pl_release(gradient);
    return PL_ERROR_MEMORY;
  }
  fibres->rest = rest;
  fibres->gradient = gradient;
  pl_hex_forget_flow(hex, pool);
  return PL_OK;
}

void pl_hex_fibres(const pl_model_body *body, pl_fibres *out)
{
  const pl_hex *hex = body->data;
  *out = (pl_fibres){.link_count = hex->voxels.element_count,
                     .weighted = true,
                     .breaks = true,
                     .cells = true,
                     .link_length = hex->fibres.link_length,
                     .count = fibre_count(hex),
                     .components = 3,
                     .link = hex->fibres.link,
                     .length = hex->fibres.length,
                     .first = hex->fibres.first,
                     .rest = hex->fibres.rest,
                     .factor = hex->fibres.factor,
                     .tensors = true,
                     .modulus = hex->modulus,
                     .poisson = hex->poisson};
}

pl_status pl_hex_refit(pl_model_body *body, unsigned what, const pl_model_context *context)
{
  pl_hex *hex = body->data;
  if (what & PL_REFIT_LINKS) PL_TRY(links_changed(body, context));
  if (what & PL_REFIT_REST) rest_changed(hex, context->pool);
  return PL_OK;
}

/* ---- deformations ---- */

typedef struct deformation_loop {
  const pl_hex *hex;
  const double *F, *rotation;
  double *out;
} deformation_loop;

static void deformations_of(void *context, size_t begin, size_t end)
{
  const deformation_loop *loop = context;
  for (size_t p = PL_HEX_POINTS * begin; p < PL_HEX_POINTS * end; p++) {
    double F[9], R[9], U[9];
    pl_rotation_load(loop->F, p, F);
    pl_rotation_load(loop->rotation, p, R);
    pl_mat3_transpose_multiply(R, F, U);
    for (size_t c = 0; c < 3; c++) U[4 * c] -= 1;
    for (size_t c = 0; c < 3; c++) {
      const double *from = loop->hex->fibres.rest ? loop->hex->fibres.rest : loop->hex->fibres.first;
      pl_mat3_apply(U, from + 3 * (3 * p + c), loop->out + 3 * (3 * p + c));
    }
  }
}

pl_status pl_hex_deformations(const pl_model_body *body, const pl_model_context *context, double *out)
{
  const pl_hex *hex = body->data;
  size_t size = hex->voxels.element_count * PL_ROTATION_BLOCK;
  pl_arena_mark mark = pl_arena_here(context->scratch);
  double *rotation = PL_TAKE(context->scratch, double, size);
  if (!rotation) return PL_ERROR_MEMORY;
  memcpy(rotation, hex->rotation, size * sizeof(double));
  pl_hex_gradients(hex, hex->nodes.y, context->pool, hex->F);
  pl_closest_rotations(hex->F, hex->voxels.element_count, rotation);
  deformation_loop loop = {hex, hex->F, rotation, out};
  pl_parallel_for(context->pool, hex->voxels.element_count, GRAIN, deformations_of, &loop);
  pl_arena_back_to(context->scratch, mark);
  return PL_OK;
}
