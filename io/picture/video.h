/* SPDX-License-Identifier: MIT
   MP4 through the program ffmpeg: pictures go into its standard input, one after the other. */
#pragma once

#include "pliant/io_picture.h"

typedef struct pl_video pl_video;

/* Is the program there? The message says how to get it. */
pl_status pl_video_available(void);

/* path: the file to make; log_path: where ffmpeg's complaints go. width and height must be even. */
pl_status pl_video_open(const char *path, const char *log_path, int width, int height, double fps, pl_video **out);
pl_status pl_video_write(pl_video *video, const pl_image *image);
/* Waits until the file is complete. Frees either way. */
pl_status pl_video_finish(pl_video *video);
void pl_video_abandon(pl_video *video); /* stops ffmpeg; the half file stays. NULL is fine */
