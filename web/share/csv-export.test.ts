import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { telling } from '../../workers/model/testing/telling';
import type {
  CellResult,
  CompletedCell,
  DatasetSample,
  MeasuredOperation,
  RunResult,
} from '../../workers/model/result';
import { summarise } from '../../workers/model/statistics/summary';
import { resultCsv } from './csv-export';
import { csvLines } from '../ui/csv-lines';
import { sampleResult } from '../links/testing/sample-results';

const parse = (text: string) => Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });

const sample = sampleResult({ candidates: 3, rounds: 3, samples: 4, asked: ['encode', 'lookup', 'project'] });
const withCells = (cells: CellResult[]): RunResult => ({ ...sample, cells });

test('one row for each cell and operation, parsed back by another reader without an error', () => {
  const { data, errors } = parse(resultCsv(sample));
  expect(errors).toEqual([]);
  expect(data).toHaveLength(9);
  expect(data.map(({ operation }) => operation).slice(0, 3)).toEqual(['encode', 'lookup', 'project']);
});

test('figures are those of the samples, the ratio that of the sizes', () => {
  const [row] = parse(resultCsv(sample)).data;
  const cell = sample.cells[0];
  const encode = cell?.status === 'completed' ? cell.operations.encode : undefined;
  if (cell?.status !== 'completed' || encode?.status !== 'measured') throw new Error('The sample has no such cell.');
  expect(Number(row?.best_ms)).toBe(Math.min(...encode.rounds.flatMap(({ samplesMs }) => samplesMs)));
  expect(Number(row?.ratio)).toBe(8_205_604 / (cell.sizeBytes ?? 0));
  expect(row?.clock_includes).toBe('convert + allocate + encode');
});

test('what is missing is empty with its reason, never 0', () => {
  const { data } = parse(resultCsv(sample));
  const project = sample.cells[0]?.status === 'completed' ? sample.cells[0].operations.project : undefined;
  expect(project?.status).toBe('unsupported');
  expect(data[2]).toMatchObject({
    operation: 'project',
    operation_status: 'unsupported',
    reason: project?.status === 'unsupported' ? project.reason : '',
    best_ms: '',
    samples: '',
    items_per_second: '',
  });
  const [failed, cancelled, timedOut] = parse(
    resultCsv(
      withCells([
        { status: 'failed', dataset: 0, candidate: 0, error: { tag: 'encodeFailed', stage: 'encode', message: 'No.' } },
        { status: 'cancelled', dataset: 0, candidate: 1 },
        { status: 'timedOut', dataset: 0, candidate: 2, stage: 'encode', limitMs: 30_000 },
      ]),
    ),
  ).data;
  expect(failed).toMatchObject({ cell_status: 'failed', reason: 'No.', file_bytes: '', best_ms: '' });
  expect(cancelled).toMatchObject({ cell_status: 'cancelled', file_bytes: '' });
  expect(timedOut).toMatchObject({
    cell_status: 'timedOut',
    reason: expect.stringMatching(telling('30000 ms', 'encode')),
  });
});

test.each(['=HYPERLINK("http://x")', '+1', '-2', '@SUM(A1)', '\tx', '\r=1', 'a,"b"\r\nc', ' padded ', "'quoted"])(
  'a text like %j is quoted, and no spreadsheet runs it',
  (message) => {
    const text = resultCsv(withCells([{ status: 'unsupported', dataset: 0, candidate: 0, reason: message }]));
    const { data, errors } = parse(text);
    expect(errors).toEqual([]);
    const reason = data[0]?.reason ?? '';
    expect(reason.replace(/^'/, '')).toBe(message.replace(/^'/, ''));
    expect(reason).not.toMatch(/^[=+\-@\t\r]/);
  },
);

test('negative numbers stay numbers', () => {
  const plan = {
    ...sample.plan,
    candidates: sample.plan.candidates.map((candidate) => ({
      ...candidate,
      codec: { id: 'zstd', level: -5, implementation: 'bokuweb', granularity: 'file' as const },
    })),
  };
  expect(parse(resultCsv({ ...sample, plan })).data[0]?.codec_level).toBe('-5');
});

const [completed] = sample.cells;
if (completed?.status !== 'completed') throw new Error('The sample has no such cell.');
const { encode: measured } = completed.operations;
if (measured?.status !== 'measured') throw new Error('The sample has no such operation.');

/** Eight rounds, each slower than the one before, so that they have a range. */
const operationOf = (samplesMs: number[], rounds = 8): MeasuredOperation => ({
  ...measured,
  clock: ['read', 'decode'],
  wasmCopyInClock: true,
  detail: '256 keys',
  itemsPerCall: 256,
  rounds: Array.from({ length: rounds }, (_, round) => ({
    round,
    coldMs: 30,
    warmUpMs: 60,
    warmUpCalls: 5,
    warm: true,
    callsPerSample: 2,
    samplesMs: samplesMs.map((ms) => ms * (1 + round / 16)),
  })),
});

const cell: CompletedCell = {
  ...completed,
  sizeBytes: 2_000,
  encodedSha256: 'e'.repeat(64),
  verification: {
    verifiedBy: 'fzstd',
    reason: 'No other reads it.',
    loss: ['The order.', 'The types.'],
    rejectedBy: [],
  },
  operations: { lookup: operationOf([4, 5, 6]) },
  setUpMs: 12.5,
  wasmPeakBytes: 65_536,
  discardedRounds: 1,
};

/** A plan of one candidate on two datasets: a workload and a file. */
const run: RunResult = {
  ...sample,
  plan: {
    ...sample.plan,
    datasets: [
      ...sample.plan.datasets,
      { source: 'ownFile', type: 'csv', fileName: null, fileSizeBytes: 9, sha256: null, columnTypes: null },
    ],
    candidates: [
      {
        format: 'hdf5',
        implementation: 'h5wasm',
        options: { layout: 'bulk', chunkRows: 64 },
        codec: {
          id: 'zstd',
          level: 3,
          implementation: 'native',
          granularity: 'page',
          options: { windowLog: '20', checksum: true },
        },
      },
    ],
  },
  datasets: [
    {
      status: 'ready',
      schema: { kind: 'keyedVectors', elementType: 'float64', dimension: 1_280 },
      itemCount: 800,
      dataBytes: 8_000,
      sha256: 'f'.repeat(64),
      generateMs: 41.3,
    },
    { status: 'pending' },
  ],
  cells: [cell],
};
const rowsOf = (cells: CellResult[], changes: Partial<RunResult> = {}) =>
  parse(resultCsv({ ...run, ...changes, cells })).data;

test('a row has every figure of its operation, its cell and its run', () => {
  const [spec] = run.plan.datasets;
  const knobs = spec?.source === 'workload' ? spec.knobs : {};
  expect(Object.keys(knobs).length).toBeGreaterThan(5);
  const summary = summarise(operationOf([4, 5, 6]), { timerStepMs: 0.005 });
  expect(rowsOf([cell])).toEqual([
    {
      dataset: '0',
      dataset_source: 'keyedVectors',
      dataset_parameters: Object.entries(knobs)
        .map(([name, value]) => `${name}=${value}`)
        .join('; '),
      dataset_size_items: '800',
      data_bytes: '8000',
      dataset_sha256: 'f'.repeat(64),
      candidate: 'hdf5/h5wasm?chunkRows=64,layout=bulk+zstd@3:page/native?checksum=true,windowLog=20',
      format: 'hdf5',
      implementation: 'h5wasm',
      options: 'layout=bulk; chunkRows=64',
      codec: 'zstd',
      codec_level: '3',
      codec_implementation: 'native',
      codec_granularity: 'page',
      codec_options: 'windowLog=20; checksum=true',
      cell_status: 'completed',
      file_bytes: '2000',
      ratio: '4',
      file_sha256: 'e'.repeat(64),
      sample_items: '',
      verified_by: 'fzstd',
      verification_note: 'No other reads it.',
      loss: 'The order. The types.',
      operation: 'lookup',
      operation_status: 'measured',
      reason: '',
      best_ms: '4',
      median_ms: String(summary?.medianMs),
      mad_ms: String(summary?.madMs),
      p95_ms: String(summary?.p95Ms),
      rounds_from_ms: '4',
      rounds_to_ms: '5.75',
      cold_ms: '30',
      rounds: '8',
      samples: '24',
      calls: String(summary?.callCount),
      items_per_call: '256',
      items_per_second: '64000',
      clock_includes: 'read + decode',
      wasm_copy_in_clock: 'true',
      detail: '256 keys',
      flags: '',
      set_up_ms: '12.5',
      wasm_peak_bytes: '65536',
      discarded_rounds: '1',
      timer_step_ms: '0.005',
      cross_origin_isolated: 'true',
      user_agent: run.environment.userAgent,
      started_at: '2026-11-21T09:30:00.000Z',
      whole_file_items: '',
      predicted_file_bytes: '',
      predicted_file_bytes_low: '',
      predicted_file_bytes_high: '',
    },
  ]);
});

test('a time stands with the least and the largest of the rounds', () => {
  const lookup = operationOf([4]);
  const rounds = lookup.rounds.map((round, index) => ({ ...round, samplesMs: [4 + index / 2, 20] }));
  const of = (count: number) =>
    rowsOf([{ ...cell, operations: { lookup: { ...lookup, rounds: rounds.slice(0, count) } } }])[0];
  expect([of(3)?.rounds_from_ms, of(3)?.rounds_to_ms]).toEqual(['4', '5']);
  expect([of(2)?.rounds_from_ms, of(2)?.rounds_to_ms]).toEqual(['', '']);
});

test('without a codec there are no figures of one', () => {
  const [candidate] = run.plan.candidates;
  if (candidate === undefined) throw new Error('There is a candidate.');
  const plan = { ...run.plan, candidates: [{ ...candidate, codec: null }] };
  expect(rowsOf([cell], { plan })[0]).toMatchObject({
    codec: 'none',
    codec_level: '',
    codec_implementation: '',
    codec_granularity: '',
    codec_options: '',
  });
});

test('a cell of an own file says so, and has no figures of data that is not ready', () => {
  expect(rowsOf([{ ...cell, dataset: 1 }])[0]).toMatchObject({
    dataset: '1',
    dataset_source: 'own file (csv)',
    dataset_parameters: '',
    dataset_size_items: '',
    data_bytes: '',
    dataset_sha256: '',
    file_bytes: '2000',
    ratio: '',
  });
});

test('a cell that the plan does not name has no figures of its dataset and candidate', () => {
  expect(rowsOf([{ ...cell, dataset: 7, candidate: 7 }])[0]).toMatchObject({
    dataset: '7',
    dataset_source: '',
    data_bytes: '',
    candidate: '',
    format: '',
    implementation: '',
    options: '',
    codec: 'none',
    codec_options: '',
    ratio: '',
  });
});

test('the ratio of a sample is that of the whole; without a file or bytes in it there is none', () => {
  const sampled = { items: 10, dataBytes: 800, fixedBytes: 1_000 };
  expect(rowsOf([{ ...cell, sizeBytes: 1_100, sample: sampled }])[0]).toMatchObject({
    file_bytes: '1100',
    ratio: '4',
    sample_items: '10',
  });
  expect(rowsOf([{ ...cell, sizeBytes: null }])[0]).toMatchObject({ file_bytes: '', ratio: '' });
  expect(rowsOf([{ ...cell, sizeBytes: 0 }])[0]).toMatchObject({ file_bytes: '0', ratio: '' });
});

test('of a sample of a file, the size of the whole is predicted; without one nothing is', () => {
  const [info] = sample.datasets;
  if (info?.status !== 'ready') throw new Error('The data are ready.');
  const ofFile: DatasetSample = {
    unitKind: 'rowGroups',
    unitItems: [info.itemCount],
    unitCount: 4,
    totalItems: info.itemCount * 4,
    isTotalEstimated: false,
    isFirstPart: false,
    fileBytes: 10,
  };
  const partsBytes = Array.from({ length: 8 }, () => 250);
  const result = { ...withCells([{ ...cell, sizeBytes: 2_000, partsBytes }]), datasets: [{ ...info, sample: ofFile }] };
  const [row] = parse(resultCsv(result)).data;
  expect(row).toMatchObject({
    file_bytes: '2000',
    whole_file_items: String(info.itemCount * 4),
    predicted_file_bytes: '8000',
  });
  expect(Number(row?.predicted_file_bytes_low)).toBeLessThan(8_000);
  expect(Number(row?.predicted_file_bytes_high)).toBeGreaterThan(8_000);
  expect(rowsOf([cell])[0]).toMatchObject({ whole_file_items: '', predicted_file_bytes: '' });
});

test('an operation that failed says why, and so does one without a sample', () => {
  const failed = {
    status: 'failed',
    error: { tag: 'encodeFailed', stage: 'encode', message: 'It broke.' },
  } as const;
  const rows = rowsOf([
    {
      ...cell,
      operations: { encode: failed, decode: { status: 'unsupported', reason: 'No.' }, load: operationOf([], 2) },
    },
  ]);
  expect(rows).toMatchObject([
    { operation: 'encode', operation_status: 'failed', reason: 'It broke.', clock_includes: '' },
    { operation: 'decode', operation_status: 'unsupported', reason: 'No.', clock_includes: '' },
    {
      operation: 'load',
      operation_status: 'measured',
      reason: expect.any(String),
      clock_includes: 'read + decode',
      items_per_call: '256',
      best_ms: '',
    },
  ]);
});

test('a time that the timer hides has no rate, and few rounds have no range', () => {
  const [hidden, short, stepped] = [operationOf([0, 0, 0]), operationOf([4, 5, 6], 1), operationOf([0, 4, 5, 6])].map(
    (lookup) => rowsOf([{ ...cell, operations: { lookup } }])[0],
  );
  expect(hidden).toMatchObject({ best_ms: '0', items_per_second: '' });
  expect(hidden?.flags?.split('; ')).toContain('belowResolution');
  expect(short).toMatchObject({
    rounds_from_ms: '',
    rounds_to_ms: '',
    items_per_second: '64000',
  });
  expect(stepped).toMatchObject({ best_ms: '0', items_per_second: '' });
});

test('fields are quoted where they need it, and what is no figure is empty', () => {
  expect(
    csvLines([
      ['a', 1, true, null, undefined, Number.NaN, Number.POSITIVE_INFINITY, -2, ''],
      ['a,b', 'a"b', 'a\nb', 'a\rb', ' a', 'a ', 'a b', "'a", "a'"],
      ['=a', '+a', '-a', '@a', '\ta', '\ra', 'a=', 'a-b'],
      [],
    ]),
  ).toBe(
    'a,1,true,,,,,-2,\r\n' +
      '"a,b","a""b","a\nb","a\rb"," a","a ",a b,"\'a",a\'\r\n' +
      '"\'=a","\'+a","\'-a","\'@a","\'\ta","\'\ra",a=,a-b\r\n' +
      '\r\n',
  );
});
