/* SPDX-License-Identifier: MIT
   `pliant view` over real sockets: who is let in, and that whatever broken or hostile clients send, the world goes on
   for everybody else and Ctrl-C ends it. */
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

#include "block.h"
#include "web_client.h"

static char folder[] = "/tmp/pliant-view-XXXXXX";
static const char ball[] =
    "{ \"pliant\": 1, \"bodies\": [ { \"mesh\": { \"icosphere\": { \"cuts\": 4 } }, \"model\": { \"surface\": {} } } ],"
    " \"obstacles\": [ { \"plane\": {} } ] }\n";

typedef struct server {
  pid_t process;
  FILE *said;
  int port;
  char token[64], host[64], origin[96];
} server;

static double now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* A page of one file is enough: nobody draws here. */
static int begin(void **state)
{
  if (!mkdtemp(folder) || chdir(folder) || mkdir("page", 0700)) return 1;
  write_text("page/index.html", "<!doctype html><html lang=\"en\"></html>\n");
  write_text("ball.json", ball);
  server *s = calloc(1, sizeof *s);
  int ends[2];
  if (!s || pipe(ends)) return 1;
  s->process = fork();
  if (s->process == 0) {
    dup2(ends[1], 1);
    execl(PLIANT_PROGRAM, "pliant", "view", "ball.json", "--no-open", "--page", "page", "--threads", "1", (char *)NULL);
    _exit(127);
  }
  close(ends[1]);
  s->said = fdopen(ends[0], "r");
  char line[256] = "";
  if (!s->said || !fgets(line, sizeof line, s->said)) return 1;
  if (sscanf(line, "http://127.0.0.1:%d/#token=%63[0-9a-f]", &s->port, s->token) != 2) return 1;
  snprintf(s->host, sizeof s->host, "127.0.0.1:%d", s->port);
  snprintf(s->origin, sizeof s->origin, "Origin: http://%s", s->host);
  *state = s;
  return 0;
}

static int end(void **state)
{
  server *s = *state;
  if (s->process > 0) {
    kill(s->process, SIGKILL);
    waitpid(s->process, NULL, 0);
  }
  fclose(s->said);
  free(s);
  unlink("page/index.html");
  unlink("ball.json");
  rmdir("page");
  return chdir("/") || rmdir(folder);
}

static void join(visitor *v, const server *s)
{
  connect_to(v, s->port);
  assert_int_equal(shake_hands(v, s->host, s->origin, s->token), 101);
}

/* One message of one block. */
static bool say(const visitor *v, const char tag[5], const void *data, size_t size)
{
  block_writer to = {0};
  block_message(&to);
  block_begin(&to, BLOCK_TAG(tag[0], tag[1], tag[2], tag[3]));
  block_put(&to, data, size);
  block_end(&to);
  bool taken = put_frame(v, BINARY_FRAME, to.bytes.data, to.bytes.size);
  block_free(&to);
  return taken;
}

typedef struct seen_frame {
  uint32_t number, revision;
  double time, step;
} seen_frame;

/* Draws nothing, acknowledges; false: nothing came for that long. */
static bool watch(visitor *v, seen_frame *out, int milliseconds)
{
  for (const unsigned char *data;;) {
    size_t size = get_message(v, &data, milliseconds);
    block_reader reader;
    block b;
    if (size == 0) return false;
    assert_ok(block_open(data, size, &reader));
    bool found = false;
    while (block_next(&reader, &b)) {
      if (b.tag != BLOCK_TAG('f', 'r', 'a', 'm') || b.size < sizeof *out) continue;
      memcpy(out, b.payload, sizeof *out);
      found = true;
    }
    if (!found) continue;
    say(v, "ackn", &out->number, sizeof out->number);
    return true;
  }
}

/* Whoever was at the mouse: from now on this page, and the world plays from its beginning. */
static void take_and_play(const visitor *v)
{
  const struct {
    uint32_t on, unused;
    double speed;
  } play = {1, 0, 1};
  say(v, "take", NULL, 0);
  char opened[sizeof ball + 16];
  int name = snprintf(opened, sizeof opened, "ball.json%c%s", 0, ball);
  say(v, "open", opened, (size_t)name);
  say(v, "play", &play, sizeof play);
}

/* Sees so many more steps being taken, of one world; false: nothing moved for a second. */
static bool sees_steps(visitor *v, double count)
{
  for (seen_frame first = {0}, frame; watch(v, &frame, 1000);) {
    if (first.number == 0 || frame.revision != first.revision || frame.step < first.step) first = frame;
    if (frame.step >= first.step + count) return true;
  }
  return false;
}

/* The same of a world that this page begins. What others said before may arrive in between, and stop it. */
static void expect_play(visitor *v, double count)
{
  bool seen = false;
  for (double begun = now(); !seen && now() - begun < 1e-3 * VISITOR_PATIENCE;) {
    take_and_play(v);
    seen = sees_steps(v, count);
  }
  assert_true(seen);
}

/* --- who is let in --- */

static void lets_nobody_else_in(void **state)
{
  const server *s = *state;
  const char elsewhere[] = "Origin: http://elsewhere.example", none[] = "";
  char local[64], local_origin[96];
  snprintf(local, sizeof local, "localhost:%d", s->port);
  snprintf(local_origin, sizeof local_origin, "Origin: http://%s", local);
  const struct {
    const char *host, *origin, *token;
    bool in;
  } cases[] = {{s->host, s->origin, s->token, true},  {local, local_origin, s->token, true},
               {s->host, s->origin, "", false},       {s->host, s->origin, "00", false},
               {s->host, elsewhere, s->token, false}, {s->host, none, s->token, false},
               {local, s->origin, s->token, false},   {"elsewhere.example", elsewhere, s->token, false}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    visitor v;
    connect_to(&v, s->port);
    int code = shake_hands(&v, cases[i].host, cases[i].origin, cases[i].token);
    if ((code == 101) != cases[i].in) print_error("case %zu: answered %d\n", i, code);
    assert_true((code == 101) == cases[i].in);
    leave(&v);
  }
}

/* --- whatever is sent --- */

static void random_fill(unsigned char *out, size_t size, uint64_t *random)
{
  for (size_t i = 0; i < size; i++) out[i] = (unsigned char)random_bits(random);
}

/* No frames at all. */
static void send_noise(const visitor *v, uint64_t *random)
{
  unsigned char noise[3000];
  random_fill(noise, sizeof noise, random);
  put(v->socket, noise, 1 + random_bits(random) % sizeof noise);
}

/* Frames that are not whole binary messages, or do not end, or promise more than they hold. */
static void send_odd_frame(const visitor *v, uint64_t *random)
{
  static const uint64_t lengths[] = {1000, 70000, MESSAGE_LIMIT + 1, UINT64_C(0x7fffffff), UINT64_MAX};
  static const unsigned char firsts[] = {BINARY_FRAME, BEGUN_FRAME, TEXT_FRAME, PING_FRAME, CLOSE_FRAME, 0x80, 0xf3};
  unsigned char head[14], body[200];
  random_fill(body, sizeof body, random);
  size_t size = frame_head(head, firsts[random_bits(random) % sizeof firsts],
                           lengths[random_bits(random) % (sizeof lengths / sizeof *lengths)]);
  put(v->socket, head, random_bits(random) % 4 ? size : size / 2);
  put(v->socket, body, random_bits(random) % sizeof body);
}

/* A right beginning, known tags, and then anything; sizes that are not true. */
static void send_blocks(const visitor *v, uint64_t *random)
{
  static const char tags[][5] = {"grab", "move", "pin ", "parm", "seek", "load", "edit", "want", "lass", "hndl",
                                 "hold", "step", "play", "open", "expt", "pose", "take", "rset", "rept", "\x01?~z"};
  unsigned char body[600];
  for (int i = 0; i < 30; i++) {
    size_t size = random_bits(random) % sizeof body;
    random_fill(body, sizeof body, random);
    if (i % 3 == 0) memset(body, 0, sizeof body); /* numbers that are finite, and empty texts */
    block_writer to = {0};
    block_message(&to);
    block_begin(&to, 0);
    block_put(&to, body, size);
    block_end(&to);
    memcpy(to.bytes.data + BLOCK_HEADER, tags[random_bits(random) % (sizeof tags / sizeof *tags)], 4);
    if (i % 5 == 0) random_fill(to.bytes.data + BLOCK_HEADER + 4, 4, random);
    put_frame(v, BINARY_FRAME, to.bytes.data, to.bytes.size);
    block_free(&to);
  }
}

/* A message of the largest size that is taken, and then one that is larger. */
static void send_large(const visitor *v)
{
  unsigned char *data = calloc(1, MESSAGE_LIMIT + 1);
  assert_non_null(data);
  memcpy(data, "PLVW\1\0\0", 8);
  put_frame(v, BINARY_FRAME, data, MESSAGE_LIMIT);
  put_frame(v, BINARY_FRAME, data, MESSAGE_LIMIT + 1);
  free(data);
}

static void goes_on_whatever_is_sent(void **state)
{
  const server *s = *state;
  enum { ROUNDS = 40, STAYING = 6 };
  uint64_t random = 28;
  visitor good, hostile[STAYING] = {{.socket = -1}, {.socket = -1}, {.socket = -1},
                                    {.socket = -1}, {.socket = -1}, {.socket = -1}};
  join(&good, s);
  expect_play(&good, 5);
  for (int round = 0; round < ROUNDS; round++) {
    visitor *v = &hostile[round % STAYING];
    if (v->socket >= 0) { /* some hang up in the middle of things, without a word */
      const struct linger at_once = {.l_onoff = round % 2, .l_linger = 0};
      setsockopt(v->socket, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
      leave(v);
    }
    join(v, s);
    switch (round % 4) {
    case 0: send_noise(v, &random); break;
    case 1: send_odd_frame(v, &random); break;
    case 2: send_blocks(v, &random); break;
    default:
      if (round % 8 == 3) send_large(v);
      break; /* a page that says nothing and reads nothing */
    }
  }
  /* With all that still there, a page is served, new ones are let in, and commands count. */
  expect_play(&good, 20);
  visitor second;
  join(&second, s);
  bool seen = false;
  for (double begun = now(); !seen && now() - begun < 1e-3 * VISITOR_PATIENCE;) seen = sees_steps(&second, 5);
  assert_true(seen);
  leave(&second);
  for (int i = 0; i < STAYING; i++) leave(&hostile[i]);
  leave(&good);
}

/* A page that asks for more than can be done is kept waiting: another's messages come through, and it stays connected.
   3000 messages of 20 steps are more than are done before the last of them is sent. */
static void floods_hold_up_nobody(void **state)
{
  const server *s = *state;
  visitor good, flood;
  join(&good, s);
  join(&flood, s);
  expect_play(&good, 5);
  const uint32_t count = 20;
  say(&flood, "take", NULL, 0);
  for (int i = 0; i < 3000 && say(&flood, "step", &count, sizeof count); i++) continue;
  expect_play(&good, 5);
  leave(&flood);
  leave(&good);
}

/* What speaks something else is told to go. */
static void lets_strangers_go(void **state)
{
  const server *s = *state;
  visitor v;
  join(&v, s);
  put_frame(&v, BINARY_FRAME, "GET / HTTP/1.0\r\n\r\n", 18);
  const unsigned char *data;
  while (get_message(&v, &data, VISITOR_PATIENCE)) continue;
  assert_true(v.closed);
  leave(&v);
}

/* Also while clients are connected that read nothing. */
static void ends_at_once(void **state)
{
  server *s = *state;
  visitor idle[3];
  for (int i = 0; i < 3; i++) join(&idle[i], s);
  take_and_play(&idle[0]);
  kill(s->process, SIGINT);
  int status = -1;
  pid_t gone = 0;
  for (double begun = now(); gone == 0 && now() - begun < 1e-3 * VISITOR_PATIENCE; poll(NULL, 0, 10))
    gone = waitpid(s->process, &status, WNOHANG);
  assert_int_equal(gone, s->process);
  s->process = 0;
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 0);
  for (int i = 0; i < 3; i++) leave(&idle[i]);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(lets_nobody_else_in), cmocka_unit_test(goes_on_whatever_is_sent),
                                     cmocka_unit_test(floods_hold_up_nobody), cmocka_unit_test(lets_strangers_go),
                                     cmocka_unit_test(ends_at_once)};
  return cmocka_run_group_tests(tests, begin, end);
}
