/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/isa.h"
#include "command.h"
#include "pliant/io.h"

int command_bench(int argc, char **argv);
int command_check(int argc, char **argv);
int command_explain(int argc, char **argv);
int command_mesh(int argc, char **argv);
int command_pose(int argc, char **argv);
int command_render(int argc, char **argv);
int command_replay(int argc, char **argv);
int command_run(int argc, char **argv);
int command_scenes(int argc, char **argv);
int command_subspace(int argc, char **argv);
int command_view(int argc, char **argv);

static const command commands[] = {
    {"bench", "measure this machine", command_bench},
    {"check", "read a scene and look for bodies that start inside each other", command_check},
    {"explain", "print every value of a scene and where it came from", command_explain},
    {"mesh", "look at meshes, mend them, make them", command_mesh},
    {"pose", "put vertices of a body where they should be, write the shape at rest", command_pose},
    {"render", "make pictures and videos without a display", command_render},
    {"replay", "play a report of the page again and compare its hashes", command_replay},
    {"run", "simulate a scene, write caches, pictures and numbers", command_run},
    {"scenes", "list the scenes, or what scene files may say", command_scenes},
    {"subspace", "make the few functions a body may move in, look at them", command_subspace},
    {"view", "open the page: pull at bodies, tune them, look closely", command_view},
    {NULL, NULL, NULL},
};

static void print_help(FILE *out)
{
  fprintf(out, "Usage: pliant COMMAND [options]\n\nCommands:\n");
  for (const command *c = commands; c->name; c++) fprintf(out, "  %-10s %s\n", c->name, c->summary);
  fprintf(out, "\n`pliant COMMAND --help` shows an example and all options.\n");
}

/* What was printed must have arrived: a full disk or a closed output gives an error exit code, whatever the command. */
static int told(int code)
{
  errno = 0;
  bool lost = ferror(stdout) != 0;
  lost = fflush(stdout) != 0 || lost;
  if (!lost || code != EXIT_OK) return code;
  fprintf(stderr, "pliant: not all of the output could be written: %s\n", errno ? strerror(errno) : "output error");
  return EXIT_FAILED;
}

/* A standard stream that was closed would be the next file that is opened, and what is printed would go into it. One
   that can only be read stands in: writing to it fails, which is reported. */
static void keep_streams_apart(void)
{
  for (int stream = 0; stream < 3; stream++)
    if (fcntl(stream, F_GETFD) < 0 && open("/dev/null", O_RDONLY) < 0) return;
}

static int run(int argc, char **argv)
{
  if (argc < 2 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
    print_help(argc < 2 ? stderr : stdout);
    return argc < 2 ? EXIT_USAGE : EXIT_OK;
  }
  if (strcmp(argv[1], "--version") == 0) {
    printf("pliant %s\n", pl_version());
    return EXIT_OK;
  }
  if (pl_isa_check() != PL_OK) {
    fprintf(stderr, "pliant: %s\n", pl_last_error());
    return EXIT_USAGE;
  }
  for (const command *c = commands; c->name; c++)
    if (strcmp(argv[1], c->name) == 0) return c->run(argc - 1, argv + 1);
  fprintf(stderr, "pliant: there is no command '%s'; `pliant --help` lists them\n", argv[1]);
  return EXIT_USAGE;
}

int main(int argc, char **argv)
{
  keep_streams_apart();
  return told(run(argc, argv));
}
