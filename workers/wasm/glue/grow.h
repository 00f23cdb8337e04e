/* Output whose size no header tells: the arena is doubled while the library has more to say, up to one byte over the limit, so that too much shows. */
#ifndef FORMATLAB_GROW_H
#define FORMATLAB_GROW_H

#include "abi.h"

#define GROW_FIRST_BYTES 65536u
/* The arenas' own limit (abi.h). */
#define GROW_MOST_BYTES 0x7fffffffu

/* Bytes that may be written behind the `used` ones; 0 where there is no memory, or where the limit was passed (then used > limit_bytes). */
static inline uint32_t grow_room(uint32_t used, uint32_t limit_bytes) {
  const uint32_t most = limit_bytes < GROW_MOST_BYTES ? limit_bytes + 1 : GROW_MOST_BYTES;
  if (used >= most) return 0;
  uint32_t capacity = fl_capacity();
  if (capacity <= used) {
    const uint32_t wanted = used < GROW_FIRST_BYTES ? GROW_FIRST_BYTES : used > most / 2 ? most : 2 * used;
    if (!fl_reserve(wanted < most ? wanted : most)) return 0;
    capacity = fl_capacity();
  }
  return (capacity < most ? capacity : most) - used;
}

/* Why grow_room gave nothing. */
static inline int32_t grow_failure(uint32_t used, uint32_t limit_bytes) {
  if (used > limit_bytes || used >= GROW_MOST_BYTES) return fl_fail(FL_ROOM, "the output is larger than the limit");
  return fl_fail(FL_MEMORY, "no memory is left for the output");
}

#endif
