import { rdkitLosses } from '../../libraries/rdkit/losses-in-words';
import type { DatasetSchema } from '../../model/dataset';
import type { FormatImplementationMeta, FormatMeta, FormatOperation } from '../../model/entry';

const unsupported = (operation: FormatOperation, schema: DatasetSchema): string | null => {
  if (schema.kind !== 'molecules') return 'RDKit’s binary form stores only molecules.';
  if (operation === 'project' || operation === 'lookup' || operation === 'warmLookup')
    return 'The file has no index: to find a record, all records before it must be read.';
  return null;
};

const common: Pick<FormatImplementationMeta, 'options' | 'innerCodecs' | 'unsupported' | 'loss' | 'holdsMolecules'> = {
  options: [],
  innerCodecs: [],
  unsupported,
  loss: () => rdkitLosses,
  holdsMolecules: true,
};

export const meta: FormatMeta = {
  id: 'rdkit-binary',
  notInNativeScript: null,
  label: 'RDKit binary',
  extension: 'rdkit',
  mediaType: 'application/octet-stream',
  description:
    'The binary form in which RDKit, a toolkit for chemistry, stores a molecule in Python’s pickles and in databases: counts, then about nine bytes per atom and four per bond, and coordinates in single precision. The file is a sequence of such records, each after its length as a little-endian 32-bit integer. Only programs that use RDKit read it, and its version depends on RDKit’s version.',
  selfDescribing: true,
  readers: { python: 'RDKit' },
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
        'RDKit creates an object for each molecule from its own binary form and frees it again. Encoding and decoding therefore both include one pass of RDKit’s reader and one of its writer. The molecules are not sanitized, so records contain no rings and no hybridization, which would add two or three per cent.',
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
        'It reads and writes version 16, like RDKit 2026.09, for molecules that RDKit has not sanitized. RDKit’s own reader supports all versions.',
    },
  ],
};
