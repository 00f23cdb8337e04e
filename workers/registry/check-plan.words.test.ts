import { expect, it } from 'vitest';
import type { CandidateCodec } from '../model/plan';
import { checkCandidate } from './check-plan';

const check = (format: string, implementation: string, codec: CandidateCodec) => () =>
  checkCandidate({ format, implementation, options: {}, codec });

it('says by what a codec compresses, and by what only a format’s own does', () => {
  expect(check('raw', 'formatlab', { id: 'zstd', level: 3, implementation: 'native', granularity: 'chunk' })).toThrow(
    /compresses a whole file, its pages or its records; only a format’s own codec works by chunk\.$/u,
  );
  expect(
    check('parquet', 'parquet-wasm', { id: 'zstd', level: 3, implementation: null, granularity: 'record' }),
  ).toThrow(/^Parquet has no codec “zstd” by record\. It has: .*\bzstd by page\b/u);
});
