import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { toDoMark, writeNewEntry } from './new-entry.mjs';

const folders = ['workers/codecs', 'workers/formats', 'workers/workloads'];
const toDosIn = (path: string) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line, index) =>
      line.includes(toDoMark) ? [`${path}:${index + 1} ${line.slice(line.indexOf(toDoMark))}`] : [],
    );

test.each(folders)('%s has no to-do left', (folder) => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.(?:ts|py|mjs)$/.test(path),
  );
  expect(files.length).toBeGreaterThan(0);
  expect(files.flatMap((path) => toDosIn(join(folder, path)))).toEqual([]);
});

describe('a new entry', () => {
  const root = mkdtempSync(join(tmpdir(), 'formatlab-new-'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const opening = [
    'file-type.ts',
    'open.ts',
    'open/read-file.ts',
    'detect.ts',
    'map.ts',
    'map/map-bytes.ts',
    'source-readers.ts',
  ];
  const otherLanguages = ['snippets.ts', 'snippets/snippets.ts', 'native.py'];
  /** It only names the file beside it, which has the to-do. */
  const withoutToDo = 'snippets.ts';
  test.each([
    [
      'codec',
      [
        'meta.ts',
        'some-library.ts',
        'testing/hostile-streams.ts',
        'testing/reference_of_new_thing.py',
        'testing/native-counterpart.mjs',
      ],
      'workers/codecs',
    ],
    [
      'format',
      [
        'meta.ts',
        'implementations/some-library.ts',
        'testing/reference_of_new_thing.py',
        ...opening,
        ...otherLanguages,
      ],
      'workers/formats',
    ],
    ['workload', ['meta.ts', 'index.ts'], 'workers/workloads'],
  ])('of kind %s is a folder with to-dos in every file', (kind, names, folder) => {
    const paths = writeNewEntry(root, kind, 'new-thing', '@some/library');
    expect(paths).toEqual(names.map((name) => `${folder}/new-thing/${name}`));
    for (const path of paths.filter((path) => !path.endsWith(`/${withoutToDo}`)))
      expect(toDosIn(join(root, path)).length, path).toBeGreaterThan(0);
    expect(readFileSync(join(root, folder, 'new-thing', 'meta.ts'), 'utf8')).toContain("label: 'New Thing'");
    expect(() => writeNewEntry(root, kind, 'new-thing')).toThrow(`${folder}/new-thing exists already.`);
  });

  test('that is only opened has no metadata, and one without a library is our own', () => {
    expect(writeNewEntry(root, 'open-format', 'opened')).toEqual(
      opening.map((name) => `workers/formats/opened/${name}`),
    );
    expect(writeNewEntry(root, 'codec', 'own')).toContain('workers/codecs/own/formatlab.ts');
  });

  test.each([
    ['codex', 'thing', '“codex” is not a kind of entry.'],
    [undefined, undefined, '“” is not a kind of entry.'],
    ['codec', undefined, '“” is not a valid id.'],
    ['codec', '../up', '“../up” is not a valid id.'],
    ['codec', 'Zip', '“Zip” is not a valid id.'],
  ])('of kind %s with id %s is refused', (kind, id, says) => expect(() => writeNewEntry(root, kind, id)).toThrow(says));
});
