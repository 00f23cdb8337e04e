/* Before each of zstd's files, for c-blosc: it makes a context of zstd at each call, and each context asks CPUID. A virtual machine traps CPUID, which takes it some
   15 microseconds where the processor takes a tenth of one: it is asked once here, so that the figures don't depend on where they are taken. */
#ifndef __ASSEMBLER__
#define ZSTD_cpuid ZSTD_cpuidAsked
#include "common/cpu.h"
#undef ZSTD_cpuid

static inline ZSTD_cpuid_t ZSTD_cpuid(void) {
  static ZSTD_cpuid_t answer;
  static int asked;
  if (!asked) {
    answer = ZSTD_cpuidAsked();
    asked = 1;
  }
  return answer;
}
#endif
