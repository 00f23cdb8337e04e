import { describe, expect, it } from 'vitest';
import { schemaOf } from '../../../model/dataset';
import { FormatlabError } from '../../../model/errors';
import { readNpy } from './npy';
import { foreignFileBytes, columnValues } from '../../../open-file/testing/test-files';
import { told } from '../../../open-file/testing/told';

function array(name: string) {
  const { dataset, notes } = readNpy(foreignFileBytes(name));
  if (dataset.kind !== 'array') throw new Error(`${name} became ${dataset.kind}.`);
  return { ...dataset, values: [...dataset.values], notes };
}

function table(name: string) {
  const { dataset, notes } = readNpy(foreignFileBytes(name));
  if (dataset.kind !== 'table') throw new Error(`${name} became ${dataset.kind}.`);
  return { table: dataset, notes };
}

function refused(bytes: Uint8Array<ArrayBuffer>) {
  try {
    readNpy(bytes);
  } catch (thrown) {
    if (thrown instanceof FormatlabError) return thrown.record;
    throw thrown;
  }
  throw new Error('It was read.');
}

/** A file of version 1 with this header and these bytes after it. */
function file(header: string, data: Uint8Array = new Uint8Array()): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(header);
  return Uint8Array.from([
    0x93,
    ...new TextEncoder().encode('NUMPY'),
    1,
    0,
    text.length & 255,
    text.length >> 8,
    ...text,
    ...data,
  ]);
}

describe('arrays that NumPy wrote', () => {
  it('in C order', () =>
    expect(array('c.npy')).toMatchObject({
      elementType: 'float64',
      shape: [2, 3],
      values: [0, 1, 2, 3, 4, 5],
      notes: [],
    }));
  it('in Fortran order, of three dimensions', () => {
    const { shape, values, notes } = array('fortran.npy');
    expect(shape).toEqual([2, 3, 4]);
    expect(values).toEqual(Array.from({ length: 24 }, (_, index) => index));
    expect(notes[0]).toMatch(/Fortran/);
  });
  it('big-endian, version 2', () =>
    expect(array('big-endian-v2.npy')).toMatchObject({ elementType: 'int64', values: [1n, -2n, 300n] }));
  it('of halves: a column, whose rows are lists if there are more dimensions', () => {
    const { table: found, notes } = table('half.npy');
    expect(found.columns).toEqual([
      { name: 'value', type: 'float16', validity: null, values: Uint16Array.of(0x3e00, 0xc000, 0x7c00, 0x0001) },
    ]);
    expect(notes).toEqual([]);
    const { table: lists, notes: ofLists } = table('halves-2d.npy');
    expect(lists.rowCount).toBe(2);
    // The payload of the NaN stays.
    const item = {
      name: 'item',
      type: 'float16',
      validity: null,
      values: Uint16Array.of(0x7e01, 0x0001, 0x8000, 0xfc00),
    };
    expect(lists.columns).toEqual([
      { name: 'value', type: 'list', validity: null, offsets: Int32Array.of(0, 2, 4), item },
    ]);
    expect(ofLists).toEqual([told('2 dimensions', 'list')]);
  });
  it('of booleans', () => expect(array('bool.npy')).toMatchObject({ elementType: 'uint8', values: [1, 0] }));
  it('without dimensions, and without elements', () => {
    expect(array('scalar.npy')).toMatchObject({ shape: [], values: [7] });
    expect(array('empty.npy')).toMatchObject({ shape: [0, 4], values: [] });
  });
});

describe('structured arrays', () => {
  it('become tables, names beyond ASCII and mixed byte orders included (version 3)', () => {
    const { table: found } = table('records-v3.npy');
    expect(found.columns.map(({ name, type }) => [name, type])).toEqual([
      ['größe', 'uint16'],
      ['w', 'float32'],
      ['t', 'utf8'],
    ]);
    expect([columnValues(found, 'größe'), columnValues(found, 'w'), columnValues(found, 't')]).toEqual([
      [1, 3],
      [2.5, -1],
      ['é', 'xy'],
    ]);
  });
  it('keep nanoseconds, NaT as null', () => {
    const { table: found, notes } = table('dates.npy');
    expect(columnValues(found, 'at')).toEqual([BigInt(Date.UTC(2024, 0, 1)) * 1_000_000n + 1n, null]);
    expect(schemaOf(found)).toMatchObject({ columns: [{ type: 'timestamp', unit: 'ns' }, {}, {}] });
    expect([columnValues(found, 'ok'), columnValues(found, 's')]).toEqual([
      [1, 0],
      ['ab', 'c'],
    ]);
    expect(notes).toEqual([told('“s”', 'byte strings', 'text')]);
  });
  it('keep types with parameters and parts, of either byte order', () => {
    const { table: found, notes } = table('types.npy');
    expect(schemaOf(found)).toEqual({
      kind: 'table',
      columns: [
        { name: 'half', type: 'float16', nullable: false },
        { name: 'at', type: 'timestamp', nullable: true, unit: 'ns' },
        { name: 'lasts', type: 'duration', nullable: true, unit: 'ms' },
        { name: 'raw', type: 'fixedBinary', nullable: false, width: 4 },
        { name: 'bytes', type: 'binary', nullable: false },
        {
          name: 'place',
          type: 'struct',
          nullable: false,
          fields: [
            { name: 'x', type: 'int16', nullable: false },
            {
              name: 'grid',
              type: 'list',
              nullable: false,
              item: {
                name: 'item',
                type: 'list',
                nullable: false,
                item: { name: 'item', type: 'int32', nullable: false },
              },
            },
          ],
        },
      ],
    });
    expect(found.columns.map(({ name }) => columnValues(found, name))).toEqual([
      [1.5, -0],
      [1_710_072_000_123_456_789n, null],
      [-7n, null],
      [
        [0, 1, 255, 0],
        [97, 98, 99, 100],
      ],
      [[255, 0, 254], []],
      [
        [
          3,
          [
            [1, 2],
            [3, 4],
          ],
        ],
        [
          -4,
          [
            [5, 6],
            [7, 8],
          ],
        ],
      ],
    ]);
    expect(notes).toEqual([told('“bytes”', 'byte strings', 'UTF-8')]);
  });
  it('keep times of every unit exactly, and say which are told in another', () => {
    const { table: found, notes } = table('times.npy');
    expect(schemaOf(found)).toMatchObject({
      columns: [
        { type: 'date' },
        { type: 'date' },
        { type: 'date' },
        { type: 'date' },
        { type: 'timestamp', unit: 's' },
        { type: 'duration', unit: 's' },
        { type: 'int64' },
        { type: 'int64' },
      ],
    });
    expect(found.columns.map(({ name }) => columnValues(found, name)[0])).toEqual([
      -365,
      Date.UTC(2024, 1, 1) / 86_400_000,
      -1,
      7,
      90_000n,
      75n,
      2n ** 62n,
      1n,
    ]);
    for (const { name } of found.columns) expect(columnValues(found, name)[1]).toBeNull();
    expect(notes).toEqual([
      told('“year”', 'times in years', 'dates', 'first day'),
      told('“month”', 'times in months', 'dates', 'first day'),
      told('“week”', 'times in weeks', 'dates'),
      told('“hours”', 'times in hours', 'seconds'),
      told('“steps”', 'durations in 25 seconds'),
      told('“picoseconds”', 'times in picoseconds', 'int64', 1970),
      told('“months”', 'durations in months', 'int64'),
    ]);
  });
  it('of dates in two dimensions, each row a list', () => {
    const { table: found, notes } = table('days-2d.npy');
    expect(columnValues(found, 'value')).toEqual([
      [Date.UTC(2024, 1, 29) / 86_400_000, null, -719_528],
      [0, 0, 0],
    ]);
    expect(notes).toEqual([told('Fortran'), told('2 dimensions', 'list')]);
  });
  it('of one text a row', () => expect(columnValues(table('texts.npy').table, 'value')).toEqual(['a', 'bcd']));
});

describe('files that are refused', () => {
  it('objects, because they are pickles', () =>
    expect(refused(foreignFileBytes('object.npy'))).toMatchObject({
      tag: 'unsupported',
      message: expect.stringMatching(/pickle/),
    }));
  it('complex numbers', () =>
    expect(refused(foreignFileBytes('complex.npy'))).toMatchObject({
      tag: 'unsupported',
      message: expect.stringMatching(/complex/),
    }));
  it('those cut short, wherever', () => {
    const bytes = foreignFileBytes('fortran.npy');
    for (let end = 6; end < bytes.length; end += 1) expect(refused(bytes.slice(0, end)).remedy).toBeTruthy();
  });
  it.each([
    [
      'a shape larger than any file',
      "{'descr': '<f8', 'fortran_order': False, 'shape': (1099511627776, 1099511627776)}",
    ],
    ['a negative shape', "{'descr': '<f8', 'fortran_order': False, 'shape': (-1,)}"],
    ['values of no bytes', "{'descr': '<U0', 'fortran_order': False, 'shape': (9007199254740991,)}"],
    ['no type', "{'fortran_order': False, 'shape': (1,)}"],
    ['code instead of a literal', "{'descr': '<f8', 'fortran_order': False, 'shape': __import__('os').getpid()}"],
    ['endless nesting', `{'descr': ${'('.repeat(5_000)}`],
    ['a list without an end', "{'descr': '<f8', 'shape': (1,"],
    ['other entries', "{'descr': '<u1', 'fortran_order': False, 'shape': (1,), 'shaper': (2,)}"],
    ['a name over two lines', "{'descr': [('a\nb', '<u1')], 'fortran_order': False, 'shape': (1,)}"],
    ['a name with a zero byte', "{'descr': [('a\0b', '<u1')], 'fortran_order': False, 'shape': (1,)}"],
  ])('%s', (_, header) => expect(refused(file(header))).toMatchObject({ tag: 'malformedInput' }));
  it('names what is left over', () =>
    expect(
      readNpy(file("{'descr': '<u1', 'fortran_order': False, 'shape': (1,)}", new Uint8Array(3))).notes[0],
    ).toMatch(/2 bytes after/));
});

describe('claims that don’t hold', () => {
  it('a header of megabytes is refused before it is parsed', () => {
    const bytes = new Uint8Array(3_000_000).fill(0x20);
    bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 2, 0]);
    new DataView(bytes.buffer).setUint32(8, 2_500_000, true);
    expect(refused(bytes).message).toMatch(/takes 2,500,000 bytes/);
  });
  it('a time beyond 64 bits of microseconds keeps its seconds', () => {
    const ticks = BigInt64Array.of(1n, 2n ** 60n);
    const header = "{'descr': '<M8[s]', 'fortran_order': False, 'shape': (2,), }\n";
    const { dataset } = readNpy(file(header, new Uint8Array(ticks.buffer)));
    expect(dataset).toMatchObject({ columns: [{ type: 'timestamp', unit: 's', values: ticks }] });
  });
  it('a date of another width than 64 bits is refused', () => {
    const header = "{'descr': '<M4[s]', 'fortran_order': False, 'shape': (1,), }\n";
    expect(refused(file(header, new Uint8Array(8))).message).toMatch(/times in unknown units/);
  });
});
