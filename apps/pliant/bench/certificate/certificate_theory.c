/* SPDX-License-Identifier: MIT
   What theory says of bars: large deflections by shooting, shear by Timoshenko, the first bending mode; and of bars
   whose matter is elsewhere, or that a frame carries. */
#include <math.h>

#include "bench/certificate/certificate.h"

/* Of a curve that starts level at the clamp with this curvature: its curvature at the end, and how deep that is. */
static double shoot(double length, double bending, double weight, double curvature, double *depth)
{
  enum { STEPS = 2000 };
  double angle = 0, h = length / STEPS;
  *depth = 0;
  for (int k = 0; k < STEPS; k++) {
    double left = length - (k + 0.5) * h; /* what hangs on the middle of this piece */
    double middle = angle + 0.5 * h * curvature;
    curvature -= h * weight * left * cos(middle) / bending;
    *depth += h * sin(middle);
    angle += h * curvature;
  }
  return curvature;
}

double cert_elastica(double length, double bending, double weight)
{
  double low = 0, high = weight * length * length / bending, depth = 0; /* twice that of small deflections */
  for (int k = 0; k < 60; k++) {
    double middle = 0.5 * (low + high);
    if (shoot(length, bending, weight, middle, &depth) > 0)
      high = middle;
    else
      low = middle;
  }
  return depth;
}

/* A section: of its area A, the radius of gyration squared, and the part of it that shears. */
typedef struct section {
  double gyration, sheared;
} section;

static section solid(double width) { return (section){width * width / 12, 5.0 / 6}; }

/* Thin walls at the distance a / 2: I = 2 (a t) (a / 2)^2 + 2 t a^3 / 12 = A a^2 / 6; shear by Cowper with nu = 0:
   20 / 48. */
static section tube(double width) { return (section){width * width / 6, 20.0 / 48}; }

static double sag_of(const cert_bar *bar, section of, double E)
{
  double area = bar->width * bar->width, weight = bar->density * 9.81 * area, L = bar->length;
  double bent = cert_elastica(L, E * area * of.gyration, weight);
  return bar->scale * (bent + weight * L * L / (2 * of.sheared * (E / 2) * area));
}

/* Bending alone has the frequency 3.516 / (2 pi L^2) sqrt(E I / rho A), shear alone sqrt(G' / rho) / (4 L); their
   periods add as squares (Dunkerley). */
static double half_period_of(const cert_bar *bar, section of, double E)
{
  const double pi = 3.14159265358979323846, L = bar->length, speed = E / bar->density;
  double bent = pi * L * L / 3.516 / sqrt(speed * of.gyration);
  double sheared = 2 * L / sqrt(of.sheared * speed / 2);
  return sqrt(bar->scale) * hypot(bent, sheared);
}

double cert_bar_sag(const cert_bar *bar) { return sag_of(bar, solid(bar->width), bar->youngs_modulus); }

double cert_bar_half_period(const cert_bar *bar) { return half_period_of(bar, solid(bar->width), bar->youngs_modulus); }

double cert_tube_sag(const cert_bar *bar, double youngs_modulus)
{
  return sag_of(bar, tube(bar->width), youngs_modulus);
}

double cert_tube_half_period(const cert_bar *bar, double youngs_modulus)
{
  return half_period_of(bar, tube(bar->width), youngs_modulus);
}

/* x = c + R (r + e) with the energy S/2 |grad e|^2. Turned by an angle q, the clamp asks for e_x = q y there and the
   rest of the bar for none: e_x is harmonic without flux through the sides, a series of sin((2k+1) pi y / a)
   exp(-(2k+1) pi x / a), and costs K q^2 / 2 with K = 7 zeta(3) / pi^3 S a^3. So the bar is a lever on a spring at its
   clamp: q = w L^2 / 2 K. Besides, e_y leans as in shear: w L^2 / 2 S A. */
static double root_stiffness(const cert_bar *bar)
{
  const double pi = 3.14159265358979323846, zeta = 1.2020569031595943;
  return 7 * zeta / (pi * pi * pi) * bar->youngs_modulus * pow(bar->width, 3);
}

double cert_frame_sag(const cert_bar *bar)
{
  double area = bar->width * bar->width, weight = bar->density * 9.81 * area, L = bar->length;
  return bar->scale * weight * L * L * (L / (2 * root_stiffness(bar)) + 1 / (2 * bar->youngs_modulus * area));
}

double cert_frame_half_period(const cert_bar *bar)
{
  const double pi = 3.14159265358979323846, L = bar->length, mass = bar->density * bar->width * bar->width * L;
  double inertia = mass * (L * L / 3 + bar->width * bar->width / 12);
  double leaning = 2 * L / sqrt(bar->youngs_modulus / bar->density);
  return sqrt(bar->scale) * hypot(pi * sqrt(inertia / root_stiffness(bar)), leaning);
}

double cert_own_sag(const cert_bar *bar, double most)
{
  if (bar->kind == CERT_HYBRID) return cert_frame_sag(bar);
  return bar->kind == CERT_SURFACE ? cert_tube_sag(bar, fmin(bar->youngs_modulus, most / bar->scale)) : 0;
}

double cert_own_half_period(const cert_bar *bar, double most)
{
  if (bar->kind == CERT_HYBRID) return cert_frame_half_period(bar);
  return bar->kind == CERT_SURFACE ? cert_tube_half_period(bar, fmin(bar->youngs_modulus, most / bar->scale)) : 0;
}

const char *cert_own_name(cert_kind kind, bool limited)
{
  if (kind == CERT_HYBRID) return "a rigid frame that turns at its clamp";
  return limited ? "a tube of the modulus that `run` tells" : "a tube";
}
