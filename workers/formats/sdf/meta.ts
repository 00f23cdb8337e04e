import type { FormatMeta } from '../../model/entry';
import { kindNames } from '../../model/dataset';

export const meta: FormatMeta = {
  id: 'sdf',
  notInNativeScript: null,
  label: 'SDF',
  extension: 'sdf',
  mediaType: 'chemical/x-mdl-sdfile',
  description:
    'The file that most chemistry programs exchange. Each atom takes a line of 69 characters and each bond a line of 12, in columns of fixed width as on punched cards. It describes drawings: wedges and the positions of the atoms show the configurations.',
  plainness: 4,
  selfDescribing: true,
  readers: {
    python: 'RDKit',
    r: 'ChemmineR',
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
      options: [
        {
          type: 'choice',
          id: 'malformed',
          label: 'Malformed molecules',
          help: 'What the reader does with a malformed molecule.',
          choices: [
            { value: 'fatal', label: 'end the reading', inName: 'malformed molecules end the reading' },
            { value: 'skip', label: 'are left out and counted', inName: 'malformed molecules left out' },
          ],
          default: 'fatal',
        },
      ],
      innerCodecs: [],
      holdsMolecules: true,
      unsupported: (operation, schema) => {
        if (schema.kind !== 'molecules') return `SDF stores molecules, not ${kindNames[schema.kind]}.`;
        if (operation === 'project') return 'Molecules have no columns.';
        if (operation === 'lookup' || operation === 'warmLookup')
          return 'The file has no index: to find a molecule, all molecules before it must be read.';
        return null;
      },
      clock: { encode: ['allocate', 'convert'], decode: ['allocate', 'convert'] },
      wasmCopyInClock: null,
      loss: (schema) => {
        if (schema.kind !== 'molecules') return [];
        return [
          'Which atoms and bonds are aromatic: aromatic rings come back as single and double bonds.',
          schema.coordinates
            ? 'Configurations that the coordinates contradict or can’t show, and all configurations except those of atoms with four neighbours and of double bonds. Coordinates keep four decimals.'
            : 'All configurations except those of atoms with four neighbours. The sides of double bonds need coordinates. Configurations of atoms are in the parity field, which RDKit does not read.',
          'The order of quadruple bonds: SDF has no number for it.',
        ];
      },
      estimateMBps: { encode: 90, decode: 55 },
    },
  ],
};
