import { describe, expect, it } from 'vitest';
import { type ColumnSetting, defaultLayout, settingKey, type TriedSetting } from '../model/column-search';
import type { TypedColumn } from '../model/trial-table';
import { confirmations, dearestSettings, otherLayouts } from './search-settings';

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

describe('the dearest codecs', () => {
  it('are tried on the columns of the file, the largest first, and on no other', () => {
    const tried = (column: string, sizeBytes: number) => ({ ...trial('PLAIN', zstd(9), sizeBytes, 5), column });
    const trials = [tried('small', 50), tried('large', 900)];
    const columns = ['small', 'missing', 'large'].map((name, index) => ({ name, types: [typed(index)] }));
    const file = new Map(trials.map((each) => [each.column, each]));
    const tasks = dearestSettings(columns as unknown as Parameters<typeof dearestSettings>[0], file, trials);
    expect(new Set(tasks.map(({ typed: { index } }) => index))).toEqual(new Set([2, 0]));
    expect(tasks[0]?.typed.index).toBe(2);
  });
});

describe('other layouts', () => {
  const differing = (rowCount: number) =>
    otherLayouts(rowCount).map((layout) =>
      Object.fromEntries(Object.entries(layout).filter(([key, value]) => value !== Reflect.get(defaultLayout, key))),
    );
  const [pageRows, dictionaryKiB] = [134_217_728, 16_384];
  it('of one page are larger dictionaries alone', () => expect(differing(20_000)).toEqual([{ dictionaryKiB }]));
  it('of one row group have other pages, and smaller groups where there are several', () => {
    const pages = [{ pageRows, dictionaryKiB }, { pageRows }, { dictionaryKiB }];
    const sizes = [{ pageRows, dictionaryKiB, pageKiB: 8_192 }, { pageRows: 2_048 }];
    expect(differing(131_072)).toEqual([...pages, ...sizes]);
    expect(differing(131_073)).toEqual([...pages, { pageRows, rowGroupRows: 131_072 }, ...sizes]);
  });
  it('of several row groups have one group, too', () => {
    expect(differing(1_048_576)).not.toContainEqual(expect.objectContaining({ rowGroupRows: 1_048_576 }));
    expect(differing(1_048_577)).toContainEqual({ pageRows, dictionaryKiB, rowGroupRows: 1_048_577 });
  });
});
