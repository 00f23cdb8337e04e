import type { FileType } from '../../model/file-type';

const MiB = 1_048_576;

export const fileTypes: readonly FileType[] = [
  {
    id: 'smiles',
    rank: 14,
    label: 'SMILES',
    phrase: 'a file of SMILES',
    extensions: ['smi', 'smiles', 'ism', 'cxsmi', 'cxsmiles'],
    signatures: [],
    text: 'molecules',
    hasMoleculePerLine: true,
    decoder: 'formatlab',
    reading: 'none',
    size: {
      limitBytes: 64 * MiB,
      noun: 'a SMILES file',
      reason: 'Molecules are objects in this tab, which take about ten times their text.',
      remedy: 'sample',
    },
  },
];
