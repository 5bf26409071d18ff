/* SPDX-License-Identifier: MIT
   ParaView: NAME.pvd lists the frames, which lie in a folder NAME, one file per body and frame: .vtp for plain
   surfaces, .vtu for bodies with edges or with vertices that no triangle uses. The list gets its name last. */
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "cache/format.h"
#include "cache/formats/text.h"
#include "cache/formats/vtk_xml.h"
#include "cache/numbered.h"
#include "file.h"

typedef struct vtk_body {
  char *name;
  char *prefix; /* of its files: folder, target's stem, body's name */
  pl_vtk_cells cells;
} vtk_body;

typedef struct vtk {
  pl_staging *staging;
  int digits;
  const char *list_path;
  vtk_body *bodies;
  size_t body_count;
  pl_file *times; /* one double per frame; a file, so that resuming knows the times of before */
} vtk;

static void close_vtk(void *state)
{
  vtk *v = state;
  for (size_t b = 0; b < v->body_count; b++) {
    pl_release(v->bodies[b].name);
    pl_release(v->bodies[b].prefix);
    pl_vtk_cells_release(&v->bodies[b].cells);
  }
  if (v->times) pl_file_suspend(v->times);
  pl_release(v->bodies);
  pl_release(v);
}

static const char *extension_of(const vtk_body *body) { return body->cells.unstructured ? ".vtu" : ".vtp"; }

static pl_status open_body(vtk *v, size_t b, const pl_frame_body *from)
{
  vtk_body *body = &v->bodies[b];
  const char *stem = pl_staging_stem(v->staging);
  body->name = pl_text("%s", from->name);
  char *word = pl_file_word(from->name);
  if (body->name && word)
    body->prefix = v->body_count == 1 ? pl_text("%s/%s", stem, stem) : pl_text("%s/%s_%zu_%s", stem, stem, b, word);
  pl_release(word);
  return body->prefix ? pl_vtk_cells_create(&from->rest, &body->cells) : PL_ERROR_MEMORY;
}

static pl_status adopt_frames(vtk *v, size_t count)
{
  for (size_t i = 0; i < count; i++)
    for (size_t b = 0; b < v->body_count; b++)
      PL_TRY(pl_adopt_numbered(v->staging, v->bodies[b].prefix, v->digits, i, extension_of(&v->bodies[b])));
  return PL_OK;
}

static pl_status open_times(vtk *v, size_t resume_frames)
{
  char *path = pl_staging_scratch(v->staging, "times");
  if (!path) return PL_ERROR_MEMORY;
  pl_status status = resume_frames > 0 ? pl_file_resume(path, resume_frames * sizeof(double), &v->times)
                                       : pl_file_create(path, &v->times);
  pl_release(path);
  return status;
}

static pl_status open_all(vtk *v, const pl_sink_options *options, const pl_frame *first)
{
  PL_TRY(pl_staging_add(v->staging, pl_path_name(pl_staging_target(v->staging)), &v->list_path));
  v->bodies = PL_NEW(vtk_body, first->body_count);
  if (!v->bodies) return PL_ERROR_MEMORY;
  v->body_count = first->body_count;
  for (size_t b = 0; b < first->body_count; b++) PL_TRY(open_body(v, b, &first->bodies[b]));
  PL_TRY(open_times(v, options->resume_frames));
  return adopt_frames(v, options->resume_frames);
}

static pl_status open_vtk(pl_staging *staging, const pl_sink_options *options, const pl_frame *first, void **state)
{
  vtk *v = PL_NEW(vtk, 1);
  if (!v) return PL_ERROR_MEMORY;
  v->staging = staging;
  v->digits = pl_frame_digits(options);
  pl_status status = open_all(v, options, first);
  if (status != PL_OK) {
    close_vtk(v);
    return status;
  }
  *state = v;
  return PL_OK;
}

static pl_status write_frame(void *state, const pl_frame *frame, size_t index)
{
  vtk *v = state;
  for (size_t b = 0; b < v->body_count; b++) {
    const vtk_body *body = &v->bodies[b];
    const char *path = NULL;
    PL_TRY(pl_add_numbered(v->staging, body->prefix, v->digits, index, extension_of(body), &path));
    pl_file *file = NULL;
    PL_TRY(pl_file_create(path, &file));
    pl_vtk_write(file, &frame->bodies[b], &body->cells, frame->time);
    PL_TRY(pl_file_commit(file));
  }
  return pl_file_write(v->times, &frame->time, sizeof frame->time);
}

static void write_list(pl_file *file, const vtk *v, const double *times, size_t frame_count)
{
  pl_file_printf(file, "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\" "
                       "byte_order=\"LittleEndian\">\n<Collection>\n");
  for (size_t i = 0; i < frame_count; i++)
    for (size_t b = 0; b < v->body_count; b++) {
      const vtk_body *body = &v->bodies[b];
      pl_file_printf(file, "<DataSet timestep=\"%.17g\" part=\"%zu\" name=\"", times[i], b);
      pl_vtk_attribute(file, body->name);
      pl_file_printf(file, "\" file=\"");
      pl_vtk_attribute(file, body->prefix);
      pl_file_printf(file, "_%0*zu%s\"/>\n", v->digits, i, extension_of(body));
    }
  pl_file_printf(file, "</Collection>\n</VTKFile>\n");
}

static pl_status complete(void *state, size_t frame_count)
{
  vtk *v = state;
  PL_TRY(pl_file_keep(v->times));
  char *times = NULL;
  size_t size = 0;
  PL_TRY(pl_file_read(pl_file_part_path(v->times), &times, &size));
  pl_file *file = NULL;
  pl_status status = pl_file_create(v->list_path, &file);
  if (status == PL_OK) {
    write_list(file, v, (const double *)(const void *)times, frame_count);
    status = pl_file_commit(file);
  }
  pl_release(times);
  return status;
}

static pl_status keep(void *state) { return pl_file_keep(((vtk *)state)->times); }

const pl_sink_format pl_format_pvd = {
    .extension = ".pvd",
    .open = open_vtk,
    .write = write_frame,
    .complete = complete,
    .close = close_vtk,
    .keep = keep,
};
