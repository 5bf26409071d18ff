/* SPDX-License-Identifier: MIT
   The list of models that a scene can name. */
#include "scene/model/models.h"

#include "scene/schema/tables.h"

#define MODEL(name, text)                                                                                              \
  {                                                                                                                    \
#name, PL_KIND_OBJECT, offsetof(pl_scene_model, name), .object = &pl_scene_##name##_object,                        \
                                                           .flags = PL_KEY_ONE_OF, .doc = (text)                       \
  }

/* In the same order. */
static const pl_scene_key keys[] = {
    MODEL(graph, "Geometric potential energy on a node graph."),
    MODEL(surface, "Shape matching of regions of a surface."),
    MODEL(cage, "Green Coordinates of a cage."),
    MODEL(hex, "Hexahedral finite elements in the voxels of a surface."),
    MODEL(continuum, "Energies of the fundamental tensors of a curve, surface or solid."),
    MODEL(hybrid, "A rigid frame, and splines of the deformation from it."),
};
static const pl_scene_model_entry *const entries[] = {&pl_scene_graph_entry,     &pl_scene_surface_entry,
                                                      &pl_scene_cage_entry,      &pl_scene_hex_entry,
                                                      &pl_scene_continuum_entry, &pl_scene_hybrid_entry};

const pl_scene_object pl_scene_model_object = {.name = "model",
                                               .doc = "What gives the body its shape, and its material.",
                                               .size = sizeof(pl_scene_model),
                                               .keys = keys,
                                               .key_count = sizeof keys / sizeof *keys};

const pl_scene_model_entry *pl_scene_model_find(const pl_scene_model *model)
{
  size_t k = 0;
  while (k + 1 < sizeof entries / sizeof *entries && !*(const pl_json *const *)((const char *)model + keys[k].offset))
    k++;
  return entries[k];
}
