import { expect, test } from 'vitest';
import type { Operation, Plan } from '../model/plan';
import { toCanonical } from '../model/canonical';
import type { Dataset } from '../model/dataset';
import type { MeasuredTrial, TrialRequest } from '../model/protocol/measure';
import { efforts } from '../model/plan';
import type { RunEvent } from '../model/protocol/coordinator';
import type { RoundSamples } from '../model/result';
import { testEnvironment } from '../model/testing/test-environment';
import { telling } from '../model/testing/telling';
import { formats } from '../registry/metadata';
import { RunLedger } from './run-ledger';
import { sha256Of } from './sha256';
import { fakeClock } from './testing/fake-clock';
import { canonicalFile, type FakeFormat, fakeRegistry } from './testing/fake-registry';
import { measuredTrial } from './testing/measured-trial';
import { readyArray } from './testing/ready-array';
import { runTrial } from './trial';

/** A ledger of one npy candidate, whose cell and A/A control get trials. */
function ledgerOf(operations: readonly Operation[]) {
  const plan: Plan = {
    datasets: [{ source: 'workload', workload: 'array', knobs: {}, size: 100, seed: 1 }],
    candidates: [{ format: 'npy', implementation: 'formatlab', options: {}, codec: null }],
    operations: [...operations],
    effort: 'standard',
    seed: 1,
  };
  const events: RunEvent[] = [];
  const ledger = new RunLedger({ plan, startedAt: '2026-01-02T03:04:05.000Z' }, testEnvironment, { formats }, (event) =>
    events.push(event),
  );
  ledger.dataset(readyArray);
  ledger.begin();
  const take = (cell: number, round: number, result: MeasuredTrial) =>
    ledger.take(cell, round, { type: 'done', result }, 5);
  return {
    ledger,
    take,
    finish: () => ledger.finish('2026-01-02T03:05:00.000Z'),
    warnings: () => events.flatMap((event) => (event.type === 'warning' ? [event.message] : [])),
  };
}

const roundOf = (round: number, ms: number): RoundSamples => ({
  round,
  coldMs: ms,
  warmUpMs: ms,
  warmUpCalls: 1,
  warm: true,
  callsPerSample: 1,
  samplesMs: [ms],
});

/** A trial with these times of its operations. */
function trialOf(round: number, times: Partial<Record<Operation, number>>): MeasuredTrial {
  const base = measuredTrial(roundOf(round, 1));
  const { encode } = base.operations;
  if (encode?.status !== 'measured') throw new Error('It was measured.');
  const operations = Object.fromEntries(
    Object.entries(times).map(([operation, ms]) => [operation, { ...encode, samples: roundOf(round, ms) }]),
  );
  return { ...base, operations };
}

test.each([
  ['encode', { encode: 1.2, decode: 1.1, project: 1.01 }],
  ['decode', { encode: 1.1, decode: 1.2, project: 1.01 }],
  ['project', { encode: 1.1, decode: 1.01, project: 1.2 }],
  ['decode', { encode: 1.1, decode: 0.8, project: 1.01 }],
] as const)('the noise floor is that of the operation that differs most: %s of %o', (operation, control) => {
  const { take, finish } = ledgerOf(['encode', 'decode', 'project']);
  for (const round of [0, 1, 2]) {
    take(0, round, trialOf(round, { encode: 1, decode: 1, project: 1 }));
    take(1, round, trialOf(round, control));
  }
  expect(finish().noiseFloor).toMatchObject({
    operation,
    a: [{ samplesMs: [1] }, { samplesMs: [1] }, { samplesMs: [1] }],
    b: [{ samplesMs: [control[operation]] }, { samplesMs: [control[operation]] }, { samplesMs: [control[operation]] }],
  });
});

test('the noise floor needs both arms of an operation', () => {
  const { take, finish } = ledgerOf(['encode', 'decode']);
  take(0, 0, trialOf(0, { encode: 1, decode: 1 }));
  take(1, 0, trialOf(0, { encode: 1.1 }));
  expect(finish().noiseFloor).toMatchObject({ operation: 'encode' });
});

test('other bytes of the same size in a later round are told once, by round', () => {
  const { take, warnings } = ledgerOf(['encode']);
  const withBytes = (round: number, digit: string) => ({
    ...trialOf(round, { encode: 1 }),
    encodedSha256: digit.repeat(64),
  });
  take(0, 0, withBytes(0, 'a'));
  take(0, 1, withBytes(1, 'a'));
  expect(warnings()).toEqual([]);
  take(0, 2, withBytes(2, 'b'));
  take(0, 3, withBytes(3, 'c'));
  expect(warnings()).toEqual([expect.stringMatching(telling('npy', 'formatlab', 3))]);
});

test('a later round that fails its verification ends the cell, which then shows no speed', () => {
  const { ledger, take, finish } = ledgerOf(['encode']);
  take(0, 0, trialOf(0, { encode: 1 }));
  const error = { tag: 'verificationFailed', stage: 'verify', message: 'Other values.' } as const;
  ledger.take(0, 1, { type: 'failed', error }, 5);
  expect(ledger.next(0)).toBeNull();
  expect(finish().cells).toEqual([{ status: 'failed', dataset: 0, candidate: 0, error }]);
});

const data: Dataset = { kind: 'list', elementType: 'float64', values: [1, 2, 3] };

/** One trial of a format for tests, in which every call takes 1 ms. */
async function trial(format: FakeFormat['session'], verifiedSha256: string | null) {
  const { parts } = toCanonical(data);
  const clock = fakeClock();
  const request: TrialRequest = {
    dataset: new Blob(parts as Uint8Array<ArrayBuffer>[]),
    sha256: await sha256Of(parts),
    dataBytes: 24,
    candidate: { format: 'fake', implementation: 'own', options: {}, codec: null },
    operations: ['encode'],
    round: 1,
    verifiedSha256,
    secondDecoders: false,
    effort: efforts.sizes,
    timerStepMs: 0.005,
    seed: 1,
    scratchName: 'scratch',
  };
  return runTrial(request, {
    registry: fakeRegistry({
      own: {
        session: (context) => ({
          encode: (dataset) => {
            clock.advance(1);
            return canonicalFile(dataset);
          },
          ...format?.(context),
        }),
      },
    }),
    clock,
    onStage: () => undefined,
  });
}

const corrupted = (): Dataset => ({ ...data, values: [1, 2, 4] });

test('a trial that writes the bytes that were verified before decodes them, and does not compare again', async () => {
  let decoded = 0;
  const counting: FakeFormat['session'] = () => ({
    decode: () => {
      decoded += 1;
      return corrupted();
    },
  });
  const verified = await sha256Of([canonicalFile(data)]);
  await expect(trial(counting, verified)).resolves.toMatchObject({ status: 'measured', encodedSha256: verified });
  expect(decoded).toBe(1);
});

test.each([null, 'f'.repeat(64)])('a trial compares bytes that no earlier one has verified (%s)', async (verified) => {
  await expect(trial(() => ({ decode: corrupted }), verified)).rejects.toMatchObject({
    record: { tag: 'verificationFailed', stage: 'verify' },
  });
  await expect(trial(() => ({}), verified)).resolves.toMatchObject({ status: 'measured' });
});
