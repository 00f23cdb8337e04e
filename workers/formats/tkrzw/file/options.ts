import { kindNames } from '../../../model/dataset';
import type { FormatImplementationMeta, InnerCodecMeta } from '../../../model/entry';
import type { OptionDescriptor, OptionValues } from '../../../model/options';
import { bucketCountFor } from './bucket-count';
import { alignPows, type CompressorCode, crcWidths, offsetWidths } from './store-layout';
import type { StoreOptions } from './store-writer';

/** Metadata that HashDBM and TreeDBM share. The page loads this file at its start, so it imports no decoder. */

export function alignmentOption(byDefault: number): OptionDescriptor {
  return {
    type: 'integer',
    id: 'alignPow',
    label: 'Alignment',
    help: 'Records begin at multiples of 2 to this power bytes. 0 wastes no space. A larger value leaves records room to grow in place and lets short offsets address larger files. The published experiment used 0.',
    unit: 'bits',
    min: alignPows.min,
    max: alignPows.max,
    default: byDefault,
  };
}

export const offsetWidthOption: OptionDescriptor = {
  type: 'integer',
  id: 'offsetWidth',
  label: 'Offset width',
  help: 'The size of each bucket and of each record’s link, in bytes. 4 bytes address 4 GiB times the alignment.',
  unit: 'bytes',
  min: offsetWidths.min,
  max: offsetWidths.max,
  default: 4,
};

export const crcOption: OptionDescriptor = {
  type: 'choice',
  id: 'recordCrc',
  label: 'CRC',
  help: 'An additional checksum of each stored record. Every record has a checksum of six bits anyway.',
  choices: [
    { value: '0', label: 'none', inName: 'no CRC' },
    { value: '8', label: 'CRC-8' },
    { value: '16', label: 'CRC-16' },
    { value: '32', label: 'CRC-32' },
  ],
  default: '0',
};

/** Inner codecs at Tkrzw's own fixed levels: deflate 6, zstd 3, LZ4 acceleration 1, LZMA preset 6. */
export function innerCodecs(granularity: 'record' | 'page'): readonly InnerCodecMeta[] {
  return [
    { id: 'zlib', label: 'zlib', family: 'deflate', granularity, levels: null },
    { id: 'zstd', label: 'zstd', family: 'zstd', granularity, levels: null },
    { id: 'lz4', label: 'LZ4', family: 'lz4', granularity, levels: null },
    { id: 'lzma', label: 'LZMA', family: 'lzma', granularity, levels: null },
  ];
}

export function storeOptions(options: OptionValues, bucketCount: number, compressor: CompressorCode): StoreOptions {
  const crcBits = Number(options.recordCrc);
  return {
    alignPow: Number(options.alignPow),
    offsetWidth: Number(options.offsetWidth),
    crcBytes: crcWidths.find((bytes) => bytes * 8 === crcBits) ?? 0,
    bucketCount: bucketCountFor(bucketCount),
    compressor,
  };
}

/** Why neither HashDBM nor TreeDBM supports the operation for the schema; null if they do. */
export function reasonUnsupported(
  name: string,
  operation: Parameters<FormatImplementationMeta['unsupported']>[0],
  schema: Parameters<FormatImplementationMeta['unsupported']>[1],
): string | null {
  if (schema.kind !== 'records') return `${name} stores records by their keys, not ${kindNames[schema.kind]}.`;
  if (operation === 'project')
    return 'The database stores a record’s value as one text, so there are no columns to read.';
  return null;
}
