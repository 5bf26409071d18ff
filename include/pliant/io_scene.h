/* SPDX-License-Identifier: MIT
   Scene files: JSON with comments that describes a world and how long to run it. docs/scene.md describes
   them; every key has the name and unit of the field of the C interface that it sets. Errors have file, line, column,
   key, value and what was expected. */
#pragma once

#include <stdbool.h>

#include "pliant/io_picture.h"
#include "pliant/pliant.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pl_scene pl_scene;

/* Reads the scene and everything it refers to (paths are relative to the scene's folder) and checks all of it. */
PL_API pl_status pl_scene_load(const char *path, pl_scene **out);
/* The same from memory. `name` is used in messages, and its folder is where paths start. */
PL_API pl_status pl_scene_parse(const char *name, const char *text, size_t size, pl_scene **out);
/* The same for a text that is not trusted: it may name files only below the folder in `name`, and none if that has no
   folder. */
PL_API pl_status pl_scene_parse_confined(const char *name, const char *text, size_t size, pl_scene **out);
/* Only the text of the scene, for lists: keys and values are checked, nothing that it refers to is read or generated.
   It has a name, title, description and times; no world can be made of it. */
PL_API pl_status pl_scene_outline(const char *path, pl_scene **out);
PL_API void pl_scene_destroy(pl_scene *scene); /* NULL is fine */

/* A new world as the scene describes it, at time 0. The scene can be destroyed before the world. */
PL_API pl_status pl_scene_world(const pl_scene *scene, pl_world **out);

/* Overrides values of the file; call before pl_scene_world. */
PL_API pl_status pl_scene_set_step(pl_scene *scene, double step);         /* s, > 0 */
PL_API pl_status pl_scene_set_substeps(pl_scene *scene, int substeps);    /* in a step; 0: as many as it takes */
PL_API pl_status pl_scene_set_duration(pl_scene *scene, double duration); /* s, >= 0 */
PL_API pl_status pl_scene_set_fps(pl_scene *scene, double fps);           /* frames per second, > 0 */
PL_API pl_status pl_scene_set_threads(pl_scene *scene, int threads);      /* 0: one per core */

PL_API const char *pl_scene_name(const pl_scene *scene);        /* its path, or the name given to pl_scene_parse */
PL_API const char *pl_scene_title(const pl_scene *scene);       /* "" if it has none */
PL_API const char *pl_scene_description(const pl_scene *scene); /* "" if it has none */
PL_API double pl_scene_step(const pl_scene *scene);             /* s */
PL_API int pl_scene_substeps(const pl_scene *scene);            /* as in the file; 0: as many as necessary */
PL_API double pl_scene_duration(const pl_scene *scene);         /* s */
PL_API double pl_scene_fps(const pl_scene *scene);              /* frames per second */
PL_API uint64_t pl_scene_step_count(const pl_scene *scene);     /* steps in the duration */

/* Frame 0 is the start; frame i is taken after so many steps (the step nearest to its time). */
PL_API size_t pl_scene_frame_count(const pl_scene *scene);
PL_API uint64_t pl_scene_frame_step(const pl_scene *scene, size_t frame);

/* The camera of the scene; false if it has none. */
PL_API bool pl_scene_camera(const pl_scene *scene, pl_camera *out);

/* A fingerprint of all that influences the motion, referenced files included; not of titles, comments, the duration or
   the number of threads. A snapshot of a world belongs to the scene with the same fingerprint. */
PL_API uint64_t pl_scene_hash(const pl_scene *scene);

/* Files that it was read from: its own name first, then all that it names (meshes, numbers, states), as seen from here.
   A program that writes files should not write over these. */
PL_API size_t pl_scene_input_count(const pl_scene *scene);
PL_API const char *pl_scene_input_at(const pl_scene *scene, size_t i);

/* One of these: the file that a body's subspace is read from; NULL if there is none, or no such body. */
PL_API const char *pl_scene_subspace_file(const pl_scene *scene, const char *body);

/* What the user should know although the scene can be run; "file:line:column: …". */
PL_API size_t pl_scene_warning_count(const pl_scene *scene);
PL_API const char *pl_scene_warning(const pl_scene *scene, size_t i);

/* Texts, to be released with pl_free: every effective value with its unit and where it came from; the JSON Schema of
   scene files; the reference of all keys as Markdown. */
PL_API pl_status pl_scene_explain(const pl_scene *scene, char **text);
PL_API pl_status pl_scene_schema(char **text);
PL_API pl_status pl_scene_reference(char **text);

#ifdef __cplusplus
}
#endif
