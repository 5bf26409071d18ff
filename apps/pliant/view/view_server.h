/* SPDX-License-Identifier: MIT
   The web server behind `pliant view`: files of the page, and engines over WebSocket. civetweb takes connections on
   threads of its own; messages go to the thread that owns the engines, and one writer for each page sends what that
   thread made, so that a page that does not read delays no other. */
#pragma once

#include <stdbool.h>

#include "engine.h"
#include "pliant/status.h"

typedef struct view_server view_server;

typedef struct view_options {
  const char *scene;  /* path; NULL: the page begins with its gallery */
  const char *folder; /* of the built page */
  const char *listen; /* address; "127.0.0.1" unless asked otherwise */
  int port;           /* 0: the first that is free from 8421 on */
  int threads;        /* of worlds */
} view_options;

pl_status view_server_start(const view_options *options, view_server **out);
/* What to type into a browser. Valid while the server lives. */
const char *view_server_address(const view_server *server);
/* Plays until view_server_stop or a signal; to be called by the thread that started it. */
void view_server_run(view_server *server);
/* Ends at once: connections are cut, not closed politely. */
void view_server_stop(view_server *server);
