/* SPDX-License-Identifier: MIT */
#include "world/snapshot/records.h"

#include "world/world.h"

static const pl_member grab[] = {
    PL_MEMBER(pl_grab, generation, WORD),      PL_MEMBER(pl_grab, state, WORD),
    PL_MEMBER(pl_grab, count, SIZE),           PL_MEMBER(pl_grab, particles, WORD),
    PL_MEMBER(pl_grab, weights, NUMBER),       PL_MEMBER(pl_grab, target, NUMBER),
    PL_MEMBER(pl_grab, stiffness, NUMBER),     PL_MEMBER(pl_grab, damping, NUMBER),
    PL_MEMBER(pl_grab, key_count, SIZE),       PL_MEMBER(pl_grab, keys, NUMBER),
    PL_MEMBER(pl_grab, turns, WORD),           PL_MEMBER(pl_grab, anchors, NUMBER),
    PL_MEMBER(pl_grab, attitude, NUMBER),      PL_MEMBER(pl_grab, attitude_key_count, SIZE),
    PL_MEMBER(pl_grab, attitude_keys, NUMBER), PL_MEMBER(pl_grab, turn_stiffness, NUMBER),
    PL_MEMBER(pl_grab, turn_damping, NUMBER),
};

static const pl_member volume[] = {
    PL_MEMBER(pl_volume_def, mode, WORD),           PL_MEMBER(pl_volume_def, alpha, NUMBER),
    PL_MEMBER(pl_volume_def, beta, NUMBER),         PL_MEMBER(pl_volume_def, s_min, NUMBER),
    PL_MEMBER(pl_volume_def, s_max, NUMBER),        PL_MEMBER(pl_volume_def, peak, NUMBER),
    PL_MEMBER(pl_volume_def, smoothing, WORD),      PL_MEMBER(pl_volume_def, passes, WORD),
    PL_MEMBER(pl_volume_def, tolerance, NUMBER),    PL_MEMBER(pl_volume_def, velocities, WORD),
    PL_MEMBER(pl_volume_def, momentum, WORD),       PL_MEMBER(pl_volume_def, target.keys, NUMBER),
    PL_MEMBER(pl_volume_def, target.count, SIZE),   PL_MEMBER(pl_volume_def, pressure.keys, NUMBER),
    PL_MEMBER(pl_volume_def, pressure.count, SIZE), PL_MEMBER(pl_volume_def, gas, NUMBER),
    PL_MEMBER(pl_volume_def, ambient, NUMBER),
};

static const pl_member inelastic[] = {
    PL_MEMBER(pl_inelastic_def, relaxation_time, NUMBER), PL_MEMBER(pl_inelastic_def, exponent, NUMBER),
    PL_MEMBER(pl_inelastic_def, reference, NUMBER),       PL_MEMBER(pl_inelastic_def, delayed, NUMBER),
    PL_MEMBER(pl_inelastic_def, delay, NUMBER),           PL_MEMBER(pl_inelastic_def, yield, NUMBER),
    PL_MEMBER(pl_inelastic_def, hardening, NUMBER),       PL_MEMBER(pl_inelastic_def, tangent, NUMBER),
    PL_MEMBER(pl_inelastic_def, yield_time, NUMBER),      PL_MEMBER(pl_inelastic_def, maximum, NUMBER),
    PL_MEMBER(pl_inelastic_def, criterion, WORD),
};

static const pl_member sleep[] = {
    PL_MEMBER(pl_sleep_def, speed, NUMBER),
    PL_MEMBER(pl_sleep_def, time, NUMBER),
};

static const pl_member obstacle[] = {
    PL_MEMBER(pl_obstacle_def, mark, WORD),
    PL_MEMBER(pl_obstacle_def, shape, WORD),
    PL_MEMBER(pl_obstacle_def, point, NUMBER),
    PL_MEMBER(pl_obstacle_def, normal, NUMBER),
    PL_MEMBER(pl_obstacle_def, center, NUMBER),
    PL_MEMBER(pl_obstacle_def, half_size, NUMBER),
    PL_MEMBER(pl_obstacle_def, point_a, NUMBER),
    PL_MEMBER(pl_obstacle_def, point_b, NUMBER),
    PL_MEMBER(pl_obstacle_def, radius, NUMBER),
    PL_MEMBER(pl_obstacle_def, thickness, NUMBER),
    PL_MEMBER(pl_obstacle_def, spacing, NUMBER),
    PL_MEMBER(pl_obstacle_def, friction, NUMBER),
    PL_MEMBER(pl_obstacle_def, restitution, NUMBER),
    PL_MEMBER(pl_obstacle_def, temperature, NUMBER),
    PL_MEMBER(pl_obstacle_def, rolling_friction, NUMBER),
};

static const pl_member touching[] = {
    PL_MEMBER(pl_touching, body, WORD),       PL_MEMBER(pl_touching, other, WORD),
    PL_MEMBER(pl_touching, generation, WORD), PL_MEMBER(pl_touching, count, WORD),
    PL_MEMBER(pl_touching, force, NUMBER),    PL_MEMBER(pl_touching, friction, NUMBER),
    PL_MEMBER(pl_touching, load, NUMBER),     PL_MEMBER(pl_touching, depth, NUMBER),
};

static const pl_member attachment[] = {
    PL_MEMBER(pl_attachment, generation, WORD),
    PL_MEMBER(pl_attachment, state, WORD),
    PL_MEMBER(pl_attachment, particle_count, WORD),
    PL_MEMBER(pl_attachment, first_count, WORD),
    PL_MEMBER(pl_attachment, particles[0].body, WORD),
    PL_MEMBER(pl_attachment, particles[0].particle, WORD),
    PL_MEMBER(pl_attachment, particles[0].weight, NUMBER),
    PL_MEMBER(pl_attachment, particles[1].body, WORD),
    PL_MEMBER(pl_attachment, particles[1].particle, WORD),
    PL_MEMBER(pl_attachment, particles[1].weight, NUMBER),
    PL_MEMBER(pl_attachment, particles[2].body, WORD),
    PL_MEMBER(pl_attachment, particles[2].particle, WORD),
    PL_MEMBER(pl_attachment, particles[2].weight, NUMBER),
    PL_MEMBER(pl_attachment, particles[3].body, WORD),
    PL_MEMBER(pl_attachment, particles[3].particle, WORD),
    PL_MEMBER(pl_attachment, particles[3].weight, NUMBER),
    PL_MEMBER(pl_attachment, particles[4].body, WORD),
    PL_MEMBER(pl_attachment, particles[4].particle, WORD),
    PL_MEMBER(pl_attachment, particles[4].weight, NUMBER),
    PL_MEMBER(pl_attachment, particles[5].body, WORD),
    PL_MEMBER(pl_attachment, particles[5].particle, WORD),
    PL_MEMBER(pl_attachment, particles[5].weight, NUMBER),
    PL_MEMBER(pl_attachment, particles[6].body, WORD),
    PL_MEMBER(pl_attachment, particles[6].particle, WORD),
    PL_MEMBER(pl_attachment, particles[6].weight, NUMBER),
    PL_MEMBER(pl_attachment, particles[7].body, WORD),
    PL_MEMBER(pl_attachment, particles[7].particle, WORD),
    PL_MEMBER(pl_attachment, particles[7].weight, NUMBER),
    PL_MEMBER(pl_attachment, obstacle.index, WORD),
    PL_MEMBER(pl_attachment, obstacle.generation, WORD),
    PL_MEMBER(pl_attachment, place, NUMBER),
    PL_MEMBER(pl_attachment, stiffness, NUMBER),
    PL_MEMBER(pl_attachment, damping, NUMBER),
    PL_MEMBER(pl_attachment, breaks, NUMBER),
    PL_MEMBER(pl_attachment, late, WORD),
    PL_MEMBER(pl_attachment, name, TEXT),
};

static const pl_member force[] = {
    PL_MEMBER(pl_force, generation, WORD),
    PL_MEMBER(pl_force, state, WORD),
    PL_MEMBER(pl_force, kind, WORD),
    PL_MEMBER(pl_force, body, WORD),
    PL_MEMBER(pl_force, name, TEXT),
    PL_MEMBER(pl_force, vector, NUMBER),
    PL_MEMBER(pl_force, keys, NUMBER),
    PL_MEMBER(pl_force, key_count, LONG),
    PL_MEMBER(pl_force, gust, NUMBER),
    PL_MEMBER(pl_force, period, NUMBER),
    PL_MEMBER(pl_force, circulation, NUMBER),
    PL_MEMBER(pl_force, center, NUMBER),
    PL_MEMBER(pl_force, axis, NUMBER),
    PL_MEMBER(pl_force, core, NUMBER),
    PL_MEMBER(pl_force, resistance, NUMBER),
    PL_MEMBER(pl_force, callback, WORD),
    PL_MEMBER(pl_force, turns, WORD),
    PL_MEMBER(pl_force, obstacle.index, WORD),
    PL_MEMBER(pl_force, obstacle.generation, WORD),
    PL_MEMBER(pl_force, strength, NUMBER),
    PL_MEMBER(pl_force, range, NUMBER),
    PL_MEMBER(pl_force, particles, WORD),
    PL_MEMBER(pl_force, particle_count, LONG),
    PL_MEMBER(pl_force, attitude, NUMBER),
    PL_MEMBER(pl_force, stiffness, NUMBER),
    PL_MEMBER(pl_force, damping, NUMBER),
};

const pl_layout pl_layout_of_grab = {grab, sizeof grab / sizeof *grab};
const pl_layout pl_layout_of_volume = {volume, sizeof volume / sizeof *volume};
const pl_layout pl_layout_of_inelastic = {inelastic, sizeof inelastic / sizeof *inelastic};
const pl_layout pl_layout_of_sleep = {sleep, sizeof sleep / sizeof *sleep};
const pl_layout pl_layout_of_obstacle = {obstacle, sizeof obstacle / sizeof *obstacle};
const pl_layout pl_layout_of_touching = {touching, sizeof touching / sizeof *touching};
const pl_layout pl_layout_of_attachment = {attachment, sizeof attachment / sizeof *attachment};
const pl_layout pl_layout_of_force = {force, sizeof force / sizeof *force};
