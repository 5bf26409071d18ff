/* SPDX-License-Identifier: MIT
   The smaller and the larger of two numbers, for inner loops: fmin and fmax are calls. Like them they ignore a second
   one that is none (NAN); the first one must be a number. */
#pragma once

static inline double pl_smaller(double a, double b) { return b < a ? b : a; }
static inline double pl_larger(double a, double b) { return b > a ? b : a; }
