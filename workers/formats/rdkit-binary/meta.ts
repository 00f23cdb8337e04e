import { lostByRdkit } from '../../libraries/rdkit/losses-in-words';
import type { DatasetSchema } from '../../model/dataset';
import type { FormatImplementationMeta, FormatMeta, FormatOperation } from '../../model/entry';

const unsupported = (operation: FormatOperation, schema: DatasetSchema): string | null => {
  if (schema.kind !== 'molecules') return 'RDKit’s binary form is one of molecules: it has no place for other data.';
  if (operation === 'project' || operation === 'lookup' || operation === 'warmLookup')
    return 'The records follow each other without an index: to find one, all before it must be passed.';
  return null;
};

const common: Pick<FormatImplementationMeta, 'options' | 'innerCodecs' | 'unsupported' | 'loss' | 'holdsMolecules'> = {
  options: [],
  innerCodecs: [],
  unsupported,
  loss: () => lostByRdkit,
  holdsMolecules: true,
};

export const meta: FormatMeta = {
  id: 'rdkit-binary',
  notInNativeScript: null,
  label: 'RDKit binary',
  extension: 'rdkit',
  mediaType: 'application/octet-stream',
  description:
    'The bytes by which RDKit, a toolkit for chemistry, keeps a molecule in Python’s pickles and in databases: counts, then some nine bytes an atom and four a bond, coordinates in single precision. The file has them one after the other, each behind its length as a 32-bit integer, little-endian; it is for programs that use RDKit, and its version belongs to RDKit’s.',
  selfDescribing: true,
  implementations: [
    {
      ...common,
      id: 'rdkit',
      label: 'RDKit',
      library: { package: '@rdkit/rdkit', version: '2026.9.1', contains: 'RDKit 2026.09.1', license: 'BSD-3-Clause' },
      clock: { encode: ['convert', 'allocate'], decode: ['allocate', 'convert'] },
      wasmCopyInClock: true,
      estimateMBps: { encode: 7, decode: 5 },
      sampleItems: () => 50_000,
      warning:
        'Each molecule becomes an object in RDKit’s memory, over RDKit’s own binary form, and is freed again: writing and reading both hold one pass of RDKit’s reader and one of its writer. The molecules are not sanitized: records have no rings and no hybridization, which would add two or three per cent.',
    },
    {
      ...common,
      id: 'formatlab',
      label: 'Formatlab',
      library: { package: 'formatlab', version: '', license: 'MIT' },
      clock: { encode: ['allocate'], decode: ['allocate', 'convert'] },
      wasmCopyInClock: null,
      estimateMBps: { encode: 55, decode: 45 },
      warning:
        'Reads and writes version 16, as RDKit 2026.09 does, of molecules that RDKit has not sanitized; RDKit’s own reader knows all versions.',
    },
  ],
};
