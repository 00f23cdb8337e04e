/*
 * LZF, the format of Marc Lehmann's liblzf and of h5py's filter 32000, written anew: the library is in no kept crate.
 *
 * A control byte below 32 begins a run of control + 1 literal bytes. Others begin a match: its length less 2 is in the upper three bits, or, where these are 7, also in the next
 * byte; its distance less 1 is in the lower five bits and one more byte.
 */
#ifndef FORMATLAB_LZF_H
#define FORMATLAB_LZF_H

#include <stdint.h>
#include <string.h>

enum { LZF_HASH_BITS = 16, LZF_MOST_LITERALS = 32, LZF_MOST_DISTANCE = 1 << 13, LZF_MOST_MATCH = 264 };

/* A size; 0 where the output needs more than `room` bytes. `table` has 2^LZF_HASH_BITS positions, in any state. */
static uint32_t lzf_compress(const uint8_t *in, uint32_t in_bytes, uint8_t *out, uint32_t room, uint32_t *table) {
  uint32_t at = 0, size = 0, literals_at = 0;
  memset(table, 0, sizeof *table << LZF_HASH_BITS);
  for (;;) {
    uint32_t match = 0, length = 0;
    while (at + 3 <= in_bytes) {
      const uint32_t three = (uint32_t)in[at] | (uint32_t)in[at + 1] << 8 | (uint32_t)in[at + 2] << 16;
      uint32_t *const slot = &table[three * 0x9e3779b1u >> (32 - LZF_HASH_BITS)];
      match = *slot;
      *slot = at + 1; /* 0: nothing there yet */
      if (match != 0 && at - (match - 1) <= LZF_MOST_DISTANCE && memcmp(in + match - 1, in + at, 3) == 0) {
        const uint32_t most = in_bytes - at < LZF_MOST_MATCH ? in_bytes - at : LZF_MOST_MATCH;
        match -= 1;
        length = 3;
        while (length < most && in[match + length] == in[at + length]) length += 1;
        break;
      }
      at += 1;
    }
    if (length == 0) at = in_bytes;
    while (literals_at < at) {
      const uint32_t run = at - literals_at < LZF_MOST_LITERALS ? at - literals_at : LZF_MOST_LITERALS;
      if (room - size < run + 1) return 0;
      out[size++] = (uint8_t)(run - 1);
      memcpy(out + size, in + literals_at, run);
      size += run;
      literals_at += run;
    }
    if (length == 0) return size;
    if (room - size < 3) return 0;
    const uint32_t distance = at - match - 1, code = length - 2;
    if (code < 7) out[size++] = (uint8_t)(code << 5 | distance >> 8);
    else {
      out[size++] = (uint8_t)(7 << 5 | distance >> 8);
      out[size++] = (uint8_t)(code - 7);
    }
    out[size++] = (uint8_t)distance;
    literals_at = at += length;
  }
}

/* Whether the input gives exactly out_bytes. */
static int lzf_decompress(const uint8_t *in, uint32_t in_bytes, uint8_t *out, uint32_t out_bytes) {
  uint32_t at = 0, size = 0;
  while (at < in_bytes) {
    const uint32_t control = in[at++];
    if (control < LZF_MOST_LITERALS) {
      const uint32_t run = control + 1;
      if (run > in_bytes - at || run > out_bytes - size) return 0;
      memcpy(out + size, in + at, run);
      at += run;
      size += run;
      continue;
    }
    uint32_t length = control >> 5;
    if (length == 7) {
      if (at == in_bytes) return 0;
      length += in[at++];
    }
    if (at == in_bytes) return 0;
    const uint32_t distance = ((control & 31) << 8 | in[at++]) + 1;
    length += 2;
    if (distance > size || length > out_bytes - size) return 0;
    if (distance >= length) memcpy(out + size, out + size - distance, length);
    else
      for (uint32_t index = 0; index < length; index += 1) out[size + index] = out[size + index - distance];
    size += length;
  }
  return size == out_bytes;
}

#endif
