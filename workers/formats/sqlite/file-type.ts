import type { FileType, MappedFiles } from '../../model/file-type';

const signatures = [{ bytes: 'SQLite format 3\0' }];

const MiB = 1_048_576;

export const fileTypes: readonly FileType[] = [
  {
    id: 'sqlite',
    rank: 11,
    label: 'SQLite',
    phrase: 'an SQLite database',
    extensions: ['sqlite', 'sqlite3', 'db', 'db3', 'gpkg'],
    signatures: signatures,
    reading: 'parts',
    size: {
      limitBytes: 512 * MiB,
      noun: 'an SQLite database',
      remedy:
        'Here no part of it is read alone. Save the table as Parquet or CSV, of which a sample is measured, whatever its size.',
    },
  },
];

/** What map.ts explains. */
export const mapped: MappedFiles = { signatures };
