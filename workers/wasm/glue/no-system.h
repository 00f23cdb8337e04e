/*
 * Included before every C file. In a page there is no terminal and no clock; libraries refer to both on paths that no call of ours takes (zstd's dictionary
 * builder can show its progress), and wasi-libc's own would bring stdio with its system calls into every module, and a constructor that reads the clock.
 */
#ifndef FORMATLAB_NO_SYSTEM_H
#define FORMATLAB_NO_SYSTEM_H

#include <stdio.h>
#include <time.h>

#undef putchar
#undef fputc
#define clock() ((clock_t)0)
#define fprintf(...) (0)
#define printf(...) (0)
#define puts(text) (0)
#define putchar(character) (0)
#define fputs(text, stream) (0)
#define fputc(character, stream) (0)
#define fflush(stream) (0)

#endif
