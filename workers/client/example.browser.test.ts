import { afterAll, describe, expect, it } from 'vitest';
import { candidateKey } from '../model/plan';
import { parseWithSchema } from '../model/parse';
import { runResultSchema } from '../model/result';
import example from '../../fixtures/example/result.json';
import { startCoordinator } from './coordinator';

/** The committed example is a measurement of another day: its times stay, its data and sizes must come out again, byte for byte. */
const result = parseWithSchema(runResultSchema, example, 'example');
const coordinator = startCoordinator();
afterAll(() => coordinator.dispose());

const sha256 = async (file: Blob) =>
  [...new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

describe('fixtures/example/result.json', () => {
  it('is a whole run of standard effort, labelled with its machine, with nothing failed', () => {
    expect(result.plan.effort).toBe('standard');
    expect(result.finishedAt).not.toBeNull();
    expect(result.noiseFloor).not.toBeNull();
    expect(result.environment.machineLabel).not.toBeNull();
    expect(result.cells.map(({ status }) => status)).toEqual(result.plan.candidates.map(() => 'completed'));
  });

  it('is about the data that its workload still makes', async () => {
    const { file } = await coordinator.datasetFile({ plan: result.plan, dataset: 0 });
    expect(await sha256(file)).toBe(result.datasets[0]?.status === 'ready' ? result.datasets[0].sha256 : '');
  });

  it.each(
    result.cells.map((cell) => ({
      cell,
      name: candidateKey(
        result.plan.candidates[cell.candidate] ?? { format: '?', implementation: '?', options: {}, codec: null },
      ),
    })),
  )('has the size that is written today: $name', async ({ cell }) => {
    const { file } = await coordinator.encodedFile({
      plan: result.plan,
      dataset: cell.dataset,
      candidate: cell.candidate,
    });
    if (cell.status !== 'completed') throw new Error('The example has nothing but completed cells.');
    const codec = result.plan.candidates[cell.candidate]?.codec;
    if (codec?.implementation === 'compression-stream' && navigator.userAgent !== result.environment.userAgent) {
      // Another browser may bring another deflate; ours pins no browser.
      expect(Math.abs(file.size / (cell.sizeBytes ?? 0) - 1)).toBeLessThan(0.02);
      return;
    }
    expect(file.size).toBe(cell.sizeBytes);
    expect(await sha256(file)).toBe(cell.encodedSha256);
  });
});
