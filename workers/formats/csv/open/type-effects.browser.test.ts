import { describe, expect, it } from 'vitest';
import type { ChosenType } from '../../../model/chosen-type';
import { columnValues, readTestTable } from '../../../open-file/testing/test-files';

/** The texts of columns whose types somebody may want to change. Text without a match in the other column keeps each row apart. */
const columns: Readonly<Record<string, readonly string[]>> = {
  'dates, the day first': ['31.12.2024', '01.02.2023', '15.06.1999'],
  'dates, the month by name': ['Dec 31 2024', 'Feb 1 2023', 'Jan 5 2000'],
  'ISO dates': ['2024-12-31', '2023-02-01', '1999-06-15'],
  'ISO times': ['2024-12-31 10:00:00', '2023-02-01 00:00:00', '1999-06-15 23:59:59.5'],
  'times with one offset': ['2024-12-31T10:00:00+02:00', '2023-02-01T00:00:00+02:00', '1999-06-15T23:59:59+02:00'],
  'times with two offsets': ['2024-12-31T10:00:00+02:00', '2023-02-01T00:00:00Z', '1999-06-15T23:59:59Z'],
  'times, the day first': ['31.12.2024 10:00', '01.02.2023 00:00', '15.06.1999 23:59'],
  'dates that may be either': ['01/02/2024', '03/04/2023', '05/06/1999'],
  'dates and texts': ['2024-12-31', 'soon', '1999-06-15'],
  'times and texts': ['2024-12-31 10:00:00', 'soon', '1999-06-15 00:00'],
  'numbers with spaces': [' 1', '2 ', 'x'],
  'years of five digits': ['12024-01-01', '2024-01-01', '2024-01-02'],
  'dates with other marks, and texts behind them': ['2024/1/5', '2024-01-05 soon', '2024-1-5 9:5', '0000-01-01'],
  'dates in two formats': ['31.12.2024', '2023-02-01', '15.06.1999'],
  'numbers and texts': ['1', 'two', '3.5'],
  'large numbers': ['17258328881026652089123', '1', '2'],
  'numbers with marks': ['1.5', '1e3', '-0'],
  words: ['yes', 'no', 'true'],
};

const csvOf = (texts: readonly string[]) => `x,row\n${texts.map((text, row) => `${text},r${row}`).join('\n')}\n`;

/** The columns of the quick suite. */
const telling = new Set(['numbers and texts', 'large numbers', 'times with one offset', 'dates, the day first']);

describe.each(Object.entries(columns))('a column of %s', (name, texts) => {
  const tags = telling.has(name) ? [] : ['full'];
  it('loses as many rows by each type as was counted before', { tags }, async () => {
    const csv = csvOf(texts);
    const { report } = await readTestTable(csv, 'a.csv');
    const effects = report.found.typeEffects?.[0] ?? {};
    const outcomes: Partial<Record<ChosenType, number>> = {};
    const counted: Partial<Record<ChosenType, number>> = {};
    for (const type of report.possibleTypes[0] ?? []) {
      const chosen = await readTestTable(csv, 'a.csv', { columnTypes: [type, 'utf8'] });
      const rows = columnValues(chosen.table, 'row');
      expect(rows.length + chosen.report.badRowCount, `${type}: rows and bad rows`).toBe(texts.length);
      outcomes[type] = texts.length - rows.length;
      counted[type] = effects[type]?.leftOut ?? -1;
    }
    expect(counted).toEqual(outcomes);
  });
});

it.each<[string, ChosenType, { leftOut: number; altered: number }]>([
  ['numbers and texts', 'int64', { leftOut: 1, altered: 1 }],
  ['large numbers', 'float64', { leftOut: 0, altered: 1 }],
  ['times and texts', 'date', { leftOut: 1, altered: 1 }],
  ['dates with other marks, and texts behind them', 'date', { leftOut: 0, altered: 2 }],
  ['dates, the day first', 'timestamp', { leftOut: 0, altered: 0 }],
  ['times with one offset', 'date', { leftOut: 0, altered: 3 }],
  ['times with one offset', 'int64', { leftOut: 3, altered: 0 }],
  ['times with two offsets', 'date', { leftOut: 0, altered: 3 }],
  ['times, the day first', 'date', { leftOut: 0, altered: 2 }],
])('counts what is altered in a column of %s read as %s', async (name, type, effect) => {
  const { report } = await readTestTable(csvOf(columns[name] ?? []), 'a.csv');
  expect(report.found.typeEffects?.[0]?.[type]).toEqual(effect);
});

it('reads dates in the format of the file as timestamps, and the reverse', async () => {
  const as = async (name: string, type: ChosenType) =>
    columnValues(
      (await readTestTable(csvOf(columns[name] ?? []), 'a.csv', { columnTypes: [type, 'utf8'] })).table,
      'x',
    );
  const days = [Date.UTC(2024, 11, 31), Date.UTC(2023, 1, 1), Date.UTC(1999, 5, 15)];
  expect(await as('dates, the day first', 'timestamp')).toEqual(days.map((day) => BigInt(day) * 1000n));
  expect(await as('times, the day first', 'date')).toEqual(days.map((day) => day / 86_400_000));
});
