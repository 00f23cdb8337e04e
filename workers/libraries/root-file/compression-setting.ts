/**
 * ROOT's compression settings (Compression.h): algorithm × 100 + level, levels 1 to 9 for every algorithm. What a level means to the library
 * below is in core/zip, core/lz4, core/zstd and core/lzma of ROOT.
 */
export const rootAlgorithms = ['zlib', 'lzma', 'lz4', 'zstd'] as const;
export type RootAlgorithm = (typeof rootAlgorithms)[number];

export interface RootCompression {
  readonly algorithm: RootAlgorithm;
  readonly level: number;
}

/** ECompressionAlgorithm. */
const algorithmNumbers: Readonly<Record<RootAlgorithm, number>> = { zlib: 1, lzma: 2, lz4: 4, zstd: 5 };

/** EDefaults: kUseGeneralPurpose 505, kUseMin 404 and so on. */
export const defaultLevels: Readonly<Record<RootAlgorithm, number>> = { zlib: 1, lzma: 7, lz4: 4, zstd: 5 };

/** As TFile and TBranch keep it: 404 is LZ4 at level 4, 0 none. */
export function settingNumber(compression: RootCompression | null): number {
  return compression === null ? 0 : algorithmNumbers[compression.algorithm] * 100 + compression.level;
}

/** The level of the library below: LZ4 is the fast kind up to 3 and HC from 4 on, zstd has twice as many levels as ROOT. */
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

/** The first two bytes of a block. `CS` is deflate without zlib's frame, of files before 2000. */
export const blockMagics: Readonly<Record<BlockKind, string>> = {
  zlib: 'ZL',
  lzma: 'XZ',
  lz4: 'L4',
  zstd: 'ZS',
  oldDeflate: 'CS',
};
/** The third: the method of deflate, and for LZ4 and zstd the library's major version. */
export const blockMethods: Readonly<Record<RootAlgorithm, number>> = { zlib: 8, lzma: 0, lz4: 1, zstd: 1 };

/** Decompressed bytes that a compressed byte can at most stand for: what claims more is refused before any memory is had for it. */
export const largestRatio: Readonly<Record<BlockKind, number>> = {
  zlib: 1_040,
  oldDeflate: 1_040,
  lz4: 256,
  lzma: 16_384,
  zstd: 65_536,
};
