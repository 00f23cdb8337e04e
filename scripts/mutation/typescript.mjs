import { readFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drawMutants, mutantKey, repositoryFolder } from './draw.mjs';
import { viteGlobs } from './stryker-plugins.mjs';

const folders = [
  'workers/model',
  'workers/engine',
  'web/figures',
  'web/charts',
  'web/decide',
  'web/links',
  'web/sources',
  'web/results',
  'web/published/claims',
  'web/share',
];

/**
 * @typedef {import('./draw.mjs').Mutant} Mutant
 * @typedef {import('./draw.mjs').MutantResult} MutantResult
 * @typedef {import('./draw.mjs').Place} Place
 */

/**
 * Files that are not mutated, grouped by reason. The report prints them.
 * @type {{ files?: string[], folder?: string, ending?: string, reason: string }[]}
 */
export const unmutatedFiles = JSON.parse(readFileSync(new URL('excluded.json', import.meta.url), 'utf8'));

/** @param {string} file */
function isExcluded(file) {
  return unmutatedFiles.some(
    ({ files, folder, ending }) =>
      files?.includes(file) ||
      (folder !== undefined && file.split('/').includes(folder)) ||
      (ending !== undefined && file.endsWith(ending)),
  );
}

function sourceFiles() {
  return folders
    .flatMap((folder) =>
      readdirSync(join(repositoryFolder, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
        .map((entry) => relative(repositoryFolder, join(entry.parentPath, entry.name)).replaceAll('\\', '/')),
    )
    .sort();
}

/**
 * All mutants of the files, by key. Stryker makes the same mutants from the same text.
 * @param {readonly string[]} files
 * @returns {Promise<Map<string, Mutant>>}
 */
async function allMutants(files) {
  const { Instrumenter } = await import('@stryker-mutator/instrumenter');
  const quiet = () => {};
  const no = () => false;
  const logger = {
    trace: quiet,
    debug: quiet,
    info: quiet,
    warn: console.warn,
    error: console.error,
    fatal: console.error,
  };
  const levels = {
    isTraceEnabled: no,
    isDebugEnabled: no,
    isInfoEnabled: no,
    isWarnEnabled: no,
    isErrorEnabled: no,
    isFatalEnabled: no,
  };
  const instrumenter = new Instrumenter({ ...logger, ...levels });
  const sources = files.map((file) => ({
    name: join(repositoryFolder, file),
    mutate: true,
    content: readFileSync(join(repositoryFolder, file), 'utf8'),
  }));
  const { mutants } = await instrumenter.instrument(sources, {
    plugins: null,
    excludedMutations: [],
    ignorers: [viteGlobs],
  });
  return new Map(mutants.filter(({ status }) => status !== 'Ignored').map((mutant) => [mutantKey(mutant), mutant]));
}

/**
 * The text that a mutant replaces.
 * @param {Mutant} mutant
 */
function originalText({ fileName, location: { start, end } }) {
  const lines = readFileSync(fileName, 'utf8')
    .split('\n')
    .slice(start.line, end.line + 1);
  lines[lines.length - 1] = (lines.at(-1) ?? '').slice(0, end.column);
  lines[0] = (lines[0] ?? '').slice(start.column);
  return lines.join('\n');
}

/** @param {Mutant} mutant */
function described(mutant) {
  return {
    file: relative(repositoryFolder, mutant.fileName).replaceAll('\\', '/'),
    line: mutant.location.start.line + 1,
    mutator: mutant.mutatorName,
    original: originalText(mutant),
    replacement: mutant.replacement ?? '',
  };
}

/**
 * Converts Stryker’s status to the words of the report. If test files fail to load, that counts as a failed test.
 * @type {Record<string, string>}
 */
const outcomes = {
  Killed: 'killed',
  RuntimeError: 'killed',
  Timeout: 'timed out',
  Survived: 'survived',
  NoCoverage: 'no coverage',
};

/**
 * Draws mutants and runs them. With `list` it only prints the draw. `path` is a prefix of the paths to draw from.
 * @param {import('./draw.mjs').DrawOptions} options
 * @returns {Promise<import('./draw.mjs').Drawn>}
 */
export async function mutateTypescript({ seed, count, list, concurrency, path }) {
  const files = sourceFiles();
  const mutated = files.filter((file) => !isExcluded(file) && file.startsWith(path));
  const mutants = await allMutants(mutated);
  const drawn = drawMutants([...mutants.keys()], seed, count);
  /** @param {string} key */
  const found = (key) => {
    const mutant = mutants.get(key);
    if (mutant === undefined) throw new Error(`The report lacks the mutant ${key}.`);
    return mutant;
  };
  const of = { files: mutated.length, mutants: mutants.size };
  if (list) return { of, results: drawn.map((key) => ({ ...described(found(key)), outcome: 'drawn' })) };

  const drawFile = join(repositoryFolder, '.cache/mutation/draw.json');
  mkdirSync(dirname(drawFile), { recursive: true });
  writeFileSync(drawFile, JSON.stringify(drawn));
  process.env.FORMATLAB_MUTATION_DRAW = drawFile;
  process.chdir(repositoryFolder);
  const { Stryker } = await import('@stryker-mutator/core');
  /** @param {Place} place */
  const place = ({ line, column }) => `${line + 1}:${column}`;
  const ran = await new Stryker({
    configFile: relative(repositoryFolder, fileURLToPath(new URL('stryker.config.json', import.meta.url))),
    concurrency,
    mutate: drawn.map((key) => {
      const { fileName, location } = found(key);
      return `${relative(repositoryFolder, fileName).replaceAll('\\', '/')}:${place(location.start)}-${place(location.end)}`;
    }),
  }).runMutationTest();
  const wanted = new Set(drawn);
  // Stryker counts lines and columns from 1 in results, but from 0 in mutants.
  /** @param {Place} place */
  const fromZero = ({ line, column }) => ({ line: line - 1, column: column - 1 });
  const results = ran
    .map(({ location: { start, end }, ...mutant }) => ({
      ...mutant,
      location: { start: fromZero(start), end: fromZero(end) },
    }))
    .filter((mutant) => wanted.has(mutantKey(mutant)))
    .map((mutant) => ({ ...described(mutant), outcome: outcomes[mutant.status] ?? mutant.status }));
  if (results.length !== drawn.length)
    throw new Error(`Stryker ran ${results.length} of ${drawn.length} drawn mutants.`);
  return { of, results };
}
