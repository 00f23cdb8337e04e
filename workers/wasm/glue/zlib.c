/*
 * zlib. Parameters: 0 the container (0 raw, 1 zlib, 2 gzip), 1 the level (0 to 9), 2 the strategy (Z_DEFAULT_STRATEGY to Z_FIXED, 0 to 4), 3 windowBits (9 to 15),
 * 4 memLevel (1 to 9). A context decompresses whatever window its input was made with.
 */
#include <stdlib.h>
#include "deflate-room.h"
#include "zlib.h"

enum { NONE, COMPRESSING, DECOMPRESSING };

typedef struct {
  int32_t container, level, strategy, window_bits, mem_level;
  int32_t streaming;
  /* Made when first needed, then reset for each call: making them costs as much as a small record. */
  int has_deflate, has_inflate;
  z_stream deflate, inflate;
} context;

const char *FL_EXPORT(version)(void) {
  return zlibVersion();
}

void *FL_EXPORT(open)(int32_t container, int32_t level, int32_t strategy, int32_t window_bits, int32_t mem_level, int32_t p5, int32_t p6, int32_t p7) {
  (void)p5, (void)p6, (void)p7;
  if (container < RAW || container > GZIP || level < 0 || level > 9 || strategy < Z_DEFAULT_STRATEGY || strategy > Z_FIXED || window_bits < 9 ||
      window_bits > MAX_WBITS || mem_level < 1 || mem_level > MAX_MEM_LEVEL) {
    fl_fail(FL_PARAMETER, "the container must be 0 to 2, the level 0 to 9, the strategy 0 to 4, windowBits 9 to 15, memLevel 1 to 9");
    return NULL;
  }
  context *made = calloc(1, sizeof *made);
  if (made == NULL) fl_fail(FL_MEMORY, "no memory for a context");
  else *made = (context){ .container = container, .level = level, .strategy = strategy, .window_bits = window_bits, .mem_level = mem_level };
  return made;
}

void FL_EXPORT(close)(void *opened) {
  context *c = opened;
  if (c->has_deflate) deflateEnd(&c->deflate);
  if (c->has_inflate) inflateEnd(&c->inflate);
  free(c);
}

/* How zlib names a container: raw below zero, gzip 16 above. */
static int window_of(const context *c, int window_bits) {
  return c->container == RAW ? -window_bits : c->container == ZLIB ? window_bits : window_bits + 16;
}

static int begin_deflate(context *c) {
  c->streaming = NONE;
  if (c->has_deflate) return deflateReset(&c->deflate) == Z_OK;
  c->has_deflate = deflateInit2(&c->deflate, c->level, Z_DEFLATED, window_of(c, c->window_bits), c->mem_level, c->strategy) == Z_OK;
  return c->has_deflate;
}

static int begin_inflate(context *c) {
  c->streaming = NONE;
  if (c->has_inflate) return inflateReset(&c->inflate) == Z_OK;
  c->has_inflate = inflateInit2(&c->inflate, window_of(c, MAX_WBITS)) == Z_OK;
  return c->has_inflate;
}

static int32_t no_state(void) {
  return fl_fail(FL_MEMORY, "no memory for zlib's state");
}

static int32_t no_room(void) {
  return fl_fail(FL_MEMORY, "no memory for the output");
}

static int32_t over_limit(void) {
  return fl_fail(FL_ROOM, "the output is larger than the limit");
}

/* Gives the stream the output arena from `size` on, with `room` bytes in all. */
static int make_room(z_stream *stream, uint64_t size, uint64_t room) {
  if (!fl_reserve(room)) return 0;
  stream->next_out = fl_output() + size;
  stream->avail_out = room - size;
  return 1;
}

int32_t FL_EXPORT(compress)(void *opened, uint32_t input_bytes) {
  context *c = opened;
  z_stream *stream = &c->deflate;
  if (!begin_deflate(c)) return no_state();
  const uLong bound = deflateBound(stream, input_bytes);
  if (bound > INT32_MAX || !make_room(stream, 0, bound)) return no_room();
  stream->next_in = fl_input();
  stream->avail_in = input_bytes;
  if (deflate(stream, Z_FINISH) != Z_STREAM_END) return fl_fail(FL_REFUSED, "the output did not fit its own bound");
  return (int32_t)stream->total_out;
}

/*
 * Inflates all of the input into the output arena: a size, or an error. Where `whole` is set the input is all there is, and inflate, told so, keeps no
 * window; otherwise it may end in the middle of a stream.
 */
static int32_t inflate_all(context *c, uint64_t room, uint64_t ceiling, uint32_t limit_bytes, int32_t whole, int32_t last) {
  z_stream *stream = &c->inflate;
  if (!make_room(stream, 0, room)) return no_room();
  for (;;) {
    const int result = inflate(stream, whole ? Z_FINISH : Z_NO_FLUSH);
    const uint64_t size = room - stream->avail_out;
    if (size > limit_bytes) return over_limit();
    if (result == Z_STREAM_END) {
      if (stream->avail_in == 0) return (int32_t)size;
      /* A gzip file may be several, one behind the other (RFC 1952, 2.2). */
      if (c->container != GZIP || *stream->next_in != GZIP_FIRST_BYTE) return fl_fail(FL_DAMAGED, "other data follow its end");
      if (inflateReset(stream) != Z_OK) return no_state();
      continue;
    }
    if (result == Z_MEM_ERROR) return no_state();
    if (result == Z_NEED_DICT) return fl_fail(FL_DICTIONARY, "it was compressed with a dictionary");
    /* Z_BUF_ERROR says only that there was nothing more to do. */
    if (result != Z_OK && result != Z_BUF_ERROR) return fl_fail(FL_DAMAGED, stream->msg != NULL ? stream->msg : "it is of another format");
    if (stream->avail_out > 0) return last ? fl_fail(FL_DAMAGED, "it is cut") : (int32_t)size;
    if (room == ceiling) return over_limit();
    room = smaller(ceiling, room * 2);
    if (!make_room(stream, size, room)) return no_room();
  }
}

int32_t FL_EXPORT(decompress)(void *opened, uint32_t input_bytes, uint32_t limit_bytes) {
  context *c = opened;
  const uint64_t ceiling = room_ceiling(input_bytes, limit_bytes);
  if (!begin_inflate(c)) return no_state();
  c->inflate.next_in = fl_input();
  c->inflate.avail_in = input_bytes;
  return inflate_all(c, first_room(c->container, fl_input(), input_bytes, ceiling), ceiling, limit_bytes, 1, 1);
}

int32_t FL_EXPORT(stream_begin)(void *opened, int32_t decompressing) {
  context *c = opened;
  if (!(decompressing ? begin_inflate(c) : begin_deflate(c))) return no_state();
  c->streaming = decompressing ? DECOMPRESSING : COMPRESSING;
  return 0;
}

static int32_t deflate_step(z_stream *stream, int32_t last, uint64_t room, uint64_t ceiling, uint32_t limit_bytes) {
  if (!make_room(stream, 0, room)) return no_room();
  for (;;) {
    const int result = deflate(stream, last ? Z_FINISH : Z_NO_FLUSH);
    const uint64_t size = room - stream->avail_out;
    if (size > limit_bytes) return over_limit();
    if (result == Z_STREAM_ERROR) return fl_fail(FL_REFUSED, "the stream has ended");
    if (result == Z_STREAM_END || (!last && stream->avail_out > 0)) return (int32_t)size;
    room = smaller(ceiling, room * 2);
    if (!make_room(stream, size, room)) return no_room();
  }
}

int32_t FL_EXPORT(stream_step)(void *opened, uint32_t input_bytes, int32_t last, uint32_t limit_bytes) {
  context *c = opened;
  if (c->streaming == NONE) return fl_fail(FL_PARAMETER, "no stream was begun");
  /* One byte more than allowed shows that there was more. */
  const uint64_t ceiling = (uint64_t)limit_bytes + 1;
  const uint64_t room = smaller(ceiling, larger(fl_capacity(), (uint64_t)input_bytes + SLACK_BYTES));
  z_stream *stream = c->streaming == DECOMPRESSING ? &c->inflate : &c->deflate;
  stream->next_in = fl_input();
  stream->avail_in = input_bytes;
  return c->streaming == DECOMPRESSING ? inflate_all(c, room, ceiling, limit_bytes, 0, last) : deflate_step(stream, last, room, ceiling, limit_bytes);
}
