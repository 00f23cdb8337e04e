import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import packageJson from '../package.json';
import { explainedTerms, partsOf } from '../web/ui/explained-terms';
import { meaningOf } from '../web/ui/glossary';
import { mayImport } from './import-table';

/** What the documents name must be there: a reader who follows a path or types a command does not end in nothing. */

const root = fileURLToPath(new URL('..', import.meta.url));
const skipped = new Set([
  '.git',
  '.venv',
  '.cache',
  'node_modules',
  'dist',
  'built',
  'test-results',
  'playwright-report',
]);

function filesUnder(folder: string, wanted: RegExp): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : filesUnder(path, wanted);
    return wanted.test(entry.name) ? [path] : [];
  });
}

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const documents = ['.', ...readdirSync(root)]
  .filter((name) => ['.', 'bench', 'docs', 'e2e', 'fixtures', 'scripts', 'web', 'workers'].includes(name))
  .flatMap((folder) =>
    folder === '.' ? readdirSync(root).filter((name) => name.endsWith('.md')) : filesUnder(folder, /\.md$/),
  )
  // Generated; its paths are those of licences, which scripts/licenses/licenses.test.ts checks.
  .filter((path) => path !== 'THIRD_PARTY_LICENSES.md');

/** The top level of the repository, so that a word with a slash in it is not taken for a path. */
const topLevel = new Set(readdirSync(root));

/** What stands in backticks. */
const codesIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/gu)].map(([, code = '']) => code);

/** Paths in backticks: from the root, from the document's folder, or from `workers/`, as its README has them. */
function pathsIn(document: string): string[] {
  const prose = read(document).replace(/^```[\s\S]*?^```/gmu, '');
  return [...prose.matchAll(/`([^`\n]+)`/gu)].flatMap(([, code = '']) => {
    const isPath = /^[\w.@-]+(?:\/[\w.@-]+)*\/?$/u.test(code) && code.includes('/');
    return isPath && (topLevel.has(code.split('/')[0] ?? '') || /\.(?:ts|tsx|mjs|py|json|md|css|rs)$/u.test(code))
      ? [code]
      : [];
  });
}

function isThere(path: string, document: string): boolean {
  return [root, join(root, dirname(document)), join(root, 'workers')].some((base) => existsSync(join(base, path)));
}

describe.each(documents)('%s', (document) => {
  it('names only paths that exist', () => {
    // What a command writes is not in a fresh checkout.
    const written = /^(?:dist|node_modules|\.venv|\.cache)(?:\/|$)/u;
    expect(pathsIn(document).filter((path) => !written.test(path) && !isThere(path, document))).toEqual([]);
  });

  it('links only to files that exist', () => {
    const link = /(?:\]\(|src(?:set)?=")(?!https?:|#|mailto:)([^)\s#"]+)/gu;
    const targets = [...read(document).matchAll(link)].map(([, target = '']) => target);
    expect(targets.filter((target) => !existsSync(join(root, dirname(document), target)))).toEqual([]);
  });

  it('names only commands that package.json has', () => {
    const names = [...read(document).matchAll(/npm run ([\w:-]+)/gu)].map(([, name = '']) => name);
    expect(names.filter((name) => !Object.hasOwn(packageJson.scripts, name))).toEqual([]);
  });
});

it('finds the documents', () => {
  expect(documents).toEqual(
    expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'docs/ARCHITECTURE.md', 'workers/README.md']),
  );
  expect(pathsIn('CONTRIBUTING.md').length).toBeGreaterThan(20);
  expect(pathsIn('docs/ARCHITECTURE.md').length).toBeGreaterThan(20);
});

it('has a line for each folder of the page and the workers, and for none that is gone', () => {
  const [, tree = ''] = /^## Folders\n+```\n([\s\S]*?)^```/mu.exec(read('docs/ARCHITECTURE.md')) ?? [];
  const named = new Map<string, string[]>();
  let parent = '';
  for (const line of tree.split('\n')) {
    const [, indent = '', names = ''] = /^( *)((?:[\w-]+\/ *)+)/u.exec(line) ?? [];
    const folders = names.split('/').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
    if (indent === '') parent = folders[0] ?? parent;
    else named.set(parent, [...(named.get(parent) ?? []), ...folders]);
  }
  for (const folder of ['web', 'workers']) {
    const there = readdirSync(join(root, folder), { withFileTypes: true });
    expect(named.get(folder)?.sort()).toEqual(
      there.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort(),
    );
  }
});

it('leads the tour to files that hold what each stop names', () => {
  const stops = [...read('docs/TOUR.md').matchAll(/\[`(\w+)`\]\(([^)]+)\)/gu)];
  expect(stops.length).toBeGreaterThanOrEqual(30);
  const missing = stops.filter(
    ([, name = '', target = '']) => !new RegExp(`\\b${name}\\b`, 'u').test(read(join('docs', target))),
  );
  expect(missing.map(([stop]) => stop)).toEqual([]);
});

describe('the table of imports', () => {
  const rows = [...read('docs/ARCHITECTURE.md').matchAll(/^\| ((?:`[\w/-]+`(?:, )?)+) \| (.+) \|$/gmu)]
    .filter(([, rooms = '']) => /^`(?:web|workers\/)/u.test(rooms))
    // What stands after a semicolon explains.
    .flatMap(([, rooms = '', text = '']) =>
      codesIn(rooms).map((room) => [room.replace('workers/', ''), codesIn(text.split(';')[0] ?? '').sort()] as const),
    );
  const { web, ...workers } = Object.fromEntries(rows);
  const isProduct = (path: string) => !/(?:\.test\.tsx?$|\/testing\/|^web\/hostile\/)/u.test(path);

  it('is the one that the tests of imports have', () => {
    const sorted = Object.entries(mayImport).map(([room, allowed]) => [room, [...allowed].sort()] as const);
    expect(workers).toEqual(Object.fromEntries(sorted));
  });

  it('allows each import of the page', () => {
    const imports = filesUnder('web', /\.tsx?$/u)
      .filter(isProduct)
      .flatMap((from) =>
        [...read(from).matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/gu)].map(([, path = '']) => ({
          from,
          to: join(dirname(from), path).replaceAll('\\', '/'),
        })),
      )
      .filter(({ to }) => to.startsWith('workers/'));
    expect(imports.length).toBeGreaterThan(500);
    expect(
      imports.filter(
        ({ to }) => web?.includes(to.split('/')[1] ?? '') !== true || to.startsWith('workers/registry/modules'),
      ),
    ).toEqual([]);
  });

  it('gives the model no package but valibot', () => {
    const packages = filesUnder('workers/model', /\.ts$/u)
      .filter(isProduct)
      .flatMap((path) => [...read(path).matchAll(/\bfrom '([^.'][^']*)'/gu)].map(([, name]) => name));
    expect([...new Set(packages)]).toEqual(['valibot']);
  });
});

it('has a meaning in the glossary for each word that the page explains', () => {
  expect(Object.values(explainedTerms).filter((term) => (meaningOf(term) ?? '') === '')).toEqual([]);
  expect(meaningOf('page')).toBe(meaningOf('row group'));
  expect(meaningOf('term')).toBe('meaning');
  expect(partsOf('Noise floor of rounds').map(({ text, word }) => [text, word])).toEqual([
    ['Noise floor', 'noise floor'],
    [' of rounds', null],
  ]);
  expect(partsOf('the background').map(({ word }) => word)).toEqual([null]);
});

it('has a rule in docs/measurement.md for each number that a comment cites', () => {
  const rules = new Set(
    [...read('docs/measurement.md').matchAll(/^(\d+)\. \*\*/gmu)].map(([, number]) => Number(number)),
  );
  expect([...rules]).toEqual(Array.from({ length: rules.size }, (_, index) => index + 1));
  const cited = ['web', 'workers', 'e2e', 'bench', 'scripts']
    .flatMap((folder) => filesUnder(folder, /\.(?:ts|tsx|mjs|py)$/u))
    .flatMap((path) =>
      [...read(path).matchAll(/\brules? (\d+)(?: and (\d+))?/giu)].flatMap(([, first, second]) =>
        [first, second].flatMap((number) => (number === undefined ? [] : [{ path, number: Number(number) }])),
      ),
    );
  expect(cited.length).toBeGreaterThan(10);
  expect(cited.filter(({ number }) => !rules.has(number))).toEqual([]);
});
