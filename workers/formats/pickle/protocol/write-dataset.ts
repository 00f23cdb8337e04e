import { type Column, type Dataset, type FixedWidthType, isVariableWidth } from '../../../model/dataset';
import { dtypeName, internalModule, isDate, type NumpyGeneration } from './numpy-names';
import { opcode } from './opcodes';
import type { Pickler } from './pickler';

const encoder = new TextEncoder();
const ascii = (text: string) => encoder.encode(text);
const bytesOf = (values: ArrayBufferView) => new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
const isValid = (validity: Uint8Array, row: number) => (((validity[row >>> 3] as number) >>> (row & 7)) & 1) === 1;

/**
 * What `pickle.dumps` writes of a dataset as a Python program would hold it: a dict of arrays; a table as a dict of column → array, with text and
 * bytes as lists (None where null), and numpy's masked arrays where other columns have nulls; an array; bytes.
 */
export class DatasetPickler {
  private readonly out: Pickler;
  private readonly numpy: NumpyGeneration;

  constructor(out: Pickler, numpy: NumpyGeneration) {
    this.out = out;
    this.numpy = numpy;
  }

  write(dataset: Dataset): void {
    const { out } = this;
    switch (dataset.kind) {
      case 'keyedVectors': {
        const entries = dataset.entries.entries();
        out.dict(dataset.entries.size, () => {
          const [id, vector] = entries.next().value as [string, Float64Array | Float32Array];
          out.text(encoder.encode(id));
          this.array(bytesOf(vector), dataset.elementType, [vector.length]);
        });
        return;
      }
      case 'table':
        out.dict(dataset.columns.length, (index) => {
          const column = dataset.columns[index] as Column;
          out.text(encoder.encode(column.name));
          this.column(column, dataset.rowCount);
        });
        return;
      case 'array':
        this.array(bytesOf(dataset.values), dataset.elementType, dataset.shape);
        return;
      case 'bytes':
        out.binary(dataset.bytes);
    }
  }

  private column(column: Column, rowCount: number): void {
    const { out } = this;
    const { validity } = column;
    if (isVariableWidth(column)) {
      const { offsets, data } = column;
      const write = column.type === 'binary' ? (bytes: Uint8Array) => out.binary(bytes) : (bytes: Uint8Array) => out.text(bytes);
      out.list(rowCount, (row) => {
        if (validity !== null && !isValid(validity, row)) out.constant(null);
        else write(data.subarray(offsets[row], offsets[row + 1]));
      });
      return;
    }
    const values = column.type === 'date' ? BigInt64Array.from(column.values, BigInt) : column.values;
    if (validity === null) this.array(bytesOf(values), column.type, [rowCount]);
    else this.maskedArray(bytesOf(values), column.type, rowCount, validity);
  }

  /** `ndarray.__reduce_ex__`: protocol 5 hands the values on as a buffer, except for dates, which have no buffer protocol. */
  private array(bytes: Uint8Array, type: FixedWidthType, shape: readonly number[]): void {
    const { out } = this;
    out.boundary();
    if (out.protocol === 5 && !isDate(type)) {
      out.global(internalModule(this.numpy, 'numeric'), '_frombuffer');
      out.tuple(
        () => out.bytearray(bytes),
        () => this.dtype(type),
        () => this.shape(shape),
        () => out.text(ascii('C')),
      );
      out.op(opcode.REDUCE);
      out.memoize();
    } else {
      out.global(internalModule(this.numpy, 'multiarray'), '_reconstruct');
      out.tuple(
        () => out.global('numpy', 'ndarray'),
        () => this.shape([0]),
        () => out.binary(ascii('b')),
      );
      out.op(opcode.REDUCE);
      out.memoize();
      out.tuple(
        () => out.integer(1),
        () => this.shape(shape),
        () => this.dtype(type),
        () => out.constant(false),
        () => out.binary(bytes),
      );
      out.op(opcode.BUILD);
    }
  }

  /** `numpy.ma.MaskedArray.__reduce__`: True in the mask where the row is null. */
  private maskedArray(bytes: Uint8Array, type: FixedWidthType, rowCount: number, validity: Uint8Array): void {
    const { out } = this;
    const mask = new Uint8Array(rowCount);
    for (let row = 0; row < rowCount; row += 1) mask[row] = isValid(validity, row) ? 0 : 1;
    out.boundary();
    out.global('numpy.ma.core', '_mareconstruct');
    out.tuple(
      () => out.global('numpy.ma', 'MaskedArray'),
      () => out.global('numpy', 'ndarray'),
      // This and the next are constants of numpy's code: one object for all masked arrays.
      () => out.once('masked array’s first shape', () => this.shape([0])),
      () => out.name('b'),
    );
    out.op(opcode.REDUCE);
    out.memoize();
    out.tuple(
      () => out.integer(1),
      () => this.shape([rowCount]),
      () => this.dtype(type),
      () => out.constant(false),
      () => out.binary(bytes),
      () => out.binary(mask),
      () => out.constant(null),
    );
    out.op(opcode.BUILD);
  }

  private shape(shape: readonly number[]): number {
    return this.out.tuple(...shape.map((length) => () => this.out.integer(length)));
  }

  /** numpy has one dtype object for each number type, but makes one for each array of dates. */
  private dtype(type: FixedWidthType): void {
    this.out.boundary();
    const name = dtypeName[type];
    if (isDate(type)) this.writeDtype(name, '<', ascii(type === 'date' ? 'D' : 'us'));
    else this.out.once(`dtype ${type}`, () => this.writeDtype(name, name.endsWith('1') ? '|' : '<', null));
  }

  /** The eight-part state of `dtype.__reduce__`, version 3; version 4 with the unit where there is one. */
  private writeDtype(name: string, byteOrder: string, unit: Uint8Array | null): number {
    const { out } = this;
    out.global('numpy', 'dtype');
    out.tuple(
      () => out.text(ascii(name)),
      () => out.constant(false),
      () => out.constant(true),
    );
    out.op(opcode.REDUCE);
    const index = out.memoize();
    const state = [
      () => out.integer(unit === null ? 3 : 4),
      () => out.text(ascii(byteOrder)),
      () => out.constant(null),
      () => out.constant(null),
      () => out.constant(null),
      () => out.integer(-1),
      () => out.integer(-1),
      () => out.integer(0),
    ];
    if (unit !== null) {
      state.push(() =>
        out.tuple(
          () => out.constant(null),
          () =>
            out.tuple(
              () => out.binary(unit),
              () => out.integer(1),
              () => out.integer(1),
              () => out.integer(1),
            ),
        ),
      );
    }
    out.tuple(...state);
    out.op(opcode.BUILD);
    return index;
  }
}
