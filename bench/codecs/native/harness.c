/*
 * One library behind a loop of commands on standard input, a line each, answered by a line on standard output:
 *
 *   version                          → version <text>
 *   data <path>                      → data <bytes>
 *   open <up to eight numbers>       → open
 *   blocks <bytes of data> <bytes of a block> <path>
 *                                    → blocks <count> <compressed bytes>      compresses and checks all, and writes the compressed sizes (uint32_t), then the blocks, to the path
 *   compress <passes>                → compress <milliseconds of a pass>     over all blocks
 *   decompress <passes>              → decompress <milliseconds of a pass>
 */
#define _GNU_SOURCE
#include "library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

static uint8_t *data, *blocks, *results;
static size_t data_bytes, blocks_room, results_room, slot_bytes;
/* Where each block begins and ends in the data, and compressed. */
static size_t *plain_at, *compressed_at, count;

void die(const char *what) {
  fprintf(stderr, "%s\n", what);
  exit(1);
}

static void *allocate(size_t size) {
  void *const memory = malloc(size > 0 ? size : 1);
  if (memory == NULL) die("There is no memory.");
  /* Touched, so that no page is first met inside the clock. */
  memset(memory, 1, size);
  return memory;
}

static double now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void read_data(const char *path) {
  FILE *const file = fopen(path, "rb");
  if (file == NULL || fseek(file, 0, SEEK_END) != 0) die("The data can't be read.");
  data_bytes = (size_t)ftell(file);
  rewind(file);
  free(data);
  data = allocate(data_bytes);
  if (fread(data, 1, data_bytes, file) != data_bytes) die("The data can't be read.");
  fclose(file);
  count = 0;
  printf("data %zu\n", data_bytes);
}

static void make_room(uint8_t **memory, size_t *room, size_t bytes) {
  if (bytes <= *room) return;
  free(*memory);
  *room = bytes;
  *memory = allocate(bytes);
}

static void make_blocks(size_t used, size_t block_bytes, const char *path) {
  if (used > data_bytes || used == 0 || block_bytes == 0) die("There are not so many bytes of data.");
  count = (used + block_bytes - 1) / block_bytes;
  plain_at = realloc(plain_at, (count + 1) * sizeof *plain_at);
  compressed_at = realloc(compressed_at, (count + 1) * sizeof *compressed_at);
  if (plain_at == NULL || compressed_at == NULL) die("There is no memory.");
  const size_t largest = block_bytes < used ? block_bytes : used;
  const size_t bound = library_bound(largest);
  /* Each block's result has a place of its own, as in the browser, but one that was there before. */
  slot_bytes = ((bound > largest ? bound : largest) + 63) & ~(size_t)63;
  make_room(&blocks, &blocks_room, bound * count);
  make_room(&results, &results_room, slot_bytes * count + SLACK_BYTES);
  plain_at[0] = compressed_at[0] = 0;
  for (size_t block = 0; block < count; block += 1) {
    const size_t from = block * block_bytes, size = used - from < block_bytes ? used - from : block_bytes;
    plain_at[block + 1] = from + size;
    const size_t compressed = library_compress(data + from, size, results, library_bound(size));
    if (compressed == FAILED) die("A block was not compressed.");
    memcpy(blocks + compressed_at[block], results, compressed);
    compressed_at[block + 1] = compressed_at[block] + compressed;
    if (library_decompress(blocks + compressed_at[block], compressed, results, size) != size || memcmp(results, data + from, size) != 0) die("A block did not come back.");
  }
  FILE *const file = fopen(path, "wb");
  if (file == NULL) die("The blocks can't be written.");
  for (size_t block = 0; block < count; block += 1) {
    const uint32_t size = (uint32_t)(compressed_at[block + 1] - compressed_at[block]);
    fwrite(&size, sizeof size, 1, file);
  }
  fwrite(blocks, 1, compressed_at[count], file);
  if (fclose(file) != 0) die("The blocks can't be written.");
  printf("blocks %zu %zu\n", count, compressed_at[count]);
}

static double compress_all(long passes) {
  const double start = now_ms();
  for (long pass = 0; pass < passes; pass += 1)
    for (size_t block = 0; block < count; block += 1) {
      const size_t from = plain_at[block], size = plain_at[block + 1] - from;
      if (library_compress(data + from, size, results + block * slot_bytes, library_bound(size)) == FAILED) die("A block was not compressed.");
    }
  return (now_ms() - start) / (double)passes;
}

static double decompress_all(long passes) {
  const double start = now_ms();
  for (long pass = 0; pass < passes; pass += 1)
    for (size_t block = 0; block < count; block += 1) {
      const size_t from = compressed_at[block], size = plain_at[block + 1] - plain_at[block];
      if (library_decompress(blocks + from, compressed_at[block + 1] - from, results + plain_at[block], size) != size) die("A block did not come back.");
    }
  return (now_ms() - start) / (double)passes;
}

int main(void) {
#ifdef __GLIBC__
  /* Libraries that allocate in each call would else give their memory back to the system each time and get it back in cleared pages, which for a record takes far
     longer than the work. A WASM memory never gives anything back, and a program that calls so often would see to the same. */
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, -1);
#endif
  static char line[4096], path[4096];
  while (fgets(line, sizeof line, stdin) != NULL) {
    line[strcspn(line, "\n")] = 0;
    size_t used, block_bytes;
    long passes;
    if (strcmp(line, "version") == 0) {
      printf("version %s\n", library_version());
    } else if (strncmp(line, "data ", 5) == 0) {
      read_data(line + 5);
    } else if (strncmp(line, "open", 4) == 0) {
      int32_t parameters[8] = {0};
      const char *at = line + 4;
      for (int place = 0; place < 8; place += 1) {
        char *end;
        parameters[place] = (int32_t)strtol(at, &end, 10);
        at = end;
      }
      library_open(parameters);
      count = 0;
      puts("open");
    } else if (sscanf(line, "blocks %zu %zu %4095[^\n]", &used, &block_bytes, path) == 3) {
      make_blocks(used, block_bytes, path);
    } else if (sscanf(line, "compress %ld", &passes) == 1 && passes > 0 && count > 0) {
      printf("compress %.9f\n", compress_all(passes));
    } else if (sscanf(line, "decompress %ld", &passes) == 1 && passes > 0 && count > 0) {
      printf("decompress %.9f\n", decompress_all(passes));
    } else {
      die("That is no command.");
    }
    fflush(stdout);
  }
  return 0;
}
