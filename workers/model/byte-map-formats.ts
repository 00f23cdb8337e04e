/** The formats whose files have a map of their bytes. */
export const byteMapFormats = ['parquet', 'arrow', 'npy', 'zip', 'sqlite', 'hdf5', 'root', 'tkrzw', 'pickle'] as const;
export type ByteMapFormat = (typeof byteMapFormats)[number];

export const hdf5Magic = '\x89HDF\r\n\x1a\n';
/** An HDF5 file may begin with a user block of one of these sizes. Larger ones are not looked for. */
export const hdf5UserBlocks = [512, 1_024, 2_048, 4_096, 8_192, 16_384, 32_768] as const;

/** The opcode that a pickle of protocol 2 to 5 begins with; the protocol follows. */
const pickleProtocol = 0x80;
/**
 * What a pickle of protocol 0 or 1 begins with, which has no magic bytes: a dictionary, list or tuple that is kept in the memo, or a class of Python,
 * NumPy or pandas.
 */
const oldPickle =
  /^(?:\([dl]p\d+\n|[\]}]q\0|\([\](}IFLSVKJMGUXTcN]|c(?:copy_reg|copyreg|builtins|__builtin__|_codecs|collections|numpy[\w.]*|pandas[\w.]*)\n\w+\n)/u;
const oldPickleHeadBytes = 200;

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
export const byteMapHeadBytes = 65_536;

/** The format of a file by its first bytes. Null if files like it have no map. */
export function byteMapFormatOf(head: Uint8Array): ByteMapFormat | null {
  const found = magics.find(([magic]) => hasMagic(head, 0, magic));
  if (found !== undefined) return found[1];
  if (beginsAsPickle(head)) return 'pickle';
  return hdf5UserBlocks.some((at) => hasMagic(head, at, hdf5Magic)) ? 'hdf5' : null;
}

/** Whether a pickle of any protocol may begin here. */
export const beginsAsPickle = (head: Uint8Array): boolean =>
  (head[0] === pickleProtocol && (head[1] ?? 0) >= 2 && (head[1] ?? 0) <= 5) ||
  oldPickle.test(String.fromCharCode(...head.subarray(0, oldPickleHeadBytes)));

function hasMagic(head: Uint8Array, at: number, magic: string): boolean {
  for (let index = 0; index < magic.length; index += 1) if (head[at + index] !== magic.charCodeAt(index)) return false;
  return true;
}
