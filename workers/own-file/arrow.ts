import { CompressionType, compressionRegistry, tableFromIPC } from 'apache-arrow';
import { checkArrowFile, checkArrowStream, UnknownArrowType } from '../libraries/arrow-messages';
import { type FrameCodec, FrameDecoder } from '../libraries/frame-decoder';
import { fromArrow } from './arrow-columns';
import { type Imported, imported } from './imported';
import { checkDecodedSize } from './limits';
import { asRefusal, refusal } from './refusal';

/** Bytes before every compressed buffer that hold its uncompressed length (Arrow columnar format, “Record batch message”). */
const lengthPrefixBytes = 8;

/** apache-arrow hands over what follows the length; the length stands just before. */
function declaredBytes(data: Uint8Array): number {
  const view = new DataView(data.buffer, data.byteOffset - lengthPrefixBytes, lengthPrefixBytes);
  return Number(view.getBigInt64(0, true));
}

const decoders = new Map<FrameCodec, FrameDecoder>();

/** A buffer is compressed by a codec whose decoder is not loaded. */
class DecoderMissing extends Error {
  readonly codec: FrameCodec;

  constructor(codec: FrameCodec) {
    super(`The decoder of ${codec} is not loaded.`);
    this.codec = codec;
  }
}

/** Gives apache-arrow its decoders; together they decompress no more than a file may hold. */
function registerDecoders(): void {
  let totalBytes = 0;
  const decode = (codec: FrameCodec) => (data: Uint8Array) => {
    const decoder = decoders.get(codec);
    if (decoder === undefined) throw new DecoderMissing(codec);
    const sizeBytes = declaredBytes(data);
    if (!(sizeBytes >= 0)) throw new Error(`A compressed buffer declares ${sizeBytes} bytes.`);
    totalBytes += sizeBytes;
    checkDecodedSize(totalBytes, 'arrow');
    return decoder.decode(data, sizeBytes);
  };
  compressionRegistry.set(CompressionType.LZ4_FRAME, { decode: decode('lz4') });
  compressionRegistry.set(CompressionType.ZSTD, { decode: decode('zstd') });
}

/** The table of Arrow IPC bytes, file or stream, that are not compressed. */
export const tableOf = (bytes: Uint8Array) => tableFromIPC(bytes);

/** As {@link tableOf}, compressed or not: apache-arrow takes decoders that answer at once, so that they are loaded before. */
async function decompressedTable(bytes: Uint8Array): Promise<ReturnType<typeof tableOf>> {
  for (;;) {
    registerDecoders();
    try {
      return tableOf(bytes);
    } catch (thrown) {
      if (!(thrown instanceof DecoderMissing)) throw thrown;
      decoders.set(thrown.codec, await FrameDecoder.load(thrown.codec));
    }
  }
}

/** Reads Arrow IPC, file or stream, with buffers uncompressed, LZ4 or Zstandard. */
export async function readArrow(file: Blob): Promise<Imported> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const notes: string[] = [];
  try {
    if (isFile(bytes)) {
      checkComplete(bytes);
      checkArrowFile(bytes);
    } else checkArrowStream(bytes);
    return imported(fromArrow(await decompressedTable(bytes), notes), notes);
  } catch (thrown) {
    if (thrown instanceof UnknownArrowType)
      throw refusal(
        `Column “${thrown.column}” is ${thrown.type}, a type of Arrow that is not read here.`,
        'Leave the column out, or write it with plain values or lists, for example with pyarrow’s cast or run_end_decode.',
        { tag: 'unsupported', format: 'arrow' },
      );
    throw asRefusal(
      thrown,
      'arrow',
      'It could not be read as Arrow IPC: it is cut short, altered, or uses something that is not read here.',
      'Write it again, for example with pyarrow.feather.write_feather.',
    );
  }
}

const magic = 'ARROW1';
const textAt = (bytes: Uint8Array, start: number) =>
  String.fromCharCode(...bytes.subarray(start, start + magic.length));
/** Not a stream. */
const isFile = (bytes: Uint8Array) => textAt(bytes, 0) === magic;

/** A file ends as it begins; where the end is missing, apache-arrow would read what is there and say nothing. */
function checkComplete(bytes: Uint8Array): void {
  if (bytes.length < 2 * magic.length + 4 || textAt(bytes, bytes.length - magic.length) !== magic) {
    throw refusal(
      'It is cut short: an Arrow IPC file ends with its magic bytes, and this one does not.',
      'Copy or download it again.',
      { format: 'arrow' },
    );
  }
}
