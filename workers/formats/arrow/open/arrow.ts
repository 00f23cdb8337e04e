import { DamagedInput } from '../../../model/damaged-input';
import { CompressionType, compressionRegistry, RecordBatchReader, Table, tableFromIPC } from 'apache-arrow';
import { checkArrowFile, checkArrowStream } from '../../../libraries/arrow-messages';
import type { UnknownField } from '../../../libraries/arrow-unknown-types';
import { type FrameCodec, FrameDecoder } from '../../../libraries/frame-decoder';
import { columnKeysLeftOut, tableFromArrow } from './arrow-columns';
import { markTypes, retypeFields } from '../../../libraries/arrow-retyped';
import type { RefusedColumn } from '../../../model/errors';
import { tableNoteKey } from '../../../columns/table-note';
import { type ImportResult, importResult } from '../../../own-file/imported';
import { checkDecodedSize } from '../../../own-file/limits';
import { metadataLeftOutNotes } from '../../../own-file/notes';
import { damagedFileError, toUnreadableFileError, unreadableFileError } from '../../../own-file/refusal';

/** Bytes before every compressed buffer that hold its uncompressed length (Arrow columnar format, “Record batch message”). */
const lengthPrefixBytes = 8;

/** The uncompressed length of a buffer. apache-arrow passes the bytes after the length; the length is just before them. */
function declaredBytes(data: Uint8Array): number {
  const view = new DataView(data.buffer, data.byteOffset - lengthPrefixBytes, lengthPrefixBytes);
  return Number(view.getBigInt64(0, true));
}

const decoders = new Map<FrameCodec, FrameDecoder>();

/** Thrown if a buffer is compressed with a codec whose decoder is not loaded yet. */
class DecoderMissing extends Error {
  readonly codec: FrameCodec;

  constructor(codec: FrameCodec) {
    super(`The decoder of ${codec} is not loaded.`);
    this.codec = codec;
  }
}

/** Registers the decoders with apache-arrow. Together they decompress no more than the limit for one file. */
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

/** Parses uncompressed Arrow IPC bytes, file or stream. `unknown` are the fields whose types were changed in the bytes. */
export function parseArrowTable(bytes: Uint8Array, unknown: readonly UnknownField[] = []): Table {
  const table = tableFromIPC(bytes);
  markTypes(table.schema, unknown);
  return table;
}

/** Like {@link parseArrowTable}, for compressed bytes, too. apache-arrow needs synchronous decoders, so they are loaded first. */
async function decompressedTable(bytes: Uint8Array, unknown: readonly UnknownField[]): Promise<Table> {
  for (;;) {
    registerDecoders();
    try {
      const reader = RecordBatchReader.from(bytes).open();
      markTypes(reader.schema, unknown);
      return new Table(reader.readAll());
    } catch (thrown) {
      if (!(thrown instanceof DecoderMissing)) throw thrown;
      decoders.set(thrown.codec, await FrameDecoder.load(thrown.codec));
    }
  }
}

/**
 * Reads Arrow IPC, file or stream, with buffers uncompressed or compressed with LZ4 or Zstandard.
 * @throws FormatlabError if the file is damaged, too large or of an unsupported type.
 */
export async function readArrow(file: Blob): Promise<ImportResult> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const notes: string[] = [];
  const unknown: UnknownField[] = [];
  try {
    if (isFile(bytes)) {
      checkComplete(bytes);
      checkArrowFile(bytes, unknown);
    } else checkArrowStream(bytes, unknown);
    retypeFields(bytes, unknown);
    const refusedColumns: RefusedColumn[] = [];
    const arrowTable = await decompressedTable(bytes, unknown);
    const table = tableFromArrow(arrowTable, notes, refusedColumns);
    const { metadata, fields } = arrowTable.schema;
    const keys = [...metadata.keys()].filter((key) => key !== tableNoteKey);
    notes.push(...metadataLeftOutNotes(keys, columnKeysLeftOut(fields)));
    return { ...importResult(table, notes), refusedColumns };
  } catch (thrown) {
    if (thrown instanceof DamagedInput) throw damagedFileError(thrown, { format: 'arrow', remedy });
    throw toUnreadableFileError(
      thrown,
      'arrow',
      'It could not be read as Arrow IPC: it is truncated, altered, or uses a feature that Formatlab does not support.',
      remedy,
    );
  }
}

const remedy = 'Write it again, for example with pyarrow.feather.write_feather.';
const magic = 'ARROW1';
const textAt = (bytes: Uint8Array, start: number) =>
  String.fromCharCode(...bytes.subarray(start, start + magic.length));
/** True for an Arrow file, false for a stream. */
const isFile = (bytes: Uint8Array) => textAt(bytes, 0) === magic;

/** Checks that a file ends with the magic bytes with which it begins. apache-arrow would read a truncated file without an error. */
function checkComplete(bytes: Uint8Array): void {
  if (bytes.length < 2 * magic.length + 4 || textAt(bytes, bytes.length - magic.length) !== magic) {
    throw unreadableFileError(
      'It is truncated: an Arrow IPC file ends with its magic bytes, and this one does not.',
      'Copy or download it again.',
      { format: 'arrow' },
    );
  }
}
