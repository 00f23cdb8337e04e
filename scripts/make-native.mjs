import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runMain, parseWholeNumber } from '../bench/command-line.mjs';
import { openHeadlessPage, unwrapAnswer } from '../bench/headless-page.mjs';
import { loadProductModules } from '../e2e/interop/product-modules.mjs';
import { ensurePython } from './python.mjs';

/** @import { Plan } from '../workers/model/plan' */
/** @import { PublishedSource } from '../workers/model/published' */
/** @import { RunResult } from '../workers/model/result' */
/** @import { Page } from 'playwright' */

/** @typedef {{ workload: string, plan: Plan }} Part */

const help = `Runs the recipes of the published sources (“Put to the test”) in real Chromium, and then natively on this machine with the scripts that the page exports. Both runs are saved
with all samples in fixtures/native; the page shows them as the browser's factor to native. The harness in e2e/interop/java measures rows that Java supports and Python does not.

  npm run make:native -- --machine 'name of this machine' [--minutes 2] [--source 002]

Only the parts of the recipes that test times are run. --minutes is the estimated duration of each source in the browser; the native runs take about as long again. A part with a failed cell is not written. Run nothing else on the machine meanwhile.`;

const root = fileURLToPath(new URL('..', import.meta.url));
const product = /** @type {typeof import('./make-native/module')} */ (
  await loadProductModules(join(root, 'scripts/make-native/module.ts'))
);

/**
 * @template {import('valibot').GenericSchema} S
 * @param {string} folder
 * @param {S} schema
 */
const readAll = (folder, schema) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => product.parseWithSchema(schema, JSON.parse(readFileSync(join(root, folder, name), 'utf8')), name));

/**
 * Times are rounded to six digits, which is more precise than any clock. Unrounded numbers would double the size of the download.
 * @param {unknown} value
 * @param {string} key
 * @returns {unknown}
 */
function shortTimes(value, key = '') {
  if (typeof value === 'number') return /Ms$/.test(key) ? Number(value.toPrecision(6)) : value;
  if (Array.isArray(value)) return value.map((item) => shortTimes(item, key));
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shortTimes(item, name)]));
  return value;
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv }} options
 */
function run(command, args, options) {
  const { error, status } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with code ${status}.`);
}

/**
 * The environment for Tkrzw’s module in Debian’s Python, which works with any Python of the same version. Empty if Debian’s Python lacks it.
 * @param {string} folder
 */
function modulesBeside(folder) {
  const asked = spawnSync('/usr/bin/python3', ['-c', 'import tkrzw; print(tkrzw.__file__)'], { encoding: 'utf8' });
  if (asked.status !== 0) return {};
  const path = asked.stdout.trim();
  mkdirSync(join(folder, 'modules'), { recursive: true });
  copyFileSync(path, join(folder, 'modules', basename(path)));
  return { PYTHONPATH: join(folder, 'modules') };
}

/**
 * Each recipe is run both through files and in memory, since some native programs can do only one of these.
 * @param {Plan['operations']} operations
 */
function withBothClocks(operations) {
  const pairs = /** @type {Plan['operations'][]} */ ([
    ['encode', 'store'],
    ['decode', 'load'],
  ])
    .filter((pair) => pair.some((operation) => operations.includes(operation)))
    .flat();
  return [...new Set([...operations, ...pairs])];
}

/**
 * @param {Page} page
 * @param {Plan} plan
 * @param {string} folder
 */
async function datasetFiles(page, plan, folder) {
  const paths = [];
  for (const [dataset, spec] of plan.datasets.entries()) {
    if (
      spec.source === 'workload' &&
      product.nativeWorkloads[spec.workload] === null &&
      !product.slowWorkloads.includes(spec.workload)
    )
      continue;
    const downloaded = page.waitForEvent('download', { timeout: 300_000 });
    downloaded.catch(() => undefined);
    unwrapAnswer(
      await page.evaluate(({ plan, dataset }) => window.formatlab.datasetFile(plan, dataset), { plan, dataset }),
    );
    const path = join(folder, `${dataset}.dataset`);
    await (await downloaded).saveAs(path);
    paths.push(path);
  }
  return paths;
}

/**
 * @param {string} python
 * @param {{ plan: Plan, browser: RunResult, files: string[], machine: string, folder: string }} what
 */
function byPython(python, { plan, browser, files, machine, folder }) {
  const script = join(folder, 'script.py');
  const out = join(folder, 'python.json');
  writeFileSync(script, product.pythonScriptOf(plan, product.datasetHashes(plan, browser)));
  const { PYTHONPATH: _, ...environment } = process.env;
  run(python, [script, '--label', machine, '--out', out, ...files.flatMap((path) => ['--dataset', path])], {
    cwd: folder,
    env: { ...environment, ...modulesBeside(folder) },
  });
  return product.parseResultFile(readFileSync(out, 'utf8'), out);
}

/** @param {{ plan: Plan, machine: string, folder: string }} what */
function byJava({ plan, machine, folder }) {
  const path = join(folder, 'plan.json');
  const out = join(folder, 'java.json');
  writeFileSync(path, JSON.stringify(plan));
  run(process.execPath, [join(root, 'bench/molecules-java.mjs'), '--plan', path, '--label', machine, '--out', out], {
    cwd: root,
  });
  return product.parseResultFile(readFileSync(out, 'utf8'), out);
}

/**
 * @param {PublishedSource} source
 * @param {Part} part
 * @param {{ page: Page, python: string, machine: string }} by
 */
async function measure(source, { workload, plan }, { page, python, machine }) {
  console.log(
    `\nSource ${source.id}, ${workload}: ${plan.candidates.length} candidates, ${plan.datasets.flatMap((spec) => (spec.source === 'workload' ? [spec.size.toLocaleString('en')] : [])).join(', ')} items, in the browser …`,
  );
  const folder = mkdtempSync(join(tmpdir(), 'make-native-'));
  try {
    const browser = unwrapAnswer(
      await page.evaluate(({ plan, machineLabel }) => window.formatlab.run(plan, { machineLabel }), {
        plan,
        machineLabel: machine,
      }),
    );
    const bad = browser.cells.filter(({ status }) => status !== 'completed' && status !== 'unsupported');
    if (bad.length > 0) throw new Error(`Not every cell was measured in the browser: ${JSON.stringify(bad)}`);
    const files = await datasetFiles(page, plan, folder);
    const molecules = plan.datasets.some((spec) => spec.source === 'workload' && spec.workload === 'molecules');
    const natives = [
      { by: 'Python', result: byPython(python, { plan, browser, files, machine, folder }) },
      ...(molecules ? [{ by: 'Java', result: byJava({ plan, machine, folder }) }] : []),
    ];
    const failed = natives.flatMap(({ result }) =>
      result.cells.filter(({ status }) => status !== 'completed' && status !== 'unsupported'),
    );
    if (failed.length > 0) throw new Error(`Not every cell was measured natively: ${JSON.stringify(failed)}`);
    const comparison = shortTimes({
      format: product.nativeComparisonFormat,
      version: 1,
      source: source.id,
      workload,
      browser,
      natives,
    });
    product.parseWithSchema(product.nativeComparisonSchema, comparison, 'the comparison');
    const path = join(root, 'fixtures/native', `${source.id}-${workload}.json`);
    mkdirSync(join(root, 'fixtures/native'), { recursive: true });
    writeFileSync(path, `${JSON.stringify(comparison)}\n`);
    console.log(`Wrote ${path}.`);
    for (const warning of [browser, ...natives.map(({ result }) => result)].flatMap(({ warnings }) => warnings))
      console.log(`Note: ${warning}`);
    return true;
  } catch (error) {
    console.error(
      `Source ${source.id}, ${workload}: nothing was written. ${error instanceof Error ? error.message : String(error)}`,
    );
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function main() {
  const { values } = parseArgs({
    options: {
      machine: { type: 'string' },
      minutes: { type: 'string', default: '2' },
      source: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help || !values.machine) {
    console.log(help);
    return values.help === true;
  }
  const minutes = parseWholeNumber('minutes', values.minutes, 1);
  const python = ensurePython();
  if (python === null) return false;
  const sources = readAll('fixtures/published', product.publishedSourceSchema);
  const claims = new Map(
    readAll('fixtures/published/claims', product.claimsSchema).map((each) => [each.source, each.claims]),
  );
  const chosen = sources.filter(({ id }) => values.source === undefined || id === values.source);
  if (chosen.length === 0)
    throw new Error(`--source is “${values.source}”, but must be one of ${sources.map(({ id }) => id).join(', ')}.`);
  const { page, close } = await openHeadlessPage();
  try {
    let complete = true;
    for (const source of chosen) {
      const { parts } = product.recipeWithin(source, claims.get(source.id) ?? [], minutes * 60_000);
      for (const { workload, plan } of parts.filter(({ quantity }) => quantity === 'time')) {
        complete =
          (await measure(
            source,
            { workload, plan: { ...plan, operations: withBothClocks(plan.operations) } },
            { page, python, machine: values.machine },
          )) && complete;
      }
    }
    return complete;
  } finally {
    await close();
  }
}

await runMain(main);
