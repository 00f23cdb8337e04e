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
    let others = 0;
    for (const { values } of parts) for (const byte of values.data) others += byte >>> 7;
    expect(others / bytes).toBeGreaterThan(0.08);
    expect(others / bytes).toBeLessThan(0.11);
  });

  it('has JSON in the shape of the source’s sample', { timeout: 180_000 }, () => {
    const { keys, values } = parts[3] ?? expect.unreachable();
    const words = unpackTexts(keys);
    // One assertion for all records: those for each would take longer than the generator.
    expect(unpackTexts(values).flatMap((text, row) => faultsOf(text, words[row] ?? ''))).toEqual([]);
  });
});

const entryKeys = ['word', 'item', 'probability', 'share', 'translation', 'related', 'cooccurrence'];
const tagOrder = ['translation', 'synonym', 'hypernym', 'synset'];

/** What differs from the shape of the source's records. */
function faultsOf(text: string, word: string): string[] {
  const [entry, ...more] = JSON.parse(text) as Entry[];
  if (entry === undefined) return [`${word}: no entry`];
  const { pronunciation, ...always } = entry;
  const holds = {
    'one entry': more.length === 0,
    'JSON as JavaScript writes it': JSON.stringify([entry]) === text,
    keys: Object.keys(always).join() === entryKeys.join(),
    pronunciation: pronunciation !== '',
    word: entry.word.toLowerCase() === word,
    items: entry.item.length > 0,
    labels: entry.item.every(({ label }) => ['wn', 'we', 'wj'].includes(label)),
    'parts of speech': entry.item.every(({ pos }) => ['noun', 'verb', 'adjective', 'adverb'].includes(pos)),
    texts: entry.item.every((item) => item.text !== ''),
    'texts of WordNet': entry.item.every((item) => item.label !== 'wn' || isOfWordNet(item.text)),
    probability: /^\.\d{7}$/u.test(entry.probability),
    share: /^\.\d{3}$/u.test(entry.share),
    'no translation twice': new Set(entry.translation).size === entry.translation.length,
    'no related word twice': new Set(entry.related).size === entry.related.length,
    cooccurrence: [0, 16].includes(new Set(entry.cooccurrence).size),
  };
  return Object.entries(holds).flatMap(([what, isSo]) => (isSo ? [] : [`${word}: ${what}`]));
}

/** A gloss and its tagged parts, of which a synonym and a hypernym may be absent, as `text [-] [translation]: … [-] [synset]: 01234567-n`. */
function isOfWordNet(text: string): boolean {
  const [gloss, ...tagged] = text.split(' [-] ');
  const tags = tagged.map((part) => /^\[(\w+)\]: [^[]+$/u.exec(part)?.[1] ?? '');
  return (
    gloss !== '' &&
    tags.join() === tagOrder.filter((tag) => tags.includes(tag)).join() &&
    tags.includes('translation') &&
    /^\[synset\]: \d{8}-[nvar]$/u.test(tagged.at(-1) ?? '')
  );
}

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
