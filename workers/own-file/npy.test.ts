import { describe, expect, it } from 'vitest';
import { FormatlabError } from '../model/errors';
import { readNpy } from './npy';
import { foreignBytes, valuesOf } from './test-files';

function array(name: string) {
  const { dataset, notes } = readNpy(foreignBytes(name));
  if (dataset.kind !== 'array') throw new Error(`${name} became ${dataset.kind}.`);
  return { ...dataset, values: [...dataset.values], notes };
}

function table(name: string) {
  const { dataset, notes } = readNpy(foreignBytes(name));
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
  it('of halves, as float32 with a note', () => {
    const half = array('half.npy');
    expect(half).toMatchObject({ elementType: 'float32', values: [1.5, -2, Number.POSITIVE_INFINITY, 2 ** -24] });
    expect(half.notes[0]).toMatch(/float16/);
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
    expect([valuesOf(found, 'größe'), valuesOf(found, 'w'), valuesOf(found, 't')]).toEqual([
      [1, 3],
      [2.5, -1],
      ['é', 'xy'],
    ]);
  });
  it('keep dates, NaT as null, and say what they cut', () => {
    const { table: found, notes } = table('dates.npy');
    expect(valuesOf(found, 'at')).toEqual([BigInt(Date.UTC(2024, 0, 1)) * 1_000n, null]);
    expect([valuesOf(found, 'ok'), valuesOf(found, 's')]).toEqual([
      [1, 0],
      ['ab', 'c'],
    ]);
    expect(notes).toEqual(expect.arrayContaining([expect.stringMatching(/“at”: 1 times finer/)]));
  });
  it('of one text a row', () => expect(valuesOf(table('texts.npy').table, 'value')).toEqual(['a', 'bcd']));
});

describe('files that are refused', () => {
  it('objects, because they are pickles', () =>
    expect(refused(foreignBytes('object.npy'))).toMatchObject({
      tag: 'unsupported',
      message: expect.stringMatching(/pickle/),
    }));
  it('complex numbers', () =>
    expect(refused(foreignBytes('complex.npy'))).toMatchObject({
      tag: 'unsupported',
      message: expect.stringMatching(/complex/),
    }));
  it('those cut short, wherever', () => {
    const bytes = foreignBytes('fortran.npy');
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
  it('a time beyond 64 bits of microseconds is told by its row, not wrapped', () => {
    const data = new Uint8Array(new BigInt64Array([1n, 2n ** 60n]).buffer);
    const header = "{'descr': '<M8[s]', 'fortran_order': False, 'shape': (2,), }\n";
    expect(refused(file(header, data)).message).toMatch(/a time in row 2 that is further/);
  });
  it('a date of another width than 64 bits is refused', () => {
    const header = "{'descr': '<M4[s]', 'fortran_order': False, 'shape': (1,), }\n";
    expect(refused(file(header, new Uint8Array(8))).message).toMatch(/dates in months, years or unknown units/);
  });
});
