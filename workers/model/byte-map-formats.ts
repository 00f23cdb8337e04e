/** The formats whose files have a map of their bytes. */
export const byteMapFormats = ['parquet', 'arrow', 'npy', 'zip', 'sqlite'] as const;
export type ByteMapFormat = (typeof byteMapFormats)[number];

/** What files begin with, as Latin-1. */
const magics: readonly (readonly [magic: string, format: ByteMapFormat])[] = [
  ['PAR1', 'parquet'],
  ['ARROW1', 'arrow'],
  ['\xff\xff\xff\xff', 'arrow'],
  ['\x93NUMPY', 'npy'],
  ['PK\x03\x04', 'zip'],
  ['PK\x05\x06', 'zip'],
  ['SQLite format 3\0', 'sqlite'],
];

/** The bytes that tell whether a file has a map. */
export const byteMapHeadBytes = 4_096;

/** The format of a file by its first bytes. Null if files like it have no map. */
export function byteMapFormatOf(head: Uint8Array): ByteMapFormat | null {
  const found = magics.find(([magic]) => hasMagic(head, 0, magic));
  return found === undefined ? null : found[1];
}

function hasMagic(head: Uint8Array, at: number, magic: string): boolean {
  for (let index = 0; index < magic.length; index += 1) if (head[at + index] !== magic.charCodeAt(index)) return false;
  return true;
}
