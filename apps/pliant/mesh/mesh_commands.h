/* SPDX-License-Identifier: MIT
   The parts of `pliant mesh`. argv[0] is the part's name; the return value is the exit code. */
#pragma once

#include <stdbool.h>

#include "pliant/io.h"

int mesh_info(int argc, char **argv);
int mesh_make(int argc, char **argv);
int mesh_repair(int argc, char **argv);
int mesh_graph(int argc, char **argv);
int mesh_cage(int argc, char **argv);
int mesh_coords(int argc, char **argv);
int mesh_deform(int argc, char **argv);

/* Prints "pliant mesh PART: …; `pliant mesh PART --help` shows how" and returns EXIT_USAGE. */
int mesh_usage_error(const char *part, const char *format, ...);

/* A positive number of metres, nothing after it. */
bool mesh_read_length(const char *text, double *out);

/* Prints the library's message and returns EXIT_FAILED. */
int mesh_failed(void);

/* "duck.obj: 5994 vertices, 11984 triangles, closed, 0.262 m^3" */
void mesh_print_made(const char *path, const pl_mesh_info *info);
