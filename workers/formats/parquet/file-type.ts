import type { FileType, MappedFiles } from '../../model/file-type';

const signatures = [{ bytes: 'PAR1' }];

const MiB = 1_048_576;

export const fileTypes: readonly FileType[] = [
  {
    id: 'parquet',
    rank: 4,
    label: 'Parquet',
    phrase: 'a Parquet file',
    extensions: ['parquet', 'pq'],
    signatures: signatures,
    isCompressedInside: true,
    decoder: 'arrow-rs',
    hasRemoteParts: true,
    reading: 'table',
    size: {
      limitBytes: 512 * MiB,
      noun: 'a Parquet file',
      remedy: 'sample',
    },
  },
];

/** What map.ts explains. */
export const mapped: MappedFiles = { signatures };
