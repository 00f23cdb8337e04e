import { expect, it } from 'vitest';
import type { Candidate, DatasetSpec, Plan } from '../model/plan';
import type { Connection } from '../model/protocol/connect';
import type { MeasureCalls } from '../model/protocol/measure';
import type { ReadFile } from '../model/protocol/read-file';
import { defaultPlan } from '../registry/default-plan';
import { coordinatorHandlers } from './coordinator-handlers';
import { inspectFile } from './inspect-file';
import { makeDataset } from './make-dataset';
import { fakeDataWorker, fakeMeasureWorker } from './testing/fake-workers';
import { telling } from '../model/testing/telling';

const text = '[{"a":"1"},{"a":"2"}]';
const notSpawned = (): never => {
  throw new Error('Nothing is measured.');
};

/** Handlers whose data worker reads the file in this thread, and the number of times that it did, and that a worker was ended. */
function countedHandlers(spawnMeasure: () => Connection<MeasureCalls> = notSpawned) {
  const counted = { makes: 0, ended: 0 };
  const spawnData = () =>
    fakeDataWorker(
      {
        make: ({ spec, ownFile }) => {
          counted.makes += 1;
          return makeDataset(spec, ownFile, () => undefined);
        },
        inspect: (request) => inspectFile(request, () => undefined),
      },
      () => {
        counted.ended += 1;
      },
    );
  return { counted, handlers: coordinatorHandlers({ spawnData, spawnMeasure, spawnSearch: notSpawned }) };
}

const options = { signal: new AbortController().signal, onProgress: () => undefined };

it('takes the dataset that was read when the file was opened, and reads the file again for other options', async () => {
  const ownFile = new Blob([text]);
  const { report, read } = await countedHandlers().handlers.inspectFile(
    { file: ownFile, fileName: 'a.json', type: null, columnTypes: null, malformed: 'fatal', reading: {}, sample: null },
    options,
  );
  const file = {
    source: 'ownFile',
    type: report.type,
    fileName: 'a.json',
    fileSizeBytes: ownFile.size,
    sha256: report.sha256,
    columnTypes: null,
  } as const;
  /** The dataset in a new coordinator, which has kept none itself, and how often it read the file for it. */
  const made = async (spec: DatasetSpec, kept: ReadFile | null = read) => {
    const { counted, handlers } = countedHandlers();
    const plan: Plan = {
      ...defaultPlan(),
      datasets: [spec],
      candidates: [{ format: 'csv', implementation: 'csv-core', options: {}, codec: null }],
    };
    const dataset = await handlers.datasetFile({ plan, dataset: 0, ownFile, read: kept }, options);
    return { makes: counted.makes, bytes: new Uint8Array(await dataset.file.arrayBuffer()) };
  };
  const first = await made(file);
  expect(first.makes).toBe(0);
  expect(await made(file, null)).toEqual({ ...first, makes: 1 });
  // Neither the name of the file nor a default that is stated makes another reading.
  expect(await made({ ...file, fileName: null, reading: {}, malformed: 'fatal' })).toEqual(first);
  const other = await made({ ...file, sha256: null, columnTypes: ['int64'] });
  expect(other.makes).toBe(1);
  expect(other.bytes).not.toEqual(first.bytes);
  expect((await made({ ...file, reading: { rows: 2 } })).makes).toBe(1);
  await expect(made({ ...file, columnTypes: ['int64'] })).rejects.toMatchObject({
    record: { tag: 'malformedInput', stage: 'import', message: expect.stringMatching(telling('SHA-256')) },
  });
});

/** A worker whose files hold the names of what they were made of. */
const spawnMeasure = () =>
  fakeMeasureWorker({ encode: async ({ candidate }) => ({ file: new Blob([candidate.format]) }) });

it('names the file of a candidate after its data, its format, its codec and whether the codec has blocks', async () => {
  const { counted, handlers } = countedHandlers(spawnMeasure);
  const csv = { format: 'csv', implementation: 'csv-core', options: {}, codec: null } as const;
  const zstd = { id: 'zstd', level: 3, implementation: 'native' } as const;
  const candidates: Candidate[] = [
    csv,
    { ...csv, codec: { ...zstd, granularity: 'file' } },
    { format: 'raw', implementation: 'formatlab', options: {}, codec: { ...zstd, granularity: 'record' } },
  ];
  const own = { source: 'ownFile', type: 'json', fileSizeBytes: text.length, sha256: null, columnTypes: null } as const;
  const datasets: DatasetSpec[] = [
    { source: 'workload', workload: 'table', size: 10, seed: 1, knobs: {} },
    { ...own, fileName: 'my rows.v2.json' },
    { ...own, fileName: null },
  ];
  const plan: Plan = { ...defaultPlan(), datasets, candidates };
  const given = { plan, ownFile: new Blob([text]), read: null };
  const encoded = async (dataset: number, candidate: number) =>
    handlers.encodedFile({ ...given, dataset, candidate }, options);
  expect((await encoded(0, 0)).fileName).toBe('table-10.csv');
  expect((await encoded(1, 1)).fileName).toBe('my rows.v2.csv.zst');
  const blocks = await encoded(2, 2);
  expect(blocks.fileName).toBe('own-file.fldata.zst.blocks');
  expect(await blocks.file.text()).toBe('raw');
  expect([(await encoded(0, 0)).mediaType, (await encoded(0, 1)).mediaType]).toEqual([
    'text/csv',
    'application/octet-stream',
  ]);
  expect((await handlers.datasetFile({ ...given, dataset: 1 }, options)).fileName).toBe('my rows.v2.fldata');
  await expect(encoded(0, 3)).rejects.toMatchObject({ record: { tag: 'invalidPlan', stage: 'encode' } });
  await expect(encoded(3, 0)).rejects.toMatchObject({ record: { tag: 'invalidPlan', stage: 'generate' } });
  // The workload was made once, and a file whose hash the plan does not have each time. Each worker was ended.
  expect(counted).toEqual({ makes: 4, ended: 4 });
});

it('makes nothing for somebody who has stopped', async () => {
  const { counted, handlers } = countedHandlers();
  const stop = new AbortController();
  stop.abort();
  const plan: Plan = {
    ...defaultPlan(),
    datasets: [{ source: 'workload', workload: 'table', size: 10, seed: 1, knobs: {} }],
  };
  await expect(
    handlers.datasetFile({ plan, dataset: 0, ownFile: null, read: null }, { ...options, signal: stop.signal }),
  ).rejects.toMatchObject({ record: { tag: 'cancelled' } });
  expect(counted.makes).toBe(0);
});
