/* zstd: level, windowLog (0 by level), long-distance matching, checksum. */
#include "library.h"
#include <zstd.h>

static ZSTD_CCtx *compressor;
static ZSTD_DCtx *decompressor;

const char *library_version(void) { return ZSTD_versionString(); }

void library_open(const int32_t p[8]) {
  ZSTD_freeCCtx(compressor);
  ZSTD_freeDCtx(decompressor);
  compressor = ZSTD_createCCtx();
  decompressor = ZSTD_createDCtx();
  if (compressor == NULL || decompressor == NULL || ZSTD_isError(ZSTD_CCtx_setParameter(compressor, ZSTD_c_compressionLevel, p[0])) ||
      ZSTD_isError(ZSTD_CCtx_setParameter(compressor, ZSTD_c_windowLog, p[1])) ||
      (p[2] && ZSTD_isError(ZSTD_CCtx_setParameter(compressor, ZSTD_c_enableLongDistanceMatching, 1))) ||
      ZSTD_isError(ZSTD_CCtx_setParameter(compressor, ZSTD_c_checksumFlag, p[3])))
    die("zstd refused the parameters.");
}

size_t library_bound(size_t n) { return ZSTD_compressBound(n); }

size_t library_compress(const uint8_t *in, size_t n, uint8_t *out, size_t room) {
  const size_t size = ZSTD_compress2(compressor, out, room, in, n);
  return ZSTD_isError(size) ? FAILED : size;
}

size_t library_decompress(const uint8_t *in, size_t n, uint8_t *out, size_t room) {
  const size_t size = ZSTD_decompressDCtx(decompressor, out, room, in, n);
  return ZSTD_isError(size) ? FAILED : size;
}
