/* SPDX-License-Identifier: MIT
   Text in double quotes as JSON (and Python) want it. */
#pragma once

#include "file.h"

/* Bytes that are not UTF-8 become '?'. */
pl_status pl_file_quote(pl_file *file, const char *text);
