import { smilesLosses } from '../../libraries/smiles/losses-in-words';
import { kindNames } from '../../model/dataset';
import type { FormatImplementationMeta, FormatMeta } from '../../model/entry';

const unsupported: FormatImplementationMeta['unsupported'] = (operation, schema) => {
  if (schema.kind !== 'molecules') return `SMILES holds molecules and has no place for ${kindNames[schema.kind]}.`;
  if (operation === 'project') return 'Molecules have no columns.';
  if (operation === 'lookup' || operation === 'warmLookup') return 'A molecule is found only by reading all before it: nothing tells where its line begins.';
  return null;
};

const loss: FormatImplementationMeta['loss'] = (schema) => {
  if (schema.kind !== 'molecules') return [];
  return schema.coordinates ? ['The coordinates.', ...smilesLosses] : smilesLosses;
};

export const meta: FormatMeta = {
  id: 'smiles',
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
      estimateMBps: { encode: 150, decode: 200 },
    },
  ],
};
