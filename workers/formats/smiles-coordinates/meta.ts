import { smilesLosses } from '../../libraries/smiles/losses-in-words';
import { kindNames } from '../../model/dataset';
import type { FormatImplementationMeta, FormatMeta } from '../../model/entry';

const unsupported: FormatImplementationMeta['unsupported'] = (operation, schema) => {
  if (schema.kind !== 'molecules')
    return `SMILES with coordinates holds molecules and has no place for ${kindNames[schema.kind]}.`;
  if (!schema.coordinates) return 'These molecules have no coordinates: SMILES alone holds them.';
  if (operation === 'project') return 'Molecules have no columns.';
  if (operation === 'lookup' || operation === 'warmLookup')
    return 'A molecule is found only by reading all before it: nothing tells where its line begins.';
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
    'Each line has a molecule’s SMILES, then the place of every atom in the order in which the SMILES names it, as whole ten-thousandths of an ångström. It is how source 003 would give a notation what it lacks: readers of SMILES take what follows for a title.',
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
          label: 'Malformed lines',
          help: 'What reading does with a line that is no SMILES.',
          choices: [
            { value: 'fatal', label: 'end the reading' },
            { value: 'skip', label: 'are left out and counted' },
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
