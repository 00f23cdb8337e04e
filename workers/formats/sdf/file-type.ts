import type { FileType } from '../../model/file-type';

const MiB = 1_048_576;

export const fileTypes: readonly FileType[] = [
  {
    id: 'sdf',
    rank: 15,
    label: 'SDF or molfile',
    phrase: 'an SDF file',
    extensions: ['sdf', 'sd', 'mol'],
    signatures: [],
    text: 'molecules',
    decoder: 'formatlab',
    reading: 'none',
    size: {
      limitBytes: 256 * MiB,
      noun: 'an SD file',
      reason: 'Molecules are objects in this tab, which take about ten times their text.',
      remedy: 'sample',
    },
  },
];
