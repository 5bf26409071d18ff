/* SPDX-License-Identifier: MIT
   Where the scenes are that came with the program. */
#pragma once

#include <stdbool.h>

enum { GALLERY_PATH_SIZE = 4096 };

bool is_folder(const char *path);
/* Here, beside the build folder, or where `make install` put them. */
bool find_gallery(char path[GALLERY_PATH_SIZE]);
