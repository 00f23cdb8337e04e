import { DamagedInput } from '../../../model/damaged-input';
import bzip2Url from '../../../wasm/built/bzip2.wasm?url';
import libdeflateUrl from '../../../wasm/built/libdeflate.wasm?url';
import liblzmaUrl from '../../../wasm/built/liblzma.wasm?url';
import snappyUrl from '../../../wasm/built/snappy.wasm?url';
import zstdUrl from '../../../wasm/built/zstd.wasm?url';
import { NativeModule } from '../../../wasm/native-module';
import { BlockLibrary, type LibraryOfCodec, noMemoryToUnpack } from '../../../own-file/block-library';
import { checkDecodedSize } from '../../../own-file/limits';
import { unreadableFileError } from '../../../own-file/refusal';

type Bytes = Uint8Array<ArrayBuffer>;

/** Unpacks the blocks of one file. Together they unpack to no more than the limit for one file. */
type BlockDecoder = (block: Bytes) => Bytes;

/** The libraries of the codecs (Avro specification 1.12, “Required Codecs” and “Optional Codecs”), and the parameters of their glue files. */
const libraries = {
  deflate: { url: libdeflateUrl, parameters: [0, 1] },
  snappy: { url: snappyUrl, parameters: [] },
  zstandard: { url: zstdUrl, parameters: [3] },
  bzip2: { url: bzip2Url, parameters: [9] },
  xz: { url: liblzmaUrl, parameters: [0, 1, 0, 4] },
} as const satisfies Readonly<Record<string, LibraryOfCodec>>;
type PackedCodec = keyof typeof libraries;

/** The sizes of what may follow a deflated block: Python writers cut zlib’s Adler-32 checksum to three bytes, others leave it whole. */
const adlerSizes = [0, 3, 4];
const crcBytes = 4;

/** @throws FormatlabError `unsupported` if the codec is none of the specification's */
export async function blockDecoder(codec: string): Promise<BlockDecoder> {
  if (codec === 'null') {
    let total = 0;
    return (block) => {
      total += block.length;
      checkDecodedSize(total, 'avro');
      return block;
    };
  }
  if (!Object.hasOwn(libraries, codec))
    throw unreadableFileError(
      `Its blocks are compressed with the codec “${codec.slice(0, 60)}”, which Formatlab does not read.`,
      `Write it again with one of the codecs null, ${Object.keys(libraries).join(', ')}.`,
      { tag: 'unsupported', format: 'avro' },
    );
  const library = new Library(codec as PackedCodec, await BlockLibrary.load(libraries[codec as PackedCodec], 'avro'));
  if (codec === 'deflate') return deflateDecoder(library);
  if (codec === 'snappy') return snappyDecoder(library, await NativeModule.load(libdeflateUrl));
  return (block) => library.decode(block);
}

class Library {
  readonly #codec: PackedCodec;
  readonly #blocks: BlockLibrary;

  constructor(codec: PackedCodec, blocks: BlockLibrary) {
    this.#codec = codec;
    this.#blocks = blocks;
  }

  /** The unpacked block; null if the library says that it is damaged. */
  tryDecode(block: Bytes): Bytes | null {
    return this.#blocks.tryDecode(block);
  }

  decode(block: Bytes): Bytes {
    return this.tryDecode(block) ?? this.damaged(this.#blocks.message());
  }

  damaged(what: string): never {
    throw new DamagedInput(`has a block that ${this.#codec} can’t unpack: ${what}`);
  }
}

/** Raw deflate (RFC 1951). What follows the data must be a checksum of them. */
function deflateDecoder(library: Library): BlockDecoder {
  let sizes = adlerSizes;
  return (block) => {
    for (const size of sizes) {
      const end = block.length - size;
      const data = end <= 0 ? null : library.tryDecode(block.subarray(0, end));
      if (data === null || !startsAdler32(block.subarray(end), data)) continue;
      // The other blocks of the writer are alike.
      sizes = [size, ...adlerSizes.filter((other) => other !== size)];
      return data;
    }
    return library.damaged('it is altered or truncated, or other data follow it');
  };
}

const adlerModulus = 65_521;
/** So many bytes can be added before the sums exceed 32 bits. */
const adlerRun = 5_552;

/** True if the bytes are the first ones of the data's Adler-32 (RFC 1950), the most significant byte first. */
function startsAdler32(bytes: Uint8Array, data: Uint8Array): boolean {
  if (bytes.length === 0) return true;
  let [low, high] = [1, 0];
  for (let from = 0; from < data.length; from += adlerRun) {
    const end = Math.min(data.length, from + adlerRun);
    for (let at = from; at < end; at += 1) {
      low += data[at] ?? 0;
      high += low;
    }
    low %= adlerModulus;
    high %= adlerModulus;
  }
  const sum = [high >> 8, high & 0xff, low >> 8, low & 0xff];
  return bytes.every((byte, index) => byte === sum[index]);
}

/** Snappy's raw format, then the CRC-32 of the content, the most significant byte first. */
function snappyDecoder(library: Library, checks: NativeModule): BlockDecoder {
  return (block) => {
    const end = block.length - crcBytes;
    if (end <= 0) return library.damaged('it is too short for a checksum');
    const data = library.decode(block.subarray(0, end));
    const declared = new DataView(block.buffer, block.byteOffset + end, crcBytes).getUint32(0);
    const crc = checks.crc32(0, data);
    if (crc === null) throw noMemoryToUnpack('avro');
    if (crc !== declared) return library.damaged('its content differs from its checksum');
    return data;
  };
}
