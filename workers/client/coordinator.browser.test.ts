import { nobodyKnows } from '../model/leading';
import { afterEach, describe, expect, it } from 'vitest';
import type { Plan } from '../model/plan';
import type { RunEvent } from '../model/protocol/coordinator';
import { applyRunEvent } from '../model/run-events';
import type { RunResult } from '../model/result';
import { startCoordinator } from './coordinator';

const plan: Plan = {
  datasets: [{ source: 'workload', workload: 'keyedVectors', knobs: {}, size: 20, seed: 1 }],
  candidates: [
    { format: 'raw', implementation: 'formatlab', options: {}, codec: null },
    {
      format: 'raw',
      implementation: 'formatlab',
      options: {},
      codec: { id: 'gzip', level: 6, implementation: 'fflate', granularity: 'file' },
    },
    {
      format: 'raw',
      implementation: 'formatlab',
      options: {},
      codec: { id: 'gzip', level: null, implementation: 'compression-stream', granularity: 'file' },
    },
  ],
  operations: ['encode', 'decode', 'project', 'lookup', 'store', 'load'],
  effort: 'sizes',
  seed: 1,
};

const coordinators: { dispose(): void }[] = [];
function start(spawn?: () => Worker) {
  const coordinator = spawn === undefined ? startCoordinator() : startCoordinator(spawn);
  coordinators.push(coordinator);
  return coordinator;
}
afterEach(() => {
  for (const coordinator of coordinators.splice(0)) coordinator.dispose();
});

const sha256 = async (file: Blob) =>
  [...new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

describe('startCoordinator', () => {
  it('runs a plan with the real registry, cell by cell, as its events tell', async () => {
    let told: RunResult | null = null;
    const result = await start().run(
      { ...plan, operations: ['encode', 'decode', 'load'] },
      {
        onEvent: (event: RunEvent) => {
          told = applyRunEvent(told, event);
        },
      },
    );
    expect(result.cells.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
    expect(told).toEqual({ ...result, finishedAt: null });
    expect(result.environment.kernelMsAfter).toBeGreaterThan(0);
    expect(result.cells[1]).toMatchObject({
      verification: { verifiedBy: 'libdeflate, zlib, compression-stream, pako', rejectedBy: [] },
    });
    expect(result.cells[2]).toMatchObject({
      verification: { verifiedBy: 'libdeflate, zlib, fflate, pako', rejectedBy: [] },
    });
    expect(result.environment.libraries).toMatchObject({ fflate: expect.any(String) });
    expect(result.plan.datasets[0]).toMatchObject({ knobs: { dimension: 1_280 } });
  });

  it('gives the encoded file and the dataset, by their hashes', { tags: ['full'] }, async () => {
    const coordinator = start();
    const result = await coordinator.run({ ...plan, operations: ['encode'] });
    const encoded = await coordinator.encodedFile({ plan, dataset: 0, candidate: 1 });
    expect(encoded.fileName).toBe('keyedVectors-20.fldata.gz');
    expect(await sha256(encoded.file)).toBe(
      result.cells[1]?.status === 'completed' ? result.cells[1].encodedSha256 : '',
    );
    const dataset = await coordinator.datasetFile({ plan, dataset: 0 });
    expect(await sha256(dataset.file)).toBe(result.datasets[0]?.status === 'ready' ? result.datasets[0].sha256 : '');
  });

  const lines = Array.from({ length: 500 }, (_, row) => `${row},${['Oslo', 'Lima'][row % 2]},${row / 4}`);
  const rows = (delimiter: string) => `${['id,city,height', ...lines].join('\n')}\n`.replaceAll(',', delimiter);
  async function fileDecodeOf(coordinator: ReturnType<typeof start>, text: string | Blob, type: 'csv' | 'parquet') {
    const ownFile = new Blob([text]);
    const result = await coordinator.run(
      {
        ...plan,
        datasets: [
          {
            source: 'ownFile',
            type,
            fileName: null,
            fileSizeBytes: ownFile.size,
            sha256: null,
            columnTypes: null,
          },
        ],
        candidates: [{ format: 'parquet', implementation: 'arrow-rs', options: {}, codec: null }],
        operations: ['encode', 'decode'],
      },
      { ownFile },
    );
    expect(result.cells[0]?.status).toBe('completed');
    const info = result.datasets[0];
    return { result, decode: info?.status === 'ready' ? info.fileDecode : undefined };
  }

  it('times the user’s own file by a candidate’s decoder, or by the reader that opened it', {
    tags: ['full'],
  }, async () => {
    const coordinator = start();
    const semicolons = await fileDecodeOf(coordinator, rows(';'), 'csv');
    expect(semicolons.decode).toMatchObject({
      reader: expect.stringContaining('CSV'),
      result: { status: 'measured', clock: ['read', 'decode'], rounds: { length: 2 } },
    });
    const { file } = await coordinator.encodedFile(
      { plan: semicolons.result.plan, dataset: 0, candidate: 0 },
      { ownFile: new Blob([rows(';')]) },
    );
    const { decode } = await fileDecodeOf(coordinator, file, 'parquet');
    expect(decode).toMatchObject({ reader: expect.stringContaining('Parquet'), result: { status: 'measured' } });
    expect(decode?.result.status === 'measured' && decode.result.rounds.length).toBe(2);
  });

  it('asks which candidates can still be the best, and measures these first', async () => {
    const controller = new AbortController();
    const leading: number[] = [];
    let asked = 0;
    await start().run(
      {
        ...plan,
        candidates: [1, 3, 6, 9].map((level) => ({
          format: 'raw',
          implementation: 'formatlab',
          options: {},
          codec: { id: 'zstd', level, implementation: 'native', granularity: 'file' },
        })),
        operations: ['encode'],
        effort: 'quick',
      },
      {
        signal: controller.signal,
        leading: async () => {
          asked += 1;
          if (asked > 2) throw new Error('The page could not tell.');
          return { ...nobodyKnows, candidates: [1, 2] };
        },
        onEvent: (event) => {
          if (event.type !== 'progress') return;
          if (event.progress.isLeading) leading.push(event.progress.candidate);
          else if (event.progress.round > 0) controller.abort();
        },
      },
    );
    // Two rounds, in which the order is reversed; then the page fails, and full rounds follow.
    expect(asked).toBe(3);
    expect(leading.toSorted()).toEqual([1, 1, 2, 2]);
  });

  it('stops before the rest is measured, and keeps what was', async () => {
    const controller = new AbortController();
    const result = await start().run(
      { ...plan, operations: ['encode', 'decode'], effort: 'thorough' },
      {
        signal: controller.signal,
        onEvent: (event) => {
          if (event.type === 'cell') controller.abort();
        },
      },
    );
    // Each of the others would take seconds.
    expect(result.cells.map(({ status }) => status).sort()).toEqual(['cancelled', 'cancelled', 'completed']);
    expect(result.finishedAt).toBeNull();
  });

  it('rejects a plan that names what there is not', async () => {
    const unknown = {
      ...plan,
      candidates: [
        {
          format: 'raw',
          implementation: 'formatlab',
          options: {},
          codec: { id: 'gzip', level: 99, implementation: 'fflate', granularity: 'file' as const },
        },
      ],
    };
    await expect(start().run(unknown)).rejects.toMatchObject({
      record: { tag: 'invalidPlan', message: expect.stringContaining('out of range') },
    });
  });

  it('rejects everything pending when the coordinator crashes, and starts a new one for the next call', async () => {
    let spawned = 0;
    const source = URL.createObjectURL(
      new Blob(['self.onmessage = () => { setTimeout(() => { throw new Error("it broke"); }); };'], {
        type: 'text/javascript',
      }),
    );
    const coordinator = start(() => {
      spawned += 1;
      return new Worker(source);
    });
    const pending = await Promise.allSettled([coordinator.run(plan), coordinator.datasetFile({ plan, dataset: 0 })]);
    for (const outcome of pending)
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: { record: { tag: 'workerCrashed', message: expect.stringContaining('it broke') } },
      });
    await expect(coordinator.run(plan)).rejects.toMatchObject({ record: { tag: 'workerCrashed' } });
    expect(spawned).toBe(2);
  });
});
