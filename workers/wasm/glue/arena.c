/* The arenas that calls pass their bytes through, and what the last failure said. */
#include "abi.h"

#include <stdlib.h>
#include <string.h>

#define STEP_BYTES 65536u
/* Up to here an arena doubles, so that blocks of slowly growing size don't move it each time; beyond, that would waste too much. */
#define DOUBLING_BYTES (1u << 20)
#define MOST_BYTES 0x7fffffffu

struct input_arena {
  uint8_t *bytes;
  uint32_t capacity;
};

/* Of one call, and of those that read what stays. */
static struct input_arena passing, staying;
static uint32_t output_capacity;
static struct fl_places places;
static char failure[256];

static uint32_t rounded(uint32_t size_bytes) {
  uint32_t capacity = STEP_BYTES;
  if (size_bytes > DOUBLING_BYTES) return (size_bytes + STEP_BYTES - 1) & ~(STEP_BYTES - 1);
  while (capacity < size_bytes) capacity *= 2;
  return capacity;
}

static uint8_t *room_in(struct input_arena *arena, uint32_t size_bytes) {
  if (size_bytes > arena->capacity || arena->bytes == NULL) {
    if (size_bytes > MOST_BYTES) return NULL;
    /* Not realloc: the old input would be copied for nothing. */
    free(arena->bytes);
    arena->capacity = 0;
    const uint32_t capacity = rounded(size_bytes);
    arena->bytes = malloc(capacity);
    if (arena->bytes == NULL) return NULL;
    arena->capacity = capacity;
  }
  return arena->bytes;
}

uint8_t *FL_EXPORT(input)(uint32_t size_bytes) { return room_in(&passing, size_bytes); }

uint8_t *FL_EXPORT(area)(uint32_t size_bytes) { return room_in(&staying, size_bytes); }

struct fl_places *FL_EXPORT(places)(void) { return &places; }

int32_t FL_EXPORT(reserve)(uint32_t size_bytes) { return fl_reserve(size_bytes); }

const char *FL_EXPORT(message)(void) { return failure; }

const uint8_t *fl_input(void) { return places.input; }

uint8_t *fl_output(void) { return places.output + places.kept_bytes; }

uint32_t fl_capacity(void) { return output_capacity < places.kept_bytes ? 0 : output_capacity - places.kept_bytes; }

int fl_reserve(uint32_t size_bytes) {
  const uint64_t needed = (uint64_t)places.kept_bytes + size_bytes;
  if (needed <= output_capacity && places.output != NULL) return 1;
  if (needed > MOST_BYTES) return 0;
  uint64_t wanted = needed;
  /* Results come one behind the other: half as much again, so that not each of them moves all before it. */
  if (places.kept_bytes > 0) wanted = needed + needed / 2 < MOST_BYTES ? needed + needed / 2 : MOST_BYTES;
  uint32_t capacity = rounded((uint32_t)wanted);
  uint8_t *arena = realloc(places.output, capacity);
  if (arena == NULL && wanted > needed) {
    capacity = rounded((uint32_t)needed);
    arena = realloc(places.output, capacity);
  }
  if (arena == NULL) return 0;
  places.output = arena;
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
