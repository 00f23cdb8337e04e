import { expect, it } from 'vitest';
import birdstrikesUrl from '../../node_modules/vega-datasets/data/birdstrikes.csv?url';
import flightsArrowUrl from '../../node_modules/vega-datasets/data/flights-200k.arrow?url';
import flightsParquetUrl from '../../node_modules/vega-datasets/data/flights-3m.parquet?url';
import moviesUrl from '../../node_modules/vega-datasets/data/movies.json?url';
import weatherUrl from '../../node_modules/vega-datasets/data/seattle-weather.csv?url';
import unemploymentUrl from '../../node_modules/vega-datasets/data/unemployment.tsv?url';
import { toCanonical } from '../model/canonical';
import { fromCanonical } from '../model/read-canonical';
import { plainColumns } from '../model/column-schema';
import type { Table } from '../model/dataset';
import { readingNote } from '../own-file/reading-notes';
import { columnByName, countNulls, readTestTable, columnTypesByName, columnValues } from './testing/test-files';
import { textCases } from './testing/text-cases';
import { told } from './testing/told';
import { telling } from '../model/testing/telling';

/** Public data files as people have them, from the vega-datasets package. The figures compared with are pyarrow's and Python's. */

async function fetched(url: string, fileName: string) {
  const response = await fetch(url);
  const read = await readTestTable(await response.blob(), fileName);
  const copy = fromCanonical(await new Blob([...toCanonical(read.table).parts]).arrayBuffer());
  expect(copy.kind, 'it has a canonical form').toBe('table');
  expect(read.report.itemCount).toBe(read.table.rowCount);
  expect(read.report.preview.length).toBe(Math.min(20, read.table.rowCount));
  return read;
}

function sum(table: Table, name: string): number {
  let total = 0;
  for (const value of columnValues(table, name)) total += Number(value ?? 0);
  return total;
}

it('movies.json: records with nulls, texts, numbers and a column that mixes both', async () => {
  const { table, report } = await fetched(moviesUrl, 'movies.json');
  expect(report.type).toBe('json');
  expect(table.rowCount).toBe(3_201);
  expect(columnTypesByName(table)).toMatchObject({
    Title: 'json',
    'US Gross': 'int64',
    'Release Date': 'utf8',
    'IMDB Rating': 'float64',
    Director: 'utf8',
  });
  expect(report.notes).toEqual([told('“Title”', 'numbers, texts', 'JSON')]);
  expect(sum(table, 'US Gross')).toBe(140_542_660_013);
  expect(countNulls(table, 'US DVD Sales')).toBe(2_637);
  expect(countNulls(table, 'Director')).toBe(1_331);
  expect(countNulls(table, 'Release Date')).toBe(0);
  expect(columnValues(table, 'Title')[3_200]).toBe('"The Mask of Zorro"');
  expect(columnValues(table, 'Title')).toContain('1776');
  expect(report.preview[0]?.slice(0, 4)).toEqual(['"The Land Girls"', '146083', '146083', null]);
});

it('movies.json with its titles as text', async () => {
  const file = await (await fetch(moviesUrl)).blob();
  const first = await readTestTable(file, 'movies.json');
  expect(first.report.possibleTypes[0]).toContain('utf8');
  const types = plainColumns(first.table).map(({ name, type }) => (name === 'Title' ? 'utf8' : type));
  const { table, report } = await readTestTable(file, 'movies.json', { columnTypes: types });
  expect(columnByName(table, 'Title').type).toBe('utf8');
  expect(columnValues(table, 'Title')).toContain('1776');
  expect(report.badRowCount).toBe(0);
});

it('birdstrikes.csv: texts with commas in quotes, dates, numbers with gaps', async () => {
  const { table, report } = await fetched(birdstrikesUrl, 'birdstrikes.csv');
  expect(report.dialect).toMatch(telling('comma', '"', 'line 1', 'UTF-8'));
  expect(table.rowCount).toBe(10_000);
  expect(columnTypesByName(table)).toMatchObject({
    'Airport Name': 'utf8',
    'Flight Date': 'date',
    'Cost Total $': 'int64',
    'Speed IAS in knots': 'int64',
  });
  expect(sum(table, 'Cost Total $')).toBe(40_545_276);
  expect(countNulls(table, 'Speed IAS in knots')).toBe(2_836);
  const dates = columnValues(table, 'Flight Date');
  expect(dates[0]).toBe(Date.UTC(1990, 0, 8) / 86_400_000);
  expect(dates.at(-1)).toBe(Date.UTC(2002, 6, 25) / 86_400_000);
  expect(report.badRowCount).toBe(0);
  expect(report.preview[0]?.[3]).toBe('1990-01-08');
});

it('seattle-weather.csv and unemployment.tsv', async () => {
  const weather = await fetched(weatherUrl, 'seattle-weather.csv');
  expect(columnTypesByName(weather.table)).toEqual({
    date: 'date',
    precipitation: 'float64',
    temp_max: 'float64',
    temp_min: 'float64',
    wind: 'float64',
    weather: 'utf8',
  });
  expect(weather.table.rowCount).toBe(1_461);
  expect(sum(weather.table, 'precipitation')).toBeCloseTo(4_426, 6);
  const unemployment = await fetched(unemploymentUrl, 'unemployment.tsv');
  expect(unemployment.report.dialect).toMatch(telling('tab', '"', 'line 1', 'UTF-8'));
  expect(unemployment.table.rowCount).toBe(3_218);
  expect(sum(unemployment.table, 'rate')).toBeCloseTo(289.347, 6);
});

it('flights-200k.arrow', async () => {
  const { table } = await fetched(flightsArrowUrl, 'flights-200k.arrow');
  expect(columnTypesByName(table)).toEqual({ delay: 'int16', distance: 'int16', time: 'float32' });
  expect(table.rowCount).toBe(200_000);
  expect([sum(table, 'delay'), sum(table, 'distance')]).toEqual([1_500_159, 145_847_125]);
  expect(columnValues(table, 'time')[199_999]).toBe(23.983333587646484);
});

it('flights-3m.parquet', { tags: ['full'] }, async () => {
  const { table } = await fetched(flightsParquetUrl, 'flights-3m.parquet');
  expect(columnTypesByName(table)).toEqual({
    date: 'timestamp',
    delay: 'int64',
    distance: 'int64',
    origin: 'utf8',
    destination: 'utf8',
  });
  expect(table.rowCount).toBe(3_000_000);
  expect([sum(table, 'delay'), sum(table, 'distance')]).toEqual([20_003_603, 2_194_861_208]);
  const dates = columnByName(table, 'date').type === 'timestamp' ? columnValues(table, 'date') : [];
  expect([dates[0], dates.at(-1)]).toEqual([
    BigInt(Date.UTC(2001, 0, 1, 0, 1)) * 1_000n,
    BigInt(Date.UTC(2001, 6, 1)) * 1_000n,
  ]);
});

it.each(textCases)('$file is read right', async ({ file, bytes, type, rows, columns, values, notes }) => {
  const content = Uint8Array.from(bytes, (character) => character.charCodeAt(0));
  const { table, report } = await readTestTable(content, file);
  expect({ type: report.type, rows: table.rowCount, leftOut: report.badRowCount }).toEqual({ type, rows, leftOut: 0 });
  expect(table.columns.map(({ name, type: found }) => [name, found])).toEqual(Object.entries(columns));
  const found = Object.entries(values).map(([name, expected]) => {
    const all = columnValues(table, name);
    return [name, Object.fromEntries(Object.keys(expected).map((row) => [row, all[Number(row)]]))];
  });
  expect(Object.fromEntries(found)).toEqual(values);
  const expected = notes.map((note) =>
    'facts' in note ? told(...note.facts) : expect.stringContaining(readingNote(note)),
  );
  expect(report.notes).toEqual(expect.arrayContaining(expected));
  expect(report.notes).toHaveLength(notes.length);
});
