/* The two arenas that calls pass their bytes through, and what the last failure said. */
#include "abi.h"

#include <stdlib.h>
#include <string.h>

#define STEP_BYTES 65536u
/* Up to here an arena doubles, so that blocks of slowly growing size don't move it each time; beyond, that would waste too much. */
#define DOUBLING_BYTES (1u << 20)
#define MOST_BYTES 0x7fffffffu

static uint8_t *input_arena;
static uint32_t input_capacity, output_capacity;
static struct fl_output output;
static char failure[256];

static uint32_t rounded(uint32_t size_bytes) {
  uint32_t capacity = STEP_BYTES;
  if (size_bytes > DOUBLING_BYTES) return (size_bytes + STEP_BYTES - 1) & ~(STEP_BYTES - 1);
  while (capacity < size_bytes) capacity *= 2;
  return capacity;
}

uint8_t *FL_EXPORT(input)(uint32_t size_bytes) {
  if (size_bytes > input_capacity || input_arena == NULL) {
    if (size_bytes > MOST_BYTES) return NULL;
    /* Not realloc: the old input would be copied for nothing. */
    free(input_arena);
    input_capacity = 0;
    const uint32_t capacity = rounded(size_bytes);
    input_arena = malloc(capacity);
    if (input_arena == NULL) return NULL;
    input_capacity = capacity;
  }
  return input_arena;
}

struct fl_output *FL_EXPORT(output)(void) { return &output; }

int32_t FL_EXPORT(reserve)(uint32_t size_bytes) { return fl_reserve(size_bytes); }

const char *FL_EXPORT(message)(void) { return failure; }

uint8_t *fl_input(void) { return input_arena; }

uint8_t *fl_output(void) { return output.arena + output.kept_bytes; }

uint32_t fl_capacity(void) { return output_capacity < output.kept_bytes ? 0 : output_capacity - output.kept_bytes; }

int fl_reserve(uint32_t size_bytes) {
  const uint64_t needed = (uint64_t)output.kept_bytes + size_bytes;
  if (needed <= output_capacity && output.arena != NULL) return 1;
  if (needed > MOST_BYTES) return 0;
  uint64_t wanted = needed;
  /* Results come one behind the other: half as much again, so that not each of them moves all before it. */
  if (output.kept_bytes > 0) wanted = needed + needed / 2 < MOST_BYTES ? needed + needed / 2 : MOST_BYTES;
  uint32_t capacity = rounded((uint32_t)wanted);
  uint8_t *arena = realloc(output.arena, capacity);
  if (arena == NULL && wanted > needed) {
    capacity = rounded((uint32_t)needed);
    arena = realloc(output.arena, capacity);
  }
  if (arena == NULL) return 0;
  output.arena = arena;
  output_capacity = capacity;
  return 1;
}

int32_t fl_fail(int32_t error, const char *text) {
  strncpy(failure, text, sizeof failure - 1);
  return error;
}

/* A part of wasi-libc checks its stack by a guard that a constructor would take from the system's random numbers. */
uintptr_t __stack_chk_guard = 0x8f7a11e5u;

void __stack_chk_fail(void) { __builtin_trap(); }
