import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';

/** A file of more lines holds more than one concept. Tests and data for tests may be longer. */
const maxLines = 400;
const folders = ['workers', 'web', 'bench', 'scripts'];
const forTests = /\.test\.tsx?$|\/testing\/|^workers\/registry\/torture\//;

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => posix.join(folder, path.replaceAll('\\', '/')))
    .filter((path) => /\.(tsx?|rs)$/.test(path) && !forTests.test(path));
}

test(`no source file has more than ${maxLines} lines`, () => {
  const files = folders.flatMap(sourceFiles);
  expect(files.length).toBeGreaterThan(900);
  const lengths = files.map((path) => ({ path, lines: readFileSync(path, 'utf8').split('\n').length - 1 }));
  expect(lengths.filter(({ lines }) => lines > maxLines)).toEqual([]);
});
