/*
 * c-blosc 1. open(level 0-9, element bytes 1-255, shuffle 0 none, 1 bytes, 2 bits, compressor as BLOSC_BLOSCLZ … BLOSC_ZSTD of blosc.h, block bytes 0: by upstream).
 * Upstream keeps nothing between calls of its *_ctx functions. It has no streams.
 */
#include "abi.h"

#include <blosc.h>
#include <stdlib.h>

struct context {
  int32_t level, type_bytes, shuffle, block_bytes;
  const char *compressor;
};

const char *FL_EXPORT(version)(void) { return BLOSC_VERSION_STRING; }

void *FL_EXPORT(open)(int32_t level, int32_t type_bytes, int32_t shuffle, int32_t compressor, int32_t block_bytes, int32_t p5, int32_t p6, int32_t p7) {
  (void)p5, (void)p6, (void)p7;
  if (level < 0 || level > 9) return fl_fail(FL_PARAMETER, "the level must be from 0 to 9"), NULL;
  if (type_bytes < 1 || type_bytes > BLOSC_MAX_TYPESIZE) return fl_fail(FL_PARAMETER, "the element size must be from 1 to 255"), NULL;
  if (shuffle < BLOSC_NOSHUFFLE || shuffle > BLOSC_BITSHUFFLE) return fl_fail(FL_PARAMETER, "the shuffle must be 0, 1 or 2"), NULL;
  const char *name = NULL;
  /* Gives -1 for a compressor that was not compiled in. */
  if (blosc_compcode_to_compname(compressor, &name) < 0) return fl_fail(FL_PARAMETER, "there is no such compressor"), NULL;
  if (block_bytes < 0 || block_bytes > BLOSC_MAX_BLOCKSIZE) return fl_fail(FL_PARAMETER, "the block size is out of range"), NULL;
  struct context *const context = calloc(1, sizeof *context);
  if (context == NULL) return fl_fail(FL_MEMORY, "no memory is left for a context"), NULL;
  *context = (struct context){.level = level, .type_bytes = type_bytes, .shuffle = shuffle, .block_bytes = block_bytes, .compressor = name};
  return context;
}

void FL_EXPORT(close)(void *context) { free(context); }

int32_t FL_EXPORT(compress)(void *opaque, uint32_t input_bytes) {
  const struct context *const context = opaque;
  if (input_bytes > BLOSC_MAX_BUFFERSIZE) return fl_fail(FL_REFUSED, "c-blosc takes at most 2 GiB less 17 bytes");
  const size_t room = (size_t)input_bytes + BLOSC_MAX_OVERHEAD;
  if (!fl_reserve((uint32_t)room)) return fl_fail(FL_MEMORY, "no memory is left for the output");
  const int size = blosc_compress_ctx(context->level, context->shuffle, (size_t)context->type_bytes, input_bytes, fl_input(), fl_output(), room, context->compressor, (size_t)context->block_bytes, 1);
  /* It stores what does not shrink, so with this much room there is always a result. */
  if (size <= 0) return fl_fail(FL_REFUSED, "c-blosc gave no result");
  return size;
}

static uint32_t read32(const uint8_t *from) { return from[0] | from[1] << 8 | from[2] << 16 | (uint32_t)from[3] << 24; }

int32_t FL_EXPORT(decompress)(void *opaque, uint32_t input_bytes, uint32_t limit_bytes) {
  (void)opaque;
  /* The header (README_CHUNK_FORMAT of upstream): versions, flags, element bytes, then the sizes of the content, of a block and of the whole. */
  const uint8_t *const header = fl_input();
  if (input_bytes < BLOSC_MIN_HEADER_LENGTH) return fl_fail(FL_DAMAGED, "it is shorter than a header");
  const uint32_t content_bytes = read32(header + 4), whole_bytes = read32(header + 12);
  if (header[0] != BLOSC_VERSION_FORMAT) return fl_fail(FL_DAMAGED, "its header names a version that c-blosc 1 does not read");
  if (whole_bytes != input_bytes) return fl_fail(FL_DAMAGED, whole_bytes > input_bytes ? "it is shorter than its header says" : "it is longer than its header says");
  if (content_bytes > limit_bytes) return fl_fail(FL_ROOM, "its header says that it holds more than the limit");
  size_t checked_bytes = 0;
  if (blosc_cbuffer_validate(header, input_bytes, &checked_bytes) != 0 || checked_bytes != content_bytes) return fl_fail(FL_DAMAGED, "its header contradicts itself");
  /* Room of one byte at least, since upstream takes no block larger than the room. */
  if (!fl_reserve(content_bytes > 0 ? content_bytes : 1)) return fl_fail(FL_MEMORY, "no memory is left for the output");
  const int size = blosc_decompress_ctx(header, fl_output(), content_bytes, 1);
  if (size < 0 || (uint32_t)size != content_bytes) return fl_fail(FL_DAMAGED, "a block is altered");
  return size;
}

/* The recipe gives getenv this name: a page has no environment, and wasi-libc's own function would import system calls to look. */
char *formatlab_getenv(const char *name) {
  (void)name;
  return NULL;
}
