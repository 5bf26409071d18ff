/* SPDX-License-Identifier: MIT
   pliant view: the page, with the program as its engine; or a file that carries page, engine and scene. */
#include <getopt.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "command.h"
#include "file.h"
#include "number.h"
#include "pliant/io.h"
#include "stop.h"
#include "view/view_files.h"
#include "view/view_server.h"

static const char help[] =
    "Opens the page: look at scenes, pull at bodies, tune them.\n"
    "\n"
    "  pliant view scenes/duck.json\n"
    "  pliant view                          the gallery\n"
    "  pliant view scenes/duck.json --export duck.html\n"
    "\n"
    "Usage: pliant view [SCENE] [options]\n"
    "      --export FILE     writes one HTML file with page, engine and scene instead; it simulates in any browser\n"
    "      --no-open         only prints the address\n"
    "      --port N          (default: the first that is free from 8421 on)\n"
    "      --listen ADDRESS  of this machine; default 127.0.0.1: nobody else can connect. The connection is not "
    "encrypted\n"
    "      --threads N       0: one per core (default)\n"
    "      --page FOLDER     of the page, as `make web` builds it\n"
    "  -h, --help\n"
    "\n"
    "Whoever has the printed address may look; one page holds the mouse. Ctrl-C ends it.\n";

typedef struct view_request {
  view_options options;
  const char *export;
  bool open;
  char folder[VIEW_PATH_SIZE];
} view_request;

extern char **environ;

static int usage(const char *text, const char *value)
{
  fprintf(stderr, "pliant view: %s%s\n`pliant view --help` shows how\n", text, value);
  return EXIT_USAGE;
}

static bool parse_count(const char *text, int most, int *out)
{
  char *end;
  long value = strtol(text, &end, 10);
  if (end == text || *end || value < 0 || value > most) return false;
  *out = (int)value;
  return true;
}

/* EXIT_OK: go on; negative: done. */
static int parse(int argc, char **argv, view_request *r)
{
  enum { EXPORT = 256, NO_OPEN, PORT, LISTEN, THREADS, PAGE };
  static const struct option options[] = {{"help", no_argument, NULL, 'h'},
                                          {"export", required_argument, NULL, EXPORT},
                                          {"no-open", no_argument, NULL, NO_OPEN},
                                          {"port", required_argument, NULL, PORT},
                                          {"listen", required_argument, NULL, LISTEN},
                                          {"threads", required_argument, NULL, THREADS},
                                          {"page", required_argument, NULL, PAGE},
                                          {NULL, 0, NULL, 0}};
  for (int option; (option = getopt_long(argc, argv, "h", options, NULL)) != -1;) {
    switch (option) {
    case 'h': fputs(help, stdout); return -1;
    case EXPORT: r->export = optarg; break;
    case NO_OPEN: r->open = false; break;
    case PORT:
      if (!parse_count(optarg, 65535, &r->options.port)) return usage("--port must be from 0 to 65535, got ", optarg);
      break;
    case LISTEN: r->options.listen = optarg; break;
    case THREADS:
      if (!parse_count(optarg, 1024, &r->options.threads))
        return usage("--threads must be from 0 to 1024, got ", optarg);
      break;
    case PAGE: snprintf(r->folder, sizeof r->folder, "%s", optarg); break;
    default: return usage("", "that is no option");
    }
  }
  if (argc - optind > 1) return usage("name one scene, not also ", argv[optind + 1]);
  if (optind < argc) r->options.scene = argv[optind];
  if (r->export && !r->options.scene) return usage("--export needs a scene", "");
  return EXIT_OK;
}

static int fail(void)
{
  fprintf(stderr, "pliant view: %s\n", pl_last_error());
  return EXIT_FAILED;
}

/* --- one file --- */

/* "<" never stands in the text then, so that no "</script>" can end it early. */
static pl_status put_escaped(pl_file *file, const char *text, size_t size)
{
  static const char hex[] = "0123456789abcdef";
  PL_TRY(pl_file_write(file, "\"", 1));
  for (size_t i = 0; i < size; i++) {
    unsigned char c = (unsigned char)text[i];
    if (c >= 32 && c != '"' && c != '\\' && c != '<') {
      PL_TRY(pl_file_write(file, text + i, 1));
      continue;
    }
    char escaped[] = {'\\', 'u', '0', '0', hex[c >> 4], hex[c & 15]};
    PL_TRY(pl_file_write(file, escaped, sizeof escaped));
  }
  return pl_file_write(file, "\"", 1);
}

static pl_status write_single(const view_request *r, const view_file *page, const char *text, size_t size)
{
  static const char mark[] = "{\"scene\":null}";
  const char *at = strstr(page->data, mark), *name = strrchr(r->options.scene, '/');
  if (!at) return pl_fail(PL_ERROR_FORMAT, "%s%s: there is no place for a scene", r->options.folder, page->path);
  name = name ? name + 1 : r->options.scene;
  pl_file *file = NULL;
  PL_TRY(pl_file_create(r->export, &file));
  size_t before = (size_t)(at - page->data), after = page->size - before - (sizeof mark - 1);
  pl_status status = pl_file_write(file, page->data, before);
  if (status == PL_OK) status = pl_file_write(file, "{\"name\":", 8);
  if (status == PL_OK) status = put_escaped(file, name, strlen(name));
  if (status == PL_OK) status = pl_file_write(file, ",\"scene\":", 9);
  if (status == PL_OK) status = put_escaped(file, text, size);
  if (status == PL_OK) status = pl_file_write(file, "}", 1);
  if (status == PL_OK) status = pl_file_write(file, at + sizeof mark - 1, after);
  if (status == PL_OK) return pl_file_commit(file);
  pl_file_abandon(file);
  return status;
}

static pl_status export_scene(const view_request *r)
{
  view_files files;
  PL_TRY(view_files_load(r->options.folder, &files));
  const view_file *page = view_files_find(&files, "/single.html");
  char *text = NULL;
  size_t size = 0;
  pl_scene *scene = NULL;
  pl_status status =
      page ? pl_file_read(r->options.scene, &text, &size)
           : pl_fail(PL_ERROR_FILE, "%s: there is no single.html; `make web` builds it", r->options.folder);
  /* In a browser there are no files: a scene that names some cannot go there. */
  if (status == PL_OK) {
    const char *name = strrchr(r->options.scene, '/');
    status = pl_scene_parse_confined(name ? name + 1 : r->options.scene, text, size, &scene);
  }
  if (status == PL_OK) status = write_single(r, page, text, size);
  pl_scene_destroy(scene);
  pl_release(text);
  view_files_free(&files);
  return status;
}

/* --- the server --- */

static void open_browser(const char *address)
{
  if (!getenv("DISPLAY") && !getenv("WAYLAND_DISPLAY")) return;
  char program[] = "xdg-open", where[512];
  snprintf(where, sizeof where, "%s", address);
  char *arguments[] = {program, where, NULL};
  pid_t child;
  posix_spawnp(&child, program, NULL, NULL, arguments, environ); /* if there is none, the address was printed */
}

static int serve(const view_request *r)
{
  view_server *server = NULL;
  stop_ignore_pipes();
  if (view_server_start(&r->options, &server) != PL_OK) return fail();
  stop_listen();
  printf("%s\n", view_server_address(server));
  if (strcmp(r->options.listen, "127.0.0.1") != 0)
    fprintf(stderr, "pliant view: others can connect to %s, unencrypted; the address is the key\n", r->options.listen);
  fprintf(stderr, "Open the address in a browser on this machine; Ctrl-C ends it.\n");
  fflush(stdout);
  if (r->open) open_browser(view_server_address(server));
  view_server_run(server);
  /* mg_stop would wait for threads that write to pages which do not read. Nothing is left to be saved. */
  fflush(NULL);
  _Exit(EXIT_OK);
}

int command_view(int argc, char **argv)
{
  view_request r = {.options = {.listen = "127.0.0.1"}, .open = true};
  int code = parse(argc, argv, &r);
  if (code != EXIT_OK) return code < 0 ? EXIT_OK : code;
  if (!r.folder[0] && !view_find_page(r.folder)) {
    fprintf(stderr, "pliant view: the page is not there; `make web` builds it, --page says where it is\n");
    return EXIT_FAILED;
  }
  r.options.folder = r.folder;
  if (r.export) return export_scene(&r) == PL_OK ? EXIT_OK : fail();
  return serve(&r);
}
