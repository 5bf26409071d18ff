/* SPDX-License-Identifier: MIT
   A page as `pliant view` sees it: a socket, the handshake of WebSocket (RFC 6455), frames both ways. As small as tests
   need it, and able to do everything wrong. */
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdbool.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "testing.h"

typedef struct visitor {
  int socket; /* -1: none */
  unsigned char *data;
  size_t size;  /* bytes that were received and not read yet */
  size_t taken; /* of them by the last message */
  bool closed;  /* the other side said goodbye */
} visitor;

enum { VISITOR_ROOM = 8 << 20, VISITOR_PATIENCE = 20000 /* ms, far beyond what a loaded machine needs */ };

/* false: the other side hung up, or takes nothing; no error of a test that wants just that. */
static inline bool put(int socket, const void *data, size_t size)
{
  const unsigned char *at = data;
  for (size_t left = size; left > 0;) {
    struct pollfd wait = {.fd = socket, .events = POLLOUT};
    if (poll(&wait, 1, 2000) <= 0) return false;
    ssize_t sent = send(socket, at, left, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent <= 0) return false;
    at += sent;
    left -= (size_t)sent;
  }
  return true;
}

/* false: nothing came in that time, or the other side hung up. */
static inline bool receive(visitor *v, int milliseconds)
{
  struct pollfd wait = {.fd = v->socket, .events = POLLIN};
  if (v->size == VISITOR_ROOM || poll(&wait, 1, milliseconds) <= 0) return false;
  ssize_t got = recv(v->socket, v->data + v->size, VISITOR_ROOM - v->size, 0);
  if (got <= 0) return false;
  v->size += (size_t)got;
  return true;
}

static inline void drop_bytes(visitor *v, size_t count)
{
  memmove(v->data, v->data + count, v->size - count);
  v->size -= count;
}

static inline void connect_to(visitor *v, int port)
{
  *v = (visitor){.socket = socket(AF_INET, SOCK_STREAM, 0), .data = malloc(VISITOR_ROOM)};
  const struct sockaddr_in at = {
      .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr = {.s_addr = htonl(INADDR_LOOPBACK)}};
  assert_true(v->data && v->socket >= 0);
  assert_int_equal(connect(v->socket, (const struct sockaddr *)&at, sizeof at), 0);
}

static inline void leave(visitor *v)
{
  if (v->socket >= 0) close(v->socket);
  free(v->data);
  *v = (visitor){.socket = -1};
}

/* The number of the answer's first line, 101 when the server speaks WebSocket from now on; 0: none came. */
static inline int shake_hands(visitor *v, const char *host, const char *origin, const char *token)
{
  char request[1024];
  int size = snprintf(request, sizeof request,
                      "GET /engine?token=%s HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                      "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n%s%s\r\n",
                      token, host, origin, origin[0] ? "\r\n" : "");
  put(v->socket, request, (size_t)size);
  for (;;) {
    v->data[v->size] = 0;
    const char *end = strstr((const char *)v->data, "\r\n\r\n");
    int code = 0;
    if (end) {
      if (sscanf((const char *)v->data, "HTTP/1.1 %d", &code) != 1) code = -1;
      drop_bytes(v, (size_t)(end + 4 - (const char *)v->data));
      return code;
    }
    if (!receive(v, VISITOR_PATIENCE)) return 0;
  }
}

/* --- frames --- */

/* FIN and opcode, then a length that need not be true; returns the header's size. Masked with zeros. */
static inline size_t frame_head(unsigned char out[14], unsigned char first, uint64_t length)
{
  size_t bytes = length < 126 ? 0 : length < 65536 ? 2 : 8;
  out[0] = first;
  out[1] = (unsigned char)(128 | (bytes == 0 ? length : bytes == 2 ? 126 : 127));
  for (size_t i = 0; i < bytes; i++) out[2 + i] = (unsigned char)(length >> 8 * (bytes - 1 - i));
  memset(out + 2 + bytes, 0, 4);
  return 6 + bytes;
}

static inline bool put_frame(const visitor *v, unsigned char first, const void *data, size_t size)
{
  unsigned char head[14];
  return put(v->socket, head, frame_head(head, first, size)) && put(v->socket, data, size);
}

enum { BINARY_FRAME = 0x82, TEXT_FRAME = 0x81, BEGUN_FRAME = 0x02, PING_FRAME = 0x89, CLOSE_FRAME = 0x88 };

/* The next binary message: bytes at *out, valid until the next call; 0: none came in that time. */
static inline size_t get_message(visitor *v, const unsigned char **out, int milliseconds)
{
  drop_bytes(v, v->taken);
  v->taken = 0;
  for (;;) {
    size_t bytes = v->size < 2 || (v->data[1] & 127) < 126 ? 0 : (v->data[1] & 127) == 126 ? 2 : 8, length = 0;
    if (v->size >= 2 + bytes && v->size >= 2) {
      for (size_t i = 0; i < bytes; i++) length = length << 8 | v->data[2 + i];
      if (bytes == 0) length = v->data[1] & 127;
      if (v->size >= 2 + bytes + length) {
        if (v->data[0] == BINARY_FRAME) {
          *out = v->data + 2 + bytes;
          v->taken = 2 + bytes + length;
          return length;
        }
        v->closed = v->data[0] == CLOSE_FRAME;
        drop_bytes(v, 2 + bytes + length);
        if (v->closed) return 0;
        continue;
      }
    }
    if (!receive(v, milliseconds)) return 0;
  }
}
