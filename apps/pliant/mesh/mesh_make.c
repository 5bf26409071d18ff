/* SPDX-License-Identifier: MIT
   pliant mesh make: every generator of the library with its parameters as options. */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "mesh/mesh_commands.h"
#include "number.h"

/* All parameters of all kinds; a kind uses some of them. */
typedef struct parameters {
  double counts[3], origin[3], from[3], to[3];
  double spacing, neighbours, radius, tube, outer, inner, length, width, depth, pitch, turns, height;
  double n, cuts, around, across, along, nx, nz, count, vertices, leaves, rows;
} parameters;

typedef struct parameter {
  const char *name;
  size_t offset; /* in parameters */
  int values;    /* 1 or 3 */
  bool whole;
} parameter;

#define PLACE(member) offsetof(parameters, member)
static const parameter table[] = {
    {"counts", PLACE(counts), 3, true},
    {"spacing", PLACE(spacing), 1, false},
    {"origin", PLACE(origin), 3, false},
    {"neighbours", PLACE(neighbours), 1, true},
    {"radius", PLACE(radius), 1, false},
    {"n", PLACE(n), 1, true},
    {"cuts", PLACE(cuts), 1, true},
    {"tube", PLACE(tube), 1, false},
    {"around", PLACE(around), 1, true},
    {"across", PLACE(across), 1, true},
    {"along", PLACE(along), 1, true},
    {"length", PLACE(length), 1, false},
    {"outer", PLACE(outer), 1, false},
    {"inner", PLACE(inner), 1, false},
    {"width", PLACE(width), 1, false},
    {"depth", PLACE(depth), 1, false},
    {"nx", PLACE(nx), 1, true},
    {"nz", PLACE(nz), 1, true},
    {"from", PLACE(from), 3, false},
    {"to", PLACE(to), 3, false},
    {"count", PLACE(count), 1, true},
    {"pitch", PLACE(pitch), 1, false},
    {"turns", PLACE(turns), 1, false},
    {"height", PLACE(height), 1, false},
    {"vertices", PLACE(vertices), 1, true},
    {"leaves", PLACE(leaves), 1, true},
    {"rows", PLACE(rows), 1, true},
};

static uint32_t whole(double value) { return (uint32_t)value; }

static pl_status make_lattice(const parameters *p, pl_mesh **out)
{
  pl_lattice_def def = pl_default_lattice_def();
  for (int k = 0; k < 3; k++) {
    def.counts[k] = whole(p->counts[k]);
    def.origin[k] = p->origin[k];
  }
  def.spacing = p->spacing;
  def.neighbours = (int)p->neighbours;
  return pl_make_lattice(&def, out);
}

static pl_status make_sphere(const parameters *p, pl_mesh **out) { return pl_make_sphere(p->radius, whole(p->n), out); }

static pl_status make_icosphere(const parameters *p, pl_mesh **out)
{
  return pl_make_icosphere(p->radius, whole(p->cuts), out);
}

static pl_status make_torus(const parameters *p, pl_mesh **out)
{
  return pl_make_torus(p->radius, p->tube, whole(p->around), whole(p->across), out);
}

static pl_status make_cylinder(const parameters *p, pl_mesh **out)
{
  return pl_make_cylinder(p->radius, p->length, whole(p->around), whole(p->along), out);
}

static pl_status make_capsule(const parameters *p, pl_mesh **out)
{
  return pl_make_capsule(p->radius, p->length, whole(p->around), whole(p->along), out);
}

static pl_status make_tube(const parameters *p, pl_mesh **out)
{
  return pl_make_tube(p->outer, p->inner, p->length, whole(p->around), whole(p->along), out);
}

static pl_status make_box(const parameters *p, pl_mesh **out)
{
  return pl_make_box((uint32_t[3]){whole(p->counts[0]), whole(p->counts[1]), whole(p->counts[2])}, p->spacing, out);
}

static pl_status make_sheet(const parameters *p, pl_mesh **out)
{
  return pl_make_sheet(p->width, p->depth, whole(p->nx), whole(p->nz), out);
}

static pl_status make_line(const parameters *p, pl_mesh **out)
{
  return pl_make_line(p->from, p->to, whole(p->count), out);
}

static pl_status make_helix(const parameters *p, pl_mesh **out)
{
  return pl_make_helix(p->radius, p->pitch, p->turns, whole(p->count), out);
}

static pl_status make_plant(const parameters *p, pl_mesh **out)
{
  return pl_make_plant(p->height, whole(p->leaves), whole(p->along), whole(p->rows), out);
}

static pl_status make_duck(const parameters *p, pl_mesh **out)
{
  return pl_make_character(PL_CHARACTER_DUCK, p->height, whole(p->vertices), out);
}

static pl_status make_rabbit(const parameters *p, pl_mesh **out)
{
  return pl_make_character(PL_CHARACTER_RABBIT, p->height, whole(p->vertices), out);
}

static pl_status make_bear(const parameters *p, pl_mesh **out)
{
  return pl_make_character(PL_CHARACTER_BEAR, p->height, whole(p->vertices), out);
}

static pl_status make_dino(const parameters *p, pl_mesh **out)
{
  return pl_make_character(PL_CHARACTER_DINO, p->height, whole(p->vertices), out);
}

static pl_status make_armadillo(const parameters *p, pl_mesh **out)
{
  return pl_make_character(PL_CHARACTER_ARMADILLO, p->height, whole(p->vertices), out);
}

typedef struct kind {
  const char *name;
  const char *summary;
  const char *defaults; /* its parameters, as they could be typed */
  pl_status (*make)(const parameters *p, pl_mesh **out);
} kind;

static const kind kinds[] = {
    {"lattice", "a solid box of nodes", "counts=41,9,9 spacing=0.025 origin=0,0,0 neighbours=26", make_lattice},
    {"sphere", "with poles, n (n - 1) + 2 vertices", "radius=0.5 n=20", make_sphere},
    {"icosphere", "even, 10 cuts^2 + 2 vertices", "radius=0.5 cuts=8", make_icosphere},
    {"torus", "a ring", "radius=0.5 tube=0.2 around=48 across=20", make_torus},
    {"cylinder", "closed, upright", "radius=0.2 length=1 around=24 along=19", make_cylinder},
    {"capsule", "a cylinder with round ends", "radius=0.2 length=0.6 around=24 along=11", make_capsule},
    {"tube", "a pipe with a wall", "outer=0.2 inner=0.14 length=1 around=24 along=19", make_tube},
    {"box", "a block, hollow", "counts=41,9,9 spacing=0.025", make_box},
    {"sheet", "a flat cloth", "width=1 depth=1 nx=21 nz=21", make_sheet},
    {"line", "a straight curve", "from=0,0,0 to=1,0,0 count=21", make_line},
    {"helix", "a curve like a spring", "radius=0.2 pitch=0.1 turns=5 count=101", make_helix},
    {"plant", "leaves that share edges: no manifold", "height=0.6 leaves=10 along=30 rows=49", make_plant},
    {"duck", "somebody to look at", "height=1 vertices=5000", make_duck},
    {"rabbit", "with long ears", "height=1 vertices=5000", make_rabbit},
    {"bear", "sitting", "height=1 vertices=5000", make_bear},
    {"dino", "with a tail", "height=1 vertices=5000", make_dino},
    {"armadillo", "with a shell, on its hind legs", "height=1 vertices=5407", make_armadillo},
};
enum { KINDS = sizeof kinds / sizeof *kinds, PARAMETERS = sizeof table / sizeof *table };

static void print_help(void)
{
  printf("Makes a mesh by rule.\n"
         "\n"
         "  pliant mesh make duck -o duck.obj\n"
         "  pliant mesh make lattice --counts 81,9,9 --spacing 0.0125 -o bar.ply\n"
         "\n"
         "Usage: pliant mesh make KIND [--PARAMETER VALUE]... -o FILE\n"
         "  -o, --output FILE   .obj or .ply\n"
         "\n"
         "Kinds, with their parameters and what they are by default (lengths in m):\n");
  for (size_t i = 0; i < KINDS; i++) printf("  %-10s %-36s %s\n", kinds[i].name, kinds[i].summary, kinds[i].defaults);
}

static double *value_of(parameters *p, const parameter *which) { return (double *)(void *)((char *)p + which->offset); }

/* Reads "3", or "1,2,3" for a parameter of three values, up to a blank or the end. */
static bool read_values(const parameter *which, const char *text, parameters *p)
{
  size_t length = strcspn(text, " ");
  const char *at = text, *end = text + length;
  for (int k = 0; k < which->values; k++) {
    double *value = value_of(p, which) + k;
    if (k && (at == end || *at++ != ',')) return false;
    at = pl_number_read(at, end, value);
    if (!at || !isfinite(*value)) return false;
    if (which->whole && !(*value >= 0 && *value <= UINT32_MAX && *value == floor(*value))) return false;
  }
  return at == end;
}

/* The parameter called text[0, length), if the kind has it. */
static const parameter *find_parameter(const kind *k, const char *text, size_t length)
{
  for (const char *d = k->defaults; *d; d += strcspn(d, " "), d += *d == ' ')
    if (strcspn(d, "=") == length && strncmp(d, text, length) == 0)
      for (size_t i = 0; i < PARAMETERS; i++)
        if (strlen(table[i].name) == length && strncmp(table[i].name, text, length) == 0) return &table[i];
  return NULL;
}

static void set_defaults(const kind *k, parameters *p)
{
  for (const char *d = k->defaults; *d; d += strcspn(d, " "), d += *d == ' ') {
    size_t length = strcspn(d, "=");
    const parameter *which = find_parameter(k, d, length);
    if (which) read_values(which, d + length + 1, p);
  }
}

static const kind *find_kind(const char *name)
{
  for (size_t i = 0; i < KINDS; i++)
    if (strcmp(name, kinds[i].name) == 0) return &kinds[i];
  return NULL;
}

/* Options depend on the kind, so they are read by hand: --name VALUE or --name=VALUE. Returns -1 to go on. */
static int read_arguments(const kind *k, int argc, char **argv, parameters *p, const char **output)
{
  for (int i = 2; i < argc; i++) {
    const char *argument = argv[i];
    bool is_output = strcmp(argument, "-o") == 0 || strcmp(argument, "--output") == 0;
    if (!is_output && strncmp(argument, "--", 2) != 0) return mesh_usage_error("make", "what is '%s'?", argument);
    size_t length = strcspn(argument, "=");
    const parameter *which = is_output ? NULL : find_parameter(k, argument + 2, length - 2);
    if (!is_output && !which)
      return mesh_usage_error("make", "%s has no parameter '%s' (it has: %s)", k->name, argument, k->defaults);
    const char *text = argument[length] == '=' ? argument + length + 1 : i + 1 < argc ? argv[++i] : NULL;
    if (!text) return mesh_usage_error("make", "'%s' needs a value", argument);
    if (is_output)
      *output = text;
    else if (!read_values(which, text, p))
      return mesh_usage_error("make", "--%s must be %s%s, got '%s'", which->name, which->values == 3 ? "three " : "a ",
                              which->whole ? (which->values == 3 ? "whole numbers a,b,c" : "whole number")
                                           : (which->values == 3 ? "numbers x,y,z" : "number"),
                              text);
  }
  if (!*output) return mesh_usage_error("make", "where to? (-o FILE)");
  return -1;
}

int mesh_make(int argc, char **argv)
{
  for (int i = 1; i < argc; i++)
    if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
      print_help();
      return EXIT_OK;
    }
  if (argc < 2) return mesh_usage_error("make", "which kind?");
  const kind *k = find_kind(argv[1]);
  if (!k) return mesh_usage_error("make", "there is no kind '%s'", argv[1]);
  parameters p = {0};
  const char *output = NULL;
  set_defaults(k, &p);
  int code = read_arguments(k, argc, argv, &p, &output);
  if (code >= 0) return code;
  pl_mesh *mesh = NULL;
  pl_mesh_info info;
  pl_status status = k->make(&p, &mesh);
  if (status == PL_OK) status = pl_mesh_inspect(mesh, &info);
  if (status == PL_OK) status = pl_mesh_save(output, mesh);
  pl_mesh_destroy(mesh);
  if (status != PL_OK) return mesh_failed();
  mesh_print_made(output, &info);
  return EXIT_OK;
}
