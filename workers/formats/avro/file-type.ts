import type { FileType } from '../../model/file-type';

const MiB = 1_048_576;

export const fileTypes: readonly FileType[] = [
  {
    id: 'avro',
    rank: 6,
    label: 'Avro',
    phrase: 'an Avro file',
    extensions: ['avro'],
    signatures: [{ bytes: 'Obj\x01' }],
    isCompressedInside: true,
    reading: 'table',
    size: {
      limitBytes: 512 * MiB,
      noun: 'an Avro file',
      remedy: 'sample',
    },
  },
];
