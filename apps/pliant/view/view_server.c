/* SPDX-License-Identifier: MIT */
#include "view/view_server.h"

#include <civetweb.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "base/memory.h"
#include "base/status.h"
#include "base/timer.h"
#include "cache/formats/text.h"
#include "file.h"
#include "stop.h"
#include "view/view_export.h"
#include "view/view_files.h"

enum {
  MOST_PAGES = 16,
  WORLDS = 2,         /* the second is what the first is compared with */
  PAGE_MESSAGES = 64, /* of one page that may wait; then it has to */
  INBOX_MESSAGES = MOST_PAGES * PAGE_MESSAGES,
  LARGE = 64 << 10,       /* bytes of a message, of which */
  LARGE_BYTES = 64 << 20, /* at most so many wait, of all pages */
  TAPE_BYTES = 512 << 20,
  TOKEN_BYTES = 16,
  FIRST_PORT = 8421,
  TRIED_PORTS = 20
};

static const double turn_seconds = 0.012; /* of play before messages and pages get their turn */

typedef struct page_connection {
  view_server *server;
  struct mg_connection *connection; /* NULL: free */
  unsigned serial;                  /* distinguishes this page from earlier ones in the slot */
  int world;
  bool joined; /* the engine knows it */
  bool closing;
  bool refused; /* its messages are malformed; it is being disconnected */
  engine_client state;
  bool reported, reported_holds; /* was it sent who holds the mouse, and which answer */
  int waiting;                   /* its messages in the inbox */
  /* What waits to be sent; the engine's thread fills it when it is empty. */
  unsigned char *out;
  size_t out_size;
  pthread_t writer;
  pthread_cond_t wake;
} page_connection;

typedef struct inbox_message {
  int page;
  unsigned serial;
  unsigned char *data;
  size_t size;
} inbox_message;

struct view_server {
  struct mg_context *context;
  view_files files;
  char *address, *host; /* "127.0.0.1:8421" */
  int port;
  bool loopback;
  char token[2 * TOKEN_BYTES + 1];
  pthread_mutex_t lock;
  pthread_cond_t arrived; /* something for the engines' thread */
  pthread_cond_t taken;   /* the inbox has room again */
  page_connection pages[MOST_PAGES];
  unsigned serial;
  inbox_message inbox[INBOX_MESSAGES];
  size_t inbox_count, large_bytes;
  engine *engines[WORLDS];
  int holder;     /* of the mouse; -1: none */
  bool abandoned; /* its holder disconnected, maybe in the middle of a pull */
  block_writer out;
  bool ending;
};

/* --- who may come --- */

/* A page elsewhere that guesses the port has neither the origin nor the token; a name that leads here has another
   host. */
static bool host_is_ours(const view_server *s, const struct mg_connection *connection)
{
  const char *host = mg_get_header(connection, "Host");
  if (!host) return false;
  if (!s->loopback) return true; /* asked for: any name may lead here, and the token decides */
  char local[64];
  snprintf(local, sizeof local, "localhost:%d", s->port);
  return strcasecmp(host, s->host) == 0 || strcasecmp(host, local) == 0;
}

static bool origin_is_ours(const struct mg_connection *connection)
{
  const char *origin = mg_get_header(connection, "Origin"), *host = mg_get_header(connection, "Host");
  if (!origin || !host) return false;
  return strncmp(origin, "http://", 7) == 0 && strcasecmp(origin + 7, host) == 0;
}

/* As long for a wrong one as for the right one. */
static bool token_is_ours(const view_server *s, const char *given)
{
  size_t length = strlen(s->token);
  unsigned different = strlen(given) != length;
  for (size_t i = 0; i < length && i < strlen(given); i++)
    different |= (unsigned)(unsigned char)given[i] ^ (unsigned)(unsigned char)s->token[i];
  return different == 0;
}

static int find_page(const view_server *s, const struct mg_connection *connection)
{
  for (int i = 0; i < MOST_PAGES; i++)
    if (s->pages[i].connection == connection) return i;
  return -1;
}

/* --- civetweb's threads --- */

static void *write_out(void *argument)
{
  page_connection *p = argument;
  view_server *s = p->server;
  pthread_mutex_lock(&s->lock);
  while (!p->closing) {
    if (!p->out) {
      pthread_cond_wait(&p->wake, &s->lock);
      continue;
    }
    struct mg_connection *connection = p->connection;
    pthread_mutex_unlock(&s->lock);
    int sent = mg_websocket_write(connection, MG_WEBSOCKET_OPCODE_BINARY, (const char *)p->out, p->out_size);
    pthread_mutex_lock(&s->lock);
    pl_release(p->out);
    p->out = NULL;
    if (sent <= 0) break;
    pthread_cond_signal(&s->arrived);
  }
  struct mg_connection *connection = p->refused ? p->connection : NULL;
  pthread_mutex_unlock(&s->lock);
  if (connection) mg_websocket_write(connection, MG_WEBSOCKET_OPCODE_CONNECTION_CLOSE, NULL, 0);
  return NULL;
}

static int connect_page(const struct mg_connection *connection, void *user)
{
  view_server *s = user;
  const struct mg_request_info *request = mg_get_request_info(connection);
  char token[128] = "", world[8] = "0";
  const char *query = request->query_string ? request->query_string : "";
  mg_get_var(query, strlen(query), "token", token, sizeof token);
  mg_get_var(query, strlen(query), "world", world, sizeof world);
  if (!host_is_ours(s, connection) || !origin_is_ours(connection) || !token_is_ours(s, token)) return 1;
  pthread_mutex_lock(&s->lock);
  int place = s->ending ? -1 : find_page(s, NULL);
  if (place >= 0) {
    page_connection *p = &s->pages[place];
    pthread_cond_t wake = p->wake;
    *p = (page_connection){.server = s, .serial = ++s->serial, .world = world[0] == '1', .wake = wake};
    p->connection = (struct mg_connection *)(uintptr_t)connection;
  }
  pthread_mutex_unlock(&s->lock);
  return place < 0;
}

static void page_ready(struct mg_connection *connection, void *user)
{
  view_server *s = user;
  pthread_mutex_lock(&s->lock);
  int place = find_page(s, connection);
  if (place >= 0 && pthread_create(&s->pages[place].writer, NULL, write_out, &s->pages[place]) == 0)
    s->pages[place].joined = true;
  pthread_cond_signal(&s->arrived);
  pthread_mutex_unlock(&s->lock);
}

/* A page that sends faster than its messages are taken waits here, on a thread of its own; others have room of their
   own. Called with the lock. */
static int wait_for_room(view_server *s, const struct mg_connection *connection, size_t size)
{
  for (;;) {
    int place = find_page(s, connection);
    if (place < 0 || s->ending || s->pages[place].closing) return -1;
    bool room = size <= LARGE || s->large_bytes + size <= LARGE_BYTES;
    if (room && s->pages[place].waiting < PAGE_MESSAGES) return place;
    pthread_cond_wait(&s->taken, &s->lock);
  }
}

/* Whole binary messages only; anything else disconnects the page. */
static int page_data(struct mg_connection *connection, int bits, char *data, size_t size, void *user)
{
  view_server *s = user;
  int opcode = bits & 15;
  if (opcode == MG_WEBSOCKET_OPCODE_CONNECTION_CLOSE) return 0;
  if (opcode == MG_WEBSOCKET_OPCODE_PING || opcode == MG_WEBSOCKET_OPCODE_PONG) return 1;
  if (opcode != MG_WEBSOCKET_OPCODE_BINARY || !(bits & 128) || size > MESSAGE_LIMIT) return 0;
  unsigned char *copy = pl_allocate_uncleared(size + 1);
  if (!copy) return 0;
  memcpy(copy, data, size);
  pthread_mutex_lock(&s->lock);
  int place = wait_for_room(s, connection, size);
  if (place >= 0) {
    s->inbox[s->inbox_count++] = (inbox_message){place, s->pages[place].serial, copy, size};
    s->pages[place].waiting++;
    if (size > LARGE) s->large_bytes += size;
    pthread_cond_signal(&s->arrived);
  }
  pthread_mutex_unlock(&s->lock);
  if (place < 0) pl_release(copy);
  return place >= 0;
}

/* Takes one out of the inbox; with the lock. */
static inbox_message take_message(view_server *s, size_t at)
{
  inbox_message m = s->inbox[at];
  memmove(&s->inbox[at], &s->inbox[at + 1], (--s->inbox_count - at) * sizeof m);
  if (m.size > LARGE) s->large_bytes -= m.size;
  s->pages[m.page].waiting--;
  pthread_cond_broadcast(&s->taken);
  return m;
}

/* Of a page that went: its place may be another's soon. */
static void drop_messages(view_server *s, int place)
{
  for (size_t i = s->inbox_count; i-- > 0;)
    if (s->inbox[i].page == place) pl_release(take_message(s, i).data);
}

static void page_gone(const struct mg_connection *connection, void *user)
{
  view_server *s = user;
  pthread_mutex_lock(&s->lock);
  int place = find_page(s, connection);
  if (place < 0) {
    pthread_mutex_unlock(&s->lock);
    return;
  }
  page_connection *p = &s->pages[place];
  bool writes = p->joined;
  p->closing = true;
  drop_messages(s, place);
  pthread_cond_signal(&p->wake);
  pthread_mutex_unlock(&s->lock);
  if (writes) pthread_join(p->writer, NULL);
  pthread_mutex_lock(&s->lock);
  pl_release(p->out);
  p->out = NULL;
  p->joined = false;
  p->connection = NULL;
  if (s->holder == place) {
    s->holder = -1;
    s->abandoned = true;
  }
  pthread_cond_signal(&s->arrived);
  pthread_mutex_unlock(&s->lock);
}

static int answer(struct mg_connection *connection, const char *status, const char *type, const char *data, size_t size)
{
  mg_printf(connection,
            "HTTP/1.1 %s\r\nContent-Type: %s\r\nContent-Length: %zu\r\nCache-Control: no-cache\r\n"
            "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
            "Content-Security-Policy: default-src 'self'; connect-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "
            "worker-src 'self' blob:; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; frame-ancestors "
            "'none'\r\nCross-Origin-Opener-Policy: same-origin\r\nCross-Origin-Embedder-Policy: require-corp\r\n\r\n",
            status, type, size);
  if (size > 0) mg_write(connection, data, size);
  return 1;
}

/* The page learns from a mark in its first line that a native engine is here. */
static int answer_index(struct mg_connection *connection, const view_file *file)
{
  static const char from[] = "<html ", to[] = "<html data-engine=\"native\" ";
  char *text = PL_NEW(char, file->size + sizeof to + 1);
  if (!text) return answer(connection, "500 Internal Server Error", "text/plain", "no memory\n", 10);
  const char *at = strstr(file->data, from);
  size_t before = at ? (size_t)(at - file->data) : file->size;
  memcpy(text, file->data, before);
  size_t size = before;
  if (at) {
    memcpy(text + size, to, sizeof to - 1);
    size += sizeof to - 1;
    memcpy(text + size, at + sizeof from - 1, file->size - before - (sizeof from - 1));
    size += file->size - before - (sizeof from - 1);
  }
  int code = answer(connection, "200 OK", view_file_type(".html"), text, size);
  pl_release(text);
  return code;
}

static int serve(struct mg_connection *connection, void *user)
{
  const view_server *s = user;
  const struct mg_request_info *request = mg_get_request_info(connection);
  static const char wrong_host[] = "this address leads elsewhere\n", none[] = "there is no such file\n";
  if (!host_is_ours(s, connection))
    return answer(connection, "403 Forbidden", "text/plain", wrong_host, sizeof wrong_host - 1);
  if (strcmp(request->request_method, "GET") != 0)
    return answer(connection, "405 Method Not Allowed", "text/plain", "", 0);
  const view_file *file = view_files_find(&s->files, request->local_uri);
  if (!file) return answer(connection, "404 Not Found", "text/plain", none, sizeof none - 1);
  if (strcmp(file->path, "/index.html") == 0) return answer_index(connection, file);
  return answer(connection, "200 OK", view_file_type(file->path), file->data, file->size);
}

/* --- the engines' thread --- */

static bool wants_the_mouse(const inbox_message *m)
{
  block_reader reader;
  block b;
  if (block_open(m->data, m->size, &reader) != PL_OK) return false;
  while (block_next(&reader, &b))
    if (b.tag == BLOCK_TAG('t', 'a', 'k', 'e')) return true;
  return false;
}

static void handle(view_server *s, const inbox_message *m)
{
  page_connection *p = &s->pages[m->page];
  pthread_mutex_lock(&s->lock);
  bool there = p->connection && p->joined && p->serial == m->serial;
  int world = p->world;
  engine_client state = p->state;
  /* The pages of both worlds of one window come and go together: the mouse is held in the first. */
  bool acts = world == 1 || s->holder < 0 || s->holder == m->page || wants_the_mouse(m);
  if (there && world == 0 && acts) s->holder = m->page;
  pthread_mutex_unlock(&s->lock);
  if (!there) return;
  pl_status status = engine_message(s->engines[world], &state, acts, m->data, m->size);
  pthread_mutex_lock(&s->lock);
  if (p->serial == m->serial) {
    p->state = state;
    if (status != PL_OK) { /* it speaks something else */
      p->closing = p->refused = true;
      pthread_cond_signal(&p->wake);
      pthread_cond_broadcast(&s->taken);
    }
  }
  pthread_mutex_unlock(&s->lock);
}

static void handle_all(view_server *s)
{
  const double begun = pl_seconds();
  while (!stop_requested() && pl_seconds() - begun < turn_seconds) { /* a flood does not keep the world from playing */
    pthread_mutex_lock(&s->lock);
    if (s->inbox_count == 0) {
      pthread_mutex_unlock(&s->lock);
      return;
    }
    inbox_message m = take_message(s, 0);
    pthread_mutex_unlock(&s->lock);
    handle(s, &m);
    pl_release(m.data);
  }
}

static void release_grab(view_server *s)
{
  pthread_mutex_lock(&s->lock);
  bool abandoned = s->abandoned;
  s->abandoned = false;
  pthread_mutex_unlock(&s->lock);
  for (int w = 0; abandoned && w < WORLDS; w++) engine_release_grab(s->engines[w]);
}

static void add_holder(view_server *s, page_connection *p, int place)
{
  bool holds = s->holder == place || s->holder < 0 || p->world == 1;
  if (p->reported && p->reported_holds == holds) return;
  uint32_t of[2] = {holds, 0};
  block_begin(&s->out, BLOCK_TAG('m', 'o', 'u', 's'));
  block_put(&s->out, of, sizeof of);
  block_end(&s->out);
  p->reported = true;
  p->reported_holds = holds;
}

static void feed(view_server *s, int place)
{
  page_connection *p = &s->pages[place];
  pthread_mutex_lock(&s->lock);
  bool ready = p->connection && p->joined && !p->closing && !p->out;
  unsigned serial = p->serial;
  if (ready && !p->state.greeted && p->state.scene == 0) {
    engine_client fresh = engine_join(s->engines[p->world]);
    if (p->state.marks == 0) p->state.marks = fresh.marks;
  }
  engine_client state = p->state;
  int world = p->world;
  pthread_mutex_unlock(&s->lock);
  if (!ready || engine_write(s->engines[world], &state, &s->out) != PL_OK) return;
  pthread_mutex_lock(&s->lock);
  if (p->serial == serial && p->connection) {
    add_holder(s, p, place);
    p->state = state;
    unsigned char *copy = block_empty(&s->out) ? NULL : pl_allocate_uncleared(s->out.bytes.size);
    if (copy) {
      memcpy(copy, s->out.bytes.data, s->out.bytes.size);
      p->out = copy;
      p->out_size = s->out.bytes.size;
      pthread_cond_signal(&p->wake);
    }
  }
  pthread_mutex_unlock(&s->lock);
}

static void wait_for_work(view_server *s, double seconds)
{
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += (long)(seconds * 1e9);
  if (until.tv_nsec >= 1000000000) {
    until.tv_nsec -= 1000000000;
    until.tv_sec++;
  }
  pthread_mutex_lock(&s->lock);
  if (s->inbox_count == 0) pthread_cond_timedwait(&s->arrived, &s->lock, &until);
  pthread_mutex_unlock(&s->lock);
}

void view_server_run(view_server *s)
{
  double last = pl_seconds();
  while (!stop_requested()) {
    handle_all(s);
    release_grab(s);
    double now = pl_seconds();
    bool moving = false;
    for (int w = 0; w < WORLDS; w++) moving = engine_play(s->engines[w], now - last, turn_seconds) || moving;
    last = now;
    for (int i = 0; i < MOST_PAGES; i++) feed(s, i);
    wait_for_work(s, moving ? 0.002 : 0.05);
  }
}

/* --- starting and stopping --- */

static pl_status make_token(view_server *s)
{
  unsigned char bytes[TOKEN_BYTES];
  FILE *source = fopen("/dev/urandom", "rb");
  size_t got = source ? fread(bytes, 1, sizeof bytes, source) : 0;
  if (source) fclose(source);
  if (got != sizeof bytes)
    return pl_fail(PL_ERROR_FILE, "/dev/urandom cannot be read; without a secret nobody is let in");
  for (int i = 0; i < TOKEN_BYTES; i++) snprintf(s->token + 2 * i, 3, "%02x", (unsigned)bytes[i]);
  return PL_OK;
}

static pl_status start_engines(view_server *s, const view_options *options)
{
  const engine_options engine = {.tape_bytes = TAPE_BYTES / WORLDS,
                                 .threads = options->threads,
                                 .confined = true,
                                 .export = view_export,
                                 .stopped = stop_requested};
  for (int w = 0; w < WORLDS; w++) PL_TRY(engine_create(&engine, &s->engines[w]));
  if (!options->scene) return PL_OK;
  char *text = NULL;
  size_t size = 0;
  PL_TRY(pl_file_read(options->scene, &text, &size));
  pl_status status = engine_open(s->engines[0], options->scene, text, size);
  pl_release(text);
  return status;
}

static bool listen_at(view_server *s, const char *host, int port)
{
  char where[256];
  snprintf(where, sizeof where, "%s:%d", host, port);
  const char *settings[] = {"listening_ports",
                            where,
                            "num_threads",
                            "24",
                            "enable_directory_listing",
                            "no",
                            "request_timeout_ms",
                            "5000",
                            "websocket_timeout_ms", /* of silence; then it is asked whether it is there */
                            "10000",
                            "enable_websocket_ping_pong",
                            "yes",
                            NULL};
  const struct mg_callbacks callbacks = {0};
  s->context = mg_start(&callbacks, s, settings);
  if (!s->context) return false;
  s->port = port;
  return true;
}

static pl_status listen_somewhere(view_server *s, const view_options *o)
{
  for (int i = 0; i < TRIED_PORTS && !s->context; i++) {
    if (i > 0 && o->port) break;
    listen_at(s, o->listen, o->port ? o->port : FIRST_PORT + i);
  }
  if (!s->context && o->port)
    return pl_fail(PL_ERROR_FILE, "%s:%d cannot be listened on; is it taken? --port chooses another", o->listen,
                   o->port);
  if (!s->context)
    return pl_fail(PL_ERROR_FILE, "no port of %s from %d on is free; --port chooses one", o->listen, FIRST_PORT);
  s->host = pl_text("%s:%d", o->listen, s->port);
  s->address = pl_text("http://%s:%d/#token=%s", o->listen, s->port, s->token);
  if (!s->host || !s->address) return PL_ERROR_MEMORY;
  mg_set_websocket_handler(s->context, "/engine$", connect_page, page_ready, page_data, page_gone, s);
  mg_set_request_handler(s->context, "/", serve, s);
  return PL_OK;
}

pl_status view_server_start(const view_options *options, view_server **out)
{
  *out = NULL;
  view_server *s = PL_NEW(view_server, 1);
  if (!s) return PL_ERROR_MEMORY;
  s->holder = -1;
  s->loopback = strcmp(options->listen, "127.0.0.1") == 0;
  pthread_mutex_init(&s->lock, NULL);
  pthread_cond_init(&s->arrived, NULL);
  pthread_cond_init(&s->taken, NULL);
  for (int i = 0; i < MOST_PAGES; i++) pthread_cond_init(&s->pages[i].wake, NULL);
  pl_status status = view_files_load(options->folder, &s->files);
  if (status == PL_OK) status = make_token(s);
  if (status == PL_OK) status = start_engines(s, options);
  if (status == PL_OK) status = listen_somewhere(s, options);
  if (status == PL_OK)
    *out = s;
  else
    view_server_stop(s);
  return status;
}

const char *view_server_address(const view_server *s) { return s->address; }

void view_server_stop(view_server *s)
{
  if (!s) return;
  pthread_mutex_lock(&s->lock);
  s->ending = true;
  pthread_cond_broadcast(&s->taken);
  pthread_mutex_unlock(&s->lock);
  if (s->context) mg_stop(s->context);
  for (int w = 0; w < WORLDS; w++) engine_destroy(s->engines[w]);
  for (size_t i = 0; i < s->inbox_count; i++) pl_release(s->inbox[i].data);
  view_files_free(&s->files);
  block_free(&s->out);
  pl_release(s->address);
  pl_release(s->host);
  for (int i = 0; i < MOST_PAGES; i++) pthread_cond_destroy(&s->pages[i].wake);
  pthread_cond_destroy(&s->arrived);
  pthread_cond_destroy(&s->taken);
  pthread_mutex_destroy(&s->lock);
  pl_release(s);
}
