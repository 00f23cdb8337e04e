import { describe, expect, it } from 'vitest';
import { FormatlabError } from '../model/errors';
import type { ReadingOptions } from '../model/reading-options';
import type { CandidateCodec } from '../model/plan';
import { telling } from '../model/testing/telling';
import { checkCandidate } from './check-plan';
import { checkRunnablePlan } from './check-runnable-plan';
import { defaultPlan } from './default-plan';

const raw = (codec: CandidateCodec) => ({ format: 'raw', implementation: 'formatlab', options: {}, codec });
const zstd: CandidateCodec = { id: 'zstd', level: 3, implementation: 'native', granularity: 'record' };

function refusal(codec: CandidateCodec, format = 'raw'): string {
  try {
    checkCandidate({ ...raw(codec), ...(format === 'parquet' ? { format, implementation: 'parquet-wasm' } : {}) });
  } catch (thrown) {
    if (thrown instanceof FormatlabError && thrown.record.tag === 'invalidPlan') return thrown.record.message;
    throw thrown;
  }
  return 'taken';
}

describe('a codec’s options', () => {
  it('are filled in where its implementation has some, and are no key at all where it has none', () => {
    expect(checkCandidate(raw(zstd)).codec?.options).toMatchObject({ checksum: false, dictionaryKiB: 0 });
    expect(checkCandidate(raw({ ...zstd, granularity: 'file' })).codec?.options).not.toHaveProperty('dictionaryKiB');
    for (const options of [undefined, {}]) {
      const plain = checkCandidate(
        raw({
          id: 'gzip',
          level: 6,
          implementation: 'fflate',
          granularity: 'page',
          ...(options === undefined ? {} : { options }),
        }),
      );
      expect(Object.keys(plain.codec ?? {}).sort()).toEqual(['granularity', 'id', 'implementation', 'level']);
    }
  });

  it('are refused where they are unknown or out of range', () => {
    expect(refusal({ ...zstd, options: { turbo: true } })).toContain('has no option “turbo”');
    expect(refusal({ ...zstd, options: { dictionaryKiB: 257 } })).toContain('from 0 to 256');
    expect(refusal({ ...zstd, granularity: 'file', options: { dictionaryKiB: 16 } })).toContain(
      'has no option “dictionaryKiB”',
    );
    expect(
      refusal({ id: 'gzip', level: 6, implementation: 'fflate', granularity: 'file', options: { strategy: 'rle' } }),
    ).toContain('It has: none');
    expect(
      refusal(
        { id: 'zstd', level: 1, implementation: null, granularity: 'page', options: { checksum: true } },
        'parquet',
      ),
    ).toContain('has no option “checksum”');
  });
});

describe('a codec’s granularity', () => {
  it('is the whole file, pages or records of it, or what the format names', () => {
    for (const granularity of ['file', 'page', 'record'] as const)
      expect(refusal({ ...zstd, granularity })).toBe('taken');
    expect(refusal({ ...zstd, granularity: 'chunk' })).toMatch(telling('chunk'));
    expect(refusal({ ...zstd, implementation: null, granularity: 'file' })).toContain('needs an implementation');
    expect(refusal({ ...zstd, implementation: null }, 'parquet')).toMatch(telling('“zstd”', 'record', 'page'));
    expect(refusal({ id: 'zstd', level: 1, implementation: null, granularity: 'page' }, 'parquet')).toBe('taken');
  });
});

it('takes a user’s file of a type that a format’s folder declares, with the options that it allows', () => {
  const file = { source: 'ownFile', fileName: null, fileSizeBytes: 0, sha256: null, columnTypes: null } as const;
  const planOf = (more: { type: string; reading?: ReadingOptions }) => ({
    ...defaultPlan(),
    datasets: [{ ...file, ...more }],
  });
  const taken = [planOf({ type: 'csv', reading: { header: true } }), planOf({ type: 'parquet' })];
  expect(taken.map((plan) => checkRunnablePlan(plan).datasets.length)).toEqual([1, 1]);
  const refused = [planOf({ type: 'other' }), planOf({ type: 'parquet', reading: { header: true } })];
  for (const plan of refused) expect(() => checkRunnablePlan(plan)).toThrow(FormatlabError);
});
