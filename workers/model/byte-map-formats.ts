/** The formats whose files have a map of their bytes. */
export const byteMapFormats = [
  'parquet',
  'arrow',
  'npy',
  'zip',
  'sqlite',
  'hdf5',
  'root',
  'tkrzw',
  'tkrzwSkip',
  'pickle',
] as const;
export type ByteMapFormat = (typeof byteMapFormats)[number];

export const hdf5Magic = '\x89HDF\r\n\x1a\n';

/** The sizes that the user block may have with which an HDF5 file may begin: 512 bytes and its doubles. */
export function* hdf5UserBlocks(limitBytes: number): Generator<number> {
  for (let sizeBytes = 512; sizeBytes < limitBytes; sizeBytes *= 2) yield sizeBytes;
}

/** Whether the signature of HDF5 stands behind a user block of any size. */
export async function isBehindUserBlock(file: Blob): Promise<boolean> {
  const found = await Promise.all(
    [...hdf5UserBlocks(file.size)].map(async (at) =>
      hasMagic(new Uint8Array(await file.slice(at, at + hdf5Magic.length).arrayBuffer()), 0, hdf5Magic),
    ),
  );
  return found.includes(true);
}

/** The opcode that a pickle of protocol 2 to 5 begins with; the protocol follows. */
const pickleProtocol = 0x80;
/**
 * What a pickle of protocol 0 or 1 begins with, which has no magic bytes: a dictionary, list or tuple that is kept in the memo, or a class of Python,
 * NumPy or pandas.
 */
const oldPickle =
  /^(?:\([dl]p\d+\n|[\]}]q\0|\([\](}IFLSVKJMGUXTcN]|c(?:copy_reg|copyreg|builtins|__builtin__|_codecs|collections|numpy[\w.]*|pandas[\w.]*)\n\w+\n)/u;
const headBytes = 200;

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
  ['TkrzwSDB\n', 'tkrzwSkip'],
];

/** The format of a file by its bytes. Null if files like it have no map. */
export async function byteMapFormatOf(file: Blob): Promise<ByteMapFormat | null> {
  const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  const found = magics.find(([magic]) => hasMagic(head, 0, magic));
  if (found !== undefined) return found[1];
  if (beginsAsPickle(head)) return 'pickle';
  return (await isBehindUserBlock(file)) ? 'hdf5' : null;
}

/** Whether a pickle of any protocol may begin here. */
export const beginsAsPickle = (head: Uint8Array): boolean =>
  (head[0] === pickleProtocol && (head[1] ?? 0) >= 2 && (head[1] ?? 0) <= 5) ||
  oldPickle.test(String.fromCharCode(...head.subarray(0, headBytes)));

function hasMagic(head: Uint8Array, at: number, magic: string): boolean {
  for (let index = 0; index < magic.length; index += 1) if (head[at + index] !== magic.charCodeAt(index)) return false;
  return true;
}
