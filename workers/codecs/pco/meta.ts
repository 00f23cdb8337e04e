import type { CodecMeta } from '../../model/entry';
import type { OptionValues } from '../../model/options';

/** Number types in the order of `Element` in workers/wasm/rust/pco/src/elements.rs. */
export const pcoElements: readonly string[] = [
  'int64',
  'uint64',
  'int32',
  'uint32',
  'float64',
  'float32',
  'int16',
  'uint16',
  'float16',
];

/** The size of a type in bytes, from the number of bits at the end of its name. */
const bytesOf = ({ element }: OptionValues) => Number(String(element).replace(/\D/g, '')) / 8;

export const meta: CodecMeta = {
  id: 'pco',
  notInNativeScript: null,
  label: 'pco',
  family: 'pco',
  familyColors: {
    rank: 9,
    light: ['#649a2e', '#538714', '#447401'],
    dark: ['#82c175', '#95d587', '#a8e99a'],
  },
  extension: 'pco',
  readers: { python: 'pcodec' },
  implementations: [
    {
      id: 'native',
      label: 'pco 1.1.0',
      library: { package: 'formatlab', version: '', contains: 'pco 1.1.0', license: 'Apache-2.0' },
      compresses: true,
      decompresses: true,
      levels: { min: 0, max: 12, default: 8 },
      options: [
        {
          type: 'choice',
          id: 'element',
          label: 'Numbers',
          help: 'The type of the little-endian numbers in the file. pco codes only numbers: text, or numbers mixed with other bytes, do not get smaller.',
          choices: pcoElements.map((element) => ({ value: element, label: element })),
          default: 'int64',
        },
      ],
      wasm: true,
      elementBytes: bytesOf,
      estimateMBps: { compress: 60, decompress: 900 },
      warning:
        'For numbers of one type only. The format has no checksum: damaged data may decompress to something else without an error.',
    },
  ],
};
