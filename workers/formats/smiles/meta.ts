import { lostByOpenChemLib } from '../../libraries/openchemlib/losses-in-words';
import { lostByRdkit, lostBySanitizing } from '../../libraries/rdkit/losses-in-words';
import { smilesLosses } from '../../libraries/smiles/losses-in-words';
import { kindNames } from '../../model/dataset';
import type { FormatImplementationMeta, FormatMeta } from '../../model/entry';
import type { OptionDescriptor } from '../../model/options';

const unsupported: FormatImplementationMeta['unsupported'] = (operation, schema) => {
  if (schema.kind !== 'molecules') return `SMILES holds molecules and has no place for ${kindNames[schema.kind]}.`;
  if (operation === 'project') return 'Molecules have no columns.';
  if (operation === 'lookup' || operation === 'warmLookup')
    return 'A molecule is found only by reading all before it: nothing tells where its line begins.';
  return null;
};

const loss: FormatImplementationMeta['loss'] = (schema) => {
  if (schema.kind !== 'molecules') return [];
  return schema.coordinates ? ['The coordinates.', ...smilesLosses] : smilesLosses;
};

const malformed: OptionDescriptor = {
  type: 'choice',
  id: 'malformed',
  label: 'Malformed lines',
  help: 'What reading does with a line that is no SMILES.',
  choices: [
    { value: 'fatal', label: 'end the reading' },
    { value: 'skip', label: 'are left out and counted' },
  ],
  default: 'fatal',
};

export const meta: FormatMeta = {
  id: 'smiles',
  notInNativeScript: null,
  label: 'SMILES',
  extension: 'smi',
  mediaType: 'chemical/x-daylight-smiles',
  description:
    'A molecule’s graph as a word on a line, such as CC(=O)O, with its name behind it: an atom is a letter or two, a branch is in parentheses, a ring is closed by a pair of numbers. Most bonds and hydrogens are not written at all, because the usual valences of the elements imply them.',
  selfDescribing: true,
  implementations: [
    {
      id: 'formatlab',
      label: 'Formatlab',
      library: { package: 'formatlab', version: '', license: 'MIT' },
      options: [malformed],
      innerCodecs: [],
      holdsMolecules: true,
      unsupported,
      clock: { encode: ['allocate', 'convert'], decode: ['allocate', 'convert'] },
      wasmCopyInClock: null,
      loss,
      estimateMBps: { encode: 150, decode: 200 },
    },
    {
      id: 'rdkit',
      label: 'RDKit',
      library: { package: '@rdkit/rdkit', version: '2026.9.1', contains: 'RDKit 2026.09.1', license: 'BSD-3-Clause' },
      options: [
        malformed,
        {
          type: 'boolean',
          id: 'sanitize',
          label: 'Sanitize what is read',
          help: 'Makes N(=O)=O and its like charge-separated, checks valences and perceives rings and aromaticity, as RDKit does unless told otherwise. Without, the graph is taken as it is written.',
          default: true,
        },
      ],
      innerCodecs: [],
      holdsMolecules: true,
      unsupported,
      clock: { encode: ['allocate', 'convert'], decode: ['allocate', 'convert'] },
      wasmCopyInClock: true,
      loss: (schema, options) => [
        ...(schema.kind === 'molecules' && schema.coordinates ? ['The coordinates.'] : []),
        ...lostByRdkit,
        ...(options.sanitize === false ? [] : [lostBySanitizing]),
      ],
      estimateMBps: { encode: 3, decode: 3 },
      sampleItems: () => 10_000,
      warning:
        'Each molecule becomes an object in RDKit’s memory and is freed again; columns and RDKit exchange RDKit’s own binary form, the fastest way in and out that keeps everything. Writing is in the order of the atoms, not canonical. Of RDKit’s perception two steps are left out, whatever the choice: labels of configurations, and the clean-up that makes bonds to metals dative. Sanitizing ends the reading at an atom with more bonds than RDKit knows of it.',
    },
    {
      id: 'openchemlib',
      notInNativeScript:
        'OpenChemLib’s native counterpart is itself in Java, and Python has no package of it: RDKit’s SMILES are a candidate of their own.',
      label: 'OpenChemLib',
      library: { package: 'openchemlib', version: '9.25.0', license: 'BSD-3-Clause' },
      options: [malformed],
      innerCodecs: [],
      holdsMolecules: true,
      unsupported,
      clock: { encode: ['allocate', 'convert'], decode: ['allocate', 'convert'] },
      wasmCopyInClock: null,
      loss: (schema) =>
        schema.kind === 'molecules' && schema.coordinates
          ? ['The coordinates.', ...lostByOpenChemLib]
          : lostByOpenChemLib,
      estimateMBps: { encode: 0.7, decode: 1.2 },
      sampleItems: () => 2_000,
      warning:
        'Each molecule becomes an object of OpenChemLib’s, without coordinates. Its SMILES are canonical: there are no others. Reading makes a nitrogen with five bonds charge-separated; writing refuses bonds of order zero, which it would leave out. Where both neighbours of a double bond’s end are marked, this release contradicts itself (one line in 700 of molecules like ChEMBL’s, one in 60 of ChEBI’s): it reads such a line as it was meant, others refuse it or forget the configuration.',
    },
  ],
};
