import type { CodecMeta } from '../../model/entry';

/** The fastest level, ZSTD_minCLevel(): negative levels are an acceleration, and zstd.h limits it to ZSTD_TARGETLENGTH_MAX. */
const lowestLevel = -131_072;

/** From ZSTD_WINDOWLOG_MIN to ZSTD_WINDOWLOG_LIMIT_DEFAULT of zstd.h. */
const windowLogs = Array.from({ length: 18 }, (_, index) => 10 + index);
const windowLabel = (log: number) => (log < 20 ? `${2 ** (log - 10)} KiB` : `${2 ** (log - 20)} MiB`);

export const meta: CodecMeta = {
  id: 'zstd',
  notInNativeScript: null,
  label: 'zstd',
  family: 'zstd',
  familyColors: {
    rank: 1,
    light: ['#de7336', '#c9601f', '#b34f02'],
    dark: ['#df8324', '#f4963d', '#ffae6a'],
  },
  extension: 'zst',
  readers: {
    python: 'zstandard',
    r: 'arrow',
    julia: 'CodecZstd.jl',
    java: 'zstd-jni',
    duckdb: 'DuckDB itself',
    browser: 'fzstd',
    commandLine: 'zstd',
  },
  implementations: [
    {
      id: 'native',
      label: 'zstd 1.5.7',
      library: { package: 'formatlab', version: '', contains: 'zstd 1.5.7', license: 'BSD-3-Clause' },
      compresses: true,
      decompresses: true,
      levels: { min: lowestLevel, max: 22, default: 3 },
      options: [
        {
          type: 'choice',
          id: 'windowLog',
          label: 'Window',
          help: 'The maximum distance of a match. The largest choice is 128 MiB, because the reference decoder rejects larger windows by default.',
          choices: [
            { value: 'level', label: 'by level' },
            ...windowLogs.map((log) => ({ value: `${log}`, label: windowLabel(log) })),
          ],
          default: 'level',
        },
        {
          type: 'boolean',
          id: 'longDistance',
          label: 'Long-distance matching',
          help: 'Finds repetitions that are far apart, within a window of 128 MiB unless you choose another.',
          default: false,
        },
        {
          type: 'boolean',
          id: 'checksum',
          label: 'Checksum',
          help: 'Adds 4 bytes of XXH64 after the content.',
          default: false,
        },
      ],
      wasm: true,
      dictionaries: true,
      estimateMBps: { compress: 250, decompress: 700, compressAtMax: 3 },
    },
    {
      id: 'bokuweb',
      label: 'zstd-wasm',
      library: { package: '@bokuweb/zstd-wasm', version: '0.0.27', contains: 'libzstd', license: 'MIT' },
      compresses: true,
      decompresses: true,
      levels: { min: 1, max: 22, default: 3 },
      wasm: true,
      estimateMBps: { compress: 250, decompress: 600, compressAtMax: 2 },
    },
    {
      id: 'fzstd',
      label: 'fzstd',
      library: { package: 'fzstd', version: '0.1.1', license: 'MIT' },
      compresses: false,
      decompresses: true,
      levels: null,
      estimateMBps: { compress: 0, decompress: 200 },
      warning: 'Decodes only. It does not check the content’s checksum.',
    },
  ],
};
