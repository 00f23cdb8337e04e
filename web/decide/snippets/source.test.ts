import { describe, expect, it } from 'vitest';
import type { ColumnSchema } from '../../../workers/model/column-schema';
import type { DatasetSchema } from '../../../workers/model/dataset';
import { textColumns } from '../../../workers/snippets/columns';
import type { Snippet } from '../../../workers/snippets/snippet';
import type { SnippetSource } from '../../../workers/snippets/snippet-source';
import { sourceOf } from './source-context';
import { snippetsFor } from './snippets';
import { candidate, only } from './testing/snippet-of';

describe('the columns of a text file', () => {
  const named = (name: string) => ({ name, nullable: false }) as const;
  const of = (schema: DatasetSchema) => textColumns(schema)?.map(({ name, type }) => [name, type]) ?? null;

  it('are those of a table, or of what is written like one', () => {
    expect(of({ kind: 'table', columns: [{ ...named('a'), type: 'int8' }] })).toEqual([['a', 'int8']]);
    expect(of({ kind: 'dict', keyType: 'int64', valueType: 'float64' })).toEqual([
      ['key', 'int64'],
      ['value', 'float64'],
    ]);
    expect(of({ kind: 'records' })).toEqual([
      ['key', 'utf8'],
      ['value', 'utf8'],
    ]);
    expect([of({ kind: 'list', elementType: 'int64' }), of({ kind: 'stringArray' })]).toEqual([
      [['values', 'int64']],
      [['values', 'utf8']],
    ]);
    expect([of({ kind: 'bytes' }), of({ kind: 'array', elementType: 'int8', shape: [1] })]).toEqual([null, null]);
  });

  it('of a category have the type of its values', () => {
    const item = { ...named(''), type: 'timestamp', unit: 'ms', timeZone: 'UTC' } as const;
    const columns = textColumns({
      kind: 'table',
      columns: [
        { ...named('c'), nullable: true, type: 'category', ordered: false, categories: 2, item },
        { ...named('t'), type: 'timestamp' },
        { ...named('i'), type: 'int8' },
      ],
    });
    expect(columns).toEqual([
      { name: 'c', type: 'timestamp', nullable: true, isCategory: true, timeZone: 'UTC', unit: 'ms', digits: null },
      { name: 't', type: 'timestamp', nullable: false, isCategory: false, timeZone: null, unit: 'us', digits: null },
      { name: 'i', type: 'int8', nullable: false, isCategory: false, timeZone: null, unit: 'us', digits: null },
    ]);
  });
});

describe('the lines that read the user’s file', () => {
  const text: NonNullable<SnippetSource['text']> = {
    encoding: 'utf-8',
    delimiter: 'semicolon',
    separator: ';',
    quote: 'double',
    quoteEscape: 'doubled',
    skippedLines: 0,
    header: true,
    decimalMark: 'comma',
    thousands: 'none',
    nullWords: [],
    nullWordsInText: false,
    dateFormat: '%Y-%m-%d',
    timestampFormat: 'iso',
  };
  const columns: readonly ColumnSchema[] = [
    { name: 'zip', type: 'utf8', nullable: false },
    { name: 'price', type: 'float64', nullable: false },
    { name: 'day', type: 'date', nullable: false },
  ];
  const schema: DatasetSchema = { kind: 'table', columns: [...columns] };
  const source: SnippetSource = {
    fileName: 'orders.csv',
    type: 'csv',
    text,
    part: null,
    header: true,
    isSelected: false,
    schema,
  };
  const write = (changes: Partial<SnippetSource>, tool: Snippet['tool'], format = 'parquet') =>
    only(snippetsFor(candidate(format), schema, { source: { ...source, ...changes } }), tool).write ?? '';

  it('have its delimiter and decimal mark in each tool', () => {
    for (const part of ['df = pd.read_csv(', '"orders.csv", sep=";"', 'decimal=","', 'dtype={"zip": "str"}'])
      expect(write({}, 'pandas')).toContain(part);
    for (const part of [
      'delimiter=";"',
      'decimal_point=","',
      '"zip": pa.string()',
      'table = csv.read_csv("orders.csv"',
    ])
      expect(write({}, 'pyarrow')).toContain(part);
    expect(write({}, 'pyarrow')).not.toContain('# table');
    for (const part of ['read_csv(', "'orders.csv'", "delim = ';'", "decimal_separator = ','", "'zip': 'VARCHAR'"])
      expect(write({}, 'duckdb')).toContain(part);
    expect(write({}, 'r')).toContain('delim = ";"');
    expect(write({}, 'java')).toContain('.option("sep", ";")');
    expect(write({}, 'julia', 'csv')).toContain('delim=";"');
  });

  it('have every other option, by another reader where one lacks it', () => {
    const changed = (changes: Partial<typeof text>, tool: Snippet['tool'] = 'pandas') =>
      write({ text: { ...text, ...changes } }, tool);
    expect(changed({ thousands: 'point' })).toContain('thousands="."');
    expect(changed({ thousands: 'point' }, 'pyarrow')).toContain('pa.Table.from_pandas(df');
    expect(changed({ thousands: 'point' }, 'duckdb')).toContain("thousands = '.'");
    expect(changed({ quote: 'none' })).toContain('quoting=3');
    expect(changed({ quote: 'single' }, 'pyarrow')).toContain(`quote_char="'"`);
    expect(changed({ quoteEscape: 'backslash' })).toContain('escapechar="\\\\"');
    expect(changed({ skippedLines: 3 })).toContain('skiprows=3');
    expect(changed({ skippedLines: 3 }, 'duckdb')).toContain('skip = 3');
    expect(changed({ header: false }, 'pyarrow')).toContain('column_names=["zip", "price", "day"]');
    expect(changed({ header: false })).toContain('names=["zip", "price", "day"]');
    expect(changed({ encoding: 'windows-1252' })).toContain('encoding="windows-1252"');
    for (const part of ['"zip": [""]', '"price": ["", "NA"]', '"day": ["", "NA"]'])
      expect(changed({ nullWords: ['NA'] })).toContain(part);
    expect(changed({ nullWords: ['NA'], nullWordsInText: true }, 'pyarrow')).toContain('null_values=["", "NA"]');
    expect(changed({ dateFormat: '%d.%m.%Y' })).toContain('date_format={"day": "%d.%m.%Y"}');
    expect(changed({ delimiter: 'spaces', separator: ' ' })).toContain('sep=r"\\s+"');
    expect(changed({ delimiter: 'spaces', separator: ' ' }, 'duckdb')).toContain('-- data: a table');
  });

  it('name the sheet, the table, and the columns that are read', () => {
    const other = { text: null, part: 'Sheet "1"' };
    expect(write({ ...other, type: 'xlsx', fileName: 'a.xlsx' }, 'pyarrow')).toContain('sheet_name="Sheet \\"1\\""');
    expect(write({ ...other, type: 'xlsx', fileName: 'a.xlsx' }, 'duckdb')).toContain(`sheet = 'Sheet "1"'`);
    expect(write({ ...other, type: 'sqlite', fileName: 'a.db' }, 'pandas')).toContain(
      'SELECT * FROM \\"Sheet \\"\\"1\\"\\"\\"',
    );
    const parquet = { text: null, type: 'parquet', fileName: 'in.parquet', isSelected: true } as const;
    expect(write(parquet, 'pyarrow')).toContain('table = table.select(["zip", "price", "day"])');
    expect(write(parquet, 'duckdb')).toMatch(/SELECT "zip", .+ FROM read_parquet/u);
    for (const type of ['orc', 'ndjson', 'json', 'arrow'] as const)
      expect(write({ text: null, type, fileName: `in.${type}` }, 'pyarrow')).toContain(`"in.${type}"`);
    expect(write({ text: null, type: 'avro', fileName: 'in.avro' }, 'pyarrow')).toContain('# table: a pyarrow.Table');
  });

  it('stand only beside the data of that file', () => {
    expect(sourceOf(source, schema)).toBe(source);
    const others: DatasetSchema = { kind: 'table', columns: [{ name: 'x', type: 'int64', nullable: false }] };
    expect(sourceOf(source, others)).toBeUndefined();
    expect(sourceOf(null, schema)).toBeUndefined();
  });
});
