/*
 * CRC-32 and Adler-32 with WASM's 128-bit vectors, for the patches of libdeflate and zlib, whose own fast versions are written in instructions of processors.
 * Both give what the plain versions give.
 */
#ifndef FORMATLAB_WASM_CHECKSUMS_H
#define FORMATLAB_WASM_CHECKSUMS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <wasm_simd128.h>

/*
 * CRC-32 by 16 tables (slicing): the next 16 bytes are looked up beside each other, where the plain versions look up 8 and wait for them. The tables are made when they
 * are first needed: slices[k][b] is what the byte b, with k zeros behind it, leaves.
 */
static uint32_t sliced_crc32(uint32_t crc, const uint8_t *data, size_t data_bytes, uint32_t (*plain)(uint32_t, const uint8_t *, size_t)) {
  static uint32_t slices[16][256];
  if (slices[0][1] == 0) {
    for (uint32_t b = 0; b < 256; b++) {
      uint32_t left = b;
      for (int bit = 0; bit < 8; bit++) left = (left & 1 ? 0xEDB88320 : 0) ^ left >> 1;
      slices[0][b] = left;
    }
    for (int k = 1; k < 16; k++)
      for (int b = 0; b < 256; b++) slices[k][b] = slices[k - 1][b] >> 8 ^ slices[0][slices[k - 1][b] & 0xff];
  }
  for (; data_bytes >= 16; data += 16, data_bytes -= 16) {
    uint64_t a, b;
    memcpy(&a, data, sizeof a);
    memcpy(&b, data + 8, sizeof b);
    a ^= crc;
    crc = slices[7][b & 0xff] ^ slices[6][b >> 8 & 0xff] ^ slices[5][b >> 16 & 0xff] ^ slices[4][b >> 24 & 0xff] ^ slices[3][b >> 32 & 0xff] ^ slices[2][b >> 40 & 0xff] ^ slices[1][b >> 48 & 0xff] ^
          slices[0][b >> 56] ^ slices[15][a & 0xff] ^ slices[14][a >> 8 & 0xff] ^ slices[13][a >> 16 & 0xff] ^ slices[12][a >> 24 & 0xff] ^ slices[11][a >> 32 & 0xff] ^
          slices[10][a >> 40 & 0xff] ^ slices[9][a >> 48 & 0xff] ^ slices[8][a >> 56];
  }
  return plain(crc, data, data_bytes);
}

/*
 * CRC-32 without carry-less multiplication, which WASM lacks. A checksum is the remainder of the data, as a polynomial over GF(2), by P, and stays the same
 * when the data are first reduced by any multiple of P. M(y) = y^66 + y^57 + y^37 + y^32 + y^19 + y^18 + y^3 + y^2 + 1 is the multiple of P(y) = 0x104C11DB7 of
 * the lowest degree with nine terms (found by search). As squaring is linear over GF(2), M(x^128) is a multiple of P(x) too, so that whole vectors
 * of 16 bytes are its coefficients: reducing the data by it takes eight exclusive ors a vector and no table, and leaves 66 vectors.
 */
enum { CRC_DEGREE = 66, CRC_STEP = 512, CRC_MIN_BYTES = 3072 };

/*
 * The same with bytes for coefficients, for at most CRC_MIN_BYTES: y^137 + y^84 + y^80 + y^70 + y^29 + y^8 + 1 is a multiple of P(y) (found by search), and so it is with
 * y = x^8. Six exclusive ors a vector leave 144 bytes for the tables. What lies within 67 bytes behind is put together from the last five vectors in registers: a load that
 * spans two of them would wait until both are in the cache.
 */
enum { SHORT_CRC_MIN_BYTES = 320 };

static uint32_t vector_short_crc32(uint32_t crc, const uint8_t *data, size_t data_bytes, uint32_t (*plain)(uint32_t, const uint8_t *, size_t)) {
  /* 137 minus the exponents, and what those need, rounded to whole vectors. */
  enum { L0 = 137, L1 = 129, L2 = 108, L3 = 67, L4 = 57, L5 = 53, BEFORE = 144, REST = 144 };
  /* The vectors before the data stay zero. */
  static v128_t room[(BEFORE + CRC_MIN_BYTES + 16) / sizeof(v128_t)];
  if (data_bytes < SHORT_CRC_MIN_BYTES) return sliced_crc32(crc, data, data_bytes, plain);
  uint8_t *reduced = (uint8_t *)room + BEFORE;
  /* Zeros before the data change nothing: with them, data end with a vector. The checksum so far is added to the first four bytes, as if nothing had gone before. */
  const size_t head_bytes = (data_bytes - 1) % 16 + 1;
  const v128_t lanes = wasm_u8x16_const(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15), so_far = wasm_u32x4_make(crc, 0, 0, 0);
  v128_t before1 = wasm_i8x16_swizzle(wasm_v128_xor(wasm_v128_load(data), so_far), wasm_i8x16_sub(lanes, wasm_i8x16_splat(16 - head_bytes)));
  v128_t carried = wasm_i8x16_swizzle(so_far, wasm_i8x16_add(lanes, wasm_i8x16_splat(head_bytes)));
  v128_t before2 = wasm_i64x2_const(0, 0), before3 = before2, before4 = before2, before5 = before2;
  data += head_bytes;
  const size_t count = data_bytes - head_bytes - REST;
#define SPAN(a, b, n) \
  wasm_i8x16_shuffle(a, b, (n), (n) + 1, (n) + 2, (n) + 3, (n) + 4, (n) + 5, (n) + 6, (n) + 7, (n) + 8, (n) + 9, (n) + 10, (n) + 11, (n) + 12, (n) + 13, (n) + 14, (n) + 15)
#define NEAR_TERMS wasm_v128_xor(wasm_v128_xor(SPAN(before5, before4, 5 * 16 - L3), SPAN(before4, before3, 4 * 16 - L4)), SPAN(before4, before3, 4 * 16 - L5))
#define FAR_TERMS(i) wasm_v128_xor(wasm_v128_xor(wasm_v128_load(reduced + (i) - L0), wasm_v128_load(reduced + (i) - L1)), wasm_v128_load(reduced + (i) - L2))
  wasm_v128_store(reduced, before1);
  reduced += 16;
  for (size_t i = 0; i < count; i += 16) {
    const v128_t made = wasm_v128_xor(wasm_v128_xor(wasm_v128_xor(wasm_v128_load(data + i), FAR_TERMS(i)), carried), NEAR_TERMS);
    wasm_v128_store(reduced + i, made);
    carried = wasm_i64x2_const(0, 0);
    before5 = before4, before4 = before3, before3 = before2, before2 = before1, before1 = made;
  }
  /* What follows is reduced by what lies before it alone: 36 bytes of it are read by the last FAR_TERMS. */
  uint8_t rest[REST];
  for (size_t i = 0; i < 48; i += 16) wasm_v128_store(reduced + count + i, wasm_i64x2_const(0, 0));
#pragma clang loop unroll(full)
  for (size_t i = 0; i < REST; i += 16) {
    wasm_v128_store(rest + i, wasm_v128_xor(wasm_v128_xor(wasm_v128_load(data + count + i), FAR_TERMS(count + i)), NEAR_TERMS));
    before5 = before4, before4 = before3, before3 = before2, before2 = before1, before1 = wasm_i64x2_const(0, 0);
  }
#undef FAR_TERMS
#undef NEAR_TERMS
#undef SPAN
  return sliced_crc32(0, rest, REST, plain);
}

static uint32_t vector_crc32(uint32_t crc, const uint8_t *data, size_t data_bytes, uint32_t (*plain)(uint32_t, const uint8_t *, size_t)) {
  /* 66 minus the exponents of M: how far behind a vector those lie that are added to it. */
  enum { L0 = 66, L1 = 64, L2 = 63, L3 = 48, L4 = 47, L5 = 34, L6 = 29, L7 = 9 };
  static const uint8_t lags[] = { L0, L1, L2, L3, L4, L5, L6, L7 };
  static v128_t reduced[CRC_DEGREE + CRC_STEP];
  static v128_t rest[CRC_DEGREE];
  if (data_bytes < CRC_MIN_BYTES) return vector_short_crc32(crc, data, data_bytes, plain);
  const v128_t *in = (const v128_t *)data;
  size_t count = data_bytes / sizeof(v128_t) - CRC_DEGREE;
  /* The checksum so far is added to the first four bytes, as if nothing had gone before. */
  v128_t carried = wasm_u32x4_make(crc, 0, 0, 0);
  memset(reduced, 0, CRC_DEGREE * sizeof(v128_t));
  while (count > 0) {
    const size_t step = count < CRC_STEP ? count : CRC_STEP;
    for (size_t i = 0; i < step; i++) {
      v128_t *at = reduced + CRC_DEGREE + i;
      const v128_t a = wasm_v128_xor(at[-L0], at[-L1]), b = wasm_v128_xor(at[-L2], at[-L3]), c = wasm_v128_xor(at[-L4], at[-L5]);
      const v128_t d = wasm_v128_xor(at[-L6], at[-L7]), e = wasm_v128_xor(wasm_v128_load(in + i), carried);
      carried = wasm_i64x2_const(0, 0);
      *at = wasm_v128_xor(wasm_v128_xor(wasm_v128_xor(a, b), wasm_v128_xor(c, d)), e);
    }
    memmove(reduced, reduced + step, CRC_DEGREE * sizeof(v128_t));
    in += step;
    count -= step;
  }
  for (size_t i = 0; i < CRC_DEGREE; i++) {
    rest[i] = wasm_v128_load(in + i);
    for (size_t j = 0; j < sizeof lags && lags[j] > i; j++) rest[i] = wasm_v128_xor(rest[i], reduced[CRC_DEGREE + i - lags[j]]);
  }
  const uint8_t *const end = (const uint8_t *)(in + CRC_DEGREE);
  return plain(vector_short_crc32(0, (const uint8_t *)rest, sizeof rest, plain), end, data + data_bytes - end);
}

/* Adler-32 (RFC 1950) of a whole number of blocks, and how many bytes those are; the plain version does the rest. */
static size_t vector_adler32(uint32_t *adler, const uint8_t *data, size_t data_bytes) {
  /* Sums stay below 2^32 for 5,552 bytes, as zlib's NMAX says; those of a position below 2^16 for 257 blocks. */
  enum { BLOCK = 32, MOST_BLOCKS = 5552 / BLOCK, BASE = 65521 };
  uint32_t s1 = *adler & 0xffff;
  uint32_t s2 = *adler >> 16;
  size_t blocks = data_bytes / BLOCK;
  const size_t all = blocks * BLOCK;
  while (blocks > 0) {
    const uint32_t count = blocks < MOST_BLOCKS ? blocks : MOST_BLOCKS;
    v128_t sums = wasm_i64x2_const(0, 0), sums_before = sums, at0 = sums, at8 = sums, at16 = sums, at24 = sums;
    for (uint32_t i = 0; i < count; i++, data += BLOCK) {
      const v128_t a = wasm_v128_load(data), b = wasm_v128_load(data + 16);
      sums_before = wasm_i32x4_add(sums_before, sums);
      sums = wasm_i32x4_add(sums, wasm_u32x4_extadd_pairwise_u16x8(wasm_i16x8_add(wasm_u16x8_extadd_pairwise_u8x16(a), wasm_u16x8_extadd_pairwise_u8x16(b))));
      at0 = wasm_i16x8_add(at0, wasm_u16x8_extend_low_u8x16(a));
      at8 = wasm_i16x8_add(at8, wasm_u16x8_extend_high_u8x16(a));
      at16 = wasm_i16x8_add(at16, wasm_u16x8_extend_low_u8x16(b));
      at24 = wasm_i16x8_add(at24, wasm_u16x8_extend_high_u8x16(b));
    }
    /* The byte at position k of a block counts 32 - k times by the block's end. */
    v128_t weighted = wasm_i32x4_shl(sums_before, 5);
#define ADD_WEIGHTED(at, w)                                                                                                              \
  weighted = wasm_i32x4_add(weighted, wasm_i32x4_add(wasm_u32x4_extmul_low_u16x8(at, wasm_u16x8_const(w, w - 1, w - 2, w - 3, w - 4, w - 5, w - 6, w - 7)), \
                                                     wasm_u32x4_extmul_high_u16x8(at, wasm_u16x8_const(w, w - 1, w - 2, w - 3, w - 4, w - 5, w - 6, w - 7))))
    ADD_WEIGHTED(at0, 32);
    ADD_WEIGHTED(at8, 24);
    ADD_WEIGHTED(at16, 16);
    ADD_WEIGHTED(at24, 8);
#undef ADD_WEIGHTED
    s2 += s1 * count * BLOCK;
    s2 += wasm_u32x4_extract_lane(weighted, 0) + wasm_u32x4_extract_lane(weighted, 1) + wasm_u32x4_extract_lane(weighted, 2) + wasm_u32x4_extract_lane(weighted, 3);
    s1 += wasm_u32x4_extract_lane(sums, 0) + wasm_u32x4_extract_lane(sums, 1) + wasm_u32x4_extract_lane(sums, 2) + wasm_u32x4_extract_lane(sums, 3);
    s1 %= BASE;
    s2 %= BASE;
    blocks -= count;
  }
  *adler = s2 << 16 | s1;
  return all;
}

#endif
