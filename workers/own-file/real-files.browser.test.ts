import flightsArrowUrl from '../../node_modules/vega-datasets/data/flights-200k.arrow?url';
import flightsParquetUrl from '../../node_modules/vega-datasets/data/flights-3m.parquet?url';
import birdstrikesUrl from '../../node_modules/vega-datasets/data/birdstrikes.csv?url';
import moviesUrl from '../../node_modules/vega-datasets/data/movies.json?url';
import weatherUrl from '../../node_modules/vega-datasets/data/seattle-weather.csv?url';
import unemploymentUrl from '../../node_modules/vega-datasets/data/unemployment.tsv?url';
import { expect, it } from 'vitest';
import { type Column, isVariableWidth, type Table } from '../model/dataset';
import { fromCanonical, toCanonical } from '../model/canonical';
import { readOwnFile } from './read';

/** Public data files as people have them, from the vega-datasets package. */
async function read(url: string, fileName: string) {
  const file = await (await fetch(url)).blob();
  const started = performance.now();
  const { dataset, report } = await readOwnFile(file, { fileName, type: null, columnTypes: null });
  if (dataset.kind !== 'table') throw new Error(`${fileName} became ${dataset.kind}.`);
  console.log(`${fileName}: ${dataset.rowCount} rows, ${Math.round(performance.now() - started)} ms, ${report.dialect}; ${report.notes.join(' | ')}; ${dataset.columns.map(({ name, type }) => `${name} ${type}`).join(', ')}`);
  return { table: dataset, report, file };
}

function column(table: Table, name: string): Column {
  const found = table.columns.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`There is no column ${name}.`);
  return found;
}

function text(table: Table, name: string, row: number): string {
  const found = column(table, name);
  if (!isVariableWidth(found)) throw new Error(`${name} is ${found.type}.`);
  return new TextDecoder().decode(found.data.subarray(found.offsets[row], found.offsets[row + 1]));
}

it('movies.json', async () => {
  const { table, report, file } = await read(moviesUrl, 'movies.json');
  expect(table.rowCount).toBe(0);
  expect(report.badRowCount).toBe(file.size);
});
it('birdstrikes', async () => { await read(birdstrikesUrl, 'birdstrikes.csv'); });
it('weather', async () => { await read(weatherUrl, 'seattle-weather.csv'); });
it('unemployment', async () => { await read(unemploymentUrl, 'unemployment.tsv'); });
it('arrow', async () => { const { table } = await read(flightsArrowUrl, 'flights-200k.arrow'); console.log(text.name, fromCanonical(await new Blob([...toCanonical(table).parts]).arrayBuffer()).kind); });
it('parquet', async () => { await read(flightsParquetUrl, 'flights-3m.parquet'); });
