import { expect, it } from 'vitest';
import type { ByteMap } from '../../workers/model/byte-map';
import { valueFindings } from './value-findings';

it('what the values have in common, in words', () => {
  const columns = [{ name: 'plain', encodings: [] }] as unknown as ByteMap['columns'];
  const map = { format: 'Parquet', columns } as ByteMap;
  const facts = { name: 'plain', order: 'ascending', whole: { unit: 'ns', coarser: 's' } } as const;
  expect(valueFindings(map, [facts]).map(({ text }) => text)).toEqual([
    'Its timestamps in nanoseconds are all whole seconds.',
    'Its values are stored in ascending order, and no page has a delta encoding.',
  ]);
});
