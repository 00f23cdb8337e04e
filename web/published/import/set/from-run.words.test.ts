import { expect, test } from 'vitest';
import { candidate, codec, type MadeRun, makeRun } from '../../../results/testing/test-results';
import { setFromRun } from './from-run';
import { planSummary } from './run-words';

const raw = candidate('raw');
const zstd = candidate('raw', codec('zstd', 1, 'native', 'file'));
const clock = { encode: ['encode'], decode: ['decode'], lookup: ['decode'] } as const;
const whole = { candidate: raw, sizeBytes: 1_000_000, ms: { encode: 1, decode: 2, lookup: 0.2 }, clock };

const made = (changes: Partial<MadeRun> = {}) =>
  makeRun({ cells: [whole], operations: ['encode', 'decode', 'lookup'], dataBytes: [1_000_000], ...changes });
const keep = (run: ReturnType<typeof made>) =>
  setFromRun(run, { title: '', importedAt: '2026-11-22T13:00:00.000Z', where: '' });

test('of the repeats and the threads', () => {
  const { provenance } = keep(made({ jitter: 0.05 })).set;
  expect(provenance.repeats).toMatch(
    /^\d+ rounds, each a fresh worker or process, \d+ samples of each time; the fastest sample is given, with the range of the rounds$/,
  );
  expect(provenance.threads).toBe('one worker at a time');
});

test('of the metrics', () => {
  const cells = [whole, { ...whole, candidate: zstd, clock: { ...clock, encode: ['generate', 'encode'] as const } }];
  expect(keep(made({ cells })).set.metrics.map(({ label }) => label)).toEqual([
    'File size',
    'Encode (clock with nothing else)',
    'Encode (clock with generate)',
    'Decode',
    'Look up, look-ups a second',
  ]);
});

test('of the plan', () =>
  expect(planSummary(made())).toMatch(
    /^Vectors by id, 98 vectors; 1 candidate of .+; encode, decode, look up; standard effort$/,
  ));

test('of what is omitted', () => {
  const run = made({
    cells: [
      { ...whole, ms: { ...whole.ms, encode: 0 } },
      { candidate: zstd, status: 'failed' },
    ],
  });
  const datasets = [
    { source: 'ownFile', type: 'csv', fileName: null, fileSizeBytes: 1, sha256: null, columnTypes: null } as const,
  ];
  expect(keep({ ...run, plan: { ...run.plan, datasets } }).remarks).toEqual([
    '1 cell without a figure is omitted; Explore shows the reasons.',
    '1 time below the timer’s resolution is omitted.',
    'The names of the file and of its columns are omitted.',
  ]);
});

test('of what is refused', () => {
  expect(() => keep(made({ cells: [{ candidate: raw, status: 'failed' }] }))).toThrow(
    'No cell of this run has a figure, so there is nothing to keep.',
  );
  const long = candidate('raw', null, { note: 'x'.repeat(1_001) });
  expect(() => keep(made({ cells: [{ ...whole, candidate: long }] }))).toThrow(
    /^Candidate 1, .+, has options of 1,\d{3} characters; a set keeps at most 1,000\.$/,
  );
  const run = made();
  const datasets = run.plan.datasets.map((spec) =>
    spec.source === 'workload' ? { ...spec, knobs: { words: 'x'.repeat(201) } } : spec,
  );
  expect(() => keep({ ...run, plan: { ...run.plan, datasets } })).toThrow(
    /^The option “words” of .+ has more than the 200 characters that a set keeps\.$/,
  );
});
