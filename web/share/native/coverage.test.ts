import { expect, test } from 'vitest';
import { codecs, formats, workloads } from '../../../workers/registry/metadata';
import {
  daskFormats,
  daskWorkloads,
  nativeCodecs,
  nativeFormats,
  nativeWorkloads,
  otherImplementations,
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
