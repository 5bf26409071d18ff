/* SPDX-License-Identifier: MIT
   State by which the matter of a body creeps, yields and breaks: memory of its fibres, states and weights of its
   links. For any model that has fibres (model/fibres.h). */
#pragma once

#include "base/registry.h"
#include "matter/fracture.h"
#include "matter/inelastic.h"
#include "model/model.h"

/* Of a piece, at each of its particles: registered, doubles throughout. */
typedef struct pl_piece_rest {
  double quiet;     /* s, how long it was still */
  double asleep;    /* 1: it does not move */
  double pushed[3]; /* m/s, what it was given in its sleep */
} pl_piece_rest;

typedef struct pl_matter {
  pl_links links; /* count 0: nothing weakens or breaks; registered */
  /* Registered: strains of the units of pl_inelastic_def, per component of a fibre; NULL: there is no such unit. */
  double *late_strain, *slip_strain;
  size_t memory_count; /* numbers in each of them */
  /* Registered: s, per link: for how long it has been beyond its limit; NULL: cracks may be as fast as steps are. */
  double *link_age;
  pl_piece_rest *piece_rest; /* per particle, registered; NULL: nothing breaks */
  size_t particle_count;
} pl_matter;

typedef struct pl_matter_setup {
  pl_matter *matter; /* NULL: only the model's own rule */
  const pl_inelastic_def *inelastic;
  const pl_fracture_def *fracture;
  const pl_model *model;
  pl_model_body *body;
} pl_matter_setup;

typedef struct pl_matter_def {
  const pl_inelastic_def *inelastic;
  const pl_fracture_def *fracture;
  unsigned needs;   /* of pl_matter_need, besides what the laws need */
  size_t particles; /* of the body, which may not have joined a world yet */
} pl_matter_def;

/* Makes *matter, or changes it: state that is no longer needed is freed. body->links is set. A model without fibres is
   an error where the definition needs them. */
pl_status pl_matter_set_up(pl_matter **matter, const pl_model *model, pl_model_body *body, const pl_matter_def *def);
/* Updates what depends on the states or weights of links. */
pl_status pl_matter_links_changed(const pl_matter_setup *setup, const pl_model_context *context);
void pl_matter_find_pieces(pl_matter *matter, const pl_model *model, const pl_model_body *body);
void pl_matter_free(pl_matter *matter);
void pl_matter_forget(pl_matter *matter);         /* as new */
void pl_matter_forget_strains(pl_matter *matter); /* all but the links */
pl_status pl_matter_declare(pl_matter *matter, pl_registry *registry);

/* Stage 4: advances rest values by one step. */
pl_status pl_matter_flow(const pl_matter_setup *setup, const pl_model_context *context);

/* Bytes that this takes from the arena at most, besides what the model takes. */
size_t pl_matter_scratch(const pl_model *model, const pl_model_body *body);

/* The fibre from one particle to another, of a model whose fibres are directed edges; SIZE_MAX: there is none. */
size_t pl_fibre_between(const pl_fibres *fibres, uint32_t from, uint32_t to);
