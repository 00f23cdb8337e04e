/*
 * libdeflate. Parameters: 0 the container (0 raw, 1 zlib, 2 gzip), 1 the level (0 stored, 1 to 12).
 *
 * crc32() continues a CRC-32, which begins with 0, over the input of a call.
 *
 * libdeflate wants its output in one piece. Where the room turns out too small it doubles and the member is decoded again, so that hostile input takes no more
 * time and memory than honest input of that size.
 */
#include <stdlib.h>
#include "deflate-room.h"
#include "libdeflate.h"

enum { MAX_LEVEL = 12 };

typedef struct {
  int32_t container;
  int32_t level;
  struct libdeflate_compressor *compressor; /* made when it is first needed: level 12's takes 9 MB */
} context;

/* A decompressor keeps nothing between calls, so all contexts share one. */
static struct libdeflate_decompressor *decompressor;

const char *FL_EXPORT(version)(void) {
  return LIBDEFLATE_VERSION_STRING;
}

void *FL_EXPORT(open)(int32_t container, int32_t level, int32_t p2, int32_t p3, int32_t p4, int32_t p5, int32_t p6, int32_t p7) {
  (void)p2, (void)p3, (void)p4, (void)p5, (void)p6, (void)p7;
  if (container < RAW || container > GZIP || level < 0 || level > MAX_LEVEL) {
    fl_fail(FL_PARAMETER, "the container must be 0 to 2, the level 0 to 12");
    return NULL;
  }
  if (decompressor == NULL) decompressor = libdeflate_alloc_decompressor();
  context *made = decompressor == NULL ? NULL : malloc(sizeof *made);
  if (made == NULL) fl_fail(FL_MEMORY, "no memory for a context");
  else *made = (context){ container, level, NULL };
  return made;
}

void FL_EXPORT(close)(void *opened) {
  context *c = opened;
  libdeflate_free_compressor(c->compressor);
  free(c);
}

static size_t bound_of(const context *c, size_t input_bytes) {
  switch (c->container) {
    case RAW: return libdeflate_deflate_compress_bound(c->compressor, input_bytes);
    case ZLIB: return libdeflate_zlib_compress_bound(c->compressor, input_bytes);
    default: return libdeflate_gzip_compress_bound(c->compressor, input_bytes);
  }
}

static size_t encode(const context *c, const uint8_t *in, size_t in_bytes, uint8_t *out, size_t room) {
  switch (c->container) {
    case RAW: return libdeflate_deflate_compress(c->compressor, in, in_bytes, out, room);
    case ZLIB: return libdeflate_zlib_compress(c->compressor, in, in_bytes, out, room);
    default: return libdeflate_gzip_compress(c->compressor, in, in_bytes, out, room);
  }
}

static enum libdeflate_result decode(int32_t container, const uint8_t *in, size_t in_bytes, uint8_t *out, size_t room, size_t *used, size_t *made) {
  switch (container) {
    case RAW: return libdeflate_deflate_decompress_ex(decompressor, in, in_bytes, out, room, used, made);
    case ZLIB: return libdeflate_zlib_decompress_ex(decompressor, in, in_bytes, out, room, used, made);
    default: return libdeflate_gzip_decompress_ex(decompressor, in, in_bytes, out, room, used, made);
  }
}

int32_t FL_EXPORT(compress)(void *opened, uint32_t input_bytes) {
  context *c = opened;
  if (c->compressor == NULL) c->compressor = libdeflate_alloc_compressor(c->level);
  if (c->compressor == NULL) return fl_fail(FL_MEMORY, "no memory for a compressor");
  const size_t bound = bound_of(c, input_bytes);
  if (bound > INT32_MAX || !fl_reserve(bound)) return fl_fail(FL_MEMORY, "no memory for the output");
  const size_t size = encode(c, fl_input(), input_bytes, fl_output(), bound);
  return size == 0 ? fl_fail(FL_REFUSED, "the output did not fit its own bound") : (int32_t)size;
}

int32_t FL_EXPORT(decompress)(void *opened, uint32_t input_bytes, uint32_t limit_bytes) {
  const context *c = opened;
  const uint8_t *in = fl_input();
  const uint64_t ceiling = room_ceiling(input_bytes, limit_bytes);
  uint64_t room = first_room(c->container, in, input_bytes, ceiling);
  uint32_t at = 0;
  uint64_t size = 0;
  for (;;) {
    if (!fl_reserve(room)) return fl_fail(FL_MEMORY, "no memory for the output");
    size_t used = 0;
    size_t made = 0;
    const enum libdeflate_result result = decode(c->container, in + at, input_bytes - at, fl_output() + size, room - size, &used, &made);
    if (result == LIBDEFLATE_INSUFFICIENT_SPACE) {
      if (room == ceiling) return fl_fail(FL_ROOM, "the output is larger than the limit");
      room = smaller(ceiling, room * 2);
      continue;
    }
    if (result != LIBDEFLATE_SUCCESS) return fl_fail(FL_DAMAGED, "it is cut, altered or of another format");
    at += used;
    size += made;
    if (size > limit_bytes) return fl_fail(FL_ROOM, "the output is larger than the limit");
    if (at == input_bytes) return (int32_t)size;
    /* A gzip file may be several, one behind the other (RFC 1952, 2.2). */
    if (c->container != GZIP || in[at] != GZIP_FIRST_BYTE) return fl_fail(FL_DAMAGED, "other data follow its end");
  }
}

uint32_t FL_EXPORT(crc32)(uint32_t crc, uint32_t input_bytes) {
  return libdeflate_crc32(crc, fl_input(), input_bytes);
}
