import { withoutProtobufFields } from '../open/protobuf';
import type { OrcTail, StripeInformation } from '../open/tail';

/** The fields of the footer and of the postscript that depend on the stripes (ORC specification v1, “File Tail”). */
const footerFields = { contentBytes: 2, stripes: 3, rowCount: 6, statistics: 7 } as const;
const postscriptFields = { footerBytes: 1, metadataBytes: 5, statisticsBytes: 7 } as const;
const wireTypes = { number: 0, bytes: 2 } as const;
/** A chunk's header, of three bytes, has its size and, as the lowest bit, that it is stored as it is. */
const chunkHeaderBytes = 3;
export const magicBytes = 3;

const varint = (value: number): number[] => {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return [...bytes, rest];
};
const numberField = (field: number, value: number): number[] => [
  ...varint(8 * field + wireTypes.number),
  ...varint(value),
];
const bytesField = (field: number, bytes: readonly number[]): number[] => [
  ...varint(8 * field + wireTypes.bytes),
  ...varint(bytes.length),
  ...bytes,
];

const joined = (parts: readonly (Uint8Array | readonly number[])[]): Uint8Array<ArrayBuffer> => {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

/**
 * The end of a file that holds these stripes, one behind the other from its magic bytes on: the footer and the postscript, without statistics of the
 * stripes and of the file, which are of all rows.
 */
export function fileTailOfStripes(
  { footer, postscript, codec, blockBytes }: OrcTail,
  stripes: readonly StripeInformation[],
): Uint8Array<ArrayBuffer> {
  let offset = magicBytes;
  const fields = stripes.flatMap(({ indexBytes, dataBytes, footerBytes, rowCount }) => {
    const sizes = [offset, indexBytes, dataBytes, footerBytes, rowCount];
    offset += indexBytes + dataBytes + footerBytes;
    return bytesField(
      footerFields.stripes,
      sizes.flatMap((size, index) => numberField(index + 1, size)),
    );
  });
  const rowCount = stripes.reduce((sum, stripe) => sum + stripe.rowCount, 0);
  const content = joined([
    ...withoutProtobufFields(footer, Object.values(footerFields), 'its footer'),
    fields,
    numberField(footerFields.contentBytes, offset - magicBytes),
    numberField(footerFields.rowCount, rowCount),
  ]);
  const stored = codec === 0 ? content : inChunks(content, blockBytes);
  const end = joined([
    numberField(postscriptFields.footerBytes, stored.length),
    ...withoutProtobufFields(postscript, Object.values(postscriptFields), 'the postscript at its end'),
  ]);
  return joined([stored, end, [end.length]]);
}

/** The bytes in chunks that are stored as they are. */
function inChunks(bytes: Uint8Array, blockBytes: number): Uint8Array<ArrayBuffer> {
  const parts: (Uint8Array | number[])[] = [];
  for (let at = 0; at < bytes.length; at += blockBytes) {
    const chunk = bytes.subarray(at, at + blockBytes);
    const header = 2 * chunk.length + 1;
    parts.push(
      Array.from({ length: chunkHeaderBytes }, (_, index) => (header >> (8 * index)) & 0xff),
      chunk,
    );
  }
  return joined(parts);
}
