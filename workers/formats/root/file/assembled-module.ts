/**
 * Assembles small WASM modules with SIMD functions from their instructions: SIMD moves bytes many times faster than JavaScript. The bytes follow the WebAssembly specification (2.0,
 * chapter 5).
 */

export type WasmInstructions = readonly number[];

/** A function with one i32 parameter and no result: its body, and the types of the locals after the parameter. */
export interface AssembledFunction {
  readonly name: string;
  readonly i32Locals: number;
  readonly v128Locals: number;
  readonly body: WasmInstructions;
}

const unsignedLeb128 = (value: number): number[] =>
  value < 128 ? [value] : [(value & 0x7f) | 0x80, ...unsignedLeb128(value >>> 7)];
const signed = (value: number): number[] =>
  value >= -64 && value < 64 ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(value >> 7)];

const simd = (opcode: number) => [0xfd, ...unsignedLeb128(opcode)];
export const getLocal = (index: number) => [0x20, ...unsignedLeb128(index)];
export const setLocal = (index: number) => [0x21, ...unsignedLeb128(index)];
export const teeLocal = (index: number) => [0x22, ...unsignedLeb128(index)];
export const i32Const = (value: number) => [0x41, ...signed(value)];
export const i32Add = [0x6a];
export const i32LessUnsigned = [0x49];
/** Loads a vector with alignment 1, which allows any address. */
export const loadVector = (offset: number) => [...simd(0x00), 0, ...unsignedLeb128(offset)];
export const storeVector = (offset: number) => [...simd(0x0b), 0, ...unsignedLeb128(offset)];
/** Selects 16 of the 32 bytes of two vectors by these indices. */
export const shuffleBytes = (places: readonly number[]) => [...simd(0x0d), ...places];
export const xorVectors = simd(0x51);
const firstShift = { 2: 0x8b, 4: 0xab, 8: 0xcb } as const;
/** Shifts each value of this many bytes. */
export const shiftVector = (width: 2 | 4 | 8, kind: 'left' | 'rightSigned' | 'rightUnsigned') =>
  simd(firstShift[width] + { left: 0, rightSigned: 1, rightUnsigned: 2 }[kind]);
/** Repeats the body until the condition that it leaves on the stack is 0. */
export const loopWhile = (body: WasmInstructions) => [0x03, 0x40, ...body, 0x0d, 0, 0x0b];

const i32 = 0x7f;
const v128 = 0x7b;

const vector = (items: readonly WasmInstructions[]) => [...unsignedLeb128(items.length), ...items.flat()];
const section = (id: number, content: readonly number[]) => [id, ...unsignedLeb128(content.length), ...content];
const sized = (content: readonly number[]) => [...unsignedLeb128(content.length), ...content];
const text = (name: string) => sized([...name].map((character) => character.charCodeAt(0)));

export interface AssembledModule<Name extends string> {
  /** The number of memory pages of 64 KiB. */
  readonly memory: Uint8Array;
  readonly call: Readonly<Record<Name, (value: number) => void>>;
}

/** An instance of a module with these functions and this many pages of memory. */
export function assembleModule<Name extends string>(
  pages: number,
  functions: readonly (AssembledFunction & { readonly name: Name })[],
): AssembledModule<Name> {
  const bytes = Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, vector([[0x60, 1, i32, 0]])),
    ...section(3, vector(functions.map(() => [0]))),
    ...section(5, vector([[0, ...unsignedLeb128(pages)]])),
    ...section(
      7,
      vector([
        [...text('memory'), 2, 0],
        ...functions.map(({ name }, index) => [...text(name), 0, ...unsignedLeb128(index)]),
      ]),
    ),
    ...section(
      10,
      vector(
        functions.map(({ i32Locals, v128Locals, body }) =>
          sized([
            ...vector([
              [...unsignedLeb128(i32Locals), i32],
              [...unsignedLeb128(v128Locals), v128],
            ]),
            ...body,
            0x0b,
          ]),
        ),
      ),
    ),
  ]);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes));
  const { memory, ...call } = exports;
  if (!(memory instanceof WebAssembly.Memory)) throw new Error('The assembled WASM module exports no memory.');
  return { memory: new Uint8Array(memory.buffer), call: call as Readonly<Record<Name, (value: number) => void>> };
}
