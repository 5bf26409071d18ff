/* SPDX-License-Identifier: MIT
   Frames going out: caches for other programs, pictures, videos. A sink is opened by file name; its extension picks the
   format. Files are written beside their target and renamed when they are complete. */
#pragma once

#include <stdbool.h>

#include "pliant/pliant.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pl_frame_field {
  const char *name;
  int components;       /* per particle */
  const double *values; /* components per particle */
} pl_frame_field;

typedef struct pl_frame_body {
  const char *name;
  pl_mesh_data rest; /* topology and rest positions; the same in every frame, but of a body that tears: then */
  uint64_t revision; /* this rises (from 1), and triangles and edges that died have the same vertex several times; 0:
                               it cannot tear */
  const double *positions;  /* m, 3 per vertex */
  const double *velocities; /* m/s, 3 per vertex */
  const pl_frame_field *fields;
  size_t field_count;
  double thickness; /* m: of a mesh without triangles, the diameter it is drawn with; 0: whatever looks well */
  /* radius above 0: pictures, OBJ and PLY show its blobby surface; formats that need the same topology in every frame
     hold the mesh */
  pl_blobby_def blobby;
} pl_frame_body;

typedef struct pl_frame {
  double time; /* s */
  uint64_t step;
  bool keeps_volume;   /* some body does */
  double volume_error; /* then, of those that do, the worst; relative */
  const pl_frame_body *bodies;
  size_t body_count;
  const pl_obstacle_def *obstacles; /* in world coordinates at this time; .motion unused */
  const double *obstacle_axes;      /* 9 per obstacle, row-major: columns are the axes of a box */
  size_t obstacle_count;
  const double *springs; /* of grabs: 6 per spring, m, the point that is held and the place it is pulled to */
  size_t spring_count;
  size_t colors; /* pictures give bodies so many colours in turn; 0: each its own. Several instants are one frame so */
} pl_frame;

/* The state of a world as a frame. The buffer owns what the frame points to, besides what the bodies own: the frame is
   valid until the world's next step or change, or the next call with this buffer. Fields are the registered ones per
   particle, without positions and velocities. */
typedef struct pl_frame_buffer pl_frame_buffer;
PL_API pl_status pl_frame_buffer_create(pl_frame_buffer **out);
PL_API void pl_frame_buffer_destroy(pl_frame_buffer *buffer); /* NULL is fine */
/* Bodies with a blobby surface are shown by it, others with a detail by that, and fields are interpolated; with false
   all are shown by their own mesh. Default true. */
PL_API void pl_frame_buffer_show_detail(pl_frame_buffer *buffer, bool on);
PL_API pl_status pl_world_frame(const pl_world *world, pl_frame_buffer *buffer, pl_frame *out);

typedef struct pl_sink pl_sink;

/* What it points to must live as long as the sink. */
typedef struct pl_sink_options {
  uint32_t mark;        /* set by pl_default_sink_options */
  double fps;           /* frames per second of playback; default 60 */
  size_t frame_count;   /* how many frames will come, if known; 0: unknown. GLB thins above max_morphs */
  size_t max_morphs;    /* default 250 */
  bool resumable;       /* pl_sink_keep and pl_sink_suspend will be used; default false */
  size_t resume_frames; /* > 0: continue a sink that was kept or suspended with at least so many frames; default 0 */
  int width, height;    /* of pictures and videos, or of one tile of a contact sheet; 0: the format's default */
  int tiles;            /* of a contact sheet; default 12 */
  const char *title;    /* above a contact sheet; NULL or "": the file's name */
  const struct pl_render_options *picture; /* of pictures and videos; its width and height do not count, its progress is
                                              called while finishing; NULL: the format's defaults */
  const struct pl_camera *camera;          /* of pictures and videos; NULL: all frames are in view */
} pl_sink_options;

PL_API pl_sink_options pl_default_sink_options(void);

/* Extensions: .glb .pc2 .pvd .obj .ply (sequences) .png (contact sheet) .mp4. While it is written, everything is in a
   folder named like the file with ".part" added; the result appears when it is complete. */
PL_API pl_status pl_sink_open(const char *path, const pl_sink_options *options, pl_sink **out);
/* All frames must have the same bodies with the same topology. After a failure only pl_sink_abandon makes sense. */
PL_API pl_status pl_sink_write(pl_sink *sink, const pl_frame *frame);
/* Says what the frames are like without writing one. Only a resumed sink that may get no more frames needs it. */
PL_API pl_status pl_sink_start(pl_sink *sink, const pl_frame *like);
/* Completes, renames, frees; on failure nothing is left behind. One that can be resumed and was stopped while it drew
   (PL_ERROR_INTERRUPTED) keeps its frames: resumed, it draws them again. */
PL_API pl_status pl_sink_finish(pl_sink *sink);
PL_API pl_status pl_sink_keep(pl_sink *sink);    /* from here resume_frames can continue, even after a crash */
PL_API pl_status pl_sink_suspend(pl_sink *sink); /* keeps and frees; on failure nothing is left behind */
PL_API void pl_sink_abandon(pl_sink *sink);      /* removes what was written; frees. NULL is fine */
PL_API const char *
pl_sink_notes(const pl_sink *sink); /* what the user should know ("thinned to every 3rd frame") or "" */

/* The files that finishing makes, known from the first frame on; numbered ones as far as there are frames. */
PL_API size_t pl_sink_file_count(const pl_sink *sink);
PL_API const char *pl_sink_file(const pl_sink *sink, size_t i);

#ifdef __cplusplus
}
#endif
