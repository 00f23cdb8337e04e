import { kindNames } from '../../../model/dataset';
import type { FormatImplementationMeta, FormatMeta } from '../../../model/entry';

const shared = {
  options: [
    {
      type: 'choice',
      id: 'members',
      label: 'Members',
      help: 'The arrays are stored uncompressed (numpy.savez) or deflated separately (numpy.savez_compressed, level 6).',
      choices: [
        { value: 'stored', label: 'Stored' },
        { value: 'deflated', label: 'Deflated' },
      ],
      default: 'stored',
    },
  ],
  innerCodecs: [],
  unsupported: (operation, schema) => {
    if (schema.kind === 'array' || schema.kind === 'stringArray')
      return 'An .npz archive holds several arrays. Choose npy for a single array.';
    if (schema.kind === 'records')
      return 'numpy gives every text as much room as the longest one, at four bytes per character. Texts of such different lengths would become many times as large.';
    if (schema.kind !== 'dict' && schema.kind !== 'keyedVectors')
      return `Formatlab has no .npz layout for ${kindNames[schema.kind]}.`;
    if (operation === 'project') return 'Only a table has columns to choose from.';
    if (operation === 'lookup' || operation === 'warmLookup')
      return 'A member of the archive must be decompressed whole, so a single entry cannot be read without all the others.';
    return null;
  },
  clock: { encode: ['convert', 'allocate', 'encode'], decode: ['decode', 'allocate', 'convert'] },
  loss: (schema) =>
    schema.kind === 'keyedVectors' ||
    (schema.kind === 'dict' && (schema.keyType === 'utf8' || schema.valueType === 'utf8'))
      ? ['NUL characters at the end of a text: numpy can’t distinguish them from padding.']
      : [],
} satisfies Partial<FormatImplementationMeta>;

const warningOn = (compression: string) =>
  `${compression}; its output differs from zlib’s size by a few per cent. The members’ checksums are written and checked.`;

export const meta: FormatMeta = {
  id: 'npz',
  notInNativeScript: null,
  label: 'npz',
  extension: 'npz',
  mediaType: 'application/zip',
  description:
    'A ZIP archive of numpy’s .npy files, as numpy.savez and numpy.savez_compressed write it; numpy.load reads it without pickle. A dictionary becomes the arrays keys and values, keyed vectors the arrays ids and vectors. Each text takes as much room as the longest one, at four bytes per character.',
  selfDescribing: true,
  readers: { python: 'numpy', julia: 'NPZ.jl' },
  // A schema that is not known may have texts.
  readersWith: ({ schema }) =>
    schema?.kind === 'dict' && schema.keyType !== 'utf8' && schema.valueType !== 'utf8'
      ? {}
      : { julia: { reason: 'NPZ.jl reads arrays of numbers, but not of texts, such as the ids.' } },
  implementations: [
    {
      ...shared,
      id: 'libdeflate',
      label: 'libdeflate 1.26',
      library: { package: 'formatlab', version: '', contains: 'libdeflate 1.26', license: 'MIT' },
      wasmCopyInClock: true,
      estimateMBps: { encode: 300, decode: 500, objects: { encode: 40, decode: 25 } },
      warning: warningOn('libdeflate compresses the members in WASM'),
    },
    {
      ...shared,
      id: 'fflate',
      label: 'fflate',
      library: { package: 'fflate', version: '0.8.3', contains: 'CRC-32 by hash-wasm 4.13.0', license: 'MIT' },
      wasmCopyInClock: null,
      estimateMBps: { encode: 150, decode: 150, objects: { encode: 40, decode: 25 } },
      warning: warningOn('fflate compresses the members'),
    },
  ],
};
