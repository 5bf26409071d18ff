/* SPDX-License-Identifier: MIT */
#include "cache/formats/text.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"

char *pl_text(const char *format, ...)
{
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  char *text = length < 0 ? NULL : PL_NEW(char, (size_t)length + 1);
  if (text) vsnprintf(text, (size_t)length + 1, format, again);
  va_end(again);
  return text;
}

const char *pl_path_name(const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

const char *pl_path_extension(const char *path)
{
  const char *name = pl_path_name(path);
  const char *dot = strrchr(name, '.');
  return dot && dot != name ? dot : name + strlen(name);
}

char *pl_path_stem(const char *path)
{
  const char *name = pl_path_name(path);
  return pl_text("%.*s", (int)(pl_path_extension(path) - name), name);
}

char *pl_path_folder(const char *path) { return pl_text("%.*s", (int)(pl_path_name(path) - path), path); }

char *pl_file_word(const char *name)
{
  char *word = pl_text("%s", name[0] ? name : "body");
  for (char *c = word; c && *c; c++) {
    bool plain = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') || *c == '-' ||
                 (*c == '.' && c != word);
    if (!plain) *c = '_';
  }
  return word;
}
