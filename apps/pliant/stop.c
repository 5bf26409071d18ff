/* SPDX-License-Identifier: MIT */
#include "stop.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t requested;

static void request(int signal)
{
  (void)signal;
  requested = 1;
}

void stop_ignore_pipes(void)
{
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN); /* as is a file at its size limit */
}

void stop_listen(void)
{
  stop_ignore_pipes();
  struct sigaction action = {.sa_handler = request, .sa_flags = SA_RESTART | (int)SA_RESETHAND};
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  struct sigaction before;
  if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
    sigaction(SIGHUP, &action, NULL); /* nohup */
}

bool stop_requested(void) { return requested != 0; }
