import { openChemLibLosses } from '../../libraries/openchemlib/losses-in-words';
import { rdkitLosses, sanitizingLosses } from '../../libraries/rdkit/losses-in-words';
import { smilesLosses } from './file/losses-in-words';
import { kindNames } from '../../model/dataset';
import type { FormatImplementationMeta, FormatMeta } from '../../model/entry';
import type { OptionDescriptor } from '../../model/options';

const unsupported: FormatImplementationMeta['unsupported'] = (operation, schema) => {
  if (schema.kind !== 'molecules') return `SMILES stores molecules, not ${kindNames[schema.kind]}.`;
  if (operation === 'project') return 'Molecules have no columns.';
  if (operation === 'lookup' || operation === 'warmLookup')
    return 'The file has no index: to find a molecule, all lines before it must be read.';
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
  help: 'What the reader does with a line that is not a SMILES.',
  choices: [
    { value: 'fatal', label: 'end the reading', inName: 'malformed lines end the reading' },
    { value: 'skip', label: 'are left out and counted', inName: 'malformed lines left out' },
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
    'Writes each molecule’s graph as a word on a line, such as CC(=O)O, followed by its name. An atom is one or two letters, a branch is in parentheses, and a pair of numbers closes a ring. Most bonds and hydrogens are not written, because the usual valences of the elements imply them.',
  plainness: 3,
  selfDescribing: true,
  readers: {
    python: 'RDKit',
    r: 'rcdk',
    julia: 'MolecularGraph.jl',
    java: 'CDK',
    browser: '@rdkit/rdkit',
    commandLine: 'Open Babel',
  },
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
          help: 'As RDKit does by default, converts groups such as N(=O)=O to charge-separated forms, checks valences, and perceives rings and aromaticity. If this is off, the graph is read exactly as written.',
          default: true,
          offInName: 'not sanitized',
        },
      ],
      innerCodecs: [],
      holdsMolecules: true,
      unsupported,
      clock: { encode: ['allocate', 'convert'], decode: ['allocate', 'convert'] },
      wasmCopyInClock: true,
      loss: (schema, options) => [
        ...(schema.kind === 'molecules' && schema.coordinates ? ['The coordinates.'] : []),
        ...rdkitLosses,
        ...(options.sanitize === false ? [] : [sanitizingLosses]),
      ],
      estimateMBps: { encode: 3, decode: 3 },
      sampleItems: () => 10_000,
      warning:
        'RDKit creates an object for each molecule and frees it again. Formatlab and RDKit exchange molecules in RDKit’s own binary form, the fastest lossless way. The SMILES are in the order of the atoms, not canonical. Two steps of RDKit’s perception are always off: labels of configurations, and the clean-up that makes bonds to metals dative. With sanitizing, an atom with more bonds than RDKit allows ends the reading.',
    },
    {
      id: 'openchemlib',
      notInNativeScript:
        'OpenChemLib exists for Java and JavaScript, but not for Python. RDKit’s SMILES are a separate candidate.',
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
          ? ['The coordinates.', ...openChemLibLosses]
          : openChemLibLosses,
      estimateMBps: { encode: 0.7, decode: 1.2 },
      sampleItems: () => 2_000,
      warning:
        'OpenChemLib creates an object for each molecule, without coordinates. It writes only canonical SMILES. Decoding makes a nitrogen with five bonds charge-separated. Encoding rejects bonds of order zero, which OpenChemLib would leave out. If both neighbours of a double bond’s end are marked, this release writes contradictory marks (one line in 700 of molecules like ChEMBL’s, one in 60 of ChEBI’s). It reads such a line correctly itself, but other readers reject it or lose the configuration.',
    },
  ],
};
