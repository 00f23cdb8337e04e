import { expect, test } from 'vitest';
import { telling } from '../../../workers/model/testing/telling';
import type { Registry } from '../../figures/candidate-names';
import { resultRows } from '../../figures/rows';
import { candidate, type MadeRun, makeRun, measuredOperation } from '../testing/test-results';
import { operationsOnAxes } from './use-comparison';
import { pairVerdicts, verdictMargin } from './pair-verdicts';

const registry: Registry = { formats: new Map(), codecs: new Map() };
const rowsOf = (made: MadeRun) => resultRows(makeRun(made), false, registry);
const run = (encodeMs: readonly number[], more: Partial<MadeRun> = {}) =>
  rowsOf({
    cells: encodeMs.map((encode, index) => ({
      candidate: candidate(`f${index}`),
      sizeBytes: 1_000_000 * (index + 1),
      ms: { encode },
    })),
    jitter: 0.02,
    ...more,
  });
const options = { operation: 'encode', seed: 7, margin: 0.03 } as const;

test('each candidate in both runs gets a factor of the compared run, with its interval and verdict', () => {
  const pairs = pairVerdicts(run([10, 10, 10]), run([20, 5, 10.05]), options);
  expect(pairs.map(({ time }) => time.status === 'compared' && time.verdict)).toEqual([
    'slower',
    'faster',
    'noClearDifference',
  ]);
  for (const { time, sizeFactor } of pairs) {
    if (time.status === 'none' || time.interval === null) throw new Error('It was compared.');
    expect(time.factor).toBeCloseTo(time.comparedMs / time.shownMs, 12);
    expect(time.interval.low).toBeLessThanOrEqual(time.factor);
    expect(time.interval.high).toBeGreaterThanOrEqual(time.factor);
    expect(sizeFactor).toBe(1);
  }
});

test('what a candidate loses in either run is said', () => {
  const losing = (loss: readonly string[]) =>
    rowsOf({ cells: [{ candidate: candidate('f0'), ms: { encode: 1 }, loss: [...loss] }] });
  const losses = (shown: readonly string[], compared: readonly string[]) =>
    pairVerdicts(losing(shown), losing(compared), options)[0]?.losses;
  expect(losses([], [])).toBeNull();
  expect(losses(['Time zones: none.'], ['Time zones: none.'])).toMatch(telling('time zones'));
  expect(losses(['Time zones: none.'], [])).toMatch(telling('time zones'));
  expect(losses(['Time zones: none.'], [])).not.toEqual(losses([], ['Time zones: none.']));
  expect(losses(['Time zones: none.'], ['NaN: none.'])).toMatch(telling('time zones', 'NaN'));
});

test('a larger margin, as of a noisy machine, takes a verdict back', () => {
  const verdicts = (margin: number) =>
    pairVerdicts(run([10]), run([11]), { ...options, margin }).map(
      ({ time }) => time.status === 'compared' && time.verdict,
    );
  expect(verdicts(0.03)).toEqual(['slower']);
  expect(verdicts(0.2)).toEqual(['noClearDifference']);
});

test('with too few rounds in either run there is no verdict', () => {
  const pairs = pairVerdicts(run([10]), run([20], { rounds: 5 }), options);
  expect(pairs[0]?.time).toMatchObject({ verdict: 'tooFewRounds' });
  expect(pairVerdicts(run([10], { rounds: 2 }), run([20]), options)[0]?.time).toMatchObject({ interval: null });
});

test('a candidate of one run only makes no pair, and an operation without a time says why', () => {
  expect(pairVerdicts(run([10, 20]), run([10]), options)).toHaveLength(1);
  const [pair] = pairVerdicts(run([10]), run([10]), { ...options, operation: 'store' });
  expect(pair?.time).toEqual({ status: 'none', reason: expect.any(String) });
});

test('the margin is 3 %, or the larger noise floor', () => {
  const plain = makeRun({ cells: [{ candidate: candidate('a'), ms: { encode: 1 } }] });
  expect(verdictMargin(plain, plain)).toBe(0.03);
  const arm = (ms: number) => measuredOperation(ms, { rounds: 8, jitter: 0, seed: 1, itemsPerCall: 1 }).rounds;
  const noisy = {
    ...plain,
    noiseFloor: { candidate: 0, dataset: 0, operation: 'encode' as const, a: arm(1.1), b: arm(1) },
  };
  expect(verdictMargin(plain, noisy)).toBeCloseTo(0.1, 9);
});

test('the operations of the table are those of the axes', () => {
  const on = (xField: string, yField: string) =>
    operationsOnAxes({ xField, yField, operation: 'encode' }, ['encode', 'decode', 'lookup']);
  expect(on('throughput', 'ratio')).toEqual(['encode']);
  expect(on('decode.time', 'ratio')).toEqual(['decode']);
  expect(on('encode.throughput', 'decode.throughput')).toEqual(['encode', 'decode']);
  expect(on('time', 'throughput')).toEqual(['encode']);
  expect(on('size', 'ratio')).toEqual(['encode']);
});

test('the margin holds on either side, and the whole interval must clear it', () => {
  // Without jitter the interval is the factor itself.
  const verdictAt = (comparedMs: number) =>
    pairVerdicts(run([10], { jitter: 0 }), run([comparedMs], { jitter: 0 }), options).map(
      ({ time }) => time.status === 'compared' && time.verdict,
    )[0];
  expect([9.69, 9.71, 9.99].map(verdictAt)).toEqual(['faster', 'noClearDifference', 'noClearDifference']);
  expect([10.31, 10.29, 10.01].map(verdictAt)).toEqual(['slower', 'noClearDifference', 'noClearDifference']);
});

test('with few rounds in either run the factor has the range of the rounds', () => {
  const roundCounts = [
    [8, 8],
    [8, 5],
    [5, 8],
    [8, 2],
  ] as const;
  const kindOf = ([shown, compared]: readonly [number, number]) => {
    const { time } = pairVerdicts(run([10], { rounds: shown }), run([20], { rounds: compared }), options)[0] ?? {};
    return time?.status === 'compared' ? (time.interval?.kind ?? null) : undefined;
  };
  expect(roundCounts.map(kindOf)).toEqual(['interval95', 'roundsRange', 'roundsRange', null]);
});

test('a candidate that loses in one run only has a word for the other', () => {
  const losing = (...loss: readonly string[]) =>
    rowsOf({ cells: [{ candidate: candidate('f0'), ms: { encode: 1 }, loss }] });
  const [both, own, theirs] = [
    pairVerdicts(losing('NaN: none.'), losing('NaN: none.'), options),
    pairVerdicts(losing('NaN: none.'), losing(), options),
    pairVerdicts(losing(), losing('NaN: none.'), options),
  ].map(([pair]) => pair?.losses ?? '');
  expect([both, own, theirs].map((text) => text?.indexOf('nothing'))).toEqual([
    -1,
    expect.any(Number),
    expect.any(Number),
  ]);
  expect(own?.indexOf('nothing')).toBeGreaterThan(own?.indexOf('NaN') ?? 0);
  expect(theirs?.indexOf('nothing')).toBeLessThan(theirs?.indexOf('NaN') ?? 0);
  expect(theirs?.indexOf('nothing')).toBeGreaterThan(0);
});

test('sizes are compared where both runs wrote a file that has bytes', () => {
  const sized = (sizeBytes: number | null) =>
    rowsOf({ cells: [{ candidate: candidate('f0'), sizeBytes, ms: { encode: 1 } }] });
  const factor = (shown: number | null, compared: number | null) =>
    pairVerdicts(sized(shown), sized(compared), options)[0]?.sizeFactor;
  expect([factor(200, 300), factor(200, 0), factor(0, 200)]).toEqual([1.5, 0, null]);
  expect([factor(null, 300), factor(300, null)]).toEqual([null, null]);
});

test('a time that one run lacks, or that the timer can’t resolve, is not compared', () => {
  const timed = (encode?: number) =>
    rowsOf({ cells: [{ candidate: candidate('f0'), ms: encode === undefined ? {} : { encode } }] });
  const reasonOf = (shown: ReturnType<typeof timed>, compared: ReturnType<typeof timed>) => {
    const { time } = pairVerdicts(shown, compared, options)[0] ?? {};
    return time?.status === 'none' ? time.reason : null;
  };
  const [missing, fast, plain] = [timed(), timed(1e-9), timed(1)];
  expect(reasonOf(missing, plain)).toMatch(telling('this run'));
  expect(reasonOf(plain, missing)).toMatch(telling('compared run'));
  expect([reasonOf(fast, plain), reasonOf(plain, fast)]).toEqual(
    Array(2).fill(expect.stringMatching(telling('timer'))),
  );
  expect(reasonOf(plain, plain)).toBeNull();
});
