import { expect, test } from 'vitest';
import type { MoleculeSketch } from '../../../../workers/model/molecules/sketch';
import type { DatasetSpec } from '../../../../workers/model/plan';
import { createMoleculeSource } from './molecule-source';

const spec: DatasetSpec = { source: 'workload', workload: 'molecules', knobs: {}, size: 100, seed: 1 };

function fakeCoordinators() {
  const log: string[] = [];
  let connected = 0;
  const connect = async () => {
    connected += 1;
    const name = connected;
    log.push(`connect ${name}`);
    return {
      molecules: async ({ from }: { readonly from: number }): Promise<readonly MoleculeSketch[]> => {
        log.push(`${name}: molecules from ${from}`);
        return [];
      },
      moleculeFiles: async ({ molecule }: { readonly molecule: number }) => {
        log.push(`${name}: files of ${molecule}`);
        return [];
      },
      dispose: () => void log.push(`dispose ${name}`),
    };
  };
  return { log, connect };
}

const live = () => new AbortController().signal;

test('all questions about a dataset go to one coordinator, until it is closed', async () => {
  const { log, connect } = fakeCoordinators();
  const source = createMoleculeSource(spec, null, connect);
  await Promise.all([source.molecules(0, 6, live()), source.files(2, [], live())]);
  await source.molecules(6, 12, live());
  expect(log).toEqual(['connect 1', '1: molecules from 0', '1: files of 2', '1: molecules from 6']);
  source.close();
  await source.molecules(12, 18, live());
  expect(log.slice(4).sort()).toEqual(['2: molecules from 12', 'connect 2', 'dispose 1']);
});

test('closed while it is being connected, a coordinator is disposed of and asked nothing', async () => {
  const { log, connect } = fakeCoordinators();
  const source = createMoleculeSource(spec, null, connect);
  const question = source.molecules(0, 6, live());
  source.close();
  await expect(question).rejects.toThrow('no longer shown');
  expect(log).toEqual(['connect 1', 'dispose 1']);
});

test('a question that was taken back is not asked', async () => {
  const { log, connect } = fakeCoordinators();
  const controller = new AbortController();
  const question = createMoleculeSource(spec, null, connect).molecules(0, 6, controller.signal);
  controller.abort();
  await expect(question).rejects.toThrow('no longer shown');
  expect(log).toEqual(['connect 1']);
});

test('a coordinator that could not be loaded is tried again', async () => {
  const { connect } = fakeCoordinators();
  let tries = 0;
  const source = createMoleculeSource(spec, null, async () => {
    tries += 1;
    if (tries === 1) throw new Error('offline');
    return connect();
  });
  await expect(source.molecules(0, 6, live())).rejects.toThrow('offline');
  await expect(source.molecules(0, 6, live())).resolves.toEqual([]);
});

test('no two have the same name', () => {
  expect(createMoleculeSource(spec, null).name).not.toBe(createMoleculeSource(spec, null).name);
});
