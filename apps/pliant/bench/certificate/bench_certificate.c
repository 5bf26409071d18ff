/* SPDX-License-Identifier: MIT
   pliant bench certificate: one material, every model, any mesh and step, beside theory; docs/certificate.md is what it
   prints with --markdown. */
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/status.h"
#include "bench/certificate/certificate.h"
#include "command.h"

static const char help[] =
    "Holds bodies of every model against theory: deflection, frequency, volume, momentum, with pass marks.\n"
    "Everything that a row does not say is as it is by default.\n"
    "\n"
    "  pliant bench certificate\n"
    "\n"
    "Usage: pliant bench certificate [options]\n"
    "      --quick      a short form: coarse bodies, 1/60 s\n"
    "      --only TEXT  rows whose name or model contains the text\n"
    "      --markdown   as docs/certificate.md has it\n"
    "  -h, --help\n"
    "\n"
    "ok: within its range; known: outside, and the reason is told; SHORT: outside. The exit code is 1 if a row is "
    "short.\n";

bool cert_wants(const certificate *c, const char *what, const char *who)
{
  char both[128];
  snprintf(both, sizeof both, "%s, %s", what, who);
  return !c->only || strstr(both, c->only);
}

static void begin_row(certificate *c, const char *what, const char *who, const char *how)
{
  c->rows++;
  printf(c->markdown ? "| %s | %s | %s |" : "%-34s %-14s %-28s", what, who, how);
}

void cert_print(certificate *c, const cert_row *row)
{
  bool holds = row->found >= row->low && row->found <= row->high;
  const char *mark = holds ? "ok" : row->reason ? "known" : "SHORT";
  *(holds ? &c->held : row->reason ? &c->known : &c->short_of) += 1;
  begin_row(c, row->what, row->who, row->how);
  char found[32], wanted[64];
  snprintf(found, sizeof found, "%.4g %s", row->found, row->unit);
  if (row->theory > 0)
    snprintf(wanted, sizeof wanted, "%.4g +- %.0f %%", row->theory, 100 * (row->high / row->theory - 1));
  else
    snprintf(wanted, sizeof wanted, "<= %.3g", row->high);
  printf(c->markdown ? " %s | %s | %s%s%s |\n" : " %-14s %-18s %s%s%s\n", found, wanted, mark,
         holds || !row->reason ? "" : ": ", holds || !row->reason ? "" : row->reason);
  fflush(stdout);
}

void cert_failed(certificate *c, const char *what, const char *who)
{
  c->short_of++;
  begin_row(c, what, who, "");
  printf(c->markdown ? " | | SHORT: %s |\n" : " SHORT: %s\n", pl_last_error());
  fflush(stdout);
}

static void print_head(const certificate *c)
{
  char day[16] = "";
  time_t now = time(NULL);
  struct tm *date = gmtime(&now);
  if (date) strftime(day, sizeof day, "%Y-%m-%d", date);
  if (c->markdown)
    printf("# Certificate\n\nPrinted on %s by `pliant bench certificate --markdown` (pliant %s). A bar is 0.8 x 0.2 x "
           "0.2 m\nof 1000 kg/m^3 and 2e6 Pa unless stated; theory is that of heavy elasticas with shear. Frames are "
           "1/60 s and all else is\nas it is by default. `known` rows are outside their range, and say why.\n\n"
           "| what | model | at | found | wanted | |\n|---|---|---|---|---|---|\n",
           day, pl_version());
  else
    printf("%s, pliant %s\n%-34s %-14s %-28s %-14s %s\n", day, pl_version(), "what", "model", "at", " found",
           " wanted");
}

static int run(certificate *c)
{
  print_head(c);
  cert_statics(c);
  cert_sheets(c);
  cert_swings(c);
  cert_volumes(c);
  cert_momenta(c);
  cert_soft(c);
  printf("%s%d rows: %d hold, %d are known not to, %d are short\n", c->markdown ? "\n" : "", c->rows, c->held, c->known,
         c->short_of);
  return c->short_of ? EXIT_FAILED : EXIT_OK;
}

int bench_certificate(int argc, char **argv)
{
  static const struct option longs[] = {{"quick", no_argument, NULL, 'q'},
                                        {"only", required_argument, NULL, 'o'},
                                        {"markdown", no_argument, NULL, 'm'},
                                        {"help", no_argument, NULL, 'h'},
                                        {NULL, 0, NULL, 0}};
  certificate c = {0};
  optind = 1;
  for (int o; (o = getopt_long(argc, argv, "h", longs, NULL)) != -1;) switch (o) {
    case 'q': c.quick = true; break;
    case 'o': c.only = optarg; break;
    case 'm': c.markdown = true; break;
    case 'h': fputs(help, stdout); return EXIT_OK;
    default: fprintf(stderr, "`pliant bench certificate --help` lists the options\n"); return EXIT_USAGE;
    }
  if (optind < argc) {
    fprintf(stderr, "pliant bench certificate: '%s' is too much; it takes options only\n", argv[optind]);
    return EXIT_USAGE;
  }
  return run(&c);
}
