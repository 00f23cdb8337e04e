/*
 * brotli. open(quality 0-11, window 10-24 as a power of two, mode 0 generic, 1 text, 2 font).
 * Upstream has no way to use an encoder or decoder twice: each call makes its own, and malloc gives it the last one's memory again.
 */
#include "grow.h"

#include <brotli/decode.h>
#include <brotli/encode.h>
#include <stdlib.h>

/* From upstream's own header, so that it can't drift from what was compiled. */
#include "common/version.h"
#define TEXT(x) #x
#define VALUE(x) TEXT(x)

struct context {
  int32_t quality, window, mode;
  BrotliEncoderState *encoder;
  BrotliDecoderState *decoder;
  int ended;
};

const char *FL_EXPORT(version)(void) {
  return VALUE(BROTLI_VERSION_MAJOR) "." VALUE(BROTLI_VERSION_MINOR) "." VALUE(BROTLI_VERSION_PATCH);
}

void *FL_EXPORT(open)(int32_t quality, int32_t window, int32_t mode, int32_t p3, int32_t p4, int32_t p5, int32_t p6, int32_t p7) {
  (void)p3, (void)p4, (void)p5, (void)p6, (void)p7;
  if (quality < BROTLI_MIN_QUALITY || quality > BROTLI_MAX_QUALITY) return fl_fail(FL_PARAMETER, "the quality must be from 0 to 11"), NULL;
  if (window < BROTLI_MIN_WINDOW_BITS || window > BROTLI_MAX_WINDOW_BITS) return fl_fail(FL_PARAMETER, "the window must be from 10 to 24"), NULL;
  if (mode < BROTLI_MODE_GENERIC || mode > BROTLI_MODE_FONT) return fl_fail(FL_PARAMETER, "the mode must be 0, 1 or 2"), NULL;
  struct context *const context = calloc(1, sizeof *context);
  if (context == NULL) return fl_fail(FL_MEMORY, "no memory is left for a context"), NULL;
  context->quality = quality;
  context->window = window;
  context->mode = mode;
  return context;
}

static void end(struct context *context) {
  if (context->encoder != NULL) BrotliEncoderDestroyInstance(context->encoder);
  if (context->decoder != NULL) BrotliDecoderDestroyInstance(context->decoder);
  context->encoder = NULL;
  context->decoder = NULL;
}

void FL_EXPORT(close)(void *opaque) {
  end(opaque);
  free(opaque);
}

static int begin_encoder(struct context *context, uint32_t size_hint) {
  end(context);
  BrotliEncoderState *const encoder = BrotliEncoderCreateInstance(NULL, NULL, NULL);
  context->encoder = encoder;
  return encoder != NULL && BrotliEncoderSetParameter(encoder, BROTLI_PARAM_QUALITY, (uint32_t)context->quality) &&
         BrotliEncoderSetParameter(encoder, BROTLI_PARAM_LGWIN, (uint32_t)context->window) &&
         BrotliEncoderSetParameter(encoder, BROTLI_PARAM_MODE, (uint32_t)context->mode) &&
         BrotliEncoderSetParameter(encoder, BROTLI_PARAM_SIZE_HINT, size_hint);
}

/*
 * The steps of BrotliEncoderCompress, with its bytes. Not that function itself, because where memory runs out it writes the data uncompressed and says nothing;
 * it is asked only for what it alone does: to store what would come out larger than its bound.
 */
int32_t FL_EXPORT(compress)(void *opaque, uint32_t input_bytes) {
  struct context *const context = opaque;
  const size_t bound = BrotliEncoderMaxCompressedSize(input_bytes);
  if (bound == 0 || bound > GROW_MOST_BYTES) return fl_fail(FL_REFUSED, "the input is too large");
  if (!fl_reserve((uint32_t)bound)) return fl_fail(FL_MEMORY, "no memory is left for the output");
  if (input_bytes > 0) {
    if (!begin_encoder(context, input_bytes)) return end(context), fl_fail(FL_MEMORY, "no memory is left for the encoder");
    size_t available_in = input_bytes, available_out = bound, total = 0;
    const uint8_t *next_in = fl_input();
    uint8_t *next_out = fl_output();
    const BROTLI_BOOL went = BrotliEncoderCompressStream(context->encoder, BROTLI_OPERATION_FINISH, &available_in, &next_in, &available_out, &next_out, &total);
    const BROTLI_BOOL finished = BrotliEncoderIsFinished(context->encoder);
    end(context);
    if (!went) return fl_fail(FL_MEMORY, "no memory is left for the encoder");
    if (finished) return (int32_t)total;
  }
  size_t size = bound;
  if (!BrotliEncoderCompress(context->quality, context->window, (BrotliEncoderMode)context->mode, input_bytes, fl_input(), &size, fl_output()))
    return fl_fail(FL_REFUSED, "brotli refused to compress");
  return (int32_t)size;
}

int32_t FL_EXPORT(stream_begin)(void *opaque, int32_t decompressing) {
  struct context *const context = opaque;
  end(context);
  context->ended = 0;
  if (!decompressing) return begin_encoder(context, 0) ? 0 : fl_fail(FL_MEMORY, "no memory is left for the encoder");
  context->decoder = BrotliDecoderCreateInstance(NULL, NULL, NULL);
  return context->decoder != NULL ? 0 : fl_fail(FL_MEMORY, "no memory is left for the decoder");
}

static int32_t encode_step(struct context *context, uint32_t input_bytes, int32_t last, uint32_t limit_bytes) {
  size_t available_in = input_bytes;
  const uint8_t *next_in = fl_input();
  uint32_t used = 0;
  do {
    const uint32_t room = grow_room(used, limit_bytes);
    if (room == 0) return grow_failure(used, limit_bytes);
    size_t available_out = room;
    uint8_t *next_out = fl_output() + used;
    if (!BrotliEncoderCompressStream(context->encoder, last ? BROTLI_OPERATION_FINISH : BROTLI_OPERATION_PROCESS, &available_in, &next_in, &available_out, &next_out, NULL))
      return fl_fail(FL_MEMORY, "no memory is left for the encoder");
    used += room - (uint32_t)available_out;
  } while (available_in > 0 || BrotliEncoderHasMoreOutput(context->encoder) || (last && !BrotliEncoderIsFinished(context->encoder)));
  return used > limit_bytes ? grow_failure(used, limit_bytes) : (int32_t)used;
}

static int32_t decode_step(struct context *context, uint32_t input_bytes, int32_t last, uint32_t limit_bytes) {
  size_t available_in = input_bytes;
  const uint8_t *next_in = fl_input();
  uint32_t used = 0;
  while (!context->ended) {
    const uint32_t room = grow_room(used, limit_bytes);
    if (room == 0) return grow_failure(used, limit_bytes);
    size_t available_out = room;
    uint8_t *next_out = fl_output() + used;
    const BrotliDecoderResult result = BrotliDecoderDecompressStream(context->decoder, &available_in, &next_in, &available_out, &next_out, NULL);
    used += room - (uint32_t)available_out;
    if (result == BROTLI_DECODER_RESULT_ERROR) {
      const BrotliDecoderErrorCode code = BrotliDecoderGetErrorCode(context->decoder);
      const int memory = code <= BROTLI_DECODER_ERROR_ALLOC_CONTEXT_MODES && code >= BROTLI_DECODER_ERROR_ALLOC_BLOCK_TYPE_TREES;
      return fl_fail(memory ? FL_MEMORY : FL_DAMAGED, BrotliDecoderErrorString(code));
    }
    if (result == BROTLI_DECODER_RESULT_SUCCESS) context->ended = 1;
    if (result == BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT) break;
  }
  if (used > limit_bytes) return grow_failure(used, limit_bytes);
  if (context->ended && available_in > 0) return fl_fail(FL_DAMAGED, "other data follow the stream");
  if (last && !context->ended) return fl_fail(FL_DAMAGED, "it ends in the middle of the stream");
  return (int32_t)used;
}

int32_t FL_EXPORT(stream_step)(void *opaque, uint32_t input_bytes, int32_t last, uint32_t limit_bytes) {
  struct context *const context = opaque;
  const int32_t result = context->decoder != NULL ? decode_step(context, input_bytes, last, limit_bytes)
                       : context->encoder != NULL ? encode_step(context, input_bytes, last, limit_bytes)
                                                  : fl_fail(FL_PARAMETER, "no stream was begun");
  if (last || result < 0) end(context);
  return result;
}

int32_t FL_EXPORT(decompress)(void *opaque, uint32_t input_bytes, uint32_t limit_bytes) {
  const int32_t begun = fl_export_stream_begin(opaque, 1);
  return begun < 0 ? begun : fl_export_stream_step(opaque, input_bytes, 1, limit_bytes);
}
