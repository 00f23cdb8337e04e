import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadProductModules } from '../product-modules.mjs';
import { openRow, harnessRowOf } from './rows.mjs';

/** @import { DatasetInfo, CellResult, MeasuredOperation, NoiseFloorSamples, OperationResult, RoundSamples } from '../../../workers/model/result' */
/** @import { Stage } from '../../../workers/model/errors' */
/** @import { Molecules } from '../../../workers/model/molecules/molecules' */
/** @import { OptionValues } from '../../../workers/model/options' */
/** @import { Candidate, DatasetSpec, Operation, Plan } from '../../../workers/model/plan' */
/** @import { Product } from './rows.mjs' */

/**
 * @template T
 * @typedef {T extends unknown ? Omit<T, 'dataset' | 'candidate'> : never} WithoutPlace
 */

/** @typedef {WithoutPlace<CellResult>} Cell but for its place */
/** @typedef {{ dataset: number, candidate: number }} Place */
/** @typedef {{ molecules: number, knobs: OptionValues, seed: number }} Wanted of the workload */
/** @typedef {{ molecules: Molecules, info: DatasetInfo & { status: 'ready' } }} MadeDataset */
/** @typedef {{ candidate: Candidate, row: string, made: MadeDataset, folder: string }} AskedRow */

/**
 * What the harness prints of the machine and its own start.
 * @typedef {{ java: string, platform: string, logicalCores: number, timerStepMs: number, setUpMs: number }} Facts
 */

/**
 * What the harness prints of an operation.
 * @typedef {Omit<RoundSamples, 'round'> & { operation: string }} Times
 */

/**
 * What holds for every row.
 * @typedef {{
 *   product: Product,
 *   classPath: string,
 *   heap: string,
 *   repeats: number,
 *   warmUpSeconds: number,
 *   operations: Operation[],
 *   machine: Facts | null,
 * }} Run
 */

/** A plan of molecules measured in Java, as a result that the page opens: each candidate in a process of its own, its repeats as rounds; its files are checked by the page's own readers. */

const here = fileURLToPath(new URL('.', import.meta.url));
const formatlabVersion = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')).version;
/** @param {Uint8Array} bytes */
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');
const now = () => new Date().toISOString();
/** @type {Partial<Record<Operation, MeasuredOperation['clock']>>} */
const clocks = { encode: ['allocate', 'encode'], decode: ['allocate', 'decode'] };
const sentenceLength = 1_000;
/** @param {string} text */
const cut = (text) => text.slice(0, sentenceLength);

/**
 * What is measured where no plan is given: every row that the harness has, once.
 * @type {Candidate[]}
 */
const candidates = [
  { format: 'java-objects', implementation: 'formatlab', options: {}, codec: null },
  { format: 'kryo', implementation: 'formatlab', options: { numbers: 'variable-length' }, codec: null },
  { format: 'kryo', implementation: 'formatlab', options: { numbers: 'fixed-width' }, codec: null },
  { format: 'atom-container', implementation: 'formatlab', options: {}, codec: null },
  { format: 'cml', implementation: 'formatlab', options: {}, codec: null },
  { format: 'smiles', implementation: 'formatlab', options: {}, codec: null },
];

/** @type {(wanted: Wanted) => Plan} */
const planOf = ({ molecules, knobs, seed }) => ({
  datasets: [{ source: 'workload', workload: 'molecules', knobs, size: molecules, seed }],
  candidates,
  operations: ['encode', 'decode'],
  effort: 'repeats',
  seed,
});

/**
 * @param {{ classPath: string, plan: unknown, dataset: Wanted, repeats: number | null, warmUpSeconds: number, heap: string, label: string | null, say: (line: string) => void }} asked
 * `plan` is that of a file, or null; `repeats` null for as many as its effort has. Throws where the plan is none.
 */
export async function measureInJava({
  classPath,
  plan: given,
  dataset,
  repeats: wanted,
  warmUpSeconds,
  heap,
  label,
  say,
}) {
  const product = /** @type {Product} */ (await loadProductModules(join(here, 'measured-module.ts')));
  const plan = product.checkPlan(given ?? planOf(dataset));
  const repeats = wanted ?? product.efforts[plan.effort].rounds;
  const startedAt = now();
  /** @type {Run} */
  const run = { product, classPath, heap, repeats, warmUpSeconds, operations: plan.operations, machine: null };
  /** @type {DatasetInfo[]} */
  const datasets = [];
  /** @type {CellResult[]} */
  const cells = [];
  /** @type {NoiseFloorSamples | null} */
  let noiseFloor = null;
  const folder = mkdtempSync(join(tmpdir(), 'molecules-java-'));
  try {
    for (const [index, spec] of plan.datasets.entries()) {
      const made = makeDataset(product, spec);
      datasets.push(made.info);
      if (made.molecules === null) {
        say(made.info.error.message);
        continue;
      }
      say(`${made.info.itemCount.toLocaleString('en')} molecules, SHA-256 ${made.info.sha256}`);
      /** @type {Map<string, number>} */
      const taken = new Map();
      for (const [number, candidate] of plan.candidates.entries()) {
        const { row, reason } = harnessRowOf(candidate, taken);
        const place = { dataset: index, candidate: number };
        if (row === undefined) {
          cells.push({ status: 'unsupported', ...place, reason: cut(reason) });
          continue;
        }
        taken.set(row, number);
        const measured = await measureRow(run, { candidate, row, made, folder, operations: plan.operations });
        cells.push({ ...measured, ...place });
        say(toldOf(candidate, measured));
        if (noiseFloor === null && measured.status === 'completed')
          noiseFloor = await noiseOf(run, { candidate, row, made, folder }, measured, place);
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return product.parseRunResult({
    format: 'formatlab.result',
    version: 1,
    startedAt,
    finishedAt: now(),
    plan,
    environment: environmentOf(run.machine, classPath, label),
    datasets,
    cells,
    noiseFloor,
    warnings: warningsOf(repeats, product.efforts[plan.effort].rounds),
  });
}

/**
 * @param {Product} product
 * @param {DatasetSpec} spec
 * @returns {MadeDataset | { molecules: null, info: DatasetInfo & { status: 'failed' } }}
 */
function makeDataset(product, spec) {
  if (spec.source !== 'workload' || spec.workload !== 'molecules') {
    const what = spec.source === 'workload' ? `The workload ${spec.workload}` : 'Your own file';
    return {
      molecules: null,
      info: {
        status: 'failed',
        error: {
          tag: 'unsupported',
          stage: 'generate',
          message: `${what} is not among the data of the Java harness, which has the workload of molecules.`,
        },
      },
    };
  }
  const start = performance.now();
  const molecules = /** @type {Molecules} */ (
    product.workload.generate({ parameters: spec.knobs, seed: spec.seed, from: 0, to: spec.size })
  );
  const generateMs = performance.now() - start;
  const canonical = Buffer.concat(product.toCanonical(molecules).parts);
  /** @type {{ buffers: number[] }} */
  const header = JSON.parse(canonical.subarray(0, canonical.indexOf('\n')).toString());
  const dataBytes = header.buffers.reduce((sum, length) => sum + length, 0);
  return {
    molecules,
    info: {
      status: 'ready',
      schema: product.schemaOf(molecules),
      itemCount: molecules.moleculeCount,
      dataBytes,
      sha256: sha256(canonical),
      generateMs,
    },
  };
}

/**
 * @param {Run} run
 * @param {AskedRow & { operations: Operation[] }} asked
 * @returns {Promise<Cell>}
 */
async function measureRow(run, { candidate, row, made, folder, operations }) {
  const paths = { ours: join(folder, 'ours'), written: join(folder, 'written'), again: join(folder, 'again') };
  /** @type {Stage} */
  let stage = 'encode';
  try {
    const opened = await openRow(run.product, candidate, made.info.schema);
    writeFileSync(paths.ours, await opened.encode(made.molecules));
    const asked = operations.filter((operation) => operation in clocks);
    const { facts, times, failure } = await inJava(run, [
      row,
      paths.ours,
      paths.written,
      paths.again,
      String(run.repeats),
      String(run.warmUpSeconds),
      ...asked,
    ]);
    if (failure !== null)
      return { status: 'failed', error: { tag: 'workerCrashed', stage, message: failure, format: candidate.format } };
    run.machine ??= facts;
    stage = 'verify';
    const file = readFileSync(paths.written);
    for (const path of [paths.written, paths.again]) {
      const difference = await opened.difference(made.molecules, new Uint8Array(readFileSync(path)));
      if (difference !== null) {
        const what =
          path === paths.written ? 'The file that Java wrote' : 'What Java wrote of the file that it had read';
        return {
          status: 'failed',
          error: {
            tag: 'verificationFailed',
            stage,
            message: `${what} does not hold the dataset's molecules: ${difference}`.slice(0, 2_000),
            format: candidate.format,
          },
        };
      }
    }
    return {
      status: 'completed',
      sizeBytes: file.length,
      encodedSha256: sha256(file),
      verification: { verifiedBy: 'formatlab', reason: null, loss: opened.loss.map(cut), rejectedBy: [] },
      operations: Object.fromEntries(
        operations.map((operation) => [operation, operationOf(operation, times.get(operation), made.info.dataBytes)]),
      ),
      setUpMs: facts.setUpMs,
      wasmPeakBytes: null,
      discardedRounds: 0,
    };
  } catch (thrown) {
    return {
      status: 'failed',
      error: run.product.toErrorRecord(thrown, { tag: 'internal', stage, format: candidate.format }),
    };
  }
}

/**
 * @param {Operation} operation
 * @param {Times | undefined} times
 * @param {number} dataBytes
 * @returns {OperationResult}
 */
function operationOf(operation, times, dataBytes) {
  if (times === undefined)
    return { status: 'unsupported', reason: 'The Java harness writes and reads in memory, whole files.' };
  return {
    status: 'measured',
    rounds: roundsOf(times),
    clock: clocks[operation] ?? [],
    wasmCopyInClock: null,
    detail: null,
    itemsPerCall: dataBytes,
  };
}

/**
 * A repeat each; they share the process, and so what came before the first.
 * @type {(times: Times) => RoundSamples[]}
 */
const roundsOf = ({ samplesMs, coldMs, warmUpMs, warmUpCalls, warm, callsPerSample }) =>
  samplesMs.map((ms, round) => ({ round, coldMs, warmUpMs, warmUpCalls, warm, callsPerSample, samplesMs: [ms] }));

/**
 * The first candidate once more, in another process: how far it seems to differ from itself.
 * @param {Run} run
 * @param {AskedRow} asked
 * @param {Cell & { status: 'completed' }} measured
 * @param {Place} place
 * @returns {Promise<NoiseFloorSamples | null>}
 */
async function noiseOf(run, asked, measured, place) {
  for (const operation of /** @type {Operation[]} */ (Object.keys(measured.operations))) {
    const first = measured.operations[operation];
    if (first?.status !== 'measured') continue;
    const again = await measureRow(run, { ...asked, operations: [operation] });
    const second = again.status === 'completed' ? again.operations[operation] : undefined;
    return second?.status === 'measured' ? { ...place, operation, a: first.rounds, b: second.rounds } : null;
  }
  return null;
}

/**
 * What the harness printed: of the machine, and of each operation. `failure` is a sentence where it failed.
 * @param {Run} run
 * @param {string[]} args
 * @returns {Promise<{ facts: Facts, times: Map<string, Times>, failure: null } | { facts: null, times: Map<string, Times>, failure: string }>}
 */
async function inJava({ classPath, heap }, args) {
  const child = spawn('java', [`-Xmx${heap}`, '-cp', classPath, 'formatlab.Main', 'measure', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const texts = { stdout: '', stderr: '' };
  for (const name of /** @type {const} */ (['stdout', 'stderr']))
    child[name].setEncoding('utf8').on('data', (text) => (texts[name] = (texts[name] + text).slice(-(1 << 24))));
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  if (code !== 0)
    return {
      facts: null,
      times: new Map(),
      failure: `Java ended with code ${code}: ${texts.stderr.trim().split('\n')[0]?.slice(0, 1_500) || 'it said nothing'}`,
    };
  const [facts, ...operations] = texts.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return { facts, times: new Map(operations.map((each) => [each.operation, each])), failure: null };
}

/**
 * @param {Facts | null} machine
 * @param {string} classPath
 * @param {string | null} label
 */
function environmentOf(machine, classPath, label) {
  /** @param {string} name */
  const version = (name) =>
    new RegExp(`/${name}-([\\d.]+)\\.jar`, 'u').exec(classPath.replaceAll('\\', '/'))?.[1] ?? 'unknown';
  const libraries = {
    'org.openscience.cdk': version('cdk-core'),
    'uk.ac.ebi.beam': version('beam-core'),
    'com.esotericsoftware:kryo': version('kryo'),
  };
  return {
    userAgent:
      `${machine?.java ?? 'Java'} (Formatlab's Java harness, CDK ${libraries['org.openscience.cdk']}, Kryo ${libraries['com.esotericsoftware:kryo']})`.slice(
        0,
        1_000,
      ),
    platform: machine?.platform ?? 'unknown',
    logicalCores: machine?.logicalCores ?? null,
    deviceMemoryGiB: null,
    crossOriginIsolated: false,
    timerStepMs: machine?.timerStepMs ?? 0,
    kernelMsBefore: null,
    kernelMsAfter: null,
    formatlabVersion,
    libraries,
    machineLabel: label === null ? null : label.slice(0, 200),
  };
}

/** @type {(repeats: number, planned: number) => string[]} */
const warningsOf = (repeats, planned) => [
  'Each candidate is a Java process of its own, one after the other; its rounds are repeats in that process, warm before the first: processes differ more from each other than repeats do.',
  'Wherever a candidate says Formatlab, Java stands in: SMILES and CML are written and read by CDK, Java objects by Java itself, Kryo’s files by Kryo, the AtomContainer stream by the harness; the page’s own readers checked every file.',
  ...(repeats === planned ? [] : [`Of ${repeats} rounds, where the plan's effort has ${planned}.`]),
];

/**
 * @param {Candidate} candidate
 * @param {Cell} cell
 */
function toldOf({ format, options }, cell) {
  const name = format === 'kryo' ? `kryo, ${options.numbers}` : format;
  if (cell.status !== 'completed') return `${name}: ${cell.status === 'failed' ? cell.error.message : cell.status}`;
  const times = Object.entries(cell.operations).flatMap(([operation, result]) =>
    result.status === 'measured'
      ? [`${operation} ${Math.min(...result.rounds.flatMap(({ samplesMs }) => samplesMs)).toFixed(2)} ms`]
      : [],
  );
  return `${name}: ${cell.sizeBytes?.toLocaleString('en')} bytes, ${times.join(', ')}`;
}
