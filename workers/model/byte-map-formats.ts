/** The formats whose files have a map of their bytes. */
export const byteMapFormats = ['parquet', 'arrow', 'npy', 'zip', 'sqlite', 'hdf5', 'root', 'tkrzw', 'pickle'] as const;
export type ByteMapFormat = (typeof byteMapFormats)[number];

const hdf5Magic = '\x89HDF\r\n\x1a\n';
/** An HDF5 file may begin with a user block of these sizes, or larger ones. */
const hdf5UserBlocks = [512, 1_024, 2_048];

/** The opcode that a pickle of protocol 2 to 5 begins with; the protocol follows. */
const pickleProtocol = 0x80;

/** What files begin with, as Latin-1. */
const magics: readonly (readonly [magic: string, format: ByteMapFormat])[] = [
  ['PAR1', 'parquet'],
  ['ARROW1', 'arrow'],
  ['\xff\xff\xff\xff', 'arrow'],
  ['\x93NUMPY', 'npy'],
  ['PK\x03\x04', 'zip'],
  ['PK\x05\x06', 'zip'],
  ['SQLite format 3\0', 'sqlite'],
  [hdf5Magic, 'hdf5'],
  ['root\0', 'root'],
  ['TkrzwHDB\n', 'tkrzw'],
];

/** The bytes that tell whether a file has a map. */
export const byteMapHeadBytes = 4_096;

/** The format of a file by its first bytes. Null if files like it have no map. */
export function byteMapFormatOf(head: Uint8Array): ByteMapFormat | null {
  const found = magics.find(([magic]) => hasMagic(head, 0, magic));
  if (found !== undefined) return found[1];
  if (head[0] === pickleProtocol && (head[1] ?? 0) >= 2 && (head[1] ?? 0) <= 5) return 'pickle';
  return hdf5UserBlocks.some((at) => hasMagic(head, at, hdf5Magic)) ? 'hdf5' : null;
}

function hasMagic(head: Uint8Array, at: number, magic: string): boolean {
  for (let index = 0; index < magic.length; index += 1) if (head[at + index] !== magic.charCodeAt(index)) return false;
  return true;
}
