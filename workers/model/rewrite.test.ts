import { describe, expect, test } from 'vitest';
import { packTexts } from './canonical';
import type { Column } from './column';
import {
  type ColumnSetting,
  defaultLayout,
  type FileVariant,
  type SearchPlan,
  type TriedSetting,
} from './column-search';
import type { Table } from './dataset';
import type { FormatlabError } from './errors';
import type { ColumnParts } from './remote/parquet-reads';
import { declaredKey, prepareTable, type RewriteRecipe, sortedByText } from './rewrite';
import {
  bestFile,
  bestFileWithin,
  bestTrials,
  completeVariants,
  fileOfTrials,
  type SearchLimits,
  type SearchWeights,
  weighed,
  weighedFile,
} from './search-choice';
import type { SortKey } from './sort-rows';
import { telling } from './testing/telling';

const numbers: Column = { name: 'n', validity: null, type: 'int64', values: BigInt64Array.of(3n, 1n, 2n) };
const texts: Column = { name: 't', validity: null, type: 'utf8', ...packTexts(['x', 'y', 'z'], 3) };
const table: Table = { kind: 'table', rowCount: 3, columns: [numbers, texts] };
const setting: ColumnSetting = { encoding: 'PLAIN', codec: null, narrowing: null };
const recipeOf = (order: readonly SortKey[] = [], narrowing: ColumnSetting['narrowing'] = null): RewriteRecipe => ({
  order,
  layout: defaultLayout,
  columns: [
    { name: 'n', setting: { ...setting, narrowing } },
    { name: 't', setting },
  ],
});
const byNumber: SortKey = { column: 'n', descending: false };
const prepared = (recipe: RewriteRecipe, of = table) => {
  let now = 0;
  return prepareTable(of, recipe, () => {
    now += 5;
    return now;
  });
};
const tagOf = (work: () => unknown) => {
  try {
    work();
  } catch (thrown) {
    const { tag, stage } = (thrown as FormatlabError).record;
    return `${tag} ${stage}`;
  }
  return null;
};

describe('a table that is rewritten', () => {
  test('stays as it is without an order', () => {
    const { table: same, sortMs, undo } = prepared(recipeOf());
    expect([same, sortMs, undo(same)]).toEqual([table, 0, table]);
  });

  test('is sorted, and put back', () => {
    const { table: sorted, sortMs, undo } = prepared(recipeOf([byNumber]));
    expect(sorted.columns[0]).toMatchObject({ values: BigInt64Array.of(1n, 2n, 3n) });
    expect(new TextDecoder().decode((sorted.columns[1] as { data?: Uint8Array }).data)).toBe('yzx');
    expect(sortMs).toBe(5);
    expect(undo(sorted)).toEqual(table);
  });

  test('has narrower types, and gets its own back', () => {
    const { table: narrow, undo } = prepared(recipeOf([byNumber], { to: 'int32' }));
    expect(narrow.columns[0]).toMatchObject({ type: 'int32', values: Int32Array.of(1, 2, 3) });
    expect(undo(narrow)).toEqual(table);
    const wrong = { ...narrow, columns: [texts, texts] };
    expect(tagOf(() => undo(wrong))).toBe('verificationFailed verify');
    expect(tagOf(() => undo({ ...narrow, columns: [...narrow.columns, texts] }))).toBe('verificationFailed verify');
    const longer: Column = { ...numbers, values: BigInt64Array.of(1n, 2n, 3n, 4n) } as Column;
    expect(tagOf(() => prepared(recipeOf()).undo({ ...table, columns: [longer, texts] }))).toBe(
      'verificationFailed verify',
    );
  });

  test('is refused if a value does not fit, or the columns are others', () => {
    const large: Table = {
      ...table,
      columns: [{ ...numbers, values: BigInt64Array.of(2n ** 40n, 1n, 2n) } as Column, texts],
    };
    expect(tagOf(() => prepared(recipeOf([], { to: 'int32' }), large))).toBe('unsupported encode');
    expect(() => prepared(recipeOf([], { to: 'int32' }), large)).toThrow(telling('“n”', 'int32'));
    const [first, second] = recipeOf().columns;
    if (first === undefined || second === undefined) throw new Error('There are two.');
    for (const columns of [[first], [second, first], [first, second, second], []])
      expect(tagOf(() => prepared({ ...recipeOf(), columns }))).toBe('unsupported encode');
  });
});

describe('the order that a file declares', () => {
  const key = (column: string, descending = false): SortKey => ({ column, descending });
  const declared = (column: string, type = 'int32', order = [key(column), key('other')]) =>
    declaredKey(order, [
      { name: 'other', type: 'int8' },
      { name: column, type },
    ]);

  test('is its first key', () => {
    expect(declared('c')).toEqual(key('c'));
    expect(declared('c', 'utf8', [key('c', true)])).toEqual(key('c', true));
    expect(declaredKey([], [{ name: 'c', type: 'int32' }])).toBeNull();
    expect(declaredKey([key('c')], [{ name: 'd', type: 'int32' }])).toBeNull();
  });

  test('is not that of types whose order is open', () =>
    expect(['float32', 'float64', 'category'].map((type) => declared('c', type))).toEqual([null, null, null]));

  test('is not that of a name that means something else', () => {
    for (const name of ['', ' c', 'c ', 'c descending', 'c\tdescending', 'n'.repeat(201)])
      expect(declared(name), name).toBeNull();
    for (const name of ['descending', 'c descending d', 'cdescending', 'n'.repeat(200)])
      expect(declared(name)?.column).toBe(name);
  });

  test('is a text', () =>
    expect([null, key('c'), key('c', true)].map(sortedByText)).toEqual(['', 'c', 'c descending']));
});

const natural: FileVariant = { order: [], sortMs: 0, layout: defaultLayout };
const sorted: FileVariant = { order: [byNumber], sortMs: 7, layout: defaultLayout };
const noParts: ColumnParts = { rowGroup: 0, groups: [] };
const trial = (column: string, over: Partial<TriedSetting> = {}): TriedSetting => ({
  column,
  setting,
  variant: natural,
  allRows: true,
  sizeBytes: 100,
  footerBytes: 10,
  encodeMs: 2,
  decodeMs: 3,
  lookupMs: 4,
  parts: noParts,
  ...over,
});
const plan: SearchPlan = {
  rows: 3,
  sampleRows: null,
  columns: ['a', 'b'],
  settings: {},
  narrowings: {},
  sharedFooter: { ownBytes: 6, narrowBytes: 4 },
  workers: 1,
};
const weights: SearchWeights = { perByte: 1, perEncodeMs: 1_000, perDecodeMs: 1_000_000 };
const sizeOnly: SearchWeights = { perByte: 1, perEncodeMs: 0, perDecodeMs: 0 };
const fileOf = (...trials: TriedSetting[]) =>
  fileOfTrials(new Map(trials.map((each) => [each.column, each])), trials[0]?.variant ?? natural, plan);
const noLimits: SearchLimits = { sizeBytes: null, encodeMs: null, decodeMs: null };

describe('the weight of a trial', () => {
  test('is the sum of its figures', () => expect(weighed(trial('a'), weights)).toBe(3_002_100));

  test('has that of look-ups, if they have been measured', () => {
    const parts: ColumnParts = {
      rowGroup: 0,
      groups: [
        [
          {
            bytes: 90,
            indexBytes: 0,
            row: { dictionaryBytes: 10, pageStart: 20, pageBytes: 30 },
            bounds: null,
          } as ColumnParts['groups'][number][number],
        ],
      ],
    };
    expect(weighed(trial('a'), { ...sizeOnly, perLookupMs: 1_000 })).toBe(4_100);
    expect(weighed(trial('a', { lookupMs: null }), { ...sizeOnly, perLookupMs: 1_000 })).toBe(100);
    const more = weighed(trial('a', { parts }), { ...sizeOnly, perRowByte: 1_000 }) - 100;
    expect(more).toBeGreaterThan(0);
    expect(weighed(trial('a', { parts }), { ...sizeOnly, perRowByte: 2_000 }) - 100).toBe(2 * more);
    expect(weighed(trial('a', { parts }), sizeOnly)).toBe(100);
  });

  test('is larger for the column that is also read alone', () => {
    const column = { name: 'a', perByte: 10, perDecodeMs: 10_000 };
    expect(weighed(trial('a'), { ...sizeOnly, column })).toBe(100 + 1_000 + 30_000);
    expect(weighed(trial('b'), { ...sizeOnly, column })).toBe(100);
    expect(weighedFile(fileOf(trial('a'), trial('b')), { ...sizeOnly, column })).toBe(214 + 31_000);
  });
});

describe('a file of trials', () => {
  test('has the sum of their figures, and what all columns share once', () => {
    const { sizeBytes, encodeMs, decodeMs } = fileOf(trial('a'), trial('b', { sizeBytes: 50 }));
    expect([sizeBytes, encodeMs, decodeMs]).toEqual([150 + 20 - 6, 4, 6]);
    expect(fileOf(trial('a')).sizeBytes).toBe(110);
    expect(fileOf(trial('a', { variant: sorted })).encodeMs).toBe(9);
    expect(fileOf(trial('a', { variant: { ...sorted, sortMs: null } })).encodeMs).toBe(2);
  });

  test('shares less where columns are narrower', () => {
    const narrow = { setting: { ...setting, narrowing: { to: 'int32' } as const } };
    const narrowPlan = { ...plan, narrowings: { a: { to: 'int32' }, b: { to: 'int32' } } as const };
    const size = (...trials: TriedSetting[]) =>
      fileOfTrials(new Map(trials.map((each) => [each.column, each])), natural, narrowPlan).sizeBytes;
    expect(size(trial('a'), trial('b'))).toBe(220 - 6);
    expect(size(trial('a', narrow), trial('b'))).toBe(220 - 5);
    expect(size(trial('a', narrow), trial('b', narrow))).toBe(220 - 4);
  });
});

describe('the choice of trials', () => {
  const small = trial('a', { sizeBytes: 60, decodeMs: 9 });
  const b = trial('b');

  test('takes the least of each column, of all rows only, the first of equals', () => {
    const [first, sample] = [trial('a'), trial('a', { sizeBytes: 1, allRows: false })];
    expect([...bestTrials([first, trial('a'), sample, b], sizeOnly).values()]).toEqual([first, b]);
    expect(bestTrials([first, trial('a')], sizeOnly).get('a')).toBe(first);
    expect(bestTrials([trial('a'), small], sizeOnly).get('a')).toBe(small);
    expect(bestTrials([sample], sizeOnly).size).toBe(0);
  });

  test('needs each column in one order of rows', () => {
    const ofSorted = trial('a', { variant: sorted });
    const variants = (...trials: TriedSetting[]) =>
      completeVariants(trials, plan.columns).map(({ variant, trials: own }) => [variant.order.length, own.length]);
    expect(variants(trial('a'), b, ofSorted)).toEqual([[0, 2]]);
    expect(variants(trial('a'), b, ofSorted, trial('b', { variant: sorted }))).toEqual([
      [0, 2],
      [1, 2],
    ]);
    expect(variants(trial('a'), trial('b', { allRows: false }))).toEqual([]);
    expect(bestFile([trial('a')], sizeOnly, plan)).toBeNull();
    expect(bestFile([trial('a'), small, b], sizeOnly, plan)?.sizeBytes).toBe(60 + 100 + 20 - 6);
  });

  const within = (limits: Partial<SearchLimits>, trials = [trial('a'), small, b]) => {
    const aim = { weights: [sizeOnly], totalOf: ({ sizeBytes }: { readonly sizeBytes: number }) => sizeBytes };
    const found = bestFileWithin(trials, aim, { ...noLimits, ...limits }, plan);
    return found === null ? null : [found.file.sizeBytes, found.isWithin];
  };

  test('keeps within limits', () => {
    expect(within({})).toEqual([174, true]);
    // The small one decodes in 9 + 3 ms, the other in 3 + 3.
    expect(within({ decodeMs: 12 })).toEqual([174, true]);
    expect(within({ decodeMs: 11.9 })).toEqual([214, true]);
    expect(within({ decodeMs: 6 })).toEqual([214, true]);
    expect(within({ decodeMs: 5 })).toEqual([214, false]);
    expect(within({ sizeBytes: 174, decodeMs: 12 })).toEqual([174, true]);
    expect(within({ sizeBytes: 100 })).toEqual([174, false]);
    expect(within({ encodeMs: 4 })).toEqual([174, true]);
    expect(within({ encodeMs: 1 })).toEqual([174, false]);
    expect(within({}, [trial('a')])).toBeNull();
  });

  test('takes the sum by which the total is least', () => {
    const byTime: SearchWeights = { perByte: 0, perEncodeMs: 0, perDecodeMs: 1 };
    const totalOf = ({ decodeMs }: { readonly decodeMs: number }) => decodeMs;
    const found = bestFileWithin([trial('a'), small, b], { weights: [sizeOnly, byTime], totalOf }, noLimits, plan);
    expect(found?.file.decodeMs).toBe(6);
  });
});
