import { expect, test } from 'vitest';
import { find, marksOf } from './testing/published-run';

test.each([
  [
    'another parameter',
    '001',
    'array',
    { elementType: 'int64' },
    'The data differs in more than its size: elementType is int64 here and float64 there.',
  ],
  ['another workload', '001', 'list', {}, 'The run and the source used different workloads.'],
])('why a source has no mark beside %s', (_what, sourceId, workload, knobs, reason) =>
  expect(marksOf(workload, {}, knobs).omitted).toContainEqual({ sourceId, reason }),
);

test('why a mark has no speed', () => {
  const reasons = [
    find(marksOf('keyedVectors', { operation: 'lookup' }), '000/pickle/n10000'),
    find(marksOf('events', { operation: 'store' }), '004/root-lz4/n100000000'),
    find(marksOf('array', { operation: 'encode' }, { elementType: 'float64' }), '001/to-julia/array'),
  ].map(({ throughputReason }) => throughputReason);
  expect(reasons).toEqual([
    'The source did not time anything like “look up”.',
    'The source does not say what its clock included.',
    'The source prints a factor but no time.',
  ]);
  const encode = find(marksOf('keyedVectors', { operation: 'encode' }), '000/pickle/n10000');
  expect(encode.throughputReason).toMatch(
    /^Its clock included other work \(.+\) than ours \(.+\), so its speed is not placed here\. Compare it with “encode and store”\.$/,
  );
});

test('why a mark has no factor', () =>
  expect(find(marksOf('array', { operation: 'decode' }), '001/to-julia/array').factorReason).toBe(
    'The source does not say what the clock included.',
  ));

test('what a mark cites', () =>
  expect(find(marksOf('keyedVectors'), '000/pickle/n10000').citation).toMatch(/”\. Hardware not stated\.$/));
