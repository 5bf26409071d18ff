/* SPDX-License-Identifier: MIT
   Options for the volume that a closed surface encloses: keep it (Diziol et al., sect. 5), follow
   a target, or have a pressure inside. Parts that are not connected keep their volumes separately. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "pliant/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum pl_volume_mode {
  PL_VOLUME_FREE,    /* the volume is free: default */
  PL_VOLUME_KEEP,    /* held at the target, positions and velocities corrected in every step */
  PL_VOLUME_PRESSURE /* free, with a pressure inside */
} pl_volume_mode;

typedef enum pl_volume_velocities {
  PL_VOLUME_VELOCITIES_FREE, /* but for particles at obstacles, which cannot go where they would be sent: default */
  PL_VOLUME_VELOCITIES_ALL,  /* as the paper prints it */
  PL_VOLUME_VELOCITIES_NONE  /* for comparison */
} pl_volume_velocities;

typedef enum pl_volume_momentum {
  PL_VOLUME_MOMENTUM_KEEP, /* corrections of a body that nothing holds or touches keep its momentum: default */
  PL_VOLUME_MOMENTUM_FREE  /* as the paper prints it */
} pl_volume_momentum;

enum { PL_MOST_VOLUME_KEYS = 32, PL_MOST_VOLUME_SMOOTHING = 16, PL_MOST_VOLUME_PASSES = 3 };

/* A number over time: linear between keys and constant outside them. */
typedef struct pl_number_key {
  double time; /* s, of the world; strictly rising */
  double value;
} pl_number_key;

typedef struct pl_number_track {
  pl_number_key keys[PL_MOST_VOLUME_KEYS];
  size_t count; /* 0: the default */
} pl_number_track;

typedef struct pl_volume_def {
  pl_volume_mode mode;

  /* keep */
  double alpha; /* in [0, 1]; 1 (default): all particles share in a correction alike; 0: only where the body was
                          deformed */
  double beta;  /* in [0, 1]: how much deformation through the body counts against that of the surface; default 0.1 */
  double s_min, s_max; /* in [0, 1]: of the deformation through the body, how much counts where it is thickest and
                          thinnest; defaults 0.01 and 0.1 */
  double peak;   /* >= 1: no particle has more than so many times its share in a correction, or local ones would end
                          up in few of them; default 2; 0: no limit, as the paper prints it */
  int smoothing; /* how often weights of the correction are smoothed, 0 to 16; default 1 */
  int passes;    /* corrections of positions in a step, 1 to 3, if tolerance is 0; default 1 */
  /* of the volume, relative: as many passes as it takes, mostly one; default 1e-3; 0: exactly `passes` */
  double tolerance;
  pl_volume_velocities velocities; /* which are corrected, so that the next step keeps the volume; default free */
  pl_volume_momentum momentum;     /* default keep */
  pl_number_track target;          /* factor on the rest volume, > 0; default 1 */

  /* pressure */
  pl_number_track pressure; /* Pa above what is outside, at the rest volume; default 0 */
  double gas;               /* exponent, >= 0: the pressure inside is (pressure + ambient) (rest volume / volume)^gas; 0
                               (default): as given, whatever the volume; 1: gas of one temperature; 1.4: air, quickly */
  double ambient;           /* Pa, >= 0: pressure outside; only with gas; default 0 */
} pl_volume_def;

PL_API pl_volume_def pl_default_volume_def(void);

#ifdef __cplusplus
}
#endif
