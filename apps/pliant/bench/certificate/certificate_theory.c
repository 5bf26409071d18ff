/* SPDX-License-Identifier: MIT
   What theory says of bars: large deflections by shooting, shear by Timoshenko, the first bending mode. */
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

double cert_bar_sag(const cert_bar *bar)
{
  double area = bar->width * bar->width, weight = bar->density * 9.81 * area, E = bar->youngs_modulus;
  double bent = cert_elastica(bar->length, E * area * area / 12, weight);
  double sheared = weight * bar->length * bar->length / (2 * 5.0 / 6 * (E / 2) * area);
  return bar->scale * (bent + sheared);
}

/* Bending alone has the frequency 3.516 / (2 pi L^2) sqrt(E I / rho A), shear alone sqrt(5 G / 6 rho) / (4 L); their
   periods add as squares (Dunkerley). */
double cert_bar_half_period(const cert_bar *bar)
{
  const double pi = 3.14159265358979323846, L = bar->length, speed = bar->youngs_modulus / bar->density;
  double bent = pi * L * L / 3.516 / sqrt(speed * bar->width * bar->width / 12);
  double sheared = 2 * L / sqrt(5.0 / 6 * speed / 2);
  return sqrt(bar->scale) * hypot(bent, sheared);
}
