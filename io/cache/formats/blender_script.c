/* SPDX-License-Identifier: MIT */
#include "cache/formats/blender_script.h"

#include "cache/palette.h"
#include "cache/quote.h"

static const char opening[] = "# Opens these caches in Blender 3.3 or newer:\n"
                              "#   blender --python THIS_FILE\n"
                              "# or paste it into Blender's text editor beside the caches and run it there.\n"
                              "import math\n"
                              "import os\n"
                              "\n"
                              "import bpy\n"
                              "from mathutils import Vector\n"
                              "\n";

static const char functions[] =
    "\n"
    "FOLDER = os.path.dirname(os.path.abspath(globals().get(\"__file__\") or bpy.data.filepath))\n"
    "\n"
    "\n"
    "def set_frames():\n"
    "    scene = bpy.context.scene\n"
    "    scene.render.fps = max(1, round(FPS))\n"
    "    scene.render.fps_base = scene.render.fps / FPS\n"
    "    scene.frame_start = 1\n"
    "    scene.frame_end = FRAMES\n"
    "    scene.frame_set(1)\n"
    "\n"
    "\n"
    "def import_mesh(path):\n"
    "    \"\"\"The vertices as they are in the file: the cache holds the same coordinates.\"\"\"\n"
    "    before = set(bpy.data.objects)\n"
    "    bpy.ops.wm.obj_import(filepath=path, forward_axis=\"Y\", up_axis=\"Z\")\n"
    "    return (set(bpy.data.objects) - before).pop()\n"
    "\n"
    "\n"
    "def make_material(name, colour):\n"
    "    material = bpy.data.materials.new(name)\n"
    "    material.diffuse_color = (*colour, 1)\n"
    "    material.use_nodes = True\n"
    "    shader = next(n for n in material.node_tree.nodes if n.type == \"BSDF_PRINCIPLED\")\n"
    "    shader.inputs[\"Base Color\"].default_value = (*colour, 1)\n"
    "    shader.inputs[\"Roughness\"].default_value = 0.5\n"
    "    return material\n"
    "\n"
    "\n"
    "def open_body(name, obj, pc2, colour):\n"
    "    body = import_mesh(os.path.join(FOLDER, obj))\n"
    "    body.name = name\n"
    "    body.rotation_mode = \"XYZ\"\n"
    "    body.rotation_euler = (math.pi / 2, 0, 0)  # y up in the cache, z up in Blender\n"
    "    cache = body.modifiers.new(\"Pliant cache\", \"MESH_CACHE\")\n"
    "    cache.cache_format = \"PC2\"\n"
    "    cache.filepath = os.path.join(FOLDER, pc2)\n"
    "    cache.frame_start = 1\n"
    "    body.data.materials.clear()\n"
    "    body.data.materials.append(make_material(name, colour))\n"
    "    body.data.polygons.foreach_set(\"use_smooth\", [True] * len(body.data.polygons))\n"
    "    return body\n"
    "\n"
    "\n"
    "def bounds(bodies):\n"
    "    \"\"\"Where the bodies are in a dozen frames.\"\"\"\n"
    "    scene = bpy.context.scene\n"
    "    corners = []\n"
    "    for frame in sorted({1 + (FRAMES - 1) * i // 11 for i in range(12)}):\n"
    "        scene.frame_set(frame)\n"
    "        graph = bpy.context.evaluated_depsgraph_get()\n"
    "        for body in bodies:\n"
    "            shown = body.evaluated_get(graph)\n"
    "            corners += [shown.matrix_world @ Vector(c) for c in shown.bound_box]\n"
    "    scene.frame_set(1)\n"
    "    low = Vector(min(c[i] for c in corners) for i in range(3))\n"
    "    high = Vector(max(c[i] for c in corners) for i in range(3))\n"
    "    return (low + high) / 2, max((high - low).length, 1e-6)\n"
    "\n"
    "\n"
    "def set_stage(bodies):\n"
    "    \"\"\"In an untouched scene: the default cube goes, the camera sees all frames, a sun shines from behind "
    "it.\"\"\"\n"
    "    camera = bpy.context.scene.camera\n"
    "    if bpy.data.filepath or not camera:\n"
    "        return\n"
    "    cube = bpy.data.objects.get(\"Cube\")\n"
    "    if cube:\n"
    "        bpy.data.objects.remove(cube)\n"
    "    middle, size = bounds(bodies)\n"
    "    camera.location = middle + Vector((0.5, -1.5, 0.5)) * size\n"
    "    camera.rotation_euler = (middle - camera.location).to_track_quat(\"-Z\", \"Y\").to_euler()\n"
    "    camera.data.clip_start = min(camera.data.clip_start, size / 100)\n"
    "    camera.data.clip_end = max(camera.data.clip_end, size * 100)\n"
    "    sun = bpy.data.objects.new(\"Sun\", bpy.data.lights.new(\"Sun\", \"SUN\"))\n"
    "    sun.data.energy = 2.5\n"
    "    sun.rotation_euler = (math.radians(50), 0, math.radians(-25))\n"
    "    bpy.context.scene.collection.objects.link(sun)\n"
    "\n"
    "\n"
    "set_frames()\n"
    "set_stage([open_body(*body) for body in BODIES])\n";

void pl_write_blender_script(pl_file *file, const pl_blender_body *bodies, size_t count, double fps, size_t frame_count)
{
  pl_file_write(file, opening, sizeof opening - 1);
  pl_file_printf(file, "FPS = %.17g\nFRAMES = %zu\nBODIES = [  # name, rest mesh, cache, colour\n", fps, frame_count);
  for (size_t b = 0; b < count; b++) {
    float colour[3];
    pl_body_color(b, colour);
    pl_file_printf(file, "    (");
    pl_file_quote(file, bodies[b].name);
    pl_file_printf(file, ", ");
    pl_file_quote(file, bodies[b].obj);
    pl_file_printf(file, ", ");
    pl_file_quote(file, bodies[b].pc2);
    pl_file_printf(file, ", (%.4f, %.4f, %.4f)),\n", colour[0], colour[1], colour[2]);
  }
  pl_file_printf(file, "]\n");
  pl_file_write(file, functions, sizeof functions - 1);
}
