import { kindNames } from '../../model/dataset';
import type { FormatMeta } from '../../model/entry';

export const meta: FormatMeta = {
  id: 'messagepack',
  label: 'MessagePack',
  extension: 'msgpack',
  mediaType: 'application/vnd.msgpack',
  description:
    'JSON’s values in binary, with integers of 64 bits, floats and any keys, read in some fifty languages. Lists and arrays are arrays, dictionaries and records maps, vectors by id a map of arrays; texts are str.',
  selfDescribing: false,
  implementations: [
    {
      id: 'msgpack',
      label: '@msgpack/msgpack',
      library: { package: '@msgpack/msgpack', version: '3.1.3', license: 'ISC' },
      options: [],
      innerCodecs: [],
      unsupported: (operation, schema) => {
        if (schema.kind === 'table')
          return 'MessagePack has neither columns nor dates: a table would be maps in a list or lists in a map, which nothing tells apart.';
        if (schema.kind === 'bytes')
          return 'MessagePack holds values; the bytes of a file would only have their length before them.';
        if (operation === 'project') return 'A message is read whole: nothing in it says where a column would be.';
        if (operation === 'lookup' || operation === 'warmLookup')
          return `A message is read whole: nothing in it says where an entry of ${kindNames[schema.kind]} is.`;
        return null;
      },
      clock: { encode: ['convert', 'allocate', 'encode'], decode: ['allocate', 'decode', 'convert'] },
      wasmCopyInClock: null,
      loss: () => [],
      estimateMBps: { encode: 60, decode: 60, objects: { encode: 80, decode: 30 } },
      warning:
        'int64 values take 9 bytes each, where the format has shorter forms for small ones: the library writes every bigint so. Maps go through the library as lists, since it makes objects of them, which keep no order of keys; and every message is walked through once before it is decoded, since its reader sets no bound to nesting.',
    },
  ],
};
