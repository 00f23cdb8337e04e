import { DamagedInput } from '../../../model/damaged-input';
import brotliUrl from '../../../wasm/built/brotli.wasm?url';
import libdeflateUrl from '../../../wasm/built/libdeflate.wasm?url';
import lz4Url from '../../../wasm/built/lz4.wasm?url';
import snappyUrl from '../../../wasm/built/snappy.wasm?url';
import zstdUrl from '../../../wasm/built/zstd.wasm?url';
import { BlockLibrary, type LibraryOfCodec } from '../../../own-file/block-library';
import { checkDecodedSize } from '../../../own-file/limits';
import { unreadableFileError } from '../../../own-file/refusal';

/** Unpacks a stream, or another part of one file. `what` names it in errors. All parts together unpack to no more than the limit for one file. */
export type Decompressor = (part: Uint8Array<ArrayBuffer>, what: string) => Uint8Array<ArrayBuffer>;

/** The codecs by their numbers in a file (ORC specification v1, “Postscript”), with the parameters of their glue files. Zlib's are raw deflate. */
const codecs: readonly { readonly name: string; readonly library: LibraryOfCodec | null }[] = [
  { name: 'none', library: null },
  { name: 'zlib', library: { url: libdeflateUrl, parameters: [0, 1] } },
  { name: 'snappy', library: { url: snappyUrl, parameters: [] } },
  { name: 'lzo', library: null },
  { name: 'lz4', library: { url: lz4Url, parameters: [1, 0] } },
  { name: 'zstd', library: { url: zstdUrl, parameters: [3] } },
  { name: 'brotli', library: { url: brotliUrl, parameters: [0, 22, 0] } },
];

const headerBytes = 3;

export const codecName = (codec: number): string => codecs[codec]?.name ?? '';

/**
 * @param blockBytes the most that one chunk may unpack to, as the file states it
 * @throws DamagedInput for a codec that the specification does not have
 * @throws FormatlabError `unsupported` for LZO, for which Formatlab has no library
 */
export async function loadDecompressor(codec: number, blockBytes: number): Promise<Decompressor> {
  if (codec === 0) return (part) => part;
  if (codecs[codec] === undefined)
    throw new DamagedInput(`states the codec number ${codec}, which the specification does not have`);
  const library = codecs[codec]?.library ?? null;
  if (library === null)
    throw unreadableFileError(
      `It is compressed with the codec ${codecName(codec)}, which Formatlab does not read.`,
      `Write it again with one of the codecs ${codecs.flatMap(({ name, library: own }, index) => (own === null && index > 0 ? [] : [name])).join(', ')}.`,
      { tag: 'unsupported', format: 'orc' },
    );
  const blocks = await BlockLibrary.load(library, 'orc');
  let storedBytes = 0;
  return (part, what) => {
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    for (const { isStored, data } of chunksOf(part, what)) {
      if (isStored) {
        storedBytes += data.length;
        checkDecodedSize(storedBytes, 'orc');
        chunks.push(data);
        continue;
      }
      const unpacked = blocks.tryDecode(data, blockBytes);
      if (unpacked === null)
        throw new DamagedInput(
          `has a chunk in ${what} that ${codecName(codec)} can’t unpack to at most ${blockBytes.toLocaleString('en')} bytes: ${blocks.message()}`,
        );
      chunks.push(unpacked);
    }
    return joined(chunks);
  };
}

/** The chunks of a part: each has a header of three bytes, which is its size and, as the lowest bit, whether it is stored as it is (“Compression”). */
function* chunksOf(
  part: Uint8Array<ArrayBuffer>,
  what: string,
): Generator<{ readonly isStored: boolean; readonly data: Uint8Array<ArrayBuffer> }> {
  for (let at = 0; at < part.length; ) {
    const [low = 0, middle = 0, high] = part.subarray(at, at + headerBytes);
    if (high === undefined) throw new DamagedInput(`ends ${what} in the middle of a chunk`);
    const header = low | (middle << 8) | (high << 16);
    const from = at + headerBytes;
    at = from + (header >> 1);
    if (at > part.length) throw new DamagedInput(`claims a chunk beyond the end of ${what}`);
    yield { isStored: (header & 1) === 1, data: part.subarray(from, at) };
  }
}

/** Uint8Array<ArrayBuffer> of several pieces in one; a single piece as it is. */
function joined(pieces: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const [first] = pieces;
  if (first !== undefined && pieces.length === 1) return first;
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
