import { describe, expect, it } from 'vitest';
import {
  candidateOf,
  type ColumnSetting,
  defaultLayout,
  partEncodings,
  settingKey,
  type TriedSetting,
} from '../model/column-search';
import type { FileTrial, TableDescription, TypedColumn } from '../model/trial-table';
import { partSettings } from './part-settings';
import {
  cheapSettings,
  columnsOfTwoOrders,
  confirmations,
  dearestMs,
  dearestSettings,
  dearSettings,
  promisingSettings,
  requireRows,
  settingCount,
  settingsInOrder,
  settingsOfFiles,
  settingsOfParts,
  smallestEncodings,
  trialOf,
} from './search-settings';
import { otherLayouts } from './search-layouts';
import { sharedFooterOf } from './shared-footer';

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

const keys = (settings: readonly ColumnSetting[]) => settings.map(settingKey);
type Columns = TableDescription['columns'];

describe('the settings of a column', () => {
  it('are all encodings with each cheap codec, then the best two with each dear one, and then the others', () => {
    expect(keys(cheapSettings(typed(0)))).toEqual([
      ...['DICTIONARY/zstd@1', 'PLAIN/zstd@1', 'DICTIONARY/uncompressed', 'PLAIN/uncompressed'],
      ...['DICTIONARY/snappy@null', 'PLAIN/snappy@null', 'DICTIONARY/lz4@null', 'PLAIN/lz4@null'],
      ...['DICTIONARY/zstd@3', 'PLAIN/zstd@3'],
    ]);
    const trials = [trial('C', zstd(1), 30, 1), trial('A', zstd(1), 10, 1), trial('B', null, 20, 1)];
    const letters = { ...typed(0), encodings: ['A', 'B', 'C', 'D'] };
    expect(keys(dearSettings(letters, trials).others)).toEqual([
      ...['C/zstd@19', 'D/zstd@19', 'C/brotli@9', 'D/brotli@9', 'C/zstd@9', 'D/zstd@9', 'C/gzip@6', 'D/gzip@6'],
    ]);
    expect(keys(dearSettings(letters, trials).best)).toEqual([
      ...['A/zstd@9', 'B/zstd@9', 'A/brotli@9', 'B/brotli@9', 'A/zstd@19', 'B/zstd@19', 'A/gzip@6', 'B/gzip@6'],
    ]);
    expect(settingCount(typed(0))).toBe(2 * (5 + 4 + 3));
    const narrow = { ...typed(0), narrowing: { to: 'int32' } as const };
    expect(keys(cheapSettings(narrow))[0]).toBe('DICTIONARY/zstd@1/int32');
    expect(keys(dearSettings(narrow, trials).best)[0]).toBe('A/zstd@9/int32');
  });

  it('of a struct put the best encoding of each field together', () => {
    const parts = [
      { path: 's.x', encodings: ['DICTIONARY', 'SPLIT', 'PLAIN'] },
      { path: 's.y', encodings: ['DICTIONARY', 'PLAIN'] },
    ];
    const tried = (encoding: string, ...bytes: number[]): TriedSetting => ({
      ...trial(encoding, zstd(1), 0, 1),
      parts: { rowGroup: 0, groups: [bytes.map((each) => ({ bytes: each, row: null, indexBytes: 0, bounds: null }))] },
    });
    const all = [tried('DICTIONARY', 50, 20), tried('SPLIT', 10, 19), tried('PLAIN', 30, 40)];
    const [mixed, ...others] = settingsOfParts({ ...typed(0), parts }, all);
    expect(others).toEqual([]);
    expect(mixed?.codec).toEqual(zstd(1));
    // The field y is not written with SPLIT, which does not fit it.
    expect(partEncodings(mixed?.encoding ?? '')).toEqual([
      ['s.x', 'SPLIT'],
      ['s.y', 'DICTIONARY'],
    ]);
    expect(settingsOfParts({ ...typed(0), parts }, [tried('DICTIONARY', 1, 1), tried('PLAIN', 2, 2)])).toEqual([]);
    expect(settingsOfParts(typed(0), all)).toEqual([]);
    // Each part with a codec of its own; a part that SPLIT does not fit is PLAIN.
    const columns = [{ name: '', dataBytes: 0, types: [{ ...typed(0), parts }] }] as Parameters<typeof partSettings>[0];
    const at = (level: number, { setting, ...rest }: TriedSetting) => ({
      ...rest,
      setting: { ...setting, codec: zstd(level) },
    });
    const dear = at(19, tried('SPLIT', 9, 17));
    const own = [...all, dear, at(9, tried('DICTIONARY', 40, 18))];
    const [task, ...more] = partSettings(columns, new Map([['', all[0] ?? dear]]), own);
    expect(more).toEqual([]);
    expect(task?.setting.codec).toEqual(zstd(19));
    expect(partEncodings(task?.setting.encoding ?? '')).toEqual([
      ['s.x', 'SPLIT'],
      ['s.y', 'PLAIN'],
    ]);
    const other = own.filter((each) => each !== dear);
    const [apart] = partSettings(columns, new Map([['', dear]]), other);
    expect(partEncodings(apart?.setting.encoding ?? '')).toEqual([
      ['s.x', 'SPLIT, zstd 1'],
      ['s.y', 'DICTIONARY'],
    ]);
    expect(candidateOf(new Map([['s', apart?.setting ?? dear.setting]])).options.columns).toBe(
      's.x: SPLIT, zstd 1; s.y: DICTIONARY',
    );
    expect(
      partSettings([{ name: '', dataBytes: 0, types: [typed(0)] }] as typeof columns, new Map([['', dear]]), own),
    ).toEqual([]);
    const written = candidateOf(new Map([['s', mixed ?? all[0]?.setting ?? expect.unreachable()]]));
    expect(written.options.columns).toBe('s.x: SPLIT; s.y: DICTIONARY');
  });

  it('have the smallest encodings first, of equals the one that decodes faster', () => {
    const equal = { ...trial('fast', null, 10, 1), decodeMs: 1 };
    const trials = [trial('slow', null, 10, 1), equal, trial('small', null, 9, 1), trial('small', zstd(1), 99, 1)];
    expect(smallestEncodings(trials)).toEqual(['small', 'fast', 'slow']);
  });

  it('are promising if they are the smallest, the usual, or decode faster', () => {
    const decoding = (encoding: string, codec: ColumnSetting['codec'], sizeBytes: number, decodeMs: number) => ({
      ...trial(encoding, codec, sizeBytes, 1),
      decodeMs,
    });
    const trials = [
      decoding('DICTIONARY', zstd(1), 100, 9),
      decoding('A', zstd(19), 10, 9),
      decoding('B', null, 50, 8),
      decoding('C', null, 60, 8),
      decoding('D', null, 70, 1),
    ];
    expect(keys(promisingSettings(trials))).toEqual([
      ...['B/uncompressed', 'A/zstd@19', 'DICTIONARY/zstd@1', 'D/uncompressed'],
    ]);
    const many = Array.from({ length: 9 }, (_, index) => decoding(`E${index}`, null, index, 9 - index));
    expect(keys(promisingSettings(many))).toEqual([0, 1, 2, 3, 4].map((index) => `E${index}/uncompressed`));
    expect(promisingSettings([])).toEqual([]);
  });

  it('in another order of rows combine its best encodings with the best codec of the data’s order', () => {
    const natural = [trial('X', { id: 'gzip', level: 6 }, 10, 1), trial('Y', zstd(1), 20, 1)];
    const probes = [trial('P', zstd(1), 20, 1), trial('Q', zstd(1), 10, 1)];
    expect(keys(settingsInOrder(natural, probes))).toEqual([
      ...['Q/zstd@3', 'Q/gzip@6', 'Q/zstd@19', 'P/gzip@6', 'Q/brotli@9', 'Q/uncompressed', 'P/brotli@9'],
    ]);
    expect(keys(settingsInOrder([trial('X', zstd(3), 1, 1)], [trial('P', null, 1, 1)]))).toEqual([
      ...['P/zstd@3', 'P/zstd@19', 'P/brotli@9', 'P/uncompressed'],
    ]);
    expect([settingsInOrder([], probes), settingsInOrder(natural, [])]).toEqual([[], []]);
  });

  const int32 = { to: 'int32' } as const;
  const columns = [
    { name: 'a', dataBytes: 4_000, types: [typed(0), { ...typed(0), narrowing: int32 }] },
    { name: 'b', dataBytes: 8_000, types: [typed(1)] },
  ] as unknown as Columns;

  it('of files are those of each column, in its type', () => {
    const narrow: TriedSetting = {
      ...trial('PLAIN', zstd(3), 1, 1),
      setting: { encoding: 'N', codec: null, narrowing: int32 },
    };
    const files = [
      new Map([
        ['a', trial('A', zstd(1), 1, 1)],
        ['b', trial('B', zstd(1), 1, 1)],
      ]),
      new Map([['a', narrow]]),
    ];
    expect(
      settingsOfFiles(columns, files).map(({ typed: { index, narrowing }, setting }) => [
        index,
        narrowing,
        settingKey(setting),
      ]),
    ).toEqual([
      [0, null, 'A/zstd@1'],
      [0, int32, 'N/uncompressed/int32'],
      [1, null, 'B/zstd@1'],
    ]);
  });

  it('with the dearest codecs take a time that follows the bytes', () => {
    const task = (index: number) => ({ typed: typed(index), setting: trial('A', null, 1, 1).setting });
    expect([0, 1, 2].map((index) => dearestMs(columns, task(index)))).toEqual([10, 20, 0]);
    const variant = { order: [], sortMs: 0, layout: defaultLayout };
    expect(trialOf(task(1), variant, 'once')).toEqual({ column: 1, setting: task(1).setting, variant, calls: 'once' });
  });

  it('have two orders where a narrower type sorts in another way', () => {
    const text = (name: string, to: 'int32' | 'date') => ({
      name,
      types: [typed(0), { ...typed(0), narrowing: { from: 'text', to } }],
    });
    const all = [...columns, text('digits', 'int32'), text('days', 'date')] as unknown as Columns;
    expect(columnsOfTwoOrders(all)).toEqual(new Set(['digits']));
  });

  it('need rows and columns', () => {
    const description = { rowCount: 1, columns } as TableDescription;
    expect(requireRows(description)).toBe(description);
    for (const empty of [
      { ...description, rowCount: 0 },
      { ...description, columns: [] },
    ])
      expect(() => requireRows(empty)).toThrowError(
        expect.objectContaining({ record: expect.objectContaining({ tag: 'unsupported', stage: 'setUp' }) }),
      );
  });
});

describe('the footer’s shared bytes', () => {
  /** A file's footer has 100 bytes once, and 10 for each column; 70 once if a column is narrower. */
  const shared = async (count: number, isNarrow: (index: number) => boolean) => {
    const written: FileTrial[] = [];
    const columns = Array.from({ length: count }, (_, index) => ({
      name: `c${index}`,
      types: [typed(index), ...(isNarrow(index) ? [{ ...typed(index), narrowing: { to: 'int32' } as const }] : [])],
    })) as unknown as Columns;
    const table = {
      fileBytes: async (file: FileTrial) => {
        written.push(file);
        return (file.settings.size > 0 ? 70 : 100) + 10 * (file.columns?.length ?? 0);
      },
    };
    return { found: await sharedFooterOf(table, columns, Int32Array.of(3, 1)), written };
  };

  it('are what files of one column have more than one of all', async () => {
    const { found, written } = await shared(3, () => false);
    expect(found).toEqual({ ownBytes: 100, narrowBytes: 100 });
    expect(written.map(({ columns }) => columns)).toEqual([[0], [1], [2], [0, 1, 2]]);
    expect(written[0]).toMatchObject({ rows: Int32Array.of(3, 1), layout: defaultLayout });
  });

  it('are told for narrower types, too', async () => {
    const { found, written } = await shared(3, (index) => index === 1);
    expect(found).toEqual({ ownBytes: 100, narrowBytes: 70 });
    expect(written).toHaveLength(8);
    expect([...(written[4]?.settings ?? [])]).toEqual([
      ['c1', { encoding: 'DICTIONARY', codec: zstd(3), narrowing: { to: 'int32' } }],
    ]);
  });

  it('are those of forty columns at most, and none of one', async () => {
    expect((await shared(1, () => true)).found).toEqual({ ownBytes: 0, narrowBytes: 0 });
    const { found, written } = await shared(80, () => false);
    expect([found.ownBytes, written.length]).toEqual([100, 41]);
    expect(written.at(-1)?.columns).toEqual(Array.from({ length: 40 }, (_, index) => 2 * index));
    expect((await shared(2, () => false)).found.ownBytes).toBe(100);
  });
});
