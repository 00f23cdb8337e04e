/**
 * ROOT's compression settings (Compression.h): algorithm × 100 + level. Levels are 1 to 9 for every algorithm; core/zip, core/lz4, core/zstd and core/lzma of ROOT map them to the
 * libraries' own levels.
 */
export const rootAlgorithms = ['zlib', 'lzma', 'lz4', 'zstd'] as const;
export type RootAlgorithm = (typeof rootAlgorithms)[number];

export interface RootCompression {
  readonly algorithm: RootAlgorithm;
  readonly level: number;
}

/** The numbers of ECompressionAlgorithm. */
const algorithmNumbers: Readonly<Record<RootAlgorithm, number>> = { zlib: 1, lzma: 2, lz4: 4, zstd: 5 };

/** The number that TFile and TBranch store: 404 is LZ4 at level 4, 0 is no compression. */
export function compressionSettingNumber(compression: RootCompression | null): number {
  return compression === null ? 0 : algorithmNumbers[compression.algorithm] * 100 + compression.level;
}

/** The level of the library: LZ4 is the fast mode up to 3 and LZ4 HC from 4 on; zstd has twice as many levels as ROOT. */
export function libraryLevel({ algorithm, level }: RootCompression): number {
  switch (algorithm) {
    case 'lz4':
      return level >= 4 ? level : 1;
    case 'zstd':
      return level * 2;
    case 'zlib':
    case 'lzma':
      return level;
  }
}

export type BlockKind = RootAlgorithm | 'oldDeflate';

/** The first two bytes of a block. `CS` is raw deflate, in files before 2000. */
export const blockMagics: Readonly<Record<BlockKind, string>> = {
  zlib: 'ZL',
  lzma: 'XZ',
  lz4: 'L4',
  zstd: 'ZS',
  oldDeflate: 'CS',
};
/** The third byte of a block: the method of deflate, or the major version of the LZ4 or zstd library. */
export const blockMethods: Readonly<Record<RootAlgorithm, number>> = { zlib: 8, lzma: 0, lz4: 1, zstd: 1 };

/** The maximum ratio of each algorithm. A block that claims more is rejected before memory is allocated for it. */
export const maxCompressionRatio: Readonly<Record<BlockKind, number>> = {
  zlib: 1_040,
  oldDeflate: 1_040,
  lz4: 256,
  lzma: 16_384,
  zstd: 65_536,
};
