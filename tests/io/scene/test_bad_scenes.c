/* SPDX-License-Identifier: MIT
   Scenes with a mistake each, and the message that must come back, word for word: place, key, value, what was expected.
   Double quotes of the scenes are written as single ones here. */
#include <string.h>
#include <unistd.h>

#include "pliant/io_scene.h"
#include "testing.h"

#define SMALL_MESH "'mesh': {'lattice': {'counts': [3, 2, 2], 'spacing': 0.1}}"
#define GRAPH_MODEL "'model': {'graph': {}}"
#define ONE_BODY(body) "{'pliant': 1,\n'bodies': [{" body "}]}"
#define TOP(rest) "{'pliant': 1,\n'bodies': [{" SMALL_MESH ", " GRAPH_MODEL "}],\n" rest "}"
#define BODY(rest) ONE_BODY(SMALL_MESH ", " GRAPH_MODEL ",\n" rest)
#define MESH(mesh) ONE_BODY("'mesh': " mesh ",\n" GRAPH_MODEL)
#define SURFACE(surface) ONE_BODY(SMALL_MESH ",\n'model': {'surface': {" surface "}}")
#define GRAPH(graph) ONE_BODY(SMALL_MESH ",\n'model': {'graph': {" graph "}}")
#define ATTACHMENT(attachment) TOP("'attachments': [" attachment "]")
#define OBSTACLE(obstacle) TOP("'obstacles': [" obstacle "]")
#define PIN(pin) BODY("'pins': [{" pin "}]")
#define SELECT(selection) PIN("'particles': " selection)

typedef struct bad_scene {
  const char *text, *message;
} bad_scene;

static const bad_scene bad_scenes[] = {
    /* syntax */
    {"", "s.json:1:1: the file ends here; expected a value"},
    {"[1, 2]", "s.json:1:1: the scene must be an object in braces, got [1, 2]"},
    {"{'pliant': 1,\n"
     "'bodies': [}",
     "s.json:2:12: expected a value, found }"},
    {"{'pliant': 1, 'pliant': 1}",
     "s.json:1:15: the key \"pliant\" stands twice in this object; it is also at line 1, column 2"},
    {"{'bodies': []}", "s.json:1:1: the scene needs the key \"pliant\". Version of this format: 1."},
    {"{'pliant': 2, 'bodies': []}", "s.json:1:12: pliant must be 1, got 2"},
    {"{'pliant': '1', 'bodies': []}", "s.json:1:12: pliant must be a whole number, got \"1\""},
    {"{'pliant': 1}", "s.json:1:1: the scene needs the key \"bodies\". The soft bodies."},
    {"{'pliant': 1, 'bodies': []}", "s.json:1:25: bodies must have at least one body"},
    {"{'pliant': 1, 'bodies': {}}", "s.json:1:25: bodies must be an array of objects, got an object"},
    {"{'pliant': 1, 'bodies': [7]}", "s.json:1:26: bodies[0] must be an object in braces, got 7"},
    {TOP("'gravty': [0, -9.81, 0]"), "s.json:3:1: gravty is not a key of scene; did you mean \"gravity\"?"},
    {TOP("'wind': 3"), "s.json:3:1: wind is not a key of scene; it has $schema, pliant, title, description, time, "
                       "gravity, sleep, from, threads, bodies, obstacles, attachments, forces and camera"},
    {TOP("'title': 5"), "s.json:3:10: title must be a text in double quotes, got 5"},
    {TOP("'title': ''"), "s.json:3:10: title must not be empty"},
    {TOP("'threads': -1"), "s.json:3:12: threads must be from 0 to 1024, got -1"},
    {TOP("'threads': 1.5"), "s.json:3:12: threads must be a whole number, got 1.5"},
    {TOP("'sleep': {'speed': -1}"), "s.json:3:20: sleep.speed must be >= 0 (1/s), got -1"},
    /* forces */
    {TOP("'forces': [{}]"), "s.json:3:12: forces[0] needs one of these keys: fluid, repulsion, thrust or gyro"},
    {TOP("'forces': [{'fluid': {}, 'body': 'duck'}]"),
     "s.json:3:34: forces[0].body is \"duck\", but there is no body of that name"},
    {TOP("'forces': [{'thrust': {}}]"),
     "s.json:3:12: forces[0] needs the key \"body\": a thruster or gyro acts on one"},
    {TOP("'forces': [{'repulsion': {'obstacle': 'floor'}}]"),
     "s.json:3:39: forces[0].repulsion.obstacle is \"floor\", but there is no obstacle of that name"},
    {TOP("'forces': [{'fluid': {'resistance': -1}}]"),
     "s.json:3:37: forces[0].fluid.resistance must be >= 0 (N s/m^3), got -1"},
    {TOP("'forces': [{'gyro': {'moment': {'keys': []}}, 'body': 'body 1'}]"),
     "s.json:3:41: forces[0].gyro.moment.keys must have at least one key"},
    {TOP("'obstacles': [{'box': {}, 'motion': {'keys': [{'time': 0, 'rotate': [0, 1e160, 0]}]}}]"),
     "s.json:3:37: obstacles[0].motion cannot be used: motion: key 0 holds 1e+160 rad; this library computes with at "
     "most 1e+09 rad"},
    {BODY("'inelastic': {'yield': 0.1, 'tangent': 1}"),
     "s.json:3:40: bodies[0].inelastic.tangent must be in [0, 1), got 1"},
    /* time */
    {TOP("'time': 4"), "s.json:3:9: time must be an object in braces, got 4"},
    {TOP("'time': {'step': 0}"), "s.json:3:18: time.step must be > 0 (s), got 0"},
    {TOP("'time': {'step': -0.01}"), "s.json:3:18: time.step must be > 0 (s), got -0.01"},
    {TOP("'time': {'step': 'fast'}"), "s.json:3:18: time.step must be a number (s), got \"fast\""},
    {TOP("'time': {'step': 1e999}"), "s.json:3:18: the number 1e999 is too large; the largest is about 1.797e308"},
    {TOP("'time': {'step': NaN}"), "s.json:3:18: expected a value; NaN is not a number that a scene can use"},
    {TOP("'time': {'duration': -1}"), "s.json:3:22: time.duration must be >= 0 (s), got -1"},
    {TOP("'time': {'fps': 0}"), "s.json:3:17: time.fps must be from 1e-6 to 1e5 (1/s), got 0"},
    {TOP("'time': {'fps': 1e160}"), "s.json:3:17: time.fps must be from 1e-6 to 1e5 (1/s), got 1e160"},
    {TOP("'time': {'frames': 100}"),
     "s.json:3:10: time.frames is not a key of time; it has step, substeps, duration and fps"},
    /* gravity */
    {TOP("'gravity': -9.81"),
     "s.json:3:12: gravity must be an array of three numbers or an object with keys (m/s^2), got -9.81"},
    {TOP("'gravity': [0, -9.81]"),
     "s.json:3:12: gravity must be an array of three numbers or an object with keys (m/s^2), got [0, -9.81]"},
    {TOP("'gravity': [0, 'down', 0]"),
     "s.json:3:12: gravity must be an array of three numbers (m/s^2), got [0, \"down\", 0]"},
    {TOP("'gravity': {'keys': []}"), "s.json:3:21: gravity.keys must have at least one key"},
    {TOP("'gravity': {'keys': [{'time': 0}]}"),
     "s.json:3:22: gravity.keys[0] needs the key \"value\". The vector at that time, in the unit of what is keyed."},
    {TOP("'gravity': {'keys': [{'time': 1, 'value': [0, 0, 0]},\n"
         "{'time': 1, 'value': [0, 1, 0]}]}"),
     "s.json:4:10: gravity.keys[1].time must be later than the key before, which is at 1 s"},
    /* bodies */
    {"{'pliant': 1,\n"
     "'bodies': [{'model': {'graph': {}}}]}",
     "s.json:2:12: bodies[0] needs the key \"mesh\". The rest shape; its vertices are the particles."},
    {"{'pliant': 1,\n"
     "'bodies': [{'mesh': {'lattice': {'counts': [3, 2, 2], 'spacing': 0.1}}}]}",
     "s.json:2:12: bodies[0] needs the key \"model\". What gives the body its shape and material, such as {\"graph\": "
     "{}}."},
    {BODY("'densty': 1000"), "s.json:3:1: bodies[0].densty is not a key of body; did you mean \"density\"?"},
    {BODY("'density': -5"), "s.json:3:12: bodies[0].density must be > 0 (kg/m^3), got -5"},
    {BODY("'drag': -1"), "s.json:3:9: bodies[0].drag must be >= 0 (1/s), got -1"},
    {BODY("'density': 0"), "s.json:3:12: bodies[0].density must be > 0 (kg/m^3), got 0"},
    {BODY("'density': 100, 'masses': 1"),
     "s.json:3:17: bodies[0].masses cannot stand beside \"density\"; masses say it all"},
    {BODY("'masses': [1, 2, 3]"), "s.json:3:11: bodies[0].masses must have 12 values, one per vertex, but has 3"},
    {BODY("'masses': -1"), "s.json:3:11: bodies[0].masses must be > 0, got -1"},
    {BODY("'masses': [[1, 2]]"), "s.json:3:12: bodies[0].masses[0] must be a number, not a row, got [1, 2]"},
    {BODY("'positions': [[0, 0, 0], [1, 0]]"),
     "s.json:3:26: bodies[0].positions[1] must be a row of 3 numbers, got [1, 0]"},
    {BODY("'positions': [0, 0, 0, 1]"),
     "s.json:3:14: bodies[0].positions must have 3 numbers per row, but has 4 in all"},
    {BODY("'positions': [0, 0, 0]"),
     "s.json:3:14: bodies[0].positions must have 12 rows of 3, one per vertex, but has 1"},
    {BODY("'velocities': 'nowhere.txt'"),
     "s.json:3:15: bodies[0].velocities cannot be used: nowhere.txt: there is no such file"},
    {BODY("'velocities': true"),
     "s.json:3:15: bodies[0].velocities must be an array of numbers or the name of a file with them, got true"},
    {BODY("'velocities': []"), "s.json:3:15: bodies[0].velocities must not be empty"},
    {"{'pliant': 1,\n"
     "'bodies': [{'mesh': {'lattice': {'counts': [3, 2, 2], 'spacing': 0.1}}, 'model': {'graph': {}},\n"
     "'name': 'a'}, {'name': 'a', 'mesh': {'lattice': {'counts': [3, 2, 2], 'spacing': 0.1}}, 'model': {'graph': "
     "{}}}]}",
     "s.json:3:24: bodies[1].name is \"a\", as the body at line 2; give it another name"},
    {BODY("'start': {'velocity': [1, 2, 3, 4]}"),
     "s.json:3:23: bodies[0].start.velocity must be an array of three numbers (m/s), got [1, 2, 3, 4]"},
    {BODY("'start': {'speed': 1}"), "s.json:3:11: bodies[0].start.speed is not a key of start; it has scale, scatter, "
                                    "rotate, translate, velocity and spin"},
    /* models */
    {"{'pliant': 1,\n"
     "'bodies': [{'mesh': {'lattice': {'counts': [3, 2, 2], 'spacing': 0.1}},\n"
     "'model': {}}]}",
     "s.json:3:10: bodies[0].model needs one of these keys: graph, surface, cage, hex, continuum or hybrid"},
    {"{'pliant': 1,\n"
     "'bodies': [{'mesh': {'lattice': {'counts': [3, 2, 2], 'spacing': 0.1}},\n"
     "'model': {'rigid': {}}}]}",
     "s.json:3:11: bodies[0].model.rigid is not a key of model; it has graph, surface, cage, hex, continuum and "
     "hybrid"},
    {"{'pliant': 1,\n"
     "'bodies': [{'mesh': {'lattice': {'counts': [3, 2, 2], 'spacing': 0.1}},\n"
     "'model': {'graph': {}, 'surface': {}}}]}",
     "s.json:3:24: bodies[0].model.surface cannot stand beside \"graph\"; model has one of the two"},
    {SURFACE("'region': 65"), "s.json:3:33: bodies[0].model.surface.region must be in [0, 64] (edges), got 65"},
    {SURFACE("'region': 2.5"), "s.json:3:33: bodies[0].model.surface.region must be a whole number (edges), got 2.5"},
    {SURFACE("'stiffness': -1"), "s.json:3:36: bodies[0].model.surface.stiffness must be >= 0 (1/s^2), got -1"},
    {SURFACE("'pull': 1.5"), "s.json:3:31: bodies[0].model.surface.pull must be in [0, 1] (1/step), got 1.5"},
    {SURFACE("'pull': 0.9, 'stiffness': 100"),
     "s.json:3:36: bodies[0].model.surface.stiffness has no effect beside a pull of 0.9; leave one of them out"},
    {SURFACE("'damping': 3, 'damping_part': 0.1"),
     "s.json:3:23: bodies[0].model.surface.damping has no effect beside a damping_part of 0.1; leave one of them out"},
    {SURFACE("'region': 3, 'radius': 0.2"),
     "s.json:3:23: bodies[0].model.surface.region has no effect beside a radius of 0.2 m; leave one of them out"},
    {SURFACE("'weights': 'masses'"), "s.json:3:34: bodies[0].model.surface.weights must be \"share\" or \"mass\", got "
                                     "\"masses\"; did you mean \"mass\"?"},
    {SURFACE("'passes': 0"), "s.json:3:33: bodies[0].model.surface.passes must be in [1, 100], got 0"},
    {SURFACE("'regions': 3"),
     "s.json:3:23: bodies[0].model.surface.regions is not a key of surface model; did you mean \"region\"?"},
    {"{'pliant': 1,\n"
     "'bodies': [{'mesh': {'lattice': {'counts': [3, 2, 2], 'spacing': 0.1}},\n"
     "'model': 'graph'}]}",
     "s.json:3:10: bodies[0].model must be an object in braces, got \"graph\""},
    {GRAPH("'youngs_modulus': -3"), "s.json:3:39: bodies[0].model.graph.youngs_modulus must be > 0 (Pa), got -3"},
    {GRAPH("'young_modulus': 1e5"),
     "s.json:3:21: bodies[0].model.graph.young_modulus is not a key of graph model; did you mean \"youngs_modulus\"?"},
    {GRAPH("'weights': 'cotan'"), "s.json:3:32: bodies[0].model.graph.weights must be \"share\", \"uniform\" or "
                                  "\"cotangent\", got \"cotan\"; did you mean \"cotangent\"?"},
    {GRAPH("'covariance': 'masses'"), "s.json:3:35: bodies[0].model.graph.covariance must be \"energy\" or \"mass\", "
                                      "got \"masses\"; did you mean \"mass\"?"},
    {GRAPH("'precision': 64"),
     "s.json:3:34: bodies[0].model.graph.precision must be \"auto\", \"float\" or \"double\", got 64"},
    {GRAPH("'edge': 0"),
     "s.json:3:20: bodies[0].model.graph has edge and laplacian 0, so nothing holds the body together"},
    {GRAPH("'damping': 0.1"),
     "s.json:3:32: bodies[0].model.graph.damping must be \"corotated\" or \"literal\", got 0.1"},
    {GRAPH("'youngs_modulus': 1e5, 'stiffness': 10"), "s.json:3:21: bodies[0].model.graph.youngs_modulus has no effect "
                                                      "beside a stiffness of 10 N/m; leave one of them out"},
    {GRAPH("'damping_mass': -1"), "s.json:3:37: bodies[0].model.graph.damping_mass must be >= 0 (1/s), got -1"},
    {GRAPH("'anisotropy': [1, 0, 1]"), "s.json:3:39: bodies[0].model.graph.anisotropy[1] must be > 0, got 0"},
    {GRAPH("'plasticity': {'yield': 0.1}"),
     "s.json:3:35: bodies[0].model.graph.plasticity needs the key \"rule\". rate: flow per second, the same for any "
     "time step; step: per step, as the paper prints it; none."},
    {GRAPH("'plasticity': {'rule': 'rate', 'yield': -0.1}"),
     "s.json:3:61: bodies[0].model.graph.plasticity.yield must be >= 0, got -0.1"},
    {GRAPH("'rotations': {'mode': 'full', 'seeds': [12]}"),
     "s.json:3:60: bodies[0].model.graph.rotations.seeds has vertex 12, but there are only the vertices 0 to 11"},
    {GRAPH("'rotations': {'mode': 'full', 'seeds': [0, 1, 2, 3, 4, 5, 6, 7, 8]}"),
     "s.json:3:60: bodies[0].model.graph.rotations.seeds has 9 vertices; the most is 8"},
    {BODY("'stiffness': [1, 2]"), "s.json:3:14: bodies[0].stiffness must have 12 values, one per vertex, but has 2"},
    /* meshes */
    {MESH("{}"), "s.json:2:21: bodies[0].mesh needs one of these keys: file, arrays, lattice, sphere, icosphere, "
                 "torus, cylinder, capsule, tube, box, sheet, height_field, range_field, curve, line, helix, plant or "
                 "character"},
    {MESH("{'file': 'none.obj'}"), "s.json:2:30: bodies[0].mesh.file cannot be used: none.obj: there is no such file"},
    {MESH("{'file': ''}"), "s.json:2:30: bodies[0].mesh.file must not be empty"},
    {MESH("{'file': 'a.obj', 'lattice': {}}"),
     "s.json:2:39: bodies[0].mesh.lattice cannot stand beside \"file\"; mesh has one of the two"},
    {MESH("{'lattice': {'counts': [3, 1, 3]}}"),
     "s.json:2:48: bodies[0].mesh.lattice.counts[1] must be from 2 to 100000, got 1"},
    {MESH("{'lattice': {'counts': [3, 3]}}"),
     "s.json:2:44: bodies[0].mesh.lattice.counts must be an array of three whole numbers, got [3, 3]"},
    {MESH("{'lattice': {'counts': [3, 3.5, 3]}}"),
     "s.json:2:44: bodies[0].mesh.lattice.counts must be an array of three whole numbers, got [3, 3.5, 3]"},
    {MESH("{'lattice': {'counts': [9000, 9000, 9000]}}"),
     "s.json:2:33: bodies[0].mesh.lattice would have about 7.29e+11 vertices; the most is 2e+07"},
    {MESH("{'lattice': {'spacing': 0}}"), "s.json:2:45: bodies[0].mesh.lattice.spacing must be > 0 (m), got 0"},
    {MESH("{'lattice': {'neighbours': 18}}"), "s.json:2:48: bodies[0].mesh.lattice.neighbours must be 26 or 6, got 18"},
    {MESH("{'brick': {}}"),
     "s.json:2:22: bodies[0].mesh.brick is not a key of mesh; it has file, arrays, lattice, sphere, icosphere, torus, "
     "cylinder, capsule, tube, box, sheet, height_field, range_field, curve, line, helix, plant, character, scale, "
     "rotate, translate, net, repair and fill"},
    {MESH("{'lattice': {}, 'scale': 0}"), "s.json:2:46: bodies[0].mesh.scale must be > 0, got 0"},
    {MESH("{'lattice': {}, 'scale': [1, -1, 1]}"), "s.json:2:50: bodies[0].mesh.scale[1] must be > 0, got -1"},
    {MESH("{'sheet': {}}"), "s.json:2:12: bodies[0] cannot be used: the mesh is not closed, so its vertices have a "
                            "volume only with a thickness (m, > 0), got 0; give a thickness or masses"},
    {MESH("{'tube': {'inner': 0.3}}"), "s.json:2:30: bodies[0].mesh.tube cannot be used: tube: the outer radius, 0.25, "
                                       "must be greater than the inner one, 0.3"},
    {MESH("{'curve': {}}"),
     "s.json:2:31: bodies[0].mesh.curve needs the key \"points\". Joined by edges in their order."},
    {MESH("{'character': {'which': 'rabit'}}"), "s.json:2:45: bodies[0].mesh.character.which must be \"duck\", "
                                                "\"rabbit\", \"bear\", \"dino\" or \"armadillo\", got \"rabit\"; "
                                                "did you mean \"rabbit\"?"},
    {MESH("{'character': {'vertices': 10}}"),
     "s.json:2:48: bodies[0].mesh.character.vertices must be from 400 to 500000, got 10"},
    {MESH("{'lattice': {}, 'repair': {'weld': 1}}"),
     "s.json:2:56: bodies[0].mesh.repair.weld must be true or false, got 1"},
    {MESH("{'arrays': {'edges': [[0, 1]]}}"),
     "s.json:2:32: bodies[0].mesh.arrays needs the key \"positions\". Rest positions."},
    {MESH("{'arrays': {'positions': [[0, 0, 0], [1, 0, 0]], 'edges': [[0, 2]]}}"),
     "s.json:2:79: bodies[0].mesh.arrays.edges has vertex 2, but there are only the vertices 0 to 1"},
    {MESH("{'arrays': {'positions': [[0, 0, 0], [1, 0, 0]], 'edges': [[1, 1]]}}"),
     "s.json:2:32: bodies[0].mesh.arrays cannot be used: edge 0 connects vertex 1 with itself"},
    {MESH("{'arrays': {'positions': [[0, 0, 0], [1, 0, 0]], 'edges': [[0, -1]]}}"),
     "s.json:2:84: bodies[0].mesh.arrays.edges[0][1] must be a whole number from 0 to 4294967295, got -1"},
    {MESH("{'arrays': {'positions': [[0, 0, 0], [1, 0, 0]], 'edges': [[0, 1]], 'vertex_volumes': [1]}}"),
     "s.json:2:107: bodies[0].mesh.arrays.vertex_volumes must have 2 values, one per vertex, but has 1"},
    {MESH("{'arrays': {'positions': [[0, 0, 0], [1, 0, 0]], 'edges': [[0, 1]], 'edge_shares': 2}}"),
     "s.json:2:104: bodies[0].mesh.arrays.edge_shares must be > 0 and at most 1, got 2"},
    /* selections, pins, grabs */
    {PIN("'motion': {'keys': []}"), "s.json:3:10: bodies[0].pins[0] needs the key \"particles\". What is held."},
    {SELECT("{}"), "s.json:3:24: bodies[0].pins[0].particles needs one of these keys: box, sphere, plane, indices, "
                   "range, union, intersection or complement"},
    {SELECT("7"), "s.json:3:24: bodies[0].pins[0].particles must be a selection: an object such as {\"box\": …}, a "
                  "name, or \"all\", got 7"},
    {SELECT("'left'"), "s.json:3:24: bodies[0].pins[0].particles must be \"all\" or the name of one of the body's "
                       "selections; there is none called \"left\""},
    {SELECT("{'box': {'low': [5, 5, 5], 'high': [6, 6, 6]}}"),
     "s.json:3:24: bodies[0].pins[0].particles selects none of the 12 particles of body \"body 1\", which lie between "
     "[0, 0, 0] and [0.2, 0.1, 0.1] m"},
    {SELECT("{'box': {'low': [1, 0, 0], 'high': [0, 1, 1]}}"),
     "s.json:3:32: bodies[0].pins[0].particles.box must have low below high, but x goes from 1 to 0"},
    {SELECT("{'box': {'low': [1, 0, 0]}}"),
     "s.json:3:32: bodies[0].pins[0].particles.box needs the key \"high\". The corner with the largest coordinates."},
    {SELECT("{'sphere': {'center': [0, 0, 0], 'radius': -1}}"),
     "s.json:3:67: bodies[0].pins[0].particles.sphere.radius must be > 0 (m), got -1"},
    {SELECT("{'plane': {'point': [0, 0, 0], 'normal': [0, 0, 0]}}"),
     "s.json:3:65: bodies[0].pins[0].particles.plane.normal must not be of length zero"},
    {SELECT("{'indices': [0, 12]}"),
     "s.json:3:36: bodies[0].pins[0].particles.indices has particle 12, but body \"body 1\" has the particles 0 to 11"},
    {SELECT("{'indices': [0.5]}"),
     "s.json:3:37: bodies[0].pins[0].particles.indices[0] must be a whole number from 0 to 4294967295, got 0.5"},
    {SELECT("{'range': {'first': 0, 'last': 12}}"),
     "s.json:3:34: bodies[0].pins[0].particles.range has particle 12, but body \"body 1\" has the particles 0 to 11"},
    {SELECT("{'range': {'first': 3, 'last': 2}}"),
     "s.json:3:34: bodies[0].pins[0].particles.range must have last (2) not before first (3)"},
    {SELECT("{'range': {'first': 0, 'last': 3, 'stride': 0}}"),
     "s.json:3:68: bodies[0].pins[0].particles.range.stride must be >= 1, got 0"},
    {SELECT("{'union': []}"), "s.json:3:34: bodies[0].pins[0].particles.union must be an array of selections, got []"},
    {SELECT("{'box': {}, 'sphere': {}}"),
     "s.json:3:36: bodies[0].pins[0].particles.sphere cannot stand beside \"box\"; selection has one of the two"},
    {SELECT("{'complement': 'all'}"), "s.json:3:24: bodies[0].pins[0].particles selects none of the 12 particles of "
                                      "body \"body 1\", which lie between [0, 0, 0] and [0.2, 0.1, 0.1] m"},
    {BODY("'selections': [{'name': 'all', 'particles': 'all'}]"),
     "s.json:3:25: bodies[0].selections[0].name must not be \"all\", which always means every particle"},
    {BODY("'selections': [{'name': 'a', 'particles': 'b'},\n"
          "{'name': 'b', 'particles': 'all'}]"),
     "s.json:3:43: bodies[0].selections[0].particles uses the selection \"b\" before it is there; put that one first"},
    {BODY("'selections': [{'name': 'a', 'particles': 'all'},\n"
          "{'name': 'a', 'particles': 'all'}]"),
     "s.json:4:10: bodies[0].selections[1].name is \"a\", as the selection at line 3; give it another name"},
    {BODY("'pins': [{'particles': {'indices': [1, 2]}},\n"
          "{'particles': {'indices': [2]}}]"),
     "s.json:4:1: bodies[0].pins[1] holds particle 2, which an earlier pin of body \"body 1\" holds already"},
    {PIN("'particles': 'all', 'motion': {'keys': []}"),
     "s.json:3:50: bodies[0].pins[0].motion.keys must have at least one key"},
    {PIN("'particles': 'all', 'motion': {'keys': [{'time': 1},\n"
         "{'time': 0}]}"),
     "s.json:4:10: bodies[0].pins[0].motion.keys[1].time must be later than the key before, which is at 1 s"},
    {PIN("'particles': 'all', 'motion': {'keys': [{'time': 0, 'rotation': [0, 0, 1]}]}"),
     "s.json:3:63: bodies[0].pins[0].motion.keys[0].rotation is not a key of pose key; did you mean \"rotate\"?"},
    {BODY("'grabs': [{'particles': {'indices': [0]}}]"),
     "s.json:3:11: bodies[0].grabs[0] needs the key \"target\". Where it is pulled to, constant or over time (at most "
     "32 keys)."},
    {"{'pliant': 1,\n"
     "'bodies': [{'mesh': {'lattice': {}},\n"
     "'grabs': [{'particles': 'all', 'target': [0, 0, 0]}],\n"
     "'model': {'graph': {}}}]}",
     "s.json:3:25: bodies[0].grabs[0].particles selects 3321 particles; a grab holds at most 16, a pin any number"},
    {BODY("'grabs': [{'particles': {'indices': [0, 1]}, 'weights': [1], 'target': [0, 0, 0]}]"),
     "s.json:3:57: bodies[0].grabs[0].weights must have 2 values, one per particle, but has 1"},
    {BODY("'grabs': [{'particles': {'indices': [0]}, 'target': [0, 0, 0], 'damping': -0.5}]"),
     "s.json:3:75: bodies[0].grabs[0].damping must be >= 0, or -1 for critical damping, got -0.5"},
    /* obstacles and camera */
    {OBSTACLE("{}"),
     "s.json:3:15: obstacles[0] needs one of these keys: plane, sphere, box, capsule, cylinder, bowl, glass or mesh"},
    {OBSTACLE("{'cone': {}}"),
     "s.json:3:16: obstacles[0].cone is not a key of obstacle; it has name, plane, sphere, "
     "box, capsule, cylinder, bowl, glass, mesh, thickness, spacing, friction, rolling_friction, restitution, "
     "temperature and motion"},
    {OBSTACLE("{'plane': {}, 'box': {}}"),
     "s.json:3:29: obstacles[0].box cannot stand beside \"plane\"; obstacle has one of the two"},
    {ONE_BODY("'mesh': {'sheet': {}}, 'thickness': 0.01,\n'model': {'continuum': {'material': 'wire'}}"),
     "s.json:3:37: bodies[0].model.continuum.material is of curves, and the mesh is a surface: take rubber sheet, "
     "cloth, paper or sheet metal"},
    {ONE_BODY("'mesh': {'line': {}}, 'thickness': 0.01,\n'model': {'continuum': {'material': 'paper'}}"),
     "s.json:3:37: bodies[0].model.continuum.material is of surfaces, and the mesh is a curve: take string or wire"},
    {ONE_BODY(SMALL_MESH ", 'thickness': 0.01,\n'model': {'continuum': {'material': 'cloth'}}"),
     "s.json:3:37: bodies[0].model.continuum.material is of sheets or curves, and the mesh is a solid: say "
     "youngs_modulus instead"},
    {BODY("'planar': {'normal': [0, 0, 0]}"), "s.json:3:22: bodies[0].planar.normal must not be of length zero"},
    {OBSTACLE("{'plane': {'normal': [0, 0, 0]}}"), "s.json:3:36: obstacles[0].plane.normal must not be of length zero"},
    {OBSTACLE("{'plane': {}, 'friction': -0.1}"), "s.json:3:41: obstacles[0].friction must be >= 0, got -0.1"},
    {OBSTACLE("{'plane': {}, 'restitution': 1.5}"),
     "s.json:3:44: obstacles[0].restitution must be from 0 to 1, got 1.5"},
    {OBSTACLE("{'sphere': {'radius': 0}}"), "s.json:3:37: obstacles[0].sphere.radius must be > 0 (m), got 0"},
    {OBSTACLE("{'box': {'half_size': [1, 1, 0]}}"),
     "s.json:3:44: obstacles[0].box.half_size[2] must be > 0 (m), got 0"},
    {OBSTACLE("{'capsule': {'point_a': [0, 0, 0]}}"),
     "s.json:3:27: obstacles[0].capsule needs the key \"point_b\". The other end of its axis."},
    {OBSTACLE("{'cylinder': {'point_a': [0, 1, 0], 'point_b': [0, 1, 0]}}"),
     "s.json:3:28: obstacles[0].cylinder has point_a and point_b at the same place"},
    {OBSTACLE("{'bowl': {'normal': [0, 0, 0]}}"), "s.json:3:35: obstacles[0].bowl.normal must not be of length zero"},
    {OBSTACLE("{'glass': {'thickness': 0}}"), "s.json:3:39: obstacles[0].glass.thickness must be > 0 (m), got 0"},
    {OBSTACLE("{'plane': {}, 'thickness': 0.1}"), "s.json:3:29: obstacles[0].thickness stands beside \"mesh\" only"},
    {OBSTACLE("{'box': {}, 'spacing': 0.1}"), "s.json:3:27: obstacles[0].spacing stands beside \"mesh\" only"},
    {OBSTACLE("{'mesh': {'sheet': {}}}"),
     "s.json:3:24: obstacles[0].mesh cannot be used: the mesh is open: 1 hole as large as 100 % "
     "of its surface, and at most 5 % can be closed; "
     "close it, or give it a thickness, so that it is a shell with two sides"},
    {OBSTACLE("{'mesh': {'line': {'count': 4}}}"),
     "s.json:3:24: obstacles[0].mesh cannot be used: the mesh has no triangles; an obstacle needs a surface"},
    {OBSTACLE("{'mesh': {'sphere': {}, 'fill': {}}}"),
     "s.json:3:39: obstacles[0].mesh.fill has no use here: an obstacle is met at its surface"},
    {OBSTACLE("{'plane': {}, 'name': 'floor'},\n"
              "{'plane': {}, 'name': 'floor'}"),
     "s.json:4:23: obstacles[1].name is \"floor\", as the obstacle at line 3; give it another name"},
    {OBSTACLE("{'plane': {}, 'motion': {'pivot': [0, 0, 0]}}"),
     "s.json:3:39: obstacles[0].motion needs the key \"keys\". At least one; linear between them, constant before the "
     "first and after the last."},
    /* attachments */
    {ATTACHMENT("{}"), "s.json:3:17: attachments[0] needs the key \"a\". A point of a body."},
    {ATTACHMENT("{'a': {'body': 'body 1'}}"), "s.json:3:17: attachments[0] needs the key \"b\". What it holds on to: a "
                                              "point of a body of any model, of an obstacle, or a place."},
    {ATTACHMENT("{'a': {'body': 'body 1', 'particle': 0}, 'b': {'body': 'nobody'}}"),
     "s.json:3:72: attachments[0].b.body is \"nobody\", but there is no body of that name"},
    {ATTACHMENT("{'a': {'body': 'body 1', 'particle': 0}, 'b': {'obstacle': 'wall'}}"),
     "s.json:3:76: attachments[0].b.obstacle is \"wall\", but there is no obstacle of that name"},
    {ATTACHMENT("{'a': {'body': 'body 1', 'particle': 999}, 'b': {}}"),
     "s.json:3:54: attachments[0].a.particle is 999, but body \"body 1\" has the particles 0 to 11"},
    {ATTACHMENT("{'a': {'place': [0, 0, 0]}, 'b': {}}"),
     "s.json:3:23: attachments[0].a needs the key \"body\"; obstacles and places stand in \"b\""},
    {ATTACHMENT("{'a': {'body': 'body 1', 'particle': 0, 'point': [0, 0, 0]}, 'b': {}}"),
     "s.json:3:23: attachments[0].a has more than one of particle, nearest and point"},
    {ATTACHMENT("{'a': {'body': 'body 1'}, 'b': {}}"),
     "s.json:3:17: attachments[0] must say where: particle, nearest or point of a body, the place of b, or a radius"},
    {ATTACHMENT("{'a': {'body': 'body 1', 'particle': 0}, 'b': {}, 'stiffness': -1}"),
     "s.json:3:80: attachments[0].stiffness must be >= 0 (N/m), got -1"},
    {ATTACHMENT("{'a': {'body': 'body 1', 'particle': 0}, 'b': {}, 'damping': 1}"),
     "s.json:3:78: attachments[0].damping is of a spring; give it a stiffness too"},
    {ATTACHMENT("{'a': {'body': 'body 1', 'particle': 0}, 'b': {}, 'radius': 1}"),
     "s.json:3:23: attachments[0].a cannot say where beside a radius, which takes all that is near"},
    {ATTACHMENT("{'a': {'body': 'body 1', 'particle': 0}, 'b': {'place': [0, 0, 0], 'body': 'body 1'}}"),
     "s.json:3:64: attachments[0].b.place has no use beside a body; say nearest (a vertex) or point (of its surface)"},
    {ATTACHMENT("{'a': {'body': 'body 1', 'particle': 0}, 'b': {'obstacle': 'x', 'body': 'body 1'}}"),
     "s.json:3:64: attachments[0].b.obstacle cannot stand beside \"body\""},
    {ATTACHMENT("{'a': {'body': 'body 1', 'particle': 0}, 'b': {'nearest': [0, 0, 0]}}"),
     "s.json:3:63: attachments[0].b needs the key \"body\" for its particle, nearest or point"},
    {ATTACHMENT("{'a': {'body': 'body 1', 'particle': 0}, 'b': {}, 'name': '12345678901234567890123456789012'}"),
     "s.json:3:75: attachments[0].name must have at most 31 bytes"},
    {TOP("'camera': {'eye': [0, 0, 5]}"), "s.json:3:11: camera needs the key \"target\". Where it looks."},
    {TOP("'camera': {'eye': [0, 0, 5], 'target': [0, 0, 5]}"),
     "s.json:3:11: camera must have its target elsewhere than its eye"},
    {TOP("'camera': {'eye': [0, 5, 0], 'target': [0, 0, 0]}"),
     "s.json:3:11: camera must not look along its up direction"},
    {TOP("'camera': {'eye': [0, 0, 5], 'target': [0, 0, 0], 'fov': 180}"),
     "s.json:3:58: camera.fov must be > 0 and at most 170 (degrees), got 180"},
};

/* Files that a scene may refer to, written to a folder of their own. */
static const struct {
  const char *name, *content;
} files[] = {
    {"words.txt", "0 0 0\n1 0 0 # fine\n2 zero 0\n"},
    {"short.txt", "0 0 0 1\n"},
    {"empty.txt", "# nothing\n"},
    {"numbers.json", "[[0, 0, 0],\n [1, 'x', 0]]"},
    {"object.json", "{'positions': []}"},
    {"broken.json", "[1, 2"},
    {"indices.txt", "0 1 1.5"},
    {"broken.obj", "v 0 0 0\nv 1 0\n"},
    {"huge.txt", "1e999"},
};

static const bad_scene bad_files[] = {
    {BODY("'positions': 'words.txt'"), "s.json:3:14: bodies[0].positions cannot be used: words.txt:3:3: positions must "
                                       "be a number, and this is no number; is it the right file?"},
    {BODY("'positions': 'short.txt'"),
     "s.json:3:14: bodies[0].positions must have 3 numbers per row, but has 4 in all"},
    {BODY("'positions': 'empty.txt'"), "s.json:3:14: bodies[0].positions must not be empty"},
    {BODY("'positions': 'numbers.json'"), "s.json:3:14: bodies[0].positions cannot be used: numbers.json:2:6: "
                                          "positions[1][1] must be a number, got \"x\""},
    {BODY("'positions': 'object.json'"),
     "s.json:3:14: bodies[0].positions cannot be used: object.json:1:1: must be an array of numbers"},
    {BODY("'positions': 'broken.json'"),
     "s.json:3:14: bodies[0].positions cannot be used: broken.json:1:6: the file ends "
     "here; expected a comma or ] after an element"},
    {SELECT("{'indices': 'indices.txt'}"),
     "s.json:3:36: bodies[0].pins[0].particles.indices cannot be used: "
     "indices.txt:1:5: indices must be a whole number from 0 to 4294967295, got 1.5"},
    {BODY("'positions': 'huge.txt'"),
     "s.json:3:14: bodies[0].positions cannot be used: huge.txt:1:1: positions must be a number, got 1e999"},
    {MESH("{'file': 'broken.obj'}"), "s.json:2:30: bodies[0].mesh.file cannot be used: broken.obj:2:6: z must be a "
                                     "finite number, found the end of the line"},
    {BODY("'velocities': '.'"), "s.json:3:15: bodies[0].velocities cannot be used: .: is a folder, not a file"},
};

/* A copy with the quotes that JSON wants; to be freed. */
static char *quoted(const char *text)
{
  size_t size = strlen(text) + 1;
  char *copy = malloc(size);
  assert_non_null(copy);
  for (size_t i = 0; i < size; i++) copy[i] = text[i] == '\'' ? '"' : text[i];
  return copy;
}

static void check(const bad_scene *bad, size_t index)
{
  char *text = quoted(bad->text);
  pl_scene *scene = NULL;
  pl_status status = pl_scene_parse("s.json", text, strlen(text), &scene);
  if (status == PL_OK || strcmp(pl_last_error(), bad->message) != 0)
    print_error("case %zu: %s\nexpected: %s\ngot:      %s\n", index, text, bad->message,
                status == PL_OK ? "no error" : pl_last_error());
  free(text);
  assert_int_not_equal(status, PL_OK);
  assert_null(scene);
  assert_string_equal(pl_last_error(), bad->message);
}

static void broken_scenes_are_refused_with_the_place(void **state)
{
  (void)state;
  size_t count = sizeof bad_scenes / sizeof *bad_scenes;
  assert_true(count >= 60);
  for (size_t i = 0; i < count; i++) check(&bad_scenes[i], i);
}

static void broken_files_are_refused_with_both_places(void **state)
{
  (void)state;
  char folder[] = "/tmp/pliant-bad-scenes-XXXXXX", before[4096];
  assert_non_null(getcwd(before, sizeof before));
  assert_non_null(mkdtemp(folder));
  assert_int_equal(chdir(folder), 0);
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    FILE *file = fopen(files[i].name, "w");
    assert_non_null(file);
    char *content = quoted(files[i].content);
    fputs(content, file);
    free(content);
    fclose(file);
  }
  for (size_t i = 0; i < sizeof bad_files / sizeof *bad_files; i++) check(&bad_files[i], i);
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) remove(files[i].name);
  assert_int_equal(chdir(before), 0);
  assert_int_equal(rmdir(folder), 0);
}

/* The templates themselves are fine, so what is refused is the mistake. */
static void the_templates_are_accepted(void **state)
{
  (void)state;
  static const char *const texts[] = {
      ONE_BODY(SMALL_MESH ", " GRAPH_MODEL),
      TOP("'threads': 1"),
      BODY("'density': 1"),
      MESH("{'lattice': {}}"),
      GRAPH("'edge': 1"),
      OBSTACLE("{'plane': {}}"),
      SELECT("'all'"),
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    char *text = quoted(texts[i]);
    pl_scene *scene = NULL;
    assert_ok(pl_scene_parse("s.json", text, strlen(text), &scene));
    pl_scene_destroy(scene);
    free(text);
  }
}

static void files_that_are_not_there(void **state)
{
  (void)state;
  pl_scene *scene = NULL;
  assert_int_equal(pl_scene_load("/nowhere/scene.json", &scene), PL_ERROR_FILE);
  assert_string_equal(pl_last_error(), "/nowhere/scene.json: there is no such file");
  assert_int_equal(pl_scene_load("/tmp", &scene), PL_ERROR_FILE);
  assert_string_equal(pl_last_error(), "/tmp: is a folder, not a file");
  assert_int_equal(pl_scene_parse(NULL, "{}", 2, &scene), PL_ERROR_ARGUMENT);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(broken_scenes_are_refused_with_the_place),
      cmocka_unit_test(broken_files_are_refused_with_both_places),
      cmocka_unit_test(the_templates_are_accepted),
      cmocka_unit_test(files_that_are_not_there),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
