import { openAsBlob } from 'node:fs';
import {
  Bool,
  Field,
  FixedSizeList,
  Float64,
  Int16,
  Int32,
  List,
  Struct,
  Table,
  tableFromArrays,
  tableFromIPC,
  tableToIPC,
  TimestampMillisecond,
  vectorFromArray,
} from 'apache-arrow';
import { parquetReadObjects } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { FormatlabError } from '../../model/errors';
import type { OwnFileType } from '../../model/plan';
import { readArrow } from '../../formats/arrow/open/arrow';
import { readAvro } from '../../formats/avro/open/read-avro';
import { readNpy } from '../../formats/npy/open/npy';
import { expectRowsOf } from '../testing/rows-of-sample';
import type { CutSample } from '../../own-file/sample/cut';
import { cutSample } from './cut-sample';
import { sampleInfo } from './sample-info';

const numbered = Array.from({ length: 2_000 }, (_, row) => row);
/** Rows whose values tell their place, in row groups of 100. */
const parquet = (rowGroupSize = 100) =>
  new Blob([
    parquetWriteBuffer({
      columnData: [
        { name: 'row', data: numbered.map(BigInt), type: 'INT64' },
        { name: 'text', data: numbered.map((row) => `row ${row}`), type: 'STRING' },
      ],
      rowGroupSize,
      codec: 'SNAPPY',
    }),
  ]);

async function cutOf(file: Blob, type: OwnFileType, targetBytes: number, seed = 1): Promise<CutSample> {
  const cut = await cutSample(file, type, { seed, targetBytes });
  if (cut === null) throw new Error('The file was not cut.');
  return cut;
}

const rowsOf = async (file: Blob) => parquetReadObjects({ file: await file.arrayBuffer() });

/** The error of a promise that must reject. */
const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (thrown: unknown) => (thrown instanceof FormatlabError ? thrown.record : thrown),
  );

describe('a sample of Parquet', () => {
  it('holds row groups from all over the file, in their order', async () => {
    const cut = await cutOf(parquet(), 'parquet', 20_000);
    expect(cut).toMatchObject({
      unitKind: 'rowGroups',
      unitCount: 20,
      totalItems: 2_000,
      isTotalEstimated: false,
      isFirstPart: false,
    });
    const starts = (await rowsOf(cut.file)).map(({ row }) => Number(row)).filter((_, index) => index % 100 === 0);
    expect(starts).toHaveLength(cut.unitItems.length);
    expect(starts.length).toBeGreaterThan(2);
    starts.forEach((start, stratum) => {
      expect(start).toBeGreaterThanOrEqual(Math.floor((20 * stratum) / starts.length) * 100);
      expect(start).toBeLessThan(Math.floor((20 * (stratum + 1)) / starts.length) * 100);
    });
  });

  it.each([100, 700, 2_000])('of row groups of %i rows has the rows that the file has there', async (groupRows) => {
    for (const targetBytes of [20_000, 8_000]) {
      const { file, unitItems, unitKind } = await cutOf(parquet(groupRows), 'parquet', targetBytes);
      const rows = await rowsOf(file);
      const ends = unitItems.map((_, unit) => unitItems.slice(0, unit + 1).reduce((sum, items) => sum + items, 0));
      expect(ends.at(-1)).toBe(rows.length);
      expect(unitKind).toBe(groupRows === 100 && targetBytes === 20_000 ? 'rowGroups' : 'pages');
      rows.forEach(({ row, text }, index) => {
        expect(text).toBe(`row ${row}`);
        const isNextInUnit = index > 0 && !ends.includes(index);
        if (isNextInUnit) expect(row).toBe(BigInt(rows[index - 1]?.row) + 1n);
      });
    }
  });

  it('follows from its seed', async () => {
    const bytesOf = async (seed: number) =>
      new Uint8Array(await (await cutOf(parquet(), 'parquet', 8_000, seed)).file.arrayBuffer());
    expect(await bytesOf(3)).toEqual(await bytesOf(3));
    expect(await bytesOf(3)).not.toEqual(await bytesOf(4));
  });

  it('is not taken of a file that is hardly larger', async () => {
    expect(await cutSample(parquet(), 'parquet', { seed: 1, targetBytes: 40_000 })).toBe(null);
  });

  it.each([
    ['its end is missing', (file: Blob) => file.slice(0, -20)],
    [
      'its footer claims too much',
      (file: Blob) => new Blob([file.slice(0, -8), Uint8Array.of(255, 255, 255, 0), file.slice(-4)]),
    ],
    [
      'its footer is damaged',
      (file: Blob) => new Blob([file.slice(0, -300), new Uint8Array(292).fill(0x9c), file.slice(-8)]),
    ],
  ])('is refused if %s', async (_, damage) => {
    const refusal = refusalOf(cutSample(damage(parquet()), 'parquet', { seed: 1, targetBytes: 8_000 }));
    expect(await refusal).toMatchObject({ tag: 'malformedInput', format: 'parquet' });
  });
});

describe('what a result says of a sample', () => {
  const cut: CutSample = {
    file: new Blob(['12345']),
    unitKind: 'blocks',
    unitItems: [10, 30],
    unitCount: 9,
    totalItems: 400,
    isTotalEstimated: true,
    isFirstPart: false,
  };

  const all = { fileSizeBytes: 1_000, chosenRows: 'all' } as const;
  const first = { ...all, chosenRows: 'first' } as const;

  it('shares the items that were read among the units', () => {
    expect(sampleInfo(cut, 40, all)).toMatchObject({ unitItems: [10, 30], totalItems: 400, fileBytes: 100 });
    expect(sampleInfo(cut, 20, all)).toMatchObject({ unitItems: [5, 15], totalItems: 200 });
    expect(sampleInfo({ ...cut, isTotalEstimated: false }, 80, all)).toMatchObject({
      unitItems: [20, 60],
      totalItems: 800,
      isTotalEstimated: false,
    });
    expect(sampleInfo({ ...cut, isTotalEstimated: false }, 39, all).isTotalEstimated).toBe(true);
  });

  it('ends at the last of the first rows that the user chose', () => {
    expect(sampleInfo(cut, 15, first)).toMatchObject({ unitItems: [10, 5], totalItems: 400 });
    expect(sampleInfo(cut, 7, first).unitItems).toEqual([7]);
    expect(sampleInfo(cut, 0, first).unitItems).toEqual([0]);
    expect(sampleInfo(cut, 8, { ...all, chosenRows: 'spread' })).toMatchObject({ unitItems: [2, 6], totalItems: 400 });
  });
});

const textOf = async ({ file }: CutSample) => file.text();

describe('a sample of delimited text', () => {
  const rows = Array.from({ length: 20_000 }, (_, row) => row);
  const csv = (fieldsOf: (row: number) => string, lineEnd = '\n') =>
    new Blob([`row,text,tail${lineEnd}`, ...rows.map((row) => `${row},${fieldsOf(row)},${row % 7}${lineEnd}`)]);

  it('holds blocks of whole rows from all over the file, after the header', async () => {
    const cut = await cutOf(
      csv((row) => `text ${row}`),
      'csv',
      64_000,
    );
    expect(cut).toMatchObject({ unitKind: 'blocks', isTotalEstimated: true, isFirstPart: false });
    expect(cut.unitItems).toHaveLength(16);
    expect(Math.abs(cut.totalItems - 20_000)).toBeLessThan(400);
    const [header, ...lines] = (await textOf(cut)).trimEnd().split('\n');
    expect(header).toBe('row,text,tail');
    expect(lines).toHaveLength(cut.unitItems.reduce((sum, items) => sum + items, -1));
    for (const line of lines) expect(line).toMatch(/^(\d+),text \1,\d$/u);
    const starts = cut.unitItems.map((_, unit) =>
      Number(lines[cut.unitItems.slice(0, unit).reduce((a, b) => a + b, 0)]?.split(',')[0]),
    );
    expect(starts.at(-1)).toBeGreaterThan(18_000);
  });

  it.each([
    ['quoted fields', (row: number) => `"text, ""${row}"""`],
    ['lines in quotes', (row: number) => `"one\ntwo, ${row}\n\nthree"`],
    ['rows that look like others in quotes', (row: number) => `"a\n${row},b,c\n${row},d,e\nf"`],
    ['quotes within a field', (row: number) => `5" pipe ${row}`],
    ['quotes behind backslashes', (row: number) => `"say \\"${row}\\", then\nleave"`],
  ])('begins each block with a row where there are %s', async (_, fieldsOf) => {
    const cut = await cutOf(csv(fieldsOf), 'csv', 100_000, 3);
    expect(cut.isFirstPart).toBe(false);
    const text = await textOf(cut);
    let at = 'row,text,tail\n'.length;
    let found = 0;
    for (; at < text.length; found += 1) {
      const row = Number(/^\d+/u.exec(text.slice(at, at + 10))?.[0]);
      const whole = `${row},${fieldsOf(row)},${row % 7}\n`;
      expect(text.slice(at, at + whole.length)).toBe(whole);
      at += whole.length;
    }
    expect(found).toBe(cut.unitItems.reduce((sum, items) => sum + items, -1));
  });

  it('keeps other ends of lines', async () => {
    for (const lineEnd of ['\r\n', '\r']) {
      const cut = await cutOf(
        csv((row) => `text ${row}`, lineEnd),
        'csv',
        64_000,
      );
      const lines = (await textOf(cut)).split(lineEnd).slice(1, -1);
      for (const line of lines) expect(line).toMatch(/^(\d+),text \1,\d$/u);
    }
  });

  it('is the beginning of a text in which quotes tell nothing', async () => {
    const noise = rows.map((row) => ['"', ',', 'a"', '\n', ',"', '\n,'][(row * row) % 6] ?? '').join('');
    const cut = await cutOf(new Blob(['a,b,c\n', 'x,y,z\n'.repeat(4_000), noise.repeat(4)]), 'csv', 48_000);
    expect(cut.isFirstPart).toBe(true);
    expect(cut.unitItems).toHaveLength(1);
  });

  it('of one record a line holds whole lines', async () => {
    const lines = new Blob(rows.map((row) => `${JSON.stringify({ row, text: `line\n${row}` })}\n`));
    const cut = await cutOf(lines, 'ndjson', 64_000);
    const records = (await textOf(cut))
      .trimEnd()
      .split('\n')
      .map((line): { row: number } => JSON.parse(line));
    expect(records).toHaveLength(cut.unitItems.reduce((sum, items) => sum + items, 0));
    expect(records.at(-1)?.row).toBeGreaterThan(18_000);
    expect(Math.abs(cut.totalItems - 20_000)).toBeLessThan(400);
  });
});

describe('a sample of Arrow', () => {
  const all = tableFromArrays({
    row: Int32Array.from({ length: 4_000 }, (_, row) => row),
    word: Array.from({ length: 4_000 }, (_, row) => ['one', 'two', 'three'][row % 3]),
  });
  const whole = new Table(
    Array.from({ length: 40 }, (_, batch) => all.slice(batch * 100, batch * 100 + 100).batches).flat(),
  );

  it('holds batches, with their dictionaries', async () => {
    const bytes = tableToIPC(whole, 'stream');
    const cut = await cutOf(new Blob([bytes.slice()]), 'arrow', 9_000);
    expect(cut).toMatchObject({ unitKind: 'batches', unitCount: 40, totalItems: 4_000, isFirstPart: false });
    const cutBytes = new Uint8Array(await cut.file.arrayBuffer());
    const read = tableFromIPC(cutBytes);
    expect(read.batches.map(({ numRows }) => numRows)).toEqual(cut.unitItems);
    expect(read.getChild('word')?.type.toString()).toBe(all.getChild('word')?.type.toString());
    const rows = Array.from(read, (row) => row?.toJSON() as { row: number; word: string });
    for (const { row, word } of rows) expect(word).toBe(['one', 'two', 'three'][row % 3]);
    expect(rows.at(-1)?.row).toBeGreaterThan(3_000);
  });

  const nested = new Struct([
    new Field('flag', new Bool(), true),
    new Field('items', new List(new Field('item', new Int16(), true)), true),
    new Field('pair', new FixedSizeList(2, new Field('item', new Float64(), true)), true),
  ]);
  const columns = new Table({
    row: vectorFromArray(numbered, new Int32()),
    text: vectorFromArray(numbered.map((row) => (row % 5 === 3 ? null : `text ${row}`))),
    nested: vectorFromArray(
      numbered.map((row) =>
        row % 7 === 2
          ? null
          : {
              flag: row % 3 === 0 ? null : row % 2 === 0,
              items: [row, null, -row].slice(0, row % 4),
              pair: [row, 0.5],
            },
      ),
      nested,
    ),
    word: vectorFromArray(numbered.map((row) => ['one', 'two'][row % 2] ?? '')),
    when: vectorFromArray(
      numbered.map((row) => new Date(row * 1_000)),
      new TimestampMillisecond(),
    ),
  });

  it.each([
    ['one batch', [columns]],
    ['few batches', [columns.slice(0, 701), columns.slice(701, 1_300), columns.slice(1_300)]],
  ] as const)('of %s holds ranges of rows', async (_, tables) => {
    const whole = new Table(tables.flatMap(({ batches }) => batches));
    const cut = await cutOf(new Blob([tableToIPC(whole, 'stream').slice()]), 'arrow', 12_000);
    expect(cut).toMatchObject({ unitKind: 'rows', totalItems: 2_000, isStoredOtherwise: false });
    const bytes = new Uint8Array(await cut.file.arrayBuffer());
    const { dataset } = await readArrow(cut.file);
    expect(dataset.kind === 'table' && dataset.rowCount).toBe(cut.unitItems.reduce((sum, items) => sum + items, 0));
    const texts = Array.from(tableFromIPC(bytes), (row) => String(row));
    const all = Array.from(whole, (row) => String(row));
    const rows = Array.from(tableFromIPC(bytes).getChild('row') ?? [], Number);
    expect(texts).toEqual(rows.map((row) => all[row]));
    expect(rows).toEqual([...rows].sort((one, other) => one - other));
    expect(rows.at(-1)).toBeGreaterThan(1_800);
  });

  it.each(['rich.none.file', 'rich.lz4.file', 'rich.zstd.stream', 'typed-nested.lz4.file', 'long.zstd.file'])(
    'of %s, as pyarrow wrote it, has the rows of the whole',
    async (name) => {
      const whole = await openAsBlob(`fixtures/golden/arrow/${name}.arrow`);
      const cut = await cutOf(whole, 'arrow', Math.ceil(whole.size / 20));
      expect(cut).toMatchObject({ unitKind: 'rows', isStoredOtherwise: !name.includes('none') });
      const [{ dataset: all }, { dataset }] = [await readArrow(whole), await readArrow(cut.file)];
      expectRowsOf(all, dataset, cut.unitItems);
    },
  );
});

describe('a sample of an array', () => {
  const npy = (shape: readonly number[], fortranOrder: boolean) => {
    const count = shape.reduce((product, length) => product * length, 1);
    const header = `{'descr': '<i4', 'fortran_order': ${fortranOrder ? 'True' : 'False'}, 'shape': (${shape.join(', ')},), }`;
    const padded = `${header.padEnd(117)}\n`;
    const start = Uint8Array.from(
      [0x93, ...'NUMPY'].map((each) => (typeof each === 'string' ? each.charCodeAt(0) : each)),
    );
    const values = Int32Array.from({ length: count }, (_, index) => index);
    return new Blob([start, Uint8Array.of(1, 0, padded.length, 0), padded, values]);
  };
  const arrayOf = async ({ file }: CutSample) => {
    const { dataset } = readNpy(new Uint8Array(await file.arrayBuffer()));
    if (dataset.kind !== 'array') throw new Error(`It is read as ${dataset.kind}.`);
    return dataset;
  };

  it('holds ranges of rows', async () => {
    const cut = await cutOf(npy([5_000, 3], false), 'npy', 6_000);
    const { shape, values } = await arrayOf(cut);
    expect(shape).toEqual([cut.unitItems.reduce((sum, items) => sum + items, 0), 3]);
    expect(cut).toMatchObject({ unitKind: 'rows', totalItems: 5_000 });
    for (let row = 0; row < (shape[0] ?? 0); row += 1) {
      const first = Number(values[3 * row]);
      expect([first % 3, values[3 * row + 1], values[3 * row + 2]]).toEqual([0, first + 1, first + 2]);
    }
    expect(Number(values.at(-1))).toBeGreaterThan(14_000);
    expect(sampleInfo(cut, values.length, { fileSizeBytes: 60_000, chosenRows: 'all' })).toMatchObject({
      totalItems: 15_000,
      isTotalEstimated: false,
    });
  });

  it('in Fortran order holds ranges of the last axis', async () => {
    const cut = await cutOf(npy([3, 5_000], true), 'npy', 6_000);
    const { shape, values } = await arrayOf(cut);
    expect(shape[0]).toBe(3);
    const columns = shape[1] ?? 0;
    // In C order now: the second row is one more than the first.
    for (let column = 0; column < columns; column += 1)
      expect(Number(values[columns + column]) - Number(values[column])).toBe(1);
  });
});

describe('a sample of Avro', () => {
  const zigzag = (value: number): number[] => {
    const bytes: number[] = [];
    let rest = value * 2;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
    return [...bytes, rest];
  };
  const sized = (text: string) => [...zigzag(text.length), ...new TextEncoder().encode(text)];
  const sync = Array.from({ length: 16 }, (_, index) => (index * 37 + 11) % 251);
  const schema = JSON.stringify({ type: 'record', name: 'r', fields: [{ name: 'row', type: 'long' }] });
  const header = [...'Obj'].map((character) => character.charCodeAt(0));
  const start = [...header, 1, ...zigzag(1), ...sized('avro.schema'), ...sized(schema), 0, ...sync];
  const avro = new Blob([
    Uint8Array.from(start),
    ...Array.from({ length: 300 }, (_, block) => {
      const data = Array.from({ length: 50 }, (_each, row) => zigzag(block * 50 + row)).flat();
      return Uint8Array.from([...zigzag(50), ...zigzag(data.length), ...data, ...sync]);
    }),
  ]);

  it('holds whole blocks from all over the file', async () => {
    const cut = await cutOf(avro, 'avro', 8_000);
    const { dataset } = await readAvro(cut.file);
    if (dataset.kind !== 'table') throw new Error(`It is read as ${dataset.kind}.`);
    const [column] = dataset.columns;
    const rows = column?.type === 'int64' ? Array.from(column.values, Number) : [];
    expect(rows).toHaveLength(cut.unitItems.reduce((sum, items) => sum + items, 0));
    expect(cut.unitItems.length).toBeGreaterThan(8);
    expect(cut.unitItems.every((items) => items % 50 === 0)).toBe(true);
    expect(rows).toEqual([...rows].sort((one, other) => one - other));
    expect(rows.at(-1)).toBeGreaterThan(13_000);
    expect(Math.abs(cut.totalItems - 15_000)).toBeLessThan(600);
  });
});

it('a sample of bytes holds ranges from all over the file', async () => {
  const bytes = Uint8Array.from({ length: 65_536 }, (_, index) => index >> 8);
  const cut = await cutOf(new Blob([bytes]), 'bytes', 8_192);
  const sampled = new Uint8Array(await cut.file.arrayBuffer());
  expect(sampled).toHaveLength(8_192);
  expect(cut).toMatchObject({ unitKind: 'chunks', totalItems: 65_536 });
  const starts = cut.unitItems.map((_, unit) => sampled[unit * 512] ?? 0);
  starts.forEach((start, stratum) => {
    expect(start >> 4).toBe(stratum);
  });
});
