import { describe, expect, it } from 'vitest';
import { parseWithSchema } from './parse';
import type { Plan } from './plan';
import type { RunEvent } from './protocol/coordinator';
import { type CellResult, type CompletedCell, type RunResult, runResultSchema } from './result';
import { applyRunEvent, replaceCell } from './run-events';
import { countedFromRound, countedRun, isSameData, nextRound, trialsOf, whyNotResumed } from './resumption';
import { testEnvironment } from './testing/test-environment';

const candidate = { format: 'raw', implementation: 'formatlab', options: {}, codec: null };
const plan: Plan = {
  datasets: [{ source: 'workload', workload: 'events', knobs: {}, size: 10, seed: 1 }],
  candidates: [candidate, candidate, candidate],
  operations: ['encode'],
  effort: 'quick',
  seed: 1,
};
const started: RunEvent = {
  type: 'started',
  startedAt: '2026-11-21T01:02:03.004Z',
  plan,
  environment: testEnvironment,
};
const cancelled = (index: number): CellResult => ({ status: 'cancelled', dataset: 0, candidate: index });
const failed = (index: number): CellResult => ({
  status: 'failed',
  dataset: 0,
  candidate: index,
  error: { tag: 'internal', stage: 'encode', message: 'no' },
});

const apply = (events: readonly RunEvent[]) => events.reduce<RunResult | null>(applyRunEvent, null);

describe('applyRunEvent', () => {
  it('knows nothing before the run has started', () => {
    expect(apply([{ type: 'warning', message: 'early' }])).toBeNull();
  });

  it('is a valid result from the first event on', () => {
    expect(parseWithSchema(runResultSchema, apply([started]), 'result').datasets).toEqual([{ status: 'pending' }]);
  });

  it('keeps cells in the plan’s order whatever the order they came in, the newest of each', () => {
    const result = apply([
      started,
      { type: 'cell', cell: cancelled(2) },
      { type: 'cell', cell: cancelled(0) },
      { type: 'cell', cell: cancelled(1) },
      { type: 'cell', cell: failed(0) },
    ]);
    expect(result?.cells).toEqual([failed(0), cancelled(1), cancelled(2)]);
  });

  it('takes in datasets and warnings, and nothing from progress', () => {
    const info = { status: 'failed', error: { tag: 'tooLarge', stage: 'generate', message: 'no' } } as const;
    const before = apply([started, { type: 'dataset', index: 0, info }, { type: 'warning', message: 'slow' }]);
    expect(before).toMatchObject({ datasets: [info], warnings: ['slow'] });
    if (before === null) throw new Error('It has started.');
    const progress: RunEvent = {
      type: 'progress',
      progress: {
        round: 0,
        rounds: 2,
        isLeading: false,
        dataset: 0,
        candidate: 0,
        doneTrials: 0,
        totalTrials: 6,
        remainingMs: null,
        state: 'running',
      },
    };
    expect(applyRunEvent(before, progress)).toBe(before);
  });

  it('leaves what it was given as it was', () => {
    const before = apply([started]);
    const copy = structuredClone(before);
    applyRunEvent(before, { type: 'cell', cell: cancelled(0) });
    expect(before).toEqual(copy);
  });
});

describe('replaceCell', () => {
  it('orders by dataset, then candidate', () => {
    const cells = [{ ...cancelled(1), dataset: 1 }, cancelled(0), { ...cancelled(0), dataset: 1 }, cancelled(2)].reduce<
      CellResult[]
    >(replaceCell, []);
    expect(cells.map(({ dataset, candidate }) => [dataset, candidate])).toEqual([
      [0, 0],
      [0, 2],
      [1, 0],
      [1, 1],
    ]);
  });
});

const measuredIn = (rounds: readonly number[]): CompletedCell => ({
  status: 'completed',
  dataset: 0,
  candidate: 0,
  sizeBytes: 10,
  encodedSha256: null,
  verification: { verifiedBy: 'self', reason: null, loss: [], rejectedBy: [] },
  operations: {
    encode: {
      status: 'measured',
      rounds: rounds.map((round) => ({
        round,
        coldMs: 2,
        warmUpMs: 1,
        warmUpCalls: 1,
        warm: true,
        callsPerSample: 1,
        samplesMs: [1 + round],
      })),
      clock: [],
      wasmCopyInClock: null,
      detail: null,
      itemsPerCall: 10,
    },
  },
  setUpMs: 0,
  wasmPeakBytes: null,
  discardedRounds: 0,
});
const roundsOf = ({ cells }: RunResult) =>
  cells.map((cell) => {
    const encode = cell.status === 'completed' ? cell.operations.encode : undefined;
    return encode?.status === 'measured' ? encode.rounds.map(({ round }) => round) : null;
  });

describe('a run that goes on', () => {
  const begun = apply([started, { type: 'cell', cell: measuredIn([0, 1]) }, { type: 'cell', cell: cancelled(1) }]);
  if (begun === null) throw new Error('It has started.');
  const resumedAt = '2026-11-21T02:02:03.004Z';
  const resumption = { round: 2, resumedAt, kernelMsBefore: 4, kernelMsAfter: null };
  const goingOn: RunResult = { ...begun, resumptions: [resumption], cells: [measuredIn([0, 1, 2, 3])] };

  it('needs the same plan, browser and libraries', () => {
    const other = { ...testEnvironment, userAgent: 'Another/2' };
    expect(whyNotResumed(begun, plan, testEnvironment)).toBeNull();
    expect(whyNotResumed(begun, { ...plan, seed: 2 }, testEnvironment)).not.toBeNull();
    expect(whyNotResumed(begun, plan, other)).not.toBeNull();
    expect(whyNotResumed(begun, plan, { ...testEnvironment, libraries: { zstd: '1' } })).not.toBeNull();
    expect(whyNotResumed(begun, plan, { ...testEnvironment, formatlabVersion: '9' })).not.toBeNull();
    expect(
      whyNotResumed(begun, plan, { ...testEnvironment, crossOriginIsolated: !testEnvironment.crossOriginIsolated }),
    ).not.toBeNull();
  });

  it('needs the same data', () => {
    const info = { status: 'ready', schema: { kind: 'bytes' }, itemCount: 1, dataBytes: 1, generateMs: 0 } as const;
    const [one, other] = ['a', 'b'].map((digit) => ({ ...info, sha256: digit.repeat(64) }));
    if (one === undefined || other === undefined) throw new Error('There are two.');
    expect(isSameData(one, one)).toBe(true);
    expect(isSameData(one, other)).toBe(false);
    expect(isSameData({ status: 'pending' }, other)).toBe(true);
  });

  it('counts its rounds from those before', () => {
    expect(nextRound(begun)).toBe(2);
    expect(nextRound({ ...begun, cells: [] })).toBe(0);
    expect(trialsOf(measuredIn([0, 1, 5]))).toBe(3);
  });

  it('is what it was, with the time of the kernel after the pause', () => {
    const events: RunEvent[] = [
      { type: 'resumed', result: goingOn },
      { type: 'kernel', beforeMs: 4.1, afterMs: 4.2 },
      { type: 'kernel', beforeMs: 9, afterMs: 9 },
    ];
    const result = apply(events);
    expect(result).toMatchObject({ startedAt: begun.startedAt, resumptions: [{ round: 2, kernelMsAfter: 4.1 }] });
    expect(result?.environment.kernelMsAfter).toBe(9);
    expect(roundsOf(parseWithSchema(runResultSchema, result, 'result'))).toEqual([[0, 1, 2, 3]]);
  });

  it('counts all rounds if the machine is as fast as before', () => {
    for (const kernelMsAfter of [null, 4.39, 3.61]) {
      const same = { ...goingOn, resumptions: [{ ...resumption, kernelMsAfter }] };
      expect(countedFromRound(same)).toBe(0);
      expect(countedRun(same)).toBe(same);
    }
  });

  it('counts only the rounds since, if it is not, of what was measured since', () => {
    const drifted = {
      ...goingOn,
      cells: [measuredIn([0, 1, 2, 3]), { ...measuredIn([0, 1]), candidate: 1 }],
      resumptions: [
        { ...resumption, kernelMsAfter: 4.41 },
        { ...resumption, round: 3, kernelMsAfter: 4 },
      ],
    };
    expect(countedFromRound(drifted)).toBe(2);
    expect(roundsOf(countedRun(drifted))).toEqual([
      [2, 3],
      [0, 1],
    ]);
  });
});
