import { describe, expect, test } from 'vitest';
import type { Candidate, EffortMode, Plan } from '../model/plan';
import type { RunEvent } from '../model/protocol/coordinator';
import type { UserFileReader } from '../model/protocol/read-file';
import { type DatasetInfo, type RoundSamples, runResultSchema } from '../model/result';
import { testEnvironment } from '../model/testing/test-environment';
import { parseWithSchema } from '../model/parse';
import { formats } from '../registry/metadata';
import { measuredTrial } from './testing/measured-trial';
import { RunLedger } from './run-ledger';
import { telling } from '../model/testing/telling';

const candidate = (format: string): Candidate => ({ format, implementation: 'formatlab', options: {}, codec: null });
const planOf = (effort: EffortMode, ...candidates: readonly Candidate[]): Plan => ({
  datasets: [{ source: 'workload', workload: 'array', knobs: {}, size: 100, seed: 1 }],
  candidates: [...candidates],
  operations: ['encode', 'decode'],
  effort,
  seed: 1,
});
const ready = (dataBytes = 800): DatasetInfo & { status: 'ready' } => ({
  status: 'ready',
  schema: { kind: 'array', elementType: 'float64', shape: [100] },
  sha256: 'a'.repeat(64),
  dataBytes,
  itemCount: 100,
  generateMs: 1,
  notes: [],
});
const samples = (ms: number): RoundSamples => ({
  round: 0,
  coldMs: ms,
  warmUpMs: ms,
  warmUpCalls: 1,
  warm: true,
  callsPerSample: 1,
  samplesMs: [ms],
});
const measured = (sizeBytes = 900, ms = 1) => measuredTrial(samples(ms), sizeBytes);
const done = (sizeBytes?: number, ms?: number) => ({ type: 'done', result: measured(sizeBytes, ms) }) as const;
const error = { tag: 'internal', stage: 'encode', message: 'It broke.' } as const;

function ledgerOf(plan: Plan, info: DatasetInfo = ready()) {
  const events: RunEvent[] = [];
  const ledger = new RunLedger({ plan, startedAt: '2026-01-02T03:04:05.000Z' }, testEnvironment, { formats }, (event) =>
    events.push(event),
  );
  ledger.dataset(info);
  ledger.begin();
  return {
    ledger,
    events,
    warnings: () => events.flatMap((event) => (event.type === 'warning' ? [event.message] : [])),
  };
}
const finish = (ledger: RunLedger) => ledger.finish('2026-01-02T03:05:00.000Z');

describe('cells', () => {
  test('are measured once a round, all of them', () => {
    const { ledger } = ledgerOf(planOf('sizes', candidate('raw'), candidate('npy')));
    expect(ledger.order(0).toSorted()).toEqual([0, 1]);
    expect(ledger.order(1)).toEqual(ledger.order(0).toReversed());
  });

  test('that can’t hold the data end at once, with the reason', () => {
    const { ledger } = ledgerOf(planOf('sizes', candidate('hashdbm'), candidate('npy')));
    expect(ledger.next(0)).toBeNull();
    expect(ledger.next(1)).toMatchObject({ candidate: 1 });
    expect(finish(ledger).cells).toMatchObject([{ status: 'unsupported', reason: /\w/ }, { status: 'cancelled' }]);
  });

  test('of a dataset that could not be made fail as it did', () => {
    const { ledger } = ledgerOf(planOf('sizes', candidate('npy')), { status: 'failed', error });
    expect(ledger.next(0)).toBeNull();
    expect(finish(ledger).cells).toEqual([{ status: 'failed', dataset: 0, candidate: 0, error }]);
  });

  test('of a dataset that the user stopped are cancelled, without an event of it', () => {
    const { ledger, events } = ledgerOf(planOf('sizes', candidate('npy')), { status: 'pending' });
    expect(ledger.next(0)).toBeNull();
    expect(ledger.finish(null)).toMatchObject({ finishedAt: null, cells: [{ status: 'cancelled' }] });
    expect(events.filter(({ type }) => type === 'dataset')).toEqual([]);
  });

  test('too large for the memory fail, each alone', () => {
    const { ledger } = ledgerOf(planOf('sizes', candidate('npy')), ready(2 ** 40));
    expect(finish(ledger).cells).toMatchObject([{ status: 'failed', error: { tag: 'tooLarge', format: 'npy' } }]);
  });
});

test('a cell without figures is told as such once there is no time for it, and again at no later end', () => {
  const { ledger, events } = ledgerOf({ ...planOf('quick', candidate('raw'), candidate('npy')), budget: 15 });
  ledger.take(0, 0, done(), 5);
  ledger.endUnmeasured('overBudget');
  expect(events.at(-1)).toEqual({
    type: 'cell',
    cell: { status: 'overBudget', dataset: 0, candidate: 1, sizeBytes: null },
  });
  expect([ledger.next(0), ledger.next(1)]).toEqual([expect.anything(), null]);
  expect(ledger.finish(null).cells.map(({ status }) => status)).toEqual(['completed', 'overBudget']);
});

describe('an outcome', () => {
  test('that was discarded is made again, and counted', () => {
    const { ledger } = ledgerOf(planOf('sizes', candidate('npy')));
    expect(ledger.take(0, 0, { type: 'discarded' }, 5)).toBe(false);
    expect(ledger.take(0, 0, done(), 5)).toBe(true);
    expect(finish(ledger).cells).toMatchObject([{ status: 'completed', discardedRounds: 1 }]);
  });

  test.each([
    ['failed', { type: 'failed', error }, { status: 'failed', error }],
    [
      'timed out',
      { type: 'timedOut', stage: 'decode', limitMs: 7 },
      { status: 'timedOut', stage: 'decode', limitMs: 7 },
    ],
    [
      'unsupported',
      { type: 'done', result: { status: 'unsupported', reason: 'It has no place.' } },
      { status: 'unsupported', reason: 'It has no place.' },
    ],
  ] as const)('that %s ends the cell', (_, outcome, cell) => {
    const { ledger } = ledgerOf(planOf('sizes', candidate('npy')));
    expect(ledger.take(0, 0, outcome, 5)).toBe(true);
    expect(ledger.next(0)).toBeNull();
    expect(finish(ledger).cells).toEqual([{ dataset: 0, candidate: 0, ...cell }]);
  });

  test('of another size warns once', () => {
    const { ledger, warnings } = ledgerOf(planOf('standard', candidate('npy')));
    for (const [round, sizeBytes] of [900, 901, 902].entries()) ledger.take(0, round, done(sizeBytes), 5);
    expect(warnings()).toEqual([
      expect.stringMatching(telling('npy', '(formatlab)', '901 bytes', 'round 2', '900 bytes')),
    ]);
  });

  test('asks for second decoders once, in the fourth trial or the last', () => {
    for (const [effort, trials] of [
      ['sizes', [false, true]],
      ['quick', [false, false, false, true, false, false, false, false]],
    ] as const) {
      const { ledger } = ledgerOf(planOf(effort, candidate('npy')));
      const cell = ledger.next(0);
      if (cell === null) throw new Error('The cell has ended.');
      const asked = trials.map((_, trial) => {
        const needs = ledger.needsSecondDecoders(cell);
        ledger.take(0, trial, done(), 5);
        return needs;
      });
      expect(asked).toEqual(trials);
    }
  });

  test('keeps what second decoders said until the end of the run', () => {
    const { ledger } = ledgerOf(planOf('quick', candidate('npy')));
    for (let round = 0; round < 8; round += 1) {
      const outcome = done();
      const verification = { ...outcome.result.verification, verifiedBy: round === 3 ? 'numpy' : 'self' };
      ledger.take(0, round, { ...outcome, result: { ...outcome.result, verification } }, 5);
    }
    expect(finish(ledger).cells[0]).toMatchObject({ status: 'completed', verification: { verifiedBy: 'numpy' } });
  });

  test('knows the file that a trial has verified', () => {
    const { ledger } = ledgerOf(planOf('sizes', candidate('npy')));
    const cell = ledger.next(0);
    if (cell === null) throw new Error('The cell has ended.');
    expect(ledger.verifiedSha256(cell)).toBeNull();
    ledger.take(0, 0, done(), 5);
    expect(ledger.verifiedSha256(cell)).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('the user’s file', () => {
  const decoder = candidate('npy');
  const reader: UserFileReader = { by: 'decoder', candidate: decoder };
  const opener: UserFileReader = { by: 'opener', name: 'the reader (npy)' };
  const only = { reader, readers: [reader] };
  const decoded = (round: number) => {
    const { operations } = measured();
    const { encode } = operations;
    if (encode?.status !== 'measured') throw new Error('Nothing was measured.');
    const read = { ...encode, samples: { ...samples(3), round } };
    const result = { ...measured(), operations: { decode: read, project: read }, counts: { rows: 5 } };
    return { type: 'done', result } as const;
  };

  test('has the times of its decoder in each round', () => {
    const { ledger } = ledgerOf(planOf('quick', decoder));
    expect(ledger.takeUserFile(0, only, { type: 'discarded' })).toBe(false);
    for (const round of [0, 1]) expect(ledger.takeUserFile(0, only, decoded(round))).toBe(true);
    expect(ledger.userFileReader(0, [opener, reader])).toBe(reader);
    const result = parseWithSchema(runResultSchema, finish(ledger), 'result', { tag: 'internal', stage: 'parse' });
    expect(result.datasets[0]).toMatchObject({
      fileDecode: {
        reader: expect.stringContaining('npy'),
        parts: { project: { status: 'measured', rounds: [{ round: 0 }, { round: 1 }] } },
        counts: { rows: 5 },
        result: { status: 'measured', rounds: [{ round: 0 }, { round: 1 }] },
      },
    });
  });

  test.each([{ type: 'failed', error } as const, { type: 'timedOut', stage: 'decode', limitMs: 5 } as const])(
    'keeps its earlier rounds if a later one ends with $type, and is not read again',
    (outcome) => {
      const { ledger } = ledgerOf(planOf('quick', decoder));
      for (const round of [0, 1]) ledger.takeUserFile(0, only, decoded(round));
      ledger.takeUserFile(0, only, outcome);
      expect(ledger.userFileReader(0, [reader])).toBeNull();
      const result = parseWithSchema(runResultSchema, finish(ledger), 'result', { tag: 'internal', stage: 'parse' });
      expect(result.datasets[0]).toMatchObject({
        fileDecode: { endedBy: outcome.type, result: { status: 'measured', rounds: [{ round: 0 }, { round: 1 }] } },
      });
    },
  );

  test('is left to the reader that opened it if its decoder fails', () => {
    const { ledger } = ledgerOf(planOf('quick', decoder));
    const readers = [reader, opener];
    expect(ledger.userFileReader(0, readers)).toBe(reader);
    ledger.takeUserFile(0, { reader, readers }, { type: 'failed', error });
    expect(ledger.userFileReader(0, readers)).toBe(opener);
    for (const round of [0, 1]) ledger.takeUserFile(0, { reader: opener, readers }, decoded(round));
    expect(ledger.userFileReader(0, readers)).toBe(opener);
    expect(finish(ledger).datasets[0]).toMatchObject({
      fileDecode: { reader: opener.name, result: { status: 'measured', rounds: [{ round: 0 }, { round: 1 }] } },
    });
  });

  test('has no times if a later round reads other data', () => {
    const { ledger } = ledgerOf(planOf('quick', decoder));
    ledger.takeUserFile(0, only, decoded(0));
    ledger.takeUserFile(0, only, { type: 'failed', error: { ...error, tag: 'verificationFailed' } });
    expect(finish(ledger).datasets[0]).toMatchObject({ fileDecode: { result: { status: 'unsupported' } } });
  });

  test.each([
    [{ type: 'failed', error: { ...error, tag: 'verificationFailed' } } as const, /other data/],
    [{ type: 'failed', error } as const, /failed/],
    [{ type: 'timedOut', stage: 'decode', limitMs: 5 } as const, /took too long/],
  ])('is not read again once that has failed, and says why', (outcome, reason) => {
    const { ledger } = ledgerOf(planOf('quick', decoder));
    ledger.takeUserFile(0, only, outcome);
    expect(ledger.userFileReader(0, [reader])).toBeNull();
    expect(finish(ledger).datasets[0]).toMatchObject({
      fileDecode: { result: { status: 'unsupported', reason: expect.stringMatching(reason) } },
    });
  });
});

describe('progress', () => {
  test('counts what is done and what falls away', () => {
    const { ledger, events } = ledgerOf(planOf('sizes', candidate('npy'), candidate('hashdbm')));
    const cell = ledger.next(0);
    if (cell === null) throw new Error('The cell has ended.');
    ledger.take(0, 0, done(), 5);
    ledger.next(1);
    ledger.progress(cell, { round: 0, isLeading: false }, 'running');
    expect(events.at(-1)).toMatchObject({
      type: 'progress',
      progress: { round: 0, rounds: 2, doneTrials: 2, totalTrials: 4, state: 'running' },
    });
  });
});

describe('a round of the leading candidates alone', () => {
  const zstd = (level: number) => ({ id: 'zstd', level, implementation: 'native', granularity: 'file' }) as const;
  const four = planOf('quick', ...[1, 3, 6, 9].map((level) => ({ ...candidate('npy'), codec: zstd(level) })));

  test('measures these cells, in the reverse order of the round before', () => {
    const { ledger } = ledgerOf(four);
    const order = ledger.leadingOrder([1, 3], 2);
    expect(order.toSorted()).toEqual([1, 3]);
    expect(ledger.leadingOrder([1, 3], 3)).toEqual(order.toReversed());
  });

  test('is not worth it for a single candidate, or for more than half of those that still run', () => {
    const { ledger } = ledgerOf(four);
    expect([[], [1], [0, 1, 2]].map((leading) => ledger.leadingOrder(leading, 1))).toEqual([[], [], []]);
    ledger.take(0, 0, { type: 'failed', error }, 5);
    expect(ledger.leadingOrder([1, 3], 1)).toEqual([]);
  });

  test('counts among the trials to come', () => {
    const { ledger, events } = ledgerOf(four);
    const cell = ledger.next(1);
    if (cell === null) throw new Error('The cell has ended.');
    ledger.addRound([1, 3]);
    ledger.progress(cell, { round: 1, isLeading: true }, 'running');
    // Eight rounds of four cells and of the A/A control, and two trials more.
    expect(events.at(-1)).toMatchObject({
      type: 'progress',
      progress: { round: 1, rounds: 6, isLeading: true, totalTrials: 8 * 5 + 2 },
    });
  });
});

describe('the A/A control', () => {
  const control = { dataset: 0, candidate: 0, isControl: true };

  test('is the last cell of a run that gives verdicts', () => {
    const { ledger } = ledgerOf(planOf('standard', candidate('npy')));
    expect(ledger.next(1)).toEqual(control);
    for (let trial = 0; trial < 4; trial += 1) {
      expect(ledger.needsSecondDecoders(control)).toBe(false);
      ledger.take(0, trial, done(), 5);
    }
    expect(ledgerOf(planOf('sizes', candidate('npy'))).ledger.next(1)).toBeNull();
  });

  test('is not chosen for the first figure', () => {
    const { ledger } = ledgerOf(planOf('standard', candidate('npy')));
    expect(ledger.order(0)[0]).toBe(0);
  });

  test('becomes the noise floor, beside the cell that it repeats', () => {
    const { ledger } = ledgerOf(planOf('standard', candidate('npy')));
    ledger.take(0, 0, done(900, 1), 5);
    ledger.take(1, 0, { type: 'discarded' }, 5);
    ledger.take(1, 0, done(900, 2), 5);
    const result = finish(ledger);
    expect(result.noiseFloor).toEqual({
      candidate: 0,
      dataset: 0,
      operation: 'encode',
      a: [samples(1)],
      b: [samples(2)],
    });
    expect(result.cells).toMatchObject([{ discardedRounds: 0 }]);
  });

  test.each([
    [{ type: 'failed', error }, 'The noise floor could not be measured: It broke.'],
    [
      { type: 'timedOut', stage: 'encode', limitMs: 7 },
      'The noise floor could not be measured: the second arm exceeded its time limit.',
    ],
    [
      { type: 'done', result: { status: 'unsupported', reason: '' } },
      'The noise floor could not be measured: the second arm is unsupported.',
    ],
  ] as const)('that did not work out (%o) is said, and does not go on', (outcome, warning) => {
    const { ledger, warnings } = ledgerOf(planOf('standard', candidate('npy')));
    ledger.take(0, 0, done(), 5);
    ledger.take(1, 0, outcome, 5);
    expect(ledger.next(1)).toBeNull();
    expect(finish(ledger).noiseFloor).toBeNull();
    expect(warnings()).toEqual([warning]);
  });

  test('is nothing without the cell that it repeats', () => {
    const { ledger } = ledgerOf(planOf('standard', candidate('npy')));
    ledger.take(0, 0, { type: 'failed', error }, 5);
    ledger.take(1, 0, done(), 5);
    expect(finish(ledger).noiseFloor).toBeNull();
  });
});

describe('the end', () => {
  test('has the drift kernel’s first and last times, and warns of drift', () => {
    const { ledger, warnings } = ledgerOf(planOf('sizes', candidate('npy')));
    ledger.drift(0, 10, 10);
    ledger.drift(1, 10, 30);
    expect(finish(ledger).environment).toMatchObject({ kernelMsBefore: 10, kernelMsAfter: 30 });
    expect(warnings()).toHaveLength(1);
  });

  test('is a result that its own schema accepts', () => {
    const { ledger } = ledgerOf(planOf('sizes', candidate('npy'), candidate('hashdbm')));
    ledger.take(0, 0, done(), 5);
    expect(() => parseWithSchema(runResultSchema, finish(ledger), 'result')).not.toThrow();
  });
});
