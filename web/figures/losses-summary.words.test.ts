import { expect, test } from 'vitest';
import { lossNaming, type NameInText } from './losses-summary';

type Row = Parameters<NameInText>[0];
const row = (label: string, changedValues?: { changed: number; total: number }) =>
  ({ key: label, names: { label }, verification: { loss: ['Types.'], changedValues } }) as unknown as Row;

test('a name with what the candidate loses', () => {
  const [csv, gzip, json] = [row('CSV'), row('CSV, gzip'), row('JSON', { changed: 3, total: 10 })];
  expect([csv, gzip, csv, json].map(lossNaming())).toEqual([
    'CSV (which loses types)',
    'CSV, gzip (which loses the same)',
    'CSV (lossy)',
    'JSON (which loses types; 3 of 10 values change)',
  ]);
});
