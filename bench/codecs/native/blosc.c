/* c-blosc: level, element bytes, shuffle, compressor (as blosc.h numbers them), block bytes (0: by upstream). */
#include "library.h"
#include <blosc.h>

static int level, element_bytes, shuffle, block_bytes;
static const char *compressor;

const char *library_version(void) { return BLOSC_VERSION_STRING; }

void library_open(const int32_t p[8]) {
  level = p[0];
  element_bytes = p[1];
  shuffle = p[2];
  block_bytes = p[4];
  if (blosc_compcode_to_compname(p[3], &compressor) < 0) die("c-blosc has no such compressor.");
}

size_t library_bound(size_t n) { return n + BLOSC_MAX_OVERHEAD; }

size_t library_compress(const uint8_t *in, size_t n, uint8_t *out, size_t room) {
  const int size = blosc_compress_ctx(level, shuffle, (size_t)element_bytes, n, in, out, room, compressor, (size_t)block_bytes, 1);
  return size > 0 ? (size_t)size : FAILED;
}

size_t library_decompress(const uint8_t *in, size_t n, uint8_t *out, size_t room) {
  (void)n;
  const int size = blosc_decompress_ctx(in, out, room, 1);
  return size >= 0 ? (size_t)size : FAILED;
}
