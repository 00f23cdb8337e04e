import { expect, test } from 'vitest';
import type { TrialResult } from '../model/protocol/measure';
import type { CompletedCell, RoundSamples } from '../model/result';
import { mergeTrial, userFileResult } from './merge-trial';

type Trial = Extract<TrialResult, { status: 'measured' }>;
type Operations = Trial['operations'];

const samples = (ms: number): RoundSamples => ({ ms: [ms] }) as unknown as RoundSamples;
const measured = (ms: number) =>
  ({ status: 'measured', detail: `of ${ms}`, samples: samples(ms) }) as unknown as NonNullable<Operations['encode']>;
const failed = { status: 'failed', reason: 'It failed.' } as unknown as NonNullable<Operations['encode']>;

const trial = (changes: Partial<Trial> = {}): Trial => ({
  status: 'measured',
  sizeBytes: 100,
  encodedSha256: 'a'.repeat(64),
  verification: { verifiedBy: 'self', reason: null, loss: [], rejectedBy: [] },
  operations: { encode: measured(1) },
  setUpMs: 5,
  wasmPeakBytes: null,
  sink: 0,
  ...changes,
});
const place = { dataset: 1, candidate: 2, discardedRounds: 3, secondDecoders: false };
const first = (changes: Partial<Trial> = {}): CompletedCell => mergeTrial(null, trial(changes), place);

test('the first trial makes the cell', () =>
  expect(first({ operations: { encode: measured(1), decode: failed } })).toEqual({
    status: 'completed',
    dataset: 1,
    candidate: 2,
    sizeBytes: 100,
    encodedSha256: 'a'.repeat(64),
    verification: { verifiedBy: 'self', reason: null, loss: [], rejectedBy: [] },
    operations: {
      encode: { status: 'measured', detail: 'of 1', rounds: [samples(1)] },
      decode: { status: 'failed', reason: 'It failed.' },
    },
    setUpMs: 5,
    wasmPeakBytes: null,
    discardedRounds: 3,
  }));

test('the verification is that of the trial that asked second decoders, with what was counted before', () => {
  const own = { verifiedBy: 'self', reason: 'Nobody was asked yet.', loss: ['order'], rejectedBy: [] };
  const others = { verifiedBy: 'pyarrow', reason: null, loss: ['order'], rejectedBy: [] };
  const changedValues = { changed: 1, total: 9 };
  let cell = first({ verification: { ...own, changedValues } });
  cell = mergeTrial(cell, trial({ verification: own }), place);
  expect(cell.verification).toEqual({ ...own, changedValues });
  cell = mergeTrial(cell, trial({ verification: others }), { ...place, secondDecoders: true });
  cell = mergeTrial(cell, trial({ verification: own }), place);
  expect(cell.verification).toEqual({ ...others, changedValues });
});

test('the parts of a sample are those of the first trial', () => {
  const parts = { partsBytes: [10, 12], brokenBytes: 25, wholeBytes: { low: 90, likely: 100, high: 110 } };
  const cell = first(parts);
  expect(cell).toMatchObject(parts);
  expect(mergeTrial(cell, trial(), place)).toMatchObject(parts);
  expect(Object.keys(first())).not.toContain('partsBytes');
});

test('counts and a sample are kept where a trial has them', () => {
  const sample = { items: 5, dataBytes: 50 } as unknown as NonNullable<Trial['sample']>;
  expect(first({ counts: { records: 9 }, sample })).toMatchObject({ counts: { records: 9 }, sample });
  expect(Object.keys(first())).not.toContain('counts');
  expect(Object.keys(first())).not.toContain('sample');
});

test('another trial adds its rounds, and the first one’s size and verification stay', () => {
  const merged = mergeTrial(
    first(),
    trial({ sizeBytes: 7, encodedSha256: 'b'.repeat(64), operations: { encode: measured(2), load: measured(3) } }),
    { ...place, discardedRounds: 4 },
  );
  expect(merged).toMatchObject({
    sizeBytes: 100,
    encodedSha256: 'a'.repeat(64),
    discardedRounds: 4,
    operations: {
      encode: { status: 'measured', detail: 'of 1', rounds: [samples(1), samples(2)] },
      load: { status: 'measured', detail: 'of 3', rounds: [samples(3)] },
    },
  });
});

test('an operation that failed once stays failed', () => {
  const failedFirst = mergeTrial(first({ operations: { encode: failed } }), trial(), place);
  const failedLater = mergeTrial(first(), trial({ operations: { encode: failed } }), place);
  expect([failedFirst.operations.encode, failedLater.operations.encode]).toEqual([failed, failed]);
});

test.each([
  [null, null, null],
  [7, null, 7],
  [null, 8, 8],
  [9, 8, 9],
  [8, 9, 9],
])('of WASM peaks %s and %s the cell has %s', (before, after, wanted) =>
  expect(mergeTrial(first({ wasmPeakBytes: before }), trial({ wasmPeakBytes: after }), place).wasmPeakBytes).toBe(
    wanted,
  ),
);

test('the shortest set-up is kept', () => {
  expect(mergeTrial(first({ setUpMs: 5 }), trial({ setUpMs: 4 }), place).setUpMs).toBe(4);
  expect(mergeTrial(first({ setUpMs: 3 }), trial({ setUpMs: 4 }), place).setUpMs).toBe(3);
});

test('of the user’s file, those parts are kept that a trial read, with the rounds of all trials', () => {
  const of = (operations: Operations) => ({ type: 'done' as const, result: trial({ operations }) });
  const once = userFileResult(undefined, 'CSV', of({ decode: measured(1), lookup: measured(2) }));
  expect(once.parts).toEqual({ lookup: { status: 'measured', detail: 'of 2', rounds: [samples(2)] } });
  const twice = userFileResult(once, 'CSV', of({ decode: measured(3), project: measured(4) }));
  expect(twice).toEqual({
    reader: 'CSV',
    result: { status: 'measured', detail: 'of 1', rounds: [samples(1), samples(3)] },
    parts: {
      project: { status: 'measured', detail: 'of 4', rounds: [samples(4)] },
      lookup: { status: 'measured', detail: 'of 2', rounds: [samples(2)] },
    },
  });
});
