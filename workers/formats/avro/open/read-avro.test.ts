import { describe, expect, it } from 'vitest';
import {
  caughtErrorRecord,
  columnByName,
  columnTypesByName,
  columnValues,
  foreignFileBytes,
  readTestTable,
} from '../../../open-file/testing/test-files';
import { FormatlabError } from '../../../model/errors';
import { readAvro } from './read-avro';
import { told } from '../../../open-file/testing/told';
import { telling } from '../../../model/testing/telling';

/** Files of fastavro (fixtures/make_avro.py), and bytes made here. The expected values are those that Python wrote. */

const isOdd = (index: number) => index % 2 === 1;
const rows = <T>(value: (index: number) => T) => Array.from({ length: 12 }, (_, index) => value(index));
const dayMs = 86_400_000n;
const momentMs = (index: number) => -1n + BigInt(index) * 1_000n * dayMs;

describe('every type', () => {
  const open = () => readTestTable(foreignFileBytes('types.avro'), 'types.avro');

  it('has its own type here', async () => {
    const { table, report } = await open();
    expect(report.type).toBe('avro');
    expect(columnTypesByName(table)).toEqual({
      nothing: 'utf8',
      flag: 'bool',
      small: 'int32',
      big: 'int64',
      single: 'float32',
      double: 'float64',
      raw: 'binary',
      text: 'utf8',
      maybe: 'int64',
      maybe_text: 'utf8',
      alone: 'int32',
      fixed: 'fixedBinary',
      again: 'fixedBinary',
      color: 'category',
      maybe_color: 'category',
      list: 'list',
      map: 'list',
      inner: 'struct',
      maybe_inner: 'struct',
      price: 'decimal',
      fixed_price: 'decimal',
      uuid_text: 'utf8',
      day: 'date',
      time_ms: 'time',
      time_us: 'time',
      at_ms: 'timestamp',
      at_us: 'timestamp',
      at_ns: 'timestamp',
      local_ms: 'timestamp',
      local_us: 'timestamp',
      unknown: 'int64',
    });
    expect(columnByName(table, 'at_ns')).toMatchObject({ unit: 'ns', timeZone: 'UTC' });
    expect(columnByName(table, 'local_ms')).toMatchObject({ unit: 'ms', timeZone: null });
    expect(columnByName(table, 'fixed_price')).toMatchObject({ precision: 40, scale: 5 });
  });

  it('has the values that were written', async () => {
    const { table } = await open();
    const integers = [0n, -1n, 2n ** 63n - 1n, -(2n ** 63n), 2n ** 53n + 1n, 300n];
    const inner = (index: number) => [
      0 - index,
      isOdd(index)
        ? [
            Array(index % 3)
              .fill(['a', 'ü'])
              .flat(),
          ]
        : null,
    ];
    const colors = ['red', 'green', 'blue'];
    const expected: Record<string, (index: number) => unknown> = {
      nothing: () => null,
      flag: (index) => index % 2,
      small: (index) => [0, -1, 2 ** 31 - 1, -(2 ** 31)][index % 4],
      big: (index) => integers[index % 6],
      single: (index) => [0.5, -0, Number.POSITIVE_INFINITY][index % 3],
      double: (index) => [0.1, -1e300, Number.NaN][index % 3],
      raw: (index) => Array.from({ length: index }, (_, at) => at),
      text: (index) => ['', 'ä', 'ä🙂'][index % 3],
      maybe: (index) => (isOdd(index) ? BigInt(index) : null),
      maybe_text: (index) => (isOdd(index) ? null : `row ${index}`),
      alone: (index) => index,
      fixed: (index) => [index, index, index, index],
      again: () => [255, 0, 255, 0],
      color: (index) => colors[index % 3],
      maybe_color: (index) => (isOdd(index) ? null : colors[index % 3]),
      list: (index) => [null, index].slice(0, index % 3),
      map: (index) => Array.from({ length: index % 4 }, (_, key) => [`k${key}`, key / 2]),
      inner,
      maybe_inner: (index) => (isOdd(index) ? inner(index) : null),
      fixed_price: (index) => `${isOdd(index) ? '-' : ''}1234567890123456789012345678901234.56789`,
      uuid_text: (index) => `00000000-0000-0000-0000-00000000000${index.toString(16)}`,
      day: (index) => -1 + index * 1_000,
      time_ms: (index) => (BigInt(index) * 3_600n + 59n * 60n + 1n) * 1_000n + 5n,
      time_us: (index) => (BigInt(index) * 3_600n + 59n * 60n + 1n) * 1_000_000n + 5_001n,
      at_ms: momentMs,
      at_us: (index) => momentMs(index) * 1_000n + BigInt(index),
      at_ns: (index) => momentMs(index) * 1_000_000n,
      local_ms: momentMs,
      local_us: (index) => (isOdd(index) ? null : momentMs(index) * 1_000n),
      unknown: (index) => BigInt(-index),
    };
    for (const [name, value] of Object.entries(expected)) expect(columnValues(table, name), name).toEqual(rows(value));
    expect(columnValues(table, 'price').slice(0, 2)).toEqual(['-50000.00', '-37654.33']);
  });

  it('says what has no type here, and with which settings the file was written', async () => {
    const { report } = await open();
    expect(report.notes).toEqual([
      told('“nothing”', 'nulls', 'text'),
      told('“map”', 'maps', 'lists'),
      told('“uuid_text”', 'UUIDs', 'text'),
      told('“unknown”', 'logical type other', 'long'),
    ]);
    const facts = report.settings?.facts ?? [];
    expect(facts.map(({ name }) => name)).toEqual(['Codec', 'Blocks', 'Schema']);
    expect(facts[0]?.value).toBe('null');
    expect(facts[1]?.value).toMatch(/^\d+ of at most \d rows$/u);
    expect(facts[2]?.value).toMatch(/^31 fields: 1 null, 1 boolean, 2 int/u);
  });
});

it('big decimals get the scale in which all are exact, or stay bytes', async () => {
  const { table, report } = await readTestTable(foreignFileBytes('big-decimal.avro'), 'big-decimal.avro');
  expect(columnByName(table, 'price')).toMatchObject({ type: 'decimal', precision: 6, scale: 2 });
  expect(columnValues(table, 'price')).toEqual(['123.45', '-7.00', '5000.00']);
  expect(columnByName(table, 'maybe')).toMatchObject({ type: 'decimal', precision: 31, scale: 5 });
  expect(columnValues(table, 'maybe')).toEqual([null, `-${10n ** 25n}.00000`, '0.00000']);
  expect(columnTypesByName(table).huge).toBe('binary');
  expect(report.notes).toEqual(
    expect.arrayContaining([told('“price”', '-3 to 2 digits'), told('“huge”', '76 digits')]),
  );
});

it('refuses only the columns that no type can hold, by name', async () => {
  const error = await caughtErrorRecord(foreignFileBytes('refused.avro'), 'refused.avro');
  expect(error.refusedColumns).toMatchObject([
    { name: 'either', reason: told('union of int, string') },
    { name: 'tree', reason: told('“tree.children.item”', 'record “Tree”') },
    { name: 'span', reason: told('duration', 'months', 'days', 'milliseconds') },
    { name: 'three', reason: told('union', 'null, int, string') },
  ]);
  const { table } = await readTestTable(foreignFileBytes('refused.avro'), 'refused.avro', {
    reading: { leftOutColumns: [1, 2, 3, 4] },
  });
  expect(columnValues(table, 'id')).toEqual([0, 1, 2, 3, 4, 5]);
  expect(columnValues(table, 'last')).toEqual([0, 1, 2, 3, 4, 5].map((index) => `end ${index}`));
});

it('reads items that are no records as one column, and a file without rows', async () => {
  const { table } = await readTestTable(foreignFileBytes('values.avro'), 'values.avro');
  expect(columnValues(table, 'value')).toEqual([[1n, 2n ** 62n], [], [-3n]]);
  const empty = await readTestTable(foreignFileBytes('no-rows.avro'), 'no-rows.avro');
  expect(empty.table.rowCount).toBe(0);
  expect(columnTypesByName(empty.table)).toEqual({ id: 'int64', name: 'utf8', score: 'float64' });
});

it('names a codec that it does not read', async () => {
  const { tag, message, remedy } = await caughtErrorRecord(foreignFileBytes('lz4.avro'), 'lz4.avro');
  expect([tag, message]).toEqual(['unsupported', told('codec “lz4”')]);
  expect(remedy).toContain('deflate');
});

type Part = number | string | readonly Part[];
const sync = Array.from({ length: 16 }, (_, index) => 200 + index);

/** A zig-zag number. */
function long(value: number | bigint): number[] {
  let rest = BigInt.asUintN(64, (BigInt(value) << 1n) ^ (BigInt(value) >> 63n));
  const bytes: number[] = [];
  for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  return [...bytes, Number(rest)];
}

const flat = (part: Part): number[] =>
  typeof part === 'number'
    ? [part]
    : typeof part === 'string'
      ? [...new TextEncoder().encode(part)]
      : part.flatMap(flat);
const sized = (part: Part) => [...long(flat(part).length), ...flat(part)];
const header = (schema: unknown, codec = 'null') =>
  flat([
    'Obj\x01',
    long(2),
    sized('avro.schema'),
    sized(typeof schema === 'string' ? schema : JSON.stringify(schema)),
    sized('avro.codec'),
    sized(codec),
    long(0),
    sync,
  ]);
const block = (rowCount: number, data: Part, marker: Part = sync) => flat([long(rowCount), sized(data), marker]);
const record = (...types: readonly unknown[]) => ({
  type: 'record',
  name: 'R',
  fields: types.map((type, index) => ({ name: `f${index}`, type })),
});

async function read(...parts: readonly Part[]) {
  const { dataset } = await readAvro(new Blob([new Uint8Array(flat(parts))]));
  if (dataset.kind !== 'table') throw new Error('It is no table.');
  return dataset;
}

async function failure(...parts: readonly Part[]): Promise<string> {
  try {
    await read(...parts);
  } catch (thrown) {
    if (thrown instanceof FormatlabError) return thrown.record.message;
    throw thrown;
  }
  throw new Error('It was read.');
}

describe('hostile bytes', () => {
  it('a file that is cut anywhere is refused, or was cut between blocks', async () => {
    const whole = foreignFileBytes('null.avro');
    const { dataset } = await readAvro(new Blob([whole]));
    const complete = dataset.kind === 'table' ? columnValues(dataset, 'id') : [];
    let readCount = 0;
    for (let end = 1; end < whole.length; end += 1) {
      try {
        const cut = await readAvro(new Blob([whole.subarray(0, end)]));
        readCount += 1;
        const values = cut.dataset.kind === 'table' ? columnValues(cut.dataset, 'id') : [];
        expect(values).toEqual(complete.slice(0, values.length));
        // The sync marker of a block, or of the header, ends here: the format does not state how many blocks follow.
        expect([...whole.subarray(end - 16, end)]).toEqual(Array.from({ length: 16 }, (_, index) => index));
      } catch (thrown) {
        expect(thrown).toBeInstanceOf(FormatlabError);
      }
    }
    expect(readCount).toBeGreaterThan(1);
  });

  it.each<[string, readonly Part[], RegExp]>([
    ['a wrong sync marker', [header(record('int')), block(1, long(1), Array(16).fill(0))], /sync marker/u],
    ['more rows than bytes', [header(record('int')), block(5, long(1))], /claims 5 rows in 1 byte/u],
    ['fewer rows than bytes', [header(record('int')), block(1, [1, 2])], /1 byte after the last row/u],
    ['a negative count of rows', [header(record('int')), block(-1, [])], /block of -1 rows/u],
    [
      '2^62 rows',
      [header(record('int')), flat([long(2n ** 62n), long(0), sync])],
      /block of 4611686018427388000 rows/u,
    ],
    [
      'a block beyond the end',
      [header(record('int')), long(1), long(2n ** 40n), 1],
      /1,099,511,627,776 more .* 1 are left/u,
    ],
    ['a text beyond its block', [header(record('string')), block(1, long(100))], /100 more .* 0 are left/u],
    ['a text of a negative size', [header(record('string')), block(1, long(-4))], /value of -4 bytes/u],
    ['an int of 40 bits', [header(record('int')), block(1, long(2 ** 40))], /more than 32 bits/u],
    ['a long of 70 bits', [header(record('long')), block(1, Array(10).fill(0xff))], /more than 64 bits/u],
    ['a boolean of 2', [header(record('boolean')), block(1, [2])], /boolean of 2/u],
    [
      'a symbol that is none',
      [header(record({ type: 'enum', name: 'E', symbols: ['a'] })), block(1, [2])],
      /symbol 1 of/u,
    ],
    ['a branch that is none', [header(record(['null', 'int'])), block(1, [4])], telling('type 2', 'union of 2')],
    [
      'a list of lying size',
      [header(record({ type: 'array', items: 'int' })), block(1, [1, long(2), 4, 0])],
      telling('list of 2 bytes', 1),
    ],
    [
      'a list longer than its block',
      [header(record({ type: 'array', items: 'int' })), block(1, long(2 ** 40))],
      /1099511627776 items/u,
    ],
    [
      '2^40 items without bytes',
      [header(record({ type: 'array', items: 'null' })), block(1, [long(2 ** 40), 0])],
      /would take .* in memory/u,
    ],
    ['2^40 rows without bytes', [header(record('null')), block(2 ** 40, [])], /would take .* in memory/u],
    [
      'a decimal of too many digits',
      [header(record({ type: 'bytes', logicalType: 'decimal', precision: 2 })), block(1, sized([0, 100]))],
      /2 digits/u,
    ],
    [
      'a decimal without bytes',
      [header(record({ type: 'bytes', logicalType: 'decimal', precision: 2 })), block(1, [0])],
      /2 digits/u,
    ],
    ['no JSON', [header('{"type":')], /schema.*not JSON/u],
    ['an unknown type', [header(record('nowhere'))], /no type “nowhere”/u],
    ['a type that is defined twice', [header(record(record('int')))], /“R” twice/u],
    ['a deep schema', [header(`${'['.repeat(5_000)}"int"${']'.repeat(5_000)}`)], /nested more than 200 deep/u],
    ['a union in a union', [header(record(['null', ['null', 'long']]))], /union\b.*\bunion/u],
    ['no schema', ['Obj\x01', long(0), sync], /states no schema/u],
    ['no header', ['Obj\x01'], /ends too early/u],
  ])('%s', async (_, parts, message) => {
    expect(await failure(...parts)).toMatch(message);
  });

  it('a schema whose types multiply', async () => {
    const levels = Array.from({ length: 30 }, (_, index) => index).reduce<unknown>(
      (inner, index) => ({
        type: 'record',
        name: `L${index}`,
        fields: [
          { name: 'a', type: inner },
          { name: 'b', type: index === 0 ? 'null' : `L${index - 1}` },
        ],
      }),
      'null',
    );
    expect(await failure(header(levels), block(2 ** 40, []))).toMatch(/more than 100,000 columns/u);
  });

  it('values of a refused column that are nested without end', async () => {
    const tree = { type: 'record', name: 'T', fields: [{ name: 'next', type: ['null', 'T'] }] };
    expect(await failure(header(record('int', tree)), block(1, [2, Array(5_000).fill(2), 0]))).toMatch(/1,000 deep/u);
    const endless = { type: 'record', name: 'T', fields: [{ name: 'next', type: 'T' }] };
    expect(await failure(header(record('int', endless)), block(1, [2, 0]))).toMatch(/1,000 deep/u);
  });

  it('a count of items without bytes in a refused column', async () => {
    const mixed = { type: 'array', items: { type: 'record', name: 'E', fields: [] } };
    const table = await read(header(record('int', mixed)), block(2, [2, long(2 ** 50), 0, 4, 0]));
    expect(columnValues(table, 'f0')).toEqual([1, 2]);
  });

  it('a list in blocks with and without sizes, and names in namespaces', async () => {
    const inner = { type: 'fixed', name: 'F', namespace: 'other', size: 1 };
    const schema = { ...record({ type: 'array', items: 'int' }, inner, 'other.F'), namespace: 'a.b' };
    const table = await read(header(schema), block(1, [long(-2), long(2), 2, 4, long(1), 6, 0, 7, 8]));
    expect(columnValues(table, 'f0')).toEqual([[1, 2, 3]]);
    expect(columnValues(table, 'f2')).toEqual([[8]]);
  });

  it('texts that are not UTF-8 are kept as bytes, and decimals with a longer sign are read', async () => {
    const table = await read(
      header(record('string', { type: 'bytes', logicalType: 'decimal', precision: 3, scale: 1 })),
      block(1, [sized([0xff]), sized([...Array(50).fill(0xff), 0x85])]),
    );
    expect(columnValues(table, 'f0')).toEqual([[255]]);
    expect(columnValues(table, 'f1')).toEqual(['-12.3']);
  });
});
