import { expect, it } from 'vitest';
import { FormatlabError } from '../model/errors';
import type { Candidate, DatasetSpec } from '../model/plan';
import { fakeDataWorker, fakeMeasureWorker } from './testing/fake-workers';
import { createMoleculeViewer } from './viewer';

const spec: DatasetSpec = { source: 'workload', workload: 'molecules', knobs: {}, size: 30, seed: 3 };
const candidate = (format: string): Candidate => ({ format, implementation: 'formatlab', options: {}, codec: null });

/** Workers that stand for real ones: the encoder dies of `sdf`. */
function fakeWorkers() {
  const log: string[] = [];
  return {
    log,
    spawnData: () => {
      log.push('data starts');
      return fakeDataWorker(
        {
          molecules: async () => [],
          molecule: async ({ molecule }) => ({ blob: new Blob([String(molecule)]) }),
        },
        () => log.push('data ends'),
      );
    },
    spawnMeasure: () => {
      log.push('encoder starts');
      return fakeMeasureWorker(
        {
          encode: async ({ dataset, candidate: { format } }) => {
            if (format === 'sdf')
              throw new FormatlabError({ tag: 'workerCrashed', stage: 'encode', message: 'It died.' });
            return { file: new Blob([format, ' of ', dataset]) };
          },
        },
        () => log.push('encoder ends'),
      );
    },
  };
}

const live = () => new AbortController().signal;

it('keeps its workers from question to question, until they are ended', async () => {
  const workers = fakeWorkers();
  const viewer = createMoleculeViewer(workers);
  await viewer.molecules({ spec, ownFile: null, from: 0, to: 6 });
  for (const molecule of [4, 5]) {
    const files = await viewer.moleculeFiles(
      { spec, ownFile: null, molecule, candidates: [candidate('smiles'), candidate('raw')] },
      live(),
    );
    expect(
      files.map((file) => (file.status === 'encoded' ? new TextDecoder().decode(file.head) : file.error.tag)),
    ).toEqual([`smiles of ${molecule}`, `raw of ${molecule}`]);
  }
  expect(workers.log).toEqual(['data starts', 'encoder starts']);
  viewer.end();
  viewer.end();
  await viewer.molecules({ spec, ownFile: null, from: 6, to: 12 });
  expect(workers.log.slice(2)).toEqual(['data ends', 'encoder ends', 'data starts']);
});

it('says of which format its worker died, and starts another for the next', async () => {
  const workers = fakeWorkers();
  const files = await createMoleculeViewer(workers).moleculeFiles(
    { spec, ownFile: null, molecule: 0, candidates: [candidate('smiles'), candidate('sdf'), candidate('raw')] },
    live(),
  );
  expect(files.map((file) => (file.status === 'encoded' ? file.sizeBytes : file.error.tag))).toEqual([
    11,
    'workerCrashed',
    8,
  ]);
  expect(workers.log).toEqual(['data starts', 'encoder starts', 'encoder ends', 'encoder starts']);
});

it('begins no further format once it is stopped', async () => {
  const controller = new AbortController();
  const question = createMoleculeViewer(fakeWorkers()).moleculeFiles(
    { spec, ownFile: null, molecule: 0, candidates: [candidate('smiles')] },
    controller.signal,
  );
  controller.abort();
  await expect(question).rejects.toMatchObject({ record: { tag: 'cancelled' } });
});
