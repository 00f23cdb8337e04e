import { expect, test, vi } from 'vitest';
import { FormatlabError } from '../model/errors';
import type { Connection } from '../model/protocol/connect';
import type { CoordinatorCalls, OwnFileReport } from '../model/protocol/coordinator';
import type { DataCalls } from '../model/protocol/data';
import { createFileReader } from './file-reader';

type Request = CoordinatorCalls['inspectFile']['in'];

function requestOf(sizeBytes: number): Request {
  const file = new Blob(['a']);
  Object.defineProperty(file, 'size', { value: sizeBytes });
  return { file, fileName: 'a.csv', type: null, columnTypes: null, malformed: 'fatal', reading: {}, sample: null };
}

/** A reader with workers that refuse the files named `bad.csv` while reading them, and those named `unknown` at the first look. */
function readerWithWorkers() {
  const workers: { readonly terminate: ReturnType<typeof vi.fn> }[] = [];
  const reader = createFileReader(() => {
    const terminate = vi.fn();
    workers.push({ terminate });
    const inspect = async (
      { fileName }: Request,
      { onProgress }: { onProgress: (progress: { stage: string }) => void },
    ) => {
      onProgress({ stage: 'Looking at the file' });
      if (fileName === 'unknown')
        throw new FormatlabError({ tag: 'malformedInput', stage: 'import', message: 'It is of an unknown type.' });
      onProgress({ stage: 'Reading it' });
      if (fileName === 'bad.csv')
        throw new FormatlabError({ tag: 'malformedInput', stage: 'import', message: 'It is damaged.' });
      const report = { type: 'csv', dataBytes: fileName === 'large.csv.gz' ? 33 * 1_048_576 : 1 } as OwnFileReport;
      return { report, read: null };
    };
    return { remote: { inspect }, terminate } as unknown as Connection<DataCalls>;
  });
  const inspect = async (request: Request, signal = new AbortController().signal) =>
    reader.inspect(request, { signal, onProgress: () => undefined });
  return { reader, workers, inspect };
}

test('the worker stays for the next file until it is ended', async () => {
  const { reader, workers, inspect } = readerWithWorkers();
  await inspect(requestOf(1));
  await inspect(requestOf(1));
  expect(workers).toHaveLength(1);
  expect(workers[0]?.terminate).not.toHaveBeenCalled();
  reader.end();
  expect(workers[0]?.terminate).toHaveBeenCalled();
  await inspect(requestOf(1));
  expect(workers).toHaveLength(2);
});

test('a worker that refused a file at the first look, without any library, reads the next one', async () => {
  const { workers, inspect } = readerWithWorkers();
  await expect(inspect({ ...requestOf(1), fileName: 'unknown' })).rejects.toThrow('of an unknown type');
  await inspect(requestOf(1));
  expect(workers).toHaveLength(1);
});

test('a worker that refused a file, read a large one, or was stopped is not used again', async () => {
  const { workers, inspect } = readerWithWorkers();
  await expect(inspect({ ...requestOf(1), fileName: 'bad.csv' })).rejects.toThrow('It is damaged.');
  await inspect(requestOf(33 * 1_048_576));
  await inspect({ ...requestOf(1), fileName: 'large.csv.gz' });
  await inspect(requestOf(1), AbortSignal.abort());
  await inspect(requestOf(1));
  expect(workers).toHaveLength(5);
  for (const { terminate } of workers.slice(0, 4)) expect(terminate).toHaveBeenCalled();
  expect(workers[4]?.terminate).not.toHaveBeenCalled();
});
