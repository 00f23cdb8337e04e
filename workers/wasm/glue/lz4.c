/*
 * LZ4, frames and raw blocks. open(kind: 0 frames, 1 raw blocks; level: up to 1 fast, below 0 with that much acceleration, 2 to 12 as lz4hc.h has them; and for
 * frames: block size id 4 to 7, linked blocks 0 or 1, content checksum 0 or 1, favour decoding speed 0 or 1 (levels 10 to 12)).
 * Frames carry their content's size; reading, any number of frames and skippable frames may follow one another, and nothing else. Raw blocks carry nothing: whoever
 * reads one is told its size, or gives room enough.
 */
#define LZ4_HC_STATIC_LINKING_ONLY
#define LZ4_STATIC_LINKING_ONLY
#define LZ4F_STATIC_LINKING_ONLY
#include "abi.h"

#include <lz4.h>
#include <lz4frame.h>
#include <lz4hc.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#define FRAME_MAGIC 0x184D2204u
#define SKIPPABLE_MAGIC 0x184D2A50u
/* Magic, flags, block size id, content size and checksum of a header, a block's size, and the end mark. */
#define ONE_BLOCK_BYTES 23
/* lz4.c: LZ4_ACCELERATION_MAX. A level of -n is an acceleration of n + 1, as lz4frame.c has it. */
#define LOWEST_LEVEL (-65536)

typedef struct {
  int raw, level;
  LZ4F_preferences_t preferences;
  /* Each made when first needed. */
  LZ4F_cctx *frame_compressor;
  LZ4F_dctx *frame_decompressor;
  LZ4_stream_t *fast_state;
  LZ4_streamHC_t *high_state;
  int stream_decompressing, stream_begun;
  /* What LZ4F_decompress said is still to come of a frame; 0 at its end. */
  size_t stream_pending;
} context_t;

const char *FL_EXPORT(version)(void) { return LZ4_versionString(); }

void *FL_EXPORT(open)(int32_t raw, int32_t level, int32_t block_size, int32_t linked, int32_t checksum, int32_t favour_decoding, int32_t p6, int32_t p7) {
  (void)p6, (void)p7;
  if (level < LOWEST_LEVEL || level > LZ4HC_CLEVEL_MAX) return fl_fail(FL_PARAMETER, "the level is out of range"), NULL;
  if (!raw && (block_size < LZ4F_max64KB || block_size > LZ4F_max4MB)) return fl_fail(FL_PARAMETER, "the block size is none of 4 to 7"), NULL;
  context_t *const context = calloc(1, sizeof *context);
  if (context == NULL) return fl_fail(FL_MEMORY, "no memory for a context"), NULL;
  context->raw = raw;
  context->level = level;
  context->preferences.compressionLevel = level;
  context->preferences.favorDecSpeed = (unsigned)favour_decoding;
  context->preferences.autoFlush = 1;
  context->preferences.frameInfo.blockSizeID = (LZ4F_blockSizeID_t)block_size;
  context->preferences.frameInfo.blockMode = linked ? LZ4F_blockLinked : LZ4F_blockIndependent;
  context->preferences.frameInfo.contentChecksumFlag = checksum ? LZ4F_contentChecksumEnabled : LZ4F_noContentChecksum;
  return context;
}

void FL_EXPORT(close)(void *opaque) {
  context_t *const context = opaque;
  LZ4F_freeCompressionContext(context->frame_compressor);
  LZ4F_freeDecompressionContext(context->frame_decompressor);
  free(context->fast_state);
  free(context->high_state);
  free(context);
}

static int32_t no_memory(void) { return fl_fail(FL_MEMORY, "no memory"); }

static int32_t failed(int32_t error, size_t code) {
  if (LZ4F_getErrorCode(code) == LZ4F_ERROR_allocation_failed) error = FL_MEMORY;
  return fl_fail(error, LZ4F_getErrorName(code));
}

/* ── Raw blocks ── */

static int32_t compress_block(context_t *context, uint32_t input_bytes) {
  const char *const input = (const char *)fl_input();
  if (input_bytes > LZ4_MAX_INPUT_SIZE) return fl_fail(FL_REFUSED, "a block holds at most 2,113,929,216 bytes");
  if (!fl_reserve(LZ4_COMPRESSBOUND(input_bytes))) return no_memory();
  char *const output = (char *)fl_output();
  const int bound = LZ4_COMPRESSBOUND(input_bytes);
  int size;
  /* The states are cleared once: fastReset keeps an earlier block's table, whose entries no later block can match. */
  if (context->level < LZ4HC_CLEVEL_MIN) {
    if (context->fast_state == NULL) {
      context->fast_state = malloc(sizeof(LZ4_stream_t));
      if (context->fast_state == NULL) return no_memory();
      LZ4_initStream(context->fast_state, sizeof(LZ4_stream_t));
    }
    size = LZ4_compress_fast_extState_fastReset(context->fast_state, input, output, (int)input_bytes, bound, context->level < 0 ? -context->level + 1 : 1);
  } else {
    if (context->high_state == NULL) {
      context->high_state = malloc(sizeof(LZ4_streamHC_t));
      if (context->high_state == NULL) return no_memory();
      LZ4_initStreamHC(context->high_state, sizeof(LZ4_streamHC_t));
    }
    size = LZ4_compress_HC_extStateHC_fastReset(context->high_state, input, output, (int)input_bytes, bound, context->level);
  }
  return size > 0 ? size : fl_fail(FL_REFUSED, "the block was not compressed");
}

/* A length's continuation: bytes of 255 and one below. Gives the length, or -1 where the block ends first. */
static int64_t read_length(const uint8_t **at, const uint8_t *end, int64_t length) {
  if (length < 15) return length;
  for (;;) {
    if (*at == end) return -1;
    const uint8_t more = *(*at)++;
    length += more;
    if (more != 255) return length;
  }
}

/* What a block decodes to, by its sequences' lengths alone; -1 where it is cut. */
static int64_t block_content_bytes(const uint8_t *at, const uint8_t *end) {
  int64_t size = 0;
  for (;;) {
    if (at == end) return -1;
    const uint8_t token = *at++;
    const int64_t literals = read_length(&at, end, token >> 4);
    if (literals < 0 || literals > end - at) return -1;
    at += literals;
    size += literals;
    if (at == end) return size;
    if (end - at < 2) return -1;
    at += 2;
    const int64_t match = read_length(&at, end, token & 15);
    if (match < 0) return -1;
    size += match + 4;
  }
}

static int32_t decompress_block(uint32_t input_bytes, uint32_t limit_bytes) {
  const uint8_t *const input = fl_input();
  if (input_bytes == 0) return fl_fail(FL_DAMAGED, "it is empty");
  /* A byte adds at most 255 to a length. Where that would be much, the block is asked how much it needs. */
  uint64_t room = (uint64_t)input_bytes * 255;
  if (room > limit_bytes) room = limit_bytes;
  if (room > (4u << 20) && room > (uint64_t)input_bytes * 4) {
    const int64_t content_bytes = block_content_bytes(input, input + input_bytes);
    if (content_bytes < 0) return fl_fail(FL_DAMAGED, "the block is cut or altered");
    if ((uint64_t)content_bytes > limit_bytes) return fl_fail(FL_ROOM, "the block holds more than the limit");
    room = (uint64_t)content_bytes;
  }
  if (!fl_reserve((uint32_t)room)) return no_memory();
  const int size = LZ4_decompress_safe((const char *)input, (char *)fl_output(), (int)input_bytes, (int)room);
  if (size >= 0) return size;
  const int64_t content_bytes = block_content_bytes(input, input + input_bytes);
  if (content_bytes > limit_bytes) return fl_fail(FL_ROOM, "the block holds more than the limit");
  return fl_fail(FL_DAMAGED, content_bytes < 0 ? "the block is cut or altered" : "a match reaches before its beginning, or too near its end");
}

/* ── Frames ── */

static uint32_t read32(const uint8_t *at) { return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24; }

typedef struct {
  /* What every frame declares, or its blocks can hold where it declares nothing. */
  uint64_t room_bytes;
  /* The largest block of any frame. */
  uint32_t block_bytes;
} outline_t;

/* Walks frames and blocks without decoding: it tells how much can come out before anything is allocated for it, and meets truncation and trailing data. */
static int32_t outline_frames(const uint8_t *at, const uint8_t *end, outline_t *outline) {
  static const char cut[] = "it ends in the middle of a frame";
  if (at == end) return fl_fail(FL_DAMAGED, "it is empty");
  while (at != end) {
    if (end - at < 7) return fl_fail(FL_DAMAGED, cut);
    const uint32_t magic = read32(at);
    if ((magic & ~15u) == SKIPPABLE_MAGIC) {
      if (end - at < 8 || read32(at + 4) > (size_t)(end - at) - 8) return fl_fail(FL_DAMAGED, cut);
      at += 8 + read32(at + 4);
      continue;
    }
    if (magic != FRAME_MAGIC) return fl_fail(FL_DAMAGED, "no frame begins where one should; it is altered or followed by other data");
    const uint8_t flags = at[4];
    const uint32_t size_id = at[5] >> 4 & 7;
    if (size_id < LZ4F_max64KB) return fl_fail(FL_DAMAGED, "its block size is none of 4 to 7");
    const uint32_t block_bytes = 1u << (8 + 2 * size_id);
    const uint32_t header_bytes = 7 + (flags & 8 ? 8 : 0) + (flags & 1 ? 4 : 0);
    if ((size_t)(end - at) < header_bytes) return fl_fail(FL_DAMAGED, cut);
    const uint64_t declared = flags & 8 ? read32(at + 6) | (uint64_t)read32(at + 10) << 32 : 0;
    uint64_t bound = 0;
    at += header_bytes;
    for (;;) {
      if (end - at < 4) return fl_fail(FL_DAMAGED, cut);
      const uint32_t field = read32(at), size = field & 0x7fffffff;
      at += 4;
      if (field == 0) break;
      if (size > block_bytes) return fl_fail(FL_DAMAGED, "a block is larger than its frame allows");
      const uint32_t following = size + (flags & 16 ? 4 : 0);
      if ((size_t)(end - at) < following) return fl_fail(FL_DAMAGED, cut);
      at += following;
      bound += field >> 31 ? size : (uint64_t)size * 255 < block_bytes ? size * 255 : block_bytes;
    }
    if (flags & 4) {
      if (end - at < 4) return fl_fail(FL_DAMAGED, cut);
      at += 4;
    }
    if (declared > bound) return fl_fail(FL_DAMAGED, "a frame declares more than its blocks can hold");
    outline->room_bytes += flags & 8 ? declared : bound;
    if (block_bytes > outline->block_bytes) outline->block_bytes = block_bytes;
  }
  return 0;
}

static LZ4F_cctx *frame_compressor_of(context_t *context) {
  if (context->frame_compressor == NULL && LZ4F_isError(LZ4F_createCompressionContext(&context->frame_compressor, LZ4F_VERSION))) no_memory();
  return context->frame_compressor;
}

static LZ4F_dctx *frame_decompressor_of(context_t *context) {
  if (context->frame_decompressor == NULL && LZ4F_isError(LZ4F_createDecompressionContext(&context->frame_decompressor, LZ4F_VERSION))) no_memory();
  return context->frame_decompressor;
}

static int32_t compress_frame(context_t *context, uint32_t input_bytes) {
  LZ4F_cctx *const compressor = frame_compressor_of(context);
  if (compressor == NULL) return FL_MEMORY;
  context->preferences.frameInfo.contentSize = input_bytes;
  const size_t bound = LZ4F_compressFrameBound(input_bytes, &context->preferences);
  if (!fl_reserve((uint32_t)bound)) return no_memory();
  const size_t size = LZ4F_compressFrame_usingCDict(compressor, fl_output(), bound, fl_input(), input_bytes, NULL, &context->preferences);
  return LZ4F_isError(size) ? failed(FL_REFUSED, size) : (int32_t)size;
}

/* One frame of one block that declares its size, as every small record's is, by LZ4's own decoder of blocks: of a record that was stored, LZ4F_decompress's states and the
   outline take a third of the time. Gives 0 where the frame is any other, or not as it should be: the whole way tells why. */
static int32_t decompress_one_block(uint32_t input_bytes, uint32_t limit_bytes) {
  const uint8_t *const input = fl_input();
  /* Version 1, no block checksums, a content size, no reserved bit, no dictionary; then the block's size id alone. */
  if (input_bytes < ONE_BLOCK_BYTES || read32(input) != FRAME_MAGIC || (input[4] & 0xdb) != 0x48 || (input[5] & 0x8f) != 0 || input[5] >> 4 < LZ4F_max64KB) return 0;
  const uint32_t content_bytes = read32(input + 6), block_bytes = 1u << (8 + 2 * (input[5] >> 4)), field = read32(input + 15), size = field & 0x7fffffff;
  const uint32_t checksum_bytes = (input[4] & 4) != 0 ? 4 : 0;
  if (read32(input + 10) != 0 || content_bytes == 0 || content_bytes > block_bytes || content_bytes > limit_bytes) return 0;
  if (size > block_bytes || content_bytes > (uint64_t)size * 255 || input_bytes != ONE_BLOCK_BYTES + size + checksum_bytes || read32(input + 19 + size) != 0) return 0;
  if (input[14] != (XXH32(input + 4, 10, 0) >> 8 & 0xff) || !fl_reserve(content_bytes)) return 0;
  uint8_t *const output = fl_output();
  if (field >> 31) {
    if (size != content_bytes) return 0;
    memcpy(output, input + 19, size);
  } else if (LZ4_decompress_safe((const char *)input + 19, (char *)output, (int)size, (int)content_bytes) != (int)content_bytes) {
    return 0;
  }
  if (checksum_bytes != 0 && read32(input + 23 + size) != XXH32(output, content_bytes, 0)) return 0;
  return (int32_t)content_bytes;
}

static int32_t decompress_frames(context_t *context, uint32_t input_bytes, uint32_t limit_bytes) {
  /* The output stays where it is, so that linked blocks find their history in it. */
  static const LZ4F_decompressOptions_t options = {.stableDst = 1};
  const int32_t one_block_bytes = decompress_one_block(input_bytes, limit_bytes);
  if (one_block_bytes > 0) return one_block_bytes;
  LZ4F_dctx *const decompressor = frame_decompressor_of(context);
  if (decompressor == NULL) return FL_MEMORY;
  const uint8_t *input = fl_input();
  const uint8_t *const end = input + input_bytes;
  outline_t outline = {0, 0};
  const int32_t error = outline_frames(input, end, &outline);
  if (error < 0) return error;
  const uint64_t room = outline.room_bytes < limit_bytes ? outline.room_bytes : limit_bytes;
  /* A whole block beyond, since a block that may not fit is decoded elsewhere and copied. */
  const uint64_t capacity = room + outline.block_bytes;
  if (capacity > 0x7fffffff || !fl_reserve((uint32_t)capacity)) return no_memory();
  LZ4F_resetDecompressionContext(decompressor);
  size_t size = 0;
  while (input != end) {
    size_t taken = (size_t)(end - input), given = (size_t)capacity - size;
    const size_t pending = LZ4F_decompress(decompressor, fl_output() + size, &given, input, &taken, &options);
    if (LZ4F_isError(pending)) return failed(FL_DAMAGED, pending);
    input += taken;
    size += given;
    if (size > limit_bytes) return fl_fail(FL_ROOM, "it holds more than the limit");
    if (taken == 0 && given == 0) return fl_fail(FL_DAMAGED, "it holds more than its blocks can");
    if (input == end && pending != 0) return fl_fail(FL_DAMAGED, "it ends in the middle of a frame");
  }
  return (int32_t)size;
}

int32_t FL_EXPORT(compress)(void *opaque, uint32_t input_bytes) {
  context_t *const context = opaque;
  return context->raw ? compress_block(context, input_bytes) : compress_frame(context, input_bytes);
}

int32_t FL_EXPORT(decompress)(void *opaque, uint32_t input_bytes, uint32_t limit_bytes) {
  context_t *const context = opaque;
  return context->raw ? decompress_block(input_bytes, limit_bytes) : decompress_frames(context, input_bytes, limit_bytes);
}

/* ── Streams, of frames only ── */

int32_t FL_EXPORT(stream_begin)(void *opaque, int32_t decompressing) {
  context_t *const context = opaque;
  if (context->raw) return fl_fail(FL_PARAMETER, "raw blocks have no streams");
  context->stream_decompressing = decompressing;
  context->stream_begun = 0;
  context->stream_pending = 1;
  if (!decompressing) return frame_compressor_of(context) == NULL ? FL_MEMORY : 0;
  if (frame_decompressor_of(context) == NULL) return FL_MEMORY;
  LZ4F_resetDecompressionContext(context->frame_decompressor);
  return 0;
}

static int32_t compress_step(context_t *context, uint32_t input_bytes, int32_t last) {
  LZ4F_preferences_t preferences = context->preferences;
  preferences.frameInfo.contentSize = 0;
  if (!fl_reserve((uint32_t)(LZ4F_HEADER_SIZE_MAX + LZ4F_compressBound(input_bytes, &preferences)))) return no_memory();
  uint8_t *const output = fl_output();
  const size_t capacity = fl_capacity();
  size_t size = 0, code;
  if (!context->stream_begun) {
    code = LZ4F_compressBegin(context->frame_compressor, output, capacity, &preferences);
    if (LZ4F_isError(code)) return failed(FL_REFUSED, code);
    context->stream_begun = 1;
    size += code;
  }
  code = LZ4F_compressUpdate(context->frame_compressor, output + size, capacity - size, fl_input(), input_bytes, NULL);
  if (LZ4F_isError(code)) return failed(FL_REFUSED, code);
  size += code;
  if (last) {
    code = LZ4F_compressEnd(context->frame_compressor, output + size, capacity - size, NULL);
    if (LZ4F_isError(code)) return failed(FL_REFUSED, code);
    size += code;
  }
  return (int32_t)size;
}

static int32_t decompress_step(context_t *context, uint32_t input_bytes, int32_t last, uint32_t limit_bytes) {
  const uint8_t *const input = fl_input();
  size_t taken_bytes = 0, size = 0;
  if (!fl_reserve(limit_bytes < 65536 ? limit_bytes : 65536)) return no_memory();
  for (;;) {
    const size_t capacity = fl_capacity() < limit_bytes ? fl_capacity() : limit_bytes;
    size_t taken = input_bytes - taken_bytes, given = capacity - size;
    const size_t pending = LZ4F_decompress(context->frame_decompressor, fl_output() + size, &given, input + taken_bytes, &taken, NULL);
    if (LZ4F_isError(pending)) return failed(FL_DAMAGED, pending);
    taken_bytes += taken;
    size += given;
    /* At a frame's end without anything moved, what is pending is the next frame's header, which need not come. */
    if (taken != 0 || given != 0) context->stream_pending = pending;
    if (taken_bytes == input_bytes && size < capacity) break;
    if (size < capacity) continue;
    if (capacity >= limit_bytes) {
      if (taken_bytes == input_bytes && context->stream_pending == 0) break;
      return fl_fail(FL_ROOM, "a step gives more than its limit");
    }
    if (!fl_reserve((uint32_t)(capacity < limit_bytes / 2 ? capacity * 2 : limit_bytes))) return no_memory();
  }
  if (last && context->stream_pending != 0) return fl_fail(FL_DAMAGED, "it ends in the middle of a frame");
  return (int32_t)size;
}

int32_t FL_EXPORT(stream_step)(void *opaque, uint32_t input_bytes, int32_t last, uint32_t limit_bytes) {
  context_t *const context = opaque;
  return context->stream_decompressing ? decompress_step(context, input_bytes, last, limit_bytes) : compress_step(context, input_bytes, last);
}
