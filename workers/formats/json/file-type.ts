import type { FileType } from '../../model/file-type';

const MiB = 1_048_576;

export const fileTypes: readonly FileType[] = [
  {
    id: 'json',
    rank: 2,
    label: 'JSON',
    phrase: 'a JSON file',
    extensions: ['json'],
    signatures: [],
    text: 'records',
    reading: 'json',
    size: {
      limitBytes: 512 * MiB,
      noun: 'a JSON file',
      remedy:
        'Here no part of it is read alone. Write it with one record a line (NDJSON), of which a sample is measured, whatever its size.',
    },
  },
  {
    id: 'ndjson',
    rank: 3,
    label: 'NDJSON',
    phrase: 'a file with one JSON value per line',
    extensions: ['ndjson', 'jsonl'],
    signatures: [],
    text: 'records',
    infersTypes: true,
    reading: 'json',
    size: {
      limitBytes: 512 * MiB,
      noun: 'an NDJSON file',
      remedy: 'sample',
    },
  },
];
