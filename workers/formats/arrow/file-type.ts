import type { FileType, MappedFiles } from '../../model/file-type';

const signatures = [{ bytes: 'ARROW1' }, { bytes: '\xff\xff\xff\xff', phrase: 'an Arrow IPC stream' }];

const MiB = 1_048_576;

export const fileTypes: readonly FileType[] = [
  {
    id: 'arrow',
    rank: 5,
    label: 'Arrow IPC',
    phrase: 'an Arrow IPC file',
    extensions: ['arrow', 'arrows', 'feather', 'ipc'],
    signatures: signatures,
    decoder: 'apache-arrow',
    reading: 'table',
    size: {
      limitBytes: 512 * MiB,
      noun: 'an Arrow file',
      remedy: 'sample',
    },
  },
];

/** What map.ts explains. */
export const mapped: MappedFiles = { signatures };
