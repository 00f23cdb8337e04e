/*
 * What every codec's module exports, whichever library is inside: one synchronous calling convention.
 *
 * JavaScript writes the input at input(n), or, where several calls will read it or parts of it, at area(n), says in places()->input where the next call's begins, calls compress or
 * decompress, and finds the result where places()->output says. The three arenas only grow and are used again; calls write to that of the output alone. Memory may have grown in any
 * call, so views are taken anew after it. Results of calls that follow one another can be kept, one behind the other: JavaScript sets kept_bytes to what they take together before the
 * next call, and to 0 before one whose result is all that counts. A call that returns int32_t gives a size (>= 0) or one of the errors below, and message() then tells what the library
 * said. Input and output are each below 2 GiB.
 *
 * A context holds the parameters and whatever upstream keeps between calls (match tables, states), because making these anew costs as much as a small
 * record. The eight parameters of open() are the codec's own; each glue file says what they mean. Parameters out of range are refused, never clamped.
 */
#ifndef FORMATLAB_ABI_H
#define FORMATLAB_ABI_H

#include <stddef.h>
#include <stdint.h>

/* The C names differ from the exported ones, which are those of libc's (open, close) and of libraries' own functions (zlib's compress). */
#define FL_EXPORT(name) __attribute__((export_name(#name))) fl_export_##name

enum fl_error {
  FL_ROOM = -1,       /* the output would be larger than the limit */
  FL_DAMAGED = -2,    /* the input is not what the codec writes, is cut, or is followed by something else */
  FL_MEMORY = -3,     /* no memory left */
  FL_PARAMETER = -4,  /* a parameter is out of range */
  FL_REFUSED = -5,    /* the library refused to compress */
  FL_DICTIONARY = -6, /* no dictionary, another one than was compressed with, or samples that give none */
};

/* Where bytes lie: each call reads its input at `input` and leaves its result at output + kept_bytes. */
struct fl_places {
  uint8_t *output;      /* as the last call left it */
  uint32_t kept_bytes;  /* set by JavaScript, and so is the next */
  const uint8_t *input;
};

/* Exported by arena.c, which is in every C module. */
uint8_t *FL_EXPORT(input)(uint32_t size_bytes);          /* at least so many bytes for the input of one call; 0 where there is no memory */
uint8_t *FL_EXPORT(area)(uint32_t size_bytes);           /* the same apart from it, for input that stays; what is there is lost where it has to grow */
int32_t FL_EXPORT(reserve)(uint32_t size_bytes);         /* fl_reserve, for whoever knows what several calls will give; 0 where there is no memory */
struct fl_places *FL_EXPORT(places)(void);               /* stays where it is: JavaScript reads and writes it in place of calls */
const char *FL_EXPORT(message)(void);                    /* what went wrong in the last call that failed; "" where nothing did */

/* For the glue files. */
uint8_t *fl_output(void);                     /* the output arena behind what is kept, as it is; fl_reserve may move it */
const uint8_t *fl_input(void);                /* the input of this call */
int fl_reserve(uint32_t size_bytes);          /* there are at least so many bytes from fl_output() on, with their content and what lies before; 0 where there is no memory */
uint32_t fl_capacity(void);                   /* from fl_output() on */
int32_t fl_fail(int32_t error, const char *text); /* keeps a copy of the text (at most 255 bytes) for message(), gives the error back */

/* Exported by each glue file. */
const char *FL_EXPORT(version)(void);                    /* as upstream names it: "1.5.7" */
void *FL_EXPORT(open)(int32_t p0, int32_t p1, int32_t p2, int32_t p3, int32_t p4, int32_t p5, int32_t p6, int32_t p7); /* 0: message() says why */
void FL_EXPORT(close)(void *context);
int32_t FL_EXPORT(compress)(void *context, uint32_t input_bytes);
int32_t FL_EXPORT(decompress)(void *context, uint32_t input_bytes, uint32_t limit_bytes);

/*
 * Where upstream has streams: stream_begin once (decompressing: 0 or 1), then stream_step for each piece of input, the last with `last` 1. Each step
 * takes all of its input and leaves what came of it, at most limit_bytes, in the output arena.
 */
int32_t FL_EXPORT(stream_begin)(void *context, int32_t decompressing);
int32_t FL_EXPORT(stream_step)(void *context, uint32_t input_bytes, int32_t last, uint32_t limit_bytes);

/*
 * Where upstream has dictionaries: train takes the samples one behind the other from the input, their `count` sizes (uint32_t) behind them at the
 * next multiple of 4, and leaves a dictionary of at most size_bytes in the output arena; dictionary takes one from the input (0 bytes: none).
 */
int32_t FL_EXPORT(train)(uint32_t samples_bytes, uint32_t count, uint32_t size_bytes);
int32_t FL_EXPORT(dictionary)(void *context, uint32_t input_bytes);

#endif
