import { expect, test } from 'vitest';
import { readCDataColumns } from './arrow-c-data';
import { telling } from '../model/testing/telling';

/** Lays out the structs of Arrow's C data interface for 32 bits, as its specification lists their fields. */
class Memory {
  readonly buffer = new ArrayBuffer(1 << 14);
  private end = 64;

  place(bytes: ArrayBufferView | null): number {
    if (bytes === null) return 0;
    const at = Math.ceil(this.end / 8) * 8;
    new Uint8Array(this.buffer).set(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength), at);
    this.end = at + bytes.byteLength;
    return at;
  }

  private pointers(addresses: readonly number[]): number {
    return this.place(Uint32Array.from(addresses));
  }

  /** format, name, metadata, flags (64), n_children (64), children, dictionary, release, private_data */
  schema(format: string, name: string, children: readonly number[] = []): number {
    const text = (value: string) => this.place(new TextEncoder().encode(`${value}\0`));
    const fields = [text(format), text(name), 0, 0, 0, 0, children.length, 0, this.pointers(children), 0, 0, 0];
    return this.place(Uint32Array.from(fields));
  }

  /** length, null_count, offset, n_buffers, n_children (64 each), buffers, children, dictionary, release, private_data */
  array(
    length: number,
    buffers: readonly (ArrayBufferView | null)[],
    children: readonly number[] = [],
    offset = 0,
  ): number {
    const placed = buffers.map((buffer) => this.place(buffer));
    const fields = [
      length,
      0,
      0,
      0,
      offset,
      0,
      buffers.length,
      0,
      children.length,
      0,
      this.pointers(placed),
      this.pointers(children),
    ];
    return this.place(Uint32Array.from([...fields, 0, 0, 0]));
  }

  read(schemas: readonly number[], batches: readonly number[], inPlace = false) {
    const schemaAddress = this.schema('+s', '', schemas);
    return readCDataColumns({ memory: this.buffer, schemaAddress, arrayAddresses: batches, vectors: true, inPlace });
  }
}

function readOne(format: string, length: number, buffers: readonly (ArrayBufferView | null)[]) {
  const memory = new Memory();
  const column = memory.schema(format, 'é');
  return memory.read([column], [memory.array(length, [null], [memory.array(length, buffers)])]).columns[0];
}

test.each([
  ['c', 'int8', Int8Array.of(-1, 2)],
  ['C', 'uint8', Uint8Array.of(255, 2)],
  ['s', 'int16', Int16Array.of(-300, 2)],
  ['S', 'uint16', Uint16Array.of(65_000, 2)],
  ['i', 'int32', Int32Array.of(-70_000, 2)],
  ['I', 'uint32', Uint32Array.of(4_000_000_000, 2)],
  ['l', 'int64', BigInt64Array.of(-5n, 2n)],
  ['L', 'uint64', BigUint64Array.of(2n ** 63n, 2n)],
  ['f', 'float32', Float32Array.of(0.5, 2)],
  ['g', 'float64', Float64Array.of(0.1, 2)],
  ['tdD', 'date', Int32Array.of(-1, 19_000)],
  ['tsu:', 'timestamp', BigInt64Array.of(1n, -1n)],
])('the format %s is %s', (format, type, values) =>
  expect(readOne(format, 2, [null, values])).toEqual({ name: 'é', type, validity: null, values }),
);

test('bits are bool', () =>
  expect(readOne('b', 9, [null, Uint8Array.of(0b1010_0001, 1)])).toEqual({
    name: 'é',
    type: 'bool',
    validity: null,
    values: Uint8Array.of(1, 0, 0, 0, 0, 1, 0, 1, 1),
  }));

const abc = new TextEncoder().encode('abc');

test.each([
  ['u', 'utf8', Int32Array.of(0, 2, 3)],
  ['U', 'utf8', BigInt64Array.of(0n, 2n, 3n)],
  ['z', 'binary', Int32Array.of(0, 2, 3)],
  ['Z', 'binary', BigInt64Array.of(0n, 2n, 3n)],
])('the format %s is %s with offsets', (format, type, offsets) =>
  expect(readOne(format, 2, [null, offsets, abc])).toEqual({
    name: 'é',
    type,
    validity: null,
    offsets: Int32Array.of(0, 2, 3),
    data: abc,
  }),
);

test('a column of no rows may have no buffers', () =>
  expect(readOne('u', 0, [null, null, null])).toEqual({
    name: 'é',
    type: 'utf8',
    validity: null,
    offsets: Int32Array.of(0),
    data: new Uint8Array(0),
  }));

test('a bitmap tells the nulls', () =>
  expect(readOne('i', 3, [Uint8Array.of(0b101), Int32Array.of(1, 2, 3)])).toEqual({
    name: 'é',
    type: 'int32',
    validity: Uint8Array.of(0b101),
    values: Int32Array.of(1, 0, 3),
  }));

test('batches follow one another, and their offsets add to their columns’', () => {
  const memory = new Memory();
  const schemas = [memory.schema('s', 'a'), memory.schema('u', 'b')];
  const first = memory.array(
    2,
    [null],
    [
      memory.array(3, [null, Int16Array.of(9, 9, 9, 1, 2)], [], 2),
      memory.array(3, [null, Int32Array.of(0, 1, 2, 4), abc.slice(0, 3)], [], 0),
    ],
    1,
  );
  const second = memory.array(
    1,
    [null],
    [memory.array(1, [null, Int16Array.of(3)]), memory.array(1, [null, Int32Array.of(0, 1), abc])],
  );
  const { rowCount, columns } = memory.read(schemas, [first, second]);
  expect(rowCount).toBe(3);
  expect(columns.map(({ name }) => name)).toEqual(['a', 'b']);
  expect(columns[0]).toMatchObject({ type: 'int16', values: Int16Array.of(1, 2, 3) });
  expect(columns[1]).toMatchObject({ offsets: Int32Array.of(0, 1, 3, 4) });
});

function readList(
  format: string,
  length: number,
  buffers: readonly (ArrayBufferView | null)[],
  child: (memory: Memory) => number,
) {
  const memory = new Memory();
  const column = memory.schema(format, 'v', [memory.schema('f', 'item')]);
  return memory.read([column], [memory.array(length, [null], [memory.array(length, buffers, [child(memory)])])])
    .columns[0];
}
const floats = Float32Array.of(9, 1, 2, 3, 4);
const list = { name: 'v', type: 'vector', elementType: 'float32', length: 2, values: Float32Array.of(1, 2, 3, 4) };

test.each([
  ['+w:2', [null]],
  ['+l', [null, Int32Array.of(0, 2, 4)]],
  ['+L', [null, BigInt64Array.of(0n, 2n, 4n)]],
])('%s is a list, its elements from their own offset on', (format, buffers) =>
  expect(readList(format, 2, buffers, (memory) => memory.array(4, [null, floats], [], 1))).toEqual(list),
);

test('elements that a bitmap calls valid are taken', () =>
  expect(readList('+w:2', 2, [null], (memory) => memory.array(4, [Uint8Array.of(0b11110), floats], [], 1))).toEqual(
    list,
  ));

test.each([0b11100, 0b01110])('a null element is refused (%i)', (valid) =>
  expect(() =>
    readList('+w:2', 2, [null], (memory) => memory.array(4, [Uint8Array.of(valid), floats], [], 1)),
  ).toThrowError(
    expect.objectContaining({
      record: { tag: 'unsupported', stage: 'decode', message: expect.stringMatching(telling('list', 'null')) },
    }),
  ),
);

test.each(['n', 'tdm', 'tiM', 'vu', '+vl', 'w:0', 'd:77,0,256'])('the format %s has no place', (format) =>
  expect(() => readOne(format, 1, [null, Int32Array.of(1)])).toThrowError(
    expect.objectContaining({
      record: {
        tag: 'unsupported',
        stage: 'decode',
        message: expect.stringMatching(telling('“é”', `“${format}”`)),
      },
    }),
  ),
);

test.each([
  ['e', Uint16Array.of(0x7e01), { type: 'float16', values: Uint16Array.of(0x7e01) }],
  ['tsn:', BigInt64Array.of(-1n), { type: 'timestamp', unit: 'ns', timeZone: null }],
  ['tsu:UTC', BigInt64Array.of(-1n), { type: 'timestamp', unit: 'us', timeZone: 'UTC' }],
  ['tss:+02:00', BigInt64Array.of(-1n), { type: 'timestamp', unit: 's', timeZone: '+02:00' }],
  ['ttm', Int32Array.of(7), { type: 'time', unit: 'ms', values: BigInt64Array.of(7n) }],
  ['ttn', BigInt64Array.of(7n), { type: 'time', unit: 'ns', values: BigInt64Array.of(7n) }],
  ['tDs', BigInt64Array.of(-7n), { type: 'duration', unit: 's', values: BigInt64Array.of(-7n) }],
  ['w:3', Uint8Array.of(1, 2, 3), { type: 'fixedBinary', width: 3, data: Uint8Array.of(1, 2, 3) }],
  ['d:9,2,32', Int32Array.of(-5), { precision: 9, scale: 2, values: BigInt64Array.of(-5n) }],
  ['d:10,-2', BigInt64Array.of(-5n, -1n), { precision: 10, scale: -2, values: BigInt64Array.of(-5n) }],
  ['d:30,2', BigInt64Array.of(-5n, -1n), { values: BigInt64Array.of(-5n, -1n) }],
  ['d:30,2,256', BigInt64Array.of(-5n, 3n, 0n, 0n), { values: BigInt64Array.of(-5n, 3n) }],
])('the format %s has its parameters', (format, values, column) =>
  expect(readOne(format, 1, [null, values])).toMatchObject(column),
);

test('a decimal with more digits than its type is refused', () =>
  expect(() => readOne('d:10,2', 1, [null, BigInt64Array.of(0n, 1n)])).toThrowError(
    telling('“é”', 'decimal', 'digits'),
  ));

test('lists of structs, from offsets of their own, in the canonical form', () => {
  const memory = new Memory();
  const item = memory.schema('+s', 'item', [memory.schema('i', 'x')]);
  const numbers = memory.array(5, [null, Int32Array.of(9, 1, 2, 3, 4)]);
  const structs = memory.array(4, [Uint8Array.of(0b10111)], [numbers], 1);
  const lists = memory.array(3, [Uint8Array.of(0b101), Int32Array.of(0, 1, 2, 4)], [structs]);
  expect(memory.read([memory.schema('+l', 'v', [item])], [memory.array(3, [null], [lists])]).columns[0]).toEqual({
    name: 'v',
    type: 'list',
    validity: Uint8Array.of(0b101),
    offsets: Int32Array.of(0, 1, 1, 3),
    item: {
      name: 'item',
      type: 'struct',
      validity: Uint8Array.of(0b101),
      // The second item lies under the null list; the third is null, and its field is cleared.
      fields: [{ name: 'x', type: 'int32', validity: null, values: Int32Array.of(1, 0, 4) }],
    },
  });
});

test.each([0, 3, 8])('booleans of which %i rows come before the first', (offset) => {
  const memory = new Memory();
  const rows = Array.from({ length: 29 }, (_, row) => (row * row) % 3);
  const bits = new Uint8Array(8);
  for (const [row, value] of rows.entries())
    if (value === 1) bits[(offset + row) >> 3] = (bits[(offset + row) >> 3] ?? 0) | (1 << ((offset + row) & 7));
  const array = memory.array(29, [null, bits], [], offset);
  expect(memory.read([memory.schema('b', 'v')], [memory.array(29, [null], [array])]).columns[0]).toEqual({
    name: 'v',
    type: 'bool',
    validity: null,
    values: Uint8Array.from(rows),
  });
});

test.each([
  ['c', Int8Array.of(9, -1, 9, 2)],
  ['s', Int16Array.of(9, -1, 9, 2)],
  ['i', Int32Array.of(9, -1, 9, 2)],
  ['l', BigInt64Array.of(9n, -1n, 9n, 2n)],
  ['f', Float32Array.of(9, Number.NaN, 9, 2)],
  ['g', Float64Array.of(9, Number.NaN, 9, 2)],
])('null rows of the format %s are cleared in place', (format, values) => {
  const memory = new Memory();
  const array = memory.array(3, [Uint8Array.of(0b1010), values], [], 1);
  const { columns } = memory.read([memory.schema(format, 'v')], [memory.array(3, [null], [array])], true);
  const [column] = columns;
  const found = column !== undefined && 'values' in column ? column.values : null;
  expect(found?.buffer).toBe(memory.buffer);
  const expected = values.slice(1);
  new Uint8Array(expected.buffer).fill(0, expected.BYTES_PER_ELEMENT, 2 * expected.BYTES_PER_ELEMENT);
  expect(found).toEqual(expected);
});

test.each([false, true])('texts below null rows are dropped, in place: %s', (inPlace) => {
  const memory = new Memory();
  const texts = new TextEncoder().encode('abcd');
  const array = memory.array(3, [Uint8Array.of(0b101), Int32Array.of(0, 1, 3, 4), texts]);
  const { columns } = memory.read([memory.schema('u', 'v')], [memory.array(3, [null], [array])], inPlace);
  expect(columns[0]).toMatchObject({ offsets: Int32Array.of(0, 1, 1, 2), data: new TextEncoder().encode('ad') });
});

test('an index beyond the dictionary is refused, but not that of a null row', () => {
  const read = (validity: number) => {
    const memory = new Memory();
    const dictionary = memory.array(1, [null, Int32Array.of(0, 1), new TextEncoder().encode('a')]);
    const array = memory.array(2, [Uint8Array.of(validity), Int32Array.of(0, 7)]);
    new DataView(memory.buffer).setUint32(array + 48, dictionary, true);
    const schema = memory.schema('i', 'v');
    new DataView(memory.buffer).setUint32(schema + 36, memory.schema('u', 'v'), true);
    return memory.read([schema], [memory.array(2, [null], [array])]).columns[0];
  };
  expect(read(0b01)).toMatchObject({ type: 'category', indices: Int32Array.of(0, 0), validity: Uint8Array.of(0b01) });
  expect(() => read(0b11)).toThrowError(telling('dictionary', 7, 1));
});
