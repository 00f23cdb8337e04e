/* libdeflate: container (0 raw, 1 zlib, 2 gzip), level. */
#include "library.h"
#include <libdeflate.h>

static int container;
static struct libdeflate_compressor *compressor;
static struct libdeflate_decompressor *decompressor;

const char *library_version(void) { return LIBDEFLATE_VERSION_STRING; }

void library_open(const int32_t p[8]) {
  container = p[0];
  libdeflate_free_compressor(compressor);
  compressor = libdeflate_alloc_compressor(p[1]);
  if (decompressor == NULL) decompressor = libdeflate_alloc_decompressor();
  if (compressor == NULL || decompressor == NULL) die("libdeflate refused the level.");
}

size_t library_bound(size_t n) {
  return container == 0   ? libdeflate_deflate_compress_bound(compressor, n)
         : container == 1 ? libdeflate_zlib_compress_bound(compressor, n)
                          : libdeflate_gzip_compress_bound(compressor, n);
}

size_t library_compress(const uint8_t *in, size_t n, uint8_t *out, size_t room) {
  const size_t size = container == 0   ? libdeflate_deflate_compress(compressor, in, n, out, room)
                      : container == 1 ? libdeflate_zlib_compress(compressor, in, n, out, room)
                                       : libdeflate_gzip_compress(compressor, in, n, out, room);
  return size > 0 ? size : FAILED;
}

size_t library_decompress(const uint8_t *in, size_t n, uint8_t *out, size_t room) {
  const enum libdeflate_result result = container == 0   ? libdeflate_deflate_decompress(decompressor, in, n, out, room, NULL)
                                        : container == 1 ? libdeflate_zlib_decompress(decompressor, in, n, out, room, NULL)
                                                         : libdeflate_gzip_decompress(decompressor, in, n, out, room, NULL);
  return result == LIBDEFLATE_SUCCESS ? room : FAILED;
}
