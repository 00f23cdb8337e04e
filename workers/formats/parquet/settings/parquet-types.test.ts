import { describe, expect, it } from 'vitest';
import type { ColumnSchema } from '../../../model/column-schema';
import { meta } from '../meta';
import { secondsLoss } from './parquet-types';

const timestamp = (unit: 's' | 'ms'): ColumnSchema => ({
  name: 'at',
  type: 'timestamp',
  nullable: false,
  unit,
});
const lossesOf = (column: ColumnSchema) =>
  Object.fromEntries(meta.implementations.map(({ id, loss }) => [id, loss({ kind: 'table', columns: [column] }, {})]));

describe('a column of seconds', () => {
  it.each<[string, ColumnSchema]>([
    ['as timestamps', timestamp('s')],
    ['as times of day', { name: 'at', type: 'time', nullable: true, unit: 's' }],
    ['in a list', { name: 'list', type: 'list', nullable: true, item: timestamp('s') }],
  ])('%s is declared to change its type', (_, column) => {
    expect(lossesOf(column)).toMatchObject({ 'arrow-rs': [secondsLoss], 'parquet-wasm': [secondsLoss] });
  });

  it('is the only unit that changes', () => {
    expect(lossesOf(timestamp('ms'))).toMatchObject({ 'arrow-rs': [], 'parquet-wasm': [] });
  });
});
