import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFolder } from '../install.mjs';
import { dependentsOf, importersOf } from './import-graph.mjs';

/**
 * What relates to a change: the tests that import a changed file, or stand in its folder; of an entry (a codec, format or workload) its contract tests
 * and the files that the reference tools open; of the page the specs of its folder. What would take too long is left out, and named.
 *
 * @typedef {object} Related
 * @property {string[]} layers
 * @property {string[]} unit the test files
 * @property {string[]} browser the test files
 * @property {string[]} e2e the specs
 * @property {string[]} interop options of e2e/interop/run.mjs
 * @property {Record<string, string>} env `FORMATLAB_ENTRIES`: the entries whose contract tests run
 * @property {string[]} leftOut sentences
 */

/** The most files that run within the two minutes: each layer that opens a browser takes about one. */
const mostBrowserFiles = 6;
const mostSpecs = 2;
const mostEntries = 2;

const isUnitTest = (/** @type {string} */ path) => /(?<!\.browser)\.test\.tsx?$/u.test(path);
const isBrowserTest = (/** @type {string} */ path) => /\.browser\.test\.ts$/u.test(path);
const isSpec = (/** @type {string} */ path) => /\.spec\.ts$/u.test(path);

/** What reads users' files of a format and maps their bytes is no part of its entry. */
const entryPath = /^workers\/(codecs|formats|workloads)\/([^/]+)\/(?!(?:[^/]+\/)?(?:open|map|sample)\/)/u;
/** The formats by their folders below `workers/formats`. A family of formats shares a folder, in which each has its own. */
const formatsByFolder = readdirSync(join(repositoryFolder, 'workers/formats'), { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('/meta.ts'))
  .map((path) => {
    const [, id = ''] =
      /^ {2}id: '(.+)',$/mu.exec(readFileSync(join(repositoryFolder, 'workers/formats', path), 'utf8')) ?? [];
    return { folder: path.slice(0, -'meta.ts'.length), id };
  });

/**
 * The entries that a file belongs to: what a family shares belongs to each of its formats.
 * @param {string} path
 * @returns {string[]}
 */
function entriesOf(path) {
  const [, kind = '', id = ''] = entryPath.exec(path) ?? [];
  if (kind !== 'formats') return kind === '' ? [] : [`${kind}/${id}`];
  const within = path.slice('workers/formats/'.length);
  const own = formatsByFolder
    .filter(({ folder }) => within.startsWith(folder))
    .sort((a, b) => b.folder.length - a.folder.length);
  const found = own.length > 0 ? own.slice(0, 1) : formatsByFolder.filter(({ folder }) => folder.startsWith(`${id}/`));
  return found.map((format) => `formats/${format.id}`);
}

/**
 * The files with contract tests of each kind of entry.
 * @type {Record<string, (id: string) => string[]>}
 */
const contractFiles = {
  codecs: () => ['workers/registry/codecs.contract.browser.test.ts'],
  formats: (id) => {
    const own = `workers/registry/formats-${id === 'rntuple' ? 'root' : id}.contract.browser.test.ts`;
    return [existsSync(join(repositoryFolder, own)) ? own : 'workers/registry/formats.contract.browser.test.ts'];
  },
  workloads: () => ['workers/registry/workloads.contract.browser.test.ts'],
};

/**
 * The specs of each part of the page, the most telling first; the first row that matches a path holds.
 * @type {readonly (readonly [RegExp, readonly string[]])[]}
 */
export const specsOf = [
  [/^(?:web|workers)\/byte-map\/|^workers\/formats\/(?:[^/]+\/){1,2}map\//u, ['byte-map']],
  [/^web\/codecs\//u, ['codecs']],
  [/^web\/formats\//u, ['formats']],
  [/^web\/column-search\//u, ['column-search']],
  [/^web\/decide\//u, ['decision']],
  [/^web\/published\/import\/|^web\/sources\//u, ['import']],
  [/^web\/published\//u, ['published']],
  [/^web\/(?:share|links|view)\//u, ['share']],
  [/^web\/(?:results|charts|figures)\//u, ['fields', 'chart-figures']],
  [/^web\/storage\//u, ['unfinished-run']],
  [/^web\/explore\/|^workers\/(?:own|open)-file\/|^workers\/formats\/(?:[^/]+\/){1,2}(?:open|sample)\//u, ['own-file']],
  [/^web\/(?:app|styles|ui|state|main)/u, ['first-load']],
  [/^workers\/(?:engine|coordinator|client)\//u, ['main-job']],
];

/**
 * @param {string} command
 * @param {...string} args
 */
function lines(command, ...args) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: repositoryFolder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr.trim()}`);
  return stdout.split('\n').filter((line) => line !== '');
}

/**
 * The files that differ from `ref`, with those that git does not know yet.
 * @param {string} ref
 */
const changedSince = (ref) => [
  ...new Set([
    ...lines('git', 'diff', '--name-only', ref, '--'),
    ...lines('git', 'ls-files', '--others', '--exclude-standard'),
  ]),
];

/**
 * @param {readonly string[]} all the most telling first
 * @param {number} most
 * @param {string} what
 * @param {string[]} leftOut
 */
function firstOf(all, most, what, leftOut) {
  const rest = all.slice(most);
  if (rest.length > 0)
    leftOut.push(`${rest.length} ${what} further away: ${rest.slice(0, 5).join(', ')}${rest.length > 5 ? ' …' : ''}`);
  return all.slice(0, most);
}

/** @param {string} path */
const folderOf = (path) => path.slice(0, path.lastIndexOf('/') + 1);

/**
 * @param {readonly string[]} changed paths
 * @param {ReadonlyMap<string, ReadonlySet<string>>} importers
 * @returns {Related}
 */
export function relatedOf(changed, importers) {
  /** @type {string[]} */
  const leftOut = [];
  const distances = dependentsOf(importers, changed);
  const dependents = [...distances.keys()];
  const inFolders = [...importers.values()]
    .flatMap((all) => [...all])
    .filter((path) =>
      changed.some(
        (file) =>
          folderOf(file).length > 0 &&
          path.startsWith(folderOf(file)) &&
          /^(?:web|workers)\/[^/]+\/./u.test(folderOf(file)),
      ),
    );
  const near = [
    ...new Set([...dependents.filter((path) => (distances.get(path) ?? 0) <= 1), ...inFolders, ...dependents]),
  ];

  const entries = [...new Set(changed.flatMap(entriesOf))];
  const chosenEntries = firstOf(entries, mostEntries, 'entries', leftOut);
  const contracts = chosenEntries.flatMap((entry) => {
    const [kind = '', id = ''] = entry.split('/');
    return contractFiles[kind]?.(id) ?? [];
  });
  const browser = firstOf(
    [...new Set([...contracts, ...near.filter(isBrowserTest)])],
    Math.max(mostBrowserFiles, contracts.length),
    'files of browser tests',
    leftOut,
  );

  const named = specsOf.filter(([pattern]) => changed.some((path) => pattern.test(path))).flatMap(([, names]) => names);
  const specs = [
    ...new Set([...changed.filter(isSpec), ...named.map((name) => `e2e/${name}.spec.ts`), ...near.filter(isSpec)]),
  ];
  const e2e = firstOf(specs, Math.max(mostSpecs, changed.filter(isSpec).length), 'specs', leftOut);

  const ids = chosenEntries
    .filter((entry) => !entry.startsWith('workloads/'))
    .map((entry) => entry.split('/')[1] ?? '');
  const pythonTests = changed.filter((path) => /^e2e\/interop\/test_\w+\.py$/u.test(path));
  const interop = ids.length > 0 ? ['--only', ids.join(',')] : [];
  if (pythonTests.length > 0)
    leftOut.push(`${pythonTests.join(', ')}, which read files of all formats: npm test -- interop runs them`);
  if (changed.some((path) => path.startsWith('e2e/interop/')) && interop.length === 0)
    leftOut.push('the interop tests: a change of what all of them share needs npm test -- interop');
  if (changed.some((path) => path === 'package-lock.json'))
    leftOut.push('whatever the packages of package-lock.json change: run npm test');

  const unit = [...new Set(near.filter(isUnitTest))];
  const layers = [
    'lint',
    ...(changed.some((path) => /\.(?:tsx?|mjs|json)$/u.test(path)) ? ['types'] : []),
    ...(changed.some((path) => path.endsWith('.py')) ? ['python'] : []),
    ...(changed.some((path) => path.startsWith('workers/wasm/rust/')) ? ['rust'] : []),
    ...(unit.length > 0 ? ['unit'] : []),
    ...(browser.length > 0 ? ['browser'] : []),
    ...(e2e.length > 0 ? ['e2e'] : []),
    ...(interop.length > 0 ? ['interop'] : []),
  ];
  return { layers, unit, browser, e2e, interop, env: { FORMATLAB_ENTRIES: chosenEntries.join(',') }, leftOut };
}

/**
 * @param {string} ref a commit
 * @returns {Related}
 */
export function relatedTo(ref) {
  const changed = changedSince(ref);
  if (changed.length === 0) {
    console.log(`Nothing differs from ${ref}.`);
    process.exit(0);
  }
  return relatedOf(changed, importersOf());
}
