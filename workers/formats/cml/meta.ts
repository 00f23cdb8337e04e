import type { DatasetSchema } from '../../model/dataset';
import type { FormatMeta } from '../../model/entry';

export const meta: FormatMeta = {
  id: 'cml',
  notInNativeScript:
    'This script reads molecules with RDKit, which cannot read CML: npm run bench:molecules-java -- --out result.json measures it with CDK.',
  label: 'CML',
  extension: 'cml',
  mediaType: 'chemical/x-cml',
  description:
    'Chemical Markup Language: an XML vocabulary in which every atom and every bond of a molecule is an element, and every value has a name. It can be read without knowledge of chemical notation, but takes about a hundred bytes per atom.',
  selfDescribing: true,
  readers: { python: 'Open Babel', java: 'CDK', commandLine: 'Open Babel' },
  implementations: [
    {
      id: 'formatlab',
      label: 'Formatlab',
      library: { package: 'formatlab', version: '', license: 'MIT' },
      options: [
        {
          type: 'choice',
          id: 'ids',
          label: 'Ids of atoms',
          help: 'CDK numbers atoms through the whole file, so that an id names one atom of the file. Most other writers restart in each molecule, which takes fewer bytes.',
          choices: [
            { value: 'file', label: 'ids through the file' },
            { value: 'molecule', label: 'ids by molecule' },
          ],
          default: 'file',
        },
        {
          type: 'choice',
          id: 'aromaticity',
          label: 'Aromaticity',
          help: 'CML itself has no marks for aromatic atoms and bonds; CDK adds an element to each of them. Molecules that were read from an SD file have no such marks.',
          choices: [
            { value: 'flags', label: 'aromatic marks' },
            { value: 'kekule', label: 'no aromatic marks' },
          ],
          default: 'flags',
        },
        {
          type: 'choice',
          id: 'hydrogens',
          label: 'Hydrogens',
          help: 'CDK writes the number of hydrogens on every atom if it is known. SD files leave out hydrogens that element, charge and bonds imply, and CML may do the same. Reading then computes them with the same valence model.',
          choices: [
            { value: 'counted', label: 'hydrogens on every atom' },
            { value: 'implied', label: 'hydrogens if not implied' },
          ],
          default: 'counted',
        },
      ],
      innerCodecs: [],
      unsupported: (operation, schema: DatasetSchema) => {
        if (schema.kind !== 'molecules') return 'CML stores only molecules.';
        if (operation === 'project' || operation === 'lookup' || operation === 'warmLookup')
          return 'An XML text has no index of its molecules, so it must be read whole.';
        return null;
      },
      clock: { encode: ['allocate'], decode: ['allocate', 'convert'] },
      wasmCopyInClock: null,
      loss: (_schema, { aromaticity }) => [
        'Stereo of allenes and of centres that are not tetrahedral: CML stores only the parity of atoms and the sides of double bonds.',
        ...(aromaticity === 'kekule'
          ? ['The marks of aromatic atoms and bonds: they come back as double and single bonds.']
          : []),
      ],
      estimateMBps: { encode: 80, decode: 60 },
      holdsMolecules: true,
      warning:
        'The file is what CDK 1.5.11 writes for a set of molecules, plus the parity of stereocentres and the configuration of double bonds, which CDK leaves out.',
    },
  ],
};
