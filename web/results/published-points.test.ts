import { expect, test } from 'vitest';
import type { PublishedMark } from '../sources/marks';
import { exampleMark } from '../published/testing/test-marks';
import { scatterPublishedMarks } from './published-points';

const only = (changes: Partial<PublishedMark>) => scatterPublishedMarks([exampleMark(changes)])[0];

test('a mark stands at its speed and ratio, with what was printed', () =>
  expect(scatterPublishedMarks([exampleMark()])).toEqual([
    {
      id: 'published:k',
      label: 'pickle protocol 4 (Author 2020, source 001)',
      shortLabel: 'pickle (001)',
      x: 5e8,
      y: 2,
      citation: 'Cited.',
      notes: ['As printed: size 12 MB, time 3 s, of arrays (12,000 items).'],
    },
  ]));

test('marks without a ratio, or at another size than the nearest, are not drawn', () =>
  expect(scatterPublishedMarks([exampleMark({ ratio: null }), exampleMark({ nearest: false })])).toEqual([]));

test('what was not printed is not told', () => {
  expect(only({ printedTime: null })?.notes).toEqual(['As printed: size 12 MB, of arrays (12,000 items).']);
  expect(only({ printedSize: null, itemCount: 0 })?.notes).toEqual(['As printed: time 3 s, of arrays.']);
});

test('a printed ratio tells whose size it is of', () =>
  expect(only({ sizeOf: 'raw', printedSize: '0.5' })?.notes).toEqual([
    'The source prints only the ratio. The size is this ratio times the size of “raw”.',
    'As printed: ratio 0.5, time 3 s, of arrays (12,000 items).',
  ]));

test('why there is no speed is told, and the factor within the source', () => {
  const factor = { value: 2.345, baseline: 'npy' } as unknown as NonNullable<PublishedMark['factor']>;
  expect(only({ throughputReason: 'No clock.', factor })?.notes.slice(1)).toEqual([
    'No clock.',
    '2.3× the time of npy, both from the source.',
  ]);
  expect(only({ factor: { ...factor, value: 184.2 } })?.notes[1]).toBe('184× the time of npy, both from the source.');
  expect(only({ factor: { ...factor, baseline: 'pickle protocol 4' } })?.notes).toHaveLength(1);
});
