import { type NumericArray, type NumericType, numericConstructor } from '../../model/dataset';
import type { FormatModule } from '../../model/entry';
import { FormatlabError } from '../../model/errors';

/** numpy/lib/_format_impl.py: magic, alignment of the values, and the digits that are kept free for the first axis to grow. */
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

function encode({ elementType, shape, values }: NumericArray): Uint8Array<ArrayBuffer> {
  const tuple = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`;
  const growth = shape.length === 0 ? '' : ' '.repeat(growthDigits - String(shape[0]).length);
  const header = `{'descr': '${descrOf[elementType]}', 'fortran_order': False, 'shape': ${tuple}, }${growth}`;
  const prefixBytes = magic.length + 4;
  const padding = alignmentBytes - ((prefixBytes + header.length + 1) % alignmentBytes);
  const headerBytes = header.length + padding + 1;
  const file = new Uint8Array(prefixBytes + headerBytes + values.byteLength);
  file.set([...magic, 1, 0, headerBytes & 0xff, headerBytes >>> 8]);
  file.set(new TextEncoder().encode(`${header}${' '.repeat(padding)}\n`), prefixBytes);
  file.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), prefixBytes + headerBytes);
  return file;
}

function malformed(message: string): FormatlabError {
  return new FormatlabError({ tag: 'malformedInput', stage: 'decode', format: 'npy', message: `npy: ${message}` });
}

/** The dictionary of the header as numpy writes it, and no other Python. */
const headerPattern = /^\{'descr': '([^']{1,20})', 'fortran_order': (True|False), 'shape': \(([\d, ]*)\),? *\} *\n$/;

function decode(file: Uint8Array<ArrayBuffer>): NumericArray {
  if (file.length < 12 || magic.some((byte, index) => file[index] !== byte)) throw malformed('the file does not begin as an .npy file does.');
  const version = file[6] as number;
  if (version < 1 || version > 3) throw malformed(`the file is of version ${version}.${file[7]}, where 1 to 3 are read.`);
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const headerStart = version === 1 ? 10 : 12;
  const headerBytes = version === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  const dataStart = headerStart + headerBytes;
  if (headerBytes > headerLimitBytes || dataStart > file.length)
    throw malformed(`the header says to be ${headerBytes} bytes long in a file of ${file.length}.`);
  const found = headerPattern.exec(new TextDecoder().decode(file.subarray(headerStart, dataStart)));
  if (found === null) throw malformed('the header is not one of an array of numbers.');
  const [, descr = '', fortranOrder, axes = ''] = found;
  const elementType = typeOf.get(descr);
  if (elementType === undefined) throw malformed(`the type ${descr} is not read here: only little-endian numbers are.`);
  const shape = axes.split(',').flatMap((axis) => (axis.trim() === '' ? [] : [Number(axis)]));
  if (fortranOrder === 'True') throw malformed('the array is in Fortran order, which is not read here.');
  const count = shape.reduce((product, length) => product * length, 1);
  const Values = numericConstructor(elementType);
  if (shape.length > 32 || count * Values.BYTES_PER_ELEMENT !== file.length - dataStart) {
    throw malformed(
      `the shape (${shape.join(', ')}) of ${elementType} needs ${count * Values.BYTES_PER_ELEMENT} bytes where the file has ${file.length - dataStart}.`,
    );
  }
  return { kind: 'array', elementType, shape, values: new Values(file.slice(dataStart).buffer) };
}

export const format: FormatModule = {
  async open() {
    return {
      encode(dataset) {
        if (dataset.kind !== 'array')
          throw new FormatlabError({ tag: 'unsupported', stage: 'encode', format: 'npy', message: `An .npy file holds an array, not ${dataset.kind}.` });
        return encode(dataset);
      },
      decode,
    };
  },
};
