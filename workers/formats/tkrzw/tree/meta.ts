import { alignmentOption, crcOption, innerCodecs, offsetWidthOption, reasonUnsupported } from '../file/options';
import type { FormatMeta } from '../../../model/entry';

export const meta: FormatMeta = {
  id: 'treedbm',
  readsParts: true,
  notInNativeScript: null,
  label: 'TreeDBM (Tkrzw)',
  extension: 'tkt',
  mediaType: 'application/octet-stream',
  description:
    'Tkrzw’s B+ tree database: records are sorted by key and stored in pages, and each page is compressed as a whole. The files are Tkrzw’s own: its tkrzw_dbm_util opens, validates and rebuilds them.',
  selfDescribing: true,
  readers: { python: 'tkrzw', java: 'Tkrzw-Java', commandLine: 'tkrzw_dbm_util' },
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
        {
          type: 'integer',
          id: 'maxPageSize',
          label: 'Page size',
          help: 'The maximum size of a leaf page; a larger one is split in two. Records that are inserted in order leave pages half full, so the average is half of this. Larger pages compress better, but a look-up in a page that is not in memory decompresses the whole page.',
          unit: 'bytes',
          min: 512,
          max: 4_194_304,
          default: 8_130,
        },
        {
          type: 'integer',
          id: 'maxBranches',
          label: 'Branches',
          help: 'The maximum number of links of an inner page; a page with more is split in two.',
          min: 2,
          max: 65_536,
          default: 256,
        },
        alignmentOption(10),
        offsetWidthOption,
        crcOption,
      ],
      innerCodecs: innerCodecs('page'),
      unsupported: (operation, schema) => reasonUnsupported('A TreeDBM', operation, schema),
      clock: { encode: ['allocate'], decode: ['allocate'], lookup: ['allocate'], warmLookup: ['allocate'] },
      wasmCopyInClock: true,
      loss: () => [],
      estimateMBps: { encode: 110, decode: 250 },
      lookupCache: true,
    },
  ],
};
