/* bzip2: block size. Upstream keeps nothing between calls. */
#include "library.h"
#include <bzlib.h>
#include <string.h>

static int block_size;

void bz_internal_error(int code) {
  (void)code;
  die("bzip2 met an internal error.");
}

const char *library_version(void) {
  static char number[16];
  const char *const whole = BZ2_bzlibVersion();
  const size_t length = strcspn(whole, ",");
  if (length < sizeof number) memcpy(number, whole, length);
  return number;
}

void library_open(const int32_t p[8]) { block_size = p[0]; }

size_t library_bound(size_t n) { return n + n / 100 + 600; }

size_t library_compress(const uint8_t *in, size_t n, uint8_t *out, size_t room) {
  unsigned size = (unsigned)room;
  return BZ2_bzBuffToBuffCompress((char *)out, &size, (char *)in, (unsigned)n, block_size, 0, 0) == BZ_OK ? size : FAILED;
}

size_t library_decompress(const uint8_t *in, size_t n, uint8_t *out, size_t room) {
  unsigned size = (unsigned)room;
  return BZ2_bzBuffToBuffDecompress((char *)out, &size, (char *)in, (unsigned)n, 0, 0) == BZ_OK ? size : FAILED;
}
