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
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  expect(files.length).toBeGreaterThan(0);
  expect(files.flatMap((path) => toDosIn(join(folder, path)))).toEqual([]);
});

describe('a new entry', () => {
  const root = mkdtempSync(join(tmpdir(), 'formatlab-new-'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  test.each([
    [
      'codec',
      [
        'meta.ts',
        'javascript.ts',
        'testing/hostile-streams.ts',
        'testing/reference_of_new_thing.py',
        'testing/native-counterpart.mjs',
      ],
      'workers/codecs',
    ],
    ['format', ['meta.ts', 'implementations/javascript.ts', 'testing/reference_of_new_thing.py'], 'workers/formats'],
    ['workload', ['meta.ts', 'index.ts'], 'workers/workloads'],
  ])('of kind %s is a folder with to-dos in every file', (kind, names, folder) => {
    const paths = writeNewEntry(root, kind, 'new-thing');
    expect(paths).toEqual(names.map((name) => `${folder}/new-thing/${name}`));
    for (const path of paths) expect(toDosIn(join(root, path)).length, path).toBeGreaterThan(0);
    expect(readFileSync(join(root, folder, 'new-thing', 'meta.ts'), 'utf8')).toContain("label: 'New Thing'");
    expect(() => writeNewEntry(root, kind, 'new-thing')).toThrow(`${folder}/new-thing exists already.`);
  });

  test.each([
    ['codex', 'thing', '“codex” is not a kind of entry.'],
    [undefined, undefined, '“” is not a kind of entry.'],
    ['codec', undefined, '“” is not a valid id.'],
    ['codec', '../up', '“../up” is not a valid id.'],
    ['codec', 'Zip', '“Zip” is not a valid id.'],
  ])('of kind %s with id %s is refused', (kind, id, says) => expect(() => writeNewEntry(root, kind, id)).toThrow(says));
});
