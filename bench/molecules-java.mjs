import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureJava } from '../scripts/java.mjs';
import { runMain, parseWholeNumber } from './command-line.mjs';

const help = `Repeats source 003's second table with Java on this machine: molecules per second when reading serialized objects, Kryo and SMILES, by CDK, Beam and Kryo of 2015
(e2e/interop/java), on the workload "molecules". Each row runs in its own process, is warmed up, and reads a file in memory. The output has the slowest and the
fastest repeat, and the time of all repeats.

  node bench/molecules-java.mjs [--molecules 100000] [--repeats 15] [--heap 6g] [--composition chembl|chebi]

With --out it measures writing and reading of those candidates of the page that Java supports (Java objects, Kryo, AtomContainer stream, CML and SMILES by CDK),
and writes a result file, which the page opens with Share → Open results. Molecules and files stay in memory. The page's readers check every file that Java wrote.

  node bench/molecules-java.mjs --out result.json [--molecules 10000] [--coordinates] [--label "my machine"] [--warm-up 4] [--plan plan.json]

--plan uses the datasets, candidates and repeats of a plan instead (Share → Plan); the result lists what Java does not support. Deserialized objects stay in memory
until the end of the stream and take several times the size of the file; --heap is the limit.`;

const seed = 42;

/** @typedef {'smiles' | 'objects' | 'kryo' | 'unsafe'} FileName */

/** @type {{ name: string, command: string[], file: FileName, sizeOf?: FileName }[]} */
const rows = [
  { name: 'Deserialization', command: ['objects-bench'], file: 'objects' },
  { name: 'Kryo (Auto)', command: ['kryo-bench', 'variable-length'], file: 'kryo' },
  { name: 'Kryo Unsafe (Auto)', command: ['kryo-bench', 'fixed-width'], file: 'unsafe' },
  { name: 'CDK', command: ['cdk-bench'], file: 'smiles' },
  { name: 'Beam', command: ['beam-bench'], file: 'smiles' },
  { name: 'Writing objects (Code 1)', command: ['objects-write-bench'], file: 'smiles', sizeOf: 'objects' },
];

/**
 * @param {string} command
 * @param {string[]} args
 * @param {{ input?: string }} options
 */
function run(command, args, options = {}) {
  const { error, status, stdout } = spawnSync(command, args, {
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'inherit'],
    maxBuffer: 1 << 30,
    ...options,
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${args.at(-1)} ended with code ${status}.`);
  return stdout;
}

const options = /** @type {const} */ ({
  molecules: { type: 'string' },
  repeats: { type: 'string' },
  heap: { type: 'string', default: '6g' },
  composition: { type: 'string', default: 'chembl' },
  coordinates: { type: 'boolean', default: false },
  out: { type: 'string' },
  plan: { type: 'string' },
  label: { type: 'string' },
  'warm-up': { type: 'string', default: '4' },
  help: { type: 'boolean', default: false },
});

async function main() {
  const { values } = parseArgs({ options });
  if (values.help) {
    console.log(help);
    return true;
  }
  if (!['chembl', 'chebi'].includes(values.composition))
    throw new Error(`--composition is “${values.composition}”, but must be chembl or chebi.`);
  if (!/^\d+[kmg]$/iu.test(values.heap)) throw new Error(`--heap is “${values.heap}”, but must be a size such as 6g.`);
  const knobs = { composition: values.composition, coordinates: values.coordinates };
  const count = parseWholeNumber('molecules', values.molecules ?? (values.out === undefined ? '100000' : '10000'), 1);
  const repeats = values.repeats === undefined ? null : parseWholeNumber('repeats', values.repeats, 1);
  if (values.out === undefined) {
    const given = {
      plan: values.plan !== undefined,
      label: values.label !== undefined,
      coordinates: values.coordinates,
    };
    for (const [name, isGiven] of Object.entries(given))
      if (isGiven) throw new Error(`--${name} needs --out; without --out the table is printed.`);
    return printTable(count, repeats ?? 15, values.heap, knobs);
  }
  const plan = values.plan === undefined ? null : JSON.parse(readFileSync(values.plan, 'utf8'));
  const warmUpSeconds = Number(values['warm-up']);
  if (!(warmUpSeconds > 0))
    throw new Error(`--warm-up is “${values['warm-up']}”, but must be a number of seconds above 0.`);
  const classPath = await ensureJava();
  if (classPath === null) return false;
  const { measureInJava } = await import('../e2e/interop/java/result.mjs');
  const result = await measureInJava({
    classPath,
    plan,
    dataset: { molecules: count, knobs, seed },
    repeats,
    warmUpSeconds,
    heap: values.heap,
    label: values.label ?? null,
    say: (line) => console.log(line),
  });
  writeFileSync(values.out, `${JSON.stringify(result, null, 1)}\n`);
  console.log(`Wrote ${values.out}. Open it in Formatlab with Share → Open results.`);
  return (
    result.cells.some(({ status }) => status === 'completed') &&
    result.cells.every(({ status }) => status === 'completed' || status === 'unsupported')
  );
}

/**
 * @param {number} count
 * @param {number} repeats
 * @param {string} heap
 * @param {import('../workers/model/options').OptionValues} knobs
 */
async function printTable(count, repeats, heap, knobs) {
  const classPath = await ensureJava();
  if (classPath === null) return false;
  const folder = mkdtempSync(join(tmpdir(), 'molecules-java-'));
  try {
    const files = {
      smiles: join(folder, 'smiles'),
      objects: join(folder, 'objects'),
      kryo: join(folder, 'kryo'),
      unsafe: join(folder, 'unsafe'),
    };
    /** @param {string[]} args */
    const java = (...args) => run('java', [`-Xmx${heap}`, '-cp', classPath, 'formatlab.Main', ...args]);
    const request = {
      command: 'make',
      seed,
      count,
      knobs,
      smilesPath: files.smiles,
      objectsPath: files.objects,
      withTables: false,
    };
    const made = JSON.parse(
      run(process.execPath, [new URL('../e2e/interop/java/tool.mjs', import.meta.url).pathname], {
        input: `${JSON.stringify(request)}\n`,
      }),
    );
    if (made.error !== undefined) throw new Error(made.error);
    // CDK's own file, not ours, because CDK chooses which bonds of a ring are double.
    for (const args of [
      ['write-objects', files.smiles, files.objects],
      ['write-kryo', 'variable-length', files.smiles, files.kryo],
      ['write-kryo', 'fixed-width', files.smiles, files.unsafe],
    ]) {
      if (Number(java(...args)) !== count) throw new Error(`${args[0]} refused molecules.`);
    }
    console.log(
      `${count.toLocaleString('en')} molecules, ${repeats} repeats\n\n${'method'.padEnd(26)}${'min /s'.padStart(10)}${'max /s'.padStart(10)}${'all repeats'.padStart(14)}${'size'.padStart(13)}`,
    );
    for (const { name, command, file, sizeOf = file } of rows) {
      const rates = java(...command, files[file], String(repeats))
        .trim()
        .split('\n')
        .map(Number);
      const seconds = rates.reduce((sum, rate) => sum + count / rate, 0);
      const cells = [Math.min(...rates).toLocaleString('en'), Math.max(...rates).toLocaleString('en')].map((text) =>
        text.padStart(10),
      );
      console.log(
        `${name.padEnd(26)}${cells.join('')}${`${seconds.toFixed(1)} s`.padStart(14)}${`${(statSync(files[sizeOf]).size / 2 ** 20).toFixed(1)} MiB`.padStart(13)}`,
      );
    }
    return true;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await runMain(main);
