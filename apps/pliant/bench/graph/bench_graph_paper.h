/* SPDX-License-Identifier: MIT */
#pragma once

#include "bench/graph/bench_graph.h"

/* The timings of sect. 5: all polar decompositions, and the traversal. In JSON a member to follow others. */
int bench_graph_traversal(const graph_bench_options *options);
