# SPDX-License-Identifier: MIT
"""blender -b --factory-startup --python-exit-code 1 --python check_blender.py -- FOLDER

Opens what write_caches wrote and compares every frame with the truth."""
import os
import sys

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from common import Truth, compare  # noqa: E402

FLOAT = 1e-6  # of positions up to 11 m in size, written as floats
BODIES = {"ball": "ball", 'long "bar"': "bar"}


def world_points(thing):
    """Points of an object as it is shown now, y up."""
    evaluated = thing.evaluated_get(bpy.context.evaluated_depsgraph_get())
    mesh = evaluated.to_mesh()
    points = [evaluated.matrix_world @ v.co for v in mesh.vertices]
    evaluated.to_mesh_clear()
    return [(p[0], p[2], -p[1]) for p in points]


def empty_scene():
    bpy.ops.wm.read_factory_settings(use_empty=True)


def check_pc2(truth):
    bpy.ops.wm.read_factory_settings()
    script = truth.path("run_in_blender.py")
    with open(script, encoding="utf-8") as stream:
        exec(compile(stream.read(), script, "exec"), {"__file__": script, "__name__": "__main__"})
    scene = bpy.context.scene
    assert (scene.frame_start, scene.frame_end) == (1, len(truth.frames))
    assert abs(scene.render.fps / scene.render.fps_base - truth.fps) < 1e-6
    assert "Cube" not in bpy.data.objects
    worst = 0
    for i in range(len(truth.frames)):
        scene.frame_set(i + 1)
        for name, body in BODIES.items():
            thing = bpy.data.objects[name]
            assert len(thing.data.materials) == 1
            # Turning y up to z up costs a few more roundings.
            wanted = truth.points(i, body, True)
            worst = max(worst, compare(f"pc2 frame {i} {name}", world_points(thing), wanted, 3 * FLOAT))
    print(f"PC2: {len(truth.frames)} frames, off by at most {worst:.3g} m")


def check_glb(truth):
    empty_scene()
    scene = bpy.context.scene
    scene.render.fps = truth.fps
    # The default, "Use Normal Data", fails in Debian's Blender 3.4.1 with its own numpy (numpy.bool is gone).
    bpy.ops.import_scene.gltf(filepath=truth.path("run.glb"), import_shading="SMOOTH")
    worst = 0
    for i in range(len(truth.frames)):
        scene.frame_set(i)
        for name, body in BODIES.items():
            # Half a step of the 16-bit grid, over 2 m of the ball's way and 1 m of the bar; plus floats.
            thing = bpy.data.objects[name]
            worst = max(worst, compare(f"glb frame {i} {name}", world_points(thing), truth.points(i, body, True), 5e-5))
    print(f"GLB: {len(truth.frames)} frames, off by at most {worst:.3g} m")
    empty_scene()
    bpy.ops.import_scene.gltf(filepath=truth.path("curves.glb"), import_shading="SMOOTH")
    assert len(bpy.data.objects['long "bar"'].data.edges) == 54


def check_obj(truth):
    for i in range(len(truth.frames)):
        empty_scene()
        bpy.ops.wm.obj_import(filepath=truth.path(f"run_{i:04d}.obj"))
        for name, body in BODIES.items():
            # Blender drops vertices that nothing uses.
            shown = world_points(bpy.data.objects[name])
            compare(f"obj frame {i} {name}", shown, truth.points(i, body, True), 3 * FLOAT)
    print(f"OBJ: {len(truth.frames)} frames")


def check_ply(truth):
    empty_scene()
    last = len(truth.frames) - 1
    bpy.ops.import_mesh.ply(filepath=truth.path(f"run_{last:04d}.ply"))
    found = [tuple(v.co) for v in bpy.context.object.data.vertices]
    compare("ply", found, truth.points(last, "ball") + truth.points(last, "bar"), FLOAT)
    print("PLY: the last frame")


truth = Truth(sys.argv[sys.argv.index("--") + 1])
check_pc2(truth)
check_glb(truth)
check_obj(truth)
check_ply(truth)
print("Blender agrees")
