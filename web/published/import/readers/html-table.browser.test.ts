import { expect, test } from 'vitest';
import { htmlTables } from './html-table';
import { allHeadingsHtml } from '../test-tables/held-out-tables';
import { guessMapping } from '../columns/mapping';
import { mergedHeaderTable } from '../test-tables/test-tables';

test('merged cells, footnotes and exponents of an HTML table, of which nothing runs', async () => {
  const title = document.title;
  const [table, ...others] = htmlTables(mergedHeaderTable);
  expect(others).toEqual([]);
  expect(table?.title).toBe('Reading and writing');
  expect(table?.columns).toEqual(['Format', 'Write time (s)', 'Write size (MB)', 'Read time (s)', 'Read memory (MB)']);
  expect(table?.rows.map(({ cells }) => cells)).toEqual([
    ['Parquet', '1.5', '10^3', '0.4', '200'],
    ['ORC', '1.9', '870', '0.6', '310'],
  ]);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(document.title).toBe(title);
  expect(document.querySelector('table')).toBeNull();
  const roles =
    table === undefined
      ? []
      : guessMapping(table).columns.map((column) =>
          column.role === 'figure' ? `${column.quantity} ${column.unit}` : column.role,
        );
  expect(roles).toEqual(['system', 'writeTime s', 'fileSize MB', 'readTime s', 'memorySize MB']);
});

test('a table laid out within another, and one that claims to span 65,534 rows', () => {
  const tables = htmlTables(
    '<table><tr><td><table><caption>Sizes</caption><tr><th>A</th><th>MB</th></tr><tr><td rowspan="65534">x</td><td>1</td></tr><tr><td>2</td></tr></table></td></tr></table>',
  );
  expect(tables).toHaveLength(1);
  expect(tables[0]).toMatchObject({
    title: 'Sizes',
    columns: ['A', 'MB'],
    rows: [{ cells: ['x', '1'] }, { cells: ['x', '2'] }],
  });
  expect(() =>
    htmlTables(`<table><tr><th>A</th>${'<th colspan="1000">B</th>'.repeat(3)}</tr><tr><td>1</td></tr></table>`),
  ).toThrow('the limit is 100.');
  expect(() => htmlTables(`<table>${'<tr><td>a</td><td>1</td></tr>'.repeat(100_000)}</table>`)).toThrow(
    'the limit is 2,000.',
  );
});

test('a table of which every cell is a heading’s: those with figures are rows', () => {
  const [table] = htmlTables(allHeadingsHtml);
  expect(table?.columns).toEqual(['Compressor', 'Ratio', 'Compression', 'Decompression']);
  expect(table?.rows.map(({ cells }) => cells[0])).toEqual(['LZ4 (r101)', 'LZO 2.06', 'QuickLZ 1.5.1b6']);
});
