import { alignmentOption, crcOption, innerCodecs, offsetWidthOption, whyNot } from '../../libraries/tkrzw/options';
import type { FormatMeta } from '../../model/entry';

/** So many records are enough to measure LZMA by: each takes milliseconds. */
const lzmaSampleRecords = 2_000;

export const meta: FormatMeta = {
  id: 'hashdbm',
  notInNativeScript: null,
  label: 'HashDBM (Tkrzw)',
  extension: 'tkh',
  mediaType: 'application/octet-stream',
  description:
    'Tkrzw’s hash database: buckets that point to chains of records, each compressed by itself. It keeps no order, so that ranges can’t be scanned. Byte for byte what Tkrzw reads: its tkrzw_dbm_util opens, validates and rebuilds the file.',
  selfDescribing: true,
  implementations: [
    {
      id: 'formatlab',
      label: 'Formatlab',
      library: {
        package: 'formatlab',
        version: '',
        contains: 'zlib 1.3.2, zstd 1.5.7, LZ4 1.10.0, liblzma 5.8.4',
        license: 'MIT',
      },
      options: [
        alignmentOption(3),
        offsetWidthOption,
        crcOption,
        {
          type: 'choice',
          id: 'buckets',
          label: 'Buckets',
          help: 'More buckets make chains shorter, and each takes an offset’s width in the file. Tkrzw makes 1,048,583 unless told, and when it rebuilds a file twice as many as there are records.',
          choices: [
            { value: 'default', label: 'Tkrzw’s default' },
            { value: 'records', label: 'twice the records' },
            { value: 'given', label: 'as given' },
          ],
          default: 'default',
        },
        {
          type: 'integer',
          id: 'bucketCount',
          label: 'Number of buckets',
          help: 'Where buckets are as given. Above 100, Tkrzw takes the next prime.',
          min: 1,
          max: 16_777_213,
          default: 1_048_583,
        },
        {
          type: 'integer',
          id: 'dictionaryKiB',
          label: 'Dictionary',
          help: 'Only for zstd with a dictionary: its greatest size. It is trained from the records inside the first call of encode, the cold one; later calls of the session use it as it is. Its bytes are in the file.',
          unit: 'KiB',
          min: 1,
          max: 256,
          default: 64,
          onlyWithCodecs: ['zstd-dictionary'],
        },
      ],
      innerCodecs: [
        ...innerCodecs('record'),
        {
          id: 'zstd-dictionary',
          label: 'zstd with a dictionary (only Formatlab reads it)',
          family: 'zstd',
          granularity: 'record',
          levels: null,
        },
      ],
      unsupported: (operation, schema) => {
        const reason = whyNot('A HashDBM', operation, schema);
        if (reason !== null) return reason;
        return operation === 'warmLookup'
          ? 'A HashDBM has no page cache: what stays warm is the operating system’s copy of the file, and every look-up decompresses its record anew.'
          : null;
      },
      clock: { encode: ['allocate'], decode: ['allocate'], lookup: ['allocate'] },
      wasmCopyInClock: true,
      loss: () => [],
      estimateMBps: { encode: 90, decode: 250 },
      sampleItems: ({ innerCodec }) => (innerCodec === 'lzma' ? lzmaSampleRecords : null),
      warning:
        'With a trained dictionary, only Formatlab reads the file: Tkrzw has no such compressor yet (code 7 of its metadata is unused), and its tools would take the compressed values for the values themselves.',
    },
  ],
};
