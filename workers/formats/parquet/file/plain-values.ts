import { deltaBinaryUnpack, deltaByteArray, deltaLengthByteArray } from 'hyparquet/src/delta.js';
import type { ParquetType } from 'hyparquet';
import { parquetImportError } from './import-failure';
import { readHybridRuns, dataViewOf } from './hybrid-runs';

/** How the values of a column are stored. */
export interface PhysicalType {
  readonly type: ParquetType;
  /** The bytes of a value of fixed length. */
  readonly typeLength: number | undefined;
}

/** The values of a page from `from` to `to`, without nulls. */
interface ValueRange {
  readonly from: number;
  readonly to: number;
}

const widths: Readonly<Partial<Record<ParquetType, number>>> = {
  INT32: 4,
  FLOAT: 4,
  INT64: 8,
  DOUBLE: 8,
  INT96: 12,
};
const widthOf = ({ type, typeLength }: PhysicalType): number | null =>
  (type === 'FIXED_LEN_BYTE_ARRAY' ? typeLength : widths[type]) ?? null;

/** Bits, least first. */
function bitsOf(values: readonly boolean[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.ceil(values.length / 8));
  values.forEach((value, index) => {
    if (value) bytes[index >> 3] = (bytes[index >> 3] ?? 0) | (1 << (index & 7));
  });
  return bytes;
}

/** Where the text number `count` begins, from `at` on. */
function skipTexts(bytes: Uint8Array, at: number, count: number): number {
  const view = dataViewOf(bytes);
  let place = at;
  for (let text = 0; text < count; text += 1) place += 4 + view.getUint32(place, true);
  if (place > bytes.length)
    throw parquetImportError('malformedInput', 'A page of it holds fewer values than it claims.');
  return place;
}

function plainTexts(texts: readonly Uint8Array[], { type }: PhysicalType): Uint8Array<ArrayBuffer> {
  const prefixBytes = type === 'BYTE_ARRAY' ? 4 : 0;
  const bytes = new Uint8Array(texts.reduce((sum, text) => sum + prefixBytes + text.length, 0));
  const view = dataViewOf(bytes);
  let at = 0;
  for (const text of texts) {
    if (prefixBytes > 0) view.setUint32(at, text.length, true);
    bytes.set(text, at + prefixBytes);
    at += prefixBytes + text.length;
  }
  return bytes;
}

function slicedPlain(bytes: Uint8Array, stored: PhysicalType, { from, to }: ValueRange): Uint8Array {
  if (stored.type === 'BOOLEAN')
    return bitsOf(
      Array.from({ length: to - from }, (_, index) => {
        const place = from + index;
        return (((bytes[place >> 3] ?? 0) >> (place & 7)) & 1) === 1;
      }),
    );
  const width = widthOf(stored);
  if (width !== null) return bytes.subarray(from * width, to * width);
  const start = skipTexts(bytes, 0, from);
  return bytes.subarray(start, skipTexts(bytes, start, to - from));
}

function splitStreams(bytes: Uint8Array, stored: PhysicalType, { from, to }: ValueRange): Uint8Array<ArrayBuffer> {
  const width = widthOf(stored) ?? 1;
  const count = bytes.length / width;
  const plain = new Uint8Array((to - from) * width);
  for (let value = from; value < to; value += 1)
    for (let byte = 0; byte < width; byte += 1) plain[(value - from) * width + byte] = bytes[byte * count + value] ?? 0;
  return plain;
}

/** Numbers are stored as differences, so that those before the range are unpacked, too. */
function unpackedNumbers(bytes: Uint8Array, { type }: PhysicalType, { from, to }: ValueRange): Uint8Array {
  const numbers = type === 'INT32' ? new Int32Array(to) : new BigInt64Array(to);
  if (to > 0) deltaBinaryUnpack({ view: dataViewOf(bytes), offset: 0 }, to, numbers);
  const part = numbers.subarray(from, to);
  return new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
}

/**
 * Values of a page in the encoding PLAIN, from any encoding but a dictionary. `count`: the values of the whole page, without nulls.
 * @throws FormatlabError if the encoding is not known.
 */
export function encodePlain(
  bytes: Uint8Array,
  encoding: string,
  stored: PhysicalType,
  { from, to, count }: ValueRange & { readonly count: number },
): Uint8Array {
  switch (encoding) {
    case 'PLAIN':
      return slicedPlain(bytes, stored, { from, to });
    case 'BYTE_STREAM_SPLIT':
      return splitStreams(bytes, stored, { from, to });
    case 'RLE':
      // Booleans, with the length of the runs before them.
      return bitsOf(Array.from(readHybridRuns(bytes.subarray(4), 1, count).subarray(from, to), (value) => value === 1));
    case 'DELTA_BINARY_PACKED':
      return unpackedNumbers(bytes, stored, { from, to });
    case 'DELTA_LENGTH_BYTE_ARRAY':
    case 'DELTA_BYTE_ARRAY': {
      // The lengths of all texts come before the texts.
      const texts = new Array<Uint8Array>(count);
      const unpack = encoding === 'DELTA_BYTE_ARRAY' ? deltaByteArray : deltaLengthByteArray;
      if (count > 0) unpack({ view: dataViewOf(bytes), offset: 0 }, count, texts);
      return plainTexts(texts.slice(from, to), stored);
    }
    default:
      throw parquetImportError('unsupported', `A page of it has the encoding ${encoding.slice(0, 40)}.`);
  }
}
