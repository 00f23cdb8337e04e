import { type DatasetKind, kindNames } from '../../model/dataset';
import type { FormatMeta } from '../../model/entry';

/** Kinds of dataset with rows or keys to look up. The look-up index is made when the file is opened. */
const hasKeys = new Set<DatasetKind>(['table', 'keyedVectors', 'dict', 'records']);

export const meta: FormatMeta = {
  id: 'raw',
  notInNativeScript: null,
  label: 'Uncompressed',
  labelWithCodec: 'Raw bytes',
  extension: 'fldata',
  mediaType: 'application/octet-stream',
  description:
    'The baseline: a line of JSON, then the buffers of the data unchanged, one after the other. Only Formatlab reads it.',
  isBaseline: true,
  selfDescribing: true,
  readers: 'The layout is Formatlab’s own.',
  implementations: [
    {
      id: 'formatlab',
      label: 'Formatlab',
      library: { package: 'formatlab', version: '', license: 'MIT' },
      options: [],
      innerCodecs: [],
      holdsMolecules: true,
      holds: () => true,
      unsupported: (operation, schema) => {
        if (operation === 'project' && schema.kind !== 'table') return 'Only a table has columns.';
        if (operation === 'lookup' && !hasKeys.has(schema.kind))
          return `The bare copy can’t look anything up in ${kindNames[schema.kind]}.`;
        if (operation === 'warmLookup')
          return 'The file lies in memory as a whole: there is no cache that could be cold or warm.';
        return null;
      },
      clock: { encode: ['convert', 'allocate'], decode: ['allocate', 'convert'], project: ['allocate'], lookup: [] },
      wasmCopyInClock: null,
      loss: () => [],
      estimateMBps: { encode: 2_000, decode: 2_000, objects: { encode: 150, decode: 40 } },
    },
  ],
};
