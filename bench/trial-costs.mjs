import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runMain, parseWholeNumber } from './command-line.mjs';
import { candidateLabel, openHeadlessPage, unwrapAnswer } from './headless-page.mjs';

/** @import { Calibration } from '../workers/model/calibration' */
/** @import { DatasetSchema } from '../workers/model/dataset' */
/** @import { Candidate, DatasetSpec, Plan } from '../workers/model/plan' */
/** @import { RunEvent } from '../workers/model/protocol/coordinator' */
/** @import { CellResult, RunResult } from '../workers/model/result' */

const help = `Measures the costs of a trial of each cell on this machine, and writes the table from which the page estimates the duration of runs.

  npm run bench:trial-costs [-- options]

  --rounds N   Rounds of each plan (default 4, the smallest number). The first round downloads libraries, the fourth runs second decoders.
  --only KIND  Measures only that kind of data, and keeps the table's other kinds.
  --format ID  Measures only that format, and keeps the table's other candidates.
  --out FILE   The file for the table (default workers/registry/trial-costs.json).
  --url URL    A server that already serves the built site.

For each kind of data and candidate, at two sizes, the table contains the bytes of data and these times in milliseconds: a typical encode and decode, the first encode
and decode, set-up, everything else in a trial, and what a cell costs once. It also contains the calibration of the machine, with which the page compares
the calibration of the user's machine.`;

/** Two sizes of each kind, which separate the fixed cost of a trial from the cost per byte. @type {Record<string, DatasetSpec[]>} */
const workloads = {
  table: [events(4_000), events(100_000)],
  keyedVectors: [workload('keyedVectors', 30), workload('keyedVectors', 600)],
  array: [workload('array', 40_000), workload('array', 800_000)],
  list: [workload('list', 20_000), workload('list', 400_000)],
  dict: [workload('dict', 5_000), workload('dict', 100_000)],
  records: [workload('dictionary', 500), workload('dictionary', 8_000)],
  molecules: [workload('molecules', 200), workload('molecules', 3_000)],
};
const textRows = [3_000, 60_000];

/** @param {number} size */
function events(size) {
  return workload('events', size);
}

/**
 * @param {string} id
 * @param {number} size
 * @returns {DatasetSpec}
 */
function workload(id, size) {
  return { source: 'workload', workload: id, knobs: {}, size, seed: 1 };
}

/**
 * A table of texts, dates and numbers, similar to users' tables.
 * @param {number} rows
 */
function textCsv(rows) {
  const cities = ['Lisbon', 'Zagreb', 'Montevideo', 'Ulaanbaatar', 'Oslo', 'Windhoek'];
  const lines = ['id,city,customer,amount,day,remark'];
  for (let row = 0; row < rows; row += 1) {
    const word = ((row * 2_654_435_761) >>> 0).toString(36);
    lines.push(
      `${row},${cities[row % cities.length]},${word},${(row * 37) % 10_007}.${row % 10}${row % 7},2024-0${1 + (row % 9)}-1${row % 9},remark ${word} of ${row}`,
    );
  }
  return `${lines.join('\n')}\n`;
}

/** @returns {Promise<boolean>} */
async function main() {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string' },
      only: { type: 'string' },
      format: { type: 'string' },
      out: { type: 'string' },
      url: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    console.log(help);
    return true;
  }
  const rounds = parseWholeNumber('rounds', values.rounds ?? '4', 4);
  const out = values.out ?? new URL('../workers/registry/trial-costs.json', import.meta.url).pathname;
  const before = values.only || values.format ? JSON.parse(readFileSync(out, 'utf8')) : null;
  /** @type {Record<string, Record<string, number[][]>>} */
  const table = before?.trials ?? {};
  /** The calibration when the table was begun. Later measurements may take place while the machine is slower or faster. @type {Calibration | null} */
  let reference = before?.calibration ?? null;
  const { page, close } = await openHeadlessPage({ url: values.url ?? null });
  /** @type {{ at: number, event: Extract<RunEvent, { type: 'progress' }> }[]} */
  let seen = [];
  await page.exposeFunction(
    'tellTrial',
    (/** @type {Extract<RunEvent, { type: 'progress' }>} */ event, /** @type {number} */ at) =>
      seen.push({ at, event }),
  );
  const calibrate = async () => unwrapAnswer(await page.evaluate(() => window.formatlab.calibrate()));
  try {
    /** @type {[string, DatasetSpec[]][]} */
    const kinds = [...Object.entries(workloads), ['textTable', []]];
    for (const [kind, given] of kinds) {
      if (values.only && kind !== values.only) continue;
      const calibrations = [await calibrate()];
      /** @type {Record<string, number[][]>} */
      const measured = {};
      for (const [index] of textRows.entries()) {
        const { spec, schema } = await chosen(page, given[index], textRows[index] ?? 0);
        const groups = await page.evaluate(
          ({ kind, schema, format }) => window.formatlab.costedCandidates(schema, kind === 'table', format),
          { kind, schema, format: values.format ?? null },
        );
        for (const candidates of groups) {
          seen = [];
          const { dataBytes, costs } = await measure(page, kind, spec, candidates, rounds, () => seen);
          for (const [key, cost] of costs) measured[key] = [...(measured[key] ?? []), [dataBytes, ...cost]];
          calibrations.push(await calibrate());
        }
      }
      const calibration = middleOf(calibrations);
      reference ??= calibration;
      const costs = scaled(measured, 1 / slownessOf(calibration, reference));
      table[kind] = values.format ? { ...table[kind], ...costs } : costs;
      write(out, table, reference);
      console.log(`${kind}: ${Object.keys(costs).length} candidates`);
    }
    console.log(`The table is in ${out}.`);
    return true;
  } finally {
    await close();
  }
}

const kernels = /** @type {const} */ (['computeMs', 'memoryMs', 'objectsMs', 'startMs']);

/**
 * @param {readonly Calibration[]} calibrations
 * @returns {Calibration}
 */
function middleOf(calibrations) {
  const middle = (/** @type {keyof Calibration} */ name) =>
    Number(
      (calibrations.map((each) => each[name]).sort((a, b) => a - b)[calibrations.length >> 1] ?? 0).toPrecision(4),
    );
  return {
    computeMs: middle('computeMs'),
    memoryMs: middle('memoryMs'),
    objectsMs: middle('objectsMs'),
    startMs: middle('startMs'),
    unsteadiness: middle('unsteadiness'),
  };
}

/**
 * The same as `machineOf` in workers/registry/duration.ts.
 * @param {Calibration} calibration
 * @param {Calibration} reference
 */
function slownessOf(calibration, reference) {
  const logs = kernels.map((name) => Math.log(calibration[name] / reference[name]));
  return Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
}

/**
 * Scales the times to the machine's speed when the table was begun. The first figure of a point is bytes, which are not scaled.
 * @param {Record<string, number[][]>} costs
 * @param {number} factor
 */
function scaled(costs, factor) {
  return Object.fromEntries(
    Object.entries(costs).map(([key, points]) => [
      key,
      points.map(([dataBytes = 0, ...ms]) => [dataBytes, ...ms.map((each) => Number((each * factor).toPrecision(3)))]),
    ]),
  );
}

/**
 * @param {string} out
 * @param {Record<string, Record<string, number[][]>>} table
 * @param {Calibration} calibration
 */
function write(out, table, calibration) {
  const kindLines = Object.entries(table).map(([kind, costs]) => {
    const lines = Object.entries(costs).map(
      ([key, points]) => `      ${JSON.stringify(key)}: ${JSON.stringify(points)}`,
    );
    return `    ${JSON.stringify(kind)}: {\n${lines.join(',\n')}\n    }`;
  });
  writeFileSync(
    out,
    `{\n  "calibration": ${JSON.stringify(calibration)},\n  "trials": {\n${kindLines.join(',\n')}\n  }\n}\n`,
  );
}

/**
 * The dataset to measure and its schema. Without a workload it is a table of texts with `rows` rows, which the page reads from a file.
 * @param {import('playwright').Page} page
 * @param {DatasetSpec | undefined} given
 * @param {number} rows
 * @returns {Promise<{ spec: DatasetSpec, schema: DatasetSchema }>}
 */
async function chosen(page, given, rows) {
  if (given !== undefined) {
    const schema = unwrapAnswer(await page.evaluate((spec) => window.formatlab.schemaOf(spec), given));
    if (schema === null) throw new Error('The workload has no schema.');
    return { spec: given, schema };
  }
  const text = textCsv(rows);
  await page.setInputFiles('#own-file', { name: 'texts.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  const report = unwrapAnswer(
    await page.evaluate(() => {
      const input = document.getElementById('own-file');
      const file = input instanceof HTMLInputElement ? input.files?.[0] : undefined;
      return window.formatlab.inspectFile(file ?? new Blob(), 'texts.csv');
    }),
  );
  return {
    spec: {
      source: 'ownFile',
      type: 'csv',
      fileName: null,
      fileSizeBytes: text.length,
      sha256: report.sha256,
      columnTypes: null,
    },
    schema: report.schema,
  };
}

/**
 * The costs of each candidate by its key.
 * @param {import('playwright').Page} page
 * @param {string} kind
 * @param {DatasetSpec} spec
 * @param {Candidate[]} candidates
 * @param {number} rounds
 * @param {() => { at: number, event: Extract<RunEvent, { type: 'progress' }> }[]} seen
 */
async function measure(page, kind, spec, candidates, rounds, seen) {
  /** @type {Plan} */
  const plan = unwrapAnswer(
    await page.evaluate(
      ({ spec, candidates }) =>
        window.formatlab.checkPlan({
          datasets: [spec],
          candidates,
          operations: ['encode', 'decode'],
          effort: 'quick',
          seed: 1,
        }),
      { spec, candidates },
    ),
  );
  /** @type {RunResult} */
  const result = unwrapAnswer(
    await page.evaluate(
      ({ plan, rounds }) =>
        window.formatlab.run(plan, {
          onEvent: (event) => {
            if (event.type !== 'progress') return;
            if (event.progress.round >= rounds) window.formatlab.stop();
            void window.tellTrial(event, performance.now());
          },
        }),
      { plan, rounds },
    ),
  );
  const [info] = result.datasets;
  if (info?.status !== 'ready') throw new Error(`${kind}: ${JSON.stringify(info)}`);
  const order = [...seen()].sort((a, b) => a.at - b.at);
  /** @type {Map<number, { round: number, ms: number }[]>} */
  const trials = new Map();
  order.forEach(({ at, event: { progress } }, index) => {
    const next = order[index + 1];
    // The drift kernel runs between two rounds and belongs to no trial.
    if (next === undefined || next.event.progress.round !== progress.round) return;
    const list = trials.get(progress.candidate) ?? [];
    // The control is a second trial of its cell in the same round.
    if (!list.some(({ round }) => round === progress.round)) list.push({ round: progress.round, ms: next.at - at });
    trials.set(progress.candidate, list);
  });
  /** @type {Map<string, number[]>} */
  const costs = new Map();
  const keys = await page.evaluate((candidates) => candidates.map(window.formatlab.candidateKey), plan.candidates);
  for (const cell of result.cells) {
    const candidate = plan.candidates[cell.candidate];
    if (candidate === undefined) continue;
    const cost = cell.status === 'completed' ? costOf(cell, trials.get(cell.candidate) ?? []) : null;
    console.log(`  ${kind} ${candidateLabel(candidate)}: ${cost === null ? cell.status : cost.join(' ')}`);
    if (cost !== null) costs.set(keys[cell.candidate] ?? '', cost);
  }
  return { dataBytes: info.dataBytes, costs };
}

/**
 * @param {Extract<CellResult, { status: 'completed' }>} cell
 * @param {{ round: number, ms: number }[]} trials
 */
function costOf(cell, trials) {
  const middle = (/** @type {number[]} */ list) => [...list].sort((a, b) => a - b)[list.length >> 1] ?? 0;
  const parts = /** @type {const} */ (['encode', 'decode']).map((name) => {
    const operation = cell.operations[name];
    return operation?.status === 'measured' ? operation.rounds : [];
  });
  /** @param {number} round */
  const timedMs = (round) =>
    parts.reduce((sum, rounds) => {
      const found = rounds.find((each) => each.round === round);
      if (found === undefined) return sum;
      const samples = found.samplesMs.reduce((total, ms) => total + ms, 0) * found.callsPerSample;
      // The cold call counts towards the warm-up; it is made once.
      return sum + Math.max(found.coldMs, found.warmUpMs) + samples;
    }, cell.setUpMs);
  const others = trials.map(({ round, ms }) => ({ round, ms: Math.max(0, ms - timedMs(round)) }));
  const onceRounds = [0, 3];
  const usual = others.filter(({ round }) => !onceRounds.includes(round)).map(({ ms }) => ms);
  if (usual.length === 0) return null;
  const typical = parts.map((rounds) => middle(rounds.flatMap(({ samplesMs }) => samplesMs)));
  const cold = parts.map((rounds) => middle(rounds.map(({ coldMs }) => coldMs)));
  const otherMs = middle(usual);
  const onceMs = others
    .filter(({ round }) => onceRounds.includes(round))
    .reduce((sum, { ms }) => sum + Math.max(0, ms - otherMs), 0);
  return [...typical, ...cold, cell.setUpMs, otherMs, onceMs].map((ms) => Number(ms.toPrecision(3)));
}

await runMain(main);
