/* SPDX-License-Identifier: MIT
   Gauss-Seidel sweeps over the active rows of a sub-island. Rows and slots are numbered within it. */
#pragma once

#include "contact/islands/solver_slots.h"
#include "contact/islands/sub_islands.h"

/* Rows that act on a slot: a word of 64 rows, a bit each. */
typedef struct pl_rows_at {
  uint64_t rows;
  uint32_t word;
  uint32_t before; /* the next word of the slot's list; PL_NONE */
} pl_rows_at;

/* Conjugate-direction acceleration of a row. */
typedef struct pl_conjugate {
  double last[3], direction[3]; /* N s: impulse before the last sweep, and the search direction */
  double response;              /* 1/kg: largest velocity change per impulse */
  double least;                 /* m/s: tolerance of velocity changes */
} pl_conjugate;

/* A row between uncoupled particles, as relaxation reads it: its compliance is the same along all directions. */
typedef struct pl_uncoupled_row {
  uint32_t slots[PL_MAX_ROW_PARTICLES]; /* missing particles have weight 0 */
  double weights[PL_MAX_ROW_PARTICLES];
  double mass;       /* effective mass, kg; 0: infinite */
  double lift;       /* goal velocity times effective mass, N s */
  double normal[4];  /* and the friction coefficient */
  double impulse[4]; /* N s; and the square of the tolerance of its changes */
  double drift[4];   /* tangential velocity of the obstacle times effective mass, N s; and 0 */
  uint32_t particle_count;
  uint32_t unused[7];
} pl_uncoupled_row;

/* State of a row before the first sweep. */
typedef enum pl_row_state {
  PL_ROW_IDLE,     /* no impulse, normal velocity at least the goal */
  PL_ROW_VIOLATED, /* no impulse, normal velocity below the goal */
  PL_ROW_PUSHES    /* has an impulse; its compliance is known */
} pl_row_state;

#define PL_ELSEWHERE UINT32_MAX
#define PL_NONE UINT32_MAX

typedef struct pl_sweep {
  pl_rows *rows;         /* of the island */
  const uint32_t *order; /* those of the sub-island */
  size_t count;
  uint8_t *state;        /* per row of the island: pl_row_state */
  uint32_t *local;       /* per slot of the island: its number in the sub-island, or PL_ELSEWHERE */
  uint32_t *names;       /* per slot of the sub-island: its number in the island */
  pl_pressed *pressed;   /* the same, if a body has a pressure; else NULL */
  pl_solver_slot *slots; /* per slot of the sub-island, if particles are uncoupled; else NULL */
  uint32_t slot_count;
  pl_uncoupled_row *uncoupled; /* the rows of the sub-island, if particles are uncoupled; else NULL */
  pl_row_slots *at;            /* per row: its slots in the sub-island */
  uint32_t *newest;            /* per slot: head of its list in `touching` */
  pl_rows_at *touching;
  uint64_t *active;         /* a bit per row that has to be relaxed */
  size_t words;             /* of these bits */
  pl_conjugate *conjugates; /* per row */
  uint32_t *visited;        /* per row: its last visit */
  uint32_t *moved;          /* per slot: the visit that changed it last, if particles are uncoupled */
  uint32_t visit;           /* number of visits so far */
  uint32_t begun;           /* first visit of this sweep, and of the previous one */
  uint32_t begun_before;
  bool noted;        /* this sweep records directions for acceleration */
  uint32_t *pushing; /* rows with an impulse before or after their last visit, ascending */
  size_t pushing_count;
  pl_work *work;
  double visit_cost; /* units of work (base/work.h) of relaxing a row, on average */
  double least;      /* m/s: tolerance of velocity changes */
  double change;     /* m/s: largest above the tolerance in this sweep */
} pl_sweep;

static inline void pl_sweep_activate(const pl_sweep *s, size_t row) { s->active[row / 64] |= UINT64_C(1) << row % 64; }

/* All rows that act on a slot. */
static inline void pl_sweep_activate_at(const pl_sweep *s, uint32_t slot)
{
  for (uint32_t k = s->newest[slot]; k != PL_NONE; k = s->touching[k].before)
    s->active[s->touching[k].word] |= s->touching[k].rows;
}

/* The first active row at or after *row, which is deactivated; false: none. */
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

/* Compliance and tolerance of a row, before its first visit. */
void pl_sweep_prepare(const pl_sweep *s, uint32_t row);

/* Records the impulse of a row before it is relaxed. The search direction is reset if the row had no impulse or was not
   visited in the previous sweep. */
static inline void pl_sweep_note(pl_sweep *s, uint32_t row, const double impulse[3], bool pushed)
{
  if (!s->noted) return;
  pl_conjugate *conjugate = &s->conjugates[row];
  if (!pushed || s->visited[row] < s->begun_before) pl_vec3_set(conjugate->direction, 0, 0, 0);
  pl_vec3_copy(impulse, conjugate->last);
  s->pushing[s->pushing_count++] = row;
}

typedef struct pl_uncoupled_kernels {
  /* One sweep over the active rows. Rows activated by a change are relaxed in this sweep if they come later in it,
     else in the next. */
  void (*sweep)(pl_sweep *s);
} pl_uncoupled_kernels;

extern const pl_uncoupled_kernels pl_uncoupled_kernels_baseline;
#if defined(__x86_64__)
extern const pl_uncoupled_kernels pl_uncoupled_kernels_avx2, pl_uncoupled_kernels_avx512;
#endif
