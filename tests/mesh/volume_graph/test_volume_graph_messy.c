/* SPDX-License-Identifier: MIT
   Surfaces that no textbook would fill: each must give a sound graph, or words that say why not. */
#include "base/timer.h"
#include "mesh/core/builder.h"
#include "mesh/graph_checks.h"

static const double unit[3] = {1, 1, 1};

/* The corner of a box is at low or low + size in each direction. */
static void add_box(pl_mesh_builder *b, const double low[3], const double size[3], bool inwards, bool lid)
{
  static const uint32_t quads[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                       {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
  uint32_t v[8];
  for (uint32_t i = 0; i < 8; i++)
    v[i] = pl_builder_vertex(b, low[0] + (i & 1) * size[0], low[1] + (i >> 1 & 1) * size[1],
                             low[2] + (i >> 2 & 1) * size[2]);
  for (int q = 0; q < (lid ? 6 : 5); q++) {
    const uint32_t *c = quads[q];
    if (inwards)
      pl_builder_quad(b, v[c[3]], v[c[2]], v[c[1]], v[c[0]]);
    else
      pl_builder_quad(b, v[c[0]], v[c[1]], v[c[2]], v[c[3]]);
  }
}

static void copy_into(pl_mesh_builder *b, pl_mesh *mesh, double scale, double x, bool inwards)
{
  pl_mesh_data d = pl_mesh_view(mesh);
  uint32_t base = (uint32_t)b->vertex_count;
  for (size_t i = 0; i < d.vertex_count; i++)
    pl_builder_vertex(b, scale * d.positions[3 * i] + x, scale * d.positions[3 * i + 1],
                      scale * d.positions[3 * i + 2]);
  for (size_t i = 0; i < d.triangle_count; i++) {
    const uint32_t *t = d.triangles + 3 * i;
    pl_builder_triangle(b, base + t[0], base + t[inwards ? 2 : 1], base + t[inwards ? 1 : 2]);
  }
  pl_mesh_destroy(mesh);
}

static pl_mesh *ball_of(uint32_t cuts)
{
  pl_mesh *ball = NULL;
  assert_ok(pl_make_icosphere(1, cuts, &ball));
  return ball;
}

static void tetrahedron(pl_mesh_builder *b)
{
  uint32_t i = pl_builder_vertex(b, 0, 0, 0), j = pl_builder_vertex(b, 1, 0, 0), k = pl_builder_vertex(b, 0, 1, 0),
           l = pl_builder_vertex(b, 0, 0, 1);
  pl_builder_triangle(b, i, k, j);
  pl_builder_triangle(b, i, j, l);
  pl_builder_triangle(b, j, k, l);
  pl_builder_triangle(b, k, i, l);
}

static void one_triangle(pl_mesh_builder *b)
{
  for (int i = 0; i < 3; i++) pl_builder_vertex(b, i, i * i, 0);
  pl_builder_triangle(b, 0, 1, 2);
}

static void no_area(pl_mesh_builder *b)
{
  for (int i = 0; i < 3; i++) pl_builder_vertex(b, i, 0, 0);
  pl_builder_triangle(b, 0, 1, 2);
}

static void box(pl_mesh_builder *b) { add_box(b, (double[3]){0, 0, 0}, unit, false, true); }
static void inside_out(pl_mesh_builder *b) { add_box(b, (double[3]){0, 0, 0}, unit, true, true); }
static void without_lid(pl_mesh_builder *b) { add_box(b, (double[3]){0, 0, 0}, unit, false, false); }
static void without_lid_inside_out(pl_mesh_builder *b) { add_box(b, (double[3]){0, 0, 0}, unit, true, false); }

static void apart(pl_mesh_builder *b)
{
  copy_into(b, ball_of(4), 1, 0, false);
  copy_into(b, ball_of(4), 1, 2.01, true);
}

static void overlapping(pl_mesh_builder *b)
{
  copy_into(b, ball_of(5), 1, 0, false);
  copy_into(b, ball_of(5), 1, 1, false);
}

static void hollow(pl_mesh_builder *b)
{
  copy_into(b, ball_of(6), 1, 0, false);
  copy_into(b, ball_of(4), 0.5, 0, true);
}

static void hollow_and_thin(pl_mesh_builder *b)
{
  copy_into(b, ball_of(6), 1, 0, false);
  copy_into(b, ball_of(6), 0.98, 0, true);
}

/* Two boxes that share an edge: four triangles there. */
static void edge_in_common(pl_mesh_builder *b)
{
  box(b);
  add_box(b, (double[3]){1, 1, 0}, unit, false, true);
}

static void wall_between(pl_mesh_builder *b)
{
  box(b);
  add_box(b, (double[3]){1, 0, 0}, unit, false, true);
}

/* Every triangle with corners of its own, every third turned round. */
static void soup(pl_mesh_builder *b)
{
  pl_mesh *ball = ball_of(4);
  pl_mesh_data d = pl_mesh_view(ball);
  for (size_t i = 0; i < 3 * d.triangle_count; i++) {
    const double *p = d.positions + 3 * (size_t)d.triangles[i];
    uint32_t v = pl_builder_vertex(b, p[0], p[1], p[2]);
    if (i % 3 == 2) pl_builder_triangle(b, v - 2, i % 9 == 2 ? v : v - 1, i % 9 == 2 ? v - 1 : v);
  }
  pl_mesh_destroy(ball);
}

static void sheet(pl_mesh_builder *b)
{
  pl_mesh *flat = NULL;
  assert_ok(pl_make_sheet(1, 1, 9, 9, &flat));
  copy_into(b, flat, 1, 0, false);
}

/* Vertices of a ball below some height and the triangles between them. */
static void bowl(pl_mesh_builder *b)
{
  pl_mesh *ball = ball_of(6);
  pl_mesh_data d = pl_mesh_view(ball);
  uint32_t *kept = calloc(d.vertex_count, sizeof *kept);
  for (size_t i = 0; i < d.vertex_count; i++) {
    const double *p = d.positions + 3 * i;
    kept[i] = p[1] < 0.3 ? pl_builder_vertex(b, p[0], p[1], p[2]) : UINT32_MAX;
  }
  for (size_t i = 0; i < d.triangle_count; i++) {
    uint32_t t[3];
    for (size_t k = 0; k < 3; k++) t[k] = kept[d.triangles[3 * i + k]];
    if (t[0] != UINT32_MAX && t[1] != UINT32_MAX && t[2] != UINT32_MAX) pl_builder_triangle(b, t[0], t[1], t[2]);
  }
  free(kept);
  pl_mesh_destroy(ball);
}

static void moebius(pl_mesh_builder *b)
{
  enum { AROUND = 24 };
  for (int i = 0; i < AROUND; i++)
    for (int side = -1; side <= 1; side += 2) {
      double turn = 2 * acos(-1.0) * i / AROUND, r = 1 + 0.3 * side * cos(turn / 2);
      pl_builder_vertex(b, r * cos(turn), 0.3 * side * sin(turn / 2), r * sin(turn));
    }
  for (uint32_t i = 0; i < AROUND; i++) {
    uint32_t next = (i + 1) % AROUND, cross = i + 1 == AROUND;
    pl_builder_quad(b, 2 * i, 2 * i + 1, 2 * next + 1 - cross, 2 * next + cross);
  }
}

/* A plate of 1 x t x 1 with a fine grid on both faces: vertices of one face, then of the other. */
static void plate(pl_mesh_builder *b, double t)
{
  enum { N = 12 };
  for (int face = 0; face < 2; face++)
    for (int i = 0; i <= N; i++)
      for (int k = 0; k <= N; k++) pl_builder_vertex(b, (double)i / N, face * t, (double)k / N);
  uint32_t other = (N + 1) * (N + 1);
  for (uint32_t i = 0; i < N; i++)
    for (uint32_t k = 0; k < N; k++) {
      uint32_t v = i * (N + 1) + k;
      pl_builder_quad(b, v, v + N + 1, v + N + 2, v + 1);
      pl_builder_quad(b, other + v, other + v + 1, other + v + N + 2, other + v + N + 1);
    }
  for (uint32_t i = 0; i < N; i++) {
    uint32_t a = i, c = N * (N + 1) + i, d = i * (N + 1), e = i * (N + 1) + N;
    pl_builder_quad(b, a, a + 1, other + a + 1, other + a);
    pl_builder_quad(b, c + 1, c, other + c, other + c + 1);
    pl_builder_quad(b, d + N + 1, d, other + d, other + d + N + 1);
    pl_builder_quad(b, e, e + N + 1, other + e + N + 1, other + e);
  }
}

static void thin_plate(pl_mesh_builder *b) { plate(b, 0.02); }
static void foil(pl_mesh_builder *b) { plate(b, 1e-4); }

static void needle(pl_mesh_builder *b)
{
  pl_mesh *cylinder = NULL;
  assert_ok(pl_make_cylinder(0.001, 1, 8, 20, &cylinder));
  copy_into(b, cylinder, 1, 0, false);
}

static void rubbish(pl_mesh_builder *b)
{
  box(b);
  pl_builder_triangle(b, 0, 0, 1);
  pl_builder_triangle(b, 3, 3, 3);
  pl_builder_triangle(b, b->triangles[0], b->triangles[1], b->triangles[2]);
  pl_builder_vertex(b, 40, 50, 60);
  pl_builder_vertex(b, 0.5, 0.5, 0.5);
  pl_builder_vertex(b, 1, 1, 1);
}

static void thrown_about(pl_mesh_builder *b)
{
  uint64_t random = 5;
  for (int i = 0; i < 40; i++) pl_builder_vertex(b, random_unit(&random), random_unit(&random), random_unit(&random));
  for (int i = 0; i < 50; i++)
    pl_builder_triangle(b, (uint32_t)(random_bits(&random) % 40), (uint32_t)(random_bits(&random) % 40),
                        (uint32_t)(random_bits(&random) % 40));
}

/* A crumpled ball: closed, crossing itself everywhere. */
static void crumpled(pl_mesh_builder *b)
{
  uint64_t random = 9;
  copy_into(b, ball_of(6), 1, 0, false);
  for (size_t i = 0; i < 3 * b->vertex_count; i++) b->positions[i] += 0.3 * random_unit(&random);
}

enum { ANY = 100 };

static const struct messy {
  const char *name;
  void (*build)(pl_mesh_builder *);
  double volume;    /* expected; -1: any */
  size_t parts;     /* of the graph; ANY: up to those of the surface */
  bool solid;       /* no node may be flat */
  const char *says; /* a sentence of the report */
} cases[] = {
    {"tetrahedron", tetrahedron, 1.0 / 6, 1, true, "4 on the surface"},
    {"one triangle", one_triangle, 0, 1, false, "The surface encloses nothing"},
    {"triangle without area", no_area, 0, 1, false, "The surface encloses nothing"},
    {"box", box, 1, 1, true, "Volume: 1 m^3"},
    {"inside out", inside_out, 1, 1, true, "Turned 12 triangles to face outwards."},
    {"without a lid", without_lid, 1, 1, true, "Not closed: 1 border was taken as closed by a fan"},
    {"the same inside out", without_lid_inside_out, 1, 1, true, "Turned 10 triangles"},
    {"two apart", apart, -1, 2, true, "in 2 connected parts (the surface has 2)"},
    {"two overlapping", overlapping, -1, 1, true, "in 1 connected part (the surface has 2)"},
    {"hollow", hollow, -1, 1, true, "in 1 connected part (the surface has 2)"},
    {"hollow and thin", hollow_and_thin, -1, 1, true, "to the opposite wall"},
    {"an edge in common", edge_in_common, 2, 1, true, "Not manifold: 1 edge has more than two triangles."},
    {"a wall between", wall_between, -1, 1, true, "Left 2 triangles out of account"},
    {"soup", soup, -1, 1, true, "798 vertices lie where an earlier one lies"},
    {"sheet", sheet, 0, 1, false, "81 nodes have all edges in a plane"},
    {"bowl", bowl, -1, 1, true, "Not closed: 1 border"},
    {"Moebius strip", moebius, -1, 1, false, "Not closed: "},
    {"thin plate", thin_plate, 0.02, 1, true, "to the opposite wall"},
    {"foil", foil, 1e-4, 1, false, "No room for a shell node under 338 vertices."},
    {"needle", needle, -1, 1, false, "Volume: "},
    {"rubbish", rubbish, 1, 1, false, "Tied 2 vertices that no triangle uses"},
    {"thrown about", thrown_about, -1, ANY, false, "Not manifold"},
    {"crumpled", crumpled, -1, 1, true, "Volume: "},
};

/* Returns whether all is well; prints what is not. */
static bool check_case(const struct messy *c, const pl_mesh *surface, pl_volume_graph_def def, bool words)
{
  pl_mesh *graph = NULL;
  pl_volume_graph_report r;
  char text[4096];
  def.surface = surface;
  assert_ok(pl_make_volume_graph(&def, &graph, &r));
  size_t length = pl_volume_graph_describe(&r, text, sizeof text);
  assert_int_equal(length, strlen(text));
  graph_figures f = check_graph(surface, graph, &r);
  bool good = (c->volume < 0 || fabs(r.volume - c->volume) < 1e-9) && (c->parts == ANY || r.parts == c->parts) &&
              (!c->solid || (r.flat == 0 && f.thinnest > 1e-7)) && f.shortest > 1e-7 &&
              (!words || strstr(text, c->says));
  if (def.nodes && r.volume > 1e-3) good = good && pl_mesh_view(graph).vertex_count == def.nodes;
  if (!good)
    print_error("%s: %zu wanted, volume %g, thinnest %g, shortest %g, lacks '%s'?\n%s", c->name, def.nodes, r.volume,
                f.thinnest, f.shortest, c->says, text);
  pl_mesh_destroy(graph);
  return good;
}

static void copes_with_everything(void **state)
{
  (void)state;
  size_t failed = 0;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    pl_mesh_builder builder = {0};
    pl_mesh *surface = NULL;
    double start = pl_seconds();
    cases[i].build(&builder);
    assert_ok(pl_builder_finish(&builder, &surface));
    pl_volume_graph_def def = pl_default_volume_graph_def();
    def.weights = PL_VOLUME_WEIGHTS_QP;
    failed += !check_case(&cases[i], surface, def, true);
    def.nodes = 3 * pl_mesh_view(surface).vertex_count + 50;
    failed += !check_case(&cases[i], surface, def, false);
    def.nodes = pl_mesh_view(surface).vertex_count + 5;
    failed += !check_case(&cases[i], surface, def, false);
    def.nodes = 0;
    def.spacing = 0.1;
    failed += !check_case(&cases[i], surface, def, false);
    print_message("%s: %.2f s\n", cases[i].name, pl_seconds() - start);
    pl_mesh_destroy(surface);
  }
  assert_int_equal(failed, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(copes_with_everything)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
