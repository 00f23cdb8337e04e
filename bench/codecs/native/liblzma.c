/* liblzma: container (0 xz, 1 .lzma), preset, extreme, check. The streams are kept and begun anew, which keeps what they allocated. */
#include "library.h"
#include <lzma.h>

static lzma_stream encoder = LZMA_STREAM_INIT, decoder = LZMA_STREAM_INIT;
static int alone;
static uint32_t preset;
static lzma_check check;

const char *library_version(void) { return lzma_version_string(); }

void library_open(const int32_t p[8]) {
  lzma_end(&encoder);
  lzma_end(&decoder);
  alone = p[0];
  preset = (uint32_t)p[1] | (p[2] ? LZMA_PRESET_EXTREME : 0);
  check = (lzma_check)p[3];
}

size_t library_bound(size_t n) { return lzma_stream_buffer_bound(n); }

static size_t run(lzma_stream *stream, const uint8_t *in, size_t n, uint8_t *out, size_t room) {
  stream->next_in = in;
  stream->avail_in = n;
  stream->next_out = out;
  stream->avail_out = room;
  return lzma_code(stream, LZMA_FINISH) == LZMA_STREAM_END ? room - stream->avail_out : FAILED;
}

size_t library_compress(const uint8_t *in, size_t n, uint8_t *out, size_t room) {
  if (alone) {
    lzma_options_lzma options;
    if (lzma_lzma_preset(&options, preset) || lzma_alone_encoder(&encoder, &options) != LZMA_OK) return FAILED;
  } else if (lzma_easy_encoder(&encoder, preset, check) != LZMA_OK) {
    return FAILED;
  }
  return run(&encoder, in, n, out, room);
}

size_t library_decompress(const uint8_t *in, size_t n, uint8_t *out, size_t room) {
  if ((alone ? lzma_alone_decoder(&decoder, UINT64_MAX) : lzma_stream_decoder(&decoder, UINT64_MAX, 0)) != LZMA_OK) return FAILED;
  /* A .lzma stream of unknown size ends with a marker, for which liblzma wants to see room: the buffer has it. */
  return run(&decoder, in, n, out, room + 1);
}
