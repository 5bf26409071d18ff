/* SPDX-License-Identifier: MIT
   Named materials. Weights follow from modulus, Poisson's ratio nu and thickness t:

     surface  stretch E t / 2, shear G t = E t / (2 (1 + nu)), bend D = E t^3 / (12 (1 - nu^2)), warp D (1 - nu)
     curve    stretch E A, bend E I, twist G J = E I / (1 + nu)

   The energies couple no two directions, so that nothing narrows where it is stretched. Cloth is softer in shear and
   bending than a plate of its modulus would be, because its fibres slide. */
#include <math.h>

#include "base/floats.h"
#include "base/status.h"
#include "pliant/model_continuum.h"

typedef struct material {
  const char *name;
  double density, modulus, poisson; /* kg/m^3, Pa */
  double slack;                     /* in shear and bending: part of what a plate or rod has */
  bool curve;
} material;

static const material materials[PL_CONTINUUM_MATERIAL_COUNT] = {
    [PL_CONTINUUM_RUBBER_SHEET] = {"rubber sheet", 1100, 1e6, 0.5, 1, false},
    [PL_CONTINUUM_CLOTH] = {"cloth", 500, 5e6, 0, 0.05, false},
    [PL_CONTINUUM_PAPER] = {"paper", 800, 2e9, 0.3, 1, false},
    [PL_CONTINUUM_SHEET_METAL] = {"sheet metal", 7800, 2e11, 0.3, 1, false},
    [PL_CONTINUUM_STRING] = {"string", 900, 1e9, 0, 0, true},
    [PL_CONTINUUM_WIRE] = {"wire", 7800, 2e11, 0.3, 1, true}};

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
  double t = thickness, E = m->modulus, area = pi * t * t / 4, second_moment = pi * t * t * t * t / 64;
  double plate = E * t * t * t / (12 * (1 - m->poisson * m->poisson));
  def->youngs_modulus = E;
  for (size_t d = 0; d < 3; d++) {
    def->stretch[d].value = m->curve ? E * area : E * t / 2;
    def->shear[d].value = m->curve ? 0 : m->slack * E * t / (2 * (1 + m->poisson));
    def->bend[d].value = m->slack * (m->curve ? E * second_moment : plate * (d == 2 ? 1 - m->poisson : 1));
  }
  def->twist.value = m->curve ? m->slack * E * second_moment / (1 + m->poisson) : 0;
  if (density) *density = m->density;
  return PL_OK;
}
