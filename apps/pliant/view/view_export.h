/* SPDX-License-Identifier: MIT
   What was played, as a file for other programs: made in a folder of its own, which goes again. */
#pragma once

#include "engine.h"

/* For engine_options.export: format is "glb" or "pc2". What becomes several files (PC2) is told as one archive. */
pl_status view_export(engine *e, const char *format);
