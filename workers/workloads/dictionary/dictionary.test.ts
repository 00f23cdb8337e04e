import { createHash } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import slices from '../../../fixtures/dictionary/slices.json';
import { toCanonical, unpackTexts } from '../../model/canonical';
import { areKeysAscending } from '../../model/read-canonical';
import type { Records } from '../../model/dataset';
import { workload } from './index';
import { meanRecordBytes, meta } from './meta';

const publishedMeanBytes = 694;
/** Of records from which the source's ratios were first reached; their mean was 785 bytes, hence a tolerance of a fifth. */
const skew = { p10: 343, p50: 600, p90: 1_387, p99: 3_133 };
const seeds = [1, 20_261_121, 777, 3_141_592_653];

const records = (seed: number, from: number, to: number) =>
  workload.generate({ parameters: {}, seed, from, to }) as Records;

/** 20,000 records of all over the source's size. */
const spread = (seed: number): Records[] =>
  Array.from({ length: 20 }, (_, index) => records(seed, index * 12_900, index * 12_900 + 1_000));

const sizesOf = ({ keys, values, recordCount }: Records): number[] =>
  Array.from({ length: recordCount }, (_, row) =>
    [keys, values].reduce((sum, { offsets }) => sum + (offsets[row + 1] ?? 0) - (offsets[row] ?? 0), 0),
  );

interface Entry {
  word: string;
  pronunciation?: string;
  item: { label: string; pos: string; text: string }[];
  probability: string;
  share: string;
  translation: string[];
  related: string[];
  cooccurrence: string[];
}

describe.each(seeds)('the dictionary of seed %i', (seed) => {
  const parts = spread(seed);
  const sizes = parts.flatMap(sizesOf).sort((a, b) => a - b);
  const quantile = (share: number) => sizes[Math.floor(share * (sizes.length - 1))] ?? 0;
  const bytes = sizes.reduce((sum, size) => sum + size, 0);

  it('has records as large as the source’s on average, within 3 %, and so skewed', () => {
    expect(Math.abs(bytes / sizes.length / publishedMeanBytes - 1)).toBeLessThan(0.03);
    expect(Math.abs(bytes / sizes.length / meanRecordBytes - 1)).toBeLessThan(0.03);
    for (const [share, size] of [
      [0.1, skew.p10],
      [0.5, skew.p50],
      [0.9, skew.p90],
      [0.99, skew.p99],
    ] as const)
      expect(Math.abs(quantile(share) / size - 1), `p${share * 100}`).toBeLessThan(0.2);
  });

  it('has 8 to 11 % of bytes that are not ASCII', () => {
    const others = parts.reduce(
      (sum, { values }) => sum + values.data.reduce((count, byte) => count + (byte >>> 7), 0),
      0,
    );
    expect(others / bytes).toBeGreaterThan(0.08);
    expect(others / bytes).toBeLessThan(0.11);
  });

  it('has JSON in the shape of the source’s sample', { timeout: 180_000 }, () => {
    for (const { keys, values } of parts.slice(3, 4)) {
      const words = unpackTexts(keys);
      for (const [row, text] of unpackTexts(values).entries()) {
        const [entry, ...more] = JSON.parse(text) as Entry[];
        if (entry === undefined) throw new Error(text);
        expect(more).toEqual([]);
        expect(JSON.stringify([entry])).toBe(text);
        const { pronunciation, ...always } = entry;
        expect(Object.keys(always)).toEqual([
          'word',
          'item',
          'probability',
          'share',
          'translation',
          'related',
          'cooccurrence',
        ]);
        expect(pronunciation).not.toBe('');
        expect(entry.word.toLowerCase()).toBe(words[row]);
        expect(entry.item.length).toBeGreaterThan(0);
        for (const { label, pos, text } of entry.item) {
          expect(['wn', 'we', 'wj']).toContain(label);
          expect(['noun', 'verb', 'adjective', 'adverb']).toContain(pos);
          expect(text).not.toBe('');
          if (label !== 'wn') continue;
          const [gloss, ...tagged] = text.split(' [-] ');
          expect(gloss).not.toBe('');
          const tags = tagged.map((part) => /^\[(\w+)\]: [^[]+$/u.exec(part)?.[1]);
          expect(tags).toEqual(
            ['translation', 'synonym', 'hypernym', 'synset'].filter(
              (tag) => tag === 'translation' || tag === 'synset' || tags.includes(tag),
            ),
          );
          expect(tagged.at(-1)).toMatch(/^\[synset\]: \d{8}-[nvar]$/u);
        }
        expect(entry.probability).toMatch(/^\.\d{7}$/);
        expect(entry.share).toMatch(/^\.\d{3}$/);
        for (const list of [entry.translation, entry.related]) expect(new Set(list).size).toBe(list.length);
        expect([0, 16]).toContain(new Set(entry.cooccurrence).size);
      }
    }
  });
});

test('keys ascend without a repetition, over the ends of groups, of the source’s size and of the largest one', {
  timeout: 180_000,
}, () => {
  for (const [from, to] of [
    [0, 10_000],
    [240_000, 250_000],
    [490_000, 495_000],
    [meta.size.max - 5_000, meta.size.max],
  ] as const)
    expect(areKeysAscending(records(2, from, to).keys), `${from} to ${to}`).toBe(true);
  // And from one such stretch to the next.
  const far = [0, 246_468, 246_496, 499_999, 750_000, meta.size.max - 1].map(
    (row) => unpackTexts(records(2, row, row + 1).keys)[0] ?? '',
  );
  expect([...far].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))).toEqual(far);
});

test.each(slices)(
  'records $from to $to of seed $seed are those of the Python generator (fixtures/dictionary)',
  ({ seed, from, to, sha256 }) => {
    const hash = createHash('sha256');
    for (const part of toCanonical(records(seed, from, to)).parts) hash.update(part);
    expect(hash.digest('hex')).toBe(sha256);
  },
);
