import { expect, it } from 'vitest';
import { blocksSentence, conformanceGroups, conformanceSentence } from './conformance-rows';
import { exampleCodec, exampleConformance, implementationEvidence } from './testing/test-evidence';

/** The sentences of the matrix. `conformance-rows.test.ts` tests its figures. */

const native = implementationEvidence('native', 'lz4 1.10.0');
const what = 'Raw blocks of JSON-like texts.';

it.each([
  [
    'not conforming: rejected in 8.0 % of blocks (160 of 2,000: Raw blocks of JSON-like texts). Seed 7 generates the same blocks again.',
    { seed: 7, tried: 2_000, rejected: 160, what },
  ],
  [
    'rejected in none of 10 blocks: Raw blocks of JSON-like texts. Seed 7 generates the same blocks again.',
    { seed: 7, tried: 10, rejected: 0, what },
  ],
])('%s', (words, blocks) => expect(blocksSentence(blocks)).toBe(words));

it('the figures are of another version', () => {
  const other = exampleConformance({ ...native, library: 'lz4 1.9.4' });
  expect(conformanceGroups([exampleCodec], other)[0]?.rows[0]?.written).toMatchObject({
    reason: 'not measured for this version (but for lz4 1.9.4)',
  });
  expect(conformanceGroups([exampleCodec], null)[0]?.rows[0]?.written).toMatchObject({
    reason: 'not measured for this version',
  });
});

it('the matrix in a sentence', () =>
  expect(conformanceSentence(conformanceGroups([exampleCodec], exampleConformance(native)))).toBe(
    '1 of 3 implementations conforms in all tests; LZ4 by lz4js does not; 1 is not measured in this version.',
  ));
