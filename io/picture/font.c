/* SPDX-License-Identifier: MIT
   Captions in a stroke font of our own. A glyph is a list of strokes, a stroke a list of points, a point two digits x
   y: base line at 2, capitals to 9, small letters to 7, tails to 0. */
#include <math.h>
#include <string.h>

#include "base/floats.h"
#include "pliant/io_picture.h"

static const char *const glyphs[95] = {
    "",                                 /* space */
    "0904 0202",                        /* ! */
    "0907 2927",                        /* " */
    "1318 3338 0444 0747",              /* # */
    "483919080716364543321203 2129",    /* $ */
    "0249 0818190908 3242433332",       /* % */
    "5217182938370403123255",           /* & */
    "0907",                             /* ' */
    "29171422",                         /* ( */
    "09171402",                         /* ) */
    "2428 0547 0745",                   /* * */
    "2428 0646",                        /* + */
    "1201",                             /* , */
    "0636",                             /* - */
    "0202",                             /* . */
    "0249",                             /* / */
    "120308193948433212",               /* 0 */
    "072922 0242",                      /* 1 */
    "08193948460242",                   /* 2 */
    "0819394847364543321203 1636",      /* 3 */
    "32390444",                         /* 4 */
    "490906364543321203",               /* 5 */
    "4839190803123243453606",           /* 6 */
    "094912",                           /* 7 */
    "16070819394847361605031232434536", /* 8 */
    "0312324348391908061545",           /* 9 */
    "0202 0606",                        /* : */
    "1201 1616",                        /* ; */
    "380532",                           /* < */
    "0747 0444",                        /* = */
    "083502",                           /* > */
    "08193948472524 2222",              /* ? */
    "35241516273635445557491907041242", /* @ */
    "022942 1434",                      /* A */
    "02093948473606 3645433202",        /* B */
    "4839190803123243",                 /* C */
    "02092947442202",                   /* D */
    "49090242 0636",                    /* E */
    "490902 0636",                      /* F */
    "48391908031232434525",             /* G */
    "0209 4249 0646",                   /* H */
    "0929 1912 0222",                   /* I */
    "4943321203",                       /* J */
    "0209 4905 1642",                   /* K */
    "090242",                           /* L */
    "0209356962",                       /* M */
    "02094249",                         /* N */
    "120308194958534212",               /* O */
    "02093948463505",                   /* P */
    "120308194958534212 3452",          /* Q */
    "02093948463505 2542",              /* R */
    "483919080716364543321203",         /* S */
    "0949 2922",                        /* T */
    "090312324349",                     /* U */
    "092249",                           /* V */
    "0912365269",                       /* W */
    "0249 0942",                        /* X */
    "092649 2622",                      /* Y */
    "09490242",                         /* Z */
    "29090121",                         /* [ */
    "0942",                             /* \ */
    "09292101",                         /* ] */
    "072947",                           /* ^ */
    "0141",                             /* _ */
    "0918",                             /* ` */
    "0617374642 45150403123243",        /* a */
    "0902 0617374643321203",            /* b */
    "4637170603123243",                 /* c */
    "4942 4637170603123243",            /* d */
    "05454637170603123243",             /* e */
    "39291812 0737",                    /* f */
    "4637170603123243 4741301001",      /* g */
    "0902 0617374642",                  /* h */
    "0702 0909",                        /* i */
    "171100 1919",                      /* j */
    "0902 3704 1532",                   /* k */
    "090312",                           /* l */
    "0702 0617273632 3647576662",       /* m */
    "0702 0617374642",                  /* n */
    "120306173746433212",               /* o */
    "0700 0617374643321203",            /* p */
    "4740 4637170603123243",            /* q */
    "0702 061737",                      /* r */
    "46371706153443321203",             /* s */
    "19132232 0737",                    /* t */
    "0703123243 4742",                  /* u */
    "072247",                           /* v */
    "0712355267",                       /* w */
    "0247 0742",                        /* x */
    "0722 4710",                        /* y */
    "07470242",                         /* z */
    "29181605141221",                   /* { */
    "0901",                             /* | */
    "09181625141201",                   /* } */
    "05163546",                         /* ~ */
};

static const double unit_height = 7, gap = 2.2, space = 2.5; /* in units of the glyph grid */
static const double thickness = 0.95;

static const char *glyph_of(char c) { return glyphs[(c < 32 || c > 126 ? '?' : c) - 32]; }

static double glyph_width(const char *glyph)
{
  double width = glyph[0] ? 0 : space;
  for (const char *p = glyph; *p; p += *p == ' ' ? 1 : 2)
    if (*p != ' ') width = fmax(width, *p - '0');
  return width;
}

double pl_text_width(double size, const char *text)
{
  PL_OWN_FLOATS;
  double width = 0;
  for (const char *c = text; *c; c++) width += glyph_width(glyph_of(*c)) + (c[1] ? gap : 0);
  return width * size / unit_height;
}

static double segment_distance(double x, double y, double ax, double ay, double bx, double by)
{
  double dx = bx - ax, dy = by - ay, length2 = dx * dx + dy * dy;
  double s = length2 > 0 ? ((x - ax) * dx + (y - ay) * dy) / length2 : 0;
  s = fmin(1, fmax(0, s));
  return hypot(x - ax - s * dx, y - ay - s * dy);
}

/* From a point of the glyph grid to its nearest stroke. */
static double glyph_distance(const char *glyph, double x, double y)
{
  double best = INFINITY;
  for (const char *p = glyph; *p;) {
    if (*p == ' ') {
      p++;
      continue;
    }
    bool joined = p[2] && p[2] != ' ', alone = !joined && (p == glyph || p[-1] == ' ');
    if (joined || alone) {
      const char *q = joined ? p + 2 : p;
      best = fmin(best, segment_distance(x, y, p[0] - '0', p[1] - '0', q[0] - '0', q[1] - '0'));
    }
    p += 2;
  }
  return best;
}

static void blend(uint8_t *pixel, const uint8_t color[3], double part)
{
  for (int k = 0; k < 3; k++) pixel[k] = (uint8_t)(pixel[k] + (color[k] - pixel[k]) * part + 0.5);
}

static void draw_glyph(pl_image *image, const char *glyph, double left, double base, double scale,
                       const uint8_t color[3])
{
  double width = glyph_width(glyph);
  int x0 = (int)floor(left - scale), x1 = (int)ceil(left + (width + 1) * scale);
  int y0 = (int)floor(base - 8 * scale), y1 = (int)ceil(base + 3 * scale);
  for (int y = y0 > 0 ? y0 : 0; y <= y1 && y < image->height; y++)
    for (int x = x0 > 0 ? x0 : 0; x <= x1 && x < image->width; x++) {
      double distance = glyph_distance(glyph, (x + 0.5 - left) / scale, 2 - (y + 0.5 - base) / scale);
      double cover = fmin(1, (0.5 * thickness - distance) * scale + 0.5);
      if (cover > 0) blend(image->pixels + 3 * ((size_t)y * (size_t)image->width + (size_t)x), color, cover);
    }
}

double pl_image_text(pl_image *image, double x, double y, double size, const uint8_t color[3], const char *text)
{
  PL_OWN_FLOATS;
  double scale = size / unit_height, left = x;
  for (const char *c = text; *c; c++) {
    draw_glyph(image, glyph_of(*c), left, y, scale, color);
    left += (glyph_width(glyph_of(*c)) + gap) * scale;
  }
  return pl_text_width(size, text);
}
