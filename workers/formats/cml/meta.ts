import type { DatasetSchema } from '../../model/dataset';
import type { FormatMeta } from '../../model/entry';

export const meta: FormatMeta = {
  id: 'cml',
  notInNativeScript:
    'RDKit, which this script has molecules by, reads no CML: npm run bench:molecules-java -- --out result.json measures it with CDK.',
  label: 'CML',
  extension: 'cml',
  mediaType: 'chemical/x-cml',
  description:
    'Chemical Markup Language: an XML vocabulary in which every atom and every bond of a molecule is an element of its own, with names that tell what each value means. It can be read without any knowledge of chemistry notation, and pays for it with some hundred bytes an atom.',
  selfDescribing: true,
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
          help: 'CDK counts through the whole set, so that an id names one atom of the file; most others begin anew in each molecule, which takes fewer bytes.',
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
          help: 'CML’s own words have none; CDK adds an element to every aromatic atom and bond. Molecules that were read from an SD file have no marks to write.',
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
          help: 'CDK counts them on every atom that it knows them of. SD files leave out those that element, charge and bonds imply, and so may CML: reading then reckons them by the same model of valences.',
          choices: [
            { value: 'counted', label: 'hydrogens on every atom' },
            { value: 'implied', label: 'hydrogens where not implied' },
          ],
          default: 'counted',
        },
      ],
      innerCodecs: [],
      unsupported: (operation, schema: DatasetSchema) => {
        if (schema.kind !== 'molecules') return 'CML is a vocabulary for molecules: it has no words for other data.';
        if (operation === 'project' || operation === 'lookup' || operation === 'warmLookup')
          return 'Nothing in an XML text says where a molecule begins: it must be read whole.';
        return null;
      },
      clock: { encode: ['allocate'], decode: ['allocate', 'convert'] },
      wasmCopyInClock: null,
      loss: (_schema, { aromaticity }) => [
        'Stereo of allenes and of centres that are not tetrahedral: CML has parities and double bonds.',
        ...(aromaticity === 'kekule'
          ? ['The marks of aromatic atoms and bonds: their double and single bonds come back.']
          : []),
      ],
      estimateMBps: { encode: 80, decode: 60 },
      holdsMolecules: true,
      warning:
        'As CDK 1.5.11 writes a set of molecules, with what that leaves out added: the parity of centres and the configuration of double bonds.',
    },
  ],
};
