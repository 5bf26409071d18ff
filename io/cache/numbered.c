/* SPDX-License-Identifier: MIT */
#include "cache/numbered.h"

#include <unistd.h>

#include "base/memory.h"
#include "base/status.h"
#include "cache/formats/text.h"

int pl_frame_digits(const pl_sink_options *options)
{
  int digits = 4;
  for (size_t limit = 10000; options->frame_count > limit && digits < 18; limit *= 10) digits++;
  return digits;
}

pl_status pl_add_numbered(pl_staging *staging, const char *prefix, int digits, size_t number, const char *extension,
                          const char **path)
{
  char *name = pl_text("%s_%0*zu%s", prefix, digits, number, extension);
  pl_status status = name ? pl_staging_add(staging, name, path) : PL_ERROR_MEMORY;
  pl_release(name);
  return status;
}

pl_status pl_adopt_numbered(pl_staging *staging, const char *prefix, int digits, size_t number, const char *extension)
{
  const char *path = NULL;
  PL_TRY(pl_add_numbered(staging, prefix, digits, number, extension, &path));
  if (access(path, R_OK) == 0) return PL_OK;
  return pl_fail(PL_ERROR_FILE, "%s: cannot be resumed: %s is not there", pl_staging_target(staging), path);
}
