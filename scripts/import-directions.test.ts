import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mayImport } from './import-table';

interface Case {
  readonly from: string;
  readonly imports: string;
  readonly refused: boolean;
}

const entryRooms = ['codecs', 'formats', 'workloads'];
/** Each folder of the workers tries to import each other one, from its own files and from those of a folder in it. */
const ofTable = Object.entries(mayImport).flatMap(([from, allowed]) =>
  [...Object.keys(mayImport), 'web']
    .filter((to) => to !== from)
    .flatMap((to): Case[] => {
      // Other files of these are built modules, or found by their paths.
      const file = to === 'wasm' ? 'wasm/native-codec' : entryRooms.includes(to) ? `${to}/some/meta` : `${to}/thing`;
      const target = to === 'web' ? '../web/app/thing' : file;
      const refused = !allowed.includes(to);
      const inEntry = { from: `workers/${from}/some`, imports: `../../${target}`, refused };
      return entryRooms.includes(from)
        ? [inEntry]
        : [{ from: `workers/${from}`, imports: `../${target}`, refused }, inEntry];
    }),
);

/** What the page may import, as the same table says; of the registry all but `modules.ts`. */
const ofPage = Object.keys(mayImport).map(
  (room): Case => ({
    from: 'web/app',
    imports: `../../workers/${room === 'wasm' ? 'wasm/native-codec' : `${room}/some/meta`}`,
    refused: !['client', 'model', 'registry', 'snippets'].includes(room),
  }),
);

/** Imports run one way. Each row is an import that a file in `from` tries, and whether the lint rule must refuse it. */
const cases: readonly Case[] = [
  ...ofTable,
  ...ofPage,
  { from: 'workers/model', imports: '../engine/run', refused: true },
  { from: 'workers/model/statistics', imports: '../../registry/metadata', refused: true },
  { from: 'workers/model/statistics', imports: '../result', refused: false },
  { from: 'workers/client', imports: '../engine/run', refused: true },
  { from: 'workers/client', imports: '../model/plan', refused: false },
  { from: 'workers/registry', imports: '../engine/run', refused: true },
  { from: 'workers/registry', imports: '../formats/pickle/meta', refused: false },
  { from: 'workers/formats/pickle', imports: '../csv/csv', refused: true },
  { from: 'workers/formats/pickle', imports: '../../codecs/zstd/meta', refused: true },
  { from: 'workers/formats/pickle', imports: '../../registry/metadata', refused: true },
  { from: 'workers/formats/pickle', imports: '../../model/entry', refused: false },
  { from: 'workers/formats/pickle', imports: './opcodes', refused: false },
  { from: 'workers/codecs/zstd', imports: '../lz4/lz4js', refused: true },
  { from: 'workers/codecs/zstd', imports: '../../model/codec-failures', refused: false },
  { from: 'workers/codecs', imports: '../model/errors', refused: false },
  { from: 'workers/formats/hdf5/libhdf5', imports: '../../../model/entry', refused: false },
  { from: 'workers/formats/hdf5/libhdf5', imports: '../../../codecs/zstd/meta', refused: true },
  { from: 'workers/formats/parquet/native', imports: '../settings/options', refused: false },
  { from: 'workers/formats/parquet/native', imports: '../../csv/meta', refused: true },
  { from: 'workers/formats', imports: '../libraries/zstd-wasm', refused: false },
  { from: 'workers/codecs/zstd', imports: '../../libraries/zstd-wasm', refused: false },
  { from: 'workers/own-file', imports: '../libraries/arrow-messages', refused: false },
  { from: 'workers/libraries', imports: '../model/errors', refused: false },
  { from: 'workers/libraries', imports: '../codecs/zstd/frames', refused: true },
  { from: 'workers/model', imports: '../libraries/zstd-wasm', refused: true },
  { from: 'workers/engine', imports: '../libraries/zstd-wasm', refused: true },
  { from: 'workers/wasm', imports: '../codecs/frames', refused: true },
  { from: 'workers/wasm', imports: '../codecs/zstd/meta', refused: true },
  { from: 'workers/wasm', imports: '../engine/run', refused: true },
  { from: 'workers/codecs/zstd', imports: '../../wasm/native-codec', refused: false },
  { from: 'workers/engine', imports: '../wasm/native-codec', refused: true },
  { from: 'workers/workloads/events', imports: '../keyedVectors/index', refused: true },
  { from: 'workers/engine', imports: '../formats/pickle/meta', refused: true },
  { from: 'workers/engine', imports: '../registry/modules', refused: false },
  { from: 'workers/own-file', imports: '../engine/run', refused: true },
  { from: 'workers/own-file', imports: '../formats/csv/open/rows', refused: true },
  { from: 'workers/own-file', imports: '../open-file/read', refused: true },
  { from: 'workers/open-file', imports: '../formats/csv/open/rows', refused: false },
  { from: 'workers/open-file', imports: '../engine/run', refused: true },
  { from: 'workers/formats/hdf5/open', imports: '../../../own-file/notes', refused: false },
  { from: 'workers/formats/hdf5/open', imports: '../../../open-file/read', refused: true },
  { from: 'workers/formats/hdf5/open', imports: '../../pickle/open/machine', refused: false },
  { from: 'workers/formats/hdf5/open', imports: '../../csv/open/rows', refused: true },
  { from: 'workers/formats/hdf5/open/pandas', imports: '../../../pickle/open/machine', refused: false },
  { from: 'workers/formats/hdf5/open/pandas', imports: '../../../csv/open/rows', refused: true },
  { from: 'workers/formats/hdf5/map', imports: '../../../byte-map/source', refused: false },
  { from: 'workers/byte-map', imports: '../own-file/notes', refused: true },
  { from: 'web/app', imports: '../../workers/registry/modules', refused: true },
  { from: 'web/app', imports: '../../workers/registry/metadata', refused: false },
  { from: 'web/explore', imports: './own-file/csv-preview', refused: false },
];

const probe = (index: number) => `probe${index}.ts`;
let folder = '';
let report = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'formatlab-lint-'));
  copyFileSync('biome.json', join(folder, 'biome.json'));
  for (const [index, { from, imports }] of cases.entries()) {
    const path = join(folder, from, probe(index));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `import { thing } from '${imports}';\n\nexport const used = thing;\n`);
  }
  for (const [path, other] of [
    ['a', 'b'],
    ['b', 'a'],
  ])
    writeFileSync(
      join(folder, `circle-${path}.ts`),
      `import type { Type${other} } from './circle-${other}';\n\nexport type Type${path} = Type${other} | null;\n`,
    );
  const run = spawnSync(
    resolve('node_modules/.bin/biome'),
    [
      'lint',
      '--only=style/noRestrictedImports',
      '--only=suspicious/noImportCycles',
      '--max-diagnostics=none',
      '--colors=off',
      '.',
    ],
    { cwd: folder, encoding: 'utf8' },
  );
  report = run.stdout + run.stderr;
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(cases.map((row, index) => ({ ...row, index })))(
  '$from importing $imports: refused $refused',
  ({ from, refused, index }) => {
    expect(report).toContain('Checked');
    expect(report.includes(`${from}/${probe(index)}`)).toBe(refused);
  },
);

test('circles are refused, of types alone too', () => expect(report).toContain('circle-a.ts'));
