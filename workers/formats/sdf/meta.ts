import type { FormatMeta } from '../../model/entry';
import { kindNames } from '../../model/dataset';

export const meta: FormatMeta = {
  id: 'sdf',
  notInNativeScript: null,
  label: 'SDF',
  extension: 'sdf',
  mediaType: 'chemical/x-mdl-sdfile',
  description:
    'The file of chemistry that most programs exchange: for each molecule a line of 69 characters an atom and one of 12 a bond, in columns of fixed width as on punched cards. It is made for drawings: configurations are told by wedges and by where atoms lie on the paper.',
  selfDescribing: true,
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
          help: 'What reading does with a molecule that is not as the format has it.',
          choices: [
            { value: 'fatal', label: 'end the reading' },
            { value: 'skip', label: 'are left out and counted' },
          ],
          default: 'fatal',
        },
      ],
      innerCodecs: [],
      holdsMolecules: true,
      unsupported: (operation, schema) => {
        if (schema.kind !== 'molecules') return `SDF holds molecules and has no place for ${kindNames[schema.kind]}.`;
        if (operation === 'project') return 'Molecules have no columns.';
        if (operation === 'lookup' || operation === 'warmLookup')
          return 'A molecule is found only by reading all before it: lines tell no lengths.';
        return null;
      },
      clock: { encode: ['allocate', 'convert'], decode: ['allocate', 'convert'] },
      wasmCopyInClock: null,
      loss: (schema) => {
        if (schema.kind !== 'molecules') return [];
        return [
          'Which atoms and bonds are aromatic: rings come back as single and double bonds.',
          schema.coordinates
            ? 'Configurations that the coordinates contradict or can’t show, and all but those of atoms with four neighbours and of double bonds; coordinates beyond four decimals.'
            : 'All configurations but those of atoms with four neighbours: sides of double bonds need coordinates. Those of atoms are in the parity field, which RDKit does not read.',
          'The order of quadruple bonds, for which there is no number.',
        ];
      },
      estimateMBps: { encode: 90, decode: 55 },
    },
  ],
};
