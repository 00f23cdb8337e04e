import type { CodecMeta } from '../../model/entry';

/** From BROTLI_MIN_WINDOW_BITS to BROTLI_MAX_WINDOW_BITS of brotli's encode.h. A window is 16 bytes smaller than its power of two. */
const windowLogs = Array.from({ length: 15 }, (_, index) => 10 + index);
const windowLabel = (log: number) => (log < 20 ? `${2 ** (log - 10)} KiB` : `${2 ** (log - 20)} MiB`);

export const meta: CodecMeta = {
  id: 'brotli',
  notInNativeScript: null,
  label: 'Brotli',
  family: 'brotli',
  familyColors: {
    rank: 5,
    light: ['#946d1f', '#825c00', '#6c4d06'],
    dark: ['#9b7404', '#b08512', '#c39830'],
  },
  extension: 'br',
  readers: { python: 'brotli', r: 'brotli', java: 'Brotli4j', browser: 'brotli-wasm', commandLine: 'brotli' },
  implementations: [
    {
      id: 'native',
      label: 'brotli 1.2.0',
      library: { package: 'formatlab', version: '', contains: 'brotli 1.2.0', license: 'MIT' },
      compresses: true,
      decompresses: true,
      // The default level of the brotli command is 11. Level 6 is a usual choice for stored data.
      levels: { min: 0, max: 11, default: 6 },
      options: [
        {
          type: 'choice',
          id: 'windowLog',
          label: 'Window',
          help: 'The maximum distance of a match. The library’s default is 4 MiB.',
          choices: windowLogs.map((log) => ({ value: `${log}`, label: windowLabel(log) })),
          default: '22',
        },
        {
          type: 'choice',
          id: 'mode',
          label: 'Kind of data',
          help: 'The kind of data that the encoder assumes. It has little effect.',
          choices: [
            { value: 'generic', label: 'any' },
            { value: 'text', label: 'text in UTF-8' },
            { value: 'font', label: 'WOFF 2 fonts' },
          ],
          default: 'generic',
        },
      ],
      wasm: true,
      estimateMBps: { compress: 50, decompress: 350, compressAtMax: 0.6 },
      warning: 'The format has no checksum: damaged data may decompress to something else without an error.',
    },
  ],
};
