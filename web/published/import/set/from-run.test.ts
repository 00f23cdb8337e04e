import { expect, test } from 'vitest';
import { telling } from '../../../../workers/model/testing/telling';
import { FormatlabError } from '../../../../workers/model/errors';
import example from '../../../../fixtures/example/result.json';
import { type ImportedSet, importedSetSchema } from '../../../../workers/model/imported-set';
import { parseWithSchema } from '../../../../workers/model/parse';
import { candidateKey, type DatasetSpec } from '../../../../workers/model/plan';
import type { RunResult } from '../../../../workers/model/result';
import { nameCandidates } from '../../../figures/candidate-names';
import { operationNames } from '../../../figures/operation-names';
import { defaultResultsView, type ResultsView } from '../../../view/results-view';
import { isCompleted, measuredFigures, resultRows } from '../../../figures/rows';
import { candidate, codec, type MadeRun, makeRun } from '../../../results/testing/test-results';
import { parseRunResult } from '../../../links/parse-result';
import { packResult, unpackResult } from '../../../links/result-pack';
import { compareSetWithRun } from '../../../sources/imported/compare';
import { runSetId, setFromRun } from './from-run';
import { importedMarks } from '../../../sources/imported/imported-marks';
import { cellCountsText, datasetLabels, planSummary, threadsText } from './run-words';

const raw = candidate('raw');
const zstd = candidate('raw', codec('zstd', 1, 'native', 'file'));
const lz4 = candidate('raw', codec('lz4', null, 'lz4js', 'file'));
const clock = {
  encode: ['convert', 'encode'],
  decode: ['decode'],
  store: ['encode', 'write'],
  load: ['read', 'decode'],
  lookup: ['decode'],
} as const;

const made = (changes: Partial<MadeRun> = {}): RunResult =>
  makeRun({
    cells: [
      { candidate: raw, sizeBytes: 1_000_000, ms: { encode: 1, decode: 0.5, store: 4, load: 2, lookup: 0.2 }, clock },
      { candidate: zstd, sizeBytes: 250_000, ms: { encode: 2, decode: 1, store: 3, load: 1 }, clock },
      { candidate: lz4, status: 'failed' },
    ],
    operations: ['encode', 'decode', 'store', 'load', 'lookup'],
    dataBytes: [1_000_000],
    jitter: 0.05,
    ...changes,
  });

const details = { title: '', importedAt: '2026-11-22T13:00:00.000Z', where: 'result.json' };
const keep = (run: RunResult) => setFromRun(run, details);
const figureOf = (set: ImportedSet, system: string, metric: string, dataset = 'dataset-1') =>
  set.figures.find((figure) => figure.system === system && figure.metric === metric && figure.dataset === dataset);

test('the example run is kept with the figures that the results page shows', () => {
  const run = parseRunResult(example);
  const { set, remarks } = keep(run);
  expect(parseWithSchema(importedSetSchema, JSON.parse(JSON.stringify(set)), 'set')).toEqual(set);
  expect(set.systems.map(({ candidate: key }) => key)).toEqual(run.plan.candidates.map(candidateKey));
  expect(set.systems.map(({ label }) => label.replace(/ ✗$/, ''))).toEqual(
    nameCandidates(run.plan.candidates).map(({ label }) => label),
  );
  expect(set.metrics).toEqual([
    expect.objectContaining({ label: 'File size', quantity: 'fileSize' }),
    expect.objectContaining({ label: 'Encode', quantity: 'writeTime' }),
    expect.objectContaining({ label: 'Decode', quantity: 'readTime' }),
    expect.objectContaining({ label: 'Read one column', quantity: 'time' }),
    expect.objectContaining({ id: 'lookup', quantity: 'rate' }),
  ]);
  for (const row of resultRows(run, false).filter(isCompleted)) {
    const system = `candidate-${row.candidate + 1}`;
    expect(figureOf(set, system, 'file-size')?.value).toBe(row.sizeBytes);
    const summary = measuredFigures(row, 'decode')?.summary;
    expect(figureOf(set, system, 'decode')).toMatchObject({
      value: (summary?.bestMs ?? 0) / 1e3,
      range: { low: (summary?.range?.lowMs ?? 0) / 1e3, high: (summary?.range?.highMs ?? 0) / 1e3 },
    });
  }
  const measured = resultRows(run, false)
    .filter(isCompleted)
    .flatMap((row) => run.plan.operations.filter((operation) => measuredFigures(row, operation) !== null));
  expect(set.figures).toHaveLength(run.plan.candidates.length + measured.length);
  expect(set.baseline).toBe('candidate-1');
  expect(set.datasets).toEqual([
    {
      id: 'dataset-1',
      label: 'Table, 50,000 rows',
      itemCount: 50_000,
      dataBytes: (run.datasets[0] as { dataBytes: number }).dataBytes,
      sameAs: { kind: 'workload', workload: 'table', knobs: expect.objectContaining({ nullShare: 0.05 }) },
    },
  ]);
  expect(set.provenance).toMatchObject({
    who: run.environment.machineLabel,
    where: 'result.json',
    date: expect.stringMatching(/^\d+ Nov 2026/),
    hardware: expect.stringContaining('2 logical cores, 16 GiB'),
    threads: threadsText(run.environment),
  });
  expect(set.provenance.software).toContain('h5wasm 0.10.3');
  expect(set.provenance.repeats).toMatch(telling('8 rounds'));
  expect(set.provenance.clock).toContain('Encode: convert + allocate + encode');
  expect(remarks).toEqual([]);
});

test('failed cells and operations that were not measured give no figure, and the cells are counted', () => {
  const { set, remarks } = keep(made());
  expect(set.systems.map(({ id }) => id)).toEqual(['candidate-1', 'candidate-2']);
  expect(figureOf(set, 'candidate-2', 'lookup')).toBeUndefined();
  expect(remarks).toEqual([expect.stringMatching(telling('1 cell'))]);
  expect(cellCountsText(made())).toBe('2 of 3 completed, 1 failed');
  expect(planSummary(made())).toMatch(
    telling('Vectors by id, 98 vectors', '3 candidates', 'encode', 'decode', 'look up', 'standard'),
  );
});

test('look-ups are a rate, whatever the number of keys in a call', () => {
  const { set } = keep(made());
  const lookup = figureOf(set, 'candidate-1', 'lookup');
  const best = measuredFigures(resultRows(made(), false)[0] ?? raise(), 'lookup')?.summary.bestMs ?? 0;
  expect(set.metrics.find(({ id }) => id === 'lookup')).toMatchObject({
    quantity: 'rate',
    label: expect.stringMatching(telling(operationNames.lookup)),
  });
  expect(lookup?.value).toBeCloseTo(100 / (best / 1e3), 6);
  expect(lookup?.unit).toBe('k/s');
  expect((lookup?.range?.low ?? 0) <= (lookup?.value ?? 0)).toBe(true);
});

test('each operation’s metric says what its clock ran over, and the two are compared with their like', () => {
  const { set } = keep(made());
  expect(set.metrics.map(({ id, quantity, scope }) => [id, quantity, scope])).toEqual([
    ['file-size', 'fileSize', null],
    ['encode', 'writeTime', 'inMemory'],
    ['decode', 'readTime', 'inMemory'],
    ['lookup', 'rate', 'inMemory'],
    ['store', 'writeTime', 'withStorage'],
    ['load', 'readTime', 'withStorage'],
  ]);
  const rows = resultRows(made(), false);
  const titles = compareSetWithRun(set, { result: made(), dataset: 0, rows }).map(({ title, mean }) => [
    title,
    mean?.toFixed(6),
  ]);
  expect(titles).toEqual([
    ['File size', '1.000000'],
    [expect.stringMatching(telling(`“${operationNames.encode}”`)), '1.000000'],
    [expect.stringMatching(telling(`“${operationNames.store}”`)), '1.000000'],
    [expect.stringMatching(telling(`“${operationNames.decode}”`)), '1.000000'],
    [expect.stringMatching(telling(`“${operationNames.load}”`)), '1.000000'],
  ]);
});

test('a clock with other work inside is a metric of its own', () => {
  const run = made({
    cells: [
      { candidate: raw, sizeBytes: 1_000_000, ms: { encode: 1 }, clock: { encode: ['encode'] } },
      { candidate: zstd, sizeBytes: 250_000, ms: { encode: 2 }, clock: { encode: ['generate', 'encode'] } },
    ],
    operations: ['encode'],
  });
  const { set } = keep(run);
  expect(set.metrics.slice(1)).toEqual([
    expect.objectContaining({ id: 'encode', scope: 'inMemory' }),
    expect.objectContaining({
      id: 'encode-2',
      label: expect.stringMatching(telling(operationNames.encode, 'generate')),
      scope: 'notStated',
    }),
  ]);
  expect(figureOf(set, 'candidate-2', 'encode')).toBeUndefined();
  expect(figureOf(set, 'candidate-2', 'encode-2')).toBeDefined();
});

test('of an own file neither its name nor its columns’ names are kept, and its hash is what it is known by', () => {
  const sha256 = 'ab'.repeat(32);
  const secret = 'salaries of 2026.csv';
  const spec: DatasetSpec = {
    source: 'ownFile',
    type: 'csv',
    fileName: secret,
    fileSizeBytes: 900_000,
    sha256,
    columnTypes: null,
  };
  const run = made({ operations: ['encode', 'project'] });
  const own: RunResult = {
    ...run,
    plan: { ...run.plan, datasets: [spec] },
    datasets: run.datasets.map((info) =>
      info.status === 'ready'
        ? { ...info, schema: { kind: 'table', columns: [{ name: 'wage of Ann', type: 'float64', nullable: false }] } }
        : info,
    ),
    cells: run.cells.map((cell) =>
      cell.status === 'completed'
        ? {
            ...cell,
            operations: {
              ...cell.operations,
              project: {
                status: 'measured',
                rounds: cell.operations.encode?.status === 'measured' ? cell.operations.encode.rounds : [],
                clock: ['decode'],
                wasmCopyInClock: null,
                detail: 'wage of Ann',
                itemsPerCall: 8_000,
              },
            },
          }
        : cell,
    ),
  };
  const { set, remarks } = keep(own);
  expect(JSON.stringify(set)).not.toContain('salaries');
  expect(JSON.stringify(set)).not.toContain('wage of Ann');
  expect(set.datasets[0]).toMatchObject({ label: 'User’s file (csv, 900 kB)', sameAs: { kind: 'file', sha256 } });
  expect(set.metrics.find(({ id }) => id === 'project')).toMatchObject({ quantity: 'time', label: 'Read one column' });
  // The other remark is on the cell that failed.
  expect(remarks).toEqual([expect.stringMatching(telling('1 cell')), expect.not.stringMatching(/\d/)]);
});

test('beside the same plan here, its marks are its own ratios and speeds', () => {
  const theirs = keep(made({ operations: ['encode', 'decode'] })).set;
  // Here everything takes ten times as long, and the data has the same size.
  const here = made({
    operations: ['encode', 'decode'],
    cells: [
      { candidate: raw, sizeBytes: 1_000_000, ms: { encode: 10, decode: 5 }, clock },
      { candidate: zstd, sizeBytes: 250_000, ms: { encode: 20, decode: 10 }, clock },
    ],
  });
  const rows = resultRows(here, false);
  const comparisons = compareSetWithRun(theirs, { result: here, dataset: 0, rows });
  expect(comparisons.map(({ aspect, reason }) => [aspect, reason])).toEqual([
    ['size', null],
    ['write', null],
    ['read', null],
  ]);
  expect(comparisons.find(({ aspect }) => aspect === 'size')?.mean).toBeCloseTo(1, 9);
  const view: ResultsView = { ...defaultResultsView, operation: 'decode' };
  const mark = importedMarks([theirs], here, rows, view).find(({ systemId }) => systemId === 'candidate-2');
  expect(mark?.ratio).toBe(4);
  // Ten times what the same candidate does here.
  expect((mark?.throughput ?? 0) / (measuredFigures(rows[1] ?? raise(), 'decode')?.throughput ?? 1)).toBeCloseTo(10, 0);
});

test('of a run with several sizes, the one nearest to the size shown stands beside it', () => {
  const cells = (factor: number) => [
    { candidate: raw, sizeBytes: 10_000_000, ms: { encode: 10 }, clock },
    { candidate: zstd, sizeBytes: 2_500_000, ms: { encode: 10 * factor }, clock },
  ];
  const there = made({ cells: cells(3), operations: ['encode'], dataBytes: [10_000_000, 1_000_000] });
  // At the smaller size zstd takes nine times as long, not three.
  const set: ImportedSet = (({ set: kept }) => ({
    ...kept,
    figures: kept.figures.map((figure) =>
      figure.dataset === 'dataset-2' && figure.metric === 'encode' && figure.system === 'candidate-2'
        ? { ...figure, value: figure.value * 3 }
        : figure,
    ),
  }))(keep(there));
  const thereAt = (bytes: number) => {
    const here = made({ cells: cells(1), operations: ['encode'], dataBytes: [bytes] });
    const write = compareSetWithRun(set, { result: here, dataset: 0, rows: resultRows(here, false) }).find(
      ({ aspect }) => aspect === 'write',
    );
    const mark = importedMarks([set], here, resultRows(here, false), {
      ...defaultResultsView,
      operation: 'encode',
    }).find(({ systemId }) => systemId === 'candidate-2');
    return [
      write?.rows.find(({ system }) => system.id === 'candidate-2')?.there.toFixed(0),
      mark?.factor?.value.toFixed(0),
      mark?.datasetLabel,
    ];
  };
  expect(thereAt(20_000_000)).toEqual(['3', '3', 'Vectors by id, 977 vectors']);
  expect(thereAt(500_000)).toEqual(['9', '9', 'Vectors by id, 98 vectors']);
});

test('the same run has the same id in whatever way it comes, another machine’s another', async () => {
  const run = made();
  expect(keep(run).set.id).toBe(runSetId(JSON.parse(JSON.stringify(run))));
  expect(runSetId(await unpackResult(await packResult(run)))).toBe(runSetId(run));
  expect(runSetId({ ...run, environment: { ...run.environment, machineLabel: 'another' } })).not.toBe(runSetId(run));
});

test('datasets of one size are told apart, and a sample is said to be one', () => {
  const run = made({ dataBytes: [1_000_000, 1_000_000] });
  const [first, second] = run.plan.datasets;
  if (first?.source !== 'workload' || second?.source !== 'workload') throw new Error('A made run has workloads.');
  expect(datasetLabels({ ...run, plan: { ...run.plan, datasets: [first, { ...second, seed: 2 }] } })).toEqual([
    expect.stringMatching(telling('98 vectors', 'seed 1')),
    expect.stringMatching(telling('98 vectors', 'seed 2')),
  ]);
  expect(datasetLabels(run)).toEqual(['Vectors by id, 98 vectors (1)', 'Vectors by id, 98 vectors (2)']);
  const sampled = keep(
    made({
      cells: [
        {
          candidate: raw,
          sizeBytes: 100_000,
          sample: { items: 10, dataBytes: 100_000, fixedBytes: 0 },
          ms: { encode: 1 },
          clock,
        },
      ],
    }),
  ).set;
  expect(figureOf(sampled, 'candidate-1', 'file-size')).toMatchObject({
    value: 1_000_000,
    printed: '1,000,000 B, scaled from 10 items',
  });
  expect(figureOf(sampled, 'candidate-1', 'encode')?.printed).toContain('scaled from 10 items');
});

test('a run without a figure, or with more than a set keeps, is refused', () => {
  expect(() => keep(made({ cells: [{ candidate: raw, status: 'failed' }] }))).toThrow(FormatlabError);
  const long = candidate('raw', null, { note: 'x'.repeat(1_001) });
  expect(() => keep(made({ cells: [{ candidate: long, sizeBytes: 10, ms: { encode: 1 }, clock }] }))).toThrow(
    telling('Candidate 1', '1,000'),
  );
  const run = made();
  const [spec] = run.plan.datasets;
  if (spec?.source !== 'workload') throw new Error('A made run has workloads.');
  expect(() =>
    keep({ ...run, plan: { ...run.plan, datasets: [{ ...spec, knobs: { words: 'x'.repeat(201) } }] } }),
  ).toThrow(telling('“words”', 200));
});

test('a time that the timer hides is left out, and that is said', () => {
  const { set, remarks } = keep(
    made({ cells: [{ candidate: raw, sizeBytes: 1_000_000, ms: { encode: 0, decode: 1 }, clock }] }),
  );
  expect(figureOf(set, 'candidate-1', 'encode')).toBeUndefined();
  expect(remarks).toEqual([expect.stringMatching(telling('1 time'))]);
});

function raise(): never {
  throw new Error('The made run has a first row.');
}
