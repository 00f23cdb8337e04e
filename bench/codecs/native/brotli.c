/* brotli: quality, window, mode. Upstream keeps nothing between calls. */
#include "library.h"
#include <brotli/decode.h>
#include <brotli/encode.h>
#include <stdio.h>

static int quality, window;
static BrotliEncoderMode mode;

const char *library_version(void) {
  static char text[16];
  const uint32_t version = BrotliEncoderVersion();
  snprintf(text, sizeof text, "%u.%u.%u", version >> 24, version >> 12 & 0xfff, version & 0xfff);
  return text;
}

void library_open(const int32_t p[8]) {
  quality = p[0];
  window = p[1];
  mode = (BrotliEncoderMode)p[2];
}

size_t library_bound(size_t n) { return BrotliEncoderMaxCompressedSize(n); }

size_t library_compress(const uint8_t *in, size_t n, uint8_t *out, size_t room) {
  return BrotliEncoderCompress(quality, window, mode, n, in, &room, out) ? room : FAILED;
}

size_t library_decompress(const uint8_t *in, size_t n, uint8_t *out, size_t room) {
  return BrotliDecoderDecompress(n, in, &room, out) == BROTLI_DECODER_RESULT_SUCCESS ? room : FAILED;
}
