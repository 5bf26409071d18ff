/* SPDX-License-Identifier: MIT
   Which rows of a sub-island sweeps have to look at. Rows and places have numbers of their own in it. */
#pragma once

#include "contact/islands/solver_slots.h"
#include "contact/islands/sub_islands.h"

/* Rows that touch a place: 64 of them that stand side by side, a bit each. */
typedef struct pl_rows_at {
  uint64_t rows;
  uint32_t word;
  uint32_t before; /* others that touch it, further ahead; PL_NONE */
} pl_rows_at;

/* Where sweeps lead a row. */
typedef struct pl_trail {
  double last[3], way[3]; /* N s: before the last sweep, and where it goes on to */
  double response;        /* 1/kg: the most that its velocity changes per impulse */
  double least;           /* m/s: changes of velocity that matter */
} pl_trail;

/* A row of bodies that pass nothing on, as relaxing reads it: it answers impulses the same way along all directions. */
typedef struct pl_uncoupled_row {
  uint32_t slots[PL_MAX_ROW_PARTICLES]; /* an end that is not there weighs nothing */
  double weights[PL_MAX_ROW_PARTICLES];
  double mass;       /* impulse per change of the sum's velocity, kg; 0: nothing moves it */
  double lift;       /* its goal times that, N s */
  double normal[4];  /* and the friction */
  double impulse[4]; /* N s; and the square of changes that matter */
  double drift[4];   /* what does not give way, across the normal, times mass, N s; and nothing */
  uint32_t particle_count;
  uint32_t unused[7];
} pl_uncoupled_row;

/* Before the first sweep. */
typedef enum pl_row_state {
  PL_ROW_IDLE,     /* it has nothing to do */
  PL_ROW_VIOLATED, /* it is too slow */
  PL_ROW_PUSHES    /* it pushes, and is known to answer */
} pl_row_state;

#define PL_ELSEWHERE UINT32_MAX
#define PL_NONE UINT32_MAX

typedef struct pl_sweep {
  pl_rows *rows;         /* of the island */
  const uint32_t *order; /* those of the sub-island */
  size_t count;
  uint8_t *state;        /* per row of the island: what is known of it (pl_row_state) */
  uint32_t *local;       /* per place of the island: its number in the sub-island, or PL_ELSEWHERE */
  uint32_t *names;       /* per place of the sub-island: its number in the island */
  pl_pressed *pressed;   /* the same, if a body has a pressure; else NULL */
  pl_solver_slot *slots; /* per place of the sub-island, if nothing passes on what it gets; else NULL */
  uint32_t slot_count;
  pl_uncoupled_row *uncoupled; /* the rows of the sub-island, if nothing passes on what it gets; else NULL */
  pl_row_slots *at;            /* per row: places by their numbers in the sub-island */
  uint32_t *newest;            /* per place: in `touching`, the last rows that touch it */
  pl_rows_at *touching;
  uint64_t *active;  /* a bit per row that is to be looked at */
  size_t words;      /* of these bits */
  pl_trail *trails;  /* per row */
  uint32_t *visited; /* per row: the look that it got last */
  uint32_t *moved;   /* per place: the look that changed it last, if nothing passes on what it gets */
  uint32_t look;     /* counts them */
  uint32_t begun;    /* the first of this sweep, and of the one before */
  uint32_t begun_before;
  bool noted;        /* sweeps may go on from where this one leads */
  uint32_t *pushing; /* rows that pushed before or after the last sweep looked at them, rising */
  size_t pushing_count;
  pl_work *work;
  double visit_cost; /* units of work (base/work.h) of a look at a row, on average */
  double least;      /* m/s: changes that matter */
  double change;     /* m/s: largest that mattered in this sweep */
} pl_sweep;

static inline void pl_sweep_activate(const pl_sweep *s, size_t row) { s->active[row / 64] |= UINT64_C(1) << row % 64; }

/* All rows that touch a place. */
static inline void pl_sweep_activate_at(const pl_sweep *s, uint32_t slot)
{
  for (uint32_t k = s->newest[slot]; k != PL_NONE; k = s->touching[k].before)
    s->active[s->touching[k].word] |= s->touching[k].rows;
}

/* The first active row at *row or behind it, which is then no more active; false: none. */
static inline bool pl_sweep_next(const pl_sweep *s, uint32_t *row)
{
  size_t word = *row / 64;
  uint64_t left = word < s->words ? s->active[word] & (UINT64_MAX << *row % 64) : 0;
  while (left == 0) {
    if (++word >= s->words) return false;
    left = s->active[word];
  }
  s->active[word] ^= left & (~left + 1);
  *row = (uint32_t)(64 * word) + (uint32_t)__builtin_ctzll(left);
  return true;
}

/* Before a row is looked at for the first time. */
void pl_sweep_prepare(const pl_sweep *s, uint32_t row);

/* Before a row that pushes, or may, is relaxed. Who did not push or was not looked at by the sweep before begins
   anew. */
static inline void pl_sweep_note(pl_sweep *s, uint32_t row, const double impulse[3], bool pushed)
{
  if (!s->noted) return;
  pl_trail *trail = &s->trails[row];
  if (!pushed || s->visited[row] < s->begun_before) pl_vec3_set(trail->way, 0, 0, 0);
  pl_vec3_copy(impulse, trail->last);
  s->pushing[s->pushing_count++] = row;
}

typedef struct pl_uncoupled_kernels {
  /* One sweep over the active rows. Those that a change wakes come still in this one if they stand behind it, else in
     the next. */
  void (*sweep)(pl_sweep *s);
} pl_uncoupled_kernels;

extern const pl_uncoupled_kernels pl_uncoupled_kernels_baseline;
#if defined(__x86_64__)
extern const pl_uncoupled_kernels pl_uncoupled_kernels_avx2, pl_uncoupled_kernels_avx512;
#endif
