/* SPDX-License-Identifier: MIT */
#include "cache/quote.h"

/* Length of the UTF-8 sequence at c, or 0 if there is none. A terminating zero is no continuation byte, so this never
   reads past the end. */
static int sequence_length(const unsigned char *c)
{
  int length = c[0] < 0x80 ? 1 : c[0] >= 0xc2 && c[0] < 0xe0 ? 2 : c[0] >= 0xe0 && c[0] < 0xf0 ? 3 : 0;
  if (c[0] >= 0xf0 && c[0] < 0xf5) length = 4;
  for (int i = 1; i < length; i++)
    if ((c[i] & 0xc0) != 0x80) return 0;
  if (length == 3 && ((c[0] == 0xe0 && c[1] < 0xa0) || (c[0] == 0xed && c[1] >= 0xa0))) return 0;
  if (length == 4 && ((c[0] == 0xf0 && c[1] < 0x90) || (c[0] == 0xf4 && c[1] >= 0x90))) return 0;
  return length;
}

pl_status pl_file_quote(pl_file *file, const char *text)
{
  pl_file_write(file, "\"", 1);
  const unsigned char *c = (const unsigned char *)text;
  while (*c) {
    int length = sequence_length(c);
    if (length == 0)
      pl_file_write(file, "?", 1);
    else if (*c == '"' || *c == '\\')
      pl_file_printf(file, "\\%c", *c);
    else if (*c < 0x20)
      pl_file_printf(file, "\\u%04x", *c);
    else
      pl_file_write(file, c, (size_t)length);
    c += length ? length : 1;
  }
  return pl_file_write(file, "\"", 1);
}
