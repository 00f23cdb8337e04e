import { expect, test } from 'vitest';
import { formats } from '../../../workers/registry/metadata';
import {
  daskFormats,
  nativeCodecs,
  nativeFormats,
  nativeWorkloads,
  otherImplementations,
  slowWorkloads,
} from './coverage';

test('every reason is a sentence', () => {
  for (const reason of [nativeFormats, nativeCodecs, nativeWorkloads, daskFormats].flatMap((each) =>
    Object.values(each),
  ))
    expect(reason === null || /^[A-Z].*\.$/.test(reason)).toBe(true);
});

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

test('a Dask script measures the formats whose files are read as one dataset', () => {
  expect(measured(daskFormats)).not.toEqual([]);
  for (const id of measured(daskFormats)) expect(measured(nativeFormats), id).toContain(id);
  expect(daskFormats.kryo).toBe(nativeFormats.kryo);
  // Pickle has its adapter, but its files are not read as one dataset.
  expect([nativeFormats.pickle, daskFormats.pickle]).toEqual([null, expect.any(String)]);
});

test('an implementation with another counterpart is named, and so are the workloads that Python is slow to make', () => {
  expect(Object.keys(otherImplementations)).not.toEqual([]);
  expect([...slowWorkloads]).not.toEqual([]);
  for (const id of slowWorkloads) expect(measured(nativeWorkloads)).toContain(id);
});
