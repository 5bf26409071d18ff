/* SPDX-License-Identifier: MIT
   The process that reads for us. */
#pragma once

#include "base/status.h"

/* Starts pliant-mesh-reader on a file and gives what it wrote; release with pl_release. It is ended when its time is
   up, whatever it does then. */
pl_status pl_foreign_run(const char *path, char **data, size_t *size);
