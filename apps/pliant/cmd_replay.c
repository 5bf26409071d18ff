/* SPDX-License-Identifier: MIT
   pliant replay: what was played on the page, again. */
#include <getopt.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/isa.h"
#include "base/memory.h"
#include "base/status.h"
#include "cache/formats/text.h"
#include "command.h"
#include "file.h"
#include "number.h"
#include "own_files.h"
#include "pliant/io.h"
#include "report.h"

static const char help[] =
    "Takes the steps of a report again, with every pull, pin and edit that was made, and compares the hashes it has.\n"
    "The page saves reports: Share, Bug report.\n"
    "\n"
    "  pliant replay duck.pliant-report\n"
    "  PLIANT_ISA=baseline pliant replay duck.pliant-report    with the instructions that a browser has\n"
    "\n"
    "Usage: pliant replay [options] REPORT\n"
    "      --scene FILE      writes the scene's text, and does nothing else\n"
    "      --snapshot FILE   writes a snapshot of the end\n"
    "      --threads N       0: one per core (default)\n"
    "  -h, --help\n"
    "\n"
    "Meshes that the scene names are looked for below the report's folder.\n"
    "The exit code is 0 when all hashes are the same, 1 when one differs or the report cannot be replayed.\n";

typedef struct replay_request {
  const char *path, *scene, *snapshot;
  int threads;
} replay_request;

static int usage(const char *text, const char *value)
{
  fprintf(stderr, "pliant replay: %s%s\n`pliant replay --help` shows how\n", text, value);
  return EXIT_USAGE;
}

/* EXIT_OK: go on; negative: done. */
static int parse(int argc, char **argv, replay_request *r)
{
  enum { SCENE = 256, SNAPSHOT, THREADS };
  static const struct option options[] = {{"help", no_argument, NULL, 'h'},
                                          {"scene", required_argument, NULL, SCENE},
                                          {"snapshot", required_argument, NULL, SNAPSHOT},
                                          {"threads", required_argument, NULL, THREADS},
                                          {NULL, 0, NULL, 0}};
  int64_t threads = 0;
  const char *end;
  for (int option; (option = getopt_long(argc, argv, "h", options, NULL)) != -1;) {
    switch (option) {
    case 'h': fputs(help, stdout); return -1;
    case SCENE: r->scene = optarg; break;
    case SNAPSHOT: r->snapshot = optarg; break;
    case THREADS:
      end = pl_integer_read(optarg, optarg + strlen(optarg), &threads);
      if (!end || *end || threads < 0 || threads > 1024) return usage("--threads must be from 0 to 1024, got ", optarg);
      r->threads = (int)threads;
      break;
    default: return usage("", "that is no option");
    }
  }
  if (argc - optind != 1) return usage("name one report", "");
  r->path = argv[optind];
  if (would_replace("replay", r->scene, r->path) || would_replace("replay", r->snapshot, r->path)) return EXIT_FAILED;
  return EXIT_OK;
}

static pl_status write_file(const char *path, const void *data, size_t size)
{
  pl_file *file = NULL;
  PL_TRY(pl_file_create(path, &file));
  pl_status status = pl_file_write(file, data, size);
  if (status == PL_OK) return pl_file_commit(file);
  pl_file_abandon(file);
  return status;
}

/* A report may come from anybody: its scene reads nothing but what lies beside it. */
static pl_status parse_scene(const replay_request *r, const report_view *report, pl_scene **out)
{
  const char *slash = strrchr(r->path, '/'), *inner = strrchr(report->name, '/');
  int folder = slash ? (int)(slash - r->path) : 1;
  char *name = pl_text("%.*s/%s", folder, slash ? r->path : ".", inner ? inner + 1 : report->name);
  if (!name) return PL_ERROR_MEMORY;
  pl_status status = pl_scene_parse_confined(name, report->text, report->text_size, out);
  pl_release(name);
  return status == PL_OK ? pl_scene_set_threads(*out, r->threads) : status;
}

/* Takes the steps up to each mark. *same: all hashes are those of the report. */
static pl_status compare(pl_world *world, const report_view *report, bool *same)
{
  for (size_t i = 0; i < report->mark_count && *same; i++) {
    report_mark mark = report_mark_at(report, i);
    uint64_t now = pl_world_step_count(world);
    if (mark.step > now && mark.step - now > report_most_apart(report))
      return pl_fail(PL_ERROR_FORMAT, "the report is damaged: from step %llu it has %llu steps to its next hash",
                     (unsigned long long)now, (unsigned long long)(mark.step - now));
    for (; now < mark.step; now++) PL_TRY(pl_world_step(world)); /* a recording may turn time back */
    uint64_t hash = pl_world_hash(world);
    *same = hash == mark.hash;
    bool last = i + 1 == report->mark_count;
    if (*same && !last) continue;
    printf("step %llu: 0x%016llx", (unsigned long long)mark.step, (unsigned long long)hash);
    if (*same)
      printf(", the same as in the report, as at %zu moments before\n", i);
    else
      printf(", the report has 0x%016llx\n", (unsigned long long)mark.hash);
  }
  return PL_OK;
}

static pl_status play(const replay_request *r, const report_view *report, bool *same)
{
  pl_scene *scene = NULL;
  pl_world *world = NULL;
  pl_status status = parse_scene(r, report, &scene);
  if (status == PL_OK && r->snapshot && would_replace_scene("replay", r->snapshot, scene, NULL))
    status = pl_fail(PL_ERROR_FILE, "nothing was played");
  if (status == PL_OK) status = pl_scene_world(scene, &world);
  if (status == PL_OK && report->start) status = pl_world_restore(world, report->start, report->start_size);
  if (status == PL_OK) status = pl_world_replay(world, report->changes, report->change_size);
  if (status == PL_OK)
    printf("%s, made with %s, from step %llu on; replayed with %s %s\n", report->name, report->made,
           (unsigned long long)pl_world_step_count(world), pl_version(), pl_isa_name(pl_isa_best()));
  if (status == PL_OK) status = compare(world, report, same);
  void *data = NULL;
  size_t size = 0;
  if (status == PL_OK && r->snapshot) status = pl_world_save(world, &data, &size);
  if (data) status = write_file(r->snapshot, data, size);
  pl_free(data);
  pl_world_destroy(world);
  pl_scene_destroy(scene);
  return status;
}

static bool other_instructions(const report_view *report)
{
  const char *isa = strchr(report->made, ' ');
  return !isa || strcmp(isa + 1, pl_isa_name(pl_isa_best())) != 0;
}

int command_replay(int argc, char **argv)
{
  replay_request r = {0};
  int code = parse(argc, argv, &r);
  if (code != EXIT_OK) return code < 0 ? EXIT_OK : code;
  char *data = NULL;
  size_t size = 0;
  report_view report = {0};
  bool same = true;
  pl_status status = pl_file_read(r.path, &data, &size);
  if (status == PL_OK) status = report_read(data, size, &report);
  if (status == PL_OK) status = r.scene ? write_file(r.scene, report.text, report.text_size) : play(&r, &report, &same);
  if (status != PL_OK) fprintf(stderr, "pliant replay: %s: %s\n", r.path, pl_last_error());
  if (status == PL_OK && !same && other_instructions(&report))
    fprintf(stderr, "pliant replay: the report was made with other instructions; PLIANT_ISA chooses them\n");
  pl_release(data);
  return status == PL_OK && same ? EXIT_OK : EXIT_FAILED;
}
