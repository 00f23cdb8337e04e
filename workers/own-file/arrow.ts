/// <reference path="../lz4js.d.ts" />
import { CompressionType, compressionRegistry, tableFromIPC } from 'apache-arrow';
import { decompress } from 'fzstd';
import lz4 from 'lz4js';
import { checkArrowFile, checkArrowStream, UnknownArrowType } from '../libraries/arrow-messages';
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

function checked(output: Uint8Array, found: number, expected: number): Uint8Array {
  if (found !== expected)
    throw new Error(`A compressed buffer unfolds to ${found} bytes where ${expected} are declared.`);
  return output;
}

/** That the blocks of an LZ4 frame (lz4_Frame_format.md) lie inside it: lz4js would run on past its end for as long as a block claims. */
function checkLz4Frame(data: Uint8Array): void {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const flags = data[4] ?? 0;
  // lz4js looks for a block's checksum before the block, where the format puts it after.
  if ((flags & 0b10001) !== 0) throw new Error('LZ4 frames with block checksums or a dictionary can’t be read.');
  let at = (flags & 0b1000) === 0 ? 7 : 15;
  for (;;) {
    if (at + 4 > data.length) throw new Error('A compressed buffer is cut short.');
    const blockBytes = view.getUint32(at, true) & 0x7fffffff;
    if (blockBytes === 0) return;
    at += 4 + blockBytes;
  }
}

function registerDecoders(): void {
  let totalBytes = 0;
  const expect = (data: Uint8Array) => {
    const bytes = declaredBytes(data);
    if (!(bytes >= 0)) throw new Error(`A compressed buffer declares ${bytes} bytes.`);
    totalBytes += bytes;
    checkDecodedSize(totalBytes, 'arrow');
    return bytes;
  };
  compressionRegistry.set(CompressionType.LZ4_FRAME, {
    decode: (data) => {
      const expected = expect(data);
      checkLz4Frame(data);
      const output = new Uint8Array(expected);
      return checked(output, lz4.decompressFrame(data, output), expected);
    },
  });
  compressionRegistry.set(CompressionType.ZSTD, {
    decode: (data) => {
      const expected = expect(data);
      const output = decompress(data, new Uint8Array(expected));
      return checked(output, output.length, expected);
    },
  });
}

/** The table of Arrow IPC bytes, file or stream. */
export function tableOf(bytes: Uint8Array) {
  registerDecoders();
  return tableFromIPC(bytes);
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
    return imported(fromArrow(tableOf(bytes), notes), notes);
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
