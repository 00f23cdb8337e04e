/*
 * bzip2. open(block size 1-9, in 100,000 bytes). Streams may follow one another, as `bzip2 -d` reads them; other data behind them are refused.
 * Upstream has no way to use a state twice: each call makes its own, and malloc gives it the last one's memory again.
 */
#include "grow.h"

#include <bzlib.h>
#include <stdlib.h>
#include <string.h>

enum mode { IDLE, COMPRESSING, DECOMPRESSING };

struct context {
  int32_t level;
  enum mode mode;
  /* Decompressing: streams that came to their end, and whether another has begun. */
  int streams, begun;
  bz_stream stream;
};

/* BZ_NO_STDIO leaves this to us. Upstream calls it where its own state contradicts itself, and it must not return. */
void bz_internal_error(int code) {
  char text[48] = "bzip2 met an internal error, number ";
  char *digit = text + strlen(text) + 4;
  *digit = 0;
  for (int place = 0; place < 4; place += 1, code /= 10) *--digit = (char)('0' + code % 10);
  fl_fail(FL_REFUSED, text);
  __builtin_trap();
}

const char *FL_EXPORT(version)(void) {
  /* "1.0.8, 13-Jul-2019" */
  static char number[16];
  const char *const whole = BZ2_bzlibVersion();
  const size_t length = strcspn(whole, ",");
  if (length < sizeof number) memcpy(number, whole, length);
  return number;
}

void *FL_EXPORT(open)(int32_t level, int32_t p1, int32_t p2, int32_t p3, int32_t p4, int32_t p5, int32_t p6, int32_t p7) {
  (void)p1, (void)p2, (void)p3, (void)p4, (void)p5, (void)p6, (void)p7;
  if (level < 1 || level > 9) return fl_fail(FL_PARAMETER, "the level must be from 1 to 9"), NULL;
  struct context *const context = calloc(1, sizeof *context);
  if (context == NULL) return fl_fail(FL_MEMORY, "no memory is left for a context"), NULL;
  context->level = level;
  return context;
}

static void end(struct context *context) {
  if (context->mode == COMPRESSING) BZ2_bzCompressEnd(&context->stream);
  if (context->mode == DECOMPRESSING) BZ2_bzDecompressEnd(&context->stream);
  context->mode = IDLE;
}

void FL_EXPORT(close)(void *opaque) {
  end(opaque);
  free(opaque);
}

static int32_t failed(int code) {
  switch (code) {
    case BZ_MEM_ERROR: return fl_fail(FL_MEMORY, "no memory is left for bzip2's blocks");
    case BZ_DATA_ERROR_MAGIC: return fl_fail(FL_DAMAGED, "it is no bzip2 stream, or one is followed by other data");
    case BZ_DATA_ERROR: return fl_fail(FL_DAMAGED, "a block is altered, or a checksum differs");
    default: return fl_fail(FL_REFUSED, "bzip2 refused the call");
  }
}

static int32_t begin_stream(struct context *context, enum mode mode) {
  memset(&context->stream, 0, sizeof context->stream);
  /* 0: upstream's own work factor, 30; and the fast of the two decoders, as bzip2 -d has it without -s. */
  const int code = mode == COMPRESSING ? BZ2_bzCompressInit(&context->stream, context->level, 0, 0) : BZ2_bzDecompressInit(&context->stream, 0, 0);
  if (code != BZ_OK) return failed(code);
  context->mode = mode;
  context->begun = 0;
  return 0;
}

int32_t FL_EXPORT(stream_begin)(void *opaque, int32_t decompressing) {
  struct context *const context = opaque;
  end(context);
  context->streams = 0;
  return begin_stream(context, decompressing ? DECOMPRESSING : COMPRESSING);
}

static int32_t encode_step(struct context *context, uint32_t input_bytes, int32_t last, uint32_t limit_bytes) {
  bz_stream *const stream = &context->stream;
  stream->next_in = (char *)fl_input();
  stream->avail_in = input_bytes;
  uint32_t used = 0;
  /* Running on nothing is an error to bzip2. */
  int code = last ? BZ_FINISH_OK : BZ_RUN_OK;
  while (last ? code != BZ_STREAM_END : stream->avail_in > 0) {
    const uint32_t room = grow_room(used, limit_bytes);
    if (room == 0) return grow_failure(used, limit_bytes);
    stream->next_out = (char *)fl_output() + used;
    stream->avail_out = room;
    code = BZ2_bzCompress(stream, last ? BZ_FINISH : BZ_RUN);
    used += room - stream->avail_out;
    if (code < 0) return failed(code);
  }
  return used > limit_bytes ? grow_failure(used, limit_bytes) : (int32_t)used;
}

/* The stream came to its end: another may follow in what is left of the input. */
static int32_t next_stream(struct context *context) {
  char *const next_in = context->stream.next_in;
  const unsigned avail_in = context->stream.avail_in;
  end(context);
  const int32_t begun = begin_stream(context, DECOMPRESSING);
  context->streams += 1;
  context->stream.next_in = next_in;
  context->stream.avail_in = avail_in;
  return begun;
}

static int32_t decode_step(struct context *context, uint32_t input_bytes, int32_t last, uint32_t limit_bytes) {
  bz_stream *const stream = &context->stream;
  stream->next_in = (char *)fl_input();
  stream->avail_in = input_bytes;
  uint32_t used = 0;
  while (stream->avail_in > 0 || context->begun) {
    const uint32_t room = grow_room(used, limit_bytes);
    if (room == 0) return grow_failure(used, limit_bytes);
    stream->next_out = (char *)fl_output() + used;
    stream->avail_out = room;
    context->begun = 1;
    const int code = BZ2_bzDecompress(stream);
    used += room - stream->avail_out;
    if (code == BZ_STREAM_END) {
      const int32_t begun = next_stream(context);
      if (begun < 0) return begun;
      continue;
    }
    if (code != BZ_OK) return failed(code);
    if (stream->avail_in == 0 && stream->avail_out > 0) break;
  }
  if (used > limit_bytes) return grow_failure(used, limit_bytes);
  if (last && (context->begun || context->streams == 0)) return fl_fail(FL_DAMAGED, "it ends in the middle of a stream");
  return (int32_t)used;
}

int32_t FL_EXPORT(stream_step)(void *opaque, uint32_t input_bytes, int32_t last, uint32_t limit_bytes) {
  struct context *const context = opaque;
  if (context->mode == IDLE) return fl_fail(FL_PARAMETER, "no stream was begun");
  const int32_t result = context->mode == COMPRESSING ? encode_step(context, input_bytes, last, limit_bytes) : decode_step(context, input_bytes, last, limit_bytes);
  if (last || result < 0) end(context);
  return result;
}

int32_t FL_EXPORT(compress)(void *opaque, uint32_t input_bytes) {
  /* What upstream's manual says a stream can take at most, so that the arena need not grow on the way. */
  const uint64_t bound = (uint64_t)input_bytes + input_bytes / 100 + 600;
  if (bound < GROW_MOST_BYTES && !fl_reserve((uint32_t)bound)) return fl_fail(FL_MEMORY, "no memory is left for the output");
  const int32_t begun = fl_export_stream_begin(opaque, 0);
  return begun < 0 ? begun : fl_export_stream_step(opaque, input_bytes, 1, GROW_MOST_BYTES - 1);
}

int32_t FL_EXPORT(decompress)(void *opaque, uint32_t input_bytes, uint32_t limit_bytes) {
  const int32_t begun = fl_export_stream_begin(opaque, 1);
  return begun < 0 ? begun : fl_export_stream_step(opaque, input_bytes, 1, limit_bytes);
}
