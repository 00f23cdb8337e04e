/** An object that exists once in the Python program: its memo number, or −1 before it is written. */
export interface MemoizedObject {
  index: number;
}

/** A class or function by module and name. */
export interface PickledGlobal extends MemoizedObject {
  readonly module: string;
  readonly name: string;
}

/** The memo numbers of shared objects: one for each single character or byte below 256, and one for the empty text or bytes. */
export const sharedObjectCount = 257;
export const sharedEmptyIndex = 256;

/** The index of the shared object for a text; −1 if CPython has none. */
export function sharedTextIndex(utf8: Uint8Array): number {
  if (utf8.length > 2) return -1;
  if (utf8.length === 2) return latin1Of(utf8[0] as number, utf8[1] as number);
  return utf8.length === 0 ? sharedEmptyIndex : (utf8[0] as number);
}

/** True if CPython has one shared object for the text: it is empty or has one character below 256. */
export const isSharedText = (utf8: Uint8Array) => sharedTextIndex(utf8) >= 0;
export const isSharedBinary = (bytes: Uint8Array) => bytes.length < 2;

/** The character below 256 that two bytes of UTF-8 encode; −1 if they encode none, or two characters. */
const latin1Of = (first: number, second: number) =>
  (first & 0xfe) === 0xc2 ? ((first & 3) << 6) | (second & 0x3f) : -1;
