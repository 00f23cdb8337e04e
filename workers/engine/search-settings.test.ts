import { describe, expect, it } from 'vitest';
import { type ColumnSetting, defaultLayout, settingKey, type TriedSetting } from '../model/column-search';
import type { TypedColumn } from '../model/trial-table';
import { confirmations } from './search-settings';

const typed = (index: number): TypedColumn => ({ index, narrowing: null, encodings: ['DICTIONARY', 'PLAIN'] });

const trial = (encoding: string, codec: ColumnSetting['codec'], sizeBytes: number, encodeMs: number): TriedSetting => ({
  column: '',
  setting: { encoding, codec, narrowing: null },
  variant: { order: [], sortMs: 0, layout: defaultLayout },
  allRows: false,
  sizeBytes,
  footerBytes: 0,
  encodeMs,
  decodeMs: 9,
  lookupMs: null,
  parts: { rowGroup: 0, groups: [] },
});
const zstd = (level: number) => ({ id: 'zstd', level });

describe('what is tried on all rows after the sample', () => {
  it('is a good setting and the usual one of each column, then what saves the most bytes for its time', () => {
    const large = [
      trial('DICTIONARY', zstd(1), 1_000, 5),
      trial('PLAIN', zstd(3), 900, 5),
      trial('PLAIN', zstd(9), 700, 90),
      trial('PLAIN', zstd(19), 690, 9_990),
    ];
    const small = [trial('DICTIONARY', zstd(1), 50, 5), trial('DICTIONARY', zstd(19), 10, 90)];
    const tasks = confirmations([
      { typed: typed(0), trials: large },
      { typed: typed(1), trials: small },
    ]);
    expect(tasks.map(({ typed: { index }, setting }) => `${index} ${settingKey(setting)}`)).toEqual([
      '0 PLAIN/zstd@3',
      '1 DICTIONARY/zstd@1',
      '0 DICTIONARY/zstd@1',
      '0 PLAIN/zstd@9',
      '1 DICTIONARY/zstd@19',
      '0 PLAIN/zstd@19',
    ]);
  });

  it('is nothing of a column that was not tried', () =>
    expect(confirmations([{ typed: typed(0), trials: [] }])).toEqual([]));
});
