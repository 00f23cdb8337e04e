import {
  type AssembledFunction,
  type AssembledModule,
  assembleModule,
  getLocal,
  i32Add,
  i32Const,
  i32LessUnsigned,
  loadVector,
  loopWhile,
  shuffleBytes,
  storeVector,
  teeLocal,
} from '../../file/assembled-module';
import type { NumericValues } from '../../../../model/column';

/**
 * Values are big-endian in a basket and little-endian in memory (on every platform with a browser). JavaScript reverses bytes at half a gigabyte per second; WASM with SIMD is many times
 * faster: sixteen bytes at a time, in place.
 */
type Width = 2 | 4 | 8;
type Name = `swap${Width}`;
const widths: readonly Width[] = [2, 4, 8];
/** One page of WASM memory (64 KiB), which stays in the CPU's cache. */
const pieceBytes = 65_536;

function swapFunction(width: Width): AssembledFunction & { readonly name: Name } {
  const reversed = Array.from({ length: 16 }, (_, index) => index - (index % width) + width - 1 - (index % width));
  const [bytes, at, value] = [0, 1, 2];
  const body = [
    ...[
      ...getLocal(at),
      ...getLocal(at),
      ...loadVector(0),
      ...teeLocal(value),
      ...getLocal(value),
      ...shuffleBytes(reversed),
      ...storeVector(0),
    ],
    ...[...getLocal(at), ...i32Const(16), ...i32Add, ...teeLocal(at), ...getLocal(bytes), ...i32LessUnsigned],
  ];
  return { name: `swap${width}`, i32Locals: 1, v128Locals: 1, body: loopWhile(body) };
}

let swapper: AssembledModule<Name> | null = null;

/** Copies `source` to `target`, which has the same length, and reverses the bytes of each value of `width` bytes. Neither must be aligned. */
export function swapBytes(source: Uint8Array, target: Uint8Array, width: 1 | Width): void {
  if (width === 1) {
    target.set(source);
    return;
  }
  swapper ??= assembleModule(pieceBytes / 65_536, widths.map(swapFunction));
  const { memory, call } = swapper;
  const swap = call[`swap${width}`];
  for (let from = 0; from < source.length; from += pieceBytes) {
    const part = source.length <= pieceBytes ? source : source.subarray(from, from + pieceBytes);
    memory.set(part);
    swap(part.length);
    target.set(part.length === pieceBytes ? memory : memory.subarray(0, part.length), from);
  }
}

const bytesOf = (values: NumericValues, from: number, to: number) => {
  const width = values.BYTES_PER_ELEMENT;
  return new Uint8Array(values.buffer, values.byteOffset + from * width, (to - from) * width);
};

/** Writes values `from` to `to` at `offset` of `target`, in the byte order of a basket. */
export function writeBasketValues(
  values: NumericValues,
  from: number,
  to: number,
  target: Uint8Array,
  offset: number,
): void {
  const width = values.BYTES_PER_ELEMENT as 1 | Width;
  swapBytes(bytesOf(values, from, to), target.subarray(offset, offset + (to - from) * width), width);
}

/** Reads `count` values from the beginning of `bytes` into `values` from index `at` on. */
export function readBasketValues(bytes: Uint8Array, count: number, values: NumericValues, at: number): void {
  const width = values.BYTES_PER_ELEMENT as 1 | Width;
  swapBytes(bytes.subarray(0, count * width), bytesOf(values, at, at + count), width);
}
