/* SPDX-License-Identifier: MIT */
#pragma once

/* Unit vectors to the right, up and backward of a view that looks against `backward`. */
void pl_camera_axes(const double backward[3], const double up[3], double axes[3][3]);

/* Direction to the key light: over the left shoulder of the camera, high. */
void pl_camera_key(double axes[3][3], double key[3]);
