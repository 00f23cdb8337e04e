import { expect, it } from 'vitest';
import type { DatasetSpec, Plan } from '../model/plan';
import type { Connection } from '../model/protocol/connect';
import type { DataCalls } from '../model/protocol/data';
import type { ReadFile } from '../model/protocol/read-file';
import { defaultPlan } from '../registry/default-plan';
import { coordinatorHandlers } from './coordinator-handlers';
import { inspectFile } from './inspect-file';
import { makeDataset } from './make-dataset';
import { telling } from '../model/testing/telling';

const text = '[{"a":"1"},{"a":"2"}]';
const unasked = () => Promise.reject(new Error('Nobody asks this.'));

/** Handlers whose data worker reads the file in this thread, and the number of times that it did. */
function countedHandlers() {
  const counted = { makes: 0 };
  const spawnData = (): Connection<DataCalls> => ({
    remote: {
      make: ({ spec, ownFile }) => {
        counted.makes += 1;
        return makeDataset(spec, ownFile, () => undefined);
      },
      inspect: (request) => inspectFile(request, () => undefined),
      byteMap: unasked,
      remoteTable: unasked,
      remotePart: unasked,
      fitTable: unasked,
      countWord: unasked,
      molecules: unasked,
      molecule: unasked,
    },
    terminate: () => undefined,
  });
  const unneeded = () => {
    throw new Error('Nothing is measured.');
  };
  return {
    counted,
    handlers: coordinatorHandlers({ spawnData, spawnMeasure: unneeded, spawnSearch: unneeded }),
  };
}

const options = { signal: new AbortController().signal, onProgress: () => undefined };

it('takes the dataset that was read when the file was opened, and reads the file again for other options', async () => {
  const ownFile = new Blob([text]);
  const { report, read } = await countedHandlers().handlers.inspectFile(
    { file: ownFile, fileName: 'a.json', type: null, columnTypes: null, malformed: 'fatal', reading: {} },
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
