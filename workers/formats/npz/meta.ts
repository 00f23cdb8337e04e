import { kindNames } from '../../model/dataset';
import type { FormatMeta } from '../../model/entry';

export const meta: FormatMeta = {
  id: 'npz',
  notInNativeScript: null,
  label: 'npz',
  extension: 'npz',
  mediaType: 'application/zip',
  description:
    'A ZIP archive of numpy’s .npy files, as numpy.savez and numpy.savez_compressed write it and numpy.load reads it without pickle: a dictionary as the arrays keys and values, vectors by id as ids and vectors. Texts all take the room of the longest, four bytes a character.',
  selfDescribing: true,
  implementations: [
    {
      id: 'fflate',
      label: 'fflate',
      library: { package: 'fflate', version: '0.8.3', contains: 'CRC-32 by hash-wasm 4.13.0', license: 'MIT' },
      options: [
        {
          type: 'choice',
          id: 'members',
          label: 'Members',
          help: 'Stored as they are (numpy.savez), or each deflated (numpy.savez_compressed, level 6).',
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
          return 'A single array is numpy’s .npy file; an archive is for several.';
        if (schema.kind === 'records')
          return 'numpy gives every text the room of the longest, four bytes a character: texts of such different lengths would become many times as large.';
        if (schema.kind !== 'dict' && schema.kind !== 'keyedVectors')
          return `There is no archive of numpy’s arrays here for ${kindNames[schema.kind]}.`;
        if (operation === 'project') return 'Only a table has columns to choose from.';
        if (operation === 'lookup' || operation === 'warmLookup')
          return 'A member of the archive is read whole: a single entry can’t be had without all the others.';
        return null;
      },
      clock: { encode: ['convert', 'allocate', 'encode'], decode: ['decode', 'allocate', 'convert'] },
      wasmCopyInClock: null,
      loss: (schema) =>
        schema.kind === 'keyedVectors' ||
        (schema.kind === 'dict' && (schema.keyType === 'utf8' || schema.valueType === 'utf8'))
          ? ['NUL characters at the end of a text, which numpy doesn’t tell from the padding.']
          : [],
      estimateMBps: { encode: 150, decode: 150, objects: { encode: 40, decode: 25 } },
      warning:
        'Deflated by fflate, whose output is larger or smaller than zlib’s by some per cent. Members’ checksums are written and checked.',
    },
  ],
};
