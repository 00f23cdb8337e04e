/* How much output to make room for, before deflate data of any container are decompressed: none of them tells its size for certain. */
#ifndef FORMATLAB_DEFLATE_ROOM_H
#define FORMATLAB_DEFLATE_ROOM_H

#include "abi.h"

enum { RAW, ZLIB, GZIP };
/* A match of 258 bytes in two bits is deflate's densest code (RFC 1951). */
enum { MAX_RATIO = 1032 };
/* Near the end of the room libdeflate and zlib leave their fast loops, 300 and 258 bytes before it: room that stays empty spares small records that. */
enum { SLACK_BYTES = 512 };
/* Header and trailer of a gzip file, and the shortest stream (RFC 1952). */
enum { GZIP_MIN_BYTES = 20 };
enum { SMALL_BYTES = 1 << 20 };
enum { GZIP_FIRST_BYTE = 0x1f };

static inline uint64_t smaller(uint64_t a, uint64_t b) {
  return a < b ? a : b;
}

static inline uint64_t larger(uint64_t a, uint64_t b) {
  return a > b ? a : b;
}

/* No room beyond this is ever of use: the limit, or what so much input can hold. */
static inline uint64_t room_ceiling(uint32_t input_bytes, uint32_t limit_bytes) {
  return smaller(limit_bytes, (uint64_t)input_bytes * MAX_RATIO) + SLACK_BYTES;
}

/* What to begin with: the size modulo 2^32 that a gzip file's last member claims, where its input can hold so much; else a guess, or the arena as it is. */
static inline uint64_t first_room(int32_t container, const uint8_t *in, uint32_t input_bytes, uint64_t ceiling) {
  const uint64_t densest = (uint64_t)input_bytes * MAX_RATIO;
  uint64_t expected = larger((uint64_t)input_bytes * 4, smaller(densest, SMALL_BYTES));
  if (container == GZIP && input_bytes >= GZIP_MIN_BYTES) {
    const uint8_t *size = in + input_bytes - 4;
    const uint32_t claimed = (uint32_t)size[0] | (uint32_t)size[1] << 8 | (uint32_t)size[2] << 16 | (uint32_t)size[3] << 24;
    if (claimed <= densest) expected = claimed;
  }
  return smaller(ceiling, larger(fl_capacity(), expected + SLACK_BYTES));
}

#endif
