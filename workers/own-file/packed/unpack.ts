import brotliUrl from '../../wasm/built/brotli.wasm?url';
import bzip2Url from '../../wasm/built/bzip2.wasm?url';
import libdeflateUrl from '../../wasm/built/libdeflate.wasm?url';
import liblzmaUrl from '../../wasm/built/liblzma.wasm?url';
import lz4Url from '../../wasm/built/lz4.wasm?url';
import zlibUrl from '../../wasm/built/zlib.wasm?url';
import zstdUrl from '../../wasm/built/zstd.wasm?url';
import { NativeModule, nativeErrors } from '../../wasm/native-module';
import type { FileType } from '../../model/file-type';
import { checkUnpackedSize, unpackedLimitBytes } from '../limits';
import { unreadableFileError } from '../refusal';
import { nameInside, packingLabels, type Packing } from './packings';
import { packedPart, type ZipEntry } from './zip-directory';

/** A file whose content is compressed as a whole. */
export interface PackedFile {
  readonly file: Blob;
  readonly fileName: string;
  readonly packing: Packing;
  /** The name of the content: the member's in a Zip archive, else the file's without the packing's extension. */
  readonly innerName: string;
  /** The only member of a Zip archive; null for other packings. */
  readonly entry: ZipEntry | null;
  /** The members of a Zip archive that the system keeps beside that one, which are not read. */
  readonly besides: readonly string[];
}

/** Unpacked bytes are moved to a Blob, which the browser may keep on disk, whenever this many have accumulated. */
const heldBytes = 16 * 1_048_576;
/** Compressed bytes go to the library in pieces of this size, so that it holds little at a time. */
const pieceBytes = 65_536;
/** So many bytes of the file are read at once: a read of a Blob takes as long as unpacking a piece. */
const readBytes = 16 * pieceBytes;
/**
 * A content larger than `ratioFromBytes` must not be more than `maxRatio` times as large as the file: only files that are made to exhaust the
 * memory are. Zstandard's blocks give at most 32,768 times their size.
 */
const maxRatio = 50_000;
const ratioFromBytes = 64 * 1_048_576;
/** What one piece may unpack to where the whole has no limit. */
const mostPieceBytes = 256 * 1_048_576;

/** The numbers of the containers in the glue files: raw deflate and gzip in glue/zlib.c, .xz and .lzma in glue/liblzma.c. Levels do not matter here. */
const modules: Readonly<Record<Packing, { readonly url: string; readonly parameters: readonly number[] }>> = {
  gzip: { url: zlibUrl, parameters: [2, 6, 0, 15, 8] },
  zip: { url: zlibUrl, parameters: [0, 6, 0, 15, 8] },
  zstd: { url: zstdUrl, parameters: [3] },
  xz: { url: liblzmaUrl, parameters: [0, 6, 0, 4] },
  lzma: { url: liblzmaUrl, parameters: [1, 6] },
  bzip2: { url: bzip2Url, parameters: [9] },
  lz4: { url: lz4Url, parameters: [0, 0, 4, 1] },
  brotli: { url: brotliUrl, parameters: [6, 22, 0] },
};

export function packedFile(
  file: Blob,
  fileName: string,
  packing: Packing,
  entry: ZipEntry | null = null,
  besides: readonly string[] = [],
): PackedFile {
  const innerName = entry === null ? nameInside(fileName, packing) : (entry.name.split('/').at(-1) ?? fileName);
  return { file, fileName, packing, innerName, entry, besides };
}

/** The first unpacked bytes, and whether they are all. */
export async function unpackHead(packed: PackedFile, sizeBytes: number): Promise<{ head: Uint8Array; whole: boolean }> {
  const pieces: Uint8Array[] = [];
  let found = 0;
  for await (const piece of unpackedPieces(packed, null)) {
    pieces.push(piece);
    found += piece.length;
    if (found > sizeBytes) break;
  }
  const head = new Uint8Array(Math.min(found, sizeBytes));
  let at = 0;
  for (const piece of pieces) {
    const part = piece.subarray(0, head.length - at);
    head.set(part, at);
    at += part.length;
  }
  return { head, whole: found <= sizeBytes };
}

/**
 * Unpacks the whole file, which `what` names where it is too large.
 * @throws `tooLarge` as soon as the content exceeds the limit for a file of the type, or the ratio of any sensible file
 */
export async function unpackFile(
  packed: PackedFile,
  type: FileType,
  { what = packed.fileName }: { readonly what?: string } = {},
): Promise<Blob> {
  const { fileName, packing } = packed;
  const parts: Blob[] = [];
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let [held, found] = [0, 0];
  // An archive states the size, so that nothing is unpacked in vain; a stated size that is wrong is found while unpacking.
  if (packed.entry !== null) checkUnpackedSize(what, packed.entry.sizeBytes, type);
  for await (const piece of unpackedPieces(packed, type)) {
    found += piece.length;
    checkRatio(packed, found);
    pieces.push(piece);
    held += piece.length;
    if (held < heldBytes) continue;
    parts.push(new Blob(pieces));
    pieces = [];
    held = 0;
  }
  if (found === 0)
    throw unreadableFileError(
      `${fileName} is an empty ${packingLabels[packing]} file.`,
      'Choose a file that is not empty.',
    );
  return new Blob([...parts, ...pieces]);
}

/**
 * The content piece by piece. It is checked as far as the packing has checksums. The type is that of the content; null while it is not known.
 * With `isLimited: false`, it may have any size: who keeps all of it keeps the limit.
 * @throws `tooLarge` as soon as the content exceeds the limit for a file of the type, or is no sensible one
 */
export async function* unpackedPieces(
  packed: PackedFile,
  type: FileType | null,
  { isLimited = true }: { readonly isLimited?: boolean } = {},
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const check: SizeCheck = isLimited
    ? {
        mostBytes: (found) => unpackedLimitBytes(type) + 1 - found,
        check: (found) => checkUnpackedSize(packed.fileName, found, type),
      }
    : { mostBytes: () => mostPieceBytes, check: (found) => checkRatio(packed, found) };
  if (packed.entry === null) yield* decompressed(packed, packed.file, check);
  else yield* zipMember(packed, packed.entry, check);
}

/** How much is unpacked. */
interface SizeCheck {
  /** What the next piece may unpack to, after `found` bytes. */
  readonly mostBytes: (found: number) => number;
  /** @throws `tooLarge` if so many bytes are too many */
  readonly check: (found: number) => void;
}

/** @throws `tooLarge` if the content is larger than that of any sensible file */
function checkRatio({ file, fileName }: PackedFile, found: number): void {
  if (found <= ratioFromBytes || found <= maxRatio * file.size) return;
  throw unreadableFileError(
    `${fileName} unpacks to more than ${maxRatio.toLocaleString('en')} times its size, as files do that are made to fill the memory.`,
    'If it is meant to be so, unpack it first and choose its content.',
    { tag: 'tooLarge' },
  );
}

async function* zipMember(
  packed: PackedFile,
  entry: ZipEntry,
  check: SizeCheck,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const part = await packedPart(packed.file, entry);
  if (part === null) throw damaged(packed, 'a size in its directory is wrong');
  const checks = await NativeModule.load(libdeflateUrl);
  let [crc, found] = [0, 0];
  for await (const piece of entry.method === 0 ? stored(part) : decompressed(packed, part, check)) {
    found += piece.length;
    if (found > entry.sizeBytes) break;
    const next = checks.crc32(crc, piece);
    if (next === null) throw outOfMemory(packed);
    crc = next;
    yield piece;
  }
  if (found !== entry.sizeBytes || crc !== entry.crc)
    throw damaged(packed, 'its content differs from its size or checksum');
}

async function* stored(part: Blob): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < part.size; at += readBytes)
    yield new Uint8Array(await part.slice(at, at + readBytes).arrayBuffer());
}

/** The bytes in pieces for the library. */
async function* piecesOf(part: Blob): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const read of stored(part))
    for (let at = 0; at < read.length; at += pieceBytes) yield read.subarray(at, at + pieceBytes);
}

async function* decompressed(
  packed: PackedFile,
  part: Blob,
  { mostBytes, check }: SizeCheck,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const { url, parameters } = modules[packed.packing];
  const module = await NativeModule.load(url);
  const context = module.open(parameters);
  if (context === 0 || module.streamBegin(context, true) < 0) throw outOfMemory(packed);
  // The bytes so far, by which one piece that unpacks to gigabytes is stopped, too.
  let [given, found] = [0, 0];
  for await (const piece of piecesOf(part)) {
    given += piece.length;
    const limitBytes = mostBytes(found);
    const sizeBytes = step(packed, module, context, piece, given === part.size, limitBytes);
    found += sizeBytes ?? limitBytes;
    check(found);
    if (sizeBytes === null) throw damaged(packed, 'one piece of it unpacks to more than 256 MiB');
    if (sizeBytes === 0) continue;
    yield module.take(sizeBytes);
  }
  module.close(context);
}

/** How many bytes a piece unpacked to; null if they are more than the limit. */
function step(
  packed: PackedFile,
  module: NativeModule,
  context: number,
  piece: Uint8Array,
  last: boolean,
  limitBytes: number,
): number | null {
  let sizeBytes: number;
  try {
    sizeBytes = module.streamStep(context, piece, last, limitBytes);
  } catch (thrown) {
    throw damaged(packed, 'the library that unpacks it failed', thrown);
  }
  if (sizeBytes >= 0) return sizeBytes;
  if (sizeBytes === nativeErrors.room) return null;
  if (sizeBytes === nativeErrors.memory) throw outOfMemory(packed);
  throw damaged(packed, module.message());
}

const kindOf = ({ packing }: Pick<PackedFile, 'packing'>) => {
  const label = packingLabels[packing];
  return `${/^[aeioux]/iu.test(label) ? 'an' : 'a'} ${label} ${packing === 'zip' ? 'archive' : 'file'}`;
};

export const damaged = (packed: Pick<PackedFile, 'fileName' | 'packing'>, what: string, cause?: unknown) =>
  unreadableFileError(
    `${packed.fileName} is ${kindOf(packed)} that can’t be unpacked: it is damaged, truncated or followed by other data (${what}).`,
    'Copy or download it again, unpack it first and choose its content, or measure its bytes as they are.',
    cause === undefined ? {} : { cause },
  );

const outOfMemory = (packed: PackedFile) =>
  unreadableFileError(
    `There is no memory to unpack ${packed.fileName}, or its window is larger than the library allows.`,
    'Unpack it first and choose its content.',
    { tag: 'outOfMemory' },
  );
