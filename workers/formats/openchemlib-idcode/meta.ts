import { lostByOpenChemLib } from '../../libraries/openchemlib/losses-in-words';
import type { FormatMeta } from '../../model/entry';

export const meta: FormatMeta = {
  id: 'openchemlib-idcode',
  notInNativeScript:
    'Only OpenChemLib writes and reads idCodes, in Java and in JavaScript: Python has no package of it.',
  label: 'idCode',
  extension: 'idcode',
  mediaType: 'text/plain',
  description:
    'OpenChemLib’s names of molecules: a line each, in which the graph, put into one canonical order, is packed into characters of six bits. Equal molecules have equal names, so that texts can be compared and indexed in place of structures; coordinates, rounded, follow behind a space, a title behind a tab.',
  selfDescribing: true,
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
          help: 'What to do with a line that OpenChemLib can’t decode.',
          choices: [
            { value: 'fatal', label: 'End the reading' },
            { value: 'skip', label: 'Leave them out' },
          ],
          default: 'fatal',
        },
      ],
      innerCodecs: [],
      unsupported: (operation, schema) => {
        if (schema.kind !== 'molecules') return 'idCodes are names of molecules: there are none of other data.';
        if (operation === 'project' || operation === 'lookup' || operation === 'warmLookup')
          return 'Nothing in a text of lines says where a molecule begins: it must be read whole.';
        return null;
      },
      clock: { encode: ['convert', 'allocate'], decode: ['allocate', 'convert'] },
      wasmCopyInClock: null,
      loss: (schema) => [
        ...lostByOpenChemLib,
        'Atom classes.',
        ...(schema.kind === 'molecules' && schema.coordinates
          ? ['Coordinates: they come back within about a tenth of an ångström.']
          : []),
      ],
      estimateMBps: { encode: 0.4, decode: 1 },
      sampleItems: () => 1_000,
      holdsMolecules: true,
      warning:
        'Writing holds the canonical order of every molecule and, where it has configurations and no coordinates, invented ones: OpenChemLib tells configurations over a drawing. A mark on an atom that is no stereocentre to OpenChemLib is not kept, an aromatic cation such as tropylium comes back with a hydrogen moved: the check then says so.',
    },
  ],
};
