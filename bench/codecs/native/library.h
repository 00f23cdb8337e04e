/*
 * What the harness asks of each library, as a well-written native program would use it: one call from a buffer to a buffer that is large enough, with whatever
 * upstream can keep between calls kept. Nothing is copied and no output grows on the way.
 */
#ifndef FORMATLAB_BENCH_LIBRARY_H
#define FORMATLAB_BENCH_LIBRARY_H

#include <stddef.h>
#include <stdint.h>

#define FAILED ((size_t)-1)
/* There is so much memory behind the `room` that a call is told. */
#define SLACK_BYTES (8u << 20)

extern const char *library_version(void);
/* Up to eight parameters, those that are left out 0; each file says what they mean. Ends the program where they are refused. */
extern void library_open(const int32_t parameters[8]);
extern size_t library_bound(size_t input_bytes);
extern size_t library_compress(const uint8_t *input, size_t input_bytes, uint8_t *output, size_t room);
/* `room` is exactly what the input holds, which whoever stored it knows. */
extern size_t library_decompress(const uint8_t *input, size_t input_bytes, uint8_t *output, size_t room);

/* Ends the program with a sentence. */
extern _Noreturn void die(const char *what);

#endif
