/*
 * The filters of HDF5's chunks as h5py's users have them. A context is at most a byte shuffle and then one compressor; its parameters:
 * 0 the compressor (enum compressor), 1 its level (lz4 and lzf have none), 2 the bytes of an element (1-255), 3 whether the bytes are shuffled first, 4 the compressor inside: of
 * blosc as BLOSC_BLOSCLZ … BLOSC_ZSTD, of bitshuffle 0 none, 2 LZ4, 3 zstd; 5 blosc's own shuffle (0 none, 1 bytes, 2 bits).
 *
 * compress gives FL_REFUSED for a chunk that a filter doesn't shrink where the registered filter leaves such chunks as they are. decompress takes the chunk's size as
 * limit_bytes and gives exactly as many bytes, whatever the input claims. Layouts of LZ4 and bitshuffle: github.com/HDFGroup/hdf5_plugins and github.com/kiyo-masui/bitshuffle.
 */
#include "abi.h"
#include "lzf.h"

#include <blosc.h>
#include <libdeflate.h>
#include <lz4.h>
#include <shuffle.h>
#include <stdlib.h>
#include <zlib.h>
#include <zstd.h>

enum compressor { NONE, GZIP, LZF, ZSTD, LZ4, BLOSC, BITSHUFFLE };
enum { BITSHUFFLE_NONE = 0, BITSHUFFLE_LZ4 = 2, BITSHUFFLE_ZSTD = 3 };
/* Bitshuffle's default block: about 8 KiB, in multiples of 8 elements, at least 128 of them. */
enum { BLOCK_BYTES = 8192, BLOCK_MULTIPLE = 8, BLOCK_MIN_ELEMENTS = 128, BIT_HEADER_BYTES = 12, LZ4_HEADER_BYTES = 12 };

struct context {
  int32_t compressor, level, element_bytes, shuffled, inner, blosc_shuffle;
  int has_deflate;
  z_stream deflate;
};

/* All contexts share what upstream keeps between calls, and two arenas that only grow. */
static struct libdeflate_decompressor *inflater;
static ZSTD_CCtx *zstd_compressor;
static ZSTD_DCtx *zstd_decompressor;
static uint32_t *lzf_table;
struct arena {
  uint8_t *bytes;
  uint32_t capacity;
};
static struct arena shuffled_arena, block_arena, transpose_arena;

static uint8_t *room_in(struct arena *arena, uint32_t size_bytes) {
  if (arena->bytes != NULL && size_bytes <= arena->capacity) return arena->bytes;
  free(arena->bytes);
  arena->bytes = malloc(size_bytes > 0 ? size_bytes : 1);
  arena->capacity = arena->bytes == NULL ? 0 : size_bytes;
  return arena->bytes;
}

const char *FL_EXPORT(version)(void) { return ZLIB_VERSION; }

static int made_shared(const struct context *c) {
  const int zstd = c->compressor == ZSTD || (c->compressor == BITSHUFFLE && c->inner == BITSHUFFLE_ZSTD);
  if (zstd && zstd_compressor == NULL) zstd_compressor = ZSTD_createCCtx();
  if (zstd && zstd_decompressor == NULL) zstd_decompressor = ZSTD_createDCtx();
  if (c->compressor == GZIP && inflater == NULL) inflater = libdeflate_alloc_decompressor();
  if (c->compressor == LZF && lzf_table == NULL) lzf_table = malloc(sizeof *lzf_table << LZF_HASH_BITS);
  return (!zstd || (zstd_compressor != NULL && zstd_decompressor != NULL)) && (c->compressor != GZIP || inflater != NULL) && (c->compressor != LZF || lzf_table != NULL);
}

static int is_valid(const struct context *c) {
  const char *name;
  if (c->element_bytes < 1 || c->element_bytes > BLOSC_MAX_TYPESIZE) return 0;
  switch (c->compressor) {
    case NONE: case LZF: case LZ4: return 1;
    case GZIP: return c->level >= 0 && c->level <= 9;
    case ZSTD: return c->level >= 1 && c->level <= ZSTD_maxCLevel();
    case BLOSC: return c->level >= 0 && c->level <= 9 && c->blosc_shuffle >= BLOSC_NOSHUFFLE && c->blosc_shuffle <= BLOSC_BITSHUFFLE && blosc_compcode_to_compname(c->inner, &name) >= 0;
    case BITSHUFFLE: return c->inner == BITSHUFFLE_NONE || c->inner == BITSHUFFLE_LZ4 || (c->inner == BITSHUFFLE_ZSTD && c->level >= 1 && c->level <= ZSTD_maxCLevel());
    default: return 0;
  }
}

void *FL_EXPORT(open)(int32_t compressor, int32_t level, int32_t element_bytes, int32_t shuffled, int32_t inner, int32_t blosc_shuffle, int32_t p6, int32_t p7) {
  (void)p6, (void)p7;
  const struct context wanted = {.compressor = compressor, .level = level, .element_bytes = element_bytes, .shuffled = shuffled, .inner = inner, .blosc_shuffle = blosc_shuffle};
  if (!is_valid(&wanted)) return fl_fail(FL_PARAMETER, "a filter has a parameter that is out of range"), NULL;
  struct context *const context = made_shared(&wanted) ? malloc(sizeof *context) : NULL;
  if (context == NULL) return fl_fail(FL_MEMORY, "no memory is left for a context"), NULL;
  *context = wanted;
  return context;
}

void FL_EXPORT(close)(void *opened) {
  struct context *const c = opened;
  if (c->has_deflate) deflateEnd(&c->deflate);
  free(c);
}

static void write_big(uint8_t *to, uint64_t value, int bytes) {
  for (int index = bytes - 1; index >= 0; index -= 1, value >>= 8) to[index] = (uint8_t)value;
}

static uint64_t read_big(const uint8_t *from, int bytes) {
  uint64_t value = 0;
  for (int index = 0; index < bytes; index += 1) value = value << 8 | from[index];
  return value;
}

static int32_t no_memory(void) { return fl_fail(FL_MEMORY, "no memory is left for a chunk"); }
static int32_t damaged(void) { return fl_fail(FL_DAMAGED, "it is cut, altered or of another size than its dataset says"); }

/* zlib, whose bytes are those of libhdf5's own filter (compress2). */
static int32_t compress_gzip(struct context *c, const uint8_t *in, uint32_t in_bytes) {
  if (c->has_deflate ? deflateReset(&c->deflate) != Z_OK : deflateInit(&c->deflate, c->level) != Z_OK) return no_memory();
  c->has_deflate = 1;
  const uLong bound = deflateBound(&c->deflate, in_bytes);
  if (!fl_reserve(bound)) return no_memory();
  c->deflate.next_in = (Bytef *)in;
  c->deflate.avail_in = in_bytes;
  c->deflate.next_out = fl_output();
  c->deflate.avail_out = bound;
  if (deflate(&c->deflate, Z_FINISH) != Z_STREAM_END) return fl_fail(FL_REFUSED, "the output did not fit its own bound");
  return (int32_t)c->deflate.total_out;
}

/* One block of all of the chunk: the registered filter's default block has 1 GiB. */
static int32_t compress_lz4(const uint8_t *in, uint32_t in_bytes) {
  const int bound = LZ4_compressBound((int)in_bytes);
  if (bound <= 0 || !fl_reserve((uint32_t)bound + LZ4_HEADER_BYTES + 4)) return no_memory();
  uint8_t *const out = fl_output();
  int size = LZ4_compress_default((const char *)in, (char *)out + LZ4_HEADER_BYTES + 4, (int)in_bytes, bound);
  if (size <= 0 || (uint32_t)size >= in_bytes) memcpy(out + LZ4_HEADER_BYTES + 4, in, (size_t)(size = (int)in_bytes));
  write_big(out, in_bytes, 8);
  write_big(out + 8, in_bytes, 4);
  write_big(out + LZ4_HEADER_BYTES, (uint32_t)size, 4);
  return size + LZ4_HEADER_BYTES + 4;
}

static int decompress_lz4(const uint8_t *in, uint32_t in_bytes, uint8_t *out, uint32_t out_bytes) {
  if (in_bytes < LZ4_HEADER_BYTES || read_big(in, 8) != out_bytes) return 0;
  const uint32_t block_bytes = (uint32_t)read_big(in + 8, 4);
  uint32_t at = LZ4_HEADER_BYTES, done = 0;
  while (done < out_bytes) {
    if (block_bytes == 0 || in_bytes - at < 4) return 0;
    const uint32_t part = out_bytes - done < block_bytes ? out_bytes - done : block_bytes;
    const uint32_t size = (uint32_t)read_big(in + at, 4);
    at += 4;
    if (size > in_bytes - at) return 0;
    if (size == part) memcpy(out + done, in + at, part);
    else if (LZ4_decompress_safe((const char *)in + at, (char *)out + done, (int)size, (int)part) != (int)part) return 0;
    at += size;
    done += part;
  }
  return 1;
}

static uint32_t default_block(uint32_t element_bytes) {
  const uint32_t elements = BLOCK_BYTES / element_bytes / BLOCK_MULTIPLE * BLOCK_MULTIPLE;
  return elements < BLOCK_MIN_ELEMENTS ? BLOCK_MIN_ELEMENTS : elements;
}

/* The next block of a chunk of which `left` elements remain: whole blocks, then the rest in a multiple of 8. 0: fewer than 8 are left, which stay as they are. */
static uint32_t next_block(uint32_t left, uint32_t block) { return left >= block ? block : left - left % BLOCK_MULTIPLE; }

static int32_t compress_bits(const struct context *c, const uint8_t *in, uint32_t in_bytes) {
  const uint32_t element_bytes = (uint32_t)c->element_bytes, elements = in_bytes / element_bytes, block = default_block(element_bytes);
  if (in_bytes % element_bytes != 0) return fl_fail(FL_REFUSED, "bitshuffle takes whole elements");
  const uint32_t block_bytes = block * element_bytes;
  const uint64_t bound = c->inner == BITSHUFFLE_NONE ? in_bytes : BIT_HEADER_BYTES + ((uint64_t)elements / block + 2) * (4 + (uint64_t)ZSTD_compressBound(block_bytes) + LZ4_compressBound((int)block_bytes));
  if (bound > INT32_MAX || !fl_reserve((uint32_t)bound)) return no_memory();
  uint8_t *const shuffled = room_in(&block_arena, block_bytes), *const scratch = room_in(&transpose_arena, block_bytes);
  if (shuffled == NULL || scratch == NULL) return no_memory();
  uint8_t *const out = fl_output();
  uint32_t size = 0;
  if (c->inner != BITSHUFFLE_NONE) {
    write_big(out, in_bytes, 8);
    write_big(out + 8, block_bytes, 4);
    size = BIT_HEADER_BYTES;
  }
  for (uint32_t at = 0, count; at < elements; at += count) {
    const uint8_t *const from = in + (size_t)at * element_bytes;
    count = next_block(elements - at, block);
    if (count == 0) {
      memcpy(out + size, from, (size_t)(elements - at) * element_bytes);
      return (int32_t)(size + (elements - at) * element_bytes);
    }
    const uint32_t bytes = count * element_bytes;
    blosc_internal_bitshuffle(element_bytes, bytes, from, c->inner == BITSHUFFLE_NONE ? out + size : shuffled, scratch);
    if (c->inner == BITSHUFFLE_NONE) {
      size += bytes;
      continue;
    }
    const size_t packed = c->inner == BITSHUFFLE_LZ4
                              ? (size_t)LZ4_compress_default((char *)shuffled, (char *)out + size + 4, (int)bytes, LZ4_compressBound((int)bytes))
                              : ZSTD_compressCCtx(zstd_compressor, out + size + 4, ZSTD_compressBound(bytes), shuffled, bytes, c->level);
    if (packed == 0 || ZSTD_isError(packed)) return fl_fail(FL_REFUSED, "a block could not be compressed");
    write_big(out + size, packed, 4);
    size += 4 + (uint32_t)packed;
  }
  return (int32_t)size;
}

static int decompress_bits(const struct context *c, const uint8_t *in, uint32_t in_bytes, uint8_t *out, uint32_t out_bytes) {
  const uint32_t element_bytes = (uint32_t)c->element_bytes, elements = out_bytes / element_bytes;
  uint32_t block = default_block(element_bytes), at = 0;
  if (out_bytes % element_bytes != 0) return 0;
  if (c->inner == BITSHUFFLE_NONE ? in_bytes != out_bytes : in_bytes < BIT_HEADER_BYTES || read_big(in, 8) != out_bytes) return 0;
  if (c->inner != BITSHUFFLE_NONE) {
    const uint32_t block_bytes = (uint32_t)read_big(in + 8, 4);
    block = block_bytes / element_bytes;
    if (block == 0 || block % BLOCK_MULTIPLE != 0 || block_bytes % element_bytes != 0) return 0;
    at = BIT_HEADER_BYTES;
  }
  const uint32_t most = (block < elements ? block : elements) * element_bytes;
  uint8_t *const shuffled = room_in(&block_arena, most), *const scratch = room_in(&transpose_arena, most);
  if (shuffled == NULL || scratch == NULL) return 0;
  for (uint32_t done = 0, count; done < elements; done += count) {
    uint8_t *const to = out + (size_t)done * element_bytes;
    count = next_block(elements - done, block);
    if (count == 0) {
      const uint32_t rest = (elements - done) * element_bytes;
      if (in_bytes - at < rest) return 0;
      memcpy(to, in + at, rest);
      return 1;
    }
    const uint32_t bytes = count * element_bytes;
    if (c->inner == BITSHUFFLE_NONE) {
      blosc_internal_bitunshuffle(element_bytes, bytes, in + at, to, scratch);
      at += bytes;
      continue;
    }
    if (in_bytes - at < 4) return 0;
    const uint32_t packed = (uint32_t)read_big(in + at, 4);
    at += 4;
    if (packed > in_bytes - at) return 0;
    const size_t got = c->inner == BITSHUFFLE_LZ4 ? (size_t)(int64_t)LZ4_decompress_safe((const char *)in + at, (char *)shuffled, (int)packed, (int)bytes)
                                                  : ZSTD_decompressDCtx(zstd_decompressor, shuffled, bytes, in + at, packed);
    if (got != bytes) return 0;
    blosc_internal_bitunshuffle(element_bytes, bytes, shuffled, to, scratch);
    at += packed;
  }
  return 1;
}

static int32_t compress_blosc(const struct context *c, const uint8_t *in, uint32_t in_bytes) {
  const char *name = NULL;
  blosc_compcode_to_compname(c->inner, &name);
  if (in_bytes > BLOSC_MAX_BUFFERSIZE || !fl_reserve(in_bytes)) return no_memory();
  const int size = blosc_compress_ctx(c->level, c->blosc_shuffle, (size_t)c->element_bytes, in_bytes, in, fl_output(), in_bytes, name, 0, 1);
  return size > 0 ? size : fl_fail(FL_REFUSED, "the chunk does not shrink");
}

static int decompress_blosc(const uint8_t *in, uint32_t in_bytes, uint8_t *out, uint32_t out_bytes) {
  size_t claimed = 0, whole = 0, block = 0;
  if (in_bytes < BLOSC_MIN_HEADER_LENGTH || in[0] != BLOSC_VERSION_FORMAT) return 0;
  blosc_cbuffer_sizes(in, &claimed, &whole, &block);
  if (whole != in_bytes || claimed != out_bytes || blosc_cbuffer_validate(in, in_bytes, &claimed) != 0 || claimed != out_bytes) return 0;
  return blosc_decompress_ctx(in, out, out_bytes, 1) == (int)out_bytes;
}

static int32_t compress_plain(const uint8_t *in, uint32_t in_bytes) {
  if (!fl_reserve(in_bytes)) return no_memory();
  memcpy(fl_output(), in, in_bytes);
  return (int32_t)in_bytes;
}

int32_t FL_EXPORT(compress)(void *opened, uint32_t input_bytes) {
  struct context *const c = opened;
  const uint8_t *in = fl_input();
  if (c->shuffled) {
    uint8_t *const shuffled = room_in(&shuffled_arena, input_bytes);
    if (shuffled == NULL) return no_memory();
    blosc_internal_shuffle((size_t)c->element_bytes, input_bytes, in, shuffled);
    in = shuffled;
  }
  switch (c->compressor) {
    case GZIP: return compress_gzip(c, in, input_bytes);
    case LZ4: return compress_lz4(in, input_bytes);
    case BLOSC: return compress_blosc(c, in, input_bytes);
    case BITSHUFFLE: return compress_bits(c, in, input_bytes);
    case LZF: {
      if (!fl_reserve(input_bytes)) return no_memory();
      const uint32_t size = lzf_compress(in, input_bytes, fl_output(), input_bytes, lzf_table);
      return size > 0 ? (int32_t)size : fl_fail(FL_REFUSED, "the chunk does not shrink");
    }
    case ZSTD: {
      const size_t bound = ZSTD_compressBound(input_bytes);
      if (bound > INT32_MAX || !fl_reserve((uint32_t)bound)) return no_memory();
      const size_t size = ZSTD_compressCCtx(zstd_compressor, fl_output(), bound, in, input_bytes, c->level);
      return ZSTD_isError(size) ? fl_fail(FL_REFUSED, ZSTD_getErrorName(size)) : (int32_t)size;
    }
    default: return compress_plain(in, input_bytes);
  }
}

static int unpack(const struct context *c, const uint8_t *in, uint32_t in_bytes, uint8_t *out, uint32_t out_bytes) {
  switch (c->compressor) {
    case GZIP: return libdeflate_zlib_decompress(inflater, in, in_bytes, out, out_bytes, NULL) == LIBDEFLATE_SUCCESS;
    case LZF: return lzf_decompress(in, in_bytes, out, out_bytes);
    case ZSTD: return ZSTD_decompressDCtx(zstd_decompressor, out, out_bytes, in, in_bytes) == out_bytes;
    case LZ4: return decompress_lz4(in, in_bytes, out, out_bytes);
    case BLOSC: return decompress_blosc(in, in_bytes, out, out_bytes);
    case BITSHUFFLE: return decompress_bits(c, in, in_bytes, out, out_bytes);
    default:
      if (in_bytes != out_bytes) return 0;
      memcpy(out, in, out_bytes);
      return 1;
  }
}

int32_t FL_EXPORT(decompress)(void *opened, uint32_t input_bytes, uint32_t limit_bytes) {
  const struct context *const c = opened;
  if (!fl_reserve(limit_bytes > 0 ? limit_bytes : 1)) return no_memory();
  uint8_t *const to = c->shuffled ? room_in(&shuffled_arena, limit_bytes) : fl_output();
  if (to == NULL) return no_memory();
  if (!unpack(c, fl_input(), input_bytes, to, limit_bytes)) return damaged();
  if (c->shuffled) blosc_internal_unshuffle((size_t)c->element_bytes, limit_bytes, to, fl_output());
  return (int32_t)limit_bytes;
}

/* The recipe gives getenv this name: a page has no environment, and wasi-libc's own function would import system calls to look. */
char *formatlab_getenv(const char *name) {
  (void)name;
  return NULL;
}
