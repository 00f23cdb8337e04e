import type { ColumnType } from '../../model/column';
import type { OwnFileType } from '../../model/plan';
import type { ReadingNote } from '../../own-file/reading-notes';
import type { Facts } from './told';

/**
 * Text files and what is right to read from them. Any reader of delimited text, JSON or NDJSON must pass every case. The files named after a report are
 * those that people could not read; their values are invented.
 */
interface TextCase {
  readonly file: string;
  /** One character for each byte. */
  readonly bytes: string;
  readonly type: OwnFileType;
  readonly rows: number;
  /** All columns, in order. */
  readonly columns: Readonly<Record<string, ColumnType | 'list' | 'struct'>>;
  /** Values of columns by row, from 0. */
  readonly values: Readonly<Record<string, Readonly<Record<number, unknown>>>>;
  /** Everything that is said of the file, in any order: a tag with names and numbers. */
  readonly notes: readonly (ReadingNote | OtherNote)[];
}

/** A note whose words are made elsewhere. */
interface OtherNote {
  readonly tag: 'linesSkipped' | 'nulls' | 'namesChanged' | 'typesMixed' | 'numbersAltered';
  readonly facts: Facts;
}

const rowsOf = (count: number, row: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => row(index));
const renamed = (...facts: Facts): OtherNote => ({ tag: 'namesChanged', facts });

export const textCases: readonly TextCase[] = [
  {
    file: 'x2-header-trailing-comma-1000.csv',
    bytes: `a,b,c,\n${rowsOf(1_000, (row) => `${row},${2 * row},t${row}\n`).join('')}`,
    type: 'csv',
    rows: 1_000,
    columns: { a: 'int64', b: 'int64', c: 'utf8', column3: 'utf8' },
    values: {
      a: { 0: 0n, 999: 999n },
      b: { 999: 1_998n },
      c: { 0: 't0', 999: 't999' },
      column3: { 0: null, 999: null },
    },
    notes: [{ tag: 'filledRows', rows: 1_000, emptyNames: 1 }, renamed('column 4', '“column3”')],
  },
  {
    file: 'header-trailing-semicolons.csv',
    bytes: 'a;b;;\r\n"1;\r\n2";2\r\nx;3;y;z\r\nv;4;w\r\n\r\nu;5\r\nt;6',
    type: 'csv',
    rows: 5,
    columns: { a: 'utf8', b: 'int64', column2: 'utf8', column3: 'utf8' },
    values: {
      a: { 0: '1;\r\n2', 1: 'x', 4: 't' },
      b: { 0: 2n, 4: 6n },
      column2: { 0: null, 1: 'y', 2: 'w', 4: null },
      column3: { 0: null, 1: 'z', 2: null, 4: null },
    },
    notes: [{ tag: 'filledRows', rows: 4, emptyNames: 2 }, renamed('“column2”', '“column3”')],
  },
  {
    file: 'header-one-name-too-many.csv',
    bytes: `a,b,c,d\n${rowsOf(1_000, (row) => `${row},"${row};x",t${row}\n`).join('')}`,
    type: 'csv',
    rows: 1_000,
    columns: { a: 'int64', b: 'utf8', c: 'utf8', d: 'utf8' },
    values: { a: { 999: 999n }, b: { 0: '0;x' }, c: { 999: 't999' }, d: { 0: null, 999: null } },
    notes: [{ tag: 'filledNames', rows: 1_000, names: ['d'] }],
  },
  {
    file: 'one-bad-byte.csv',
    bytes: `n,name\n${rowsOf(300, (row) => (row % 2 === 0 ? `${row},Ana ${row}\n` : `${row},Zo${row === 201 ? '\xeb' : '\xc3\xab'} M\xc3\xbcller ${row}\n`)).join('')}`,
    type: 'csv',
    rows: 300,
    columns: { n: 'int64', name: 'utf8' },
    values: { n: { 299: 299n }, name: { 1: 'Zoë Müller 1', 201: 'Zo\uFFFD Müller 201', 299: 'Zoë Müller 299' } },
    notes: [{ tag: 'unreadableBytes', count: 1, places: [{ byte: 0xeb, line: 203, at: 3_106 }] }],
  },
  {
    file: 'x5-product-codes.csv',
    bytes: 'sku,gene,n\n12E3,2E1,0\n45E2,7E4,1\n1E10,3E2,2\n99E7,5E1,3\n',
    type: 'csv',
    rows: 4,
    columns: { sku: 'utf8', gene: 'utf8', n: 'int64' },
    values: { sku: { 0: '12E3', 3: '99E7' }, gene: { 1: '7E4' } },
    notes: [
      { tag: 'codesAsText', column: 'sku', count: 4, total: 4, example: '12E3' },
      { tag: 'codesAsText', column: 'gene', count: 4, total: 4, example: '2E1' },
    ],
  },
  {
    file: 'codes-among-numbers.csv',
    bytes: 'id,x\n1204,1.5e-3\n12E3,2.0E5\n77,1e+6\n,4\n',
    type: 'csv',
    rows: 4,
    columns: { id: 'float64', x: 'float64' },
    values: { id: { 0: 1_204, 1: 12_000, 3: null }, x: { 0: 0.0015, 1: 200_000, 2: 1_000_000 } },
    notes: [{ tag: 'codesAsNumbers', column: 'id', count: 1, total: 3, example: '12E3' }],
  },
  {
    file: 'x7-surnames.csv',
    bytes: 'id,surname\n1,Nan\n2,Inf\n3,nan\n4,Infinity\n',
    type: 'csv',
    rows: 4,
    columns: { id: 'int64', surname: 'utf8' },
    values: { surname: { 0: 'Nan', 1: 'Inf', 2: 'nan', 3: 'Infinity' } },
    notes: [{ tag: 'wordsAsText', column: 'surname', count: 4, total: 4, example: 'Nan' }],
  },
  {
    file: 'infinities.csv',
    bytes: 'id,x\n1,0.5\n2,Inf\n3,-inf\n4,2\n',
    type: 'csv',
    rows: 4,
    columns: { id: 'int64', x: 'float64' },
    values: { x: { 0: 0.5, 1: Number.POSITIVE_INFINITY, 2: Number.NEGATIVE_INFINITY } },
    notes: [{ tag: 'wordsAsNumbers', column: 'x', count: 2, total: 4, example: 'Inf' }],
  },
  {
    file: 'one-grown-number.csv',
    bytes: `id,v\n${rowsOf(300, (row) => `${row},${row === 250 ? '"1,234"' : row}\n`).join('')}`,
    type: 'csv',
    rows: 300,
    columns: { id: 'int64', v: 'utf8' },
    values: { v: { 249: '249', 250: '1,234' } },
    notes: [{ tag: 'unclearCommas', column: 'v', count: 1, total: 300, example: '1,234' }],
  },
  {
    file: '17b-repeated-header.csv',
    bytes: 'id,amt\n1,5\n2,6\nid,amt\n3,7\n',
    type: 'csv',
    rows: 4,
    columns: { id: 'utf8', amt: 'utf8' },
    values: { id: { 0: '1', 2: 'id' }, amt: { 2: 'amt', 3: '7' } },
    notes: [
      { tag: 'noNumbers', column: 'id', count: 1, total: 4, example: 'id' },
      { tag: 'noNumbers', column: 'amt', count: 1, total: 4, example: 'amt' },
    ],
  },
  {
    file: 'x9-neg-zero-mixed.json',
    bytes: '[{"k":1.0,"z":-0.0,"w":[1.0,"a"]},{"k":"x","z":1e400,"w":[2]},{"k":1e2,"z":1.50,"w":null}]',
    type: 'json',
    rows: 3,
    columns: { k: 'json', z: 'json', w: 'list' },
    values: {
      k: { 0: '1.0', 1: '"x"', 2: '1e2' },
      z: { 0: '-0.0', 1: '1e400', 2: '1.50' },
      w: { 0: ['1.0', '"a"'], 1: ['2'], 2: null },
    },
    notes: [
      { tag: 'typesMixed', facts: ['“k”', 'numbers, texts', 'JSON'] },
      { tag: 'numbersAltered', facts: ['“z”', '1 of 3', '1e400', 'JSON'] },
      { tag: 'typesMixed', facts: ['“w.item”', 'numbers, texts', 'JSON'] },
    ],
  },
  {
    file: 'written-numbers.ndjson',
    bytes:
      '{"m":{"a":1.10},"i":1.0,"n":9007199254740993}\n{"m":[0.0000001,"1.0"],"i":-2,"n":1.0}\n{"m":"-0","i":3E0,"n":2}\n',
    type: 'ndjson',
    rows: 3,
    columns: { m: 'json', i: 'int64', n: 'int64' },
    values: {
      m: { 0: '{"a":1.10}', 1: '[0.0000001,"1.0"]', 2: '"-0"' },
      i: { 0: 1n, 1: -2n, 2: 3n },
      n: { 0: 9_007_199_254_740_993n, 1: 1n },
    },
    notes: [{ tag: 'typesMixed', facts: ['“m”', 'texts, lists, objects', 'JSON'] }],
  },
  {
    file: 'x8-firehose.json',
    bytes: rowsOf(50, (row) => `{"id": ${row}, "v": "x${row}"}`).join(''),
    type: 'json',
    rows: 50,
    columns: { id: 'int64', v: 'utf8' },
    values: { id: { 0: 0n, 49: 49n }, v: { 0: 'x0', 49: 'x49' } },
    notes: [{ tag: 'recordsInARow', records: 50 }],
  },
  {
    file: 'records-in-several-lines.json',
    bytes: '{\n  "a": "}{",\n  "b": [1.0, {}]\n}\n{\n  "a": "\\"",\n  "b": []\n}\n',
    type: 'json',
    rows: 2,
    columns: { a: 'utf8', b: 'list' },
    values: { a: { 0: '}{', 1: '"' }, b: { 0: ['1.0', '{}'], 1: [] } },
    notes: [
      { tag: 'recordsInARow', records: 2 },
      { tag: 'typesMixed', facts: ['“b.item”', 'numbers, objects', 'JSON'] },
    ],
  },
  {
    file: 'several-a-line.jsonl',
    bytes: '{"a":1}{"a":2}\n{"a":3}\n{"a":4} {"a":5}{"a":6}\n',
    type: 'ndjson',
    rows: 6,
    columns: { a: 'int64' },
    values: { a: { 0: 1n, 1: 2n, 2: 3n, 5: 6n } },
    notes: [{ tag: 'recordsInARow', records: 5 }],
  },
  {
    file: '17e-calls.vcf',
    bytes:
      '##fileformat=VCFv4.2\n##contig=<ID=1,length=5>\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\n1\t100\t.\tA\tC,G\t50\tPASS\tDP=3;AF=0.5\n1\t200\trs1\tAT\tA\t.\t.\tDP=4\nX\t300\t.\tG\tT\t9.5\tq10\tDP=1\n',
    type: 'csv',
    rows: 3,
    columns: {
      '#CHROM': 'utf8',
      POS: 'int64',
      ID: 'utf8',
      REF: 'utf8',
      ALT: 'utf8',
      QUAL: 'float64',
      FILTER: 'utf8',
      INFO: 'utf8',
    },
    values: {
      '#CHROM': { 0: '1', 2: 'X' },
      POS: { 0: 100n, 2: 300n },
      ID: { 0: '.', 1: 'rs1' },
      ALT: { 0: 'C,G' },
      QUAL: { 0: 50, 1: null, 2: 9.5 },
      INFO: { 0: 'DP=3;AF=0.5' },
    },
    notes: [
      { tag: 'linesSkipped', facts: [2, '“##fileformat=VCFv4.2”'] },
      { tag: 'nulls', facts: ['“.”', '1 value'] },
      { tag: 'noNumbers', column: '#CHROM', count: 1, total: 3, example: 'X' },
    ],
  },
  {
    file: 'many-contigs.vcf',
    bytes: `##fileformat=VCFv4.2\n${rowsOf(3_000, (row) => `##contig=<ID=${row},length=5>\n`).join('')}#CHROM\tPOS\n1\t7\n`,
    type: 'csv',
    rows: 1,
    columns: { '#CHROM': 'int64', POS: 'int64' },
    values: { POS: { 0: 7n } },
    notes: [{ tag: 'linesSkipped', facts: ['3,001'] }],
  },
  ...['.tab', '.dat', '.txt', ''].map(
    (extension): TextCase => ({
      file: `probes${extension}`,
      bytes: '# instrument 7\n# 2024\ndepth\tname\n1.5\ta\n2\tb\n',
      type: 'csv',
      rows: 2,
      columns: { depth: 'float64', name: 'utf8' },
      values: { depth: { 0: 1.5 }, name: { 1: 'b' } },
      notes: [{ tag: 'linesSkipped', facts: [2, '“# instrument 7”'] }],
    }),
  ),
];
