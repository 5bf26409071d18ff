# SPDX-License-Identifier: MIT
"""What the checks in Blender and in ParaView share: the truth, and comparing with it."""
import json
import os


class Truth:
    def __init__(self, folder):
        self.folder = folder
        with open(os.path.join(folder, "truth.json"), encoding="utf-8") as stream:
            data = json.load(stream)
        self.fps = data["fps"]
        self.inside = data["inside"]
        self.frames = data["frames"]

    def path(self, name):
        return os.path.join(self.folder, name)

    def points(self, frame, body, seen_only=False):
        """A list of points; seen_only leaves out the one that no triangle uses."""
        values = self.frames[frame][body]
        points = [tuple(values[i : i + 3]) for i in range(0, len(values), 3)]
        if seen_only and body == "bar":
            del points[self.inside]
        return points


def compare(what, found, expected, tolerance):
    """All points are there, in order, within the tolerance. Returns the largest difference."""
    assert len(found) == len(expected), f"{what}: {len(found)} points, expected {len(expected)}"
    worst = max(abs(a - b) for f, e in zip(found, expected) for a, b in zip(f, e))
    assert worst <= tolerance, f"{what}: off by {worst}, allowed {tolerance}"
    return worst
