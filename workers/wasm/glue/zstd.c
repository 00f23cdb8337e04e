/*
 * zstd. open(level, windowLog: 0 by level, longDistance: 0 or 1, checksum: 0 or 1).
 * Frames carry their content's size; reading, any number of frames and skippable frames may follow one another, and nothing else.
 */
#define ZSTD_STATIC_LINKING_ONLY
#include "abi.h"

#include <stdlib.h>
#include <string.h>
#include <zdict.h>
#include <zstd.h>
#include <zstd_errors.h>

typedef struct {
  int level, window_log, long_distance, checksum;
  /* Each made when first needed: a context that only reads has no match tables. */
  ZSTD_CCtx *compressor;
  ZSTD_DCtx *decompressor;
  void *dictionary;
  size_t dictionary_bytes;
  ZSTD_DDict *decompressor_dictionary;
  int stream_decompressing;
  /* What the last step said is still to come of a frame; 0 at its end. */
  size_t stream_pending;
  int stream_started;
} context_t;

static int32_t failed(int32_t error, size_t code) {
  if (ZSTD_getErrorCode(code) == ZSTD_error_memory_allocation) error = FL_MEMORY;
  return fl_fail(error, ZSTD_getErrorName(code));
}

const char *FL_EXPORT(version)(void) { return ZSTD_versionString(); }

static int within(ZSTD_cParameter parameter, int value) {
  const ZSTD_bounds bounds = ZSTD_cParam_getBounds(parameter);
  return value >= bounds.lowerBound && value <= bounds.upperBound;
}

void *FL_EXPORT(open)(int32_t level, int32_t window_log, int32_t long_distance, int32_t checksum, int32_t p4, int32_t p5, int32_t p6, int32_t p7) {
  (void)p4, (void)p5, (void)p6, (void)p7;
  if (!within(ZSTD_c_compressionLevel, level)) return fl_fail(FL_PARAMETER, "the level is out of range"), NULL;
  if (window_log != 0 && !within(ZSTD_c_windowLog, window_log)) return fl_fail(FL_PARAMETER, "the window is out of range"), NULL;
  context_t *const context = calloc(1, sizeof *context);
  if (context == NULL) return fl_fail(FL_MEMORY, "no memory for a context"), NULL;
  context->level = level;
  context->window_log = window_log;
  context->long_distance = long_distance;
  context->checksum = checksum;
  return context;
}

static void drop_dictionary(context_t *context) {
  /* In the middle of a stream neither lets its dictionary go, and would read it after it is freed. */
  if (context->decompressor != NULL) {
    ZSTD_DCtx_reset(context->decompressor, ZSTD_reset_session_only);
    ZSTD_DCtx_refDDict(context->decompressor, NULL);
  }
  if (context->compressor != NULL) {
    ZSTD_CCtx_reset(context->compressor, ZSTD_reset_session_only);
    ZSTD_CCtx_loadDictionary(context->compressor, NULL, 0);
  }
  ZSTD_freeDDict(context->decompressor_dictionary);
  free(context->dictionary);
  context->decompressor_dictionary = NULL;
  context->dictionary = NULL;
  context->dictionary_bytes = 0;
}

void FL_EXPORT(close)(void *opaque) {
  context_t *const context = opaque;
  drop_dictionary(context);
  ZSTD_freeCCtx(context->compressor);
  ZSTD_freeDCtx(context->decompressor);
  free(context);
}

/* The compressor with its parameters set: they, and the dictionary, stay from call to call. */
static ZSTD_CCtx *compressor_of(context_t *context) {
  if (context->compressor != NULL) return context->compressor;
  ZSTD_CCtx *const compressor = ZSTD_createCCtx();
  if (compressor == NULL) return fl_fail(FL_MEMORY, "no memory for a compressor"), NULL;
  size_t code = ZSTD_CCtx_setParameter(compressor, ZSTD_c_compressionLevel, context->level);
  if (!ZSTD_isError(code) && context->window_log != 0) code = ZSTD_CCtx_setParameter(compressor, ZSTD_c_windowLog, context->window_log);
  if (!ZSTD_isError(code) && context->long_distance) code = ZSTD_CCtx_setParameter(compressor, ZSTD_c_enableLongDistanceMatching, ZSTD_ps_enable);
  if (!ZSTD_isError(code)) code = ZSTD_CCtx_setParameter(compressor, ZSTD_c_checksumFlag, context->checksum);
  if (!ZSTD_isError(code) && context->dictionary != NULL) code = ZSTD_CCtx_loadDictionary_byReference(compressor, context->dictionary, context->dictionary_bytes);
  if (ZSTD_isError(code)) {
    ZSTD_freeCCtx(compressor);
    return failed(FL_PARAMETER, code), NULL;
  }
  return context->compressor = compressor;
}

static ZSTD_DCtx *decompressor_of(context_t *context) {
  if (context->decompressor != NULL) return context->decompressor;
  ZSTD_DCtx *const decompressor = ZSTD_createDCtx();
  if (decompressor == NULL) return fl_fail(FL_MEMORY, "no memory for a decompressor"), NULL;
  if (context->decompressor_dictionary != NULL) ZSTD_DCtx_refDDict(decompressor, context->decompressor_dictionary);
  return context->decompressor = decompressor;
}

int32_t FL_EXPORT(compress)(void *opaque, uint32_t input_bytes) {
  ZSTD_CCtx *const compressor = compressor_of(opaque);
  if (compressor == NULL) return FL_MEMORY;
  const size_t bound = ZSTD_compressBound(input_bytes);
  if (ZSTD_isError(bound) || !fl_reserve(bound)) return fl_fail(FL_MEMORY, "no memory for the output");
  const size_t size = ZSTD_compress2(compressor, fl_output(), fl_capacity(), fl_input(), input_bytes);
  return ZSTD_isError(size) ? failed(FL_REFUSED, size) : (int32_t)size;
}

/* What the first frame tells of its content's size, or ZSTD_CONTENTSIZE_UNKNOWN or _ERROR. The headers of small records are read here (RFC 8878, 3.1.1.1: one segment, no dictionary, a size of one
   byte or two, a checksum or not), since all that upstream reads of them takes a tenth of the time of one that is stored. */
static unsigned long long first_content_bytes(const uint8_t *input, uint32_t input_bytes) {
  static const uint8_t magic[4] = {0x28, 0xb5, 0x2f, 0xfd};
  if (input_bytes >= 7 && memcmp(input, magic, sizeof magic) == 0) {
    const uint32_t descriptor = input[4] & ~4u;
    if (descriptor == 0x20) return input[5];
    if (descriptor == 0x60) return (input[5] | (uint32_t)input[6] << 8) + 256;
  }
  return ZSTD_getFrameContentSize(input, input_bytes);
}

int32_t FL_EXPORT(decompress)(void *opaque, uint32_t input_bytes, uint32_t limit_bytes) {
  ZSTD_DCtx *const decompressor = decompressor_of(opaque);
  if (decompressor == NULL) return FL_MEMORY;
  const uint8_t *const input = fl_input();
  if (input_bytes == 0) return fl_fail(FL_DAMAGED, "it is empty");
  /* One frame that tells its size, as most inputs are, with room for just that; where it does not come off, the frames are looked at one by one. */
  const unsigned long long first = first_content_bytes(input, input_bytes);
  if (first <= limit_bytes && first <= (unsigned long long)(input_bytes / 4) * ZSTD_BLOCKSIZE_MAX) {
    if (!fl_reserve((uint32_t)first)) return fl_fail(FL_MEMORY, "no memory for the output");
    const size_t size = ZSTD_decompressDCtx(decompressor, fl_output(), (size_t)first, input, input_bytes);
    if (!ZSTD_isError(size)) return (int32_t)size;
  }
  /* What the frames declare, if all of them do. */
  unsigned long long room = ZSTD_findDecompressedSize(input, input_bytes);
  if (room == ZSTD_CONTENTSIZE_ERROR) return fl_fail(FL_DAMAGED, "its frames are cut, altered, or followed by other data");
  if (room == ZSTD_CONTENTSIZE_UNKNOWN) {
    const unsigned long long bound = ZSTD_decompressBound(input, input_bytes);
    if (bound == ZSTD_CONTENTSIZE_ERROR) return fl_fail(FL_DAMAGED, "its frames are cut, altered, or followed by other data");
    room = bound < limit_bytes ? bound : limit_bytes;
  } else {
    /* Frames may declare anything, but the smallest block takes 4 bytes and holds at most ZSTD_BLOCKSIZE_MAX: no room is made for more. */
    if (room > (unsigned long long)(input_bytes / 4) * ZSTD_BLOCKSIZE_MAX) return fl_fail(FL_DAMAGED, "a frame declares more than its blocks can hold");
    if (room > limit_bytes) return fl_fail(FL_ROOM, "it declares more than the limit");
  }
  if (!fl_reserve(room)) return fl_fail(FL_MEMORY, "no memory for the output");
  const size_t size = ZSTD_decompressDCtx(decompressor, fl_output(), room, input, input_bytes);
  if (!ZSTD_isError(size)) return (int32_t)size;
  if (ZSTD_getErrorCode(size) == ZSTD_error_dstSize_tooSmall && room == limit_bytes) return fl_fail(FL_ROOM, ZSTD_getErrorName(size));
  return failed(FL_DAMAGED, size);
}

int32_t FL_EXPORT(stream_begin)(void *opaque, int32_t decompressing) {
  context_t *const context = opaque;
  context->stream_decompressing = decompressing;
  context->stream_pending = 0;
  context->stream_started = 0;
  if (decompressing) {
    ZSTD_DCtx *const decompressor = decompressor_of(context);
    if (decompressor == NULL) return FL_MEMORY;
    ZSTD_DCtx_reset(decompressor, ZSTD_reset_session_only);
  } else {
    ZSTD_CCtx *const compressor = compressor_of(context);
    if (compressor == NULL) return FL_MEMORY;
    ZSTD_CCtx_reset(compressor, ZSTD_reset_session_only);
  }
  return 0;
}

/* More room for a stream's output: twice as much, within the limit. */
static int32_t grow(uint32_t limit_bytes) {
  const uint32_t capacity = fl_capacity();
  if (capacity >= limit_bytes) return fl_fail(FL_ROOM, "a step gives more than its limit");
  return fl_reserve(capacity < limit_bytes / 2 ? capacity * 2 : limit_bytes) ? 0 : fl_fail(FL_MEMORY, "no memory for the output");
}

int32_t FL_EXPORT(stream_step)(void *opaque, uint32_t input_bytes, int32_t last, uint32_t limit_bytes) {
  context_t *const context = opaque;
  ZSTD_inBuffer input = {fl_input(), input_bytes, 0};
  ZSTD_outBuffer output = {NULL, 0, 0};
  if (!fl_reserve(1)) return fl_fail(FL_MEMORY, "no memory for the output");
  for (;;) {
    output.dst = fl_output();
    output.size = fl_capacity() < limit_bytes ? fl_capacity() : limit_bytes;
    size_t pending;
    int finished;
    if (context->stream_decompressing) {
      const size_t before = input.pos + output.pos;
      if (input.pos < input.size || context->stream_pending != 0) {
        pending = ZSTD_decompressStream(context->decompressor, &output, &input);
        context->stream_started = 1;
        if (ZSTD_isError(pending)) return failed(FL_DAMAGED, pending);
        context->stream_pending = pending;
      }
      /* A frame's end may lie between steps, so all that counts is that nothing moved, or that all input is in and there is room left. */
      finished = input.pos == input.size && (output.pos < output.size || (before == input.pos + output.pos && context->stream_pending == 0));
    } else {
      pending = ZSTD_compressStream2(context->compressor, &output, &input, last ? ZSTD_e_end : ZSTD_e_continue);
      if (ZSTD_isError(pending)) return failed(FL_REFUSED, pending);
      finished = input.pos == input.size && (last ? pending == 0 : output.pos < output.size);
    }
    if (finished) break;
    if (output.pos == output.size) {
      const int32_t error = grow(limit_bytes);
      if (error != 0) return error;
    }
  }
  if (last && context->stream_decompressing && (context->stream_pending != 0 || !context->stream_started)) return fl_fail(FL_DAMAGED, "it ends in the middle of a frame");
  return (int32_t)output.pos;
}

int32_t FL_EXPORT(train)(uint32_t samples_bytes, uint32_t count, uint32_t size_bytes) {
  if (!fl_reserve(size_bytes)) return fl_fail(FL_MEMORY, "no memory for the dictionary");
  const size_t *const sizes = (const size_t *)(fl_input() + ((samples_bytes + 3) & ~3u));
  const size_t size = ZDICT_trainFromBuffer(fl_output(), size_bytes, fl_input(), sizes, count);
  if (!ZDICT_isError(size)) return (int32_t)size;
  return fl_fail(ZSTD_getErrorCode(size) == ZSTD_error_memory_allocation ? FL_MEMORY : FL_DICTIONARY, ZDICT_getErrorName(size));
}

int32_t FL_EXPORT(dictionary)(void *opaque, uint32_t input_bytes) {
  context_t *const context = opaque;
  drop_dictionary(context);
  if (input_bytes == 0) return 0;
  if (ZDICT_getDictID(fl_input(), input_bytes) == 0) return fl_fail(FL_DICTIONARY, "it is no zstd dictionary");
  void *const copy = malloc(input_bytes);
  if (copy == NULL) return fl_fail(FL_MEMORY, "no memory for the dictionary");
  memcpy(copy, fl_input(), input_bytes);
  context->dictionary = copy;
  context->dictionary_bytes = input_bytes;
  context->decompressor_dictionary = ZSTD_createDDict_byReference(copy, input_bytes);
  if (context->decompressor_dictionary == NULL) {
    drop_dictionary(context);
    return fl_fail(FL_DICTIONARY, "it is a damaged zstd dictionary");
  }
  if (context->decompressor != NULL) ZSTD_DCtx_refDDict(context->decompressor, context->decompressor_dictionary);
  if (context->compressor != NULL) ZSTD_CCtx_loadDictionary_byReference(context->compressor, copy, input_bytes);
  return 0;
}
