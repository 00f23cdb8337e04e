/*
 * liblzma, for the codecs xz and lzma. open(container 0 xz, 1 .lzma; preset 0-9; extreme 0, 1; check 0 none, 1 CRC32, 4 CRC64, 10 SHA-256, only of xz).
 * The encoder and the decoder each stay from call to call with all they allocated. Reading, .xz streams may follow one another, with padding, as `xz -d` takes them.
 */
#include "grow.h"

#include <lzma.h>
#include <stdlib.h>

enum container { XZ, LZMA_ALONE };
enum mode { IDLE, COMPRESSING, DECOMPRESSING };

/* Twice the dictionary of preset 9 and something for states. A dictionary beyond it helps only where the output is larger still, and then that much is allowed. */
#define DECODER_BYTES ((128u << 20) + (1u << 20))

struct context {
  enum container container;
  uint32_t preset;
  lzma_check check;
  enum mode mode;
  int ended;
  lzma_stream encoder, decoder;
};

const char *FL_EXPORT(version)(void) { return lzma_version_string(); }

void *FL_EXPORT(open)(int32_t container, int32_t preset, int32_t extreme, int32_t check, int32_t p4, int32_t p5, int32_t p6, int32_t p7) {
  (void)p4, (void)p5, (void)p6, (void)p7;
  if (container != XZ && container != LZMA_ALONE) return fl_fail(FL_PARAMETER, "the container must be 0 or 1"), NULL;
  if (preset < 0 || preset > 9) return fl_fail(FL_PARAMETER, "the level must be from 0 to 9"), NULL;
  if (check < 0 || !lzma_check_is_supported((lzma_check)check)) return fl_fail(FL_PARAMETER, "there is no such check"), NULL;
  struct context *const context = calloc(1, sizeof *context);
  if (context == NULL) return fl_fail(FL_MEMORY, "no memory is left for a context"), NULL;
  context->container = (enum container)container;
  context->preset = (uint32_t)preset | (extreme ? LZMA_PRESET_EXTREME : 0);
  context->check = (lzma_check)check;
  return context;
}

void FL_EXPORT(close)(void *opaque) {
  struct context *const context = opaque;
  lzma_end(&context->encoder);
  lzma_end(&context->decoder);
  free(context);
}

static int32_t failed(struct context *context, lzma_ret code) {
  switch (code) {
    case LZMA_MEM_ERROR: return fl_fail(FL_MEMORY, context->mode == COMPRESSING ? "no memory is left for the encoder" : "no memory is left for the decoder's dictionary");
    case LZMA_MEMLIMIT_ERROR: return fl_fail(FL_MEMORY, "its header asks for a larger dictionary than is allowed: 128 MiB, or the limit of the output where that is more");
    case LZMA_FORMAT_ERROR: return fl_fail(FL_DAMAGED, context->container == XZ ? "it is no .xz stream" : "it is no .lzma file");
    case LZMA_OPTIONS_ERROR: return fl_fail(context->mode == COMPRESSING ? FL_PARAMETER : FL_DAMAGED, "its headers ask for what liblzma does not know");
    case LZMA_UNSUPPORTED_CHECK: return fl_fail(FL_DAMAGED, "its check is of a kind that liblzma does not know");
    case LZMA_DATA_ERROR: return fl_fail(FL_DAMAGED, "a block is altered, or a check differs");
    case LZMA_BUF_ERROR: return fl_fail(FL_DAMAGED, "it ends in the middle of a stream");
    default: return fl_fail(FL_REFUSED, "liblzma refused the call");
  }
}

/* The initialisers take a stream that was used before and keep its allocations where the sizes are the same. */
static int32_t begin_encoder(struct context *context) {
  context->mode = COMPRESSING;
  context->ended = 0;
  lzma_ret code;
  if (context->container == XZ) {
    code = lzma_easy_encoder(&context->encoder, context->preset, context->check);
  } else {
    lzma_options_lzma options;
    if (lzma_lzma_preset(&options, context->preset)) return fl_fail(FL_PARAMETER, "liblzma does not know the preset");
    code = lzma_alone_encoder(&context->encoder, &options);
  }
  if (code == LZMA_OK) return 0;
  const int32_t error = failed(context, code);
  lzma_end(&context->encoder);
  return error;
}

static int32_t begin_decoder(struct context *context, uint32_t limit_bytes) {
  context->mode = DECOMPRESSING;
  context->ended = 0;
  const uint64_t memory_bytes = (uint64_t)DECODER_BYTES + (limit_bytes > DECODER_BYTES ? limit_bytes - DECODER_BYTES : 0);
  const lzma_ret code = context->container == XZ ? lzma_stream_decoder(&context->decoder, memory_bytes, LZMA_CONCATENATED | LZMA_TELL_UNSUPPORTED_CHECK)
                                                 : lzma_alone_decoder(&context->decoder, memory_bytes);
  return code == LZMA_OK ? 0 : failed(context, code);
}

int32_t FL_EXPORT(stream_begin)(void *opaque, int32_t decompressing) {
  return decompressing ? begin_decoder(opaque, 0) : begin_encoder(opaque);
}

int32_t FL_EXPORT(stream_step)(void *opaque, uint32_t input_bytes, int32_t last, uint32_t limit_bytes) {
  struct context *const context = opaque;
  if (context->mode == IDLE) return fl_fail(FL_PARAMETER, "no stream was begun");
  lzma_stream *const stream = context->mode == COMPRESSING ? &context->encoder : &context->decoder;
  stream->next_in = fl_input();
  stream->avail_in = input_bytes;
  uint32_t used = 0;
  int32_t error = 0;
  while (!context->ended) {
    const uint32_t room = grow_room(used, limit_bytes);
    if (room == 0) {
      error = grow_failure(used, limit_bytes);
      break;
    }
    stream->next_out = fl_output() + used;
    stream->avail_out = room;
    const lzma_ret code = lzma_code(stream, last ? LZMA_FINISH : LZMA_RUN);
    used += room - (uint32_t)stream->avail_out;
    if (code == LZMA_STREAM_END) {
      context->ended = 1;
    } else if (code != LZMA_OK && !(code == LZMA_BUF_ERROR && (stream->avail_out == 0 || !last))) {
      error = failed(context, code);
      break;
    } else if (!last && stream->avail_in == 0 && stream->avail_out > 0) {
      break;
    }
  }
  if (error == 0 && used > limit_bytes) error = grow_failure(used, limit_bytes);
  if (error == 0 && context->ended && stream->avail_in > 0) error = fl_fail(FL_DAMAGED, "other data follow the stream");
  if (last || error < 0) {
    context->mode = IDLE;
    context->ended = 0;
  }
  return error < 0 ? error : (int32_t)used;
}

int32_t FL_EXPORT(compress)(void *opaque, uint32_t input_bytes) {
  const size_t bound = lzma_stream_buffer_bound(input_bytes);
  if (bound > 0 && bound < GROW_MOST_BYTES && !fl_reserve((uint32_t)bound)) return fl_fail(FL_MEMORY, "no memory is left for the output");
  const int32_t begun = begin_encoder(opaque);
  return begun < 0 ? begun : fl_export_stream_step(opaque, input_bytes, 1, GROW_MOST_BYTES - 1);
}

/*
 * The .lzma container has no magic bytes, so most files of another kind look like one with a huge dictionary. Dictionaries are of 2^n or 2^n + 2^(n-1) bytes
 * in practice, which is liblzma's own rule where it guesses the container.
 */
static int has_usual_dictionary(const uint8_t *header) {
  const uint32_t size = header[1] | header[2] << 8 | header[3] << 16 | (uint32_t)header[4] << 24;
  const uint32_t lowest = size & -size;
  return size == UINT32_MAX || size == lowest || size == (lowest | lowest << 1);
}

int32_t FL_EXPORT(decompress)(void *opaque, uint32_t input_bytes, uint32_t limit_bytes) {
  struct context *const context = opaque;
  const int32_t begun = begin_decoder(context, limit_bytes);
  if (begun < 0) return begun;
  const int32_t result = fl_export_stream_step(context, input_bytes, 1, limit_bytes);
  if (result == FL_MEMORY && context->container == LZMA_ALONE && !has_usual_dictionary(fl_input())) return failed(context, LZMA_FORMAT_ERROR);
  return result;
}
