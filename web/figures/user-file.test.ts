import { expect, test } from 'vitest';
import type { FileDecode, OperationResult } from '../../workers/model/result';
import { telling } from '../../workers/model/testing/telling';
import { userFileOf } from './user-file';
import { candidate, makeRun } from '../results/testing/test-results';

const run = makeRun({ cells: [{ candidate: candidate('pickle'), ms: { encode: 5 } }], dataBytes: [10_000_000] });
const ofOwnFile = (fileSizeBytes: number) => ({
  ...run,
  plan: {
    ...run.plan,
    datasets: [
      {
        source: 'ownFile' as const,
        type: 'parquet' as const,
        fileName: null,
        fileSizeBytes,
        sha256: null,
        columnTypes: null,
      },
    ],
  },
});

test('the file that the user has stands beside the run of its data, and beside no other', () => {
  expect(userFileOf(run, 0)).toBeNull();
  expect(userFileOf(ofOwnFile(2_500_000), 0)).toMatchObject({ sizeBytes: 2_500_000, ratio: 4, settings: [] });
  expect(userFileOf(ofOwnFile(0), 0)).toBeNull();
  expect(userFileOf({ ...ofOwnFile(5), datasets: [{ status: 'pending' }] }, 0)).toMatchObject({
    sizeBytes: 5,
    ratio: null,
    settings: [],
  });
  expect(userFileOf(ofOwnFile(5), 1)).toBeNull();
});

test('several files stand together', () => {
  const one = ofOwnFile(5);
  const datasets = one.plan.datasets.map((spec) => (spec.source === 'ownFile' ? { ...spec, fileCount: 12 } : spec));
  const together = userFileOf({ ...one, plan: { ...one.plan, datasets } }, 0);
  expect([together?.name, together?.phrase]).toEqual([expect.stringMatching(telling(12)), 'your 12 files']);
});

test('it has its writer and its settings', () => {
  const [info] = run.datasets;
  if (info?.status !== 'ready') throw new Error('The data stands.');
  const settingsOf = (writer: string | null) => {
    const facts = [{ name: 'Codec', value: 'SNAPPY' }];
    const written = { ...ofOwnFile(5), datasets: [{ ...info, fileSettings: { writer, facts } }] };
    return userFileOf(written, 0)?.settings.map(({ name, value }) => `${name} ${value}`);
  };
  expect(settingsOf('parquet-cpp')).toEqual(['Written by parquet-cpp', 'Codec SNAPPY']);
  expect(settingsOf(null)).toEqual(['Codec SNAPPY']);
});

test('it has the times in which a decoder read it, or the reason why it has none', () => {
  const info = run.datasets[0];
  if (info?.status !== 'ready') throw new Error('The run has no dataset.');
  const withDecode = (result: OperationResult, more: Partial<FileDecode> = {}) =>
    userFileOf(
      { ...ofOwnFile(5), datasets: [{ ...info, fileDecode: { reader: 'Parquet (arrow-rs)', result, ...more } }] },
      0,
    );
  const round = {
    round: 0,
    coldMs: 9,
    warmUpMs: 1,
    warmUpCalls: 1,
    warm: true,
    callsPerSample: 1,
    samplesMs: [7, 5, 6],
  };
  const read: OperationResult = {
    status: 'measured',
    rounds: [round, { ...round, round: 1, samplesMs: [4, 8] }],
    clock: ['decode'],
    wasmCopyInClock: null,
    detail: null,
    itemsPerCall: 100,
  };
  const measured = withDecode(read);
  expect(measured?.decode).toMatchObject({ bestMs: 4, sampleCount: 5, roundCount: 2 });
  expect(measured?.timesNote).toMatch(telling('Parquet (arrow-rs)'));
  expect(measured).toMatchObject({ project: null, lookup: null, counts: {} });
  expect(withDecode(read, { parts: { project: read, lookup: read }, counts: { rows: 5 } })).toMatchObject({
    project: { bestMs: 4 },
    columnDataBytes: 100,
    lookup: { bestMs: 4 },
    lookupsPerCall: 100,
    counts: { rows: 5 },
  });
  // How a later round ended stands after what is said of the rounds before.
  const ended = (['timedOut', 'failed'] as const).map((endedBy) => withDecode(read, { endedBy })?.timesNote);
  for (const note of ended) expect(note?.startsWith(`${measured?.timesNote} `)).toBe(true);
  expect(new Set(ended).size).toBe(2);
  const reason = 'the decoder refuses it.';
  const refused = withDecode({ status: 'unsupported', reason });
  expect([refused?.decode, refused?.timesNote]).toEqual([null, expect.stringMatching(telling(reason))]);
});
