import { gzipSync } from 'fflate';
import type { CompressionCodec } from 'hyparquet';
import type { FormatContext } from '../../../model/entry';
import { FormatlabError } from '../../../model/errors';
import { loadZstd } from './zstd';

export interface PageCodec {
  readonly codec: CompressionCodec;
  /** Compresses one page. Null if hyparquet-writer has its own compressor. */
  readonly compress: ((bytes: Uint8Array) => Uint8Array) | null;
  /** The size of the codec’s WASM memory in bytes. Absent if it needs no WASM. */
  readonly wasmMemoryBytes?: () => number;
}

/** The compressor of pages. Decompression does not need it, so a codec that cannot be written has one that throws. */
export async function pageCodec(innerCodec: FormatContext['innerCodec']): Promise<PageCodec> {
  const level = innerCodec?.level ?? null;
  switch (innerCodec?.id) {
    case undefined:
      return { codec: 'UNCOMPRESSED', compress: null };
    case 'snappy':
      return { codec: 'SNAPPY', compress: null };
    case 'gzip':
      // Without a time stamp, so that equal data gives equal bytes.
      return { codec: 'GZIP', compress: (bytes) => gzipSync(bytes, { level: gzipLevel(level), mtime: 0 }) };
    case 'zstd': {
      const zstd = await loadZstd();
      return {
        codec: 'ZSTD',
        compress: (bytes) => zstd.compress(bytes, requireLevel(level)),
        wasmMemoryBytes: () => zstd.memoryBytes(),
      };
    }
    case 'lz4':
      return { codec: 'LZ4_RAW', compress: missing('LZ4') };
    case 'brotli':
      return { codec: 'BROTLI', compress: missing('Brotli') };
    default:
      throw new FormatlabError({
        tag: 'unsupported',
        stage: 'setUp',
        format: 'parquet',
        message: `Parquet has no codec “${innerCodec?.id}”.`,
      });
  }
}

const missing = (label: string) => (): never => {
  throw new FormatlabError({
    tag: 'unsupported',
    stage: 'encode',
    format: 'parquet',
    message: `hyparquet-writer has no ${label} compressor.`,
  });
};

const gzipLevels = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

function gzipLevel(level: number | null): (typeof gzipLevels)[number] {
  const found = gzipLevels.find((known) => known === level);
  if (found === undefined)
    throw new FormatlabError({
      tag: 'invalidPlan',
      stage: 'encode',
      format: 'parquet',
      codec: 'gzip',
      message: `GZIP has no level ${level}.`,
    });
  return found;
}

function requireLevel(level: number | null): number {
  if (level === null)
    throw new FormatlabError({
      tag: 'invalidPlan',
      stage: 'encode',
      format: 'parquet',
      codec: 'zstd',
      message: 'Zstandard needs a level.',
    });
  return level;
}
