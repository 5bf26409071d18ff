/* SPDX-License-Identifier: MIT
   pliant bench certificate: bodies of one material, of every model, held against theory. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "pliant/pliant.h"

typedef enum cert_kind {
  CERT_LATTICE,   /* the graph model on a lattice of nodes */
  CERT_FILLED,    /* the graph model on a filled surface */
  CERT_SURFACE,   /* the surface model */
  CERT_CAGE,      /* the cage model */
  CERT_HEX,       /* hexahedra */
  CERT_HYBRID,    /* a rigid frame with splines, on a lattice */
  CERT_CONTINUUM, /* metric tensors on a lattice */
  CERT_KINDS
} cert_kind;

/* One line of the table: what was found, and the range it must be in. */
typedef struct cert_row {
  const char *what, *who;
  char how[64];
  double found, theory, low, high;
  const char *unit;
  double own;           /* what another theory, that of its model, says; 0: none does */
  const char *own_name; /* of that */
  char proof[160];      /* by finer meshes (cert_print_series), else empty */
  const char *note;     /* what is known of a row that is short, without a proof */
} cert_row;

/* One of the lines of what was asked for (certificate_lines.c): how many rows tell of it, and how the worst stands. */
enum { CERT_LINES = 11 };
typedef struct cert_line {
  int rows, held, known;
  double off;      /* of the worst row: how far outside of its range, relative; less than 0: inside */
  char worst[128]; /* which it is and what it found */
  char why[160];   /* its proof, or note */
} cert_line;

typedef struct certificate {
  bool markdown, quick, fine, lines_only;
  const char *only; /* rows whose name, model or setting contains this text; NULL: all */
  int rows, held, known, short_of;
  cert_line lines[CERT_LINES];
} certificate;

const char *cert_name(cert_kind kind);
bool cert_wants(const certificate *c, const char *what, const char *who);
bool cert_holds(const cert_row *row);
void cert_within(cert_row *row, double part); /* its range: theory give or take this part of it */
void cert_print(certificate *c, const cert_row *row);
/* From the coarsest mesh to the finest. Where the error falls with every refinement and the finest row holds, coarser
   ones that do not are proved to be too coarse. */
void cert_print_series(certificate *c, cert_row *rows, size_t count);
void cert_failed(certificate *c, const char *what, const char *who); /* prints pl_last_error() */

/* ---- what was asked for: certificate_lines.c ---- */

void cert_count_line(certificate *c, const cert_row *row, bool known);
bool cert_is_asked_for(const char *what);
void cert_print_lines(const certificate *c);

/* ---- bodies: certificate_bodies.c ---- */

typedef struct cert_bar {
  cert_kind kind;
  uint32_t cells; /* across its width */
  double length, width, youngs_modulus, density;
  double scale; /* of all lengths; modulus and time go along, so that the motion is the same */
} cert_bar;

typedef struct cert_subject {
  pl_world *world;
  pl_mesh *mesh;
  pl_body *body;
  uint32_t *end; /* particles of the far end of a bar or sheet */
  size_t end_count;
} cert_subject;

pl_world_def cert_world(double frame);
/* Clamped at its low end along x; drag in 1/s. */
pl_status cert_make_bar(const pl_world_def *world, const cert_bar *bar, bool clamped, double drag, cert_subject *out);
/* A ball; def may be changed by `touch` before the body is made. */
pl_status cert_make_ball(const pl_world_def *world, cert_kind kind, double radius, const pl_body_def *like,
                         cert_subject *out);
void cert_set_modulus(pl_body_def *def, double youngs_modulus, double poisson_ratio);
pl_model_kind cert_model(cert_kind kind);
/* Across a bar that is fine enough for its model. */
uint32_t cert_cells(cert_kind kind);
/* Young's modulus that a body has at most at its step, stretched or bent, as pl_body_limits tells, Pa; INFINITY: no
   word of that. */
double cert_most_modulus(const pl_body *body, bool bent);
void cert_free(cert_subject *s);
double cert_end_height(const cert_subject *s);
double cert_end_along(const cert_subject *s);
double cert_height(const pl_body *body); /* of the box about it, m */
/* Until the end of the bar hardly moves in `time`; at most 20 of them. */
pl_status cert_settle(cert_subject *s, double time);

/* ---- theory: certificate_theory.c ---- */

/* How far the end of a clamped, heavy elastica of this length (m), bending stiffness (N m^2) and weight (N/m) sags, m.
 */
double cert_elastica(double length, double bending, double weight);
/* The same with shear, of a bar of square section. */
double cert_bar_sag(const cert_bar *bar);
double cert_bar_half_period(const cert_bar *bar);
/* Of the same matter in the skin of the bar, a thin-walled square tube with this modulus. */
double cert_tube_sag(const cert_bar *bar, double youngs_modulus);
double cert_tube_half_period(const cert_bar *bar, double youngs_modulus);
/* Of a rigid frame with splines of first order, which turns about its clamp. */
double cert_frame_sag(const cert_bar *bar);
double cert_frame_half_period(const cert_bar *bar);
/* What a model of this kind makes of a bar, where that is another theory; 0: the same. `most`: cert_most_modulus. */
double cert_own_sag(const cert_bar *bar, double most);
double cert_own_half_period(const cert_bar *bar, double most);
const char *cert_own_name(cert_kind kind, bool limited);

/* ---- rows ---- */

void cert_statics(certificate *c);
void cert_sheets(certificate *c);
void cert_plates(certificate *c);
void cert_swings(certificate *c);
void cert_volumes(certificate *c);
void cert_momenta(certificate *c);
void cert_soft(certificate *c);
