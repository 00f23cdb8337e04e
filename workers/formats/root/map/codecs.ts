/** The names of compression by the first two bytes of a block. */
export const codecNames: Readonly<Record<string, string>> = {
  ZL: 'zlib',
  XZ: 'LZMA',
  L4: 'LZ4',
  ZS: 'zstd',
  CS: 'old zlib',
};
