import { startsWith } from '../other-kinds';

/** The ways in which a whole file may be compressed, each of which Formatlab unpacks. `zip` is an archive that holds one file. */
export const packings = ['gzip', 'zstd', 'xz', 'bzip2', 'lz4', 'brotli', 'lzma', 'zip'] as const;
export type Packing = (typeof packings)[number];

/** The name of each packing, which completes sentences such as 'compressed with …'. */
export const packingLabels: Readonly<Record<Packing, string>> = {
  gzip: 'gzip',
  zstd: 'Zstandard',
  xz: 'xz',
  bzip2: 'bzip2',
  lz4: 'LZ4',
  brotli: 'Brotli',
  lzma: 'LZMA',
  zip: 'Zip',
};

/** The file extensions of each packing, in the order of preference. */
const packingExtensions: Readonly<Record<Packing, readonly string[]>> = {
  gzip: ['gz', 'gzip'],
  zstd: ['zst', 'zstd'],
  xz: ['xz'],
  bzip2: ['bz2', 'bzip2'],
  lz4: ['lz4'],
  brotli: ['br'],
  lzma: ['lzma'],
  zip: ['zip'],
};

const magics: readonly { readonly bytes: string; readonly packing: Packing }[] = [
  { bytes: '\x1f\x8b', packing: 'gzip' },
  { bytes: '\x28\xb5\x2f\xfd', packing: 'zstd' },
  { bytes: '\xfd7zXZ\0', packing: 'xz' },
  ...Array.from({ length: 9 }, (_, level) => [
    { bytes: `BZh${level + 1}1AY&SY`, packing: 'bzip2' as const },
    { bytes: `BZh${level + 1}\x17rE8P\x90`, packing: 'bzip2' as const },
  ]).flat(),
  { bytes: '\x04\x22\x4d\x18', packing: 'lz4' },
];

/** The bytes of a skippable frame's header, which Zstandard and LZ4 share: a magic number and the size. */
const skippableHeaderBytes = 8;
/** The maximum number of skippable frames before the first one with content. */
const maxSkippableFrames = 16;

/** The start of a .lzma file: the usual properties, a dictionary of a power of two of at least 4 KiB, and its size or all ones. */
function isLzma(head: Uint8Array): boolean {
  if (head.length < 13 || head[0] !== 0x5d) return false;
  const view = new DataView(head.buffer, head.byteOffset, 13);
  const dictionaryBytes = view.getUint32(1, true);
  const isDictionary = dictionaryBytes >= 4_096 && (dictionaryBytes & (dictionaryBytes - 1)) === 0;
  const contentBytes = view.getBigUint64(5, true);
  return isDictionary && (contentBytes === 2n ** 64n - 1n || contentBytes < 2n ** 40n);
}

const headOf = async (file: Blob, at: number, sizeBytes: number) =>
  new Uint8Array(await file.slice(at, at + sizeBytes).arrayBuffer());

/**
 * How the file is compressed, by its first bytes; by its name for Brotli, which has none of its own. Null if it is not compressed. Zip archives
 * are told by `zip-directory.ts`.
 * @param start the first bytes of the file, at least 4,096 if it has so many
 * @param isOther whether content that is called a Brotli file is something else
 */
export async function packingOf(
  file: Blob,
  start: Uint8Array,
  extension: string,
  isOther: (head: Uint8Array) => boolean,
): Promise<Packing | null> {
  let at = 0;
  for (let frame = 0; frame < maxSkippableFrames; frame += 1) {
    const head = at === 0 || at + 16 <= start.length ? start.slice(at, at + 16) : await headOf(file, at, 16);
    const isSkippable = ((head[0] ?? 0) & 0xf0) === 0x50 && startsWith(head, '\x2a\x4d\x18', 1);
    if (!isSkippable || head.length < skippableHeaderBytes) {
      const packing = magics.find(({ bytes }) => startsWith(head, bytes))?.packing ?? null;
      if (at > 0) return packing === 'zstd' || packing === 'lz4' ? packing : null;
      if (packing !== null) return packing;
      break;
    }
    at += skippableHeaderBytes + new DataView(head.buffer).getUint32(4, true);
  }
  const head = start.subarray(0, 4_096);
  if (isLzma(head)) return 'lzma';
  return packingExtensions.brotli.includes(extension) && !isOther(head) ? 'brotli' : null;
}

/** The file's name without the extension of the packing. */
export function nameInside(fileName: string, packing: Packing): string {
  const lower = fileName.toLowerCase();
  const extension = packingExtensions[packing].find(
    (each) => lower.endsWith(`.${each}`) && each.length + 1 < lower.length,
  );
  return extension === undefined ? fileName : fileName.slice(0, -extension.length - 1);
}
