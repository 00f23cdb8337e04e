import type { NumericValues } from '../../../model/dataset';

/**
 * Values lie most significant byte first in a basket, and least significant first in memory (on every platform that runs a browser). JavaScript reverses them at half a
 * gigabyte a second, WASM with SIMD many times faster, so there is a module of three functions here, small enough to be written down:
 *
 *     (func (export "swap8") (param $bytes i32) (local $at i32) (local $value v128)
 *       loop
 *         (v128.store (local.get $at)
 *           (i8x16.shuffle 7 6 5 4 3 2 1 0 15 14 13 12 11 10 9 8 (local.tee $value (v128.load (local.get $at))) (local.get $value)))
 *         (br_if 0 (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $bytes)))
 *       end)
 */
type Width = 2 | 4 | 8;
const widths: readonly Width[] = [2, 4, 8];
/** A page of WASM memory, which stays in the processor's cache. */
const pieceBytes = 65_536;

const names = widths.map((width) => `swap${width}`);
const ascii = (text: string) => [text.length, ...text].map((character) => (typeof character === 'number' ? character : character.charCodeAt(0)));
const section = (id: number, content: readonly number[]) => [id, ...leb(content.length), ...content];
/** Unsigned LEB128 of numbers below 16,384. */
const leb = (value: number) => (value < 128 ? [value] : [(value & 0x7f) | 0x80, value >> 7]);

function functionBody(width: Width): number[] {
  const shuffle = Array.from({ length: 16 }, (_, index) => index - (index % width) + width - 1 - (index % width));
  const [i32, v128, empty] = [0x7f, 0x7b, 0x40];
  const [bytes, at, value] = [0, 1, 2];
  const [get, tee, simd] = [0x20, 0x22, 0xfd];
  const body = [
    ...[2, 1, i32, 1, v128],
    ...[0x03, empty, get, at, get, at],
    // v128.load, i8x16.shuffle, v128.store; loads and stores at alignment 4, offset 0.
    ...[simd, 0x00, 4, 0, tee, value, get, value, simd, 0x0d, ...shuffle, simd, 0x0b, 4, 0],
    // i32.const 16, i32.add, i32.lt_u, br_if 0, end, end.
    ...[get, at, 0x41, 16, 0x6a, tee, at, get, bytes, 0x49, 0x0d, 0, 0x0b, 0x0b],
  ];
  return [...leb(body.length), ...body];
}

function moduleBytes(): Uint8Array<ArrayBuffer> {
  const exportsOf = [...ascii('memory'), 2, 0, ...names.flatMap((name, index) => [...ascii(name), 0, index])];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 1, 0x7f, 0]),
    ...section(3, [3, 0, 0, 0]),
    ...section(5, [1, 0, 1]),
    ...section(7, [4, ...exportsOf]),
    ...section(10, [3, ...widths.flatMap(functionBody)]),
  ]);
}

interface Swapper {
  readonly piece: Uint8Array;
  readonly swap: Readonly<Record<Width, (bytes: number) => void>>;
}

function makeSwapper(): Swapper {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(moduleBytes()));
  const { memory, swap2, swap4, swap8 } = exports as { readonly memory: WebAssembly.Memory } & Readonly<Record<string, (bytes: number) => void>>;
  if (swap2 === undefined || swap4 === undefined || swap8 === undefined) throw new Error('The module that swaps bytes lacks a function.');
  return { piece: new Uint8Array(memory.buffer), swap: { 2: swap2, 4: swap4, 8: swap8 } };
}

let swapper: Swapper | null = null;

/** `source` with the bytes of each value of `width` reversed, to `target`, which is as long. Neither need be aligned. */
export function swapBytes(source: Uint8Array, target: Uint8Array, width: 1 | Width): void {
  if (width === 1) {
    target.set(source);
    return;
  }
  swapper ??= makeSwapper();
  const { piece, swap } = swapper;
  for (let from = 0; from < source.length; from += pieceBytes) {
    const part = source.length <= pieceBytes ? source : source.subarray(from, from + pieceBytes);
    piece.set(part);
    swap[width](part.length);
    target.set(part.length === pieceBytes ? piece : piece.subarray(0, part.length), from);
  }
}

const bytesOf = (values: NumericValues, from: number, to: number) => {
  const width = values.BYTES_PER_ELEMENT;
  return new Uint8Array(values.buffer, values.byteOffset + from * width, (to - from) * width);
};

/** Values `from` up to `to` as they lie in a basket, at `offset` of `target`. */
export function putValues(values: NumericValues, from: number, to: number, target: Uint8Array, offset: number): void {
  const width = values.BYTES_PER_ELEMENT as 1 | Width;
  swapBytes(bytesOf(values, from, to), target.subarray(offset, offset + (to - from) * width), width);
}

/** `count` values that lie at the beginning of `bytes`, to `values` from `at` on. */
export function takeValues(bytes: Uint8Array, count: number, values: NumericValues, at: number): void {
  const width = values.BYTES_PER_ELEMENT as 1 | Width;
  swapBytes(bytes.subarray(0, count * width), bytesOf(values, at, at + count), width);
}
