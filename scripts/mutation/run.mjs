import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryFolder } from './draw.mjs';
import { mutatePython } from './python.mjs';
import { reportMutants } from './report.mjs';
import { unmutatedFiles, mutateTypescript } from './typescript.mjs';

/**
 * Mutation testing of a random draw of mutants, by Stryker for TypeScript and mutmut for the Python references. Each drawn mutant is put into the
 * code, and a test must then fail. Exits with code 1 if the share of killed mutants is below the bound.
 */

const usage = `npm run test:mutation -- [options]
  --seed N                 seed of the draw; other seeds draw other mutants      (default 1)
  --count N                mutants to draw per language                      (default 240 TypeScript, 60 Python)
  --only typescript|python only one language
  --path PREFIX            only files whose path starts with PREFIX
  --bound N                percentage of the drawn mutants that must be killed (default 85)
  --concurrency N          parallel processes that run tests                           (default 2)
  --list                   print the drawn mutants and exit

The share of all mutants that the tests kill lies, with a confidence of 95 %, within about 5 percentage points of the
share of 240 drawn ones, and within about 9 of that of 60; the report states the interval. Three draws of other seeds
are as exact as one of 720. What a draw costs before its first mutant: the list of all mutants, and one run of all
tests that can reach a drawn file. --path shortens that run.`;

function options() {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      count: { type: 'string' },
      only: { type: 'string' },
      path: { type: 'string', default: '' },
      bound: { type: 'string', default: '85' },
      concurrency: { type: 'string', default: '2' },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    process.exit(0);
  }
  for (const name of /** @type {const} */ (['seed', 'count', 'bound', 'concurrency']))
    if (!/^\d+$/.test(values[name] ?? '0')) throw new Error(`--${name} must be a whole number.`);
  if (values.only !== undefined && !['typescript', 'python'].includes(values.only))
    throw new Error('--only must be typescript or python.');
  return values;
}

/**
 * @typedef {object} Language
 * @property {string} title
 * @property {number} count how many mutants are drawn unless told otherwise
 * @property {(options: import('./draw.mjs').DrawOptions) => Promise<import('./draw.mjs').Drawn>} mutate
 * @property {(result: import('./draw.mjs').MutantResult) => string} groupOf
 */

/** @type {Record<'typescript' | 'python', Language>} */
const languages = {
  typescript: {
    title: 'TypeScript (Stryker)',
    count: 240,
    mutate: mutateTypescript,
    groupOf: ({ file }) => /^(workers\/\w+|web\/published\/claims|web\/\w+)/.exec(file)?.[0] ?? file,
  },
  python: {
    title: 'Python references (mutmut)',
    count: 60,
    mutate: mutatePython,
    groupOf: ({ file }) => file.split('/').at(-1) ?? file,
  },
};

const { seed, count, only, path, bound, concurrency, list } = options();
const started = Date.now();
/** @type {Partial<Record<'typescript' | 'python', import('./draw.mjs').Drawn>>} */
const drawnOf = {};
const names = /** @type {const} */ (['typescript', 'python']);
for (const name of names) {
  const { count: usual, mutate } = languages[name];
  if (only !== undefined && only !== name) continue;
  drawnOf[name] = await mutate({
    seed: Number(seed),
    count: Number(count ?? usual),
    list,
    concurrency: Number(concurrency),
    path,
  });
}

if (list) {
  for (const { results } of Object.values(drawnOf))
    for (const { file, line, mutator, original, replacement } of results)
      console.log(`${file}:${line} ${mutator}: ${original.replace(/\s+/g, ' ')} → ${replacement.replace(/\s+/g, ' ')}`);
  process.exit(0);
}

let enough = true;
for (const name of names) {
  const drawn = drawnOf[name];
  if (drawn === undefined) continue;
  const { of, results } = drawn;
  const { title, groupOf } = languages[name];
  const share = reportMutants(
    `${title}: ${results.length} of ${of.mutants} mutants in ${of.files} files, seed ${seed}`,
    results,
    groupOf,
  );
  if (share < Number(bound) / 100) {
    enough = false;
    console.error(`Fewer than ${bound} % of the mutants were killed.`);
  }
}
if (drawnOf.typescript) {
  console.log('\nNot mutated:');
  for (const { files, folder, ending, reason } of unmutatedFiles)
    console.log(`  ${ending ?? folder ?? files?.join(', ')}: ${reason}`);
}
const folder = join(repositoryFolder, '.cache/mutation');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'report.json'), JSON.stringify({ seed, ...drawnOf }, null, 1));
console.log(
  `\nDone in ${((Date.now() - started) / 60_000).toFixed(1)} minutes; the full report is in .cache/mutation/report.json.`,
);
process.exit(enough ? 0 : 1);
