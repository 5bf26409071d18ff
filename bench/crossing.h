/* SPDX-License-Identifier: MIT
   Did a point go through a triangle? Written for tests and benches, with nothing of what contact uses. */
#pragma once

/* A point goes straight from `from` to `to` while the corners of a triangle go straight from a to b (3 x 3 numbers).
   How often it comes through against the normal, less how often along it. */
int crossings(const double from[3], const double to[3], const double *a[3], const double *b[3]);
