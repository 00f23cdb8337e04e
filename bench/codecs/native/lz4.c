/* LZ4: kind (0 frames, 1 raw blocks), level (below 0: that much acceleration), and of frames block size id, linked blocks, content checksum, favour decoding. */
#define LZ4_STATIC_LINKING_ONLY
#define LZ4_HC_STATIC_LINKING_ONLY
#define LZ4F_STATIC_LINKING_ONLY
#include "library.h"
#include <lz4.h>
#include <lz4frame.h>
#include <lz4hc.h>
#include <string.h>

static int raw, level;
static LZ4_stream_t fast;
static LZ4_streamHC_t high;
static LZ4F_cctx *compressor;
static LZ4F_dctx *decompressor;
static LZ4F_preferences_t preferences;

const char *library_version(void) { return LZ4_versionString(); }

void library_open(const int32_t p[8]) {
  raw = p[0];
  level = p[1];
  LZ4_initStream(&fast, sizeof fast);
  LZ4_initStreamHC(&high, sizeof high);
  LZ4F_freeCompressionContext(compressor);
  LZ4F_freeDecompressionContext(decompressor);
  if (LZ4F_isError(LZ4F_createCompressionContext(&compressor, LZ4F_VERSION)) || LZ4F_isError(LZ4F_createDecompressionContext(&decompressor, LZ4F_VERSION)))
    die("LZ4 gave no context.");
  memset(&preferences, 0, sizeof preferences);
  preferences.compressionLevel = level;
  preferences.autoFlush = 1;
  preferences.frameInfo.blockSizeID = (LZ4F_blockSizeID_t)p[2];
  preferences.frameInfo.blockMode = p[3] ? LZ4F_blockLinked : LZ4F_blockIndependent;
  preferences.frameInfo.contentChecksumFlag = p[4] ? LZ4F_contentChecksumEnabled : LZ4F_noContentChecksum;
  preferences.favorDecSpeed = (unsigned)p[5];
}

size_t library_bound(size_t n) { return raw ? LZ4_COMPRESSBOUND(n) : LZ4F_compressFrameBound(n, &preferences); }

size_t library_compress(const uint8_t *in, size_t n, uint8_t *out, size_t room) {
  if (raw) {
    const char *const from = (const char *)in;
    const int size = level < LZ4HC_CLEVEL_MIN ? LZ4_compress_fast_extState_fastReset(&fast, from, (char *)out, (int)n, (int)room, level < 0 ? -level + 1 : 1)
                                              : LZ4_compress_HC_extStateHC_fastReset(&high, from, (char *)out, (int)n, (int)room, level);
    return size > 0 ? (size_t)size : FAILED;
  }
  preferences.frameInfo.contentSize = n;
  const size_t size = LZ4F_compressFrame_usingCDict(compressor, out, room, in, n, NULL, &preferences);
  return LZ4F_isError(size) ? FAILED : size;
}

size_t library_decompress(const uint8_t *in, size_t n, uint8_t *out, size_t room) {
  if (raw) {
    const int size = LZ4_decompress_safe((const char *)in, (char *)out, (int)n, (int)room);
    return size >= 0 ? (size_t)size : FAILED;
  }
  static const LZ4F_decompressOptions_t options = {.stableDst = 1};
  size_t done = 0;
  LZ4F_resetDecompressionContext(decompressor);
  for (;;) {
    /* With a block's room behind it, the last block is decoded in place too. */
    size_t taken = n, given = room + (4u << 20) - done;
    const size_t pending = LZ4F_decompress(decompressor, out + done, &given, in, &taken, &options);
    if (LZ4F_isError(pending)) return FAILED;
    in += taken;
    n -= taken;
    done += given;
    if (pending == 0) return done;
    if (taken == 0 && given == 0) return FAILED;
  }
}
