import { describe, expect, test } from 'vitest';
import { telling } from '../../../workers/model/testing/telling';
import type { ClockScope } from '../../../workers/model/entry';
import type { ClaimSide } from '../../../workers/model/claim';
import type { ClaimVerdict } from '../../../workers/model/claim-verdict';
import type { Operation } from '../../../workers/model/plan';
import type { CellResult, OperationResult, RunResult } from '../../../workers/model/result';
import { intervalOverRounds } from '../../../workers/model/statistics/intervals';
import { median } from '../../../workers/model/statistics/samples';
import type { TestRun } from '../../state/source-test-controller';
import { claimOutcomeOf } from './quotient';
import {
  candidates,
  completed,
  measured,
  neverPublished,
  rounds,
  runOf,
  side,
  sizesRun,
  source,
  timesRun,
} from './testing/made-runs';
import { exampleClaim } from './testing/test-runs';

const sizePlace = (candidate: number, dataset = 0) => ({ workload: 'numbers', quantity: 'size', dataset, candidate });
const timePlace = (candidate: number) => ({ workload: 'numbers', quantity: 'time', dataset: 0, candidate });

describe('a claim about sizes', () => {
  const claim = exampleClaim('size', side(['a']), side(['b']));

  test('is judged by the quotient of the files’ sizes, which has no interval', () =>
    expect(claimOutcomeOf(source, claim, [sizesRun(520, 1_000)])).toEqual({
      claim,
      published: 0.5,
      measured: { ratio: 0.52, low: 0.52, high: 0.52 },
      verdict: 'confirmed',
      reason: null,
      cells: [sizePlace(0), sizePlace(1)],
    }));

  test('that is about more or fewer items than were measured is not judged, and shows its trend', () => {
    const cells = (ratio: number, dataset: number) => [
      completed(0, { sizeBytes: 1_000 * ratio }, dataset),
      completed(1, { sizeBytes: 1_000 }, dataset),
    ];
    const run = runOf('size', [...cells(0.9, 0), ...cells(0.7, 1)], [100, 10]);
    expect(claimOutcomeOf(source, { ...claim, atItems: 126 }, [run])).toEqual({
      claim: { ...claim, atItems: 126 },
      published: 0.5,
      measured: { ratio: 0.9, low: 0.9, high: 0.9 },
      verdict: 'otherSize',
      reason: expect.stringMatching(telling('126 items', '0.900× at 100 items', '0.700× at 10 items')),
      cells: [sizePlace(0), sizePlace(1)],
    });
    expect(claimOutcomeOf(source, { ...claim, atItems: 125 }, [run]).verdict).toBe('sameDirection');
    expect(claimOutcomeOf(source, { ...claim, atItems: 80 }, [run]).verdict).toBe('sameDirection');
    const ofOne = runOf('size', cells(0.9, 0), [100]);
    expect(claimOutcomeOf(source, { ...claim, atItems: 79 }, [ofOne]).reason).toMatch(
      telling('79 items', '0.900× at 100 items'),
    );
  });

  test('takes the smallest file of several systems', () => {
    const several = exampleClaim('size', side(['a', 'c']), side(['b', 'd']));
    const { measured, cells } = claimOutcomeOf(source, several, [sizesRun(900, 800, 300, 600)]);
    expect(measured).toEqual({ ratio: 0.5, low: 0.5, high: 0.5 });
    expect(cells).toEqual([sizePlace(0), sizePlace(2), sizePlace(1), sizePlace(3)]);
  });

  test('takes the size of another off each side that asks for it, and tells a cell once', () => {
    const ofLess = exampleClaim('size', side(['a'], { less: 'c' }), side(['b']));
    expect(claimOutcomeOf(source, ofLess, [sizesRun(900, 1_200, 300)]).measured?.ratio).toBe(0.5);
    const thanLess = exampleClaim('size', side(['a']), side(['b'], { less: 'c' }));
    expect(claimOutcomeOf(source, thanLess, [sizesRun(450, 1_200, 300)]).measured?.ratio).toBe(0.5);
    const bothLess = exampleClaim('size', side(['a'], { less: 'c' }), side(['b'], { less: 'c' }));
    const { measured, cells } = claimOutcomeOf(source, bothLess, [sizesRun(900, 1_500, 300)]);
    expect(measured?.ratio).toBe(0.5);
    expect(cells).toEqual([sizePlace(0), sizePlace(2), sizePlace(1)]);
  });

  test('tells the cells of two datasets apart', () => {
    const growth = exampleClaim('size', side(['a']), side(['a'], { sizeShare: 0.1 }));
    const run = runOf('size', [completed(0, { sizeBytes: 500 }), completed(0, { sizeBytes: 250 }, 1)], [100, 10]);
    const { measured, cells } = claimOutcomeOf(source, growth, [run]);
    expect(measured?.ratio).toBe(2);
    expect(cells).toEqual([sizePlace(0), sizePlace(0, 1)]);
  });

  test('tells the cells of two workloads apart', () => {
    const across = exampleClaim('size', side(['a']), side(['a'], { workload: 'other' }));
    const { measured, cells } = claimOutcomeOf(source, across, [
      sizesRun(400),
      { ...sizesRun(800), workload: 'other' },
    ]);
    expect(measured?.ratio).toBe(0.5);
    expect(cells).toEqual([sizePlace(0), { ...sizePlace(0), workload: 'other' }]);
  });

  test('counts a sample as the whole that it stands for', () => {
    const sample = { items: 10, dataBytes: 800, fixedBytes: 100 };
    const run = runOf('size', [completed(0, { sizeBytes: 140, sample }), completed(1, { sizeBytes: 1_000 })]);
    // 100 bytes that stay, and 40 for a tenth of the data.
    expect(claimOutcomeOf(source, claim, [run]).measured?.ratio).toBe(0.5);
  });

  test.each([
    ['nothing is left of the first', [300, 1_000, 300]],
    ['less than nothing is left of the first', [200, 1_000, 300]],
  ])('is not decided where %s', (_what, sizesBytes) => {
    const less = exampleClaim('size', side(['a'], { less: 'c' }), side(['b']));
    expect(claimOutcomeOf(source, less, [sizesRun(...sizesBytes)])).toEqual({
      claim: less,
      published: 0.5,
      measured: null,
      verdict: 'inconclusive',
      reason: expect.any(String),
      cells: [sizePlace(0), sizePlace(2), sizePlace(1)],
    });
  });

  test('is not decided where nothing is left of the second', () => {
    const less = exampleClaim('size', side(['a']), side(['b'], { less: 'c' }));
    expect(claimOutcomeOf(source, less, [sizesRun(300, 300, 300)])).toMatchObject({
      measured: null,
      verdict: 'inconclusive',
      reason: expect.any(String),
    });
  });

  test('is not testable where one of the two makes no file', () =>
    expect(claimOutcomeOf(source, claim, [sizesRun(300, null)])).toEqual({
      claim,
      published: 0.5,
      measured: null,
      verdict: 'notTestable',
      reason: expect.any(String),
      cells: [],
    }));

  test('is not testable by a run about times, nor by one on another workload', () => {
    const notMeasured = { verdict: 'notMeasured', measured: null, cells: [] };
    expect(claimOutcomeOf(source, claim, [{ ...sizesRun(1, 2), quantity: 'time' }])).toMatchObject(notMeasured);
    expect(claimOutcomeOf(source, claim, [{ ...sizesRun(1, 2), workload: 'other' }])).toMatchObject(notMeasured);
  });
});

describe('a claim about times', () => {
  const claim = exampleClaim('time', side(['a']), side(['b']));
  const outcome = (of: readonly number[], than: readonly number[]) =>
    claimOutcomeOf(source, claim, [timesRun({ encode: measured(of) }, { encode: measured(than) })]);

  test('is judged by the quotient of the best samples', () =>
    expect(outcome(rounds(10), rounds(20))).toEqual({
      claim,
      published: 0.5,
      measured: { ratio: 0.5, low: 0.5, high: 0.5 },
      verdict: 'confirmed',
      reason: null,
      cells: [timePlace(0), timePlace(1)],
    }));

  test('takes the medians over the rounds, and the interval of the plan’s seed', () => {
    const [of, than] = [
      [10.1, 11.4, 15.7, 9.2, 10.3, 12.8, 14.5, 13.6],
      [20.3, 24.6, 21.1, 28.9, 20.7, 19.2, 26.8, 22.5],
    ];
    const quotient = (pairs: readonly (readonly [number, number])[]) =>
      median(pairs.map(([ms]) => ms)) / median(pairs.map(([, ms]) => ms));
    const pairs = of.map((ms, index) => [ms, than[index] ?? 0] as const);
    const interval = intervalOverRounds(pairs, quotient, 3);
    expect(interval).not.toEqual(intervalOverRounds(pairs, quotient, 1));
    expect(outcome(of, than).measured).toEqual({
      ratio: (11.4 + 12.8) / (21.1 + 22.5),
      low: interval?.low,
      high: interval?.high,
    });
  });

  test('needs six rounds', () => {
    expect(outcome(rounds(10, 6), rounds(20, 6)).verdict).toBe('confirmed');
    expect(outcome(rounds(10, 5), rounds(20, 6))).toEqual({
      claim,
      published: 0.5,
      measured: null,
      verdict: 'inconclusive',
      reason: expect.stringMatching(telling(5, 6)),
      cells: [timePlace(0), timePlace(1)],
    });
  });

  test('counts only the rounds that both have', () => {
    const run = timesRun({ encode: measured(rounds(10)) }, { encode: measured(rounds(20), 1, 3) });
    expect(claimOutcomeOf(source, claim, [run]).reason).toMatch(telling(5, 6));
  });

  test('adds up the operations of each round', () => {
    const operations: Operation[] = ['encode', 'decode'];
    const both = exampleClaim('time', side(['a'], { operations }), side(['b'], { operations }));
    const run = timesRun(
      { encode: measured(rounds(4)), decode: measured(rounds(6, 9)) },
      { encode: measured(rounds(5)), decode: measured(rounds(15)) },
    );
    expect(claimOutcomeOf(source, both, [run]).measured).toEqual({ ratio: 0.5, low: 0.5, high: 0.5 });
  });

  test('does not count a round that only the second operation has', () => {
    const operations: Operation[] = ['encode', 'decode'];
    const both = exampleClaim('time', side(['a'], { operations }), side(['b'], { operations }));
    const times = { encode: measured(rounds(4, 5)), decode: measured(rounds(6)) };
    expect(claimOutcomeOf(source, both, [timesRun(times, times)]).reason).toMatch(telling(5, 6));
  });

  test('takes the fastest of several systems in each round, of the rounds that all of them have', () => {
    const several = exampleClaim('time', side(['a', 'c']), side(['b']));
    const run = (roundCount: number) =>
      timesRun(
        { encode: measured([10, 10, 10, 99, 99, 99, 99]) },
        { encode: measured(rounds(20, 7)) },
        { encode: measured([99, 99, 99, 10, 10, 10, 10].slice(0, roundCount)) },
      );
    expect(claimOutcomeOf(source, several, [run(6)]).measured).toEqual({ ratio: 0.5, low: 0.5, high: 0.5 });
    expect(claimOutcomeOf(source, several, [run(5)]).reason).toMatch(telling(5, 6));
  });

  test('takes the time of another off in each round, of the rounds that it has', () => {
    const less = exampleClaim('time', side(['a'], { less: 'c' }), side(['b']));
    const run = (roundCount: number) =>
      timesRun(
        { encode: measured([11, 12, 13, 14, 15, 16, 17]) },
        { encode: measured(rounds(20, 7)) },
        { encode: measured([1, 2, 3, 4, 5, 6, 7].slice(0, roundCount)) },
      );
    const { measured: quotient, cells } = claimOutcomeOf(source, less, [run(6)]);
    expect(quotient).toEqual({ ratio: 0.5, low: 0.5, high: 0.5 });
    expect(cells).toEqual([timePlace(0), timePlace(2), timePlace(1)]);
    expect(claimOutcomeOf(source, less, [run(5)]).reason).toMatch(telling(5, 6));
  });

  test.each(['lookup', 'warmLookup'] as const)('counts the time of one look-up: %s', (operation) => {
    const lookups = exampleClaim(
      'time',
      side(['a'], { operations: [operation] }),
      side(['b'], { operations: [operation] }),
    );
    const sample = { items: 50, dataBytes: 4_000, fixedBytes: 0 };
    const run = runOf('time', [
      completed(0, { operations: { [operation]: measured(rounds(100), 100) }, sample }),
      completed(1, { operations: { [operation]: measured(rounds(20), 10) } }),
    ]);
    expect(claimOutcomeOf(source, lookups, [run]).measured).toEqual({ ratio: 0.5, low: 0.5, high: 0.5 });
  });

  test('counts the time of a sample as that of the whole, but for a sample of nothing', () => {
    const of = { encode: measured(rounds(10)) };
    const than = { encode: measured(rounds(80)) };
    const run = (dataBytes: number) =>
      runOf('time', [
        completed(0, { operations: of, sample: { items: 25, dataBytes, fixedBytes: 0 } }),
        completed(1, { operations: than }),
      ]);
    expect(claimOutcomeOf(source, claim, [run(2_000)]).measured?.ratio).toBe(0.5);
    expect(claimOutcomeOf(source, claim, [run(0)]).measured?.ratio).toBe(0.125);
  });

  test.each([
    ['nothing is left of the first', rounds(5), rounds(5)],
    ['less than nothing is left of the first', rounds(5), rounds(6)],
  ])('is not decided where %s', (_what, of, off) => {
    const less = exampleClaim('time', side(['a'], { less: 'c' }), side(['b']));
    const run = timesRun({ encode: measured(of) }, { encode: measured(rounds(20)) }, { encode: measured(off) });
    expect(claimOutcomeOf(source, less, [run])).toMatchObject({
      measured: null,
      verdict: 'inconclusive',
      reason: expect.any(String),
    });
  });

  test('is not decided where nothing is left of the second', () =>
    expect(outcome(rounds(10), rounds(0))).toMatchObject({
      measured: null,
      verdict: 'inconclusive',
      reason: expect.any(String),
    }));

  test('is not decided where the interval reaches to nothing, of either', () => {
    const { reason, ...others } = outcome([10, 10, 10, 10, 0, 0, 0], rounds(20, 7));
    expect(others).toMatchObject({ measured: null, verdict: 'inconclusive' });
    // The quotient itself is no reason here.
    expect(reason).not.toBe(outcome(rounds(10), rounds(0)).reason);
    expect(outcome(rounds(10, 7), [20, 20, 20, 20, 0, 0, 0])).toMatchObject({ verdict: 'inconclusive', reason });
  });

  test('is not decided where the interval reaches over an edge of what confirms', () =>
    expect(outcome([10, 10, 10, 10, 60, 60, 60], rounds(20, 7))).toMatchObject({
      measured: { ratio: 0.5, low: 0.5, high: 3 },
      verdict: 'inconclusive',
      reason: expect.any(String),
    }));

  test.each([
    ['was not asked for', undefined, expect.any(String)],
    ['is not supported', { status: 'unsupported', reason: 'It has no columns.' } as const, 'It has no columns.'],
    [
      'failed',
      { status: 'failed', error: { tag: 'encodeFailed', stage: 'encode', message: 'No.' } } as const,
      expect.any(String),
    ],
  ])('is not testable where its operation %s', (_what, encode, reason) => {
    const run = timesRun({ encode: measured(rounds(10)) }, encode === undefined ? {} : { encode });
    expect(claimOutcomeOf(source, claim, [run])).toEqual({
      claim,
      published: 0.5,
      measured: null,
      verdict: 'notTestable',
      reason,
      cells: [],
    });
  });
});

describe('a claim that names what the run has not', () => {
  const claim = exampleClaim('time', side(['a']), side(['b']));
  const run = timesRun({ encode: measured(rounds(10)) }, { encode: measured(rounds(20)) });
  const clockOf = (writeTime: readonly ClockScope[] | null, less: readonly ClockScope[] = ['encode']) => ({
    ...source,
    systems: source.systems.map((each) => ({
      ...each,
      clock: { ...each.clock, writeTime: each.id === 'a' ? writeTime && [...writeTime] : [...less] },
    })),
  });

  test.each([
    [['generate', 'encode'] as const, telling('0.500×')],
    [['read', 'encode', 'write'] as const, telling('0.500×')],
    [null, telling('“System a”', '0.500×')],
  ])('is not judged by another clock: %j', (clock, reason) =>
    expect(claimOutcomeOf(clockOf(clock), claim, [run])).toMatchObject({
      measured: { ratio: 0.5 },
      verdict: 'otherClock',
      reason: expect.stringMatching(reason),
    }),
  );

  test('is not judged where the clock here ran over more', () => {
    const stored = { ...measured(rounds(10)), clock: ['encode', 'write'] } as OperationResult;
    expect(claimOutcomeOf(source, claim, [timesRun({ encode: stored }, { encode: stored })])).toMatchObject({
      verdict: 'otherClock',
      reason: expect.stringMatching(telling('1.00×')),
    });
  });

  test('is judged where converting and allocating are all that differs, or other work is taken off', () => {
    expect(claimOutcomeOf(clockOf(['convert', 'allocate', 'encode']), claim, [run]).verdict).toBe('confirmed');
    const work = ['read', 'encode', 'write'] as const;
    const less = exampleClaim('time', side(['a'], { less: 'c' }), side(['b'], { less: 'c' }));
    const three = timesRun(
      { encode: measured(rounds(20)) },
      { encode: measured(rounds(30)) },
      { encode: measured(rounds(10)) },
    );
    expect(claimOutcomeOf(clockOf(work, work), less, [three]).verdict).toBe('confirmed');
  });

  test('is judged on the machine that the run’s maker names, and on no other', () => {
    const ofMachine = { ...claim, machine: 'Xeon Gold 5218' };
    const on = (machineLabel: string | null): TestRun => ({
      ...run,
      result: { ...run.result, environment: { ...run.result.environment, machineLabel } },
    });
    expect(claimOutcomeOf(source, ofMachine, [on('Intel XEON Gold 5218, 188 GB')]).verdict).toBe('confirmed');
    for (const other of [null, 'Laptop'])
      expect(claimOutcomeOf(source, ofMachine, [on(other)])).toMatchObject({
        verdict: 'otherMachine',
        reason: expect.stringMatching(telling('Xeon Gold 5218', '0.500×')),
      });
  });
});

test('a round counts where it has all operations of a claim', () => {
  const both = exampleClaim('time', side(['a'], { operations: ['encode', 'decode'] }), side(['b']));
  const cells = [
    { encode: measured(rounds(10, 8)), decode: measured(rounds(10, 6)) },
    { encode: measured(rounds(20, 8)) },
  ];
  expect(claimOutcomeOf(source, both, [timesRun(...cells)]).measured?.ratio).toBe(1);
  const fewer = [{ ...cells[0], decode: measured(rounds(10, 5)) }, { encode: measured(rounds(20, 8)) }];
  expect(claimOutcomeOf(source, both, [timesRun(...fewer)]).reason).toMatch(telling(5, 6));
});

describe('a claim is not testable or not measured yet, and says why', () => {
  const reasonOf = (of: ClaimSide, runs: readonly TestRun[], expected: ClaimVerdict = 'notTestable') => {
    const {
      verdict,
      measured: quotient,
      reason,
      cells,
    } = claimOutcomeOf(source, exampleClaim('size', of, side(['b'])), runs);
    expect([verdict, quotient, cells]).toEqual([expected, null, []]);
    return reason;
  };

  test.each([
    ['gone', telling('“System gone”', neverPublished)],
    ['gone-with-stop', telling('“System gone-with-stop”', neverPublished)],
    ['gone-silently', /^“System gone-silently”[^:]+$/],
    ['unknown', /^“System unknown”[^:]+$/],
    ['unheard-of', /^“unheard-of”[^:]+$/],
  ])('where the system can’t run here: %s', (id, facts) => {
    const reason = reasonOf(side([id]), [sizesRun(1, 2)]);
    expect(reason).toMatch(facts);
    expect(reason).toMatch(/[^.]\.$/);
  });

  test('where the run has no such candidate, or no data of the size', () => {
    const run = sizesRun(1, 2);
    const withoutFirst = { ...run.result, plan: { ...run.result.plan, candidates: candidates.slice(1) } };
    expect(reasonOf(side(['a']), [{ ...run, result: withoutFirst }])).toMatch(telling('“System a”'));
    expect(reasonOf(side(['a'], { sizeShare: 0.5 }), [run])).toMatch(telling('“System a”'));
  });

  test('where the run is of a file', () => {
    const run = sizesRun(1, 2);
    const ownFile = {
      source: 'ownFile',
      type: 'csv',
      fileName: null,
      fileSizeBytes: 10,
      sha256: null,
      columnTypes: null,
    } as const;
    const result = { ...run.result, plan: { ...run.result.plan, datasets: [ownFile] } };
    expect(reasonOf(side(['a']), [{ ...run, result }])).toMatch(telling('“System a”'));
  });

  test('where its data could not be made', () => {
    const run = sizesRun(1, 2);
    const error = { tag: 'internal', stage: 'generate', message: 'No.' } as const;
    const datasets = [{ status: 'failed' as const, error }];
    expect(reasonOf(side(['a']), [{ ...run, result: { ...run.result, datasets } }])).toEqual(
      expect.not.stringContaining('System a'),
    );
  });

  test('where its data are not made yet', () => {
    const run = sizesRun(1, 2);
    for (const datasets of [[], [{ status: 'pending' as const }]])
      expect(reasonOf(side(['a']), [{ ...run, result: { ...run.result, datasets } }], 'notMeasured')).toEqual(
        expect.not.stringContaining('System a'),
      );
  });

  test.each<[string, CellResult | null, ...string[]]>([
    ['is still to come', null],
    ['is of another dataset', { status: 'cancelled', dataset: 1, candidate: 0 }],
    [
      'failed',
      {
        status: 'failed',
        dataset: 0,
        candidate: 0,
        error: { tag: 'encodeFailed', stage: 'encode', message: 'It broke.' },
      },
      'It broke.',
    ],
    [
      'is not supported',
      { status: 'unsupported', dataset: 0, candidate: 0, reason: 'It holds no numbers.' },
      'It holds no numbers.',
    ],
    ['was stopped', { status: 'cancelled', dataset: 0, candidate: 0 }],
    ['took too long', { status: 'timedOut', dataset: 0, candidate: 0, stage: 'encode', limitMs: 60_400 }, '60 s'],
  ])('where the cell %s', (_what, cell, ...facts) =>
    expect(
      reasonOf(
        side(['a']),
        [runOf('size', [...(cell === null ? [] : [cell]), completed(1, {})])],
        cell === null || cell.status === 'cancelled' ? 'notMeasured' : 'notTestable',
      ),
    ).toMatch(telling('“System a”', ...facts)),
  );
});

test('what fails for another reason is no verdict', () => {
  const run: TestRun = {
    workload: 'numbers',
    quantity: 'size',
    get result(): RunResult {
      throw new RangeError('The run is broken.');
    },
  };
  expect(() => claimOutcomeOf(source, exampleClaim('size', side(['a']), side(['b'])), [run])).toThrow(
    'The run is broken.',
  );
});
