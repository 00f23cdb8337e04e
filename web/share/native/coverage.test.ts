import { expect, test } from 'vitest';
import { codecs, formats, workloads } from '../../../workers/registry/metadata';
import {
  daskFormats,
  daskWorkloads,
  nativeCodecs,
  nativeFormats,
  nativeWorkloads,
  otherImplementations,
  slowWorkloads,
} from './coverage';

test.each([
  ['format', formats, nativeFormats],
  ['format in chunks', formats, daskFormats],
  ['codec', codecs, nativeCodecs],
  ['workload', workloads, nativeWorkloads],
  ['workload in chunks', workloads, daskWorkloads],
] as const)(
  'every %s of the registry is measured by the script or left out with a reason, and no other is named',
  (_what, entries, coverage) => {
    expect(Object.keys(coverage).sort()).toEqual([...entries.keys()].sort());
    for (const reason of Object.values(coverage)) expect(reason === null || /^[A-Z].*\.$/.test(reason)).toBe(true);
  },
);

test('implementations that are left out are those of formats that are measured', () => {
  for (const [name, reason] of Object.entries(otherImplementations)) {
    const [format = '', implementation] = name.split('/');
    expect(nativeFormats[format], name).toBeNull();
    expect(formats.get(format)?.implementations.map(({ id }) => id)).toContain(implementation);
    expect(reason).toMatch(/^[A-Z].*\.$/);
  }
});

const measured = (coverage: Readonly<Record<string, string | null>>) =>
  Object.keys(coverage).filter((id) => coverage[id] === null);

test('a Dask script measures the formats whose files are read as one dataset, and no workload that Python can’t make', () => {
  expect(measured(daskFormats)).toEqual(['npy', 'parquet', 'arrow', 'csv', 'hdf5']);
  expect(measured(daskWorkloads)).toEqual(measured(nativeWorkloads));
  expect(daskFormats.kryo).toBe(nativeFormats.kryo);
  expect(daskFormats.pickle).toBe(
    'A file of it holds the whole dataset: there is no set of parts that a reader takes for one.',
  );
});

test('an implementation with another counterpart is named, and so are the workloads that Python is slow to make', () => {
  expect(Object.keys(otherImplementations)).toEqual(['smiles/openchemlib']);
  for (const id of slowWorkloads) expect(measured(nativeWorkloads)).toContain(id);
  expect(slowWorkloads).toHaveLength(1);
});
