import { openChemLibLosses } from '../../libraries/openchemlib/losses-in-words';
import type { FormatMeta } from '../../model/entry';

export const meta: FormatMeta = {
  id: 'openchemlib-idcode',
  notInNativeScript:
    'Only OpenChemLib writes and reads idCodes. It exists for Java and JavaScript, but not for Python.',
  label: 'idCode',
  extension: 'idcode',
  mediaType: 'text/plain',
  description:
    'OpenChemLib’s canonical code of a molecule, one line each: the graph in canonical order, packed into characters of six bits. Equal molecules have equal codes, so codes can be compared and indexed in place of structures. Rounded coordinates follow after a space, and a title after a tab.',
  selfDescribing: true,
  readers: { java: 'OpenChemLib', browser: 'openchemlib' },
  implementations: [
    {
      id: 'openchemlib',
      label: 'OpenChemLib',
      library: { package: 'openchemlib', version: '9.25.0', license: 'BSD-3-Clause' },
      options: [
        {
          type: 'choice',
          id: 'malformed',
          label: 'Malformed lines',
          help: 'What the reader does with a line that OpenChemLib cannot decode.',
          choices: [
            { value: 'fatal', label: 'End the reading', inName: 'malformed lines end the reading' },
            { value: 'skip', label: 'Leave them out', inName: 'malformed lines left out' },
          ],
          default: 'fatal',
        },
      ],
      innerCodecs: [],
      unsupported: (operation, schema) => {
        if (schema.kind !== 'molecules') return 'idCodes exist only for molecules.';
        if (operation === 'project' || operation === 'lookup' || operation === 'warmLookup')
          return 'A text of lines has no index of its molecules, so it must be read whole.';
        return null;
      },
      clock: { encode: ['convert', 'allocate'], decode: ['allocate', 'convert'] },
      wasmCopyInClock: null,
      loss: (schema) => [
        ...openChemLibLosses,
        'Atom classes.',
        ...(schema.kind === 'molecules' && schema.coordinates
          ? ['Coordinates: they come back within about a tenth of an ångström.']
          : []),
      ],
      estimateMBps: { encode: 0.4, decode: 1 },
      sampleItems: () => 1_000,
      holdsMolecules: true,
      warning:
        'The time of encoding includes finding the canonical order of every molecule. It also includes inventing coordinates for molecules that have configurations but no coordinates, because OpenChemLib derives configurations from a drawing. Configurations of atoms that OpenChemLib does not regard as stereocentres are lost. Aromatic cations such as tropylium come back with a hydrogen moved. Verification reports both.',
    },
  ],
};
