import { alignmentOption, crcOption, innerCodecs, offsetWidthOption, reasonUnsupported } from '../file/options';
import type { FormatMeta } from '../../../model/entry';
import { readByNone } from '../../../model/tools';

/** The number of records that the estimate compresses with LZMA. Each takes milliseconds, so a few are enough. */
const lzmaSampleRecords = 2_000;

export const meta: FormatMeta = {
  id: 'hashdbm',
  readsParts: true,
  notInNativeScript: null,
  label: 'HashDBM (Tkrzw)',
  extension: 'tkh',
  mediaType: 'application/octet-stream',
  description:
    'Tkrzw’s hash database: buckets point to chains of records, and each record is compressed separately. Records have no order, so ranges cannot be scanned. The files are Tkrzw’s own: its tkrzw_dbm_util opens, validates and rebuilds them.',
  selfDescribing: true,
  readers: { python: 'tkrzw', java: 'Tkrzw-Java', commandLine: 'tkrzw_dbm_util' },
  readersWith: ({ innerCodec }) =>
    innerCodec === 'zstd-dictionary' ? readByNone('Tkrzw has no compressor with a trained dictionary.') : {},
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
          help: 'More buckets give shorter chains, but each bucket takes the width of an offset in the file. By default, Tkrzw creates 1,048,583 buckets. When it rebuilds a file, it creates twice as many as there are records.',
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
          help: 'Used if “Buckets” is “as given”. Tkrzw rounds numbers above 100 up to the next prime.',
          min: 1,
          max: 16_777_213,
          default: 1_048_583,
        },
        {
          type: 'integer',
          id: 'dictionaryKiB',
          label: 'Dictionary',
          help: 'The maximum size of the dictionary, for zstd with a dictionary. The first call of encode (the cold one) trains it from the records, and later calls of the session reuse it. The file contains the dictionary.',
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
        const reason = reasonUnsupported('A HashDBM', operation, schema);
        if (reason !== null) return reason;
        return operation === 'warmLookup'
          ? 'A HashDBM has no page cache: only the operating system’s copy of the file stays warm, and every look-up decompresses its record again.'
          : null;
      },
      clock: { encode: ['allocate'], decode: ['allocate'], lookup: ['allocate'] },
      wasmCopyInClock: true,
      loss: () => [],
      estimateMBps: { encode: 90, decode: 250 },
      sampleItems: ({ innerCodec }) => (innerCodec === 'lzma' ? lzmaSampleRecords : null),
      warning:
        'With a trained dictionary, only Formatlab reads the file. Tkrzw has no such compressor (code 7 of its metadata is unused), and its tools would return the compressed bytes as values.',
    },
  ],
};
