/* SPDX-License-Identifier: MIT
   Structs as bytes that every build reads alike: member after member, in the byte order of who wrote them, of the
   same width wherever they are read, without padding and pointers. Reading takes only what may be there: numbers are
   finite, flags 0 or 1, texts end. */
#pragma once

#include "base/bytes.h"

typedef enum pl_member_kind {
  PL_MEMBER_NUMBER, /* double */
  PL_MEMBER_WORD,   /* 4 bytes: uint32_t, int, an enumeration; its range is checked where it is used */
  PL_MEMBER_LONG,   /* uint64_t */
  PL_MEMBER_SIZE,   /* size_t, as 8 bytes */
  PL_MEMBER_FLAG,   /* bool */
  PL_MEMBER_TEXT    /* char[], with its zero */
} pl_member_kind;

/* A member, or an array of one kind. */
typedef struct pl_member {
  pl_member_kind kind;
  size_t at, bytes; /* in the struct */
} pl_member;

#define PL_MEMBER(type, name, of)                                                                                      \
  {                                                                                                                    \
    PL_MEMBER_##of, offsetof(type, name), sizeof(((type *)0)->name)                                                    \
  }

typedef struct pl_layout {
  const pl_member *members;
  size_t count;
} pl_layout;

#define PL_LAYOUT(members)                                                                                             \
  (pl_layout) { (members), sizeof(members) / sizeof(*(members)) }

void pl_record_put(pl_bytes *to, pl_layout layout, const void *record);
/* Members that the layout does not name stay as they are. What may not be there counts as missing. */
void pl_record_get(pl_reader *from, pl_layout layout, void *record);

/* A count, as 8 bytes; 0 once something was missing. */
void pl_size_put(pl_bytes *to, size_t size);
size_t pl_size_get(pl_reader *from);
