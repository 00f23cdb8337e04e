import { describe, expect, it } from 'vitest';
import fixture from '../../fixtures/conformance/conformance.json';
import { type Conformance, conformanceSchema, conforms, libraryText } from '../model/conformance';
import { parseWithSchema } from '../model/parse';
import { codecs } from './metadata';

/** The committed conformance record against the registry as it is; e2e/interop/test_conformance.py holds it against a new run. */

const conformance: Conformance = parseWithSchema(conformanceSchema, fixture, 'conformance', {
  tag: 'internal',
  stage: 'parse',
});
const entries = [...codecs.values()].flatMap((codec) =>
  codec.implementations.map((implementation) => ({
    codec,
    implementation,
    name: `${codec.id} by ${implementation.id}`,
  })),
);
const recordOf = (codec: string, implementation: string) =>
  conformance.implementations.find((one) => one.codec === codec && one.implementation === implementation);

it('has no implementation that the registry has not, and none twice', () => {
  const names = conformance.implementations.map(({ codec, implementation }) => `${codec} by ${implementation}`);
  expect([...names].sort()).toEqual(entries.map(({ name }) => name).sort());
});

describe.each(entries)('$name', ({ codec, implementation }) => {
  const record = recordOf(codec.id, implementation.id);

  it('was measured in the version that is there now (npm run make:conformance)', () => {
    expect(record?.library).toBe(libraryText(implementation.library));
  });

  it('was measured both ways, as far as it goes', () => {
    expect(record?.written === null).toBe(!implementation.compresses);
    expect(record?.read === null).toBe(!implementation.decompresses);
    for (const direction of [record?.written, record?.read]) {
      if (direction === null || direction === undefined) continue;
      expect(direction.accepted + direction.refused.length).toBe(direction.cases);
      expect(direction.cases).toBeGreaterThan(80);
    }
  });

  it('conforms where the metadata do not say that it does not, and does not where they do', () => {
    expect(record && conforms(record)).toBe(implementation.conforms !== false);
  });

  it('has its rejected blocks in its warning, as measured', ({ skip }) => {
    if (record === undefined) throw new Error('It has no record.');
    if (record.blocks === null) return skip('Nothing that it writes was rejected, so no blocks were tried one by one.');
    const { rejected, tried } = record.blocks;
    expect(rejected).toBeGreaterThan(0);
    const share = ((rejected / tried) * 100).toFixed(1);
    expect(implementation.warning).toContain(`${rejected.toLocaleString('en')} of ${tried.toLocaleString('en')}`);
    expect(implementation.warning).toContain(`${share} %`);
  });

  it('writes as many bytes as the same version of its library does elsewhere, or the reason is there', ({ skip }) => {
    if (record === undefined) throw new Error('It has no record.');
    if (record.sizes === null) return skip('Its library is not to be had elsewhere in the same version.');
    expect(record.sizes.compared).toBeGreaterThan(80);
    expect(record.sizes.equal + record.sizes.explained).toBe(record.sizes.compared);
  });
});
