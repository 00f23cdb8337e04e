/*
 * The SSE2 intrinsics that brotli's matcher and c-blosc's shuffles use, as WASM SIMD128 instructions, so that upstream's own SSE2 code is what runs here too.
 * Each is one instruction, or a shuffle whose pattern is SSE2's. x86 engines turn most back into the very instruction that they are named after.
 */
#ifndef FORMATLAB_EMMINTRIN_H
#define FORMATLAB_EMMINTRIN_H

#include <stdint.h>
#include <wasm_simd128.h>

typedef v128_t __m128i;
typedef v128_t __m128;
/* MMX's register: what _mm_storel_pi and _mm_storeh_pi name their destination with. */
typedef uint64_t __m64;

#define FL_INTRINSIC static inline __attribute__((always_inline, unused))

FL_INTRINSIC __m128i _mm_load_si128(const __m128i *from) { return wasm_v128_load(from); }
FL_INTRINSIC __m128i _mm_loadu_si128(const __m128i *from) { return wasm_v128_load(from); }
FL_INTRINSIC void _mm_storeu_si128(__m128i *to, __m128i a) { wasm_v128_store(to, a); }
FL_INTRINSIC void _mm_storel_epi64(__m128i *to, __m128i a) { wasm_v128_store64_lane(to, a, 0); }
FL_INTRINSIC void _mm_storel_pi(__m64 *to, __m128 a) { wasm_v128_store64_lane(to, a, 0); }
FL_INTRINSIC void _mm_storeh_pi(__m64 *to, __m128 a) { wasm_v128_store64_lane(to, a, 1); }

FL_INTRINSIC __m128i _mm_set1_epi8(char a) { return wasm_i8x16_splat((int8_t)a); }
FL_INTRINSIC __m128i _mm_cmpeq_epi8(__m128i a, __m128i b) { return wasm_i8x16_eq(a, b); }
FL_INTRINSIC __m128i _mm_cmpeq_epi32(__m128i a, __m128i b) { return wasm_i32x4_eq(a, b); }
FL_INTRINSIC int _mm_movemask_epi8(__m128i a) { return (int)wasm_i8x16_bitmask(a); }
FL_INTRINSIC __m128i _mm_slli_epi16(__m128i a, int count) { return wasm_i16x8_shl(a, (uint32_t)count); }

FL_INTRINSIC __m128i _mm_unpacklo_epi8(__m128i a, __m128i b) { return wasm_i8x16_shuffle(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23); }
FL_INTRINSIC __m128i _mm_unpackhi_epi8(__m128i a, __m128i b) { return wasm_i8x16_shuffle(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31); }
FL_INTRINSIC __m128i _mm_unpacklo_epi16(__m128i a, __m128i b) { return wasm_i16x8_shuffle(a, b, 0, 8, 1, 9, 2, 10, 3, 11); }
FL_INTRINSIC __m128i _mm_unpackhi_epi16(__m128i a, __m128i b) { return wasm_i16x8_shuffle(a, b, 4, 12, 5, 13, 6, 14, 7, 15); }
FL_INTRINSIC __m128i _mm_unpacklo_epi32(__m128i a, __m128i b) { return wasm_i32x4_shuffle(a, b, 0, 4, 1, 5); }
FL_INTRINSIC __m128i _mm_unpackhi_epi32(__m128i a, __m128i b) { return wasm_i32x4_shuffle(a, b, 2, 6, 3, 7); }
FL_INTRINSIC __m128i _mm_unpacklo_epi64(__m128i a, __m128i b) { return wasm_i64x2_shuffle(a, b, 0, 2); }
FL_INTRINSIC __m128i _mm_unpackhi_epi64(__m128i a, __m128i b) { return wasm_i64x2_shuffle(a, b, 1, 3); }

/* The pattern must be a constant: two bits a lane. */
#define FL_LANE(pattern, lane) (((pattern) >> (2 * (lane))) & 3)
#define _mm_shuffle_epi32(a, pattern) wasm_i32x4_shuffle(a, a, FL_LANE(pattern, 0), FL_LANE(pattern, 1), FL_LANE(pattern, 2), FL_LANE(pattern, 3))
#define _mm_shufflelo_epi16(a, pattern) wasm_i16x8_shuffle(a, a, FL_LANE(pattern, 0), FL_LANE(pattern, 1), FL_LANE(pattern, 2), FL_LANE(pattern, 3), 4, 5, 6, 7)
#define _mm_shufflehi_epi16(a, pattern) wasm_i16x8_shuffle(a, a, 0, 1, 2, 3, 4 + FL_LANE(pattern, 0), 4 + FL_LANE(pattern, 1), 4 + FL_LANE(pattern, 2), 4 + FL_LANE(pattern, 3))

#endif
