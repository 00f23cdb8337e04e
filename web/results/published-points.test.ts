import { expect, test } from 'vitest';
import { telling } from '../../workers/model/testing/telling';
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
      notes: [expect.stringMatching(telling('size 12 MB', 'time 3 s', 'arrays', '12,000'))],
    },
  ]));

test('marks without a ratio, or at another size than the nearest, are not drawn', () =>
  expect(scatterPublishedMarks([exampleMark({ ratio: null }), exampleMark({ nearest: false })])).toEqual([]));

test('what was not printed is not told', () => {
  const [timeless] = only({ printedTime: null })?.notes ?? [];
  expect(timeless).toMatch(telling('size 12 MB', 'arrays', '12,000'));
  expect(timeless).not.toContain('time');
  const [sizeless] = only({ printedSize: null, itemCount: 0 })?.notes ?? [];
  expect(sizeless).toMatch(telling('time 3 s', 'arrays'));
  expect(sizeless).not.toMatch(/size|item/u);
});

test('a printed ratio tells whose size it is of', () =>
  expect(only({ sizeOf: 'raw', printedSize: '0.5' })?.notes).toEqual([
    expect.stringMatching(telling('“raw”')),
    expect.stringMatching(telling('ratio 0.5', 'time 3 s', 'arrays', '12,000')),
  ]));

test('why there is no speed is told, and the factor within the source', () => {
  const factor = { value: 2.345, baseline: 'npy' } as unknown as NonNullable<PublishedMark['factor']>;
  expect(only({ throughputReason: 'No clock.', factor })?.notes.slice(1)).toEqual([
    'No clock.',
    expect.stringMatching(telling('2.3×', 'npy')),
  ]);
  expect(only({ factor: { ...factor, value: 184.2 } })?.notes[1]).toMatch(telling('184×', 'npy'));
  expect(only({ factor: { ...factor, baseline: 'pickle protocol 4' } })?.notes).toHaveLength(1);
});
