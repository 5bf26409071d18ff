/* SPDX-License-Identifier: MIT
   A mesh in words: what it is, what is wrong with it, what to do. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/status.h"
#include "pliant/mesh_info.h"

/* Beyond these, m, it is more likely that the file is in other units than that the body is so large or small. */
#define LARGE 50.0
#define SMALL 0.001

typedef struct writer {
  char *text;
  size_t size, used;
} writer;

static void say(writer *w, const char *format, ...) PL_PRINTF(2, 3);
static void say(writer *w, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  size_t room = w->used < w->size ? w->size - w->used : 0;
  int length = vsnprintf(room ? w->text + w->used : NULL, room, format, arguments);
  va_end(arguments);
  if (length > 0) w->used += (size_t)length;
}

/* "1 hole", "2 holes" */
#define COUNTED(count, one, many) (count), (count) == 1 ? (one) : (many)

static void say_contents(writer *w, const pl_mesh_info *i)
{
  say(w, "%zu %s, ", COUNTED(i->vertex_count, "vertex", "vertices"));
  say(w, "%zu %s", COUNTED(i->triangle_count, "triangle", "triangles"));
  if (i->graph_edge_count) say(w, ", %zu %s", COUNTED(i->graph_edge_count, "edge", "edges"));
  say(w, " in %zu %s.\n", COUNTED(i->components, "component", "components"));
  say(w, "Box: x %g to %g, y %g to %g, z %g to %g m (%g x %g x %g m).\n", i->low[0], i->high[0], i->low[1], i->high[1],
      i->low[2], i->high[2], i->high[0] - i->low[0], i->high[1] - i->low[1], i->high[2] - i->low[2]);
  double size = fmax(i->high[0] - i->low[0], fmax(i->high[1] - i->low[1], i->high[2] - i->low[2]));
  if (size > LARGE || size < SMALL)
    say(w, "  Lengths are taken as metres. If that is not meant, give the mesh a \"scale\" in the scene (0.001 for "
           "mm).\n");
  if (i->triangle_count || i->graph_edge_count)
    say(w, "Edges: %.4g to %.4g m long, %.4g m on average.\n", i->edge_shortest, i->edge_longest, i->edge_mean);
}

static void say_holes(writer *w, const pl_mesh_info *i)
{
  say(w, "Open: %zu %s a triangle on one side only, ", COUNTED(i->border_edge_count, "edge has", "edges have"));
  say(w, "in %zu %s:\n", COUNTED(i->hole_count, "border", "borders"));
  for (size_t h = 0; h < i->hole_count && h < PL_MESH_HOLES_TOLD; h++) {
    const pl_mesh_hole *hole = &i->holes[h];
    say(w, "  %zu %s, %.4g m, %s (%.4g, %.4g, %.4g)\n", COUNTED(hole->edge_count, "edge", "edges"), hole->length,
        hole->closed ? "around" : "not closed, near", hole->centre[0], hole->centre[1], hole->centre[2]);
  }
  if (i->hole_count > PL_MESH_HOLES_TOLD) say(w, "  and %zu more\n", i->hole_count - PL_MESH_HOLES_TOLD);
  say(w, i->double_vertex_count
             ? "  There are vertices at the same place: `pliant mesh repair --weld` may close it.\n"
             : "  A sheet is open by nature. To be a solid it must be closed in the program that made it.\n");
}

/* What no repair of ours can mend. */
static void say_topology_faults(writer *w, const pl_mesh_info *i)
{
  if (i->border_edge_count) say_holes(w, i);
  if (i->crowded_edge_count)
    say(w,
        "Not manifold: %zu %s more than two triangles, the first between vertices %u and %u. Surfaces that touch must "
        "not share vertices; separate them in the program that made them.\n",
        COUNTED(i->crowded_edge_count, "edge has", "edges have"), i->first_crowded_edge[0], i->first_crowded_edge[1]);
  if (i->pinched_vertex_count)
    say(w, "Pinched: at %zu %s the surface touches itself in a point, first at vertex %u.\n",
        COUNTED(i->pinched_vertex_count, "vertex", "vertices"), i->first_pinched_vertex);
  if (!i->orientable)
    say(w, "One-sided: the triangles cannot be made to agree on an outside (as on a Moebius strip).\n");
}

static void say_winding(writer *w, const pl_mesh_info *i)
{
  if (!i->oriented)
    say(w,
        "Winding: across %zu %s neighbours disagree on the outside, first between vertices %u and %u. `pliant mesh "
        "repair` turns them.\n",
        COUNTED(i->misoriented_edge_count, "edge", "edges"), i->first_misoriented_edge[0],
        i->first_misoriented_edge[1]);
  else if (i->closed && i->volume < 0)
    say(w, "Winding: consistent, but facing inwards. `pliant mesh repair` turns it.\n");
  else
    say(w, "Winding: consistent%s.\n", i->closed ? ", facing outwards" : "");
}

static void say_surface(writer *w, const pl_mesh_info *i)
{
  if (i->closed) say(w, "Closed: every edge has two triangles.\n");
  say_topology_faults(w, i);
  if (i->manifold) say(w, "Manifold: around every vertex the triangles form one fan.\n");
  if (i->orientable) say_winding(w, i);
  if (i->has_genus)
    say(w, "Genus %zu (%zu %s; Euler number %ld).\n", i->genus, COUNTED(i->genus, "handle", "handles"), i->euler);
  else
    say(w, "Euler number %ld.\n", i->euler);
  say(w, "Area: %.6g m^2.\n", i->area);
  if (i->closed && i->oriented) say(w, "Volume: %.6g m^3.\n", i->volume);
  say(w, "Smallest angle: %.3g degrees%s.\n", i->angle_smallest,
      i->angle_smallest < 1 ? " (slivers: contact and shells prefer above 10)" : "");
}

static void say_faults(writer *w, const pl_mesh_info *i)
{
  if (i->degenerate_count)
    say(w, "Degenerate: %zu %s no area, the first is triangle %zu. `pliant mesh repair` drops them.\n",
        COUNTED(i->degenerate_count, "triangle has", "triangles have"), i->first_degenerate);
  if (i->duplicate_count)
    say(w,
        "Duplicate: %zu %s the vertices of an earlier one, the first is triangle %zu. `pliant mesh repair` drops "
        "them.\n",
        COUNTED(i->duplicate_count, "triangle has", "triangles have"), i->first_duplicate);
  if (i->double_vertex_count)
    say(w,
        "Double: %zu %s within %.3g m of an earlier one, first vertex %u. `pliant mesh repair --weld` joins them (and "
        "changes indices).\n",
        COUNTED(i->double_vertex_count, "vertex lies", "vertices lie"), i->weld_distance, i->first_double_vertex);
  if (i->unused_vertex_count)
    say(w,
        "Unused: %zu %s in no triangle and no edge, first vertex %u. `pliant mesh repair --drop-unused` removes them "
        "(and "
        "changes indices).\n",
        COUNTED(i->unused_vertex_count, "vertex is", "vertices are"), i->first_unused_vertex);
  if (!i->degenerate_count && !i->duplicate_count && !i->double_vertex_count && !i->unused_vertex_count)
    say(w, "No degenerate or duplicate triangles, no double or unused vertices.\n");
}

size_t pl_mesh_describe(const pl_mesh_info *info, char *text, size_t size)
{
  writer w = {text, size, 0};
  say_contents(&w, info);
  if (info->triangle_count) say_surface(&w, info);
  say_faults(&w, info);
  return w.used;
}

size_t pl_repair_describe(const pl_repair_report *r, char *text, size_t size)
{
  writer w = {text, size, 0};
  size_t before = w.used;
  if (r->welded) say(&w, "Joined %zu %s with an earlier one.\n", COUNTED(r->welded, "vertex", "vertices"));
  if (r->degenerate) say(&w, "Dropped %zu %s without area.\n", COUNTED(r->degenerate, "triangle", "triangles"));
  if (r->duplicate) say(&w, "Dropped %zu duplicate %s.\n", COUNTED(r->duplicate, "triangle", "triangles"));
  if (r->turned) say(&w, "Turned %zu %s.\n", COUNTED(r->turned, "triangle", "triangles"));
  if (r->edges) say(&w, "Dropped %zu %s whose ends were joined.\n", COUNTED(r->edges, "edge", "edges"));
  if (r->unused) say(&w, "Dropped %zu unused %s.\n", COUNTED(r->unused, "vertex", "vertices"));
  if (w.used == before) say(&w, "Nothing had to be changed.\n");
  if (r->nested)
    say(&w,
        "%zu closed %s inside another and kept %s winding: facing inwards it is a cavity, facing outwards a body in "
        "a body.\n",
        COUNTED(r->nested, "part lies", "parts lie"), r->nested == 1 ? "its" : "their");
  say(&w, r->order_kept ? "Vertex indices are as before.\n" : "Vertex indices have changed.\n");
  const pl_mesh_info *i = &r->after;
  bool topology = i->border_edge_count || i->crowded_edge_count || i->pinched_vertex_count || !i->orientable;
  bool faults = i->degenerate_count || i->duplicate_count || i->double_vertex_count || i->unused_vertex_count;
  if (topology || faults) say(&w, "What is left:\n");
  if (topology) say_topology_faults(&w, i);
  if (faults) say_faults(&w, i);
  return w.used;
}
