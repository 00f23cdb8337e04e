import { describe, expect, it } from 'vitest';
import type { DatasetSchema } from '../../workers/model/dataset';
import type { Candidate } from '../../workers/model/plan';
import { checkCandidate } from '../../workers/registry/check-plan';
import { formats } from '../../workers/registry/metadata';
import { whyOperationUnsupported } from './unsupported-operation';

const vectors: DatasetSchema = { kind: 'keyedVectors', elementType: 'float64', dimension: 8 };
const first = (format: string): Candidate =>
  checkCandidate({
    format,
    implementation: formats.get(format)?.implementations[0]?.id ?? '',
    options: {},
    codec: null,
  });

describe('whyOperationUnsupported', () => {
  it('is null where one candidate offers the operation, or the data is not known', () => {
    expect(whyOperationUnsupported('encode', [first('raw')], vectors)).toBeNull();
    expect(whyOperationUnsupported('warmLookup', [first('raw')], null)).toBeNull();
  });

  it('says why warm look-ups are not offered where no candidate keeps anything between look-ups', () =>
    expect(whyOperationUnsupported('warmLookup', [first('raw')], vectors)).toMatch(/\w.*\.$/));

  it('offers warm look-ups as soon as one candidate has them', () => {
    const records: DatasetSchema = { kind: 'records' };
    expect(whyOperationUnsupported('warmLookup', [first('raw'), first('hashdbm')], records)).toMatch(/\w.*\.$/);
    expect(whyOperationUnsupported('warmLookup', [first('raw'), first('treedbm')], records)).toBeNull();
  });

  it('gives the reason alone, or the first of several as an example', () => {
    const records: DatasetSchema = { kind: 'records' };
    const reasons = [first('raw'), first('hashdbm')].map((candidate) =>
      whyOperationUnsupported('warmLookup', [candidate], records),
    );
    const both = whyOperationUnsupported('warmLookup', [first('raw'), first('hashdbm')], records) ?? '';
    expect(new Set(reasons).size).toBe(2);
    expect([both.endsWith(reasons[0] ?? ''), both === reasons[0]]).toEqual([true, false]);
    const unknown = { ...first('raw'), format: 'papyrus' };
    expect(whyOperationUnsupported('warmLookup', [unknown], records)).toBeNull();
    expect(whyOperationUnsupported('warmLookup', [unknown, first('raw')], records)).toBe(reasons[0]);
  });
});
