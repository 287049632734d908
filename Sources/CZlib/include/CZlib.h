#ifndef CZLIB_H
#define CZLIB_H

#include <zlib.h>

// zlib's initializers are macros that pass the version and the struct size, which Swift does not
// import. 15 is the largest window; adding 16 selects the gzip wrapper only.

static inline int czlib_inflate_init_gzip(z_stream *stream) {
  return inflateInit2(stream, 15 + 16);
}

// A negative window selects raw deflate data, as in a zip member.
static inline int czlib_inflate_init_raw(z_stream *stream) {
  return inflateInit2(stream, -15);
}

// Adding 32 accepts a zlib or a gzip wrapper.
static inline int czlib_inflate_init_any(z_stream *stream) {
  return inflateInit2(stream, 15 + 32);
}

static inline int czlib_deflate_init_gzip(z_stream *stream, int level) {
  return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}

#endif
