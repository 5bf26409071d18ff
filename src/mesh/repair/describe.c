/* SPDX-License-Identifier: MIT
   A mesh in words: what it is, what is wrong with it, what to do. */
#include <math.h>

#include "base/floats.h"
#include "mesh/core/words.h"
#include "pliant/mesh_info.h"

/* Beyond these, m, it is more likely that the file is in other units than that the body is so large or small. */
#define LARGE 50.0
#define SMALL 0.001

static void say_contents(pl_words *w, const pl_mesh_info *i)
{
  pl_say(w, "%zu %s, ", PL_COUNTED(i->vertex_count, "vertex", "vertices"));
  pl_say(w, "%zu %s", PL_COUNTED(i->triangle_count, "triangle", "triangles"));
  if (i->graph_edge_count) pl_say(w, ", %zu %s", PL_COUNTED(i->graph_edge_count, "edge", "edges"));
  pl_say(w, " in %zu %s.\n", PL_COUNTED(i->components, "component", "components"));
  pl_say(w, "Box: x %g to %g, y %g to %g, z %g to %g m (%g x %g x %g m).\n", i->low[0], i->high[0], i->low[1],
         i->high[1], i->low[2], i->high[2], i->high[0] - i->low[0], i->high[1] - i->low[1], i->high[2] - i->low[2]);
  double size = fmax(i->high[0] - i->low[0], fmax(i->high[1] - i->low[1], i->high[2] - i->low[2]));
  if (size > LARGE || size < SMALL)
    pl_say(w, "  Lengths are taken as metres. If that is not meant, give the mesh a \"scale\" in the scene (0.001 for "
              "mm).\n");
  if (i->triangle_count || i->graph_edge_count)
    pl_say(w, "Edges: %.4g to %.4g m long, %.4g m on average.\n", i->edge_shortest, i->edge_longest, i->edge_mean);
}

static void say_holes(pl_words *w, const pl_mesh_info *i)
{
  pl_say(w, "Open: %zu %s a triangle on one side only, ", PL_COUNTED(i->border_edge_count, "edge has", "edges have"));
  pl_say(w, "in %zu %s:\n", PL_COUNTED(i->hole_count, "border", "borders"));
  for (size_t h = 0; h < i->hole_count && h < PL_MESH_HOLES_TOLD; h++) {
    const pl_mesh_hole *hole = &i->holes[h];
    pl_say(w, "  %zu %s, %.4g m, %s (%.4g, %.4g, %.4g)\n", PL_COUNTED(hole->edge_count, "edge", "edges"), hole->length,
           hole->closed ? "around" : "not closed, near", hole->centre[0], hole->centre[1], hole->centre[2]);
  }
  if (i->hole_count > PL_MESH_HOLES_TOLD) pl_say(w, "  and %zu more\n", i->hole_count - PL_MESH_HOLES_TOLD);
  pl_say(w, i->double_vertex_count
                ? "  There are vertices at the same place: `pliant mesh repair --weld` may close it.\n"
                : "  A sheet is open by nature. To be a solid it must be closed in the program that made it.\n");
}

/* What no repair of ours can mend. */
static void say_topology_faults(pl_words *w, const pl_mesh_info *i)
{
  if (i->border_edge_count) say_holes(w, i);
  if (i->crowded_edge_count)
    pl_say(
        w,
        "Not manifold: %zu %s more than two triangles, the first between vertices %u and %u. Surfaces that touch must "
        "not share vertices; separate them in the program that made them.\n",
        PL_COUNTED(i->crowded_edge_count, "edge has", "edges have"), i->first_crowded_edge[0],
        i->first_crowded_edge[1]);
  if (i->pinched_vertex_count)
    pl_say(w, "Pinched: at %zu %s the surface touches itself in a point, first at vertex %u.\n",
           PL_COUNTED(i->pinched_vertex_count, "vertex", "vertices"), i->first_pinched_vertex);
  if (!i->orientable)
    pl_say(w, "One-sided: the triangles cannot be made to agree on an outside (as on a Moebius strip).\n");
}

static void say_winding(pl_words *w, const pl_mesh_info *i)
{
  if (!i->oriented)
    pl_say(w,
           "Winding: across %zu %s neighbours disagree on the outside, first between vertices %u and %u. `pliant mesh "
           "repair` turns them.\n",
           PL_COUNTED(i->misoriented_edge_count, "edge", "edges"), i->first_misoriented_edge[0],
           i->first_misoriented_edge[1]);
  else if (i->closed && i->volume < 0)
    pl_say(w, "Winding: consistent, but facing inwards. `pliant mesh repair` turns it.\n");
  else
    pl_say(w, "Winding: consistent%s.\n", i->closed ? ", facing outwards" : "");
}

static void say_surface(pl_words *w, const pl_mesh_info *i)
{
  if (i->closed) pl_say(w, "Closed: every edge has two triangles.\n");
  say_topology_faults(w, i);
  if (i->manifold) pl_say(w, "Manifold: around every vertex the triangles form one fan.\n");
  if (i->orientable) say_winding(w, i);
  if (i->has_genus)
    pl_say(w, "Genus %zu (%zu %s; Euler number %ld).\n", i->genus, PL_COUNTED(i->genus, "handle", "handles"), i->euler);
  else
    pl_say(w, "Euler number %ld.\n", i->euler);
  pl_say(w, "Area: %.6g m^2.\n", i->area);
  if (i->closed && i->oriented) pl_say(w, "Volume: %.6g m^3.\n", i->volume);
  pl_say(w, "Smallest angle: %.3g degrees%s.\n", i->angle_smallest,
         i->angle_smallest < 1 ? " (slivers: contact and shells prefer above 10)" : "");
}

static void say_faults(pl_words *w, const pl_mesh_info *i)
{
  if (i->degenerate_count)
    pl_say(w, "Degenerate: %zu %s no area, the first is triangle %zu. `pliant mesh repair` drops them.\n",
           PL_COUNTED(i->degenerate_count, "triangle has", "triangles have"), i->first_degenerate);
  if (i->duplicate_count)
    pl_say(w,
           "Duplicate: %zu %s the vertices of an earlier one, the first is triangle %zu. `pliant mesh repair` drops "
           "them.\n",
           PL_COUNTED(i->duplicate_count, "triangle has", "triangles have"), i->first_duplicate);
  if (i->double_vertex_count)
    pl_say(
        w,
        "Double: %zu %s within %.3g m of an earlier one, first vertex %u. `pliant mesh repair --weld` joins them (and "
        "changes indices).\n",
        PL_COUNTED(i->double_vertex_count, "vertex lies", "vertices lie"), i->weld_distance, i->first_double_vertex);
  if (i->unused_vertex_count)
    pl_say(
        w,
        "Unused: %zu %s in no triangle and no edge, first vertex %u. `pliant mesh repair --drop-unused` removes them "
        "(and "
        "changes indices).\n",
        PL_COUNTED(i->unused_vertex_count, "vertex is", "vertices are"), i->first_unused_vertex);
  if (!i->degenerate_count && !i->duplicate_count && !i->double_vertex_count && !i->unused_vertex_count)
    pl_say(w, "No degenerate or duplicate triangles, no double or unused vertices.\n");
}

size_t pl_mesh_describe(const pl_mesh_info *info, char *text, size_t size)
{
  PL_OWN_FLOATS;
  pl_words w = {text, size, 0};
  say_contents(&w, info);
  if (info->triangle_count) say_surface(&w, info);
  say_faults(&w, info);
  return w.used;
}

size_t pl_repair_describe(const pl_repair_report *r, char *text, size_t size)
{
  PL_OWN_FLOATS;
  pl_words w = {text, size, 0};
  size_t before = w.used;
  if (r->welded) pl_say(&w, "Joined %zu %s with an earlier one.\n", PL_COUNTED(r->welded, "vertex", "vertices"));
  if (r->degenerate) pl_say(&w, "Dropped %zu %s without area.\n", PL_COUNTED(r->degenerate, "triangle", "triangles"));
  if (r->duplicate) pl_say(&w, "Dropped %zu duplicate %s.\n", PL_COUNTED(r->duplicate, "triangle", "triangles"));
  if (r->turned) pl_say(&w, "Turned %zu %s.\n", PL_COUNTED(r->turned, "triangle", "triangles"));
  if (r->edges) pl_say(&w, "Dropped %zu %s whose ends were joined.\n", PL_COUNTED(r->edges, "edge", "edges"));
  if (r->unused) pl_say(&w, "Dropped %zu unused %s.\n", PL_COUNTED(r->unused, "vertex", "vertices"));
  if (w.used == before) pl_say(&w, "Nothing had to be changed.\n");
  if (r->nested)
    pl_say(&w,
           "%zu closed %s inside another and kept %s winding: facing inwards it is a cavity, facing outwards a body in "
           "a body.\n",
           PL_COUNTED(r->nested, "part lies", "parts lie"), r->nested == 1 ? "its" : "their");
  pl_say(&w, r->order_kept ? "Vertex indices are as before.\n" : "Vertex indices have changed.\n");
  const pl_mesh_info *i = &r->after;
  bool topology = i->border_edge_count || i->crowded_edge_count || i->pinched_vertex_count || !i->orientable;
  bool faults = i->degenerate_count || i->duplicate_count || i->double_vertex_count || i->unused_vertex_count;
  if (topology || faults) pl_say(&w, "What is left:\n");
  if (topology) say_topology_faults(&w, i);
  if (faults) say_faults(&w, i);
  return w.used;
}
