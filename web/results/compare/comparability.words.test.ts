import { expect, test } from 'vitest';
import type { CellResult, RunResult } from '../../../workers/model/result';
import { candidate, type MadeRun, makeRun, withRounds } from '../testing/test-results';
import { comparability } from './comparability';

/** Why two runs can't be compared, in words. `comparability.test.ts` tests which can't. */

const made: MadeRun = {
  cells: [{ candidate: candidate('plain'), ms: { encode: 5, decode: 4, project: 3, lookup: 2 } }],
  operations: ['encode', 'decode', 'project', 'lookup'],
};
const shown = makeRun(made);
const other = (over: Partial<MadeRun> = {}, change: Partial<RunResult> = {}): RunResult => ({
  ...makeRun({ ...made, ...over }),
  startedAt: '2026-11-21T08:00:00.000Z',
  ...change,
});
const { environment, plan } = shown;
type Completed = Extract<CellResult, { status: 'completed' }>;
const withCell = (run: RunResult, change: (cell: Completed) => Completed): RunResult => ({
  ...run,
  cells: run.cells.map((cell) => (cell.status === 'completed' ? change(cell) : cell)),
});
const withProject = (run: RunResult, change: { detail?: string; itemsPerCall?: number }): RunResult =>
  withCell(run, (cell) => {
    const project = cell.operations.project;
    if (project?.status !== 'measured') throw new Error('It is measured.');
    return { ...cell, operations: { ...cell.operations, project: { ...project, ...change } } };
  });

test.each<[string, RunResult, RunResult?]>([
  ['It is the run that is already shown.', shown],
  [
    'The runs measured for different times, and no time of both was measured after a warm-up.',
    withRounds(other({ effort: 'quick' }), (rounds) => rounds.map((round) => ({ ...round, warm: false }))),
  ],
  [
    'One run was measured by a browser, the other one natively, so their clocks differ.',
    other({}, { environment: { ...environment, userAgent: 'formatlab-native (CPython)' } }),
  ],
  [
    'Only one of the two runs was cross-origin isolated, so their timers differ.',
    other({}, { environment: { ...environment, crossOriginIsolated: false } }),
  ],
  [
    'The timers differ: a step is 5.0 µs here, 100 µs there.',
    other({}, { environment: { ...environment, timerStepMs: 0.1 } }),
  ],
  [
    'The operations differ: Encode, Decode, Read one column, Look up here, Encode there.',
    other({ operations: ['encode'] }),
  ],
  [
    'The runs looked up different rows or keys.',
    other({}, { plan: { ...plan, lookupKeys: { choice: 'first', count: 1 } } }),
  ],
  [
    'The clocks of “Encode” include different work: encode here, encode + write there.',
    other({ cells: made.cells.map((cell) => ({ ...cell, clock: { encode: ['encode', 'write'] as const } })) }),
  ],
  [
    'A call of “Read one column” processed different amounts: 10,000,000 here, 7 there.',
    withProject(other(), { itemsPerCall: 7 }),
  ],
  [
    '“Read one column” read different columns: city here, day there.',
    withProject(other(), { detail: 'day' }),
    withProject(shown, { detail: 'city' }),
  ],
  [
    'One of the runs measured only a sample of the items, or another one.',
    withCell(other(), (cell) => ({ ...cell, sample: { items: 10, dataBytes: 100, fixedBytes: 0 } })),
  ],
])('%s', (words, compared, own = shown) =>
  expect(comparability(own, 0, compared)).toEqual({ status: 'refused', reasons: [words] }),
);

test('the data differ', () => {
  const compared = other();
  const datasets = compared.datasets.map((info) =>
    info.status === 'ready' ? { ...info, sha256: 'f'.repeat(64) } : info,
  );
  const found = comparability(shown, 0, { ...compared, datasets });
  expect(found.status === 'refused' && found.reasons[0]).toMatch(
    /^The data differ: this run measured .* \(SHA-256 a0a0a0a0…\), the other one .* \(SHA-256 ffffffff…\)\.$/u,
  );
});
