/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "base/floats.h"
#include "mesh/core/words.h"
#include "pliant/volume_graph.h"

static void say_surface(pl_words *w, const pl_volume_graph_report *r)
{
  if (r->turned) pl_say(w, "Turned %zu %s to face outwards.\n", PL_COUNTED(r->turned, "triangle", "triangles"));
  if (r->degenerate)
    pl_say(w, "Left %zu %s out of account: without area, or like an earlier one.\n",
           PL_COUNTED(r->degenerate, "triangle", "triangles"));
  if (r->joined)
    pl_say(w,
           "%zu %s where an earlier one lies and %s tied to the nodes beneath it; `pliant mesh repair --weld` would "
           "join them.\n",
           PL_COUNTED(r->joined, "vertex lies", "vertices lie"), r->joined == 1 ? "is" : "are");
  if (r->unused)
    pl_say(w, "Tied %zu %s that no triangle uses to the nearest nodes.\n", PL_COUNTED(r->unused, "vertex", "vertices"));
  if (r->crowded_edges)
    pl_say(w, "Not manifold: %zu %s more than two triangles.\n",
           PL_COUNTED(r->crowded_edges, "edge has", "edges have"));
  if (r->hole_count)
    pl_say(w,
           "Not closed: %zu %s taken as closed by a fan to its middle, and the inside is where the surface then winds "
           "at least once around (winding number).\n",
           PL_COUNTED(r->hole_count, "border was", "borders were"));
  if (!(r->volume > 0)) pl_say(w, "The surface encloses nothing: nodes have no volume, give the body a thickness.\n");
}

static void say_inside(pl_words *w, const pl_volume_graph_report *r)
{
  if (r->shell_left_out)
    pl_say(w, "No inner shell: it alone would have made more than the %zu nodes wanted.\n", r->wanted);
  if (r->shortened)
    pl_say(w, "The shell is nearer to the surface than a mean edge at %zu %s (thin or sharp places).\n",
           PL_COUNTED(r->shortened, "vertex", "vertices"));
  if (r->without_shell && !r->shell_left_out)
    pl_say(w, "No room for a shell node under %zu %s.\n", PL_COUNTED(r->without_shell, "vertex", "vertices"));
  if (!r->lattice_count) pl_say(w, "No lattice node fits inside.\n");
  if (r->collapsed) pl_say(w, "Merged %zu lattice %s into the shell.\n", PL_COUNTED(r->collapsed, "node", "nodes"));
  if (r->tied_to_other_wall)
    pl_say(w, "Tied %zu %s to the opposite wall, with no lattice node between.\n",
           PL_COUNTED(r->tied_to_other_wall, "node", "nodes"));
  if (r->rescued)
    pl_say(w, "Gave %zu %s a further edge because all others lay in a plane.\n",
           PL_COUNTED(r->rescued, "node", "nodes"));
  if (r->flat)
    pl_say(w, "%zu %s all edges in a plane: there the graph bends like a sheet.\n",
           PL_COUNTED(r->flat, "node has", "nodes have"));
}

size_t pl_volume_graph_describe(const pl_volume_graph_report *r, char *text, size_t size)
{
  PL_OWN_FLOATS;
  pl_words words = {text, size, 0}, *w = &words;
  size_t nodes = r->surface_count + r->shell_count + r->lattice_count;
  pl_say(w, "%zu nodes: %zu on the surface, %zu on a shell beneath it, %zu on a lattice inside.\n", nodes,
         r->surface_count, r->shell_count, r->lattice_count);
  pl_say(w, "%zu edges, %zu to %zu at a node, in %zu connected %s (the surface has %zu).\n", r->edge_count,
         r->degree_least, r->degree_most, PL_COUNTED(r->parts, "part", "parts"), r->surface_parts);
  pl_say(w, "Mean edge of the surface: %.4g m.", r->average_edge);
  if (r->lattice_count) pl_say(w, " Lattice cells: %.4g m.", r->spacing);
  pl_say(w, "\n");
  if (r->volume > 0) pl_say(w, "Volume: %.6g m^3, shared out to the nodes.\n", r->volume);
  if (r->wanted && nodes != r->wanted)
    pl_say(w, "%zu nodes were wanted, but the body has no room for them.\n", r->wanted);
  say_surface(w, r);
  say_inside(w, r);
  return w->used;
}
