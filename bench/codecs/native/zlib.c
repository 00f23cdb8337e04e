/* zlib: container (0 raw, 1 zlib, 2 gzip), level, strategy, windowBits, memLevel. The states are kept and reset. */
#include "library.h"
#include <zlib.h>

static z_stream writer, reader;
static int opened;

const char *library_version(void) { return zlibVersion(); }

void library_open(const int32_t p[8]) {
  const int window = p[0] == 0 ? -p[3] : p[0] == 1 ? p[3] : p[3] + 16;
  if (opened) {
    deflateEnd(&writer);
    inflateEnd(&reader);
  }
  opened = 1;
  if (deflateInit2(&writer, p[1], Z_DEFLATED, window, p[4], p[2]) != Z_OK || inflateInit2(&reader, window) != Z_OK) die("zlib refused the parameters.");
}

size_t library_bound(size_t n) { return deflateBound(&writer, n); }

size_t library_compress(const uint8_t *in, size_t n, uint8_t *out, size_t room) {
  deflateReset(&writer);
  writer.next_in = (Bytef *)in;
  writer.avail_in = (uInt)n;
  writer.next_out = out;
  writer.avail_out = (uInt)room;
  return deflate(&writer, Z_FINISH) == Z_STREAM_END ? writer.total_out : FAILED;
}

size_t library_decompress(const uint8_t *in, size_t n, uint8_t *out, size_t room) {
  inflateReset(&reader);
  reader.next_in = (Bytef *)in;
  reader.avail_in = (uInt)n;
  reader.next_out = out;
  reader.avail_out = (uInt)room;
  return inflate(&reader, Z_FINISH) == Z_STREAM_END ? reader.total_out : FAILED;
}
