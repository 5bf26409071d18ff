/* SPDX-License-Identifier: MIT
   What the program must not write over: what it was told to read. */
#pragma once

#include <stdbool.h>

#include "pliant/io_scene.h"

/* Plain files by what they are, whatever their names and links; others by name. */
bool is_same_file(const char *a, const char *b);

/* True, and said on stderr with both names, if the output would replace the input. input may be NULL. */
bool would_replace(const char *command, const char *output, const char *input);

/* The same for the files that a scene is made of, without the one that the command is there to make anew (or NULL). */
bool would_replace_scene(const char *command, const char *output, const pl_scene *scene, const char *made);
