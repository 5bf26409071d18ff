# SPDX-License-Identifier: MIT
"""pvpython check_paraview.py FOLDER

Opens what write_caches wrote and compares every frame with the truth."""
import os
import sys

from paraview import servermanager
from paraview.simple import OpenDataFile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from common import Truth, compare  # noqa: E402


def leaves(data):
    """The data sets of a tree of blocks, in order."""
    iterator = data.NewIterator()
    iterator.InitTraversal()
    while not iterator.IsDoneWithTraversal():
        yield iterator.GetCurrentDataObject()
        iterator.GoToNextItem()


def tuples(array):
    return [array.GetTuple(i) for i in range(array.GetNumberOfTuples())]


truth = Truth(sys.argv[1])
reader = OpenDataFile(truth.path("run.pvd"))
times = list(reader.TimestepValues)
assert len(times) == len(truth.frames)
for i, time in enumerate(times):
    assert abs(time - truth.frames[i]["time"]) < 1e-12
    reader.UpdatePipeline(time)
    ball, bar = leaves(servermanager.Fetch(reader))
    assert (ball.GetClassName(), bar.GetClassName()) == ("vtkPolyData", "vtkUnstructuredGrid")
    assert (ball.GetNumberOfCells(), bar.GetNumberOfCells()) == (8, 48 + 54)
    # Floats of values up to 11 and 310.
    compare(f"frame {i} ball", tuples(ball.GetPoints().GetData()), truth.points(i, "ball"), 1e-6)
    compare(f"frame {i} bar", tuples(bar.GetPoints().GetData()), truth.points(i, "bar"), 1e-6)
    velocities = tuples(bar.GetPointData().GetArray("velocity"))
    compare(f"frame {i} velocity", velocities, truth.points(i, "bar_velocities"), 1e-6)
    heat = [(value,) for value in truth.frames[i]["heat"]]
    compare(f"frame {i} heat", tuples(bar.GetPointData().GetArray("heat")), heat, 2e-5)
print(f"ParaView agrees: {len(times)} frames")
