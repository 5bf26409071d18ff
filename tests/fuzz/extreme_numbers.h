/* SPDX-License-Identifier: MIT
   How texts are changed: every third time a number of it becomes an extreme one as a whole, since bytes alone hardly
   ever make any. For one file of a fuzzer: it defines the mutator. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);

static inline bool begins_number(const uint8_t *data, size_t size, size_t at)
{
  static const char before[] = " \t\n[:,";
  bool digit = (data[at] >= '0' && data[at] <= '9') || (data[at] == '-' && at + 1 < size && data[at + 1] != '-');
  return digit && at > 0 && data[at - 1] && strchr(before, data[at - 1]);
}

static inline size_t number_end(const uint8_t *data, size_t size, size_t at)
{
  static const char within[] = "0123456789+-.eE";
  while (at < size && data[at] && strchr(within, data[at])) at++;
  return at;
}

static inline size_t make_extreme(uint8_t *data, size_t size, size_t most, unsigned seed)
{
  static const char *const numbers[] = {"0",      "-1",    "1e-300", "1e-12",      "1e-9",      "1e-6",  "1e-3", "1e3",
                                        "1e6",    "1e7",   "1e9",    "1e12",       "1e15",      "1e18",  "1e38", "1e60",
                                        "1e160",  "1e308", "2",      "100",        "-1e6",      "-1e60", "0.5",  "1",
                                        "0.9999", "255",   "65536",  "2147483647", "4294967295"};
  size_t count = 0, pick, at = 0;
  for (size_t k = 0; k < size; k++) count += begins_number(data, size, k);
  if (count == 0) return 0;
  pick = seed / 64 % count;
  for (size_t k = 0; k < size; k++)
    if (begins_number(data, size, k) && pick-- == 0) at = k;
  const char *number = numbers[seed % (sizeof numbers / sizeof *numbers)];
  size_t end = number_end(data, size, at), length = strlen(number);
  if (size - (end - at) + length > most) return 0;
  memmove(data + at + length, data + end, size - end);
  memcpy(data + at, number, length);
  return size - (end - at) + length;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
  size_t changed = seed % 3 == 0 ? make_extreme(data, size, most, seed / 3) : 0;
  return changed ? changed : LLVMFuzzerMutate(data, size, most);
}
