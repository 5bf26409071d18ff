/* SPDX-License-Identifier: MIT
   Named materials. Weights follow from moduli of their kind and the thickness; cloth and paper are softer in shear or
   bending than a plate of their modulus would be, because their fibres slide. */
#include <math.h>

#include "base/floats.h"
#include "base/status.h"
#include "pliant/model_continuum.h"

typedef struct material {
  const char *name;
  double density, modulus;   /* kg/m^3, Pa */
  double shear, bend, twist; /* parts of what a plate or rod of that modulus has */
  bool curve;
} material;

static const material materials[PL_CONTINUUM_MATERIAL_COUNT] = {
    [PL_CONTINUUM_RUBBER_SHEET] = {"rubber sheet", 1100, 1e6, 0.7, 1, 0, false},
    [PL_CONTINUUM_CLOTH] = {"cloth", 500, 5e6, 0.05, 0.05, 0, false},
    [PL_CONTINUUM_PAPER] = {"paper", 800, 2e9, 0.8, 1, 0, false},
    [PL_CONTINUUM_SHEET_METAL] = {"sheet metal", 7800, 2e11, 0.8, 1.1, 0, false},
    [PL_CONTINUUM_STRING] = {"string", 900, 1e9, 0, 0, 0, true},
    [PL_CONTINUUM_WIRE] = {"wire", 7800, 2e11, 0, 1, 0.8, true}};

const char *pl_continuum_material_name(pl_continuum_material which)
{
  return (unsigned)which < PL_CONTINUUM_MATERIAL_COUNT ? materials[which].name : NULL;
}

pl_status pl_continuum_set_material(pl_continuum_def *def, pl_continuum_material which, double thickness,
                                    double *density)
{
  PL_OWN_FLOATS;
  const double pi = 3.141592653589793;
  if (!def) return pl_fail(PL_ERROR_ARGUMENT, "pl_continuum_set_material: a pointer is NULL");
  if (!pl_continuum_material_name(which)) return pl_fail(PL_ERROR_ARGUMENT, "there is no material %d", (int)which);
  if (!(thickness > 0 && isfinite(thickness)))
    return pl_fail(PL_ERROR_ARGUMENT, "a named material needs a thickness (m, > 0), got %g", thickness);
  const material *m = &materials[which];
  double t = thickness, E = m->modulus;
  def->youngs_modulus = E;
  for (size_t d = 0; d < 3; d++) {
    def->stretch[d].value = m->curve ? E * pi * t * t / 4 : E * t / 2;
    def->shear[d].value = m->shear * E * t / 2;
    def->bend[d].value = m->bend * (m->curve ? E * pi * t * t * t * t / 64 : E * t * t * t / 12);
  }
  def->twist.value = m->twist * E * pi * t * t * t * t / 64;
  if (density) *density = m->density;
  return PL_OK;
}
