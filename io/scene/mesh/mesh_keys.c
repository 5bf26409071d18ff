/* SPDX-License-Identifier: MIT
   The keys of a mesh: a file, a generator, or arrays. */
#include "scene/schema/tables.h"

#define KEYS(array) .keys = array, .key_count = sizeof array / sizeof *array

static const pl_scene_range lattice_range = {2, 100000, false, false, "from 2 to 100000"};

/* generators */
#define LATTICE(field) offsetof(pl_scene_lattice, def.field)
static const char *const neighbour_words[] = {"26", "6", NULL};
static void prepare_lattice(void *out) { ((pl_scene_lattice *)out)->def = pl_default_lattice_def(); }
static const pl_scene_key lattice_keys[] = {
    {"counts", PL_KIND_COUNTS, LATTICE(counts), .range = &lattice_range, .fallback = "[41, 9, 9]",
     .doc = "Nodes along x, y and z."},
    {"spacing", PL_KIND_NUMBER, LATTICE(spacing), .unit = "m", .range = &pl_range_positive, .fallback = "0.025",
     .doc = "Between nodes."},
    {"origin", PL_KIND_VECTOR, LATTICE(origin), .unit = "m", .fallback = "[0, 0, 0]",
     .doc = "Where the first node is."},
    {"neighbours", PL_KIND_INTEGER, LATTICE(neighbours), .words = neighbour_words, .fallback = "26",
     .doc = "Edges to all nodes of the adjacent cells (26) or along the axes only (6)."},
};
static const pl_scene_object lattice_object = {
    .name = "lattice mesh",
    .doc = "A solid box filled with nodes. Node (i, j, k) has index (i ny + j) nz + k.",
    .size = sizeof(pl_scene_lattice),
    KEYS(lattice_keys),
    .prepare = prepare_lattice};

#define SHAPE(field) offsetof(pl_scene_shape, field)
#define SHAPE_OBJECT(keys_, name_, doc_)                                                                               \
  {                                                                                                                    \
    .name = name_, .doc = doc_, .size = sizeof(pl_scene_shape), KEYS(keys_)                                            \
  }
#define LENGTH(name, field, default_, doc_)                                                                            \
  {                                                                                                                    \
    name, PL_KIND_NUMBER, SHAPE(field), .unit = "m", .range = &pl_range_positive, .fallback = default_, .doc = doc_    \
  }
#define NUMBER_OF(name, field, range_, default_, doc_)                                                                 \
  {                                                                                                                    \
    name, PL_KIND_COUNT, SHAPE(field), .range = range_, .fallback = default_, .doc = doc_                              \
  }

static const pl_scene_range from_one = {1, 100000, false, false, "from 1 to 100000"};
static const pl_scene_range from_three = {3, 100000, false, false, "from 3 to 100000"};

static const pl_scene_key sphere_keys[] = {
    LENGTH("radius", radius, "0.5", "Its radius."),
    NUMBER_OF("n", n, &from_three, "20", "Vertices around; n (n - 1) + 2 in all."),
};
static const pl_scene_object sphere_object =
    SHAPE_OBJECT(sphere_keys, "sphere mesh", "A ball of meridians and circles.");
static const pl_scene_key icosphere_keys[] = {
    LENGTH("radius", radius, "0.5", "Its radius."),
    NUMBER_OF("cuts", cuts, &from_one, "10", "Parts of each edge of the icosahedron; 10 cuts^2 + 2 vertices in all."),
};
static const pl_scene_object icosphere_object =
    SHAPE_OBJECT(icosphere_keys, "icosphere mesh", "A ball of nearly equal triangles.");
static const pl_scene_key torus_keys[] = {
    LENGTH("radius", radius, "0.5", "From the centre to the middle of the tube."),
    LENGTH("tube", tube, "0.2", "Radius of the tube."),
    NUMBER_OF("around", around, &from_three, "48", "Vertices around the ring."),
    NUMBER_OF("across", across, &from_three, "20", "Vertices around the tube."),
};
static const pl_scene_object torus_object = SHAPE_OBJECT(torus_keys, "torus mesh", "A ring about the y axis.");
static const pl_scene_key cylinder_keys[] = {
    LENGTH("radius", radius, "0.25", "Its radius."),
    LENGTH("length", length, "1", "Along the y axis."),
    NUMBER_OF("around", around, &from_three, "32", "Vertices around."),
    NUMBER_OF("along", along, &from_one, "20", "Rows of the side."),
};
static const pl_scene_object cylinder_object =
    SHAPE_OBJECT(cylinder_keys, "cylinder mesh", "A cylinder about the y axis with flat caps.");
static const pl_scene_object capsule_object =
    SHAPE_OBJECT(cylinder_keys, "capsule mesh", "A cylinder about the y axis with a half sphere on either end.");
static const pl_scene_key tube_keys[] = {
    LENGTH("outer", outer, "0.25", "Outer radius."),
    LENGTH("inner", inner, "0.2", "Inner radius, less than the outer."),
    LENGTH("length", length, "1", "Along the y axis."),
    NUMBER_OF("around", around, &from_three, "32", "Vertices around."),
    NUMBER_OF("along", along, &from_one, "20", "Rows of the sides."),
};
static const pl_scene_object tube_object = SHAPE_OBJECT(tube_keys, "tube mesh", "A pipe about the y axis with a wall.");
static const pl_scene_key box_keys[] = {
    {"counts", PL_KIND_COUNTS, SHAPE(counts), .range = &lattice_range, .fallback = "[41, 9, 9]",
     .doc = "Vertices along x, y and z."},
    LENGTH("spacing", spacing, "0.025", "Between vertices."),
};
static const pl_scene_object box_object =
    SHAPE_OBJECT(box_keys, "box mesh", "The surface of a box, nothing inside; its middle at the origin.");
static const pl_scene_key sheet_keys[] = {
    LENGTH("width", width, "1", "Along x."),
    LENGTH("depth", depth, "1", "Along z."),
    NUMBER_OF("nx", nx, &lattice_range, "31", "Vertices along x."),
    NUMBER_OF("nz", nz, &lattice_range, "31", "Vertices along z."),
};
static const pl_scene_object sheet_object =
    SHAPE_OBJECT(sheet_keys, "sheet mesh",
                 "An open sheet in the xz plane, its middle at the origin. Vertex (i, k) has index i nz + k. The body "
                 "needs a thickness.");
static const pl_scene_key height_field_keys[] = {
    {"heights", PL_KIND_FIELD, SHAPE(points), .unit = "m", .columns = 1, .flags = PL_KEY_REQUIRED,
     .doc = "y of every vertex: an image, or rows of numbers along x with their number in nx."},
    LENGTH("width", width, "1", "Along x."),
    LENGTH("depth", depth, "1", "Along z."),
    {"nx", PL_KIND_COUNT, SHAPE(nx), .fallback = "0", .fallback_doc = "the image's width", .doc = "Numbers in a row."},
};
static const pl_scene_object height_field_object =
    SHAPE_OBJECT(height_field_keys, "height_field mesh",
                 "An open sheet with heights, its middle above the origin, a vertex per pixel. Vertex (i, k), column i "
                 "and row k, has index i rows + k. The body needs a thickness.");
static const pl_scene_key range_field_keys[] = {
    {"ranges", PL_KIND_FIELD, SHAPE(points), .unit = "m", .columns = 1, .range = &pl_range_positive,
     .flags = PL_KEY_REQUIRED,
     .doc = "Distance from the y axis: an image, the top first, or rows of numbers around with their number in nx."},
    LENGTH("height", height, "1", "Along y."),
    {"nx", PL_KIND_COUNT, SHAPE(nx), .fallback = "0", .fallback_doc = "the image's width", .doc = "Numbers in a row."},
};
static const pl_scene_object range_field_object = SHAPE_OBJECT(
    range_field_keys, "range_field mesh",
    "The surface scanned by a sensor that goes round the y axis: a sheet that is closed around, and open at both ends. "
    "Vertices as in a height field. The body needs a thickness.");
static const pl_scene_key curve_keys[] = {
    {"points", PL_KIND_NUMBERS, SHAPE(points), .unit = "m", .columns = 3, .flags = PL_KEY_REQUIRED,
     .doc = "Joined by edges in their order."},
    {"closed", PL_KIND_FLAG, SHAPE(closed), .fallback = "false", .doc = "Joins the last point with the first."},
};
static const pl_scene_object curve_object =
    SHAPE_OBJECT(curve_keys, "curve mesh", "A string of edges through given points. The body needs a thickness.");
static const pl_scene_key line_keys[] = {
    {"from", PL_KIND_VECTOR, SHAPE(from), .unit = "m", .fallback = "[0, 0, 0]", .doc = "Its start."},
    {"to", PL_KIND_VECTOR, SHAPE(to), .unit = "m", .fallback = "[1, 0, 0]", .doc = "Its end."},
    NUMBER_OF("count", count, &lattice_range, "51", "Points."),
};
static const pl_scene_object line_object =
    SHAPE_OBJECT(line_keys, "line mesh", "A straight string of edges. The body needs a thickness.");
static const pl_scene_key helix_keys[] = {
    LENGTH("radius", radius, "0.2", "Its radius."),
    LENGTH("pitch", pitch, "0.1", "Height of one turn."),
    {"turns", PL_KIND_NUMBER, SHAPE(turns), .range = &pl_range_positive, .fallback = "5",
     .doc = "How many, upwards from y = 0."},
    NUMBER_OF("count", count, &lattice_range, "201", "Points."),
};
static const pl_scene_object helix_object =
    SHAPE_OBJECT(helix_keys, "helix mesh", "A coil of edges about the y axis. The body needs a thickness.");

static const pl_scene_key plant_keys[] = {
    LENGTH("height", height, "0.6", "Of the stem."),
    NUMBER_OF("leaves", leaves, &from_one, "10", "How many."),
    NUMBER_OF("along", along, &lattice_range, "30", "Rows of a leaf."),
    NUMBER_OF("rows", rows, &lattice_range, "49", "Of the stem; at least 2 leaves + 2."),
};
static const pl_scene_object plant_object =
    SHAPE_OBJECT(plant_keys, "plant mesh",
                 "A plant of sheets that share edges, not a manifold; 4 rows + leaves (8 along + 1) vertices. The body "
                 "needs a thickness.");

static const char *const character_words[] = {"duck", "rabbit", "bear", "dino", "armadillo", NULL}; /* pl_character */
static const pl_scene_range character_range = {400, 500000, false, false, "from 400 to 500000"};
static const pl_scene_key character_keys[] = {
    {"which", PL_KIND_WORD, SHAPE(which), .words = character_words, .fallback = "\"duck\"", .doc = "Which character."},
    LENGTH("height", height, "1", "From the floor to the top."),
    NUMBER_OF("vertices", vertices, &character_range, "3000", "So many."),
};
static const pl_scene_object character_object =
    SHAPE_OBJECT(character_keys, "character mesh", "A character: a closed surface, facing +z, standing on y = 0.");

/* arrays */
#define ARRAYS(field) offsetof(pl_scene_arrays, field)
static const pl_scene_range share_range = {0, 1, true, false, "> 0 and at most 1"};
static const pl_scene_range closed_range = {0, 1, false, false, "0 or 1"};
static const pl_scene_key arrays_keys[] = {
    {"positions", PL_KIND_NUMBERS, ARRAYS(positions), .unit = "m", .columns = 3, .flags = PL_KEY_REQUIRED,
     .doc = "Rest positions."},
    {"edges", PL_KIND_INDICES, ARRAYS(edges), .columns = 2,
     .doc = "Pairs of vertices, each edge once; without them, the triangles' edges."},
    {"triangles", PL_KIND_INDICES, ARRAYS(triangles), .columns = 3,
     .doc = "The surface, counter-clockwise from outside."},
    {"grid", PL_KIND_COUNTS, ARRAYS(grid), .fallback = "[0, 0, 0]", .fallback_doc = "none",
     .doc = "Nodes along the directions of a material grid, the last running fastest; 0: no such direction. The models "
            "continuum and hybrid, and images, want one."},
    {"closed", PL_KIND_COUNTS, ARRAYS(closed), .range = &closed_range, .fallback = "[0, 0, 0]",
     .doc = "1: this direction of the grid is closed, its last node next to its first."},
    {"vertex_volumes", PL_KIND_NUMBERS, ARRAYS(vertex_volumes), .unit = "m^3", .columns = 1,
     .range = &pl_range_not_negative, .doc = "Volume that belongs to each vertex, or one number for all."},
    {"edge_shares", PL_KIND_NUMBERS, ARRAYS(edge_shares), .columns = 1, .range = &share_range,
     .doc = "Part of each edge's cells that exists, or one number for all; without them, 1."},
    {"edge_weights", PL_KIND_NUMBERS, ARRAYS(edge_weights), .columns = 2,
     .doc =
         "Laplacian weights: of the second vertex in the row of the first, then of the first in the row of the second; "
         "used with laplacian_weights \"given\"."},
};
static const pl_scene_object arrays_object = {.name = "arrays mesh",
                                              .doc = "A mesh given outright, in place or in files.",
                                              .size = sizeof(pl_scene_arrays),
                                              KEYS(arrays_keys)};

/* mending */
#define REPAIR(field) offsetof(pl_scene_repair, options.field)
static void prepare_repair(void *out) { ((pl_scene_repair *)out)->options = pl_default_repair_options(); }
static const pl_scene_key repair_keys[] = {
    {"weld", PL_KIND_FLAG, REPAIR(weld), .fallback = "false",
     .doc = "Join vertices at the same place. Their indices change."},
    {"weld_distance", PL_KIND_NUMBER, REPAIR(weld_distance), .unit = "m", .range = &pl_range_not_negative,
     .fallback = "0", .fallback_doc = "a millionth of the diagonal of the bounding box",
     .doc = "What is the same place."},
    {"degenerate", PL_KIND_FLAG, REPAIR(degenerate), .fallback = "true", .doc = "Drop triangles without area."},
    {"duplicate", PL_KIND_FLAG, REPAIR(duplicate), .fallback = "true", .doc = "Drop all but one of equal triangles."},
    {"winding", PL_KIND_FLAG, REPAIR(winding), .fallback = "true",
     .doc = "Make triangles agree which side is outside."},
    {"unused", PL_KIND_FLAG, REPAIR(unused), .fallback = "false",
     .doc = "Drop vertices that nothing uses. Indices change."},
};
static const pl_scene_object repair_object = {.name = "repair",
                                              .doc = "How to mend a mesh; what was done is told as a warning.",
                                              .size = sizeof(pl_scene_repair),
                                              KEYS(repair_keys),
                                              .prepare = prepare_repair};

/* filling */
#define FILL(field) offsetof(pl_scene_fill, field)
static const char *const volume_words[] = {"uniform", "qp", NULL};
static const pl_scene_key fill_keys[] = {
    {"nodes", PL_KIND_COUNT, FILL(nodes), .fallback = "0", .fallback_doc = "what the spacing gives",
     .doc = "Wanted number of nodes, the surface's vertices included."},
    {"spacing", PL_KIND_NUMBER, FILL(spacing), .unit = "m", .range = &pl_range_not_negative, .fallback = "0",
     .fallback_doc = "the mean edge of the surface", .doc = "Side of a lattice cell inside; not together with nodes."},
    {"weights", PL_KIND_WORD, FILL(weights), .words = volume_words, .fallback = "\"uniform\"",
     .doc = "Laplacian weights that come with the graph, for laplacian_weights \"given\": none, or those of the "
            "quadratic program of Zhou et al."},
};
static const pl_scene_object fill_object = {.name = "fill",
                                            .doc = "Fills a surface with nodes and edges, so that the body is a solid: "
                                                   "a shell below the surface and a lattice inside.",
                                            .size = sizeof(pl_scene_fill),
                                            KEYS(fill_keys)};

#define MESH(field) offsetof(pl_scene_mesh, field)
#define GENERATOR(name, object_, doc_)                                                                                 \
  {                                                                                                                    \
    name, PL_KIND_OBJECT, MESH(shape), .object = &object_, .flags = PL_KEY_ONE_OF, .doc = doc_                         \
  }

static const pl_scene_key mesh_keys[] = {
    {"file", PL_KIND_TEXT, MESH(file), .flags = PL_KEY_ONE_OF,
     .doc = "OBJ, PLY, STL or what else `pliant mesh info` reads. Vertex order is kept."},
    {"arrays", PL_KIND_OBJECT, MESH(arrays), .object = &arrays_object, .flags = PL_KEY_ONE_OF,
     .doc = "Given outright."},
    {"lattice", PL_KIND_OBJECT, MESH(lattice), .object = &lattice_object, .flags = PL_KEY_ONE_OF,
     .doc = "A solid box of nodes."},
    GENERATOR("sphere", sphere_object, "A ball of meridians and circles."),
    GENERATOR("icosphere", icosphere_object, "A ball of nearly equal triangles."),
    GENERATOR("torus", torus_object, "A ring."),
    GENERATOR("cylinder", cylinder_object, "With flat caps."),
    GENERATOR("capsule", capsule_object, "A cylinder with round ends."),
    GENERATOR("tube", tube_object, "A pipe with a wall."),
    GENERATOR("box", box_object, "A block, hollow."),
    GENERATOR("sheet", sheet_object, "An open sheet."),
    GENERATOR("height_field", height_field_object, "A sheet with heights, from an image or numbers."),
    GENERATOR("range_field", range_field_object, "Ranges about an axis, from an image or numbers."),
    GENERATOR("curve", curve_object, "Points joined by edges."),
    GENERATOR("line", line_object, "A straight string of edges."),
    GENERATOR("helix", helix_object, "A coil of edges."),
    GENERATOR("plant", plant_object, "A stem with leaves, of sheets."),
    GENERATOR("character", character_object, "A duck, a rabbit, a bear, a dinosaur or an armadillo."),
    {"scale", PL_KIND_SCALE, MESH(scale), .range = &pl_range_positive, .fallback = "[1, 1, 1]",
     .doc = "First: times this, along the axes; one number for all three."},
    {"rotate", PL_KIND_VECTOR, MESH(rotate), .unit = "rad", .fallback = "[0, 0, 0]",
     .doc = "Then: turned about the origin, axis times angle."},
    {"translate", PL_KIND_VECTOR, MESH(translate), .unit = "m", .fallback = "[0, 0, 0]", .doc = "Then: shifted."},
    {"net", PL_KIND_FLAG, MESH(net), .fallback = "false",
     .doc = "Of a sheet with a grid: its threads alone, along the grid, without triangles. They collide as "
            "straight pieces with the thickness of the contact's skin, and are drawn as curves, at most an eighth of "
            "the spacing away from these."},
    {"repair", PL_KIND_OBJECT, MESH(repair), .object = &repair_object, .flags = PL_KEY_OPTIONAL,
     .doc = "Mends the mesh before anything else; without it, the mesh is used as it is."},
    {"fill", PL_KIND_OBJECT, MESH(fill), .object = &fill_object, .flags = PL_KEY_OPTIONAL,
     .doc = "Last: makes a solid of a surface. Its vertices stay the first particles."},
};
const pl_scene_object pl_scene_mesh_object = {.name = "mesh",
                                              .doc = "A rest shape: one source, then scale, rotate, translate.",
                                              .size = sizeof(pl_scene_mesh),
                                              KEYS(mesh_keys)};
