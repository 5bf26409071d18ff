/* SPDX-License-Identifier: MIT
   pliant bench: our timings. Each benchmark is a command of its own, in a file bench_<name>.c. */
#include <stdio.h>
#include <string.h>

#include "command.h"

int bench_cage(int argc, char **argv);
int bench_certificate(int argc, char **argv);
int bench_cholesky(int argc, char **argv);
int bench_contact(int argc, char **argv);
int bench_continuum(int argc, char **argv);
int bench_coords(int argc, char **argv);
int bench_detail(int argc, char **argv);
int bench_distance(int argc, char **argv);
int bench_graph(int argc, char **argv);
int bench_page(int argc, char **argv);
int bench_rotations(int argc, char **argv);
int bench_sums(int argc, char **argv);
int bench_surface(int argc, char **argv);

static const command benches[] = {
    {"cage", "the cage model: Table 1 of Martin et al., matrices, static drags", bench_cage},
    {"certificate", "every model beside theory: deflection, frequency, volume, momentum", bench_certificate},
    {"cholesky", "the sparse factor: order, factorise, solve, and its floor", bench_cholesky},
    {"contact", "bodies that touch: cost of finding and solving, depths, time to rest, growth", bench_contact},
    {"continuum", "deformable models: what solves their linear systems, by size and kind", bench_continuum},
    {"coords", "Green Coordinates, and points carried by a cage", bench_coords},
    {"detail", "fine meshes put back on coarse bodies", bench_detail},
    {"distance", "signed-distance grids of mesh obstacles: making one, asking it", bench_distance},
    {"graph", "steps of the graph model: parts, whole and floor", bench_graph},
    {"page", "what `pliant view` does: steps of five scenes, frames on their way to a page", bench_page},
    {"rotations", "closest rotations: nanoseconds per matrix, batched and one by one", bench_rotations},
    {"sums", "sums over regions of surfaces and lattices: nanoseconds per particle", bench_sums},
    {"surface", "steps of the surface model with its volume kept, and the paper's tables", bench_surface},
    {NULL, NULL, NULL},
};

static void print_help(FILE *out)
{
  fprintf(out, "Measures this machine.\n\n  pliant bench graph\n\nUsage: pliant bench NAME [options]\n\nBenchmarks:\n");
  for (const command *c = benches; c->name; c++) fprintf(out, "  %-11s %s\n", c->name, c->summary);
  fprintf(out, "\n`pliant bench NAME --help` shows its options.\n");
}

int command_bench(int argc, char **argv)
{
  if (argc < 2 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
    print_help(argc < 2 ? stderr : stdout);
    return argc < 2 ? EXIT_USAGE : EXIT_OK;
  }
  for (const command *c = benches; c->name; c++)
    if (strcmp(argv[1], c->name) == 0) return c->run(argc - 1, argv + 1);
  fprintf(stderr, "pliant bench: there is no benchmark '%s'; `pliant bench --help` lists them\n", argv[1]);
  return EXIT_USAGE;
}
