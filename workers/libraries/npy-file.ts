import { damageOf } from '../model/damaged-input';
import { numericConstructor, type NumericType } from '../model/column';
import type { NumericArray, StringArray } from '../model/dataset';
import { type Allocate, allocateBuffer } from '../model/entry';
import type { FormatlabError } from '../model/errors';
import type { ReusedMemory, Room } from '../columns/reused-memory';
import { packUnicode, unpackUnicode } from '../columns/unicode-arrays';

/** Constants of numpy/lib/_format_impl.py: magic, alignment of the values, and the digits that are reserved for the first axis to grow. */
const magic = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59] as const;
const alignmentBytes = 64;
const growthDigits = 21;
const headerLimitBytes = 10_000;

const descrOf: Record<NumericType, string> = {
  int8: '|i1',
  int16: '<i2',
  int32: '<i4',
  int64: '<i8',
  uint8: '|u1',
  uint16: '<u2',
  uint32: '<u4',
  uint64: '<u8',
  float32: '<f4',
  float64: '<f8',
};
const typeOf = new Map(Object.entries(descrOf).map(([type, descr]) => [descr, type as NumericType]));

/** An .npy file that is not written yet. */
export interface NpyFile {
  readonly sizeBytes: number;
  /** Writes the file over the target, which has its size. */
  write(target: Uint8Array): void;
}

/** The file of `numpy.save`: numbers unchanged, texts as `<U`. */
export function npyFile(array: NumericArray | StringArray, format: string): NpyFile {
  if (array.kind === 'array') return fileOf(descrOf[array.elementType], array.shape, [array.values]);
  const { width, data } = packUnicode(array.values, format);
  return fileOf(`<U${width}`, [array.values.length], [data]);
}

/** The file of a matrix with these rows, which are copied when it is written. */
export const npyFileOfRows = (elementType: NumericType, dimension: number, rows: readonly ArrayBufferView[]) =>
  fileOf(descrOf[elementType], [rows.length, dimension], rows);

function fileOf(descr: string, shape: readonly number[], parts: readonly ArrayBufferView[]): NpyFile {
  const header = npyHeader(descr, shape);
  return {
    sizeBytes: parts.reduce((sum, { byteLength }) => sum + byteLength, header.length),
    write(target) {
      target.set(header);
      let at = header.length;
      for (const { buffer, byteOffset, byteLength } of parts) {
        target.set(new Uint8Array(buffer, byteOffset, byteLength), at);
        at += byteLength;
      }
    },
  };
}

/** Writes the bytes of `numpy.save`. */
export function writeNpy(
  array: NumericArray | StringArray,
  format: string,
  allocate: Allocate = allocateBuffer,
): Uint8Array<ArrayBuffer> {
  const made = npyFile(array, format);
  const file = allocate(made.sizeBytes);
  made.write(file);
  return file;
}

function npyHeader(descr: string, shape: readonly number[]): Uint8Array<ArrayBuffer> {
  const tuple = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`;
  const growth = shape.length === 0 ? '' : ' '.repeat(growthDigits - String(shape[0]).length);
  const text = `{'descr': '${descr}', 'fortran_order': False, 'shape': ${tuple}, }${growth}`;
  const prefixBytes = magic.length + 4;
  const padding = alignmentBytes - ((prefixBytes + text.length + 1) % alignmentBytes);
  const textBytes = text.length + padding + 1;
  const header = new Uint8Array(prefixBytes + textBytes);
  header.set([...magic, 1, 0, textBytes & 0xff, textBytes >>> 8]);
  header.set(new TextEncoder().encode(`${text}${' '.repeat(padding)}\n`), prefixBytes);
  return header;
}

/** Places the bytes of an array's values at a multiple of 8 of a buffer. */
export type PlaceValues = (bytes: Uint8Array<ArrayBuffer>) => Room;

export const copyValues: PlaceValues = (bytes) => ({ buffer: bytes.slice().buffer, at: 0 });

/** Copies values into memory that calls reuse, while it has room. */
export const copyValuesInto =
  (memory: ReusedMemory): PlaceValues =>
  (bytes) => {
    const room = memory.take(bytes.length);
    if (room === null) return copyValues(bytes);
    new Uint8Array(room.buffer, room.at, bytes.length).set(bytes);
    return room;
  };

/** Leaves values where they lie, for files that nothing else will change. */
export const viewValues: PlaceValues = (bytes) =>
  bytes.byteOffset % 8 === 0 ? { buffer: bytes.buffer, at: bytes.byteOffset } : copyValues(bytes);

/** Matches the header's dictionary as numpy writes it, but no other Python dictionary. */
const headerPattern = /^\{'descr': '([^']{1,20})', 'fortran_order': (True|False), 'shape': \(([\d, ]*)\),? *\} *\n$/;

interface NpyPlaces {
  readonly dataStart: number;
  /** The length of the first axis; 1 for a single number. */
  readonly rowCount: number;
  readonly rowBytes: number;
  readonly shape: readonly number[];
  readonly count: number;
  readonly descr: string;
  readonly malformed: (message: string) => FormatlabError;
}

/** Where the values lie. @throws `malformedInput` for `format` if they are no array that `readNpy` reads */
export function readNpyPlaces(file: Uint8Array<ArrayBuffer>, format: string): NpyPlaces {
  const malformed = damageOf({ format, subject: 'npy:' });
  if (file.length < 12 || magic.some((byte, index) => file[index] !== byte))
    throw malformed('the file does not begin like an .npy file');
  const version = file[6] as number;
  if (version < 1 || version > 3)
    throw malformed(`the file has version ${version}.${file[7]}; Formatlab reads versions 1 to 3`);
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const headerStart = version === 1 ? 10 : 12;
  const headerBytes = version === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  const dataStart = headerStart + headerBytes;
  if (headerBytes > headerLimitBytes || dataStart > file.length)
    throw malformed(`the header declares ${headerBytes} bytes, but the file has only ${file.length}`);
  const found = headerPattern.exec(new TextDecoder().decode(file.subarray(headerStart, dataStart)));
  if (found === null) throw malformed('the header does not describe an array of numbers or texts');
  const [, descr = '', fortranOrder, axes = ''] = found;
  const shape = axes.split(',').flatMap((axis) => (axis.trim() === '' ? [] : [Number(axis)]));
  if (fortranOrder === 'True') throw malformed('the array is in Fortran order; Formatlab reads only C order');
  const count = shape.reduce((product, length) => product * length, 1);
  const width = /^<U([1-9]\d{0,8})$/.exec(descr)?.[1];
  const elementType = typeOf.get(descr);
  if (width === undefined && elementType === undefined)
    throw malformed(`the type ${descr} is not supported; Formatlab reads little-endian numbers and texts (<U)`);
  const itemBytes = elementType === undefined ? 4 * Number(width) : numericConstructor(elementType).BYTES_PER_ELEMENT;
  if (shape.length > 32 || count * itemBytes !== file.length - dataStart)
    throw malformed(
      `the shape (${shape.join(', ')}) of ${descr} needs ${count * itemBytes} bytes, but the file has ${file.length - dataStart}`,
    );
  const rowCount = shape[0] ?? 1;
  const rowBytes = rowCount === 0 ? 0 : (count * itemBytes) / rowCount;
  return { dataStart, rowCount, rowBytes, shape, count, descr, malformed };
}

/** Reads an array of little-endian numbers in C order, or a one-dimensional array of texts. `place` puts the values of numbers. @throws `malformedInput` for `format` on anything else */
export function readNpy(
  file: Uint8Array<ArrayBuffer>,
  format: string,
  place: PlaceValues = copyValues,
): NumericArray | StringArray {
  const { dataStart, shape, count, descr, malformed } = readNpyPlaces(file, format);
  const elementType = typeOf.get(descr);
  if (elementType !== undefined) {
    const { buffer, at } = place(file.subarray(dataStart));
    return { kind: 'array', elementType, shape, values: new (numericConstructor(elementType))(buffer, at, count) };
  }
  if (shape.length !== 1) throw malformed(`the texts have ${shape.length} dimensions; Formatlab reads one`);
  return {
    kind: 'stringArray',
    values: unpackUnicode({ width: Number(descr.slice(2)), data: file.subarray(dataStart) }, format),
  };
}
