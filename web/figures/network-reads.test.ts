import { describe, expect, it } from 'vitest';
import { defaultPlan } from '../../workers/registry/default-plan';
import type { DatasetSchema } from '../../workers/model/dataset';
import type { Candidate } from '../../workers/model/plan';
import { networkRead } from './network-reads';

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
  networkBytesForOneColumn: 400,
  networkRequestsForOneRow: 3,
  networkBytesForOneRow: 5_000,
};
const schema: DatasetSchema = { kind: 'table', columns: [{ name: 'a', type: 'int64', nullable: false }] };
const parquet = candidate({ format: 'parquet', implementation: 'arrow-rs' });

describe('what a reader over a network needs', () => {
  const row = { sizeBytes: 1_000, counts, sample: null };
  it('is one request for everything', () =>
    expect(networkRead(row, 'decode', parquet, schema)).toEqual({ requests: 1, bytes: 1_000, isWhole: true }));
  it('is what was counted for a column, and never more than the file', () => {
    expect(networkRead(row, 'project', parquet, schema)).toEqual({ requests: 5, bytes: 400, isWhole: false });
    expect(networkRead(row, 'lookup', parquet, schema)).toEqual({ requests: 1, bytes: 1_000, isWhole: true });
  });
  it('is the whole file if nothing else can be read', () => {
    const csv = candidate({ format: 'csv', implementation: 'formatlab' });
    expect(networkRead({ ...row, counts: {} }, 'lookup', csv, schema)).toEqual({
      requests: 1,
      bytes: 1_000,
      isWhole: true,
      whyWhole: expect.any(String),
    });
  });
  it('is the whole file of a format whose parts no reader asks for, and of one compressed as a whole', () => {
    const raw = candidate({ format: 'kryo', implementation: 'formatlab' });
    const kinds = [raw, candidate({ ...parquet, codec: zstdOfFile })];
    for (const each of kinds)
      expect(networkRead({ ...row, counts: {} }, 'lookup', each, null)).toMatchObject({
        requests: 1,
        bytes: 1_000,
        isWhole: true,
        whyWhole: expect.stringMatching(/^(?:No reader|The file is compressed)/),
      });
  });
  it('says why it is not known', () => {
    expect(networkRead({ ...row, counts: {} }, 'project', parquet, schema)).toHaveProperty('unsupported');
    expect(networkRead({ ...row, sizeBytes: null }, 'decode', parquet, schema)).toHaveProperty('unsupported');
  });
});
