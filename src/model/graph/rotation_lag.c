/* SPDX-License-Identifier: MIT
   How far rotations lag behind. With rotations of x + h v, [H] step 1, the one solve of a step holds stretching and
   turning with the same stiffness K, though turning with its rotations costs nothing: a motion u is as slow as if it
   were 1 + k times as heavy, k = h^2 uKu / uMu. Long waves of a stiff body bend by turning, and swing too slowly by
   sqrt(1 + k). Each further round multiplies what is missing of the change of velocity by about k / (1 + k); two rounds
   give that factor, and with it their limit (Anderson's acceleration of depth 1). */
#include <math.h>
#include <string.h>

#include "math/mat3.h"
#include "model/common/momentum.h"
#include "model/graph/graph.h"

/* k of the longest wave: stretching along the axis for which it is least. S = sum of le w e e^T, I = sum of m r r^T: 1
   / k is the largest eigenvalue of (h^2 S)^-1 I. */
static double lag_of(const pl_graph *graph, const double *mass, double h)
{
  const double *weight =
      graph->fibres.weight ? graph->fibres.weight : graph->weight; /* of sound links: cuts change nothing */
  double S[9], I[9], centre[3] = {0, 0, 0};
  pl_mat3_zero(S);
  pl_mat3_zero(I);
  for (size_t i = 0; i < graph->count; i++)
    pl_vec3_add_scaled(centre, mass[i] / graph->total_mass, graph->rest + 3 * i, centre);
  for (size_t i = 0; i < graph->count; i++) {
    double arm[3];
    pl_vec3_sub(graph->rest + 3 * i, centre, arm);
    pl_mat3_outer_add(I, mass[i], arm, arm);
    for (uint32_t e = graph->first[i]; e < graph->first[i + 1]; e++) {
      pl_vec3_sub(graph->rest + 3 * (size_t)graph->neighbour[e], graph->rest + 3 * i, arm);
      pl_mat3_outer_add(S, graph->edge_stiffness * weight[e], arm, arm);
    }
  }
  double trace = S[0] + S[4] + S[8], direction[3] = {0.6, 0.5, 0.7}, longest = 0;
  if (!(trace > 0)) return 0;
  for (int k = 0; k < 3; k++) S[4 * k] += 1e-9 * trace; /* flat ones have nothing across */
  for (int k = 0; k < 30; k++) {
    double product[3];
    pl_mat3_apply(I, direction, product);
    pl_solve_inertia(S, product, direction);
    longest = pl_vec3_length(direction);
    if (!(longest > 0)) return 0;
    pl_vec3_scale(direction, 1 / longest, direction);
  }
  return h * h / longest;
}

/* What is missing stays below a tenth or so of the change of velocity; stiffer bodies swing too slowly. */
static int rounds_for(double lag)
{
  static const double most[] = {0.05, 0.4, 2.2, 4};
  int rounds = 1;
  while (rounds <= 4 && lag > most[rounds - 1]) rounds++;
  return rounds;
}

void pl_graph_find_lag(pl_graph *graph, const double *mass, double h)
{
  graph->lag = graph->asked == 0 ? lag_of(graph, mass, h) : 0;
  graph->iterations = graph->asked > 0 ? graph->asked : rounds_for(graph->lag);
}

bool pl_graph_take_rounds(const pl_graph *graph, size_t numbers, pl_arena *scratch, pl_graph_rounds *rounds)
{
  *rounds = (pl_graph_rounds){.numbers = numbers, .most = graph->lag};
  if (graph->lag == 0 || graph->iterations == 1) return true;
  rounds->from = PL_TAKE(scratch, double, numbers);
  rounds->change = PL_TAKE(scratch, double, numbers);
  rounds->result = PL_TAKE(scratch, double, numbers);
  if (rounds->from) memset(rounds->from, 0, numbers * sizeof(double)); /* the first one starts from no change */
  return rounds->from && rounds->change && rounds->result;
}

/* The combination of the last two rounds whose own change would be least, if rounds were linear; no farther on than the
   slowest motion needs, and not at all where rounds do not come closer. */
static double part_beyond(const pl_graph_rounds *rounds, const double *result)
{
  double product = 0, squares = 0, before = 0, now = 0;
  for (size_t k = 0; k < rounds->numbers; k++) {
    double change = result[k] - rounds->from[k], off = change - rounds->change[k];
    product += change * off;
    squares += off * off;
    now += change * change;
    before += rounds->change[k] * rounds->change[k];
  }
  return now < before && squares > 0 ? fmin(fmax(0, -product / squares), rounds->most) : 0;
}

void pl_graph_end_round(pl_graph_rounds *rounds, int round, double *result)
{
  if (!rounds->from) return;
  double beyond = round > 0 ? part_beyond(rounds, result) : 0;
  for (size_t k = 0; k < rounds->numbers; k++) {
    double now = result[k], before = rounds->result[k];
    rounds->change[k] = now - rounds->from[k];
    rounds->result[k] = now;
    if (round > 0) result[k] += beyond * (now - before);
    rounds->from[k] = result[k];
  }
}
