import { smilesLosses } from '../smiles/file/losses-in-words';
import { kindNames } from '../../model/dataset';
import type { FormatImplementationMeta, FormatMeta } from '../../model/entry';

const unsupported: FormatImplementationMeta['unsupported'] = (operation, schema) => {
  if (schema.kind !== 'molecules') return `SMILES with coordinates stores molecules, not ${kindNames[schema.kind]}.`;
  if (!schema.coordinates) return 'These molecules have no coordinates: SMILES alone holds them.';
  if (operation === 'project') return 'Molecules have no columns.';
  if (operation === 'lookup' || operation === 'warmLookup')
    return 'The file has no index: to find a molecule, all lines before it must be read.';
  return null;
};

const loss: FormatImplementationMeta['loss'] = (schema) => {
  if (schema.kind !== 'molecules') return [];
  return [...smilesLosses, 'Coordinates beyond ten-thousandths of an ångström.'];
};

export const meta: FormatMeta = {
  id: 'smiles-coordinates',
  notInNativeScript: null,
  label: 'SMILES + coordinates',
  extension: 'smi',
  mediaType: 'chemical/x-daylight-smiles',
  description:
    'Each line has a molecule’s SMILES, then the coordinates of its atoms in the order of the SMILES, as whole ten-thousandths of an ångström. The developer of the CDK (2015, 003) proposed it, because SMILES has no coordinates. Readers of SMILES take them for a title.',
  selfDescribing: true,
  readers: 'Readers of SMILES take the coordinates for a title.',
  implementations: [
    {
      id: 'formatlab',
      label: 'Formatlab',
      library: { package: 'formatlab', version: '', license: 'MIT' },
      options: [
        {
          type: 'choice',
          id: 'malformed',
          label: 'Malformed lines',
          help: 'What the reader does with a line that is not a SMILES.',
          choices: [
            { value: 'fatal', label: 'end the reading', inName: 'malformed lines end the reading' },
            { value: 'skip', label: 'are left out and counted', inName: 'malformed lines left out' },
          ],
          default: 'fatal',
        },
      ],
      innerCodecs: [],
      holdsMolecules: true,
      unsupported,
      clock: { encode: ['allocate', 'convert'], decode: ['allocate', 'convert'] },
      wasmCopyInClock: null,
      loss,
      estimateMBps: { encode: 120, decode: 150 },
    },
  ],
};
