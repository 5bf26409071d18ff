/* SPDX-License-Identifier: MIT
   From what the file says to the definitions of the C interface. */
#pragma once

#include "scene/read/data.h"

pl_status pl_scene_resolve(pl_scene *scene);

/* start.c: positions and velocities at time 0. */
pl_status pl_scene_resolve_start(pl_scene *scene, pl_scene_body *body);

/* subspace.c: what the subspace is made from; then, with the world, the subspace. */
pl_status pl_scene_resolve_subspace(pl_scene *scene, pl_scene_body *body);
pl_status pl_scene_add_subspace(const pl_scene *scene, const pl_scene_body *given, pl_body *body);

/* heat.c; and what of it is no single number, for the fingerprint of a scene */
pl_status pl_scene_resolve_heat(pl_scene *scene, pl_scene_body *body);
uint64_t pl_scene_hash_heat(uint64_t hash, const pl_scene_body *body);

/* timed.c: what begins and ends, and bodies whose matter becomes another */
bool pl_scene_is_timed(const pl_scene_span *span);
bool pl_scene_ends(const pl_scene_span *span);
pl_status pl_scene_check_span(const pl_scene *scene, const pl_json *at, const pl_scene_span *span);
pl_status pl_scene_begin(pl_world *world, const pl_scene_span *span); /* what is queued now is for its beginning */
pl_status pl_scene_resolve_changes(pl_scene *scene, pl_scene_body *body);
pl_status pl_scene_add_changes(const pl_scene *scene, const pl_scene_body *given, pl_world *world, pl_body *body);

/* volume.c; allowed: NULL for any number */
pl_status pl_scene_resolve_number_track(const pl_scene *scene, const pl_scene_number_track *track,
                                        const pl_scene_range *allowed, pl_number_track *out);
pl_status pl_scene_resolve_volume(pl_scene *scene, pl_scene_body *body);

/* attachments.c: names of bodies and obstacles; then, with the world and its obstacles in the order of the scene, the
   attachments. */
pl_status pl_scene_check_attachments(pl_scene *scene);
pl_status pl_scene_add_attachments(const pl_scene *scene, pl_world *world, const pl_obstacle_id *obstacles);

/* forces.c: the same of forces, and their part of the fingerprint */
pl_status pl_scene_resolve_forces(pl_scene *scene);
pl_status pl_scene_add_forces(const pl_scene *scene, pl_world *world, const pl_obstacle_id *obstacles);
uint64_t pl_scene_hash_forces(const pl_scene *scene, uint64_t hash);

/* Keys of a vector over time; NULL: constant. */
pl_status pl_scene_resolve_track(pl_scene *scene, const pl_scene_track *track, const pl_key **keys, size_t *count);
const pl_scene_body *pl_scene_find_body(const pl_scene *scene, const char *name); /* NULL: there is none */
size_t pl_scene_find_obstacle(const pl_scene *scene,
                              const char *name); /* its place in the list, or the list's length */

/* Adds the warnings. */
pl_status pl_scene_start_from(const pl_scene *scene, pl_world *world);
pl_status pl_scene_warn_of_trouble(pl_scene *scene);
