import { expect, test } from 'vitest';
import type { RunResult } from '../../../workers/model/result';
import { telling } from '../../../workers/model/testing/telling';
import { candidate, codec, type MadeRun, makeRun, withRounds } from '../testing/test-results';
import { comparability } from './comparability';

const cells: MadeRun['cells'] = [
  { candidate: candidate('plain'), ms: { encode: 5, decode: 4 } },
  { candidate: candidate('packed', codec('zstd', 3)), sizeBytes: 2_000_000, ms: { encode: 20, decode: 8 } },
];
const shown = makeRun({ cells, dataBytes: [10_000_000, 1_024_000] });
const later = '2026-11-21T08:00:00.000Z';
const other = (made: Partial<MadeRun> = {}, change: Partial<RunResult> = {}): RunResult => ({
  ...makeRun({ cells, dataBytes: [10_000_000, 1_024_000], ...made }),
  startedAt: later,
  ...change,
});
const reasonsOf = (compared: RunResult, dataset = 0) => {
  const found = comparability(shown, dataset, compared);
  return found.status === 'refused' ? found.reasons : [];
};

test('a later run of the same data with an equal clock is comparable', () =>
  expect(comparability(shown, 0, other())).toEqual({
    status: 'comparable',
    datasetOf: new Map([
      [0, 0],
      [1, 1],
    ]),
  }));

test('datasets are found by their SHA-256, wherever they stand', () => {
  const swapped = other();
  const [a, b] = swapped.datasets;
  if (a === undefined || b === undefined) throw new Error('There are two datasets.');
  const cells = swapped.cells.map((cell) => ({ ...cell, dataset: 1 - cell.dataset }));
  expect(comparability(shown, 0, { ...swapped, datasets: [b, a], cells })).toMatchObject({
    datasetOf: new Map([
      [0, 1],
      [1, 0],
    ]),
  });
});

test('the shown run is not compared with itself', () => expect(reasonsOf(structuredClone(shown))).toHaveLength(1));

test('nor with a link of itself, which holds rounded samples or fewer cells', () =>
  expect(reasonsOf({ ...structuredClone(shown), cells: shown.cells.slice(1) })).toHaveLength(1));

test('other data are refused, with both names and hashes', () => {
  const compared = other();
  const datasets = compared.datasets.map((info) =>
    info.status === 'ready' ? { ...info, sha256: 'f'.repeat(64) } : info,
  );
  expect(reasonsOf({ ...compared, datasets })).toEqual([
    expect.stringMatching(telling('SHA-256 a0a0a0a0…', 'SHA-256 ffffffff…')),
  ]);
  expect(reasonsOf(other({ dataBytes: [10_000_000] }), 1)).toEqual([
    expect.stringMatching(telling('SHA-256 a1a1a1a1…', 'SHA-256 a0a0a0a0…')),
  ]);
});

/** The run, in which the time limit of each warm-up came first. */
const neverWarm = (run: RunResult): RunResult =>
  withRounds(run, (rounds) => rounds.map((round) => ({ ...round, warm: false })));
const withBudget = (run: RunResult): RunResult => ({ ...run, plan: { ...run.plan, budget: 30 } });

test('another effort, or a budget, is no reason where times of both are warm', () => {
  for (const compared of [other({ effort: 'quick' }), withBudget(other()), withBudget(other({ effort: 'quick' }))])
    expect(comparability(shown, 0, compared)).toMatchObject({ status: 'comparable' });
  expect(comparability(withBudget(shown), 0, other())).toMatchObject({ status: 'comparable' });
  expect(reasonsOf(neverWarm(withBudget(other())))).toHaveLength(1);
  // Of the same effort, cold times were measured alike.
  expect(reasonsOf(neverWarm(other()))).toEqual([]);
});

const environment = shown.environment;
test.each<[string, RunResult, RegExp]>([
  ['another effort without a warm time', neverWarm(other({ effort: 'quick' })), telling('a warm-up')],
  ['no isolation', other({}, { environment: { ...environment, crossOriginIsolated: false } }), /cross-origin isolated/],
  [
    'a coarser timer',
    other({}, { environment: { ...environment, timerStepMs: 0.1 } }),
    telling('5.0 µs here', '100 µs there'),
  ],
  ['a native run', other({}, { environment: { ...environment, userAgent: 'formatlab-native (CPython)' } }), /natively/],
  ['other operations', other({ operations: ['encode'] }), telling('Encode, Decode here', 'Encode there')],
  [
    'a clock of another scope',
    other({ cells: cells.map((cell) => ({ ...cell, clock: { encode: ['encode', 'write'] as const } })) }),
    telling('“Encode”', 'encode here', 'encode + write there'),
  ],
])('%s is refused with the reason', (_, compared, reason) => {
  expect(reasonsOf(compared)).toEqual([expect.stringMatching(reason)]);
});

test('a timer whose measured step is nearly the same is no reason', () =>
  expect(reasonsOf(other({}, { environment: { ...environment, timerStepMs: 0.0052 } }))).toEqual([]));

test('every reason is given', () =>
  expect(
    reasonsOf(other({ operations: ['decode'] }, { environment: { ...environment, timerStepMs: 1 } })),
  ).toHaveLength(2));

test('calls of different amounts are refused', () => {
  const compared = other();
  const changed = compared.cells.map((cell) =>
    cell.status === 'completed' && cell.operations.encode?.status === 'measured'
      ? { ...cell, operations: { ...cell.operations, encode: { ...cell.operations.encode, itemsPerCall: 7 } } }
      : cell,
  );
  expect(reasonsOf({ ...compared, cells: changed })).toContainEqual(
    expect.stringMatching(telling('“Encode”', '10,000,000 here', '7 there')),
  );
});

test('reads of different columns are refused, unless a link hides the names', () => {
  const named = (detail: string | null, of: 'project' | 'encode' = 'project') => {
    const result = other({
      cells: cells.map((cell) => ({ ...cell, ms: { ...cell.ms, project: 2 } })),
      operations: ['encode', 'decode', 'project'],
    });
    const detailed = result.cells.map((cell) => {
      const figures = cell.status === 'completed' ? cell.operations[of] : undefined;
      return cell.status === 'completed' && figures?.status === 'measured'
        ? { ...cell, operations: { ...cell.operations, [of]: { ...figures, detail } } }
        : cell;
    });
    return { ...result, cells: detailed };
  };
  const reasons = (here: RunResult, there: RunResult) => {
    const found = comparability(here, 0, there);
    if (found.status === 'comparable') return [];
    return found.reasons.filter((reason) => /columns/.test(reason));
  };
  const ofPair = (here: string | null, there: string | null) =>
    reasons(named(here), { ...named(there), startedAt: '2026-11-21T14:05:00.000Z' });
  expect(ofPair('city', 'street')).toEqual([expect.stringMatching(telling('city here', 'street there'))]);
  expect([ofPair('city', 'city'), ofPair(null, 'city'), ofPair('city', null)]).toEqual([[], [], []]);
  expect([ofPair('column 3', 'city'), ofPair('city', 'column 12'), ofPair('column x', 'city').length]).toEqual([
    [],
    [],
    1,
  ]);
  const later = { ...named('b', 'encode'), startedAt: '2026-11-21T14:05:00.000Z' };
  expect(reasons(named('a', 'encode'), later)).toEqual([]);
});
