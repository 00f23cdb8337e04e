import { describe, expect, it } from 'vitest';
import { defaultPlan } from '../../workers/registry/default-plan';
import type { DatasetSchema } from '../../workers/model/dataset';
import type { Candidate } from '../../workers/model/plan';
import { networkRead } from './network-reads';
import { whyOperationUnsupported } from './unsupported-operation';

const [first] = defaultPlan().candidates;
const candidate = (change: Partial<Candidate>): Candidate => ({
  ...(first as Candidate),
  codec: null,
  options: {},
  ...change,
});
const zstdOfFile = { id: 'zstd', level: 3, granularity: 'file', implementation: 'zstd-wasm' } as Candidate['codec'];
const counts = {
  networkRequestsForOneColumn: 5,
  networkStepsForOneColumn: 2,
  networkBytesForOneColumn: 400,
  networkRequestsForOneRow: 3,
  networkStepsForOneRow: 3,
  networkBytesForOneRow: 5_000,
};
const schema: DatasetSchema = { kind: 'table', columns: [{ name: 'a', type: 'int64', nullable: false }] };
const reasonFor = (one: Candidate, operation: 'project' | 'lookup') =>
  whyOperationUnsupported(operation, [one], schema);
const parquet = candidate({ format: 'parquet', implementation: 'arrow-rs' });

describe('what a reader over a network needs', () => {
  const row = { sizeBytes: 1_000, counts, sample: null };
  it('is one request for everything', () =>
    expect(networkRead(row, 'decode', parquet, reasonFor)).toEqual({
      requests: 1,
      steps: 1,
      bytes: 1_000,
      isWhole: true,
    }));
  it('is what was counted for a column, and never more than the file', () => {
    expect(networkRead(row, 'project', parquet, reasonFor)).toEqual({
      requests: 5,
      steps: 2,
      bytes: 400,
      isWhole: false,
    });
    expect(networkRead(row, 'lookup', parquet, reasonFor)).toEqual({
      requests: 1,
      steps: 1,
      bytes: 1_000,
      isWhole: true,
    });
  });
  it('lets each request wait for the one before if the steps were not counted', () => {
    const { networkStepsForOneColumn: _, ...without } = counts;
    expect(networkRead({ ...row, counts: without }, 'project', parquet, reasonFor)).toMatchObject({ steps: 5 });
  });
  it('is the whole file if nothing else can be read', () => {
    const csv = candidate({ format: 'csv', implementation: 'formatlab' });
    expect(networkRead({ ...row, counts: {} }, 'lookup', csv, reasonFor)).toEqual({
      requests: 1,
      steps: 1,
      bytes: 1_000,
      isWhole: true,
      whyWhole: expect.any(String),
    });
  });
  it('is the whole file of a format whose parts no reader asks for, and of one compressed as a whole', () => {
    const raw = candidate({ format: 'kryo', implementation: 'formatlab' });
    const kinds = [raw, candidate({ ...parquet, codec: zstdOfFile })];
    for (const each of kinds)
      expect(networkRead({ ...row, counts: {} }, 'lookup', each, () => null)).toMatchObject({
        requests: 1,
        bytes: 1_000,
        isWhole: true,
        whyWhole: expect.any(String),
      });
  });
  it('says why it is not known', () => {
    expect(networkRead({ ...row, counts: {} }, 'project', parquet, reasonFor)).toHaveProperty('unsupported');
    expect(networkRead({ ...row, sizeBytes: null }, 'decode', parquet, reasonFor)).toHaveProperty('unsupported');
  });
});
