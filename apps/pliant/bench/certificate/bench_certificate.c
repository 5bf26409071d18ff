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
    "  pliant bench certificate --lines\n"
    "\n"
    "Usage: pliant bench certificate [options]\n"
    "      --lines      what was asked of physics, a line each: how many rows hold, and how the worst stands\n"
    "      --quick      a short form: coarse bodies, 1/60 s\n"
    "      --fine       the finest meshes of every model, too: takes long\n"
    "      --only TEXT  rows whose name or model contains the text\n"
    "      --markdown   as docs/certificate.md has it\n"
    "  -h, --help\n"
    "\n"
    "ok: within its range; known: outside, and proved: finer meshes converge to theory and the finest holds, or it is\n"
    "within 15 % of the theory of its model that is named; SHORT: outside. The exit code is 1 if a row is short.\n";

/* Of the theory of its own model, on meshes as coarse as these. */
static const double own_part = 0.15;

bool cert_wants(const certificate *c, const char *what, const char *who)
{
  char both[128];
  if (c->lines_only && !cert_is_asked_for(what)) return false;
  snprintf(both, sizeof both, "%s, %s", what, who);
  return !c->only || strstr(both, c->only);
}

bool cert_holds(const cert_row *row) { return row->found >= row->low && row->found <= row->high; }

void cert_within(cert_row *row, double part)
{
  row->low = (1 - part) * row->theory;
  row->high = (1 + part) * row->theory;
}

static void begin_row(certificate *c, const char *what, const char *who, const char *how)
{
  c->rows++;
  if (!c->lines_only) printf(c->markdown ? "| %s | %s | %s |" : "%-34s %-14s %-28s", what, who, how);
}

static bool is_near_own(const cert_row *row) { return row->own > 0 && fabs(row->found / row->own - 1) <= own_part; }

static void describe_end(const cert_row *row, bool known, char *out, size_t size)
{
  const char *mark = cert_holds(row) ? "ok" : known ? "known" : "SHORT";
  if (cert_holds(row))
    snprintf(out, size, "%s", mark);
  else if (row->proof[0])
    snprintf(out, size, "%s: %s", mark, row->proof);
  else if (row->own > 0)
    snprintf(out, size, "%s: %s has %.3g", mark, row->own_name, row->own);
  else
    snprintf(out, size, "%s%s%s", mark, row->note ? ": " : "", row->note ? row->note : "");
}

void cert_print(certificate *c, const cert_row *row)
{
  bool holds = cert_holds(row), known = row->proof[0] || is_near_own(row);
  *(holds ? &c->held : known ? &c->known : &c->short_of) += 1;
  begin_row(c, row->what, row->who, row->how);
  cert_count_line(c, row, known);
  if (c->lines_only) return;
  char found[32], wanted[64], end[256];
  snprintf(found, sizeof found, "%.4g %s", row->found, row->unit);
  if (row->theory > 0)
    snprintf(wanted, sizeof wanted, "%.4g +- %.0f %%", row->theory, 100 * (row->high / row->theory - 1));
  else
    snprintf(wanted, sizeof wanted, "<= %.3g", row->high);
  describe_end(row, known, end, sizeof end);
  printf(c->markdown ? " %s | %s | %s |\n" : " %-14s %-18s %s\n", found, wanted, end);
  fflush(stdout);
}

static double error_of(const cert_row *row) { return fabs(row->found / (row->own > 0 ? row->own : row->theory) - 1); }

void cert_print_series(certificate *c, cert_row *rows, size_t count)
{
  const cert_row *finest = &rows[count - 1];
  bool converges = count > 1 && (cert_holds(finest) || is_near_own(finest));
  for (size_t k = 1; k < count; k++) converges = converges && error_of(&rows[k]) < error_of(&rows[k - 1]);
  for (size_t k = 0; k < count; k++) {
    if (converges && k + 1 < count)
      snprintf(rows[k].proof, sizeof rows[k].proof,
               "coarse: off by %.0f %% of %s%.3g, and by %.0f %% on the finest mesh", 100 * error_of(&rows[k]),
               rows[k].own > 0 ? "its own theory's " : "", rows[k].own > 0 ? rows[k].own : rows[k].theory,
               100 * error_of(finest));
    cert_print(c, &rows[k]);
  }
}

void cert_failed(certificate *c, const char *what, const char *who)
{
  c->short_of++;
  begin_row(c, what, who, "");
  const cert_row row = {.what = what, .who = who, .found = NAN, .note = pl_last_error()};
  cert_count_line(c, &row, false);
  if (!c->lines_only) printf(c->markdown ? " | | SHORT: %s |\n" : " SHORT: %s\n", pl_last_error());
  fflush(stdout);
}

static void print_head(const certificate *c)
{
  char day[16] = "";
  time_t now = time(NULL);
  struct tm *date = gmtime(&now);
  if (date) strftime(day, sizeof day, "%Y-%m-%d", date);
  if (c->markdown)
    printf("# Certificate\n\nPrinted on %s by `pliant bench certificate%s --markdown` (pliant %s). A bar is 0.8 x "
           "0.2 x 0.2 m\nof 1000 kg/m^3 and 2e6 Pa unless stated; theory is that of heavy elasticas with shear. Frames "
           "are 1/60 s and all\nelse is as it is by default. `known` rows are outside their range for a reason that is "
           "proved: finer meshes converge\nto theory and the finest holds, or the row is within 15 %% of the theory of "
           "its own model, named with what it has.\n`SHORT` rows are outside.\n\n",
           day, c->fine ? " --fine" : "", pl_version());
  else
    printf("%s, pliant %s\n", day, pl_version());
  if (c->lines_only) return;
  if (c->markdown)
    printf("| what | model | at | found | wanted | |\n|---|---|---|---|---|---|\n");
  else
    printf("%-34s %-14s %-28s %-14s %s\n", "what", "model", "at", " found", " wanted");
}

static int run(certificate *c)
{
  print_head(c);
  cert_statics(c);
  cert_sheets(c);
  cert_plates(c);
  cert_swings(c);
  cert_volumes(c);
  cert_momenta(c);
  cert_soft(c);
  printf("%s%d rows: %d hold, %d are known not to, %d are short\n", c->markdown ? "\n" : "", c->rows, c->held, c->known,
         c->short_of);
  if (!c->only || c->lines_only) cert_print_lines(c);
  return c->short_of ? EXIT_FAILED : EXIT_OK;
}

int bench_certificate(int argc, char **argv)
{
  static const struct option longs[] = {{"quick", no_argument, NULL, 'q'},
                                        {"lines", no_argument, NULL, 'l'},
                                        {"fine", no_argument, NULL, 'f'},
                                        {"only", required_argument, NULL, 'o'},
                                        {"markdown", no_argument, NULL, 'm'},
                                        {"help", no_argument, NULL, 'h'},
                                        {NULL, 0, NULL, 0}};
  certificate c = {0};
  optind = 1;
  for (int o; (o = getopt_long(argc, argv, "h", longs, NULL)) != -1;) switch (o) {
    case 'q': c.quick = true; break;
    case 'l': c.lines_only = true; break;
    case 'f': c.fine = true; break;
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
